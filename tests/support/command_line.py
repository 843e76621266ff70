"""The command line in this process, or in one of its own. Of a command's own process most is spent on its start."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path
from unittest import mock

from reiterate.cli.main import command
from tests.support.files import ROOT

Done = subprocess.CompletedProcess[str]


def reiterate(*words: str, cwd: Path = ROOT, typed: str = "", encoding: str = "utf-8", **environment: str) -> Done:
    """Run the command line in this process, as if in one of its own: its exit code, and what it writes and says.

    ``typed``: its standard input. ``encoding``: that of its streams. A bug of ours is raised as it is.
    """
    given = io.TextIOWrapper(io.BytesIO(typed.encode(encoding)), encoding)
    out, said = (io.TextIOWrapper(io.BytesIO(), encoding, "backslashreplace", newline="\n") for _ in range(2))
    code = 0
    with (
        contextlib.chdir(cwd),
        mock.patch.dict(os.environ, {"COLUMNS": "100", "NO_COLOR": "1", **environment}),
        mock.patch.object(sys, "stdin", given),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(said),
    ):
        try:
            command(words)
        except SystemExit as ended:
            code = int(ended.code or 0)
    return Done(list(words), code, _written(out), _written(said))


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def apart(*words: str, cwd: Path = ROOT, **environment: str) -> Done:
    """Run the command line in a process of its own, for what only such a one shows: hash seeds, signals, the whole start."""
    told = {**os.environ, "PYTHONHASHSEED": "0", "COLUMNS": "100", "NO_COLOR": "1", **environment}
    line = [sys.executable, "-m", "reiterate", *words]
    return subprocess.run(line, capture_output=True, text=True, check=False, env=told, cwd=cwd)


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
