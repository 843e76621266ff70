"""Rows of the table of sentences: costs."""

from __future__ import annotations

from functools import partial
from typing import Final

from reiterate.terms import language as n
from reiterate.terms.pattern import template

_t: Final = partial(template, "cost")

COSTS: Final = (
    _t("tap {amount:n} untapped {filter:many}", n.TapOthers),
    _t("tap an untapped {filter:noun}", n.TapOthers, amount=n.Fixed(1)),
    _t("return ~ to its owner 's hand", n.ReturnCost),
    _t("return {filter:one} to its owner 's hand", n.ReturnCost, amount=n.Fixed(1)),
    _t("exile ~ from your graveyard", n.ExileCost, zone="graveyard"),
    _t("exile this card from your graveyard", n.ExileCost, zone="graveyard"),
    _t("exile {filter:acard} from your graveyard", n.ExileCost, zone="graveyard", amount=n.Fixed(1)),
    _t("exile {filter:acard} from your hand", n.ExileCost, zone="hand", amount=n.Fixed(1)),
    _t("exile ~", n.ExileCost, zone="battlefield"),
    _t("mill {amount:n} card|cards", n.MillCost),
    _t("collect evidence {amount:int}", n.EvidenceCost),
    _t("put ~ on the bottom of its owner 's library", n.BottomCost),
    _t("discard ~", n.DiscardThis),
    _t("discard this card", n.DiscardThis),
    _t("pay X life", n.LifeCost, amount=n.XValue()),
    _t("exile {filter:one}", n.ExileCost, zone="battlefield", amount=n.Fixed(1)),
    _t("return {amount:n} {filter:many} to their owner 's hand", n.ReturnCost),
    _t("discard {filter:acard}", n.DiscardCost, amount=n.Fixed(1)),
    _t("exile {amount:n} {filter:cards} from your hand", n.ExileCost, zone="hand"),
    _t(
        "exile {amount:n} other cards from your graveyard", n.ExileCost, zone="graveyard", filter=n.Filter(another=True)
    ),
)
