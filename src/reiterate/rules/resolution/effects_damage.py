"""Effects that deal, prevent or redirect damage, and fights (120, 615, 701.14)."""

from __future__ import annotations

from reiterate.amounts import Amount, at_least, is_zero
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.events import damage
from reiterate.rules.events import replacement as replacement
from reiterate.rules.events.frames import Ask, Frame, objects, players, quantity, set_results, slot_of, things
from reiterate.rules.resolution.division import legal_shares
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, Gone, Ref, Reference, is_player, one, player
from reiterate.state.properties import NTH_HURT, NTH_TARGET, TO
from reiterate.terms.base import Term, swap, with_fields
from reiterate.terms.conditions import Damaged
from reiterate.terms.effects_damage import DealDamage, DealDivided, Fight, Prevent, PreventAll, Redirect
from reiterate.terms.effects_structure import Branch
from reiterate.terms.references import Each, Host, Result, Seat, TargetRef, Targets, That, ThatPlayer, This


def deal_damage(draft: Draft, frame: Frame, effect: DealDamage) -> Ask | None:
    """Damage from one source, with what the same words say it deals besides at the same time (120.3, 702.15e)."""
    source = damage_source(draft, frame, effect.source)
    shares = _receivers_and_amounts(draft, frame, effect)
    while frame.rest and isinstance(frame.rest[0], DealDamage) and frame.rest[0].with_last:
        shares += _receivers_and_amounts(draft, frame, frame.rest[0])
        frame.rest = frame.rest[1:]
    dealt = damage.deal_together(draft, source, shares)
    if any(isinstance(e, Branch) and isinstance(e.condition, Damaged) for e in frame.rest):
        hurt = [h for (h, _), much in zip(shares, dealt, strict=True) if not is_zero(much, "120.8")]
        set_results(draft, frame, [h for h in hurt if not is_player(draft, h)], NTH_HURT)
    return None


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
    damage.deal_together(draft, damage_source(draft, frame, effect.source), shares)


def fight(draft: Draft, frame: Frame, effect: Fight) -> Ask | None:
    """Two creatures deal damage to each other (701.14)."""
    a, b = objects(draft, frame, effect.one), objects(draft, frame, effect.other)
    if not a or not b or any("creature" not in view(draft, h).types for h in (a[0], b[0])):
        return None
    first, second = damage.source_of(draft, a[0]), damage.source_of(draft, b[0])
    up, down = power(draft, a[0]), power(draft, b[0])
    draft.batch += 1  # 701.14a: at the same time
    damage.damage_permanent(draft, first, b[0], up)
    damage.damage_permanent(draft, second, a[0], down)
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
    damage.deal_together(draft, damage_source(draft, frame, effect.source), shares)
    frame.failed = not shares
    return None
