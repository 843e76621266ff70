"""A game is its log: replaying the entries gives the same position, whatever ended the program."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.cli.hot_seat import HotSeat, opened
from reiterate.games import log
from reiterate.games.game import (
    Game,
    answer,
    begin,
    offer,
    offer_again,
    play_line,
    replay,
    settle,
    taken_script,
    undone,
)
from reiterate.games.kinds_of_choices import NO_NUMBER
from reiterate.games.offered import offered
from reiterate.judging.ruling import Ruling
from reiterate.refusals import Refusal
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.identity import same
from reiterate.script.expect import look_up
from reiterate.show.screen import Page

BOOK: Final = CardBook.builtin()
TEXT: Final = """format: position/1
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
  p2: {hand: [Lightning Bolt], mana: {R: 1}}
"""
FLYING: Final = "format: position/1\nplayers: {p1: {battlefield: [Bird]}, p2: {battlefield: [Net]}}\n"
DOUBLING: Final = "format: position/1\nplayers: {p1: {battlefield: [Doubler, Llanowar Elves]}, p2: {}}\n"
OWN: Final = [
    {
        "name": "Doubler",
        "type_line": "Artifact",
        "oracle_text": "{0}: Create a 1/1 green Elf Warrior creature token for each Elf you control.",
    },
    {
        "name": "Bird",
        "type_line": "Creature — Bird",
        "oracle_text": "{0}: This creature gains flying until end of turn.",
        "power": "1",
        "toughness": "1",
    },
    {"name": "Net", "type_line": "Artifact", "oracle_text": "{0}: Target creature loses flying until end of turn."},
]
FLIERS: Final = CardBook((read_source("cards", json.dumps(OWN).encode()), builtin_source()))
LAP: Final = ("activate Midnight Guard", "all pass", "all pass")


def fresh() -> Game:
    game = begin(TEXT, "board.yaml", BOOK)
    assert isinstance(game, Game), game
    return game


def played(*lines: str) -> Game:
    game = fresh()
    for line in lines:
        assert play_line(game, line) is None, line
    return game


def elves(game: Game) -> str | Refusal:
    return look_up(game.state, "p1.tokens.Elf Warrior", {})


def test_a_lap_by_hand_is_offered_again_and_taken() -> None:
    game = played(*LAP)
    assert game.shown is not None
    assert offer_again(game, "10^100") == "repeat 10^100:\n  activate Midnight Guard\n  all pass\n  all pass\n"
    assert game.seat == 1
    assert answer(game, 1, "accept") is None
    assert elves(game) == str(10**100 + 1) and game.seat == 0


def test_nothing_is_offered_again_before_something_came_back() -> None:
    found = offer_again(played("activate Midnight Guard"), "3")
    assert isinstance(found, Refusal) and found.code == "no-loop"


@pytest.mark.parametrize("times", ["", " ", "\n"])
def test_a_lap_is_not_offered_again_without_a_number_of_times(times: str) -> None:
    found = offer_again(played(*LAP), times)
    assert found == NO_NUMBER


def test_732_2b_nobody_plays_on_while_a_proposal_waits() -> None:
    game = played(*LAP)
    offer_again(game, "3")
    refused = play_line(game, "pass")
    assert refused is not None and (refused.code, refused.rule) == ("answers-missing", "732.2b")


def test_732_2c_after_a_cut_the_proposed_choice_is_refused() -> None:
    game = played(*LAP)
    offer_again(game, "1000")
    assert answer(game, 1, "cut 7.3") is None
    assert elves(game) == "7"
    refused = play_line(game, "pass")
    assert refused is not None and refused.code == "must-differ"
    assert play_line(game, "cast Lightning Bolt targeting Midnight Guard") is None
    assert play_line(game, "pass") is None


def test_732_2c_a_proposal_may_not_begin_with_the_choice_that_was_proposed_before() -> None:
    game = played(*LAP)
    offer_again(game, "1000")
    answer(game, 1, "cut 7.3")
    refused = offer(game, "pass\nall pass")
    assert refused is not None and refused.code == "must-differ"
    assert game.proposal is None


def test_732_3_a_proposal_is_held_to_what_was_played_before_it() -> None:
    """Both players' actions have brought the position back: p1 may not propose the same action again either."""
    game = begin(FLYING, "board.yaml", FLIERS)
    assert isinstance(game, Game), game
    for line in ("activate Bird", "all pass", "pass", "activate Net targeting Bird", "all pass"):
        assert play_line(game, line) is None, line
    refused = offer(game, "activate Bird\nall pass")
    assert refused is not None and (refused.code, refused.rule) == ("must-differ", "732.3")
    offer(game, "go")
    assert answer(game, 1, "accept") is None
    assert len(game.history.duties) > 0


