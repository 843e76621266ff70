"""Grouping can't be observed: the same choices, grouped and exploded, end in the same normal form (law 3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.amounts import plain
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import ORDER, Choice
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.script.describe import name_of
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import Ref, Row, State, make_class, one
from reiterate.state.normal_form import explode, indistinguishable, normal
from reiterate.terms.abilities import Keyword, Static, Triggered
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import SacrificeChosen, SacrificeObject
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_spells import CopyToken
from reiterate.terms.effects_zones import MoveChosen
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, This, You
from reiterate.terms.static_effects import GrantAbilities, LoseAbilities
from reiterate.terms.trigger_events import Enters
from tests.support.acting import act, settled
from tests.support.boards import (
    ANY_TARGET,
    BEAR,
    ELF,
    GROWER,
    GUARD,
    LORD,
    MAKER,
    WARDEN,
    boards,
    creature,
    named,
    play,
    resolve,
    tap_ability,
)


def together(state: State, data: st.DataObject, steps: int) -> None:
    """Play on grouped and exploded, the same things happening in both."""
    apart = explode(state)
    for _ in range(steps):
        assert same(state, apart)
        if asked(state) == "over":
            return
        choice = data.draw(st.sampled_from([c for o in options(state) for c in instances(state, o, 4)]))
        try:
            after = step(state, choice)[0]
        except Unsupported:
            return
        assert any(same(s, after) for s in successors(normal(state)))
        found = [s for s in ways(apart, choice) if same(s, after)]
        assert found, (choice, "no choice of the exploded game ends in the same position")
        state, apart = after, found[0]


def successors(state: State) -> list[State]:
    """The positions after every choice that could be made now."""
    found = []
    for option in options(state):
        for choice in instances(state, option, 60):
            try:
                found.append(step(state, choice)[0])
            except Unsupported:
                continue
    return found


def ways(apart: State, choice: Choice) -> list[State]:
    """The positions of the exploded game after what a choice of the grouped one does: a group is put on the stack one by one (603.3b)."""
    found = last = successors(apart)
    for _ in range(plain(choice.count) - 1 if choice.verb == ORDER else 0):
        last = [after for state in last if asked(state) == "order" for after in successors(state)]
        found = found + last
    return found


@given(boards(), st.data())
def test_grouped_and_exploded_play_end_alike(state: State, data: st.DataObject) -> None:
    together(normal(state), data, 4)


def test_603_3b_two_alike_triggers_are_put_on_the_stack_at_once_or_one_after_the_other() -> None:
    layout = Layout(2)
    maker = layout.put(MAKER, 0)
    layout.put(WARDEN, 0, n=2)
    layout.put(GUARD, 0, tapped=True)
    board = layout.done()
    grouped = resolve(play(board, Choice("activate", 0, maker)))
    apart = explode(grouped)
    pair = next(o for o in options(grouped) if o.verb == ORDER and grouped.rows[o.row].n == 2)
    choice = Choice(ORDER, 0, pair.row, count=2)
    after = step(grouped, choice)[0]
    assert not any(same(each, after) for each in successors(apart))
    assert any(same(each, after) for each in ways(apart, choice))


@given(st.integers(1, 3), st.integers(1, 3), st.sampled_from((GUARD, WARDEN, GROWER, LORD)), st.data())
def test_groups_that_watch_each_other(makers: int, watchers: int, watcher: object, data: st.DataObject) -> None:
    layout = Layout(2)
    layout.put(MAKER, 0, n=makers)
    layout.put(watcher, 0, n=watchers)  # type: ignore[arg-type] # a card
    layout.put(ELF, 0, n=2)
    layout.put(ELF, 0, tapped=True)
    state = layout.done()
    maker = next(h for h, r in state.rows.items() if r.cls.proto == MAKER)
    apart = explode(state)
    for _ in range(makers):
        row = next(h for h, r in state.rows.items() if r.cls.proto == MAKER and not r.cls.tapped)
        one = next(h for h, r in apart.rows.items() if r.cls.proto == MAKER and not r.cls.tapped)
        state = step(state, Choice("activate", 0, row))[0]
        apart = step(apart, Choice("activate", 0, one))[0]
        assert same(state, apart)
        for _ in range(6):
            if asked(state) == "priority" and asked(apart) == "priority" and (state.stack or apart.stack):
                for seat in (0, 1):
                    state = step(state, Choice("pass", seat))[0]
                    apart = step(apart, Choice("pass", seat))[0]
                assert same(state, apart)
    assert maker >= 0


OTHER = Filter(types=("creature",), controller="you", another=True)
BOUNCER = creature(
    "Bouncer", 1, 1, Triggered(Enters(OTHER), (MoveChosen(You(), Fixed(1), ("battlefield",), OTHER, "hand"),))
)
GLUTTON = creature("Glutton", 1, 1, Triggered(Enters(OTHER), (SacrificeChosen(You(), OTHER, Fixed(1)),)))
SPITTER = creature(
    "Spitter", 1, 1, Triggered(Enters(OTHER), (DealDamage(This(), TargetRef(0), Fixed(1)),), targets=(ANY_TARGET,))
)


def made_an_elf(*group: Proto, n: int = 1) -> State:
    """One after the other: a permanent makes a token, which sets off groups of creatures."""
    layout = Layout(2)
    maker = layout.put(MAKER, 0)
    for proto in group:
        layout.put(proto, 0, n=n)
    return resolve(play(layout.done(), Choice("activate", 0, maker)))


@pytest.mark.parametrize("watcher", [BOUNCER, GLUTTON])
def test_608_2d_another_means_not_the_source_even_where_it_is_one_of_a_group(watcher: Proto) -> None:
    alone = resolve(made_an_elf(watcher))
    chosen = {name_of(alone, h) for option in options(alone) for c in instances(alone, option, 9) for h, _ in c.picks}
    assert chosen == {"Elf Warrior", "Maker"}
    grouped = resolve(made_an_elf(watcher, n=3))
    seen = set()
    for option in options(grouped):
        for choice in instances(grouped, option, 9):
            seen.add(name_of(grouped, choice.picks[0][0]).partition(" #")[0])
            assert isinstance(read_sentence(grouped, say(grouped, choice)), Choice)
            after = step(grouped, choice)[0]
            left = sum(plain(r.n) for r in named(after, watcher.name))
            assert left == (2 if choice.picks[0][0] in handles(grouped, watcher) else 3)
    assert seen == {"Elf Warrior", "Maker", watcher.name}
    assert check_whole(grouped)


def handles(state: State, proto: Proto) -> list[int]:
    return [h for h, r in state.rows.items() if r.cls.proto is proto]


def check_whole(state: State) -> bool:
    """Every reference is to a row that exists."""
    refs = [ref for row in state.rows.values() for ref in row.refs.values() if isinstance(ref, Ref)]
    return all(ref.row in state.rows for ref in refs)


def test_603_3d_a_target_asked_of_one_of_a_group_is_asked_of_a_single_one_alike() -> None:
    grouped = made_an_elf(SPITTER, n=2)
    assert asked(grouped) == "target"
    assert same(explode(grouped), grouped)


FLYER_LORD = creature("Flyer Lord", 2, 2, Static(GrantAbilities(OTHER, (Keyword("flying"),))))
GROUNDER = creature("Grounder", 2, 2, Static(LoseAbilities(OTHER)))


def test_613_7_alike_objects_with_other_timestamps_are_named_exactly() -> None:
    layout = Layout(2)
    layout.put(FLYER_LORD, 0, n=2)
    layout.put(GROUNDER, 0)
    layout.put(FLYER_LORD, 1)
    layout.put(FLYER_LORD, 0)
    state = layout.done()
    lords = [h for h in handles(state, FLYER_LORD) if state.rows[h].cls.controller == 0]
    assert len({name_of(state, h) for h in lords}) == len(lords) == 2


def test_613_7_triggers_of_alike_objects_stand_in_the_order_of_their_timestamps_or_are_asked_for() -> None:
    leaver = Triggered(Enters(Filter(types=("creature",))), (SacrificeObject(This()),))
    silence = Static(LoseAbilities(Filter(types=("creature",))))
    dresser = Proto("Dresser", ("enchantment",), abilities=(silence, leaver))
    silencer = Proto("Silencer", ("enchantment",), abilities=(silence,))
    maker = Proto("Maker", ("artifact",), abilities=MAKER.abilities)
    layout = Layout(2)
    tap = layout.put(maker, 0)
    layout.put(dresser, 0, n=3)
    state = layout.done()
    acted = Choice("activate", 0, tap)
    assert same(resolve(play(explode(state), acted)), resolve(play(state, acted)))
    between = Layout(2)
    tap = between.put(maker, 0)
    for proto in (dresser, silencer, dresser):
        between.put(proto, 0)
    assert asked(resolve(play(between.done(), Choice("activate", 0, tap)))) == "order"


def test_608_2d_a_number_of_a_row_is_named_so_that_it_reads_back_to_that_row() -> None:
    glutton = creature("Feast", 1, 1, tap_ability(SacrificeChosen(You(), Filter(types=("creature",)), Fixed(2))))
    layout = Layout(2)
    row = layout.put(glutton, 0)
    layout.put(BEAR, 0)
    pair = layout.put(BEAR, 0, n=2)
    state = play(layout.done(), Choice("activate", 0, row))
    state = resolve(state)
    choice = Choice("pick", 0, picks=((pair, 2),))
    assert verify(state, choice) is None
    spoken = read_sentence(state, say(state, choice))
    assert isinstance(spoken, Choice)
    assert verify(state, spoken) is None
    assert same(step(state, spoken)[0], step(state, choice)[0])


def test_608_2d_where_nobody_can_tell_apart_what_is_chosen_nothing_is_asked() -> None:
    glutton = creature("Feast", 1, 1, tap_ability(SacrificeChosen(You(), Filter(types=("artifact",)), Fixed(2))))
    relic = Proto("Relic", ("artifact",), (), (), ("1",))
    layout = Layout(2)
    row = layout.put(glutton, 0)
    layout.put(relic, 0, n=3)
    state = layout.done()
    grouped = resolve(play(state, Choice("activate", 0, row)))
    apart = resolve(play(explode(state), Choice("activate", 0, row)))
    assert asked(grouped) == asked(apart) == "priority"
    assert same(grouped, apart)
    assert sum(plain(r.n) for r in named(apart, "Relic")) == 1


def with_one_due(*more: int) -> tuple[State, list[int]]:
    """Elves each of which has as many things due for it as said."""
    layout = Layout(2)
    elves = [layout.put(ELF, 0) for _ in more]
    state = layout.done()
    rows, fresh = dict(state.rows), state.fresh
    due = make_class("delayed", "effects", term=This(), owner=0, controller=0, props=(("once", True),))
    for elf, number in zip(elves, more, strict=True):
        for _ in range(number):
            rows[fresh] = Row(due, {}, 1, {"res0": one(elf)})
            fresh += 1
    return State(rows, dict(state.seqs), {}, {}, fresh), elves


def test_603_7_objects_with_a_delayed_trigger_of_their_own_each_are_alike() -> None:
    state, (a, b, c, d, e) = with_one_due(1, 1, 0, 2, 2)
    assert indistinguishable(state, a, b) and indistinguishable(state, b, a) and indistinguishable(state, d, e)
    assert (
        not indistinguishable(state, a, c) and not indistinguishable(state, a, d) and not indistinguishable(state, c, d)
    )
    linked = Row(state.rows[a].cls, {}, 1, {"res0": one(a), "res1": one(b)})
    both = State({**state.rows, state.fresh: linked}, dict(state.seqs), {}, {}, state.fresh + 1)
    assert not indistinguishable(both, a, b)  # something tells the first from the second


def test_601_2c_what_was_a_target_or_a_source_is_one_of_the_others_again() -> None:
    """So "the oldest" means the same object whether a position was played to, or jumped to as its normal form."""
    layout = Layout(2)
    bears = layout.put(BEAR, 0, n=3)
    lender = layout.put(creature("Lender", 1, 1, tap_ability(GainLife(You(), Fixed(1)))), 0, n=3)
    state = act(layout, CopyToken(Fixed(1), TargetRef(0), You()), aims=(bears,))
    for _ in range(2):
        state = play(
            state, Choice("activate", 0, min(h for h, r in state.rows.items() if r.cls is state.rows[lender].cls))
        )
    state = settled(state)
    assert state.rows.keys() == normal(state).rows.keys()
    assert [
        plain(r.n) for r in state.rows.values() if r.cls.tapped and r.cls.proto and r.cls.proto.name == "Lender"
    ] == [2]
