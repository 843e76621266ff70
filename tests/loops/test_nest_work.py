"""Rounds inside of rounds: periods of blocks are traced once, and what can't be done is refused after a bounded, counted work (732.1b)."""

from __future__ import annotations

import pytest

from reiterate.certify import chain, size
from reiterate.certify.certificate import certify
from reiterate.certify.chain import found_again
from reiterate.loops import loop as loop_module
from reiterate.loops import play as loops_play
from reiterate.loops import play as nest_work
from reiterate.loops.loop import find_loop, play_through
from reiterate.loops.play import play
from reiterate.refusals import Refusal, Unsupported
from reiterate.script.script import BodyReader
from reiterate.state.json_form import state_to_json
from reiterate.state.model import State
from tests.loops.lemma_rounds import fact, lemmas_from
from tests.support.generated_loops import ELF, Made, engine
from tests.support.loop_cases import Count, assert_same, body_reader, reached

DOUBLES, TOKEN, COUNTERS, GROWS = (["activate engine: #" + str(i), "all pass"] for i in range(1, 5))


def start() -> State:
    """An engine that doubles life, makes an Elf, doubles its counters and grows the Elves."""
    made = Made("nest", "nests", lives=["20", "10^60"])
    engine(
        made,
        "You gain life equal to your life total.",
        f"Create a {ELF}.",
        "Double the number of charge counters on Test Engine.",
        "You gain 1 life for each Elf you control.",
        counters="charge: 1",
    )
    return made.start()


def block(times: str, *parts: list[str]) -> list[str]:
    """A block of these lines."""
    return [f"repeat {times}:", *("  " + line for part in parts for line in part)]


def nest(times: str, levels: int = 2) -> BodyReader:
    """Life is doubled inside, a token is made in the middle, counters are doubled outside."""
    inside = block(times, block(times, DOUBLES), TOKEN)
    return body_reader("\n".join([*(block(times, inside) if levels == 3 else inside), *COUNTERS]))


