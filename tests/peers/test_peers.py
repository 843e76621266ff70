"""A peer's tests as a foreign opinion: scripted cases of another engine, played through the public walk.

Each case whose cards are all understood passes, or is listed in ``peers/verdicts.txt`` with its rule, or isn't driven;
docs/peers.md says how to read a failure.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from reiterate.rules.costs import combat_costs, mana
from reiterate.rules.resolution import handlers
from reiterate.terms.effects_permanents import PutCounters
from tests.peers.cases import Case, all_read
from tests.peers.opened import opened
from tests.peers.run import Verdict, drive
from tests.peers.verdicts import OURS, complaints, listed
from tests.support.files import require_data

PARTS = 8

#: How many of the cases that count are driven at least, of a hundred.
FLOOR = 88


@cache
def _verdicts(part: int) -> tuple[Verdict, ...]:
    """The verdicts of every eighth case, of those that count."""
    cards, cases = opened(require_data("peer_cases.jsonl"), require_data("cards.jsonl"))
    return tuple(drive(cards, case) for case in cases[part::PARTS] if all_read(cards, case))


@pytest.mark.slow("plays every case of another engine")
@pytest.mark.parametrize("part", range(PARTS))
def test_no_case_fails_that_is_not_listed(part: int) -> None:
    verdicts = list(_verdicts(part))
    assert verdicts
    assert complaints(verdicts, listed()) == []


@pytest.mark.slow("plays hundreds of cases of a peer")
def test_most_cases_are_driven() -> None:
    verdicts = [verdict for part in range(PARTS) for verdict in _verdicts(part)]
    driven = [verdict for verdict in verdicts if verdict.driven]
    assert 100 * len(driven) >= FLOOR * len(verdicts), f"{len(driven)} of {len(verdicts)}"


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_like_permanents_as_a_group_come_to_the_same(part: int) -> None:
    """Laid out as groups or one by one (law 3): every case has the same verdict. What no group may grant is refused by name."""
    cards, cases = opened(require_data("peer_cases.jsonl"), require_data("cards.jsonl"))
    by_name = {case.name: case for case in cases}
    differ = {}
    for verdict in _verdicts(part):
        grouped = drive(cards, by_name[verdict.name], grouped=True)
        if grouped.status != verdict.status and not grouped.why.startswith("engine: rule-group-static"):
            differ[verdict.name] = (verdict.status, grouped.why)
    assert differ == {}


def test_a_case_that_is_listed_is_there() -> None:
    _, cases = opened(require_data("peer_cases.jsonl"), require_data("cards.jsonl"))
    assert set(listed()) <= {case.name for case in cases}


def test_each_listed_case_names_a_rule_and_a_reason() -> None:
    for line in listed().values():
        assert re.fullmatch(r"\d{3}(\.\d+[a-z]?)?", line.rule), line
        assert len(line.reason) > 7, line


@pytest.mark.parametrize("name", ["A", "B"])
def test_a_run_that_differs_from_the_list_is_told(name: str) -> None:
    """The comparison notices a new failure, a line too many and a listed case that isn't driven."""
    line = next(line for line in listed().values() if line.whose != OURS)
    assert complaints([Verdict(name, "fail", "life: 1, expected 2")], {})
    assert complaints([Verdict(name, "pass")], {name: line})
    assert complaints([Verdict(name, "not driven", "open")], {name: line})
    assert not complaints([Verdict(name, "fail", "life")], {name: line})
    assert not complaints([Verdict(name, "not driven", "open")], {})


@pytest.mark.parametrize(
    ("name", "place", "fault"),
    [
        ("ConditionalManaTest.testConditionalManaSoftCounter", (mana, "usable_else"), lambda *_: ()),
        ("ScavengeTest.SimpleScavenge", (handlers.HANDLERS, PutCounters), lambda *_: None),
        ("PropagandaTest.test_Propaganda1", (combat_costs, "could_pay"), lambda *_: False),
    ],
)
def test_a_fault_that_is_put_back_is_noticed(
    name: str, place: tuple[Any, Any], fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards, cases = opened(require_data("peer_cases.jsonl"), require_data("cards.jsonl"))
    case = next(case for case in cases if case.name == name)
    assert drive(cards, case).status == "pass"
    if isinstance(place[0], dict):
        monkeypatch.setitem(*place, fault)
    else:
        monkeypatch.setattr(*place, fault)
    assert drive(cards, case).status == "fail"


def _case(asserts: list[list[object]], commands: list[list[object]]) -> Case:
    setup = [["addCard", "#HAND", "@A", "Lightning Bolt", 1], ["addCard", "#BATTLEFIELD", "@A", "Mountain", 1]]
    raw = {
        "name": "Own.case", "base": "CardTestPlayerBase", "strict": True, "setup": setup, "commands": commands,
        "queues": {"@A": [["addTarget", "@B"]]}, "stop": [1, "END_TURN"], "asserts": asserts,
    }  # fmt: skip
    return Case(raw)


@pytest.mark.parametrize(
    ("life", "commands", "status"),
    [
        (17, [["castSpell", 1, "#PRECOMBAT_MAIN", "@A", "Lightning Bolt"]], "pass"),
        (17, [["castSpell", 1, "#PRECOMBAT_MAIN", "@A", "Lightning Bolt", "@B"]], "pass"),
        (20, [["castSpell", 1, "#PRECOMBAT_MAIN", "@A", "Lightning Bolt"]], "fail"),
        (17, [["castSpell", 1, "#PRECOMBAT_MAIN", "@B", "Lightning Bolt"]], "fail"),
        (20, [], "pass"),
        (17, [], "fail"),
    ],
)
def test_the_driver_tells_right_from_wrong(life: int, commands: list[list[object]], status: str) -> None:
    """A case of our own, with a right and a wrong end: the driver is no rubber stamp."""
    cards, _ = opened(require_data("peer_cases.jsonl"), require_data("cards.jsonl"))
    assert drive(cards, _case([["assertLife", "@B", life]], commands)).status == status
