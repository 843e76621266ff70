"""The legal choices of a position as lines of a script, numbered for people."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Final

from reiterate.amounts import Amount
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import (
    ACTIVATE,
    ASSIGN,
    ATTACK,
    BLOCK,
    CAST,
    COUNT,
    ORDER,
    PASS,
    PLAY,
    TARGET,
    Choice,
    Option,
)
from reiterate.rules.access.questions import ASK, SEARCHING, question_of
from reiterate.rules.decisions.filling import first, told_apart
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.turn.combat_ways import all_named, attacks_of_several, blocks_of_several
from reiterate.script.sentences import plain_line, read_sentence, said_and_read
from reiterate.shortcuts.mana_first import is_mana
from reiterate.state.model import LIBRARY, State

#: Ways of one option up to which other payments are written out.
WAYS: Final = 8
#: Lines that are offered, and more where there are more options than that: each option has one.
LINES: Final = 40
#: Ways of one option that are tried, for a way that is listed has to be legal.
TRIED: Final = 120
#: A name by which one of several objects is counted.
_NUMBERED: Final = re.compile(r" #\d+ of p\d")
#: What is chosen for all of a group, or for some of it.
_IN_PARTS: Final = (ORDER, TARGET, ASSIGN)


@dataclass(slots=True)
class Listed:
    """The choices of the player who decides, by their lines. ``more``: there may be legal ones that aren't listed."""

    choices: dict[str, Choice]
    more: bool = False


@dataclass(slots=True)
class _Asked:
    """An option whose ways are written out bit by bit. ``begun``: the ways that are listed, with what is left of their payments."""

    option: Option
    ways: Iterator[Iterator[Choice]]
    lines: dict[str, Choice] = field(default_factory=dict)
    begun: list[Iterator[Choice]] = field(default_factory=list)
    tried: int = 0
    more: bool = False
    found: set[tuple[tuple[int, Amount], ...]] = field(default_factory=set)


def kind_of(state: State, action: Choice | Option) -> str:
    """What is done with a choice, as one of ``games.kinds_of_choices.KINDS``."""
    if action.verb == ACTIVATE:
        return "mana" if is_mana(state, action) else "ability"
    return "cast" if action.verb in (CAST, PLAY) else "pass" if action.verb == PASS else "other"


def offered(state: State) -> list[str]:
    """Lines that may be played now, the passing ones last. Each reads back as the choice that it is.

    What may be done with amounts that are too large to be written is not offered; it can still be typed.
    """
    passing = asked(state) == "priority" and state.stack
    return [*listed(state).choices] + (["all pass"] if passing else [])


def listed(state: State) -> Listed:
    """The lines of ``offered`` that are one choice, each with that choice; a pass last.

    Each option has a line first. Then come other targets, numbers and groups, of all options in turn, and other payments last.
    """
    if asked(state) == "over":
        return Listed({})
    try:
        possible = options(state)
    except Unsupported:
        possible = []
    told = [_Asked(option, _ways(state, option)) for option in possible if not option.unknown and option.verb != PASS]
    for one in told:
        _tell_first(state, one)
    room = LINES - sum(len(one.lines) for one in told)
    waiting = deque(told)
    while waiting and room > 0:
        one = waiting.popleft()
        if _tell_next(state, one):
            waiting.append(one)
            room -= 1
    for one in told:
        room -= _tell_payments(state, one, min(room, WAYS - len(one.lines)))
    found = Listed({}, any(_has_more(state, one) for one in told))
    for one in told:
        for line, choice in sorted(one.lines.items(), key=lambda each: _announced(each[1])):
            found.choices.setdefault(line, choice)
    if asked(state) == "priority":
        found.choices["pass"] = Choice(PASS, decider(state))
    return found


def _announced(choice: Choice) -> int:
    """The X of a listed way, which is plain; 0 where there is none."""
    return choice.x if isinstance(choice.x, int) else 0


