"""A shortened shortcut (732.2b, 732.2c) never leads where nobody can go on: boards worked out by hand from the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.cli.hot_seat import HotSeat
from reiterate.games.game import Game, answer, begin, offer, play_line, replay, settle, stands_still, undone
from reiterate.games.offered import offered
from reiterate.judging.ruling import Ruling
from reiterate.refusals import Refusal
from reiterate.show.screen import Page

OWN: Final = [
    {
        "name": "Bird",
        "type_line": "Creature — Bird",
        "oracle_text": "{0}: This creature gains flying until end of turn.",
    }
    | {"power": "1", "toughness": "1"},
    {"name": "Net", "type_line": "Artifact", "oracle_text": "{0}: Target creature loses flying until end of turn."},
    {"name": "Bell", "type_line": "Artifact", "oracle_text": "{0}: You gain 1 life."},
]
BOOK: Final = CardBook((read_source("cards", json.dumps(OWN).encode()), builtin_source()))
GUARD: Final = """format: position/1
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
"""
TEN: Final = "repeat 10:\n  activate Midnight Guard\n  all pass\n  all pass\n"


def proposed(theirs: str, third: str = "") -> Game:
    """Ten tokens of p1, proposed to p2 with such things, and to p3 where there is one."""
    text = GUARD + f"  p2: {{{theirs}}}\n" + (f"  p3: {{{third}}}\n" if third else "")
    game = begin(text, "board.yaml", BOOK)
    assert isinstance(game, Game), game
    assert offer(game, TEN) is None
    return game


def goes_on(game: Game) -> bool:
    """Whether one of the lines that are offered now may be played."""
    text = [entry.text for entry in game.entries]
    for line in offered(game.state):
        if play_line(game, line) is None:
            return True
        assert [entry.text for entry in game.entries] == text
    return False


@pytest.mark.parametrize(
    ("theirs", "code"),
    [
        # nothing at all: to pass is the only choice, and it is the proposed one
        ("", "nothing-else"),
        # a known card and no mana for it
        ("hand: [Lightning Bolt]", "nothing-else"),
        ("hand: [Lightning Bolt], mana: {R: 1}", ""),
        # a sorcery can't be cast over the ability on the stack (307.1)
        ("hand: [Damnation], mana: {B: 4}", "nothing-else"),
        # a mana ability is a choice, too (605.3a), and so is an ability without a cost
        ("battlefield: [Forest]", ""),
        ("battlefield: [Bell]", ""),
        ("battlefield: [{card: Forest, tapped: true}]", "nothing-else"),
        # any unknown card might be played, so it is not said that nothing can be; but nobody can say which it is
        ("hand: 2", "cut-unplayable"),
        ("hand: 2, mana: {R: 1}", "cut-unplayable"),
        ("hand: [Lightning Bolt, 2 unknown]", "cut-unplayable"),
        # another choice is known beside the unknown ones
        ("hand: 2, battlefield: [Forest]", ""),
        ("hand: [Lightning Bolt, 2 unknown], mana: {R: 1}", ""),
    ],
)
def test_a_cut_is_taken_where_the_game_goes_on_and_refused_elsewhere(theirs: str, code: str) -> None:
    game = proposed(theirs)
    found = answer(game, 1, "cut 1@3.3")
    if code:
        assert found is not None and (found.code, found.rule) == (code, "732.2b")
        assert game.proposal is not None, "the proposal still waits"
        assert answer(game, 1, "accept") is None and goes_on(game)
        return
    assert found is None and game.proposal is None and game.seat == 1
    assert stands_still(game) is None
    refused = play_line(game, "pass")
    assert refused is not None and (refused.code, refused.rule) == ("must-differ", "732.2c")
    assert goes_on(game)


def test_the_refusal_says_what_is_not_known_and_what_would_help() -> None:
    found = answer(proposed("hand: 2"), 1, "cut 1@3.3")
    assert found is not None and found.kind == "unsupported"
    assert "may have a different choice at '1@3.3'" in found.message
    assert "cards that the position does not name" in found.message and "judge" in found.expected


def test_a_place_where_somebody_else_decides_stays_no_place() -> None:
    for theirs in ("", "hand: 2", "hand: [Lightning Bolt], mana: {R: 1}"):
        found = answer(proposed(theirs), 1, "cut 1@3.2")
        assert found is not None and found.code == "not-your-decision"


def test_of_three_players_each_is_held_to_what_they_can_do() -> None:
    """p2 may shorten with the Bolt; p3's unknown hand is refused at an earlier place, and p3 may still accept."""
    game = proposed("hand: [Lightning Bolt], mana: {R: 1}", "hand: 3")
    assert answer(game, 1, "cut 1@5.3") is None
    found = answer(game, 2, "cut 1@4.4")
    assert found is not None and found.code == "cut-unplayable"
    assert answer(game, 2, "accept") is None
    assert game.seat == 1 and goes_on(game)
    game = proposed("hand: 3", "battlefield: [Bell]")
    refused = answer(game, 1, "cut 1@5.3")
    assert refused is not None and refused.code == "cut-unplayable"
    assert answer(game, 1, "accept") is None and answer(game, 2, "cut 1@4.4") is None
    assert game.seat == 2 and goes_on(game)


