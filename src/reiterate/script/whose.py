"""Whose an ability is: on the stack, waiting for it, resolving, or asked about (113.7).

An ability that reads nothing of its source keeps no word of it, so that like ones are one row. Its source is then looked for
among all that everybody sees. Where things of several names have the ability, all of these names are said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from reiterate.refusals import Unsupported
from reiterate.rules.access.faces import faces_of
from reiterate.rules.access.questions import asked_ability
from reiterate.rules.access.state_access import about
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.characteristics.printed_characteristics import Characteristics, printed
from reiterate.rules.decisions.pending import asked, entry_text
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.rules.positions.seen_by import is_hidden
from reiterate.rules.positions.under_way import with_mode
from reiterate.script.naming_words import ability_called, any_of
from reiterate.state.model import BATTLEFIELD, GAME, Ref, Row, State
from reiterate.state.properties import ABOUT, PLAYER, REST, SOURCE
from reiterate.terms.abilities import Activated, Triggered
from reiterate.terms.base import Ability, Part, Term, children, field_names, replace, walk, with_fields
from reiterate.terms.effects_structure import Delayed, Reflexive
from reiterate.terms.proto import Proto
from reiterate.terms.references import DEFENDING, LESSER, SEAT, THAT_PLAYER, Compare, Filter, You
from reiterate.terms.trigger_events import WhenDone

#: Whose objects a set is of, as an ability says it and as it stands there once it has triggered.
_FILLED: Final = frozenset((THAT_PLAYER, DEFENDING, *(f"{SEAT}{seat}" for seat in range(100))))


# --- what of an ability stands on the stack ----------------------------------------------------------------------


def _loosened(node: Part) -> Part:
    """A term without what is filled in as an ability triggers: the player of its event, and a number that left (603.3d, 608.2h)."""
    if isinstance(node, tuple):
        return tuple(_loosened(child) for child in node)
    if not isinstance(node, Term):
        return node
    made = with_fields(node, {name: _loosened(child) for name, child in children(node)})
    if isinstance(made, Filter) and made.controller in _FILLED:
        made = replace(made, controller=SEAT)
    if isinstance(made, Compare) and made.amount is None and made.op in (LESSER, "<="):
        made = replace(made, op="<=", value=0)
    return made


@lru_cache(maxsize=4096)
def _as_met(ability: Term) -> Part:
    """An ability on the stack, as ``_stood`` has it."""
    return _loosened(ability)


@lru_cache(maxsize=4096)
def _stood(ability: Ability) -> frozenset[Part]:
    """All that can stand on the stack by an ability: itself, with each mode, and what it sets up for later (603.7, 603.12, 700.2)."""
    found: set[Part] = set()
    for each in (ability, *_later(ability)):
        found.update(_loosened(chosen) for chosen in with_modes(each))
    return frozenset(found)


def _later(node: Part) -> Iterator[Triggered]:
    """The delayed and reflexive abilities in a term. Abilities that it gives to others, and of what it makes, are not its own."""
    if isinstance(node, Delayed):
        yield Triggered(node.trigger, node.effects)
    elif isinstance(node, Reflexive):
        yield Triggered(WhenDone(), node.effects, node.targets)
    parts = (
        node if isinstance(node, tuple) else [child for _, child in children(node)] if isinstance(node, Term) else ()
    )
    for child in parts:
        if not isinstance(child, Ability | Proto):
            yield from _later(child)


# --- who has it ----------------------------------------------------------------------------------------------------


def _abilities(state: State, handle: int, row: Row) -> Iterable[Ability]:
    """What an object has: on the battlefield as continuous effects make it, elsewhere as printed, on each of its faces."""
    assert row.cls.proto is not None
    if row.cls.zone == BATTLEFIELD:
        return _all_of(view(state, handle))
    faces = (each for face in faces_of(row.cls.proto).values() for each in face.abilities)
    return [*_all_of(printed(row.cls)), *faces]


def _all_of(has: Characteristics) -> list[Ability]:
    """Abilities, and what keywords stand for."""
    return [*has.abilities, *has.activated, *(each for found in has.triggers.values() for each in found)]


def sources(state: State, fits: Callable[[Ability], bool]) -> list[int]:
    """The objects that have such an ability, of those that everybody sees. Raises ``Unsupported`` where an object can't be worked out."""
    return [
        handle
        for handle, row in state.rows.items()
        if row.cls.proto is not None
        and row.cls.proto != UNKNOWN_CARD
        and not is_hidden(row.cls)
        and any(fits(ability) for ability in _abilities(state, handle, row))
    ]


def sources_of(state: State, term: Term) -> list[int]:
    """The objects by which this can stand on the stack, as ``sources`` finds them."""
    wanted = _as_met(term)
    return sources(state, lambda ability: wanted in _stood(ability))


