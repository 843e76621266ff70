"""The table of templates: triggered mana abilities, permissions, prohibitions, costs, and how things enter."""

from __future__ import annotations

from typing import Final

from reiterate.terms import deeds as d
from reiterate.terms import nodes as n
from reiterate.terms import occasions as o
from reiterate.terms.pattern import template as _t

_YOU: Final = n.You()
_THAT: Final = n.ThatPlayer()

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
    _t("effect", "until end of turn , {trigger:event} , {effects:effects}", d.Delayed, once=False),
)
