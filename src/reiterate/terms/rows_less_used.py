"""More of the table of templates: forms that fewer cards use."""

from __future__ import annotations

from typing import Final

from reiterate.terms import language as n
from reiterate.terms.base import Term
from reiterate.terms.pattern import Template
from reiterate.terms.pattern import template as _t

_YOU: Final = n.You()
_THIS: Final = n.This()
_THAT: Final = n.ThatPlayer()

#: What a text-changing effect replaces (612), with the kinds of words among which its controller chooses.
_REPLACED: Final = (
    ("1 color word with another", {"kinds": ("color",)}),
    ("1 basic land type with another", {"kinds": ("land",)}),
    ("1 color word with another or 1 basic land type with another", {"kinds": ("color", "land")}),
    ("1 creature type with another", {"kinds": ("creature",)}),
    ("1 creature type with {new:subtype}", {"kinds": ("creature",)}),
)

_STEPS: Final = (("untap step", "untap"), ("upkeep step", "upkeep"), ("draw step", "draw"))


def _tolls(subject: str, node: Term, pays: str) -> tuple[Template, ...]:
    """What one creature has to pay for, to attack, to block, or for both (508.1g, 509.1d)."""
    return tuple(
        _t("static", f"{subject} can't {what} unless {pays} {how}", n.CombatToll, subject=node, what=what)
        for what in ("attack", "block", "attack or block")
        for how in ("{amount:generic}", "{1} for each {amount:foreach}")
    )