def fragmented(more: str = "") -> Game:
    """p2's turn: Bird, then p1's Net, and the position is back. p2 may not use the Bird in it (732.3); p1 has priority."""
    text = (
        f"format: position/1\nactive: p2\nplayers: {{p1: {{battlefield: [Net]}}, p2: {{battlefield: [Bird{more}]}}}}\n"
    )
    game = begin(text, "board.yaml", BOOK)
    assert isinstance(game, Game), game
    for line in ("activate Bird", "all pass", "pass", "activate Net targeting Bird", "all pass"):
        assert play_line(game, line) is None, line
    assert game.seat == 1 and game.history.must_differ() == 1
    refused = play_line(game, "activate Bird")
    assert refused is not None and refused.rule == "732.3"
    assert stands_still(game) is None, "a pass is never forbidden by 732.3"
    assert play_line(game, "pass") is None
    return game


NETTED: Final = "p1: activate Net targeting Bird\nall pass\np2: pass\n"


def test_two_duties_at_one_place_leave_nothing_to_choose() -> None:
    """At p2's place a pass is the proposed choice (732.2c), and the Bird is the action of the fragmented loop (732.3)."""
    game = fragmented()
    assert offer(game, NETTED) is None
    found = answer(game, 1, "cut 3@1.1")
    assert found is not None and (found.code, found.rule) == ("nothing-else", "732.2b")
    assert answer(game, 1, "accept") is None and goes_on(game)


def test_beside_two_duties_another_choice_is_enough() -> None:
    game = fragmented(", Bell")
    assert offer(game, NETTED) is None
    assert answer(game, 1, "cut 3@1.1") is None
    assert {line: (play_line(game, line) or Refusal("", "ok", "")).code for line in ("activate Bird", "pass")} == {
        "activate Bird": "must-differ",
        "pass": "must-differ",
    }
    assert goes_on(game)


def ruled_to_a_standstill() -> Game:
    """The judge's ruling takes a cut as it was said; the position names none of p2's cards."""
    game = begin(GUARD + "  p2: {hand: 2}\n", "board.yaml", BOOK)
    assert isinstance(game, Game), game
    found = settle(game, "comprehensive", TEN, ["p2: cut 1@3.3"])
    assert isinstance(found, Ruling), found
    return game


def test_a_game_that_stands_still_says_so_and_is_undone() -> None:
    game = ruled_to_a_standstill()
    assert not goes_on(game)
    found = stands_still(game)
    assert found is not None and (found.code, found.rule) == ("must-differ", "732.2c")
    back = undone(game, BOOK)
    assert isinstance(back, Game), back
    assert stands_still(back) is None and goes_on(back)


def test_a_kept_game_with_such_a_cut_is_not_lost() -> None:
    """A log written before such cuts were refused is replayed, also where an undo took the cut back."""
    game = proposed("hand: 2")
    game.logged = True
    assert answer(game, 1, "cut 1@3.3") is None
    again = replay(game.entries, BOOK)
    assert isinstance(again, Game), again
    assert not again.logged and stands_still(again) is not None
    back = undone(again, BOOK)
    assert isinstance(back, Game), back
    found = answer(back, 1, "cut 1@3.3")
    assert found is not None and found.code == "cut-unplayable"


def told(game: Game, path: Path, *lines: str) -> str:
    """What the terminal tells while such lines are typed."""
    heard: list[str] = []
    said = iter(lines)
    seat = HotSeat(game, path / "board.game", BOOK, lambda _: next(said, None), heard.append, Page(80))
    seat.play()
    return "".join(heard)


def test_the_terminal_refuses_the_same_places_and_says_where_a_game_stands_still(tmp_path: Path) -> None:
    text = told(proposed("hand: 2"), tmp_path, "cut 1@3.3", "accept")
    assert "(cut-unplayable)" in text and "leads on" not in text
    text = told(ruled_to_a_standstill(), tmp_path / "..", "choices")
    assert "(must-differ)" in text and "'undo', 'settle'" in text
