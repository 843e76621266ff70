"""Checks draw the same in each run here: a breakage has to be noticed by these draws, so that no other run misses the breakage by bad luck.

The tests that the checks are draw anew where they run by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support import dice


@pytest.fixture(autouse=True)
def kept_draws() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dice, "RUN", "sabotage")
        yield
