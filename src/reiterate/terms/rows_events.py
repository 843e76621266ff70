"""Rows of the table of sentences: trigger events."""

from __future__ import annotations

from functools import partial
from typing import Final

from reiterate.terms import language as n
from reiterate.terms.pattern import template

_t: Final = partial(template, "event")
_THIS: Final = n.This()
_CHOSEN: Final = n.Filter(chosen="color")

EVENTS: Final = (
    _t("whenever|when {subject:subject} deal|deals damage to an opponent", n.DealsDamage, to="opponent"),
    _t("whenever|when {subject:subject} deal|deals damage to a player", n.DealsDamage, to="player"),
    _t("whenever|when {subject:subject} deal|deals damage to you", n.DealsDamage, to="you"),
    _t("whenever|when {subject:subject} deal|deals combat damage to you", n.DealsDamage, to="you", combat=True),
    _t("whenever|when {subject:subject} deal|deals damage to a creature", n.DealsDamage, to="creature"),
    _t("whenever|when {subject:subject} deal|deals damage", n.DealsDamage),
    _t("whenever|when {subject:subject} deal|deals combat damage to a player", n.DealsDamage, to="player", combat=True),
    _t(
        "whenever|when {subject:subject} deal|deals combat damage to an opponent",
        n.DealsDamage,
        to="opponent",
        combat=True,
    ),
    _t("whenever|when {subject:subject} deal|deals combat damage", n.DealsDamage, combat=True),
    _t("whenever|when {subject:subject} is dealt damage", n.IsDealtDamage),
    _t("whenever|when you're dealt damage", n.PlayerDamaged, who="you"),
    _t(
        "whenever|when {subject:subject} becomes the target of a spell or ability an opponent controls",
        n.BecomesTarget,
        by="opponent",
    ),
    _t(
        "whenever|when {subject:subject} becomes the target of a spell an opponent controls",
        n.BecomesTarget,
        what="spell",
        by="opponent",
    ),
    _t(
        "whenever|when {subject:subject} becomes the target of a spell or ability you control",
        n.BecomesTarget,
        by="you",
    ),
    _t("whenever|when {subject:subject} becomes the target of a spell or ability", n.BecomesTarget),
    _t("whenever|when {subject:subject} becomes the target of a spell", n.BecomesTarget, what="spell"),
    _t("whenever you discard a card", n.Discards, who="you"),
    _t("whenever an opponent discards a card", n.Discards, who="opponent"),
    _t("whenever a player discards a card", n.Discards, who="any"),
    _t("whenever you sacrifice {filter:one}", n.Sacrifices, who="you"),
    _t("whenever a player sacrifices {filter:one}", n.Sacrifices, who="any"),
    _t("whenever 1 or more {kind:kind} counters are put on {subject:subject}", n.CountersPut),
    _t("whenever you put 1 or more {kind:kind} counters on {subject:subject}", n.CountersPut, who="you"),
    _t("whenever you create a token", n.TokensMade, who="you", filter=n.Filter(token=True)),
    _t("whenever you activate an ability of {filter:one}", n.AbilityActivated, who="you"),
    _t(
        "whenever you activate an ability of {filter:one} that isn't a mana ability",
        n.AbilityActivated,
        who="you",
        nonmana=True,
    ),
    _t(
        "whenever a card is put into an opponent 's graveyard from anywhere",
        n.ToGraveyard,
        whose="opponent",
        filter=n.Filter(),
    ),
    _t("whenever {filter:acard} is put into your graveyard from anywhere", n.ToGraveyard, whose="you"),
    _t(
        "when ~ is put into a graveyard from anywhere", n.ToGraveyard, whose="any", filter=n.Filter(), subject_this=True
    ),
    _t(
        "when ~ is put into your graveyard from your library",
        n.ToGraveyard,
        whose="you",
        filter=n.Filter(),
        subject_this=True,
        origin="library",
    ),
    _t(
        "whenever {filter:acard} is put into your graveyard from your library",
        n.ToGraveyard,
        whose="you",
        origin="library",
    ),
    _t("whenever {filter:acard} is put into a graveyard from a library", n.ToGraveyard, whose="any", origin="library"),
    _t("whenever {filter:acard} is put into a graveyard from anywhere", n.ToGraveyard, whose="any"),
    _t("whenever {filter:acard} is put into an opponent 's graveyard from anywhere", n.ToGraveyard, whose="opponent"),
    _t("when you cast this|~ spell?", n.CastThis),
    _t("when you cycle this card", n.CyclesThis),
    _t("when you cycle ~", n.CyclesThis),
    _t("whenever|when {subject:subject} attack|attacks", n.Attacks),
    _t("whenever|when {subject:subject} block|blocks", n.Blocks),
    _t("whenever|when {subject:subject} becomes blocked", n.BecomesBlocked),
    _t("whenever|when ~ becomes blocked by {filter:one}", n.BlockedBy),
    _t("whenever|when ~ blocks {filter:one}", n.BlocksOne),
    _t("whenever you tap {filter:one} for mana", n.TappedForMana, who="you"),
    _t("whenever {filter:one} is tapped for mana", n.TappedForMana, who="any"),
    _t("when {condition:statecond}", n.StateIs),
    _t("whenever you cast a spell that targets ~", n.BecomesTarget, subject=_THIS, what="cast", by="you"),
    _t("at the beginning of each of your postcombat main phases", n.StepBegins, step="main2", whose="you"),
    _t("whenever|when {subject:subject} enters", n.Enters),
    _t("whenever|when {subject:subject} dies", n.Dies),
    # triggered mana abilities (605.1b, 605.4)
    _t("whenever a player taps {filter:one} for mana", n.TappedForMana, who="any"),
    _t(
        "whenever enchanted land|creature|artifact|permanent|Forest|Mountain|Island|Swamp|Plains is tapped for mana",
        n.TappedForMana,
        who="any",
        filter=n.Filter(),
        host=True,
    ),
    _t("whenever you cast your {nth:ordinal} spell each turn", n.CastsNth, who="you"),
    _t("whenever {who:whoever} casts their {nth:ordinal} spell each turn", n.CastsNth),
    _t("whenever you expend {nth:int}", n.Expends, who="you"),
    _t("whenever you draw your {nth:ordinal} card each turn", n.DrawsNth, who="you"),
    _t("whenever {who:whoever} draws their {nth:ordinal} card each turn", n.DrawsNth),
    _t(
        "whenever you activate an ability that isn't a mana ability",
        n.AbilityActivated,
        who="you",
        filter=n.Filter(),
        nonmana=True,
    ),
    *(
        _t(f"whenever {who} cast{third} a spell of the chosen color", n.SpellCast, who=whose, filter=_CHOSEN)
        for who, third, whose in (("you", "", "you"), ("a player", "s", "any"), ("an opponent", "s", "opponent"))
    ),
    _t("whenever you cast or copy {filter:aspell}", n.CastOrCopied, who="you"),
    _t("whenever you {won:youflip} a coin flip", n.CoinFlipped, who="you"),
    _t("whenever {who:whoever} {won:theyflip} a coin flip", n.CoinFlipped),
    _t(
        "whenever 1 or more {subject:many} deal combat damage to a player",
        n.DealsDamage,
        to="player",
        combat=True,
        batch=True,
    ),
    _t(
        "whenever 1 or more {subject:many} deal combat damage to an opponent",
        n.DealsDamage,
        to="opponent",
        combat=True,
        batch=True,
    ),
    _t("whenever 1 or more {subject:many} die", n.Dies, batch=True),
)
