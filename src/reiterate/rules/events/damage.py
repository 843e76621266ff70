"""Life and damage (119, 120): gained, lost, dealt, prevented (615), redirected.

Prevention of all damage (615): for a turn, and by static abilities. Shields that run out are in ``continuous_effects``.

Life and damage (119, 120): gained, lost, dealt, prevented, redirected.
"""

from __future__ import annotations

from typing import Final, TypeGuard

from reiterate.amounts import Amount, at_least, equal, in_total, is_zero, less
from reiterate.refusals import unsupported
from reiterate.rules.access import state_access
from reiterate.rules.access.choice import Pick
from reiterate.rules.access.influence import check_static, in_range, sees
from reiterate.rules.access.questions import Question, decide
from reiterate.rules.access.state_access import add, split, tally, tell, turn_into
from reiterate.rules.characteristics.continuous_effects import shields, use_shield
from reiterate.rules.characteristics.evaluate import card_fits, matches, view
from reiterate.rules.characteristics.printed_characteristics import printed
from reiterate.rules.characteristics.protection import protected
from reiterate.rules.events import commander, replacement, zones
from reiterate.rules.events.counters import player_gets, put_counters, remove_counters
from reiterate.rules.events.happenings import Happening
from reiterate.rules.events.life import BY_DAMAGE, keeping
from reiterate.rules.events.life import gain_life as gain_life
from reiterate.rules.events.life import lose_life as lose_life
from reiterate.rules.events.life import set_life as set_life
from reiterate.rules.events.players import remember
from reiterate.rules.events.triggers import fire, heard
from reiterate.state.events import Draft
from reiterate.state.index import standing
from reiterate.state.model import (
    BATTLEFIELD,
    EFFECTS,
    EXILE,
    GRAVEYARD,
    Gone,
    Ref,
    Row,
    State,
    is_player,
    player,
    seat_of,
)
from reiterate.state.normal_form import is_single
from reiterate.state.properties import (
    COUNT_DAMAGE_TO,
    DAMAGE,
    DEATHTOUCHED,
    HOST,
    LEFT,
    LOSING,
    ON,
    POISON_COUNTERS,
    SHIELD,
    TO,
)
from reiterate.state.text_reads import HURT
from reiterate.terms.abilities import Keyword
from reiterate.terms.base import Term
from reiterate.terms.effects_damage import Prevent, PreventAll, Redirect
from reiterate.terms.references import Each, Filter, Host, This, You
from reiterate.terms.replacement_effects import (
    ChangeCounters,
    ChangeDamage,
    PreventDamage,
    PreventPart,
)

# --- prevention ----------------------------------------------------------------------------------


def stopped(state: State, source: int, handle: int, combat: bool, last: Row | None = None) -> str | None:
    """Whether all damage of a source to a player or permanent is prevented: None, or the kind of counters put on it.

    in: the row of the source (-1: it is gone; then ``last``, as it last was) and that of the receiver. Raises ``Unsupported`` where the order of
    several effects that apply could matter (616.1).
    """
    found = [""] if _this_turn(state, source, handle, combat, last) else []
    for at, effect in replacement.in_force(state, PreventDamage):
        if effect.combat and not combat:
            continue
        check_static(state, effect)
        seat = state.rows[at].cls.controller
        to, by = _reaches(state, seat, handle), _reaches(state, seat, source, last)
        fits = _fits(state, effect.to, at, handle) and _fits(state, effect.by, at, source, last)
        watched = (to or effect.to is None) and (by or effect.by is None)
        if effect.to is None and effect.by is None:
            watched = to and by
        if (fits and watched) or (effect.both and by and _fits(state, effect.to, at, source, last)):
            found.append(effect.counters)
    if not found:
        return None
    if any(found) and (len(found) > 1 or replacement.in_force(state, ChangeDamage)):
        raise unsupported("rule-616.1", "several effects that prevent or change the same damage", "616.1")
    return found[0]


