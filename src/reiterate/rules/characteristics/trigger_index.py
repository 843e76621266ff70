"""Which rows have abilities that wait for a kind of event: most events set nothing off, and that is known at once (603.2)."""

from __future__ import annotations

from reiterate.rules.characteristics.evaluate import condition_holds, matches, statics, view
from reiterate.state.events import HEARD
from reiterate.state.model import BATTLEFIELD, State
from reiterate.state.properties import DELAYED
from reiterate.terms.abilities import Triggered
from reiterate.terms.filters import Filter
from reiterate.terms.static_effects import SilentEntering
from reiterate.terms.trigger_events import CastThis, CyclesThis, ToGraveyard


def hears(state: State, kind: str) -> bool:
    """Whether any ability on the battlefield, or a delayed one, may wait for events of this kind."""
    return bool(listeners(state, kind))


def listeners(state: State, kind: str) -> tuple[int, ...]:
    """The rows whose abilities may wait for events of this kind, oldest first.

    Some of them may be gone, or wait no more: who asks looks at the row.
    """
    known = state.view.get(HEARD)
    if not isinstance(known, Heard) or known.fresh != state.fresh:
        in_force = statics(state)
        if in_force.volatile and not in_force.whole:
            return tuple(state.rows)  # what permanents have may change with any amount
        known = state.view[HEARD] = _heard(state, known if isinstance(known, Heard) else Heard({}, 0))
    return known.by_kind.get(kind, ())


class Heard:
    """Who may wait for each kind of event, of the rows before the handle ``fresh``."""

    __slots__ = ("by_kind", "fresh")

    def __init__(self, by_kind: dict[str, tuple[int, ...]], fresh: int) -> None:
        self.by_kind = by_kind
        self.fresh = fresh


def _heard(state: State, known: Heard) -> Heard:
    """What was known, and what younger rows wait for; without those that are gone, where more come."""
    found: dict[str, list[int]] = {}
    for handle in reversed(state.rows):  # the youngest first
        if handle < known.fresh:
            break
        row = state.rows[handle]
        if row.cls.zone == BATTLEFIELD:
            for kind in view(state, handle).triggers:
                found.setdefault(kind, []).append(handle)
        elif row.cls.kind == DELAYED:
            found.setdefault(type(getattr(row.cls.term, "trigger", None)).__name__, []).append(handle)
    by_kind = known.by_kind.copy() if found else known.by_kind
    for kind, handles in found.items():
        by_kind[kind] = (*(h for h in by_kind.get(kind, ()) if h in state.rows), *reversed(handles))
    return Heard(by_kind, state.fresh)


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
            assert isinstance(wanted, Filter)
            if matches(state, wanted, handle, state.rows[source].cls.controller, source):  # 801.10 is asked there
                return True
    return False


def watches_itself(ability: Triggered) -> bool:
    """Whether an ability triggers on what happens to its own card, wherever that is."""
    trigger = ability.trigger
    return isinstance(trigger, CastThis | CyclesThis) or (isinstance(trigger, ToGraveyard) and trigger.subject_this)
