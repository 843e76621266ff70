"""The cases that need the kinds and ends of loops: each is played, its loop studied, and asked everything it claims.

``kinds/ID.yaml`` lays a case out, ``EXPECTED`` holds what the case says of it in its own words, and ``KEYS``
translates those words into a fact of the play or an answer about the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import pytest

from reiterate.amounts import plain
from reiterate.judge.kind_of_loop import kind_of
from reiterate.judge.kinds import AT, DECLINED, YES, Kind
from reiterate.loops.play import Played
from reiterate.refusals import Refusal
from reiterate.script.expect import look_up
from reiterate.script.position import Position, load_file
from reiterate.shortcuts.played_script import Part
from reiterate.show.session import Result, run_position
from reiterate.state.identity import same
from reiterate.state.model import State, player
from tests.support.files import needs_data, rulings
from tests.support.kinds_board import CARDS, FOLDER, block, book, read
from tests.support.loop_cases import Count

RULINGS: Final = "rulings.jsonl"
STAGE: Final = 3

EXPECTED: Final[dict[str, dict[str, Any]]] = {
    "CR-23": {
        "outcome": "draw",
        "mandatory": True,
        "state_repeats": False,
        "per_rotation": {"p1.tokens.Polyraptor": 1, "Marauding Raptor.power": 2},
    },
    "MTR-04": {"iterations": 4, "must_change": "p2", "p1.tokens.Polyraptor": 4, "outcome": "game_continues"},
    "MTR-12": {"p2.life": 20, "must_change": "p1", "outcome": "game_continues"},
    "MTR-13": {
        "on_p1_turn.must_change": "p1",
        "on_p1_turn.p2.life": 20,
        "on_p2_turn.must_change": "p2",
        "on_p2_turn.outcome": "p1_wins",
    },
    "G18-07": {"outcome": "p1_wins", "p2.life": 0, "iterations": 20, "number_allowed": False},
    "SEED-08": {"mandatory": False, "iterations_max": 10, "p2.life_at_max": 30},
    "FAM-38": {"outcome": "p2_wins", "p1.library": 0, "mandatory": True, "finite": True},
    "FAM-46": {"iterations": 500, "p1.tokens.Elf Warrior": 500, "outcome": "proposal_stands"},
}


@dataclass(frozen=True)
class Run:
    """A case's file, what came of it, and its loop."""

    position: Position
    result: Result
    part: Part
    kind: Kind

    def fact(self, path: str) -> str:
        """A path or fact of ``expect``, at the end."""
        found = look_up(self.result.state, path, self.result.facts)
        assert isinstance(found, str), found
        return found


@cache
def run(name: str) -> Run:
    """Play a file and study its loop."""
    position = load_file(FOLDER / f"{name}.yaml", book(True))
    assert isinstance(position, Position), position
    result = run_position(position)
    assert isinstance(result, Result), result
    part = block(position)
    kind = kind_of(part.loop)
    assert isinstance(kind, Kind), kind
    return Run(position, result, part, kind)


# --- the words of the cases ----------------------------------------------------------------------------------------

Reader = Callable[[Run], object]


def _draw(ran: Run) -> object:
    """A draw where nobody keeps the loop up, it never ends, and nobody does anything else."""
    return "draw" if ran.kind.draw in (YES, DECLINED) else ran.fact("outcome")


def _repeats(ran: Run) -> object:
    """Whether any state of the loop's first iterations is one that was there before."""
    states = [ran.part.loop.reach(n) for n in range(6)]
    there = [state for state in states if isinstance(state, State)]
    assert len(there) == 6
    return any(same(a, b) for i, a in enumerate(there) for b in there[:i])


def _must_differ(ran: Run) -> object:
    seat = ran.kind.must_differ
    return "nobody" if seat is None else f"p{seat + 1}"


def _stands(ran: Run) -> object:
    """Whether the number that was proposed was taken, and the loop was the proposer's own."""
    taken, proposal = ran.result.taken, ran.result.proposal
    assert taken is not None
    assert proposal is not None
    whole = taken.duty is None and taken.end == proposal.first_end
    alone = ran.kind.keepers == (ran.position.proposer,)
    return "proposal_stands" if whole and alone else "shortened"


def _last_damage(ran: Run) -> tuple[int, State]:
    """The last iteration whose damage is dealt with p1 still in the game, and the state just behind it."""
    end = ran.kind.ending
    assert end.when == AT
    found: list[tuple[int, State]] = []
    for iteration in range(1, plain(end.iteration) + 1):
        here = ran.part.loop.place(iteration, 6)
        if isinstance(here, Played) and len(here.choices) == 5:
            found.append((iteration, here.state))
    iteration, state = found[-1]
    assert not state.rows[player(0)].cls.prop("lost")
    return iteration, state


#: Words that stand for a computation, in all cases or in one.
KEYS: Final[Mapping[str, Reader]] = {
    "mandatory": lambda ran: ran.kind.mandatory,
    "finite": lambda ran: ran.kind.ending.when == AT,
    "state_repeats": _repeats,
    "number_allowed": lambda ran: bool(ran.kind.keepers),  # a loop that nobody keeps up and that ends takes no number
    "iterations_max": lambda ran: _last_damage(ran)[0],
    "p2.life_at_max": lambda ran: plain(_last_damage(ran)[1].rows[player(1)].get("life")),
    "CR-23 outcome": _draw,
    "MTR-12 must_change": _must_differ,
    "G18-07 iterations": lambda ran: ran.kind.ending.iteration,  # the one in which it ends is the twentieth
    "FAM-46 outcome": _stands,
}

