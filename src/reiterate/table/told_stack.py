"""What is on the stack as people tell it: whose ability it is by the name of its source, what it does, and at whom it aims.

An ability that reads nothing of its source keeps no word of it (``State``). Its source is then found by the ability itself, and is
named where cards of one name alone have that ability in zones that everybody sees.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from reiterate.refusals import Unsupported
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.turn.seen_by import HIDDEN
from reiterate.show.answer import Board, Waiting
from reiterate.show.building_board import board_of, object_ids, waiting_of
from reiterate.show.screen_board import waiting_words
from reiterate.state.model import BATTLEFIELD, STACK, State
from reiterate.state.properties import ABILITY
from reiterate.terms.base import Ability


def told_board(state: State) -> Board:
    """A board on which the abilities on the stack name their sources."""
    found = board_of(state)
    return msgspec.structs.replace(found, stack=told_stack(state)) if found.stack else found


def told_stack(state: State) -> list[Waiting]:
    """The stack from its top; abilities name their sources."""
    ids = object_ids(state)
    return [_told(state, handle, ids) for handle in state.stack]


def entry_words(found: Waiting) -> str:
    """An entry of the stack: ``Prodigal Sorcerer's ability: ..., targeting p2 (p1)``; a spell by its name."""
    if found.source in ("", found.text):
        return waiting_words(found)
    said = f"{found.source}'s ability"
    text = said if found.no_words else f"{said}: {found.text}"
    return waiting_words(msgspec.structs.replace(found, text=text))


def moved_on_stack(before: State, after: State) -> tuple[list[str], list[str]]:
    """What came onto the stack and what left it from one position of a game to another, in words.

    Rows keep their handles from choice to choice, so the handles are compared, and no number is.
    """
    gone = [handle for handle in before.stack if handle not in after.stack]
    come = [handle for handle in after.stack if handle not in before.stack]
    return [entry_words(_told(after, each, {})) for each in come], [
        entry_words(_told(before, each, {})) for each in gone
    ]


def _told(state: State, handle: int, ids: Mapping[int, str]) -> Waiting:
    found, cls = waiting_of(state, handle, ids), state.rows[handle].cls
    if cls.kind != ABILITY or not isinstance(cls.term, Ability):
        return found
    source = found.source or _only_source(state, cls.term)
    text = found.text.replace("~", source) if source else found.text
    return msgspec.structs.replace(found, source=source, text=text)


def _only_source(state: State, ability: Ability) -> str:
    """The one name of the cards that have an ability, as continuous effects make them; "" where there is none, or several."""
    names: set[str] = set()
    for handle, row in state.rows.items():
        proto = row.cls.proto
        if proto is None or row.cls.zone in (*HIDDEN, STACK):
            continue
        try:
            has = view(state, handle).abilities if row.cls.zone == BATTLEFIELD else proto.abilities
        except Unsupported:
            return ""
        if ability in has:
            names.add(proto.name)
    return names.pop() if len(names) == 1 else ""
