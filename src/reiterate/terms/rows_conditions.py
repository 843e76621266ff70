"""Rows of the table of sentences: conditions."""

from __future__ import annotations

from functools import partial
from typing import Final

from reiterate.terms import language as n
from reiterate.terms.pattern import template

_t: Final = partial(template, "cond")
_YOU: Final = n.You()
_THIS: Final = n.This()
_ONE: Final = n.Fixed(1)

CONDITIONS: Final = (
    _t("it's on the battlefield", n.OnBattlefield),
    _t("~ is on the battlefield", n.OnBattlefield),
    _t("2 cards that share a color were milled this way", n.ShareColor),
    _t("it's your turn", n.YourTurn),
    _t("this permanent came under your control since the beginning of your last upkeep", n.Arrived),
    _t("you cast it", n.WasCast),
    _t("it was cast", n.WasCast),
    _t("you cast it from your hand", n.WasCast, from_hand=True),
    _t("this spell was kicked", n.Kicked),
    _t("~ was kicked", n.Kicked),
    _t("it was kicked", n.Kicked),
    _t("it was kicked with its {how:kicker} kicker", n.Kicked),
    _t("~ was kicked with its {how:kicker} kicker", n.Kicked),
    _t("equipped creature is tapped", n.IsTapped, object=n.Host(), tapped=True),
    _t("equipped creature is untapped", n.IsTapped, object=n.Host(), tapped=False),
    _t("~ is tapped", n.IsTapped, object=_THIS, tapped=True),
    _t("~ is untapped", n.IsTapped, object=_THIS, tapped=False),
    _t("you have exactly {right:n} life", n.Compared, left=n.LifeTotal(_YOU), op="=="),
    _t("{left:q} is {right:n} or greater|more", n.Compared, op=">="),
    _t("{left:q} is {right:n} or less|fewer", n.Compared, op="<="),
    _t("there are {right:n} or more {left:cardsin}", n.Compared, op=">="),
    _t("{right:n} or more cards are in your graveyard", n.Compared, left=n.CardsIn("graveyard", _YOU), op=">="),
    _t("your library has no cards in it", n.Compared, left=n.CardsIn("library", _YOU), op="<=", right=n.Fixed(0)),
    _t("you have no cards in hand", n.Compared, left=n.CardsIn("hand", _YOU), op="<=", right=n.Fixed(0)),
    _t("{filter:anyof} is dealt damage this way", n.Damaged),
    _t("{filter:acard} is put into that graveyard this way", n.IsA, object=n.Result()),
    _t("~ is attacking", n.IsA, object=_THIS, filter=n.Filter(attacking=True)),
    _t("you control {value:int} or more {filter:many}", n.Controls, op=">="),
    _t("it's not your turn", n.Not, condition=n.YourTurn()),
    _t("you gained life this turn", n.Compared, left=n.ThisTurn("life gained", _YOU), op=">=", right=_ONE),
    _t("you lost life this turn", n.Compared, left=n.ThisTurn("life lost", _YOU), op=">=", right=_ONE),
    _t("you gained {right:n} or more life this turn", n.Compared, left=n.ThisTurn("life gained", _YOU), op=">="),
    _t("you lost {right:n} or more life this turn", n.Compared, left=n.ThisTurn("life lost", _YOU), op=">="),
)