def _named(state: State, find: Callable[[], list[int]]) -> tuple[str, ...]:
    """The names of what is found, each once, in the order of the alphabet; none where that can't be worked out."""
    try:
        protos = [state.rows[handle].cls.proto for handle in find()]
    except Unsupported:
        return ()
    return tuple(sorted({proto.name for proto in protos if proto is not None}))


def with_modes(ability: Term) -> tuple[Term, ...]:
    """An ability as it may lie on the stack: as it is printed, and with each of its modes chosen (700.2)."""
    if not isinstance(ability, Activated | Triggered):
        return (ability,)
    return ability, *(with_mode(ability, number) for number in range(1, len(ability.modes) + 1))


def source_names(state: State, handle: int) -> tuple[str, ...]:
    """The names of what a stack entry is of: a spell itself, what an ability refers to, or all that may have made it."""
    row = state.rows[handle]
    source = row.refs.get(SOURCE)
    cls = row.cls
    if isinstance(source, Ref):
        cls = state.rows[source.row].cls
    elif source is not None:
        cls = source.cls
    if cls.proto is not None:
        return (cls.proto.name,)
    term = cls.term
    return _named(state, lambda: sources_of(state, term)) if isinstance(term, Ability) else ()


def asking_names(state: State, handle: int, effect: Term) -> tuple[str, ...]:
    """The names of the sources of what waits in the middle of its resolution.

    In: the row of the resolution, and the effect in which it waits; of several players one may be left that it is about.
    """

    def holds(ability: Term) -> bool:
        found: list[Term] = []
        walk(ability, lambda each: found.append(each) if _of_anybody(each) == wanted else None)
        return bool(found)

    wanted = _of_anybody(effect)
    return source_names(state, handle) or _named(state, lambda: sources(state, holds))


def _of_anybody(effect: Term) -> Term:
    """An effect without the player whom it is about."""
    return with_fields(effect, {"who": You()}) if "who" in field_names(type(effect)) else effect


# --- words for it --------------------------------------------------------------------------------------------------


def with_source(text: str, names: Sequence[str]) -> str:
    """What an ability does, its sources' names where the words leave a place for them."""
    return text.replace("~", any_of(names)) if names else text


def ability_told(state: State, handle: int) -> str:
    """What an ability on the stack, or waiting for it, does; and whose it is, where its words don't name its source (113.7)."""
    names = source_names(state, handle)
    text = with_source(entry_text(state, handle), names)
    triggered = isinstance(state.rows[handle].cls.term, Triggered)
    return text if not names or all(name in text for name in names) else f"{ability_called(names, triggered)}: {text}"


def named_source(state: State, term: Term | None) -> str:
    """The one name of what has an ability in a position; "" where there is none, or several."""
    names = _named(state, lambda: sources_of(state, term)) if isinstance(term, Ability) else ()
    return names[0] if len(names) == 1 else ""


def source_row(state: State, handle: int) -> int | None:
    """The row that an ability on the stack comes from, where one alone can be that; None for a spell and for what has left."""
    row = state.rows[handle]
    source, term = row.refs.get(SOURCE), row.cls.term
    if source is not None or not isinstance(term, Ability):
        return source.row if isinstance(source, Ref) else None
    try:
        rows = sources_of(state, term)
    except Unsupported:
        return None
    return rows[0] if len(rows) == 1 else None


def source_name(state: State, handle: int) -> str:
    """The names of ``source_names`` in words; "" where there is none."""
    names = source_names(state, handle)
    return any_of(names) if names else ""


def asking(state: State) -> str:
    """The names of the sources of what asks for a choice now: it waits for a target, or is resolving; "" for a player with priority."""
    row = state.rows.get(about(state)) if ABOUT in state.rows[GAME].refs else None
    if row is None or row.cls.kind == PLAYER:
        return ""
    rest = row.cls.prop(REST, ())
    effect = rest[0] if rest else None
    if not isinstance(effect, Term):
        return source_name(state, about(state))
    names = asking_names(state, about(state), effect)
    return any_of(names) if names else ""


def asked_sources(state: State) -> str:
    """The names of the possible sources of the ability of which a mode is asked for, in words; "" where there are none."""
    term = asked_ability(state)
    names = () if term is None else _named(state, lambda: sources_of(state, term))
    return any_of(names) if names else ""


def asked_about(state: State) -> str:
    """The ability of which a mode or a target is asked for, by its sources; "" where that is none, or they are not known."""
    if asked(state) == "target":
        names, term = source_names(state, about(state)), state.rows[about(state)].cls.term
    else:
        term = asked_ability(state)
        names = () if term is None else _named(state, lambda: sources_of(state, term))
    return ability_called(names, isinstance(term, Triggered)) if names else ""
