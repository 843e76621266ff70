"""A program at the table is killed at random moments (``tests/table/killed.py``): what was answered is there, once."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.files import ROOT


def answered_by_programs_that_are_killed(number: int, url: str) -> int:
    """How many entries were answered by so many programs that were killed. None of them is lost."""
    command = [sys.executable, "-m", "tests.table.killed", str(number), url]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return int(done.stdout.split()[0])


@pytest.mark.slow("kills many programs one after the other")
def test_no_answered_entry_is_lost_where_a_program_is_killed(url: str) -> None:
    number = 6 if url.startswith("sqlite") else 4
    assert (
        answered_by_programs_that_are_killed(number, url) >= number * 3 // 4
    )  # three of four are killed behind an answer
