"""The server that a load is put on: its process, its figures, and what it and others use of the machine."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

#: A server that hinders no client: all players have one address here.
LIMITS: Final = {
    "rate": 100_000, "burst": 100_000, "each": 4_000, "connections": 4_000, "sockets": 4_000, "streams": 4_000, "games": 100_000, "bytes": 10**9,
}  # fmt: skip

#: Names of processes by a word of their command line, the first that fits.
NAMES: Final = (
    (re.compile(rb"^reiterate\.service\.(?!begin$)(\w+)$"), ""),
    (re.compile(rb"^reiterate$"), "http"),
    (re.compile(rb"chrom"), "browser"),
    (re.compile(rb"playwright|node$"), "driver"),
)


@dataclass(slots=True)
class Used:
    """What a process has used: seconds of a core, and the bytes of memory that it holds, with its share of what others hold too (PSS)."""

    name: str
    seconds: float
    memory: int


def used_by(pid: int, but: int = 0) -> dict[int, Used]:
    """What a process and those that it has started have used, by number; without those of a process ``but``."""
    found = {}
    for each in [pid, *children(pid, but)]:
        with contextlib.suppress(OSError, IndexError):
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            name = named(Path(f"/proc/{each}/cmdline").read_bytes().split(b"\0"))
            seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            found[each] = Used(name, seconds, held_by(each))
    return found


def named(words: list[bytes]) -> str:
    """What a process is, by its command line."""
    for pattern, name in NAMES:
        for word in words:
            fits = pattern.search(word)
            if fits is not None:
                return name or fits[1].decode()
    return "other"


def held_by(pid: int) -> int:
    """The bytes that a process holds, where a page that several of them hold is divided among them. Raises ``OSError``."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def children(pid: int, but: int = 0) -> list[int]:
    """The numbers of the processes that a process has started, and of those that they have started; not of ``but``."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for path in Path(f"/proc/{pid}/task").iterdir():
            found += [int(word) for word in (path / "children").read_text().split()]
    found = [each for each in found if each != but]
    return found + [inner for child in found for inner in children(child, but)]


def busy() -> float:
    """The seconds of cores that all programs of this machine have used since it was started."""
    fields = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def server(database: str, words: list[str], bounds: Mapping[str, int] = LIMITS) -> Iterator[tuple[int, int]]:
    """A server with these limits: its process and its port."""
    limits = [word for name, number in bounds.items() for word in ("--limit", f"{name}={number}")]
    command = [sys.executable, "-m", "reiterate", "serve", "--port", "0", "--database", database, *limits, *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        try:
            first = json.loads(running.stderr.readline())
            emptying = threading.Thread(target=_read_all, args=(running.stderr,))
            emptying.start()
            yield running.pid, int(first["address"].rpartition(":")[2])
        finally:
            running.terminate()
            emptying.join()


def _read_all(stream: IO[str]) -> None:
    """Read what a server logs, so that it never waits for a reader; errors are shown, long ones by their beginning and their end."""
    for line in stream:
        if '"level": "error"' in line or not line.startswith("{"):
            said = line.rstrip()
            print(said if len(said) < 2_000 else f"{said[:300]} ... {said[-1_700:]}", file=sys.stderr, flush=True)


async def metrics(port: int) -> dict[str, float]:
    """The figures of `/metrics`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
    text = (await reader.read()).decode()
    writer.close()
    rows = [line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("reiterate_")]
    return {name: float(value) for name, value in rows}
