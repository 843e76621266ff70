"""Moves that untap: of a group so many are named as there are targets, be the group as large as it may."""

from __future__ import annotations

import pytest

from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.positions.layout import Layout
from reiterate.survey.moves import untapping
from tests.support.beasts import beast
from tests.support.boards import FOREST


@pytest.mark.parametrize("n", [1, 3, 10**30])
def test_a_target_is_named_out_of_a_group_of_any_size(n: int) -> None:
    layout = Layout(2)
    satyr = layout.put(beast("{T}: Untap target land."), 0)
    lands = layout.put(FOREST, 0, n=n, tapped=True)
    state = layout.done()
    (option,) = [each for each in options(state) if each.row == satyr]
    ways = list(instances(state, option, 3))
    assert ways
    found = untapping(state, option, ways, 0)
    assert found is not None and [choice.targets for choice in found] == [(lands,)]
