"""Moves of the search that leave a step or a turn: whole lines of passes, offered only where they could come back.

Nobody comes back to a step of the same turn without an additional phase, nor to a turn of their own before their
opponents' turns without an extra turn. So a board on which nothing makes either is not searched this way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reiterate.refusals import Refusal
from reiterate.rules import combat
from reiterate.rules.choices import Choice
from reiterate.rules.features import printed
from reiterate.rules.step import step
from reiterate.rules.turn import excess_cards, step_name
from reiterate.rules.turn_events import PHASES, TURNS
from reiterate.rules.verify import asked, verify
from reiterate.rules.world import active_seat, number_prop
from reiterate.script.describe import name_of
from reiterate.script.sentences import passes_of, read_sentence
from reiterate.state.model import HAND, LIBRARY, State
from reiterate.terms.base import Term, walk
from reiterate.terms.deeds import ExtraPhases, ExtraTurn
from reiterate.terms.nodes import Proto, StepBegins, Triggered

#: Passes that one line may be.
LINE_BUDGET: Final = 80

#: What a line costs to look at: less than an action, as there are few of them.
ONWARD: Final = 4

_COMBAT: Final = ("attackers", "blockers", "firststrike", "damage", "endcombat")

_MAKES: dict[Proto, bool] = {}


def comes_back(state: State) -> bool:
    """Whether any card outside the libraries makes additional phases or extra turns, so that a step may come again."""
    protos = {row.cls.proto for row in state.rows.values() if row.cls.proto is not None and row.cls.zone != LIBRARY}
    return any(_makes(proto) for proto in protos)


def _makes(proto: Proto) -> bool:
    known = _MAKES.get(proto)
    if known is None:
        found: list[Term] = []

        def visit(node: Term) -> None:
            if isinstance(node, ExtraTurn | ExtraPhases):
                found.append(node)

        walk(proto.abilities, visit)
        known = _MAKES[proto] = bool(found)
    return known


def onward(state: State, me: int) -> Iterator[str]:
    """The lines by which everybody may pass on from where ``me``, the active player, has priority on an empty stack."""
    here = step_name(state)
    if asked(state) != "priority" or state.stack or number_prop(state.game, "passes") or active_seat(state) != me:
        return
    if here in ("upkeep", "draw"):
        yield "all pass to main phase"
        return
    if here in ("main1", "main2", "combat"):
        again = here != "main2" or bool(state.seqs.get(PHASES))
        if again and combat.could_attack(state, me):
            yield "all pass to declare attackers"
        if here == "main1" and _begins(state, me, "main2"):
            yield "all pass to second main"
    if here in ("attackers", "blockers"):
        yield "all pass to combat damage"
    if here in _COMBAT:
        yield "all pass to combat" if _next_is_combat(state) else "all pass to second main"
    if here in ("main1", "main2") and _begins(state, me, "end"):
        yield "all pass to end step"
    if state.seqs.get(TURNS) and state.rows[state.seqs[TURNS][0]].cls.controller == me:
        for target in ("all pass to next main phase", "all pass to next turn"):
            yield target
            yield from (f"{target} discarding {words}" for words in _to_discard(state, me))


def _next_is_combat(state: State) -> bool:
    seq = state.seqs.get(PHASES, ())
    phases = state.rows[seq[0]].cls.prop("phases") if seq else ()
    return isinstance(phases, tuple) and phases[:1] == ("combat",)


def _begins(state: State, me: int, step: str) -> bool:
    """Whether a permanent triggers as a player's step begins."""
    for row in state.rows.values():
        if row.cls.zone == "battlefield" and row.cls.proto is not None:
            for ability in printed(row.cls).abilities:
                event = ability.trigger if isinstance(ability, Triggered) else None
                if isinstance(event, StepBegins) and event.step == step and (
                    event.whose == "each" or (event.whose == "you") == (row.cls.controller == me)
                ):
                    return True
    return False


def _to_discard(state: State, me: int) -> list[str]:
    """The cards of a hand by name, where its player may come to have too many of them (514.1)."""
    hand = [h for h, row in state.rows.items() if row.cls.zone == HAND and row.cls.owner == me]
    full = type(excess_cards(state, me)) is int and len(hand) > 1
    return list(dict.fromkeys(name_of(state, h) for h in hand)) if full else []


def pass_on(state: State, line: str, me: int) -> tuple[State, int] | None:
    """The state after a line of passes and how many choices it was; None where it can't be read or a turn is another's."""
    rest = read_sentence(state, line)
    if not isinstance(rest, tuple):
        return None
    made = 0
    while made <= LINE_BUDGET:
        read = passes_of(state, rest)
        if read is None:
            return state, made
        if isinstance(read, Refusal):
            return None
        choice: Choice = read[0]
        if verify(state, choice) is not None:
            return None
        state, rest = step(state, choice)[0], read[1]
        made += 1
        if asked(state) == "over" or active_seat(state) != me:
            return None
    return None
