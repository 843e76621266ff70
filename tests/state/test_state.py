"""The state: what identity sees, the normal form, replay, and that nothing changes a state but a draft."""

from __future__ import annotations

import random
import sys
import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.amounts import Amount, Recorder
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.identity import correspond, mark_of, rename, same, same_for_rules, same_shape, skeleton
from reiterate.rules.positions.layout import Layout
from reiterate.state.events import DROP, NEW, Draft, Event, apply, replay
from reiterate.state.model import FIELDS, STACK, Class, Gone, Ref, Row, State, each, make_class, one
from reiterate.state.normal_form import explode, normal
from reiterate.state.progression_rows import folded
from reiterate.state.properties import FlagName, NumberName
from reiterate.terms.effects_continuous import GainKeywords
from reiterate.terms.proto import Proto
from reiterate.terms.references import This
from tests.support.boards import BEAR, ELF, GUARD, MAKER, boards, gond_board, play, wander

#: What is outside identity, and why.
OUTSIDE = {
    "tally": "counts of events: rules can't read them",
    "labels": "names that players gave",
    "fresh": "the next handle: handles are private",
    "view": "a cache of what follows from the rest",
    "index": "which rows stand where: follows from their classes and references",
    "only": "questions of the last choice that had one answer: for scripts alone, no rule reads them",
}

OTHER_FIELDS: dict[str, object] = {
    "kind": "token",
    "zone": "exile",
    "proto": ELF,
    "term": This(),
    "owner": 1,
    "controller": 1,
    "tapped": True,
    "sick": True,
    "marks": (GainKeywords(This(), ("flying",)),),
    "props": (("used.0", True),),
}


def rebuilt(state: State, handle: int, row: Row) -> State:
    return State({**state.rows, handle: row}, dict(state.seqs), dict(state.tally), dict(state.labels), state.fresh)


def check_identity_sees_every_field_of_a_class() -> None:
    state, guard = gond_board()
    row = state.rows[guard]
    for field in FIELDS:
        changed = rebuilt(state, guard, Row(row.cls.but(field, OTHER_FIELDS[field]), row.num, row.n, row.refs))
        assert not same(state, changed), f"identity forgets {field}"
        assert not same_shape(state, changed), f"the shape forgets {field}"


def test_identity_sees_every_field_of_a_class() -> None:
    assert set(OTHER_FIELDS) == set(FIELDS)
    derived = {
        "key",
        "memo",
        "static",
        "opaque",
        "unread",
        "by_prop",
        "called",
        "listed",
        "ordered",
        "watching",
        "mortal",
        "steers",
    }
    assert set(Class.__slots__) - derived == set(FIELDS)
    check_identity_sees_every_field_of_a_class()


def check_identity_sees_every_slot_of_a_row() -> None:
    state, guard = gond_board()
    aura = guard + 1
    row = state.rows[guard]
    counted = rebuilt(state, guard, Row(row.cls, row.num, 2, row.refs))
    numbered = rebuilt(state, guard, Row(row.cls, {"counter.+1/+1": 1}, row.n, row.refs))
    loose = rebuilt(state, aura, Row(state.rows[aura].cls, {}, 1, {}))
    moved = rebuilt(state, aura, Row(state.rows[aura].cls, {}, 1, {"host": one(1)}))
    left = rebuilt(state, aura, Row(state.rows[aura].cls, {}, 1, {"host": Gone(row.cls, {})}))
    for changed in (counted, numbered, loose, moved, left):
        assert not same(state, changed)
    assert same_shape(state, counted) and same_shape(state, numbered)
    for changed in (loose, moved, left):
        assert not same_shape(state, changed)


def test_identity_sees_every_slot_of_a_row_and_the_shape_all_but_amounts() -> None:
    assert set(Row.__slots__) == {"cls", "n", "num", "refs"}
    check_identity_sees_every_slot_of_a_row()


