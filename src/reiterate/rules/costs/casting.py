"""Casting spells (601): from which zone and with which permission, at what time, in which way, for what cost.

Cards that may be played from where they lie, or without paying their mana costs (601.3, 305.1, 118.9).

Casting spells (601): from which zone, at what time, in which way, for what cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from reiterate.amounts import Amount, more
from reiterate.refusals import Refusal, unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.faces import AIRBENT, FORETELL, FORETOLD, FREED, PLOTTED, front_of
from reiterate.rules.access.unread_clauses import CASTING, unread_use
from reiterate.rules.characteristics.continuous_effects import IN_LATER_TURNS
from reiterate.rules.characteristics.evaluate import (
    card_fits,
    condition_holds,
    holds,
    matches,
    result_of,
    statics,
)
from reiterate.rules.characteristics.printed_characteristics import is_kicker, is_unknown, printed, proto_of
from reiterate.rules.characteristics.references import Around
from reiterate.rules.characteristics.trigger_index import given_to_itself
from reiterate.rules.costs.mana import OfKind, Reduction, refuse
from reiterate.rules.events import commander
from reiterate.rules.events.players import known_order, library
from reiterate.rules.events.replacement import in_force, of_player
from reiterate.rules.events.trigger_matching import subject_matches
from reiterate.state.model import BATTLEFIELD, EXILE, GRAVEYARD, HAND, LIBRARY, Class, State, player
from reiterate.state.normal_form import is_single
from reiterate.state.properties import FLASHBACK, LANDED, MAY_ONLY_CAST, MAY_PLAY, THIS_TURN
from reiterate.state.text_reads import ONE_SPELL
from reiterate.terms.abilities import Keyword, SpellAbility, SpellCosts, Static
from reiterate.terms.base import Term, replace
from reiterate.terms.costs import LifeCost, ManaCost
from reiterate.terms.meanings import AFTERMATH
from reiterate.terms.proto import Proto, is_face_down
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, This
from reiterate.terms.static_effects import (
    CastOnly,
    GraveyardCast,
    MayCastFrom,
    MayPlay,
    MoreLands,
    PlayerCant,
    SpellCost,
    SpellsHave,
    TargetTax,
    TurnedAsThough,
)
from reiterate.terms.vocabulary import PAYING

# --- permission ----------------------------------------------------------------------------------

#: The ways of casting that replace the mana cost (118.9), and the only zone that each of some is for.
FREE: Final = "no mana cost"
ALTERNATIVE: Final = "alternative cost"
ALTERNATIVES: Final = {
    "flashback": GRAVEYARD,
    "jump-start": GRAVEYARD,
    "retrace": GRAVEYARD,
    "escape": GRAVEYARD,
    "mayhem": GRAVEYARD,
    ALTERNATIVE: "",
    "evoke": "",
    "dash": "",
    "blitz": "",
    "spectacle": "",
    "surge": "",
    "warp": HAND,
    FORETELL: EXILE,
    AIRBENT: EXILE,
    FREE: "",
}
#: Of these the ones that effects give cards in graveyards, and what airbending gives cards in exile (701.65a).
GIVEN: Final = ("flashback", "escape", AIRBENT)
_AIRBENT: Final = (SpellCosts((ManaCost(("2",)),), AIRBENT),)
#: Of these the ones that leave the mana cost to be paid, with something more.
AS_WELL: Final = ("jump-start", "retrace")


def alternatives(how: tuple[str, ...]) -> tuple[str, ...]:
    """The alternative costs among the ways of casting that were named."""
    return tuple(word for word in how if word in ALTERNATIVES)


def own(state: State, handle: int) -> MayCastFrom | None:
    """The ability of a card itself that lets it be cast from where it is, whether its condition holds or not."""
    cls = state.rows[handle].cls
    for ability in proto_of(cls).abilities:
        if isinstance(ability, Static) and isinstance(ability.effect, MayCastFrom) and ability.effect.zone == cls.zone:
            return ability.effect
    return None


def own_holds(state: State, handle: int) -> bool:
    """Whether the condition of such an ability holds, of any of them."""
    cls = state.rows[handle].cls
    return any(
        a.condition is None or condition_holds(state, a.condition, handle)
        for a in proto_of(cls).abilities
        if isinstance(a, Static) and isinstance(a.effect, MayCastFrom) and a.effect.zone == cls.zone
    )


def let(state: State, handle: int, seat: int, land: bool = False) -> bool:
    """Whether an effect lets a player play a card from where it is, for its costs. Raises where it reads an unknown card."""
    cls = state.rows[handle].cls
    if cls.zone == EXILE and _may_play(cls) and cls.owner == seat:
        return not (land and cls.prop(MAY_ONLY_CAST))
    return _in_force(state, handle, seat, free=False, land=land)


def _may_play(cls: Class) -> bool:
    """Whether a card in exile may be played now for its costs: not one that may be played after this turn alone (702.185a)."""
    return MAY_PLAY in cls.by_prop and cls.prop(MAY_PLAY) not in (*IN_LATER_TURNS, PLOTTED, FORETOLD, FREED, AIRBENT)


def is_plotted(cls: Class) -> bool:
    """Whether a card in exile became plotted in an earlier turn (702.170d)."""
    return cls.zone == EXILE and cls.prop(MAY_PLAY) == PLOTTED


def _is_freed(cls: Class) -> bool:
    """Whether a card in exile may be cast without paying its mana cost now (118.9a)."""
    return is_plotted(cls) or (cls.zone == EXILE and cls.prop(MAY_PLAY) == FREED)


def let_free(state: State, handle: int, seat: int) -> bool:
    """Whether an effect lets a player cast a card without paying its mana cost (118.9a)."""
    cls = state.rows[handle].cls
    return (_is_freed(cls) and cls.owner == seat) or _in_force(state, handle, seat, free=True)


def _leave(state: State, seat: int) -> list[tuple[int, MayPlay]]:
    """The effects that let a player play cards from somewhere, with their sources (601.3)."""
    return [
        (source, effect)
        for source, effect in in_force(state, MayPlay)
        if of_player(state, "any" if effect.anyone else "you", source, seat)
    ]


def _in_force(state: State, handle: int, seat: int, free: bool, land: bool = False, flash: bool = False) -> bool:
    cls = state.rows[handle].cls
    for source, effect in _leave(state, seat):
        if effect.zone != cls.zone or effect.free != free or effect.flash < flash:
            continue
        if effect.what == ("spells" if land else "lands") or cls.owner != seat or not _lies_open(state, handle):
            continue
        assert isinstance(effect.filter, Filter)
        if land or matches(state, effect.filter, handle, seat, source):
            return True
    return False


def _lies_open(state: State, handle: int) -> bool:
    """Of a library the top card alone may be played (401.5); refused where nobody can know which one that is."""
    cls = state.rows[handle].cls
    if cls.zone != LIBRARY:
        return True
    known_order(state, cls.owner)
    return state.seqs[library(cls.owner)][0] == handle


def anywhere(state: State, handle: int, seat: int) -> bool:
    """Whether effects could let a player play a card where it is: asked before anything is worked out."""
    cls = state.rows[handle].cls
    if _may_play(cls) or _is_freed(cls) or given_ways(state, handle):
        return cls.owner == seat
    giving = cls.zone == GRAVEYARD and is_unknown(cls) and bool(_giving(state, seat))
    if cls.owner != seat or not (giving or any(effect.zone == cls.zone for _, effect in _leave(state, seat))):
        return False
    if is_unknown(cls):
        return True
    return let(state, handle, seat, "land" in proto_of(cls).types) or let_free(state, handle, seat)


def playable_top_card(state: State, seat: int) -> int:
    """The top card of a player's library if an effect lets them play cards from there, else -1."""
    letting = any(effect.zone == LIBRARY for _, effect in _leave(state, seat))
    cards = state.seqs.get(library(seat), ()) if letting else ()
    return cards[0] if cards else -1


