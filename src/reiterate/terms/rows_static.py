"""How static effects are worded: the table of their templates."""

from __future__ import annotations

from typing import Final

from reiterate.terms import language as n
from reiterate.terms.pattern import template as _t

_THIS: Final = n.This()
_FROM_CHOSEN: Final = (n.Keyword("protection", "from the chosen color"),)
_LICH: Final = "if damage would be dealt to you , exile that many cards from your graveyard instead . if you can't , you lose the game"
STATICS: Final = (
    _t(
        "static",
        "all cards that aren't on the battlefield , spells , and permanents are the chosen color in addition to their other colors",
        n.Are,
        subject=n.Filter(),
        everywhere=True,
        chosen="color",
    ),
    _t("static", "~ has protection from the chosen color", n.GrantAbilities, subject=n.This(), abilities=_FROM_CHOSEN),
    _t(
        "static",
        "enchanted creature has protection from the chosen color",
        n.GrantAbilities,
        subject=n.Host(),
        abilities=_FROM_CHOSEN,
    ),
    _t("static", "as ~ enters , choose a color", n.EntersChoosing, what="color"),
    _t("static", "as ~ enters , choose a creature type", n.EntersChoosing, what="type"),
    _t("static", "as ~ enters , choose a player", n.EntersChoosing, what="player"),
    _t("static", "as ~ enters , choose an opponent", n.EntersChoosing, what="opponent"),
    _t("static", "you can't lose the game", n.PlayerCant, who="you", what="lose the game"),
    _t("static", "you don't lose the game for having 0 or less life", n.PlayerCant, who="you", what="lose for life"),
    _t("static", "your|an opponents|opponent can't win the game", n.PlayerCant, who="opponent", what="win the game"),
    _t("static", "your|an opponents|opponent can't gain life", n.PlayerCant, who="opponent", what="gain life"),
    _t("static", "players can't gain life", n.PlayerCant, who="any", what="gain life"),
    _t("static", "you can't gain life", n.PlayerCant, who="you", what="gain life"),
    _t("static", "players can't play lands", n.PlayerCant, who="any", what="play lands"),
    _t("static", "you can't play lands", n.PlayerCant, who="you", what="play lands"),
    _t("static", "your|an opponents|opponent can't play lands", n.PlayerCant, who="opponent", what="play lands"),
    _t("static", "you can't get poison counters", n.PlayerCant, who="you", what="get poison counters"),
    _t("static", "you have hexproof", n.PlayerCant, who="you", what="be targeted by opponents"),
    _t("static", "you have shroud", n.PlayerCant, who="you", what="be targeted"),
    _t("static", "{filter:many} can't have {kind:kind} counters put on them", n.CantHaveCounters),
    _t("static", "{subject:many} lose {keywords:keywords}", n.LoseAbilities),
    _t("static", "{subject:many} lose all abilities", n.LoseAbilities),
    _t("static", "enchanted creature loses all abilities", n.LoseAbilities, subject=n.Host()),
    _t("static", "enchanted|equipped creature loses {keywords:keywords}", n.LoseAbilities, subject=n.Host()),
    _t(
        "static",
        "if 1 or more {kind:kind} counters would be put on {filter:one} , that many {kind:kind} counters minus 1 are put on it instead",
        n.ChangeCounters,
        change=n.Changed(more=-1),
    ),
    _t(
        "static",
        "if 1 or more {kind:kind} counters would be put on {filter:one} , that many plus 1 {kind:kind} counters are put on it|that instead|permanent instead?",
        n.ChangeCounters,
        change=n.Changed(more=1),
    ),
    _t(
        "static",
        "if 1 or more {kind:kind} counters would be put on {filter:one} , twice that many {kind:kind} counters are put on it|that instead|permanent instead?",
        n.ChangeCounters,
        change=n.Changed(by=2),
    ),
    _t(
        "static",
        "if an effect would put 1 or more counters on a permanent you control , it puts twice that many of those counters on that permanent instead",
        n.ChangeCounters,
        filter=n.Filter(controller="you"),
        kind="",
        change=n.Changed(by=2),
        effects=True,
    ),
    _t(
        "static",
        "if an effect would create 1 or more tokens under your control , it creates twice that many of those tokens instead",
        n.ChangeTokens,
        who="you",
        change=n.Changed(by=2),
    ),
    _t(
        "static",
        "if 1 or more tokens would be created under your control , twice that many of those tokens are created instead",
        n.ChangeTokens,
        who="you",
        change=n.Changed(by=2),
    ),
    _t(
        "static",
        "if an opponent would mill 1 or more cards , they mill twice that many cards instead",
        n.ChangeMill,
        who="opponent",
        change=n.Changed(by=2),
    ),
    _t(
        "static",
        "if an opponent would lose life during your turn , they lose twice that much life instead",
        n.ChangeLife,
        who="opponent",
        what="lose",
        change=n.Changed(by=2),
        turn=True,
    ),
    _t(
        "static",
        "if you would gain life , you gain twice that much life instead",
        n.ChangeLife,
        who="you",
        what="gain",
        change=n.Changed(by=2),
    ),
    _t(
        "static",
        "if you would gain life , you gain that much life plus 1 instead",
        n.ChangeLife,
        who="you",
        what="gain",
        change=n.Changed(more=1),
    ),
    _t("static", "if you would gain life , draw that many cards instead", n.LifeInstead, who="you", what="draw"),
    _t("static", _LICH, n.DamageInstead),
    _t(
        "static",
        "if an opponent would gain life , that player loses that much life instead",
        n.LifeInstead,
        who="opponent",
        what="lose",
    ),
    _t(
        "static",
        "if you would draw a card while your library has no cards in it , you win the game instead",
        n.WinInstead,
    ),
    _t("static", "if you would draw a card , draw 2 cards instead", n.ChangeDraw, who="you", change=n.Changed(by=2)),
    _t(
        "static",
        "if a card or token would be put into a graveyard from anywhere , exile it instead",
        n.ZoneInstead,
        whose="any",
        to="exile",
    ),
    _t(
        "static",
        "if a card would be put into an opponent 's graveyard from anywhere , exile it instead",
        n.ZoneInstead,
        whose="opponent",
        to="exile",
        filter=n.Filter(token=False),  # a token is no card (108.2b)
    ),
    _t(
        "static",
        "if ~ would be put into a graveyard from anywhere , reveal ~ and shuffle it into its owner 's library instead",
        n.ZoneInstead,
        whose="any",
        to="library",
        source_only=True,
    ),
    _t(
        "static",
        "if ~ would die , exile it instead",
        n.ZoneInstead,
        whose="any",
        to="exile",
        source_only=True,
        dies=True,
    ),
    _t("static", "if you tap a permanent for mana , it produces twice as much of that mana instead", n.ManaTimes, by=2),
    _t(
        "static",
        "if you tap a permanent for mana , it produces 3 times as much of that mana instead",
        n.ManaTimes,
        by=3,
    ),
    _t("static", "you may have ~ enter as a copy of {filter:anyof}", n.EntersAs, but=n.Except()),
    _t("static", "you may have ~ enter as a copy of {filter:anyof} ,? except {but:except}", n.EntersAs),
    _t("static", "{filter:many} enter tapped", n.OthersEnter, tapped=True),
    _t("static", "{filter:many} enter as a copy of ~", n.OthersEnterAs),
    _t("static", "you may cast ~ from your graveyard", n.MayCastFrom, zone="graveyard"),
    _t("static", "you may cast this card from your graveyard", n.MayCastFrom, zone="graveyard"),
    *(
        _t("static", f"{words} can't {what} alone", n.CantDo, what=f"{what} alone", **fixed)
        for what in ("attack", "block", "attack or block")
        for words, fixed in (("~", {"subject": _THIS}), ("enchanted creature", {"subject": n.Host()}))
    ),
    *(
        _t("static", f"{words} each combat if able", n.TurnedAsThough, what=f"must {what}", **fixed)
        for what in ("attack", "block")
        for words, fixed in (
            (f"~ {what}s", {"subject": _THIS}),
            (f"enchanted creature {what}s", {"subject": n.Host()}),
            (f"all? {{subject:many}} {what}", {}),
        )
    ),
    *(
        _t("static", f"no more than {{amount:int}} creatures|creature can {what} each combat", n.CombatLimit, what=what)
        for what in ("attack", "block")
    ),
    _t("static", "~ can't be countered", n.TurnedAsThough, subject=_THIS, what="can't be countered"),
    _t("static", "this spell can't be countered", n.TurnedAsThough, subject=_THIS, what="can't be countered"),
    _t("static", "you have no maximum hand size", n.TurnedAsThough, subject=_THIS, what="no maximum hand size"),
    _t(
        "static",
        "each creature you control assigns combat damage equal to its toughness rather than its power",
        n.TurnedAsThough,
        subject=n.Filter(types=("creature",), controller="you"),
        what="toughness damage",
    ),
    _t(
        "static",
        "enchanted creature assigns combat damage equal to its toughness rather than its power",
        n.TurnedAsThough,
        subject=n.Host(),
        what="toughness damage",
    ),
    _t(
        "static",
        "creatures you control can attack as though they didn't have defender",
        n.TurnedAsThough,
        subject=n.Filter(types=("creature",), controller="you"),
        what="attack defender",
    ),
    _t("static", "{subject:many} are every creature type", n.Are, subtypes=("*",)),
    _t("static", "{subject:many} are the chosen type", n.Are, chosen="type", instead=True),
    _t(
        "static",
        "{subject:many} are {subtypes:subs} lands|land in addition to their other types",
        n.Are,
        types=("land",),
    ),
    _t("static", "{subject:many} are {subtypes:subs}", n.Are, instead=True),
    _t("static", "{subject:many} are {subtypes:subs} in addition to their other types", n.Are),
    _t(
        "static",
        "{subject:noun} is an artifact creature with power and toughness each equal to its mana value",
        n.Are,
        types=("artifact", "creature"),
        size="mana value",
    ),
    _t("static", "you control enchanted creature|permanent", n.ControlHost),
    _t("static", "{filter:spells} you cast cost {amount:generic} less to cast", n.SpellCost, who="you"),
    _t("static", "{filter:spells} you cast cost {amount:generic} more to cast", n.SpellCost, who="you", less=False),
    _t("static", "{filter:spells} cost {amount:generic} more to cast", n.SpellCost, who="any", less=False),
    _t(
        "static",
        "planeswalkers ' loyalty abilities you activate|control cost an additional [ + {amount:int} ] to activate",
        n.LoyaltyMore,
    ),
    _t("static", "~ costs {amount:generic} less to cast", n.SpellCost, who="you", filter=None, this=True),
)
