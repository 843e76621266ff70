"""What is offered may be done: choices that would be refused because another one is owed stand apart, with the rule."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.games import game as games
from reiterate.games.game import Game
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.table.seat_view import View
from reiterate.table.table import Accepted
from tests.table.laid_table import RULEBOOK, Sitting, opened, quick_folder, seated

BOOK = CardBook.builtin()

FLYING = "format: position/1\nplayers: {p1: {battlefield: [Bird]}, p2: {battlefield: [Net]}}\n"
OWN = [
    {
        "name": "Bird",
        "type_line": "Creature — Bird",
        "oracle_text": "{0}: This creature gains flying until end of turn.",
        "power": "1",
        "toughness": "1",
    },
    {"name": "Net", "type_line": "Artifact", "oracle_text": "{0}: Target creature loses flying until end of turn."},
]
FLIERS = CardBook((read_source("cards", json.dumps(OWN).encode()), builtin_source()))

SCRIPT = "repeat 1000:\n  activate Midnight Guard\n  all pass\n  all pass\n"


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as found:
        yield found


def view(sitting: Sitting, who: str) -> View:
    found = sitting.table.view(sitting[who])
    assert isinstance(found, View), found
    return found


def owed(sitting: Sitting, who: str) -> list[tuple[str, str]]:
    """The lines that a chair may not play now, with their rules."""
    return [(each.line, each.rule) for each in view(sitting, who).not_now]


def lines(sitting: Sitting, who: str) -> list[str]:
    return [each.line for each in view(sitting, who).may]


def all_offered_are_accepted(sitting: Sitting, who: str) -> None:
    """No line that is offered is refused, and each one that stands apart is."""
    for each in view(sitting, who).not_now:
        found = sitting.table.play(sitting[who], sitting.next, each.line)
        assert isinstance(found, Refusal) and (found.message, found.rule) == (each.why, each.rule)
    assert isinstance(sitting.table.play(sitting[who], sitting.next, lines(sitting, who)[0]), Accepted)


def test_732_2c_after_a_cut_the_proposed_pass_is_not_offered(folder: Path) -> None:
    """p2 stops before its own pass in iteration 7: only another choice than that pass may be made."""
    with opened(folder, BOOK) as table:
        game = seated(table, RULEBOOK)
        assert isinstance(table.propose(game["p1"], game.next, SCRIPT), Accepted)
        assert owed(game, "p1") == owed(game, "p2") == []
        assert isinstance(table.answer(game["p2"], game.next, "cut 7.3"), Accepted)
        assert owed(game, "p2") == [("pass", "732.2c")] and "pass" not in lines(game, "p2")
        assert owed(game, "p1") == owed(game, "spectator") == owed(game, "judge") == []
        assert [each.number for each in view(game, "p2").may] == list(range(1, len(lines(game, "p2")) + 1))
        all_offered_are_accepted(game, "p2")
        assert owed(game, "p2") == [] and "pass" in lines(game, "p2")


def test_732_2c_another_player_than_the_one_who_cut_owes_nothing(folder: Path) -> None:
    """p2 accepts: the shortcut is taken whole, and the proposer may choose freely at its end."""
    with opened(folder, BOOK) as table:
        game = seated(table, RULEBOOK)
        assert isinstance(table.propose(game["p1"], game.next, SCRIPT), Accepted)
        assert isinstance(table.answer(game["p2"], game.next, "accept"), Accepted)
        assert owed(game, "p1") == [] and lines(game, "p1")[-1] == "pass"


def test_732_3_the_action_of_a_fragmented_loop_is_not_offered_again(folder: Path) -> None:
    """The bird flies, the net takes that away: the position is there again, and the active player has to do something else."""
    with opened(folder, FLIERS) as table:
        game = seated(table, FLYING)
        for who, line in (
            ("p1", "activate Bird"), ("p1", "pass"), ("p2", "pass"), ("p1", "pass"),
            ("p2", "activate Net targeting Bird"), ("p2", "pass"), ("p1", "pass"),
        ):  # fmt: skip
            assert owed(game, who) == []
            game.play(who, line)
        who = view(game, "p1").decides
        assert owed(game, "p1") == [("activate Bird", "732.3")] and who == "p1"
        assert lines(game, "p1") == ["pass"]  # a pass is never owed (732.3)
        all_offered_are_accepted(game, "p1")


def test_what_is_owed_is_worked_out_once_an_entry(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look costs nothing where nothing is owed, and nothing the second time."""
    asked: list[str] = []
    real = games.not_now

    def counted(game: Game, choice: Choice) -> Refusal | None:
        asked.append(choice.verb)
        return real(game, choice)

    monkeypatch.setattr(games, "not_now", counted)
    with opened(folder, BOOK) as table:
        game = seated(table, RULEBOOK)
        view(game, "p1")
        assert asked == []
        assert isinstance(table.propose(game["p1"], game.next, SCRIPT), Accepted)
        assert isinstance(table.answer(game["p2"], game.next, "cut 7.3"), Accepted)
        view(game, "p2")
        first = len(asked)
        view(game, "p2")
        assert first > 1 and len(asked) == first