def in_part(draft: Draft, at: int, row: Row | None, controller: int, handle: int) -> Amount:
    """How much of the damage of a source to a player, or to each member of a row, is prevented by static abilities (615.10).

    in: the source's handle (-1: it is gone), its row as it is or was, and who controls it.
    """
    total: Amount = 0
    for source, effect in replacement.in_force(draft, PreventPart):
        check_static(draft, effect)
        assert isinstance(effect.by, Filter)
        mine = draft.rows[source].cls.controller
        if _fits(draft, effect.to, source, handle) and replacement.is_source(
            draft, effect.by, mine, controller, row, at, source
        ):
            total = total + draft.rows[source].n * effect.amount
    return total


def _this_turn(state: State, source: int, handle: int, combat: bool, last: Row | None) -> bool:
    """Whether an effect of this turn prevents it."""
    for shield in standing(state, EFFECTS):
        row = state.rows[shield]
        effect = row.cls.term
        if row.cls.kind != SHIELD or not isinstance(effect, (PreventAll, Prevent)) or (effect.combat and not combat):
            continue
        seat = row.cls.controller
        if isinstance(effect, Prevent) or isinstance(effect.object, Each):
            if _of_set(state, shield, effect, source, handle, last):
                return True
            continue
        if effect.object is None:
            if _reaches(state, seat, handle) and _reaches(state, seat, source, last):
                return True
            continue
        on = row.refs.get(ON)
        if isinstance(on, Gone) and source < 0 and last is not None and on.cls.proto is last.cls.proto:
            raise unsupported("rule-608.2h", "whether what left is the source that a shield is about", "615.1")
        about = isinstance(on, Ref) and on.row in (source, *((handle,) if effect.both else ()))
        if about and isinstance(on, Ref) and sees(state, seat, on.row):
            return True
    return False


def _of_set(
    state: State, shield: int, effect: Prevent | PreventAll, source: int, handle: int, last: Row | None
) -> bool:
    """Whether an effect of this turn about a set prevents it: the set as it is now, for it changes no object (611.2c)."""
    seat, named = state.rows[shield].cls.controller, effect.to if isinstance(effect, Prevent) else effect.object
    if not isinstance(named, Each) or (isinstance(effect, Prevent) and effect.amount is not None):
        return False  # with an amount each of the set has a shield of its own (615.11)
    to = _reaches(state, seat, handle) and _fits(state, named.filter, shield, handle)
    if isinstance(effect, Prevent):
        return to
    return (to and effect.both) or (
        _reaches(state, seat, source, last) and _fits(state, named.filter, shield, source, last)
    )


def _reaches(state: State, seat: int, handle: int, last: Row | None = None) -> bool:
    """Whether a source or receiver of damage is within a player's range of influence (801.13b); ``last`` where it is gone."""
    if handle in state.rows:
        return sees(state, seat, handle)
    return last is None or in_range(state, seat, last.cls.controller)


def _fits(state: State, what: Term | None, at: int, handle: int, last: Row | None = None) -> bool:
    """Whether a row, or one that is gone as it last was, is what the effect of the source ``at`` is about."""
    if what is None:
        return True
    row = state.rows.get(handle)
    seen = last if row is None else row
    if isinstance(what, Filter) and seen is not None and seen.cls.zone != BATTLEFIELD:
        return False  # 109.2: a set of permanents
    if row is None:
        mine = state.rows[at].cls.controller
        return isinstance(what, Filter) and last is not None and card_fits(state, what, last, mine)
    if isinstance(what, You):
        return handle == player(state.rows[at].cls.controller)
    if is_player(state, handle):
        return False
    if isinstance(what, This):
        return handle == at
    if isinstance(what, Host):
        host = state.rows[at].refs.get(HOST)
        return isinstance(host, Ref) and host.row == handle
    assert isinstance(what, Filter)
    if what.another and handle == at and not is_single(row.n):
        raise unsupported("grouped-other", "each other of a group seen from one of its members", "109.4")
    return matches(state, what, handle, state.rows[at].cls.controller, at)


