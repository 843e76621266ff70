"""Loops inside loops: blocks of a written number of rounds, nested, equal plain play and are not played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from reiterate.amounts import value_of
from reiterate.loops.loop import find_loop, jump, play_through
from reiterate.loops.play import DONE, play
from reiterate.refusals import Refusal
from reiterate.script import script
from reiterate.script.expect import look_up
from reiterate.shortcuts.road import Road
from reiterate.state.model import State
from tests.loop_boards import CREATURE, ELF, ELF_ENTRY, GOBLIN, Made, each_of, engine, steady
from tests.loops_board import Count, assert_same, body_reader, reached, read

GOOGOL = 10**100

SACRIFICE = """format: position/1
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
      - Ashnod's Altar
script: |
"""
#: A block of blocks of loops; each middle round spends one of what its inner loop made.
NEST = """  repeat N:
    repeat N:
      repeat N:
        activate Midnight Guard
        all pass
        all pass
      activate Ashnod's Altar sacrificing Elf Warrior
"""
#: What the first loop of an iteration makes the second one spends to the last.
SPENT = """  repeat N:
    repeat N:
      activate Midnight Guard
      all pass
      all pass
    repeat N:
      activate Ashnod's Altar sacrificing Elf Warrior
"""


@contextmanager
def folding_from(rounds: int) -> Iterator[None]:
    """Blocks of more rounds than these are not simply played."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(script, "ROUNDS_PLAYED", rounds)
        patch.setattr(script, "ROUNDS_OF_BLOCKS", rounds)
        yield


def final(text: str) -> State:
    position = read(text)
    road = Road(position.state)
    refused = road.extend(position.script, 0)
    assert refused is None, refused
    return road.final


def fact(state: State, path: str) -> str:
    found = look_up(state, path, {})
    assert isinstance(found, str), found
    return found


# --- nests of a written number of rounds ---------------------------------------------------------------------------


@pytest.mark.parametrize("body", [NEST, SPENT])
def test_a_nest_equals_plain_play_for_small_counts(body: str) -> None:
    for n in range(1, 7):
        text = SACRIFICE + body.replace("N", str(n))
        with folding_from(10**9):
            position = read(text)
            played = play(position.state, script.BodyReader(position.script))
            assert played.stop == DONE
        with folding_from(2):
            assert_same(final(text), played.state, n)
            assert_same(play_through(position.state, script.BodyReader(position.script)).state, played.state, n)


@pytest.mark.parametrize("n", [10**6, GOOGOL])
def test_a_nest_three_deep_of_very_many_each(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    count = Count(monkeypatch)
    state = final(SACRIFICE + NEST.replace("N", str(n)))
    assert count.steps < 200
    assert fact(state, "tally.activations") == str(n**3)
    assert fact(state, "p1.mana.C") == str(2 * n**2)
    assert fact(state, "p1.tokens.Elf Warrior") == str(n**3 - n**2)
    state = final(SACRIFICE + SPENT.replace("N", str(n)))
    assert fact(state, "p1.tokens.Elf Warrior") == "0"
    assert fact(state, "p1.mana.C") == str(2 * n**2)


def test_a_nest_costs_the_same_however_often() -> None:
    taken = []
    for n in (10**6, GOOGOL):
        with pytest.MonkeyPatch.context() as patch:
            count = Count(patch)
            final(SACRIFICE + NEST.replace("N", str(n)))
            taken.append(count.steps)
    assert taken[0] == taken[1]


def test_a_block_that_spends_more_than_there_is_ends_in_its_exact_round() -> None:
    """Each iteration takes 3*10^58 Elves of 10^60: the 34th has not enough for its block."""
    made = Made("short", "short")
    engine(made, f"Create two {GOBLIN}s.")
    made.cards.append(("Test Altar", CREATURE, "Sacrifice three Elves: You gain 1 life."))
    made.entries[0] += ["Test Altar", f"{{{ELF_ENTRY}, count: 10^60}}"]
    body = "repeat 10^58:\n  activate Test Altar sacrificing 3 Elf Warrior\n  all pass\nactivate engine\nall pass"
    start, reader = made.start(), body_reader(body)
    loop = find_loop(start, reader)
    assert loop.extend(None) is None and loop.end is not None
    assert loop.end.iteration == 34
    left = 10**60 - 33 * 3 * 10**58
    assert loop.end.choice == 1 + (left // 3) * 3  # the activation and two passes each
    before = reached(loop, 33)
    assert fact(before, "p1.tokens.Elf Warrior") == str(left)
    assert fact(loop.end.state, "p1.tokens.Elf Warrior") == str(left % 3)


# --- generated nests -----------------------------------------------------------------------------------------------


def generated(number: int) -> tuple[Made, list[str]]:
    """A board with an engine of several abilities, and a nest of blocks of them, three deep."""
    rng = random.Random(f"nests {number}")
    made = Made(f"nests-{number}", "nests", lives=["20", str(rng.choice((400, 9999, 10**9)))])
    sentences = [
        f"Create a {ELF}.",
        each_of(rng, "Elf"),
        steady(rng).replace("on each creature you control", "on Test Engine"),
        rng.choice((f"Create a {GOBLIN} for each Elf you control.", "You lose 1 life.", "Each opponent loses 3 life.")),
    ]
    engine(made, *sentences)
    acts = [[f"activate engine: #{i + 1}", "all pass"] for i in range(len(sentences))]
    made.entries[0].append(f"{{{ELF_ENTRY}, count: {rng.randint(2, 9)}}}")

    def block(depth: int) -> list[str]:
        lines = [f"repeat {rng.randint(4, 6)}:"]
        for part in range(rng.randint(1, 2)):
            if depth > 1 and part == 0:
                lines += ["  " + line for line in block(depth - 1)]
            else:
                lines += ["  " + line for line in rng.choice(acts)]
        return lines

    return made, [*rng.choice(acts), *block(3), *rng.choice(acts)]


def compare(number: int) -> int:
    """One iteration and its repetition, folded, against plain play; the number of choices done at once."""
    made, lines = generated(number)
    start = made.start()
    with folding_from(10**9):
        reader = body_reader("\n".join(lines))
        played = play(start, reader)
        states = [played.state]
        if played.stop == DONE and len(played.choices) < 400:
            states.append(play(played.state, reader).state)
    with folding_from(2):
        reader = body_reader("\n".join(lines))
        folded = play_through(start, reader)
        assert_same(folded.state, played.state, made.name)
        assert folded.stop == played.stop
        skipped = value_of(folded.skipped)
        assert isinstance(skipped, int)
        assert skipped + len(folded.choices) == len(played.choices)
        loop = find_loop(start, reader)
        if played.stop != DONE:
            assert isinstance(jump(loop, 1), Refusal) and loop.end is not None
            assert (loop.end.iteration, loop.end.choice) == (1, len(played.choices) + 1)
            assert_same(loop.end.state, played.state)
            return skipped
        for n, state in enumerate(states, 1):
            found = jump(loop, n)
            assert isinstance(found, State) or loop.end is not None
            if isinstance(found, State):
                assert_same(found, state, (made.name, n))
    return skipped


def test_generated_nests_equal_plain_play() -> None:
    assert sum(compare(number) > 0 for number in range(12)) >= 8


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 240, 20))
def test_many_generated_nests_equal_plain_play(first: int) -> None:
    for number in range(first, first + 20):
        compare(number)
