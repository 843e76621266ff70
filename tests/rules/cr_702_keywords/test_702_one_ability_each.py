"""Keywords that stand for one ability of words that are there: bushido, flanking, exalted, extort and their kin (702)."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import Ref, State
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter, TargetRef, TargetSpec
from reiterate.terms.trigger_events import Attacks
from tests.support.acting import count, handle, instant, only, says, settled
from tests.support.boards import BEAR, FOREST, creature, life, play
from tests.support.combats import combat, fight, passed, run, struck
from tests.support.shown import shows

GONE = instant("Gone", Destroy(TargetRef(0)), targets=(TargetSpec(Filter()),))


def card(name: str, text: str, types: str = "Creature — Elf", size: int = 2, cost: str = "{R}") -> Proto:
    """A card of these words; every line of it is understood."""
    sized = {"power": str(size), "toughness": str(size)} if "Creature" in types else {}
    found = compile_card({"name": name, "type_line": types, "oracle_text": text, "mana_cost": cost, **sized})
    assert found.complete, [clause.text for clause in found.missing]
    return found.proto


def cast(layout: Layout, proto: Proto, *targets: int) -> State:
    """The position after a card of the first player has resolved, up to the next question."""
    row = layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    return settled(play(layout.done(), Choice("cast", 0, row, targets=targets)))


# --- attackers and blockers --------------------------------------------------------------------------------------


def test_702_45a_bushido_grows_as_it_blocks_or_becomes_blocked() -> None:
    samurai, ogre = card("Samurai", "Bushido 2"), creature("Ogre", 3, 3)
    state = fight(samurai, ogre, 1, "p2: Ogre blocks Samurai")
    assert (count(state, "Samurai"), count(state, "Ogre")) == (1, 0)
    state = fight(ogre, samurai, 1, "p2: Samurai blocks Ogre")
    assert (count(state, "Samurai"), count(state, "Ogre")) == (1, 0)
    assert life(fight(samurai, None), 1) == 18  # nothing blocks it


@shows("flanking")
def test_702_25a_flanking_shrinks_blockers_without_flanking() -> None:
    knight = card("Knight", "Flanking")
    state = fight(knight, BEAR, 1, "p2: Bear blocks Knight")
    assert (count(state, "Knight"), count(state, "Bear")) == (1, 0)
    other = card("Lancer", "Flanking")
    state = fight(knight, other, 1, "p2: Lancer blocks Knight")
    assert (count(state, "Knight"), count(state, "Lancer")) == (0, 0)
    double = card("Rider", "Flanking\nFlanking")
    state = fight(double, creature("Ogre", 3, 3), 1, "p2: Ogre blocks Rider")  # 702.25b: it is 1/1
    assert (count(state, "Rider"), count(state, "Ogre")) == (1, 0)


@shows("exalted", Attacks)
@pytest.mark.parametrize("squires", [1, 2, 3])
def test_702_83a_exalted_for_what_attacks_alone(squires: int) -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    layout.put(card("Squire", "Exalted", size=1), 0, n=squires)
    layout.set_player(1, "life", 10**30)
    state = struck(settled(run(combat(layout), "attack with Bear")))
    assert life(state, 1) == 10**30 - 2 - squires


def test_702_83b_two_attackers_are_not_alone() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, n=2)
    layout.put(card("Squire", "Exalted", size=1), 0)
    state = struck(settled(run(combat(layout), "attack with 2 Bears")))
    assert life(state, 1) == 16


@shows("battle cry")
def test_702_91a_battle_cry_pumps_each_other_attacker() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    layout.put(card("Crier", "Battle cry", size=1), 0)
    state = struck(settled(run(combat(layout), "attack with everything")))
    assert life(state, 1) == 20 - 3 - 1


@shows("ingest")
def test_702_115a_ingest_exiles_the_top_card_of_who_is_hit() -> None:
    layout = Layout(2)
    layout.put(card("Processor", "Ingest", size=1), 0)
    layout.library(1, [(FOREST, 3)])
    state = settled(struck(settled(run(combat(layout), "attack with Processor"))))
    assert (life(state, 1), count(state, "Forest", "exile")) == (19, 1)


def test_702_130a_afflict_costs_life_where_it_is_blocked() -> None:
    state = fight(card("Tormentor", "Afflict 2"), BEAR, 1, "p2: Bear blocks Tormentor")
    assert life(state, 1) == 18
    assert life(fight(card("Tormentor", "Afflict 2"), None), 1) == 18  # its combat damage alone


# --- casting, entering, dying ------------------------------------------------------------------------------------


@shows("extort")
@pytest.mark.parametrize("players", [2, 3])
def test_702_101a_extort_drains_each_opponent_where_it_is_paid(players: int) -> None:
    layout = Layout(players)
    layout.put(card("Syndic", "Extort"), 0)
    layout.set_player(0, "mana.B", 1)
    row = layout.put(card("Pup", ""), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    no = settled(says(state, "no"))
    assert [life(no, seat) for seat in range(players)] == [20] * players
    yes = settled(says(state, "yes"))
    assert [life(yes, seat) for seat in range(players)] == [20 + players - 1, *[19] * (players - 1)]


def test_702_123a_fabricate_gives_counters_or_servos() -> None:
    state = cast(Layout(2), card("Maker", "Fabricate 2"))
    assert asked(state) == "may"
    yes = settled(play(state, Choice("may", 0, answer="yes")))
    assert (only(yes, "Maker").get("counter.+1/+1"), count(yes, "Servo")) == (2, 0)
    no = settled(play(state, Choice("may", 0, answer="no")))
    assert (only(no, "Maker").get("counter.+1/+1"), count(no, "Servo")) == (0, 2)
    servo = view(no, handle(no, "Servo"))
    assert set(servo.types) == {"artifact", "creature"} and servo.colors == ()


def test_702_135a_afterlife_leaves_spirits() -> None:
    layout = Layout(2)
    dead = layout.put(card("Monk", "Afterlife 2"), 0)
    state = cast(layout, GONE, dead)
    assert count(state, "Spirit") == 2
    spirit = view(state, handle(state, "Spirit"))
    assert set(spirit.colors) == {"W", "B"} and "flying" in spirit.keywords


def test_702_46a_soulshift_returns_a_lesser_spirit() -> None:
    small = card("Small", "", "Creature — Spirit", cost="{2}{W}")
    great = card("Great", "", "Creature — Spirit", cost="{3}{W}")
    layout = Layout(2)
    dead = layout.put(card("Kami", "Soulshift 3", "Creature — Spirit", cost="{4}{W}"), 0)
    layout.put(small, 0, "graveyard")
    layout.put(great, 0, "graveyard")
    layout.put(small, 1, "graveyard")
    state = cast(layout, GONE, dead)
    state = settled(play(state, Choice("may", 0, answer="yes")))
    assert (count(state, "Small", "hand"), count(state, "Great", "hand")) == (1, 0)
    assert only(state, "Small", "hand").cls.owner == 0


# --- activated ---------------------------------------------------------------------------------------------------


def test_702_107a_outlast_taps_for_a_counter_as_a_sorcery() -> None:
    layout = Layout(2)
    elder = layout.put(card("Elder", "Outlast {R}"), 0)
    layout.set_player(0, "mana.R", 1)
    state = settled(play(layout.done(), Choice("activate", 0, elder)))
    assert only(state, "Elder").get("counter.+1/+1") == 1 and only(state, "Elder").cls.tapped
    layout = Layout(2)
    elder = layout.put(card("Elder", "Outlast {R}"), 0)
    layout.set_player(0, "mana.R", 1)
    refusal = verify(passed(run(combat(layout), "attack with nothing")), Choice("activate", 0, elder))
    assert refusal is not None and refusal.code == "sorcery-timing"


def test_702_77a_reinforce_discards_the_card_for_counters() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    row = layout.put(card("Guard", "Reinforce 2—{1}{R}"), 0, "hand")
    layout.set_player(0, "mana.R", 2)
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(bear,))))
    assert (power(state, bear), count(state, "Guard", "graveyard")) == (4, 1)


@pytest.mark.parametrize(
    ("words", "name", "size", "colors"), [("For Mirrodin!", "Rebel", 2, ("R",)), ("Job select", "Hero", 1, ())]
)
def test_702_163a_and_702_182a_an_equipment_comes_with_its_bearer(
    words: str, name: str, size: int, colors: tuple[str, ...]
) -> None:
    weapon = card("Weapon", f"{words}\nEquipped creature gets +1/+1.\nEquip {{2}}", "Artifact — Equipment")
    state = cast(Layout(2), weapon)
    bearer = handle(state, name)
    assert only(state, "Weapon").refs["host"] == Ref("one", bearer)
    assert (power(state, bearer), toughness(state, bearer), view(state, bearer).colors) == (size + 1, size + 1, colors)


@pytest.mark.parametrize("text", ["Bushido", "Fabricate", "Outlast", "Exalted 2", "Afterlife X", "Reinforce 2"])
def test_702_1_without_its_number_or_cost_it_is_not_read(text: str) -> None:
    made = compile_card({"name": "Name", "type_line": "Creature — Elf", "oracle_text": text, "mana_cost": "{R}"})
    assert not made.complete
