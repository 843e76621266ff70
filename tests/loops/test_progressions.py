"""Groups whose members differ by equal steps: amounts, the one folded form, rules for all members, loops."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.amounts import (
    LE,
    Amount,
    Members,
    Progression,
    Recorder,
    at_least,
    at_most,
    differs,
    in_total,
    is_zero,
    value_of,
)
from reiterate.loops.loop import find_loop
from reiterate.loops.play import DONE, ILLEGAL, play
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.state_access import stand_apart
from reiterate.rules.positions.identity import correspond, same
from reiterate.script.expect import look_up
from reiterate.state.events import ADD, COUNT, NEW, TALLY, Draft, Event, apply
from reiterate.state.json_form import BadState, state_from_json, state_to_json
from reiterate.state.model import Gone, Row, State, player
from reiterate.state.normal_form import explode
from reiterate.state.progression_rows import cut, folded, members_of
from reiterate.survey.finder import find_on_board
from reiterate.survey.needs import needs
from reiterate.survey.proof import Found
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
from tests.support.as_shown import board_json, board_lines, found_lines
from tests.support.generated_loops import ELF_ENTRY, Made, engine
from tests.support.loop_cases import Count, assert_same, body_reader, reached

SMALL = st.integers(-6, 6)


def progression(first: Amount, step: Amount, count: Amount, width: Amount = 1) -> Progression:
    return Progression(first, step, Members(count, width))


def listed(along: Progression) -> list[int]:
    count, width = along.members.count, along.members.width
    assert isinstance(count, int) and isinstance(width, int)
    return [value for i in range(count) for value in [value_of(along.at(i))] * width if isinstance(value, int)]


def put(first: Amount, step: Amount, count: Amount, width: Amount = 1) -> Amount:
    """A progression where an amount stands."""
    along: Any = progression(first, step, count, width)
    return along  # type: ignore[no-any-return] # progressions are outside of Amount


# --- amounts -----------------------------------------------------------------------------------------------------


@given(SMALL, SMALL, st.integers(2, 7), st.integers(1, 3), SMALL)
def test_a_progression_does_to_every_member_what_is_done_to_it(f: int, s: int, count: int, width: int, k: int) -> None:
    along = progression(f, s, count, width)
    members = listed(along)
    assert listed(along + k) == [m + k for m in members] == listed(k + along)  # type: ignore[arg-type] # still one
    assert listed(k - along) == [k - m for m in members]  # type: ignore[arg-type] # still one
    assert along.total() == sum(members)
    assert in_total(along, count * width) == sum(members)
    assert along - along == 0
    whole: Any = along
    asks: list[Callable[[Amount], bool]] = [lambda a: is_zero(a - k), lambda a: at_most(a, k), lambda a: at_least(a, k)]
    for ask in asks:
        answers = {ask(m) for m in members}
        found = told(partial(ask, whole))
        assert {found} == answers or (found == "progression" and len(answers) == 2)


@given(SMALL, SMALL, st.integers(2, 6), st.tuples(st.integers(-9, 9), st.integers(-9, 9), st.integers(2, 9)))
def test_guards_of_a_comparison_stand_for_all_members(f: int, s: int, count: int, other: tuple[int, int, int]) -> None:
    rec = Recorder()
    traced = progression(rec.amount(0, f), rec.amount(1, s), rec.amount(2, count))
    try:
        truth = at_most(traced, 0)  # type: ignore[arg-type] # a progression stands where an amount can
    except Unsupported:
        return
    if all(guard.holds(dict(enumerate(other))) for guard in rec.guards):
        assert {m <= 0 for m in listed(progression(*other))} == {truth}
    assert all(guard.op == LE for guard in rec.guards)


def test_the_sum_of_a_traced_progression_is_a_polynomial_of_its_parts() -> None:
    rec = Recorder()
    total = progression(rec.amount(0, 2), rec.amount(1, 3), rec.amount(2, 5), 4).total()
    poly = getattr(total, "poly")  # noqa: B009 # a traced amount
    for values in ((2, 3, 5), (7, -2, 10), (0, 1, 1)):
        assert poly.evaluate(dict(enumerate(values))) == sum(listed(progression(*values, 4)))


@pytest.mark.parametrize(
    "reads",
    [int, bool, hash, str, format, lambda a: a * 2, lambda a: 2 * a, lambda a: range(9)[a], value_of],
)
def test_whatever_would_read_one_member_refuses_by_name(reads: object) -> None:
    with pytest.raises(Unsupported) as error:
        reads(progression(1, 1, 3))  # type: ignore[operator] # each of them takes one argument
    assert error.value.refusal.code == "progression"


def test_progressions_of_two_groups_are_never_counted_together() -> None:
    with pytest.raises(Unsupported):
        progression(1, 1, 3) + progression(1, 1, 3)
    with pytest.raises(Unsupported):
        in_total(progression(1, 1, 3), 2)


# --- the folded form ---------------------------------------------------------------------------------------------


VALUES = st.lists(st.tuples(st.integers(0, 14), st.integers(1, 2), st.sampled_from((0, 0, 0, 1))), max_size=14)


def regrouped(state: State, rng: random.Random) -> State:
    """The same tokens in other rows: groups cut into parts, in another order, or written out."""
    state = folded(state)
    rows: list[Row] = []
    for row in state.rows.values():
        members = members_of(row)
        if members is None or rng.random() < 0.3:
            rows.append(row)
            continue
        count = members.count
        assert isinstance(count, int)
        at = rng.randint(1, count - 1)
        rows += [cut(row, 0, at), cut(row, at, count - at)]
    rng.shuffle(rows)
    found = tokens(*rows)
    return explode(found) if rng.random() < 0.3 else found


@given(VALUES, st.randoms(use_true_random=False))
def test_one_folded_form_however_tokens_are_grouped(values: list[tuple[int, int, int]], rng: random.Random) -> None:
    state = tokens(*(token(counters, n, damage) for counters, n, damage in values))
    other = regrouped(state, rng)
    assert same(state, other)
    one, two = folded(state), folded(other)
    assert sorted(map(repr, one.rows.values())) == sorted(map(repr, two.rows.values()))
    again = folded(one)
    assert [(h, repr(row)) for h, row in one.rows.items()] == [(h, repr(row)) for h, row in again.rows.items()]
    assert sorted(repr(row) for row in explode(one).rows.values()) == sorted(
        repr(row) for row in explode(folded(explode(state))).rows.values()
    )


@given(VALUES, st.integers(0, 13), st.sampled_from((PLUS, "damage")))
def test_states_with_one_token_changed_are_not_the_same(values: list[tuple[int, int, int]], at: int, slot: str) -> None:
    rows = [token(counters, n, damage) for counters, n, damage in values]
    if at >= len(rows):
        return
    changed = Row(TOKEN, {**rows[at].num, slot: rows[at].get(slot) + 1}, rows[at].n, {})
    assert not same(tokens(*rows), tokens(*rows[:at], changed, *rows[at + 1 :]))


def test_runs_go_from_the_smallest_value_on() -> None:
    def shown(*counters: int) -> list[str]:
        return sorted(repr(row.num) for row in folded(tokens(*map(token, counters))).rows.values())

    assert shown(1, 2) == ["{'counter.+1/+1': 1}", "{'counter.+1/+1': 2}"]
    assert shown(3, 1, 2) == ["{'counter.+1/+1': Progression(1, step 1, 3 values of 1)}"]
    assert shown(1, 2, 4, 6, 8) == ["{'counter.+1/+1': 1}", "{'counter.+1/+1': Progression(2, step 2, 4 values of 1)}"]


def test_a_value_inside_a_run_too_long_to_write_out() -> None:
    long = Row(TOKEN, {PLUS: put(1, 1, GOOGOL)}, GOOGOL, {})
    with_five = tokens(long, token(5))
    pieces = tokens(cut(long, 0, 4), token(5, 2), cut(long, 5, GOOGOL - 5))
    assert same(with_five, pieces)
    assert not same(with_five, tokens(long, token(6)))
    off = Row(TOKEN, {PLUS: put(2, 2, GOOGOL)}, GOOGOL, {})
    assert same(tokens(off, token(5)), tokens(token(5), cut(off, 0, 7), cut(off, 7, GOOGOL - 7)))


def test_what_something_refers_to_is_not_folded() -> None:
    state = tokens(token(1), token(2), token(3))
    assert len(folded(state).rows) == 1
    assert len(folded(State(state.rows, {}, {}, {"mine": 11}, state.fresh)).rows) == 3


def test_a_shape_with_a_run_is_not_one_without_in_either_direction() -> None:
    plain_one, run = tokens(Row(TOKEN, {}, 4, {})), tokens(Row(TOKEN, {PLUS: put(0, 1, 4)}, 4, {}))
    assert correspond(plain_one, run, amounts=False) is None
    assert correspond(run, plain_one, amounts=False) is None


def joining(value: int) -> tuple[Recorder, State]:
    """A run of 2, 3, ..., 6 counters on traced amounts, and a token with ``value`` of which the trace knows no more."""
    rec = Recorder()
    run = Row(TOKEN, {PLUS: put(rec.amount(0, 2), 1, rec.amount(1, 5))}, rec.amount(1, 5), {})
    return rec, folded(tokens(run, Row(TOKEN, {PLUS: rec.amount(2, value)}, 1, {})))


@pytest.mark.parametrize(("value", "first"), [(1, 1), (7, 2)])
def test_a_row_joins_a_traced_run_under_the_guard_that_it_continues_it(value: int, first: int) -> None:
    rec, state = joining(value)
    (row,) = state.rows.values()
    members, along = members_of(row), row.num[PLUS]
    assert members is not None and differs(along)
    assert (value_of(members.count), value_of(along.first)) == (6, first)
    (guard,) = [g for g in rec.guards if g.truth]  # and one that there are any
    assert guard.op == "=="
    assert guard.holds({0: 2, 1: 5, 2: value}) and not guard.holds({0: 2, 1: 5, 2: value + 1})
    assert guard.holds({0: 12, 1: 5, 2: value + 10})
    assert len(joining(4)[1].rows) == len(joining(9)[1].rows) == 2


@pytest.mark.parametrize("life", [33, 10**30 + 7])
def test_a_run_that_stops_growing_ends_a_segment_exactly(life: int) -> None:
    made = Made("stops", "stops", lives=[str(life), "20"])
    engine(made, "Create a 1/1 green Elf Warrior creature token. You lose 1 life.")
    made.cards.append(("Test Crusade", "Enchantment", STOPS))
    made.entries[0].append("Test Crusade")
    made.body = ["activate engine", "all pass", "for each trigger:", "  all pass"]
    start, reader = made.loop()
    loop = find_loop(start, reader)
    assert loop.extend(None) is None
    assert loop.end is not None and loop.end.iteration == life + 1
    segment = loop.segments[0]  # behind it the tokens are all alike
    assert segment.periods is not None
    assert segment.start + segment.periods in (life - 5, life - 4, life - 3)
    for n in (life - 6, life - 5, life - 4, life - 3, life - 2):
        assert_same(play(reached(loop, n), reader).state, reached(loop, n + 1), n)
    runs = [r for r in elves(folded(reached(loop, life - 1))) if members_of(r) is not None]
    assert [value_of(r.n) for r in runs] == [life - 5]


# --- the one writer ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "event",
    [
        Event(ADD, "", 11, PLUS, put(1, 1, 3)),
        Event(COUNT, "", 10, "", 2),
        Event(NEW, "", 12, "", 3, Row(TOKEN, {PLUS: put(1, 1, 3)}, 3, {})),
        Event(TALLY, "", -1, "etb", put(1, 1, 3)),
    ],
)
def test_no_amount_of_members_is_written_anywhere_else(event: Event) -> None:
    draft = Draft(tokens(Row(TOKEN, {PLUS: put(1, 1, 3)}, 3, {}), token(1)))
    with pytest.raises(Unsupported) as error:
        apply(draft, event)
    assert error.value.refusal.code == "progression"
    with pytest.raises(Unsupported):
        Gone(TOKEN, {PLUS: put(1, 1, 3)})


# --- the loop ----------------------------------------------------------------------------------------------------


def elves(state: State) -> list[Row]:
    return [r for r in state.rows.values() if r.cls.proto is not None and r.cls.proto.name == "Elf Warrior"]


def fact(state: State, path: str) -> str | Refusal:
    return look_up(state, path, {})


def test_the_crusade_is_the_same_as_playing_at_every_place() -> None:
    loop, reader, state = CRUSADE.loop(), CRUSADE.reader(), CRUSADE.start()
    for n in range(61):
        assert_same(reached(loop, n), state, n)
        if n in (7, 30):
            for k in range(1, 10):
                place = loop.place(n + 1, k)
                assert not isinstance(place, Refusal)
                assert_same(place.state, play(state, reader, upto=k - 1).state, n)
        total = sum(i + 1 for i in range(1, n + 1))
        assert fact(state, "p1.total.power.Elf Warrior") == fact(reached(loop, n), "p1.total.power.Elf Warrior")
        assert fact(state, "p1.total.power.Elf Warrior") == str(total)
        state = play(state, reader).state
    assert loop.endless
    assert loop.segments[-1].period.closed.kind == "polynomial"


def test_a_googol_of_ever_larger_elves_is_summed_exactly_without_playing() -> None:
    with pytest.MonkeyPatch.context() as patch:
        count = Count(patch)
        loop = CRUSADE.loop()
        state = reached(loop, GOOGOL)
        assert count.steps < 200
    (row,) = elves(state)
    assert row.n == GOOGOL
    assert fact(state, "p1.total.power.Elf Warrior") == str(GOOGOL * (GOOGOL + 3) // 2)
    assert fact(state, "p1.total.power") == str(GOOGOL * (GOOGOL + 3) // 2 + GOOGOL + 2)
    assert fact(state, "p1.total.counters.+1/+1.Elf Warrior") == str(GOOGOL * (GOOGOL + 1) // 2)
    assert fact(state, "p1.tokens.Elf Warrior") == str(GOOGOL)
    asked = fact(state, "Elf Warrior.power")
    assert isinstance(asked, Refusal) and asked.code == "progression"


@pytest.mark.parametrize("n", [9, 1_000, GOOGOL])
def test_a_period_played_plainly_far_out_leads_to_the_next_one(n: int) -> None:
    state, reader = after(n), CRUSADE.reader()
    played = play(state, reader)
    assert played.stop == DONE
    assert_same(played.state, after(n + 1), n)
    assert_same(reached(find_loop(state, reader), GOOGOL), after(n + GOOGOL), n)


@pytest.mark.parametrize("n", [9, GOOGOL])
def test_a_search_from_a_position_with_a_run_is_answered(n: int) -> None:
    found = find_on_board(after(n), 0, 2_000)
    assert isinstance(found, Found)
    assert found.endless and found.body[:2] == ("activate guard", "all pass")
    assert needs(found).needs is None  # none of the members can be taken away
    assert "found: it never ends by itself" in " ".join(found_lines(found, "from a run"))


def test_the_position_is_shown_and_written_and_read() -> None:
    state = after(GOOGOL)
    lines = "\n".join(board_lines(state))
    assert "10^100 Elf Warrior tokens 2/2 to" in lines
    assert "1, 2, ..., 10^100 +1/+1 counters" in lines
    shown = board_json(state)
    assert f'"counters": {{"+1/+1": {{"first": "1", "step": "1", "last": "{GOOGOL}", "each": "1"}}}}' in json.dumps(
        shown
    )
    written = json.loads(json.dumps(state_to_json(state)))
    again = state_from_json(written)
    assert_same(again, state)
    assert state_to_json(again) == written
    assert not same(again, after(GOOGOL + 1))


@pytest.mark.parametrize(
    "change",
    [{"count": "7"}, {"width": "2"}, {"count": "1"}, {"steps": {}}, {"steps": {PLUS: "0"}}, {"steps": {"x": "1"}}],
)
def test_a_written_progression_that_contradicts_itself_is_refused(change: dict[str, object]) -> None:
    written = state_to_json(after(9))
    row = next(row for row in written["rows"] if "progression" in row)
    row["progression"].update(change)
    with pytest.raises(BadState):
        state_from_json(written)


def test_members_are_named_by_their_counters_and_by_their_index() -> None:
    state = after(GOOGOL)
    (handle,) = [h for h, row in state.rows.items() if members_of(row) is not None]
    for index in (0, 1, GOOGOL - 1):
        apart = stand_apart(state, ((handle, index),)).done()
        assert_same(apart, state)
        assert fact(apart, f"Elf Warrior with {index + 1} +1/+1 counters.power") == str(index + 2)
    with pytest.raises(Unsupported):
        stand_apart(state, ((handle, GOOGOL),))


# --- rules for all members, against the game written out ---------------------------------------------------------

DEEDS = (
    "Put two +1/+1 counters on each creature you control.",
    "Creatures you control get +3/+1 until end of turn.",
    "Creatures you control get -1/-1 until end of turn.",
    "All creatures get -4/-4 until end of turn.",
    "Put a -1/-1 counter on each creature you control.",
    "Tap all creatures you control.",
    "Untap all creatures you control.",
    "Creatures you control gain flying until end of turn.",
    "Destroy all creatures.",
    "Return all creatures to their owners' hands.",
    "Create a 1/1 green Elf Warrior creature token.",
    "You gain 1 life for each creature you control.",
    "Test Engine deals 1 damage to each creature.",
    "Test Engine deals 4 damage to each creature.",
    "Exile target creature.",
    "Put a +1/+1 counter on target creature.",
    "You gain X life, where X is the greatest power among creatures you control.",
    "Remove a +1/+1 counter from target creature.",
    "Target creature gets -9/-9 until end of turn.",
    "Double the number of +1/+1 counters on each creature you control.",
)
TARGETS = ("Elf Warrior", "Elf Warrior with 2 +1/+1 counters", "Elf Warrior with 9 +1/+1 counters")


@cache
def team() -> tuple[Made, State]:
    """An engine of many deeds beside Elves with 2, 3, ..., 8 counters."""
    made = Made("team", "team")
    engine(made, *DEEDS)
    made.entries[0] += [f"{{{ELF_ENTRY}, counters: {{+1/+1: {i}}}}}" for i in range(2, 9)]
    return made, made.start()


def line(number: int, target: str) -> str:
    words = f"activate engine: #{number + 1}"
    return f"{words} targeting {target}" if "target creature" in DEEDS[number].lower() else words


@given(st.lists(st.tuples(st.integers(0, len(DEEDS) - 1), st.sampled_from(TARGETS)), min_size=1, max_size=5))
def test_what_is_done_to_a_folded_team_is_done_to_each(deeds: list[tuple[int, str]]) -> None:
    _, start = team()
    together, apart = folded(start), explode(start)
    assert len(together.rows) < len(apart.rows)
    for number, target in deeds:
        body = body_reader(f"{line(number, target)}\nall pass")
        ours = told(partial(play, together, body))
        if isinstance(ours, str):
            assert ours == "progression"
            return
        if ours.refusal is not None and ours.refusal.code == "progression":
            return
        theirs = play(apart, body)
        assert ours.stop == theirs.stop, (number, target, ours.refusal, theirs.refusal)
        if ours.stop == ILLEGAL:
            return
        assert_same(ours.state, theirs.state, number)
        together, apart = folded(ours.state), theirs.state


@pytest.mark.parametrize(
    ("number", "code"),
    [(i, "progression") for i, deed in enumerate(DEEDS) if deed.startswith(("All creatures get", "Exile target"))]
    + [(i, "") for i, deed in enumerate(DEEDS) if "gets -9" not in deed and deed[:3] in ("Put", "Cre", "Tap", "Des")],
)
def test_some_deeds_are_done_and_some_refused_by_name(number: int, code: str) -> None:
    _, start = team()
    target = "Elf Warrior with 2 +1/+1 counters" if not code else "Elf Warrior"
    played = told(lambda: play(folded(start), body_reader(f"{line(number, target)}\nall pass")))
    found = played if isinstance(played, str) else played.refusal.code if played.refusal is not None else ""
    assert found == code


# --- ends --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [40, 10**30])
def test_a_drain_by_ever_more_elves_ends_exactly(n: int) -> None:
    for life, last in ((n * (n + 1) // 2, n), (n * (n + 1) // 2 + 1, n + 1)):
        loop = find_loop(*draining(life).loop())
        assert loop.extend(None) is None
        assert loop.end is not None and loop.end.kind == "over"
        before = reached(loop, last - 1)
        assert value_of(before.rows[player(1)].get("life")) == life - (last - 1) * last // 2 > 0
        final = sum(value_of(r.n) for r in elves(loop.end.state))
        assert final == last


# --- combat ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [12, GOOGOL])
def test_510_2_all_members_attack_and_their_damage_is_summed(n: int) -> None:
    total = n * (n + 3) // 2
    state = hasty(n, 10**300)
    assert any(differs(v) for row in elves(state) for v in row.num.values())
    played = play(state, body_reader(FIGHT))
    assert played.stop == DONE, played.refusal
    assert played.state.rows[player(1)].get("life") == 10**300 - total
    if n == 12:
        apart = play(explode(state), body_reader(FIGHT))
        assert_same(apart.state, played.state)
