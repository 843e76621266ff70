"""Showpieces: what grows past all writing, ends of 51 digits, an end inside a block, and drains in segments."""

from __future__ import annotations

from math import isqrt

import pytest

from reiterate.amounts import RULES, Formula, decimal_text, digits_text
from reiterate.loops.loop import find_loop, jump
from reiterate.loops.play import OVER, play, play_skipping_rounds
from reiterate.loops.trace import SkipByLemma
from reiterate.refusals import Refusal
from reiterate.script.script import BodyReader
from reiterate.state.model import State, player
from reiterate.state.normal_form import explode
from tests.loops.swarms import blocks, board, swarm, tokens
from tests.support.generated_loops import ARTIFACT, CREATURE, ELF, ELF_ENTRY, Made, engine
from tests.support.loop_cases import Count, assert_same, body_reader, reached

GOOGOL = 10**100


def doubled(n: int) -> None:
    start, reader = swarm()
    state = start
    for _ in range(n):
        state = play(state, reader).state
    found = reached(find_loop(start, reader), n)
    assert_same(found, state)
    played, jumped = tokens(state, "Insect"), tokens(found, "Insect")
    assert isinstance(played, int) and isinstance(jumped, int)
    assert decimal_text(played) == decimal_text(jumped) == decimal_text(2**n)


def test_a_doubling_swarm_is_equal_digit_by_digit() -> None:
    doubled(300)


@pytest.mark.soak
def test_a_doubling_swarm_of_ten_thousand_iterations_is_equal_digit_by_digit() -> None:
    doubled(10**4)


def test_a_doubling_swarm_of_a_googol_of_iterations_is_a_formula() -> None:
    start, reader = swarm()
    found = tokens(reached(find_loop(start, reader), GOOGOL), "Insect")
    assert isinstance(found, Formula) and digits_text(found).startswith("2^(10^100) (")
    assert tokens(reached(find_loop(start, reader), GOOGOL + 1), "Insect") == 2 * found


LANDFALL = (
    "Landfall — Whenever a land you control enters, create a 1/1 green Insect creature token. "
    "If you control six or more lands, create a token that's a copy of Scute Swarm instead."
)
REPLAYED = """\
activate engine: return targeting newest Forest
all pass
activate engine: put
all pass
yes
"""
EACH = "for each trigger:\n  all pass\n"


def scute_swarm(lands: int = 6) -> tuple[State, BodyReader]:
    """A land returned and put back in each iteration, beside two Swarms: a card and a token, with six lands."""
    made = Made("landfall", "landfall")
    engine(
        made,
        "Return target land you control to its owner's hand.",
        "You may put a land card from your hand onto the battlefield.",
    )
    made.cards.append(("Scute Swarm", "Creature — Insect", LANDFALL))
    made.entries[0] += ["Scute Swarm", f"{{card: Forest, count: {lands}}}"]
    made.body = (REPLAYED + EACH).splitlines()
    state, first = made.loop()
    return play(state, first).state, body_reader(REPLAYED + "order #1 first\n" + EACH * 2)


def landfalls(n: int) -> None:
    start, reader = scute_swarm()
    state = start
    for _ in range(n):
        state = play_skipping_rounds(state, reader, SkipByLemma()).state
    found = reached(find_loop(start, reader), n)
    assert_same(found, state)
    played, jumped = tokens(state, "Scute Swarm"), tokens(found, "Scute Swarm")
    assert decimal_text(played) == decimal_text(jumped) == decimal_text(2 ** (n + 1))  # type: ignore[arg-type] # whole here


def test_scute_swarm_doubles_digit_by_digit() -> None:
    landfalls(60)


@pytest.mark.soak
def test_scute_swarm_of_ten_thousand_iterations_is_equal_digit_by_digit() -> None:
    landfalls(10**4)


def test_scute_swarm_of_a_googol_of_iterations_is_a_formula() -> None:
    start, reader = scute_swarm()
    loop = find_loop(start, reader)
    found = tokens(reached(loop, GOOGOL), "Scute Swarm")
    assert isinstance(found, Formula) and digits_text(found).startswith("2^(10^100 + 1) (")
    assert tokens(reached(loop, GOOGOL + 1), "Scute Swarm") == 2 * found


def test_scute_swarm_with_five_lands_makes_plain_insects() -> None:
    made = scute_swarm(5)[0]
    assert [tokens(made, name) for name in ("Scute Swarm", "Insect")] == [1, 1]


def quadratic_end(life: int) -> int:
    """The first n with 1 + 2 + ... + n >= life."""
    n = (isqrt(8 * life + 1) - 1) // 2
    return n if n * (n + 1) // 2 >= life else n + 1


