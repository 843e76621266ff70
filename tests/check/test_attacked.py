"""Forgeries that only the mathematics refuses: thousands by rule, each for its obligation, and those that were accepted once."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import pytest

from reiterate.cards import CardBook
from reiterate.certify.form import canonical
from reiterate.check.certificate import Accepted, check
from reiterate.check.claims.exits import leads_out, same_answer
from reiterate.check.claims.roles import Actions
from reiterate.check.form import Move
from reiterate.check.numbers import Log
from reiterate.check.small_values import Rejected
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.state.json_form import state_from_json
from reiterate.state.model import State
from tests.certify import closed_set_boards as closed_sets
from tests.certify import ways_out_boards as ways_out
from tests.certify.certified import certified, swarm
from tests.check.forger import Forged, forgeries
from tests.check.forging import (
    BASALT,
    BOND,
    CATHARS,
    CHIME,
    FULL,
    GOND,
    GRIND,
    Value,
    broken_off,
    digest,
    last,
    row,
    text_of,
)
from tests.kinds import strategy_table as moves
from tests.kinds.strategy_table import BOARDS
from tests.loops.progression_boards import CRUSADE, after
from tests.support.dice import dice
from tests.support.generated_loops import made

#: The honest certificates, of every kind of argument.
HONEST: Final[dict[str, Callable[[], str]]] = {
    **{
        name: lambda name=name: text_of(name)  # type: ignore[misc] # the name as it is now
        for name in (
            GOND,
            GRIND,
            BOND,
            BASALT,
            CATHARS,
            FULL,
            CHIME,
            "two-loops",
            "combos/niv-curiosity",
            "drain",
            "toll",
        )
    },
    "powers": lambda: certified(*made("fibonacci", 0).loop()),
    "doubling to the end": lambda: certified(*swarm("10^20")),
    "a run at the start": lambda: certified(after(9), CRUSADE.reader()),
    "several runs": lambda: certified(*made("progression", 3).loop()),
    "a way out": lambda: ways_out.certificate("chime", "a may"),
    "a way out by a target": lambda: ways_out.certificate("aimed", "p2 has no chime"),
    **{
        f"a set: {name}": lambda name=name: closed_sets.board(name)  # type: ignore[misc] # the name as it is now
        for name in closed_sets.SEVERAL
    },
    **{
        f"moves: {name}": lambda name=name: moves.certificate(name)  # type: ignore[misc] # the name as it is now
        for name in BOARDS
    },
}

#: Of each family so many of each certificate are tried in the quick tests, others in each run; all of them in the long ones.
QUICK: Final = 1


@cache
def honest(name: str) -> Value:
    """An honest certificate as a value."""
    text = HONEST[name]()
    assert isinstance(check(text), Accepted), name
    found: Value = json.loads(text)
    return found


@cache
def chosen(name: str, most: int) -> list[Forged]:
    """So many forgeries of each family, drawn from all over it."""
    families: dict[str, list[Forged]] = {}
    for one in forgeries(honest(name)):
        families.setdefault(one[0], []).append(one)
    rng = dice("forged", name)
    return [one for all_ in families.values() for one in rng.sample(all_, min(most, len(all_)))]


def refuted(name: str, most: int) -> Counter[str]:
    """Try forgeries of a certificate: each is refused for its obligation. How many there were of each family."""
    found: Counter[str] = Counter()
    for family, title, code, value in chosen(name, most):
        assert value != honest(name), (family, title)
        answer = check(canonical(value))
        assert isinstance(answer, Refusal), (family, title)
        assert answer.code == f"certificate-{code}", (family, title, answer)
        found[family] += 1
    return found


@pytest.mark.slow("forgeries of every family by rule")
@pytest.mark.parametrize("name", HONEST)
def test_forgeries_are_refused_for_what_is_false_in_them(name: str) -> None:
    assert sum(refuted(name, QUICK).values()) >= 5


@pytest.mark.soak
@pytest.mark.parametrize("name", HONEST)
def test_all_forgeries_are_refused_for_what_is_false_in_them(name: str) -> None:
    assert sum(refuted(name, 10**6).values()) >= 70


@pytest.mark.slow("forges every kind of certificate")
def test_every_argument_is_attacked() -> None:
    """At least 200 in the quick tests, and each family on several certificates."""
    families = Counter(family for name in HONEST for family, *_ in chosen(name, QUICK))
    assert sum(families.values()) >= 200
    often = ("closed", "update", "guards", "length", "gains", "options", "roles", "keepers", "ways out")
    least = dict.fromkeys(often, 30) | {
        "needs": 25,
        "sets": 15,
        "sets forgotten": 12,
        "powers": 8,
        "runs": 3,
        "blocks": 1,
    }
    assert {family: n for family, n in least.items() if families[family] < n} == {}


# --- what was accepted -------------------------------------------------------------------------------------------


def by_an_unknown_card(value: Value) -> None:
    """A loop is said to end because a card that nobody knows can't be cast: that is no rule of the game."""
    row(value, 6)["class"]["zone"] = "hand"
    del value["start"]["seqs"]["library.0"]
    last(value)["choices"] = "unknown"
    value["claim"]["kept_up_by"] = "unknown"
    end = {"kind": "illegal", "refused": {"player": 0, "row": 6, "verb": "cast"}, "code": "unknown-card", "rule": "601"}
    broken_off(value, "5", {**end, "message": "an unknown card can't be cast or played"})


