"""Costs that are reduced by colored mana (118.7b, 118.7c, 601.2f). Each result was worked out from the rules before it was played."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.decisions.options import options
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State, player
from reiterate.terms.static_effects import SpellCost
from tests.support.acting import settled
from tests.support.combats import run
from tests.support.shown import shows
from tests.support.texts import card, code

FIVE = "Spells you cast cost {W}{U}{B}{R}{G} less to cast."
ONLY = "Cleric spells you cast cost {W}{B} less to cast. This effect reduces only the amount of colored mana you pay."


def board(
    text: str, cost: str, mana: str = "", kind: str = "Creature — Cleric", more: str = "", helpers: int = 1
) -> State:
    """A spell of this cost in hand, and mana such as "WWC"."""
    layout = Layout(2)
    layout.put(card(text, name="Helper"), 0, n=helpers)
    layout.put(card(more, kind, name="Spell", cost=cost), 0, "hand")
    for kind_of_mana in sorted(set(mana)):
        layout.set_player(0, f"mana.{kind_of_mana}", mana.count(kind_of_mana))
    return layout.done()


def left(state: State) -> object:
    return sum(n for slot, n in state.rows[player(0)].num.items() if slot.startswith("mana."))


@shows(SpellCost)
@pytest.mark.parametrize(
    ("text", "cost", "mana"),
    [
        (FIVE, "{3}{W}", ""),  # {W} takes {W}; each of the four others takes one of {3} (118.7b)
        (FIVE, "{6}{W}", "CC"),
        (FIVE, "{W}{W}{3}", "W"),  # the second {W} of the cost is not reduced: the cost has no mana to spare of it
        (FIVE, "{W}{U}{B}{R}{G}", ""),
        (FIVE, "{C}{C}{9}", "CCCCCC"),
        (ONLY, "{3}{W}", "CCC"),  # {B} takes nothing
        (ONLY, "{W}{B}{B}", "B"),
        (ONLY, "{4}", "CCCC"),
    ],
)
def test_118_7_a_cost_is_reduced_by_mana_of_colors(text: str, cost: str, mana: str) -> None:
    state = board(text, cost, mana)
    assert any(each.verb == "cast" for each in options(state))
    state = settled(run(state, "cast Spell"))
    assert left(state) == 0
    for i in range(len(mana)):
        short = board(text, cost, mana[:i] + mana[i + 1 :])
        assert code(short, "cast Spell") == "mana-short" and not any(each.verb == "cast" for each in options(short))


def test_118_7c_two_reductions_of_one_color_reach_generic_mana() -> None:
    twice = "Spells you cast cost {W}{W} less to cast."
    assert left(settled(run(board(twice, "{W}{2}", "C"), "cast Spell"))) == 0
    assert left(settled(run(board(ONLY, "{W}{W}{W}{1}", "WC", helpers=2), "cast Spell"))) == 0
    assert code(board(ONLY, "{W}{W}{W}{1}", "C", helpers=2), "cast Spell") == "mana-short"


def test_601_2f_other_reductions_and_additional_costs_count_as_well() -> None:
    state = board(FIVE, "{U}", "", "Sorcery", "You gain 1 life.\nBuyback {4}")
    state = settled(run(state, "cast Spell with buyback"))  # {4}{U} less {U} and four more
    assert state.rows[player(0)].get("life") == 21
    assert (
        code(board(FIVE, "{U}", "", "Sorcery", "You gain 1 life.\nBuyback {5}"), "cast Spell with buyback")
        == "mana-short"
    )


def test_118_7b_what_is_announced_for_x_is_reduced_too() -> None:
    state = board(FIVE, "{X}{R}", "C", "Sorcery", "You gain X life.")
    state = settled(run(state, "cast Spell with X = 5"))  # {5}{R} less {R} and four
    assert (state.rows[player(0)].get("life"), left(state)) == (25, 0)
    assert code(board(FIVE, "{X}{R}", "C", "Sorcery", "You gain X life."), "cast Spell with X = 6") == "mana-short"


def test_118_7_other_spells_and_other_players_pay_in_full() -> None:
    assert code(board(ONLY, "{W}", "", "Creature — Elf"), "cast Spell") == "mana-short"
    layout = Layout(2)
    layout.put(card(FIVE, name="Helper"), 1)
    layout.put(card("", "Creature — Elf", name="Spell", cost="{W}"), 0, "hand")
    assert code(layout.done(), "cast Spell") == "mana-short"


def test_601_2b_half_of_a_hybrid_symbol_is_refused() -> None:
    state = board(FIVE, "{W/U}{W/U}", "WW")
    with pytest.raises(Unsupported, match="a hybrid or Phyrexian symbol"):
        code(state, "cast Spell")
    assert [each.verb for each in options(state) if each.verb == "cast" and not each.unknown] == []
    assert left(settled(run(board(ONLY, "{R/G}{B}", "R"), "cast Spell"))) == 0
