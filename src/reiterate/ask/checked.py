"""What an accepted certificate proves, as a part of an answer; its words are made from it."""

from __future__ import annotations

from typing import Any

from reiterate.ask.answer_parts import Part, Quantity


class Row(Part, frozen=True):
    """A row that something is said of: its number, and its card's name, or the player."""

    number: Quantity
    name: str
    player: str


class ProvedGain(Part, frozen=True):
    """An amount that grows: of which row, how, and how much in all.

    No ``row``: it is of the whole game. ``most``: in words; None: it grows without bound.
    """

    row: Row | None
    name: str
    size: str
    most: str | None
    alone: bool


class ProvedNeed(Part, frozen=True):
    """Something of a row without which the choices can't be made.

    ``least``: how much of an amount; 0 where it is none.
    """

    row: Row
    what: str
    least: Quantity


class ClauseBeside(Part, frozen=True):
    """A clause that is not understood: of which card, its words, as what it stands there, and what has to hold for it."""

    card: str
    text: str
    state: str
    kind: str
    obligation: str


class Choices(Part, frozen=True):
    """What was proved of the choices of a segment: whether somebody acts in them.

    ``unknown``: choices that were not shown to be the only answer. ``others``: other actions that
    could be taken. ``until``: the last period of which it holds (None: all).
    """

    acts: bool
    unknown: Quantity
    others: Quantity
    until: Quantity | None


class Unowned(Part, frozen=True):
    """Words of the start that are of no card: where they stand in which row, and how they are written."""

    row: Row
    place: str
    written: Any


class Repeated(Part, frozen=True):
    """What a segment repeats: how many periods (None: without end), and the choices and blocks of each."""

    periods: Quantity | None
    choices: Quantity
    blocks: Quantity


class Checked(Part, frozen=True):
    """What was proved of which position.

    ``choices``: for each segment, None where nothing is said of them. ``iterations``: None where there is no end.
    ``refused``: why the choice at the end is not legal, or "". ``left``: whether the position leaves the shapes of the
    loop there. ``follows``: whether the choices behind the last segment are those of the loop. ``proved_end``: whether
    nothing about the end was left unchecked. ``start``: as the certificate writes it. ``terms``: the digest of its
    cards. ``proved_cards``: whether all cards are those of their names, and no words are of no card. ``needs``: None
    where nothing is said of them.
    """

    kind: str
    endless: bool
    iterations: Quantity | None
    alike: bool
    segments: list[Repeated]
    guards: Quantity
    end: str
    outcome: str
    left: bool
    follows: bool
    proved_end: bool
    refused: str
    gains: list[ProvedGain]
    choices: list[Choices | None]
    kept_up_by: str
    draw: bool
    needs: list[ProvedNeed] | None
    start: dict[str, Any]
    start_digest: str
    terms: str
    proved_cards: bool
    other_cards: list[str]
    unowned: list[Unowned]
    clauses: list[ClauseBeside]
