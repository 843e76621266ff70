"""Every breakage of what lets clauses stand unread is noticed by its check, which passes on the unbroken program."""

from __future__ import annotations

import pytest

from tests.sabotage.table import Sabotage, is_noticed
from tests.sabotage.unread import UNREAD


@pytest.mark.slow("each check on the program as it is and broken")
@pytest.mark.parametrize("sabotage", UNREAD, ids=lambda s: s.title)
def test_the_check_passes_unbroken_and_fails_broken(sabotage: Sabotage, monkeypatch: pytest.MonkeyPatch) -> None:
    is_noticed(sabotage, monkeypatch)
