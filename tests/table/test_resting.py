"""Games in memory: those that nobody asks for are put to rest, and positions of long ago are forgotten without harm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

import pytest

from reiterate.ask.answer_json import as_json
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.refusals import Refusal
from reiterate.rules.positions.identity import same
from reiterate.table import resuming
from reiterate.table import table as tables
from reiterate.table.entries import Noted
from reiterate.table.rounds import Round, carry_out
from reiterate.table.seat_view import View
from reiterate.table.table import Accepted, Table
from tests.table.laid_table import RULEBOOK, Sitting, opened, quick_folder, seated

#: p1 has a bird that flies until end of turn, and p2 a net that takes flying away.
FLYING: Final = "format: position/1\nplayers: {p1: {battlefield: [Bird]}, p2: {battlefield: [Net]}}\n"
_OWN: Final = [
    {
        "name": "Bird",
        "type_line": "Creature — Bird",
        "oracle_text": "{0}: This creature gains flying until end of turn.",
        "power": "1",
        "toughness": "1",
    },
    {"name": "Net", "type_line": "Artifact", "oracle_text": "{0}: Target creature loses flying until end of turn."},
]
FLIERS: Final = CardBook((read_source("cards", json.dumps(_OWN).encode()), builtin_source()))
LAP = (("p1", "activate Midnight Guard"), ("p1", "pass"), ("p2", "pass"), ("p1", "pass"), ("p2", "pass"))


@pytest.fixture
def table() -> Iterator[Table]:
    with quick_folder() as folder, opened(folder, CardBook.builtin()) as found:
        yield found


def laps(game: Sitting, many: int) -> None:
    for _ in range(many):
        for who, line in LAP:
            game.play(who, line)


def view(game: Sitting, who: str = "p1") -> View:
    found = game.table.view(game[who])
    assert isinstance(found, View), found
    return found


def test_a_game_that_nobody_asks_for_is_put_to_rest_and_taken_up_again(table: Table) -> None:
    games = [seated(table, RULEBOOK) for _ in range(3)]
    for game in games:
        laps(game, 2)
    before = [as_json(view(game)) for game in games]
    assert table.measured()["games"] == 3 and table.measured()["positions"] == 30
    assert table.rest(60) == 0 and table.rest(-1) == 3
    assert table.measured()["games"] == table.measured()["positions"] == 0
    assert [as_json(view(game)) for game in games] == before
    assert table.measured()["positions"] == 30


def test_positions_of_long_ago_are_forgotten_and_the_last_lap_is_still_known(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_POSITIONS", 20)
    game = seated(table, RULEBOOK)
    laps(game, 2 * resuming.LEFT // len(LAP))
    assert resuming.positions(game.now) == table.measured()["positions"] == resuming.LEFT
    assert view(game).again and game.now.game.shown is not None
    laps(game, 2)
    assert isinstance(table.again(game["p1"], game.next, "1000"), Accepted)
    assert isinstance(table.answer(game["p2"], game.next, "accept"), Accepted)
    kept = game.now
    assert table.rest(-1) == 1
    assert same(game.now.game.state, kept.game.state) and game.now.entries == kept.entries


def test_duties_outlive_the_positions_that_they_came_from(table: Table) -> None:
    """Whoever must choose differently must do so after the positions before are forgotten (732.3)."""
    game = seated(table, RULEBOOK)
    laps(game, 2)
    duties = list(game.now.game.history.duties)
    resuming.forget_old(game.now, left=3)
    assert game.now.game.history.duties == duties and resuming.positions(game.now) == 3
    laps(game, 1)
    assert game.now.game.shown is None or game.now.game.shown.begin >= 0


def test_a_log_is_taken_up_where_the_game_had_forgotten_why_to_choose_differently() -> None:
    """Both players' actions bring the position back. The game has forgotten it, so p1 may act again; the whole log knows better (732.3)."""
    with quick_folder() as folder, opened(folder, FLIERS) as table:
        game = seated(table, FLYING)
        game.play("p1", "activate Bird", "pass")
        game.play("p2", "pass")
        resuming.forget_old(game.now, left=1)
        game.play("p1", "pass")
        game.play("p2", "activate Net targeting Bird", "pass")
        game.play("p1", "pass")
        game.play("p1", "activate Bird")
        before = game.now
        refused = carry_out(_up_to(before.entries[:-1]), before.entries[-1].said)
        assert isinstance(refused, Refusal) and refused.code == "must-differ"
        assert table.rest(-1) == 1
        assert game.now.entries == before.entries and same(game.now.game.state, before.game.state)


def _up_to(entries: list[Noted]) -> Round:
    """The game of entries, with all its positions."""
    found = resuming.resume(entries, (), FLIERS)
    assert not isinstance(found, Refusal), found
    return found
