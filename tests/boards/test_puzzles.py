"""Puzzles of Forge as positions: what is laid out, what is listed, and what is refused with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from reiterate.ask.building_board import board_of
from reiterate.cards import CardBook
from reiterate.judging.case_file import Case, load_case
from reiterate.refusals import Refusal
from reiterate.rules.events.combat_state import attackers
from reiterate.rules.positions.identity import same
from reiterate.script.describe import name_of
from reiterate.script.position import Position, load, load_file
from reiterate.script.position_text import position_text
from tests.boards.puzzle_texts import ALL, ATTACK, GUARD, GUARD_AS_POSITION, SMALL

BOOK = CardBook.builtin()


def position(text: str) -> Position:
    found = load(text, "puzzle.pzl", BOOK)
    assert isinstance(found, Position), found
    return found


def refusal(text: str) -> Refusal:
    found = load(text, "puzzle.pzl", BOOK)
    assert isinstance(found, Refusal), found
    return found


def test_a_puzzle_is_the_position_that_a_person_would_write() -> None:
    theirs, ours = position(GUARD), position(GUARD_AS_POSITION)
    assert same(theirs.state, ours.state)
    assert theirs.title == "Guards and Bears"


def test_what_plays_no_part_is_listed_with_its_line() -> None:
    listed = position(GUARD).left_out
    assert listed[:3] == ("url: http://example.org/guards (line 3)", "goal: Win (line 4)", "turns: 1 (line 5)")
    assert any(each.startswith("turn=3 (line 8)") for each in listed)
    assert "humanlandsplayedlastturn: 1 (line 16)" in listed and "ainame: Nick (line 24)" in listed
    assert listed[-1] == "Set of cards"


def test_an_attack_stands_as_it_was_declared() -> None:
    found = position(ATTACK)
    assert found.proposer == 1
    p1, p2 = board_of(found.state).players
    assert sorted(each.name for each in p2.battlefield) == ["Fiend Hunter", "Grizzly Bears", "Runeclaw Bear"]
    assert [each.name for each in p1.battlefield] == ["Runeclaw Bear"]
    assert [name_of(found.state, h) for h in attackers(found.state)] == ["Grizzly Bears", "Runeclaw Bear of p2"]


def test_blocks_are_declared_after_one_pass() -> None:
    found = position(ATTACK.replace("ATTACKERS", "BLOCKERS") + "")
    assert found.proposer == 0
    assert any("one pass leads to the blocks" in each for each in found.left_out)


def test_an_empty_library_is_empty_and_no_line_of_it_is_no_library() -> None:
    for player in board_of(position(SMALL).state).players:
        assert str(player.library.amount) == "0"
    assert [str(player.life.amount) for player in board_of(position(SMALL).state).players] == ["20", "1"]


@pytest.mark.parametrize("text", ALL)
def test_the_position_file_of_a_puzzle_is_the_same_position(text: str) -> None:
    written = position_text(text, "puzzle.pzl")
    assert isinstance(written, str)
    again = load(written, "board.yaml", BOOK)
    assert isinstance(again, Position), (again, written)
    assert same(again.state, position(text).state) and again.proposer == position(text).proposer
    assert position_text(written, "board.yaml") == written


def test_the_newer_spelling_of_players_says_the_same() -> None:
    newer = GUARD
    for old, new in (("ActivePlayer=Human", "activeplayer=p0"), ("Owner:Human", "Owner:P0")):
        newer = newer.replace(old, new)
    lines = [
        line.replace("human", "p0", 1).replace("Human", "p0", 1) if line.lower().startswith("human") else line
        for line in newer.splitlines()
    ]
    lines = ["p1" + line[2:] if line.lower().startswith("ai") else line for line in lines]
    assert same(position("\n".join(lines) + "\n").state, position(GUARD).state)


def test_a_case_may_be_a_puzzle_and_a_file_too(tmp_path: Path) -> None:
    file = tmp_path / "guards.pzl"
    file.write_text("\ufeff" + GUARD, encoding="utf-8")
    assert isinstance(load_file(file, BOOK), Position)
    assert isinstance(load_case(GUARD, "guards.pzl", BOOK), Case)


BROKEN = [
    ("Tapped|Counters", "FaceDown|Counters", 4, "not-carried-over", 20, "Midnight Guard|Id:12|FaceDown"),
    ("AttachedTo:12", "EnchantingPlayer:AI", 4, "not-carried-over", 20, "Presence of Gond"),
    ("humancounters=POISON=2", "humancounters=ENERGY=2", 4, "not-carried-over", 13, "ENERGY=2"),
    ("humanexile=", "humanprecast=Giant Growth->12", 4, "not-carried-over", 21, "Giant Growth"),
    ("t:Knight,P:2,T:2,Cost:no cost", "t:Clue,P:0,T:0,Cost:1", 4, "not-carried-over", 20, "Clue"),
    ("T:w_1_1_soldier_flying", "T:c_a_treasure_sac", 4, "not-carried-over", 22, "c_a_treasure_sac"),
    ("Image:w_2_2_knight_rtr", "Image:", 4, "not-carried-over", 20, "Knight"),
    ("P1P1=1", "P1P0=1", 4, "rule-122.1", 20, ""),
    ("humanexile=", "activephaseadvance=UPKEEP", 4, "not-carried-over", 21, ""),
    ("Grizzly Bears", "Grizly Bears", 2, "card-unknown", 22, "Grizly Bears"),
    ("AttachedTo:12", "AttachedTo:13", 2, "puzzle", 20, "13"),
    ("AttachedTo:12", "AttachedTo:x", 2, "puzzle", 20, "x"),
    ("HumanLife=9", "HumanLife=nine", 2, "puzzle", 11, "nine"),
    ("HumanLife=9", "HumanLife=0", 2, "state-based", 0, ""),
    ("HumanLife=9", "HumanLife", 2, "puzzle", 11, "HumanLife"),
    ("HumanLife=9", "HumanLive=9", 2, "unknown-key", 11, "HumanLive=9"),
    ("AILife=6", "HumanLife=6", 2, "double-key", 12, "HumanLife=6"),
    ("AILife=6", "p0life=6", 2, "double-key", 12, "p0life=6"),
    ("humanmanapool=W W C", "humanmanapool=W Q", 2, "mana", 14, "W Q"),
    ("ActivePlayer=Human", "ActivePlayer=p3", 2, "player", 9, "p3"),
    ("ActivePlayer=Human", "", 2, "puzzle", 1, ""),
    ("ActivePhase=Main1", "ActivePhase=Untap", 2, "step", 10, "Untap"),
    ("ActivePhase=Main1", "ActivePhase=COMBAT_DECLARE_ATTACKERS", 2, "step", 10, "COMBAT_DECLARE_ATTACKERS"),
    ("|Tapped|Counters", "|Attacking|Counters", 2, "attacker", 20, ""),
    ("|Tapped|Counters", "|Taped|Counters", 2, "puzzle", 20, "Taped"),
    ("|Tapped|Counters", "|Tapped|Tapped|Counters", 2, "double-key", 20, "Tapped|Tapped"),
    ("[metadata]\nName", "[state]\n[other]\nName", 2, "puzzle", 2, "[other]"),
    ("humangraveyard=Forest", "humangraveyard=Forest|Tapped", 2, "puzzle", 19, "Tapped"),
    ("humangraveyard=Forest", "humangraveyard=unknown", 2, "card-unknown", 19, "unknown"),
    ("humangraveyard=Forest", "humangraveyard=3 Forest", 2, "card-unknown", 19, "3 Forest"),
    ("humangraveyard=Forest", "humancommand=Forest", 4, "not-carried-over", 19, "Forest"),
    ("Owner:Human", "Owner:Nick", 2, "player", 22, "Nick"),
]


@pytest.mark.parametrize(("old", "new", "exit_code", "code", "line", "span"), BROKEN)
def test_what_is_wrong_is_refused_with_its_place(
    old: str, new: str, exit_code: int, code: str, line: int, span: str
) -> None:
    assert GUARD.count(old) == 1
    found = refusal(GUARD.replace(old, new))
    assert (found.exit_code, found.code) == (exit_code, code), found
    assert found.where.file == "puzzle.pzl" and found.where.line == (line or found.where.line)
    assert span in found.where.span and (found.expected or found.rule)


def test_what_an_attack_would_set_off_is_refused_by_name() -> None:
    found = refusal(ATTACK.replace("Fiend Hunter|Id:7", "Hellkite Charger;Fiend Hunter|Id:7"))
    assert found.code == "not-carried-over" and "Hellkite Charger" in found.message


def test_a_link_to_a_card_that_is_not_there_is_refused() -> None:
    assert refusal(ATTACK.replace("ExiledWith:7", "ExiledWith:8")).code == "puzzle"
    assert refusal(ATTACK.replace("p0exile", "p0graveyard")).code == "not-carried-over"
    assert refusal(ATTACK + "p2library=Forest\n").code == "defender"


def test_a_commander_is_found_wherever_it_is() -> None:
    text = SMALL + "humancommand=Kiki-Jiki, Mirror Breaker|IsCommander\n"
    assert board_of(position(text).state).players[0].command.amount == 1