# --- damage --------------------------------------------------------------------------------------


class Source:
    """What the rules need of a source of damage: its keywords, controller, and the row it is or was.

    ``pool``: what lifelink gains for all the damage that the source deals at the same time; None:
    for each at once. ``hurt``: the permanents that it has dealt damage to, also those that damage was redirected to.
    """

    __slots__ = ("controller", "handle", "hurt", "keywords", "pool", "row")

    def __init__(self, keywords: frozenset[str], controller: int, handle: int = -1, row: Row | None = None) -> None:
        self.keywords = keywords
        self.controller = controller
        self.handle = handle
        self.row = row
        self.pool: Amount | None = None
        self.hurt: list[int] = []


def source_of(state: State, handle: int) -> Source:
    """A source on the battlefield or elsewhere, as it is now."""
    row = state.rows[handle]
    cls = row.cls
    keywords = view(state, handle).keywords if cls.zone == BATTLEFIELD else printed(cls).keywords
    return Source(keywords, cls.controller, handle, row)


def source_gone(gone: Gone) -> Source:
    """A source as it last was (608.2h)."""
    row = Row(gone.cls, gone.num, 1, {})
    return Source(printed(gone.cls).keywords, gone.cls.controller, -1, row)


#: With a receiver: in which batch a shield for a part of the damage was used for it.
_SHIELDED: Final = "shielded"


def _through_shields(draft: Draft, source: Source, handle: int, amount: Amount, combat: bool) -> Amount:
    """What is left of damage after prevention and redirection; the redirected part is dealt to its new receiver."""
    counters = stopped(draft, source.handle, handle, combat, source.row)
    if counters is not None:
        _in_any_order(draft, handle)
        if counters:
            put_counters(draft, handle, counters, amount, draft.rows[handle].cls.controller)
        return 0
    standing = shields(draft, handle)
    if len(standing) > 1 and not is_zero(amount, "615.7"):
        _alike(draft, standing, combat)
    if draft.batched.get((_SHIELDED, handle), -1) == draft.batch and not is_zero(amount, "615.7"):
        raise unsupported("rule-615.7", "which of the damage dealt by several sources at once is prevented", "615.7")
    for shield in standing:
        if shield not in draft.rows or is_zero(amount, "615.7"):
            continue
        row = draft.rows[shield]
        effect = row.cls.term
        assert isinstance(effect, (Redirect, Prevent))
        if isinstance(effect, Prevent) and effect.combat and not combat:
            continue
        if isinstance(effect, Prevent) and effect.amount is None:
            return 0
        left = row.get(LEFT)
        taken = left if less(left, amount, "615.7") else amount
        to = row.refs.get(TO)
        use_shield(draft, shield, taken)
        draft.batched[_SHIELDED, handle] = draft.batch
        amount = amount - taken
        if isinstance(to, Ref) and not combat and not sees(draft, source.controller, to.row):
            continue  # 801.13a: a spell or ability doesn't affect what is out of its controller's range
        if isinstance(effect, Redirect) and isinstance(to, Ref) and _can_receive(draft, to.row):
            tell(draft, "redirected damage", to.row, "", taken)
            damage_any(draft, source, to.row, taken, combat=combat)
        elif isinstance(effect, Redirect):
            amount = amount + taken  # 614.9: what can't be redirected is dealt as it was
    return amount


def _refuse_apart(
    draft: Draft, source: Source, seat: int, handle: int, amount: Amount, count: Amount, combat: bool
) -> None:
    """Refuse damage of several like sources, a part of which is prevented, where an ability triggers for each source (615.7)."""
    if is_single(count):
        return
    event = Happening("DealsDamage", source.handle, seat, amount, count, source.row, "combat" if combat else "")
    event.other = handle
    if heard(draft, event):
        raise unsupported("rule-615.7", "which of the damage dealt by several sources at once is prevented", "615.7")


