"""The list of cases that this engine doesn't pass, and the comparison of a run with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.peers.run import Verdict

LIST = Path(__file__).with_name("verdicts.txt")
OURS, THEIRS = "ours", "theirs"


@dataclass(frozen=True)
class Listed:
    """A line of the list: whose mistake, which case, by which rule, and what is wrong."""

    whose: str
    name: str
    rule: str
    reason: str


def listed() -> dict[str, Listed]:
    """The list by case. Raises ``ValueError`` for a line that can't be read."""
    found: dict[str, Listed] = {}
    for number, line in enumerate(LIST.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split("|")]
        if len(parts) != 4 or parts[0] not in (OURS, THEIRS) or parts[1] in found:
            raise ValueError(
                f"{LIST.name}:{number}: expected 'ours or theirs | case | rule | reason', once a case: {line}"
            )
        found[parts[1]] = Listed(*parts)
    return found


def complaints(verdicts: list[Verdict], known: dict[str, Listed]) -> list[str]:
    """What a run and the list don't agree on, with what to do about it; [] where all is well."""
    found = []
    for verdict in verdicts:
        line = known.get(verdict.name)
        if verdict.status == "fail" and line is None:
            found.append(f"{verdict.name}: {verdict.why} (mend it, or list it with its rule)")
        elif line is not None and verdict.status == "pass":
            what = "remove the line" if line.whose == OURS else "it passes, though the rules say otherwise"
            found.append(f"{verdict.name}: listed as {line.whose} ({line.rule}), and it passes: {what}")
        elif line is not None and verdict.status == "not driven":
            found.append(
                f"{verdict.name}: listed as {line.whose}, and it isn't driven: remove the line, or drive it: {verdict.why}"
            )
    return found
