"""The command line in a process of its own, and the schemas of its answers."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from reiterate.cli import command
from tests.support.files import ROOT


def reiterate(*words: str, seed: str = "0") -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": seed, "COLUMNS": "100", "NO_COLOR": "1"}
    return subprocess.run(
        [sys.executable, "-m", "reiterate", *words],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        cwd=ROOT,
    )


def in_process(*words: str) -> tuple[int, str]:
    """The exit code of a command that runs in this process, and what it writes."""
    written = io.StringIO()
    with contextlib.redirect_stdout(written), contextlib.redirect_stderr(written):
        try:
            command(words)
        except SystemExit as ended:
            return int(ended.code or 0), written.getvalue()
    return 0, written.getvalue()


def board(tmp_path: Path, text: str) -> str:
    """A position file with this text."""
    path = tmp_path / "board.yaml"
    path.write_text("format: position/1\n" + text, encoding="utf-8")
    return str(path)


def schema(name: str, number: int = 1) -> Any:
    """A schema that ships in the package."""
    path = ROOT / "src" / "reiterate" / "schemas" / f"{name}-{number}.json"
    return json.loads(path.read_text(encoding="utf-8"))
