"""What several players do at the same time (101.4), and what nobody can do: counters, searches, exchanges."""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.targets import legal_targets
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import SpellAbility, Static, Triggered
from reiterate.terms.base import replace
from reiterate.terms.effects_continuous import GainControl
from reiterate.terms.effects_permanents import Proliferate, SacrificeChosen
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_structure import IfDone
from reiterate.terms.effects_zones import Draw, Exile, Search
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CardsIn, Fixed
from reiterate.terms.references import Compare, EachCard, EachPlayer, Filter, TargetRef, TargetSpec, You
from reiterate.terms.static_effects import PlayerCant
from reiterate.terms.trigger_events import Dies
from tests.support.acting import act, count, handle, question, says, settled, stack_size
from tests.support.boards import BEAR, CREATURE, FOREST, PINGER, creature, life, play, tap_ability
from tests.support.written import card

ARTIST = creature("Artist", 0, 1, Triggered(Dies(CREATURE), (GainLife(You(), Fixed(1)),)))
EDICT = SacrificeChosen(EachPlayer(), CREATURE, Fixed(1))


def edict(layout: Layout) -> State:
    """Each player sacrifices a creature: the Altar of the first player resolves up to the first question."""
    row = layout.put(creature("Altar", 0, 1, tap_ability(EDICT)), 0)
    state = play(layout.done(), Choice("activate", 0, row))
    size = stack_size(state)
    while asked(state) == "priority" and stack_size(state) == size:
        state = play(state, Choice("pass", decider(state)))
    return state


def test_101_4_what_players_sacrifice_leaves_at_the_same_time() -> None:
    layout = Layout(2)
    artist = layout.put(ARTIST, 0)
    layout.put(BEAR, 1)
    state = edict(layout)
    assert asked(state) == "pick"
    state = settled(play(state, Choice("pick", 0, picks=((artist, 1),))))
    assert count(state, "Artist", "graveyard") == count(state, "Bear", "graveyard") == 1
    assert life(state, 0) == 22  # the Artist saw itself and the Bear die


def test_101_4_the_first_choice_is_known_and_not_yet_carried_out() -> None:
    layout = Layout(2)
    artist = layout.put(ARTIST, 0)
    bears = [layout.put(BEAR, 1), layout.put(BEAR, 1, tapped=True)]
    state = play(edict(layout), Choice("pick", 0, picks=((artist, 1),)))
    assert (asked(state), decider(state)) == ("pick", 1)
    assert count(state, "Artist") == 1
    state = settled(play(state, Choice("pick", 1, picks=((bears[0], 1),))))
    assert (count(state, "Artist"), count(state, "Bear"), life(state, 0)) == (0, 1, 22)


def test_101_4_part_of_a_group_and_nothing_at_all() -> None:
    layout = Layout(3)
    layout.put(ARTIST, 1, n=5)
    state = edict(layout)  # the first player has the Altar alone, the third one nothing
    assert asked(state) == "priority"
    assert (count(state, "Altar"), count(state, "Artist")) == (0, 4)
    assert life(settled(state), 1) == 20 + 5 * 2  # five saw the Altar and one of them die


def test_122_1_who_cannot_get_poison_counters_gets_none_by_proliferating() -> None:
    for safe in (False, True):
        layout = Layout(2)
        layout.set_player(1, "counter.poison", 3)
        if safe:
            layout.put(creature("Ward", 1, 1, Static(PlayerCant("you", "get poison counters"))), 1)
        state = act(layout, Proliferate())
        state = says(state, picks=((2, 1),))
        assert state.rows[2].get("counter.poison") == (3 if safe else 4)


def test_701_23d_who_searches_for_any_card_finds_one() -> None:
    layout = Layout(2)
    layout.library(0, [(BEAR, 1), (FOREST, 1)])
    state = act(layout, Search(You(), Filter(), "hand"))
    assert question(state)[0] == "objects"
    assert verify(state, Choice("answer", 0)) is not None
    layout = Layout(2)
    layout.library(0, [(BEAR, 1)])
    assert count(act(layout, Search(You(), Filter(), "hand")), "Bear", "hand") == 1
    layout = Layout(2)
    layout.library(0, [(BEAR, 1)])
    state = act(layout, Search(You(), CREATURE, "hand"))
    assert count(says(state), "Bear", "hand") == 0  # 701.23b: a quality need not be found


