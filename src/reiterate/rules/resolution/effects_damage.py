"""Effects that deal, prevent or redirect damage, and fights (120, 615, 701.14)."""

from __future__ import annotations

from typing import Any

from reiterate.amounts import Amount, at_least
from reiterate.refusals import unsupported
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.evaluate import matches, power, view
from reiterate.rules.events import damage
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events.frames import (
    Ask,
    Frame,
    nothing_came,
    numbered,
    objects,
    players,
    quantity,
    set_results,
    slot_of,
    source_handle,
    things,
)
from reiterate.rules.resolution.division import legal_shares
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, Gone, Ref, Reference, is_player, one, player
from reiterate.state.normal_form import is_single
from reiterate.state.properties import NTH_HURT, NTH_TARGET, TO
from reiterate.terms.base import Term, has_kind, swap, with_fields
from reiterate.terms.conditions import Damaged
from reiterate.terms.effects_damage import DealDamage, DealDivided, Fight, Prevent, PreventAll, Redirect
from reiterate.terms.effects_structure import Branch
from reiterate.terms.references import Each, Host, Result, Seat, TargetRef, Targets, That, ThatPlayer, This


def deal_damage(draft: Draft, frame: Frame, effect: DealDamage) -> Ask | None:
    """Damage from one source, with what the same words say it deals besides at the same time (120.3, 702.15e)."""
    source = damage_source(draft, frame, effect.source)
    shares = _receivers_and_amounts(draft, frame, effect)
    aims: list[Term] = [effect.to]
    while frame.rest and isinstance(frame.rest[0], DealDamage) and frame.rest[0].with_last:
        more = _receivers_and_amounts(draft, frame, frame.rest[0])
        if isinstance(frame.rest[0].to, Each) and {h for h, _ in shares} & {h for h, _ in more}:
            raise unsupported(
                "rule-120.3",
                "damage to something that two sets hold, such as a creature that is a planeswalker",
                "120.3",
            )
        shares += more
        aims.append(frame.rest[0].to)
        frame.rest = frame.rest[1:]
    dealt = damage.deal_together(draft, source, shares)
    frame.averted = nothing_came(frame, dealt, "120.8") and not source.hurt
    _note_hurt(draft, frame, source.hurt, shares, aims)
    return None


def _note_hurt(
    draft: Draft, frame: Frame, dealt: list[int], shares: list[tuple[int, Amount]], aims: list[Term]
) -> None:
    """Remember what was dealt damage "this way", where later words ask for it: redirected damage is dealt this way, too (614.6, 614.9).

    ``dealt``: the permanents that were dealt damage. ``shares``: what the damage was to be dealt to. ``aims``: the words for that. Where damage was redirected, "it" is no more what
    these words mean, but what was dealt damage.
    """
    if not any(isinstance(e, Branch) and isinstance(e.condition, Damaged) for e in frame.rest):
        return
    hurt = list(dict.fromkeys(dealt))
    set_results(draft, frame, hurt, NTH_HURT)
    if not {*hurt} <= {handle for handle, _ in shares}:
        frame.rest = tuple(_of_redirected(draft, frame, each, aims) for each in frame.rest)


def _of_redirected(draft: Draft, frame: Frame, later: Term, aims: list[Term]) -> Term:
    """What is done "if a creature is dealt damage this way" with that creature, once damage was redirected.

    Raises ``Unsupported`` where it could be one of several, or where other words speak of a result besides.
    """
    if not isinstance(later, Branch) or not isinstance(later.condition, Damaged):
        return later
    then: Any = later.then
    for aim in aims:
        then = swap(then, aim, Result())
    found = dealt_damage(draft, frame, later.condition)
    if then == later.then or not found:
        return later
    if (
        len(found) > 1
        or not is_single(draft.rows[found[0]].n)
        or later != frame.rest[0]
        or has_kind(frame.rest, Result)
    ):
        raise unsupported("rule-614.9", "what is done with one of several that redirected damage is dealt to", "614.9")
    set_results(draft, frame, found)
    return with_fields(later, {"then": then})


def dealt_damage(draft: Draft, frame: Frame, condition: Damaged) -> list[int]:
    """The permanents of a kind that the effect before has dealt damage to."""
    source = source_handle(frame)
    refs = [frame.refs[slot] for slot in numbered(frame.refs, NTH_HURT)]
    hurt = [ref.row for ref in refs if isinstance(ref, Ref) and ref.row in draft.rows]
    return [handle for handle in hurt if matches(draft, condition.filter, handle, frame.controller, source)]


def _receivers_and_amounts(draft: Draft, frame: Frame, effect: DealDamage) -> list[tuple[int, Amount]]:
    """The rows of players and permanents that an effect deals damage to, and how much to each."""
    amount = quantity(draft, frame, effect.amount)
    if not at_least(amount, 0, "107.1b"):
        return []
    to = effect.to
    if isinstance(to, Targets):
        found = things(draft, frame, to)
        return [(h, amount) for h in found if is_player(draft, h) or draft.rows[h].cls.zone == BATTLEFIELD]
    named = frame.refs.get(slot_of(to)) if isinstance(to, TargetRef) else None
    if isinstance(to, (This, Host, That, Each, Result)) or (isinstance(named, Ref) and not is_player(draft, named.row)):
        assert isinstance(to, (This, Host, That, Each, TargetRef, Result))
        return [(h, amount) for h in objects(draft, frame, to)]
    return [(player(seat), amount) for seat in players(draft, frame, to)]


