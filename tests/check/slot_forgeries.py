"""Forging with amounts that are not there: every name of the closed list, as an amount of 0, wherever one may stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any, Final

from reiterate.certify.form import canonical
from tests.check.copies import copied

Value = dict[str, Any]
#: What a forgery changes in a copy of the certificate.
Change = Callable[[Value], object]

#: A name for each pattern of ``reiterate.state.amount_slots.SLOTS`` and for the count, of all sorts of rows; and what no row has.
NAMES: Final = (
    "life",
    "mana.G",
    "mana.R/cast creature spells",
    "counter.+1/+1",
    "counter.-1/-1",
    "counter.poison",
    "counter.loyalty",
    "turn.spells cast",
    "turn.spells cast by all",
    "turn.creature spells cast",
    "turn.instant and sorcery spells cast",
    "turn.life gained",
    "turn.life lost",
    "turn.life lost by opponents",
    "turn.damage dealt",
    "turn.damage dealt to opponents",
    "turn.attackers declared",
    "turn.creatures died",
    "turn.cards drawn",
    "turn.cards drawn in the draw step",
    "turn.spells cast by all last turn",
    "turn.most spells cast last turn",
    "commander damage.p1",
    "commander casts.p2.2",
    "skip turns",
    "skip next untap",
    "last cards.hand",
    "damage",
    "eot.power",
    "eot.toughness",
    "assigned",
    "x",
    "part0",
    "that",
    "done",
    "turned",
    "mana spent",
    "res given",
    "res none",
    "res two",
    "together",
    "did",
    "happened",
    "produced.G",
    "mana times",
    "how.kicker",
    "times",
    "left",
    "low",
    "high",
    "000.member",
    "000.count",
    "last.power",
    "last.toughness",
    "n",
    "n|count",
    "n|width",
    "counter.+1/+1|step",
    "cast before.Grizzly Bears",
    "renown",
)


#: Names of what never grows, of what no row has, and of counts of rows that are always one.
FLAGS: Final = (
    "together",
    "did",
    "happened",
    "res given",
    "res none",
    "res two",
    "turned",
    "produced.G",
    "how.kicker",
    "renown",
    "n|count",
)


def _slotted(noted: Value, around: int, place: list[Any], grows: bool = False) -> None:
    """One more amount of a segment or block: 0 at first, and ever after, or said to grow."""
    at = sum([*each] < place for each in noted["slots"])
    symbol = around + at
    _renumber(noted["update"], symbol)
    for guard in noted["guards"]:
        _renumber([guard["poly"]], symbol)
    for deed in noted["iterations"] if "iterations" in noted else [noted["block"]]:
        _renumber_deeds(deed, symbol)
    noted["slots"].insert(at, place)
    noted["start"].insert(at, [] if "block" in noted else "0")
    noted["update"].insert(at, [*([["1", []]] if grows else []), ["1", [symbol]]])
    if noted["closed"] != "powers":
        along = [["1", [around]]] if "block" in noted else [["1", "1", "1/1"]]
        noted["closed"].insert(at, along if grows else [])


def _renumber(polys: Any, symbol: int) -> None:
    for poly in polys:
        for term in poly if isinstance(poly, list) else []:
            term[1] = [each + (each >= symbol) for each in term[1]]


def _renumber_deeds(deeds: Any, symbol: int) -> None:
    for deed in deeds:
        if "block" in deed:
            _renumber([deed["rounds"]], symbol)
            _renumber(deed["start"], symbol)
            continue  # symbols of an inner block are numbered behind: such a file is not in its one form, which is refused too
        for name in ("member", "x", "count"):
            _renumber([deed.get(name, "")], symbol)


def forged(value: Value, changes: Iterator[tuple[str, Change]], first: int, every: int) -> Iterator[tuple[str, Value]]:
    """The first of some forgeries, and one of so many behind it: what was done, and the forgery. The others are not made."""
    for what, change in islice(changes, first, None, every):
        made = copied(value)
        change(made)
        yield what, made


def with_nothing(value: Value) -> Iterator[tuple[str, Change]]:
    """An amount of 0 more, everywhere where one may stand."""
    for name in NAMES:
        for handle in range(-1, len(value["start"]["rows"]) + 1):
            for number, piece in enumerate(value["chain"]):
                if piece["kind"] != "segment" or [handle, name] in piece["slots"]:
                    continue
                for grows in (False, True):
                    change = partial(_slotted_at, ("chain", number), 0, [handle, name], grows)
                    yield f"segment {number}: {name} of {handle}{' grows' * grows}", change
        for handle, row in enumerate(value["start"]["rows"]):
            at = ("start", "rows", handle)
            if name not in row.get("num", {}):
                yield f"start: {name} of {handle}", partial(_nothing_at, at, name)
            for slot, ref in row.get("refs", {}).items():
                if ref["mode"] == "gone" and name not in ref["num"]:
                    yield (
                        f"start: {name} of what was {slot} of {handle}",
                        partial(_nothing_at, (*at, "refs", slot), name),
                    )
        yield from _in_nodes(value, name)
    yield from _in_blocks(value)


def _found(value: Value, at: tuple[str | int, ...]) -> Any:
    found: Any = value
    for step in at:
        found = found[step]
    return found


def _slotted_at(at: tuple[str | int, ...], around: int, place: list[Any], grows: bool, value: Value) -> None:
    _slotted(_found(value, at), around, place, grows)


def _nothing_at(at: tuple[str | int, ...], name: str, value: Value) -> None:
    _found(value, at).setdefault("num", {})[name] = "0"


def _nothing_in_node(at: tuple[str | int, ...], name: str, value: Value) -> None:
    _nothing_at(at, name, value)
    _sort_nodes(value)


def _in_nodes(value: Value, name: str) -> Iterator[tuple[str, Change]]:
    for number, node in enumerate(value["closed_set"]["nodes"]):
        for handle, row in enumerate(node["state"]["rows"]):
            if name not in row.get("num", {}):
                at = ("closed_set", "nodes", number, "state", "rows", handle)
                yield f"node {number}: {name} of {handle}", partial(_nothing_in_node, at, name)


def with_bounds(value: Value) -> Iterator[tuple[str, Change]]:
    """Bounds of an amount that is not there, in a node of the closed set."""
    for number, node in enumerate(value["closed_set"]["nodes"]):
        for handle, row in enumerate(node["state"]["rows"]):
            places = [f"{slot}\n" for slot, ref in row.get("refs", {}).items() if ref["mode"] == "gone"]
            for name in (*NAMES, *FLAGS, *(place + name for place in places for name in FLAGS)):
                if name == "n" or name in row.get("num", {}) or [handle, name] in [one[:2] for one in node["bounds"]]:
                    continue
                yield f"node {number}: {name} of {handle}", partial(_bounded, number, [handle, name, "0", ""])


def _bounded(number: int, bound: list[Any], value: Value) -> None:
    bounds = value["closed_set"]["nodes"][number]["bounds"]
    bounds.append(bound)
    bounds.sort(key=lambda each: each[:2])
    _sort_nodes(value)


def _sort_nodes(value: Value) -> None:
    value["closed_set"]["nodes"].sort(key=canonical)


def _in_blocks(value: Value) -> Iterator[tuple[str, Change]]:
    """Amounts of the first block of each piece."""
    for number, piece in enumerate(value["chain"]):
        for i, iteration in enumerate(piece["iterations"]):
            at = next((j for j, deed in enumerate(iteration) if "block" in deed), None)
            if at is None:
                continue
            around = len(piece["slots"]) if piece["kind"] == "segment" else 0
            for name in NAMES:
                for handle in range(-1, len(value["start"]["rows"]) + 1):
                    if [handle, name] not in iteration[at]["slots"]:
                        where = ("chain", number, "iterations", i, at)
                        change = partial(_slotted_at, where, around, [handle, name], False)
                        yield f"block of {number}: {name} of {handle}", change
            break
