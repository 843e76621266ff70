"""Sentences of the template language as patterns with holes: one table that is read and printed.

A pattern is written in normal form. ``{name:type}`` is a hole for the field ``name``; ``word|word`` are spellings of one
word; ``word?`` may be missing. A node without a pattern or a printing rule in ``show`` can't be printed, and what has no pattern can't
be read, so that reading and printing can't disagree.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from reiterate.terms import language as n
from reiterate.terms.base import Term
from reiterate.terms.pattern import Template as Template
from reiterate.terms.pattern import template as _t
from reiterate.terms.rows_continuous import CONTINUOUS
from reiterate.terms.rows_dealings import DEALINGS
from reiterate.terms.rows_less_used import MORE
from reiterate.terms.rows_static import STATICS

_YOU: Final = n.You()
_THIS: Final = n.This()
_NEXT_END: Final = n.StepBegins("end", "each")
_END_OF_COMBAT: Final = n.StepBegins("end of combat", "each")

EFFECTS: Final = (
    # cards and zones
    _t("effect", "return {object:object} to the battlefield under your control", n.ReturnToBattlefield, control="you"),
    _t(
        "effect",
        "return {object:object} to the battlefield under its|their owner|owners 's|' control",
        n.ReturnToBattlefield,
    ),
    _t(
        "effect",
        "return {object:object} to the battlefield tapped under its|their owner|owners 's|' control",
        n.ReturnToBattlefield,
        tapped=True,
    ),
    _t("effect", "return {object:object} to the battlefield tapped", n.ReturnToBattlefield, control="you", tapped=True),
    _t("effect", "return {object:object} to the battlefield", n.ReturnToBattlefield, control="you"),  # 110.2a
    _t("effect", "put {object:object} onto the battlefield under your control", n.ReturnToBattlefield, control="you"),
    _t("effect", "put {object:object} onto the battlefield", n.ReturnToBattlefield, control="you"),
    _t(
        "effect",
        "return {object:object} to the battlefield under your control and attach ~ to it",
        n.ReturnToBattlefield,
        control="you",
        attach=True,
    ),
    _t("effect", "return {object:object} to your|its hand|owner 's? hand?", n.Move, zone="hand"),
    _t(
        "effect",
        "put {object:object} on top of your|its|their library|owner|owners 's|'? library?",
        n.Move,
        zone="library",
        place="top",
    ),
    _t(
        "effect",
        "put {object:object} on the bottom of your|its|their library|owner|owners 's|'? library?",
        n.Move,
        zone="library",
        place="bottom",
    ),
    _t("effect", "put {object:object} into your|its|their hand|owner|owners 's|'? hand?", n.Move, zone="hand"),
    _t(
        "effect",
        "put {object:object} into your|its|their graveyard|owner|owners 's|'? graveyard?",
        n.Move,
        zone="graveyard",
    ),
    _t("effect", "exile all cards from all graveyards", n.Move, object=n.EachCard("graveyard"), zone="exile"),
    _t("effect", "exile all graveyards", n.Move, object=n.EachCard("graveyard"), zone="exile"),
    _t("effect", "exile {object:object}", n.Exile),
    _t("effect", "exile {object:object}", n.Move, zone="exile", link=True),
    _t("effect", "destroy {object:object}", n.Destroy),
    _t("effect", "sacrifice {object:object}", n.SacrificeObject),
    _t("effect", "that creature 's controller sacrifices it", n.SacrificeObject, object=n.Result(), by_controller=True),
    _t(
        "effect",
        "{who:player} exile|exiles {filter:one} you control or a card from your hand or graveyard",
        n.MoveChosen,
        amount=n.Fixed(1),
        zones=("battlefield", "hand", "graveyard"),
        to="exile",
    ),
    _t(
        "effect",
        "for each 1 life you lost , exile a permanent you control or a card from your hand or graveyard",
        n.MoveChosen,
        who=_YOU,
        amount=n.ThatMuch(),
        zones=("battlefield", "hand", "graveyard"),
        filter=n.Filter(),
        to="exile",
    ),
    _t(
        "effect",
        "exile {filter:acard} from your hand",
        n.MoveChosen,
        who=_YOU,
        amount=n.Fixed(1),
        zones=("hand",),
        to="exile",
    ),
    _t(
        "effect",
        "return {filter:one} to its owner 's hand",
        n.MoveChosen,
        who=_YOU,
        amount=n.Fixed(1),
        zones=("battlefield",),
        to="hand",
    ),
    _t("effect", "put {filter:acard} from your hand onto the battlefield", n.PutFromHand, who=_YOU),
    _t("effect", "put {filter:acard} from your hand onto the battlefield tapped", n.PutFromHand, who=_YOU, tapped=True),
    _t(
        "effect",
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
        "effect",
        "{who:player} puts cards from the top of their library into their graveyard until {filter:acard} or {most:n} cards are put into that graveyard this way , whichever comes first",
        n.MillUntil,
    ),
    _t("effect", "{who:player} exiles the top card of their library", n.ExileTop, amount=n.Fixed(1)),
    _t("effect", "exile the top card of your library", n.ExileTop, who=_YOU, amount=n.Fixed(1)),
    _t("effect", "exile the top {amount:n} cards of your library", n.ExileTop, who=_YOU),
    _t("effect", "scry {amount:n}", n.Scry, who=_YOU),
    _t("effect", "surveil {amount:n}", n.Surveil, who=_YOU),
    _t(
        "effect",
        "search your library for {filter:acard} , put it onto the battlefield tapped , then shuffle",
        n.Search,
        who=_YOU,
        to="battlefield",
        tapped=True,
    ),
    _t(
        "effect",
        "search your library for {filter:acard} , put that card onto the battlefield tapped , then shuffle",
        n.Search,
        who=_YOU,
        to="battlefield",
        tapped=True,
    ),
    _t(
        "effect",
        "search your library for {filter:acard} , put it onto the battlefield , then shuffle",
        n.Search,
        who=_YOU,
        to="battlefield",
    ),
    _t(
        "effect",
        "search your library for {filter:acard} , put that card onto the battlefield , then shuffle",
        n.Search,
        who=_YOU,
        to="battlefield",
    ),
    _t(
        "effect",
        "search your library for {filter:acard} , reveal it , put it into your hand , then shuffle",
        n.Search,
        who=_YOU,
        to="hand",
    ),
    _t(
        "effect",
        "search your library for {filter:acard} , put it into your hand , then shuffle",
        n.Search,
        who=_YOU,
        to="hand",
    ),
    _t(
        "effect",
        "search your library for {filter:acard} , put that card into your hand , then shuffle",
        n.Search,
        who=_YOU,
        to="hand",
    ),
    _t(
        "effect",
        "search your library for {filter:acard} , reveal that card , put it into your hand , then shuffle",
        n.Search,
        who=_YOU,
        to="hand",
    ),
    _t("effect", "shuffle", n.Shuffle, who=_YOU),
    _t("effect", "shuffle {object:object} into its owner 's library", n.Shuffle, who=n.OwnerOf(_THIS)),
    _t("effect", "shuffle it into its owner 's library", n.Shuffle, object=_THIS, who=n.OwnerOf(_THIS)),
    _t("effect", "{who:player} draw|draws cards equal to {amount:q}", n.Draw),
    _t("effect", "{who:player} draw|draws {amount:q} card|cards", n.Draw),
    _t("effect", "draw cards equal to {amount:q}", n.Draw, who=_YOU),
    _t("effect", "draw X cards , where X is {amount:q}", n.Draw, who=_YOU),
    _t("effect", "{who:player} mill|mills X cards , where X is {amount:q}", n.Mill),
    _t("effect", "{who:player} mill|mills cards equal to {amount:q}", n.Mill),
    _t(
        "effect",
        "{who:player} mill|mills half their library , rounded up",
        n.Mill,
        amount=n.Half(n.CardsIn("library", n.TargetRef(0)), True),
    ),
    _t(
        "effect",
        "{who:player} mill|mills half their library , rounded down",
        n.Mill,
        amount=n.Half(n.CardsIn("library", n.TargetRef(0)), False),
    ),
    _t("effect", "mill {amount:n} card|cards", n.Mill, who=_YOU),
    # life and damage
    _t("effect", "{who:player} lose|loses {amount:amount} life", n.LoseLife),
    _t("effect", "{who:player} gain|gains {amount:amount} life", n.GainLife),
    _t("effect", "{who:player} draw|draws {amount:n} card|cards", n.Draw),
    _t("effect", "{who:player} discard|discards {amount:n} card|cards", n.Discard),
    _t("effect", "{who:player} mill|mills {amount:n} card|cards", n.Mill),
    _t("effect", "{who:player} lose|loses life equal to {amount:q}", n.LoseLife),
    _t("effect", "{who:player} gain|gains life equal to {amount:q}", n.GainLife),
    _t("effect", "gain life equal to {amount:q}", n.GainLife, who=_YOU),
    _t("effect", "lose life equal to {amount:q}", n.LoseLife, who=_YOU),
    _t("effect", "{who:player} lose|loses X life , where X is {amount:q}", n.LoseLife),
    _t("effect", "{who:player} gain|gains X life , where X is {amount:q}", n.GainLife),
    _t(
        "effect",
        "{who:player} lose|loses half their life , rounded up",
        n.ForEachPlayer,
        effects=(n.LoseLife(n.ThatPlayer(), n.Half(n.LifeTotal(n.ThatPlayer()), True)),),
    ),
    _t(
        "effect",
        "{who:player} lose|loses half their life , rounded down",
        n.ForEachPlayer,
        effects=(n.LoseLife(n.ThatPlayer(), n.Half(n.LifeTotal(n.ThatPlayer()), False)),),
    ),
    _t("effect", "you gain life equal to the life lost this way", n.GainLife, who=_YOU, amount=n.Done()),
    _t(
        "effect",
        "each opponent loses life equal to the life that player lost this turn",
        n.ForEachPlayer,
        who=n.EachPlayer(True),
        effects=(n.LoseLife(n.ThatPlayer(), n.ThisTurn("life lost", n.ThatPlayer())),),
    ),
    _t(
        "effect",
        "each opponent loses life equal to the life they lost this turn",
        n.ForEachPlayer,
        who=n.EachPlayer(True),
        effects=(n.LoseLife(n.ThatPlayer(), n.ThisTurn("life lost", n.ThatPlayer())),),
    ),
    _t("effect", "{source:object} deal|deals damage equal to {amount:q} to {to:receiver}", n.DealDamage),
    _t("effect", "{source:object} deal|deals damage to {to:receiver} equal to {amount:q}", n.DealDamage),
    _t("effect", "{source:object} deal|deals that much damage to {to:receiver}", n.DealDamage, amount=n.ThatMuch()),
    _t("effect", "{source:object} deal|deals {amount:amount} damage to {to:receiver}", n.DealDamage),
    _t("effect", "{source:object} deal|deals X damage to {to:receiver} , where X is {amount:q}", n.DealDamage),
    _t(
        "effect",
        "{source:object} deal|deals {amount:amount} damage divided as you choose among {to:divided}",
        n.DealDivided,
    ),
    _t(
        "effect",
        "{source:object} deal|deals X damage divided as you choose among {to:divided} , where X is {amount:q}",
        n.DealDivided,
    ),
    _t(
        "effect",
        "{source:object} deal|deals damage equal to {amount:q} divided as you choose among {to:divided}",
        n.DealDivided,
    ),
    _t("effect", "distribute {amount:n} {kind:kind} counter|counters among {to:divided}", n.Distribute),
    _t("effect", "distribute X {kind:kind} counters among {to:divided} , where X is {amount:q}", n.Distribute),
    _t(
        "effect",
        "~ deals damage to each player equal to half that player 's life total , rounded down",
        n.ForEachPlayer,
        who=n.EachPlayer(),
        effects=(n.DealDamage(_THIS, n.ThatPlayer(), n.Half(n.LifeTotal(n.ThatPlayer()), False)),),
    ),
    _t("effect", "each player 's life total becomes {amount:n}", n.SetLife, who=n.EachPlayer()),
    _t("effect", "your life total becomes {amount:n}", n.SetLife, who=_YOU),
    _t("effect", "exchange {who:player} 's life total with ~ 's toughness", n.ExchangeLife, object=_THIS),
    _t(
        "effect",
        "the next {amount:n} damage that would be dealt to {shielded:object} this turn is dealt to {to:object} instead",
        n.Redirect,
    ),
    _t(
        "effect",
        "the next {amount:n} damage that would be dealt to {shielded:receiver} this turn is dealt to {to:receiver} "
        "instead",
        n.Redirect,
    ),
    _t("effect", "prevent the next {amount:n} damage that would be dealt to {to:receiver} this turn", n.Prevent),
    _t(
        "effect",
        "prevent all combat damage that would be dealt to {to:object} this turn",
        n.Prevent,
        amount=None,
        combat=True,
    ),
    _t("effect", "prevent all damage that would be dealt to {to:object} this turn", n.Prevent, amount=None),
    _t("effect", "{one:object} fights {other:object}", n.Fight),
    # copies
    _t("effect", "create a token that's a copy of {of:object}", n.CopyToken, count=n.Fixed(1), who=_YOU),
    _t(
        "effect",
        "create a tapped token that's a copy of {of:object}",
        n.CopyToken,
        count=n.Fixed(1),
        who=_YOU,
        tapped=True,
    ),
    _t(
        "effect",
        "create a token that's a copy of {of:object} , except {but:except}",
        n.CopyToken,
        count=n.Fixed(1),
        who=_YOU,
    ),
    _t("effect", "create {count:n} tokens that are copies of {of:object}", n.CopyToken, who=_YOU),
    _t("effect", "create {count:n} tokens that are copies of {of:object} , except {but:except}", n.CopyToken, who=_YOU),
    _t("effect", "{who:player} creates a token that's a copy of {of:object}", n.CopyToken, count=n.Fixed(1)),
    _t("effect", "copy {object:object} . if you do , you may cast the copy without paying its mana cost", n.CastCopy),
    _t("effect", "copy {object:object} . you may cast the copy without paying its mana cost", n.CastCopy, may=True),
    _t("effect", "copy {object:object}", n.CopySpell),
    _t("effect", "copy {object:object} . you may choose new targets for the copy|copies", n.CopySpell, retarget=True),
    _t(
        "effect",
        "copy {object:object} and|. you may choose new targets for the copy|copies",
        n.CopySpell,
        retarget=True,
    ),
    _t(
        "effect",
        "copy {object:object} for each {count:q} . you may choose new targets for the copies|copy",
        n.CopySpell,
        retarget=True,
    ),
    _t("effect", "{object:object} become|becomes a copy of {of:object}", n.BecomeCopy, duration="game"),
    # turns
    _t("effect", "take an extra turn after this 1", n.ExtraTurn, who=_YOU),
    _t("effect", "{who:player} take|takes an extra turn after this 1", n.ExtraTurn),
    _t("effect", "{who:player} skip|skips your|their next turn", n.SkipTurn),
    _t(
        "effect",
        "after this phase|main , phase there|, is|there an|is additional|an combat|additional phase|combat phase?",
        n.ExtraPhases,
        phases=("combat",),
    ),
    _t("effect", "after this phase , there is an additional combat phase", n.ExtraPhases, phases=("combat",)),
    _t("effect", "after this combat phase , there is an additional combat phase", n.ExtraPhases, phases=("combat",)),
    _t(
        "effect",
        "after this main phase , there is an additional combat phase followed by an additional main phase",
        n.ExtraPhases,
        phases=("combat", "main"),
    ),
    _t("effect", "you control {who:player} during that player 's next turn", n.ControlTurn),
    # permanents
    _t("effect", "gain control of {object:object} until end of turn", n.GainControl, duration="turn"),
    _t("effect", "gain control of {object:object}", n.GainControl, duration="game"),
    _t("effect", "{object:object} gain|gains {keywords:keywords} until end of turn", n.GainKeywords),
    _t("effect", "{object:object} gain|gains {abilities:quotes} until end of turn", n.GainAbilities),
    _t("effect", "{object:object} gain|gains {abilities:given}", n.Become, duration="game"),
    _t("effect", "{object:object} attack|attacks this turn if able", n.Require, what="attack"),
    _t("effect", "{object:object} block|blocks this turn if able", n.Require, what="block"),
    _t("effect", "it loses {loses:quotedenchant} and gains {gains:quotedenchant}", n.SwapEnchant, object=_THIS),
    _t("effect", "~ loses {loses:quotedenchant} and gains {gains:quotedenchant}", n.SwapEnchant, object=_THIS),
    _t("effect", "tap or untap {object:object}", n.TapOrUntap),
    _t("effect", "remove {object:object} from combat", n.RemoveFromCombat),
    _t("effect", "regenerate {object:object}", n.Regenerate),
    _t("effect", "tap {object:object}", n.Tap),
    _t("effect", "untap {object:object}", n.Untap),
    _t("effect", "untap up to {amount:n} {filter:many}", n.UntapUpTo),
    _t("effect", "attach ~ to {host:object}", n.AttachTo),
    _t("effect", "proliferate", n.Proliferate),
    _t("effect", "double the number of {kind:kind} counters on {object:object}", n.DoubleCounters),
    _t("effect", "counter {object:object}", n.CounterSpell),
    _t("effect", "put {amount:n} {kind:kind} counter|counters on {object:object}", n.PutCounters),
    _t("effect", "put X {kind:kind} counters on {object:object} , where X is {amount:q}", n.PutCounters),
    _t("effect", "put a number of {kind:kind} counters on {object:object} equal to {amount:q}", n.PutCounters),
    _t("effect", "{who:player} get|gets {amount:n} {kind:kind} counter|counters", n.PutPlayerCounters),
    _t("effect", "add X mana in any combination of colors , where X is {amount:q}", n.AddMixed, kinds=n.COLORS),
    _t("effect", "add {amount:n} mana in any combination of colors", n.AddMixed, kinds=n.COLORS),
    _t("effect", "add {amount:n} mana in any combination of {kinds:kinds}", n.AddMixed),
    _t("effect", "add X mana of any one color , where X is {count:q}", n.AddMana, choice=n.COLORS),
    _t("effect", "for each color among {filter:many} , add 1 mana of that color", n.AddPerColor),
    _t("effect", "add an amount of {symbols:symbol} equal to {count:q}", n.AddMana),
    _t("effect", "add {symbols:symbol} for each {count:foreach}", n.AddMana),
    _t("effect", "each of that player 's opponents draws {amount:n} cards|card", n.Draw, who=n.EachPlayer(other=True)),
    # structure
    _t("effect", "if {condition:cond} , {then:effects}", n.Branch),
    _t("effect", "{then:effects} if {condition:cond}", n.Branch),
    _t("effect", "{effects:effects} at the beginning of the next end step", n.Delayed, trigger=_NEXT_END),
    _t("effect", "{effects:effects} at end of combat", n.Delayed, trigger=_END_OF_COMBAT),
    _t("effect", "at end of combat , {effects:effects}", n.Delayed, trigger=_END_OF_COMBAT),
    _t("effect", "at the beginning of the next end step , {effects:effects}", n.Delayed, trigger=_NEXT_END),
    _t(
        "effect",
        "at the beginning of your next upkeep , {effects:effects}",
        n.Delayed,
        trigger=n.StepBegins("upkeep", "you"),
    ),
    _t("effect", "{trigger:event} this turn , {effects:effects}", n.Delayed, once=False),
    _t("effect", "{otherwise:effects} unless {who:player} pay|pays {costs:cost}", n.MayPay),
)

CONDITIONS: Final = (
    _t("cond", "it's on the battlefield", n.OnBattlefield),
    _t("cond", "~ is on the battlefield", n.OnBattlefield),
    _t("cond", "2 cards that share a color were milled this way", n.ShareColor),
    _t("cond", "it's your turn", n.YourTurn),
    _t("cond", "you cast it", n.WasCast),
    _t("cond", "it was cast", n.WasCast),
    _t("cond", "you cast it from your hand", n.WasCast, from_hand=True),
    _t("cond", "this spell was kicked", n.Kicked),
    _t("cond", "~ was kicked", n.Kicked),
    _t("cond", "it was kicked", n.Kicked),
    _t("cond", "it was kicked with its {how:kicker} kicker", n.Kicked),
    _t("cond", "~ was kicked with its {how:kicker} kicker", n.Kicked),
    _t("cond", "equipped creature is tapped", n.IsTapped, object=n.Host(), tapped=True),
    _t("cond", "equipped creature is untapped", n.IsTapped, object=n.Host(), tapped=False),
    _t("cond", "~ is tapped", n.IsTapped, object=_THIS, tapped=True),
    _t("cond", "~ is untapped", n.IsTapped, object=_THIS, tapped=False),
    _t("cond", "you have exactly {right:n} life", n.Compared, left=n.LifeTotal(_YOU), op="=="),
    _t("cond", "{left:q} is {right:n} or greater|more", n.Compared, op=">="),
    _t("cond", "{left:q} is {right:n} or less|fewer", n.Compared, op="<="),
    _t("cond", "there are {right:n} or more {left:cardsin}", n.Compared, op=">="),
    _t("cond", "{right:n} or more cards are in your graveyard", n.Compared, left=n.CardsIn("graveyard", _YOU), op=">="),
    _t(
        "cond",
        "your library has no cards in it",
        n.Compared,
        left=n.CardsIn("library", _YOU),
        op="<=",
        right=n.Fixed(0),
    ),
    _t("cond", "you have no cards in hand", n.Compared, left=n.CardsIn("hand", _YOU), op="<=", right=n.Fixed(0)),
    _t("cond", "{filter:anyof} is dealt damage this way", n.Damaged),
    _t("cond", "{filter:acard} is put into that graveyard this way", n.IsA, object=n.Result()),
)

QUANTITIES: Final = (
    _t("q", "{object:possessive} 's power", n.StatOf, stat="power"),
    _t("q", "{object:possessive} 's toughness", n.StatOf, stat="toughness"),
    _t("q", "{object:possessive} 's mana value", n.StatOf, stat="manavalue"),
    _t("q", "its power", n.StatOf, stat="power", object=n.That()),
    _t("q", "its power", n.StatOf, stat="power", object=_THIS),
    _t("q", "the sacrificed creature 's power", n.StatOf, stat="power", object=n.Result()),
    _t("q", "the sacrificed creature 's toughness", n.StatOf, stat="toughness", object=n.Result()),
    _t("q", "your life total", n.LifeTotal, who=_YOU),
    _t("q", "half {of:q} , rounded up", n.Half, up=True),
    _t("q", "half {of:q} , rounded down", n.Half, up=False),
    _t("q", "twice {of:q}", n.Times, by=2),
    _t("q", "1 plus {of:q}", n.Plus, more=1),
    _t("q", "the greatest power among {filter:many}", n.Greatest, stat="power"),
    _t("q", "the greatest toughness among {filter:many}", n.Greatest, stat="toughness"),
    _t("q", "the greatest mana value among {filter:many}", n.Greatest, stat="manavalue"),
    _t("q", "the number of cards in your hand", n.CardsIn, zone="hand", who=_YOU),
    _t("q", "the number of cards in your library", n.CardsIn, zone="library", who=_YOU),
    _t("q", "the number of cards in your graveyard", n.CardsIn, zone="graveyard", who=_YOU),
    _t("q", "the number of {filter:cards} in your graveyard", n.CardsIn, zone="graveyard", who=_YOU),
    _t("q", "the number of cards in their library", n.CardsIn, zone="library", who=n.TargetRef(0)),
    _t("q", "the number of cards in their hand", n.CardsIn, zone="hand", who=n.TargetRef(0)),
    _t("q", "the amount of life you|you've gained this turn", n.ThisTurn, what="life gained", who=_YOU),
    _t("q", "the amount of life you|you've lost this turn", n.ThisTurn, what="life lost", who=_YOU),
    _t("q", "the amount of life you've gained this turn", n.ThisTurn, what="life gained", who=_YOU),
    _t("q", "the number of spells you've cast this turn", n.ThisTurn, what="spells cast", who=_YOU),
    _t("q", "your devotion to {color:color}", n.Devotion),
    _t("q", "the number of colors among {filter:many}", n.ColorsAmong),
    _t("q", "the number of {kind:kind} counters on {object:object}", n.CountersOn),
    _t("q", "the number of counters on {object:object}", n.CountersOn, kind=""),
    _t("q", "the life lost this way", n.Done),
    _t("q", "the number of {filter:many} on the battlefield", n.CountOf),
    _t("q", "the number of {filter:many} the chosen player controls", n.HeldByChosen),
    _t("q", "the number of {filter:many}", n.CountOf),
)

#: What stands behind "for each".
EACH: Final = (
    _t("foreach", "{kind:kind} counter on {object:object}", n.CountersOn),
    _t("foreach", "color among {filter:many}", n.ColorsAmong),
    _t("foreach", "card in your hand", n.CardsIn, zone="hand", who=_YOU),
    _t("foreach", "card in your graveyard", n.CardsIn, zone="graveyard", who=_YOU),
    _t("foreach", "{filter:card} in your graveyard", n.CardsIn, zone="graveyard", who=_YOU),
    _t("foreach", "spell you've cast this turn", n.ThisTurn, what="spells cast", who=_YOU),
    _t("foreach", "{filter:noun} on the battlefield", n.CountOf),
    _t("foreach", "{filter:noun}", n.CountOf),
)

EVENTS: Final = (
    _t("event", "whenever|when {subject:subject} deal|deals damage to an opponent", n.DealsDamage, to="opponent"),
    _t("event", "whenever|when {subject:subject} deal|deals damage to a player", n.DealsDamage, to="player"),
    _t("event", "whenever|when {subject:subject} deal|deals damage to a creature", n.DealsDamage, to="creature"),
    _t("event", "whenever|when {subject:subject} deal|deals damage", n.DealsDamage),
    _t(
        "event",
        "whenever|when {subject:subject} deal|deals combat damage to a player",
        n.DealsDamage,
        to="player",
        combat=True,
    ),
    _t(
        "event",
        "whenever|when {subject:subject} deal|deals combat damage to an opponent",
        n.DealsDamage,
        to="opponent",
        combat=True,
    ),
    _t("event", "whenever|when {subject:subject} deal|deals combat damage", n.DealsDamage, combat=True),
    _t("event", "whenever|when {subject:subject} is dealt damage", n.IsDealtDamage),
    _t("event", "whenever|when you're dealt damage", n.PlayerDamaged, who="you"),
    _t("event", "whenever|when {subject:subject} becomes the target of a spell or ability", n.BecomesTarget),
    _t("event", "whenever|when {subject:subject} becomes the target of a spell", n.BecomesTarget, what="spell"),
    _t("event", "whenever you discard a card", n.Discards, who="you"),
    _t("event", "whenever an opponent discards a card", n.Discards, who="opponent"),
    _t("event", "whenever a player discards a card", n.Discards, who="any"),
    _t("event", "whenever you sacrifice {filter:one}", n.Sacrifices, who="you"),
    _t("event", "whenever a player sacrifices {filter:one}", n.Sacrifices, who="any"),
    _t("event", "whenever 1 or more {kind:kind} counters are put on {subject:subject}", n.CountersPut),
    _t("event", "whenever you put 1 or more {kind:kind} counters on {subject:subject}", n.CountersPut, who="you"),
    _t("event", "whenever you create a token", n.TokensMade, who="you", filter=n.Filter(token=True)),
    _t("event", "whenever you activate an ability of {filter:one}", n.AbilityActivated, who="you"),
    _t(
        "event",
        "whenever you activate an ability of {filter:one} that isn't a mana ability",
        n.AbilityActivated,
        who="you",
        nonmana=True,
    ),
    _t(
        "event",
        "whenever a card is put into an opponent 's graveyard from anywhere",
        n.ToGraveyard,
        whose="opponent",
        filter=n.Filter(),
    ),
    _t("event", "whenever {filter:acard} is put into your graveyard from anywhere", n.ToGraveyard, whose="you"),
    _t(
        "event",
        "when ~ is put into a graveyard from anywhere",
        n.ToGraveyard,
        whose="any",
        filter=n.Filter(),
        subject_this=True,
    ),
    _t("event", "when you cast this|~ spell?", n.CastThis),
    _t("event", "when you cycle this card", n.CyclesThis),
    _t("event", "when you cycle ~", n.CyclesThis),
    _t("event", "whenever|when {subject:subject} attack|attacks", n.Attacks),
    _t("event", "whenever|when {subject:subject} block|blocks", n.Blocks),
    _t("event", "whenever|when {subject:subject} becomes blocked", n.BecomesBlocked),
    _t("event", "whenever|when ~ becomes blocked by {filter:one}", n.BlockedBy),
    _t("event", "whenever|when ~ blocks {filter:one}", n.BlocksOne),
    _t("event", "whenever you tap {filter:one} for mana", n.TappedForMana, who="you"),
    _t("event", "whenever {filter:one} is tapped for mana", n.TappedForMana, who="any"),
    _t("event", "when {condition:statecond}", n.StateIs),
    _t("event", "whenever you cast a spell that targets ~", n.BecomesTarget, subject=_THIS, what="cast", by="you"),
)


COSTS: Final = (
    _t("cost", "tap {amount:n} untapped {filter:many}", n.TapOthers),
    _t("cost", "tap an untapped {filter:noun}", n.TapOthers, amount=n.Fixed(1)),
    _t("cost", "return ~ to its owner 's hand", n.ReturnCost),
    _t("cost", "return {filter:one} to its owner 's hand", n.ReturnCost, amount=n.Fixed(1)),
    _t("cost", "exile ~ from your graveyard", n.ExileCost, zone="graveyard"),
    _t("cost", "exile this card from your graveyard", n.ExileCost, zone="graveyard"),
    _t("cost", "exile {filter:acard} from your graveyard", n.ExileCost, zone="graveyard", amount=n.Fixed(1)),
    _t("cost", "exile {filter:acard} from your hand", n.ExileCost, zone="hand", amount=n.Fixed(1)),
    _t("cost", "exile ~", n.ExileCost, zone="battlefield"),
    _t("cost", "mill {amount:n} card|cards", n.MillCost),
    _t("cost", "collect evidence {amount:int}", n.EvidenceCost),
    _t("cost", "put ~ on the bottom of its owner 's library", n.BottomCost),
    _t("cost", "discard ~", n.DiscardThis),
    _t("cost", "discard this card", n.DiscardThis),
    _t("cost", "pay X life", n.LifeCost, amount=n.XValue()),
)

_OTHERS: Final = (*MORE, *CONTINUOUS, *DEALINGS)
TABLE: Final = (*EFFECTS, *CONDITIONS, *QUANTITIES, *EACH, *EVENTS, *STATICS, *COSTS, *_OTHERS)


@cache
def by_kind(kind: str) -> tuple[Template, ...]:
    """The templates of one kind, in the order of the table."""
    return tuple(t for t in TABLE if t.kind == kind)


@cache
def _by_node(kind: str) -> dict[type, tuple[Template, ...]]:
    found: dict[type, tuple[Template, ...]] = {}
    for template in by_kind(kind):
        found[template.make] = (*found.get(template.make, ()), template)
    return found


def template_of(kind: str, node: Term) -> Template | None:
    """The first template that says everything about a node."""
    return next((t for t in _by_node(kind).get(type(node), ()) if t.says(node)), None)
