"""What touches ask for next: what may be touched, what may be chosen, and the lines that the touches are."""

from __future__ import annotations

from dataclasses import dataclass

from reiterate.amounts import Amount
from reiterate.refusals import ILLEGAL, Refusal


@dataclass(frozen=True, slots=True)
class Way:
    """Something to choose: its words, and the touches that choose it, one a line; or its lines, where nothing else is asked.

    ``now``: this one is in force until another one is touched. ``kind``: what is done, one of ``games.kinds_of_choices.KINDS``.
    """

    words: str
    touch: str
    lines: tuple[str, ...] = ()
    now: bool = False
    kind: str = "other"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A creature in combat, by its row: what stands on it, and the row that it attacks or blocks; -1 for none yet.

    ``now``: it is part of the declaration under way, and can be taken back.
    """

    row: int
    at: int
    words: str
    now: bool = True


@dataclass(frozen=True, slots=True)
class Asks:
    """What is asked next; ``what`` says of which kind it is, "" for nothing more.

    The kinds: an ``object``, an ``act``, a ``mode``, a ``target``, what to ``give`` up, a ``number``, a ``word``, a ``way``, a ``payment``.
    In combat they are the creatures that ``attack`` or ``block``.

    ``rows``: the objects that may be touched. ``ways``: what may be chosen from a list. Before the first touch
    they are what is done with mana that is made first, which ``listed`` has not. ``low``: the least number; in a declaration the number
    now. ``high``: the greatest number, None where nothing limits it. ``lines``: what all of it is, once nothing is asked. ``more``: there may be others, which can be typed or paid by hand.

    Of a declaration: ``chosen`` so far; ``number``: the question how many of a group take part; ``why`` the set that is chosen is refused.
    """

    what: str
    words: str = ""
    rows: tuple[int, ...] = ()
    ways: tuple[Way, ...] = ()
    low: Amount = 0
    high: Amount | None = None
    lines: tuple[str, ...] = ()
    more: bool = False
    chosen: tuple[Chosen, ...] = ()
    number: str = ""
    why: Refusal | None = None


class Wrong(Exception):
    """Raised where a touch is none that was asked for, or where what it chooses is refused."""

    def __init__(self, refused: Refusal | None = None) -> None:
        super().__init__()
        self.refused = refused or Refusal(
            ILLEGAL, "gesture", "that can't be touched now", "one of what is lit", "601.2"
        )
