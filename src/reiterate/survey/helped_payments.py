"""Spells that objects pay for: convoke, improvise and delve, as far as they pay, and mana for the rest.
Part of the solver: the search.

The rules carry these ways of paying out and offer none of them (``rules.decisions.not_offered``), for there are very many. The search tries
one way to pay for each way to cast a spell. As many objects pay as can: those first that pay for colors, those last that make mana.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from reiterate.amounts import plain
from reiterate.records import replace
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import CAST, PAY, PICKS, Choice, Option, Pick
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.costs.casting import paying_words
from reiterate.rules.costs.object_costs import HELPING, Helping
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.state.model import BATTLEFIELD, GRAVEYARD, HAND, State
from reiterate.state.properties import CARD
from reiterate.survey.consumers import with_plenty
from reiterate.survey.wants import makes_mana
from reiterate.terms.abilities import Keyword, Static
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import SpellsHave
from reiterate.terms.unusable import may_meet

#: Ways to cast a spell, each with other targets, that are paid for so.
_WAYS: Final = 6


def helped(state: State, me: int, ways: Callable[[State, Option], list[Choice]]) -> Iterator[tuple[Option, Choice]]:
    """The spells in a player's hand that objects pay for, each with legal ways to cast it so.

    ``ways``: the ways of choosing an option that are tried.
    """
    cards = [
        handle
        for handle, row in state.rows.items()
        if row.cls.zone == HAND
        and row.cls.owner == me
        and row.cls.kind == CARD
        and row.cls.proto
        and paying_words(state, handle, me)
    ]
    words = {word for handle in cards for word in paying_words(state, handle, me)}
    if not any(_helpers(state, HELPING[word], me) for word in words):
        return
    rich = with_plenty(state, me)
    for option in options(rich):
        if option.verb != CAST or option.row not in cards or option.unknown or option.slot(PICKS) is not None:
            continue
        unpaid = dict.fromkeys(replace(way, pay=()) for way in ways(rich, option))
        for way in list(unpaid)[:_WAYS]:
            paid = next(iter(_paid(state, option, way, me)), None)
            if paid is not None:
                yield option, paid


def _paid(state: State, option: Option, way: Choice, me: int) -> Iterator[Choice]:
    """A way to cast a spell, paid for by objects: by as many as pay, fewer behind that."""
    pay = option.slot(PAY)
    asked = 0 if pay is None else plain(pay.low) + len(pay.symbols) + plain(pay.high) * plain(way.x)
    colors = frozenset(kind for kinds in (() if pay is None else pay.symbols) for kind in kinds)
    for word in paying_words(state, option.row, me):
        there = _helpers(state, HELPING[word], me, colors)
        for many in range(min(asked, sum(plain(n) for _, n in there)), 0, -1):
            made = replace(way, picks=_first(there, many), how=(*way.how, word))
            try:
                if verify(state, made) is None:
                    yield made
            except Unsupported:
                return


def _first(there: list[Pick], many: int) -> tuple[Pick, ...]:
    """So many of some objects, the first ones."""
    found: list[Pick] = []
    for row, n in there:
        taken = min(many, plain(n))
        found += [(row, taken)] if taken else []
        many -= taken
    return tuple(found)


def _helpers(state: State, way: Helping, me: int, colors: frozenset[str] = frozenset()) -> list[Pick]:
    """The objects that could pay so, with how many: those of a color that is asked for first, those that make mana last."""
    found: list[tuple[bool, bool, int]] = []
    for handle, row in state.rows.items():
        proto = row.cls.proto
        if proto is None or row.cls.zone not in (BATTLEFIELD, GRAVEYARD):
            continue
        if way.does == "exile":
            pays = row.cls.zone == GRAVEYARD and row.cls.owner == me
        else:
            pays = row.cls.zone == BATTLEFIELD and row.cls.controller == me and not row.cls.tapped
            pays = pays and way.type in view(state, handle).types
        if pays:
            fits = way.colored and row.cls.zone == BATTLEFIELD and bool(colors & set(view(state, handle).colors))
            found.append((not fits, makes_mana(proto), handle))
    return [(handle, state.rows[handle].n) for _, _, handle in sorted(found)]


def words_of(proto: Proto, beside: Iterable[Proto] = ()) -> list[str]:
    """The keywords by which objects pay for a card, its own or as others beside it say of such cards."""
    has = {a.name for a in proto.abilities if isinstance(a, Keyword)}
    given = [a.effect for other in beside for a in other.abilities if isinstance(a, Static)]
    has |= {e.keyword for e in given if isinstance(e, SpellsHave) and may_meet(e.filter, proto, True)}
    return [word for word in HELPING if word in has]
