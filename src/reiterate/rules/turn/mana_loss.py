"""What keeps players from losing unspent mana as steps and phases end, and what becomes of it instead (106.4, 500.5)."""

from __future__ import annotations

from reiterate.refusals import unsupported
from reiterate.rules.events.replacement import in_force, of_player
from reiterate.state.index import standing
from reiterate.state.model import EFFECTS, State
from reiterate.terms.effects_players import KeepMana
from reiterate.terms.replacement_effects import LostManaBecomes
from reiterate.terms.static_effects import KeepsMana


def kept(state: State, seat: int) -> frozenset[str]:
    """The kinds of mana that a player doesn't lose as this step or phase ends."""
    found = {
        kind for source, e in in_force(state, KeepsMana) if of_player(state, e.who, source, seat) for kind in e.kinds
    }
    for handle in standing(state, EFFECTS):
        cls = state.rows[handle].cls
        if isinstance(cls.term, KeepMana) and cls.controller == seat:
            found |= {*cls.term.kinds}
    return frozenset(found)


def becomes(state: State, seat: int) -> str:
    """The kind of mana that becomes of what a player would lose; "" where it is lost.

    Raises ``Unsupported`` where the player would choose among several kinds (616.1).
    """
    found = {e.kind for source, e in in_force(state, LostManaBecomes) if state.rows[source].cls.controller == seat}
    if len(found) > 1:
        raise unsupported("rule-616.1", "lost mana that would become mana of one of several kinds", "616.1")
    return min(found, default="")
