"""What whole lines mean: static abilities, activated and triggered ones, spells, keyword abilities that stand for others (702)."""

from __future__ import annotations

from typing import Any, Final

from reiterate.oracle.grammar import leaves
from reiterate.oracle.grammar.chart import NoMeaning
from reiterate.oracle.grammar.phrase_meanings import by, kicker, said, token
from reiterate.terms import language as n
from reiterate.terms.base import Term, replace
from reiterate.terms.meanings import firebending
from reiterate.terms.spell_kinds import history_of

_THIS: Final = n.This()
_YOU: Final = n.You()
_ONE: Final = n.Fixed(1)


# --- static abilities --------------------------------------------------------------------------------------------


def statics(subject: Any, verbs: tuple[Term, ...]) -> tuple[Term, ...]:
    """Static abilities about one subject."""
    if isinstance(subject, leaves.Named) and any(getattr(v, "abilities", ()) == _CHOSEN for v in verbs):
        raise NoMeaning  # a keyword of its own
    return tuple(n.Static(effect) for effect in said(subject, verbs))  # type: ignore[arg-type] # parts of the language


_CHOSEN: Final = (n.Keyword("protection", "from the chosen color"),)


def conditioned(abilities: tuple[Any, ...], condition: n.Condition) -> tuple[Term, ...]:
    """Static abilities under a condition."""
    if any(ability.condition is not None for ability in abilities):
        raise NoMeaning
    return tuple(replace(ability, condition=condition) for ability in abilities)


def none_cast(f: n.Filter) -> n.Condition:
    """The controller has cast no spell of a kind this turn, so that the next one is the first."""
    history = history_of(f)
    if not history or f.subtypes:
        raise NoMeaning  # the name of a history is no text in which a subtype could be changed (612.2)
    return n.Compared(n.ThisTurn(history, _YOU), "<=", n.Fixed(0))


def enters_with(counters: tuple[str, n.Quantity]) -> Term:
    """The source entering with counters (614.1c)."""
    return n.Static(n.EntersWithCounters(*counters))


def enters_all(several: tuple[tuple[str, n.Quantity], ...]) -> tuple[n.Ability, ...]:
    """The source entering with counters of several kinds."""
    return tuple(n.Static(n.EntersWithCounters(*counters)) for counters in several)


def reduction(of: tuple[str, Any, bool, str], amount: int, floor: int = 0, up_to: bool = False) -> Term:
    """Activated abilities that cost less."""
    whose, subject, mana, keyword = of
    return n.CostReduction(amount, floor, subject, whose, mana, up_to, keyword)


def more_counters(subject: Any, kind: str, amount: int) -> Term:
    """Each of a set enters with additional counters."""
    if not isinstance(subject, n.Filter):
        raise NoMeaning
    return n.OthersEnter(subject, kind=kind, amount=amount)


def more_tokens(who: str, of: n.Filter, tokens: tuple[n.Quantity, n.Proto, bool]) -> Term:
    """Tokens that are created beside others: one, or that many."""
    count, made, tapped = tokens
    if tapped or not of.token or count not in (n.Fixed(1), n.ThatMuch()):
        raise NoMeaning
    return n.MoreTokens(who, of, made, count == n.ThatMuch())


def change_counters(f: n.Filter, kind: str, again: str, change: n.Changed) -> Term:
    """More counters of one kind."""
    if kind != again:
        raise NoMeaning
    return n.ChangeCounters(f, kind, change)


# --- lines -------------------------------------------------------------------------------------------------------


def spell(groups: tuple[Term, ...]) -> tuple[Term, ...]:
    """What an instant or sorcery does."""
    return (leaves.Open("spell", groups),)


def activated(
    costs: tuple[Term, ...], groups: tuple[Term, ...], limits: tuple[tuple[str, Any], ...] = ()
) -> tuple[Term, ...]:
    """An activated ability with its restrictions, each of a kind once."""
    said_of = dict(limits)
    if len(said_of) != len(limits):
        raise NoMeaning
    return (leaves.Open("activated", groups, costs, **said_of),)


def activated_modes(costs: tuple[Term, ...], number: tuple[int, int], modes: tuple[Any, ...]) -> tuple[Term, ...]:
    """An activated ability for each mode: which one is chosen as it is activated (602.2b)."""
    if number != (1, 1) or any(isinstance(cost, n.LoyaltyCost) for cost in costs):
        raise NoMeaning
    return tuple(leaves.Open("activated", groups, costs) for groups in modes)


def triggered(
    event: n.TriggerEvent, groups: tuple[Any, ...], condition: n.Condition | None = None, limit: str = ""
) -> tuple[Term, ...]:
    """A triggered ability. A condition behind the event is an intervening one (603.4), no part of the effects."""
    return (leaves.Open("triggered", groups, trigger=event, condition=condition, limit=limit),)


