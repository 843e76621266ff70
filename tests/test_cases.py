"""The cases of the reference data that a position file can hold: each is played and asked everything it claims.

``cases/ID.yaml`` lays a case out, ``EXPECTED`` holds what the case says of it, in the case's own words, and ``KEYS``
translates those words: into a path, a tally, a fact, or a computation on the loop that was played.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from reiterate.amounts import plain
from reiterate.cards import CardBook
from reiterate.loops.play import ILLEGAL, play
from reiterate.refusals import Refusal
from reiterate.rules.verify import entry_text
from reiterate.script.expect import look_up
from reiterate.script.position import Position, load_file
from reiterate.script.script import BodyReader, Repeat
from reiterate.shortcuts.road import Part
from reiterate.shortcuts.session import Result, run_position
from reiterate.state.model import State
from tests.conftest import needs_data, require_data

FOLDER: Final = Path(__file__).resolve().parent / "cases"
RULINGS: Final = "rulings.jsonl"
CARDS: Final = "cards.jsonl"

#: The stage of the reference data that these files are for.
STAGE: Final = 2

#: Cases of the stage that have no file yet. It has to become empty.
NOT_YET: Final = frozenset(
    {"CR-06", "CR-11", "CR-35", "FAM-02", "FAM-17", "FAM-29", "FAM-39", "FAM-40", "FAM-50"}
    | {"SEED-04", "SEED-05", "SEED-06", "SEED-07", "SEED-09", "SEED-10", "SEED-11", "SEED-12", "SEED-13", "SEED-15"}
)

ELVES: Final = "p1.tokens.Elf Warrior"
EXPECTED: Final[dict[str, dict[str, Any]]] = {
    "CR-03": {
        "shortcut_allowed": True,
        ELVES: 1_000_000,
        "alarm_triggers_resolved": 999_999,
        "activations": 1_000_000,
        "enchanted_creature.tapped": True,
        "stack": ["untap all creatures"],
        "stack.controller": "p2",
        "priority": "p1",
    },
    "CR-08": {
        "shortcut_allowed": True,
        ELVES: 9,
        "stack": ["create Elf Warrior"],
        "Midnight Guard.tapped": True,
        "priority": "p2",
    },
    "CR-09": {"shortcut_allowed": True, ELVES: 300, "p1.mana.C": 400},
    "CR-10": {"shortcut_allowed": True, ELVES: 0, "p1.mana.C": 60, "activations": 30, "sacrifices": 30},
    "CR-12": {
        ELVES: 7,
        "priority": "p4",
        "p4.may_pass": False,
        "Midnight Guard.tapped": True,
        "stack": ["untap Midnight Guard"],
    },
    "CR-13": {ELVES: 12, "priority": "p3"},
    "CR-14": {ELVES: 7, "priority": "p2", "p2.may_pass": False},
    "CR-33": {ELVES: 10**100},
    "FAM-06": {
        "outcome": "p1_wins",
        "p2.life": 0,
        "p1.life": 40,
        "bond_triggers_resolved": 20,
        "blood_triggers_resolved": 19,
    },
    "FAM-07": {"outcome": "p1_wins", "p1.life": 60, "bond_triggers_resolved": 40},
    "FAM-21": {"outcome": "not_a_loop", "per_rotation": {"p1.mana.C": -1}},
    "SEED-01": {"per_rotation": {"p1.mana.C": 1}, "p1.mana.C": 1000, "Grim Monolith.tapped": False},
    "SEED-02": {"per_rotation": {ELVES: 1}, ELVES: 1_000_000},
    "SEED-03": {
        "per_rotation": {
            "p1.life": 2,
            "Archangel of Thune.+1/+1": 1,
            "Llanowar Elves.+1/+1": 1,
            "Spike Feeder.+1/+1": 0,
        },
        "p1.life": 220,
        "Archangel of Thune.power": 103,
        "Llanowar Elves.power": 101,
        "Spike Feeder.counters": 2,
    },
}

# --- a case, played ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """A case's file and what came of it."""

    position: Position
    result: Result

    def fact(self, path: str) -> str:
        """A path or fact of ``expect``, at the end."""
        return _value(self.result.state, path, self.result.facts)

    def block(self) -> Part:
        """The last block of the proposed sequence."""
        assert self.result.proposal is not None
        return next(part for part in reversed(self.result.proposal.road.parts) if isinstance(part.node, Repeat))


