"""Why nothing may be done with a card of one's own: one sentence, with its rule, and nothing of what others hide."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from reiterate.cards import CardBook
from reiterate.cli.opening import first_game
from reiterate.table.table import Accepted
from tests.table.laid_table import Sitting, opened, quick_folder, seated

BOOK = CardBook.builtin()
BOARD = """format: position/1
players:
  p1:
    hand: [Grizzly Bears, Lightning Bolt, Forest, Midnight Guard]
    graveyard: [Giant Growth]
    battlefield:
      - {card: Llanowar Elves, tapped: true, label: tapper}
      - {card: Llanowar Elves, sick: true, label: fresh}
      - {card: Mountain, count: 3}
      - Forest
      - Soul Warden
  p2:
    hand: [Giant Growth]
"""


@pytest.fixture
def game() -> Iterator[Sitting]:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        yield seated(table, BOARD)


def why(game: Sitting, who: str, *names: str) -> list[tuple[str, str, str]]:
    found = game.table.why_not(game[who], names)
    assert isinstance(found, list), found
    return [(each.line, each.why, each.rule) for each in found]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Lightning Bolt", ("cast Lightning Bolt", "{R} is lacking: activate Mountain first", "601.2g")),
        (
            "Grizzly Bears",
            ("cast Grizzly Bears", "{1}{G} is lacking: activate Mountain, then activate Forest first", "601.2g"),
        ),
        ("Midnight Guard", ("cast Midnight Guard", "{2}{W} is lacking", "118.3")),
        ("tapper", ("activate Llanowar Elves", "Llanowar Elves is already tapped", "107.5")),
        (
            "fresh",
            ("activate Llanowar Elves", "Llanowar Elves came under its controller's control this turn", "302.6"),
        ),
        ("Soul Warden", ("Soul Warden", "it has no ability that is activated on the battlefield", "602.1")),
        ("Giant Growth", ("Giant Growth", "it has no ability that is activated in the graveyard", "602.1")),
    ],
)
def test_why_nothing_may_be_done_with_a_card(game: Sitting, name: str, reason: tuple[str, str, str]) -> None:
    assert why(game, "p1", name) == [reason]


def test_307_1_what_waits_for_a_main_phase(game: Sitting) -> None:
    game.play("p1", "activate Mountain", "cast Lightning Bolt targeting p2")
    assert why(game, "p1", "Grizzly Bears") == [
        ("cast Grizzly Bears", "Grizzly Bears can be cast only at sorcery speed", "307.1")
    ]


def test_601_2g_what_is_said_to_come_first_does_allow_it(game: Sitting) -> None:
    game.play("p1", "activate Mountain", "activate Forest")
    assert why(game, "p1", "Grizzly Bears") == []
    game.play("p1", "cast Grizzly Bears")


def test_601_2c_no_legal_target() -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        text = "format: position/1\nplayers: {p1: {hand: [Giant Growth], battlefield: [Forest]}, p2: {}}\n"
        found = seated(table, text)
        assert why(found, "p1", "Giant Growth") == [("cast Giant Growth", "no legal target is there", "601.2c")]


def test_117_1_who_does_not_decide_is_told_so(game: Sitting) -> None:
    assert why(game, "p2", "Giant Growth") == [("Giant Growth", "p1 decides now, not p2", "117.1")]
    assert why(game, "judge", "Giant Growth") == why(game, "spectator", "Giant Growth") == []


def test_400_2_a_card_that_another_player_hides_is_like_a_card_that_is_not_there(game: Sitting) -> None:
    game.play("p1", "pass")
    assert why(game, "p2", "Grizzly Bears") == why(game, "p2", "No Such Card") == []
    assert why(game, "p2", "Giant Growth") == [("cast Giant Growth", "{G} is lacking", "118.3")]


def test_732_2c_after_a_cut_the_card_that_it_was_made_for_says_what_comes_first() -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, first_game())
        script = "repeat 10^100:\n  activate bears\n  all pass\n  all pass\n"
        assert isinstance(table.propose(game["p1"], game.next, script), Accepted)
        assert why(game, "p2", "Lightning Bolt")[0][1:] == ("a shortcut is proposed, and answers come first", "732.2b")
        assert isinstance(table.answer(game["p2"], game.next, "cut 7.5"), Accepted)
        lacking = ("cast Lightning Bolt", "{R} is lacking: activate Mountain first", "601.2g")
        assert why(game, "p2", "Lightning Bolt") == [lacking]


def test_508_1_a_creature_that_can_not_be_declared_says_why() -> None:
    """What can't attack or block says so by its own rule; a card that has no part in combat waits for priority."""
    board = """format: position/1
step: combat
players:
  p1: {hand: [Giant Growth], battlefield: [Birds of Paradise, {card: Midnight Guard, sick: true}, {card: Soul Warden, tapped: true}]}
  p2: {battlefield: [Grizzly Bears, {card: Birds of Paradise, label: bird}, {card: Llanowar Elves, tapped: true}]}
"""
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board)
        for who, line in (("p1", "pass"), ("p2", "pass")):
            assert isinstance(table.play(game[who], game.next, line), Accepted)
        assert why(game, "p1", "Midnight Guard") == [
            ("attack with Midnight Guard", "Midnight Guard is summoning sick", "302.6")
        ]
        assert why(game, "p1", "Soul Warden") == [("attack with Soul Warden", "Soul Warden is tapped", "508.1a")]
        assert why(game, "p1", "Birds of Paradise") == []
        assert why(game, "p1", "Giant Growth")[0][2] == "117.1"
        for who, line in (("p1", "attack with Birds of Paradise"), ("p1", "pass"), ("p2", "pass")):
            assert isinstance(table.play(game[who], game.next, line), Accepted)
        told = "Grizzly Bears can't block Birds of Paradise: flying"
        assert why(game, "p2", "Grizzly Bears") == [("block with Grizzly Bears", told, "702.9b")]
        assert why(game, "p2", "Llanowar Elves") == [
            ("block with Llanowar Elves", "Llanowar Elves is tapped", "509.1a")
        ]
