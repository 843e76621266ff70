"""Casting spells by name, and which way of casting a case means."""

from __future__ import annotations

import re

from reiterate.api import Option, options
from tests.peers.carrying import carry
from tests.peers.cases import NotDriven, Refused
from tests.peers.queues import SKIPS
from tests.peers.table import Table, same_name

#: Words of a way of casting that the engine pays for by itself, or that no case names.
_UNSAID = ("convoke", "no mana cost")
_ZONES = ("hand", "command", "graveyard", "exile", "library")


def castable(table: Table, seat: int, name: str, found: list[Option]) -> list[Option]:
    """The options of casting a card of that name, from the first zone that it lies in."""
    mine = [o for o in found if o.verb == "cast" and o.player == seat and same_name(table.face(o), name)]
    unknown = [o for o in mine if o.unknown]
    mine = [o for o in mine if not o.unknown]
    if unknown and not mine:
        raise NotDriven(f"option unknown: {unknown[0].unknown}")
    zones = sorted({table.state.rows[o.row].cls.zone for o in mine}, key=_ZONES.index)
    mine = [o for o in mine if table.state.rows[o.row].cls.zone == zones[0]] if zones else []
    return [o for o in mine if o.row == mine[0].row]


def cast(table: Table, seat: int, name: str, named: list[str], wanted: str = "") -> bool:
    """Cast a spell by name; ``wanted``: the way of casting that the command names."""
    chosen: list[tuple[str, ...]] = []

    def find(found: list[Option]) -> list[Option]:
        mine = castable(table, seat, name, found)
        if wanted:
            mine = [o for o in mine if any(wanted.startswith(way) for way in o.how)]
        if mine and not chosen:
            chosen.append(_way(table, seat, mine))
            _note_splice(table, seat, mine[0].row)
        return [o for o in mine if o.how == chosen[0]] if mine else []

    if carry(table, seat, find, named, name):
        return True
    not_offered = [o.how[0] for o in options(table.state) if o.index < 0 and same_name(table.name(o.row), name)]
    if not_offered:
        raise NotDriven(f"not offered: {not_offered[0]}")
    full = table.cards.full_name(name)
    if " // " in full and not full.startswith(name):
        raise NotDriven("not offered: back face")
    if wanted:
        raise NotDriven(f"not offered: {wanted}")
    zones = {r.cls.zone for h, r in table.state.rows.items() if r.cls.kind == "card" and same_name(table.name(h), name)}
    raise Refused(f"casting {name} is not offered (it is in {', '.join(sorted(zones)) or 'no zone'})")


def _note_splice(table: Table, seat: int, row: int) -> None:
    """Note that a card may have been spliced onto this spell (702.47a), which the engine names and doesn't offer.

    The case's player says no, or nothing that can be told from other answers: what goes wrong then is no opinion.
    """
    if table.queues[seat].choices[:1] == ["No"]:
        return
    seen = table.seen(row)
    kinds = {word.lower() for word in (*seen.types, *seen.subtypes)}
    for option in options(table.state):
        if option.index >= 0 or option.how[0] != "splice" or option.row == row:
            continue
        for line in table.lines(table.name(option.row)):
            onto = re.match(r"Splice onto ([\w ]+?) ?[{—]", line)
            if onto is not None and kinds & set(onto[1].lower().split(" or ")):
                table.beside = "not offered: splice"


def _way(table: Table, seat: int, mine: list[Option]) -> tuple[str, ...]:
    """Of the ways of casting, the one that the queues say: kicked or not, at which cost, with which modes."""
    ways = list(dict.fromkeys(o.how for o in mine))
    queue = table.queues[seat]
    want = {word for word in set.intersection(*map(set, ways)) if not word.startswith("mode ")}
    extra = sorted({word for how in ways for word in how if not word.startswith("mode ")} - want)
    asked = queue.choices[0].lower() if queue.choices else ""
    if asked.startswith(("cast with", "without paying")) or asked == "choice_normal_cost":
        queue.choices.pop(0)
        if "no alternative" not in asked and asked != "choice_normal_cost":
            free = "without paying" in asked
            word = next(
                (w for w in extra if w in asked or (free and w == "no mana cost") or (not free and "alternative" in w)),
                None,
            )
            if word is None:
                raise NotDriven("way of casting not offered")
            want.add(word)
            extra = sorted({w for how in ways if want <= {*how} for w in how if not w.startswith("mode ")} - want)
        else:
            extra = []
    for word in extra:
        if word in _UNSAID:
            continue
        said = queue.yes() if queue.choices and queue.choices[0] in ("Yes", "No") else None
        if said or (said is None and not table.case.strict and table.open.choose(f"way {word}", 2)):
            want.add(word)
    left = [how for how in ways if {w for w in how if not w.startswith("mode ")} == want] or ways
    return modes(table, seat, left)


def modes(table: Table, seat: int, ways: list[tuple[str, ...]]) -> tuple[str, ...]:
    sizes = {sum(w.startswith("mode ") for w in how) for how in ways}
    if len(ways) == 1:
        return ways[0]
    queue = table.queues[seat].modes
    if not queue:
        return ways[table.open.choose("modes", len(ways))]
    wanted: list[str] = []
    while queue and len(wanted) < max(sizes):
        word = queue.pop(0)
        if word in SKIPS:
            break
        wanted.append(f"mode {word}")
    if queue and queue[0] in SKIPS and len(wanted) == max(sizes):
        queue.pop(0)
    found = [how for how in ways if sorted(w for w in how if w.startswith("mode ")) == sorted(wanted)]
    if not found:
        if len(set(wanted)) < len(wanted):
            raise NotDriven("one mode chosen twice")
        raise Refused(f"modes {wanted}")
    return found[0]
