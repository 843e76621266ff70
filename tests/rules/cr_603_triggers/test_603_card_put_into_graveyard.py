"""Whenever a nontoken creature is put into your graveyard from the battlefield (603.6c, 603.10a, 400.3)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from tests.support.acting import count, settled
from tests.support.boards import BEAR, FOREST, creature, play
from tests.support.texts import card, said

BACK = (
    "Whenever a nontoken creature is put into your graveyard from the battlefield, you may pay {1}. "
    "If you do, return that card to the battlefield and attach Ring to it.\nEquip {1}"
)


def died(what: str, mana: int = 2) -> State:
    """After a creature of that label was destroyed."""
    layout = Layout(2)
    layout.put(card(BACK, "Artifact — Equipment", "Ring"), 0, label="ring")
    layout.put(BEAR, 0, label="mine")
    layout.put(BEAR, 1, label="theirs")
    layout.put(creature("Elf", token=True), 0, label="token")
    layout.put(FOREST, 0, label="land")
    layout.put(card("Destroy target permanent.", "Instant", "Bolt"), 0, "hand")
    layout.set_player(0, "mana.R", mana)
    state = layout.done()
    return settled(play(state, said(state, f"cast Bolt targeting {what}")))


def test_603_6c_the_card_is_returned_and_the_equipment_attached_to_it() -> None:
    state = died("mine")
    assert asked(state) != "priority"
    back = settled(play(state, Choice("may", 0, answer="yes")))
    assert count(back, "Bear") == 2
    (ring,) = [row for row in back.rows.values() if row.cls.proto is not None and row.cls.proto.name == "Ring"]
    assert back.rows[ring.refs["host"].row].cls.controller == 0  # type: ignore[union-attr] # it is attached
    gone = settled(play(state, Choice("may", 0, answer="no")))
    assert (count(gone, "Bear"), count(gone, "Bear", "graveyard")) == (1, 1)


@pytest.mark.parametrize("what", ["theirs", "token", "land"])
def test_603_6c_not_for_a_token_a_land_or_another_players_card(what: str) -> None:
    assert asked(died(what)) == "priority"


@pytest.mark.parametrize(("n", "made"), [(1, 0), (2, -1)])
def test_603_2_another_one_is_not_the_source_itself(n: int, made: int) -> None:
    text = "Whenever another nontoken creature is put into your graveyard from the battlefield, create a 1/1 green Elf creature token."
    layout = Layout(2)
    layout.put(card(text, "Creature — Imp", "Imp"), 0, n=n)
    layout.put(card("Destroy all creatures.", "Sorcery", "Wrath"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    state = play(state, said(state, "cast Wrath"))
    if made < 0:  # of a group each sees the others go: refused by name
        with pytest.raises(Unsupported) as refused:
            settled(state)
        assert refused.value.refusal.code == "grouped-triggers"
        return
    assert count(settled(state), "Elf") == made


CURIO = (
    "Whenever a nonartifact permanent you control enters, you may return another permanent you control "
    "that shares a permanent type with it to its owner's hand."
)


def test_110_4_another_permanent_that_shares_a_permanent_type_is_returned() -> None:
    layout = Layout(2)
    layout.put(card(CURIO, "Artifact", "Curio"), 0)
    layout.put(BEAR, 0, label="bear")
    layout.put(BEAR, 1, label="theirs")
    layout.put(FOREST, 0, label="forest")
    layout.put(creature("Elf"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    state = settled(play(state, said(state, "cast Elf")))
    done = settled(play(state, Choice("may", 0, answer="yes")))
    assert count(done, "Bear", "hand") == 1  # the one creature that may be returned: not the land, not the Elf itself
    assert (count(done, "Elf"), count(done, "Forest")) == (1, 1)
    assert count(settled(play(state, Choice("may", 0, answer="no"))), "Bear") == 2
