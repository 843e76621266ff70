"""The committed figures of an earlier run, and what has become slower since.

``baseline.json`` holds each figure without the machine's speed (``Row.against_machine``), so that runs of unlike
machines can be compared as far as that goes. ``python -m benchmarks.run --baseline`` writes it anew.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.rows import MARGIN, Row

BASELINE: Final = Path(__file__).resolve().parent / "baseline.json"


def write(rows: Sequence[Row], kernel: float, path: Path = BASELINE) -> None:
    """Make these figures the baseline; ``kernel`` is the seconds of the kernel in this run."""
    found = {row.name: f"{row.against_machine(kernel):.5g}" for row in rows}
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def compared(rows: Sequence[Row], kernel: float, path: Path = BASELINE, *, whole: bool = True) -> list[str]:
    """Lines of what is slower or faster than the baseline by more than the margin, of what is new and what is gone.

    ``whole``: the rows are those of all parts, so what is not among them is gone.
    """
    if not path.exists():
        return ["there is no baseline"]
    then: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    lines = []
    for row in rows:
        if row.name not in then:
            lines.append(f"new: {row.name}")
            continue
        before, now = float(then[row.name]), row.against_machine(kernel)
        worse = before / now if row.more_is_better else now / before
        if worse > 1 + MARGIN:
            lines.append(f"SLOWER: {row.name}: {worse:.2f} times the baseline's cost")
        elif worse < 1 / (1 + MARGIN):
            lines.append(f"faster: {row.name}: {worse:.2f} times the baseline's cost")
    names = {row.name for row in rows} if whole else then.keys()
    return lines + [f"gone: {name}" for name in then if name not in names]
