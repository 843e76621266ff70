"""Lines that say the only answer aloud: accepted, refused at their place, in loops with blocks, and behind cuts by place."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from reiterate.api import certify, check
from reiterate.ask.session import Result, Study, run_position, study_loop
from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.rules.decisions.step import step
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader
from reiterate.script.sentences import say
from tests.support.own_cards import own_book

OWN: Final = {
    "Edict": ("Sorcery", "Target player sacrifices a creature."),
    "Rot": ("Sorcery", "Target player discards a card."),
    "Tithe": ("Sorcery", "You gain 1 life unless target opponent pays {1}."),
    "Greet": ("Enchantment", "Whenever a creature enters, tap target artifact and target land."),
    "Maker": ("Artifact", "{0}: Create a 1/1 green Elf creature token."),
    "Horde": ("Artifact", "{0}: Create ten 1/1 green Elf creature tokens."),
    "Eater": ("Artifact", "{0}: You sacrifice a creature. You gain 1 life."),
    "Moloch": ("Enchantment", "Whenever an Elf enters, you sacrifice an Elf. You gain 1 life."),
    "Bear": ("Creature — Bear", ""),
    "Ogre": ("Creature — Ogre", ""),
    "Rod": ("Artifact", ""),
}


@cache
def book() -> CardBook:
    return own_book(OWN)


def board(mine: str, theirs: str, script: str, more: str = "") -> Position:
    lines = "".join(f"  {line}\n" for line in script.split("; "))
    text = f"format: position/1\n{more}players:\n  p1: {{{mine}}}\n  p2: {{{theirs}}}\nscript: |\n{lines}"
    position = load(text, "board.yaml", book())
    assert isinstance(position, Position), position
    return position


def ran(mine: str, theirs: str, script: str, more: str = "") -> Result | Refusal:
    return run_position(board(mine, theirs, script, more))


def refused(found: object, code: str = "only-answer") -> Refusal:
    assert isinstance(found, Refusal), found
    assert found.code == code, found
    return found


#: What is cast, what stands there, the answer that is said, and what is no answer.
ONE: Final = (
    ("hand: [Edict]", "battlefield: [Bear]", "cast Edict targeting p2; all pass", "choose Bear", "choose Ogre"),
    ("hand: [Edict]", "battlefield: [2 Bear]", "cast Edict targeting p2; all pass", "choose Bear", "choose 2 Bear"),
    (
        "hand: [Edict]",
        "battlefield: [Bear]",
        "cast Edict targeting p2; all pass",
        "choose untapped Bear",
        "choose tapped Bear",
    ),
    ("hand: [Rot]", "hand: [Rod]", "cast Rot targeting p2; all pass", "choose Rod", "choose Bear"),
    ("hand: [Tithe]", "", "cast Tithe targeting p2; all pass", "no", "yes"),
)


@pytest.mark.parametrize(("mine", "theirs", "script", "said", "other"), ONE)
def test_608_2d_the_only_answer_may_be_said(mine: str, theirs: str, script: str, said: str, other: str) -> None:
    silent, loud = ran(mine, theirs, script), ran(mine, theirs, f"{script}; {said}")
    assert isinstance(silent, Result), silent
    assert isinstance(loud, Result), loud
    who = "p2: " if theirs or said == "no" else "p1: "
    assert isinstance(ran(mine, theirs, f"{script}; {who}{said}"), Result)
    found = refused(ran(mine, theirs, f"{script}; {other}"))
    assert found.where.line == 6 + script.count("; ") + 1
    assert found.expected == said.replace("untapped ", "")
    assert other in found.message


@pytest.mark.parametrize(("mine", "theirs", "script", "said", "other"), ONE)
def test_608_2d_it_is_said_once_and_by_whose_answer_it_was(
    mine: str, theirs: str, script: str, said: str, other: str
) -> None:
    refused(ran(mine, theirs, f"{script}; {said}; {said}"), "nothing-asked")
    refused(ran(mine, theirs, f"{script}; p1: {said}"), "nothing-asked")
    refused(ran(mine, theirs, f"{script}; pass; p2: {said}"), "nothing-asked")


def test_608_2d_where_there_are_two_answers_the_line_answers() -> None:
    asked = ran("hand: [Edict]", "battlefield: [Bear, Ogre]", "cast Edict targeting p2; all pass; p2: choose Bear")
    assert isinstance(asked, Result), asked
    left = {r.cls.proto.name for r in asked.state.rows.values() if r.cls.zone == "battlefield" and r.cls.proto}
    assert left == {"Ogre"}
    refused(
        ran("hand: [Edict]", "battlefield: [Bear, Ogre]", "cast Edict targeting p2; all pass; p2: choose Rod"),
        "no-such-object",
    )


def test_603_3d_all_targets_of_a_trigger_may_be_said() -> None:
    mine = "hand: [Bear], battlefield: [Greet, Rod, {card: Forest, tapped: yes}]"
    assert isinstance(ran(mine, "", "cast Bear; all pass; target Rod and Forest; all pass"), Result)
    assert (
        refused(ran(mine, "", "cast Bear; all pass; target Forest and Rod; all pass")).expected
        == "target Rod and Forest"
    )


FIGHT: Final = (
    "all pass to declare attackers; attack with Ogre; all pass to declare blockers; {block}; all pass to combat damage"
)


@pytest.mark.parametrize(
    ("block", "said", "other"),
    [
        ("no block", "assign 2 to p2", "assign 2 to Bear"),
        ("no block", "p1: assign all to p2", "assign 1 to p2"),
        ("Bear blocks Ogre", "assign 2 to Bear", "assign 2 to p2"),
        ("Bear blocks Ogre", "p2: assign 2 to Ogre", "p2: assign 2 to Bear"),
    ],
)
def test_510_1_combat_damage_with_one_assignment_may_be_said(block: str, said: str, other: str) -> None:
    board = ("battlefield: [Ogre]", "battlefield: [Bear]")
    script = FIGHT.format(block="p2: " + block if block != "no block" else "no block")
    assert isinstance(ran(*board, f"{script}; {said}"), Result)
    found = refused(ran(*board, f"{script}; {other}"))
    assert found.expected.startswith("assign 2 to ")
    both = f"{script}; p1: assign 2 to Bear; p2: assign 2 to Ogre"
    if block != "no block":
        assert isinstance(ran(*board, both), Result)
        refused(ran(*board, f"{both}; p2: assign 2 to Ogre"), "nothing-asked")


# --- loops, blocks and places ------------------------------------------------------------------------------------

LOOP: Final = "repeat {n}:;   activate Maker;   all pass;   activate Eater;   all pass{said}"


def studied(position: Position) -> Study:
    found = study_loop(position)
    assert isinstance(found, Study), found
    return found


@pytest.mark.parametrize("said", [";   choose Elf", ";   p1: choose an Elf token"])
def test_a_loop_is_the_same_with_and_without_what_is_said(said: str) -> None:
    texts = []
    for words in ("", said):
        found = studied(board("battlefield: [Maker, Eater]", "", LOOP.format(n="10^100", said=words)))
        text = certify(found.part.loop)
        assert isinstance(text, str), text
        assert not isinstance(check(text, book().protos), Refusal)
        texts.append(text)
    assert texts[0] == texts[1]


def test_a_wrong_word_in_a_loop_is_refused_at_its_place() -> None:
    found = refused(
        study_loop(board("battlefield: [Maker, Eater]", "", LOOP.format(n="10^100", said=";   choose Bear")))
    )
    assert found.where.line == 11


BLOCK: Final = "repeat {n}:;   activate Horde;   all pass;   for each trigger:;     all pass{said}"


@pytest.mark.parametrize("n", ["3", "10^100"])
def test_a_block_for_each_trigger_may_end_with_what_is_said(n: str) -> None:
    lives = []
    for said in ("", ";     choose Elf"):
        position = board("battlefield: [Horde, Moloch]", "", BLOCK.format(n=n, said=said))
        found = studied(position)
        text = certify(found.part.loop)
        assert isinstance(text, str), text
        lives.append(text)
    assert lives[0] == lives[1]


def test_a_written_number_of_rounds_may_end_with_what_is_said() -> None:
    inner = "repeat 10^50:;   repeat 10^20:;     activate Maker;     all pass;     activate Eater;     all pass;     choose Elf"
    found = studied(board("battlefield: [Maker, Eater]", "", inner))
    assert isinstance(certify(found.part.loop), str)


@pytest.mark.parametrize(("place", "life"), [("100.4", "119"), ("100.6", "119"), ("100.1", "119")])
def test_an_end_by_place_is_at_the_same_choice(place: str, life: str) -> None:
    """What is said is no choice, so it moves no place."""
    for said in ("", ";   choose Elf"):
        found = ran("battlefield: [Maker, Eater]", "", LOOP.format(n="100", said=said), f"end: {place}\n")
        assert isinstance(found, Result), found
        assert str(found.state.rows[1].get("life")) == life


def test_a_player_cuts_in_before_and_behind_what_is_said() -> None:
    """The cut of iteration 7 comes behind what was said of iteration 6."""
    for place, life in (("7.3", "26"), ("7.6", "26"), ("8.3", "27")):
        for said in ("", ";   choose Elf"):
            more = f"answers:\n  - p2: cut {place}\n"
            found = ran("battlefield: [Maker, Eater]", "battlefield: [Maker]", LOOP.format(n="100", said=said), more)
            assert isinstance(found, Result), found
            assert str(found.state.rows[1].get("life")) == life


def test_each_choice_of_a_script_with_said_lines_is_said_and_read_again() -> None:
    position = board("battlefield: [Maker, Eater]", "", LOOP.format(n="2", said=";   choose Elf"))
    reader = BodyReader(position.script)
    state, cursor, lines = position.state, reader.start(), []
    while (read := reader.next(state, cursor)) is not None:
        assert not isinstance(read, Refusal), read
        choice, cursor = read
        lines.append(say(state, choice))
        state = step(state, choice)[0]
    again = board("battlefield: [Maker, Eater]", "", "; ".join(lines))
    assert isinstance(run_position(again), Result)
    assert len(lines) == 12
