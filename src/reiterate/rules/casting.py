"""Casting spells (601): from which zone, at what time, in which way, for what cost."""

from __future__ import annotations

from itertools import combinations

from reiterate.amounts import Amount, more
from reiterate.refusals import Refusal, unsupported
from reiterate.rules import commander
from reiterate.rules.chars import Around, condition_holds, matches, measure, statics
from reiterate.rules.choices import Choice
from reiterate.rules.deriving import HISTORY
from reiterate.rules.features import filter_holds, printed, proto_of
from reiterate.rules.library import ONE_SPELL
from reiterate.rules.mana import refuse
from reiterate.rules.replace import in_force, of_player
from reiterate.state.model import BATTLEFIELD, GRAVEYARD, HAND, Class, State, player
from reiterate.terms.base import Term
from reiterate.terms.nodes import Filter, ManaCost, Proto, SpellAbility, SpellCosts, Static
from reiterate.terms.standing import Are, MayCastFrom, MoreLands, PlayerCant, SpellCost, TurnedAsThough

#: Ways of casting that replace the mana cost, and the zone that each is for.
ALTERNATIVES = {"flashback": GRAVEYARD}


def spell_abilities(proto: Proto) -> list[SpellAbility]:
    """What a card does as an instant or sorcery."""
    return [a for a in proto.abilities if isinstance(a, SpellAbility)]


def may_cast(state: State, choice: Choice) -> Refusal | None:
    """Why a card can't be cast from where it is (601.3), or None."""
    row = state.rows[choice.row]
    proto = proto_of(row.cls)
    if "land" in proto.types or (proto.types and proto.mana_cost is None and "free" not in choice.how):
        return refuse("not-castable", f"{proto.name} can't be cast", "202.1b", "a card with a mana cost")
    refused = barred(state, choice.row, choice.player)
    if refused is not None:
        return refused
    zone = row.cls.zone
    if zone == HAND or commander.castable(row.cls):
        return None
    for how in choice.how:
        if ALTERNATIVES.get(how) == zone:
            return None
    for ability in proto.abilities:
        if isinstance(ability, Static) and isinstance(ability.effect, MayCastFrom) and ability.effect.zone == zone:
            if ability.condition is None or condition_holds(state, ability.condition, choice.row):
                return None
            return refuse("only-if", f"the condition for casting {proto.name} is not met", "601.3", "its condition")
    ways = [a.how for a in proto.abilities if isinstance(a, SpellCosts) and ALTERNATIVES.get(a.how) == zone]
    if ways:
        return refuse("how", f"{proto.name} can be cast from there only with {ways[0]}", "601.3", f"with {ways[0]}")
    return refuse("no-such-object", "that card can't be cast from where it is", "601.3", "a card in your hand")


def barred(state: State, handle: int, seat: int) -> Refusal | None:
    """Why a player can't cast a card at all (101.2, 601.3), or None."""
    for source, effect in in_force(state, PlayerCant):
        if not of_player(state, effect.who, source, seat):
            continue
        if effect.what == ONE_SPELL and more(state.rows[player(seat)].get(HISTORY + "spells cast"), 0, "101.2"):
            return refuse("one-spell", "a spell was cast already this turn", "101.2", "another turn")
        if effect.what == "cast" and (effect.filter is None or _is_spell(state, effect.filter, handle, seat, source)):
            return refuse("cant-cast", "an effect forbids casting that", "101.2", "another spell")
    return None


def _is_spell(state: State, filter: Term, handle: int, seat: int, source: int) -> bool:
    """Whether a card that is cast is a spell of a set; what effects make of colours in all zones is not known here."""
    assert isinstance(filter, Filter)
    if (filter.colors or filter.without_colors or filter.colorless) and any(
        e.everywhere for _, e in in_force(state, Are)
    ):
        raise unsupported("rule-105.3", "the colour of a spell under an effect in all zones", "105.3")
    if filter.compare is not None and "X" in (proto_of(state.rows[handle].cls).mana_cost or ()):
        raise unsupported("rule-202.3e", "the mana value of a spell with {X} as it is cast", "202.3e")
    return matches(state, filter, handle, seat, source)


def played(cls: Class) -> int:
    """How many lands a player has played this turn."""
    number = cls.prop("landed", 0)
    return number if isinstance(number, int) else 0


def lands(state: State, seat: int) -> Amount:
    """How many lands a player may play this turn (305.2)."""
    total: Amount = 1
    for source, effect in in_force(state, MoreLands):
        if of_player(state, effect.who, source, seat):
            total = total + effect.amount * state.rows[source].n
    return total


def castable_zones(state: State, handle: int) -> bool:
    """Whether a card in a zone other than the hand might be cast from there at all."""
    proto = proto_of(state.rows[handle].cls)
    zone = state.rows[handle].cls.zone
    if commander.castable(state.rows[handle].cls):
        return True
    for ability in proto.abilities:
        if isinstance(ability, Static) and isinstance(ability.effect, MayCastFrom) and ability.effect.zone == zone:
            return True
        if isinstance(ability, SpellCosts) and ALTERNATIVES.get(ability.how) == zone:
            return True
    return False


