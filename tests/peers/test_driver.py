"""The driver of a peer's cases, by cases of our own: what a case says is found, and what is not offered is not called a failure."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.api import Choice
from tests.peers.activating import aligned
from tests.peers.cases import Case
from tests.peers.combat import ASKED, largest
from tests.peers.mana import GENERIC, Plan, Source
from tests.peers.opened import opened
from tests.peers.run import Verdict, drive
from tests.support.files import require_data

MAIN = "#PRECOMBAT_MAIN"
BASICS = ("Plains", "Island", "Swamp", "Mountain", "Forest")
DUALS = ("Tundra", "Bayou", "Badlands", "Savannah", "Scrubland", "Plateau", "Taiga")

Laid = dict[str, int]


def played(
    field: Laid,
    commands: list[list[object]],
    asserts: list[list[object]],
    hand: str = "",
    said: tuple[list[object], ...] = (),
) -> Verdict:
    """What comes of a case in which A has these permanents and one or two cards in hand."""
    setup: list[list[object]] = [["addCard", "#BATTLEFIELD", "@A", name, many] for name, many in field.items()]
    setup += [["addCard", "#HAND", "@A", name, 1] for name in hand.split(" and ") if name]
    raw = {
        "name": "Own.case", "base": "CardTestPlayerBase", "strict": True, "setup": setup, "commands": commands,
        "queues": {"@A": list(said)}, "stop": [1, "END_TURN"], "asserts": asserts,
    }  # fmt: skip
    cards, _ = opened(require_data("peer_cases.jsonl"), require_data("cards.jsonl"))
    return drive(cards, Case(raw))


# --- abilities by the name of their keyword ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "field", "hand", "gone"),
    [
        ("Equip {2}", {"Umezawa's Jitte": 1, "Swamp": 2}, "", 0),
        ("Equip", {"Umezawa's Jitte": 1, "Swamp": 2}, "", 0),
        ("Equip {1}", {"Umezawa's Jitte": 1, "Bonesplitter": 1, "Swamp": 1}, "", 0),
        ("Cycling {B}", {"Swamp": 1}, "Barren Moor", 1),
        ("Cycling", {"Swamp": 1}, "Barren Moor", 1),
        ("Basic landcycling {1}", {"Swamp": 1}, "Ash Barrens", 1),
    ],
)
def test_an_ability_is_found_by_the_name_of_its_keyword(words: str, field: Laid, hand: str, gone: int) -> None:
    """702.6a, 702.29a, 702.29e: a keyword stands for an activated ability. Other abilities stand on the card too."""
    aim = ["Grizzly Bears"] if words.startswith("Equip") else []
    end: list[object] = (
        ["assertGraveyardCount", "@A", hand, gone] if hand else ["assertPermanentCount", "@A", "Grizzly Bears", 1]
    )
    if aim:
        arms = next(name for name in reversed(field) if name != "Swamp")
        end = ["assertAttachedTo", "@A", arms, "Grizzly Bears", True]
    found = played({**field, "Grizzly Bears": 1}, [["activateAbility", 1, MAIN, "@A", words, *aim]], [end], hand)
    assert found.status == "pass", found


@pytest.mark.parametrize(
    ("texts", "lines", "found"),
    [
        (["{b}, discard {this}: draw a card"], ["{t}: add {b}", "cycling {b}"], ["cycling {b}"]),
        (
            ["{2}: attach {this} to target creature you control"],
            ["{2}: draw a card", "equip {2}"],
            ["{2}: draw a card"],
        ),
        (
            ["remove a charge counter from {this}: a", "remove a charge counter from {this}: b", "{2}: attach {this}"],
            ["remove a charge counter from {this}: choose one -", "equip {2}"],
            ["remove a charge counter from {this}: choose one -"] * 2 + ["equip {2}"],
        ),
        (["{t}: add {g}", "{1}: a"], ["{1}: a"], ["", "{1}: a"]),
        (["tap {this}: a", "{1}: b"], ["{t}: a", "{1}: b"], ["{t}: a", "{1}: b"]),
        (["{10}: a"], ["equip {1}"], ["equip {1}"]),
        (["{10}: a", "{1}: b"], ["equip {1}"], ["", "equip {1}"]),
    ],
)
def test_printed_lines_belong_to_abilities_of_the_same_cost_and_order(
    texts: list[str], lines: list[str], found: list[str]
) -> None:
    assert aligned(texts, lines) == found


# --- attackers as a set ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attackers", "life"), [(["Mogg Flunkies", "Grizzly Bears"], 15), (["Mogg Flunkies"], 20), (["Grizzly Bears"], 18)]
)
def test_attackers_are_declared_together(attackers: list[str], life: int) -> None:
    """508.1c: a restriction looks at the whole declaration. Mogg Flunkies can't attack alone."""
    commands: list[list[object]] = [["attack", 1, "@A", name] for name in attackers]
    found = played({"Mogg Flunkies": 1, "Grizzly Bears": 1}, commands, [["assertLife", "@B", life]])
    assert found.status == "pass", found


