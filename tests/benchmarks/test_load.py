"""The load: its times, its memory and its rows say what happened, games go on and begin anew, and pages are really looked at."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import load_pages
from benchmarks.load import measured, options_of
from benchmarks.load_games import BOARDS, Game, Measured, Play, begun, drawn
from benchmarks.load_report import Memory, commits
from benchmarks.load_server import named, server, used_by
from benchmarks.times import CLASSES, Times
from reiterate.service import processes
from tests.support.apart import run_apart
from tests.support.browsers import chromium
from tests.support.patience import PATIENCE, patience

#: Somebody with two points of life beside those who take one away: over after a few acts.
SHORT = "format: position/1\nplayers:\n" + "".join(
    f"  p{seat}: {{life: 2, battlefield: [3 Prodigal Sorcerer]}}\n" for seat in (1, 2)
)


def test_times_are_never_below_the_truth_and_at_most_two_percent_above() -> None:
    rng = random.Random(1)
    exact, times = [rng.expovariate(1 / 0.02) for _ in range(5_000)], Times()
    for each in exact:
        times.append(each)
    exact.sort()
    for share in (0.01, 0.5, 0.9, 0.99, 0.999):
        truth = exact[int(share * len(exact)) - 1]
        assert truth <= times.part(share) <= truth * 1.021 + 0.000_01
    assert (len(times), times.part(1.0), times.longest) == (5_000, exact[-1], exact[-1])
    assert len(times.counts) == CLASSES


def test_times_of_two_are_times_of_one() -> None:
    one, other, both = Times(), Times(), Times()
    for number in range(1, 100):
        (one if number % 3 else other).append(number / 1_000)
        both.append(number / 1_000)
    one.add(other)
    assert (one.counts, one.total, one.longest) == (both.counts, both.total, both.longest)
    assert both.told(0.5).startswith("p50 50.") and both.told().endswith("most 99.0 ms")
    assert Times().part(0.99) == 0


@pytest.mark.parametrize(
    ("minutes", "grows", "said"),
    [(60, 0, ": flat"), (60, 20e3, "NOT FLAT"), (60, -20e3, ": flat"), (60, 2e3, ": flat"), (10, 20e3, "too short")],
)
def test_memory_is_flat_where_its_second_half_is(minutes: int, grows: float, said: str) -> None:
    """It grows by ``grows`` bytes a second from 300 MB on; what it did in the first half doesn't count."""
    half = minutes * 30
    held = [300e6 * min(1.0, at / half) + grows * max(0, at - half) for at in range(0, minutes * 60, 10)]
    memory = Memory([(10.0 * number, 20 * number, int(each)) for number, each in enumerate(held)])
    line = memory.told()[1]
    assert said in line
    assert f"{grows * 3600 / 1e6:+.1f} MB in an hour" in line.replace("-0.0", "+0.0")
    assert f"{grows * 10_000 / 2 / 1e6:+.2f} MB in 10,000 choices" in line.replace("-0.00", "+0.00")


def test_few_looks_say_nothing_of_memory() -> None:
    assert Memory([(0.0, 0, 1), (10.0, 9, 2)]).told() == ["memory: too few looks at it"]


def test_commits_are_those_between_two_moments() -> None:
    def moment(commits: int, writes: int, soon: int) -> dict[str, float]:
        named = {"commits": commits, "writes": writes, "writes_in_10_ms": soon}
        return {f'reiterate_table{{state="{name}"}}': float(value) for name, value in named.items()}

    assert commits(moment(10, 12, 12), moment(30, 42, 39)) == (1.5, 0.9)
    assert commits({}, {}) == (0.0, 0.0)


def game_of(may: list[str], refused: set[str]) -> Game:
    return Game(0, "", "", {}, 1, "p1", may, refused=refused)


