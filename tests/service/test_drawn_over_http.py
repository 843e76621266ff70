"""Games of two to six players over the API, drawn step by step (``drawn_over_http.py``), and what watches over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from reiterate.rules.positions.identity import same
from reiterate.table.table import Created
from tests.service.drawn_over_http import over
from tests.service.long_drawn import rows
from tests.service.table_over_http import TableOverHttp, entries_of, replayed, server_of_cards
from tests.support.served import Served
from tests.table.laid_table import SECRETS, position, quick_folder, taken_seats

DRAWING = settings(max_examples=5, stateful_step_count=25)


@pytest.fixture(scope="module")
def cards() -> Iterator[Served]:
    with quick_folder() as folder, server_of_cards(folder) as found:
        yield found


@pytest.mark.slow("plays drawn games over HTTP and looks at everything after each step")
def test_games_of_two_to_six_players_over_http(cards: Served) -> None:
    drawn = over(cards)
    run_state_machine_as_test(drawn, settings=DRAWING)
    # How many games and how long they are is drawn, too; that any were played is all that is sure.
    assert drawn.tally["games"] >= 1 and drawn.tally["bytes searched"] > 100_000, drawn.tally
    assert drawn.tally["accepted"] and drawn.tally["refused"], drawn.tally


def test_a_game_is_gone_on_from_its_log_and_behind_a_killed_process(cards: Served) -> None:
    drawn = over(cards)
    game = drawn()
    game.begins(players=3, first=0, public=["Far Glass", "Old Bell"], program="passes")
    first, process = game.sitting.made.game, cards.app.state.games.process
    game.sitting.play("p1", "activate Old Bell", "pass")
    game.somebody_speaks(who=3, text="", secret=True, words=True)
    game.the_program_is_started_anew()
    second = game.sitting.made.game
    game.sitting.play("p2", "pass")
    game.the_process_of_the_games_is_killed()
    for holds in (game.nobody_is_told_of_a_hidden_card, game.the_log_comes_to_what_everybody_is_shown):
        holds()
    assert cards.app.state.games.process is not process
    kinds = [entry.said.kind for entry in game.sitting.now.entries]
    assert kinds == ["position", "choice", "choice", "chat", "choice", "choice"] and len(game.api.logs[first]) > 0
    assert game.api.logs[second].startswith(game.api.logs[first]) and game.api.logs[second] != game.api.logs[first]
    game.teardown()
    assert (drawn.tally["games begun from a log"], drawn.tally["processes killed"]) == (1, 1)


def test_a_name_in_a_byte_that_should_not_be_there_is_found(cards: Served) -> None:
    game = over(cards)()
    game.begins(players=2, first=0, public=["Far Glass", "Old Bell"], program="")
    hidden = next(name for name in SECRETS if name in game.known["p2"] and name not in game.known["p1"])
    game.nobody_is_told_of_a_hidden_card()
    for leak in (hidden, game.sitting.made.links["judge"]):
        game.api.heard["p1"].append((f"HTTP/1.1 200 OK\r\nx-more: {leak}\r\n\r\n".encode(), "pass"))
        with pytest.raises(AssertionError, match=leak):
            game.nobody_is_told_of_a_hidden_card()
    game.teardown()


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
    assert told == ["| 0 to 2, 5 of 0 to 4 | `abc` | games 8; bytes searched 4,000,000 | 6 | 4 |"]
