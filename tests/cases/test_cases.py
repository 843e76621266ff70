"""The cases of the reference data that a position file can hold: each is played and asked everything it claims.

``cases/ID.yaml`` lays a case out, ``EXPECTED`` holds what the case says of it, in the case's own words, and ``KEYS``
translates those words: into a path, a tally, a fact, or a computation on the loop that was played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from reiterate.amounts import plain
from reiterate.cards import CardBook
from reiterate.loops.loop import End
from reiterate.loops.play import ILLEGAL, Played, play
from reiterate.refusals import Refusal
from reiterate.rules.access.state_access import active_seat
from reiterate.rules.decisions.pending import asked, decider, entry_text
from reiterate.script.expect import look_up
from reiterate.script.places import Place, parse_place
from reiterate.script.position import Position, load, load_file
from reiterate.script.script import BodyReader, Repeat
from reiterate.shortcuts.played_script import Part, Spot
from reiterate.shortcuts.proposing import Proposal, propose
from reiterate.shortcuts.responding import respond
from reiterate.show.session import Result, run_position
from reiterate.state.identity import same
from reiterate.state.model import State
from reiterate.terms.symbols import MANA_KINDS
from tests.support.files import needs_data, require_data, rulings

FOLDER: Final = Path(__file__).resolve().parent / "played"
RULINGS: Final = "rulings.jsonl"
CARDS: Final = "cards.jsonl"

#: The stage of the reference data that these files are for.
STAGE: Final = 2


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
    "CR-06": {
        "shortcut_allowed": True,
        "p1.life": 120,
        "iterations": 50,
        "per_rotation": {"p1.life": 2, "scry": 1, "dies_triggers": 1, "etb": 1},
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
    "CR-11": {
        "shortcut_allowed": True,
        "p2.controlled_turns_until_loss": 12,
        "outcome": "p1_wins",
        "p2.may_refuse_without_deviation": False,
    },
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
    "CR-35": {
        "p1.library": 0,
        "p2.life": 25,
        "per_rotation": {"p1.library": -1, "p2.life": -1, "p1.hand": 1},
        "p1.cards_drawn": 15,
    },
    "FAM-02": {"per_rotation": {"extra_turns": 1, "turns_skipped": 1}, "net_turns": 0},
    "FAM-06": {
        "outcome": "p1_wins",
        "p2.life": 0,
        "p1.life": 40,
        "bond_triggers_resolved": 20,
        "blood_triggers_resolved": 19,
    },
    "FAM-07": {"outcome": "p1_wins", "p1.life": 60, "bond_triggers_resolved": 40},
    "FAM-17": {"per_rotation": {"p1.mana.G": 1}, "p1.mana.G": 1000, "Devoted Druid.-1/-1": 0},
    "FAM-21": {"outcome": "not_a_loop", "per_rotation": {"p1.mana.C": -1}},
    "FAM-29": {"outcome": "p1_wins", "p2.milled": 19, "p2.life": 0},
    "FAM-39": {"outcome": "game_continues", "p1.life": 38, "p1.library": 0, "p1.cards_drawn": 9},
    "FAM-40": {"outcome": "runs_to_completion", "p2.library": 0, "p2.exiled": 40},
    "FAM-50": {"p2.life": -977, "outcome": "p1_wins"},
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
    "SEED-04": {
        "per_rotation": {"Ceaseless Searblades.power": 1},
        "Ceaseless Searblades.power": 102,
        "Ceaseless Searblades.toughness": 4,
        "Wandering Fumarole.power": 1,
        "Wandering Fumarole.toughness": 4,
    },
    "SEED-05": {
        "per_rotation": {"p2.life": -2, "p1.life": -1, "p1.hand": 1, "p1.library": -1},
        "outcome": "p1_wins",
        "rotations_started": 10,
        "p1.life": 10,
        "p1.cards_drawn": 9,
    },
    "SEED-06": {"iterations_max_safe": 5, "p1.life": 1, "p2.life": 10},
    "SEED-07": {
        "per_rotation": {"p2.life": -1, "p1.library": -1, "p1.hand": 1},
        "outcome": "p1_wins",
        "p1.library": 0,
        "p1.cards_drawn": 20,
    },
    "SEED-09": {
        "outcome": "runs_to_completion",
        "p2.library": 0,
        "p2.milled": 53,
        "p2.lost_now": False,
        "per_rotation": {"p2.library": -2},
    },
    "SEED-10": {"per_rotation": {"p1.mana.C": 1, "storm": 1}, "p1.mana.C": 40, "storm": 40},
    "SEED-11": {
        "per_rotation": {"p1.mana.B": 0, "storm": 1, "dies_triggers": 1, "p1.life": 1, "p2.life": -1},
        "outcome": "p1_wins",
        "iterations": 19,
        "p1.life": 40,
        "partial": True,
    },
    "SEED-12": {
        "per_rotation": {"p1.mana_any": 3, "etb.Worldgorger Dragon": 1, "sacrifice": 1, "dies_triggers": 1},
        "p1.mana_total": 60,
    },
    "SEED-13": {"per_rotation": {"untaps": 2}, "untaps": 200, "state_repeats": True},
    "SEED-15": {
        "per_rotation": {"Angelic Protector.toughness": 3},
        "Angelic Protector.power": 2,
        "Angelic Protector.toughness": 152,
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
        return next(
            part for part in reversed(self.result.proposal.played_script.parts) if isinstance(part.node, Repeat)
        )


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
    "Devoted Druid.-1/-1": "Devoted Druid.counters.-1/-1",
    "untaps": "tally.untaps",
    "etb": "tally.etb",
    "etb.Worldgorger Dragon": "tally.etb.Worldgorger Dragon",
    "scry": "tally.scry",
    "sacrifice": "tally.sacrifices",
    "dies_triggers": "tally.dies",  # creatures that died
    "storm": "tally.casts",  # all spells of these plays are cast in one turn
    "extra_turns": "tally.extra turns",
    "turns_skipped": "tally.turns skipped",
    "p1.cards_drawn": "tally.draws.p1",
    "p2.milled": "tally.mills.p2",
    "p2.exiled": "p2.exile",
    "p2.lost_now": "p2.lost",
    "p2.controlled_turns_until_loss": "tally.controlled turns.p2",
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


def _end(ran: Run) -> End | None:
    """Where the last block's repetition ends by itself; None if it doesn't."""
    part = ran.block()
    undetermined = part.loop.extend(None)
    assert undetermined is None, undetermined
    return part.loop.end


def _outcome_of_a_loop(ran: Run) -> str:
    """How the game stands; ``not_a_loop`` where the last block can be repeated only so often by what it uses up."""
    outcome, end = ran.fact("outcome"), _end(ran)
    return "not_a_loop" if outcome == "game_continues" and end is not None and end.kind == ILLEGAL else outcome


def _outcome_of_a_resolution(ran: Run) -> str:
    """How the game stands; ``runs_to_completion`` where a single resolution came to its end and nothing is pending."""
    outcome, state = ran.fact("outcome"), ran.result.state
    done = ran.fact("tally.resolved.ability") == "1" and not state.stack and asked(state) == "priority"
    return "runs_to_completion" if outcome == "game_continues" and done else outcome


def _most_safe(ran: Run) -> str:
    """The last iteration after which p1 is still in the game, in a block whose next one is p1's loss."""
    end = _end(ran)
    assert end is not None
    safe = ran.block().loop.reach(end.iteration - 1)
    assert isinstance(safe, State), safe
    assert (_value(safe, "p1.lost", {}), _value(end.state, "p1.lost", {})) == ("false", "true")
    return str(end.iteration - 1)


