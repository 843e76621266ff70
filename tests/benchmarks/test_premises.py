"""What each part of ``make bench`` takes for granted of its boards: a figure is told of nothing else than it says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from benchmarks import (
    base,
    bends,
    finding,
    finding_wide,
    growth,
    jumping,
    proving,
    rows,
    ruling,
    starting,
    stepping,
    watching,
)
from benchmarks.boards import board
from benchmarks.finding_wide import FEW, LOOPS, MANY, SPENT, found, spent, worst
from reiterate.loops.loop import find_loop
from reiterate.refusals import INPUT, Refusal
from reiterate.survey.watcher import Watcher
from tests.support.drawn import drawn_cases, drawn_some
from tests.support.files import needs_data

#: Each loop beside each number of creatures at which its search is measured.
WIDE: Final = [(name, size) for name, _ in LOOPS for size in finding_wide.SIZES]
#: The cases that are ruled on.
RULED: Final = sorted(path.name for path in ruling.CASES.glob("*.yaml"))


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


@pytest.mark.slow("wide boards that are searched")
@pytest.mark.parametrize("case", drawn_cases(WIDE, 4, "wide boards", lambda case: f"{case[0]} beside {case[1]}"))
def test_each_loop_is_found_beside_as_many_creatures_for_mana_as_are_measured(case: tuple[str, int]) -> None:
    name, size = case
    found(finding_wide.board(size, *dict(LOOPS)[name]))


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


def _ruled(names: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """What is told of ruling on some of the cases, and on the cards of all of them; no clock is asked."""

    def once(work: Callable[[], object], repeats: int) -> float:
        work()
        return 1.0

    for path in [*ruling.CASES.glob("*.json"), *(ruling.CASES / name for name in names)]:
        (folder / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(ruling, "CASES", folder)
    monkeypatch.setattr(ruling, "seconds", once)
    return ruling.seconds_each()


@needs_data(ruling.DATA)
@pytest.mark.slow("the cards of the cases are read")
def test_cases_whose_ruling_is_measured_are_ruled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """None of them is left out: a median of fewer cases would be another figure."""
    names = drawn_some(RULED, 8, "ruled cases")
    assert _ruled(names, tmp_path, monkeypatch) == dict.fromkeys((Path(name).stem for name in names), 1.0)
    assert len(RULED) > 200


@pytest.mark.soak
@needs_data(ruling.DATA)
def test_every_case_whose_ruling_is_measured_is_ruled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _ruled(RULED, tmp_path, monkeypatch).keys() == {Path(name).stem for name in RULED}


@needs_data(ruling.DATA)
@pytest.mark.slow("the cards of the cases are read")
def test_a_case_that_is_not_read_is_no_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The premise can fail: where the cards are there, a case is not left out in silence."""
    (tmp_path / "none.yaml").write_text("format: nothing", encoding="utf-8")
    with pytest.raises(AssertionError, match="none"):
        _ruled([], tmp_path, monkeypatch)


@pytest.mark.slow("two processes with an engine each")
def test_both_engines_play_the_same_choices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The present engine stands for the old one as well: a loop with bystanders, and a file that repeats nothing."""
    monkeypatch.setattr(base, "ROUNDS", 1)
    base.lay_out(base.ROOT, tmp_path / "positions")
    old, now = base.Engine(base.ROOT / "src"), base.Engine(base.ROOT / "src")
    try:
        told = base.row_of(old, now, tmp_path / "positions" / "guard-gond-crowded.yaml")
        assert told is not None
        assert (told[0], told[3], min(told[1:3]) > 0) == ("guard-gond-crowded", "", True)
        assert base.row_of(old, now, tmp_path / "positions" / "go.yaml") is None
    finally:
        old.close()
        now.close()


@pytest.mark.soak
def test_every_loop_of_the_old_engine_is_played_by_the_present_one_with_the_same_choices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(base, "ROUNDS", 1)
    try:
        found = base.ratios()
    except base.Skipped as why:
        pytest.skip(str(why))
    assert len(found) > 10
    assert [(name, note) for name, _, _, note in found if note] == []
