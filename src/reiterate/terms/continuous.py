"""The table of templates: triggered mana abilities, permissions, prohibitions, costs, and how things enter."""

from __future__ import annotations

from typing import Final

from reiterate.terms import deeds as d
from reiterate.terms import nodes as n
from reiterate.terms import occasions as o
from reiterate.terms import standing as s
from reiterate.terms.pattern import template as _t

_YOU: Final = n.You()
_THAT: Final = n.ThatPlayer()
_ONE_SPELL: Final = "cast more than one spell each turn"

CONTINUOUS: Final = (
    # triggered mana abilities (605.1b, 605.4)
    _t("event", "whenever a player taps {filter:one} for mana", o.TappedForMana, who="any"),
    _t(
        "event",
        "whenever enchanted land|creature|artifact|permanent|Forest|Mountain|Island|Swamp|Plains is tapped for mana",
        o.TappedForMana,
        who="any",
        filter=n.Filter(),
        host=True,
    ),
    _t("effect", "add 1 mana of any type that land|permanent|creature|artifact produced", d.AddProduced),
    _t("effect", "that player adds {mana:adding}", d.Adds, who=_THAT),
    _t("effect", "its controller adds {mana:adding}", d.Adds, who=_THAT),
    _t("effect", "add an additional {mana:adding}", d.Adds, who=_YOU),
    _t(
        "effect",
        "{object:object} gain|gains protection from {abilities:protection} until end of turn",
        d.GainAbilities,
    ),
    # permissions and prohibitions (101.2, 601.3)
    _t("static", "each|a player can't cast more than 1 spell each turn", s.PlayerCant, who="any", what=_ONE_SPELL),
    _t("static", "you may play an additional land on each of your turns", s.MoreLands, amount=1),
    _t("static", "you may play {amount:int} additional lands on each of your turns", s.MoreLands),
    _t(
        "static",
        "each player may play an additional land on each of their turns",
        s.MoreLands,
        who="any",
        amount=1,
    ),
    _t("static", "you can't cast more than 1 spell each turn", s.PlayerCant, who="you", what=_ONE_SPELL),
    _t(
        "static", "your opponents can't cast more than 1 spell each turn", s.PlayerCant, who="opponent", what=_ONE_SPELL
    ),
    _t("static", "{filter:many} entering don't cause abilities to trigger", s.SilentEntering),
    _t("static", "{filter:many} entering the battlefield don't cause abilities to trigger", s.SilentEntering),
    _t("static", "as ~ enters , you may pay {life:int} life . if you don't , it enters tapped", s.EntersPaying),
    _t("effect", "until end of turn , {trigger:event} , {effects:effects}", d.Delayed, once=False),
)
