"""The table of templates: triggered mana abilities, permissions, prohibitions, costs, and how things enter."""

from __future__ import annotations

from typing import Final

from reiterate.terms import language as n
from reiterate.terms.pattern import template as _t

_YOU: Final = n.You()
_THAT: Final = n.ThatPlayer()
_ALL: Final = n.Filter()
_ONE_SPELL: Final = "cast more than one spell each turn"

CONTINUOUS: Final = (
    # triggered mana abilities (605.1b, 605.4)
    _t("event", "whenever a player taps {filter:one} for mana", n.TappedForMana, who="any"),
    _t(
        "event",
        "whenever enchanted land|creature|artifact|permanent|Forest|Mountain|Island|Swamp|Plains is tapped for mana",
        n.TappedForMana,
        who="any",
        filter=n.Filter(),
        host=True,
    ),
    _t("effect", "add 1 mana of the chosen color", n.AddChosen),
    _t("effect", "add 1 mana of any type that land|permanent|creature|artifact produced", n.AddProduced),
    _t("effect", "choose a color of {filter:one} . add 1 mana of that color", n.AddColorOf),
    _t("effect", "add 1 mana of any color among {filter:many}", n.AddColorOf),
    *(
        _t(
            "effect",
            f"add 1 mana of any {kind} that a land {whose} could produce",
            n.AddProducible,
            filter=n.Filter(types=("land",), controller=controller),
            colored=kind == "color",
        )
        for kind in ("color", "type")
        for whose, controller in (("you control", "you"), ("an opponent controls", "opponent"))
    ),
    _t("effect", "you may choose new targets for {object:object}", n.NewTargets),
    _t(
        "effect",
        "{object:object} gain|gains all activated abilities of {of:object} until end of turn",
        n.GainActivated,
    ),
    _t("effect", "double the amount of each type of unspent mana you have", n.DoubleMana),
    _t("effect", "double the amount of each type of mana in your mana pool", n.DoubleMana),
    _t("effect", "that player adds {mana:adding}", n.Adds, who=_THAT),
    _t("effect", "its controller adds {mana:adding}", n.Adds, who=_THAT),
    _t("effect", "add an additional {mana:adding}", n.Adds, who=_YOU),
    _t(
        "effect",
        "{object:object} gain|gains protection from {abilities:protection} until end of turn",
        n.GainAbilities,
    ),
    _t("effect", "{object:object} gain|gains {abilities:worded} until end of turn", n.GainAbilities),
    # permissions and prohibitions (101.2, 601.3)
    _t("static", "each|a player can't cast more than 1 spell each turn", n.PlayerCant, who="any", what=_ONE_SPELL),
    _t("static", "you may play an additional land on each of your turns", n.MoreLands, amount=1),
    _t("static", "you may play {amount:int} additional lands on each of your turns", n.MoreLands),
    _t(
        "static",
        "each player may play an additional land on each of their turns",
        n.MoreLands,
        who="any",
        amount=1,
    ),
    # cards played from where they lie, and without paying for them (601.3, 305.1, 118.9)
    *(
        template
        for place, zone in (("your graveyard", "graveyard"), ("the top of your library", "library"))
        for template in (
            _t("static", f"you may play lands from {place}", n.MayPlay, zone=zone, what="lands", filter=_ALL),
            _t("static", f"you may play cards from {place}", n.MayPlay, zone=zone, what="cards", filter=_ALL),
            _t(
                "static",
                f"you may play lands and cast {{filter:spells}} from {place}",
                n.MayPlay,
                zone=zone,
                what="cards",
            ),
            _t("static", f"you may cast {{filter:spells}} from {place}", n.MayPlay, zone=zone, what="spells"),
            _t(
                "static",
                f"you may cast {{filter:spells}} and play lands from {place}",
                n.MayPlay,
                zone=zone,
                what="cards",
            ),
        )
    ),
    _t(
        "static",
        "you may cast {filter:spells} from your hand without paying their mana costs|cost",
        n.MayPlay,
        zone="hand",
        what="spells",
        free=True,
    ),
    *(
        _t("effect", words, n.LetPlay, duration=duration, spells=verb == "cast")
        for verb in ("play", "cast")
        for words, duration in (
            (f"you may {verb} {{object:object}} this turn", "turn"),
            (f"until end of turn , you may {verb} {{object:object}}", "turn"),
            (f"until the end of your next turn , you may {verb} {{object:object}}", "next"),
            (f"you may {verb} {{object:object}} until the end of your next turn", "next"),
        )
    ),
    *(
        _t("effect", f"you may cast {words} without paying its mana cost{end}", n.CastFree, **fixed, **more)
        for words, fixed in (
            ("{object:object}", {}),
            ("a spell from your hand", {"object": None, "filter": _ALL}),
            ("{filter:aspell} from your hand", {"object": None}),
            ("{filter:acard} from your hand", {"object": None}),
        )
        for end, more in (
            ("", {}),
            (" . if that spell would be put into your|a graveyard , exile it instead", {"exile": True}),
        )
    ),
    *(
        _t(
            "effect",
            f"{{object:object}} gains flashback until end of turn . the flashback cost is equal to {whose} mana cost",
            n.GainFlashback,
        )
        for whose in ("its", "that card 's")
    ),
    _t(
        "effect",
        "each instant and sorcery card in your graveyard gains flashback until end of turn . "
        "the flashback cost is equal to its mana cost",
        n.GainFlashback,
        object=n.EachCard("graveyard", n.Filter(any_of=("instant", "sorcery")), "you"),
    ),
    # what is known of hidden cards is written in the position (706.2 is no matter of the rules of play)
    *(
        _t("static", words, n.TurnedAsThough, subject=n.This(), what="known top card")
        for words in (
            "you may look at the top card of your library any time",
            "play with the top card of your library revealed",
        )
    ),
    _t("cost", "return {amount:n} {filter:many} to their owner 's hand", n.ReturnCost),
    _t("cond", "it's not your turn", n.Not, condition=n.YourTurn()),
    _t("cost", "discard {filter:acard}", n.DiscardCost, amount=n.Fixed(1)),
    _t("cost", "exile {amount:n} {filter:cards} from your hand", n.ExileCost, zone="hand"),
    _t(
        "cost",
        "exile {amount:n} other cards from your graveyard",
        n.ExileCost,
        zone="graveyard",
        filter=n.Filter(another=True),
    ),
    _t("static", "you can't cast more than 1 spell each turn", n.PlayerCant, who="you", what=_ONE_SPELL),
    _t(
        "static", "your opponents can't cast more than 1 spell each turn", n.PlayerCant, who="opponent", what=_ONE_SPELL
    ),
    _t("static", "{filter:many} entering don't cause abilities to trigger", n.SilentEntering),
    _t("static", "{filter:many} entering the battlefield don't cause abilities to trigger", n.SilentEntering),
    _t("static", "as ~ enters , you may pay {life:int} life . if you don't , it enters tapped", n.EntersPaying),
    _t("effect", "until end of turn , {trigger:event} , {effects:effects}", n.Delayed, once=False),
)