def test_identity_sees_last_known_values() -> None:
    state, guard = gond_board()
    aura, cls = guard + 1, state.rows[guard].cls
    gone = [
        rebuilt(state, aura, Row(state.rows[aura].cls, {}, 1, {"host": last}))
        for last in (Gone(cls, {}), Gone(cls, {"damage": 1}), Gone(cls.but("tapped", True), {}))
    ]
    for i, s in enumerate(gone):
        for j, t in enumerate(gone):
            assert same(s, t) == (i == j)
    assert same_shape(gone[0], gone[1])


def check_identity_ignores_only_what_is_declared() -> None:
    state, _ = gond_board()
    assert same(state, State(state.rows, state.seqs, {"etb": 7}, state.labels, state.fresh))
    assert same(state, State(state.rows, state.seqs, state.tally, {"g": 3}, state.fresh))
    assert same(state, State(state.rows, state.seqs, state.tally, state.labels, state.fresh + 9))
    assert not same(state, State(state.rows, {**state.seqs, "library.0": ()}, {}, {}, state.fresh))


def test_identity_ignores_only_what_is_declared() -> None:
    assert set(State.__slots__) == {"rows", "seqs"} | set(OUTSIDE)
    check_identity_ignores_only_what_is_declared()


def test_no_field_of_a_class_is_an_amount() -> None:
    hints = typing.get_type_hints(Class)
    assert not [name for name in FIELDS if hints[name] == Amount]
    # The only whole numbers are a card's owner and controller; properties hold seats, passes and flags.
    assert {name for name in FIELDS if hints[name] is int} == {"owner", "controller"}


@given(boards(), st.data())
def test_discrete_properties_stay_small_along_play(state: State, data: st.DataObject) -> None:
    for _ in range(6):
        moved = wander(state, data)
        if moved is None:
            return
        state = moved[0]
        numbers = [v for row in state.rows.values() for _, v in row.cls.props if type(v) is int]
        assert all(0 <= v < 4 for v in numbers)


def image(state: State) -> object:
    rows = {h: (r.cls, dict(r.num), r.n, {k: repr(v) for k, v in r.refs.items()}) for h, r in state.rows.items()}
    return rows, dict(state.seqs), dict(state.tally), dict(state.labels), state.fresh


@given(boards(), st.data())
def test_replay_gives_the_same_state_and_step_changes_nothing(state: State, data: st.DataObject) -> None:
    for _ in range(5):
        before = image(state)
        moved = wander(state, data)
        if moved is None:
            return
        after, choice, events = moved
        assert image(state) == before
        assert image(replay(state, events)) == image(after)
        again, _ = step(State(state.rows, state.seqs, state.tally, state.labels, state.fresh), choice)
        assert image(again) == image(after), "the cached view changed what happens"
        state = after


def check_replay_is_complete() -> None:
    state, guard = gond_board()
    after, events = step(state, Choice("activate", 0, guard))
    assert image(replay(state, events)) == image(after)


def check_step_changes_nothing() -> None:
    state, guard = gond_board()
    before = image(state)
    step(state, Choice("activate", 0, guard))
    assert image(state) == before


@given(boards(), st.data())
def test_normal_form_is_idempotent_and_explode_undoes_it(state: State, data: st.DataObject) -> None:
    for _ in range(4):
        once = normal(state)
        assert image(normal(once)) == image(once)
        assert same(once, state)
        assert same(normal(explode(state)), once)
        assert same(explode(once), explode(state))
        assert mark_of(once) == mark_of(state) == mark_of(explode(state)) == mark_of(folded(state, keep_labels=False))
        moved = wander(state, data)
        if moved is None:
            return
        state = moved[0]


