"""Closed sets: positions that no answer leads out of, written in certificates and verified by the checker."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from reiterate.certify.certificate import certify
from reiterate.certify.form import canonical
from reiterate.check.arithmetic import EQ, LE, Polynomial
from reiterate.check.certificate import check
from reiterate.check.claims.closed_set import ClosedSet, Matching
from reiterate.check.claims.interval_numbers import Bounds, Ways, Within, every_course, span
from reiterate.check.number_base import Misuse
from reiterate.check.numbers import Log, evaluated
from reiterate.kinds.answers import answers
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import YES
from reiterate.loops.loop import Loop
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.identity import rename
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State
from reiterate.state.normal_form import normal
from tests.certify.certified import OBLIGATIONS, accepted, fits, readable
from tests.certify.choice_boards import CHOICES, claimed, loop_of, refused
from tests.certify.closed_set_boards import (
    HOSTILE,
    SEVERAL,
    board,
    set_of,
)
from tests.certify.near_misses import moved
from tests.check.mutants import changes, drawn_changes, with_change
from tests.kinds.answering_boards import RAPTORS, data, drains
from tests.kinds.kinds_table import SABOTAGE, Sabotage
from tests.support.dice import dice
from tests.support.kinds_board import loop as data_loop
from tests.support.worked import few_calls

pytestmark = pytest.mark.slow("certifies and checks sets of positions")

# --- what is accepted ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SEVERAL)
def test_choices_with_which_the_loop_goes_on_are_certified(name: str) -> None:
    text = board(name)
    fits(text)
    found = accepted(text)
    assert (found.kept_up_by, found.draw) == ("nobody", True)
    assert any("continues" in each.roles for each in found.choosing if each is not None)
    assert refused(claimed(text, draw=False)).code == CHOICES
    assert refused(claimed(text, kept_up_by="unknown", draw=False)).code == CHOICES


@data
def test_two_raptors_and_polyraptor_are_certified_as_a_draw() -> None:
    """A trigger is left behind on the stack each time; what is below the upmost entries is forgotten."""
    text = certify(data_loop(RAPTORS, data=True))
    assert isinstance(text, str)
    found = accepted(text)
    assert (found.kept_up_by, found.draw) == ("nobody", True)
    assert json.loads(text)["closed_set"]["keep"] == "0"


@data
def test_a_board_on_which_one_opponent_may_be_drained_for_ever_is_certified() -> None:
    text = certify(data_loop(drains("[Platinum Angel]", "hand: 0, []"), data=True))
    assert isinstance(text, str)
    assert accepted(text).draw


@data
def test_where_an_answer_leads_out_as_often_as_it_is_given_nothing_is_said() -> None:
    """Twenty drains at the owner of what saves the other end it; one brings the loop back, so there is no way out to play."""
    text = drains("hand: 0, []", "[{card: Platinum Angel, controller: p2}]")
    made = certify(data_loop(text, data=True))
    assert isinstance(made, str)
    found = accepted(made)
    assert (found.kept_up_by, found.draw) == ("unknown", False)
    assert refused(claimed(made, kept_up_by="nobody", draw=True)).code == CHOICES


# --- near misses -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "each",
    [each for each in SABOTAGE if each.base in SEVERAL],
    ids=lambda each: f"{each.base}: {each.claim}: {each.what}",
)
def test_near_misses_of_choices_are_not_certified(each: Sabotage) -> None:
    """A second target, no Melira, another chime: the claim is not made, and moved there it is rejected."""
    loop = loop_of(each.text())
    assert isinstance(loop, Loop)
    found = check(canonical(moved(board(each.base), state_to_json(loop.heads[0]))))
    assert isinstance(found, Refusal)
    assert found.code in OBLIGATIONS
    kind = kind_of(loop)
    text = certify(loop)
    if isinstance(text, Refusal) or isinstance(kind, Refusal):
        return
    answer = accepted(text)
    assert answer.kept_up_by != "nobody" or kind.mandatory
    assert not answer.draw or kind.draw == YES


def _without_the_set(value: dict[str, Any]) -> None:
    value["closed_set"] = {"keep": "", "nodes": []}


def _nothing_forgotten(value: dict[str, Any]) -> None:
    value["closed_set"]["keep"] = ""


def _less_life(value: dict[str, Any]) -> None:
    """Life that grows is claimed to stay: the bounds are no invariant."""
    for node in value["closed_set"]["nodes"]:
        for bound in node["bounds"]:
            bound[3] = bound[3] or str(int(bound[2]) + 5)


def _other_bounds(value: dict[str, Any]) -> None:
    """From more life on than there is at first."""
    for node in value["closed_set"]["nodes"]:
        for bound in node["bounds"]:
            if bound[1] == "life":
                bound[2] = "400"
                node["state"]["rows"][bound[0]]["num"]["life"] = "400"


@pytest.mark.parametrize("change", [_without_the_set, _less_life, _other_bounds])
@pytest.mark.parametrize("name", SEVERAL)
def test_what_is_no_invariant_is_rejected(name: str, change: Callable[[dict[str, Any]], None]) -> None:
    value = json.loads(board(name))
    before = canonical(value["closed_set"])
    change(value)
    if canonical(value["closed_set"]) == before:
        assert name == "finks"  # nothing moves there
        return
    assert refused(canonical(value)).code == CHOICES


@pytest.mark.parametrize("at", [0, 1])
def test_bounds_that_a_course_leaves_are_rejected(at: int) -> None:
    """Also those of a node that the loop's own answers never come to."""
    value = json.loads(board("aimed"))
    for bound in value["closed_set"]["nodes"][at]["bounds"]:
        bound[3] = bound[3] or str(int(bound[2]) + 5)
    assert refused(canonical(value)).code in (CHOICES, "certificate-budget")