@pytest.mark.parametrize("life", [GOOGOL, GOOGOL + 1, 5050, 5051, 56])
def test_life_of_a_googol_against_a_swarm_that_grows_ends_at_an_iteration_of_51_digits(life: int) -> None:
    drain = f"Create a {ELF}. Each opponent loses 1 life for each Elf you control."
    start, reader = board("googol", drain, "You gain 1 life.", lives=("20", str(life))).loop()
    loop = find_loop(start, reader)
    assert loop.extend(None) is None
    last = quadratic_end(life)
    assert len(str(last)) == 51 or life < GOOGOL
    end = loop.end
    assert end is not None and (end.kind, end.iteration, end.choice) == (OVER, last, 4)  # inside: the gain is not done
    assert isinstance(jump(loop, last), Refusal)
    before = reached(loop, last - 1)
    assert before.rows[player(1)].get("life") == life - (last - 1) * last // 2
    assert play(before, reader).stop == OVER
    if not loop.segments:
        return
    period, n = loop.segments[-1].period, loop.segments[-1].periods
    assert isinstance(n, int)
    for k, all_hold in ((0, True), (n // 2, True), (n - 1, True), (n, False)):
        values = dict(enumerate(int(v) for v in period.closed.at(k) if isinstance(v, int)))
        assert all(guard.holds(values) for guard in period.guards if guard.purpose == RULES) == all_hold


@pytest.mark.parametrize("life", [300, 301, 10**50, 10**50 + 12345])
def test_an_end_inside_a_block_of_very_many_triggers(life: int) -> None:
    start, reader = blocks(str(life))
    loop = find_loop(start, reader)
    assert loop.extend(None) is None
    last = quadratic_end(life)
    before = life - last * (last - 1) // 2  # life at the beginning of the last iteration, at most its triggers
    assert loop.end is not None
    complete = before == last  # the last trigger of the block kills: nothing of the iteration is left undone
    assert (loop.end.kind, loop.end.iteration) == (OVER, last + complete)
    assert loop.end.choice == (1 if complete else 1 + 1 + 2 + 2 * before)
    if life < 1000:
        played = play(reached(loop, last - 1), reader)
        assert_same(played.state, loop.end.state)
        assert complete or loop.end.choice == len(played.choices) + 1
    else:
        assert_same(play_skipping_rounds(reached(loop, last - 1), reader, SkipByLemma()).state, loop.end.state)


def test_a_block_counts_like_triggers_in_however_many_rows() -> None:
    """Three sources that are alike, in three rows, have a trigger each: all three are meant by the block."""
    made = Made("rows", "rows", [("Test Maker", ARTIFACT, f"{{0}}: Create a {ELF}.")])
    made.cards.append(
        ("Test Feeler", CREATURE, "Whenever another creature enters, you gain life equal to Test Feeler's power.")
    )
    made.entries[0] += ["Test Maker", "3 Test Feeler"]
    made.body = ["activate Test Maker", "all pass", "for each trigger:", "  all pass"]
    state, reader = made.loop()
    for n in range(1, 4):
        state = play(explode(state), reader).state
        assert not state.stack and state.rows[player(0)].get("life") == 20 + 3 * n


def test_a_drain_of_three_players_goes_on_in_segments() -> None:
    lives = ("20", "10^30", "77", "10^60")
    made = board("drain", "Each opponent loses 2 life.", "You gain 1 life.", lives=lives)
    start, reader = made.loop()
    loop = find_loop(start, reader)
    assert loop.extend(None) is None
    ends = [s.start + s.periods * s.period.iterations for s in loop.segments if s.periods is not None]
    assert ends == [38, 10**30 // 2 - 1, 10**60 // 2 - 1]
    assert loop.end is not None and (loop.end.kind, loop.end.iteration) == (OVER, 10**60 // 2)
    for n in (37, 38, 39, 10**30 // 2 - 1, 10**30 // 2, 10**60 // 2 - 1):
        state = reached(loop, n)
        lost = [bool(state.rows[player(seat)].cls.prop("lost")) for seat in range(4)]
        assert lost == [False, 2 * n >= 10**30, 2 * n >= 77, False]
        assert state.rows[player(0)].get("life") == 20 + n


def test_jumps_of_every_kind_cost_the_same_however_far(monkeypatch: pytest.MonkeyPatch) -> None:
    life = str(GOOGOL**3)
    grown = board(
        "grown", f"Create a {ELF}.", "You gain 1 life for each Elf you control.", entries=(f"{{{ELF_ENTRY}}}",)
    )
    for start, reader in (blocks(life), grown.loop(), swarm()):
        taken = []
        for far in (10**4, GOOGOL):
            count = Count(monkeypatch)
            reached(find_loop(start, reader), far)
            taken.append(count.steps)
        assert taken[0] == taken[1] < 200
