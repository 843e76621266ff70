"""Forging with amounts that are not there: every name of the closed list, as an amount of 0, wherever one may stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from reiterate.certify.form import canonical
from tests.check.copies import copied

Value = dict[str, Any]

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
    places = [[*each] for each in noted["slots"]]
    if place in places:
        raise KeyError(place)
    at = sum(each < place for each in places)
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


def with_nothing(value: Value) -> Iterator[tuple[str, Value]]:
    """The certificate with an amount of 0 more, everywhere where one may stand: what was done, and the forgery."""
    for name in NAMES:
        for handle in range(-1, len(value["start"]["rows"]) + 1):
            for number, piece in enumerate(value["chain"]):
                if piece["kind"] != "segment":
                    continue
                for grows in (False, True):
                    made = copied(value)
                    try:
                        _slotted(made["chain"][number], 0, [handle, name], grows)
                    except KeyError:
                        continue
                    yield f"segment {number}: {name} of {handle}{' grows' * grows}", made
        for handle, row in enumerate(value["start"]["rows"]):
            if name not in row.get("num", {}):
                made = copied(value)
                made["start"]["rows"][handle].setdefault("num", {})[name] = "0"
                yield f"start: {name} of {handle}", made
            for slot, ref in row.get("refs", {}).items():
                if ref["mode"] == "gone" and name not in ref["num"]:
                    made = copied(value)
                    made["start"]["rows"][handle]["refs"][slot]["num"][name] = "0"
                    yield f"start: {name} of what was {slot} of {handle}", made
        yield from _in_nodes(value, name)
    yield from _in_blocks(value)


def _in_nodes(value: Value, name: str) -> Iterator[tuple[str, Value]]:
    for number, node in enumerate(value["closed_set"]["nodes"]):
        for handle, row in enumerate(node["state"]["rows"]):
            if name not in row.get("num", {}):
                made = copied(value)
                made["closed_set"]["nodes"][number]["state"]["rows"][handle].setdefault("num", {})[name] = "0"
                _sort_nodes(made)
                yield f"node {number}: {name} of {handle}", made


def with_bounds(value: Value) -> Iterator[tuple[str, Value]]:
    """The certificate with bounds of an amount that is not there, in a node of its closed set."""
    for number, node in enumerate(value["closed_set"]["nodes"]):
        for handle, row in enumerate(node["state"]["rows"]):
            places = [f"{slot}\n" for slot, ref in row.get("refs", {}).items() if ref["mode"] == "gone"]
            for name in (*NAMES, *FLAGS, *(place + name for place in places for name in FLAGS)):
                if name == "n" or name in row.get("num", {}) or [handle, name] in [one[:2] for one in node["bounds"]]:
                    continue
                made = copied(value)
                bounds = made["closed_set"]["nodes"][number]["bounds"]
                bounds.append([handle, name, "0", ""])
                bounds.sort(key=lambda bound: bound[:2])
                _sort_nodes(made)
                yield f"node {number}: {name} of {handle}", made


def _sort_nodes(value: Value) -> None:
    value["closed_set"]["nodes"].sort(key=canonical)


def _in_blocks(value: Value) -> Iterator[tuple[str, Value]]:
    """Amounts of the first block of each piece."""
    for number, piece in enumerate(value["chain"]):
        for i, iteration in enumerate(piece["iterations"]):
            at = next((j for j, deed in enumerate(iteration) if "block" in deed), None)
            if at is None:
                continue
            for name in NAMES:
                for handle in range(-1, len(value["start"]["rows"]) + 1):
                    made = copied(value)
                    around = len(piece["slots"]) if piece["kind"] == "segment" else 0
                    try:
                        _slotted(made["chain"][number]["iterations"][i][at], around, [handle, name])
                    except KeyError:
                        continue
                    yield f"block of {number}: {name} of {handle}", made
            break
