"""Rows of the table of sentences: static effects."""

from __future__ import annotations

from functools import partial
from typing import Final

from reiterate.terms import language as n
from reiterate.terms.pattern import Template, template

_t: Final = partial(template, "static")
_YOU: Final = n.You()
_THIS: Final = n.This()
_FROM_CHOSEN: Final = (n.Keyword("protection", "from the chosen color"),)
_LICH: Final = "if damage would be dealt to you , exile that many cards from your graveyard instead . if you can't , you lose the game"


_ALL: Final = n.Filter()
_ONE_SPELL: Final = "cast more than one spell each turn"
_HOST: Final = n.Host()


def _changed_damage() -> tuple[Template, ...]:
    """ "if a source would deal damage to ..., it deals double that damage (to that ...) instead"."""
    start = "if {source:source} would deal damage to"
    return (
        _t(f"{start} {{to:hurt}} , it deals {{change:much}} instead", n.ChangeDamage),
        *(
            _t(f"{start} a {both} , it deals {{change:much}} to that {both} instead", n.ChangeDamage, to=to)
            for both, to in (("permanent or player", "any"), ("creature or player", "creature or player"))
        ),
    )


def _prevented() -> tuple[Template, ...]:
    """ "prevent all (combat) damage that would be dealt to / by / to and dealt by ..."."""
    found: list[Template] = []
    for which, combat in (("", False), ("combat ", True)):
        start = f"prevent all {which}damage that would be dealt"
        found += (
            _t(f"{start} to {{to:self}}", n.PreventDamage, combat=combat),
            _t(f"{start} to you", n.PreventDamage, to=_YOU, combat=combat),
            _t(f"{start} by {{by:self}}", n.PreventDamage, combat=combat),
            _t(f"{start} to and dealt by {{to:self}}", n.PreventDamage, combat=combat, both=True),
            _t(f"{start} to {{to:many}}", n.PreventDamage, combat=combat),
            _t(f"{start} by {{by:many}}", n.PreventDamage, combat=combat),
        )
    found += (
        _t(
            "if damage would be dealt to ~ , prevent that damage . "
            "put a {counters:kind} counter on ~ for each 1 damage prevented this way",
            n.PreventDamage,
            to=_THIS,
        ),
        _t(
            "if damage would be dealt to {to:one} , prevent that damage . "
            "put a {counters:kind} counter on that creature for each 1 damage prevented this way",
            n.PreventDamage,
        ),
    )
    return tuple(found)


def _prevented_in_part() -> tuple[Template, ...]:
    """ "if a source would deal damage to you, prevent 1 of that damage" (615.10)."""
    start = "if {by:source} would deal damage to"
    end = ", prevent {amount:int} of that damage"
    return (
        _t(f"{start} you {end}", n.PreventPart, to=_YOU),
        _t(f"{start} {{to:self}} {end}", n.PreventPart),
        _t(f"{start} {{to:one}} {end}", n.PreventPart),
    )


