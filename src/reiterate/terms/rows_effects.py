"""Rows of the table of sentences: effects ("destroy {object:object}")."""

from __future__ import annotations

from functools import partial
from typing import Final

from reiterate.terms import language as n
from reiterate.terms.pattern import Template, template

_t: Final = partial(template, "effect")
_YOU: Final = n.You()
_THIS: Final = n.This()
_NEXT_END: Final = n.StepBegins("end", "each")
_END_OF_COMBAT: Final = n.StepBegins("end of combat", "each")
_THAT: Final = n.ThatPlayer()
#: How what the others become copies of is named: behind, or in a sentence of its own in front.
_COPIED: Final = (
    ("", "{of:object}"),
    *(("choose {of:object} . ", word) for word in ("it", "that creature", "that artifact")),
)
_ALL: Final = n.Filter()


def _prevented_this_turn() -> tuple[Template, ...]:
    """ "prevent all (combat) damage that would be dealt (by / to and dealt by ...) this turn"."""
    found: list[Template] = []
    for which, combat in (("", False), ("combat ", True)):
        start = f"prevent all {which}damage that would be dealt"
        found.append(_t(f"{start} this turn", n.PreventAll, combat=combat))
        found.append(_t(f"{start} by {{object:object}} this turn", n.PreventAll, combat=combat))
        whole = f"{start} to and dealt by {{object:object}} this turn"
        found.append(_t(whole, n.PreventAll, combat=combat, both=True))
    found.append(_t("prevent all damage that would be dealt to {to:receiver} this turn", n.Prevent, amount=None))
    return tuple(found)


_TUTORED: Final = (
    "search your library for {filter:acard} , then shuffle and put that card on top",
    "search your library for {filter:acard} , then shuffle and put that card on top of it",
    "search your library for {filter:acard} , reveal it , then shuffle and put that card on top",
    "search your library for {filter:acard} and reveal that card . shuffle , then put the card on top of it",
)
_INTO_HAND: Final = (
    "search your library for {filter:acard} and put that card into your hand . then shuffle",
    "search your library for {filter:acard} , reveal it , and put it into your hand . then shuffle",
    "search your library for {filter:acard} , reveal that card , and put it into your hand . then shuffle",
)
_INTO_GRAVE: Final = (
    "search your library for {filter:acard} , put that card into your graveyard , then shuffle",
    "search your library for {filter:acard} , put it into your graveyard , then shuffle",
)
#: Up to some cards searched for: the words behind them, and the zone they are put into.
_SOME: Final = (
    ("put them into your graveyard , then shuffle", "graveyard", False),
    ("reveal them , put them into your hand , then shuffle", "hand", False),
    ("reveal those cards , put them into your hand , then shuffle", "hand", False),
    ("put them onto the battlefield tapped , then shuffle", "battlefield", True),
    ("put them onto the battlefield , then shuffle", "battlefield", False),
)
_REVEALED: Final = (
    "{who:player} reveals their hand . you choose {filter:acard} from it . that player discards that card",
)


def _until() -> tuple[Template, ...]:
    """Cards revealed until one is of a set (701.20)."""
    start = "reveal cards from the top of your library until you reveal {filter:acard} . put that card"
    return (
        _t(f"{start} into your hand {{rest:rest}}", n.RevealUntil, who=_YOU, to="hand"),
        _t(f"{start} onto the battlefield {{rest:rest}}", n.RevealUntil, who=_YOU, to="battlefield"),
        _t(
            f"{start} onto the battlefield tapped {{rest:rest}}", n.RevealUntil, who=_YOU, to="battlefield", tapped=True
        ),
    )