def _giving(state: State, seat: int) -> list[tuple[int, GraveyardCast]]:
    """The effects that give cards in a player's graveyard a way of casting them, with their sources."""
    found = in_force(state, GraveyardCast)
    return [(source, effect) for source, effect in found if state.rows[source].cls.controller == seat]


def given_ways(state: State, handle: int) -> tuple[SpellCosts, ...]:
    """The ways of casting a card in its owner's graveyard or in exile that effects give it, each once (701.65a, 702.34a, 702.138a)."""
    cls = state.rows[handle].cls
    if cls.zone == EXILE and cls.prop(MAY_PLAY) == AIRBENT:
        return _AIRBENT
    if cls.zone != GRAVEYARD or is_unknown(cls):
        return ()
    ways = [(SpellCosts((), "flashback"), True)] if FLASHBACK in cls.by_prop else []
    for source, effect in _giving(state, cls.owner):
        if front_of(cls) is not None:
            raise unsupported(
                "rule-712.8a", "another face of a card in a graveyard that is given a way to be cast", "712.8a"
            )
        if matches(state, effect.filter, handle, cls.owner, source):
            ways.append((SpellCosts(effect.costs, effect.how), effect.own))
    price = ManaCost(proto_of(cls).mana_cost or ())
    return tuple(dict.fromkeys(replace(way, costs=(price, *way.costs)) if mana else way for way, mana in ways))