def test_nodes_that_others_lead_to_are_needed() -> None:
    value = json.loads(board("aimed"))
    nodes = value["closed_set"]["nodes"]
    assert len(nodes) > 1
    for at in range(len(nodes)):
        value["closed_set"]["nodes"] = nodes[:at] + nodes[at + 1 :]
        assert refused(canonical(value)).code in (CHOICES, "certificate-budget")


def test_a_choice_that_the_checker_does_not_find_in_the_set() -> None:
    value = json.loads(board("aimed"))
    (segment,) = [piece for piece in value["chain"] if piece["kind"] == "segment"]
    roles = segment["choices"]["roles"]
    assert roles.count("continues") == 1
    for at, role in enumerate(roles):
        for other in ("continues", "unknown", "only answer", "passes", "acts", "leaves"):
            if other != role:
                segment["choices"]["roles"] = [*roles[:at], other, *roles[at + 1 :]]
                assert refused(canonical(value)).code == CHOICES


def test_a_card_that_reads_the_stack_forbids_to_forget_of_it() -> None:
    value = json.loads(board("wardens"))
    assert value["closed_set"]["keep"] == "0"
    text = canonical(value).replace('"zone":"battlefield"', '"zone":"stack"')
    assert isinstance(check(text), Refusal)
    value["closed_set"]["keep"] = ""
    assert refused(canonical(value)).code in (CHOICES, "certificate-budget")


# --- changed certificates --------------------------------------------------------------------------------------------


@pytest.mark.slow("every field of a certificate is changed")
@pytest.mark.parametrize("name", SEVERAL)
def test_changes_of_a_closed_set_are_rejected_by_name(name: str) -> None:
    """A changed set that is closed too proves the same; every other change is rejected.

    Rows in another order are the same node with other names. A stack in another order is another node, a node may be one
    too many, and a set may forget less of the stack: the checker follows these anew. So it does with other bounds of how many
    like abilities wait: from four as from three each course comes to a node.
    """
    text = board(name)
    value = json.loads(text)
    claims = accepted(text)
    found: Counter[str] = Counter()
    for path, what, instead in drawn_changes(changes(text, ("closed_set",)), 20, name):
        again = with_change(value, path, instead)
        answer = check(again)
        if not isinstance(answer, Refusal):
            less_forgotten = path == ("closed_set", "keep") and instead in ("", "1")
            reordered = what.startswith("exchanged") and ("rows" in path or path[-2:] == ("seqs", "stack"))
            one_less = path == ("closed_set", "nodes") and what.startswith("without")
            bounds = path[3:4] == ("bounds",)
            others = value["closed_set"]["nodes"][path[2]]["bounds"][path[4]] if bounds and len(path) > 4 else ()
            other_bounds = others[1:2] == ["n"] and (path[5:] == (3,) or what.startswith("exchanged"))
            assert less_forgotten or reordered or one_less or other_bounds, (path, what)
            assert (answer.kept_up_by, answer.draw) == (claims.kept_up_by, claims.draw)
            continue
        follows = readable(json.loads(again))
        allowed = {*OBLIGATIONS, "certificate-budget"}
        assert answer.code in (allowed if follows else allowed | {"certificate-form"}), (path, what, answer)
        found[answer.code] += 1
    assert found[CHOICES] > 4, found


# --- hostile sets ----------------------------------------------------------------------------------------------------


@pytest.mark.slow("files that take seconds to refuse")
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_set_is_answered_by_few_calls(name: str) -> None:
    for certificate in ("wardens", "aimed"):
        value = json.loads(board(certificate))
        HOSTILE[name](value)
        text = canonical(value)
        with few_calls():
            found = check(text)
        assert isinstance(found, Refusal), name
        assert found.code in {*OBLIGATIONS, "certificate-form", "certificate-budget"}