def cuts(ran: Run, iteration: int) -> list[tuple[Proposal, Proposal | Refusal]]:
    """The proposal of a case, and what comes of p2's naming each place of one iteration of its block."""
    made = propose(ran.position.state, ran.position.script, ran.position.proposer)
    assert isinstance(made, Proposal), made
    found: list[tuple[Proposal, Proposal | Refusal]] = []
    while True:
        answer = respond(made, 1, parse(f"{iteration}.{len(found) + 1}"))
        if isinstance(answer, Refusal) and answer.code == "no-such-place":
            return found
        found.append((made, answer))


def _may_refuse(ran: Run) -> str:
    """Whether p2 may shorten the proposal anywhere in the first, the eleventh or the last iteration of its block."""
    answers = [answer for iteration in (1, 11, 12) for _, answer in cuts(ran, iteration)]
    assert len(answers) > 60, len(answers)
    return _in_words(any(isinstance(answer, Proposal) for answer in answers))


def parse(text: str) -> Place:
    """A written place."""
    found = parse_place(text)
    assert isinstance(found, Place), found
    return found


def _repeats(ran: Run) -> str:
    """Whether the game after the first and after the last iteration of the block is the game before it."""
    part = ran.block()
    states = [part.loop.reach(iteration) for iteration in (0, 1, part.count)]
    before, *after = [state for state in states if isinstance(state, State)]
    return _in_words(len(after) == 2 and all(same(before, state) for state in after))


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
    if path in POOLS:
        return sum(_number(state, f"p1.mana.{kind}") for kind in MANA_KINDS)
    return int(_value(state, PATHS.get(path, path), {}))


