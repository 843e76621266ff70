"""Records of long tests in parts: a part that has passed with the sources as they are is not run again."""

from __future__ import annotations

import datetime
import functools
import hashlib
import json
import os
import re
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.support.files import ROOT

#: The program itself.
PROGRAM: Final = ROOT / "src" / "reiterate"

#: The variable that tells long tests which random games to draw: ``make soak`` says the commit, so each commit has others.
DRAW_NAME: Final = "REITERATE_SOAK_DRAW"
DRAW: Final = os.environ.get(DRAW_NAME, "")


@dataclass(frozen=True, slots=True)
class Records:
    """The records of one kind of long tests. ``folder``: where they lie; ``files``: the files that say what is tried."""

    folder: Path
    files: Callable[[], Iterable[Path]]

    def sources(self) -> str:
        """The digest of what the parts try."""
        found = hashlib.sha256()
        for file in sorted(self.files()):
            found.update(file.relative_to(ROOT).as_posix().encode() + b"\n" + file.read_bytes())
        return found.hexdigest()[:16]

    def path(self, name: str) -> Path:
        """Where the record of a part lies."""
        return self.folder / f"{name.replace(' ', '-')}.json"

    def kept(self, name: str) -> dict[str, Any] | None:
        """The record of a part; None where the part has not passed with these sources."""
        try:
            found: dict[str, Any] = json.loads(self.path(name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return found if found["sources"] == self.sources() else None

    def run(self, name: str, what: Mapping[str, Any], part: Callable[[], Mapping[str, int]]) -> dict[str, Any]:
        """Run a part, unless it has passed already; its record. ``what``: the first fields of the record. Raises what the part raises."""
        kept = self.kept(name)
        if kept is not None:
            return kept
        before, commit, begun, cpu = self.sources(), tried_now(), time.time(), cpu_now()
        counts = dict(part())
        seconds, worked = round(time.time() - begun, 1), round(cpu_now() - cpu, 1)
        found = {**what, "commit": commit, "sources": before, "counts": counts, "seconds": seconds, "cpu": worked}
        self.folder.mkdir(parents=True, exist_ok=True)
        self.path(name).write_text(json.dumps(found), encoding="utf-8")
        return found

    def all(self) -> list[dict[str, Any]]:
        """The records of all parts that have passed, whatever sources they were of."""
        return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(self.folder.glob("*.json"))]


def commit_now() -> str:
    """The commit of the working tree, marked where something is changed."""
    done = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


#: What a run depends on.
TRIED: Final = ("src", "tests", "benchmarks")

#: How a record names what was tried: the commit, and the digest of its sources behind it.
NAMED: Final = re.compile(r"`([0-9a-z.-]+), sources ([0-9a-f]{12})`")


@functools.cache
def sources_now(root: Path = ROOT) -> str:
    """The digest of what git has of these folders, as it lies in the working tree. Commits that are rewritten keep it."""
    words = ["git", "ls-files", "-z", "--", *TRIED]
    done = subprocess.run(words, cwd=root, capture_output=True, text=True, check=False)
    found = hashlib.sha256()
    for name in sorted(filter(None, done.stdout.split("\0"))):
        path = root / name
        if path.is_file():
            found.update(f"{name}\n{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()[:12] if done.stdout else "unknown"


def tried_now() -> str:
    """What records call the sources that are tried: the commit, whose name may be lost, and the digest of its files."""
    return f"{commit_now()}, sources {sources_now()}"


def sources_told(page: str, now: str) -> str:
    """Of which sources the records of a page are, beside those of now; "" for a page without any."""
    found = list(dict.fromkeys(NAMED.findall(page)))
    told = [
        "the sources as they are now" if sources == now else f"sources {sources}, commit {commit}"
        for commit, sources in found
    ]
    return "; ".join(told)


def cpu_now() -> float:
    """The seconds of a processor that this process and its ended children have used."""
    found = os.times()
    return found.user + found.system + found.children_user + found.children_system


def today() -> str:
    """The day on which a page is written."""
    return datetime.datetime.now(tz=datetime.UTC).date().isoformat()


def stretches(numbers: list[int]) -> Iterator[str]:
    """Numbers that follow one another as ``3 to 7``."""
    begun = 0
    for at, number in enumerate(numbers):
        if at + 1 == len(numbers) or numbers[at + 1] != number + 1:
            yield f"{numbers[begun]} to {number}" if at > begun else str(number)
            begun = at + 1
