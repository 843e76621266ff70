"""Which rows have abilities that wait for a kind of event (603.2): most events set nothing off."""

from __future__ import annotations

from reiterate.rules.characteristics.evaluate import condition_holds, matches, statics, view
from reiterate.rules.characteristics.printed_characteristics import printed, proto_of
from reiterate.state.events import HEARD, HEARING_CARDS, UNHEARD
from reiterate.state.model import BATTLEFIELD, State
from reiterate.state.properties import DELAYED
from reiterate.terms.abilities import Keyword, Static, Triggered
from reiterate.terms.references import This
from reiterate.terms.static_effects import GrantAbilities, SilentEntering
from reiterate.terms.trigger_events import CastThis, CyclesThis, ToGraveyard


def hears(state: State, kind: str) -> bool:
    """Whether any ability on the battlefield, or a delayed one, may wait for events of this kind."""
    return bool(listeners(state, kind))


def listeners(state: State, kind: str) -> tuple[int, ...]:
    """The rows whose abilities may wait for events of this kind, oldest first.

    Some of them may be gone, or wait no more: who asks looks at the row.
    """
    kept = state.view
    known = kept.get(HEARD)
    if isinstance(known, Heard) and UNHEARD not in kept:
        return known.by_kind.get(kind, ())
    in_force = statics(state)
    if in_force.volatile and not in_force.whole:
        return tuple(state.rows)  # what permanents have may change with any amount
    new = kept.get(UNHEARD, ())
    if isinstance(known, Heard) and isinstance(new, tuple):
        known = _heard(state, known.by_kind, new)
    else:
        known = _heard(state, {}, tuple(state.rows))
    kept[HEARD] = known
    kept.pop(UNHEARD, None)
    return known.by_kind.get(kind, ())


class Heard:
    """Who may wait for each kind of event."""

    __slots__ = ("by_kind",)

    def __init__(self, by_kind: dict[str, tuple[int, ...]]) -> None:
        self.by_kind = by_kind


def _heard(state: State, before: dict[str, tuple[int, ...]], new: tuple[int, ...]) -> Heard:
    """Who waited for what, and what new rows, which are younger, wait for."""
    found: dict[str, list[int]] = {}
    for handle in new:
        row = state.rows.get(handle)
        if row is None:
            continue
        if row.cls.zone == BATTLEFIELD:
            for kind in view(state, handle).triggers:
                found.setdefault(kind, []).append(handle)
        elif row.cls.zone in HEARING_CARDS and row.cls.proto is not None:
            for kind in printed(row.cls).triggers:
                zone, _, event = kind.partition(" ")
                if event and zone == row.cls.zone:
                    found.setdefault(event, []).append(handle)
        elif row.cls.kind == DELAYED:
            trigger = getattr(row.cls.term, "trigger", None)
            found.setdefault(type(trigger).__name__, []).append(handle)
    if not found:
        return Heard(before)
    by_kind = before.copy()
    for kind, handles in found.items():
        by_kind[kind] = (*(h for h in by_kind.get(kind, ()) if h in state.rows), *handles)
    return Heard(by_kind)


def silent(state: State, handle: int) -> bool:
    """Whether an effect keeps what enters from causing abilities to trigger."""
    known = statics(state)
    if SilentEntering not in known.kinds:
        return False
    for source, ability in known.applied:
        if isinstance(ability.effect, SilentEntering) and (
            ability.condition is None or condition_holds(state, ability.condition, source)
        ):
            wanted = ability.effect.filter
            if matches(state, wanted, handle, state.rows[source].cls.controller, source):  # 801.10 is asked there
                return True
    return False


def watches_itself(ability: Triggered) -> bool:
    """Whether an ability triggers on what happens to its own card, wherever that is."""
    trigger = ability.trigger
    return isinstance(trigger, CastThis | CyclesThis) or (isinstance(trigger, ToGraveyard) and trigger.subject_this)


def given_to_itself(state: State, handle: int, seat: int, name: str = "") -> tuple[Keyword, ...]:
    """The keywords that a card being cast, or a spell, gives itself where its condition is true (113.6e, 601.3d).

    ``name``: those of this name alone; conditions of others are not asked.
    """
    return tuple(
        keyword
        for ability in proto_of(state.rows[handle].cls).abilities
        if isinstance(ability, Static)
        and isinstance(ability.effect, GrantAbilities)
        and ability.effect.subject == This()
        for keyword in ability.effect.abilities
        if isinstance(keyword, Keyword) and name in ("", keyword.name)
        if ability.condition is None or condition_holds(state, ability.condition, handle, seat)
    )
