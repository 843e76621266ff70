"""``position/2`` against play: what a script reaches, written down and read again, is the same game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from typing import Any, Final

import pytest
import yaml

from reiterate.cards import CardBook
from reiterate.check.start.legal_position import of_a_game
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import seats
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.targets import may_target
from reiterate.rules.positions import under_way
from reiterate.rules.positions.identity import same
from reiterate.rules.resolution import stacking
from reiterate.rules.resolution.resolving import effects_of_spell
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader
from reiterate.state.model import State
from reiterate.terms.abilities import SpellAbility
from reiterate.terms.proto import Proto
from tests.rule_boards.playing import book_of
from tests.rule_boards.reading import EXAMPLES, INTERACTIONS, Board, read_boards
from tests.support.dice import dice
from tests.support.files import ROOT
from tests.support.laid_down import NotWritten, text_of
from tests.support.position_texts import BOOK
from tests.support.schemas import validate

#: Choices of a script that are looked at.
CHOICES: Final = 25


def states_of(position: Position) -> Iterator[State]:
    """The states that a script comes to, one for each of its first choices."""
    reader = BodyReader(position.script)
    cursor, state = reader.start(), position.state
    for _ in range(CHOICES):
        yield state
        try:
            read = reader.next(state, cursor)
            if read is None or isinstance(read, Refusal) or verify(state, read[0]) is not None:
                return
            state, _ = step(state, read[0])
        except Unsupported:
            return
        cursor = read[1]


@cache
def boards() -> tuple[Board, ...]:
    """All boards from the text of the rules."""
    return (*read_boards(EXAMPLES), *read_boards(INTERACTIONS))


def reached(position: Position, book: CardBook, counted: Counter[str]) -> None:
    """Write down each state of a position's script, and compare what is read of that."""
    for state in states_of(position):
        try:
            text = text_of(state)
        except NotWritten as error:
            counted[str(error)] += 1
            continue
        found = load(text, "written.yaml", book)
        assert isinstance(found, Position), (found, text)
        assert same(state, found.state), text
        of_a_game(found.state)  # what is laid out is a start that the checker of certificates reads
        counted["same"] += 1
        counted["with a stack"] += bool(state.stack)
        counted["by another player"] += seats(state)[0] != found.proposer


@pytest.mark.slow("some boards, each state of their scripts")
def test_each_state_of_some_boards_of_the_rules_is_read_as_it_was_reached() -> None:
    check_read_as_reached(8)


@pytest.mark.soak
def test_each_state_of_the_boards_of_the_rules_is_read_as_it_was_reached() -> None:
    check_read_as_reached(1)


