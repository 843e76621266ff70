"""One digest for each thing that must not change when the house is rearranged: terms of cards, certificates, answers.

``python -m tests.house.digests FILE`` writes them; with a second file it lists what differs between the two.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from reiterate.cards.sources import builtin_source, facts_in_order
from reiterate.oracle.compile import compile_card
from reiterate.terms.code import to_json
from tests.support.files import ROOT, data_file

#: What is asked of each example, as a program reads the answer.
COMMANDS = ("run", "loop", "find")


def digest(text: str) -> str:
    """The first sixteen digits of the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def cards() -> Iterator[tuple[str, str]]:
    """The compiled terms of every card of the built-in set and of the reference file, with the state of each clause."""
    path = data_file("cards.jsonl")
    lines = path.read_text("utf-8").splitlines() if path else []
    for label, rows in (("built-in", facts_in_order(builtin_source())), ("card", map(json.loads, lines))):
        for number, data in enumerate(rows):
            found = compile_card(data)
            clauses = [[clause.text, clause.status, list(clause.span)] for clause in found.clauses]
            told = json.dumps([to_json(found.proto), clauses], sort_keys=True)
            yield f"{label} {number} {found.name}", digest(told)


def answers() -> Iterator[tuple[str, str]]:
    """What the commands answer about every example, and the certificate of every loop among them."""
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted((ROOT / "examples").rglob("*.yaml")):
            name = path.relative_to(ROOT).as_posix()
            for command in COMMANDS:
                yield f"{command} {name}", digest(_told(command, name, "--json"))
            written = Path(folder) / "certificate.json"
            written.unlink(missing_ok=True)
            _told("certify", name, "-o", str(written))
            yield f"certify {name}", digest(written.read_text("utf-8")) if written.exists() else "none"


def _told(*words: str) -> str:
    command = [sys.executable, "-m", "reiterate", *words]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    return f"{done.returncode}\n{done.stdout}"


def main() -> int:
    """Write the digests to the file named first; list what differs from the file named second."""
    made = dict(answers()) | dict(cards())
    Path(sys.argv[1]).write_text(json.dumps(made, indent=0), encoding="utf-8")
    print(len(made), "digests,", digest(json.dumps(sorted(made.items()))), "of them all")
    if len(sys.argv) < 3:
        return 0
    before = json.loads(Path(sys.argv[2]).read_text("utf-8"))
    differing = [name for name in sorted(before.keys() | made.keys()) if before.get(name) != made.get(name)]
    print(len(differing), "differ:", *differing, sep="\n  ")
    return bool(differing)


if __name__ == "__main__":
    sys.exit(main())
