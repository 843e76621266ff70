"""Breakages of powers of rounds and of iterated periods, each with the check that must notice it."""

from __future__ import annotations

from typing import Any

import pytest

from reiterate.amounts import LE, RULES, Guard, Poly, Recorder
from reiterate.loops import block_summary, closed_forms, loop, trace
from reiterate.refusals import Unsupported
from tests.loops import test_iterated, test_powers
from tests.sabotage.table import Check, Sabotage, instead


def told(check: Check) -> None:
    """A test that fails because nothing was refused is a check that fails."""
    try:
        check()
    except pytest.fail.Exception as failed:
        raise AssertionError from failed


def powers_of_powers_are_refused() -> None:
    """An exponent that is itself a power is refused by name."""
    told(test_powers.test_a_power_has_exponents_of_amounts_only)


def exponents_never_fall() -> None:
    """An exponent that may fall is refused by name."""
    told(test_iterated.test_exponents_that_may_fall_are_refused_by_name)


def blocks_of_blocks_multiply() -> None:
    """The number of multiplying triggers grows in every round of the block around them."""
    test_powers.test_a_block_of_ever_more_multiplying_triggers_inside_of_a_block("")


def nests_of_doublings() -> None:
    """A doubling block in a block in a loop is the same as plain play."""
    test_iterated.test_a_doubling_block_inside_of_a_block_inside_of_a_loop(3)


def powers_end_where_a_comparison_flips() -> None:
    """A comparison of a power of the rounds changes its answer in the round computed by hand: 2^m is above 1000 from 10 on."""
    own = block_summary.RoundPowers(Recorder())
    (form,) = block_summary.close_rounds([Poly.symbol(2) * 2], [Poly.const(1)], [2], 5, own)
    lemma = block_summary.Lemma(5, (form,), (Guard(form - 1000, LE, True, RULES, "", 0),), Poly({}), own)
    assert block_summary.last_round(lemma, 10**30, {}) == 10


def comparisons_of_powers_hold() -> None:
    """What is proved of comparisons of powers of the rounds is so in each round."""
    assert test_iterated.powers_equal_iterating(40) > 8


def iterating_ends() -> None:
    """The opponent dies in the iteration in which plain play kills."""
    made = test_iterated.no_form(79)
    found, _, _ = test_iterated.loop_of(made)
    assert found.extend(None) is None and found.end is not None and found.end.iteration == 41


def iterating_is_exact() -> None:
    """The amounts of every period are those computed by hand."""
    test_iterated.test_an_iterated_period_stops_where_a_guard_flips_or_a_number_is_too_long()


def anything_affine(good: Any) -> Any:
    """A symbol is taken for an amount of a state, whatever it stands for."""

    def broken(prime: int, exponent: Poly, rec: Recorder) -> Poly:
        try:
            return good(prime, exponent, rec)  # type: ignore[no-any-return] # as it is
        except Unsupported:
            found = Poly.const(1)
            for monomial, c in exponent.terms():
                found = found * Poly({(block_summary.symbol_of(prime, monomial[0], rec),) * int(c): 1})
            return found

    return broken


LEMMAS: tuple[Sabotage, ...] = (
    Sabotage(
        "a power in the exponent is taken for an amount",
        powers_of_powers_are_refused,
        test_powers,
        "power_of",
        anything_affine,
    ),
    Sabotage(
        "an exponent may fall",
        exponents_never_fall,
        block_summary,
        "_never_falls",
        lambda good: lambda poly, symbol: None,
    ),
    Sabotage(
        "powers of a round's own amounts stay as they are",
        blocks_of_blocks_multiply,
        trace,
        "own_powers",
        lambda good: lambda amounts, rec: {},
    ),
    Sabotage(
        "a power does not step with its exponent",
        blocks_of_blocks_multiply,
        block_summary,
        "power_of",
        lambda good: lambda prime, exponent, rec: good(prime, exponent - exponent.const_part, rec),
    ),
    Sabotage(
        "what multiplies is only summed",
        nests_of_doublings,
        block_summary,
        "_accumulated",
        lambda good: lambda gain, factor, rounds, own: block_summary.summed_over(gain, rounds),
    ),
    Sabotage(
        "a power of the rounds is compared as if it were none",
        powers_end_where_a_comparison_flips,
        block_summary,
        "growth_flip",
        lambda good: lambda growth, op, truth: None,
    ),
    Sabotage(
        "steps of a power of the rounds need no sign",
        comparisons_of_powers_hold,
        block_summary,
        "_bases",
        lambda good: lambda lemma, along: [1, 1],
    ),
    Sabotage("nothing is compared while iterating", iterating_ends, closed_forms, "_check", instead("True")),
    Sabotage(
        "a guard that flips while iterating stops one late",
        iterating_is_exact,
        closed_forms,
        "_compiled",
        lambda good: lambda update, guards: good(update, [g for g in guards if g.truth]),
    ),
    Sabotage(
        "iterating begins again one period late",
        iterating_is_exact,
        closed_forms.Iterated,
        "at",
        lambda good: lambda self, n: good(self, n - (n % closed_forms.KEPT_EVERY > 0)),
    ),
    Sabotage(
        "halves are taken as wholes while iterating",
        iterating_is_exact,
        closed_forms,
        "lcm",
        lambda good: lambda *numbers: 1,
    ),
    Sabotage(
        "what was iterated is said to last for ever",
        iterating_ends,
        loop.Loop,
        "endless",
        lambda good: property(lambda self: bool(self.segments)),
    ),
)
