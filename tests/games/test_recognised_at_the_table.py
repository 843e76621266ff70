"""The hot seat says once what comes back by several players' actions, and what goes on by itself.

The boards are worked out by hand from rules 732.3, 732.4, 104.4b and 608.2. No card that somebody hides is told.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from reiterate.cli.hot_seat import HotSeat, opened
from reiterate.games.game import Game, answer, begin, offer, play_line, replay, undone
from reiterate.refusals import Refusal
from reiterate.show.screen import Page
from tests.support.played_boards import book, circle


def seat(folder: Path, text: str, *said: str) -> str:
    """What the hot seat shows for these words on a board."""
    file = folder / "board.yaml"
    file.write_text(text.partition("script:")[0], encoding="utf-8")
    found = opened(file, book())
    assert not isinstance(found, Refusal), found
    shown: list[str] = []
    words = iter(said)
    HotSeat(*found, book(), lambda _: next(words, None), shown.append, Page()).play()
    return "".join(shown)


def board(p1: str, p2: str) -> str:
    return f"format: position/1\nplayers:\n  p1: {p1}\n  p2: {p2}\n"


def lines_of(text: str) -> list[str]:
    """The lines of a board's script."""
    return [line.strip() for line in text.partition("script: |\n")[2].splitlines()]


CAME_BACK: Final = "this position came back by actions of"
BY_ITSELF: Final = "this goes on by itself"
ROUNDS: Final = ("activate Spark", "all pass", "all pass", "all pass")
EMPTY: Final = "{hand: 0, library: 0}"


def alone(*names: str, more: str = "") -> str:
    """A board on which p1 has these permanents and p2 nothing."""
    return board(f"{{hand: 0, library: 0, battlefield: [{', '.join(names)}]{more}}}", EMPTY)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_732_3_who_must_choose_differently_is_told_once(players: int, tmp_path: Path) -> None:
    text = circle(players, range(1, players + 1))
    lap = lines_of(text)
    shown = seat(tmp_path, text, *lap, "judge", "why", lap[0], "pass")
    who = ", ".join(f"p{n}" for n in range(1, players)) + f" and p{players}"
    assert shown.count(f"{CAME_BACK} {who}: p1 must choose differently [732.3]") == 1
    assert "comprehensive: p1 must do something else: the position came back." in shown
    assert "(must-differ)" in shown and "Traceback" not in shown
    assert "because" in shown and "[732.3]" in shown.partition("because")[2]


def test_732_3_the_active_player_looks_on(tmp_path: Path) -> None:
    """p3 is active and does nothing: behind p3 comes p1, then p2."""
    text = circle(3, (1, 2), 3)
    assert f"{CAME_BACK} p1 and p2: p1 must choose differently" in seat(tmp_path, text, *lines_of(text))


def test_732_3_a_shortcut_that_brings_the_position_back_is_told_too(tmp_path: Path) -> None:
    """One lap is proposed, and p2 accepts: the position is there again, by actions of both."""
    text = circle(2, (1, 2))
    lap = lines_of(text)
    shown = seat(tmp_path, text, "propose", *lap, "", "accept", lap[0])
    assert shown.count(f"{CAME_BACK} p1 and p2: p1 must choose differently") == 1
    assert "(must-differ)" in shown


def test_104_4b_what_nobody_keeps_up_is_told_once(tmp_path: Path) -> None:
    shown = seat(tmp_path, alone("Spark", "Chime"), *ROUNDS, *(["all pass"] * 6), "judge", "why")
    assert shown.count(BY_ITSELF) == 1
    assert f"{BY_ITSELF}. It's a draw. [732.4, 104.4b, 732.5]; 'judge' and 'why' say more" in shown
    assert "this has come back" not in shown
    assert "comprehensive: It's a draw." in shown and "g18: It's a draw." in shown
    assert "tournament: p1 can't act, and says so." in shown


def test_732_4_whoever_could_act_is_asked(tmp_path: Path) -> None:
    shown = seat(tmp_path, alone("Spark", "Ember", "Chime"), *ROUNDS)
    assert f"{BY_ITSELF}. It's a draw, unless p1 acts. [" in shown


