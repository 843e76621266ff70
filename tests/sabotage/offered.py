"""Breakages of what is offered and of payments, each with the check that must notice it."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from reiterate.check.claims import idle
from reiterate.rules.costs import mana, object_costs, resolution_payments, total_cost
from reiterate.rules.decisions import filling, options
from reiterate.script import which_ability
from tests.check import test_idle
from tests.rules.cr_601_casting import test_601_total_cost
from tests.rules.cr_608_resolving import test_608_payments
from tests.rules.decisions import test_offered, test_slow_payment
from tests.sabotage.table import Sabotage, instead
from tests.script import test_which_ability

#: So many boards, the same in each run, show each breakage that they are to show: the seventh is the first that shows the last one.
SEEN = 10


def small_boards() -> None:
    """What is offered on small random boards is what an enumeration by trying finds."""
    test_offered.check_boards(range(SEEN))


def checker_looks() -> None:
    """The checker's own enumeration finds something to do wherever there is something."""
    test_idle.looked_at_more(range(SEEN))


def slow_reference() -> None:
    """What is paid is what a slow reference says is owed."""
    test_slow_payment.judged(range(SEEN))


def printed_costs(good: Any) -> Any:
    """Payments of spells from the printed cost, without taxes and reductions."""

    def mana(state: Any, seat: int, symbols: Any, limits: Any, off: Any, *more: Any) -> Any:
        return good(state, seat, symbols, limits, [], *more[:3])

    return mana


OFFERED: tuple[Sabotage, ...] = (
    Sabotage("options build payments from the printed cost", small_boards, options, "_mana", printed_costs),
    Sabotage("reducers are not in the payments offered", test_601_total_cost.test_601_2f_a_reducer_lets_a_spell_be_cast_out_of_two_kinds_of_mana, options, "_mana", printed_costs),
    Sabotage("one optional cost at a time is offered", test_601_total_cost.test_601_2b_each_set_of_optional_costs_is_offered, options, "combinations", lambda good: lambda some, many: combinations(some, min(many, 1))),
    Sabotage("hybrid symbols are paid in the order in which they stand", test_601_total_cost.test_107_4e_hybrid_symbols_are_paid_as_they_fit_together, filling, "_each_symbol", instead(None)),
    Sabotage("what sacrifices itself is sacrificed twice", test_601_total_cost.test_118_3_what_sacrifices_itself_is_not_sacrificed_for_the_rest_of_the_cost, object_costs, "goes_itself", instead(False)),
    Sabotage("a card is evidence twice", test_601_total_cost.test_701_59a_no_card_is_evidence_twice, object_costs, "left_of", lambda good: lambda state, bill, row: state.rows[row].n),
    Sabotage("nobody makes mana for a payment on resolution", test_608_payments.test_608_2g_lands_are_tapped_while_the_payment_is_asked_for, resolution_payments, "could_make", instead(False)),
    Sabotage("the first mana ability is meant", test_which_ability.test_305_6_tap_for_black_beside_a_tomb_means_the_ability_that_makes_black, which_ability, "narrowed", lambda good: lambda abilities, fitting, clauses, tap=False: fitting[:1]),
    Sabotage("the checker finds nothing to do", checker_looks, idle, "_with_row", instead(False)),
    Sabotage("the checker finds no targets", checker_looks, idle, "_of_spec", instead([])),
    Sabotage("any mana pays a coloured symbol", slow_reference, mana, "pays_symbols", instead(True)),
    Sabotage("a reduction takes off one too much", test_601_total_cost.test_601_2f_a_reducer_lets_a_spell_be_cast_out_of_two_kinds_of_mana, total_cost, "take_off", lambda good: lambda wanted, amount, floor: good(wanted, amount + 1, floor)),
)  # fmt: skip
