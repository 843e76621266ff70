"""What ``step`` takes is offered: an enumeration of its own against ``options``, on small random boards (601.2, 602.2)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.decisions.options import options
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import GRAVEYARD
from reiterate.terms import language as n
from reiterate.terms.abilities import SpellAbility, SpellCosts
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import TargetSpec
from tests.rules.decisions.brute_boards import CREATURE, board_of
from tests.rules.decisions.brute_choices import Tried
from tests.rules.decisions.compared_offers import check_board
from tests.support.dice import dice, numbers

#: Boards of each run, drawn anew; numbered boards of the long one, and its parts.
FEW = 50
MANY = 10_000
PARTS = 10


def check_boards(seeds: Iterable[int]) -> int:
    """Check the boards with these numbers; how many choices were legal."""
    total = 0
    for seed in seeds:
        try:
            total += check_board(board_of(seed), seed)
        except Unsupported as unknown:
            raise AssertionError(f"board {seed}: {unknown}") from unknown
        except AssertionError as failed:
            raise AssertionError(f"board {seed}: {failed}") from failed
    return total


@pytest.mark.slow("tries everything on fifty random boards")
def test_601_2_what_can_be_done_is_what_is_offered_on_random_boards() -> None:
    assert check_boards(numbers(FEW, "offered")) > 5 * FEW


def test_601_2c_what_has_no_target_is_told_whatever_it_would_cost() -> None:
    """Two flashback costs, of which the rules can't tell, and no creature that may be its target: nothing is left out."""
    gain = n.GainLife(n.You(), Fixed(1))
    costs = [SpellCosts((n.ManaCost((symbol,)),), "flashback") for symbol in ("R", "G")]
    spell = Proto(
        "Spell", ("instant",), mana_cost=("1",), abilities=(SpellAbility((gain,), (TargetSpec(CREATURE),)), *costs)
    )
    layout = Layout(2, step="main1")
    layout.put(spell, 0, GRAVEYARD)
    layout.set_player(0, "mana.R", 1)
    none = layout.done()
    check_board(none)
    assert len(Tried(none, dice("no target")).untold) > 0
    layout.put(Proto("Bear", ("creature",), power=2, toughness=2), 1)
    assert any(option.unknown for option in options(layout.done()))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_601_2_what_can_be_done_is_what_is_offered_on_many_boards(part: int) -> None:
    check_boards(range(part * (MANY // PARTS), (part + 1) * (MANY // PARTS)))
