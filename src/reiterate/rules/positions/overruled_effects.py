"""Effects until end of turn that a later effect on the same object overrules wholly (613.7).

In its layer the later effect is applied after the earlier one, whatever comes between them. Both end at the same time.
So no rule can tell whether the earlier one is there. Two cases are seen: a later effect that sets colors overrules
one that does nothing but set colors, and a later effect overrules an earlier one that says the same.
"""

from __future__ import annotations

from reiterate.amounts import identical
from reiterate.state.model import EFFECTS, ONE, Ref, Row, State
from reiterate.state.properties import ON, TIMESTAMPS
from reiterate.terms.effects_continuous import Become


def without_overruled(state: State) -> State:
    """The state without effects that are overruled; the same state where it has none."""
    gone = _overruled(state)
    if not gone:
        return state
    rows = {handle: row for handle, row in state.rows.items() if handle not in gone}
    if any(isinstance(ref, Ref) and ref.row in gone for row in rows.values() for ref in row.refs.values()):
        return state
    kept = tuple(handle for handle in state.seqs[TIMESTAMPS] if handle not in gone)
    return State(rows, {**state.seqs, TIMESTAMPS: kept}, state.tally, state.labels, state.fresh)


def _overruled(state: State) -> set[int]:
    """The overruled effects, seen from the latest effect back."""
    gone: set[int] = set()
    said: set[tuple[int, int]] = set()  # what later effects say of which object
    coloured: set[int] = set()  # objects of which a later effect sets the colors
    for handle in reversed(state.seqs.get(TIMESTAMPS, ())):
        row = state.rows[handle]
        about, effect = _about(row), row.cls.term
        if about < 0 or not isinstance(effect, Become):
            continue
        if (id(row.cls), about) in said or (_only_colors(effect) and about in coloured):
            gone.add(handle)
        elif _says_the_same_twice(effect):
            said.add((id(row.cls), about))
        if effect.colors is not None and not effect.more_colors:
            coloured.add(about)
    return gone


def _about(row: Row) -> int:
    """The one object that an effect until end of turn is about; -1 where it is none, or about more."""
    effect, on = row.cls.term, row.refs.get(ON)
    lasts = row.cls.zone == EFFECTS and isinstance(effect, Become) and effect.duration == "turn"
    single = len(row.refs) == 1 and isinstance(on, Ref) and on.mode == ONE and identical(row.n, 1)
    return on.row if lasts and single and isinstance(on, Ref) and all(identical(v, 0) for v in row.num.values()) else -1


def _says_the_same_twice(effect: Become) -> bool:
    """Whether an effect after itself changes nothing more: it gives no abilities, and takes nothing away."""
    return not (effect.abilities or effect.clear or effect.instead or effect.retype)


def _only_colors(effect: Become) -> bool:
    """Whether an effect does nothing but set colors."""
    others = effect.types or effect.subtypes or effect.power is not None or effect.toughness is not None
    return effect.colors is not None and not effect.more_colors and not others and _says_the_same_twice(effect)