def _alike(draft: Draft, standing: list[int], combat: bool) -> None:
    """Refuse shields among which it matters which is applied first (616.1): of any that redirects, or that keep differently."""
    terms = [draft.rows[shield].cls.term for shield in standing]
    open_to = [t for t in terms if isinstance(t, Redirect) or combat or not getattr(t, "combat", False)]
    mixed = len({getattr(t, "combat", False) for t in open_to}) > 1
    if len(open_to) > 1 and (mixed or any(isinstance(t, Redirect) for t in open_to)):
        raise unsupported("rule-616.1", "several effects that prevent or redirect the same damage", "616.1")


def _once(draft: Draft, handle: int, amount: Amount, changed: Amount) -> Amount:
    """Changed damage; refused before a shield that takes a part of it or turns it aside (616.1, 614.5)."""
    limited = any(getattr(draft.rows[shield].cls.term, "amount", None) is not None for shield in shields(draft, handle))
    if limited and not is_zero(changed - amount, "616.1"):
        raise unsupported("rule-616.1", "damage that is changed and prevented or redirected in part", "616.1")
    return changed


def _reduced(draft: Draft, source: Source, handle: int, amount: Amount, changed: Amount, combat: bool) -> Amount:
    """Damage less the part that static abilities prevent (615.10); refused where the order of effects could matter (616.1)."""
    part = in_part(draft, source.handle, source.row, source.controller, handle)
    if is_zero(part, "615.10"):
        return changed
    counters = stopped(draft, source.handle, handle, combat, source.row)
    instead = is_player(draft, handle) and replacement.damage_instead(draft, seat_of(handle))
    if counters or shields(draft, handle) or instead or not is_zero(changed - amount, "616.1"):
        raise unsupported("rule-616.1", "damage that is prevented in part and changed or prevented otherwise", "616.1")
    return 0 if less(amount, part, "615.10") else amount - part


def _in_any_order(draft: Draft, handle: int) -> None:
    """Refuse prevention of all damage where another effect could be applied to it first (616.1)."""
    instead = is_player(draft, handle) and replacement.damage_instead(draft, seat_of(handle))
    if shields(draft, handle) or instead:
        raise unsupported("rule-616.1", "several effects that prevent or redirect the same damage", "616.1")


def _can_receive(draft: Draft, handle: int) -> bool:
    """Whether damage can be redirected to it: a player still in the game, or what may be dealt damage now (614.9)."""
    if handle not in draft.rows:
        return False
    if is_player(draft, handle):
        return state_access.in_game(draft, seat_of(handle))
    hurt = {"creature", "planeswalker", "battle"}
    return draft.rows[handle].cls.zone == BATTLEFIELD and bool(hurt & {*view(draft, handle).types})


def damage_any(draft: Draft, source: Source, handle: int, amount: Amount, combat: bool = False) -> Amount:
    """A source deals damage to a player or permanent, by its row: how much."""
    if is_player(draft, handle):
        return damage_player(draft, source, seat_of(handle), amount, combat)
    return damage_permanent(draft, source, handle, amount, combat)


def deal_together(draft: Draft, source: Source, shares: list[tuple[int, Amount]], combat: bool = False) -> list[Amount]:
    """A source deals damage to several at the same time (120.3): how much to each of them.

    in: rows of players or permanents, with the damage to each member. Lifelink gains once for all of it (702.15e).
    """
    source.pool = 0
    draft.batch += 1
    dealt = [damage_any(draft, source, handle, amount, combat) for handle, amount in shares]
    gained = source.pool
    source.pool = None
    gain_life(draft, source.controller, gained)
    return dealt


def _lifelink(draft: Draft, source: Source, amount: Amount, count: Amount) -> None:
    """The controller of a source with lifelink gains the damage dealt (120.3f, 702.15b)."""
    if "lifelink" not in source.keywords:
        return
    keeping(draft, source.controller, True)
    if source.pool is None:
        gain_life(draft, source.controller, amount, count)
    else:
        source.pool = source.pool + in_total(amount, count)


