"""Blocks in which amounts multiply, inside of loops and of each other: generated boards against plain play, and what is refused."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

import pytest

from reiterate.amounts import Poly, Recorder, decimal_text, value_of
from reiterate.loops.block_summary import own_powers, power_of
from reiterate.loops.loop import find_loop, jump, play_through
from reiterate.loops.play import DONE, play
from reiterate.refusals import Refusal, Unsupported
from reiterate.state.model import State
from tests.loops.lemma_rounds import fact, lemmas_from
from tests.support.dice import dice
from tests.support.generated_loops import ARTIFACT, CREATURE, ENGINE, Made, engine
from tests.support.loop_cases import assert_same, body_reader, reached

X = [Poly.symbol(i) for i in range(4)]

# --- by hand -------------------------------------------------------------------------------------------------------

TRIGGERS = ["for each trigger:", "  all pass"]


def wardens(count: int, says: str = "you gain life equal to your life total") -> Made:
    """As many like triggers as there are Wardens, each of which multiplies a life total that began at 1."""
    made = Made("wardens", "wardens")
    engine(
        made,
        "Your life total becomes 1.",
        "Create a token that's a copy of target creature.",
        f"Put X charge counters on {ENGINE}, where X is your life total.",
        "Create X Treasure tokens, where X is your life total. Create a Food token.",
    )
    made.cards.append(("Test Warden", CREATURE, f"Whenever another creature enters, {says}."))
    made.cards.append(
        ("Test Bell", ARTIFACT, "Whenever a Treasure enters, double the number of charge counters on Test Bell.")
    )
    made.entries[0] += [
        "{card: Test Warden, label: first}",
        f"{{card: Test Warden, count: {count}}}",
        "{card: Test Bell, label: bell, counters: {charge: 1}}",
    ]
    return made


GROWS = ["activate engine: #1", "all pass", "activate engine: #2 targeting first", "all pass", *TRIGGERS]
READS = ["activate engine: #3", "all pass"]
TREASURES = ["activate engine: #4", "all pass", *TRIGGERS]


def test_rounds_as_many_as_a_power_of_rounds_are_refused_by_name() -> None:
    """A Treasure for each of 2^s life, and each doubles the Bell's counters: 2^(2^s) is no amount with an update."""
    start, reader = wardens(1).start(), body_reader("\n".join([*GROWS, *TREASURES]))
    loop = find_loop(start, reader)
    bell, state = 1, start
    for n in range(6):
        if n < 3:
            assert_same(reached(loop, n), state, n)
            state = play(state, reader).state
        bell *= 2 ** (2 ** (n + 2))
        assert fact(reached(loop, n + 1), "bell.counters.charge") == str(bell)
    assert not loop.segments and loop.why_plain is not None
    assert "itself a power" in loop.why_plain.message


def test_a_power_has_exponents_of_amounts_only() -> None:
    rec = Recorder()
    rec.amount(0, 5)
    power = power_of(2, X[0] + 1, rec)
    (number,) = power.symbols()
    assert number < 0 and rec.values[number] == 2**5
    for exponent in (power, X[0] + power):
        with pytest.raises(Unsupported, match="itself a power"):
            power_of(3, exponent, rec)


def test_powers_of_amounts_of_a_round_are_amounts_of_the_round() -> None:
    rec = Recorder()
    rec.amount(0, 5)
    rec.amount(1, 7)
    named = {power_of(prime, X[1], rec) for prime in (2, 3)}
    found = own_powers({1: (X[1] + 2, X[0] + 2)}, rec)
    assert {Poly.symbol(number) for number in found} == named
    for (prime, symbol), number in list(rec.powers.items()):
        if symbol == 1:
            becomes, start = found[number]
            assert becomes == Poly.symbol(number) * prime**2
            assert start.evaluate(rec.values) == prime**7


@pytest.mark.parametrize("says", ["", ". You gain 1 life"])
def test_a_block_of_ever_more_multiplying_triggers_inside_of_a_block(says: str) -> None:
    """The inner number of rounds is an amount of the middle round, whose powers are summed over the middle rounds."""
    body = ["repeat N:", *("  " + line for line in [*GROWS, *READS])]
    made = wardens(1, f"you gain life equal to your life total{says}")
    start = made.start()
    with lemmas_from(2):
        reader = body_reader("\n".join([*body, *READS]).replace("N", "4"))
        loop = find_loop(start, reader)
        state = start
        for n in range(5):
            assert_same(reached(loop, n), state, n)
            state = play(state, reader).state
        assert loop.endless and loop.segments[-1].period.closed.kind == "exponential"
    for rounds, times, written in ((4, 30, loop), (2_000, 3, None)):
        counters = 0
        for s in range(2, 2 + rounds * times):
            counters += (life := 2**s if not says else 2 ** (s + 1) - 1)
            counters += life if s % rounds == 1 else 0  # once more behind the block
        far = written or find_loop(start, body_reader("\n".join([*body, *READS]).replace("N", str(rounds))))
        assert fact(reached(far, times), "engine.counters.charge") == decimal_text(counters)
        assert far.endless


# --- generated -----------------------------------------------------------------------------------------------------

MULTIPLIES = (
    "you gain life equal to your life total",
    "you gain life equal to your life total. You gain 1 life",
    "create a Treasure token. You gain life equal to your life total",
    "you gain life equal to your life total. Each opponent loses 1 life",
    "your life total becomes 3. You gain life equal to your life total",
    "you lose half your life, rounded up",
)


