"""Whatever is done to a puzzle, it is read or refused with its place; never a traceback."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.rules.positions.identity import same
from reiterate.script.position import Position, load
from reiterate.script.position_text import position_text
from reiterate.script.puzzle_lines import is_puzzle
from tests.boards.puzzle_texts import ALL, GUARD

BOOK = CardBook.builtin()

#: Pieces that stand in puzzles, and pieces that should not.
PIECES = [
    *(each for text in ALL for line in text.splitlines() for each in (line, *line.split(";"), *line.split("|"))),
    *("|", ";", "=", ":", ",", "[state]", "[metadata]", "[x]", "#", "-1", "99999999999", "0", "\x00", "\ud7ff", "é"),
    *("t:", "T:", "t:,,,", "T:g_1_1_", "Counters:", "Counters:=", "Counters:a b=1", "Id:", "AttachedTo:", "Attacking:"),
    *("p9life=3", "p0", "human", "ai", "Owner:", "Owner:AI", "ExiledWith:12", "Imprinting:1,2", "ChosenColor:white"),
    *("ChosenType:Elf", "IsCommander", "Damage:1", "Transformed", "yes", "{a: b}", "- x", "&x", "*x", "!x", "1:30"),
]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A puzzle in which pieces were put in, taken out or written twice."""
    text = draw(st.sampled_from(ALL))
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(text)))
        end = min(len(text), begin + draw(st.integers(0, 30)))
        text = text[:begin] + draw(st.sampled_from([*PIECES, text[begin:end] * 2, ""])) + text[end:]
    return text


@settings(max_examples=400)
@given(mutated())
@example(GUARD.replace("Goal:Win", "Goal:Win\x00\ufffe"))  # what is left out is told in a comment
def test_a_mutated_puzzle_is_read_or_refused(text: str) -> None:
    found = load(text, "puzzle.pzl", BOOK)
    if isinstance(found, Refusal):
        assert found.message and found.exit_code in (2, 3, 4)
        assert not is_puzzle(text) or (found.where.file == "puzzle.pzl" and found.where.line > 0), found
        return
    written = position_text(text, "puzzle.pzl")
    assert isinstance(written, str)
    again = load(written, "board.yaml", BOOK)
    assert isinstance(again, Position), (again, written)
    assert same(again.state, found.state)


@settings(max_examples=150)
@given(st.lists(st.sampled_from([*PIECES, "\n"]), max_size=30))
def test_pieces_in_any_order_are_read_or_refused(pieces: list[str]) -> None:
    found = load("[state]\n" + "".join(pieces), "puzzle.pzl", BOOK)
    assert isinstance(found, (Refusal, Position))


@given(st.permutations(GUARD.split("[state]\n")[1].splitlines()))
@settings(max_examples=20)
def test_the_order_of_lines_does_not_matter(lines: list[str]) -> None:
    """But for what follows from the order in which things are laid out: here nothing does."""
    text = GUARD.split("[state]\n")[0] + "[state]\n" + "\n".join(lines) + "\n"
    found, plain = load(text, "puzzle.pzl", BOOK), load(GUARD, "puzzle.pzl", BOOK)
    assert isinstance(found, Position) and isinstance(plain, Position)
    assert same(found.state, plain.state)
