"""What lies beside cards that take extra turns: lands for the mana of each turn, attackers, a library that is known.
Part of the solver: the boards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from reiterate.combos.helpers import Helper, helper_for, land_helper, wastes_helper
from reiterate.survey.wants import (
    Wants,
    acts_as_it_enters,
    colors_asked,
    fits,
    of_graveyards,
    permanent,
    takes_from_graveyard,
)
from reiterate.terms.abilities import Activated
from reiterate.terms.base import Term, walk, with_fields
from reiterate.terms.costs import ManaCost, SacrificeCost, TapCost
from reiterate.terms.effects_copies import CreateTokens
from reiterate.terms.effects_permanents import Untap
from reiterate.terms.effects_turns import ExtraTurn
from reiterate.terms.filters import Filter
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed

#: How often a turn may pay for each ability, on the board with few lands and on the one with many.
OFTEN: Final = (1, 3)

#: Lands for a turn at most.
MOST: Final = 24

#: Cards of a library that is known: nobody plays them.
PLAIN: Final = ("Grizzly Bears", "Wastes")
CARDS: Final = 53

_PROTOS: Final = {
    "Grizzly Bears": Proto("Grizzly Bears", ("creature",), ("Bear",), colors=("G",), mana_cost=("1", "G")),
    "Wastes": Proto("Wastes", ("land",), supertypes=("basic",)),
}


def lands_of_a_turn(wanted: Wants, protos: Sequence[Proto]) -> Iterator[dict[Helper, int]]:
    """Lands that pay in each turn for each card that is cast then, and for each ability as often as ``OFTEN`` says.

    Lands untap in each turn (502.3), and mana in a pool empties with each step (500.5). No board without lands is told.
    """
    spells = [proto.mana_cost or () for proto in protos if _cast(proto, protos)]
    once, tapping = _tapping(protos)
    again = list((Counter(wanted.costs) - Counter(tapping)).elements())
    for often in OFTEN:
        found = lands_paying([*spells, *once, *again * often])
        if found:
            yield found


def _tapping(protos: Sequence[Proto]) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The mana costs of abilities that tap their source: those paid once in a turn, and all of them; none where something untaps.

    What taps for an extra turn taps for nothing else in that turn.
    """
    once: list[tuple[str, ...]] = []
    tapping: list[tuple[str, ...]] = []
    for proto in protos if not _holds(protos, Untap) else ():
        taps = [a for a in proto.abilities if isinstance(a, Activated) and TapCost() in a.costs]
        turns = [a for a in taps if any(isinstance(effect, ExtraTurn) for effect in a.effects)]
        once += [cost.symbols for a in turns or taps for cost in a.costs if isinstance(cost, ManaCost)]
        tapping += [cost.symbols for a in taps for cost in a.costs if isinstance(cost, ManaCost)]
    return once, tapping


def _holds(protos: Sequence[Proto], kind: type[Term]) -> bool:
    """Whether abilities of cards have a part of a kind."""
    found: list[bool] = []
    walk(tuple(proto.abilities for proto in protos), lambda node: found.append(isinstance(node, kind)))
    return any(found)


def _cast(proto: Proto, protos: Sequence[Proto]) -> bool:
    """Whether a card is not just there: a spell, or what does something as it enters or comes back from a graveyard."""
    if "land" in proto.types:
        return False
    back = any(takes_from_graveyard(other, proto) for other in protos if other is not proto)
    return not permanent(proto) or acts_as_it_enters(proto) or back


def lands_paying(costs: Sequence[Sequence[str]]) -> dict[Helper, int]:
    """Lands that pay for all of some costs together."""
    symbols = [symbol for cost in costs for symbol in cost]
    colors = Counter(colors_asked(symbols))
    generic = sum(int(symbol) for symbol in symbols if symbol.isdigit())
    found = {land_helper([color]): many for color, many in colors.items()}
    if "C" in symbols:
        found[wastes_helper()] = symbols.count("C")
    rest = min(generic, max(0, MOST - sum(found.values())))
    if rest:
        main = land_helper(symbols)
        found[main] = found.get(main, 0) + rest
    return found


def beside_turns(wanted: Wants, protos: Sequence[Proto]) -> dict[Helper, int]:
    """Attackers that are watched and permanents that get abilities, as many as extra turns ask for in sacrifices."""
    found: dict[Helper, int] = {}
    many = _sacrificed(protos)
    for filter in (*wanted.attackers, *wanted.granted):
        helper = helper_for(filter, wanted.symbols)
        if helper is not None:
            found[helper] = many
    return found


def chosen_beside(wanted: Wants) -> dict[Helper, int]:
    """One permanent of each set of which one is chosen as something resolves: sacrificed, or exiled."""
    made = (helper_for(with_fields(filter, {"another": False}), wanted.symbols) for filter in wanted.chosen)
    return {helper: 1 for helper in made if helper is not None}


def _sacrificed(protos: Sequence[Proto]) -> int:
    """The greatest number of permanents that one cost sacrifices, 1 for none."""
    found = [1]

    def visit(node: Term) -> None:
        if isinstance(node, SacrificeCost) and isinstance(node.amount, Fixed):
            found.append(node.amount.value)

    walk(tuple(proto.abilities for proto in protos), visit)
    return max(found)


def brought(filter: Filter, protos: Sequence[Proto]) -> bool:
    """Whether cards make tokens of a set themselves."""
    found: list[Proto] = []

    def visit(node: Term) -> None:
        if isinstance(node, CreateTokens):
            found.append(node.token)

    walk(tuple(proto.abilities for proto in protos), visit)
    return any(fits(filter, token) for token in found)


def libraries(wanted: Wants, protos: Sequence[Proto]) -> list[str]:
    """The libraries that are tried, as a position file has them: "" for unknown cards, or known ones.

    What searches a library or reveals it needs a known one. So does a loop of many turns in which
    something looks for cards in a graveyard: cards that are drawn are discarded in the end (514.1).
    """
    sought = [filter for proto in protos for filter in of_graveyards(proto)]
    if not wanted.searches and not wanted.revealed:
        return ["", _library(sought)] if sought else [""]
    return [_library([*wanted.revealed, *sought])]


def _library(sought: Sequence[Filter]) -> str:
    """Plain cards of which none is looked for, if there are such: else the first ones."""
    unlike = (name for name in PLAIN if not any(fits(filter, _PROTOS[name]) for filter in sought))
    return f"{CARDS} {next(unlike, PLAIN[0])}"