def check_read_as_reached(part: int) -> None:
    """Each state of one in so many boards, drawn anew, is read as it was reached."""
    counted: Counter[str] = Counter()
    for board in dice("boards that are read again").sample(boards(), len(boards()) // part):
        book = book_of(board)
        position = load(board.position, board.name, book)
        if isinstance(position, Position):
            reached(position, book, counted)
    few = 3 * part if part > 1 else 1  # of what is drawn there may be fewer than of all
    assert counted["same"] > 2_500 // few, counted
    assert counted["with a stack"] > 1_200 // few, counted
    assert counted["by another player"] > 500 // few, counted


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.yaml")), ids=lambda path: path.stem)
def test_each_state_of_an_example_is_read_as_it_was_reached(path: Any) -> None:
    position = load(path.read_text(encoding="utf-8"), path.name, BOOK)
    assert isinstance(position, Position)
    counted: Counter[str] = Counter()
    reached(position, BOOK, counted)
    assert counted["same"], counted


def test_what_is_written_follows_the_schema() -> None:
    for board in boards()[::40]:
        position = load(board.position, board.name, book_of(board))
        for state in states_of(position) if isinstance(position, Position) else ():
            try:
                validate(yaml.load(text_of(state), yaml.BaseLoader), "position", 2)
            except NotWritten:
                continue


def test_whatever_is_a_position_1_is_a_position_2() -> None:
    for path in sorted((ROOT / "examples").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        again = text.replace("format: position/1", "format: position/2")
        first, second = load(text, path.name, BOOK), load(again, path.name, BOOK)
        assert isinstance(first, Position)
        assert isinstance(second, Position)
        assert same(first.state, second.state)
        assert (first.proposer, first.answers, first.script) == (second.proposer, second.answers, second.script)
        validate(yaml.load(again, yaml.BaseLoader), "position", 2)


# --- effects in force ------------------------------------------------------------------------------------------------

PLAYERS: Final = """\
players:
  p1:
    battlefield: [{card: Grizzly Bears, label: A, sick: yes}, {card: Grizzly Bears, label: B, tapped: yes}, {card: Forest, label: L}]
    graveyard: [GRAVEYARD]
  p2:
    battlefield: [{card: Grizzly Bears, label: C, sick: yes}, {card: Sol Ring, label: D}]
"""
NAMED: Final = {"p1": 1, "p2": 2}

#: Spells of the game whose effects all last, of different kinds; those that the reference lacks are left out.
SPELLS: Final = (
    "Giant Growth", "Time Warp", "Veil of Summer", "Threaten", "Holy Day", "Turn to Frog", "Twisted Image", "Fog", "Boil Over",
    "Inside Out", "Act of Treason", "Ray of Command", "Falter", "Panic Attack", "Healing Salve", "Time Stretch", "Overrun",
    "Regenerate", "Death Ward", "Relentless Assault", "Fatigue", "Stonehorn Dignitary", "Temporal Manipulation", "Diminish",
    "Humble", "Gnawing Crescendo", "High Tide", "Sudden Spoiling", "Trumpet Blast", "Glorious Charge", "Juggle the Performance", "Twiddle", "Rebuff the Wicked",
    "Ovinize", "Animate Land", "Brute Strength", "Colossal Might", "Ambuscade", "Dynacharge", "Hydrosurge", "Merfolk Trickster",
)  # fmt: skip


def ways(proto: Proto) -> list[tuple[int, ...]]:
    """The ways to choose one mode of a spell; one way without modes."""
    modes = max((len(a.modes) for a in proto.abilities if isinstance(a, SpellAbility)), default=0)
    return [(number,) for number in range(1, modes + 1)] or [()]


def compared(name: str, proto: Proto, mode: tuple[int, ...], book: CardBook) -> bool | None:
    """Whether a spell that resolves leaves what is laid out as in force; None where nothing can be compared."""
    how = tuple(f"mode {number}" for number in mode)
    effects = effects_of_spell(proto, how)
    try:
        lasting = under_way.lasting(effects)
    except Unsupported:
        return None
    if not lasting or lasting != effects:
        return None
    specs = stacking.specs_of(proto, how)
    for targets in islice(product(("A", "C", "p2", "L", "D", "p1"), repeat=len(specs)), 40):
        said = (
            f"{name!r}"
            + (f", targets: [{', '.join(targets)}]" if targets else "")
            + (f", mode: {mode[0]}" if mode else "")
        )
        found = resolved(said, book, targets)
        if found is None:
            continue
        laid = f"effects: [{{from: {said}, now: {name} in the graveyard}}]\nthis turn: {{p1: {{spells cast: 1}}}}\n"
        begun = load("format: position/2\n" + PLAYERS.replace("GRAVEYARD", repr(name)) + laid, "laid.yaml", book)
        if (
            isinstance(begun, Refusal) and begun.code == "not-lasting"
        ):  # nothing attacks: the set is empty for good (611.2c)
            laid = laid[laid.index("this turn") :]
            begun = load("format: position/2\n" + PLAYERS.replace("GRAVEYARD", repr(name)) + laid, "laid.yaml", book)
        assert isinstance(begun, Position), begun
        assert same(found, begun.state), (name, targets)
        return True
    return None


def resolved(said: str, book: CardBook, targets: tuple[str, ...]) -> State | None:
    """The state behind a spell that was on the stack; None where its targets are illegal, or something else happens."""
    text = "format: position/2\n" + PLAYERS.replace("GRAVEYARD", "") + f"stack: [{{spell: {said}}}]\n"
    position = load(text, "board.yaml", book)
    if isinstance(position, Refusal) or len(set(targets)) < len(targets):
        return None
    state = position.state
    top = state.rows[state.stack[0]]
    named = [state.labels.get(word, NAMED.get(word, 0)) for word in targets]
    if not all(
        may_target(state, spec, row, 0, state.stack[0])
        for spec, row in zip(stacking.ways_of(top.cls), named, strict=True)
    ):
        return None
    try:
        for seat in (0, 1):
            state, _ = step(state, Choice("pass", seat))
    except Unsupported:
        return None
    gone = {row.cls.zone for row in state.rows.values()} & {"exile"}
    return None if asked(state) != "priority" or gone or len(state.rows) < len(position.state.rows) else state


def test_an_effect_in_force_is_what_its_spell_leaves() -> None:
    book = book_of(boards()[0])
    done = Counter[bool | None]()
    for name in SPELLS:
        card = book.find(name)
        if not isinstance(card, Refusal) and card.complete:
            for mode in ways(card.proto):
                done[compared(card.name, card.proto, mode, book)] += 1
    assert done[True] >= 2, done