MORE: Final = (
    # effects
    _t("effect", "{who:player} gain|gains 1 life for each {amount:foreach}", n.GainLife),
    _t(
        "effect", "{who:player} gain|gains 2 life for each 1 life you lost", n.GainLife, amount=n.Times(n.ThatMuch(), 2)
    ),
    _t(
        "effect",
        "double {who:player} 's life total",  # 701.10d
        n.ForEachPlayer,
        effects=(n.GainLife(_THAT, n.LifeTotal(_THAT)),),
    ),
    _t(
        "effect",
        "{who:player} take|takes 2 extra turns after this 1",
        n.ForEachPlayer,
        effects=(n.ExtraTurn(_THAT), n.ExtraTurn(_THAT)),
    ),
    _t(
        "effect",
        "{who:player} draws cards equal to half the number of cards in their library and loses half their life . round up each time",
        n.ForEachPlayer,
        effects=(
            n.Draw(_THAT, n.Half(n.CardsIn("library", _THAT), True)),
            n.LoseLife(_THAT, n.Half(n.LifeTotal(_THAT), True)),
        ),
    ),
    *(
        _t(
            "effect",
            f"defending player mills half their library , rounded {way}",
            n.ForEachPlayer,
            who=n.DefendingPlayer(),
            effects=(n.Mill(_THAT, n.Half(n.CardsIn("library", _THAT), way == "up")),),
        )
        for way in ("up", "down")
    ),
    _t(
        "effect",
        "{source:object} deals that much damage to each other opponent",
        n.DealDamage,
        to=n.EachPlayer(True, True),
        amount=n.ThatMuch(),
    ),
    _t("effect", "copy {object:object} , except {but:except}", n.CopySpell),
    _t(
        "effect",
        "each player returns to the battlefield all cards they own exiled with ~",
        n.ReturnToBattlefield,
        object=n.Linked(),
    ),
    _t(
        "effect",
        "return {object:object} to the battlefield under its owner 's control with a {counter:kind} counter on it",
        n.ReturnToBattlefield,
        counters=1,
    ),
    _t("foreach", "opponent you have", n.OpponentCount),
    _t("q", "the number of opponents you have", n.OpponentCount),
    _t(
        "static",
        "if enchanted creature would be destroyed , instead remove all damage from it and destroy ~",
        n.HostSpared,
    ),
    _t("effect", "exile all cards from all hands", n.Move, object=n.EachCard("hand"), zone="exile"),
    _t("effect", "exile all cards from your library", n.ExileTop, who=_YOU, amount=n.CardsIn("library", _YOU)),
    _t("cost", "exile {filter:one}", n.ExileCost, zone="battlefield", amount=n.Fixed(1)),
    _t("effect", "exile {object:object} until ~ leaves the battlefield", n.ExileUntil),
    _t("effect", "exile {object:object} until ~ leaves the battlefield", n.ExileUntil, link=True),
    _t(
        "effect",
        "{object:object} become|becomes a copy of {of:object} until end of turn",
        n.BecomeCopy,
        duration="turn",
    ),
    _t(
        "effect",
        "{object:object} become|becomes a copy of {of:object} until end of turn , except {but:except}",
        n.BecomeCopy,
        duration="turn",
    ),
    _t(
        "effect",
        "{object:object} become|becomes a copy of {of:object} , except {but:except}",
        n.BecomeCopy,
        duration="game",
    ),
    *(
        _t(
            "effect",
            f"change the text of {{object:object}} by replacing all instances of {words}{end}",
            n.ChangeText,
            **fixed,
        )
        for words, more in _REPLACED
        for end, duration in (("", "game"), (" until end of turn", "turn"))
        for fixed in ({**more, "duration": duration},)
    ),
    _t(
        "effect",
        "change the text of {object:object} by replacing all instances of 1 creature type with another . the new creature type can't be {never:subtype}",
        n.ChangeText,
        kinds=("creature",),
    ),
    # steps and phases that are added or skipped
    _t(
        "effect",
        "{who:player} skip|skips your|their next 2 turns",
        n.ForEachPlayer,
        effects=(n.SkipTurn(_THAT), n.SkipTurn(_THAT)),
    ),
    *(
        _t("effect", f"{start} next {words}", n.SkipNext, what=what, **fixed)
        for start, fixed in (("you skip your", {"who": _YOU}), ("{who:player} skips their", {}))
        for words, what in (*_STEPS, ("combat phase", "combat"))
    ),
    *(_t("static", f"skip your {words}", n.Skips, who="you", what=what) for words, what in _STEPS),
    *(_t("static", f"each player skips their {words}", n.Skips, who="any", what=what) for words, what in _STEPS),
    *(
        _t(
            "effect",
            f"there is an additional {words} after this step",
            n.ExtraSteps,
            who=n.ActivePlayer(),
            step=step,
            amount=n.Fixed(1),
        )
        for words, step in (*_STEPS[1:], ("end step", "end"))
    ),
    *(
        _t("effect", f"{{who:player}} get|gets {pattern}", n.ExtraSteps, step="upkeep", **more)
        for pattern, more in (
            ("an additional upkeep step after this step", {"amount": n.Fixed(1)}),
            ("an additional upkeep step after this phase", {"amount": n.Fixed(1), "after": "phase"}),
            ("{amount:n} additional upkeep steps after this step", {}),
            ("{amount:n} additional upkeep steps after this phase", {"after": "phase"}),
        )
    ),
    _t(
        "effect",
        "there is an additional beginning phase after this phase",
        n.ExtraPhases,
        phases=("beginning",),
    ),
    _t("event", "at the beginning of each of your postcombat main phases", n.StepBegins, step="main2", whose="you"),
    # conditions and quantities
    _t("q", "the sacrificed creature 's mana value", n.StatOf, stat="manavalue", object=n.Result()),
    _t("q", "the exiled creature 's mana value", n.StatOf, stat="manavalue", object=n.Result()),
    _t("q", "{of:q} plus 1", n.Plus, more=1),
    _t("cond", "~ is attacking", n.IsA, object=_THIS, filter=n.Filter(attacking=True)),
    _t("cond", "you control {value:int} or more {filter:many}", n.Controls, op=">="),
    _t("q", "the amount of life they lost this turn", n.ThisTurn, what="life lost", who=n.TargetRef(0)),
    _t("q", "the number of cards in that player 's graveyard", n.CardsIn, zone="graveyard", who=n.TargetRef(0)),
    _t("foreach", "card you've drawn this turn", n.ThisTurn, what="cards drawn", who=_YOU),
    # events of sets that the grammar does not read
    _t("event", "whenever|when {subject:subject} enters", n.Enters),
    _t("event", "whenever|when {subject:subject} dies", n.Dies),
    # static abilities
    _t("static", "you may cast ~ from exile", n.MayCastFrom, zone="exile"),
    _t("static", "you may cast this card from exile", n.MayCastFrom, zone="exile"),
    _t("static", "{subject:many} have {abilities:quotes}", n.GrantAbilities),
    _t(
        "static",
        "enchanted creature|permanent|land|artifact has {abilities:quotes}",
        n.GrantAbilities,
        subject=n.Host(),
    ),
    _t("static", "equipped creature has {abilities:quotes}", n.GrantAbilities, subject=n.Host()),
    _t("static", "~ isn't a creature", n.NotType, type="creature"),
    _t(
        "static",
        "creatures can't attack you unless their controller pays {amount:generic} for each creature they control that's attacking you",
        n.AttackTax,
    ),
    _t(
        "static",
        "creatures can't attack you unless their controller pays {amount:generic} for each of those creatures",
        n.AttackTax,
    ),
    _t(
        "static",
        "creatures can't attack you or planeswalkers you control unless their controller pays {amount:generic} for each of those creatures",
        n.AttackTax,
        planeswalkers=True,
    ),
    _t(
        "static",
        "creatures can't attack you or a planeswalker you control unless their controller pays {amount:generic} for each of those creatures",
        n.AttackTax,
        planeswalkers=True,
    ),
    _t(
        "static",
        "creatures can't attack you unless their controller pays {X} for each creature they control that's attacking you , where X is {amount:q}",
        n.AttackTax,
    ),
    _t(
        "static",
        "creatures can't attack you or planeswalkers you control unless their controller pays {X} for each of those creatures , where X is {amount:q}",
        n.AttackTax,
        planeswalkers=True,
    ),
    _t(
        "static",
        "creatures can't attack you or a planeswalker you control unless their controller pays {X} for each of those creatures , where X is {amount:q}",
        n.AttackTax,
        planeswalkers=True,
    ),
    *_tolls("enchanted creature", n.Host(), "its controller pays"),
    *(
        _t(
            "static",
            f"~ can't {what} unless you pay {{1}} for each +1/+1 counter on it",
            n.CombatToll,
            subject=_THIS,
            what=what,
            amount=n.CountersOn("+1/+1", _THIS),
        )
        for what in ("attack", "attack or block")
    ),
    *_tolls("~", _THIS, "you pay"),
    _t(
        "static",
        "{subject:many} can't block unless their controller pays {amount:generic} for each of those creatures",
        n.CombatToll,
        what="block",
    ),
    _t(
        "static",
        "enchanted creature can't be blocked unless defending player pays {amount:generic} for each creature they control that's blocking it",
        n.CombatToll,
        subject=n.Host(),
        what="be blocked",
    ),
    _t("static", "all {subject:many} are enchantments in addition to their other types", n.Are, types=("enchantment",)),
    _t(
        "static",
        "if you would put 1 or more counters on a permanent you control , put that many plus 1 of each of those kinds of counters on that permanent instead",
        n.ChangeCounters,
        filter=n.Filter(controller="you"),
        kind="",
        change=n.Changed(more=1),
        who="you",
    ),
    _t(
        "static",
        "{filter:spells} you cast cost {1} less to cast for each {amount:foreach}",
        n.SpellCost,
        who="you",
    ),
)