def damage_player(
    draft: Draft, source: Source, seat: int, amount: Amount, combat: bool = False, count: Amount = 1
) -> Amount:
    """A source deals damage to a player (120.3a), ``count`` like sources that much each at the same time: how much."""
    if not at_least(amount, 1, "120.8") or not state_access.in_game(draft, seat):
        return 0
    changed = replacement.damage(draft, source.controller, source.row, source.handle, False, seat, amount, combat)
    changed = _once(draft, player(seat), amount, changed)
    amount = _reduced(draft, source, player(seat), amount, changed, combat)
    dealt = in_total(amount, count)
    sources = count
    total = _through_shields(draft, source, player(seat), dealt, combat)
    if is_zero(total, "120.8"):
        return 0
    if replacement.damage_instead(draft, seat):
        _exile_instead(draft, seat, total)
        return 0
    if not (type(count) is int and count == 1) and not is_zero(dealt - total, "615"):
        _refuse_apart(draft, source, seat, player(seat), amount, count, combat)
        count = 1
        amount = total
    elif type(count) is int and count == 1:
        amount = total
    tell(draft, "dealt damage", player(seat), "", total)
    tally(draft, f"{COUNT_DAMAGE_TO}p{seat + 1}", total)
    remember(draft, seat, HURT, total)
    _results_for_player(draft, source, seat, amount, count, combat)
    if combat and "toxic" in source.keywords:  # 120.3g
        _toxic(draft, source, seat, sources, equal(dealt, total, "615"))
    who = Happening("DealsDamage", source.handle, seat, amount, count, source.row, "combat" if combat else "")
    who.other = player(seat)
    fire(draft, who)
    hurt = Happening("PlayerDamaged", player(seat), seat, amount, count, None, "combat" if combat else "")
    hurt.other = source.handle
    fire(draft, hurt)
    return total


def _results_for_player(draft: Draft, source: Source, seat: int, amount: Amount, count: Amount, combat: bool) -> None:
    """The results of damage dealt to a player but toxic: each sentence of 120.3 for itself, and 903.10a."""
    total = in_total(amount, count)
    if "infect" not in source.keywords:  # 120.3a
        lose_life(draft, seat, amount, count, BY_DAMAGE)
    if "infect" in source.keywords:  # 120.3b
        player_gets(draft, seat, POISON_COUNTERS, total)
    _lifelink(draft, source, amount, count)  # 120.3f
    if combat:  # 903.10a
        commander.count_commander_damage(draft, source.row, seat, total)


def _toxic(draft: Draft, source: Source, seat: int, sources: Amount, whole: bool) -> None:
    """The total toxic value of each creature that deals combat damage to a player, as poison counters (120.3g, 702.164c).

    ``whole``: nothing of the damage was prevented, so that each of ``sources`` like creatures dealt
    some.
    """
    if source.handle not in draft.rows:
        raise unsupported("rule-702.164", "the toxic value of a creature that has left", "702.164c")
    if not whole and not is_single(sources):
        raise unsupported("rule-702.164", "damage of a group with toxic, a part of which was prevented", "702.164c")
    value = sum(int(a.parameter) for a in view(draft, source.handle).abilities if _is_toxic(a))
    player_gets(draft, seat, POISON_COUNTERS, value * sources)


def _is_toxic(ability: object) -> TypeGuard[Keyword]:
    """Whether an ability is toxic (702.164a)."""
    return isinstance(ability, Keyword) and ability.name == "toxic"