def test_a_proposal_that_waits_is_not_replaced() -> None:
    game = played(*LAP)
    offer(game, "go")
    refused = offer(game, "pass")
    assert refused is not None and refused.code == "answers-missing"
    assert [entry.text for entry in game.entries if entry.what == "propose"] == ["go"]


def test_a_long_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions of long ago are forgotten; what is owed because of them is not."""
    monkeypatch.setattr("reiterate.games.game.REMEMBERED", 6)
    monkeypatch.setattr("reiterate.shortcuts.duty_to_differ.POSITION_BUDGET", 12)
    assert elves(played(*(LAP * 8))) == "8"
    game = begin(FLYING, "board.yaml", FLIERS)
    assert isinstance(game, Game), game
    for line in ("activate Bird", "all pass", "pass", "activate Net targeting Bird", "all pass"):
        assert play_line(game, line) is None, line
    refused = play_line(game, "activate Bird")
    assert refused is not None and refused.code == "must-differ"


def test_a_game_goes_on_behind_towers_of_powers() -> None:
    """There are 2^(2^(10^100)) tokens or so: too many to be written, and the game can still be played by hand."""
    game = begin(DOUBLING, "board.yaml", FLIERS)
    assert isinstance(game, Game), game
    lap = ("activate Doubler", "all pass")
    for line in lap * 2:
        assert play_line(game, line) is None, line
    assert isinstance(offer_again(game, "2^(10^100)"), str)
    assert answer(game, 1, "accept") is None
    for line in lap * 3:
        assert play_line(game, line) is None, line
        assert offered(game.state)
    assert isinstance(replay(game.entries, FLIERS), Game)


def test_an_undo_goes_back_by_one_entry_and_stays_on_the_log() -> None:
    game = played(*LAP)
    back = undone(game, BOOK)
    assert isinstance(back, Game), back
    assert same(back.state, played(*LAP[:2]).state)
    assert [entry.what for entry in back.entries] == ["position", "line", "line", "line", "undo"]
    further = undone(back, BOOK)
    assert isinstance(further, Game) and same(further.state, played(*LAP[:1]).state)


def test_an_undo_withdraws_a_proposal() -> None:
    game = played(*LAP)
    offer(game, "go")
    back = undone(game, BOOK)
    assert isinstance(back, Game) and back.proposal is None and same(back.state, game.state)


def test_there_is_nothing_to_undo_at_the_beginning() -> None:
    found = undone(fresh(), BOOK)
    assert isinstance(found, Refusal) and found.code == "nothing-to-undo"


@given(st.lists(st.sampled_from([*LAP, "pass", "again 5", "accept", "cut 3.3", "cut 1.2", "undo", "go"]), max_size=12))
def test_replaying_the_log_gives_the_same_position(said: list[str]) -> None:
    game = fresh()
    for words in said:
        if words == "undo":
            back = undone(game, BOOK)
            game = game if isinstance(back, Refusal) else back
        elif words.startswith("again"):
            offer_again(game, words.split()[1])
        elif words.startswith(("accept", "cut")):
            answer(game, game.seat, words)
        elif words == "go":
            offer(game, words)
        else:
            play_line(game, words)
    again = replay(game.entries, BOOK)
    assert isinstance(again, Game), again
    assert same(again.state, game.state) and again.seat == game.seat and again.entries == game.entries
    assert (again.proposal is None) == (game.proposal is None)


# --- rulings ------------------------------------------------------------------------------------------------------

AGAIN: Final = "repeat 1:\n  activate Midnight Guard\n  all pass\n  all pass\n"


def test_mtr_4_4_a_loop_that_was_settled_may_not_begin_again() -> None:
    game = played(*LAP)
    found = settle(game, "tournament", AGAIN, ["p1: number 7", "p2: agree"])
    assert isinstance(found, Ruling) and elves(game) == "8" and game.seat == 0
    refused = play_line(game, "activate Midnight Guard")
    assert refused is not None and (refused.code, refused.rule) == ("restart", "MTR 4.4 par. 8 sent. 3")
    again = settle(game, "tournament", AGAIN, ["p1: number 3", "p2: agree"])
    assert isinstance(again, Refusal) and again.code == "restart"
    offered_again = offer(game, AGAIN)
    assert offered_again is not None and offered_again.code == "restart"


def test_mtr_4_4_whoever_names_less_and_does_nothing_has_lost_the_interruption() -> None:
    game = played(*LAP)
    found = settle(game, "tournament", AGAIN, ["p1: number 9", "p2: number 7"])
    assert isinstance(found, Ruling) and elves(game) == "8" and game.seat == 1
    assert play_line(game, "pass") is None  # p2 named the place and does nothing with it
    for _ in range(2):  # of p1's nine iterations two are left
        assert play_line(game, "activate Midnight Guard") is None
        assert play_line(game, "all pass") is None and play_line(game, "all pass") is None
    refused = play_line(game, "activate Midnight Guard")
    assert refused is not None and (refused.code, refused.rule) == ("restart", "MTR 4.4 par. 8 sent. 3")


def test_g_18_2_a_loop_that_was_settled_may_begin_again() -> None:
    game = played(*LAP)
    settle(game, "g18", AGAIN, ["p1: number 9", "p2: number 7"])
    assert play_line(game, "pass") is None
    assert play_line(game, "activate Midnight Guard") is None


def test_mtr_4_4_after_a_relevant_change_it_may_begin_again() -> None:
    game = played(*LAP)
    settle(game, "tournament", AGAIN, ["p1: number 1000", "p2: number 7"])
    assert play_line(game, "cast Lightning Bolt targeting p1") is None
    assert play_line(game, "all pass") is None
    assert play_line(game, "activate Midnight Guard") is None


def test_a_ruling_is_on_the_log_and_can_be_taken_back() -> None:
    game = played(*LAP)
    settle(game, "tournament", AGAIN, ["p1: number 1000", "p2: number 7"])
    again = replay(game.entries, BOOK)
    assert isinstance(again, Game) and same(again.state, game.state) and again.ruling is not None
    back = undone(game, BOOK)
    assert isinstance(back, Game) and elves(back) == "1" and back.ruling is None


@pytest.mark.parametrize(
    ("policy", "said", "code"),
    [
        ("poker", ["p1: number 9"], "policy"),
        ("tournament", ["number 9"], "statement"),
        ("tournament", ["p1: maybe"], "statement"),
        ("tournament", ["p2: number 9"], "not-now"),
        ("tournament", ["p1: number 9", "p2: number 10"], "not-lower"),
    ],
)
def test_what_can_not_be_settled_changes_nothing(policy: str, said: list[str], code: str) -> None:
    game = played(*LAP)
    found = settle(game, policy, AGAIN, said)
    assert isinstance(found, Refusal) and found.code == code
    assert elves(game) == "1" and len(game.entries) == 4 and game.ruling is None


# --- the file -----------------------------------------------------------------------------------------------------


def written(folder: Path, game: Game) -> Path:
    path = folder / "board.game"
    size = 0
    for number, entry in enumerate(game.entries):
        size = log.append(path, number, entry, size)
    return path


def test_whatever_a_file_ends_in_what_was_answered_is_there(tmp_path: Path) -> None:
    game = played(*LAP)
    path = written(tmp_path, game)
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for size in range(last, len(whole)):
        path.write_bytes(whole[:size])
        assert log.read(path) == game.entries[:-1]
        assert path.read_bytes() == whole[:last]  # the torn line is gone before the next entry is written
    path.write_bytes(whole)
    assert log.read(path) == game.entries


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}\n",
        "[]\n",
        '{"format": "game/1", "number": "1", "what": "position"}\n',
        "\x00\n",
        '{"format": "game/1", "number": "0", "what": "line"}\n',
    ],
)
def test_what_is_no_game_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "board.game"
    path.write_text(text, encoding="utf-8")
    found = log.read(path)
    assert isinstance(found, Refusal) and (found.code, found.exit_code) == ("game-file", 2)


def test_an_entry_that_can_not_be_played_is_refused(tmp_path: Path) -> None:
    entries = [*fresh().entries, log.Entry(log.LINE, "cast Black Lotus")]
    found = replay(entries, BOOK)
    assert isinstance(found, Refusal) and found.exit_code == 2
    strange = replay([*fresh().entries, log.Entry("chat", "hello")], BOOK)
    assert isinstance(strange, Refusal) and strange.code == "game-file"


# --- the terminal -------------------------------------------------------------------------------------------------


def seat(folder: Path, *said: str) -> str:
    """What the hot seat shows for these words, in a game that is kept in the folder."""
    (folder / "board.yaml").write_text(TEXT, encoding="utf-8")
    return seat_on(folder, *said)


def seat_on(folder: Path, *said: str) -> str:
    """What the hot seat shows for these words in the game that a folder keeps."""
    found = opened(folder / "board.yaml", BOOK)
    assert not isinstance(found, Refusal), found
    shown: list[str] = []
    words = iter(said)
    HotSeat(*found, BOOK, lambda _: next(words, None), shown.append, Page()).play()
    return "".join(shown)


def test_what_was_accepted_may_be_done_again_and_judged_until_something_else_is_done(tmp_path: Path) -> None:
    """One lap by hand, ten and five proposed: sixteen tokens. Behind a pass no shortcut ends any more."""
    taken = (*LAP, "again 10", "accept", "judge", "again 5", "accept")
    shown = seat(tmp_path, *taken)
    assert "no loop to judge" not in shown and "tournament: p1, how often?" in shown
    again = opened(tmp_path / "board.yaml", BOOK)
    assert not isinstance(again, Refusal) and elves(again[0]) == "16"
    assert "nothing that was played by hand has come back" in seat_on(tmp_path, "pass", "again 3")


def test_732_2c_a_shortened_shortcut_is_not_offered_again() -> None:
    game = played(*LAP)
    offer_again(game, "10")
    assert answer(game, 1, "cut 3.3") is None
    assert isinstance(taken_script(game, "5"), Refusal)


def test_a_game_goes_on_where_the_words_ended(tmp_path: Path) -> None:
    seat(tmp_path, "1", "all pass")
    shown = seat(tmp_path, "all pass", "again 999", "accept", "board")
    assert "1,000 Elf Warrior" in shown or "1000 Elf Warrior" in shown
    assert len((tmp_path / "board.game").read_text(encoding="utf-8").splitlines()) == 6


def test_two_programs_do_not_write_to_one_game(tmp_path: Path) -> None:
    path = written(tmp_path, played(*LAP))
    before = path.read_bytes()
    with pytest.raises(OSError, match="another program"):
        log.append(path, 4, log.Entry(log.LINE, "pass"), len(before) - 1)
    assert path.read_bytes() == before


def test_a_file_that_was_changed_does_not_go_on_with_its_old_game(tmp_path: Path) -> None:
    seat(tmp_path, "1")
    file = tmp_path / "board.yaml"
    file.write_text(TEXT.replace("hand: [Lightning Bolt]", "life: 7"), encoding="utf-8")
    found = opened(file, BOOK)
    assert isinstance(found, Refusal) and found.code == "another-game"
    assert not isinstance(opened(tmp_path / "board.game", BOOK), Refusal)


def test_the_choices_are_numbered_and_each_can_be_made() -> None:
    lines = offered(fresh().state)
    assert lines == ["activate Midnight Guard", "pass"]
    for line in lines:
        assert play_line(fresh(), line) is None


@pytest.mark.parametrize(("many", "parts"), [("1", []), ("2", ["1 of them", "2 of them"])])
def test_how_many_are_meant_is_said_of_several_alone(many: str, parts: list[str]) -> None:
    """603.3d: of one ability that waits for its target there is no part to choose."""
    board = f"{{battlefield: [{{card: Blood Artist, count: {many}}}], hand: [Lightning Bolt], mana: {{R: 1}}}}"
    game = begin(f"format: position/1\nplayers: {{p1: {board}, p2: {{battlefield: [Grizzly Bears]}}}}\n", "b", BOOK)
    assert isinstance(game, Game)
    for line in ("cast Lightning Bolt targeting Grizzly Bears", "all pass"):
        assert play_line(game, line) is None
    lines = offered(game.state)
    assert lines == ["target p1", "target p2"] if not parts else all(f"target p2 ({part})" in lines for part in parts)
    assert play_line(game, lines[-1]) is None


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("7", "there is no choice 7"),
        ("cast Black Lotus", "Black Lotus"),
        ("again 3", "nothing that was played by hand has come back"),
        ("accept", "nothing is proposed"),
        ("judge", "there is no loop to judge"),
        ("help", "again N"),
        ("propose repeat", "accepted would be"),
    ],
)
def test_what_can_not_be_done_is_said_and_the_game_goes_on(said: str, told: str, tmp_path: Path) -> None:
    shown = seat(tmp_path, said, "1")
    assert told in shown and "Traceback" not in shown
    assert len((tmp_path / "board.game").read_text(encoding="utf-8").splitlines()) == 2


def test_a_loop_is_settled_at_the_terminal(tmp_path: Path) -> None:
    shown = seat(tmp_path, *LAP, "settle tournament p1: number 9; p2: number 4", "settle", "settle chess p1: number 9")
    assert "After 4 iterations p2 has priority." in shown and "is no policy" in seat(
        tmp_path, "undo", "yes", "settle chess"
    )


def test_a_proposal_without_lines_proposes_nothing(tmp_path: Path) -> None:
    assert "proposes nothing" in seat(tmp_path, "propose", "", "1")


def test_undo_asks_the_others(tmp_path: Path) -> None:
    assert "not taken back" in seat(tmp_path, "1", "undo", "no")
    seat(tmp_path, "undo", "yes")
    assert '"undo"' in (tmp_path / "board.game").read_text(encoding="utf-8").splitlines()[-1]


def test_the_judge_speaks_under_each_policy(tmp_path: Path) -> None:
    shown = seat(tmp_path, *LAP, "judge")
    assert all(f"{policy}: " in shown for policy in ("comprehensive", "tournament", "g18"))


@pytest.mark.skipif(os.name == "nt", reason="permissions as on Unix")
def test_entries_reach_the_disk_before_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda number: synced.append(number))
    written(tmp_path, played(*LAP))
    assert len(synced) == 4


# --- random results ------------------------------------------------------------------------------------------------


def _with_a_coin() -> tuple[CardBook, str]:
    words = "{0}: Flip a coin. If you win the flip, you gain 3 life."
    card = {"name": "Lucky Penny", "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": words}
    book = CardBook((read_source("own", json.dumps(card).encode()), builtin_source()))
    return book, "format: position/1\nplayers:\n  p1: {battlefield: [Lucky Penny]}\n  p2: {}\n"


def _typed(lines: list[str]) -> Callable[[str], str | None]:
    """What a player types, line by line."""
    given = iter(lines)
    return lambda _: next(given, None)


def test_a_result_is_said_before_the_line_that_brings_it(tmp_path: Path) -> None:
    book, text = _with_a_coin()
    file = tmp_path / "board.yaml"
    file.write_text(text, encoding="utf-8")
    words = [
        "1",
        "all pass",
        "result: it lands on its edge",
        "result: wins",
        "all pass",
        "1",
        "result: loses",
        "1",
        "pass",
    ]
    for said in (words, ["result: wins", "pass"]):
        found = opened(file, book)
        assert not isinstance(found, Refusal), found
        shown: list[str] = []
        HotSeat(*found, book, _typed(said), shown.append, Page()).play()
    told = "".join(shown)
    lines = (tmp_path / "board.game").read_text(encoding="utf-8").splitlines()
    assert '"result: wins\\nall pass"' in lines[2], lines
    assert "said for the next line" in told


def test_the_program_throws_for_a_line_where_somebody_asks_it_to(tmp_path: Path) -> None:
    """The game that is taken up again has the same throw, and a first result that was said counts."""
    book, text = _with_a_coin()
    file = tmp_path / "board.yaml"
    file.write_text(text, encoding="utf-8")
    for said, life in ((["1", "throw all pass"], None), (["1", "result: wins", "throw all pass"], 3)):
        found = opened(file, book)
        assert not isinstance(found, Refusal), found
        before = found[0].state.rows[1].get("life")
        shown: list[str] = []
        seat = HotSeat(*found, book, _typed(said), shown.append, Page())
        seat.play()
        now = seat.game.state.rows[1].get("life")
        again = opened(file, book)
        assert not isinstance(again, Refusal) and again[0].state.rows[1].get("life") == now
        told = "".join(shown)
        assert ("thrown: wins" in told, "thrown: loses" in told) == (
            (now > before, now == before) if life is None else (False, False)
        )
        assert life is None or now == before + life


def test_a_random_line_is_refused_until_its_result_is_said() -> None:
    book, text = _with_a_coin()
    game = begin(text, "board.yaml", book)
    assert not isinstance(game, Refusal)
    assert play_line(game, "activate Lucky Penny") is None
    refused = play_line(game, "all pass")
    assert refused is not None and refused.code == "random-result" and "'result: wins'" in refused.expected
    refused = play_line(game, "result: heads\nall pass")
    assert refused is not None and refused.code == "impossible-result"
    assert play_line(game, "result: wins\nall pass") is None
    again = replay(game.entries, book)
    assert not isinstance(again, Refusal) and again.state.rows[1].get("life") == 23
    assert game.shown is None or isinstance(offer_again(game, "9"), Refusal)
    for head in ("repeat 9:\n", ""):
        pad = "  " if head else ""
        refused = offer(game, f"{head}{pad}activate Lucky Penny\n{pad}result: wins\n{pad}all pass\n")
        assert refused is not None and refused.code == "random-result"


# --- endings ------------------------------------------------------------------------------------------------------


def hot(path: Path, book: CardBook, *said: str) -> tuple[Game, str]:
    """A hot seat at which these words are typed; the game, and all that is shown."""
    found = opened(path, book)
    assert not isinstance(found, Refusal), found
    shown: list[str] = []
    words = iter(said)
    HotSeat(*found, book, lambda _: next(words, None), shown.append, Page()).play()
    again = opened(path, book)
    assert not isinstance(again, Refusal) and same(again[0].state, found[0].state)
    return found[0], "".join(shown)


def test_104_3a_conceding_at_the_hot_seat_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "three.yaml"
    path.write_text("format: position/1\nplayers:\n  p1: {}\n  p2: {}\n  p3: {}\n", encoding="utf-8")
    book = CardBook.builtin()
    _, text = hot(path, book, "concede p7", "concede p2", "concede p2", "quit")
    assert "'p7' is no player" in text and "p2 has left the game" in text
    game, text = hot(path, book, "concede", "pass")
    assert "p3 has won" in text and asked(game.state) == "over"


def test_104_4b_no_action_at_the_hot_seat_is_a_draw_where_that_is_proved(tmp_path: Path) -> None:
    path = tmp_path / "bond.yaml"
    bond = "[Sanguine Bond, Exquisite Blood, {card: Spike Feeder, counters: {+1/+1: 1}}]"
    text = f"format: position/1\nplayers:\n  p1: {{battlefield: {bond}}}\n  p2: {{hand: [Forest], battlefield: [Platinum Angel]}}\n"
    path.write_text(text, encoding="utf-8")
    start = ("no action", "activate Spike Feeder: gain 2 life", *["pass"] * 14)
    _, shown = hot(path, CardBook.builtin(), *start, "no action", "no", "quit")
    assert "(no-draw)" in shown and "p2 may act" in shown and "draw (104.4b)" not in shown
    game, shown = hot(path, CardBook.builtin(), "pass", "pass", *["pass"] * 12, "no action", "yes", "quit")
    assert "the game is a draw (104.4b)" in shown and asked(game.state) == "over"
