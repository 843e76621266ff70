"""Property tests draw new examples in every run, on a machine of a build service too."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys

import pytest

from tests.support.files import ROOT

ASKED = """
import json
import tests.conftest
from hypothesis import settings
now = settings()
print(json.dumps([now.derandomize, now.print_blob, type(now.database).__name__, now.deadline]))
"""


@pytest.mark.parametrize("there", ["", "1"])
@pytest.mark.parametrize("soak", ["", "1"])
def test_examples_are_new_and_what_failed_is_kept(there: str, soak: str) -> None:
    """``CI``: there Hypothesis alone would repeat the same examples and keep none."""
    environment = {**os.environ, "CI": there, "REITERATE_SOAK": soak}
    done = subprocess.run([sys.executable, "-c", ASKED], cwd=ROOT, env=environment, capture_output=True, check=True)
    assert json.loads(done.stdout) == [False, True, "DirectoryBasedExampleDatabase", None]


def test_no_test_repeats_its_examples() -> None:
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "derandomize":
                assert isinstance(node.value, ast.Constant) and node.value.value is False, path
