"""Every breakage of what keeps forgers out is noticed by its check, which passes on the unbroken program."""

from __future__ import annotations

import pytest

from tests.sabotage.checker import CHECKER
from tests.sabotage.table import Sabotage, is_noticed


@pytest.mark.slow("each check on the program as it is and broken")
@pytest.mark.parametrize("sabotage", CHECKER, ids=lambda s: s.title)
def test_the_check_passes_unbroken_and_fails_broken(sabotage: Sabotage, monkeypatch: pytest.MonkeyPatch) -> None:
    is_noticed(sabotage, monkeypatch)


def test_breakages_have_names_of_their_own() -> None:
    assert len({sabotage.title for sabotage in CHECKER}) == len(CHECKER) >= 16
