"""Wordings of cards that are played: cards in all graveyards, other costs of ward, abilities from a source of a type, and their kin.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.characteristics.evaluate import power, toughness
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.quantities import PlayerCounters
from tests.support.acting import BOLT, around, count, handle, onward, says, settled, until
from tests.support.boards import BEAR, FOREST, life
from tests.support.combats import run
from tests.support.shown import shows
from tests.support.texts import card, code

# --- all graveyards -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("Beast's power and toughness are each equal to the number of cards in all graveyards.", (5, 5)),
        ("Beast's power and toughness are each equal to the number of creature cards in all graveyards.", (3, 3)),
        ("Beast's power is equal to the number of card types among cards in all graveyards and its toughness is equal to that number plus 1.", (3, 4)),
        ("Beast gets +1/+1 for each land card in all graveyards.", (3, 3)),
    ],
)  # fmt: skip
def test_604_3_cards_in_all_graveyards(text: str, size: tuple[int, int]) -> None:
    layout = Layout(3)
    beast = layout.put(card(text, "Creature — Beast", name="Beast"), 0)
    for proto, seat, n in ((BEAR, 0, 1), (BEAR, 1, 2), (BOLT, 2, 1), (FOREST, 1, 1)):
        layout.put(proto, seat, "graveyard", n=n)
    layout.put(BEAR, 0, "hand")
    layout.put(BEAR, 0, "exile")
    state = layout.done()
    assert (power(state, beast), toughness(state, beast)) == size


# --- ward ---------------------------------------------------------------------------------------------------------


def warded(cost: str, *there: str) -> State:
    """An ability of the first player is aimed at a creature with this ward, whose ability resolves as that player has these cards."""
    layout = Layout(2)
    layout.put(card(f"Ward—{cost}", "Creature — Cat", name="Cat"), 1)
    layout.put(card("{0}: Destroy target creature.", "Enchantment", name="Blade"), 0)
    layout.set_player(0, "mana.R", 3)
    for name in there:
        layout.put(FOREST if name == "Forest" else BEAR, 0, "hand" if name == "card" else "battlefield")
    return around(run(layout.done(), "activate Blade targeting Cat"))


@pytest.mark.parametrize(
    ("cost", "there", "left"),
    [
        ("Discard a card.", ("card",), 0),
        ("Sacrifice a creature.", ("Bear",), 0),
        ("Sacrifice two permanents.", ("Bear",), 0),
        ("{2}, Pay 3 life.", ("Bear",), 1),
    ],
)
def test_702_21a_ward_is_paid_for_otherwise(cost: str, there: tuple[str, ...], left: int) -> None:
    state = warded(cost, *there)
    assert asked(state) == "answer"
    kept = settled(says(state, "no"))
    assert count(kept, "Cat") == 1 and life(kept, 0) == 20
    paid = settled(says(state, "yes"))  # what is sacrificed is all that there is
    assert count(paid, "Cat", "graveyard") == 1
    assert count(paid, "Bear", "hand") + count(paid, "Bear") == left
    assert count(paid, "Blade") == ("two" not in cost)
    assert life(paid, 0) == (17 if "life" in cost else 20)


def test_702_21a_what_can_not_be_paid_is_countered() -> None:
    for cost in ("Sacrifice a creature.", "Sacrifice three nonland permanents.", "{4}, Pay 3 life."):
        state = settled(warded(cost, "Forest"))
        assert (count(state, "Cat"), count(state, "Forest")) == (1, 1)


# --- abilities from a source --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "legal"), [("Artifact", True), ("Artifact Creature — Golem", True), ("Enchantment", False)]
)
def test_113_7a_the_source_of_an_ability_is_of_a_type(kind: str, legal: bool) -> None:
    layout = Layout(2)
    layout.put(card("{0}: You gain 1 life.", kind, name="Font"), 0)
    layout.put(card("{0}: Counter target activated ability from an artifact source.", "Enchantment", name="Rust"), 0)
    state = run(layout.done(), "activate Font")
    if not legal:
        assert code(state, "activate Rust targeting ability #1")
        return
    assert life(settled(run(state, "activate Rust targeting ability #1")), 0) == 20


def test_113_7a_a_source_that_has_left_is_what_it_was() -> None:
    layout = Layout(2)
    layout.put(card("Sacrifice this artifact: You gain 1 life.", "Artifact", name="Font"), 0)
    text = "{0}: Copy target activated or triggered ability you control from an artifact source. You may choose new targets for the copy."
    layout.put(card(text, "Enchantment", name="Echo"), 0)
    state = settled(run(layout.done(), "activate Font", "activate Echo targeting ability #1"))
    assert life(state, 0) == 22


# --- more ---------------------------------------------------------------------------------------------------------


def test_119_5_a_targeted_players_life_total_becomes_a_number() -> None:
    for start, gained in ((25, 10), (4, 10)):
        layout = Layout(2)
        layout.put(card("{0}: Target player's life total becomes 10.", "Artifact", name="Tool"), 0)
        layout.set_player(1, "life", start)
        assert life(settled(run(layout.done(), "activate Tool targeting p2")), 1) == gained


def test_101_2_opponents_neither_cast_nor_activate_in_that_players_turn() -> None:
    words = "During your turn, your opponents can't cast spells or activate abilities of artifacts, creatures, or enchantments."
    layout = Layout(2)
    layout.put(card(words, name="Shield"), 0)
    for seat in (0, 1):
        for i, kind in enumerate(("Artifact", "Creature — Elf", "Enchantment", "Land")):
            layout.put(card("{0}: You gain 1 life.", kind, name=f"Font {seat}{i}"), seat)
        layout.put(BOLT, seat, "hand")
        layout.set_player(seat, "mana.R", 1)
    state = layout.done()
    assert [code(state, f"activate Font 0{i}") for i in range(4)] == ["", "", "", ""]
    assert code(state, "cast Bolt targeting p2") == ""
    state = run(state, "pass")
    found = [code(state, f"activate Font 1{i}") for i in range(4)]
    assert all(found[:3]) and found[3] == ""
    assert code(state, "cast Bolt targeting p1")
    assert handle(state, "Shield")


def test_611_3_a_sentence_with_two_rules() -> None:
    layout = Layout(2)
    layout.put(card("You have no maximum hand size and don't lose the game for having 0 or less life.", name="Book"), 0)
    layout.put(card("{0}: You lose 30 life.", "Artifact", name="Tool"), 0)
    state = settled(run(layout.done(), "activate Tool"))
    assert life(state, 0) == -10 and not state.rows[1].cls.prop("lost")


@shows(PlayerCounters)
def test_122_1_experience_counters_that_a_player_has_are_counted() -> None:
    layout = Layout(2)
    beast = layout.put(
        card("Beast gets +1/+1 for each experience counter you have.", "Creature — Beast", name="Beast"), 0
    )
    layout.put(card("{0}: You get an experience counter.", "Artifact", name="Tool"), 0)
    layout.put(
        card("{0}: You gain life equal to the number of experience counters you have.", "Artifact", name="Cup"), 0
    )
    layout.set_player(1, "counter.experience", 7)
    state = layout.done()
    assert power(state, beast) == 2
    for n in (1, 2):
        state = settled(run(state, "activate Tool"))
        assert (power(state, beast), toughness(state, beast)) == (2 + n, 2 + n)
    assert life(settled(run(state, "activate Cup")), 0) == 22


@pytest.mark.parametrize(("words", "gained"), [("noncombat ", 1), ("combat ", 0), ("", 1)])
def test_120_3_damage_that_is_no_combat_damage(words: str, gained: int) -> None:
    layout = Layout(2)
    layout.put(
        card(f"Whenever Ox is dealt {words}damage, you gain that much life.", "Creature — Ox", name="Ox", size=3), 0
    )
    layout.put(card("{0}: Gun deals 1 damage to target creature.", "Artifact", name="Gun"), 0)
    state = settled(run(layout.done(), "activate Gun targeting Ox"))
    assert life(state, 0) == 20 + gained


@pytest.mark.parametrize(("words", "gained"), [("noncombat ", 0), ("combat ", 2), ("", 2)])
def test_120_3_combat_damage(words: str, gained: int) -> None:
    layout = Layout(2)
    layout.put(
        card(f"Whenever Ox is dealt {words}damage, you gain that much life.", "Creature — Ox", name="Ox", size=3), 0
    )
    layout.put(BEAR, 1)
    state = layout.done()
    while asked(state) != "attack":
        state = onward(state)
    state = run(state, "attack with Ox")
    while asked(state) != "block":
        state = onward(state)
    state = settled(run(state, "Bear blocks Ox"))
    state = until(state, "end", 0)
    assert life(state, 0) == 20 + gained


@pytest.mark.parametrize("cards", [6, 7, 8])
def test_602_5b_exactly_so_many_cards_in_hand(cards: int) -> None:
    layout = Layout(2)
    text = "{T}: You gain 1 life. Activate only if you have exactly seven cards in hand."
    layout.put(card(text, "Artifact", name="Shelf"), 0)
    layout.put(FOREST, 0, "hand", n=cards)
    assert (code(layout.done(), "activate Shelf") == "") is (cards == 7)


def test_603_7b_at_the_beginning_of_your_next_end_step() -> None:
    layout = Layout(2, active=1)
    text = "{0}: Create a 1/1 white Cat creature token. Sacrifice it at the beginning of your next end step."
    layout.put(card(text, "Artifact", name="Tool"), 0)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 9)])
    state = settled(run(layout.done(), "pass", "activate Tool"))
    mine = until(state, "main1", 0)
    assert count(mine, "Cat") == 1  # the other player's end step is none of its controller's
    assert count(until(mine, "upkeep", 1), "Cat") == 0


# --- abilities of the equipped creature ---------------------------------------------------------------------------

BRACERS = "Whenever an ability of equipped creature is activated, if it isn't a mana ability, copy that ability. You may choose new targets for the copy."


def equipped(text: str, controller: int = 0) -> Layout:
    layout = Layout(2)
    elf = layout.put(card(text, "Creature — Elf", name="Elf"), controller)
    layout.put(card("{0}: You gain 1 life.", "Creature — Dryad", name="Other"), 0)
    layout.attach(layout.put(card(f"{BRACERS}\nEquip {{3}}", "Artifact — Equipment", name="Bracers"), 0), elf)
    layout.library(0, [(FOREST, 9)])
    return layout


def test_603_2_an_ability_of_the_equipped_creature_is_copied() -> None:
    assert life(settled(run(equipped("{0}: You gain 1 life.").done(), "activate Elf")), 0) == 22
    assert life(settled(run(equipped("{0}: You gain 1 life.").done(), "activate Other")), 0) == 21


def test_603_2_a_mana_ability_is_not_and_a_triggered_one_is_none_that_is_activated() -> None:
    state = settled(run(equipped("{0}: Add {G}.").done(), "activate Elf"))
    assert state.rows[1].get("mana.G") == 1
    state = equipped("Whenever you gain life, draw a card.").done()
    assert count(settled(run(state, "activate Other")), "Forest", "hand") == 1


def test_707_10_who_controls_the_equipment_controls_the_copy() -> None:
    state = run(equipped("{0}: You gain 1 life.", 1).done(), "pass", "activate Elf")
    state = settled(state)
    assert (life(state, 0), life(state, 1)) == (21, 21)


def test_603_10_what_it_was_attached_to_is_given_up_for_it() -> None:
    with pytest.raises(Unsupported, match="which left for it"):
        run(equipped("Sacrifice this creature: You gain 1 life.").done(), "activate Elf")
