"""Every breakage of tracing, jumping and checking runs is noticed by its check, which passes on the unbroken program."""

from __future__ import annotations

import pytest

from tests.sabotage.lemmas import LEMMAS
from tests.sabotage.loops import LOOPS
from tests.sabotage.rooms import ROOMS
from tests.sabotage.runs import RUNS
from tests.sabotage.table import Sabotage, is_noticed


@pytest.mark.slow("each check on the program as it is and broken")
@pytest.mark.parametrize("sabotage", [*LOOPS, *LEMMAS, *RUNS, *ROOMS], ids=lambda s: s.title)
def test_the_check_passes_unbroken_and_fails_broken(sabotage: Sabotage, monkeypatch: pytest.MonkeyPatch) -> None:
    is_noticed(sabotage, monkeypatch)


def test_breakages_have_names_of_their_own() -> None:
    titles = {sabotage.title for sabotage in (*LOOPS, *LEMMAS, *RUNS, *ROOMS)}
    assert len(titles) == len(LOOPS) + len(LEMMAS) + len(RUNS) + len(ROOMS) >= 59
