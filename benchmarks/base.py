"""The present engine beside the one before the rules were widened, in one run: ratios of plain play.

The old commit is checked out as a temporary worktree; both engines play the position files of that commit in
processes of their own, in short turns one after the other, and the median of the ratios of neighbouring turns counts:
a machine whose speed changes while this runs changes both alike.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.rows import Row

#: The last commit before the rules were widened beyond what loops of tokens, mana, life and counters need
#: (layers with timestamps, replacement, zones, casting, combat came after it). The yardstick of what width costs.
BASE = "0e39d99fbaa88e1b0425f1f850c0745a0e8a80a2"
#: The present engine keeps at least this share of the old one's speed.
WANTED = 0.70
ROUNDS = 31
BYSTANDERS = 20

ROOT = Path(__file__).resolve().parent.parent
CHILD = Path(__file__).resolve().parent / "plain_play.py"


class Skipped(Exception):
    """The comparison can't be made here; the text says why."""


def git(*words: str) -> str:
    """The output of a git command in the repository."""
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False)
    except OSError as error:
        raise Skipped(f"git can't be run ({error.strerror})") from error
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no reason given"]
        raise Skipped(f"git {words[0]}: {lines[-1]}")
    return done.stdout.strip()


@contextmanager
def old_tree() -> Iterator[Path]:
    """The old commit's tree in a temporary folder, removed afterwards."""
    try:
        top = git("rev-parse", "--show-toplevel")
    except Skipped as why:
        raise Skipped(f"not in a git repository ({why})") from why
    if Path(top).resolve() != ROOT:
        raise Skipped("not in a git repository of its own")
    try:
        git("cat-file", "-e", f"{BASE}^{{commit}}")
    except Skipped as why:
        shallow = git("rev-parse", "--is-shallow-repository") == "true"
        raise Skipped(f"commit {BASE[:7]} is not {'in this shallow clone' if shallow else 'here'}") from why
    with tempfile.TemporaryDirectory(prefix="reiterate-bench-") as folder:
        tree = Path(folder) / "old"
        git("worktree", "add", "--detach", "--quiet", str(tree), BASE)
        try:
            yield tree
        finally:
            git("worktree", "remove", "--force", str(tree))


def crowd(text: str) -> str:
    """A position file with rows of bystanders on the first battlefield that differ in their counters."""
    head, mark, tail = text.partition("    battlefield:\n")
    assert mark, "a position file without a battlefield"
    rows = "".join(
        f"      - {{card: Grizzly Bears, counters: {{+1/+1: {i + 1}}}, label: by{i}}}\n" for i in range(BYSTANDERS)
    )
    return head + mark + rows + tail


def lay_out(tree: Path, folder: Path) -> None:
    """Copy the old commit's position files into a folder; and one of them with bystanders."""
    folder.mkdir()
    for source in (tree / "examples", tree / "src" / "reiterate" / "examples"):
        for path in source.glob("*.yaml"):
            (folder / path.name).write_bytes(path.read_bytes())
    alone = (folder / "guard-gond.yaml").read_text(encoding="utf-8")
    (folder / "guard-gond-crowded.yaml").write_text(crowd(alone), encoding="utf-8")


class Engine:
    """One engine in a process of its own that is told what to play."""

    def __init__(self, source: Path) -> None:
        environ = {**os.environ, "PYTHONPATH": str(source), "PYTHONHASHSEED": "0"}
        environ.pop("REITERATE_CARDS", None)
        self.process = subprocess.Popen(
            [sys.executable, str(CHILD)], env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        if hasattr(os, "sched_setaffinity"):  # both engines on the same processor, where that can be said
            os.sched_setaffinity(self.process.pid, {min(os.sched_getaffinity(0))})
        told = self.hear()
        assert Path(told["engine"]).resolve().is_relative_to(source.resolve()), told["engine"]

    def hear(self) -> dict[str, Any]:
        """The next answer."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            self.close()
            raise Skipped(f"an engine stopped with code {self.process.returncode}")
        found: dict[str, Any] = json.loads(line)
        return found

    def tell(self, order: str) -> dict[str, Any]:
        """Give an order and wait for its answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(order + "\n")
        self.process.stdin.flush()
        return self.hear()

    def seconds(self, order: str) -> float:
        """How long one turn took."""
        return float(self.tell(order)["seconds"])

    def close(self) -> None:
        """No more orders: the process ends, and nothing of it stays open."""
        with self.process:
            assert self.process.stdin is not None
            self.process.stdin.close()


def ratio(old: Engine, now: Engine, order: str) -> float:
    """The present speed over the old one: the median of pairs of turns."""
    found = []
    for turn in range(ROUNDS):
        if turn % 2:
            mine, theirs = now.seconds(order), old.seconds(order)
        else:
            theirs, mine = old.seconds(order), now.seconds(order)
        found.append(theirs / mine)
    return statistics.median(found)


def row_of(old: Engine, now: Engine, path: Path) -> tuple[str, float, float, str] | None:
    """The ratios of one file; None where the old engine repeats nothing there."""
    then = old.tell(f"prepare {path}")
    if "skipped" in then:
        return None
    present = now.tell(f"prepare {path}")
    if "skipped" in present:
        return path.stem, 0.0, 0.0, f"not played now: {present['skipped']}"
    same = then["choices"] == present["choices"]
    note = "" if same else f"choices {then['choices']:g}, now {present['choices']:g}"
    return path.stem, ratio(old, now, "step"), ratio(old, now, "play"), note


def ratios() -> list[tuple[str, float, float, str]]:
    """For each loop of then: present speed over old speed, choices known and script read; and what to know of it."""
    with old_tree() as tree:
        folder = tree.parent / "positions"
        lay_out(tree, folder)
        old, now = Engine(tree / "src"), Engine(ROOT / "src")
        try:
            rows = [row_of(old, now, path) for path in sorted(folder.glob("*.yaml"))]
        finally:
            old.close()
            now.close()
    return [row for row in rows if row is not None]


def rows() -> list[Row]:
    """The ratios as rows; none where there is nothing to compare with, and one printed line that says why."""
    try:
        found = ratios()
    except Skipped as why:
        print(f"comparison with {BASE[:7]} skipped: {why}")
        return []
    told = []
    for name, stepping, playing, note in found:
        if note:
            print(f"{name}: {note}")
        for kind, figure in (("choices known", stepping), ("script read", playing)):
            title = f"speed over {BASE[:7]}, {name}, {kind}"
            told.append(Row(title, figure, aim=WANTED, more_is_better=True))
    return told


if __name__ == "__main__":
    for row in rows():
        print(f"{row.name:<60}  {row.shown()}")
