"""Reading what a certificate claims beyond its loop: choices, gains and needs. Nothing of it is believed yet."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from reiterate.check.arithmetic import Form, OutOfBudget
from reiterate.check.claims.options_shape import Offered
from reiterate.check.claims.options_shape import read as offered_options
from reiterate.check.form import Certificate, Deeds, Jump, Move, Place, amount_of
from reiterate.check.huge import Huge
from reiterate.check.small_values import (
    CHOICES,
    GAINS,
    NEEDS,
    NotAForm,
    Rejected,
    a_flag,
    a_list,
    a_number,
    a_pair,
    a_text,
    an_object,
    form,
    whole,
)
from reiterate.rules.access.choice import Choice

#: Questions with several answers, one behind the other, on a way out.
FORK_BUDGET: Final = 8


@dataclass(frozen=True, slots=True)
class Possible:
    """Something that a player could do at a place of the period and that is no part of the loop."""

    place: int
    player: int
    verb: str
    row: int
    index: int


@dataclass(frozen=True, slots=True)
class Fork:
    """A question with several answers on a way out: what follows each of them, from the answer on."""

    ways: tuple[Way, ...]


#: Choices one after another; the last one may be a fork.
Way: TypeAlias = "tuple[Move | Fork, ...]"


@dataclass(frozen=True, slots=True)
class Choosing:
    """What is said of the choices of a period, for its first ``until`` periods (None: all of the segment)."""

    roles: tuple[str, ...]
    could: tuple[Possible, ...]
    unseen: tuple[int, ...]
    until: int | None
    offered: Offered
    leaves: tuple[tuple[int, Way], ...]  # another answer at a place, and what follows up to the way out


@dataclass(frozen=True, slots=True)
class Gain:
    """An amount that the loop makes grow: how much more each period (None: no closed form), and in all (None: no bound).

    ``alone``: whether it does something by itself.
    """

    at: Place
    size: str
    change: Form | None
    most: int | Huge | None
    alone: bool


@dataclass(frozen=True, slots=True)
class Need:
    """Something of a row of the start without which the choices can't be made; ``least``: how much of it (0: no amount)."""

    row: int
    what: str
    least: int


@dataclass(frozen=True, slots=True)
class Stated:
    """All that a certificate claims beyond its loop."""

    choosing: tuple[Choosing | None, ...]  # of each segment; None: nothing is said of its choices
    gains: tuple[Gain, ...]
    kept_up_by: tuple[int, ...] | str
    draw: bool
    needs: tuple[Need, ...] | None  # None: nothing is said of them


def read(found: Certificate) -> Stated:
    """The claims of a certificate. Raises ``NotAForm``, ``Rejected`` or ``OutOfBudget``."""
    deeds = Deeds(found.choices_left, CHOICES)
    claim = found.claim.further
    keepers = claim["kept_up_by"]
    if keepers not in ("nobody", "unknown", "no loop"):
        keepers = a_list(keepers, a_number)
    return Stated(
        tuple(_choosing(piece.choices, deeds) for piece in found.chain if isinstance(piece, Jump)),
        a_list(claim["gains"], _gain),
        keepers,
        a_flag(claim["draw"]),
        None if claim["needs"] == "unknown" else a_list(claim["needs"], _need),
    )


def plain_choice(value: Any) -> Choice:
    """A choice whose amounts are all written, which says something of choices."""
    move = Deeds(obligation=CHOICES).move(value, 0)
    changed: dict[str, Any] = {}
    for name, content in move.amounts.items():
        if not isinstance(content, tuple):
            changed[name] = int(content.get((), 0))
            continue
        numbers = tuple(int(one.get((), 0)) for one in content)
        changed[name] = numbers if name == "sizes" else tuple(zip(getattr(move.choice, name), numbers, strict=True))
    return dataclasses.replace(move.choice, **changed)


def _choosing(value: Any, deeds: Deeds) -> Choosing | None:
    if value == "unknown":
        return None
    found = an_object(value, "statement about choices", {"roles", "could", "options", "unseen", "until", "leaves"})
    until = None if found["until"] == "" else whole(found["until"])
    if until is not None and until < 1:
        raise Rejected(CHOICES, "a statement that holds for no period")
    return Choosing(
        a_list(found["roles"], a_text),
        a_list(found["could"], _possible),
        a_list(found["unseen"], a_number),
        until,
        offered_options(found["options"]),
        _ways_out(found["leaves"], deeds),
    )


def _ways_out(value: Any, deeds: Deeds) -> tuple[tuple[int, Way], ...]:
    found = []
    for one in a_list(value, lambda each: an_object(each, "way out", {"place", "play"})):
        found.append((a_number(one["place"]), _way(one["play"], deeds, 0)))
    places = [place for place, _ in found]
    if places != sorted(set(places)):
        raise Rejected(CHOICES, "ways out that are not in order")
    return tuple(found)


def _way(value: Any, deeds: Deeds, depth: int) -> Way:
    if depth > FORK_BUDGET:
        raise OutOfBudget(f"more than {FORK_BUDGET} questions on a way out")
    found: list[Move | Fork] = []
    for one in a_list(value, lambda each: each):
        if found and isinstance(found[-1], Fork):
            raise Rejected(CHOICES, "something behind a question that was answered in every way")
        if isinstance(one, dict) and "each" in one:
            each = an_object(one, "question on a way out", {"each"})["each"]
            found.append(Fork(a_list(each, lambda way: _way(way, deeds, depth + 1))))
        else:
            found.append(deeds.move(one, 0))
    if not found or not isinstance(found[0], Move):
        raise Rejected(CHOICES, "a way out without an answer")
    return tuple(found)


def _possible(value: Any) -> Possible:
    found = an_object(value, "possible action", {"place", "player", "verb", "row", "index"})
    numbers = {name: a_number(found[name]) for name in ("place", "player", "row", "index")}
    return Possible(verb=a_text(found["verb"]), **numbers)


def _need(value: Any) -> Need:
    found = an_object(value, "need", {"row", "what", "least"})
    least = 0 if found["least"] == "" else whole(found["least"])
    if found["least"] != "" and least < 1:
        raise Rejected(NEEDS, "a need of nothing")
    return Need(a_number(found["row"]), a_text(found["what"]), least)


def _gain(value: Any) -> Gain:
    found = an_object(value, "gain", {"amount", "alone", "change", "most", "size"})
    row, name = a_pair(found["amount"])
    if found["size"] not in ("infinite", "near-infinite", "once"):
        raise NotAForm("a gain is infinite, near-infinite, or had once")
    change = None if found["change"] == "" else form(found["change"], GAINS)
    most = None if found["most"] == "" else amount_of(found["most"])
    if (most is None) != (found["size"] == "infinite"):
        raise Rejected(GAINS, "a gain has a most exactly if it is near-infinite")
    return Gain((a_number(row), a_text(name)), found["size"], change, most, a_flag(found["alone"]))
