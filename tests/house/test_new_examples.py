"""Property tests draw new examples in every run, on a machine of a build service too."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.support.files import ROOT
from tests.support.trees import nodes_of

ASKED = """
import json
import tests.conftest
from hypothesis import settings
now = settings()
print(json.dumps([now.derandomize, now.print_blob, type(now.database).__name__, now.deadline]))
"""


def nodes_where(word: str) -> Iterator[tuple[Path, ast.AST]]:
    """All nodes of the test files that have a word in them; another one can't name it."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if re.search(rf"\b{word}\b", text):
            yield from ((path, node) for node in nodes_of(text))


@pytest.mark.parametrize("there", ["", "1"])
@pytest.mark.parametrize("soak", ["", "1"])
def test_examples_are_new_and_what_failed_is_kept(there: str, soak: str) -> None:
    """``CI``: there Hypothesis alone would repeat the same examples and keep none."""
    environment = {**os.environ, "CI": there, "REITERATE_SOAK": soak}
    done = subprocess.run([sys.executable, "-c", ASKED], cwd=ROOT, env=environment, capture_output=True, check=True)
    assert json.loads(done.stdout) == [False, True, "DirectoryBasedExampleDatabase", None]


def test_no_test_repeats_its_examples() -> None:
    for path, node in nodes_where("derandomize"):
        if isinstance(node, ast.keyword) and node.arg == "derandomize":
            assert isinstance(node.value, ast.Constant) and node.value.value is False, path


#: Files that make dice of a seed which is always the same, each with the reason.
ALWAYS_THE_SAME: Final = {
    "benchmarks/test_load.py": "plans of a load, drawn as the load draws them",
    "cards/test_cache.py": "names of files in the cache, of which none is looked at",
    "check/test_idle.py": "dice of a board, which has a drawn number itself",
    "check/test_whose_words.py": "dice of a number that Hypothesis drew",
    "games/test_duty.py": "one board for each kind of duty, not a law",
    "loops/test_jumps.py": "dice of a number that Hypothesis drew",
    "loops/test_powers.py": "one nest whose amounts multiply, not a law",
    "rules/decisions/brute_boards.py": "the board with a number, which tests draw",
    "rules/decisions/compared_offers.py": "dice of a board, which has a drawn number itself",
    "rules/decisions/test_slow_payment.py": "dice of a board, which has a drawn number itself",
    "soak/compared_games.py": "long runs draw by the name of the commit",
    "soak/games.py": "long runs draw by the name of the commit",
    "soak/leaving.py": "dice of a game, which has a drawn number itself",
    "soak/layer_boards.py": "long runs draw by the name of the commit",
    "soak/test_games.py": "dice of a number that Hypothesis drew; games of a theme, not a law",
    "soak/test_leaving.py": "dice of a number that Hypothesis drew",
    "support/dice.py": "the dice of each run, of the run's number",
    "support/generated_loops.py": "numbered boards; long runs take other numbers",
    "terms/changed_terms.py": "dice of a number that the test drew",
    "table/api_games.py": "the game with a number; long runs take other numbers",
    "table/killed.py": "the game with a number, whose program is killed",
}


def test_dice_are_those_of_the_run() -> None:
    """A law that always meets the same examples can find nothing new: its dice come from ``tests.support.dice``."""
    found = set()
    for path, node in nodes_where("Random"):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "Random":
            found.add(path.relative_to(ROOT / "tests").as_posix())
    assert found == ALWAYS_THE_SAME.keys()


#: Files that give Hypothesis a seed, each with the reason.
SEEDED: Final = {
    "service/long_drawn.py": "long runs draw by the name of the commit, and each part for itself",
    "table/long_parts.py": "long runs draw by the name of the commit, and each part for itself",
}


def test_hypothesis_is_given_no_seed() -> None:
    found = set()
    for path, node in nodes_where("seed"):
        if (
            isinstance(node, ast.ImportFrom)
            and node.module == "hypothesis"
            and "seed" in {each.name for each in node.names}
        ):
            found.add(path.relative_to(ROOT / "tests").as_posix())
    assert found == SEEDED.keys()


def test_no_test_throws_dice_that_no_number_repeats() -> None:
    """What the module ``random`` throws itself can't be thrown again with the number that a failure tells."""
    for path, node in nodes_where("random"):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "random":
            assert node.attr == "Random", f"{path}:{node.lineno}"
