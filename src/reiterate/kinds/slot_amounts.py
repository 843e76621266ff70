"""Every amount of a state by slot, last known amounts of gone objects included; and whether a card reads the stack."""

from __future__ import annotations

from functools import cache
from typing import Final

from reiterate.amounts import Amount, differ
from reiterate.loops.head_slots import Slot, amounts_of, fill
from reiterate.state.model import STACK, Class, Gone, Row, State
from reiterate.state.progression_rows import has_progressions
from reiterate.terms.base import Term, children, walk
from reiterate.terms.trigger_events import StateIs
from reiterate.terms.vocabulary import ON_STACK

#: Between the name of a reference and a slot last known of what it referred to.
_LAST: Final = "\n"


def written_amounts(state: State) -> dict[Slot, Amount]:
    """Every amount written in a state, by slot, with those last known of objects that are gone.

    ``Unsupported`` where tokens differ by equal steps: they are not followed through every answer.
    """
    if has_progressions(state):
        raise differ("following every answer")
    amounts = amounts_of(state)
    for handle, row in state.rows.items():
        for name, ref in row.refs.items():
            if isinstance(ref, Gone):
                amounts.update({(handle, name + _LAST + slot): value for slot, value in ref.num.items()})
    return amounts


def filled(state: State, values: dict[Slot, Amount]) -> State:
    """A copy of a state with other amounts in the given slots."""
    made = fill(state, {slot: value for slot, value in values.items() if _LAST not in slot[1]})
    for (handle, written), value in values.items():
        name, last, slot = written.partition(_LAST)
        if last:
            row = made.rows[handle]
            gone = row.refs[name]
            assert isinstance(gone, Gone)
            refs = {**row.refs, name: Gone(gone.cls, {**gone.num, slot: value})}
            made.rows[handle] = Row(row.cls, row.num, row.n, refs)
    return made


def reads_stack(state: State) -> bool:
    """Whether any card or ability in the game could read a part of the stack that is not on top."""
    return any(_reads_stack(row.cls) for row in state.rows.values())


@cache
def _reads_stack(cls: Class) -> bool:
    """Whether what is printed on a class, or what was done to it, could read such a part."""
    terms: list[Term] = []

    def visit(node: Term) -> None:
        if isinstance(node, StateIs) or any(map(_names_stack, (value for _, value in children(node)))):
            terms.append(node)

    for part in (cls.term, cls.proto, cls.marks):
        walk(part, visit)
    return bool(terms)


def _names_stack(value: object) -> bool:
    """Whether the word of a field, or one of several, speaks of the stack: by its name, or a keyword that binds players from there."""
    words = value if isinstance(value, tuple) else (value,)
    return any(isinstance(word, str) and (STACK in word.split() or word in ON_STACK) for word in words)