#: Words for all the mana of p1, whatever its kind.
POOLS: Final = ("p1.mana_any", "p1.mana_total")


#: Words that stand for a computation.
KEYS: Final[dict[str, Reader]] = {
    **{word: lambda ran, path=path: ran.fact(path) for word, path in PATHS.items()},  # type: ignore[misc] # the default binds the path early
    "bond_triggers_resolved": _resolved("target opponent loses that much life"),
    "blood_triggers_resolved": _resolved("you gain that much life"),
    **{word: lambda ran, word=word: str(_number(ran.result.state, word)) for word in POOLS},  # type: ignore[misc] # the default binds the word early
    "stack.controller": _stack_controller,
    "net_turns": lambda ran: str(int(ran.fact("tally.extra turns")) - int(ran.fact("tally.turns skipped"))),
    "rotations_started": lambda ran: str(int(ran.fact("iterations")) + (ran.fact("partial") == "true")),
    "iterations_max_safe": _most_safe,
    "state_repeats": _repeats,
    "p2.may_refuse_without_deviation": _may_refuse,
}

#: What "outcome" asks beyond how the game stands, in the cases about whether a process ends.
OUTCOMES: Final[dict[str, Reader]] = {
    "FAM-21": _outcome_of_a_loop,
    "FAM-40": _outcome_of_a_resolution,
    "SEED-09": _outcome_of_a_resolution,
}


def told(case: str, ran: Run, key: str) -> str:
    """What the play says of a key of the case; a key without a reader is a path of ``expect``."""
    reader = OUTCOMES.get(case) if key == "outcome" else KEYS.get(key)
    return ran.fact(key) if reader is None else reader(ran)


# --- tests ---------------------------------------------------------------------------------------------------------

PLAYS: Final = [
    pytest.param(case, cards, id=f"{case}-{name}", marks=[needs_data(cards)] if cards else [])
    for case in EXPECTED
    for cards, name in (("", "builtin"), (CARDS, "data"))
]


@pytest.mark.slow("plays every case of the reference data")
@pytest.mark.parametrize(("case", "cards"), PLAYS)
def test_a_case_is_answered_as_its_ruling_says(case: str, cards: str) -> None:
    ran = run(case, cards)
    wanted = dict(EXPECTED[case])
    changes = wanted.pop("per_rotation", None)
    assert {key: told(case, ran, key) for key in wanted} == {key: _in_words(value) for key, value in wanted.items()}
    if changes is not None:
        assert per_rotation(ran, changes) == [changes, changes]


@pytest.mark.slow("plays every case of the reference data")
@pytest.mark.parametrize(("case", "cards"), PLAYS)
def test_the_facts_that_a_file_expects_hold(case: str, cards: str) -> None:
    ran = run(case, cards)
    assert ran.position.expect
    assert ran.position.title
    assert ran.result.differences == []


def test_every_file_is_asked() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.yaml")) == sorted(EXPECTED)


def test_a_sole_trigger_of_the_board_is_what_the_tally_counts() -> None:
    """``alarm_triggers_resolved`` reads the tally of all triggers: a shorter play shows whose they are."""
    position = load_file(FOLDER / "CR-03.yaml", book(""))
    assert isinstance(position, Position)
    (block,) = position.script
    assert isinstance(block, Repeat)
    position.script = (Repeat(block.number, 20, block.body, block.where),)
    assert resolved_triggers(position) == {"untap all creatures": 20}


@needs_data(RULINGS)
def test_the_cases_of_the_stage_are_those_with_a_file() -> None:
    assert sorted(rulings(STAGE)) == sorted(EXPECTED)


