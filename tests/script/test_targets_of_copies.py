"""New targets of copies (707.10c): chosen and kept, also illegal ones, on the stack by place, of several copies, in loops."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from reiterate.api import certify, check
from reiterate.ask.session import Result, Study, run_position, study_loop
from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Line
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from tests.support.own_cards import own_book

OWN: Final = {
    "Fork": ("Instant", "Copy target instant or sorcery spell. You may choose new targets for the copy."),
    "Idle": ("Instant", "You gain 0 life."),
    "Storm Spark": ("Instant", "Storm Spark deals 2 damage to any target.\nStorm"),
    "Storm Both": ("Instant", "Tap target creature. Untap target artifact.\nStorm"),
    "Spark": ("Instant", "Spark deals 2 damage to any target."),
    "Zap": ("Instant", "Zap deals 2 damage to target creature an opponent controls."),
    "Both": ("Instant", "Tap target creature. Untap target artifact."),
    "Veil": ("Instant", "Target creature gains hexproof until end of turn."),
    "Dispel": ("Instant", "Counter target spell."),
    "Hush": ("Instant", "Counter target activated or triggered ability."),
    "Medic": ("Artifact", "{0}: Target player gains 1 life."),
    "Rings": (
        "Artifact",
        "Whenever you activate an ability, if it isn't a mana ability, you may pay {0}. If you do, copy that ability. "
        "You may choose new targets for the copy.",
    ),
    "Pinger": ("Artifact", "{0}: Pinger deals 1 damage to any target."),
    "Life": ("Artifact", "{0}: You gain 1 life."),
    "Bear": ("Creature — Bear", ""),
    "Ogre": ("Creature — Ogre", ""),
    "Elk": ("Creature — Elk", ""),
    "Rod": ("Artifact", ""),
    "Orb": ("Artifact", ""),
}


@cache
def book() -> CardBook:
    return own_book(OWN)


def board(mine: str, theirs: str, script: str) -> Position:
    lines = "".join(f"  {line}\n" for line in script.split("; "))
    text = f"format: position/1\nplayers:\n  p1: {{{mine}}}\n  p2: {{{theirs}}}\nscript: |\n{lines}"
    position = load(text, "board.yaml", book())
    assert isinstance(position, Position), position
    return position


def played(mine: str, theirs: str, script: str) -> State:
    found = run_position(board(mine, theirs, script))
    assert isinstance(found, Result), found
    return found.state


def refused(mine: str, theirs: str, script: str) -> Refusal:
    found = run_position(board(mine, theirs, script))
    assert isinstance(found, Refusal), found
    return found


def life(state: State) -> list[object]:
    return [state.rows[seat].get("life") for seat in (1, 2)]


def there(state: State, name: str) -> int:
    """How many permanents of a name there are."""
    rows = [r for r in state.rows.values() if r.cls.proto is not None and r.cls.proto.name == name]
    return sum(int(str(r.n)) for r in rows if r.cls.zone == "battlefield")


SPARK: Final = "cast Spark targeting p2; cast Fork targeting Spark; p1: pass; p2: pass"


# --- chosen and kept ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["target p1", "choose p1", "p1: target me", "target me"])
def test_707_10c_a_line_chooses_the_target_of_the_copy(line: str) -> None:
    assert life(played("hand: [Spark, Fork]", "", f"{SPARK}; {line}; resolve the stack")) == [18, 18]


@pytest.mark.parametrize("line", ["keep targets", "keep the target", "p1: keep its targets", "target p2", "choose p2"])
def test_707_10c_a_line_keeps_the_target_of_the_copy(line: str) -> None:
    assert life(played("hand: [Spark, Fork]", "", f"{SPARK}; {line}; resolve the stack")) == [20, 16]


def test_707_10c_what_can_be_no_target_is_refused_at_its_place() -> None:
    found = refused("hand: [Spark, Fork], battlefield: [Rod]", "", f"{SPARK}; target Rod")
    assert (found.code, found.where.line) == ("no-such-object", 10)
    assert "p1" in found.expected
    found = refused("hand: [Spark, Fork]", "", f"{SPARK}; p2: keep targets")
    assert (found.code, found.where.line) == ("not-your-decision", 10)


def test_707_10c_an_illegal_target_may_stay() -> None:
    """The player may leave any number of the targets unchanged, even if those targets would be illegal."""
    veiled = "cast Zap targeting Bear; pass; cast Veil targeting Bear; all pass; cast Fork targeting Zap; all pass"
    state = played("hand: [Zap, Fork]", "hand: [Veil], battlefield: [Bear, Ogre]", f"{veiled}; keep targets; all pass")
    assert (there(state, "Bear"), there(state, "Ogre")) == (1, 1)
    assert len(state.stack) == 1
    state = played("hand: [Zap, Fork]", "hand: [Veil], battlefield: [Bear, Ogre]", f"{veiled}; target Ogre; all pass")
    assert (there(state, "Bear"), there(state, "Ogre")) == (1, 0)


def test_707_10c_of_a_copy_whose_target_is_gone_the_target_may_be_chosen_or_not() -> None:
    shot = "cast Zap targeting Bear; pass; cast Spark targeting Bear; all pass; cast Fork targeting Zap; all pass"
    board = ("hand: [Zap, Fork]", "hand: [Spark], battlefield: [Bear, Ogre]")
    assert there(played(*board, f"{shot}; target Ogre; all pass"), "Ogre") == 0
    kept = played(*board, f"{shot}; keep targets; all pass")
    assert (there(kept, "Ogre"), len(kept.stack)) == (1, 1)


def test_707_10c_each_of_two_targets_is_chosen_for_itself() -> None:
    board = ("hand: [Both, Fork], battlefield: [Bear, Ogre, {card: Rod, tapped: yes}, {card: Orb, tapped: yes}]", "")
    start = "cast Both targeting Bear and Rod; cast Fork targeting Both; all pass"
    state = played(*board, f"{start}; keep targets; target Orb; resolve the stack")
    tapped = {r.cls.proto.name for r in state.rows.values() if r.cls.proto is not None and r.cls.tapped}
    assert tapped == {"Bear"}


def test_707_10c_two_copies_with_two_targets_each() -> None:
    """What the first target splits, the second one is asked of for itself: three pairs in all."""
    mine = "[Bear, Ogre, Elk, {card: Rod, tapped: yes}, {card: Orb, tapped: yes}]"
    board = (f"hand: [Storm Both, 2 Idle], battlefield: {mine}", "")
    start = "cast Idle; all pass; cast Idle; all pass; cast Storm Both targeting Bear and Rod; all pass"
    state = played(*board, f"{start}; target Ogre and Elk; keep targets; target Orb; resolve the stack")
    tapped = {r.cls.proto.name for r in state.rows.values() if r.cls.proto is not None and r.cls.tapped}
    assert tapped == {"Bear", "Ogre", "Elk"}


STORM: Final = "cast Idle; all pass; cast Idle; all pass; cast Storm Spark targeting p2; all pass"


@pytest.mark.parametrize(
    ("line", "after"),
    [("target p1 and p2", [18, 16]), ("keep targets", [20, 14]), ("target 2 p1", [16, 18]), ("choose 2 me", [16, 18])],
)
def test_707_10c_of_two_copies_one_may_keep_its_target(line: str, after: list[int]) -> None:
    assert life(played("hand: [Storm Spark, 2 Idle]", "", f"{STORM}; {line}; resolve the stack")) == after


# --- on the stack ------------------------------------------------------------------------------------------------

HUSHED: Final = (
    "activate Pinger targeting p2; activate Life; activate Pinger targeting p2; cast Hush targeting ability #1;"
    " cast Fork targeting Hush; all pass"
)


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("target ability #4", [20, 19]),
        ("target ability of Life", [20, 19]),
        ("target ability #5", [21, 20]),
        ("keep targets", [21, 19]),
        ("target ability #3", [21, 19]),
    ],
)
def test_115_1_an_ability_on_the_stack_is_named_by_its_place_or_source(line: str, after: list[int]) -> None:
    """Of three abilities the copy counters the one that is named, and Hush the first; where both aim at one, two are left."""
    board = ("hand: [Hush, Fork], battlefield: [Pinger, Life]", "")
    assert life(played(*board, f"{HUSHED}; {line}; resolve the stack")) == after


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("target ability of Pinger", "ambiguous-object"),
        ("target spell #2", "not-that-one"),
        ("target spell #3", "no-such-object"),
        ("target ability #9", "no-such-object"),
        ("target ability: draw a card", "no-such-object"),
    ],
)
def test_115_1_what_is_no_such_entry_or_more_than_one_is_refused(line: str, code: str) -> None:
    found = refused("hand: [Hush, Fork], battlefield: [Pinger, Life]", "", f"{HUSHED}; {line}")
    assert found.code == code
    assert found.where.line == 12
    assert found.expected


def test_115_1_one_of_several_alike_spells_is_named_by_its_place() -> None:
    """Two Sparks with a Spark of another target between them are not alike in their places: the name alone is refused."""
    start = "cast Spark targeting p2; cast Zap targeting Bear; cast Spark targeting p2"
    board = ("hand: [Spark, Spark, Zap]", "hand: [Dispel], battlefield: [Bear]")
    assert refused(*board, f"{start}; pass; cast Dispel targeting Spark").code == "ambiguous-object"
    for place, left in (("#1", 2), ("#3", 2)):
        state = played(*board, f"{start}; pass; cast Dispel targeting spell {place}; all pass")
        assert len(state.stack) == left
    state = played(*board, f"{start}; pass; cast Dispel targeting spell #3; all pass; all pass")
    assert life(state) == [20, 18]
    assert len(state.stack) == 1


# --- round trip --------------------------------------------------------------------------------------------------


def at_last_line(position: Position) -> tuple[State, Line]:
    """The state in which the script's last line is read."""
    reader = BodyReader(position.script[:-1])
    state, cursor = position.state, reader.start()
    while (read := reader.next(state, cursor)) is not None:
        assert not isinstance(read, Refusal), read
        choice, cursor = read
        state = step(state, choice)[0]
    last = position.script[-1]
    assert isinstance(last, Line)
    return state, last


