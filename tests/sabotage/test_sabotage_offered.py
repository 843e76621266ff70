"""Every breakage of what is offered, and of payments, is noticed by its check."""

from __future__ import annotations

import pytest

from tests.sabotage.offered import OFFERED
from tests.sabotage.table import TABLE, Sabotage, is_noticed


@pytest.mark.slow("each check on the program as it is and broken")
@pytest.mark.parametrize("sabotage", OFFERED, ids=lambda s: s.title)
def test_the_check_passes_unbroken_and_fails_broken(sabotage: Sabotage, monkeypatch: pytest.MonkeyPatch) -> None:
    is_noticed(sabotage, monkeypatch)


def test_breakages_have_names_of_their_own() -> None:
    titles = [sabotage.title for sabotage in (*OFFERED, *TABLE)]
    assert len(set(titles)) == len(titles)