def _ways(state: State, option: Option) -> Iterator[Iterator[Choice]]:
    """The ways of an option; what has several attackers or blockers comes last."""
    yield from told_apart(state, option, LINES, greatest=True)
    several = {ATTACK: attacks_of_several, BLOCK: blocks_of_several}.get(option.verb)
    if several is not None:
        yield from (iter((way,)) for way in several(state, option.player))


def _tell_first(state: State, one: _Asked) -> None:
    """Write out one way of an option."""
    if not _tell_next(state, one):
        try:
            _tell(state, one, first(state, one.option))
        except Unsupported:
            one.more = True


def _tell_next(state: State, one: _Asked) -> bool:
    """Write out the next way with its first payment; whether there was one."""
    try:
        for payments in one.ways:
            one.tried += 1
            for choice in payments:
                one.begun.append(payments)
                if _tell(state, one, choice):
                    return True
                break
            if one.tried >= TRIED:
                one.more = True
                return False
    except Unsupported:  # an amount beyond writing: what is said of one can be typed
        one.more = True
    return False


def _tell_payments(state: State, one: _Asked, room: int) -> int:
    """Write out ways that are listed with other payments; how many lines there was room for."""
    before = len(one.lines)
    try:
        for choice in islice(chain.from_iterable(one.begun), WAYS):
            if len(one.lines) - before >= room:
                one.more = True
                break
            _tell(state, one, choice)
    except Unsupported:
        one.more = True
    return len(one.lines) - before


def _tell(state: State, one: _Asked, choice: Choice) -> bool:
    """Write out a choice as a line, where it is legal and its line reads back; whether there is a new line."""
    if verify(state, choice) is not None:
        return False
    alike = _found_in_library(state, choice)
    if alike and alike in one.found:
        return False
    called = _all_of_one(one.option, choice)
    said, read = said_and_read(state, called)
    line = said.text
    if (
        line in one.lines
        or _is_like_one(state, called, line, one.lines)
        or not (read or not isinstance(read_sentence(state, line), Refusal))
    ):
        return False
    one.lines[line] = choice
    one.found.add(alike)
    return True


def _found_in_library(state: State, choice: Choice) -> tuple[tuple[int, Amount], ...]:
    """How many of each kind of card of a library a search finds: where like ones lay says nothing once it is shuffled (701.23).

    () for any other choice.
    """
    if asked(state) != ASK or question_of(state).text != SEARCHING:
        return ()
    found: dict[int, Amount] = {}
    for row, count in choice.picks:
        if state.rows[row].cls.zone == LIBRARY:
            kind = id(state.rows[row].cls)
            found[kind] = found.get(kind, 0) + count
    return tuple(sorted(found.items(), key=lambda each: each[0]))


def _is_like_one(state: State, choice: Choice, line: str, found: Mapping[str, Choice]) -> bool:
    """Whether a choice of one object by its number is like one that is listed: both would be called alike."""
    if len(choice.targets) + len(choice.picks) > (2 if choice.verb == ATTACK else 1) or not _NUMBERED.search(line):
        return False
    other = found.get(plain_line(state, choice))
    return other is not None and (other.row, other.index, other.how) == (choice.row, choice.index, choice.how)


def _has_more(state: State, one: _Asked) -> bool:
    """Whether a legal way of an option may be missing among its lines."""
    if one.more or (one.option.verb in (ATTACK, BLOCK) and not all_named(state, one.option.verb, one.option.player)):
        return True
    try:
        return next(chain.from_iterable(chain(one.begun, one.ways)), None) is not None
    except Unsupported:
        return True


def _all_of_one(option: Option, choice: Choice) -> Choice:
    """The choice without its number where that is one of one: ``(1 of them)`` tells nothing then."""
    slot = option.slot(COUNT)
    alone = option.verb in _IN_PARTS and slot is not None and slot.high == 1
    return replace(choice, count=0) if alone else choice
