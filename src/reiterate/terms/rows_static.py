"""How static effects are worded: the table of their templates."""

from __future__ import annotations

from typing import Final

from reiterate.terms import deeds as d
from reiterate.terms import nodes as n
from reiterate.terms import static_effects as s
from reiterate.terms.pattern import template as _t

_THIS: Final = n.This()
_FROM_CHOSEN: Final = (n.Keyword("protection", "from the chosen color"),)
_LICH: Final = "if damage would be dealt to you , exile that many cards from your graveyard instead . if you can't , you lose the game"
STATICS: Final = (
    _t(
        "static",
        "all cards that aren't on the battlefield , spells , and permanents are the chosen color in addition to their other colors",
        s.Are,
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
    _t("static", "as ~ enters , choose a color", s.EntersChoosing, what="color"),
    _t("static", "as ~ enters , choose a creature type", s.EntersChoosing, what="type"),
    _t("static", "as ~ enters , choose a player", s.EntersChoosing, what="player"),
    _t("static", "as ~ enters , choose an opponent", s.EntersChoosing, what="opponent"),
    _t("static", "you can't lose the game", s.PlayerCant, who="you", what="lose the game"),
    _t("static", "you don't lose the game for having 0 or less life", s.PlayerCant, who="you", what="lose for life"),
    _t("static", "your|an opponents|opponent can't win the game", s.PlayerCant, who="opponent", what="win the game"),
    _t("static", "your|an opponents|opponent can't gain life", s.PlayerCant, who="opponent", what="gain life"),
    _t("static", "players can't gain life", s.PlayerCant, who="any", what="gain life"),
    _t("static", "you can't gain life", s.PlayerCant, who="you", what="gain life"),
    _t("static", "players can't play lands", s.PlayerCant, who="any", what="play lands"),
    _t("static", "you can't play lands", s.PlayerCant, who="you", what="play lands"),
    _t("static", "your|an opponents|opponent can't play lands", s.PlayerCant, who="opponent", what="play lands"),
    _t("static", "you can't get poison counters", s.PlayerCant, who="you", what="get poison counters"),
    _t("static", "you have hexproof", s.PlayerCant, who="you", what="be targeted by opponents"),
    _t("static", "you have shroud", s.PlayerCant, who="you", what="be targeted"),
    _t("static", "{filter:many} can't have {kind:kind} counters put on them", s.CantHaveCounters),
    _t("static", "{subject:many} lose {keywords:keywords}", s.LoseAbilities),
    _t("static", "{subject:many} lose all abilities", s.LoseAbilities),
    _t("static", "enchanted creature loses all abilities", s.LoseAbilities, subject=n.Host()),
    _t("static", "enchanted|equipped creature loses {keywords:keywords}", s.LoseAbilities, subject=n.Host()),
    _t(
        "static",
        "if 1 or more {kind:kind} counters would be put on {filter:one} , that many {kind:kind} counters minus 1 are put on it instead",
        s.ChangeCounters,
        change=s.Changed(more=-1),
    ),
    _t(
        "static",
        "if 1 or more {kind:kind} counters would be put on {filter:one} , that many plus 1 {kind:kind} counters are put on it|that instead|permanent instead?",
        s.ChangeCounters,
        change=s.Changed(more=1),
    ),
    _t(
        "static",
        "if 1 or more {kind:kind} counters would be put on {filter:one} , twice that many {kind:kind} counters are put on it|that instead|permanent instead?",
        s.ChangeCounters,
        change=s.Changed(by=2),
    ),
    _t(
        "static",
        "if an effect would put 1 or more counters on a permanent you control , it puts twice that many of those counters on that permanent instead",
        s.ChangeCounters,
        filter=n.Filter(controller="you"),
        kind="",
        change=s.Changed(by=2),
        effects=True,
    ),
    _t(
        "static",
        "if an effect would create 1 or more tokens under your control , it creates twice that many of those tokens instead",
        s.ChangeTokens,
        who="you",
        change=s.Changed(by=2),
    ),
    _t(
        "static",
        "if 1 or more tokens would be created under your control , twice that many of those tokens are created instead",
        s.ChangeTokens,
        who="you",
        change=s.Changed(by=2),
    ),
    _t(
        "static",
        "if an opponent would mill 1 or more cards , they mill twice that many cards instead",
        s.ChangeMill,
        who="opponent",
        change=s.Changed(by=2),
    ),
    _t(
        "static",
        "if an opponent would lose life during your turn , they lose twice that much life instead",
        s.ChangeLife,
        who="opponent",
        what="lose",
        change=s.Changed(by=2),
        turn=True,
    ),
    _t(
        "static",
        "if you would gain life , you gain twice that much life instead",
        s.ChangeLife,
        who="you",
        what="gain",
        change=s.Changed(by=2),
    ),
    _t(
        "static",
        "if you would gain life , you gain that much life plus 1 instead",
        s.ChangeLife,
        who="you",
        what="gain",
        change=s.Changed(more=1),
    ),
    _t("static", "if you would gain life , draw that many cards instead", s.LifeInstead, who="you", what="draw"),
    _t("static", _LICH, s.DamageInstead),
    _t(
        "static",
        "if an opponent would gain life , that player loses that much life instead",
        s.LifeInstead,
        who="opponent",
        what="lose",
    ),
    _t(
        "static",
        "if you would draw a card while your library has no cards in it , you win the game instead",
        s.WinInstead,
    ),
    _t("static", "if you would draw a card , draw 2 cards instead", s.ChangeDraw, who="you", change=s.Changed(by=2)),
    _t(
        "static",
        "if a card or token would be put into a graveyard from anywhere , exile it instead",
        s.ZoneInstead,
        whose="any",
        to="exile",
    ),
    _t(
        "static",
        "if a card would be put into an opponent 's graveyard from anywhere , exile it instead",
        s.ZoneInstead,
        whose="opponent",
        to="exile",
        filter=n.Filter(token=False),  # a token is no card (108.2b)
    ),
    _t(
        "static",
        "if ~ would be put into a graveyard from anywhere , reveal ~ and shuffle it into its owner 's library instead",
        s.ZoneInstead,
        whose="any",
        to="library",
        source_only=True,
    ),
    _t(
        "static",
        "if ~ would die , exile it instead",
        s.ZoneInstead,
        whose="any",
        to="exile",
        source_only=True,
        dies=True,
    ),
    _t("static", "if you tap a permanent for mana , it produces twice as much of that mana instead", s.ManaTimes, by=2),
    _t(
        "static",
        "if you tap a permanent for mana , it produces 3 times as much of that mana instead",
        s.ManaTimes,
        by=3,
    ),
    _t("static", "you may have ~ enter as a copy of {filter:anyof}", s.EntersAs, but=d.Except()),
    _t("static", "you may have ~ enter as a copy of {filter:anyof} ,? except {but:except}", s.EntersAs),
    _t("static", "{filter:many} enter tapped", s.OthersEnter, tapped=True),
    _t("static", "{filter:many} enter as a copy of ~", s.OthersEnterAs),
    _t("static", "you may cast ~ from your graveyard", s.MayCastFrom, zone="graveyard"),
    _t("static", "you may cast this card from your graveyard", s.MayCastFrom, zone="graveyard"),
    *(
        _t("static", f"{words} can't {what} alone", n.CantDo, what=f"{what} alone", **fixed)
        for what in ("attack", "block", "attack or block")
        for words, fixed in (("~", {"subject": _THIS}), ("enchanted creature", {"subject": n.Host()}))
    ),
    *(
        _t("static", f"{words} each combat if able", s.TurnedAsThough, what=f"must {what}", **fixed)
        for what in ("attack", "block")
        for words, fixed in (
            (f"~ {what}s", {"subject": _THIS}),
            (f"enchanted creature {what}s", {"subject": n.Host()}),
            (f"all? {{subject:many}} {what}", {}),
        )
    ),
    *(
        _t("static", f"no more than {{amount:int}} creatures|creature can {what} each combat", s.CombatLimit, what=what)
        for what in ("attack", "block")
    ),
    _t("static", "~ can't be countered", s.TurnedAsThough, subject=_THIS, what="can't be countered"),
    _t("static", "this spell can't be countered", s.TurnedAsThough, subject=_THIS, what="can't be countered"),
    _t("static", "you have no maximum hand size", s.TurnedAsThough, subject=_THIS, what="no maximum hand size"),
    _t(
        "static",
        "each creature you control assigns combat damage equal to its toughness rather than its power",
        s.TurnedAsThough,
        subject=n.Filter(types=("creature",), controller="you"),
        what="toughness damage",
    ),
    _t(
        "static",
        "enchanted creature assigns combat damage equal to its toughness rather than its power",
        s.TurnedAsThough,
        subject=n.Host(),
        what="toughness damage",
    ),
    _t(
        "static",
        "creatures you control can attack as though they didn't have defender",
        s.TurnedAsThough,
        subject=n.Filter(types=("creature",), controller="you"),
        what="attack defender",
    ),
    _t("static", "{subject:many} are every creature type", s.Are, subtypes=("*",)),
    _t("static", "{subject:many} are the chosen type", s.Are, chosen="type", instead=True),
    _t(
        "static",
        "{subject:many} are {subtypes:subs} lands|land in addition to their other types",
        s.Are,
        types=("land",),
    ),
    _t("static", "{subject:many} are {subtypes:subs}", s.Are, instead=True),
    _t("static", "{subject:many} are {subtypes:subs} in addition to their other types", s.Are),
    _t(
        "static",
        "{subject:noun} is an artifact creature with power and toughness each equal to its mana value",
        s.Are,
        types=("artifact", "creature"),
        size="mana value",
    ),
    _t("static", "you control enchanted creature|permanent", s.ControlHost),
    _t("static", "{filter:spells} you cast cost {amount:generic} less to cast", s.SpellCost, who="you"),
    _t("static", "{filter:spells} you cast cost {amount:generic} more to cast", s.SpellCost, who="you", less=False),
    _t("static", "{filter:spells} cost {amount:generic} more to cast", s.SpellCost, who="any", less=False),
    _t(
        "static",
        "planeswalkers ' loyalty abilities you activate|control cost an additional [ + {amount:int} ] to activate",
        s.LoyaltyMore,
    ),
    _t("static", "~ costs {amount:generic} less to cast", s.SpellCost, who="you", filter=None, this=True),
)
