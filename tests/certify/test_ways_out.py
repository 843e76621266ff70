"""Answers that lead out of a loop: certificates play what follows, and the checker follows it on symbols."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import pytest

from reiterate.certify.certificate import certify
from reiterate.certify.form import canonical
from reiterate.check.certificate import check
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.loops.loop import Loop
from reiterate.refusals import Refusal
from reiterate.state.json_form import state_to_json
from tests.certify.certified import OBLIGATIONS, accepted, fits, readable
from tests.certify.choice_boards import CHOICES, agrees, claimed, loop_of, refused
from tests.certify.near_misses import moved
from tests.certify.ways_out_boards import altered, certificate
from tests.check.mutants import all_changes, drawn_changes
from tests.kinds.answering_boards import RINGS_AND_MORE, data
from tests.kinds.kinds_table import BASES
from tests.support.kinds_board import board as board_text
from tests.support.kinds_board import loop as data_loop
from tests.support.worked import few_calls

pytestmark = pytest.mark.slow("certifies and checks every way out")

NIV: Final = board_text(
    'library: 10, ["Niv-Mizzet, the Firemind", {card: Curiosity, attached to: "Niv-Mizzet, the Firemind"}]',
    "life: 40, []",
    "activate Niv-Mizzet\nall pass\nrepeat 10:\n  target p2\n  all pass\n  all pass\n  yes",
)

#: Alterations of the table that give a player a way out, by the name of the base and what is altered.
WAYS_OUT: Final = (
    ("chime", "a may"),
    ("pit", "a may"),
    ("aimed", "a third player who has no chime"),
    ("aimed", "p2 has no chime"),
)


def segment(value: dict[str, Any]) -> dict[str, Any]:
    """What is said of the choices of the only segment."""
    (found,) = [piece["choices"] for piece in value["chain"] if piece["kind"] == "segment"]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(("base", "what"), WAYS_OUT)
def test_who_could_lead_out_of_it_keeps_it_up(base: str, what: str) -> None:
    text = certificate(base, what)
    fits(text)
    found = accepted(text)
    assert (found.kept_up_by, found.draw) == ((0,), False)
    kind = kind_of(altered(base, what))
    assert not isinstance(kind, Refusal)
    agrees(found.kept_up_by, found.draw, kind)
    others: tuple[Any, ...] = ("nobody", "unknown", [], [1], [0, 1])
    for other in others:
        assert refused(claimed(text, kept_up_by=other)).code == CHOICES
    assert refused(claimed(text, draw=True)).code == CHOICES


@data
def test_another_target_for_an_oblivion_ring_leads_out() -> None:
    text = certify(data_loop(RINGS_AND_MORE, data=True))
    assert isinstance(text, str)
    assert accepted(text).kept_up_by == (0,)
    (way,) = segment(json.loads(text))["leaves"]
    assert [move["verb"] for move in way["play"]] == ["target", "pass", "pass"]


def test_a_may_that_is_taken_leads_out_where_it_is_not() -> None:
    """The loop has an end of its own, an empty library; the other answer ends it at once."""
    text = certify(data_loop(NIV))
    assert isinstance(text, str)
    found = accepted(text)
    assert (found.kept_up_by, found.endless, found.end) == ((0,), False, "over")
    ways = segment(json.loads(text))["leaves"]
    assert [way["play"][0].get("answer", way["play"][0].get("targets")) for way in ways] == [[1], "no"]


def test_an_answer_after_which_the_loop_goes_on_is_no_way_out() -> None:
    """p2 has a chime of their own there: the answer that is a way out without it is none."""
    way = segment(json.loads(certificate("aimed", "p2 has no chime")))["leaves"]
    loop = loop_of(BASES["aimed"].text())
    assert isinstance(loop, Loop)
    text = certify(loop)
    assert isinstance(text, str)
    value = json.loads(text)
    stated = segment(value)
    stated["roles"] = ["leaves" if role == "continues" else role for role in stated["roles"]]
    stated["leaves"] = way
    value["claim"] |= {"kept_up_by": [0], "draw": False}
    value["closed_set"] = {"keep": "", "nodes": []}
    assert refused(canonical(value)).code == CHOICES


def _the_loops_own_answer(stated: dict[str, Any]) -> None:
    stated["leaves"][0]["play"][0]["targets"] = [1]


def _too_short(stated: dict[str, Any]) -> None:
    stated["leaves"][0]["play"].pop()


def _at_another_place(stated: dict[str, Any]) -> None:
    stated["leaves"][0]["place"] -= 1


def _at_a_pass(stated: dict[str, Any]) -> None:
    stated["roles"][0] = "leaves"
    stated["leaves"].insert(0, {"place": 0, "play": stated["leaves"][0]["play"]})


def _said_of_nothing(stated: dict[str, Any]) -> None:
    stated["leaves"] = []


def _of_no_role(stated: dict[str, Any]) -> None:
    stated["roles"] = ["unknown" if role == "leaves" else role for role in stated["roles"]]


def _another_player(stated: dict[str, Any]) -> None:
    stated["leaves"][0]["play"][0]["player"] = 1


@pytest.mark.parametrize(
    "change",
    [_the_loops_own_answer, _too_short, _at_another_place, _at_a_pass, _said_of_nothing, _of_no_role, _another_player],
)
def test_what_is_no_way_out_is_rejected(change: Callable[[dict[str, Any]], None]) -> None:
    value = json.loads(certificate("aimed", "p2 has no chime"))
    change(segment(value))
    assert refused(canonical(value)).code == CHOICES


# --- behind further questions ----------------------------------------------------------------------------------------


def thorn(p1: str = "", p2: str = "Aimed Thorn") -> str:
    """p1 aims their gain at a player; p2 who gains has to aim a loss, which nobody gains by."""
    text = BASES["aimed"].text()
    assert "[Aimed Chime]" in text and "[Aimed Chime, " in text
    return text.replace("[Aimed Chime]", f"[{p2}]").replace("[Aimed Chime, ", f"[Aimed Chime, {p1}")


@cache
def forked(p1: str = "", p2: str = "Aimed Thorn") -> str:
    """The certificate of such a board."""
    loop = loop_of(thorn(p1, p2))
    assert isinstance(loop, Loop)
    text = certify(loop)
    assert isinstance(text, str), text
    return text


def test_an_answer_that_leads_out_whatever_is_answered_then() -> None:
    text = forked()
    fits(text)
    found = accepted(text)
    assert (found.kept_up_by, found.draw) == ((0,), False)
    (way,) = segment(json.loads(text))["leaves"]
    assert [list(one) == ["each"] for one in way["play"]] == [False, False, False, True]
    answers = [branch[0] for branch in way["play"][-1]["each"]]
    assert [(one["player"], one["targets"]) for one in answers] == [(1, [1]), (1, [2])]
    kind = kind_of(loop_of(thorn()))  # type: ignore[arg-type] # it is one, as above
    assert not isinstance(kind, Refusal)
    agrees(found.kept_up_by, found.draw, kind)
    for other in ("nobody", "unknown", [1], [0, 1]):
        assert refused(claimed(text, kept_up_by=other)).code == CHOICES


def test_two_questions_one_behind_the_other() -> None:
    text = forked(p2="2 Aimed Thorn")
    fits(text)
    found = accepted(text)
    assert found.kept_up_by == (0,)
    (way,) = segment(json.loads(text))["leaves"]
    assert json.dumps(way).count('"each"') >= 3  # the second question behind each answer to the first


@pytest.mark.parametrize(
    ("p1", "p2"),
    [("Bleeding Chime, ", "Aimed Thorn"), ("", "Aimed Thorn, Aimed Chime"), ("", "Aimed Chime")],
    ids=["p1 gains by a loss", "p2 has a chime as well", "p2 has a chime instead"],
)
def test_an_answer_behind_which_one_answer_brings_the_loop_back_is_no_way_out(p1: str, p2: str) -> None:
    """The certificate of the other board is rejected there, and so is its way out in what is certified of this one."""
    loop = loop_of(thorn(p1, p2))
    assert isinstance(loop, Loop)
    found = check(canonical(moved(forked(), state_to_json(loop.heads[0]))))
    assert isinstance(found, Refusal) and found.code in OBLIGATIONS
    own = certify(loop)
    assert isinstance(own, str)
    value = json.loads(own)
    stated = segment(value)
    assert stated["leaves"] == [] and accepted(own).kept_up_by != (0,)
    stated["roles"] = ["leaves" if role in ("continues", "unknown") else role for role in stated["roles"]]
    stated["leaves"] = segment(json.loads(forked()))["leaves"]
    value["claim"] |= {"kept_up_by": [0], "draw": False}
    value["closed_set"] = {"keep": "", "nodes": []}
    assert refused(canonical(value)).code == CHOICES


def _one_branch_only(play: list[Any]) -> None:
    play[-1]["each"].pop()


def _the_other_order(play: list[Any]) -> None:
    play[-1]["each"].reverse()


def _a_branch_twice(play: list[Any]) -> None:
    play[-1]["each"][1] = play[-1]["each"][0]


def _a_branch_too_short(play: list[Any]) -> None:
    play[-1]["each"][1].pop()


def _one_answer_as_if_there_were_no_other(play: list[Any]) -> None:
    play[-1:] = play[-1]["each"][0]


def _no_branches(play: list[Any]) -> None:
    play[-1]["each"] = []


def _before_the_question(play: list[Any]) -> None:
    play.pop(-2)


def _something_behind(play: list[Any]) -> None:
    play.append(play[1])


def _a_question_at_a_pass(play: list[Any]) -> None:
    play[1:] = [{"each": [play[1:], play[1:]]}]


@pytest.mark.parametrize(
    "change",
    [
        _one_branch_only,
        _the_other_order,
        _a_branch_twice,
        _a_branch_too_short,
        _one_answer_as_if_there_were_no_other,
        _no_branches,
        _before_the_question,
        _something_behind,
        _a_question_at_a_pass,
    ],
)
def test_what_does_not_follow_every_answer_is_rejected(change: Callable[[list[Any]], None]) -> None:
    value = json.loads(forked())
    change(segment(value)["leaves"][0]["play"])
    assert refused(canonical(value)).code == CHOICES


def test_every_single_change_of_a_forked_way_is_rejected_by_name() -> None:
    changed_ways(forked(), None)


@pytest.mark.parametrize(("base", "what"), WAYS_OUT)
def test_changes_of_ways_out_are_rejected_by_name(base: str, what: str) -> None:
    changed_ways(certificate(base, what), base + what)


def changed_ways(certified: str, seed: str | None) -> None:
    """What a pass lets resolve may be left unsaid there; every other change is rejected. ``seed``: forty of them."""
    value = json.loads(certified)
    stated = segment(value)
    found: Counter[str] = Counter()
    good = stated["leaves"]
    every = all_changes({"leaves": good})
    for path, kind, instead in every if seed is None else drawn_changes(every, 40, seed):
        made = json.loads(json.dumps({"leaves": good}))
        at: Any = made
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = instead
        stated["leaves"] = made["leaves"]
        text = canonical(value)
        answer = check(text)
        if not isinstance(answer, Refusal):
            assert kind == "without over", (path, kind)
            continue
        follows = readable(json.loads(text))
        assert answer.code in (OBLIGATIONS if follows else {*OBLIGATIONS, "certificate-form"}), (path, kind, answer)
        found[answer.code] += 1
    assert found[CHOICES] >= 3, found


AIM: Final = {"verb": "target", "player": 0, "targets": [2]}


def _nested(depth: int) -> list[Any]:
    way: list[Any] = [AIM]
    for _ in range(depth):
        way = [AIM, {"each": [way, way]}] if len(json.dumps(way)) < 100_000 else [AIM, {"each": [way]}]
    return way


HOSTILE: Final[dict[str, Any]] = {
    "no list": {},
    "a play of nothing": [{"place": 2, "play": []}],
    "very many": [{"place": i, "play": [{"verb": "pass", "player": 0, "over": ""}]} for i in range(15_000)],
    "a long play": [{"place": 2, "play": [{"verb": "pass", "player": 0, "over": ""}] * 15_000}],
    "no such verb": [{"place": 2, "play": [{"verb": "dance", "player": 0}]}],
    "no such row": [{"place": 2, "play": [{"verb": "target", "player": 0, "targets": [99_999_999]}]}],
    "no such player": [{"place": 2, "play": [{"verb": "target", "player": 77, "targets": [1]}]}],
    "very deep questions": [{"place": 2, "play": _nested(30)}],
    "very many answers": [{"place": 2, "play": [AIM, {"each": [[AIM]] * 15_000}]}],
    "a question without answers": [{"place": 2, "play": [AIM, {"each": [[]]}]}],
    "a question of questions": [{"place": 2, "play": [{"each": [[AIM], [AIM]]}]}],
    "a googol": [{"place": 2, "play": [{"verb": "target", "player": 0, "targets": [2], "count": "9" * 5_000}]}],
}


@pytest.mark.slow("certificates that take seconds to refuse")
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_ways_out_are_answered_by_few_calls(name: str) -> None:
    value = json.loads(certificate("aimed", "p2 has no chime"))
    segment(value)["leaves"] = HOSTILE[name]
    text = canonical(value)
    with few_calls():
        found = check(text)
    assert isinstance(found, Refusal), name
    assert found.code in {*OBLIGATIONS, "certificate-form", "certificate-budget"}
