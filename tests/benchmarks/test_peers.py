"""How engines are measured beside each other: commands of other engines, and the present one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import peer_loop, peers


def engine(folder: Path, code: str) -> list[str]:
    """A command that stands for an engine: ``n`` is the number of iterations."""
    path = folder / "engine.py"
    path.write_text(f"import sys\nn = int(sys.argv[-1])\n{code}\n", encoding="utf-8")
    return [sys.executable, str(path)]


def test_the_present_engine_makes_a_token_an_iteration() -> None:
    assert [peer_loop.elves(peer_loop.played(n)) for n in (0, 1, 7)] == [0, 1, 7]


def test_an_engine_is_measured_between_two_numbers_of_iterations(tmp_path: Path) -> None:
    each, peak = peers.milliseconds_of(engine(tmp_path, "sum(range(n * 20_000))\nprint('elves:', n)"))
    assert each > 0 and peak > 1000


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("print(min(n, 50))", "400 iterations gave 50 Elf Warriors"),
        ("sys.exit(3)", "10 iterations ended with exit code 3"),
        ("pass", "10 iterations ended with exit code 0"),
    ],
)
def test_an_engine_that_plays_another_game_has_no_figure(code: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(peers.Failed, match=told):
        peers.milliseconds_of(engine(tmp_path, code))


def test_a_command_that_is_not_there_has_no_figure(tmp_path: Path) -> None:
    with pytest.raises(peers.Failed, match="can't be run"):
        peers.milliseconds_of([str(tmp_path / "none")])


def test_an_engine_without_a_command_is_skipped() -> None:
    found = dict(peers.commands({"REITERATE_PEER_XMAGE": "java -cp 'a b' Loop"}))
    assert found["XMage"] == ["java", "-cp", "a b", "Loop"]
    assert found["Forge"] is None and found[peers.OWN] is not None
