"""What is one event and what is chosen in it, what numbers a set asks for, what falls off: rules found by reading cards again."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Enchant, Keyword, SpellAbility, Static, Triggered
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import EachPlayer, Host, TargetRef, TargetSpec, This, You
from reiterate.terms.static_effects import GrantAbilities, ModifyPT
from reiterate.terms.trigger_events import Attacks
from tests.support.acting import ANYTHING, count, handle, only, says, settled
from tests.support.boards import BEAR, CREATURE, FOREST, creature, life, play
from tests.support.written import card, not_read


def card_named(name: str, text: str) -> Proto:
    """An enchantment of these words under another name."""
    return Proto(name, ("enchantment",), abilities=card(text).abilities)


SCALES = card_named(
    "Scales",
    "If one or more +1/+1 counters would be put on a creature you control, "
    "that many plus one +1/+1 counters are put on it instead.",
)
TWICE = card_named(
    "Twice",
    "If one or more +1/+1 counters would be put on a creature you control, "
    "twice that many +1/+1 counters are put on it instead.",
)
LEADER = card_named("Leader", "Each other creature you control enters with an additional +1/+1 counter on it.")
HUMBLE = card_named("Humble", "All creatures lose all abilities and have base power and toughness 1/1.")
PAINT = card(
    "As Test Card enters, choose a color.\n"
    "All cards that aren't on the battlefield, spells, and permanents are the chosen color in addition to their other colors."
)


def body(text: str, power: int = 2, toughness: int = 2, cost: str = "{0}", types: str = "Creature — Bear") -> Proto:
    """A creature card with these words."""
    return card(text, types, cost, power=str(power), toughness=str(toughness))


def spell(*effects: object, targets: tuple[TargetSpec, ...] = ()) -> Proto:
    """A colourless instant for {0}."""
    return Proto("Spell", ("instant",), mana_cost=("0",), abilities=(SpellAbility(effects, targets),))  # type: ignore[arg-type] # effects of the language


def cast(layout: Layout, proto: Proto, *targets: int, x: int = 0) -> State:
    """The position after a player cast a card and it resolved up to the first question."""
    row = layout.put(proto, 0, "hand")
    return settled(play(layout.done(), Choice("cast", 0, row, targets=targets, x=x)))


def counters(state: State, name: str, kind: str = "+1/+1") -> object:
    """How many counters are on the one permanent of a name."""
    return only(state, name).get(f"counter.{kind}")


# --- counters that something enters with (122.6, 614) ---------------------------------------------------------------


def test_614_5_counters_that_something_enters_with_are_changed_once() -> None:
    """Two of its own and one more are three that it enters with, and one more for the Scales: not one for each."""
    layout = Layout(2)
    layout.put(SCALES, 0)
    layout.put(LEADER, 0)
    state = cast(layout, body("Test Card enters with two +1/+1 counters on it.", 0, 0))
    assert counters(state, "Test Card") == 4


def test_614_5_what_undying_adds_is_part_of_the_same_event() -> None:
    layout = Layout(2)
    layout.put(SCALES, 0)
    layout.put(LEADER, 0)
    row = layout.put(creature("Deathless", 2, 2, Keyword("undying")), 0)
    assert counters(cast(layout, spell(Destroy(TargetRef(0)), targets=(ANYTHING,)), row), "Deathless") == 3


def test_616_1_counters_added_to_and_multiplied_are_refused() -> None:
    """Two and one doubled are six, or five in the other order: its controller would choose."""
    layout = Layout(2)
    layout.put(TWICE, 0)
    layout.put(LEADER, 0)
    with pytest.raises(Unsupported, match="added to and multiplied"):
        cast(layout, body("Test Card enters with two +1/+1 counters on it.", 0, 0))
    alone = Layout(2)
    alone.put(TWICE, 0)
    assert counters(cast(alone, body("Test Card enters with two +1/+1 counters on it.", 0, 0)), "Test Card") == 4


# --- as what something enters, and where it goes (614.12, 614.6) ----------------------------------------------------


def test_707_9_only_what_has_the_power_can_be_copied() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0)
    big = layout.put(creature("Big", 5, 5), 0)
    words = "You may have this creature enter as a copy of a creature you control with power 4 or greater."
    assert question_of(cast(layout, body(words))).rows == (big,)


def test_614_12_what_would_have_no_abilities_enters_as_no_copy() -> None:
    layout = Layout(2)
    layout.put(HUMBLE, 1)
    layout.put(BEAR, 0)
    with pytest.raises(Unsupported, match="would enter without abilities"):
        cast(layout, body("You may have Test Card enter as a copy of any creature on the battlefield."))


@pytest.mark.parametrize(("humble", "zone"), [(False, "exile"), (True, "graveyard")])
def test_614_6_an_ability_that_is_lost_replaces_nothing(humble: bool, zone: str) -> None:
    layout = Layout(2)
    row = layout.put(body("If Test Card would die, exile it instead."), 0)
    if humble:
        layout.put(HUMBLE, 1)
    assert count(cast(layout, spell(Destroy(TargetRef(0)), targets=(ANYTHING,)), row), "Test Card", zone) == 1


def test_614_6_an_ability_that_was_gained_replaces() -> None:
    layout = Layout(2)
    row = layout.put(BEAR, 0, "graveyard")
    doom = layout.put(spell(Destroy(TargetRef(0)), targets=(ANYTHING,)), 0, "hand")
    words = (
        "Return target creature card with mana value 3 or less from your graveyard to the battlefield. "
        'It gains "If this creature would die, exile it instead."'
    )
    state = cast(layout, card(words, "Sorcery", "{0}"), row)
    state = settled(play(state, Choice("cast", 0, doom, targets=(handle(state, "Bear"),))))
    assert count(state, "Bear", "exile") == 1


# --- which replacement comes first (616.1) --------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "left"), [("Test Card", 17), ("Boon", 14)])
def test_616_1_what_replaces_a_gain_may_come_before_what_changes_it(first: str, left: int) -> None:
    """Who would gain 3, doubled, loses 3 or 6 instead as they choose."""
    layout = Layout(2)
    boon = card("If you would gain life, you gain twice that much life instead.")
    layout.put(Proto("Boon", boon.types, abilities=boon.abilities), 1)
    layout.put(card("If an opponent would gain life, that player loses that much life instead."), 0)
    state = cast(layout, spell(GainLife(EachPlayer(opponents=True), Fixed(3))))
    assert (question_of(state).kind, question_of(state).seat) == ("order", 1)
    assert life(says(state, first), 1) == left


def test_616_1_changed_damage_before_a_shield_is_refused() -> None:
    """Five doubled less three is seven, five less three doubled is four."""
    layout = Layout(2)
    row = layout.put(creature("Wall", 0, 20), 0)
    double = "If a source would deal damage to a creature or player, it deals double that damage to that creature or player instead."
    heal = layout.put(
        card("Prevent the next 3 damage that would be dealt to any target this turn.", "Instant", "{0}"), 0, "hand"
    )
    bolt = layout.put(spell(DealDamage(This(), TargetRef(0), Fixed(5)), targets=(ANYTHING,)), 0, "hand")
    plain = settled(play(layout.done(), Choice("cast", 0, heal, targets=(row,))))
    assert settled(play(plain, Choice("cast", 0, bolt, targets=(row,)))).rows[row].get("damage") == 2
    layout.put(card(double), 1)
    state = settled(play(layout.done(), Choice("cast", 0, heal, targets=(row,))))
    with pytest.raises(Unsupported, match="changed and prevented"):
        settled(play(state, Choice("cast", 0, bolt, targets=(row,))))


# --- what a set asks for (109.2, 202.3, 105.3) ----------------------------------------------------------------------

DEAR = body("Whenever a player casts a spell with mana value 3 or less, Test Card deals 2 damage to that player.")


@pytest.mark.parametrize(
    ("cost", "x", "left"), [(("3",), 0, 18), (("4",), 0, 20), (("X", "1"), 2, 18), (("X", "1"), 3, 20)]
)
def test_202_3_a_trigger_asks_for_the_mana_value_of_the_spell(cost: tuple[str, ...], x: int, left: int) -> None:
    """With X as it was announced (202.3e)."""
    layout = Layout(2)
    layout.put(DEAR, 0)
    layout.set_player(0, "mana.C", 4 if cost != ("3",) else 3)
    if x == 2:
        layout.set_player(0, "mana.C", 3)
    assert life(cast(layout, Proto("Thing", ("creature",), mana_cost=cost, power=1, toughness=1), x=x), 0) == left


def test_105_3_colours_in_all_zones_are_seen_by_triggers_and_by_damage() -> None:
    layout = Layout(2)
    layout.choose(layout.put(PAINT, 0), "color", "R")
    layout.put(card("Whenever a player casts a red spell, you gain 1 life."), 0)
    words = "If a red source you control would deal damage to an opponent or a permanent an opponent controls, "
    layout.put(card(f"{words}it deals that much damage plus 2 instead."), 0)
    state = cast(layout, spell(DealDamage(This(), TargetRef(0), Fixed(3)), targets=(TargetSpec(None, "any"),)), 2)
    assert (life(state, 0), life(state, 1)) == (21, 15)


# --- what a sentence is about (201.5, 115.3) ------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "cant"), [(3, True), (4, False)])
def test_604_2_its_power_is_that_of_the_equipped_creature(size: int, cant: bool) -> None:
    layout = Layout(2)
    row = layout.put(creature("Thief", size, 1), 0)
    words = "Equipped creature can't be blocked as long as its power is 3 or less.\nEquip {2}"
    layout.attach(layout.put(card(words, "Artifact — Equipment"), 0), row)
    assert ("be blocked" in view(layout.done(), row).cant) == cant


def test_604_2_its_mana_value_is_that_of_the_equipped_creature() -> None:
    layout = Layout(2)
    row = layout.put(creature("Thing", 1, 1, cost=("6",)), 0)
    words = "Equipped creature gets +X/+X, where X is its mana value.\nEquip {4}"
    layout.attach(layout.put(card(words, "Artifact — Equipment", "{4}"), 0), row)
    state = layout.done()
    assert (power(state, row), toughness(state, row)) == (7, 7)
    assert not_read("Each creature you control gets +X/+0, where X is its mana value.")


def test_115_3_another_target_is_another_than_the_first() -> None:
    layout = Layout(2)
    one, two = layout.put(BEAR, 0), layout.put(creature("Other", 2, 2), 0)
    words = "Target creature gets +1/+1 until end of turn. Another target creature gets -1/-1 until end of turn."
    bite = layout.put(card(words, "Instant", "{0}"), 0, "hand")
    state = layout.done()
    assert verify(state, Choice("cast", 0, bite, targets=(one, two))) is None
    refused = verify(state, Choice("cast", 0, bite, targets=(one, one)))
    assert refused is not None
    assert (refused.code, refused.rule) == ("illegal-target", "115.3")


def test_115_3_another_target_may_be_the_source() -> None:
    layout = Layout(2)
    one = layout.put(BEAR, 0)
    words = "{0}: Target creature gets +1/+1 until end of turn. Another target creature gets -1/-1 until end of turn."
    source = layout.put(body(words, 3, 3), 0)
    state = settled(play(layout.done(), Choice("activate", 0, source, targets=(one, source))))
    assert (power(state, one), power(state, source)) == (3, 2)


# --- types and abilities (205.1a, 613.1f) ---------------------------------------------------------------------------


@pytest.mark.parametrize(("proto", "subtypes"), [(FOREST, ("Forest",)), (BEAR, ())])
def test_205_1a_subtypes_stay_with_their_card_type(proto: Proto, subtypes: tuple[str, ...]) -> None:
    layout = Layout(2)
    row = layout.put(proto, 0)
    words = (
        "Enchant creature, land, or planeswalker\n"
        'Enchanted permanent is a colorless land with "{T}: Add {C}" and loses all other card types and abilities.'
    )
    layout.attach(layout.put(card(words, "Enchantment — Aura"), 0), row)
    now = view(layout.done(), row)
    assert (now.types, now.subtypes, len(now.activated)) == (("land",), subtypes, 1)


def test_613_1f_an_ability_granted_twice_is_there_twice() -> None:
    layout = Layout(2)
    row = layout.put(BEAR, 0)
    for _ in range(2):
        gift = Static(GrantAbilities(Host(), (Static(ModifyPT(This(), Fixed(1), Fixed(1))),)))
        layout.attach(layout.put(Proto("Gift", ("artifact",), ("Equipment",), abilities=(gift,)), 0), row)
    assert power(layout.done(), row) == 4


def test_613_1f_a_group_that_grants_a_trigger_is_refused_in_the_layers_too() -> None:
    layout = Layout(2)
    gift = Static(GrantAbilities(CREATURE, (Triggered(Attacks(This()), (GainLife(You(), Fixed(1)),)),)))
    layout.put(Proto("Gift", ("enchantment",), abilities=(gift,)), 0, n=2)
    layout.put(card("All Forests are 1/1 creatures that are still lands."), 0)
    row = layout.put(BEAR, 0)
    with pytest.raises(Unsupported, match="a group of permanents"):
        view(layout.done(), row)


# --- what falls off (704.5m, 704.5n, 704.5p) ------------------------------------------------------------------------


def test_704_5p_equipment_that_is_a_creature_falls_off() -> None:
    layout = Layout(2)
    row = layout.put(BEAR, 0)
    mace = layout.put(card("Equipped creature gets +2/+2.\nEquip {2}", "Artifact — Equipment", "{3}"), 0)
    layout.attach(mace, row)
    words = "Each noncreature artifact is an artifact creature with power and toughness each equal to its mana value."
    state = cast(layout, card(words, "Enchantment", "{0}"))
    assert (power(state, row), power(state, mace), dict(state.rows[mace].refs)) == (2, 3, {})


def test_704_5n_a_creature_dies_of_its_damage_when_its_equipment_falls_off() -> None:
    layout = Layout(2)
    row = layout.put(BEAR, 0, damage=3)
    bonus = Static(ModifyPT(Host(), Fixed(2), Fixed(2)))
    layout.attach(
        layout.put(Proto("Red Mace", ("artifact",), ("Equipment",), (), ("R",), ("R",), abilities=(bonus,)), 0), row
    )
    words = "Target creature gains protection from red until end of turn."
    state = cast(layout, card(words, "Instant", "{0}"), row)
    assert count(state, "Bear", "graveyard") == 1


def test_704_5m_an_aura_falls_off_what_has_protection() -> None:
    layout = Layout(2)
    row = layout.put(BEAR, 0)
    bonus = Static(ModifyPT(Host(), Fixed(2), Fixed(2)))
    aura = Proto("Red Aura", ("enchantment",), ("Aura",), (), ("R",), ("R",), abilities=(Enchant(CREATURE), bonus))
    layout.attach(layout.put(aura, 0), row)
    state = cast(layout, card("Target creature gains protection from red until end of turn.", "Instant", "{0}"), row)
    assert (count(state, "Red Aura", "graveyard"), power(state, row)) == (1, 2)


def test_616_1_the_controller_of_what_dies_chooses_what_replaces_that() -> None:
    """Its owner is another player, and the card would be shuffled into that player's library (108.4)."""
    layout = Layout(2)
    layout.put(
        card_named("Void", "If a card would be put into an opponent's graveyard from anywhere, exile it instead."), 0
    )
    text = "If Test Card would be put into a graveyard from anywhere, reveal Test Card and shuffle it into its owner's library instead."
    layout.put(body(text), 1, controller=0)
    layout.put(card("Destroy all creatures.", "Sorcery", "{0}", "Sweep"), 0, "hand")
    state = layout.done()
    state = settled(play(state, Choice("cast", 0, handle(state, "Sweep", "hand"))))
    assert (question_of(state).seat, question_of(state).words) == (0, ("Void", "Test Card"))
    assert count(settled(says(state, "Void")), "Test Card", "exile") == 1