@given(boards(), st.randoms(use_true_random=False))
def test_same_does_not_depend_on_handles_or_order(state: State, rng: random.Random) -> None:
    movable = [h for h, r in state.rows.items() if r.cls.kind not in ("game", "player")]
    shuffled = list(movable)
    rng.shuffle(shuffled)
    phi = {h: h for h in state.rows}
    phi.update({old: 100 + new for old, new in zip(movable, shuffled, strict=True)})
    other = rename(state, phi, 1000)
    assert same(state, other)
    assert same_for_rules(state, other) and mark_of(state) == mark_of(other)
    assert same_shape(normal(state), normal(other))
    turned = State(dict(sorted(other.rows.items(), key=lambda kv: (kv[0] > 9, -kv[0]))), other.seqs, {}, {}, 1000)
    assert same(state, turned)


def check_merging_minds_counters() -> None:
    layout = Layout(2)
    hosts = [layout.put(BEAR, 0), layout.put(BEAR, 0, counters={"+1/+1": 1}), layout.put(BEAR, 0, tapped=True)]
    hosts.append(layout.put(BEAR, 0, counters={"+1/+1": Recorder().amount(0, 3)}))  # compared as a polynomial
    auras = [layout.put(GUARD, 0) for _ in hosts]  # alike, but for what they are attached to
    state = layout.done()
    for aura, host in zip(auras, hosts, strict=True):
        state = rebuilt(state, aura, Row(state.rows[aura].cls, {}, 1, {"host": one(host)}))
    assert len(normal(state).rows) == len(state.rows)
    hosts = [host for host in hosts[:2] if host in state.rows]  # neighbours in an order are compared by themselves
    ordered = State(dict(state.rows), {**state.seqs, STACK: tuple(hosts)}, state.tally, state.labels, state.fresh)
    assert len(normal(ordered).rows) == len(ordered.rows)


def check_normal_merges_what_is_alike() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, n=2)
    layout.put(BEAR, 0, n=10**100)
    layout.put(BEAR, 0, n=0)
    found = [r for r in normal(layout.done()).rows.values() if r.cls.proto == BEAR]
    assert [r.n for r in found] == [10**100 + 2]


def check_normal_keeps_what_is_there() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    layout.put(GUARD, 1, n=3)
    state = layout.done()
    assert len(normal(state).rows) == len(state.rows)


def check_explode_keeps_references() -> None:
    rows = paired_rows()
    apart = explode(rows)
    hosts = sorted(r.refs["host"].row for r in apart.rows.values() if isinstance(r.refs.get("host"), Ref))  # type: ignore[union-attr] # asked one line before
    assert len(set(hosts)) == 3
    assert same(normal(apart), rows)


def paired_rows() -> State:
    layout = Layout(2)
    bears = layout.put(BEAR, 0, n=3)
    auras = layout.put(ELF, 0, n=3)
    state = layout.done()
    return rebuilt(state, auras, Row(state.rows[auras].cls, {}, 3, {"host": each(bears)}))


def test_rows_merge_exactly_where_nobody_can_tell_them_apart() -> None:
    check_merging_minds_counters()
    check_normal_merges_what_is_alike()
    check_normal_keeps_what_is_there()
    check_explode_keeps_references()


def test_traced_rows_merge_only_as_polynomials() -> None:
    recorder = Recorder()
    layout = Layout(2)
    layout.put(BEAR, 0, counters={"+1/+1": recorder.amount(0, 2)})
    layout.put(BEAR, 0, counters={"+1/+1": 2})
    layout.put(ELF, 0, counters={"+1/+1": recorder.amount(0, 2)})
    layout.put(ELF, 0, counters={"+1/+1": recorder.amount(0, 2)})
    state = normal(layout.done())
    assert len([r for r in state.rows.values() if r.cls.proto == BEAR]) == 2
    assert [r.n for r in state.rows.values() if r.cls.proto == ELF] == [2]
    assert not recorder.guards


def test_equal_cards_of_two_books_are_one_card() -> None:
    """Each book reads its own Quarry, and an object that changes its zone meets the other one's class."""
    first, second = (Proto("Quarry of two books", ("land",)) for _ in range(2))
    assert first is not second
    played = make_class("card", "battlefield", proto=first)
    held = make_class("card", "hand", proto=second)
    assert held.proto is played.proto
    assert held.but("zone", "battlefield") is played


