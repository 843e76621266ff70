"""Few cards in hand: how many a loop may be begun with, where a text asks for few of them.
Part of the solver: taking away.
"""

from __future__ import annotations

from typing import Final

from reiterate.amounts import plain
from reiterate.refusals import Unsupported
from reiterate.rules.access.state_access import hand_size, new_row
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, HAND, Row, State, make_class
from reiterate.state.normal_form import normal
from reiterate.state.properties import CARD
from reiterate.survey.proof import Found, Meter, Prover, no_worse
from reiterate.terms.base import Term, walk
from reiterate.terms.conditions import Compared
from reiterate.terms.quantities import CardsIn, Fixed
from reiterate.terms.references import You

#: Elementary choices that the proofs may take together.
BUDGET: Final = 2_500

#: How a condition asks for few of something.
_FEW: Final = ("<=", "==")


def most_in_hand(found: Found) -> int:
    """The most cards in hand with which a loop was proved, where a text asks for few of them; -1 for no such number.

    There is none where the loop goes on with one more than the text asks for. The cards that are added are unknown ones: nobody plays them.
    """
    there = plain(hand_size(found.start, found.me))
    asked = max(_asked(found.start, found.me), default=-1)
    if asked < there:
        return -1
    meter = Meter(BUDGET)
    if _does(found, asked + 1 - there, meter):
        return -1
    return next((many for many in range(asked, there, -1) if _does(found, many - there, meter)), there)


def _asked(state: State, me: int) -> list[int]:
    """The numbers of cards in hand that the texts of a player's permanents ask for at most."""
    found: list[int] = []

    def visit(node: Term) -> None:
        if isinstance(node, Compared) and node.op in _FEW and isinstance(node.right, Fixed):
            of_hand = isinstance(node.left, CardsIn) and node.left.zone == HAND and node.left.filter is None
            found.extend([node.right.value] if of_hand and getattr(node.left, "who", None) == You() else [])

    for row in state.rows.values():
        if row.cls.proto is not None and row.cls.zone == BATTLEFIELD and row.cls.controller == me:
            walk(row.cls.proto.abilities, visit)
    return found


def _does(found: Found, more: int, meter: Meter) -> bool:
    """Whether the same lines are the same loop with so many more cards in hand."""
    draft = Draft(found.start)
    if more:
        cls = make_class(CARD, HAND, proto=UNKNOWN_CARD, owner=found.me, controller=found.me)
        new_row(draft, "", Row(cls, {}, more, {}))
    try:
        tried = Prover(normal(draft.done()), found.me, meter, known=True).prove(found.prefix, found.body)
    except Unsupported:
        return False
    return isinstance(tried, Found) and no_worse(tried, found)
