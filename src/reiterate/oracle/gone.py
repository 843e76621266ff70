"""What an ability's words would still change where it has left (400.7, 608.2c).

Other parts of the ability find the object that something becomes in a graveyard or in exile
(400.7e, 400.7j). That object could have counters or be given abilities there. The rules change
permanents only, so such words are not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from reiterate.terms import language as n
from reiterate.terms.base import Term, children, walk

#: Effects that change a permanent, with the field that names it.
CHANGING: Final[Mapping[type, str]] = {
    n.Tap: "object",
    n.Untap: "object",
    n.PutCounters: "object",
    n.RemoveCounters: "object",
    n.Pump: "object",
    n.GainKeywords: "object",
    n.LoseKeywords: "object",
    n.Forbid: "object",
    n.Require: "object",
    n.SetBasePT: "object",
    n.SwitchPT: "object",
    n.Destroy: "object",
    n.SacrificeObject: "object",
    n.DealDamage: "to",
    n.AttachTo: "host",
    n.Become: "object",
    n.BecomeCopy: "object",
    n.DoubleCounters: "object",
    n.ExileUntil: "object",
    n.Fight: "other",
    n.GainAbilities: "object",
    n.GainControl: "object",
    n.Prevent: "to",
    n.PreventAll: "object",
    n.RemoveFromCombat: "object",
    n.TapOrUntap: "object",
}
#: Those of them that mean permanents alone. They do nothing to a card in another zone, and are read where nothing in the
#: ability brings the card back (110.5, 506.4, 701.8, 701.26).
_OF_PERMANENTS: Final = (n.Tap, n.Untap, n.TapOrUntap, n.Destroy, n.RemoveFromCombat)
#: Effects after which what they name is somewhere else, and what each of these names.
_MOVING: Final = (n.Destroy, n.Exile, n.ReturnToHand, n.SacrificeObject, n.CounterSpell, n.ExileUntil, n.Move)
#: Events after which what they speak of is no permanent any more.
_LEAVING: Final = (n.Dies, n.Leaves, n.ToGraveyard, n.Sacrifices, n.Discards)
#: References to one thing, which is gone when it has moved.
_ONE_THING: Final = (n.TargetRef, n.That, n.This, n.Host)


#: Effects that hold others.
_ORDERING: Final = (
    n.May,
    n.ChooseOne,
    n.Branch,
    n.ForEachPlayer,
    n.MayPay,
    n.RepeatProcess,
    n.FlipCoin,
    n.FlipUntilLost,
)


def gone(ability: n.Ability) -> str:
    """What an ability changes behind the words by which it left; "" for nothing."""
    if not isinstance(ability, n.Activated | n.Triggered | n.SpellAbility):
        return ""
    left = _left_before(ability)
    if isinstance(ability, n.Activated) and n.This() in left and any(map(_returns, ability.effects)):
        return "something returned that was given up as a cost"  # 400.7j: it is found; the rules don't
    for part in (ability, *ability.modes):
        lost = list(_lost(part.effects, left))
        if not _brings_back(ability):
            lost = [one for one in lost if not isinstance(one, _OF_PERMANENTS)]
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
    if not isinstance(trigger, _LEAVING):
        return ()
    return (n.That(), n.This()) if isinstance(getattr(trigger, "subject", None), n.This) else (n.That(),)


def _returns(effect: n.Effect) -> bool:
    """Whether an effect, or one within it, moves the source."""
    found: list[Term] = []
    walk(effect, found.append)
    moving = (n.ReturnToBattlefield, n.Move, n.ReturnToHand, n.Exile, n.Shuffle)
    return any(isinstance(one, moving) and one.object == n.This() for one in found)


def _brings_back(ability: n.Ability) -> bool:
    """Whether anything in an ability puts cards onto the battlefield, where they are permanents again."""
    found: list[Term] = []
    walk(ability, found.append)
    return any(isinstance(one, n.ReturnToBattlefield | n.ExileUntil | n.PutFromHand | n.EachReturns) for one in found)


def _is_source(cost: n.Cost) -> bool:
    """Whether a cost gives up what the ability is of."""
    if isinstance(cost, n.SacrificeCost):
        return cost.filter is None
    if isinstance(cost, n.ExileCost):
        return cost.filter is None
    return isinstance(cost, n.DiscardThis)


def _lost(effects: tuple[n.Effect, ...], left: tuple[Term, ...]) -> Iterator[Term]:
    """The effects that change what has left before them."""
    for effect in effects:
        changing = effect.effect if isinstance(effect, n.Lasting) else effect
        name = CHANGING.get(type(changing), "")
        if name and getattr(changing, name) in left:
            yield changing
        if isinstance(effect, n.Delayed):
            yield from _lost(effect.effects, _left_by(effect.trigger))
        elif isinstance(effect, n.IfDone):
            yield from _lost(effect.first, left)
            yield from _lost(effect.then, (*left, *(found for first in effect.first for found in _moved(first))))
            yield from _lost(effect.otherwise, left)
        elif isinstance(effect, _ORDERING):
            for name, part in children(effect):
                if isinstance(part, tuple) and name not in ("costs", "targets"):
                    yield from _lost(tuple(_flat(part)), left)
        elif isinstance(effect, n.Reflexive):  # targets of its own
            yield from _lost(effect.effects, tuple(one for one in left if not isinstance(one, n.TargetRef)))
        left = (*left, *_moved(effect))


def _moved(effect: n.Effect) -> tuple[Term, ...]:
    """What an effect moves off the battlefield, where it is one thing."""
    if isinstance(effect, n.May):
        return tuple(found for inner in effect.effects for found in _moved(inner))
    return (effect.object,) if isinstance(effect, _MOVING) and isinstance(effect.object, _ONE_THING) else ()


def _flat(part: tuple[n.Effect | tuple[n.Effect, ...], ...]) -> Iterator[n.Effect]:
    """The parts of a tuple of effects, or of lists of effects."""
    for one in part:
        if isinstance(one, tuple):
            yield from one
        else:
            yield one
