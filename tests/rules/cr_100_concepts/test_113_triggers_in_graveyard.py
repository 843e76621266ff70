"""Triggered abilities of cards in a graveyard, out of which their effects move them (113.6m, 603.10a, 400.7)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.conditions import InGraveyard
from tests.support.acting import count, handle, onward, settled
from tests.support.boards import BEAR, FOREST, creature, play
from tests.support.shown import shows
from tests.support.texts import card, said

GHAST = card(
    "Whenever a land you control enters, you may return Ghast from your graveyard to the battlefield.",
    "Creature — Vampire",
    "Ghast",
)
SQUEE = card(
    "At the beginning of your upkeep, you may return Squee from your graveyard to your hand.",
    "Creature — Goblin",
    "Squee",
)
TRAITOR = card(
    "Whenever another creature you control dies, you may pay {1}. If you do, "
    "return Traitor from your graveyard to the battlefield tapped.",
    "Creature — Spirit",
    "Traitor",
)
WRATH = card("Destroy all creatures.", "Sorcery", "Wrath")
BOLT = card("Destroy target creature.", "Instant", "Bolt")
CRYPT = card("Exile target card from a graveyard.", "Instant", "Crypt")


def says(state: State, word: str = "yes") -> State:
    """Who is asked answers, and the stack resolves up to the next question."""
    return settled(play(state, Choice("may" if asked(state) == "may" else "answer", decider(state), answer=word)))


def declined(state: State) -> State:
    """Who is asked to return what is not there can only say no (608.2d)."""
    while asked(state) == "may":
        refused = verify(state, Choice("may", decider(state), answer="yes"))
        assert refused is not None and refused.rule == "608.2d"
        state = says(state, "no")
    return state


def land_played(zone: str = "graveyard", n: int = 1, seat: int = 0) -> State:
    """After a land of the first player entered, with the card in a zone of a player."""
    layout = Layout(2)
    layout.put(GHAST, seat, zone, n=n)
    layout.put(FOREST, 0, "hand")
    layout.put(CRYPT, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    return play(state, said(state, "play Forest"))


def test_113_6m_it_returns_from_the_graveyard() -> None:
    state = settled(land_played())
    assert asked(state) != "priority"
    back = says(state)
    assert (count(back, "Ghast"), count(back, "Ghast", "graveyard")) == (1, 0)
    stays = says(state, "no")
    assert (count(stays, "Ghast"), count(stays, "Ghast", "graveyard")) == (0, 1)


@pytest.mark.parametrize("zone", ["battlefield", "hand", "exile"])
def test_113_6m_it_functions_in_no_other_zone(zone: str) -> None:
    state = land_played(zone)
    assert asked(state) == "priority"
    assert not state.stack


def test_113_8_the_owner_controls_it_whose_land_that_was_not() -> None:
    assert not land_played(seat=1).stack


def test_603_3b_of_like_cards_each_returns_itself() -> None:
    state = settled(land_played(n=3))
    state = says(state)
    assert (count(state, "Ghast"), count(state, "Ghast", "graveyard")) == (1, 2)
    state = says(state, "no")
    state = says(state)
    assert asked(state) == "priority"
    assert (count(state, "Ghast"), count(state, "Ghast", "graveyard")) == (2, 1)


def test_603_2_so_many_like_cards_that_they_have_no_rows_of_their_own_are_refused() -> None:
    with pytest.raises(Unsupported) as refused:
        land_played(n=10**30)
    assert refused.value.refusal.code == "grouped-triggers"


def test_400_7_a_card_that_left_in_response_is_not_found() -> None:
    state = land_played()
    assert state.stack
    state = settled(play(state, said(state, "cast Crypt targeting Ghast")))
    assert asked(state) == "may"
    state = declined(state)
    assert (count(state, "Ghast"), count(state, "Ghast", "exile")) == (0, 1)


def test_603_6_one_that_returned_is_not_there_for_its_other_trigger() -> None:
    layout = Layout(2)
    layout.put(GHAST, 0, "graveyard")
    for _ in range(2):
        layout.put(FOREST, 0, "graveyard")
    layout.put(card("Return all land cards from your graveyard to the battlefield.", "Sorcery", "Renew"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    state = settled(play(state, said(state, "cast Renew")))  # two lands at once: it triggers twice
    state = declined(says(state))
    assert (count(state, "Ghast"), count(state, "Forest")) == (1, 2)


def test_603_6a_what_leaves_the_graveyard_together_with_a_land_is_not_there_any_more() -> None:
    layout = Layout(2)
    layout.put(GHAST, 0, "graveyard")
    layout.put(FOREST, 0, "graveyard")
    layout.put(card("Return all cards from your graveyard to the battlefield.", "Sorcery", "Renew"), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    state = settled(play(state, said(state, "cast Renew")))
    assert asked(state) == "priority"
    assert (count(state, "Ghast"), count(state, "Forest")) == (1, 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_503_1a_at_the_beginning_of_the_upkeep_of_its_owner(seat: int) -> None:
    layout = Layout(2)
    layout.put(SQUEE, seat, "graveyard")
    for each in range(2):
        layout.put(BEAR, each, "library", n=5)
    state = layout.done()
    for _ in range(60):
        state = onward(state) if asked(state) in ("priority", "attack") else state
    assert (asked(state), state.game.prop("active"), state.game.prop("step")) == ("may", seat, "upkeep")
    assert count(says(state), "Squee", "hand") == 1


def died(zone: str, spell: str, mana: int = 2) -> State:
    """After a spell destroyed the Bear, with the Traitor in a zone."""
    layout = Layout(2)
    layout.put(TRAITOR, 0, zone)
    layout.put(BEAR, 0, label="bear")
    layout.put(creature("Elf"), 1, label="theirs")
    layout.put(WRATH, 0, "hand")
    layout.put(BOLT, 0, "hand")
    layout.set_player(0, "mana.R", mana)
    state = layout.done()
    return settled(play(state, said(state, f"cast {spell}")))


def test_603_10a_a_card_in_the_graveyard_sees_a_creature_die() -> None:
    state = died("graveyard", "Bolt targeting bear")
    assert asked(state) != "priority"
    back = says(state)
    assert count(back, "Traitor") == 1
    assert [row.cls.tapped for row in back.rows.values() if row.cls.proto == TRAITOR] == [True]
    assert count(says(state, "no"), "Traitor", "graveyard") == 1


def test_603_10a_it_was_not_in_the_graveyard_as_it_died_together_with_the_creature() -> None:
    state = died("battlefield", "Wrath")
    assert asked(state) == "priority"
    assert (count(state, "Traitor", "graveyard"), count(state, "Bear", "graveyard")) == (1, 1)


def test_603_10a_not_for_a_creature_of_another_player() -> None:
    assert asked(died("graveyard", "Bolt targeting theirs")) == "priority"


YOURS = card(
    "Whenever another creature is put into your graveyard from the battlefield, you may return Ghoul from your graveyard to your hand.",
    "Creature — Zombie",
    "Ghoul",
)


@pytest.mark.parametrize(
    ("owner", "controller", "token", "sees"),
    [(0, 0, False, True), (0, 0, True, True), (0, 1, False, True), (1, 1, False, False), (1, 0, False, False)],
)
def test_400_3_what_dies_goes_to_the_graveyard_of_its_owner(
    owner: int, controller: int, token: bool, sees: bool
) -> None:
    layout = Layout(2)
    layout.put(YOURS, 0, "graveyard")
    layout.put(creature("Beast", token=token), owner, controller=controller)
    layout.put(BOLT, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = layout.done()
    state = settled(play(state, said(state, "cast Bolt targeting Beast")))
    assert (asked(state) == "may") is sees


GENESIS = card(
    "At the beginning of your upkeep, if Genesis is in your graveyard, "
    "you may return target creature card from your graveyard to your hand.",
    "Creature — Incarnation",
    "Genesis",
)


def upkeep_with(zone: str) -> State:
    """Up to the first question, or the ability on the stack, of the second player's next upkeep; or of nobody's."""
    layout = Layout(2, 1, "end")
    layout.put(GENESIS, 0, zone)
    layout.put(BEAR, 0, "graveyard")
    layout.put(CRYPT, 0, "hand")
    layout.put(card("{T}: Add {R}.", "Land", "Peak"), 0)
    for each in range(2):
        layout.put(BEAR, each, "library", n=5)
    state = layout.done()
    while asked(state) in ("priority", "attack") and not (
        state.game.prop("active") == 0 and state.game.prop("step") == "upkeep"
    ):
        state = onward(state)
    return state


def test_113_6b_an_ability_that_says_so_functions_in_the_graveyard_alone() -> None:
    state = upkeep_with("graveyard")
    assert asked(state) == "target"
    state = play(state, Choice("target", 0, targets=(handle(state, "Bear", "graveyard"),)))
    state = says(settled(state))
    assert (count(state, "Bear", "hand"), count(state, "Genesis", "graveyard")) == (1, 1)
    there = upkeep_with("battlefield")
    assert asked(there) == "priority"
    assert not there.stack


@shows(InGraveyard)
def test_603_4_it_does_nothing_where_the_card_is_not_there_any_more() -> None:
    state = upkeep_with("graveyard")
    state = play(state, Choice("target", 0, targets=(handle(state, "Bear", "graveyard"),)))
    state = play(state, said(state, "activate Peak"))
    state = settled(play(state, said(state, "cast Crypt targeting Genesis")))
    assert asked(state) == "priority"
    assert (count(state, "Bear", "graveyard"), count(state, "Genesis", "exile")) == (1, 1)


def test_118_12_the_cost_is_not_paid_without_mana() -> None:
    state = died("graveyard", "Bolt targeting bear", 1)
    while asked(state) == "may":
        state = says(state, "no")
    assert count(state, "Traitor", "graveyard") == 1


def test_113_6m_of_an_instant_too() -> None:
    fire = card(
        "Punish deals 2 damage to any target.\n"
        "Whenever an opponent gains life, you may pay {1}. If you do, return Punish from your graveyard to your hand.",
        "Instant",
        "Punish",
    )
    layout = Layout(2)
    layout.put(fire, 0, "graveyard")
    layout.put(card("Target player gains 1 life.", "Instant", "Salve"), 0, "hand")
    layout.set_player(0, "mana.R", 2)
    state = layout.done()
    state = settled(play(state, said(state, "cast Salve targeting p2")))
    state = says(state)
    assert count(state, "Punish", "hand") == 1


@pytest.mark.parametrize(
    "text",
    [
        "When ~ dies, return ~ from your graveyard to your hand.",  # 113.6m: its trigger condition puts it there
        "Whenever ~ or another creature dies, return ~ from your graveyard to your hand.",
        "Whenever you discard a card, return ~ from your graveyard to your hand.",  # it may be the card discarded
        "Whenever a land card is put into a graveyard from anywhere, return ~ from your graveyard to your hand.",
        "Whenever one or more creatures die, return ~ from your graveyard to your hand.",
        "When you control no lands, return ~ from your graveyard to your hand.",
        "As long as ~ is in your graveyard, creatures you control have haste.",
        "{1}: Draw a card. Activate only if ~ is in your graveyard.",
        "Whenever you attack, draw a card. If ~ is in your graveyard, you gain 1 life.",
    ],
)
def test_113_6m_an_event_that_the_rules_would_miss_is_not_read(text: str) -> None:
    with pytest.raises(AssertionError):
        card(text.replace("~", "Test Card"), "Creature — Zombie")