def test_104_4b_what_somebody_adds_to_each_lap_hides_nothing(tmp_path: Path) -> None:
    """p1's Waker triggers itself and untaps p2's Peg, which p2 taps in each lap: told once, and p2 may decline."""
    text = board("{hand: 0, library: 0, battlefield: [Spark, Waker]}", "{hand: 0, library: 0, battlefield: [Peg]}")
    lap = ("pass", "p2: activate Peg", "all pass", "all pass")
    shown = seat(tmp_path, text, "activate Spark", "all pass", *lap, *lap, "no action", "yes")
    assert shown.count(f"{BY_ITSELF}. It's a draw, unless p2 acts. [") == 1
    assert "the game is a draw (104.4b)" in shown and "this has come back" not in shown


def test_what_nobody_keeps_up_and_ends_is_told_with_its_end(tmp_path: Path) -> None:
    """p2 has 20 life, of which one is lost in each lap."""
    shown = seat(tmp_path, alone("Spark", "Draining Chime"), *ROUNDS)
    assert f"{BY_ITSELF}. p1 wins in iteration" in shown and "draw" not in shown


def test_what_goes_on_again_behind_an_action_is_told_again(tmp_path: Path) -> None:
    """p1's Ember is something new: behind it what goes on is another loop."""
    shown = seat(tmp_path, alone("Spark", "Ember", "Chime"), *ROUNDS, "all pass", "activate Ember", *(["all pass"] * 5))
    assert shown.count(BY_ITSELF) == 2


def test_608_2_repetition_inside_one_resolution(tmp_path: Path) -> None:
    """p2 has forty cards of one kind, which everybody knows are blue."""
    text = board(
        '{hand: 0, library: 0, mana: {C: 3}, battlefield: [Grindstone, {card: "Painter\'s Servant", chosen: blue}]}',
        "{hand: 0, library: 40}",
    )
    shown = seat(tmp_path, text, "activate Grindstone targeting p2", "all pass", "continue", "continue", "continue")
    assert shown.count("this repeats inside one resolution") == 1
    assert "draw" not in shown


def test_triggers_that_run_dry_are_not_told(tmp_path: Path) -> None:
    shown = seat(tmp_path, alone("Spark", "3 Counter A"), *ROUNDS)
    assert BY_ITSELF not in shown


def test_400_2_no_hidden_card_is_told(tmp_path: Path) -> None:
    """Whatever p2 holds, the same is said: p2 has a card that nobody knows, and is asked."""
    told: list[str] = []
    for hidden in ("Lightning Bolt", "Llanowar Elves"):
        words = board(
            "{hand: 0, library: 0, battlefield: [Spark, Chime]}",
            f"{{hand: [{hidden}], library: 0, mana: {{R: 1}}}}",
        )
        folder = tmp_path / hidden
        folder.mkdir()
        said = seat(folder, words, *ROUNDS).partition(BY_ITSELF)[2].splitlines()[0]
        why = seat(folder, words, "why", "judge").partition("It's a draw, unless p2 acts.")[2]
        assert said.startswith(". It's a draw, unless p2 acts.")
        assert "because" in why and hidden not in why
        told.append(said + why)
    assert told[0] == told[1]


def test_an_undo_takes_what_was_recognised_back() -> None:
    game = begin(alone("Spark", "Chime"), "board.yaml", book())
    assert isinstance(game, Game), game
    for line in ROUNDS:
        assert play_line(game, line) is None, line
    assert game.noticed.latest is not None
    again = replay(game.entries, book())
    assert isinstance(again, Game) and again.noticed.latest is not None
    assert again.noticed.latest.found == game.noticed.latest.found
    before: Game | Refusal = game
    for _ in range(2):
        assert isinstance(before, Game)
        before = undone(before, book())
    assert isinstance(before, Game) and before.noticed.latest is None


def test_an_accepted_shortcut_forgets_what_went_on_before_it() -> None:
    game = begin(alone("Spark", "Chime"), "board.yaml", book())
    assert isinstance(game, Game), game
    for line in ROUNDS:
        assert play_line(game, line) is None, line
    assert offer(game, "repeat 10^100:\n  all pass\n") is None
    assert answer(game, 1, "accept") is None
    assert game.noticed.latest is None