def test_a_line_that_was_refused_is_not_chosen_again() -> None:
    rng = random.Random(1)
    found = {drawn(game_of(["pass", "activate a", "activate b"], {"activate a"}), rng) for _ in range(50)}
    assert found == {"pass", "activate b"}
    assert drawn(game_of(["pass", "activate a"], {"pass"}), rng) == "activate a"
    assert drawn(game_of(["pass"], {"pass"}), rng) == ""


def test_processes_are_named_by_their_words() -> None:
    assert named([b"python", b"-m", b"reiterate", b"serve"]) == "http"
    begun_as = [b"python", b"-m", processes.BEGIN.encode()]
    assert named([*begun_as, b"reiterate.service.game_host", b"1000"]) == "game_host"
    assert named([*begun_as, b"reiterate.service.worker", b"1000"]) == "worker"
    assert named([b"/usr/lib/chromium/chromium", b"--type=renderer"]) == "browser"
    assert named([b"sleep", b"9"]) == "other"


def test_the_hour_is_the_line_that_has_to_be_kept() -> None:
    options = options_of(["--hour"])
    assert (options.games, options.pages, options.slider) == (1_000, 20, True)
    assert (options.every, options.seconds, options.readers, options.server) == (10.0, 3_600.0, 0, ["--pages"])
    assert options_of([]).readers == 20 and options_of([]).server == []


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[int, int]]:
    with server(f"sqlite:///{tmp_path}/games.db", ["--pages"]) as found:
        yield found


@pytest.mark.slow("starts a server")
def test_games_that_are_over_begin_anew_and_nothing_goes_wrong(served: tuple[int, int]) -> None:
    pid, port = served

    async def played() -> Measured:
        games = [await begun(port, board) for board in (SHORT, *BOARDS)]
        first = [game.path for game in games]
        play = Play(games, 0.05, 1)
        found, end = play.found, time.monotonic() + patience()
        while len(found.choices) <= 50 or not found.begun_anew or not found.events or len(found.late) <= 10:
            assert time.monotonic() < end and not found.wrong, found
            await play.on(time.monotonic() + 2, 2)
        assert games[0].path != first[0] and games[0].decides
        assert games[0].acts < found.ended[SHORT][1]
        return found

    found = run_apart(played())
    assert not found.wrong
    assert set(found.ended) == {SHORT}
    assert {used.name for used in used_by(pid).values()} >= {"http", "game_host"}


@pytest.mark.soak
@pytest.mark.skipif(not chromium(), reason="no browser")
def test_a_short_load_with_pages_and_a_slider(
    served: tuple[int, int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CATCHING_UP", "LOST"):
        monkeypatch.setattr(load_pages, name, PATIENCE)
    pid, port = served
    given = "--games 6 --pages 3 --slider --seconds 6 --every 0.5 --rows 3"
    options = options_of(given.split())

    async def run() -> bool:
        async with load_pages.browsing() as pages:
            fine = await measured(pid, port, options, pages)
            assert pages.rows > 30
            assert [page.latest for page in pages.games] == [page.game.last for page in pages.games]
            assert all(page.latest > 1 for page in pages.games)
            return fine

    assert run_apart(run())
    printed = capsys.readouterr().out
    assert "redraws" in printed and "went wrong: nothing" in printed and "browser: " in printed
    assert printed.count("aim of p95 100 ms") == 2


@pytest.mark.soak
@pytest.mark.skipif(not chromium(), reason="no browser")
def test_a_page_that_does_not_show_the_last_entry_is_wrong(
    served: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load_pages, "CATCHING_UP", PATIENCE)

    async def run() -> dict[str, int]:
        async with load_pages.browsing() as pages:
            game = await begun(served[1], BOARDS[0])
            await pages.open([game])
            await pages.end()
            assert not pages.seen.wrong
            monkeypatch.setattr(load_pages, "CATCHING_UP", 0.3)
            game.last += 1
            await pages.end()
            return dict(pages.seen.wrong)

    assert run_apart(run()) == {"a page of p1 shows entry 1 of 2": 1}
