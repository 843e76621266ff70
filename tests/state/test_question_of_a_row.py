"""The row that a question is about is there in the normal form, also where like rows become one."""

from __future__ import annotations

from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import GAME, Ref, Row, State, one
from reiterate.state.normal_form import normal
from reiterate.state.properties import ABOUT
from tests.support.boards import BEAR


def test_like_rows_become_one_and_the_question_is_about_that_one() -> None:
    """As in 603.3b, while two of three like abilities are put on the stack whose source is gone."""
    layout = Layout(2)
    bears = [layout.put(BEAR, 0, n=n) for n in (1, 2)]
    plain = layout.done()
    for asked in bears:
        game = plain.rows[GAME]
        rows = {**plain.rows, GAME: Row(game.cls, game.num, game.n, {**game.refs, ABOUT: one(asked)})}
        state = State(rows, dict(plain.seqs), dict(plain.tally), dict(plain.labels), plain.fresh)
        found = normal(state)
        about = found.rows[GAME].refs[ABOUT]
        assert isinstance(about, Ref) and about.row in found.rows
        assert same(found, found)