@pytest.mark.parametrize(
    ("mine", "theirs", "script"),
    [
        ("hand: [Spark, Fork]", "", f"{SPARK}; keep targets"),
        ("hand: [Spark, Fork]", "", f"{SPARK}; target p1"),
        ("hand: [Storm Spark, 2 Idle]", "", f"{STORM}; target p1 and p2"),
        ("hand: [Hush, Fork], battlefield: [Pinger, Life]", "", f"{HUSHED}; target ability #5"),
        ("hand: [Hush, Fork], battlefield: [Pinger, Life]", "", f"{HUSHED}; target ability of Life"),
        (
            "hand: [Spark, Spark, Zap, Dispel, Fork]",
            "battlefield: [Bear]",
            "cast Spark targeting p2; cast Zap targeting Bear; cast Spark targeting p2; cast Dispel targeting spell #1;"
            " cast Fork targeting Dispel; all pass; target spell #4",
        ),
    ],
)
def test_a_line_becomes_a_choice_and_the_choice_a_line_that_reads_back(mine: str, theirs: str, script: str) -> None:
    state, last = at_last_line(board(mine, theirs, script))
    assert asked(state) == "answer"
    choice = read_sentence(state, last.text)
    assert isinstance(choice, Choice), choice
    assert read_sentence(state, say(state, choice)) == choice


