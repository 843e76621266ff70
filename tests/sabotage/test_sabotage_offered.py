"""Every breakage of what is offered, and of payments, is noticed by its check."""

from __future__ import annotations

import pytest

from tests.sabotage.offered import OFFERED
from tests.sabotage.table import TABLE, Sabotage


@pytest.mark.slow("each check on the program as it is and broken")
@pytest.mark.parametrize("sabotage", OFFERED, ids=lambda s: s.title)
def test_the_check_passes_unbroken_and_fails_broken(sabotage: Sabotage, monkeypatch: pytest.MonkeyPatch) -> None:
    sabotage.check()
    good = vars(sabotage.place)[sabotage.name]
    monkeypatch.setattr(sabotage.place, sabotage.name, sabotage.broken(good))
    with pytest.raises(Exception):  # noqa: B017, PT011 # broken code may fail in any way
        sabotage.check()
    monkeypatch.undo()
    sabotage.check()


def test_breakages_have_names_of_their_own() -> None:
    titles = [sabotage.title for sabotage in (*OFFERED, *TABLE)]
    assert len(set(titles)) == len(titles)
