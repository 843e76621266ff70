"""What the finder found, as people and programs read it. The script stands as it can be pasted into a position file."""

from __future__ import annotations

from itertools import pairwise

from reiterate.amounts import digits_text, quantity_json
from reiterate.show.board import fold
from reiterate.show.session import end_text
from reiterate.survey.growing import growing, growing_tallies
from reiterate.survey.needs import needs
from reiterate.survey.proof import Found


def found_lines(found: Found, title: str) -> list[str]:
    """The answer in words."""
    searched = f"{found.steps} steps, {found.positions} positions, {found.depth} moves deep"
    lines = [*fold([title or "a board"]), "", f"found ({searched}):", "", "script: |"]
    lines += [f"  {line}" for line in found.script_lines()]
    many = "each iteration" if found.period == 1 else f"each {found.period} iterations"
    changed = _changes(found.board, growing(found))
    counted = _changes(found.tallies, growing_tallies(found))
    lines += ["", f"{many} changes:", *fold(changed or ["  nothing: the position repeats"])]
    lines += ["", f"{many} counts:", *fold(counted)]
    needed = needs(found)
    if needed is not None:
        lines += ["", "it needs at the start:", *fold([f"  {line}" for line in needed] or ["  nothing"])]
    if found.others:
        lines += ["", "other players decide in it:", *fold([f"  {line}" for line in found.others])]
    return [*lines, "", *fold([end_text(found.loop)])]


def _changes(first: dict[str, int], later: dict[str, tuple[int, ...]]) -> list[str]:
    """What is changed by the same number each time, and by which numbers at first what is not."""
    return [
        f"  {key}: {_by_turns(later[key]) if key in later else _signed(first[key])}"
        for key in sorted(first.keys() | later.keys())
    ]


def _by_turns(values: tuple[int, ...]) -> str:
    rising = all(abs(b) > abs(a) for a, b in pairwise(values))
    return f"{', then '.join(_signed(value) for value in values)}, ... ({'growing' if rising else 'not the same each time'})"


def _signed(value: int) -> str:
    return f"{'+' if value > 0 else ''}{digits_text(value)}"


def found_json(found: Found, title: str) -> dict[str, object]:
    """The answer as JSON; quantities are strings."""
    end = found.loop.end
    needed = needs(found)
    return {
        "format": "found/1",
        "title": title,
        "script": found.script_lines(),
        "start_up": list(found.prefix),
        "iteration": list(found.body),
        "others": list(found.others),
        "needs": None if needed is None else list(needed),
        "count": quantity_json(found.greatest),
        "period": quantity_json(found.period),
        "changes": {key: quantity_json(value) for key, value in found.board.items()},
        "counts": {key: quantity_json(value) for key, value in found.tallies.items()},
        "growing": {key: [quantity_json(n) for n in values] for key, values in growing(found).items()},
        "growing_counts": {key: [quantity_json(n) for n in values] for key, values in growing_tallies(found).items()},
        "endless": found.endless,
        "end": None
        if end is None
        else {
            "kind": end.kind,
            "iteration": quantity_json(end.iteration),
            "choice": quantity_json(end.choice),
            "reason": end.refusal.message if end.refusal is not None else "the game is over",
        },
        "searched": {
            "steps": quantity_json(found.steps),
            "positions": quantity_json(found.positions),
            "depth": quantity_json(found.depth),
        },
    }