def test_keep_targets_asks_for_a_question() -> None:
    found = refused("hand: [Spark]", "", "cast Spark targeting p2; keep targets")
    assert (found.code, found.rule) == ("nothing-asked", "707.10c")


# --- loops -------------------------------------------------------------------------------------------------------

ROUND: Final = "repeat {n}:;   activate Medic targeting p2;   all pass;   yes;   {line};   all pass;   all pass"


def certified(n: str, line: str) -> str:
    found = study_loop(board("battlefield: [Medic, Rings]", "", ROUND.format(n=n, line=line)))
    assert isinstance(found, Study), found
    text = certify(found.part.loop)
    assert isinstance(text, str), text
    assert not isinstance(check(text, book().protos), Refusal)
    return text


def test_a_loop_keeps_or_chooses_targets_in_every_iteration() -> None:
    kept = certified("10^100", "keep targets")
    assert kept == certified("10^100", "target p2")
    assert kept != certified("10^100", "target me")


@pytest.mark.parametrize(("line", "after"), [("keep targets", [20, 220]), ("target p1", [120, 120])])
def test_a_loop_with_such_lines_is_played_and_may_end_by_place(line: str, after: list[int]) -> None:
    assert life(played("battlefield: [Medic, Rings]", "", ROUND.format(n="100", line=line))) == after


def test_what_the_copies_of_a_block_keep_is_said_in_each_round() -> None:
    """An inner block of a written number of rounds, each with its own question."""
    inner = (
        ROUND.format(n="3", line="keep targets")
        .replace("repeat 3:", "repeat 5:;   repeat 3:")
        .replace(";   ", ";     ")
    )
    inner = inner.replace(";     repeat 3:", ";   repeat 3:")
    assert life(played("battlefield: [Medic, Rings]", "", inner)) == [20, 20 + 2 * 15]
