"""Day and night (731), and the permanents that are bound to them (702.145).

The game has one of two designations, or none yet. It comes with what is bound to it, and changes in the untap step.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import at_least, is_zero
from reiterate.refusals import unsupported
from reiterate.rules.access import faces
from reiterate.rules.access.state_access import active_seat, game, put, set_game, tell, text_prop, turn_into
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.evaluate import statics, view
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.triggers import fire
from reiterate.state.events import Draft
from reiterate.state.index import standing
from reiterate.state.model import HISTORIC, POINTING, WAITING, Ref, Row, State, player
from reiterate.state.properties import ABILITY, CAST_LATELY, DAYTIME, DELAYED, PRINTED, SOURCE, THIS_TURN, TURNED
from reiterate.state.text_reads import CAST
from reiterate.terms.abilities import Static
from reiterate.terms.base import has_kind
from reiterate.terms.effects_permanents import Transform
from reiterate.terms.static_effects import Bound
from reiterate.terms.trigger_events import Transforms

DAY: Final = "day"
NIGHT: Final = "night"


def turn_over(draft: Draft, handle: int) -> bool:
    """Turn a permanent over if it can transform (701.27a, 613.7g); whether it did."""
    cls = faces.transformed(draft.rows[handle].cls)
    if cls is None:
        return False
    turn_into(draft, "transforms", handle, cls)
    continuous_effects.restamp(draft, handle)
    _transformed_since(draft, handle)
    return True


def _transformed_since(draft: Draft, handle: int) -> None:
    """Remember at the abilities of a permanent that would transform it that it has transformed (701.27f).

    Raises ``Unsupported`` for one that waits to be put on the stack.
    """
    for frame in draft.frames:
        ref = frame.refs.get(SOURCE)
        if isinstance(ref, Ref) and ref.row == handle:
            frame.num = {**frame.num, TURNED: 1}
    for other in standing(draft, POINTING):
        row = draft.rows[other]
        ref = row.refs.get(SOURCE)
        if not isinstance(ref, Ref) or ref.row != handle or row.cls.kind not in (ABILITY, DELAYED):
            continue
        if row.cls.term is None or not has_kind(row.cls.term, Transform):
            continue
        if row.cls.zone == WAITING:
            raise unsupported("rule-701.27f", "a permanent that transforms while an ability waits to do so", "701.27f")
        put(draft, "", other, TURNED, 1)


def told(draft: Draft, done: list[int]) -> None:
    """What watches permanents that transformed at the same time.

    Raises ``Unsupported`` where the order of their timestamps could matter (613.7m).
    """
    if sum(draft.rows[handle].cls.ordered for handle in done) > 1:
        raise unsupported("rule-613.7m", "the order of several permanents that transform at the same time", "613.7m")
    for handle in done:
        row = draft.rows[handle]
        fire(draft, Happening(Transforms.__name__, handle, row.cls.controller, count=row.n))


# --- day and night -------------------------------------------------------------------------------


def is_bound(state: State, handle: int) -> bool:
    """Whether a permanent transforms by day and night alone (702.145b, 702.145e)."""
    return any(isinstance(ability.effect, Bound) for ability in view(state, handle).statics)


def due(state: State) -> str:
    """The designation that the game gets now; "" for none (702.145d, 702.145g)."""
    if text_prop(game(state), DAYTIME) or Bound not in statics(state).kinds:
        return ""
    bound = {ability.effect.time for _, ability in statics(state).applied if isinstance(ability.effect, Bound)}
    return DAY if DAY in bound else NIGHT


def turning(state: State) -> list[int]:
    """The permanents that transform now, because it is not the time that they are bound to (702.145c, 702.145f)."""
    now = text_prop(game(state), DAYTIME)
    if not now or Bound not in statics(state).kinds:
        return []
    applied = statics(state).applied
    found = {h: None for h, a in applied if isinstance(a.effect, Bound) and a.effect.time != now}
    return [handle for handle in found if faces.transformed(state.rows[handle].cls) is not None]


def settle_daytime(draft: Draft) -> None:
    """It becomes day or night with what is bound to it, and what is bound to the other one transforms (702.145)."""
    if HISTORIC not in draft.index or Bound not in statics(draft).kinds:  # a text with such a word reads a history
        return
    if word := due(draft):
        become(draft, word)
    done = [handle for handle in turning(draft) if turn_over(draft, handle)]
    told(draft, done)


def become(draft: Draft, word: str) -> None:
    """It becomes day, or night (731.1)."""
    set_game(draft, game(draft).with_prop(DAYTIME, word))
    tell(draft, f"it becomes {word}")
    draft.news = True


def as_it_enters(state: State, row: Row) -> Row:
    """The row of a permanent that enters transformed because it is night (702.145b)."""
    if text_prop(game(state), DAYTIME) != NIGHT or row.cls.proto is None or row.cls.by_prop.get(PRINTED):
        return row
    own = proto_of(row.cls).abilities
    if not any(isinstance(a, Static) and isinstance(a.effect, Bound) and a.effect.time == DAY for a in own):
        return row
    cls = faces.transformed(row.cls)
    return row if cls is None else Row(cls, row.num, row.n, row.refs)


def remember_turn(draft: Draft) -> None:
    """How many spells the active player cast in the turn that ends, as far as day and night ask (731.2)."""
    cast = draft.rows[player(active_seat(draft))].get(THIS_TURN + CAST)
    word: str | bool = False
    if text_prop(game(draft), DAYTIME):
        word = "none" if is_zero(cast, "731.2a") else "two" if at_least(cast, 2, "731.2b") else False
    set_game(draft, game(draft).with_prop(CAST_LATELY, word))


def check_previous_turn(draft: Draft) -> None:
    """The second part of the untap step: the previous turn may make it night or day (731.2)."""
    now, cast = text_prop(game(draft), DAYTIME), text_prop(game(draft), CAST_LATELY)
    if (now, cast) == (DAY, "none"):
        become(draft, NIGHT)
    elif (now, cast) == (NIGHT, "two"):
        become(draft, DAY)
    else:
        return
    settle_daytime(draft)
