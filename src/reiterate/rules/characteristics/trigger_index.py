"""Which kinds of events any triggered ability waits for: most events set nothing off, and that is known at once (603.2)."""

from __future__ import annotations

from reiterate.rules.characteristics.evaluate import condition_holds, matches, statics, view
from reiterate.state.events import HEARD
from reiterate.state.model import BATTLEFIELD, State
from reiterate.state.properties import DELAYED
from reiterate.terms.abilities import Triggered
from reiterate.terms.static_effects import SilentEntering
from reiterate.terms.trigger_events import CastThis, CyclesThis, ToGraveyard


def hears(state: State, kind: str) -> bool:
    """Whether any ability on the battlefield, or a delayed one, may wait for events of this kind."""
    known = state.view.get(HEARD)
    if not isinstance(known, Heard) or known.fresh != state.fresh:
        in_force = statics(state)
        if in_force.volatile and not in_force.whole:
            return True  # what permanents have may change with any amount
        known = state.view[HEARD] = _heard(state, known if isinstance(known, Heard) else Heard(frozenset(), 0))
    return kind in known.kinds


class Heard:
    """The kinds of events that abilities of the rows before the handle ``fresh`` wait for; of some that are gone, too."""

    __slots__ = ("fresh", "kinds")

    def __init__(self, kinds: frozenset[str], fresh: int) -> None:
        self.kinds = kinds
        self.fresh = fresh


def _heard(state: State, known: Heard) -> Heard:
    """What was known, and the kinds that younger rows add."""
    found: set[str] = set()
    for handle in reversed(state.rows):  # the youngest first
        if handle < known.fresh:
            break
        row = state.rows[handle]
        if row.cls.zone == BATTLEFIELD:
            found.update(view(state, handle).triggers)
        elif row.cls.kind == DELAYED:
            found.add(type(getattr(row.cls.term, "trigger", None)).__name__)
    return Heard(known.kinds if found <= known.kinds else known.kinds | found, state.fresh)


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
