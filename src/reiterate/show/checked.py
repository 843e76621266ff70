"""What an accepted certificate proves, as one typed value: its words and its plain form are made from it."""

from __future__ import annotations

from typing import Any

from reiterate.amounts import digits_text
from reiterate.check.accepted import Accepted, digest_of
from reiterate.check.claims import form
from reiterate.check.claims.keeping_up import named
from reiterate.refusals import EDITION
from reiterate.show.answer import Part
from reiterate.show.answer_quantities import Quantity, quantity


class Row(Part, frozen=True):
    """A row that something is said of: its number, and its card's name, or the player."""

    number: int
    name: str
    player: str


class Gain(Part, frozen=True):
    """An amount that grows: of which row, how, and how much in all.

    No ``row``: it is of the whole game. No ``most``: it grows without bound.
    """

    row: Row | None
    name: str
    size: str
    most: str | None
    alone: bool


class Need(Part, frozen=True):
    """Something of a row without which the choices can't be made.

    ``least``: how much of an amount; 0 where it is none.
    """

    row: Row
    what: str
    least: Quantity


class Choices(Part, frozen=True):
    """What was proved of the choices of a segment: whether somebody acts in them.

    ``unknown``: choices that were not shown to be the only answer. ``others``: other actions that
    could be taken. ``until``: the last period of which it holds (None: all).
    """

    acts: bool
    unknown: Quantity
    others: Quantity
    until: Quantity | None


class Checked(Part, frozen=True):
    """What was proved of which position.

    ``choices``: for each segment, None where nothing is said of them. ``iterations``: digits, "" where there is no end. ``refused``: why the choice at the end is not
    legal, or "". ``left``: whether the position leaves the shapes of the loop there. ``follows``:
    whether the choices behind the last segment are those of the loop. ``start``: as it is written.
    """

    kind: str
    endless: bool
    iterations: str
    segments: Quantity
    guards: Quantity
    end: str
    outcome: str
    left: bool
    follows: bool
    refused: str
    gains: list[Gain]
    choices: list[Choices | None]
    kept_up_by: str
    draw: bool
    needs: list[Need] | None
    edition: str
    start: dict[str, Any]
    start_digest: str
    terms: str
    other_cards: list[str]


def checked(found: Accepted) -> Checked:
    """What an accepted certificate proves, as screens and programs are told it."""
    return Checked(
        kind=found.kind,
        endless=found.endless,
        iterations=found.iterations,
        segments=quantity(found.segments),
        guards=quantity(found.guards),
        end=found.end,
        outcome=found.outcome,
        left=found.left,
        follows=found.follows,
        refused=found.refused,
        gains=[_gain(found, each) for each in found.gains],
        choices=[None if each is None else _choices(each) for each in found.choosing],
        kept_up_by=named(found.kept_up_by),
        draw=found.draw,
        needs=None if found.needs is None else [_need(found, each) for each in found.needs],
        edition=EDITION,
        start=dict(found.start),
        start_digest=digest_of(found.start),
        terms=found.terms,
        other_cards=list(found.others),
    )


def _row(found: Accepted, handle: int) -> Row:
    seat = found.seats.get(handle)
    player = "" if seat is None else f"p{seat + 1}"
    return Row(number=handle, name=found.names.get(handle, ""), player=player)


def _gain(found: Accepted, gain: form.Gain) -> Gain:
    row, name = gain.at
    most = gain.most
    total = digits_text(most) if isinstance(most, int) else None if most is None else most.text()
    place = None if row < 0 else _row(found, row)
    return Gain(row=place, name=name, size=gain.size, most=total, alone=gain.alone)


def _need(found: Accepted, need: form.Need) -> Need:
    return Need(row=_row(found, need.row), what=need.what, least=quantity(need.least))


def _choices(stated: form.Choosing) -> Choices:
    return Choices(
        acts="acts" in stated.roles,
        unknown=quantity(stated.roles.count("unknown")),
        others=quantity(len(stated.could)),
        until=None if stated.until is None else quantity(stated.until),
    )