@pytest.mark.parametrize(
    "body", [nest("10^6"), nest("10^6", 3), nest("1000", 3), body_reader("\n".join(block("10^40", DOUBLES)))]
)
def test_732_1b_a_nest_that_is_not_covered_is_refused_after_a_bounded_work(
    body: BodyReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each unit beyond the last stands for the one choice, or the one closed period, with which the work was spent."""
    count = Count(monkeypatch)
    loop = find_loop(start(), body)
    found = loop.extend(None)
    assert isinstance(found, Refusal) and (found.code, found.exit_code) == ("nest-budget", 3)
    assert nest_work.WORK_BUDGET < loop.skip.work.done < nest_work.WORK_BUDGET + 20_000
    assert count.steps < nest_work.WORK_BUDGET // 4
    steps = count.steps
    assert loop.extend(None) is found and certify(loop) is found
    assert count.steps == steps, "what was refused was worked out again"


def test_732_1b_one_iteration_of_such_a_nest_is_refused_by_name() -> None:
    with pytest.raises(Unsupported) as refused:
        play_through(start(), nest("10^6"))
    assert refused.value.refusal.code == "nest-budget"


def test_what_was_worked_out_before_the_budget_stays_known(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = find_loop(start(), nest("60"))
    first = reached(loop, 1)
    loop.skip.work.done = loop.skip.work.most
    assert isinstance(loop.extend(None), Refusal)
    assert loop.extend(1) is None and loop.reach(1) is first
    assert isinstance(loop.reach(10**6), Refusal)


@pytest.mark.parametrize("times", ["5", "7"])
@pytest.mark.parametrize("levels", [2, 3])
def test_a_nest_of_kept_periods_equals_plain_play(times: str, levels: int) -> None:
    body = nest(times, levels)
    state = start()
    with lemmas_from(2):
        loop = find_loop(state, body)
        for n in range(3):
            assert_same(reached(loop, n), state, n)
            state = play(state, body).state


def test_a_block_is_traced_once_for_all_rounds_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """100 rounds of 100: life is 2^10000 times as much after each iteration, and the Elves are 100 more."""
    count = Count(monkeypatch)
    loop = find_loop(start(), nest("100"))
    assert fact(reached(loop, 1), "p1.life") == str(20 * 2**10_000)
    assert fact(reached(loop, 1), "p1.tokens.Elf Warrior") == "100"
    assert count.steps < 100 * 8, "the inner rounds are traced again in each outer one"


def test_a_kept_period_is_not_used_where_another_amount_has_changed() -> None:
    """Life gained depends on the Elves, which only the block around makes: no symbol of the period before."""
    body = body_reader("\n".join(block("20", block("60", GROWS), TOKEN)))
    played = play_through(start(), body)
    assert fact(played.state, "p1.life") == str(20 + 60 * sum(range(20)))


HALVES = "You gain 1 life. If you have 1000 or more life, you lose half your life, rounded up."


def halving(*blocks: str) -> tuple[State, BodyReader]:
    """A chain of ever new segments: life grows to 1000 and is halved. Its blocks are too short to be done at once."""
    made = Made("halves", "nests", lives=["20", "10^60"])
    engine(made, HALVES, f"Create a {ELF}.")
    lines = DOUBLES  # the first ability
    for times in blocks:
        lines = block(times, lines)
    return made.start(), body_reader("\n".join(lines))


@pytest.mark.parametrize("blocks", [(), ("4", "4"), ("5", "10")])
def test_732_1b_a_chain_of_long_iterations_is_given_up_after_so_many_choices(
    blocks: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """256 rounds in each of 200 iterations, each traced too, took over a minute."""
    assert loop_module.CHOICE_BUDGET <= 15_000
    monkeypatch.setattr(loop_module, "CHOICE_BUDGET", 1_000)
    start, body = halving(*blocks)
    count = Count(monkeypatch)
    loop = find_loop(start, body)
    found = loop.extend(None)
    assert isinstance(found, Refusal)
    assert (found.code, found.exit_code) == ("segment-budget", 3)
    steps = count.steps
    assert 1_000 < steps < 1_000 + 2_000  # at least so many segments are tried
    assert loop.extend(None) is found and certify(loop) is found
    assert count.steps == steps, "what was refused was worked out again"


def test_732_1b_few_iterations_that_are_asked_for_are_played_however_long_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loop_module, "CHOICE_BUDGET", 100)
    start, body = halving("4", "4")
    loop = find_loop(start, body)
    assert isinstance(loop.extend(None), Refusal)
    state = start
    for _ in range(25):
        state = play(state, body).state
    assert_same(reached(loop, 25), state, 25)


def test_732_1b_rounds_that_are_played_in_one_iteration_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert loops_play.ITERATION_BUDGET <= 30_000
    monkeypatch.setattr(loops_play, "ITERATION_BUDGET", 600)
    start, body = halving("10^6", "10^6")
    count = Count(monkeypatch)
    with pytest.raises(Unsupported) as refused:
        find_loop(start, body).extend(None)
    assert refused.value.refusal.code == "iteration-budget"
    assert count.steps <= 2 * 600


# --- certificates that are too large -----------------------------------------------------------------------------


def doubling(times: str, blocks: int) -> BodyReader:
    """Many blocks side by side. A block of doubling has no closed form in a certificate: its rounds are written one by one."""
    parts = [block(times, DOUBLES if i % 2 else COUNTERS) for i in range(blocks)]
    return body_reader("\n".join(line for part in parts for line in part))


@pytest.mark.parametrize("body", [doubling("50", 12), doubling("400", 30), doubling("1000", 5)])
def test_732_1b_a_power_too_long_for_the_checker_is_known_before_anything_is_written(
    body: BodyReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole certificate was played twice and written, and then the checker did not read its powers."""
    loop = find_loop(start(), body)
    assert loop.extend(None) is None
    count = Count(monkeypatch)
    found = certify(loop)
    assert isinstance(found, Refusal) and (found.code, found.exit_code) == ("certificate-budget", 3)
    assert "40 digits" in found.message
    known = count.steps
    assert known < 1_500, "only the loop is worked out again, from its start as a certificate writes it"


def short_rounds(blocks: int) -> BodyReader:
    """Blocks of few rounds, which are written choice by choice."""
    return body_reader("\n".join(line for _ in range(blocks) for line in block("10", TOKEN)))


def test_732_1b_a_certificate_of_too_many_choices_is_given_up_where_it_has_so_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(size, "CHOICE_BUDGET", 300)
    loop = find_loop(start(), short_rounds(20))
    assert loop.extend(None) is None
    again = found_again(loop, state_to_json(loop.heads[0]))
    assert again.extend(None) is None
    count = Count(monkeypatch)
    found = certify(loop)
    assert isinstance(found, Refusal) and found.code == "certificate-budget"
    assert "more than 300 choices" in found.message
    assert count.steps <= 301


def test_732_1b_a_certificate_of_too_many_characters_is_given_up_where_it_has_so_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(size, "FILE_BUDGET", 10_000)
    loop = find_loop(start(), short_rounds(20))
    again = found_again(loop, state_to_json(loop.heads[0]))
    assert again.extend(None) is None
    count = Count(monkeypatch)
    found = certify(loop)
    assert isinstance(found, Refusal) and found.code == "certificate-budget"
    assert "more than 10000 characters" in found.message
    assert count.steps < 10_000 // 30


def test_a_certificate_is_written_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said of rounds of blocks, and what is said without it, come from the same play."""
    body = body_reader("\n".join([*block("60", GROWS), *TOKEN]))
    loop = find_loop(start(), body)
    again = found_again(loop, state_to_json(loop.heads[0]))
    assert again.extend(None) is None
    made: list[object] = []
    plainly = chain.Chain.loop

    def counted(self: chain.Chain, loop: loop_module.Loop) -> None:
        made.append(loop)
        plainly(self, loop)

    monkeypatch.setattr(chain.Chain, "loop", counted)
    assert isinstance(certify(loop), str) and len(made) == 1
