"""What was said at the table, as data: statements in order, which settle a matter together.

A line of a case file is one statement: ``p1: number 1000``, ``p2: cut 7.5``, ``judge: is a loop``. A statement says
nothing of whether it may be made now; a policy says that (``settling``). ``number 2.5`` is two and a half, which is no number
of iterations. A place is said with its line (``number 1@2.5``) or as a cut (``cut 2.5``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from reiterate.amounts import Formula
from reiterate.refusals import INPUT, Refusal
from reiterate.script.places import Place, digits, parse_count, parse_place

#: The seat of the judge.
JUDGE: Final = -1

# What a statement does.
PROPOSE: Final = "propose"
ACCEPT: Final = "accept"
CUT: Final = "cut"
NUMBER: Final = "number"
INDEFINITELY: Final = "indefinitely"
NO_ACTION: Final = "no action"
OBJECT: Final = "object"
CALL_JUDGE: Final = "call judge"
CONCEDE: Final = "concede"
#: Not to take the shortcut at all, and yet to name no place.
OPT_OUT: Final = "play it out"

# What a judge rules.
IS_LOOP: Final = "is a loop"
IS_NO_LOOP: Final = "is no loop"
CHOICE_EXISTS: Final = "a choice exists"
NO_CHOICE_EXISTS: Final = "none exists"
STALLING: Final = "stalling"

#: What a player may say without anything behind it.
BARE: Final = (PROPOSE, ACCEPT, INDEFINITELY, NO_ACTION, OBJECT, CALL_JUDGE, CONCEDE, OPT_OUT)
#: What the judge may say.
RULED: Final = (IS_LOOP, IS_NO_LOOP, CHOICE_EXISTS, NO_CHOICE_EXISTS, STALLING)

#: Other words for a bare statement.
_ALSO: Final = {
    "agree": ACCEPT,
    "ok": ACCEPT,
    "forever": INDEFINITELY,
    "for ever": INDEFINITELY,
    "nothing": NO_ACTION,
    "judge": CALL_JUDGE,
    "no shortcut": OPT_OUT,
    "play it by hand": OPT_OUT,
}
#: Words that name no number, though they are said where one is asked for.
_ENDLESS: Final = re.compile(r"(infinit(e|ely)( many)?|infinity|endless(ly)?|∞)( times| iterations)?", re.IGNORECASE)
_NUMBER: Final = re.compile(r"number\s+(.+)", re.IGNORECASE)
_CUT: Final = re.compile(r"cut\s+(?:at\s+)?(.+)", re.IGNORECASE)
_DECIMAL: Final = re.compile(r"-?\d{1,40}(\.\d{1,40})?")

_SAYABLE: Final = "number N, number PLACE, cut PLACE, " + ", ".join(BARE)


@dataclass(frozen=True, slots=True)
class Said:
    """One statement of a player or the judge. ``seat``: who said it, ``JUDGE`` for the judge. ``what``: one of the names of this module.

    ``number`` stands for whole iterations; ``place`` for a place inside of one. ``no_number`` holds the words that
    were said where a number was asked for and that name none: "infinitely many", "-3", "2.5".
    """

    seat: int
    what: str
    number: int | Formula | None = None
    place: Place | None = None
    no_number: str = ""

    def __str__(self) -> str:
        who = "judge" if self.seat == JUDGE else f"p{self.seat + 1}"
        return f"{who}: {self.words}"

    @property
    def words(self) -> str:
        """The statement without whose it is."""
        return self.what + (f" {self.named}" if self.what in (NUMBER, CUT) else "")

    @property
    def named(self) -> str:
        """The number or place that was named, or the words that name none; "" where neither was."""
        if self.no_number or self.place is not None:
            return self.no_number or str(self.place)
        return "" if self.number is None else digits(self.number)


def read_statement(seat: int, words: str) -> Said | Refusal:
    """A statement from its words; a refusal quotes words that are none."""
    said = " ".join(words.split())
    low = _ALSO.get(said.lower(), said.lower())
    if seat == JUDGE:
        return Said(seat, low) if low in RULED else _unread(said, ", ".join(RULED))
    if low in BARE:
        return Said(seat, low)
    found = _CUT.fullmatch(said)
    if found is not None:
        place = parse_place(found.group(1))
        return place if isinstance(place, Refusal) else Said(seat, CUT, place=place)
    found = _NUMBER.fullmatch(said)
    return _unread(said, _SAYABLE) if found is None else _named(seat, found.group(1))


def _named(seat: int, text: str) -> Said | Refusal:
    """What is said where a number is asked for: a whole number, a place with its line, or no such number at all."""
    if _ENDLESS.fullmatch(text) or (_DECIMAL.fullmatch(text) and not text.isdecimal()):
        return Said(seat, NUMBER, no_number=text)
    place = parse_place(text) if "@" in text or " " in text else None
    if isinstance(place, Place) and (place.in_words or "@" in text):
        return Said(seat, NUMBER, place=place)
    if "@" in text and isinstance(place, Refusal):
        return place
    number = parse_count(text)
    return number if isinstance(number, Refusal) else Said(seat, NUMBER, number=number)


def _unread(said: str, expected: str) -> Refusal:
    return Refusal(INPUT, "statement", f"'{said[:60]}' is no statement", expected, "732.2b")