# --- what is claimed holds in play -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SEVERAL)
def test_random_mixtures_of_answers_stay_in_the_set(name: str) -> None:
    """Every question of several answers in a random play is asked in a position of the set."""
    text = board(name)
    start = state_from_json(json.loads(text)["start"])
    asked_for = 0
    for seed in range(3):
        asked_for += _played_at_random(start, set_of(text), dice(seed))
    assert asked_for > 10


def _played_at_random(state: State, closed: ClosedSet, rng: random.Random) -> int:
    count = 0
    for _ in range(60):
        if asked(state) == "priority":
            assert state.stack
            state = step(state, Choice(PASS, decider(state), over=over_text(state)))[0]
            continue
        ways = answers(state)
        if (
            len(ways) > 1 and asked(state) != "order"
        ):  # an order in which like rows are grouped is one of fewer questions
            assert closed.holds(state, Log()) is not None
        count += len(ways) > 1
        state = step(state, rng.choice(ways))[0]
    return count


# --- bounds, courses, shapes -----------------------------------------------------------------------------------------


def _boxes(rng: random.Random) -> dict[int, Bounds]:
    box: dict[int, Bounds] = {}
    for i in range(2):
        low, high = sorted(rng.randint(-6, 6) for _ in range(2))
        box[i] = (rng.choice([None, low]), rng.choice([None, high]))
    return box


def _inside(bounds: Bounds, n: int) -> bool:
    return (bounds[0] is None or bounds[0] <= n) and (bounds[1] is None or n <= bounds[1])


def test_spans_hold_every_value() -> None:
    rng = dice("spans hold every value")
    for _ in range(600):
        box = _boxes(rng)
        poly: Polynomial = {m: rng.randint(-3, 3) for m in ((), (0,), (1,), (0, 0), (0, 1))}
        found = span(poly, box)
        for a in range(-9, 10):
            for b in range(-9, 10):
                if _inside(box[0], a) and _inside(box[1], b):
                    assert _inside(found, evaluated(poly, [a, b]))


def test_every_value_within_bounds_has_exactly_one_course() -> None:
    """The answers of one course are those that the value gives, and its bounds at the end hold the value."""
    rng = dice("every value within bounds has exactly one course")
    for _ in range(200):
        box = _boxes(rng)
        questions: list[tuple[Polynomial, str]] = [
            ({(): rng.randint(-9, 9), (0,): rng.choice([-3, -2, -1, 1, 2, 3])}, rng.choice([EQ, LE])) for _ in range(4)
        ]
        made: list[tuple[list[bool], Bounds]] = []

        def course(
            ways: Ways,
            box: dict[int, Bounds] = box,
            questions: list[tuple[Polynomial, str]] = questions,
            made: list[tuple[list[bool], Bounds]] = made,
        ) -> None:
            known = Within(box, ways)
            said = [known.ask(0, poly, op, "") for poly, op in questions]
            made.append((said, known.bounds({(0,): 1})))

        every_course(course)
        for n in range(-12, 13):
            values = [evaluated(poly, [n]) for poly, _ in questions]
            truth = [v == 0 if op == EQ else v <= 0 for v, (_, op) in zip(values, questions, strict=True)]
            fitting = [bounds for said, bounds in made if said == truth]
            if _inside(box[0], n):
                assert len(fitting) == 1 and _inside(fitting[0], n), (box, questions, n)


def test_a_course_that_is_not_the_same_again_is_refused() -> None:
    made: list[int] = []

    def course(ways: Ways) -> None:
        made.append(len(made))
        ways.fork(2, made[-1])

    with pytest.raises(Misuse):
        every_course(course)


@pytest.mark.parametrize("name", SEVERAL)
def test_shapes_are_found_under_other_names_and_no_others(name: str) -> None:
    rng = dice("shapes are found under other names and no others")
    state = normal(state_from_json(json.loads(board(name))["start"]))
    fixed = [handle for handle, row in state.rows.items() if row.cls.kind in ("game", "player")]
    others = [handle for handle in state.rows if handle not in fixed]
    shuffled = others[:]
    rng.shuffle(shuffled)
    phi = {**{handle: handle for handle in fixed}, **dict(zip(others, shuffled, strict=True))}
    again = rename(state, phi, state.fresh)
    assert next(iter(Matching().matches(state, again)), None) is not None
    first = Choice(PASS, decider(state), over=over_text(state))
    later = step(state, first if asked(state) == "priority" else answers(state)[0])[0]
    assert next(iter(Matching().matches(state, normal(later))), None) is None
