"""Certificates of loops whose tokens differ by equal steps: the checker's runs, what is joined to them, and what is rejected."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.amounts import at_least, at_most, greatest, in_total, is_zero
from reiterate.certify.certificate import certify_once
from reiterate.certify.chain import certify_plainly
from reiterate.certify.form import canonical, terms_digest
from reiterate.check import runs, same_shape
from reiterate.check.arithmetic import LE
from reiterate.check.certificate import check
from reiterate.check.numbers import Log, Number
from reiterate.check.runs import Members, Run, joined, least_of
from reiterate.check.small_values import STEP, Rejected
from reiterate.loops.loop import find_loop
from reiterate.refusals import Refusal, Unsupported
from reiterate.script.script import BodyReader
from reiterate.state.json_form import state_to_json
from reiterate.state.model import Row, State, make_class, one
from reiterate.state.normal_form import normal
from reiterate.state.progression_rows import folded
from tests.certify.certified import OBLIGATIONS, accepted, certified, fits, one_more_period, segments, without_end
from tests.certify.near_misses import good
from tests.check.mutants import all_changes, changes, drawn_changes, with_change
from tests.loops.progression_boards import (
    CRUSADE,
    FIGHT,
    GOOGOL,
    PLUS,
    STOPS,
    TOKEN,
    after,
    draining,
    hasty,
    token,
    tokens,
    told,
)
from tests.support.as_shown import check_lines
from tests.support.generated_loops import ELF_ENTRY, Made, engine, made
from tests.support.loop_cases import Count, body_reader

pytestmark = pytest.mark.slow("certifies and checks runs of rows")

EXAMPLE = "cathars-crusade"
SMALL = st.integers(-6, 6)
ENTERS = "Whenever a creature enters under your control"
TEAM = f"{ENTERS}, put a +1/+1 counter on each creature you control."


def numbers(log: Log, *values: int) -> list[Any]:
    """Symbols with these values."""
    return [Number(value, {(i,): 1}, log) for i, value in enumerate(values)]


def row(*amounts: Any, n: Any = 1) -> Row:
    """A token with an amount of +1/+1 counters, and perhaps one of damage."""
    return Row(TOKEN, dict(zip((PLUS, "damage"), amounts, strict=False)), n, {})


def of_run(first: Any, step: Any, count: Any, width: Any = 1) -> Row:
    """A row of tokens with ``first``, ``first + step``, ... counters."""
    members = Members(count, width)
    return row(Run(first, step, members), n=members.n)


def why(do: Callable[[], object]) -> str:
    """Why something is refused or rejected; "" where it is not."""
    try:
        do()
    except (Rejected, Unsupported) as error:
        return str(error)
    return ""


def listed(run: Run) -> list[int]:
    return [value for i in range(run.members.count) for value in [run.at(i)] * run.members.width]


# --- accepted ----------------------------------------------------------------------------------------------------


def test_the_example_goes_on_for_more_than_its_googol() -> None:
    text = good(EXAMPLE)
    fits(text)
    found = accepted(text)
    assert found.endless and any(
        line.startswith("gains: infinite members that differ of ") and line.endswith(" (row 9)")
        for line in check_lines(found)
    )
    (segment,) = segments(text)
    (head,), (end,) = segment["joined"]["head"], segment["joined"]["end"]
    assert len(head) >= 3 and len(end) == 2
    assert [min(head), "n|count"] in segment["slots"]


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 80, 20))
def test_all_generated_boards_are_accepted(first: int) -> None:
    for number in range(first, first + 20):
        start, reader = made("progression", number).loop()
        text = certified(start, reader)
        loop = find_loop(start, reader)
        assert loop.extend(None) is None
        found = accepted(text)
        assert found.endless == loop.endless
        assert loop.end is None or int(found.iterations) == loop.end.iteration - 1
        assert any("joined" in segment for segment in segments(text)), number


@pytest.mark.parametrize("n", [9, GOOGOL])
def test_a_start_that_holds_a_run(n: int) -> None:
    text = certified(after(n), CRUSADE.reader())
    fits(text)
    assert accepted(text).endless
    value = json.loads(text)
    at = next(i for i, each in enumerate(value["start"]["rows"]) if "progression" in each)
    assert value["start"]["rows"][at]["progression"] == {"count": str(n), "steps": {PLUS: "1"}, "width": "1"}
    for path, what, instead in all_changes(value["start"]["rows"][at]["progression"]):
        found = check(with_change(value, ("start", "rows", at, "progression", *path), instead))
        if path == ("steps", PLUS) and not isinstance(found, Refusal):
            pytest.fail(f"a token with 1 counter joins a run that rises by {instead}")
        assert isinstance(found, Refusal), (path, what)
        assert found.code in {"certificate-base", "certificate-step", "certificate-form"}, (path, what, found)


def test_a_start_that_holds_a_run_of_no_tokens_is_no_start() -> None:
    value = json.loads(certified(after(9), CRUSADE.reader()))
    rows = value["start"]["rows"]
    guard = next(each for each in rows if each["class"].get("proto", {}).get("name") == "Midnight Guard")
    elves = next(each for each in rows if "progression" in each)
    guard |= {"n": elves["n"], "num": {PLUS: "1"}, "progression": elves["progression"]}
    found = check(canonical(value))
    assert isinstance(found, Refusal)
    assert (found.code, "not one of tokens" in found.message) == ("certificate-base", True)


@pytest.mark.parametrize("name", ["n", "n|count", f"{PLUS}|step"])
def test_no_slot_has_the_name_of_something_else(name: str) -> None:
    """A slot that is called as the count of the row is would be read as that, and written to it."""
    value = json.loads(good(EXAMPLE))
    row = next(
        each for each in value["start"]["rows"] if each["class"].get("proto", {}).get("name") == "Midnight Guard"
    )
    row["num"] = {**row.get("num", {}), name: "5"}
    found = check(canonical(value))
    assert isinstance(found, Refusal)
    assert (found.code, "a name that no slot has" in found.message) == ("certificate-base", True)


def test_amounts_are_those_of_rows_or_tallies() -> None:
    head = tokens(token(2), of_run(3, 1, 4))
    wanted = {(-1, "etb"), (10, "n"), (10, PLUS), (11, "n|count"), (11, "n|width"), (11, PLUS), (11, f"{PLUS}|step")}
    others = {(-2, "etb"), (10, "n|count"), (10, f"{PLUS}|step"), (11, "n"), (11, "damage|step"), (12, "n")}
    assert [place for place in sorted(wanted | others) if same_shape.is_there(head, place)] == sorted(wanted)


@pytest.mark.parametrize("n", [40, 10**30])
def test_an_end_by_ever_more_of_them_is_proved_exactly(n: int) -> None:
    for life, last in ((n * (n + 1) // 2, n), (n * (n + 1) // 2 + 1, n + 1)):
        text = certified(*draining(life).loop())
        found = accepted(text)
        assert (found.end, int(found.iterations)) == ("over", last)  # nothing follows the last drain
        value = json.loads(text)
        segment = next(piece for piece in value["chain"] if piece["kind"] == "segment")
        segment["periods"] = str(int(segment["periods"]) + 1)
        refused = check(canonical(value))
        assert isinstance(refused, Refusal) and refused.code == "certificate-guards"


def test_the_sum_over_all_members_far_out() -> None:
    """A team of 10^100 ever larger Elves deals its damage at once, on a start that holds them."""
    text = certify_once(hasty(GOOGOL, 10**300), body_reader(FIGHT))
    assert isinstance(text, str), text
    assert {gain.at[1]: gain.most for gain in accepted(text).gains}["damage.p2"] == GOOGOL * (GOOGOL + 3) // 2


def ever_larger_attackers(life: int) -> tuple[State, BodyReader]:
    """Elves with haste attack in one combat phase after another, one more of them each time."""
    board = Made("combat", "combat", lives=["20", str(life)])
    more = "Untap all creatures you control. After this main phase, there is an additional combat phase followed by an additional main phase."
    engine(board, "Create a 1/1 green Elf Warrior creature token.", more)
    board.cards.append(("Test Crusade", "Enchantment", TEAM))
    board.cards.append(("Test Fervor", "Enchantment", "Creatures you control have haste."))
    board.entries[0] += ["Test Crusade", "Test Fervor"]
    board.body = ["activate engine: #1", "all pass", "all pass", "activate engine: #2", "all pass"]
    board.body += ["all pass to declare attackers", "attack with everything", "all pass to second main"]
    return board.loop()


@pytest.mark.slow("certifies generated loops")
@pytest.mark.parametrize("n", [25, 10**40])
def test_a_total_over_all_members_that_the_period_changes_by(n: int) -> None:
    """In combat i they deal i(i + 3)/2 together: n(n + 1)(n + 5)/6 up to the n-th, in which the opponent dies."""
    text = certified(*ever_larger_attackers(n * (n + 1) * (n + 5) // 6))
    fits(text)
    found = accepted(text)
    assert (found.end, int(found.iterations)) == ("over", n - 1)
    (segment,) = segments(text)
    assert any("/" in factor for poly in segment["update"] for factor, _ in poly)
    assert any("/" in factor for guard in segment["guards"] for factor, _ in guard["poly"])
    rejected(text, 20)
    later = accepted(certified(*ever_larger_attackers(n * (n + 1) * (n + 5) // 6 + 1)))
    assert int(later.iterations) == n


def test_factors_have_one_form() -> None:
    value = json.loads(certified(*ever_larger_attackers(10**9)))
    at = next(i for i, piece in enumerate(value["chain"]) if piece["kind"] == "segment")
    polys = value["chain"][at]["update"]
    where = next((i, j) for i, poly in enumerate(polys) for j, (factor, _) in enumerate(poly) if "/" not in factor)
    for i, j, instead in ((*where, polys[where[0]][where[1]][0] + "/1"), (*where, "2/4"), (*where, "1/3")):
        found = check(with_change(value, ("chain", at, "update", i, j, 0), instead))
        assert isinstance(found, Refusal) and found.code == "certificate-step", instead


# --- rejected ----------------------------------------------------------------------------------------------------


def test_changes_of_what_is_joined_are_rejected_by_name() -> None:
    value = json.loads(good(EXAMPLE))
    at = next(i for i, piece in enumerate(value["chain"]) if piece["kind"] == "segment")
    named: Counter[str] = Counter()
    for path, what, instead in all_changes(value["chain"][at]["joined"]):
        found = check(with_change(value, ("chain", at, "joined", *path), instead))
        assert isinstance(found, Refusal), (path, what)
        named[found.code] += 1
    assert set(named) <= {"certificate-base", "certificate-step", "certificate-form"}, named
    assert named["certificate-base"] > named["certificate-form"] and named["certificate-step"], named
    for instead in ({"head": [], "end": []}, {"head": value["chain"][at]["joined"]["head"], "end": []}):
        found = check(with_change(value, ("chain", at, "joined"), instead))
        assert isinstance(found, Refusal) and found.code in OBLIGATIONS


@pytest.mark.slow("every field of a certificate is changed")
@pytest.mark.parametrize("number", [0, 3])
def test_changes_of_generated_certificates_are_rejected(number: int) -> None:
    rejected(certified(*made("progression", number).loop()), 30)


@pytest.mark.soak
@pytest.mark.parametrize("number", [0, 2, 3, 8])
def test_every_single_change_of_generated_certificates_is_rejected(number: int) -> None:
    rejected(certified(*made("progression", number).loop()), None)


def rejected(text: str, samples: int | None) -> None:
    value = json.loads(text)
    every = changes(text)
    for path, what, instead in every if samples is None else drawn_changes(every, samples, text):
        found = check(with_change(value, path, instead))
        assert isinstance(found, Refusal), (path, what)
        assert found.code in OBLIGATIONS | {"certificate-form", "certificate-budget"}, (path, what, found)


def crusade(words: str, sentence: str = "Create a 1/1 green Elf Warrior creature token.") -> Made:
    """An engine under a crusade of these words."""
    board = Made("crusade", "crusade")
    engine(board, sentence)
    board.cards.append(("Test Crusade", "Enchantment", words))
    board.entries[0].append("Test Crusade")
    board.body = ["activate engine", "all pass", "all pass"]
    return board


@pytest.mark.parametrize(
    "words",
    [
        f"{ENTERS}, put two +1/+1 counters on each creature you control.",
        f"{ENTERS}, put a +1/+1 counter on each creature your opponents control.",
        f"{ENTERS}, put a -1/-1 counter on each creature you control.",
        f"{ENTERS}, if you have 25 or more life, put a +1/+1 counter on each creature you control.",
        f"{ENTERS}, destroy each creature you control.",
        f"{ENTERS}, double the number of +1/+1 counters on each creature you control.",
    ],
)
def test_a_certificate_under_another_crusade_is_rejected(words: str) -> None:
    text = certified(*crusade(TEAM).loop())
    assert accepted(text).endless
    value = json.loads(text)
    other = state_to_json(crusade(words).start())
    names = [each["class"].get("proto", {}).get("name") for each in value["start"]["rows"]]
    assert names == [each["class"].get("proto", {}).get("name") for each in other["rows"]]
    found = check(canonical(value | {"start": other, "terms": terms_digest(other)}))
    assert isinstance(found, Refusal)
    assert found.code in {"certificate-base", "certificate-step"}, found


@pytest.mark.parametrize("life", [33, 10**30 + 7])
def test_a_run_that_stops_growing_is_not_claimed_to_go_on(life: int) -> None:
    board = crusade(STOPS, "Create a 1/1 green Elf Warrior creature token. You lose 1 life.")
    board.lives[0] = str(life)
    board.body = ["activate engine", "all pass", "for each trigger:", "  all pass"]
    text = certified(*board.loop())
    found = accepted(text)
    assert (found.end, int(found.iterations), len(found.segments)) == ("over", life, 2)
    for change in (one_more_period, without_end):
        refused = check(canonical(change(json.loads(text))))
        assert isinstance(refused, Refusal)
        assert refused.code == "certificate-guards", refused


def test_a_choice_of_one_member_is_refused_by_name() -> None:
    board = Made("one", "one")
    engine(board, "Target creature gets +1/+1 until end of turn.")
    board.entries[0] += [f"{{{ELF_ENTRY}, counters: {{+1/+1: {i}}}}}" for i in range(2, 9)]
    reader = body_reader("activate engine targeting Elf Warrior with 4 +1/+1 counters\nall pass")
    refused = certify_once(folded(board.start()), reader)
    assert isinstance(refused, Refusal)
    assert (refused.code, "one member" in refused.message) == ("progression", True)


def test_a_block_that_adds_ever_other_tokens_is_refused_before_it_is_played() -> None:
    reader = body_reader(
        "repeat 10^100:\n" + "".join(f"  {line}\n" for line in CRUSADE.body.split("\n") if line.strip())
    )
    with pytest.MonkeyPatch.context() as patch:
        count = Count(patch)
        refused = certify_once(CRUSADE.start(), reader)
        assert count.steps < 5_000
    assert isinstance(refused, Refusal) and refused.code == "progression"


# --- runs --------------------------------------------------------------------------------------------------------


@given(SMALL, SMALL, st.integers(2, 7), st.integers(1, 3), SMALL)
def test_a_run_does_to_every_member_what_is_done_to_it(f: int, s: int, count: int, width: int, k: int) -> None:
    run: Any = Run(f, s, Members(count, width))
    members = listed(run)
    assert listed(run + k) == [m + k for m in members] == listed(k + run)
    assert listed(k - run) == [k - m for m in members] and listed(run - k) == [m - k for m in members]
    assert run.total() == sum(members) == in_total(run, count * width)
    assert greatest(run) == max(members)
    assert run - run == 0
    asks: list[Callable[[Any], bool]] = [
        lambda a: is_zero(a - k),
        lambda a: at_most(a, k),
        lambda a: at_least(a, k),
        lambda a: a == k,
        lambda a: a < k,
        lambda a: a > k,
    ]
    for ask in asks:
        answers = {ask(m) for m in members}
        found = told(lambda ask=ask: ask(run))  # type: ignore[misc] # the default binds early
        assert {found} == answers or (found == "progression" and len(answers) == 2)


def both_ends() -> None:
    """Members on both sides of what they are compared with have no one answer."""
    for run in (Run(-1, 1, Members(3, 1)), Run(1, -1, Members(3, 1)), Run(0, 2, Members(5, 2))):
        amount: Any = run  # it stands where an amount can
        assert why(partial(at_most, amount, 0))


def test_both_ends_are_asked() -> None:
    both_ends()


@given(SMALL, SMALL, st.integers(2, 6), st.tuples(st.integers(-9, 9), st.integers(-9, 9), st.integers(1, 9)))
def test_what_a_run_asks_stands_for_all_members(f: int, s: int, count: int, other: tuple[int, int, int]) -> None:
    log = Log()
    first, step, many = numbers(log, f, s, count)
    run: Any = Run(first, step, Members(many, 1))
    asks: tuple[Callable[[Any], bool], ...] = (lambda a: at_most(a, 0), lambda a: is_zero(a))
    for ask in asks:
        log.asked.clear()
        truth = told(lambda ask=ask: ask(run))  # type: ignore[misc] # the default binds early
        if isinstance(truth, str):
            continue
        values = [(sum(c * _product(p, other) for p, c in each.poly.items()), each) for each in log.asked.values()]
        if all((value <= 0 if each.op == LE else value == 0) == each.truth for value, each in values):
            assert {ask(m) for m in listed(Run(other[0], other[1], Members(other[2], 1)))} == {truth}


def _product(product: tuple[int, ...], values: tuple[int, int, int]) -> int:
    total = 1
    for symbol in product:
        total *= values[symbol]
    return total


@pytest.mark.parametrize(
    "reads", [int, bool, hash, str, format, abs, lambda a: a * 2, lambda a: 2 * a, lambda a: a // 2, lambda a: -(+a)]
)
def test_whatever_would_read_one_member_refuses_by_name(reads: Callable[[Any], object]) -> None:
    log = Log()
    first, step = numbers(log, 1, 1)
    for run in (Run(1, 1, Members(3, 1)), Run(first, step, Members(3, 1))):
        with pytest.raises(Unsupported) as error:
            reads(run)
        assert error.value.refusal.code == "progression"
    with pytest.raises(Unsupported):
        numbers(log, 3)[0] * Run(1, 1, Members(3, 1))
    with pytest.raises(Unsupported):
        Run(1, 1, Members(3, 1)) + Run(1, 1, Members(3, 1))
    with pytest.raises(Unsupported):
        in_total(Run(1, 1, Members(3, 1)), 2)


def test_a_sum_on_symbols_is_whole_for_all_values() -> None:
    first, step, count = numbers(Log(), 2, 3, 5)
    total = Run(first, step, Members(count, 4)).total()
    assert total.value == sum(listed(Run(2, 3, Members(5, 4))))
    for values in ((7, -2, 10), (0, 1, 1), (3, 3, 8)):
        worth = sum(c * _product(p, values) for p, c in total.poly.items())
        assert worth == sum(listed(Run(values[0], values[1], Members(values[2], 4))))


# --- joining -----------------------------------------------------------------------------------------------------


def joins(rows: list[Row], *lists: list[int]) -> State:
    return joined(normal(tokens(*rows)), lists, STEP)


def test_rows_are_joined_in_the_order_of_their_values() -> None:
    (found,) = joins([token(3), token(1), token(2)], [11, 12, 10]).rows.values()
    assert (found.n, listed(found.num[PLUS])) == (3, [1, 2, 3])  # type: ignore[arg-type] # a run
    (found,) = joins([of_run(4, 3, 5, 2), token(1, 2)], [11, 10]).rows.values()
    assert (found.n, listed(found.num[PLUS])) == (12, [v for v in (1, 4, 7, 10, 13, 16) for _ in range(2)])  # type: ignore[arg-type] # a run
    (found,) = joins([of_run(1, 3, 2), of_run(7, 3, 2)], [10, 11]).rows.values()
    assert listed(found.num[PLUS]) == [1, 4, 7, 10]  # type: ignore[arg-type] # a run


def a_gap() -> None:
    """A token that does not continue the run is not joined to it."""
    for rows, order in (
        ([token(1), token(2), token(4)], [10, 11, 12]),
        ([of_run(2, 1, 4), token(7)], [10, 11]),
        ([of_run(2, 1, 4), token(1, 2)], [11, 10]),
        ([of_run(2, 1, 4), of_run(6, 2, 4)], [10, 11]),
        ([of_run(2, 1, 4), row(6, 1)], [10, 11]),
    ):
        assert "does not continue" in why(partial(joins, rows, order))


def test_a_row_that_does_not_continue_a_run_is_not_joined() -> None:
    a_gap()
    with pytest.raises(Rejected):
        joins([token(1), token(2), token(3)], [12, 11, 10])  # one form: from the smallest on
    with pytest.raises(Rejected):
        joins([token(2), token(2, 3)], [10, 10])


def something_named() -> None:
    """What something refers to by itself is not joined."""
    state = normal(tokens(token(1), token(2), token(3)))
    holder = Row(make_class("token", "battlefield"), {}, 1, {"attached": one(11)})
    for other in (
        State({**state.rows, 50: holder}, {}, {}, {}, 60),
        State(state.rows, {"stack": (11,)}, {}, {}, 60),
        State(state.rows, {}, {}, {"mine": 11}, 60),
    ):
        assert "refers" in why(partial(joined, other, [[10, 11, 12]], STEP))


def test_what_something_refers_to_is_not_joined() -> None:
    something_named()
    state = normal(tokens(token(1), token(2), Row(make_class("card", "battlefield"), {PLUS: 3}, 1, {})))
    with pytest.raises(Rejected):
        joined(state, [[10, 11, 12]], STEP)


@pytest.mark.parametrize(("value", "below"), [(1, True), (7, False)])
def test_on_symbols_joining_is_an_identity_or_leaves_a_comparison(value: int, below: bool) -> None:
    log = Log()
    first, count, there = numbers(log, 2, 5, value)
    order = [11, 10] if below else [10, 11]
    (found,) = joins([of_run(first, 1, count), row(there)], order).rows.values()
    (asked,) = [each for each in log.asked.values() if each.truth]  # and that there are any
    wanted = {(0,): 1, (2,): -1, (): -1} if below else {(2,): 1, (0,): -1, (1,): -1}
    assert (asked.op, asked.truth) == ("==", True)
    assert asked.poly in (wanted, {product: -c for product, c in wanted.items()})
    members = runs.members_of(found)
    assert members is not None and members.count.value == 6
    log.asked.clear()
    joins([of_run(first, 1, count), row(first - 1)], [11, 10])
    assert not any(each.truth for each in log.asked.values())


# --- shapes ------------------------------------------------------------------------------------------------------


def members_stay() -> None:
    """That a run goes on to have several members which differ is asked at each place."""
    log = Log()
    step, count = numbers(log, 1, 5)
    same_shape.stay_apart(tokens(of_run(2, step, count)))
    asked = [(each.op, each.truth, each.poly) for each in log.asked.values()]
    assert ("<=", False, {(1,): 1, (): -1}) in asked and ("==", False, {(0,): 1}) in asked


def values_between() -> None:
    """A token with as many counters as a member, or between two, may not be beside the run."""
    log = Log()
    (first,) = numbers(log, 4)
    for value in (4, 5, 7, 10):
        assert why(partial(same_shape.stay_apart, tokens(of_run(first, 3, 3), token(value))))
    log.asked.clear()
    same_shape.stay_apart(tokens(of_run(first, 3, 3), token(3)))
    assert [(each.op, each.truth) for each in log.asked.values()] == [("<=", True), ("<=", True)]


def test_a_run_stays_one_and_apart_from_others() -> None:
    members_stay()
    values_between()


def test_an_end_whose_members_differ_otherwise_has_another_shape() -> None:
    another_shape()


def another_shape() -> None:
    """A group whose members are all alike is not the run that it was."""
    head, end = tokens(of_run(2, 1, 4)), tokens(token(2, 4))
    assert why(partial(same_shape.check_shape, [10], head, end))
    assert why(partial(same_shape.check_shape, [10], end, head))


def test_no_run_comes_to_stand_for_no_members() -> None:
    assert [least_of(name) for name in ("n", "n|count", "n|width", PLUS)] == [0, 1, 1, None]
    with pytest.raises(Rejected):
        runs.filled(of_run(2, 1, 4), {"n|count": 0})
    with pytest.raises(Rejected):
        runs.filled(of_run(2, 1, 4), {"n": 7})
    alone = runs.filled(of_run(2, 1, 4, 3), {"n|count": 1})
    assert (alone.n, alone.num) == (3, {PLUS: 2})


def test_elves_that_were_there_before() -> None:
    """A run that begins above tokens of another size, which are no part of it."""
    board = crusade(TEAM)
    board.entries[0].append(f"{{{ELF_ENTRY}, counters: {{+1/+1: 1000}}, count: 3}}")
    start, reader = board.loop()
    text = certify_plainly(find_loop(start, reader))
    assert isinstance(text, str), text
    assert accepted(text).endless