def test_608_2c_if_they_do_speaks_of_a_player_who_is_a_legal_target() -> None:
    shroud = creature("Veil", 1, 1, Static(PlayerCant("you", "be targeted by opponents")))
    effect = IfDone((GainControl(TargetRef(1), "game", TargetRef(0)),), (Draw(You(), Fixed(1)),))
    specs = (TargetSpec(None, "opponent"), TargetSpec(CREATURE))
    layout = Layout(2)
    layout.library(0, [(FOREST, 5)])
    bear = layout.put(BEAR, 0)
    row = layout.put(creature("Trader", 3, 3, tap_ability(effect, targets=specs)), 0)
    layout.put(creature("Caller", 1, 1, tap_ability(Search(You(), CREATURE, "battlefield"))), 1)
    layout.library(1, [(shroud, 1)])
    state = play(layout.done(), Choice("activate", 0, row, targets=(2, bear)), Choice("pass", 0))
    state = play(state, Choice("activate", 1, handle(state, "Caller")), Choice("pass", 1), Choice("pass", 0))
    found = question(state)
    state = says(state, picks=((found[2][0], 1),))
    state = settled(state)
    assert count(state, "Veil") == 1
    assert count(state, "Forest", "hand") == 0


def casts(text: str, spell: Proto, mana: int, x: int = 0) -> object:
    """The life of the first player after casting a spell beside an enchantment of these words."""
    layout = Layout(2)
    layout.put(card(text), 0)
    layout.set_player(0, "mana.C", mana)
    row = layout.put(spell, 0, "hand")
    return life(settled(play(layout.done(), Choice("cast", 0, row, x=x))), 0)


def test_202_3_a_spell_that_triggers_is_of_the_mana_value_said() -> None:
    small = "Whenever you cast a spell with mana value 3 or less, you gain 10 life."
    great = "Whenever a player casts a spell with mana value 4 or greater, you gain 10 life."
    blank = Proto("Blank", ("instant",), mana_cost=("3",), abilities=(SpellAbility((Draw(You(), Fixed(0)),)),))
    for cost, x, value in ((("3",), 0, 3), (("4",), 0, 4), (("X", "1"), 2, 3), (("X", "1"), 3, 4), (("X", "X"), 2, 4)):
        spell = replace(blank, mana_cost=cost)
        assert casts(small, spell, value, x) == (30 if value <= 3 else 20)
        assert casts(great, spell, value, x) == (20 if value <= 3 else 30)


def test_202_3_a_creature_spell_that_triggers_is_of_the_power_said() -> None:
    text = "Whenever you cast a creature spell with power 4 or greater, you gain 10 life."
    assert casts(text, creature("Giant", 4, 4), 1) == 30
    assert casts(text, creature("Elf", 3, 3), 1) == 20


def test_202_3e_x_counts_in_the_mana_value_of_a_target_spell() -> None:
    spec = TargetSpec(Filter(compare=Compare("manavalue", ">=", 4)), zone="stack")
    for x, legal in ((2, False), (3, True)):
        layout = Layout(2)
        layout.set_player(0, "mana.C", 1 + x)
        spell = Proto("Blank", ("instant",), mana_cost=("X", "1"), abilities=(SpellAbility((Draw(You(), Fixed(0)),)),))
        row = layout.put(spell, 0, "hand")
        state = play(layout.done(), Choice("cast", 0, row, x=x))
        assert bool(legal_targets(state, spec, 1, -1)) is legal


def test_202_3_cards_of_a_set_are_counted_by_their_mana_value() -> None:
    layout = Layout(2)
    layout.put(creature("Small", 1, 1, cost=("2",)), 0, "graveyard")
    layout.put(creature("Great", 1, 1, cost=("5",)), 0, "graveyard")
    wanted = Filter(types=("creature",), compare=Compare("manavalue", "<=", 2))
    state = act(layout, GainLife(You(), CardsIn("graveyard", You(), wanted)), Exile(EachCard("graveyard", wanted)))
    assert life(state, 0) == 21
    assert (count(state, "Small", "exile"), count(state, "Great", "exile")) == (1, 0)


def test_603_7_it_of_a_delayed_ability_is_the_object_of_its_own_event() -> None:
    dragon = card(
        "When Test Card enters the battlefield, until end of turn, whenever a creature an opponent controls is dealt damage, "
        "destroy it.",
        "Creature",
        power="2",
        toughness="2",
    )
    layout = Layout(2)
    layout.set_player(0, "mana.C", 1)
    row = layout.put(dragon, 0, "hand")
    pinger = layout.put(PINGER, 0)
    wall = layout.put(creature("Wall", 0, 8), 1)
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    state = settled(play(state, Choice("activate", 0, pinger, targets=(wall,))))
    assert (count(state, "Test Card"), count(state, "Wall")) == (1, 0)


def test_205_4e_a_legendary_sorcery_needs_a_legendary_creature() -> None:
    spell = card("You gain 3 life.", "Legendary Sorcery")
    for owner, legal in ((None, False), (1, False), (0, True)):
        layout = Layout(2)
        layout.set_player(0, "mana.C", 1)
        row = layout.put(spell, 0, "hand")
        if owner is not None:
            layout.put(creature("King", 1, 1, legendary=True), owner)
        assert (verify(layout.done(), Choice("cast", 0, row)) is None) is legal