def test_a_flag_is_not_the_number_one() -> None:
    flag = make_class("card", props=(("a", True),))
    number = make_class("card", props=(("a", 1),))
    assert flag is not number
    assert make_class("card").with_prop(NumberName("a"), 1) is number
    assert make_class("card").with_prop(FlagName("a"), True) is flag


def test_classes_are_interned_however_they_came_about() -> None:
    first = make_class("card", "battlefield", proto=BEAR, owner=0, controller=0)
    assert first.but("tapped", True).but("tapped", False) is first
    a, b = NumberName("a"), NumberName("b")
    assert first.with_prop(a, 2).with_prop(b, 1).with_prop(a, False) is first.with_prop(b, 1)


def test_a_period_has_one_skeleton_and_a_correspondence() -> None:
    state, guard = gond_board()
    round_ = (Choice("activate", 0, guard), *[Choice("pass", seat) for seat in (0, 1, 0, 1)])
    one_ = play(state, *round_)
    two = play(one_, *round_)
    assert skeleton(one_) == skeleton(two)
    assert skeleton(state) != skeleton(one_)
    phi = correspond(one_, two, amounts=False)
    assert phi is not None and all(phi[h] == h for h in phi)
    assert correspond(one_, two, amounts=True) is None


def test_explode_refuses_what_is_too_long_to_write() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, n=10**6)
    with pytest.raises(Unsupported):
        explode(layout.done())


def test_labels_keep_rows_apart_only_for_their_players() -> None:
    layout = Layout(2)
    layout.put(MAKER, 0, label="first")
    layout.put(MAKER, 0, label="second")
    state = layout.done()
    assert len(normal(state).rows) == len(state.rows)
    assert len(normal(state, keep_labels=False).rows) == len(state.rows) - 1


def test_a_single_object_that_refers_member_by_member_is_grouped_as_one_that_refers_to_one() -> None:
    """What is left of a group that referred member by member keeps that mode, and the two ways mean the same."""
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    state = layout.done()
    cls = make_class("ability", "waiting", owner=1, controller=1)
    for refs in ((each(bear), each(bear)), (each(bear), one(bear))):
        rows = {100 + i: Row(cls, {}, 1, {"that": ref}) for i, ref in enumerate(refs)}
        once = normal(State({**state.rows, **rows}, state.seqs, state.tally, state.labels, 110))
        assert [row.n for row in once.rows.values() if row.cls is cls] == [2]
        assert same(normal(once), once) and len(normal(once).rows) == len(once.rows)


def test_members_of_a_group_may_each_be_referred_to_by_several_rows() -> None:
    """603.3b: two attackers with two alike triggers each are one group, told apart one by one or not."""
    layout = Layout(2)
    bears = layout.put(BEAR, 0, n=2)
    auras = [layout.put(ELF, 0, tapped=True, n=2) for _ in range(2)]
    state = layout.done()
    for aura in auras:
        state = rebuilt(state, aura, Row(state.rows[aura].cls, {}, 2, {"host": each(bears)}))
    apart = explode(state)
    assert len(normal(apart).rows) == len(state.rows)
    assert same(apart, state)
    assert same(normal(normal(apart)), state)


@pytest.mark.parametrize("many", [5, 40, 60, 200])
def test_a_table_keeps_no_room_of_rows_that_are_gone(many: int) -> None:
    """Games keep thousands of positions. Each of them had room for twice as many rows as it held, once some dozens had come and gone."""
    state, guard = gond_board()
    row, oldest = state.rows[guard], state.fresh
    for turn in range(2 * many + 50):
        draft = Draft(state)
        apply(draft, Event(NEW, "", draft.fresh, value=row))
        if turn >= many:
            apply(draft, Event(DROP, "", oldest))
            oldest += 1
        state = draft.done()
        assert list(state.rows) == sorted(state.rows)
        assert sys.getsizeof(state.rows) <= sys.getsizeof(dict(zip(state.rows, state.rows.values(), strict=True)))
