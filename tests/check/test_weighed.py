"""Everything that the checker does is weighed: hostile certificates are answered, always alike, by what they would cost."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import pytest

from reiterate.certify.form import canonical
from reiterate.check import work
from reiterate.check.arithmetic import Form, OutOfBudget, Signs
from reiterate.check.certificate import Accepted, check
from reiterate.check.huge import Huge, _log_of_base, huge
from reiterate.check.monotone import Powers
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal
from reiterate.terms.abilities import Activated
from reiterate.terms.code import to_json
from reiterate.terms.costs import ManaCost
from reiterate.terms.effects_zones import Draw
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import You
from tests.certify.near_misses import FILES, good
from tests.check.forging import GOND, Value, digest, last, row, text_of
from tests.support.worked import ANSWERED, few_calls

#: Calls for each hostile file; the budget itself is in units of work, of which one is several calls.
CALLS: Final = 6 * ANSWERED


def cards(value: Value, proto: Proto, number: int = 1, zone: str = "battlefield") -> list[Value]:
    """So many rows of one card, each with a name of its own, behind those of the start."""
    made = []
    for i in range(number):
        written: Any = to_json(proto)
        made.append({"class": {"kind": "card", "zone": zone, "owner": 0, "controller": 0, "proto": written}, "n": "1"})
        written["name"] = f"{proto.name} {i}"
    value["start"]["rows"] += made
    value["claim"]["needs"] = "unknown"
    digest(value)
    return made


def with_words(text: str) -> Proto:
    """A creature with an ability in the words of the game."""
    facts = {"name": "Bear", "type_line": "Creature — Bear", "oracle_text": text, "power": "2", "toughness": "2"}
    return compile_card({**facts, "mana_cost": "{1}{G}"}).proto


def many_bases(value: Value) -> None:
    """3,000 bases of 128 binary digits: the logarithm of each is asked for."""
    powers = [[str(2**127 + 2 * i + 1), "9" * 30] for i in range(3_000)]
    value["start"]["tally"]["mills.p2"] = [["1", "1", powers]]


def many_powers_of_one(value: Value) -> None:
    """Terms close together, so that their difference is written out for each."""
    base = str(2**127 + 29)
    terms = [["1", "1", [[base, str(10**30 + 16_000 * i)]]] for i in range(59)]
    value["start"]["tally"]["mills.p2"] = terms


def a_long_base(value: Value) -> None:
    """Two powers of a base of 10,000 digits: their quotient has half a billion binary digits."""
    base = "7" * 10_000
    value["start"]["tally"]["mills.p2"] = [["1", "1", [[base, "9" * 30]]], ["1", "1", [[base, str(10**30 - 16_001)]]]]


def a_ring(value: Value) -> None:
    """280 cards that refer to each other in a ring: whether two of them are alike is told by all others."""
    made = cards(value, Proto("Odd", ("artifact",)), 280)
    first = len(value["start"]["rows"]) - len(made)
    for i, one in enumerate(made):
        one["class"]["proto"]["name"] = "Odd"
        one["refs"] = {"link0": {"mode": "one", "row": first + (i + 1) % len(made)}}
    digest(value)


def many_that_refer_to_one(value: Value) -> None:
    """140 cards for each of two: which of them belongs to which of the others is tried all against all."""
    made = cards(value, Proto("Odd", ("artifact",)), 282)
    first = len(value["start"]["rows"]) - len(made)
    for i, one in enumerate(made):
        one["class"]["proto"]["name"] = "Odd"
        one["num"] = {"counter.age": str(1 + i // 2)}
        one["refs"] = {"link0": {"mode": "one", "row": first + (1 - i if i < 2 else i % 2)}}
    digest(value)


def kept_apart(value: Value) -> None:
    """240 tokens that only their counters tell apart, through 4,000 choices: at each place all pairs are compared."""
    made = cards(value, Proto("Odd", ("artifact",)), 240)
    for i, one in enumerate(made):
        one["class"]["proto"]["name"] = "Odd"
        one["num"] = {"counter.age": str(2 + i * i)}
    digest(value)
    alone = last(value)
    alone["iterations"] *= 800
    alone |= {"slots": [], "start": [], "update": [], "closed": [], "guards": [], "choices": "unknown"}
    value["chain"] = [alone]


def given_to_all(value: Value) -> None:
    """270 creatures that give an ability to all others: 72,900 abilities at each place."""
    made = cards(value, with_words('Creatures you control have "{T}: Add {G}."'), 270)
    first = len(value["start"]["rows"]) - len(made)
    value["start"]["seqs"]["order"] += list(range(first, first + len(made)))


def dependent(value: Value) -> None:
    """200 effects of one layer, any of which may depend on any other (613.8)."""
    made = cards(value, with_words("Creatures you control are artifacts in addition to their other types."), 200)
    first = len(value["start"]["rows"]) - len(made)
    value["start"]["seqs"]["order"] += list(range(first, first + len(made)))


def either_or(value: Value) -> None:
    """A cost of forty symbols, each of which is a colour or two generic mana (107.4e)."""
    cost = ManaCost(("2/W", "2/U", "2/B", "2/R", "2/G") * 8)
    cards(value, Proto("Odd", ("artifact",), abilities=(Activated((cost,), (Draw(You(), Fixed(1)),)),)))


def either_or_in_a_node(value: Value) -> None:
    """The same card in a node of the closed set, which no chain comes to."""
    state = {**copy.deepcopy(value["start"]), "labels": {}, "tally": {}}
    either_or(value)
    state["rows"].append(value["start"]["rows"].pop())
    digest(value)
    node = {"bounds": [], "memory": 0, "move": [], "state": state}
    value["closed_set"] = {"keep": "", "nodes": [node]}


def long_words(value: Value) -> None:
    """An ability with 20,000 effects."""
    cards(value, Proto("Odd", ("artifact",), abilities=(Activated((), (Draw(You(), Fixed(1)),) * 20_000),)))


HOSTILE: Final[dict[str, Callable[[Value], None]]] = {
    "many bases": many_bases,
    "many powers of one base": many_powers_of_one,
    "a long base": a_long_base,
    "a ring": a_ring,
    "many that refer to one": many_that_refer_to_one,
    "kept apart": kept_apart,
    "given to all": given_to_all,
    "dependent": dependent,
    "either or": either_or,
    "either or, in a node": either_or_in_a_node,
    "long words": long_words,
}


def costs_too_much(name: str, calls: int) -> None:
    """A hostile certificate is refused for what it would cost, by at most so many calls."""
    value = json.loads(text_of(GOND))
    HOSTILE[name](value)
    with few_calls(calls):
        found = check(canonical(value))
    assert isinstance(found, Refusal)
    assert found.code == "certificate-budget", found.message


@pytest.mark.slow("certificates that take a second to refuse")
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_certificate_is_answered_by_what_it_would_cost(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a sixteenth of the budget, by half of the calls: reading a file takes the same at any budget."""
    monkeypatch.setattr("reiterate.check.certificate.counted", lambda: work.counted(work.WORK_BUDGET // 16))
    costs_too_much(name, CALLS // 2)


@pytest.mark.soak
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_certificate_is_answered_by_what_the_whole_budget_costs(name: str) -> None:
    costs_too_much(name, CALLS)


def test_the_answer_does_not_depend_on_the_clock() -> None:
    """Two checks of one file spend the same work, to the unit."""
    left = []
    for _ in range(2):
        with work.counted(10**9):
            check(text_of(GOND))
            work.spend(0)
    for units in (10**9, 10**9):
        with work.counted(units):
            value = Form({(3, 2): 1, (2, 1): -5, (1, 0): 7})  # type: ignore[dict-item] # whole factors
            value.times(value).later().at(500)
            left.append(work._LEFT.get())
    assert left[0] == left[1] and left[0] != [10**9]


@pytest.mark.parametrize("name", [*FILES, GOND])
def test_honest_certificates_take_a_tenth_of_the_budget(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reiterate.check.certificate.counted", lambda: work.counted(work.WORK_BUDGET // 10))
    assert isinstance(check(good(name)), Accepted)


def test_a_budget_that_is_spent_is_no_acceptance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reiterate.check.certificate.counted", lambda: work.counted(50))
    found = check(text_of(GOND))
    assert isinstance(found, Refusal) and found.code == "certificate-budget"


def test_outside_of_a_check_nothing_is_counted() -> None:
    work.spend(10**30)
    with work.counted(5), pytest.raises(OutOfBudget):
        work.spend(6)
    work.spend(10**30)


# --- the parts ---------------------------------------------------------------------------------------------------


def test_logarithms_are_those_of_the_whole_power() -> None:
    bases = [2, 3, 10, 2**64 - 1, 2**64, 2**64 + 1, 2**127 + 1, 2**128 - 1, *(7**k + 2 for k in range(1, 45, 4))]
    assert [_log_of_base(base) for base in bases] == [(base ** (1 << 14)).bit_length() - 1 for base in bases]


def test_a_base_beyond_its_bound_is_not_read() -> None:
    with pytest.raises(OutOfBudget):
        huge([(((2**128, 10**30),), Fraction(1))])
    assert isinstance(huge([(((2**128 - 1, 10**30),), Fraction(1))]), Huge)


def test_long_values_of_a_form_are_weighed() -> None:
    long = Form({(base, 0): 1 for base in range(2, 60)})  # type: ignore[misc] # whole factors

    def ask() -> None:
        for n in range(30_000, 40_000):
            Signs().sign(long, n)

    with work.counted(20_000), pytest.raises(OutOfBudget):
        ask()


def test_powers_of_long_numbers_are_weighed() -> None:
    size = 60
    system = Powers([{(i,): 10**2_000 + 1} for i in range(size)], [1] * size)

    def ask() -> None:
        for i in range(size):
            system.holds({(i,): 1, ((i + 1) % size,): -1}, "==", True, None)

    with few_calls(CALLS), pytest.raises(OutOfBudget):
        ask()


def test_a_row_of_the_start_stands_where_the_chain_does() -> None:
    """The cards that the hostile ones add are of the start: without more work they are refused for what is false."""
    value = json.loads(text_of(GOND))
    cards(value, Proto("Odd", ("artifact",)))
    assert row(value, 8)["class"]["proto"]["name"] == "Odd 0"
    found = check(canonical(value))
    assert isinstance(found, Refusal) and found.code == "certificate-base"
