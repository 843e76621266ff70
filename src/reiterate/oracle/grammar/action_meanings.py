"""What keyword actions stand for (701), and what is done to a permanent that is chosen as it happens (608.2d)."""

from __future__ import annotations

from typing import Any, Final

from reiterate.oracle.grammar.chart import NoMeaning
from reiterate.oracle.grammar.phrase_meanings import search, token
from reiterate.terms import language as n
from reiterate.terms.base import Term, replace

_ONE: Final = n.Fixed(1)


def chosen(f: n.Filter, *effects: Any) -> tuple[Term, ...]:
    """Something done to one permanent of a set, which the controller chooses as it happens (608.2d)."""
    return (n.ChooseObject(f), *effects)


def counters_on_chosen(f: n.Filter, counters: tuple[str, n.Quantity]) -> tuple[Term, ...]:
    """ "put a +1/+1 counter on a creature you control"."""
    return chosen(f, n.PutCounters(n.Result(), *counters))


_MINE: Final = n.Filter(types=("creature",), controller="you")


def may_search(who: Any, f: n.Filter, how: tuple[str, bool, bool], number: int = 1) -> tuple[Term, ...]:
    """What another player may search for in their own library."""
    if who == n.You():
        raise NoMeaning
    made = search(f, how, number)
    return (n.May((n.Search(who, made.filter, made.to, made.tapped, made.amount),), who),)


def bolsters(amount: n.Quantity) -> tuple[Term, ...]:
    """ "Bolster 1" (701.39a)."""
    return (n.ChooseObject(_MINE, True), n.PutCounters(n.Result(), "+1/+1", amount))


def amasses(subtype: str, amount: n.Quantity) -> tuple[Term, ...]:
    """ "Amass Zombies 2" (701.47a)."""
    army = replace(_MINE, subtypes=("Army",))
    words = (("color", "B"), ("sub", subtype), ("sub", "Army"), ("type", "creature"))
    made = n.Branch(n.Controls(army, "<=", 0), (n.CreateTokens(_ONE, token((0, 0), words)),))
    grows = n.PutCounters(n.Result(), "+1/+1", amount)
    kind = n.IsA(n.Result(), n.Filter(subtypes=(subtype,)))
    changed = n.Branch(n.Not(kind), (n.Become(n.Result(), "game", subtypes=(subtype,)),))
    return (made, n.ChooseObject(army), grows, changed)


def explores(what: Any) -> tuple[Term, ...]:
    """ "It explores" (701.44a)."""
    land = n.IsA(n.Result(), n.Filter(types=("land",)))
    kept = n.May((n.Move(n.Result(), "graveyard"),), n.ControllerOf(what))
    grows = n.PutCounters(what, "+1/+1", _ONE)
    return (n.RevealTop(n.ControllerOf(what)), n.Branch(land, (n.Move(n.Result(), "hand"),), (grows, kept)))
