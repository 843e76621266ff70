"""Whether a position is a table that a game can hold: the rules say nothing of any other.

The rules engine is trusted with tables that a game can hold. A start comes out of a file, and so it
is looked at. A group of no objects could act, and an amount below 0 could pay. That play could have
led to the start is neither shown nor claimed.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import astuple

from reiterate.amounts.number_classes import Differing
from reiterate.check.arithmetic import OutOfBudget
from reiterate.check.small_values import BASE, STEP, Rejected
from reiterate.check.start.legal_rows import by_the_lists, known
from reiterate.rules.access.state_access import number_prop
from reiterate.rules.access.unread_clauses import blocked
from reiterate.rules.costs.casting import spell_abilities
from reiterate.state.model import GAME, LIBRARY, STACK, Row, State
from reiterate.state.properties import ACTIVE, COUNTER, DAMAGE, MANA, PASSES, PLAYER, WHO, WHOLE_GAME

#: Modes of one spell of a start: each choice of some of them is a way of its own.
MODE_BUDGET: Final = 10

#: Amounts, references, lasting effects, properties, labels and places in sequences of a start, all together.
PART_BUDGET: Final = 1_000

#: Terms of all cards of a start, and symbols such as {2/W} in a cost.
NODE_BUDGET: Final = 50_000
EITHER_BUDGET: Final = 12

#: Amounts that are never below 0: what there is of something. A player's life may be, and so may what is worked out.
_NEVER_BELOW: Final = (COUNTER, MANA, DAMAGE)


def understood(state: State) -> None:
    """``Rejected`` where a card that could take part has a clause that is not understood."""
    refused = blocked(state)
    if refused is not None:
        raise Rejected(STEP, refused.message)


def bounded_cards(state: State) -> None:
    """``OutOfBudget`` where the cards have very many words or modes, or a cost that can be read in very many ways (107.4e)."""
    left = NODE_BUDGET
    for proto in {row.cls.proto for row in state.rows.values()}:
        if proto is not None:
            if any(len(ability.modes) > MODE_BUDGET for ability in spell_abilities(proto)):
                raise OutOfBudget(f"a spell with more than {MODE_BUDGET} modes")
            left = _bounded(proto, left)


def _bounded(card: Any, left: int) -> int:
    """How much is left behind all parts of a card; the symbols of a cost stand side by side."""
    todo = [card]
    while todo:
        part = todo.pop()
        left -= 1
        if left < 0:
            raise OutOfBudget(f"cards of more than {NODE_BUDGET} words")
        if isinstance(part, tuple):
            if sum(1 for one in part if isinstance(one, str) and one.startswith("2/")) > EITHER_BUDGET:
                raise OutOfBudget(f"a cost with more than {EITHER_BUDGET} symbols such as {{2/W}}")
            todo += part
        elif isinstance(part, Struct):
            todo += astuple(part)
    return left


def of_a_game(state: State) -> None:
    """``Rejected`` where a start is no table that a game can hold; ``OutOfBudget`` where a card in it offers too many ways."""
    bounded_cards(state)
    _small(state)
    known(state)
    seats = _seats(state)
    game = state.rows[GAME].cls
    turns = [number_prop(game, name) for name in (ACTIVE, WHO, PASSES)]
    if not all(0 <= n < seats for n in turns):
        raise Rejected(BASE, "a start with a turn, a decision or passes of players who are not there")
    for handle, row in state.rows.items():
        _amounts(handle, row)
    if any(n < 0 for n in state.tally.values()):
        raise Rejected(BASE, "a start in which something happened fewer than no times")
    _sequences(state)
    by_the_lists(state, seats)


def _small(state: State) -> None:
    """``OutOfBudget`` where the rows of a start hold very many amounts, references, effects or names."""
    parts = [len(row.num) + len(row.refs) + len(row.cls.marks) + len(row.cls.props) for row in state.rows.values()]
    listed = sum(len(seq) + 1 for seq in state.seqs.values())
    if sum(parts) + listed + len(state.tally) + len(state.labels) > PART_BUDGET:
        raise OutOfBudget(f"a start of more than {PART_BUDGET} amounts, references, effects and names")


def _seats(state: State) -> int:
    """How many players there are: one row each, behind the game's."""
    players = [handle for handle, row in state.rows.items() if row.cls.kind == PLAYER]
    games = [handle for handle, row in state.rows.items() if row.cls.kind == WHOLE_GAME]
    if games != [GAME] or not players or players != list(range(1, len(players) + 1)):
        raise Rejected(BASE, "a start without its game and its players, one row each")
    for handle in players:
        row = state.rows[handle]
        if (row.cls.owner, row.cls.controller) != (handle - 1, handle - 1):
            raise Rejected(BASE, "a start with a player who is another")
    if any(not _is_one(state.rows[handle].n) for handle in (*games, *players)):
        raise Rejected(BASE, "a start with several games or players in one row")
    return len(players)


def _is_one(n: Any) -> bool:
    return type(n) is int and n == 1


def _amounts(handle: int, row: Row) -> None:
    if row.n < 1:
        raise Rejected(BASE, f"a start whose row {handle} stands for fewer than one object")
    for name, amount in row.num.items():
        ends = [amount.first, amount.last] if isinstance(amount, Differing) else [amount]
        if name.startswith(_NEVER_BELOW) and any(end < 0 for end in ends):
            raise Rejected(BASE, f"a start with less than no {name}")


def _sequences(state: State) -> None:
    """The stack and the libraries hold each of their rows once; no sequence holds a row twice."""
    for name, seq in state.seqs.items():
        if max(Counter(seq).values(), default=0) > 1:
            raise Rejected(BASE, f"a start with a row twice in the sequence {name}")
    for zone in (STACK, LIBRARY):
        there = sorted(handle for handle, row in state.rows.items() if row.cls.zone == zone)
        listed = sorted(h for name, seq in state.seqs.items() if name.partition(".")[0] == zone for h in seq)
        if there != listed:
            raise Rejected(BASE, f"a start whose sequence of the {zone} is not that of its rows")
    for name, seq in state.seqs.items():
        zone, _, seat = name.partition(".")
        if zone == LIBRARY and any(str(state.rows[handle].cls.owner) != seat for handle in seq):
            raise Rejected(BASE, "a start with a library of another player's cards")
