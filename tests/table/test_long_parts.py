"""The long tests of the table, part by part (``tests/table/long_parts.py``), and a short one of each kind that is no other test."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support import postgres
from tests.support.files import ROOT
from tests.table.api_games import PAGE_OF, play_game, server_of_games
from tests.table.laid_table import quick_folder
from tests.table.long_parts import KINDS, rows


@pytest.mark.slow("plays games over HTTP and replays them")
def test_what_each_seat_is_sent_over_http_names_no_hidden_card() -> None:
    with quick_folder() as folder, server_of_games(folder) as laid:
        for number in range(0, 3 * PAGE_OF, PAGE_OF):  # one of them is a game of decks
            tally = play_game(laid, number, 20, kill=number == PAGE_OF)
            assert tally["bytes of pages"] > 100_000 and tally["words at pages"] > 2, tally
            assert tally["bytes searched"] > 100_000 and tally["entries answered"] > 4, tally


def test_parts_that_passed_are_told_in_stretches() -> None:
    one = {"kind": "drawn games", "commit": "abc", "counts": {"games": 2}, "seconds": 1.5, "cpu": 1.0}
    told = rows([{**one, "part": part} for part in (0, 1, 2, 5)])
    last = KINDS["drawn games"][0] - 1
    assert told == [f"| drawn games | 0 to 2, 5 of 0 to {last} | `abc` | games 8 | 6 | 4 |"]


@pytest.mark.soak
@pytest.mark.parametrize("part", [f"{kind}/{number}" for kind, (parts, _) in KINDS.items() for number in range(parts)])
def test_a_part(part: str) -> None:
    """In a process of its own: killed programs are forks, which no thread of a server may stand beside."""
    kind, _, number = part.partition("/")
    if kind == "kills on PostgreSQL" and not postgres.installed():
        pytest.skip(postgres.ABSENT)
    code = f"from tests.table.long_parts import run_part; run_part({kind!r}, {number})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