def cast_costs(state: State, handle: int) -> list[SpellCosts]:
    """The costs of casting a card that it has itself, and those of the ways that effects give it."""
    own = [a for a in proto_of(state.rows[handle].cls).abilities if isinstance(a, SpellCosts)]
    return [*own, *(way for way in given_ways(state, handle) if way not in own)]


# --- casting -------------------------------------------------------------------------------------

#: The additional cost for which all modes are chosen (702.42).
ENTWINE: Final = "entwine"


def spell_abilities(proto: Proto) -> list[SpellAbility]:
    """What a card does as an instant or sorcery."""
    return [a for a in proto.abilities if isinstance(a, SpellAbility)]


def may_cast(state: State, choice: Choice) -> Refusal | None:
    """Why a card can't be cast from where it is (601.3), or None."""
    row = state.rows[choice.row]
    proto = proto_of(row.cls)
    instead = alternatives(choice.how)
    by_mana = {a.how for a in given_ways(state, choice.row) if ManaCost(proto.mana_cost or ()) in a.costs}
    pays = not instead or instead[0] in (*AS_WELL, *by_mana)
    down = is_face_down(proto)
    if down and instead:
        return refuse("how", "a card cast face down is cast for {3}", "118.9a", "no other way of casting")
    if "land" in proto.types or (proto.types and proto.mana_cost is None and pays and not down):
        return refuse("not-castable", f"{proto.name} can't be cast", "202.1b", "a card with a mana cost")
    refused = barred(state, choice.row, choice.player) or _one_way(state, choice)
    if refused is not None:
        return refused
    zone = row.cls.zone
    if AFTERMATH in proto.abilities:  # 702.127a
        if zone == GRAVEYARD and not instead:
            return None
        if zone == GRAVEYARD:
            raise unsupported("rule-702.127", "an alternative cost of a spell with aftermath", "702.127a")
        return refuse("only-if", f"{proto.name} is cast from a graveyard alone", "702.127a", "a card in your graveyard")
    if instead and ALTERNATIVES[instead[0]] == zone:
        return None
    if instead[:1] == (FREE,):
        if let_free(state, choice.row, choice.player):
            return None
        return refuse("how", f"{proto.name} can't be cast without paying its mana cost", "118.9", "its mana cost")
    if zone == HAND or commander.castable(row.cls):
        return None
    if own(state, choice.row) is not None:
        if own_holds(state, choice.row) or let(state, choice.row, choice.player):
            return None
        return refuse("only-if", f"the condition for casting {proto.name} is not met", "601.3", "its condition")
    if let(state, choice.row, choice.player):
        return None
    ways = [a.how for a in cast_costs(state, choice.row) if ALTERNATIVES.get(a.how) == zone]
    if let_free(state, choice.row, choice.player):
        ways.append(FREE)
    if ways:
        return refuse("how", f"{proto.name} can be cast from there only with {ways[0]}", "601.3", f"with {ways[0]}")
    return refuse("no-such-object", "that card can't be cast from where it is", "601.3", "a card in your hand")


