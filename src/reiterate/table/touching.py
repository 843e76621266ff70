"""What a chair touches at the table: the objects that may be touched next, and the lines that come of touches.

Objects are named as the view of the chair names them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.ask.answer_parts import Part, Quantity, quantity
from reiterate.ask.building_board import object_ids
from reiterate.games.asking import Asks
from reiterate.games.gestures import follow
from reiterate.refusals import ILLEGAL, Refusal
from reiterate.table import endings
from reiterate.table.hiding import seen_from
from reiterate.table.rounds import Round

#: Touches of one choice, and characters of one touch.
MOST: Final = 200
LONGEST: Final = 10_100


class Way(Part, frozen=True):
    """Something to choose from a list: its words, and its touches, one a line; or the lines, where nothing else is asked.

    ``now``: this one is in force. ``kind``: what is done, one of ``games.kinds_of_choices.KINDS``.
    """

    words: str
    touch: str
    lines: list[str]
    now: bool
    kind: str


class Chosen(Part, frozen=True):
    """A creature in combat, as the view calls it: what stands on it, and what it attacks or blocks; "" for none yet.

    ``now``: it is part of the declaration that is under way.
    """

    object: str
    at: str
    words: str
    now: bool


class Gesture(Part, frozen=True):
    """What is asked behind some touches (``games.asking.Asks``); ``lit``: what may be touched, as the view calls it.

    ``ways`` before the first touch: what is done with mana that is made first, which the view's lines lack. ``high``: None where nothing limits a number.
    ``lines``: what is to be played, one after the other, once nothing is asked any more.
    Of a declaration: ``number`` asks how many of a group take part; ``why`` the set that is chosen may not be declared, by which ``rule``.
    """

    asks: str
    words: str
    lit: list[str]
    ways: list[Way]
    low: Quantity
    high: Quantity | None
    lines: list[str]
    more: bool
    chosen: list[Chosen]
    number: str
    why: str
    rule: str


def gesture_of(now: Round, who: str, last: int, touched: Sequence[str]) -> Gesture | Refusal:
    """What a chair's touches ask for next. ``last``: the number of the last entry that it has seen, for objects are called otherwise behind a later one."""
    if endings.who_decides(now) != who or now.game.proposal is not None or now.opening is not None:
        return Refusal(ILLEGAL, "not-your-decision", "nothing can be touched now", "a look at the game", "117.1")
    if last < now.moved:
        return Refusal(ILLEGAL, "not-next", "the game has gone on meanwhile", "the same after a look at what is new")
    if len(touched) > MOST or any(len(each) > LONGEST for each in touched):
        return Refusal(ILLEGAL, "gesture", f"at most {MOST} things are touched for one choice", "fewer of them")
    state = seen_from(now.game.state, who)
    known = now.begun if not touched else None
    if known is not None and known[0] == now.last:
        return _told(known[1], object_ids(state))
    calls = object_ids(state)
    found = follow(state, calls, touched)
    if isinstance(found, Refusal):
        return found
    if not touched:
        now.begun = now.last, found
    return _told(found, calls)


def _told(found: Asks, calls: dict[int, str]) -> Gesture:
    return Gesture(
        asks=found.what,
        words=found.words,
        lit=list(dict.fromkeys(calls[row] for row in found.rows if row in calls)),
        ways=[
            Way(words=each.words, touch=each.touch, lines=[*each.lines], now=each.now, kind=each.kind)
            for each in found.ways
        ],
        low=quantity(found.low),
        high=None if found.high is None else quantity(found.high),
        lines=[*found.lines],
        more=found.more,
        chosen=[
            Chosen(object=calls[each.row], at=calls.get(each.at, ""), words=each.words, now=each.now)
            for each in found.chosen
        ],
        number=found.number,
        why=f"{found.why.message}: {found.why.expected}" if found.why is not None else "",
        rule=found.why.rule if found.why is not None else "",
    )
