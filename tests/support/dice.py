"""Dice of tests that draw without Hypothesis: each run throws anew, and the run's number throws the same again.

``REITERATE_DRAW=123 make test`` repeats a run that told this number. Hypothesis draws its own examples.
"""

from __future__ import annotations

import os
import secrets
from random import Random
from typing import Final

#: The number of this run. Workers and programs that tests begin inherit it.
RUN: Final = os.environ.setdefault("REITERATE_DRAW", str(secrets.randbelow(10**9)))


def dice(*name: object) -> Random:
    """Dice for a test, or a part of one, that its name tells from others of the run."""
    return Random(f"{RUN} {' '.join(map(str, name))}")


def numbers(many: int, *name: object) -> list[int]:
    """So many different numbers of drawn things, for a test or a part of one."""
    return dice(*name).sample(range(10**9), many)