def _one_way(state: State, choice: Choice) -> Refusal | None:
    """Why the alternative cost named can't be chosen here (118.9a): one alone, from its zone, while its condition holds."""
    row = state.rows[choice.row]
    instead = alternatives(choice.how)
    if len(instead) > 1:
        return refuse("how", "only one alternative cost can be applied to a spell", "118.9a", f"with {instead[0]}")
    for how in instead:
        zone = ALTERNATIVES[how]
        if zone and zone != row.cls.zone:
            return refuse("how", f"{how} is for a card in the {zone}", "601.3", f"a card in your {zone}")
        if how == FORETELL and row.cls.prop(MAY_PLAY) != FORETOLD:
            return refuse(
                "how", f"{proto_of(row.cls).name} was not foretold in an earlier turn", "702.143a", "another turn"
            )
        own = [a for a in cast_costs(state, choice.row) if a.how == how]
        if len(own) > 1:
            raise unsupported("rule-118.9", f"several costs of one card with {how}", "118.9")
        if (
            own
            and own[0].condition is not None
            and not holds(state, _around(state, choice.row, choice.row), own[0].condition)
        ):
            return refuse("only-if", f"the condition for {how} is not met", "118.9", "its condition")
    return None


def barred(state: State, handle: int, seat: int) -> Refusal | None:
    """Why a player can't cast a card at all (101.2, 601.3), or None."""
    hushed = split_second(state, seat)
    if hushed is not None:
        return hushed
    proto = proto_of(state.rows[handle].cls)
    if "legendary" in proto.supertypes and {"instant", "sorcery"} & set(proto.types) and not _legend(state, seat):
        text = f"{proto.name} is cast only by who controls a legendary creature or planeswalker"
        return refuse("only-if", text, "205.4e", "a legendary creature or planeswalker")
    for ability in proto.abilities:
        only = ability.effect if isinstance(ability, Static) else None
        if isinstance(only, CastOnly) and not condition_holds(state, only.condition, handle, seat):
            return refuse("only-if", f"the condition for casting {proto.name} is not met", "601.3", "its condition")
    for source, effect in in_force(state, PlayerCant):
        if not of_player(state, effect.who, source, seat):
            continue
        if effect.what == ONE_SPELL and more(state.rows[player(seat)].get(THIS_TURN + "spells cast"), 0, "101.2"):
            return refuse("one-spell", "a spell was cast already this turn", "101.2", "another turn")
        if effect.what == "cast" and (effect.filter is None or _is_spell(state, effect.filter, handle, seat, source)):
            return refuse("cant-cast", "an effect forbids casting that", "101.2", "another spell")
    return None


SPLIT_SECOND: Final = "split second"


def split_second(state: State, seat: int) -> Refusal | None:
    """Why a player can't cast spells or activate abilities that aren't mana abilities: a spell on the stack has split second (702.61a)."""
    for handle in state.stack:
        cls = state.rows[handle].cls
        if cls.proto is None or not of_player(state, "any", handle, seat):
            continue
        if SPLIT_SECOND in printed(cls).keywords or given_to_itself(state, handle, cls.controller, SPLIT_SECOND):
            text = f"{cls.proto.name} has split second, so nobody casts spells or activates other abilities than mana abilities"
            return refuse("split-second", text, "702.61a", "a mana ability, or passing")
    return None


