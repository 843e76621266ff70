"""What an ability's words would still change where it has left (400.7, 608.2c).

Other parts of the ability find the object that something becomes in a graveyard or in exile
(400.7e, 400.7j). That object could have counters or be given abilities there. The rules change
permanents only, so such words are not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from reiterate.terms import language as n
from reiterate.terms.base import Deed, Part, Term, children, walk

#: References to one thing, which is gone when it has moved.
_ONE_THING: Final = (n.TargetRef, n.That, n.This, n.Host)


def gone(ability: n.Ability) -> str:
    """What an ability changes behind the words by which it left; "" for nothing."""
    if not isinstance(ability, n.Activated | n.Triggered | n.SpellAbility):
        return ""
    if isinstance(ability, n.Activated) and ability.action:
        return ""  # a special action is told by its rule, which says where the card goes
    left = _left_before(ability)
    if isinstance(ability, n.Activated) and n.This() in left and any(map(_returns, ability.effects)):
        return "something returned that was given up as a cost"  # 400.7j: it is found; the rules don't
    for part in (ability, *ability.modes):
        lost = list(_lost(part.effects, left))
        if not _brings_back(ability):
            lost = [one for one in lost if not one.says.permanents]
        if lost:
            return "something changed where it is no permanent any more"
    return ""


def _left_before(ability: n.Ability) -> tuple[Term, ...]:
    """What has left as the ability triggered, or was given up as its cost."""
    if isinstance(ability, n.Triggered):
        return _left_by(ability.trigger)
    if isinstance(ability, n.Activated) and any(_is_source(cost) for cost in ability.costs):
        return (n.This(),)
    return ()


def _left_by(trigger: n.TriggerEvent | n.WhenDone | None) -> tuple[Term, ...]:
    if trigger is None or not trigger.says.leaves:
        return ()
    return (n.That(), n.This()) if isinstance(getattr(trigger, "subject", None), n.This) else (n.That(),)


def _returns(effect: n.Effect) -> bool:
    """Whether an effect, or one within it, moves the source."""
    return any(
        ("card" in one.says.moves or "on" in one.says.moves) and getattr(one, "object", None) == n.This()
        for one in _deeds(effect)
    )


def _brings_back(ability: n.Ability) -> bool:
    """Whether anything in an ability puts cards onto the battlefield, where they are permanents again."""
    return any("on" in one.says.moves for one in _deeds(ability))


def _deeds(part: Term) -> Iterator[n.Effect]:
    """The effects within an ability or an effect, itself among them."""
    terms: list[Term] = []
    walk(part, terms.append)
    return _flat(tuple(terms))


def _is_source(cost: n.Cost) -> bool:
    """Whether a cost gives up what the ability is of."""
    source = cost.says.source
    return source == "always" or (source != "" and getattr(cost, source) is None)


def _lost(effects: tuple[n.Effect, ...], left: tuple[Term, ...]) -> Iterator[n.Effect]:
    """The effects that change what has left before them."""
    for effect in effects:
        changing = effect.effect if isinstance(effect, n.Lasting) else effect
        if any(getattr(changing, name) in left for name in changing.says.changes):
            yield changing
        if isinstance(effect, n.Delayed):
            yield from _lost(effect.effects, _left_by(effect.trigger))
        elif isinstance(effect, n.IfDone):
            yield from _lost(effect.first, left)
            yield from _lost(effect.then, (*left, *(found for first in effect.first for found in _moved(first))))
            yield from _lost(effect.otherwise, left)
        elif isinstance(effect, n.Reflexive):  # targets of its own
            yield from _lost(effect.effects, tuple(one for one in left if not isinstance(one, n.TargetRef)))
        else:
            for _, part in children(effect):
                if isinstance(part, tuple):
                    yield from _lost(tuple(_flat(part)), left)
        if any(one.says.names for one in _deeds(effect)):
            left = tuple(one for one in left if one != n.Result())  # the words now mean what this effect made or moved
        left = (*left, *_moved(effect))


def _moved(effect: n.Effect) -> tuple[Term, ...]:
    """What an effect moves off the battlefield, where it is one thing."""
    if isinstance(effect, n.May):
        return tuple(found for inner in effect.effects for found in _moved(inner))
    away = "off" in effect.says.moves or "card" in effect.says.moves
    moved = getattr(effect, "object", None)
    return (moved, n.Result()) if away and isinstance(moved, _ONE_THING) else ()


def _flat(part: tuple[Part, ...]) -> Iterator[n.Effect]:
    """The effects in a tuple, or in tuples of a tuple."""
    for one in part:
        if isinstance(one, tuple):
            yield from _flat(one)
        elif isinstance(one, Term) and isinstance(one.says, Deed):
            yield cast("n.Effect", one)
