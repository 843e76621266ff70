"""Games of two to six players over the API, drawn step by step (``drawn_over_http.py``), and what watches over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from reiterate.state.identity import same
from reiterate.table.table import Created
from tests.service.drawn_over_http import over
from tests.service.long_drawn import rows
from tests.service.table_over_http import TableOverHttp, entries_of, replayed, server_of_cards
from tests.support.served import Served
from tests.table.laid_table import position, quick_folder, taken_seats

DRAWING = settings(
    max_examples=4,
    stateful_step_count=40,
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.generate, Phase.shrink),
)


@pytest.fixture(scope="module")
def cards() -> Iterator[Served]:
    with quick_folder() as folder, server_of_cards(folder) as found:
        yield found


@pytest.mark.slow("plays drawn games over HTTP and looks at everything after each step")
def test_games_of_two_to_six_players_over_http(cards: Served) -> None:
    drawn = over(cards)
    run_state_machine_as_test(drawn, settings=DRAWING)
    assert drawn.tally["games"] >= 4 and drawn.tally["bytes searched"] > 500_000, drawn.tally
    assert drawn.tally["choices"] and drawn.tally["refused"] and drawn.tally["games begun from a log"], drawn.tally


def test_every_byte_of_a_response_is_kept_for_the_chair_that_got_it(cards: Served) -> None:
    table = TableOverHttp(cards, Counter())
    made = table.create(position(2, ("Old Bell", "Far Glass")))
    assert isinstance(made, Created)
    sitting = taken_seats(table, made)  # type: ignore[arg-type] # it answers as a table does
    table.heard.clear()
    own = table.view(sitting["p1"])
    (raw, _), *more = table.heard["p1"]
    assert not more and raw.startswith(b"HTTP/1.1 200 OK\r\n") and raw.endswith(b"}\n") and b"Amber Quay" in raw
    assert any(each.name == "Amber Quay" for each in own.cards)
    table.view(sitting["p2"])
    assert b"Amber Quay" not in table.heard["p2"][0][0] and "judge" not in table.heard
    table.close()


def test_a_log_that_was_changed_is_not_what_it_says(cards: Served) -> None:
    table = TableOverHttp(cards, Counter())
    made = table.create(position(3, ("Old Bell", "Far Glass")))
    assert isinstance(made, Created)
    sitting = taken_seats(table, made)  # type: ignore[arg-type] # it answers as a table does
    sitting.play("p1", "activate Old Bell", "pass")
    text = table.logs[made.game] if table.last(made.game) == 3 else ""
    assert len(entries_of(text)) == 3 and same(replayed(text).game.state, sitting.now.game.state)
    with pytest.raises(AssertionError):
        replayed(text.replace("activate Old Bell", "activate Far Glass"))
    table.close()


def test_records_are_told_in_one_row_for_each_commit() -> None:
    one = {"commit": "abc", "counts": {"games": 2, "bytes searched": 1_000_000}, "seconds": 1.5, "cpu": 1.0}
    told = rows([{**one, "part": part} for part in (0, 1, 2, 5)])
    assert told == ["| 0 to 2, 5 of 0 to 19 | `abc` | games 8; bytes searched 4,000,000 | 6 | 4 |"]