@needs_data(RULINGS)
@pytest.mark.parametrize("case", EXPECTED)
def test_what_is_expected_here_is_what_the_data_expect(case: str) -> None:
    expected = rulings(STAGE)[case]["expected"]
    assert EXPECTED[case] == expected
    assert [type(value) for value in EXPECTED[case].values()] == [type(expected[key]) for key in EXPECTED[case]]


@needs_data(RULINGS)
@pytest.mark.parametrize("case", EXPECTED)
def test_titles_and_notes_are_words_of_this_project(case: str) -> None:
    text = " ".join((FOLDER / f"{case}.yaml").read_text(encoding="utf-8").split())
    row = rulings(STAGE)[case]
    sentences = [part.strip() for key in ("title", "setup", "answer") for part in row[key].split(".")]
    assert [part for part in sentences if len(part.split()) > 5 and part in text] == []


@pytest.mark.slow("plays every case of the reference data")
@pytest.mark.parametrize(
    ("case", "key"),
    [
        pytest.param(case, key, id=f"{case}-{key}")
        for case in EXPECTED
        for key in EXPECTED[case]
        if key in KEYS or (key == "outcome" and case in OUTCOMES)
    ],
)
def test_a_wrong_value_would_be_seen(case: str, key: str) -> None:
    value = EXPECTED[case][key]
    wrong = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else "nobody"
    assert told(case, run(case, ""), key) != _in_words(wrong)


def _with_a_forest() -> Run:
    return _seen("CR-11", "  p2:\n", "  p2:\n    battlefield: [Forest]\n")


def test_722_5_on_a_controlled_turn_the_controlled_player_names_no_place() -> None:
    """A Forest that p2 could tap makes a difference on p1's turn, where p2 decides, and nowhere else."""
    whose: Counter[tuple[int, str]] = Counter()
    for made, answer in cuts(_with_a_forest(), 1):
        place = Spot(0, 1, whose.total() + 1)
        here = made.played_script.at(place)
        assert isinstance(here, Played), here
        said = answer.code if isinstance(answer, Refusal) else "allowed"
        if decider(here.state) == 1:
            whose[active_seat(here.state), said] += 1
        else:
            whose[-1, said] += 1
    assert set(whose) == {(0, "allowed"), (1, "not-your-decision"), (-1, "not-your-decision")}


def test_the_readers_of_the_cases_can_say_the_opposite() -> None:
    """Each reader that computes a truth or an outcome, asked of a play for which the answer is another one."""
    assert _may_refuse(_with_a_forest()) == "true"
    assert _repeats(_seen("SEED-13", "p2: {}", "p2: {}")) == "true"
    assert _repeats(_seen("FAM-17", "p2: {}", "p2: {}")) == "false"
    assert _outcome_of_a_resolution(_seen("FAM-17", "p2: {}", "p2: {}")) == "game_continues"
    assert _outcome_of_a_loop(_seen("FAM-17", "p2: {}", "p2: {}")) == "game_continues"


def _seen(case: str, words: str, instead: str) -> Run:
    """A case's file with other words in it."""
    text = (FOLDER / f"{case}.yaml").read_text(encoding="utf-8")
    assert words in text
    position = load(text.replace(words, instead), case, book(""))
    assert isinstance(position, Position), position
    result = run_position(position)
    assert isinstance(result, Result), result
    return Run(position, result)


@pytest.mark.parametrize(
    ("case", "done", "asked_for", "greatest", "safe"),
    [("CR-35", "repeat 14:", "repeat 1000:", 15, 14), ("SEED-06", "repeat 5:", "repeat 10:", 6, 5)],
)
def test_too_great_a_number_is_refused_with_the_greatest(
    case: str, done: str, asked_for: str, greatest: int, safe: int
) -> None:
    """The file takes the last number that p1 survives; the number that the case speaks of is too great."""
    text = (FOLDER / f"{case}.yaml").read_text(encoding="utf-8")
    assert done in text
    position = load(text.replace(done, asked_for), case, book(""))
    assert isinstance(position, Position), position
    found = propose(position.state, position.script, position.proposer)
    assert isinstance(found, Refusal), found
    assert found.code == "too-many-iterations"
    assert found.expected == f"at most {greatest} iterations; the proposer is still in the game after at most {safe}"


def test_a_missing_file_is_a_refusal() -> None:
    assert isinstance(load_file(FOLDER / "NONE-01.yaml", book("")), Refusal)