def test_the_largest_legal_part_of_a_declaration_is_taken() -> None:
    assert largest([1, 2, 3], lambda some: 2 not in some) == [1, 3]
    assert largest([1, 2, 3], lambda some: len(some) != 1) == [1, 2, 3]
    assert largest([1, 2], lambda some: False) == []
    assert largest(list(range(30)), lambda some: len(some) == 1 and some[0] % 2 == 0) == list(range(0, 30, 2))
    assert ASKED < 2**30


# --- payments ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lands", [dict.fromkeys(BASICS, 5), {**dict.fromkeys((*BASICS, *DUALS), 2), "Wastes": 1}], ids=["basic", "mixed"]
)
def test_all_of_25_lands_pay_for_a_spell(lands: Laid) -> None:
    aim: list[list[object]] = [["castSpell", 1, MAIN, "@A", "Blaze", "@B"]]
    found = played(lands, aim, [["assertLife", "@B", -4]], "Blaze", (["setChoice", "X=24"],))
    assert found.status == "pass" and sum(lands.values()) == 25, found
    short = played(lands, aim, [["assertLife", "@B", -5]], "Blaze", (["setChoice", "X=25"],))
    assert short.status == "fail" and "mana is short" in short.why, short


def test_a_land_whose_trigger_would_be_in_the_way_is_tapped_last() -> None:
    """603.3: City of Brass triggers when it is tapped, and no sorcery is cast above its trigger (307.1)."""
    found = played(
        {"City of Brass": 1, "Mountain": 3}, [["castSpell", 1, MAIN, "@A", "Blaze", "@B"]], [["assertLife", "@B", 18]],
        "Blaze", (["setChoice", "X=2"],),
    )  # fmt: skip
    assert found.status == "pass", found


LANDS = st.lists(st.sets(st.sampled_from("WUBRG"), min_size=1, max_size=3).map(sorted), min_size=1, max_size=25)


def plan_of(lands: list[list[str]], bill: list[tuple[str, ...]]) -> tuple[Plan, bool]:
    there = [
        Source(f"land {row}", Choice("activate", 0, row, 0), (), ((kind, 1),), 1, 0, ([], 0))
        for row, kinds in enumerate(lands)
        for kind in kinds
    ]
    made = Plan(there, Counter())
    return made, made.match(bill)


@given(LANDS, st.data())
def test_a_bill_that_lands_were_made_for_is_paid(lands: list[list[str]], data: st.DataObject) -> None:
    """Symbols drawn from the lands themselves, in another order: a payment is there, and is found whatever the number of lands."""
    some = data.draw(st.permutations(range(len(lands))))
    bill = [(data.draw(st.sampled_from(lands[row])),) if data.draw(st.booleans()) else GENERIC for row in some]
    made, found = plan_of(lands, bill)
    assert found
    assert sorted(source.choice.row for source, _ in made.used) == list(range(len(lands)))
    assert made.paid[0].total() == len(bill)
    assert all(made.paid[0][kind] >= bill.count((kind,)) for kind in "WUBRG")


@given(
    st.lists(st.sets(st.sampled_from("WUBRG"), min_size=1, max_size=3).map(sorted), min_size=1, max_size=5),
    st.lists(st.sampled_from("WUBRG").map(lambda k: (k,)), max_size=5),
)
def test_few_lands_pay_what_some_order_of_them_pays(lands: list[list[str]], bill: list[tuple[str, ...]]) -> None:
    tried = any(
        all(want[0] in kinds for want, kinds in zip(bill, order, strict=False)) for order in permutations(lands)
    )
    assert plan_of(lands, bill)[1] == (tried and len(bill) <= len(lands))


# --- what is not offered -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "life", "status"),
    [
        ((["setChoice", True], ["addTarget", "@B"]), 18, "not driven"),
        ((["addTarget", "@B"],), 18, "not driven"),
        ((["setChoice", False],), 20, "pass"),
        ((["setChoice", False],), 18, "fail"),
        ((), 20, "pass"),
    ],
)
def test_a_card_that_is_spliced_is_not_driven(said: tuple[list[object], ...], life: int, status: str) -> None:
    """702.47a: Glacial Ray beside an Arcane spell. The engine names splice and does not offer it: that is no wrong result."""
    found = played(
        {"Island": 3, "Mountain": 3}, [["castSpell", 1, MAIN, "@A", "Reach Through Mists"]], [["assertLife", "@B", life]],
        "Reach Through Mists and Glacial Ray", said,
    )  # fmt: skip
    assert found.status == status, found
    assert status != "not driven" or found.why == "not offered: splice"


def test_a_spell_that_nothing_is_spliced_onto_fails_as_others_do() -> None:
    """Shock is no Arcane spell (702.47a)."""
    found = played(
        {"Mountain": 1},
        [["castSpell", 1, MAIN, "@A", "Shock", "@B"]],
        [["assertLife", "@B", 16]],
        "Shock and Glacial Ray",
    )
    assert found.status == "fail", found