#: The number of a kept nest whose amounts multiply: a draw of some others may hold none.
KEPT: Final = 3


def generated(number: int, rng: Random) -> tuple[Made, str]:
    """A board on which life multiplies, and blocks in blocks of what starts it, grows it, reads it and takes Wardens away."""
    made = Made(f"multiplying-nests-{number}", "nests", lives=["20", str(rng.choice((300, 9999, 10**12, 10**60)))])
    others = (
        "You gain life equal to your life total.",
        "You gain 2 life.",
        "You lose 1 life.",
        "You gain X life, where X is the number of creatures you control.",
        f"Put a charge counter on {ENGINE} for each creature you control.",
    )
    reads = (
        f"Put X charge counters on {ENGINE}, where X is your life total.",
        "Each opponent loses X life, where X is your life total.",
    )
    becomes, copies = (
        f"Your life total becomes {rng.randint(1, 4)}.",
        "Create a token that's a copy of target creature.",
    )
    engine(made, becomes, copies, rng.choice(reads), rng.choice(others), others[0], counters="charge: 1")
    made.cards += [
        ("Test Warden", CREATURE, f"Whenever another creature enters, {rng.choice(MULTIPLIES)}."),
        ("Test Altar", ARTIFACT, f"Sacrifice a creature: You {rng.choice(('gain', 'lose'))} 1 life."),
        ("Test Nobody", CREATURE, "Vigilance"),
    ]
    made.entries[0] += [
        "{card: Test Warden, label: first}",
        f"{{card: Test Warden, count: {rng.randint(2, 7)}}}",
        "Test Altar",
        "{card: Test Nobody, label: nobody}",
    ]
    begins, read = ["activate engine: #1", "all pass"], READS
    grows = [f"activate engine: #2 targeting {rng.choice(('first', 'nobody'))}", "all pass", *TRIGGERS]
    acts = [begins, grows, grows, [*grows, *read, *begins], read]
    acts += [[f"activate engine: #{i}", "all pass"] for i in (4, 5)]
    if rng.random() < 0.2:
        acts.append(["activate Test Altar sacrificing token Test Warden", "all pass"])

    def block(depth: int) -> list[str]:
        lines = [f"repeat {rng.choice((3, 4, 5))}:"]
        for _ in range(rng.randint(1, 3)):
            deeper = depth > 1 and rng.random() < 0.4
            lines += ["  " + line for line in (block(depth - 1) if deeper else rng.choice(acts))]
        return lines

    body = begins if rng.random() < 0.9 else []
    for _ in range(rng.randint(1, 3)):
        body = [*body, *(block(2) if rng.random() < 0.4 else rng.choice((grows, *acts)))]
    return made, "\n".join([*body, *(read if rng.random() < 0.8 else [])])


def compare(number: int, most: int, kept: bool = False) -> str:
    """Jumps against plain play of so many choices; what the last segment is, or how it ended.

    A kept nest is the same in each run, any other is drawn anew.
    """
    made, body = generated(number, Random(number) if kept else dice(f"multiplying nests {number}"))
    start, reader = made.start(), body_reader(body)
    states: list[State] = [start]
    lengths: list[int] = []
    end = None
    while end is None and len(states) < 9 and sum(lengths) < most:
        with lemmas_from(10**9):
            played = play(states[-1], reader)
        lengths.append(len(played.choices))
        if played.stop == DONE:
            states.append(played.state)
        else:
            end = played
    with lemmas_from(2):
        once = play_through(start, reader)
        assert value_of(once.skipped + len(once.choices)) == lengths[0]
        loop = find_loop(start, reader)
        for n, state in enumerate(states):
            assert_same(reached(loop, n), state, (made.name, n))
            assert loop.choices_before(n) in (sum(lengths[:n]), None)
        if end is not None:
            assert isinstance(jump(loop, len(states)), Refusal) and loop.end is not None
            assert (loop.end.iteration, loop.end.choice) == (len(states), len(end.choices) + 1)
            assert_same(loop.end.state, end.state)
            return "ends"
        for segment in loop.segments:
            for k in (1, 2, 5):
                at = segment.start + k * segment.period.iterations
                if at in range(len(states) - 1) or (segment.periods is not None and k >= segment.periods):
                    continue
                before, behind = jump(loop, at), jump(loop, at + 1)
                assert isinstance(before, State) and isinstance(behind, State)
                played = play(before, reader, upto=most)
                if played.stop == DONE:
                    assert_same(played.state, behind, (made.name, at))
        periods = [segment.period for segment in loop.segments]
        powers = any(len(period.update) > len(period.slots) for period in periods)
    return f"{'powers, ' if powers else ''}{periods[-1].closed.kind if periods else 'played'}"


def compare_some(numbers: range, most: int) -> None:
    print(f"\n{dict(Counter(compare(number, most) for number in numbers))}")


@pytest.mark.slow("plain play of generated nests")
def test_generated_nests_that_multiply_equal_plain_play() -> None:
    compare_some(range(11), 250)
    assert compare(KEPT, 250, kept=True) == "powers, exponential"


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 240, 20))
def test_many_generated_nests_that_multiply_equal_plain_play(first: int) -> None:
    compare_some(range(first, first + 20), 2_500)