def _legend(state: State, seat: int) -> bool:
    """Whether a player controls a legendary creature or planeswalker, so that legendary spells can be cast (205.4e)."""
    wanted = Filter(supertypes=("legendary",), any_of=("creature", "planeswalker"), controller="you")
    return any(r.cls.zone == BATTLEFIELD and matches(state, wanted, h, seat, -1) for h, r in state.rows.items())


def _is_spell(state: State, filter: Term, handle: int, seat: int, source: int) -> bool:
    """Whether a card that is cast is a spell of a set, with the colours and types that effects give in all zones (105.3)."""
    assert isinstance(filter, Filter)
    if filter.compare is not None and "X" in (proto_of(state.rows[handle].cls).mana_cost or ()):
        raise unsupported("rule-202.3e", "the mana value of a spell with {X} as it is cast", "202.3e")
    return matches(state, filter, handle, seat, source)


def played(cls: Class) -> int:
    """How many lands a player has played this turn."""
    return cls.prop(LANDED, 0)


def lands(state: State, seat: int) -> Amount:
    """How many lands a player may play this turn (305.2)."""
    total: Amount = 1
    for source, effect in in_force(state, MoreLands):
        if of_player(state, effect.who, source, seat):
            total = total + effect.amount * state.rows[source].n
    return total


def castable_zones(state: State, handle: int) -> bool:
    """Whether a card in a zone other than the hand might be played from there by its owner at all."""
    cls = state.rows[handle].cls
    if commander.castable(cls) or anywhere(state, handle, cls.owner):
        return True
    if cls.zone == GRAVEYARD and AFTERMATH in proto_of(cls).abilities:
        return True
    for ability in proto_of(cls).abilities:
        if isinstance(ability, Static) and isinstance(ability.effect, MayCastFrom) and ability.effect.zone == cls.zone:
            return True
    return any(ALTERNATIVES.get(a.how) == cls.zone for a in cast_costs(state, handle))


def payment_ways(state: State, handle: int, seat: int) -> list[tuple[str, ...]]:
    """The ways of paying for a card from where it is: () for its mana cost, else one alternative cost (118.9)."""
    cls = state.rows[handle].cls
    named = {a.how for a in cast_costs(state, handle) if a.how in ALTERNATIVES}
    bound = [(how,) for how in sorted(named) if ALTERNATIVES[how] == cls.zone]
    found: list[tuple[str, ...]] = [()]
    if bound and cls.zone != HAND and not anywhere(state, handle, seat) and own(state, handle) is None:
        found = []
    found += bound + [(how,) for how in sorted(named) if not ALTERNATIVES[how]]
    if _is_freed(cls) or any(effect.free and effect.zone == cls.zone for _, effect in in_force(state, MayPlay)):
        found.append((FREE,))
    return found


_AS_THOUGH_IT_HAD_FLASH: Final = TurnedAsThough(This(), "flash")


def instant_speed(state: State, choice: Choice) -> bool:
    """Whether a spell may be cast any time its caster has priority (304.1, 702.8)."""
    cls = state.rows[choice.row].cls
    if is_plotted(cls) and FREE in choice.how:
        return False  # 702.170d
    if "instant" in proto_of(cls).types or "flash" in printed(cls).keywords:
        return True
    if given_to_itself(state, choice.row, choice.player, "flash"):
        return True  # 601.3d
    if any(
        isinstance(ability, Static)
        and ability.effect == _AS_THOUGH_IT_HAD_FLASH
        and (ability.condition is None or condition_holds(state, ability.condition, choice.row, choice.player))
        for ability in proto_of(cls).abilities
    ):
        return True  # 601.3b: it never has flash by this
    if FREE in choice.how and _in_force(state, choice.row, choice.player, free=True, flash=True):
        return True
    for source, effect in in_force(state, TurnedAsThough):
        if effect.what != "flash" or not isinstance(effect.subject, Filter):
            continue
        whose = "any" if effect.subject.controller == "any" else "you"
        if of_player(state, whose, source, choice.player) and card_fits(
            state, _anyones(effect.subject), state.rows[choice.row], choice.player, choice.row
        ):
            return True
    return False