def _exile_instead(draft: Draft, seat: int, amount: Amount) -> None:
    """Exile that many cards from a player's graveyard, of their choice, instead of damage; who can't loses."""
    rows = [h for h, row in draft.rows.items() if row.cls.zone == GRAVEYARD and row.cls.owner == seat]
    there: Amount = 0
    for handle in rows:
        there = there + draft.rows[handle].n
    if less(there, amount, "614.1a"):
        turn_into(draft, "can't exile that many", player(seat), draft.rows[player(seat)].cls.with_prop(LOSING, True))
        return
    picks: list[Pick] = [(handle, draft.rows[handle].n) for handle in rows]
    if len(rows) == 1:
        picks = [(rows[0], amount)]
    elif less(amount, there, "614.1a"):
        asked = Question("objects", seat, rows=tuple(rows), low=amount, high=amount, text="exiled instead of damage")
        picks = list(decide(draft, asked).picks)
    for handle, count in picks:
        zones.move(draft, split(draft, handle, count), EXILE, "exiled instead of damage")


def damage_permanent(
    draft: Draft, source: Source, handle: int, amount: Amount, combat: bool = False, count: Amount = 1
) -> Amount:
    """A source deals damage to a creature (120.3d, e) or planeswalker (120.3c), to each member of a row: how much.

    Raises ``Unsupported`` where damage would have a result on a battle (120.3h).
    """
    types = view(draft, handle).types
    creature = "creature" in types
    if not creature and "planeswalker" not in types and "battle" not in types:
        return 0  # 120.1a
    if not at_least(amount, 1, "120.8") or protected(draft, handle, source.handle, source.row):
        return 0
    seat = draft.rows[handle].cls.controller
    changed = replacement.damage(
        draft, source.controller, source.row, source.handle, True, seat, amount, combat, creature
    )
    changed = _once(draft, handle, amount, changed)
    amount = _reduced(draft, source, handle, amount, changed, combat)
    total = _through_shields(draft, source, handle, amount * count, combat)
    if is_zero(total, "120.8"):
        return 0
    if not is_zero(amount * count - total, "615"):
        _refuse_apart(draft, source, -1, handle, amount, count, combat)
        amount, count = total, 1
    source.hurt.append(handle)
    _results_on_permanent(draft, source, handle, total, combat)
    row = draft.rows[handle]
    _lifelink(draft, source, amount * row.n, count)  # 120.3f
    who = Happening("DealsDamage", source.handle, -1, amount, count * row.n, source.row, "combat" if combat else "")
    who.other = handle
    fire(draft, who)
    hurt = Happening("IsDealtDamage", handle, seat, total, row.n, row, "combat" if combat else "")
    hurt.other = source.handle
    fire(draft, hurt)
    return total


_SHRINKING: Final = frozenset({"infect", "wither"})


def _results_on_permanent(draft: Draft, source: Source, handle: int, total: Amount, combat: bool) -> None:
    """What damage does to a permanent itself: each sentence of 120.3 for itself, and the mark that 704.5h asks for."""
    types = view(draft, handle).types
    if "planeswalker" in types:  # 120.3c
        remove_counters(draft, handle, "loyalty", total)
    if "creature" in types and source.keywords & _SHRINKING:  # 120.3d
        if not combat and any(e.effects for _, e in replacement.in_force(draft, ChangeCounters)):
            row = draft.rows[handle]
            own, other = (
                replacement.counters(draft, handle, row, "-1/-1", total, source.controller, way)
                for way in (True, False)
            )
            if not equal(own, other, "614.16"):
                raise unsupported("rule-614.16", "whether an effect puts the counters that damage puts", "614.16")
        put_counters(draft, handle, "-1/-1", total, source.controller, by_effect=False)
    if "creature" in types and not source.keywords & _SHRINKING:  # 120.3e
        add(draft, "dealt damage", handle, DAMAGE, total)
    if "deathtouch" in source.keywords:  # 702.2b
        turn_into(draft, "", handle, draft.rows[handle].cls.with_prop(DEATHTOUCHED, True))
    if "battle" in types:  # 120.3h
        raise unsupported("rule-310.6", "damage dealt to a battle", "120.3h")
