"""What keyword actions stand for (701), what is done to a permanent that is chosen (608.2d), what X and "that Elf" mean."""

from __future__ import annotations

from typing import Any, Final

from reiterate.oracle.grammar import leaves
from reiterate.oracle.grammar.chart import NoMeaning
from reiterate.oracle.grammar.phrase_meanings import search, token, where
from reiterate.terms import language as n
from reiterate.terms.base import Term, replace, swap, walk
from reiterate.terms.meanings import conniving, exploring

_ONE: Final = n.Fixed(1)


def chosen(f: n.Filter, *effects: Any) -> tuple[Term, ...]:
    """Something done to one permanent of a set, which the controller chooses as it happens (608.2d)."""
    hosts = any(isinstance(effect, n.AttachTo) and effect.host == n.Result() for effect in effects)
    return (n.ChooseObject(f, host=hosts), *effects)


def counters_on_chosen(f: n.Filter, counters: tuple[str, n.Quantity]) -> tuple[Term, ...]:
    """ "put a +1/+1 counter on a creature you control"."""
    return chosen(f, n.PutCounters(n.Result(), *counters))


def tapped_any(f: n.Filter, then: tuple[Any, ...]) -> tuple[Term, ...]:
    """ "tap X untapped creatures you control": as many as its controller chooses; what X says behind it is their number (107.3)."""
    seen: list[Term] = []
    walk(then, seen.append)
    if n.XValue() not in seen:
        raise NoMeaning
    return (n.ChooseObject(replace(f, tapped=False), False, True), n.Tap(n.Result()), *swap(then, n.XValue(), n.Done()))


_MINE: Final = n.Filter(types=("creature",), controller="you")


def may_search(who: Any, f: n.Filter, how: tuple[str, bool, bool, str], number: int = 1) -> tuple[Term, ...]:
    """What another player may search for in their own library."""
    if who == n.You():
        raise NoMeaning
    made = search(f, how, number)
    return (n.May((replace(made, who=who),), who),)


def so_often(number: int, *effects: Any) -> tuple[Term, ...]:
    """ "Investigate twice": one event behind another (701.16a)."""
    return effects * number


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


_LAND: Final = n.TargetSpec(n.Filter(types=("land",), controller="you"))


def earthbends(amount: n.Quantity, at: int) -> tuple[Term, ...]:
    """ "Earthbend 2" (701.66a). The ability is delayed, so that it is there whatever becomes of the land's abilities."""
    land: Any = leaves.Aim(_LAND, at)
    lives = n.Become(land, "game", ("creature",), power=0, toughness=0, abilities=(n.Keyword("haste"),))
    back = n.ReturnToBattlefield(n.That(), "you", tapped=True)
    gone = n.Delayed(n.Leaves(land, into=("graveyard", "exile")), (back,))
    return (lives, n.PutCounters(land, "+1/+1", amount), gone, n.Bend("earth", land))


def airbends(what: Any) -> tuple[Term, ...]:
    """ "Airbend it" (701.65a): exiled, and cast by its owner by paying {2} for as long as it remains exiled."""
    return (n.Exile(what), n.LetPlay(n.Result(), "airbend", True, True), n.Bend("air", n.Result()))


def explores(what: Any) -> tuple[Term, ...]:
    """ "It explores" (701.44a)."""
    return exploring(what)


def connives(what: Any, count: n.Quantity = _ONE) -> tuple[Term, ...]:
    """ "It connives" (701.50a)."""
    return conniving(what, count)


def where_behind(at: int, effects: tuple[Term, ...], amount: n.Quantity, more: tuple[Any, ...]) -> tuple[Term, ...]:
    """What X is, where sentences behind speak of it too: an amount that looking at cards doesn't change in between."""
    between = [effect for group in more[:-1] for effect in group.effects]
    terms: list[Term] = []
    walk(more, terms.append)
    if n.XValue() not in terms or not isinstance(amount, n.Devotion | n.CountOf):
        raise NoMeaning
    if any(not isinstance(effect, n.LookAt | n.Take | n.PutRest) for effect in (*effects, *between)):
        raise NoMeaning
    behind: tuple[Term, ...] = swap(more, n.XValue(), amount)
    return (leaves.Group(at, where(effects, amount)), *behind)


def turned_of(types: tuple[str, ...], who: Any) -> tuple[Term, ...]:
    """ "Tap all untapped permanents of the chosen type that player controls, or untap all tapped ones", chosen together."""
    options = [
        (kind, n.Each(n.Filter(types=(t,), tapped=kind is n.Untap), who)) for t in types for kind in (n.Tap, n.Untap)
    ]
    return (n.ChooseOne(tuple((kind(each),) for kind, each in options)),)


def that_kind(subtype: str, at: int) -> Term:
    """ "that Elf": what was named with this subtype."""
    return leaves.Pointer("that kind", at, subtype)


def happening(subject: Any, event: Any) -> Any:
    """An event that happens to a subject."""
    return swap(event, leaves.Subj(), subject)
