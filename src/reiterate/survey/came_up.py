"""What came up in a search: which abilities were activated, which triggered, what was cast, what died, and what was short.
Part of the solver: the search.

A search that found nothing tells by this which parts of the cards never had a turn. ``combos.mending`` asks why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from reiterate.loops.play import check_read
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import ACTIVATE
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.state.model import BATTLEFIELD, GRAVEYARD, State
from reiterate.state.properties import MANA
from reiterate.survey.proof import Meter, Prover
from reiterate.survey.relevance import Key
from reiterate.survey.search import Node, Search
from reiterate.survey.step_moves import comes_back, spoken_of
from reiterate.terms.base import Term
from reiterate.terms.proto import Proto

#: Of the steps, parts for the search within the step: so many of so many.
WITHIN: Final = (1, 2)


@dataclass(frozen=True, slots=True)
class CameUp:
    """What came up in a short search of a board.

    ``played``: abilities that were activated, and cards that were cast or played. ``triggered``: the abilities that were put on the stack.
    ``died``: permanents of the start that came to lie in a graveyard, though no cost sacrificed them. ``short``: the mana
    that the nearest lap spends and doesn't make, by its kind. ``stopped``: codes of rules and options that stopped a line of play.
    """

    played: frozenset[Key]
    triggered: frozenset[Term]
    died: frozenset[Proto]
    short: Mapping[str, int]
    stopped: frozenset[str]

    @property
    def many(self) -> int:
        """How many things happened."""
        return len(self.played) + len(self.triggered)


def came_up(start: State, me: int, steps: int) -> CameUp:
    """What comes up in a search of a board by player ``me``, within so many steps.

    The search stays within the step at first. Then it leaves the step for what the cards speak of, and for what makes steps or turns come again.
    """
    meter = Meter(steps, len(start.rows))
    prover = Prover(start, me, meter)
    searches = [Search(start, me, meter, prover)]
    spoken = spoken_of(start, me)
    try:
        check_read(start)
        searches[0].run(steps * WITHIN[0] // WITHIN[1] if spoken else steps)
        if comes_back(start) and searches[0].best is None:
            searches.append(Search(start, me, meter, prover, leaves_steps=True))
            searches[1].run((steps + meter.steps) // 2)
        if spoken and all(search.best is None for search in searches):
            searches[0].leave(spoken)
            searches[0].run(steps)
    except Unsupported:  # what the board holds can't be compared
        pass
    nodes = [node for search in searches for node in search.nodes]
    short = next((search.short for search in searches if search.short), {})
    mana = f"p{me + 1}.{MANA}"
    return CameUp(
        frozenset(key for node in nodes for key in _played(node)),
        frozenset(
            term for node in nodes for row in node.state.stack if (term := node.state.rows[row].cls.term) is not None
        ),
        frozenset(proto for node in nodes for proto in _died(node, me)),
        {kind.removeprefix(mana): -n for kind, n in short.items() if n < 0 and kind.startswith(mana)},
        frozenset(code for search in searches for code in search.seen.unknown),
    )


def _played(node: Node) -> Iterator[Key]:
    """What the moves to a position play, known by the position before them."""
    before = node.parent.state if node.parent is not None else node.state
    for choice in node.made:
        row = before.rows.get(choice.row)
        if row is None or row.cls.proto is None:
            continue
        if choice.verb != ACTIVATE:
            yield row.cls.proto, None
        elif 0 <= choice.index < len(abilities := abilities_at(before, choice.row)):
            yield row.cls.proto, abilities[choice.index]


def _died(node: Node, me: int) -> Iterator[Proto]:
    """What a player's graveyard has more of than before a move that activates nothing."""
    if node.parent is None or any(choice.verb == ACTIVATE for choice in node.made):
        return
    before = node.parent.state
    for handle, row in node.state.rows.items():
        new = row.cls.zone == GRAVEYARD and row.cls.owner == me and handle not in before.rows
        if (
            new
            and row.cls.proto is not None
            and any(
                other.cls.proto is row.cls.proto and other.cls.zone == BATTLEFIELD for other in before.rows.values()
            )
        ):
            yield row.cls.proto
