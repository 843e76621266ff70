"""Answers that lead out of a loop: certificates play what follows, and the checker follows it on symbols."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import pytest

from reiterate.check.retrace import check
from reiterate.judge.closing import certify_choices
from reiterate.judge.kinds import kind_of
from reiterate.loops.certificate import canonical
from reiterate.loops.loop import Loop
from reiterate.refusals import Refusal
from tests.kinds_board import board as board_text
from tests.kinds_board import loop as data_loop
from tests.kinds_table import BASES, SABOTAGE
from tests.mutants import all_changes
from tests.test_certificate import OBLIGATIONS, accepted, fits
from tests.test_certificate_changed import schema
from tests.test_certificate_choices import CHOICES, agrees, claimed, loop_of, refused
from tests.test_kinds import RINGS_AND_MORE, data

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


def altered(base: str, what: str) -> Loop:
    """The loop of an altered board."""
    loop = loop_of(next(each.text() for each in SABOTAGE if (each.base, each.what) == (base, what)))
    assert isinstance(loop, Loop)
    return loop


@cache
def certificate(base: str, what: str) -> str:
    """The certificate of an altered board, with its ways out."""
    text = certify_choices(altered(base, what))
    assert isinstance(text, str), text
    return text


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
    text = certify_choices(data_loop(RINGS_AND_MORE, data=True))
    assert isinstance(text, str)
    assert accepted(text).kept_up_by == (0,)
    (way,) = segment(json.loads(text))["leaves"]
    assert [move["verb"] for move in way["play"]] == ["target", "pass", "pass"]


def test_a_may_that_is_taken_leads_out_where_it_is_not() -> None:
    """The loop has an end of its own, an empty library; the other answer ends it at once."""
    text = certify_choices(data_loop(NIV))
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
    text = certify_choices(loop)
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


@pytest.mark.parametrize(("base", "what"), WAYS_OUT)
def test_changes_of_ways_out_are_rejected_by_name(base: str, what: str) -> None:
    """What a pass lets resolve may be left unsaid there; every other change is rejected."""
    value = json.loads(certificate(base, what))
    stated = segment(value)
    found: Counter[str] = Counter()
    good = stated["leaves"]
    every = all_changes({"leaves": good})
    for path, kind, instead in random.Random(base + what).sample(every, min(40, len(every))):
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
        readable = schema().is_valid(json.loads(text))
        assert answer.code in (OBLIGATIONS if readable else {*OBLIGATIONS, "certificate-form"}), (path, kind, answer)
        found[answer.code] += 1
    assert found[CHOICES] >= 3, found


HOSTILE: Final[dict[str, Any]] = {
    "no list": {},
    "a play of nothing": [{"place": 2, "play": []}],
    "very many": [{"place": i, "play": [{"verb": "pass", "player": 0, "over": ""}]} for i in range(15_000)],
    "a long play": [{"place": 2, "play": [{"verb": "pass", "player": 0, "over": ""}] * 15_000}],
    "no such verb": [{"place": 2, "play": [{"verb": "dance", "player": 0}]}],
    "no such row": [{"place": 2, "play": [{"verb": "target", "player": 0, "targets": [99_999_999]}]}],
    "no such player": [{"place": 2, "play": [{"verb": "target", "player": 77, "targets": [1]}]}],
    "a googol": [{"place": 2, "play": [{"verb": "target", "player": 0, "targets": [2], "count": "9" * 5_000}]}],
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_ways_out_are_answered_within_two_seconds(name: str) -> None:
    value = json.loads(certificate("aimed", "p2 has no chime"))
    segment(value)["leaves"] = HOSTILE[name]
    text = canonical(value)
    started = time.process_time()
    found = check(text)
    assert isinstance(found, Refusal), name
    assert found.code in {*OBLIGATIONS, "certificate-form", "certificate-budget"}
    assert time.process_time() - started < 2, name
