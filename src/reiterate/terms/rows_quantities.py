"""Rows of the table of sentences: quantities, and the words behind "for each"."""

from __future__ import annotations

from functools import partial
from typing import Final

from reiterate.terms import language as n
from reiterate.terms.pattern import template

_t: Final = partial(template, "q")
_each: Final = partial(template, "foreach")
_YOU: Final = n.You()
_THIS: Final = n.This()

QUANTITIES: Final = (
    _t("{object:possessive} 's power", n.StatOf, stat="power"),
    _t("{object:possessive} 's toughness", n.StatOf, stat="toughness"),
    _t("{object:possessive} 's mana value", n.StatOf, stat="manavalue"),
    _t("its power", n.StatOf, stat="power", object=n.That()),
    _t("its power", n.StatOf, stat="power", object=_THIS),
    _t("the sacrificed creature 's power", n.StatOf, stat="power", object=n.Result()),
    _t("the sacrificed creature 's toughness", n.StatOf, stat="toughness", object=n.Result()),
    _t("your life total", n.LifeTotal, who=_YOU),
    _t("half {of:q} , rounded up", n.Half, up=True),
    _t("half {of:q} , rounded down", n.Half, up=False),
    _t("twice {of:q}", n.Times, by=2),
    _t("1 plus {of:q}", n.Plus, more=1),
    _t("the greatest power among {filter:many}", n.Greatest, stat="power"),
    _t("the greatest toughness among {filter:many}", n.Greatest, stat="toughness"),
    _t("the greatest mana value among {filter:many}", n.Greatest, stat="manavalue"),
    _t("the number of cards in your hand", n.CardsIn, zone="hand", who=_YOU),
    _t("the number of cards in your library", n.CardsIn, zone="library", who=_YOU),
    _t("the number of cards in your graveyard", n.CardsIn, zone="graveyard", who=_YOU),
    _t("the number of {filter:cards} in your graveyard", n.CardsIn, zone="graveyard", who=_YOU),
    _t("the number of cards in their library", n.CardsIn, zone="library", who=n.TargetRef(0)),
    _t("the number of cards in their hand", n.CardsIn, zone="hand", who=n.TargetRef(0)),
    _t("the amount of life you|you've gained this turn", n.ThisTurn, what="life gained", who=_YOU),
    _t("the amount of life you|you've lost this turn", n.ThisTurn, what="life lost", who=_YOU),
    _t("the number of spells you've cast this turn", n.ThisTurn, what="spells cast", who=_YOU),
    _t("your devotion to {color:color}", n.Devotion),
    _t("the number of colors among {filter:many}", n.ColorsAmong),
    _t("the number of {kind:kind} counters on {object:object}", n.CountersOn),
    _t("the number of counters on {object:object}", n.CountersOn, kind=""),
    _t("the life lost this way", n.Done),
    _t("the number of {filter:many} on the battlefield", n.CountOf),
    _t("the number of {filter:many} the chosen player controls", n.HeldByChosen),
    _t("the number of {filter:many}", n.CountOf),
    _t("the number of opponents you have", n.OpponentCount),
    _t("the sacrificed creature 's mana value", n.StatOf, stat="manavalue", object=n.Result()),
    _t("the exiled creature 's mana value", n.StatOf, stat="manavalue", object=n.Result()),
    _t("{of:q} plus 1", n.Plus, more=1),
    _t("the amount of life they lost this turn", n.ThisTurn, what="life lost", who=n.TargetRef(0)),
    _t("the number of cards in that player 's graveyard", n.CardsIn, zone="graveyard", who=n.TargetRef(0)),
    _t("its mana value", n.StatOf, stat="manavalue", object=n.That()),
    _t("its toughness", n.StatOf, stat="toughness", object=n.That()),
)

#: What stands behind "for each".
EACH: Final = (
    _each("{kind:kind} counter on {object:object}", n.CountersOn),
    _each("color among {filter:many}", n.ColorsAmong),
    _each("card in your hand", n.CardsIn, zone="hand", who=_YOU),
    _each("card in your graveyard", n.CardsIn, zone="graveyard", who=_YOU),
    _each("{filter:card} in your graveyard", n.CardsIn, zone="graveyard", who=_YOU),
    _each("spell you've cast this turn", n.ThisTurn, what="spells cast", who=_YOU),
    _each("{filter:noun} on the battlefield", n.CountOf),
    _each("{filter:noun}", n.CountOf),
    _each("opponent you have", n.OpponentCount),
    _each("card you've drawn this turn", n.ThisTurn, what="cards drawn", who=_YOU),
)
