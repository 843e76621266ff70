"""Boards on which what a condition asks for is not there yet, for the cards themselves bring it about in one turn.
Part of the solver: the boards.

With all of it there, the card that brings it about would play no part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from reiterate.combos.helpers import Helper, creature_helper, great_helper, helper_for, sized_helper
from reiterate.combos.layouts import Layout
from reiterate.survey.feeds import SEVERAL
from reiterate.survey.wants import creatures, fits, holds, wants_of
from reiterate.terms.base import Term, walk, with_fields
from reiterate.terms.conditions import Controls
from reiterate.terms.effects_continuous import Pump
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter

#: A change of boards that have some of the first helpers: the second ones go, and so many of others come.
_Change: TypeAlias = tuple[set[Helper], set[Helper], dict[Helper, int]]

#: A part of the power that a condition asks for: what grows by as much as it measures grows to all of it at once.
_PART: Final = 2

#: That creature doesn't attack: a condition is what it is there for.
_STAYS: Final = ("keywords", ("defender",))


def reached(protos: Sequence[Proto], boards: Sequence[Layout]) -> list[Layout]:
    """The boards for some cards without what the cards come to themselves, and with what they make it of.

    In: the boards, of which some have all that is asked for. Out: the likeliest of those, changed, each once; none where no card brings such a thing about.
    """
    found: list[Layout] = []
    for asked, without, beside in (*_made(protos), *_grown(protos)):
        having = [each for each in boards if dict(each.helpers).keys() & asked and not each.starters]
        likeliest = min((each.cost for each in having), default=0)
        for layout in (each for each in having if each.cost == likeliest):
            there = dict(layout.helpers)
            rest = {helper: n for helper, n in there.items() if helper not in without}
            less = replace(layout, helpers=tuple((rest | beside).items()))
            found += [] if less in found else [less]
    return found


def _made(protos: Sequence[Proto]) -> Iterator[_Change]:
    """What is asked for in a number and made as tokens by another card, and as much of what that card makes them of.

    That are the permanents that get an ability, or those that it counts.
    """
    for proto in protos:
        others = [other for other in protos if other is not proto]
        for asked in _conditions(proto):
            makers = [other for other in others if _makes(other, asked.filter)]
            helper = helper_for(asked.filter, ())
            if asked.value < SEVERAL or helper is None or not makers:
                continue
            wanted = wants_of(makers)
            sources = (helper_for(each, wanted.symbols) for each in (*wanted.granted, *wanted.counted))
            beside = {source: asked.value for source in sources if source is not None}
            if beside:
                yield {helper}, {helper, *beside}, beside


def _grown(protos: Sequence[Proto]) -> Iterator[_Change]:
    """Creatures of so much power that a card asks for, and one of half the power instead.

    Another card makes creatures greater, by no printed number.
    """
    for proto in protos:
        sized = [each.filter for each in _conditions(proto) if _of_power(each.filter)]
        if sized and any(holds(other.abilities, Pump, _measured) for other in protos if other is not proto):
            greatest = max(each.compare.value for each in sized if each.compare is not None)
            helpers = {helper for each in sized if (helper := helper_for(each, ())) is not None}
            half = sized_helper(-(-greatest // _PART), 1)
            others = {creature_helper(), great_helper()}  # one creature is enough
            yield helpers, helpers | others, {replace(half, entry=(*half.entry, _STAYS)): 1}


def _conditions(proto: Proto) -> list[Controls]:
    """The conditions of a card that ask its controller for as many permanents of a set, or more."""
    found: list[Controls] = []
    walk(proto.abilities, lambda node: found.append(node) if isinstance(node, Controls) and node.op == ">=" else None)
    return found


def _makes(proto: Proto, wanted: Filter) -> bool:
    """Whether a card makes tokens of a set."""
    anyone = with_fields(wanted, {"controller": "any"})
    return holds(
        proto.abilities, CreateTokens, lambda node: isinstance(node, CreateTokens) and fits(anyone, node.token)
    )


def _of_power(wanted: Filter) -> bool:
    return (
        creatures(wanted) and wanted.compare is not None and (wanted.compare.stat, wanted.compare.op) == ("power", ">=")
    )


def _measured(node: Term) -> bool:
    """Whether an effect adds power in a number that is announced or read off the game."""
    return isinstance(node, Pump) and not node.minus and not isinstance(node.power, Fixed)
