"""Limited range of influence (801): how many seats away players and objects can affect each other.

The game's row has the property "range" where the option is used. Who is how far away is settled as
each turn begins (801.2c): until then a player who has left still counts as a seat. What a spell,
ability or effect may see or change is asked here, at the places where players and objects are
listed. Effects of kinds that don't pass through these places declare so (``ranged``) and are refused by name.
"""

from __future__ import annotations

from reiterate.refusals import unsupported
from reiterate.rules.access.state_access import opponents, turn_into
from reiterate.state.events import Draft
from reiterate.state.model import GAME, Row, State
from reiterate.state.properties import CHOSEN_PLAYER, LOST, PLAYER, RANGE, UNSEATED
from reiterate.terms.base import Deed, Term
from reiterate.terms.static_effects import StaticEffect


def limited(state: State) -> bool:
    """Whether the game uses a limited range of influence."""
    return RANGE in state.rows[GAME].cls.by_prop


def chosen_seat(state: State, source: int) -> int:
    """The seat of the player chosen as a source entered, -1 with none chosen (208.2a)."""
    if source not in state.rows:
        raise unsupported("rule-607", "the chosen player of something that is gone", "607.2d")
    word = state.rows[source].cls.prop(CHOSEN_PLAYER, "")
    return int(word[1:]) - 1 if word else -1


def in_range(state: State, seat: int, other: int) -> bool:
    """Whether a player is within another's range of influence (801.2); -1 is nobody in particular."""
    reach = state.rows[GAME].cls.by_prop.get(RANGE)
    if reach is None or seat == other or seat < 0 or other < 0:
        return True
    assert isinstance(reach, int)
    ring = _ring(state)
    if seat not in ring or other not in ring:
        return False
    ahead = (ring.index(other) - ring.index(seat)) % len(ring)
    return min(ahead, len(ring) - ahead) <= reach


def _ring(state: State) -> list[int]:
    """The seats that count, in turn order."""
    rows = state.rows.values()
    return [row.cls.owner for row in rows if row.cls.kind == PLAYER and UNSEATED not in row.cls.by_prop]


def sees(state: State, seat: int, handle: int) -> bool:
    """Whether a player, or an object by its controller or owner, is within a player's range of influence (801.2d)."""
    rows = state.rows
    if RANGE not in rows[GAME].cls.by_prop or handle not in rows:
        return True
    return in_range(state, seat, rows[handle].cls.controller)


def rivals(state: State, seat: int) -> list[int]:
    """A player's opponents within their range of influence."""
    return [other for other in opponents(state, seat) if in_range(state, seat, other)]


def reseat(draft: Draft) -> None:
    """Who is within whose range is settled anew as a turn begins (801.2c)."""
    if limited(draft):
        for handle, row in list(draft.rows.items()):
            if row.cls.kind == PLAYER and row.cls.prop(LOST) and not row.cls.prop(UNSEATED):
                turn_into(draft, "", handle, row.cls.with_prop(UNSEATED, True))


def noticed(state: State, seat: int, happened_to: int, objects: tuple[int, ...], last: Row | None) -> bool:
    """Whether an event happens entirely within a player's range of influence (801.7)."""
    if not in_range(state, seat, happened_to):
        return False
    if last is not None and not in_range(state, seat, last.cls.controller):
        return False
    return all(sees(state, seat, handle) for handle in objects)


def check_effect(state: State, effect: Term) -> None:
    """Refuse an effect that isn't scoped in a game with a limited range of influence (801.10)."""
    if limited(state) and not (isinstance(effect.says, Deed) and effect.says.ranged):
        raise unsupported("rule-801", f"{type(effect).__name__} with a limited range of influence", "801.10")


def check_static(state: State, effect: StaticEffect) -> None:
    """The same for what a static ability does; what reaches cards in all zones isn't scoped."""
    if (not effect.says.ranged or getattr(effect, "everywhere", False)) and limited(state):
        raise unsupported("rule-801", f"{type(effect).__name__} with a limited range of influence", "801.10")