def _anyones(filter: Filter) -> Filter:
    return replace(filter, controller="any")


def paying_words(state: State, handle: int, seat: int) -> tuple[str, ...]:
    """The keywords by which objects pay for a card that a player casts: its own, and those that effects give the spell (702.51a)."""
    has = {a.name for a in proto_of(state.rows[handle].cls).abilities if isinstance(a, Keyword)}
    return tuple(word for word in PAYING if word in has or word in given_to_spells(state, handle, seat))


def given_to_spells(state: State, handle: int, seat: int) -> set[str]:
    """Those of these keywords that effects give a card as a player casts it."""
    return {
        effect.keyword
        for source, effect in in_force(state, SpellsHave)
        if of_player(state, "you", source, seat) and _is_spell(state, effect.filter, handle, seat, source)
    }


def check_how(state: State, choice: Choice) -> Refusal | None:
    """Whether the ways and modes named are ones that the card has (601.2b)."""
    cls = state.rows[choice.row].cls
    proto = proto_of(cls)
    ways = {FREE, *(a.how for a in cast_costs(state, choice.row) if a.how)}
    modes = max((len(a.modes) for a in proto.abilities if isinstance(a, SpellAbility)), default=0)
    chosen = [how for how in choice.how if how.startswith("mode ")]
    for how in choice.how:
        if how.startswith("mode "):
            if how not in {
                f"mode {k}" for k in range(1, modes + 1)
            }:  # one word for each mode, so that none is chosen twice
                return refuse("mode", f"{proto.name} has no {how}", "700.2", f"mode 1 to mode {modes}")
        elif how in PAYING:
            if how not in paying_words(state, choice.row, choice.player):
                return unread_use(proto, CASTING) or refuse(
                    "how", f"{proto.name} has no {how}", f"{PAYING[how]}a", f"a spell with {how}"
                )
        elif how not in ways:
            return unread_use(proto, CASTING) or refuse(
                "how", f"{proto.name} has no {how}", "601.2b", " or ".join(sorted(ways)) or "no such cost"
            )
    least, most = (modes, modes) if ENTWINE in choice.how else modes_of(proto, choice.how)
    if modes and (len(set(chosen)) != len(chosen) or not least <= len(chosen) <= most):
        number = (
            "one mode is" if most == 1 else f"{least} modes are" if least == most else f"{least} to {most} modes are"
        )
        return refuse("mode", f"{number} chosen", "700.2", f"mode 1 to mode {modes}")
    return None


def modes_of(proto: Proto, how: tuple[str, ...] = ()) -> tuple[int, int]:
    """How many modes of a spell cast in these ways are chosen, at least and at most (700.2, 601.4)."""
    for ability in proto.abilities:
        if isinstance(ability, SpellAbility) and ability.modes:
            if ability.kicked and any(is_kicker(word) for word in how):
                return ability.kicked[0], ability.kicked[1]
            return ability.least, ability.most
    return 1, 1