STATICS: Final = (
    _t(
        "all cards that aren't on the battlefield , spells , and permanents are the chosen color in addition to their other colors",
        n.Are,
        subject=n.Filter(),
        everywhere=True,
        chosen="color",
    ),
    _t("~ has protection from the chosen color", n.GrantAbilities, subject=n.This(), abilities=_FROM_CHOSEN),
    _t(
        "enchanted creature has protection from the chosen color",
        n.GrantAbilities,
        subject=n.Host(),
        abilities=_FROM_CHOSEN,
    ),
    _t("as ~ enters , choose a color", n.EntersChoosing, what="color"),
    _t("as ~ enters , choose a creature type", n.EntersChoosing, what="type"),
    _t("as ~ enters , choose a player", n.EntersChoosing, what="player"),
    _t("as ~ enters , choose an opponent", n.EntersChoosing, what="opponent"),
    _t("you can't lose the game", n.PlayerCant, who="you", what="lose the game"),
    _t("you don't lose the game for having 0 or less life", n.PlayerCant, who="you", what="lose for life"),
    _t("your|an opponents|opponent can't win the game", n.PlayerCant, who="opponent", what="win the game"),
    _t("your|an opponents|opponent can't gain life", n.PlayerCant, who="opponent", what="gain life"),
    _t("players can't gain life", n.PlayerCant, who="any", what="gain life"),
    _t("you can't gain life", n.PlayerCant, who="you", what="gain life"),
    _t("players can't play lands", n.PlayerCant, who="any", what="play lands"),
    _t("you can't play lands", n.PlayerCant, who="you", what="play lands"),
    _t("your|an opponents|opponent can't play lands", n.PlayerCant, who="opponent", what="play lands"),
    _t("you can't get poison counters", n.PlayerCant, who="you", what="get poison counters"),
    _t("you have hexproof", n.PlayerCant, who="you", what="be targeted by opponents"),
    _t("you have shroud", n.PlayerCant, who="you", what="be targeted"),
    _t("{filter:many} can't have {kind:kind} counters put on them", n.CantHaveCounters),
    _t("{subject:many} lose {keywords:keywords}", n.LoseAbilities),
    _t("{subject:many} lose all abilities", n.LoseAbilities),
    _t("enchanted creature loses all abilities", n.LoseAbilities, subject=n.Host()),
    _t("enchanted|equipped creature loses {keywords:keywords}", n.LoseAbilities, subject=n.Host()),
    _t(
        "if 1 or more {kind:kind} counters would be put on {filter:one} , that many {kind:kind} counters minus 1 are put on it instead",
        n.ChangeCounters,
        change=n.Changed(more=-1),
    ),
    _t(
        "if 1 or more {kind:kind} counters would be put on {filter:one} , that many plus 1 {kind:kind} counters are put on it|that instead|permanent instead?",
        n.ChangeCounters,
        change=n.Changed(more=1),
    ),
    _t(
        "if 1 or more {kind:kind} counters would be put on {filter:one} , twice that many {kind:kind} counters are put on it|that instead|permanent instead?",
        n.ChangeCounters,
        change=n.Changed(by=2),
    ),
    _t(
        "if an effect would put 1 or more counters on a permanent you control , it puts twice that many of those counters on that permanent instead",
        n.ChangeCounters,
        filter=n.Filter(controller="you"),
        kind="",
        change=n.Changed(by=2),
        effects=True,
    ),
    _t(
        "if an effect would create 1 or more tokens under your control , it creates twice that many of those tokens instead",
        n.ChangeTokens,
        who="you",
        change=n.Changed(by=2),
    ),
    _t(
        "if 1 or more tokens would be created under your control , twice that many of those tokens are created instead",
        n.ChangeTokens,
        who="you",
        change=n.Changed(by=2),
    ),
    _t(
        "if an opponent would mill 1 or more cards , they mill twice that many cards instead",
        n.ChangeMill,
        who="opponent",
        change=n.Changed(by=2),
    ),
    _t(
        "if an opponent would lose life during your turn , they lose twice that much life instead",
        n.ChangeLife,
        who="opponent",
        what="lose",
        change=n.Changed(by=2),
        turn=True,
    ),
    _t(
        "if you would gain life , you gain twice that much life instead",
        n.ChangeLife,
        who="you",
        what="gain",
        change=n.Changed(by=2),
    ),
    _t(
        "if you would gain life , you gain that much life plus 1 instead",
        n.ChangeLife,
        who="you",
        what="gain",
        change=n.Changed(more=1),
    ),
    _t("if you would gain life , draw that many cards instead", n.LifeInstead, who="you", what="draw"),
    _t(_LICH, n.DamageInstead),
    _t(
        "if an opponent would gain life , that player loses that much life instead",
        n.LifeInstead,
        who="opponent",
        what="lose",
    ),
    _t("if you would draw a card while your library has no cards in it , you win the game instead", n.WinInstead),
    _t(
        "if you would draw a card during your draw step , instead you may skip that draw . if you do , until your next turn , "
        "you can't be attacked except by creatures with {unless:evasions}",
        n.SkipDraw,
        step=True,
    ),
    _t("if you would draw a card , you may skip that draw instead", n.SkipDraw),
    _t("if you would draw a card , draw 2 cards instead", n.ChangeDraw, who="you", change=n.Changed(by=2)),
    _t(
        "if a card or token would be put into a graveyard from anywhere , exile it instead",
        n.ZoneInstead,
        whose="any",
        to="exile",
    ),
    _t(
        "if a card would be put into an opponent 's graveyard from anywhere , exile it instead",
        n.ZoneInstead,
        whose="opponent",
        to="exile",
        filter=n.Filter(token=False),  # a token is no card (108.2b)
    ),
    _t(
        "if ~ would be put into a graveyard from anywhere , reveal ~ and shuffle it into its owner 's library instead",
        n.ZoneInstead,
        whose="any",
        to="library",
        source_only=True,
    ),
    _t("if ~ would die , exile it instead", n.ZoneInstead, whose="any", to="exile", source_only=True, dies=True),
    _t("if you tap a permanent for mana , it produces twice as much of that mana instead", n.ManaTimes, by=2),
    _t("if you tap a permanent for mana , it produces 3 times as much of that mana instead", n.ManaTimes, by=3),
    _t("you may have ~ enter as a copy of {filter:anyof}", n.EntersAs, but=n.Except()),
    _t("you may have ~ enter as a copy of {filter:anyof} ,? except {but:except}", n.EntersAs),
    _t("{filter:many} enter tapped", n.OthersEnter, tapped=True),
    _t("{filter:many} enter as a copy of ~", n.OthersEnterAs),
    _t("you may cast ~ from your graveyard", n.MayCastFrom, zone="graveyard"),
    _t("you may cast this card from your graveyard", n.MayCastFrom, zone="graveyard"),
    _t("{subject:self} can't {what:alone}", n.CantDo),
    *(
        _t(f"{words} each combat if able", n.TurnedAsThough, what=f"must {what}")
        for what in ("attack", "block")
        for words in (f"{{subject:self}} {what}s", f"all? {{subject:many}} {what}")
    ),
    *(
        _t(f"no more than {{amount:int}} creatures|creature can {what} each combat", n.CombatLimit, what=what)
        for what in ("attack", "block")
    ),
    _t("~ can't be countered", n.TurnedAsThough, subject=_THIS, what="can't be countered"),
    _t("this spell can't be countered", n.TurnedAsThough, subject=_THIS, what="can't be countered"),
    _t("you have no maximum hand size", n.TurnedAsThough, subject=_THIS, what="no maximum hand size"),
    _t(
        "each creature you control assigns combat damage equal to its toughness rather than its power",
        n.TurnedAsThough,
        subject=n.Filter(types=("creature",), controller="you"),
        what="toughness damage",
    ),
    _t(
        "enchanted creature assigns combat damage equal to its toughness rather than its power",
        n.TurnedAsThough,
        subject=n.Host(),
        what="toughness damage",
    ),
    _t(
        "creatures you control can attack as though they didn't have defender",
        n.TurnedAsThough,
        subject=n.Filter(types=("creature",), controller="you"),
        what="attack defender",
    ),
    _t("{subject:many} are every creature type", n.Are, subtypes=("*",)),
    _t("{subject:many} are the chosen type", n.Are, chosen="type", instead=True),
    _t("{subject:many} are {subtypes:subs} lands|land in addition to their other types", n.Are, types=("land",)),
    _t("{subject:many} are {subtypes:subs}", n.Are, instead=True),
    _t("{subject:many} are {subtypes:subs} in addition to their other types", n.Are),
    _t(
        "{subject:noun} is an artifact creature with power and toughness each equal to its mana value",
        n.Are,
        types=("artifact", "creature"),
        size="mana value",
    ),
    _t("you control enchanted creature|permanent", n.ControlHost),
    _t("{filter:spells} you cast cost {amount:generic} less to cast", n.SpellCost, who="you"),
    _t("{filter:spells} you cast cost {amount:generic} more to cast", n.SpellCost, who="you", less=False),
    _t("{filter:spells} cost {amount:generic} more to cast", n.SpellCost, who="any", less=False),
    _t(
        "planeswalkers ' loyalty abilities you activate|control cost an additional [ + {amount:int} ] to activate",
        n.LoyaltyMore,
    ),
    _t("~ costs {amount:generic} less to cast", n.SpellCost, who="you", filter=None, this=True),
    _t("if enchanted creature would be destroyed , instead remove all damage from it and destroy ~", n.HostSpared),
    _t("skip your {what:step}", n.Skips, who="you"),
    _t("each player skips their {what:step}", n.Skips, who="any"),
    _t("players skip their {what:steps}", n.Skips, who="any"),
    _t("you may cast ~ from exile", n.MayCastFrom, zone="exile"),
    _t("you may cast this card from exile", n.MayCastFrom, zone="exile"),
    _t("{subject:many} have {abilities:quotes}", n.GrantAbilities),
    _t("enchanted creature|permanent|land|artifact has {abilities:quotes}", n.GrantAbilities, subject=n.Host()),
    _t("equipped creature has {abilities:quotes}", n.GrantAbilities, subject=n.Host()),
    _t("~ isn't a creature", n.NotType, type="creature"),
    _t(
        "creatures can't attack you unless their controller pays {amount:generic} for each creature they control that's attacking you",
        n.AttackTax,
    ),
    _t(
        "creatures can't attack you unless their controller pays {amount:generic} for each of those creatures",
        n.AttackTax,
    ),
    _t(
        "creatures can't attack you or planeswalkers you control unless their controller pays {amount:generic} for each of those creatures",
        n.AttackTax,
        planeswalkers=True,
    ),
    _t(
        "creatures can't attack you or a planeswalker you control unless their controller pays {amount:generic} for each of those creatures",
        n.AttackTax,
        planeswalkers=True,
    ),
    _t(
        "creatures can't attack you unless their controller pays {X} for each creature they control that's attacking you , where X is {amount:q}",
        n.AttackTax,
    ),
    _t(
        "creatures can't attack you or planeswalkers you control unless their controller pays {X} for each of those creatures , where X is {amount:q}",
        n.AttackTax,
        planeswalkers=True,
    ),
    _t(
        "creatures can't attack you or a planeswalker you control unless their controller pays {X} for each of those creatures , where X is {amount:q}",
        n.AttackTax,
        planeswalkers=True,
    ),
    _t("enchanted creature can't {what:toll} unless its controller pays {amount:generic}", n.CombatToll, subject=_HOST),
    _t(
        "enchanted creature can't {what:toll} unless its controller pays {1} for each {amount:foreach}",
        n.CombatToll,
        subject=_HOST,
    ),
    *(
        _t(
            f"~ can't {what} unless you pay {{1}} for each +1/+1 counter on it",
            n.CombatToll,
            subject=_THIS,
            what=what,
            amount=n.CountersOn("+1/+1", _THIS),
        )
        for what in ("attack", "attack or block")
    ),
    _t("~ can't {what:toll} unless you pay {amount:generic}", n.CombatToll, subject=_THIS),
    _t("~ can't {what:toll} unless you pay {1} for each {amount:foreach}", n.CombatToll, subject=_THIS),
    _t(
        "{subject:many} can't block unless their controller pays {amount:generic} for each of those creatures",
        n.CombatToll,
        what="block",
    ),
    _t(
        "enchanted creature can't be blocked unless defending player pays {amount:generic} for each creature they control that's blocking it",
        n.CombatToll,
        subject=n.Host(),
        what="be blocked",
    ),
    _t("all {subject:many} are enchantments in addition to their other types", n.Are, types=("enchantment",)),
    _t(
        "if you would put 1 or more counters on a permanent you control , put that many plus 1 of each of those kinds of counters on that permanent instead",
        n.ChangeCounters,
        filter=n.Filter(controller="you"),
        kind="",
        change=n.Changed(more=1),
        who="you",
    ),
    _t("{filter:spells} you cast cost {1} less to cast for each {amount:foreach}", n.SpellCost, who="you"),
    # permissions and prohibitions (101.2, 601.3)
    _t("each|a player can't cast more than 1 spell each turn", n.PlayerCant, who="any", what=_ONE_SPELL),
    _t("you may play an additional land on each of your turns", n.MoreLands, amount=1),
    _t("you may play {amount:int} additional lands on each of your turns", n.MoreLands),
    _t("each player may play an additional land on each of their turns", n.MoreLands, who="any", amount=1),
    # cards played from where they lie, and without paying for them (601.3, 305.1, 118.9)
    *(
        template
        for place, zone in (("your graveyard", "graveyard"), ("the top of your library", "library"))
        for template in (
            _t(f"you may play lands from {place}", n.MayPlay, zone=zone, what="lands", filter=_ALL),
            _t(f"you may play cards from {place}", n.MayPlay, zone=zone, what="cards", filter=_ALL),
            _t(f"you may play lands and cast {{filter:spells}} from {place}", n.MayPlay, zone=zone, what="cards"),
            _t(f"you may cast {{filter:spells}} from {place}", n.MayPlay, zone=zone, what="spells"),
        )
    ),
    _t(
        "you may cast {filter:spells} from your hand without paying their mana costs|cost",
        n.MayPlay,
        zone="hand",
        what="spells",
        free=True,
    ),
    # what is known of hidden cards is written in the position (706.2 is no matter of the rules of play)
    *(
        _t(words, n.TurnedAsThough, subject=n.This(), what="known top card")
        for words in (
            "you may look at the top card of your library any time",
            "play with the top card of your library revealed",
        )
    ),
    _t("you can't cast more than 1 spell each turn", n.PlayerCant, who="you", what=_ONE_SPELL),
    _t("your opponents can't cast more than 1 spell each turn", n.PlayerCant, who="opponent", what=_ONE_SPELL),
    _t("{filter:many} entering don't cause abilities to trigger", n.SilentEntering),
    _t("{filter:many} entering the battlefield don't cause abilities to trigger", n.SilentEntering),
    _t("as ~ enters , you may pay {life:int} life . if you don't , it enters tapped", n.EntersPaying),
    *_changed_damage(),
    *_prevented(),
    *_prevented_in_part(),
    _t(
        "if 1 or more {kind:kind} counters would be put on {filter:one} , twice that many {kind:kind} counters are put on that creature instead",
        n.ChangeCounters,
        change=n.Changed(by=2),
    ),
    # draws
    _t(
        "if you would draw a card except the first 1 you draw in each of your draw steps , draw 2 cards instead",
        n.ChangeDraw,
        who="you",
        change=n.Changed(by=2),
        later=True,
    ),
)