#: Cases of two turns: each has a file of its own.
TURNS: Final = {"on_p1_turn.": "MTR-13", "on_p2_turn.": "MTR-13-p2"}


def told(case: str, key: str) -> object:
    """What the play and the loop say of a key of the case; a key without a reader is a path of ``expect``."""
    for turn, file in TURNS.items():
        if key.startswith(turn):
            rest = key.removeprefix(turn)
            return _must_differ(run(file)) if rest == "must_change" else run(file).fact(rest)
    reader = KEYS.get(f"{case} {key}", KEYS.get(key))
    return run(case).fact(key) if reader is None else reader(run(case))


def in_words(value: object) -> str:
    """A value as facts are written."""
    return str(value).lower() if isinstance(value, bool) else str(value)


# --- tests ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow("plays every case of the reference data")
@needs_data(CARDS)
@pytest.mark.parametrize("case", EXPECTED)
def test_a_case_is_answered_as_its_ruling_says(case: str) -> None:
    wanted = {key: in_words(value) for key, value in EXPECTED[case].items() if key != "per_rotation"}
    assert {key: in_words(told(case, key)) for key in wanted} == wanted


@needs_data(CARDS)
def test_what_a_rotation_changes() -> None:
    wanted = EXPECTED["CR-23"]["per_rotation"]
    ran = run("CR-23")
    for iteration in (1, 2, 10**30):
        states = [ran.part.loop.reach(n) for n in (iteration - 1, iteration)]
        values = [
            {path: int(str(look_up(state, path, {}))) for path in wanted}
            for state in states
            if isinstance(state, State)
        ]
        assert {path: values[1][path] - values[0][path] for path in wanted} == wanted


#: The cases that have an end or are taken so often, with what makes them longer.
LONGER: Final = {
    "FAM-46": ("repeat 500:", "repeat N:"),
    "FAM-38": ("library: 9", "library: N"),
    "SEED-08": ("library: 10", "library: N"),
    "G18-07": ("p2: {}", "p2: {life: N}"),
}


@needs_data(CARDS)
@pytest.mark.parametrize("case", LONGER)
def test_a_case_costs_as_little_however_long_it_is(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written, longer = LONGER[case]
    text = (FOLDER / f"{case}.yaml").read_text(encoding="utf-8")
    assert written in text
    taken = []
    for n in ("10^40", "10^60"):
        many = text.replace(written, longer.replace("N", n)).replace("life: 40", "life: 10^70")
        position = read(many, data=True)
        with monkeypatch.context() as patch:
            count = Count(patch)
            found = block(position).loop
            assert found.extend(None) is None
            assert not isinstance(found.reach(10**39), Refusal)
        assert found.endless or (found.end is not None and found.end.iteration > 10**39)
        taken.append(count.steps)
    assert taken[0] == taken[1] < 250


@pytest.mark.slow("works out the kind of every case")
@needs_data(CARDS)
@pytest.mark.parametrize("name", [*EXPECTED, "MTR-13-p2"])
def test_the_facts_that_a_file_expects_hold(name: str) -> None:
    ran = run(name)
    assert ran.position.expect
    assert ran.position.title
    assert ran.result.differences == []


@needs_data(CARDS)
def test_who_keeps_them_up() -> None:
    keepers = {case: run(case).kind.keepers for case in EXPECTED}
    assert keepers == {
        "CR-23": (),
        "MTR-04": (),
        "MTR-12": (0, 1),
        "MTR-13": (0, 1),
        "G18-07": (),
        "SEED-08": (0,),
        "FAM-38": (),
        "FAM-46": (0,),
    }
    assert [case for case in EXPECTED if run(case).kind.unknown] == []


@needs_data(CARDS)
def test_nobody_keeps_mtr_04_up_and_p2_alone_is_asked() -> None:
    kind = run("MTR-04").kind
    assert (kind.draw, kind.to_ask) == (DECLINED, (1,))
    assert [p.what for p in kind.could_act] == ["cast Lightning Strike"]


def test_every_file_is_asked() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.yaml")) == sorted([*EXPECTED, "MTR-13-p2"])


@needs_data(RULINGS)
def test_the_cases_of_the_stage_are_those_with_a_file() -> None:
    assert {case: row["expected"] for case, row in rulings(STAGE).items()} == EXPECTED


@needs_data(RULINGS)
@pytest.mark.parametrize("case", EXPECTED)
def test_titles_and_notes_are_words_of_this_project(case: str) -> None:
    text = " ".join((FOLDER / f"{case}.yaml").read_text(encoding="utf-8").split())
    row = rulings(STAGE)[case]
    sentences = [part.strip() for key in ("title", "setup", "answer") for part in row[key].split(".")]
    assert [part for part in sentences if len(part.split()) > 5 and part in text] == []


@needs_data(CARDS)
@pytest.mark.parametrize(
    ("case", "key"), [(case, key) for case in EXPECTED for key in EXPECTED[case] if key != "per_rotation"]
)
def test_a_wrong_value_would_be_seen(case: str, key: str) -> None:
    value = EXPECTED[case][key]
    wrong = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else "nobody"
    assert in_words(told(case, key)) != in_words(wrong)