def test_what_is_not_known_to_be_illegal_ends_no_loop() -> None:
    value = json.loads(text_of(GOND))
    by_an_unknown_card(value)
    found = check(canonical(value))
    assert isinstance(found, Refusal)
    assert (found.code, "not known to be illegal" in found.message) == ("certificate-after", True)


def a_hand_of_blanks(value: Value) -> None:
    """The unknown cards of a hand bear the name of a card: they could be anything still, and nothing is said of the name."""
    at = next(i for i, each in enumerate(value["start"]["rows"]) if each["class"].get("zone") == "library")
    row(value, at)["class"]["zone"] = "hand"
    row(value, at)["class"]["proto"]["name"] = "Lightning Bolt"
    del value["start"]["seqs"][f"library.{row(value, at)['class']['owner']}"]
    value["claim"]["needs"] = "unknown"
    digest(value)


def test_a_card_without_types_is_unknown_whatever_its_name() -> None:
    value = json.loads(text_of(CHIME))
    a_hand_of_blanks(value)
    found = check(canonical(value), CardBook.builtin().protos)
    assert isinstance(found, Refusal) and found.code == "certificate-choices"
    last(value)["choices"] = "unknown"
    value["claim"] |= {"draw": False, "kept_up_by": "unknown"}
    found = check(canonical(value), CardBook.builtin().protos)
    assert isinstance(found, Accepted) and not found.draw
    assert "Lightning Bolt" in found.nobodys.others


@pytest.mark.parametrize("name", [GOND, BASALT])
def test_a_segment_of_no_iterations_proves_nothing_endless(name: str) -> None:
    value = json.loads(text_of(name))
    assert isinstance(check(canonical(value), CardBook.builtin().protos), Accepted)
    last(value)["iterations"] = []
    found = check(canonical(value), CardBook.builtin().protos)
    assert isinstance(found, Refusal)
    assert "an iteration without a choice" in found.message


def at_the_way_out() -> tuple[State, dict[str, Any], Choice]:
    """The position in which a way leads out of a loop, that way, and what the loop answers there."""
    value = json.loads(ways_out.certificate("chime", "a may"))
    (way,) = last(value)["choices"]["leaves"]
    state = state_from_json(value["start"])
    deeds = [deed for each in last(value)["iterations"] for deed in each]
    before = [
        deed for piece in value["chain"] if piece["kind"] == "plain" for each in piece["iterations"] for deed in each
    ]
    for deed in (*before, *deeds[: way["place"]]):
        state = step(state, Choice(**deed))[0]
    assert asked(state) == "may"
    return state, way, Choice(**deeds[way["place"]])


def leading_out(own: Choice | None) -> str:
    """Why the way does not lead out; "" where it does."""
    state, way, _ = at_the_way_out()
    plays = [Choice(**deed) for deed in way["play"]]
    try:
        leads_out(state, tuple(Move(play, {}) for play in plays), Log(), Actions(), own)
    except Rejected as error:
        return str(error)
    return ""


def test_a_way_out_is_another_answer() -> None:
    """Where the loop ends by itself, its own answer leads to the end too: that is no leading out."""
    _, way, own = at_the_way_out()
    assert leading_out(None) == leading_out(own) == ""
    same = Choice(**way["play"][0])
    assert leading_out(same) == "a way out that begins with what the loop itself answers"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Choice("may", 0, answer="yes"), Choice("may", 0, answer="no"), False),
        (Choice("may", 0, answer="yes"), Choice("may", 0, answer="yes", row=7), True),  # what says nothing
        (Choice("may", 0, answer="yes"), Choice("may", 0, answer="yes", targets=(1,), x=3), True),
        (Choice("order", 0, row=4, count=1), Choice("order", 0, row=5, count=1), False),
        (Choice("order", 0, row=4, count=1), Choice("order", 0, row=4, count=1, answer="x"), True),
        (Choice("target", 0, targets=(1,)), Choice("target", 0, targets=(2,)), False),
        (Choice("target", 0, targets=(1,)), Choice("target", 0, targets=(1,), row=9), True),
        (Choice("answer", 0, answer="Elf"), Choice("answer", 0, answer="Elf", picks=((1, 1),)), True),
        (Choice("answer", 0, picks=((1, 1),)), Choice("answer", 0, picks=((2, 1),)), False),
        (Choice("pass", 0, over=""), Choice("may", 0), False),
    ],
)
def test_an_answer_is_the_same_whatever_else_it_names(one: Choice, other: Choice, same: bool) -> None:
    assert same_answer(one, other) == same_answer(other, one) == same


def test_the_forger_leaves_the_honest_certificate_as_it_is() -> None:
    before = copy.deepcopy(honest(GOND))
    assert len(list(forgeries(honest(GOND)))) > 100
    assert honest(GOND) == before