@cache
def book(cards: str) -> CardBook:
    """The built-in cards, or those of the reference data in front of them."""
    found = CardBook.builtin().with_files([require_data(cards)] if cards else [])
    assert isinstance(found, CardBook), found
    return found


@cache
def run(case: str, cards: str) -> Run:
    """Play a case's file, which must come to an answer."""
    position = load_file(FOLDER / f"{case}.yaml", book(cards))
    assert isinstance(position, Position), position
    result = run_position(position)
    assert isinstance(result, Result), result
    return Run(position, result)


def _value(state: State, path: str, facts: dict[str, str]) -> str:
    found = look_up(state, path, facts)
    assert isinstance(found, str), found
    return found


def _in_words(value: object) -> str:
    """A value of the case as the project's facts are written."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "; ".join(ENTRIES.get(str(item), str(item)) for item in value)
    return str(value)


# --- the words of the cases ----------------------------------------------------------------------------------------

Reader = Callable[[Run], str]

#: What a case calls an entry of the stack, and its words here.
ENTRIES: Final = {"create Elf Warrior": "Create a 1/1 green Elf Warrior creature token"}

#: Words that stand for a path.
PATHS: Final = {
    "activations": "tally.activations",
    "sacrifices": "tally.sacrifices",
    "alarm_triggers_resolved": "tally.resolved.trigger",  # nothing else triggers on that board
    "enchanted_creature.tapped": "host.tapped",
    "Archangel of Thune.+1/+1": "Archangel of Thune.counters.+1/+1",
    "Llanowar Elves.+1/+1": "Llanowar Elves.counters.+1/+1",
    "Spike Feeder.+1/+1": "Spike Feeder.counters.+1/+1",
    "Spike Feeder.counters": "Spike Feeder.counters.+1/+1",
}


def _stack_controller(ran: Run) -> str:
    state = ran.result.state
    (entry,) = state.stack
    return f"p{state.rows[entry].cls.controller + 1}"


def resolved_triggers(position: Position) -> Counter[str]:
    """How often each trigger resolves, by its words, with the whole script played choice by choice."""
    found: Counter[str] = Counter()
    before = position.state

    def observe(state: State, _number: int) -> None:
        nonlocal before
        done = plain(state.tally.get("resolved.trigger", 0)) - plain(before.tally.get("resolved.trigger", 0))
        if done:
            found[entry_text(before, before.stack[0])] += done
        before = state

    played = play(position.state, BodyReader(position.script), observe=observe)
    observe(played.state, 0)
    return found


def _resolved(words: str) -> Reader:
    return lambda ran: str(resolved_triggers(ran.position)[words])


def _outcome(ran: Run) -> str:
    """How the game stands; ``not_a_loop`` where the last block can be repeated only so often by what it uses up."""
    outcome = ran.fact("outcome")
    part = ran.block()
    undetermined = part.loop.extend(None)
    assert undetermined is None, undetermined
    ended = part.loop.end is not None and part.loop.end.kind == ILLEGAL
    return "not_a_loop" if outcome == "game_continues" and ended else outcome


def per_rotation(ran: Run, paths: Mapping[str, int]) -> list[dict[str, int]]:
    """What the first and the last whole iteration of the last block changed of these."""
    part = ran.block()
    done = part.count if part.loop.end is None else min(part.count, part.loop.end.iteration - 1)
    found = []
    for iteration in (1, done):
        before, after = part.loop.reach(iteration - 1), part.loop.reach(iteration)
        assert isinstance(before, State), before
        assert isinstance(after, State), after
        found.append({path: _number(after, path) - _number(before, path) for path in paths})
    return found


def _number(state: State, path: str) -> int:
    return int(_value(state, PATHS.get(path, path), {}))


#: Words that stand for a computation.
KEYS: Final[dict[str, Reader]] = {
    **{word: lambda ran, path=path: ran.fact(path) for word, path in PATHS.items()},  # type: ignore[misc] # the default binds the path early
    "bond_triggers_resolved": _resolved("target opponent loses that much life"),
    "blood_triggers_resolved": _resolved("you gain that much life"),
    "outcome": _outcome,
    "stack.controller": _stack_controller,
}


def told(ran: Run, key: str) -> str:
    """What the play says of a key of the case; a key without an entry in ``KEYS`` is a path of ``expect``."""
    reader = KEYS.get(key)
    return ran.fact(key) if reader is None else reader(ran)


# --- tests ---------------------------------------------------------------------------------------------------------

SETS: Final = [pytest.param("", id="builtin"), pytest.param(CARDS, id="data", marks=needs_data(CARDS))]


@pytest.mark.parametrize("cards", SETS)
@pytest.mark.parametrize("case", EXPECTED)
def test_a_case_is_answered_as_its_ruling_says(case: str, cards: str) -> None:
    ran = run(case, cards)
    wanted = dict(EXPECTED[case])
    changes = wanted.pop("per_rotation", None)
    assert {key: told(ran, key) for key in wanted} == {key: _in_words(value) for key, value in wanted.items()}
    if changes is not None:
        assert per_rotation(ran, changes) == [changes, changes]


@pytest.mark.parametrize("cards", SETS)
@pytest.mark.parametrize("case", EXPECTED)
def test_the_facts_that_a_file_expects_hold(case: str, cards: str) -> None:
    ran = run(case, cards)
    assert ran.position.expect
    assert ran.position.title
    assert ran.result.differences == []


def test_every_file_is_asked() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.yaml")) == sorted(EXPECTED)
    assert not NOT_YET & EXPECTED.keys()


def test_a_sole_trigger_of_the_board_is_what_the_tally_counts() -> None:
    """``alarm_triggers_resolved`` reads the tally of all triggers: a shorter play shows whose they are."""
    position = load_file(FOLDER / "CR-03.yaml", book(""))
    assert isinstance(position, Position)
    (block,) = position.script
    assert isinstance(block, Repeat)
    position.script = (Repeat(block.number, 20, block.body, block.where),)
    assert resolved_triggers(position) == {"untap all creatures": 20}


@cache
def _rulings() -> dict[str, dict[str, Any]]:
    lines = require_data(RULINGS).read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return {row["id"]: row for row in rows if row.get("stage") == STAGE}


@needs_data(RULINGS)
def test_the_cases_of_the_stage_are_those_with_a_file_and_those_that_wait() -> None:
    assert sorted(_rulings()) == sorted(EXPECTED.keys() | NOT_YET)


@needs_data(RULINGS)
@pytest.mark.parametrize("case", EXPECTED)
def test_what_is_expected_here_is_what_the_data_expect(case: str) -> None:
    expected = _rulings()[case]["expected"]
    assert EXPECTED[case] == expected
    assert [type(value) for value in EXPECTED[case].values()] == [type(expected[key]) for key in EXPECTED[case]]


@needs_data(RULINGS)
@pytest.mark.parametrize("case", EXPECTED)
def test_titles_and_notes_are_words_of_this_project(case: str) -> None:
    text = " ".join((FOLDER / f"{case}.yaml").read_text(encoding="utf-8").split())
    row = _rulings()[case]
    sentences = [part.strip() for key in ("title", "setup", "answer") for part in row[key].split(".")]
    assert [part for part in sentences if len(part.split()) > 5 and part in text] == []


@pytest.mark.parametrize(("case", "key"), [(case, key) for case in EXPECTED for key in EXPECTED[case] if key in KEYS])
def test_a_wrong_value_would_be_seen(case: str, key: str) -> None:
    value = EXPECTED[case][key]
    wrong = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else "nobody"
    assert told(run(case, ""), key) != _in_words(wrong)


def test_a_missing_file_is_a_refusal() -> None:
    assert isinstance(load_file(FOLDER / "NONE-01.yaml", book("")), Refusal)
