"""What a command writes to: standard streams that may be closed or full, and files that must not be those it reads."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TextIO

from reiterate.refusals import INPUT, Refusal, Where

#: Why a stream takes no more, which is the doing of its other end: it is full, too long, broken or closed.
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})


def opened_streams() -> None:
    """Make the standard streams ready: a closed one takes nothing, and what has no letters there is written as its number."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _nowhere() -> TextIO:
    return io.TextIOWrapper(io.FileIO(os.devnull, "w"), encoding="utf-8")


def drop_output() -> None:
    """Let what is still to be written to standard output go nowhere: the interpreter flushes once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def not_taken(error: OSError) -> Refusal | None:
    """The refusal where a standard stream takes nothing more; None for an error of another kind."""
    if error.filename is not None or error.errno not in _FULL:
        return None
    return Refusal(INPUT, "file", f"standard output: {error.strerror}", "a place that takes what is written")


def put(path: Path, text: str, read: Iterable[Path]) -> Refusal | None:
    """Write a text to a file; a refusal where that can't be, or where it is one of the files that the command has ``read``."""
    if any(_same(path, each) for each in read):
        message = "the output would take the place of a file that the command reads"
        return Refusal(INPUT, "file-exists", message, "another name", where=Where(path.name))
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        expected = "a file that can be written" if path.parent.is_dir() else "a file in a folder that is there"
        return Refusal(INPUT, "file", f"{path}: {error.strerror}", expected)
    return None


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one of them is not there, or is no file
        return False
