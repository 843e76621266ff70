"""Grouping can't be observed: the same choices, grouped and exploded, end in the same normal form (law 3)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reiterate.refusals import Unsupported
from reiterate.rules.choices import Choice
from reiterate.rules.options import instances, options
from reiterate.rules.setup import Layout
from reiterate.rules.step import step
from reiterate.rules.verify import asked
from reiterate.state.identity import same
from reiterate.state.model import State
from reiterate.state.normal import explode, normal
from tests.boards import ELF, GROWER, GUARD, LORD, MAKER, WARDEN, boards


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
        found = [s for s in successors(apart) if same(s, after)]
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


@given(boards(), st.data())
def test_grouped_and_exploded_play_end_alike(state: State, data: st.DataObject) -> None:
    together(normal(state), data, 4)


@given(st.integers(1, 3), st.integers(1, 3), st.sampled_from((GUARD, WARDEN, GROWER, LORD)), st.data())
def test_groups_that_watch_each_other(makers: int, watchers: int, watcher: object, data: st.DataObject) -> None:
    layout = Layout(2)
    layout.put(MAKER, 0, n=makers)
    layout.put(watcher, 0, n=watchers)  # type: ignore[arg-type] # a card
    layout.put(ELF, 0, n=2)
    layout.put(ELF, 0, tapped=True)
    state = layout.done()
    maker = next(h for h, r in state.rows.items() if r.cls.proto is MAKER)
    apart = explode(state)
    for _ in range(makers):
        row = next(h for h, r in state.rows.items() if r.cls.proto is MAKER and not r.cls.tapped)
        one = next(h for h, r in apart.rows.items() if r.cls.proto is MAKER and not r.cls.tapped)
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
