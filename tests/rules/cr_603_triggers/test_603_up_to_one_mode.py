"""A triggered ability with up to one mode: without a mode it is removed from the stack (603.3c, 700.2b)."""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import count, question, says, settled, stack_size
from tests.support.boards import BEAR, life, play
from tests.support.texts import card, said

TEXT = """When Test Card enters, choose up to one —
• Destroy target creature.
• You gain 3 life."""


def entered(bears: int = 1) -> State:
    """The question for a mode, as the creature enters beside Bears."""
    layout = Layout(2)
    if bears:
        layout.put(BEAR, 1, label="bear")
    layout.put(card(TEXT, "Creature — Elf"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    state = play(state, said(state, "cast Test Card"))
    while asked(state) == "priority":
        state = play(state, Choice("pass", decider(state)))
    return state


def test_603_3c_none_of_the_modes_is_chosen() -> None:
    state = entered()
    assert question(state)[:2] == ("mode", 0)
    state = says(state, "mode 3")
    assert stack_size(state) == 0
    assert asked(state) == "priority"
    done = settled(state)
    assert (count(done, "Bear"), life(done, 0)) == (1, 20)


def test_603_3c_one_of_the_modes_is_chosen() -> None:
    gained = says(entered(), "mode 2")
    assert stack_size(gained) == 1
    assert life(settled(gained), 0) == 23
    killed = says(entered(), "mode 1")
    assert asked(killed) == "target"
    bear = next(h for h, row in killed.rows.items() if row.cls.proto == BEAR)
    assert count(settled(play(killed, Choice("target", 0, -1, targets=(bear,)))), "Bear") == 0
