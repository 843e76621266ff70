"""What each part of ``make bench`` takes for granted of its boards: a figure is told of nothing else than it says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import bends, finding, finding_wide, growth, jumping, proving, rows, starting, stepping, watching
from benchmarks.boards import board
from benchmarks.finding_wide import FEW, LOOPS, MANY, SPENT, found, spent, worst
from reiterate.loops.loop import find_loop
from reiterate.refusals import INPUT, Refusal
from reiterate.survey.watcher import Watcher


def test_the_loop_beside_bystanders_never_ends_and_has_a_far_jump() -> None:
    for bystanders in (0, 30):
        loop = find_loop(*board(bystanders))
        assert loop.extend(None) is None and loop.endless
    assert jumping.fresh(jumping.GOOGOL).rows.keys() == jumping.fresh(10).rows.keys()
    assert jumping.playing(*board(0), 2) == len(stepping.known_choices(*board(0), 2)) > 0


@pytest.mark.parametrize("bend", bends.BENDS, ids=lambda bend: bend.name)
def test_each_kind_of_work_is_done_on_the_smallest_and_the_widest_board(
    bend: bends.Bend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside 1,000 rows a refusal was timed instead of a certificate, which was told as a small cost."""

    def once(work: Callable[[], object]) -> float:
        work()
        return 1.0

    monkeypatch.setattr(bends, "seconds", once)
    assert bend.cost(min(bend.sizes)) > 0
    assert bend.cost(max(bend.sizes)) > 0


def test_a_certificate_that_is_refused_is_no_certificate() -> None:
    """The premise can fail: a wider board is over what the checker reads."""
    with pytest.raises(AssertionError, match="300 rows"):
        bends.certified(*board(300))


@pytest.mark.parametrize(
    ("kind", "texts", "far", "aim"), growth.KINDS, ids=lambda each: each if isinstance(each, str) else ""
)
def test_each_kind_of_growth_can_be_jumped_as_far_as_is_measured(
    kind: str, texts: tuple[str, ...], far: int, aim: float | None
) -> None:
    growth.jumped(*growth.loop_of(texts), far)
    assert kind and (aim is None) == (far < growth.GOOGOL)


@pytest.mark.parametrize(("name", "entries"), LOOPS, ids=[name for name, _ in LOOPS])
def test_each_loop_is_found_beside_creatures_for_mana(name: str, entries: tuple[str, ...]) -> None:
    found(finding_wide.board(1, *entries))
    found(finding_wide.board(finding_wide.FITTED_FROM, *entries))


@pytest.mark.parametrize("bystanders", [FEW, MANY])
def test_the_budget_is_used_up_beside_few_and_many(bystanders: int) -> None:
    spent(finding_wide.board(bystanders), SPENT)


@pytest.mark.parametrize("steps", [1_000, pytest.param(finding_wide.WORST_STEPS, marks=pytest.mark.soak)])
def test_the_search_of_the_worst_board_runs_out(steps: int) -> None:
    worst(steps)


def test_a_loop_that_is_found_is_no_budget_that_ran_out() -> None:
    """The premise can fail: the very board on which creatures untap has a loop."""
    state = finding_wide.board(3, *LOOPS[0][1])
    with pytest.raises(AssertionError):
        spent(state, SPENT)
    with pytest.raises(AssertionError):
        found(finding_wide.board(3))


def test_the_examples_of_the_finder_are_there() -> None:
    stems = {path.stem for path in finding.EXAMPLES.rglob("*.yaml")}
    assert stems >= finding.WITHOUT | proving.WITHOUT and len(stems) > 10


def test_an_example_that_is_not_certified_is_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "EXAMPLES", finding.EXAMPLES / "combos")
    monkeypatch.setattr(proving, "certify", lambda loop: Refusal(INPUT, "none", "no certificate"))
    with pytest.raises(AssertionError, match="no certificate"):
        proving.seconds_each()


@pytest.mark.parametrize(("name", "head", "tail", "lap"), watching.GAMES, ids=[each[0] for each in watching.GAMES])
def test_a_watched_game_is_played_to_its_end_and_recognised(
    name: str, head: str, tail: str, lap: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "LAPS", 6)
    for size, _ in watching.SIZES:
        start, made = watching.game(head, tail, lap, size)
        watcher = Watcher(start)
        for choice, after in made:
            watcher.feed(choice, after)
        assert watcher.recognised, name


def test_the_cards_beside_a_start_have_names_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "cards.jsonl"
    starting.many_cards(path)
    names = [json.loads(line)["name"] for line in path.read_text("utf-8").splitlines()]
    assert len(names) == len(set(names)) == starting.CARDS
    assert (starting.ROOT / starting.EXAMPLE).is_file()


def test_an_error_in_a_process_that_is_measured_is_told_with_its_words() -> None:
    with pytest.raises(RuntimeError, match="AssertionError: no such premise"):
        rows.peak_of("assert False, 'no such premise'")
    assert rows.peak_of("pass") > 1_000
