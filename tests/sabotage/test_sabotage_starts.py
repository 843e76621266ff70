"""Every breakage of what reads a start is noticed by its check, which passes on the unbroken program."""

from __future__ import annotations

import pytest

from tests.sabotage.starts import STARTS
from tests.sabotage.table import Sabotage, is_noticed


@pytest.mark.slow("each check on the program as it is and broken")
@pytest.mark.parametrize("sabotage", STARTS, ids=lambda s: s.title)
def test_the_check_passes_unbroken_and_fails_broken(sabotage: Sabotage, monkeypatch: pytest.MonkeyPatch) -> None:
    is_noticed(sabotage, monkeypatch)
