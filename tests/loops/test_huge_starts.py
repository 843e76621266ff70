"""Loops that begin with amounts too long to write: their closed forms and ends equal those of ordinary numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reiterate.amounts import EQ, LE, Amount, Formula, Poly, digits_text, power_sum
from reiterate.amounts import formula as formula_module
from reiterate.loops.closed_forms import HugeStart, PolynomialForms, close
from reiterate.loops.first_flip import flip_of
from reiterate.loops.head_slots import amounts_of, fill
from reiterate.loops.loop import find_loop, jump
from reiterate.loops.play import play
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.script import BodyReader
from reiterate.state.model import State, player
from tests.loops.powers_of_two import two_to, value
from tests.loops.swarms import INSECT, SWARM, tokens
from tests.support.generated_loops import Made, engine
from tests.support.loop_cases import body_reader, reached

GOOGOL = 10**100


@contextmanager
def short_numbers() -> Iterator[None]:
    """Numbers of more than 16 binary digits count as too long to write, so that they can be compared with themselves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formula_module, "WRITABLE_BITS", 16)
        patch.setattr(formula_module, "_CLOSE", 6)
        yield


def whole(a: object) -> int:
    assert isinstance(a, int | Formula)
    return value(a)


# --- closed forms --------------------------------------------------------------------------------------------------

ENTRY = st.sampled_from((0, 0, 0, 1, 1, 2, 3))
#: Starts: small numbers, and powers of two (by their exponent) that count as too long to write.
START = st.one_of(st.integers(-5, 40), st.integers(20, 40).map(lambda e: (e,)))


@st.composite
def systems(draw: st.DrawFn) -> tuple[list[Poly], list[int | tuple[int]]]:
    """Linear updates in which amounts depend on those before them, with their starts."""
    size = draw(st.integers(1, 3))
    update = []
    for i in range(size):
        poly = Poly.symbol(i) * draw(st.sampled_from((1, 1, 2, 3))) + draw(st.integers(-3, 3))
        for j in range(i):
            poly = poly + Poly.symbol(j) * draw(ENTRY)
        update.append(poly)
    return update, [draw(START) for _ in range(size)]


def started(start: list[int | tuple[int]]) -> list[int | Formula]:
    found: list[int | Formula] = []
    for n in start:
        a = two_to(n[0]) if isinstance(n, tuple) else n
        found.append(a)
    return found


@settings(max_examples=150, deadline=None)
@given(systems(), st.integers(0, 30))
def test_amounts_from_a_start_too_long_to_write_are_those_of_the_same_numbers(
    system: tuple[list[Poly], list[int | tuple[int]]], n: int
) -> None:
    update, start = system
    numbers = [2 ** a[0] if isinstance(a, tuple) else a for a in start]
    with short_numbers():
        try:
            closed = close(update, started(start), 2)
        except Unsupported:
            return
        assert isinstance(closed, PolynomialForms | HugeStart) or all(isinstance(a, int) for a in start)
        assert not isinstance(closed, Refusal)
        found = [whole(a) for a in closed.at(n)]
    for _ in range(n):
        numbers = [poly.evaluate(dict(enumerate(numbers))) for poly in update]
    assert found == numbers


@settings(max_examples=150, deadline=None)
@given(systems(), st.lists(st.integers(-3, 3), min_size=4, max_size=4), st.sampled_from((EQ, LE)))
def test_a_comparison_flips_where_it_does_for_the_same_numbers(
    system: tuple[list[Poly], list[int | tuple[int]]], factors: list[int], op: str
) -> None:
    update, start = system
    guard = Poly.const(factors[3] * 1000)
    for i in range(len(update)):
        guard = guard + Poly.symbol(i) * factors[i]
    numbers = [2 ** a[0] if isinstance(a, tuple) else a for a in start]
    now = guard.evaluate(dict(enumerate(numbers)))
    truth = now == 0 if op == EQ else now <= 0
    with short_numbers():
        try:
            closed = close(update, started(start), 2)
            assert not isinstance(closed, Refusal)
            flip = flip_of(guard, op, truth, closed)
            first = None if flip is None else whole(flip)
        except Unsupported:
            return
    for n in range(60):
        now = guard.evaluate(dict(enumerate(numbers)))
        holds = (now == 0 if op == EQ else now <= 0) == truth
        assert holds or (first is not None and first <= n)
        if n == first:
            assert not holds
        numbers = [poly.evaluate(dict(enumerate(numbers))) for poly in update]


# --- through the engine --------------------------------------------------------------------------------------------

SECOND = (
    "You gain 1 life.",
    "Create a 1/1 green Elf Warrior creature token.",
    "You gain 1 life for each Insect you control.",
    "Create a 1/1 red Goblin creature token for each Insect you control.",
    "Put a +1/+1 counter on each Insect you control.",
    "Put a charge counter on Test Engine for each creature you control.",
    "Each opponent loses 1 life.",
    SWARM,
)


def boards(second: str, life: str = "1000") -> tuple[State, BodyReader, BodyReader]:
    """A board with a swarm that doubles and a second ability; a body for each."""
    made = Made("far", "far", lives=["20", life], entries=[[INSECT], []])
    engine(made, SWARM, second)
    lines = "\nall pass"
    return made.start(), body_reader(made.acts[0] + lines), body_reader(made.acts[1] + lines)


def numbers_of(state: State) -> list[tuple[tuple[int, str], int]]:
    found: list[tuple[tuple[int, str], int]] = []
    for slot, amount in sorted(amounts_of(state).items()):
        found.append((slot, whole(amount)))
    return found


@pytest.mark.parametrize("second", SECOND)
def test_a_second_loop_after_a_doubling_is_the_same_as_with_ordinary_numbers(second: str) -> None:
    def after(times: int) -> list[tuple[tuple[int, str], int]]:
        start, doubling, body = boards(second)
        far = reached(find_loop(start, doubling), 30)
        return numbers_of(reached(find_loop(far, body), times))

    with short_numbers():
        found = [after(n) for n in (1, 2, 3, 7, 40)]
    assert found == [after(n) for n in (1, 2, 3, 7, 40)]


def test_the_game_goes_on_with_a_googol_of_doublings() -> None:
    start, doubling, life = boards("You gain 1 life for each Insect you control.")
    many = reached(find_loop(start, doubling), GOOGOL)
    rich = reached(find_loop(many, life), 10**50)
    gained: Amount = rich.rows[player(0)].get("life")
    assert gained == tokens(many, "Insect") * 10**50 + 20
    again = reached(find_loop(rich, doubling), 10**50)
    total = tokens(again, "Insect")
    assert total == power_sum([({2: GOOGOL + 10**50}, 1)])
    assert digits_text(total).startswith("2^(10^100 + 10^50) (")


@pytest.mark.parametrize("spare", [0, 1, -5])
def test_a_drain_ends_at_an_iteration_whose_number_is_too_long_to_write(spare: int) -> None:
    start, _, drain = boards("Each opponent loses 1 life.")
    life = two_to(GOOGOL) + spare
    start = fill(start, {(player(1), "life"): life})
    loop = find_loop(start, drain)
    assert loop.extend(None) is None
    assert loop.end is not None and not loop.endless
    assert loop.end.iteration == life + 1 and loop.end.choice == 1  # it is over with the last of ``life`` iterations
    before = jump(loop, life - 1)
    assert isinstance(before, State) and before.rows[player(1)].get("life") == 1
    assert over(play(before, drain).state)
    after = jump(loop, life + 1)
    assert isinstance(after, Refusal) and f"iteration {digits_text(life + 1)} stops" in after.message
