"""What a check leaves out since it can't have changed: all that is kept along play is what comes out anew (704.3)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import add
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.characteristics.trigger_index import listeners
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.layout import Layout
from reiterate.rules.turn import state_based_actions
from reiterate.state.events import UNSETTLED, Draft
from reiterate.state.index import indexed
from reiterate.state.model import BATTLEFIELD, State
from reiterate.state.properties import DAMAGE, EOT_TOUGHNESS
from tests.support.boards import BEAR, GOND, PINGER, boards, gond_board, wander


def anew(state: State) -> State:
    """The same position with nothing worked out in it."""
    return State(state.rows, state.seqs, state.tally, state.labels, state.fresh)


def found_by(draft: Draft) -> state_based_actions._Found:
    """What the next check finds."""
    return state_based_actions._find(draft, state_based_actions._to_look_at(draft))


def check_kept(state: State) -> None:
    """What a state keeps of its rows is what a look at all of them finds."""
    fresh = anew(state)
    assert indexed(state) == indexed(fresh)
    kept, found = found_by(Draft(state)), found_by(Draft(fresh))
    for name in type(found).__slots__:
        assert getattr(kept, name) == getattr(found, name), name
    for handle, row in state.rows.items():
        if row.cls.zone == BATTLEFIELD:
            for kind in view(fresh, handle).triggers:
                assert handle in listeners(state, kind)


@given(boards(), st.data())
def test_what_is_kept_along_play_is_what_comes_out_anew(state: State, data: st.DataObject) -> None:
    for _ in range(8):
        moved = wander(state, data)
        if moved is None:
            return
        state = moved[0]
        check_kept(state)


def check_a_settled_creature_is_looked_at_when_touched() -> None:
    layout = Layout(2)
    bears = [layout.put(BEAR, 0) for _ in range(2)]
    draft = Draft(layout.done())
    assert not state_based_actions.perform_round(draft)
    assert draft.view[UNSETTLED] == ()
    draft = Draft(draft.done())
    add(draft, "", bears[0], DAMAGE, 2)
    state = draft.done()  # the next check is made in another step
    assert found_by(Draft(state)).destroyed == bears[:1]
    draft = Draft(state)
    add(draft, "", bears[1], EOT_TOUGHNESS, -2)
    assert found_by(draft).dying == bears[1:]
    assert found_by(draft).destroyed == bears[:1], "it isn't settled before it has left"


def test_a_settled_creature_is_looked_at_when_touched() -> None:
    check_a_settled_creature_is_looked_at_when_touched()


def check_the_index_follows() -> None:
    """Rows come, go and change their class along one iteration: tapped, on the stack, waiting, merged with others."""
    state, guard = gond_board()
    assert indexed(state) == indexed(anew(state))
    acting = (Choice("activate", 0, guard), *(Choice("pass", seat) for seat in (0, 1, 0, 1)))
    for choice in acting * 2:
        state, _ = step(state, choice)
        assert indexed(state) == indexed(anew(state))


def test_the_index_follows() -> None:
    check_the_index_follows()


def check_an_aura_is_looked_at_again() -> None:
    """Another row decides about it: it is never settled."""
    layout = Layout(2)
    host = layout.put(PINGER, 0)
    layout.attach(layout.put(GOND, 0), host)
    draft = Draft(layout.done())
    assert not state_based_actions.perform_round(draft)
    left = draft.view[UNSETTLED]
    assert isinstance(left, tuple) and host not in left and len(left) == 1


def test_an_aura_is_looked_at_again() -> None:
    check_an_aura_is_looked_at_again()