def damage_source(draft: Draft, frame: Frame, ref: Term) -> damage.Source:
    """What deals the damage of an effect, as it is or last was (608.2h)."""
    named = frame.refs.get(slot_of(ref))
    if isinstance(named, Gone):
        return damage.source_gone(named)
    if isinstance(named, Ref):
        source = damage.source_of(draft, named.row)
        if draft.rows[named.row].cls.zone != BATTLEFIELD:
            source.controller = frame.controller  # of a spell or of an ability elsewhere, not the card's owner
        return source
    return damage.Source(frozenset(), frame.controller)


def damage_each(draft: Draft, frame: Frame, seats: list[int], effect: DealDamage) -> None:
    """Damage to each player, of an amount of their own, dealt to all at the same time (120.3)."""
    shares: list[tuple[int, Amount]] = []
    for seat in seats:
        amount = quantity(draft, frame, swap(effect.amount, ThatPlayer(), Seat(seat)))
        shares.append((player(seat), amount))
    source = damage_source(draft, frame, effect.source)
    dealt = damage.deal_together(draft, source, shares)
    frame.averted = nothing_came(frame, dealt, "120.8") and not source.hurt
    _note_hurt(draft, frame, source.hurt, shares, [effect.to])


def fight(draft: Draft, frame: Frame, effect: Fight) -> Ask | None:
    """Two creatures deal damage to each other (701.14)."""
    a, b = objects(draft, frame, effect.one), objects(draft, frame, effect.other)
    if not a or not b or any("creature" not in view(draft, h).types for h in (a[0], b[0])):
        frame.failed = True  # 701.14b
        return None
    first, second = damage.source_of(draft, a[0]), damage.source_of(draft, b[0])
    up, down = power(draft, a[0]), power(draft, b[0])
    draft.batch += 1  # 701.14a: at the same time
    damage.damage_permanent(draft, first, b[0], up)
    damage.damage_permanent(draft, second, a[0], down)
    _note_hurt(draft, frame, first.hurt + second.hurt, [(b[0], up), (a[0], down)], [effect.one, effect.other])
    return None


def shield(draft: Draft, frame: Frame, effect: Redirect | Prevent) -> Ask | None:
    """Prevent or redirect the next damage (615.7, 614.9)."""
    on = effect.shielded if isinstance(effect, Redirect) else effect.to
    if isinstance(effect, Prevent) and effect.amount is None and isinstance(on, Each):
        _prevent_for_set(draft, frame, effect, on)  # with an amount each of the set has a shield of its own (615.11)
        return None
    refs: dict[str, Reference] = {}
    amount: Amount = 1 if effect.amount is None else quantity(draft, frame, effect.amount)
    if isinstance(effect, Redirect):
        to = _shielded(draft, frame, effect.to)
        if not to:
            return None
        refs[TO] = one(to[0])
    for handle in _shielded(draft, frame, on):
        continuous_effects.shield(draft, effect, frame.controller, handle, refs, amount)
    return None


def _shielded(draft: Draft, frame: Frame, ref: Term) -> list[int]:
    index = getattr(ref, "index", None)
    named = frame.refs.get(f"{NTH_TARGET}{index}") if index is not None else None
    if isinstance(named, Ref) and is_player(draft, named.row):
        return [named.row]
    if type(ref).__name__ in ("You", "EachPlayer", "ThatPlayer"):
        return [player(seat) for seat in players(draft, frame, ref)]
    return objects(draft, frame, ref)


def prevent_all(draft: Draft, frame: Frame, effect: PreventAll) -> Ask | None:
    """Prevent all damage this turn (615.1)."""
    if effect.object is None:
        continuous_effects.prevent_all(draft, effect, frame.controller, None)
        return None
    if isinstance(effect.object, Each):
        _prevent_for_set(draft, frame, effect, effect.object)
        return None
    made = PreventAll(This(), effect.combat, effect.both)
    for handle in objects(draft, frame, effect.object):
        continuous_effects.prevent_all(draft, made, frame.controller, handle)
    return None


def _prevent_for_set(draft: Draft, frame: Frame, effect: Prevent | PreventAll, named: Each) -> None:
    """All damage to or by a set is prevented this turn, also what comes into the set later (611.2c)."""
    continuous_effects.check_set(draft, named)
    field = "to" if isinstance(effect, Prevent) else "object"
    for seat in [frame.controller] if named.held is None else players(draft, frame, named.held):
        made = with_fields(effect, {field: continuous_effects.held_by_you(named)})
        continuous_effects.prevent_all(draft, made, seat, None)


def deal_divided(draft: Draft, frame: Frame, effect: DealDivided) -> Ask | None:
    """Damage divided among targets, as announced (601.2d)."""
    shares = legal_shares(draft, frame, effect.to)
    source = damage_source(draft, frame, effect.source)
    dealt = damage.deal_together(draft, source, shares)
    _note_hurt(draft, frame, source.hurt, shares, [effect.to])
    frame.failed = not shares
    frame.averted = nothing_came(frame, dealt, "120.8") and not source.hurt
    return None
