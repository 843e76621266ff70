"""The draft of a correction: what a database says of a row, what is proved, and what an editor could write instead."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from reiterate.ask.answer import Combo as Part
from reiterate.ask.answer import Step
from reiterate.databases.combo_rows import Row


def draft(row: Row, part: Part, differences: Sequence[str]) -> str:
    """The text of a correction."""
    lines = [
        f"Combo {row.id}: {' + '.join(row.cards)}",
        f"Listed: {', '.join(row.claims) or 'nothing'}",
        f"Differs: {'; '.join(differences)}",
        f"Proved: {part.said.verdict}",
        f"Results: {', '.join(gain.name for gain in part.gains) or 'none'}",
    ]
    lines += [f"Prerequisites: {part.said.start}"] if part.said.start else []
    steps = _steps([*part.before, *part.lap])
    lines += ["Steps:", *(f"  {number}. {step}" for number, step in enumerate(steps, 1))]
    lines += [f"Ends: {part.said.stops}"] if part.said.stops else []
    lines.append("The certificate of this row proves it; 'reiterate check' checks that without a search.")
    return "\n".join(lines) + "\n"


def _steps(done: Sequence[Step]) -> list[str]:
    """What is done, in order; what is done several times in a row is one step."""
    said = [f"{'resolves: ' if step.resolves else ''}{step.does or step.text}" for step in done]
    runs = [(words, sum(1 for _ in run)) for words, run in groupby(said)]
    return [f"{words} ({many} times)" if many > 1 else words for words, many in runs]