def _cards() -> tuple[Template, ...]:
    """Cards looked at, searched for, shown and countered."""
    look = "look at the top {amount:n} cards of your library"
    pick = f"{look} . put {{take:int}} of them into your hand and the rest"
    one = f"{look} . put 1 of them into your hand and the other"
    found = [
        *(_t(words, n.Search, who=_YOU, to="library") for words in _TUTORED),
        *(_t(words, n.Search, who=_YOU, to="hand") for words in _INTO_HAND),
        *(_t(words, n.Search, who=_YOU, to="graveyard") for words in _INTO_GRAVE),
        *(_t(words, n.RevealDiscard) for words in _REVEALED),
        _t(f"{look} , then put them back in any order", n.Rearrange),
        _t(f"{pick} on the bottom of your library in any order", n.LookTake, rest="bottom"),
        _t(f"{one} on the bottom of your library", n.LookTake, take=1, rest="bottom"),
        _t(f"{pick} into your graveyard", n.LookTake, rest="graveyard"),
        _t(f"{one} into your graveyard", n.LookTake, take=1, rest="graveyard"),
    ]
    for words, to, tapped in _SOME:
        start = f"search your library for up to {{amount:int}} {{filter:cards}} , {words}"
        found.append(_t(start, n.Search, who=_YOU, to=to, tapped=tapped))
    return tuple(found)


def _moved(start: str, zone: str, place: str = "") -> tuple[Template, ...]:
    """ "put it into your hand", "put them on top of their owners' libraries": whose zone it is follows from rule 400.3."""
    mine = "your" if start.startswith("return") else "your|their"
    whose = (mine, "its|their owner|owners 's|'")
    return tuple(_t(f"{start} {words} {zone}", n.Move, zone=zone, place=place) for words in whose)