def triggered_modes(
    event: n.TriggerEvent, number: tuple[int, int], modes: tuple[Any, ...], condition: n.Condition | None = None
) -> tuple[Term, ...]:
    """A triggered ability with modes."""
    made = leaves.Open(
        "triggered", trigger=event, condition=condition, modes=modes, least=number[0], most=number[1] or len(modes)
    )
    return (made,)


def twice(
    events: tuple[n.TriggerEvent, ...], groups: tuple[Any, ...], condition: n.Condition | None = None
) -> tuple[Term, ...]:
    """ "When ~ enters or dies, ..." as two triggered abilities."""
    return tuple(leaves.Open("triggered", groups, trigger=event, condition=condition) for event in events)


def spell_modes(number: tuple[int, int], modes: tuple[Any, ...]) -> tuple[Term, ...]:
    """A modal spell (700.2). "Both" are two."""
    if (number == (1, 2) and len(modes) != 2) or number[0] == 0:
        raise NoMeaning
    return (leaves.Open("spell", modes=modes, least=number[0], most=number[1] or len(modes)),)


def kicked_modes(modes: tuple[Any, ...], number: tuple[int, int], both: bool = False) -> tuple[Term, ...]:
    """A modal spell of which a kicked one has more modes; ``both``: the words for two of two."""
    if both and len(modes) != 2:
        raise NoMeaning
    kicked = (number[0], number[1] or len(modes))
    return (leaves.Open("spell", modes=modes, kicked=kicked),)


_CREATURE: Final = n.Filter(types=("creature",))


def equips(costs: tuple[Any, ...], f: n.Filter = _CREATURE) -> tuple[Term, ...]:
    """Equip (702.6a), to creatures of a set alone (702.6c)."""
    if f.controller != "any" or "creature" not in (*f.types, "creature" if f.subtypes else ""):
        raise NoMeaning
    mine = n.TargetSpec(replace(f, types=("creature",), controller="you"))
    return (n.Activated(costs, (n.AttachTo(n.TargetRef(0)),), (mine,), timing="sorcery"),)


def equips_with(costs: tuple[Any, ...], limits: tuple[tuple[str, Any], ...]) -> tuple[Term, ...]:
    """Equip with sentences about its cost behind it."""
    said_of = dict(limits)
    if len(said_of) != len(limits) or "timing" in said_of:
        raise NoMeaning
    return (leaves.Open("equip", (), costs, **said_of),)


def cycles(costs: tuple[Any, ...], effect: Any) -> tuple[Term, ...]:
    """Cycling and typecycling (702.29)."""
    return (n.Activated((*costs, n.DiscardThis()), (effect,), zone="hand"),)


