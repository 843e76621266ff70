"""As many untapped permanents as a player chooses are tapped as something resolves, and their number is used: 701.26a, 107.3, 608.2d."""

from __future__ import annotations

import pytest

from reiterate.oracle.clause import Context, read_line
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import NotUnderstood
from reiterate.terms.proto import Proto
from tests.support.acting import handle, only, question, says, settled
from tests.support.boards import creature, life, named, play
from tests.support.combats import run
from tests.support.texts import card, said

MYR = Proto("Myr", ("artifact", "creature"), ("Myr",), power=1, toughness=1, token=True)
SPHERE = card(
    "Whenever Sphere attacks, you may tap X untapped Myr you control. If you do, Sphere gets +X/+0 until end of turn "
    "and deals X damage to defending player.",
    "Artifact Creature — Myr",
    "Sphere",
    size=4,
)


def attacked(myr: int) -> State:
    """While it is asked which Myr are tapped, the attacking Sphere being tapped itself."""
    layout = Layout(2)
    layout.put(SPHERE, 0)
    layout.put(MYR, 0, n=myr)
    layout.put(MYR, 0, tapped=True)
    layout.put(MYR, 1, n=2)
    state = run(layout.done(), "all pass to declare attackers", "attack with Sphere")
    return settled(state)


@pytest.mark.parametrize("tapped", [0, 1, 4])
def test_107_3_x_is_how_many_are_tapped(tapped: int) -> None:
    state = attacked(4)
    mine = [row for row in question(state)[2] if state.rows[row].cls.controller == 0]
    assert (
        question(state)[2] == tuple(mine) and len(mine) == 1
    )  # 701.26a: those of the other player, and tapped ones, are none
    done = settled(says(state, picks=((mine[0], tapped),) if tapped else ()))
    assert life(done, 1) == 20 - tapped
    assert only(done, "Sphere").get("eot.power") == tapped
    assert sum(int(str(r.n)) for r in named(done, "Myr") if r.cls.tapped and r.cls.controller == 0) == 1 + tapped


def test_608_2d_with_none_there_nothing_is_asked() -> None:
    layout = Layout(2)
    layout.put(SPHERE, 0)
    state = settled(run(layout.done(), "all pass to declare attackers", "attack with Sphere"))
    assert (asked(state), life(state, 1)) == ("priority", 20)


@pytest.mark.parametrize("tapped", [0, 2])
def test_608_2c_for_each_one_tapped_this_way(tapped: int) -> None:
    text = "{0}: You may tap any number of untapped creatures you control. You gain 2 life for each creature tapped this way."
    layout = Layout(2)
    layout.put(card(text, "Artifact", "Drum"), 0)
    layout.put(creature("Ox"), 0, n=3)
    state = layout.done()
    asking = settled(play(state, said(state, "activate Drum")))
    done = settled(says(asking, picks=((handle(asking, "Ox"), tapped),) if tapped else ()))
    assert life(done, 0) == 20 + 2 * tapped


def test_107_3_without_an_x_behind_it_nothing_is_counted() -> None:
    line = "{0}: You may tap X untapped creatures you control. If you do, draw a card."
    assert isinstance(read_line(line, Context("Test Card"))[0], NotUnderstood)