EFFECTS: Final = (
    # cards and zones
    _t("return {object:object} to the battlefield under your control", n.ReturnToBattlefield, control="you"),
    _t("return {object:object} to the battlefield under its|their owner|owners 's|' control", n.ReturnToBattlefield),
    _t(
        "return {object:object} to the battlefield tapped under its|their owner|owners 's|' control",
        n.ReturnToBattlefield,
        tapped=True,
    ),
    _t("return {object:object} to the battlefield tapped", n.ReturnToBattlefield, control="you", tapped=True),
    _t("return {object:object} to the battlefield", n.ReturnToBattlefield, control="you"),  # 110.2a
    _t("put {object:object} onto the battlefield under your control", n.ReturnToBattlefield, control="you"),
    _t("put {object:object} onto the battlefield", n.ReturnToBattlefield, control="you"),
    _t(
        "return {object:object} to the battlefield under your control and attach ~ to it",
        n.ReturnToBattlefield,
        control="you",
        attach=True,
    ),
    *_moved("return {object:object} to", "hand"),
    *_moved("put {object:object} on top of", "library", "top"),
    *_moved("put {object:object} on the bottom of", "library", "bottom"),
    *_moved("put {object:object} into", "hand"),
    *_moved("put {object:object} into", "graveyard"),
    _t("exile all cards from all graveyards", n.Move, object=n.EachCard("graveyard"), zone="exile"),
    _t("exile all graveyards", n.Move, object=n.EachCard("graveyard"), zone="exile"),
    _t("exile {object:object}", n.Exile),
    _t("exile {object:object}", n.Move, zone="exile", link=True),
    _t("destroy {object:object}", n.Destroy),
    _t("sacrifice {object:object}", n.SacrificeObject),
    _t("that creature 's controller sacrifices it", n.SacrificeObject, object=n.Result(), by_controller=True),
    _t(
        "{who:player} exile|exiles {filter:one} you control or a card from your hand or graveyard",
        n.MoveChosen,
        amount=n.Fixed(1),
        zones=("battlefield", "hand", "graveyard"),
        to="exile",
    ),
    _t(
        "for each 1 life you lost , exile a permanent you control or a card from your hand or graveyard",
        n.MoveChosen,
        who=_YOU,
        amount=n.ThatMuch(),
        zones=("battlefield", "hand", "graveyard"),
        filter=n.Filter(),
        to="exile",
    ),
    _t("exile {filter:acard} from your hand", n.MoveChosen, who=_YOU, amount=n.Fixed(1), zones=("hand",), to="exile"),
    _t(
        "return {filter:one} to its owner 's hand",
        n.MoveChosen,
        who=_YOU,
        amount=n.Fixed(1),
        zones=("battlefield",),
        to="hand",
    ),
    _t("put {filter:acard} from your hand onto the battlefield", n.PutFromHand, who=_YOU),
    _t("put {filter:acard} from your hand onto the battlefield tapped", n.PutFromHand, who=_YOU, tapped=True),
    _t(
        "put a card from your hand on top of your library",
        n.MoveChosen,
        who=_YOU,
        amount=n.Fixed(1),
        zones=("hand",),
        filter=n.Filter(),
        to="library",
        place="top",
    ),
    _t(
        "{who:player} puts cards from the top of their library into their graveyard until {filter:acard} or {most:n} cards are put into that graveyard this way , whichever comes first",
        n.MillUntil,
    ),
    _t("{who:player} exiles the top card of their library", n.ExileTop, amount=n.Fixed(1)),
    _t("exile the top card of your library", n.ExileTop, who=_YOU, amount=n.Fixed(1)),
    _t("exile the top {amount:n} cards of your library", n.ExileTop, who=_YOU),
    _t("scry {amount:n}", n.Scry, who=_YOU),
    _t("surveil {amount:n}", n.Surveil, who=_YOU),
    _t(
        "search your library for {filter:acard} , put it onto the battlefield tapped , then shuffle",
        n.Search,
        who=_YOU,
        to="battlefield",
        tapped=True,
    ),
    _t(
        "search your library for {filter:acard} , put that card onto the battlefield tapped , then shuffle",
        n.Search,
        who=_YOU,
        to="battlefield",
        tapped=True,
    ),
    _t(
        "search your library for {filter:acard} , put it onto the battlefield , then shuffle",
        n.Search,
        who=_YOU,
        to="battlefield",
    ),
    _t(
        "search your library for {filter:acard} , put that card onto the battlefield , then shuffle",
        n.Search,
        who=_YOU,
        to="battlefield",
    ),
    _t(
        "search your library for {filter:acard} , reveal it , put it into your hand , then shuffle",
        n.Search,
        who=_YOU,
        to="hand",
    ),
    _t("search your library for {filter:acard} , put it into your hand , then shuffle", n.Search, who=_YOU, to="hand"),
    _t(
        "search your library for {filter:acard} , put that card into your hand , then shuffle",
        n.Search,
        who=_YOU,
        to="hand",
    ),
    _t(
        "search your library for {filter:acard} , reveal that card , put it into your hand , then shuffle",
        n.Search,
        who=_YOU,
        to="hand",
    ),
    _t("shuffle", n.Shuffle, who=_YOU),
    _t("shuffle your graveyard into your library", n.ShuffleIn, who=_YOU, zones=("graveyard",)),
    _t("shuffle your hand and graveyard into your library", n.ShuffleIn, who=_YOU, zones=("hand", "graveyard")),
    _t("{who:player} shuffles their graveyard into their library", n.ShuffleIn, zones=("graveyard",)),
    _t("{who:player} shuffles their hand and graveyard into their library", n.ShuffleIn, zones=("hand", "graveyard")),
    _t("shuffle {object:object} into its owner 's library", n.Shuffle, who=n.OwnerOf(_THIS)),
    _t("shuffle it into its owner 's library", n.Shuffle, object=_THIS, who=n.OwnerOf(_THIS)),
    _t("{who:player} draw|draws cards equal to {amount:q}", n.Draw),
    _t("{who:player} draw|draws {amount:q} card|cards", n.Draw),
    _t("draw cards equal to {amount:q}", n.Draw, who=_YOU),
    _t("draw X cards , where X is {amount:q}", n.Draw, who=_YOU),
    _t("{who:player} mill|mills X cards , where X is {amount:q}", n.Mill),
    _t("{who:player} mill|mills cards equal to {amount:q}", n.Mill),
    _t(
        "{who:player} mill|mills half their library , rounded up",
        n.Mill,
        amount=n.Half(n.CardsIn("library", n.TargetRef(0)), True),
    ),
    _t(
        "{who:player} mill|mills half their library , rounded down",
        n.Mill,
        amount=n.Half(n.CardsIn("library", n.TargetRef(0)), False),
    ),
    _t("mill {amount:n} card|cards", n.Mill, who=_YOU),
    # life and damage
    _t("{who:player} lose|loses {amount:amount} life", n.LoseLife),
    _t("{who:player} gain|gains {amount:amount} life", n.GainLife),
    _t("{who:player} draw|draws {amount:n} card|cards", n.Draw),
    _t("{who:player} discard|discards {amount:n} card|cards", n.Discard),
    _t("{who:player} mill|mills {amount:n} card|cards", n.Mill),
    _t("{who:player} lose|loses life equal to {amount:q}", n.LoseLife),
    _t("{who:player} gain|gains life equal to {amount:q}", n.GainLife),
    _t("gain life equal to {amount:q}", n.GainLife, who=_YOU),
    _t("lose life equal to {amount:q}", n.LoseLife, who=_YOU),
    _t("{who:player} lose|loses X life , where X is {amount:q}", n.LoseLife),
    _t("{who:player} gain|gains X life , where X is {amount:q}", n.GainLife),
    _t(
        "{who:player} lose|loses half their life , rounded up",
        n.ForEachPlayer,
        effects=(n.LoseLife(n.ThatPlayer(), n.Half(n.LifeTotal(n.ThatPlayer()), True)),),
    ),
    _t(
        "{who:player} lose|loses half their life , rounded down",
        n.ForEachPlayer,
        effects=(n.LoseLife(n.ThatPlayer(), n.Half(n.LifeTotal(n.ThatPlayer()), False)),),
    ),
    _t("you gain life equal to the life lost this way", n.GainLife, who=_YOU, amount=n.Done()),
    _t(
        "each opponent loses life equal to the life that player lost this turn",
        n.ForEachPlayer,
        who=n.EachPlayer(True),
        effects=(n.LoseLife(n.ThatPlayer(), n.ThisTurn("life lost", n.ThatPlayer())),),
    ),
    _t(
        "each opponent loses life equal to the life they lost this turn",
        n.ForEachPlayer,
        who=n.EachPlayer(True),
        effects=(n.LoseLife(n.ThatPlayer(), n.ThisTurn("life lost", n.ThatPlayer())),),
    ),
    _t("{source:object} deal|deals damage equal to {amount:q} to {to:receiver}", n.DealDamage),
    _t("{source:object} deal|deals damage to {to:receiver} equal to {amount:q}", n.DealDamage),
    _t("{source:object} deal|deals that much damage to {to:receiver}", n.DealDamage, amount=n.ThatMuch()),
    _t("{source:object} deal|deals {amount:amount} damage to {to:receiver}", n.DealDamage),
    _t("{source:object} deal|deals X damage to {to:receiver} , where X is {amount:q}", n.DealDamage),
    _t("{source:object} deal|deals {amount:amount} damage divided as you choose among {to:divided}", n.DealDivided),
    _t(
        "{source:object} deal|deals X damage divided as you choose among {to:divided} , where X is {amount:q}",
        n.DealDivided,
    ),
    _t("{source:object} deal|deals damage equal to {amount:q} divided as you choose among {to:divided}", n.DealDivided),
    _t("distribute {amount:n} {kind:kind} counter|counters among {to:divided}", n.Distribute),
    _t("distribute X {kind:kind} counters among {to:divided} , where X is {amount:q}", n.Distribute),
    _t(
        "~ deals damage to each player equal to half that player 's life total , rounded down",
        n.ForEachPlayer,
        who=n.EachPlayer(),
        effects=(n.DealDamage(_THIS, n.ThatPlayer(), n.Half(n.LifeTotal(n.ThatPlayer()), False)),),
    ),
    _t("each player 's life total becomes {amount:n}", n.SetLife, who=n.EachPlayer()),
    _t("your life total becomes {amount:n}", n.SetLife, who=_YOU),
    _t("exchange {who:player} 's life total with ~ 's toughness", n.ExchangeLife, object=_THIS),
    _t(
        "the next {amount:n} damage that would be dealt to {shielded:object} this turn is dealt to {to:object} instead",
        n.Redirect,
    ),
    _t(
        "the next {amount:n} damage that would be dealt to {shielded:receiver} this turn is dealt to {to:receiver} "
        "instead",
        n.Redirect,
    ),
    _t("prevent the next {amount:n} damage that would be dealt to {to:receiver} this turn", n.Prevent),
    _t("prevent all combat damage that would be dealt to {to:object} this turn", n.Prevent, amount=None, combat=True),
    _t("prevent all damage that would be dealt to {to:object} this turn", n.Prevent, amount=None),
    _t("{one:object} fights {other:object}", n.Fight),
    # copies
    _t("create a token that's a copy of {of:object}", n.CopyToken, count=n.Fixed(1), who=_YOU),
    _t("create a tapped token that's a copy of {of:object}", n.CopyToken, count=n.Fixed(1), who=_YOU, tapped=True),
    _t("create a token that's a copy of {of:object} , except {but:except}", n.CopyToken, count=n.Fixed(1), who=_YOU),
    _t("create {count:n} tokens that are copies of {of:object}", n.CopyToken, who=_YOU),
    _t("create {count:n} tokens that are copies of {of:object} , except {but:except}", n.CopyToken, who=_YOU),
    _t("{who:player} creates a token that's a copy of {of:object}", n.CopyToken, count=n.Fixed(1)),
    _t("copy {object:object} . if you do , you may cast the copy without paying its mana cost", n.CastCopy),
    _t("copy {object:object} . you may cast the copy without paying its mana cost", n.CastCopy, may=True),
    _t("copy {object:object}", n.CopySpell),
    _t("copy {object:object} . you may choose new targets for the copy|copies", n.CopySpell, retarget=True),
    _t("copy {object:object} and|. you may choose new targets for the copy|copies", n.CopySpell, retarget=True),
    _t(
        "copy {object:object} for each {count:q} . you may choose new targets for the copies|copy",
        n.CopySpell,
        retarget=True,
    ),
    *(
        _t(
            f"{first}each other {{object:others}} becomes a copy of {of} until end of turn{end}",
            n.BecomeCopy,
            duration="turn",
            other=True,
        )
        for first, of in _COPIED
        for end in ("", " , except {but:except}")
    ),
    _t("{object:object} become|becomes a copy of {of:object}", n.BecomeCopy, duration="game"),
    # turns
    _t("take an extra turn after this 1", n.ExtraTurn, who=_YOU),
    _t("{who:player} take|takes an extra turn after this 1", n.ExtraTurn),
    _t("{who:player} skip|skips your|their next turn", n.SkipTurn),
    _t(
        "after this phase|main , phase there|, is|there an|is additional|an combat|additional phase|combat phase?",
        n.ExtraPhases,
        phases=("combat",),
    ),
    _t("after this phase , there is an additional combat phase", n.ExtraPhases, phases=("combat",)),
    _t("after this combat phase , there is an additional combat phase", n.ExtraPhases, phases=("combat",)),
    _t(
        "after this main phase , there is an additional combat phase followed by an additional main phase",
        n.ExtraPhases,
        phases=("combat", "main"),
    ),
    _t("you control {who:player} during that player 's next turn", n.ControlTurn),
    # permanents
    _t("gain control of {object:object} until end of turn", n.GainControl, duration="turn"),
    _t("gain control of {object:object}", n.GainControl, duration="game"),
    _t("{object:object} gain|gains {keywords:keywords} until end of turn", n.GainKeywords),
    _t("{object:object} gain|gains {abilities:quotes} until end of turn", n.GainAbilities),
    _t("{object:object} gain|gains {abilities:given}", n.Become, duration="game"),
    _t("{object:object} attack|attacks this turn if able", n.Require, what="attack"),
    _t("{object:object} block|blocks this turn if able", n.Require, what="block"),
    _t("it loses {loses:quotedenchant} and gains {gains:quotedenchant}", n.SwapEnchant, object=_THIS),
    _t("~ loses {loses:quotedenchant} and gains {gains:quotedenchant}", n.SwapEnchant, object=_THIS),
    _t("tap or untap {object:object}", n.TapOrUntap),
    _t("remove {object:object} from combat", n.RemoveFromCombat),
    _t("regenerate {object:object}", n.Regenerate),
    _t("tap {object:object}", n.Tap),
    _t("untap {object:object}", n.Untap),
    _t("untap up to {amount:n} {filter:many}", n.UntapUpTo),
    _t("attach ~ to {host:object}", n.AttachTo),
    _t("proliferate", n.Proliferate),
    # what is random (705)
    *(
        _t(f"{who} {cards} at random", n.DiscardRandom, **fixed)
        for who, third in (("{who:player} discard|discards", {}), ("discard", {"who": _YOU}))
        for cards, fixed in (("a card", {"amount": n.Fixed(1), **third}), ("{amount:n} cards", third))
    ),
    _t("flip a coin until you lose a flip", n.FlipUntilLost, who=_YOU),
    _t("flip a coin", n.FlipCoin, who=_YOU),
    _t("that player flips a coin", n.FlipCoin, who=_THAT),
    _t("double the number of {kind:kind} counters on {object:object}", n.DoubleCounters),
    _t("counter {object:object}", n.CounterSpell),
    _t("put {amount:n} {kind:kind} counter|counters on {object:object}", n.PutCounters),
    _t("put X {kind:kind} counters on {object:object} , where X is {amount:q}", n.PutCounters),
    _t("put a number of {kind:kind} counters on {object:object} equal to {amount:q}", n.PutCounters),
    _t("{who:player} get|gets {amount:n} {kind:kind} counter|counters", n.PutPlayerCounters),
    _t("add X mana in any combination of colors , where X is {amount:q}", n.AddMixed, kinds=n.COLORS),
    _t("add {amount:n} mana in any combination of colors", n.AddMixed, kinds=n.COLORS),
    _t("add {amount:n} mana in any combination of {kinds:kinds}", n.AddMixed),
    _t("add X mana of any one color , where X is {count:q}", n.AddMana, choice=n.COLORS),
    _t("for each color among {filter:many} , add 1 mana of that color", n.AddPerColor),
    _t("add an amount of {symbols:symbol} equal to {count:q}", n.AddMana),
    _t("add {symbols:symbol} for each {count:foreach}", n.AddMana),
    _t("each of that player 's opponents draws {amount:n} cards|card", n.Draw, who=n.EachPlayer(other=True)),
    # structure
    _t("if {condition:cond} , {then:effects}", n.Branch),
    _t("{then:effects} if {condition:cond}", n.Branch),
    _t("{effects:effects} at the beginning of the next end step", n.Delayed, trigger=_NEXT_END),
    _t("{effects:effects} at end of combat", n.Delayed, trigger=_END_OF_COMBAT),
    _t("at end of combat , {effects:effects}", n.Delayed, trigger=_END_OF_COMBAT),
    _t("at the beginning of the next end step , {effects:effects}", n.Delayed, trigger=_NEXT_END),
    _t("at the beginning of your next upkeep , {effects:effects}", n.Delayed, trigger=n.StepBegins("upkeep", "you")),
    _t("{trigger:event} this turn , {effects:effects}", n.Delayed, once=False),
    _t("{otherwise:effects} unless {who:player} pay|pays {costs:cost}", n.MayPay),
    # forms that fewer cards use
    _t("{who:player} gain|gains 1 life for each {amount:foreach}", n.GainLife),
    _t("{who:player} gain|gains 2 life for each 1 life you lost", n.GainLife, amount=n.Times(n.ThatMuch(), 2)),
    _t(
        "double {who:player} 's life total",  # 701.10d
        n.ForEachPlayer,
        effects=(n.GainLife(_THAT, n.LifeTotal(_THAT)),),
    ),
    _t(
        "{who:player} take|takes 2 extra turns after this 1",
        n.ForEachPlayer,
        effects=(n.ExtraTurn(_THAT), n.ExtraTurn(_THAT)),
    ),
    _t(
        "{who:player} draws cards equal to half the number of cards in their library and loses half their life . round up each time",
        n.ForEachPlayer,
        effects=(
            n.Draw(_THAT, n.Half(n.CardsIn("library", _THAT), True)),
            n.LoseLife(_THAT, n.Half(n.LifeTotal(_THAT), True)),
        ),
    ),
    *(
        _t(
            f"defending player mills half their library , rounded {way}",
            n.ForEachPlayer,
            who=n.DefendingPlayer(),
            effects=(n.Mill(_THAT, n.Half(n.CardsIn("library", _THAT), way == "up")),),
        )
        for way in ("up", "down")
    ),
    _t(
        "{source:object} deals that much damage to each other opponent",
        n.DealDamage,
        to=n.EachPlayer(True, True),
        amount=n.ThatMuch(),
    ),
    _t("copy {object:object} , except {but:except}", n.CopySpell),
    _t(
        "each player returns to the battlefield all cards they own exiled with ~",
        n.ReturnToBattlefield,
        object=n.Linked(),
    ),
    _t(
        "return {object:object} to the battlefield under its owner 's control with a {counter:kind} counter on it",
        n.ReturnToBattlefield,
        counters=1,
    ),
    _t("exile all cards from all hands", n.Move, object=n.EachCard("hand"), zone="exile"),
    _t("exile all cards from your library", n.ExileTop, who=_YOU, amount=n.CardsIn("library", _YOU)),
    _t("exile {object:object} until ~ leaves the battlefield", n.ExileUntil),
    _t("exile {object:object} until ~ leaves the battlefield", n.ExileUntil, link=True),
    _t("{object:object} become|becomes a copy of {of:object} until end of turn", n.BecomeCopy, duration="turn"),
    _t(
        "{object:object} become|becomes a copy of {of:object} until end of turn , except {but:except}",
        n.BecomeCopy,
        duration="turn",
    ),
    _t("{object:object} become|becomes a copy of {of:object} , except {but:except}", n.BecomeCopy, duration="game"),
    *(
        _t(f"change the text of {{object:object}} by replacing all instances of {what}{end}", n.ChangeText, **fixed)
        for what, more in (
            ("{kinds:textwords}", {}),
            ("1 creature type with {new:subtype}", {"kinds": ("creature",)}),
        )
        for end, duration in (("", "game"), (" until end of turn", "turn"))
        for fixed in ({**more, "duration": duration},)
    ),
    _t(
        "change the text of {object:object} by replacing all instances of 1 creature type with another . the new creature type can't be {never:subtype}",
        n.ChangeText,
        kinds=("creature",),
    ),
    # steps and phases that are added or skipped
    _t(
        "{who:player} skip|skips your|their next 2 turns",
        n.ForEachPlayer,
        effects=(n.SkipTurn(_THAT), n.SkipTurn(_THAT)),
    ),
    _t("you skip your next {what:nextstep}", n.SkipNext, who=_YOU),
    _t("{who:player} skips their next {what:nextstep}", n.SkipNext),
    _t(
        "there is an additional {step:extrastep} after this step",
        n.ExtraSteps,
        who=n.ActivePlayer(),
        amount=n.Fixed(1),
    ),
    _t(
        "{who:player} get|gets an additional upkeep step {after:behind}", n.ExtraSteps, step="upkeep", amount=n.Fixed(1)
    ),
    _t("{who:player} get|gets {amount:n} additional upkeep steps {after:behind}", n.ExtraSteps, step="upkeep"),
    _t("there is an additional beginning phase after this phase", n.ExtraPhases, phases=("beginning",)),
    # mana
    _t("add 1 mana of the chosen color", n.AddChosen),
    _t("add 1 mana of any type that land|permanent|creature|artifact produced", n.AddProduced),
    _t("choose a color of {filter:one} . add 1 mana of that color", n.AddColorOf),
    _t("add 1 mana of any color among {filter:many}", n.AddColorOf),
    *(
        _t(
            f"add 1 mana of any {{colored:hue}} that a land {whose} could produce",
            n.AddProducible,
            filter=n.Filter(types=("land",), controller=controller),
        )
        for whose, controller in (("you control", "you"), ("an opponent controls", "opponent"))
    ),
    _t("you may choose new targets for {object:object}", n.NewTargets),
    _t("{object:object} gain|gains all activated abilities of {of:object} until end of turn", n.GainActivated),
    _t("double the amount of each type of unspent mana you have", n.DoubleMana),
    _t("double the amount of each type of mana in your mana pool", n.DoubleMana),
    _t("that player adds {mana:adding}", n.Adds, who=_THAT),
    _t("its controller adds {mana:adding}", n.Adds, who=_THAT),
    _t("add an additional {mana:adding}", n.Adds, who=_YOU),
    _t("{object:object} gain|gains protection from {abilities:protection} until end of turn", n.GainAbilities),
    _t("{object:object} gain|gains {abilities:worded} until end of turn", n.GainAbilities),
    _t("you may {spells:playing} {object:object} this turn", n.LetPlay),
    _t("until end of turn , you may {spells:playing} {object:object}", n.LetPlay),
    _t("until the end of your next turn , you may {spells:playing} {object:object}", n.LetPlay, duration="next"),
    _t("you may {spells:playing} {object:object} until the end of your next turn", n.LetPlay, duration="next"),
    _t("you may cast {object:object} without paying its mana cost", n.CastFree),
    _t(
        "you may cast {object:object} without paying its mana cost . if that spell would be put into your|a graveyard , exile it instead",
        n.CastFree,
        exile=True,
    ),
    _t("you may cast {filter:aspell} from your hand without paying its mana cost", n.CastFree, object=None),
    _t("you may cast {filter:acard} from your hand without paying its mana cost", n.CastFree, object=None),
    *(
        _t(
            f"{{object:object}} gains flashback until end of turn . the flashback cost is equal to {whose} mana cost",
            n.GainFlashback,
        )
        for whose in ("its", "that card 's")
    ),
    _t(
        "each instant and sorcery card in your graveyard gains flashback until end of turn . "
        "the flashback cost is equal to its mana cost",
        n.GainFlashback,
        object=n.EachCard("graveyard", n.Filter(any_of=("instant", "sorcery")), "you"),
    ),
    _t("until end of turn , {trigger:event} , {effects:effects}", n.Delayed, once=False),
    # damage prevented, cards looked at and searched for
    *_prevented_this_turn(),
    *_cards(),
    *_until(),
    # copies and control
    _t("populate", n.Populate),
    _t("{who:player} gain|gains control of {object:object}", n.GainControl, duration="game"),
    _t("exchange control of {one:object} and {other:object}", n.ExchangeControl),
    _t("each player returns {filter:acard} from their graveyard to the battlefield", n.EachReturns),
    _t("each player puts {filter:acard} from their graveyard onto the battlefield", n.EachReturns),
    _t("copy that ability . you may choose new targets for the copy", n.CopySpell, object=n.Result(), retarget=True),
    _t("copy that ability", n.CopySpell, object=n.Result()),
    # hands
    _t("put {amount:int} cards from your hand on top of your library in any order", n.PutBack),
    # life
    _t("you lose half your life , rounded up", n.LoseLife, who=_YOU, amount=n.Half(n.LifeTotal(_YOU), True)),
    _t("you lose half your life , rounded down", n.LoseLife, who=_YOU, amount=n.Half(n.LifeTotal(_YOU), False)),
)
