"""Effects until end of turn that change nothing: overruled by a later one (613.7), or of a keyword that is not there (613.1f).

Effects that take away a keyword until end of turn which their object could not have (613.1f).

No rule can tell such an effect from no effect at all. Every later effect that gives the keyword overrules it (613.7).
So it matters only where something that is older gives the keyword, or may come to give it.

Effects until end of turn that a later effect on the same object overrules wholly (613.7).

In its layer the later effect is applied after the earlier one, whatever comes between them. Both end at the same time.
So no rule can tell whether the earlier one is there. Two cases are seen. A later effect that sets colors overrules
one that does nothing but set colors. A later effect overrules an earlier one that says the same.
"""

from __future__ import annotations

from functools import cache

from reiterate.amounts import identical
from reiterate.state.model import EFFECTS, ONE, Ref, Row, State
from reiterate.state.properties import COUNTER, ON, TIMESTAMPS
from reiterate.terms.abilities import Keyword, Static
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_continuous import Become, GainKeywords, LoseKeywords
from reiterate.terms.effects_spells import BecomeCopy
from reiterate.terms.proto import Proto
from reiterate.terms.references import This

# --- idle marks ----------------------------------------------------------------------------------


def without_idle_marks(state: State) -> State:
    """The state without effects that take away what their object could not have; the same state where it has none."""
    idle = {
        handle: lost - given
        for handle, row in state.rows.items()
        if row.cls.marks and (lost := _lost(row)) and (given := _kept_up(state, row)) is not None and lost - given
    }
    if not idle:
        return state
    rows = {handle: _without(row, idle[handle]) if handle in idle else row for handle, row in state.rows.items()}
    return State(rows, state.seqs, state.tally, state.labels, state.fresh)


def _lost(row: Row) -> frozenset[str]:
    """The keywords that a row has lost until end of turn."""
    return frozenset(word for mark in row.cls.marks if isinstance(mark, LoseKeywords) for word in mark.keywords)


def _kept_up(state: State, row: Row) -> frozenset[str] | None:
    """The keywords of which it is not shown that the row could not have them; None where none is shown (copies)."""
    found = {word for word in _lost(row) if not identical(row.get(f"{COUNTER}{word}"), 0)}
    if row.cls.proto is not None:
        found |= _printed(row.cls.proto)
    for mark in row.cls.marks:
        if not isinstance(mark, LoseKeywords):
            found |= _named(mark)
    for other in state.rows.values():
        if other.cls.proto is not None:
            if _copies(other.cls.proto):
                return None
            found |= _given_always(other.cls.proto)
        if other.cls.term is not None and other.cls.zone != "stack":
            found |= _named(other.cls.term)
    return frozenset(found)


def _named(term: Term) -> set[str]:
    """The keywords that a term names, but those that it only takes away."""
    found: set[str] = set()

    def visit(node: Term) -> None:
        if isinstance(node, GainKeywords):
            found.update(node.keywords)
        elif isinstance(node, Keyword):
            found.add(node.name)

    walk(term, visit)
    return found


@cache
def _printed(card: Proto) -> frozenset[str]:
    """The keywords that are printed on a card."""
    return frozenset(ability.name for ability in card.abilities if isinstance(ability, Keyword))


@cache
def _given_always(card: Proto) -> frozenset[str]:
    """The keywords that static abilities of a card speak of."""
    return frozenset().union(*(_named(ability) for ability in card.abilities if isinstance(ability, Static)))


@cache
def _copies(card: Proto) -> bool:
    """Whether a card turns permanents into copies, which brings printed keywords."""
    seen: list[Term] = []
    walk(card.abilities, lambda node: seen.append(node) if isinstance(node, BecomeCopy) else None)
    return bool(seen)


def _without(row: Row, idle: frozenset[str]) -> Row:
    """The row without its losing these keywords."""
    marks: list[Term] = []
    for mark in row.cls.marks:
        if not isinstance(mark, LoseKeywords):
            marks.append(mark)
        elif kept := tuple(word for word in mark.keywords if word not in idle):
            marks.append(LoseKeywords(This(), kept))
    return Row(row.cls.but("marks", tuple(marks)), row.num, row.n, row.refs)


# --- overruled effects ---------------------------------------------------------------------------


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