def mode_choices(proto: Proto, how: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The ways to choose modes of a spell cast in these ways; one that chooses none for what has none."""
    modes = max((len(a.modes) for a in spell_abilities(proto)), default=0)
    least, most = (modes, modes) if ENTWINE in how else modes_of(proto, how)
    names = [f"mode {k}" for k in range(1, modes + 1)]
    return [some for many in range(least, most + 1) for some in combinations(names, many)] if names else [()]


def costs_of(proto: Proto, how: tuple[str, ...], given: tuple[SpellCosts, ...]) -> tuple[Term, ...]:
    """The costs of casting a card in these ways (601.2f); ``given``: ways that effects give it."""
    free = FREE in how
    price = ("3",) if is_face_down(proto) else proto.mana_cost or ()  # 702.37c
    base: tuple[Term, ...] = (ManaCost(("0",) if free else price),)
    extra: tuple[Term, ...] = ()
    for ability in dict.fromkeys((*proto.abilities, *given)):
        if isinstance(ability, SpellCosts):
            if ability.how in ALTERNATIVES and ability.how in how and ability.how not in AS_WELL:
                base = ability.costs
            elif not ability.how or ability.how in how:
                extra += ability.costs
    return (*base, *extra)


def target_costs(state: State, handle: int, seat: int, targets: Sequence[int]) -> tuple[Term, ...]:
    """The life that a spell costs more by what it targets (601.2f): once for each permanent whose ability says so."""
    terms: list[Term] = []
    for source, ability in statics(state).applied if targets else ():
        effect = ability.effect
        if not isinstance(effect, TargetTax) or not of_player(state, effect.who, source, seat):
            continue
        if ability.condition is not None and not condition_holds(state, ability.condition, source):
            continue
        if not _is_spell(state, effect.filter, handle, seat, source):
            continue
        controller = state.rows[source].cls.controller
        aimed = [t for t in dict.fromkeys(targets) if t in state.rows and state.rows[t].cls.zone == BATTLEFIELD]
        if any(subject_matches(state, effect.subject, source, t, controller) for t in aimed):
            _refuse_several(state, source, effect, targets)
            terms.append(LifeCost(Fixed(effect.life)))
    return tuple(terms)


def _refuse_several(state: State, source: int, effect: TargetTax, targets: Sequence[int]) -> None:
    """Refuse a group of which several may make a spell cost more life: one that is targeted itself is one (601.2f)."""
    if not (is_single(state.rows[source].n) or (isinstance(effect.subject, This) and targets.count(source) == 1)):
        raise unsupported("rule-601.2f", "a group of permanents that make spells cost more life", "601.2f")


def _around(state: State, source: int, handle: int) -> Around:
    """What the words of an ability refer to while a card is cast: the card lies where it was no more (601.2a)."""
    row = state.rows[source]
    return Around(row.cls.controller, {}, {}, source, row, handle)


def changes(state: State, handle: int, seat: int) -> tuple[list[Reduction], Amount]:
    """Reductions of a spell's cost, and generic mana that it costs more (601.2f)."""
    off: list[Reduction] = []
    extra: Amount = commander.tax(state, state.rows[handle].cls)
    found = [(s, a) for s, a in statics(state).applied if isinstance(a.effect, SpellCost)]
    own = [(handle, a) for a in proto_of(state.rows[handle].cls).abilities if isinstance(a, Static)]
    for source, ability in [*found, *own]:
        effect = ability.effect
        if not isinstance(effect, SpellCost) or effect.this != (
            source == handle and state.rows[handle].cls.zone != BATTLEFIELD
        ):
            continue
        around = _around(state, source, handle)
        if ability.condition is not None and not holds(state, around, ability.condition):
            continue
        if not effect.this:
            if not of_player(state, effect.who, source, seat):
                continue
            if effect.filter is not None and not _is_spell(state, effect.filter, handle, seat, source):
                continue
        amount = result_of(state, around, effect.amount)
        if not effect.this:  # of several like cards in a hand, one is cast and speaks of itself
            amount = amount * state.rows[source].n
        if effect.symbols:
            off += [OfKind(amount, kind, effect.only) for kind in effect.symbols]
        elif effect.less:
            off.append((amount, 0))
        else:
            extra = extra + amount
    return off, extra
