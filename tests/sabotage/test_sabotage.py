"""Every breakage of the table is noticed by its check, which passes on the unbroken program."""

from __future__ import annotations

import pytest

from tests.sabotage.table import TABLE, Sabotage, is_noticed


@pytest.mark.slow("each check on the program as it is and broken")
@pytest.mark.parametrize("sabotage", TABLE, ids=lambda s: s.title)
def test_the_check_passes_unbroken_and_fails_broken(sabotage: Sabotage, monkeypatch: pytest.MonkeyPatch) -> None:
    is_noticed(sabotage, monkeypatch)


def test_breakages_have_names_of_their_own() -> None:
    assert len({sabotage.title for sabotage in TABLE}) == len(TABLE) >= 20
