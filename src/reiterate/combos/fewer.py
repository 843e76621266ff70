"""Layouts with no more on them than a loop needs, and without one of the cards.
Part of the solver: taking away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from reiterate.combos.helpers import STARTERS, Entry
from reiterate.combos.layouts import Layout
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.state.model import BATTLEFIELD, HAND
from reiterate.survey.needs import Need, Needs

_ME: Final = 0


def front(name: str) -> str:
    """The name of a card's front face."""
    return name.split(" // ")[0]


def lacking(layout: Layout, name: str) -> Layout:
    """A layout without a card, and without what is attached to it or exiled by it."""
    without = tuple(e for e in layout.battlefield if e.get("card") != name and e.get("attached to") != name)
    hand, graveyard = (tuple(each for each in zone if each != name) for zone in (layout.hand, layout.graveyard))
    return replace(layout, battlefield=without, hand=hand, graveyard=graveyard)


def only(layout: Layout, needed: Needs, first: Mapping[str, Mapping[str, int]]) -> Layout:
    """A layout with no more helpers, mana, starters and counters than a loop needs."""
    if needed.needs is None:
        return layout
    there: dict[tuple[int, str, str], int] = {}
    mana: dict[str, int] = {}
    for need in needed.needs:
        if need.what == "mana":
            mana[_kind(need)] = need.count
        elif need.what == "object":
            key = (need.seat, need.zone, need.name)
            there[key] = there.get(key, 0) + need.count
    helpers = tuple(
        (helper, there[(_ME, helper.zone, helper.name)])
        for helper, _ in layout.helpers
        if (_ME, helper.zone, helper.name) in there
    )
    starters = tuple(kind for kind in layout.starters if (_ME, HAND, STARTERS[kind][0]) in there)
    against = tuple(helper for helper in layout.against if (1, BATTLEFIELD, helper.name) in there)
    counters = {
        need.name: dict(need.counters) for need in needed.needs if need.zone == BATTLEFIELD and need.seat == _ME
    }
    cards = tuple(grown(entry, first, counters) for entry in layout.battlefield)
    hidden = there.get((_ME, HAND, UNKNOWN_CARD.name), 0)
    beside = replace(layout, helpers=helpers, starters=starters, against=against, hidden=hidden)
    return replace(beside, battlefield=cards, mana=tuple(mana.items()))


def grown(entry: Entry, first: Mapping[str, Mapping[str, int]], needed: Mapping[str, Mapping[str, int]]) -> Entry:
    """A permanent with no more counters than are needed of each kind, but with all that it enters with."""
    name, there = entry.get("card"), entry.get("counters")
    if not isinstance(name, str) or not isinstance(there, dict) or front(name) not in needed:
        return entry
    least = needed[front(name)]
    kept = {kind: max(least.get(kind, 0), first.get(name, {}).get(kind, 0)) for kind in there}
    left = {kind: str(n) for kind, n in kept.items() if n}
    return {**{key: value for key, value in entry.items() if key != "counters"}, **({"counters": left} if left else {})}


def _kind(need: Need) -> str:
    return f"{need.name}/{need.only}" if need.only else need.name