def kickers(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[Term, ...]:
    """Two kicker costs, each named with its cost (702.33b)."""
    if one == other:
        raise NoMeaning
    return tuple(n.SpellCosts((n.ManaCost(cost),), kicker(cost)) for cost in (one, other))


def level_bar(costs: tuple[Any, ...], level: int) -> tuple[Term, ...]:
    """The activated ability of a class level bar (716.2a)."""
    if level < 2:
        raise NoMeaning
    return (n.Activated(costs, (n.SetLevel(level),), timing="sorcery", condition=n.HasLevel(level - 1)),)


# --- keyword abilities that stand for others (702) ---------------------------------------------------------------

_GERM: Final = n.Proto(
    "Phyrexian Germ", ("creature",), ("Phyrexian", "Germ"), (), ("B",), None, 0, 0, None, (), token=True
)


def champion(f: n.Filter) -> tuple[Term, ...]:
    """Champion a creature (702.72a): exiled until this leaves, by two linked abilities (607.2k)."""
    wanted = replace(f, controller="you", another=True)
    given_up = n.MoveChosen(_YOU, _ONE, ("battlefield",), wanted, "exile", link=True)
    unless = n.IfDone((n.May((given_up,)),), (), (n.SacrificeObject(_THIS),))
    back = n.ReturnToBattlefield(n.Linked(), "owner")
    return (n.Triggered(n.Enters(_THIS), (unless,)), n.Triggered(n.Leaves(_THIS), (back,)))


def rampage(value: int) -> tuple[Term, ...]:
    """Rampage 2 (702.23a): counted as it resolves (702.23b)."""
    more = by(n.BlockersOf(_THIS, 1), value)
    return (n.Triggered(n.BecomesBlocked(_THIS), (n.Pump(_THIS, more, more),)),)


def firebends(amount: n.Quantity) -> tuple[Term, ...]:
    """Firebending X (702.189a): counted as it resolves."""
    event, red, bent = firebending(amount)
    return triggered(event, (leaves.Group(0, (red, bent)),))


def mobilize(value: int) -> tuple[Term, ...]:
    """Mobilize 2 (702.181a)."""
    words = (("color", "R"), ("sub", "Warrior"), ("type", "creature"))
    made = n.CreateTokens(n.Fixed(value), token((1, 1), words), tapped=True)
    gone = n.Delayed(n.StepBegins("end", "each"), (n.SacrificeObject(n.Result()),))
    return (n.Triggered(n.Attacks(_THIS), (made, n.JoinCombat(n.Result()), gone)),)


def living_weapon() -> tuple[Term, ...]:
    """Living weapon (702.92a)."""
    return (n.Triggered(n.Enters(_THIS), (n.CreateTokens(_ONE, _GERM), n.AttachTo(n.Result()))),)


def graft(value: int) -> tuple[Term, ...]:
    """Graft 2 (702.58a)."""
    if not value:
        raise NoMeaning
    enters = n.Static(n.EntersWithCounters("+1/+1", n.Fixed(value)))
    there = n.PutCounters(n.That(), "+1/+1", _ONE)
    moved = n.IfDone((there,), (n.RemoveCounters(_THIS, "+1/+1", _ONE),))  # 122.5: both or none of it
    here = n.Branch(n.OnBattlefield(), (n.May((moved,)),))
    another_enters = n.Enters(n.Filter(types=("creature",), another=True))
    return (enters, n.Triggered(another_enters, (here,), condition=n.HasCounter(_THIS, "+1/+1")))


def modular(value: int) -> tuple[Term, ...]:
    """Modular 2 (702.43a): the counters are counted on the permanent as it last was."""
    if not value:
        raise NoMeaning
    enters = n.Static(n.EntersWithCounters("+1/+1", n.Fixed(value)))
    handed = n.May((n.PutCounters(n.TargetRef(0), "+1/+1", n.CountersOn("+1/+1", _THIS)),))
    target = n.TargetSpec(n.Filter(types=("artifact", "creature")))
    return (enters, n.Triggered(n.Dies(_THIS), (handed,), (target,)))


def fading(value: int) -> tuple[Term, ...]:
    """Fading 5 (702.32a)."""
    if not value:
        raise NoMeaning
    enters = n.Static(n.EntersWithCounters("fade", n.Fixed(value)))
    less = n.IfDone((n.RemoveCounters(_THIS, "fade", _ONE),), (), (n.SacrificeObject(_THIS),))
    return (enters, n.Triggered(n.StepBegins("upkeep", "you"), (less,)))


def either_symbol(one: str, other: str) -> tuple[Term, ...]:
    """ "{R} or {G}", chosen for each counter apart."""
    if one not in n.COLORS or other not in n.COLORS:
        raise NoMeaning
    return (n.ManaCost((f"{one}/{other}",)),)


def cumulative(costs: tuple[Any, ...]) -> tuple[Term, ...]:
    """Cumulative upkeep (702.24a): each instance counts all age counters there are (702.24b)."""
    for cost in costs:
        known = isinstance(cost, n.ManaCost | n.LifeCost | n.SacrificeCost | n.DiscardCost)
        if not known or cost == n.SacrificeCost():  # itself can't be sacrificed more often than once
            raise NoMeaning
        if isinstance(cost, n.ManaCost) and "X" in cost.symbols:
            raise NoMeaning
    grows = n.PutCounters(_THIS, "age", _ONE)
    paid = n.MayPay(_YOU, costs, (), (n.SacrificeObject(_THIS),), times=n.CountersOn("age", _THIS))
    return (n.Triggered(n.StepBegins("upkeep", "you"), (grows, paid), condition=n.OnBattlefield()),)


def echo(costs: tuple[Any, ...]) -> tuple[Term, ...]:
    """Echo (702.30a)."""
    if any(isinstance(cost, n.ManaCost) and "X" in cost.symbols for cost in costs):
        raise NoMeaning
    paid = n.MayPay(_YOU, costs, (), (n.SacrificeObject(_THIS),))
    return (n.Triggered(n.StepBegins("upkeep", "you"), (paid,), condition=n.Arrived()),)


def _from_graveyard(costs: tuple[Any, ...], effect: Any, targets: tuple[n.TargetSpec, ...] = ()) -> tuple[Term, ...]:
    paid = (*costs, n.ExileCost("graveyard"))
    return (n.Activated(paid, (effect,), targets, timing="sorcery", zone="graveyard"),)


def scavenge(costs: tuple[Any, ...]) -> tuple[Term, ...]:
    """Scavenge (702.97a): the power is that of the card that was exiled."""
    put = n.PutCounters(n.TargetRef(0), "+1/+1", n.StatOf("power", _THIS))
    return _from_graveyard(costs, put, (n.TargetSpec(n.Filter(types=("creature",))),))


def ninjutsu(costs: tuple[Any, ...]) -> tuple[Term, ...]:
    """Ninjutsu (702.49a)."""
    return (_sneaking(costs, "hand"),)


def commander_ninjutsu(costs: tuple[Any, ...]) -> tuple[Term, ...]:
    """Commander ninjutsu (702.49d): from the hand and from the command zone."""
    return (*ninjutsu(costs), *from_command(costs))


def from_command(costs: tuple[Any, ...]) -> tuple[Term, ...]:
    """What commander ninjutsu does from the command zone (702.49d)."""
    return (_sneaking(costs, "command"),)


def _sneaking(costs: tuple[Any, ...], zone: str) -> n.Activated:
    """An unblocked attacker is returned, and the source enters tapped and attacks what that attacked (702.49a, 702.49c)."""
    returned = n.ReturnCost(n.Filter(types=("creature",), attacking=True), _ONE, True)
    enters = (n.ReturnToBattlefield(_THIS, "you", True), n.JoinCombat(n.Result(), True))
    return n.Activated((*costs, returned), enters, zone=zone)


def embalm(costs: tuple[Any, ...]) -> tuple[Term, ...]:
    """Embalm (702.128a): a token that is a copy of the card, a white Zombie without mana cost."""
    but = n.Except(subtypes=("Zombie",), colors=("W",), costless=True)
    return _from_graveyard(costs, n.CopyToken(_ONE, _THIS, _YOU, but))


def eternalize(costs: tuple[Any, ...]) -> tuple[Term, ...]:
    """Eternalize (702.129a): as embalm, black and 4/4."""
    but = n.Except(subtypes=("Zombie",), colors=("B",), costless=True, power=4, toughness=4)
    return _from_graveyard(costs, n.CopyToken(_ONE, _THIS, _YOU, but))


_HASTE: Final = (n.Keyword("haste"),)
_NEXT_END: Final = n.StepBegins("end", "each")


def unearth(costs: tuple[Any, ...]) -> tuple[Term, ...]:
    """Unearth (702.84a): the card comes back for a turn, and is exiled wherever else it would go."""
    returned = n.ReturnToBattlefield(_THIS, "you")
    quick = n.Become(n.Result(), "game", abilities=_HASTE)
    gone = n.Delayed(_NEXT_END, (n.Exile(n.Result()),))
    effects = (returned, quick, gone, n.ExileLeaving(n.Result()))
    return (n.Activated(costs, effects, timing="sorcery", zone="graveyard"),)


def encore(costs: tuple[Any, ...]) -> tuple[Term, ...]:
    """Encore (702.141a): a copy of the card for each opponent, to attack that opponent, for a turn."""
    effects = (
        n.CopyForEach(_THIS, n.EachPlayer(True)),
        n.Become(n.Result(), "game", abilities=_HASTE),
        n.Delayed(_NEXT_END, (n.SacrificeObject(n.Result()),)),
    )
    return (n.Activated((*costs, n.ExileCost("graveyard")), effects, timing="sorcery", zone="graveyard"),)


def partner_with(name: str) -> tuple[n.Ability, ...]:
    """Partner with a name (702.124j); what it lets a deck have as commanders matters before the game alone."""
    found = n.Search(n.TargetRef(0), n.Filter(named=name), "hand")
    return (n.Triggered(n.Enters(_THIS), (n.May((found,), n.TargetRef(0)),), (n.TargetSpec(None, "any"),)),)


def bloodthirst(amount: n.Quantity) -> tuple[Term, ...]:
    """Bloodthirst 2, and bloodthirst X (702.54)."""
    if amount == n.Fixed(0):
        raise NoMeaning
    hurt = n.ThisTurn("damage dealt to opponents", _YOU)
    only = n.Compared(hurt, ">=", _ONE) if isinstance(amount, n.Fixed) else None
    return (n.Static(n.EntersWithCounters("+1/+1", amount), only),)


def backup(value: int) -> tuple[n.Ability, ...]:
    """Backup N (702.165a). The abilities that it grants are those printed below it, which the whole card says."""
    creature, target = n.TargetSpec(n.Filter(("creature",))), n.TargetRef(0)
    gains = n.Branch(n.IsA(target, n.Filter(another=True)), (n.GainAbilities(target, ()),))
    grows = n.PutCounters(target, "+1/+1", n.Fixed(value))
    return (n.Triggered(n.Enters(_THIS), (grows, gains), (creature,)),)
