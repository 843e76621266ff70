"""The refusal of a search for a loop, which keeps what came nearest to one.
Part of the solver: the search.
"""

from __future__ import annotations

from dataclasses import dataclass

from reiterate.refusals import UNDETERMINED, Refusal


@dataclass(frozen=True, slots=True)
class NoLoop(Refusal):
    """No loop was found.

    ``near``: the lines that came nearest, and why they are none; "" where nothing came back. ``steps``: of the search, where they are counted.
    """

    near: str = ""
    steps: int = 0  # discrete


def no_loop(code: str, message: str, near: str, expected: str, behind: str = "") -> NoLoop:
    """The refusal with what came nearest, and what is said ``behind`` that (732.1b).

    Example: ``no_loop("no-period", "nothing repeats", "p1 passes: it changes nothing", "more lines")`` says "nothing repeats; the nearest was:
    p1 passes: it changes nothing".
    """
    told = f"{message}{f'; the nearest was: {near}' if near else ''}{behind}"
    return NoLoop(UNDETERMINED, code, told, expected, "732.1b", near=near)
