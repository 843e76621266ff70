"""Costs that go down by what is counted: what lies there so that an ability or a spell costs as little as it can.
Part of the solver: the boards.
"""

from __future__ import annotations

from typing import Final

from reiterate.combos.helpers import BURIED, CREATURE_CARD, STARTERS, Helper
from reiterate.survey.wants import CARD, fits, permanent
from reiterate.terms.abilities import Activated
from reiterate.terms.base import with_fields
from reiterate.terms.costs import ManaCost
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountersOn
from reiterate.terms.references import Each, Filter, This

#: The counter that makes a creature a modified one (700.9).
_PLUS: Final = "+1/+1"

_BEARS: Final = Proto(CREATURE_CARD, ("creature",), ("Bear",), colors=("G",), power=2, toughness=2)

#: Cards that are counted in a graveyard beside creature cards.
_THERE: Final = {
    "an instant card in the graveyard": Proto(STARTERS[CARD][0], ("instant",), ("Arcane",), colors=("U",)),
    "a land card in the graveyard": Proto("Wastes", ("land",), supertypes=("basic",)),
    "a permanent card in the graveyard": Proto(BURIED, ("permanent", "creature"), ("Bear",)),
}


def generic_of(ability: Activated) -> int:
    """How much generic mana an ability costs as printed: no other part of its cost goes down by an amount of generic mana (118.7a)."""
    symbols = [symbol for cost in ability.costs if isinstance(cost, ManaCost) for symbol in cost.symbols]
    return sum(int(symbol) for symbol in symbols if symbol.isdecimal())


def counters_for_less(proto: Proto) -> dict[str, int]:
    """The counters on a permanent with which an ability of its own costs no generic mana, by their kinds."""
    found: dict[str, int] = {}
    for ability in proto.abilities if permanent(proto) else ():
        less = ability.less if isinstance(ability, Activated) else None
        if isinstance(ability, Activated) and isinstance(less, CountersOn) and _is_among(proto, less.object):
            found[less.kind] = max(generic_of(ability), found.get(less.kind, 0))
    return found


def _is_among(proto: Proto, counted: object) -> bool:
    """Whether the counters of a permanent itself are among those that are counted."""
    return isinstance(counted, This) or (isinstance(counted, Each) and fits(counted.filter, proto))


def counted_in_graveyard(filter: Filter | None) -> Helper | None:
    """A card for the graveyard that is no creature card, of a set that is counted there; None where none is known."""
    plain = with_fields(filter or Filter(), {"controller": "any"})
    found = ((card.name, words) for words, card in _THERE.items() if fits(plain, card))
    return next((Helper(name, (("card", name),), words, "graveyard") for name, words in found), None)


def counted_with_counters(filter: Filter) -> Helper | None:
    """A creature with a +1/+1 counter, of a set of modified creatures or of those with such a counter; None for other sets."""
    bare = with_fields(filter, {"counter": "", "hung": ""})
    asked = filter.counter == _PLUS or (filter.hung == "modified" and not filter.counter)
    if not asked or not fits(bare, _BEARS):
        return None
    return Helper(BURIED, (("card", BURIED), ("counters", ((_PLUS, "1"),))), "a creature with a +1/+1 counter")