def instant_speed(state: State, choice: Choice) -> bool:
    """Whether a spell may be cast any time its caster has priority (304.1, 702.8)."""
    cls = state.rows[choice.row].cls
    if "instant" in proto_of(cls).types or "flash" in printed(cls).keywords:
        return True
    for source, ability in statics(state).applied:
        effect = ability.effect
        if not isinstance(effect, TurnedAsThough) or effect.what != "flash" or not isinstance(effect.subject, Filter):
            continue
        mine = state.rows[source].cls.controller == choice.player
        if mine and filter_holds(_anyones(effect.subject), state.rows[choice.row], None, choice.player):
            return True
    return False


def _anyones(filter: Filter) -> Filter:
    values = {f: getattr(filter, f) for f in Filter.__slots__}
    values["controller"] = "any"
    return Filter(**values)


def check_how(proto: Proto, choice: Choice) -> Refusal | None:
    """Whether the ways and modes named are ones that the card has (601.2b)."""
    ways = {a.how for a in proto.abilities if isinstance(a, SpellCosts) and a.how}
    modes = max((len(a.modes) for a in proto.abilities if isinstance(a, SpellAbility)), default=0)
    chosen = [how for how in choice.how if how.startswith("mode ")]
    for how in choice.how:
        if how.startswith("mode "):
            if not 1 <= int(how.removeprefix("mode ")) <= modes:
                return refuse("mode", f"{proto.name} has no {how}", "700.2", f"mode 1 to mode {modes}")
        elif how == "convoke":
            if not any(getattr(a, "name", "") == "convoke" for a in proto.abilities):
                return refuse("how", f"{proto.name} has no convoke", "702.51a", "a spell with convoke")
        elif how not in ways:
            return refuse("how", f"{proto.name} has no {how}", "601.2b", " or ".join(sorted(ways)) or "no such cost")
    least, most = modes_of(proto)
    if modes and (len(set(chosen)) != len(chosen) or not least <= len(chosen) <= most):
        number = (
            "one mode is" if most == 1 else f"{least} modes are" if least == most else f"{least} to {most} modes are"
        )
        return refuse("mode", f"{number} chosen", "700.2", f"mode 1 to mode {modes}")
    return None


def modes_of(proto: Proto) -> tuple[int, int]:
    """How many modes of a spell are chosen, at least and at most (700.2)."""
    return next(((a.least, a.most) for a in proto.abilities if isinstance(a, SpellAbility) and a.modes), (1, 1))


def mode_choices(proto: Proto) -> list[tuple[str, ...]]:
    """The ways to choose modes of a spell; one that chooses none for what has none."""
    modes = max((len(a.modes) for a in spell_abilities(proto)), default=0)
    least, most = modes_of(proto)
    names = [f"mode {k}" for k in range(1, modes + 1)]
    return [some for many in range(least, most + 1) for some in combinations(names, many)] if names else [()]


def costs_of(proto: Proto, how: tuple[str, ...]) -> tuple[Term, ...]:
    """The costs of casting a card in these ways (601.2f)."""
    base: tuple[Term, ...] = (ManaCost(proto.mana_cost or ()),)
    extra: tuple[Term, ...] = ()
    for ability in proto.abilities:
        if isinstance(ability, SpellCosts):
            if ability.how in ALTERNATIVES and ability.how in how:
                base = ability.costs
            elif not ability.how or ability.how in how:
                extra += ability.costs
    return (*base, *extra)


def changes(state: State, handle: int, seat: int) -> tuple[list[tuple[Amount, Amount]], Amount]:
    """Reductions of a spell's cost, and generic mana that it costs more (601.2f)."""
    off: list[tuple[Amount, Amount]] = []
    extra: Amount = commander.tax(state, state.rows[handle].cls)
    found = [(s, a) for s, a in statics(state).applied if isinstance(a.effect, SpellCost)]
    own = [(handle, a) for a in proto_of(state.rows[handle].cls).abilities if isinstance(a, Static)]
    for source, ability in [*found, *own]:
        effect = ability.effect
        if not isinstance(effect, SpellCost) or effect.this != (
            source == handle and state.rows[handle].cls.zone != BATTLEFIELD
        ):
            continue
        if ability.condition is not None and not condition_holds(state, ability.condition, source):
            continue
        if not effect.this:
            if not of_player(state, effect.who, source, seat):
                continue
            if effect.filter is not None and not _is_spell(state, effect.filter, handle, seat, source):
                continue
        controller = state.rows[source].cls.controller
        amount = measure(state, Around(controller, {}, {}, source), effect.amount) * state.rows[source].n
        if effect.less:
            off.append((amount, 0))
        else:
            extra = extra + amount
    return off, extra
