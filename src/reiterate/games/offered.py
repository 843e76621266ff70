"""The legal choices of a position as lines of a script, numbered for people."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import ASSIGN, ATTACK, ORDER, PASS, TARGET, Choice
from reiterate.rules.access.option_slots import COUNT, Option
from reiterate.rules.decisions.filling import first, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.script.sentences import plain_line, read_sentence, said_and_read
from reiterate.state.model import State

#: Ways of one option that are written out; more are told by their number.
WAYS: Final = 8
#: Lines that are offered.
LINES: Final = 40
#: A name by which one of several objects is counted.
_NUMBERED: Final = re.compile(r" #\d+ of p\d")
#: What is chosen for all of a group, or for some of it.
_IN_PARTS: Final = (ORDER, TARGET, ASSIGN)


def offered(state: State) -> list[str]:
    """Lines that may be played now, the passing ones last. Each reads back as the choice that it is.

    What may be done with amounts that are too large to be written is not offered; it can still be typed.
    """
    passing = asked(state) == "priority" and state.stack
    return [line for line, _ in offered_choices(state)] + (["all pass"] if passing else [])


def _all_of_one(option: Option, choice: Choice) -> Choice:
    """The choice without its number where that is one of one: ``(1 of them)`` tells nothing then."""
    slot = option.slot(COUNT)
    alone = option.verb in _IN_PARTS and slot is not None and slot.high == 1
    return replace(choice, count=0) if alone else choice


def _is_like_one(state: State, choice: Choice, line: str, own: str, found: Mapping[str, Choice]) -> bool:
    """Whether a choice of one object by its number is like one that is offered: both would be called alike."""
    if len(choice.targets) + len(choice.picks) > (2 if choice.verb == ATTACK else 1) or not _NUMBERED.search(line):
        return False
    other = found.get(plain_line(state, choice).removeprefix(own))
    return other is not None and (other.row, other.index, other.how) == (choice.row, choice.index, choice.how)


def offered_choices(state: State) -> list[tuple[str, Choice]]:
    """The lines of ``offered`` that are one choice of the player who decides, each with that choice; a pass last."""
    if asked(state) == "over":
        return []
    found: dict[str, Choice] = {}
    try:
        possible = options(state)
    except Unsupported:
        possible = []
    for option in possible:
        if option.unknown or option.verb == PASS:
            continue
        try:
            ways = list(instances(state, option, WAYS)) or [first(state, option)]
        except Unsupported:
            continue
        for choice in ways:
            if len(found) < LINES and verify(state, choice) is None:
                called = _all_of_one(option, choice)
                said, read = said_and_read(state, called)
                own = f"p{decider(state) + 1}: "
                line = said.removeprefix(own)
                if _is_like_one(state, called, line, own, found):
                    continue
                if line not in found and (read or not isinstance(read_sentence(state, line), Refusal)):
                    found[line] = choice
    if asked(state) == "priority":
        found["pass"] = Choice(PASS, decider(state))
    return list(found.items())
