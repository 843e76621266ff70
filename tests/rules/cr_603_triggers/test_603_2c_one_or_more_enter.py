"""Abilities that trigger once for all that enters at the same time, or that is created at the same time (603.2c)."""

from __future__ import annotations

import pytest

from reiterate.amounts import Amount
from reiterate.refusals import Unsupported
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.trigger_events import TokensMade
from tests.support.acting import settled
from tests.support.boards import life, play
from tests.support.shown import shows
from tests.support.texts import card, said
from tests.support.written import not_read

ENTER = "Whenever one or more creatures you control enter, you gain 1 life."
OTHERS = "Whenever one or more other creatures you control enter, you gain 1 life."
MADE = "Whenever you create one or more creature tokens, you gain 1 life."
ELF = "Create a 1/1 green Elf creature token."
ELVES = "Create three 1/1 green Elf creature tokens."
SQUIRRELS = (
    "If one or more creature tokens would be created under your control, "
    "those tokens plus that many 1/1 green Squirrel creature tokens are created instead."
)


def gained(spell: str, *texts: str, n: Amount = 1, owner: int = 0) -> object:
    """The life of the first player after they have cast a spell beside enchantments of these texts, the first of them ``n`` times."""
    layout = Layout(2)
    for i, text in enumerate(texts):
        layout.put(card(text, name=f"Rule {i}"), owner, n=n if i == 0 else 1)
    layout.put(card(spell, "Instant", "Maker"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    return life(settled(play(state, said(state, "cast Maker"))), 0)


@shows(TokensMade)
@pytest.mark.parametrize("text", [ENTER, MADE])
def test_603_2c_once_for_all_that_enter_or_are_created_at_once(text: str) -> None:
    assert gained(ELVES, text) == gained(ELF, text) == 21
    assert gained("Create 1000000000000 1/1 green Elf creature tokens.", text) == 21
    assert gained(ELVES, text, SQUIRRELS) == 21  # of two kinds, at the same time
    assert gained(ELVES, text, n=3) == 23  # each of three such abilities
    assert gained("Create a Treasure token.", text) == 20
    assert gained(ELVES, text, owner=1) == 20  # not the controller's


def test_603_2c_several_parts_of_one_effect_are_refused() -> None:
    with pytest.raises(Unsupported) as refused:
        gained(f"{ELF} {ELVES}", ENTER)
    assert refused.value.refusal.code == "rule-603.2c"


def test_603_2c_two_spells_are_two_events() -> None:
    layout = Layout(2)
    layout.put(card(ENTER, name="Rule"), 0)
    layout.put(card(ELVES, "Instant", "Maker"), 0, "hand", n=2)
    layout.set_player(0, "mana.R", 2)
    state = layout.done()
    for _ in range(2):
        state = settled(play(state, said(state, "cast Maker")))
    assert life(state, 0) == 22


def entered(text: str, more: str = "") -> State:
    """The position after a creature of a text has entered, and with it what it makes."""
    layout = Layout(2)
    layout.put(card(text, "Creature — Elf", "Herald"), 0, "hand")
    if more:
        layout.put(card(more, "Creature — Elf", "Herald"), 0)
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    return settled(play(state, said(state, "cast Herald")))


def test_603_6a_other_creatures_are_not_the_source_itself() -> None:
    assert life(entered(OTHERS), 0) == 20
    assert life(entered(ENTER), 0) == 21
    assert life(entered(OTHERS, OTHERS), 0) == 21  # the one that was there sees the other


def test_603_2d_an_additional_time_is_refused() -> None:
    again = "If a creature entering causes a triggered ability of a permanent you control to trigger, that ability triggers an additional time."
    with pytest.raises(Unsupported) as refused:
        gained(ELF, ENTER, again)
    assert refused.value.refusal.code == "rule-603.2d"


def test_603_2h_only_once_each_turn() -> None:
    assert (
        gained(
            f"{ELVES} {ELF}".replace("Create a", "You gain 2 life. Create a"),
            ENTER[:-1] + ". This ability triggers only once each turn.",
        )
        == 23
    )


def test_603_2c_what_one_or_more_things_are_is_not_known() -> None:
    assert not_read("Whenever one or more creatures you control enter, put that many charge counters on Test Card.")
    assert not_read("Whenever one or more creatures you control enter, tap it.")
