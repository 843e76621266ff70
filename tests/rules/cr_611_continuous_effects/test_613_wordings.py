"""Ordinary wordings, read and then played: what things are, whose mana, what costs less, how things enter, what can't be."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.rules.turn.combat_ways import attack_ways
from reiterate.rules.turn.declare_attackers import attacker_refusal, check_attack
from reiterate.rules.turn.declare_blockers import pair_refusal
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State, player
from reiterate.terms.abilities import Activated, Keyword
from reiterate.terms.effects_mana import AddMana, AddProduced, Adds
from reiterate.terms.effects_permanents import Proliferate, PutCounters
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import This, You
from reiterate.terms.replacement_effects import EntersPaying
from reiterate.terms.static_effects import AttackOnly, BlockLimit, MoreLands, SilentEntering
from tests.support.acting import act, around, count, instant, only, pool, question, says, settled, until
from tests.support.boards import BEAR, ELF, FOREST, WARDEN, creature, life, play, tap_ability
from tests.support.shown import shows
from tests.support.written import card, not_read

DRUID = creature("Druid", 1, 1, tap_ability(AddMana(("G",))))
TOWER = Proto("Tower", ("land",), abilities=(tap_ability(AddMana(("U", "U"))),))
ISLAND = Proto("Island", ("land",), ("Island",), ("basic",), abilities=(tap_ability(AddMana(("U",))),))


def aura(text: str, proto: Proto, noun: str = "creature", seat: int = 0) -> tuple[State, int]:
    """A position with a permanent that is enchanted by an Aura of these words."""
    layout = Layout(2)
    row = layout.put(proto, seat)
    layout.attach(layout.put(card(f"Enchant {noun}\n{text}", "Enchantment — Aura"), 0), row)
    return layout.done(), row


def under(text: str, *protos: Proto, seat: int = 0, **more: str) -> tuple[State, list[int]]:
    """A position with a permanent of these words and others of a player."""
    layout = Layout(2)
    layout.put(card(text, **more), 0)
    rows = [layout.put(proto, seat) for proto in protos]
    return layout.done(), rows


def tapped_for(state: State, row: int, seat: int = 0, index: int = 0) -> dict[str, object]:
    """The mana after a permanent was tapped for mana."""
    return pool(play(state, Choice("activate", seat, row, index)), seat)


def code(state: State, choice: Choice) -> str:
    """Why a choice is refused, or ""."""
    refused = verify(state, choice)
    return "" if refused is None else refused.code


# --- what things are ---------------------------------------------------------------------------------------------


def test_305_7_an_enchanted_land_that_is_an_island_has_only_that_mana_ability() -> None:
    state, row = aura("Enchanted land is an Island.", TOWER, "land")
    now = view(state, row)
    assert (now.subtypes, now.types, len(now.activated)) == (("Island",), ("land",), 1)
    assert tapped_for(state, row) == {"U": 1}


def test_305_6_land_types_in_addition_bring_their_mana_abilities() -> None:
    state, (row,) = under("Each land is a Swamp in addition to its other land types.", TOWER)
    assert (tapped_for(state, row), tapped_for(state, row, index=1)) == ({"U": 2}, {"B": 1})
    state, (row,) = under("Lands you control are every basic land type in addition to their other types.", FOREST)
    assert {tuple(tapped_for(state, row, index=i)) for i in range(5)} == {("W",), ("U",), ("B",), ("R",), ("G",)}
    state, (row,) = under(
        "Lands you control are every basic land type in addition to their other types.", FOREST, seat=1
    )
    assert len(view(state, row).activated) == 1


def test_305_7_a_land_whose_type_is_set_would_enter_without_its_abilities() -> None:
    tapland = card("Test Card enters tapped.\n{T}: Add {G}.", "Land", "")
    for text in ("Nonbasic lands are Mountains.", "All lands are Islands."):
        layout = Layout(2)
        layout.put(card(text), 0)
        row = layout.put(tapland, 0, "hand")
        with pytest.raises(Unsupported):
            play(layout.done(), Choice("play", 0, row))


def test_205_1a_a_permanent_that_is_a_land_is_nothing_else() -> None:
    state, row = aura("Enchanted permanent is a colorless Forest land.", WARDEN, "permanent")
    now = view(state, row)
    assert (now.types, now.subtypes, now.colors, now.triggers) == (("land",), ("Forest",), (), {})
    assert tapped_for(state, row) == {"G": 1}


FLYER = Proto(
    "Flyer", ("artifact", "creature"), ("Bird",), (), ("W",), ("2",), 3, 3, None, (Keyword("flying"), *WARDEN.abilities)
)


def test_613_1f_an_enchanted_creature_loses_all_abilities_and_is_a_frog() -> None:
    text = "Enchanted creature loses all abilities and is a blue Frog creature with base power and toughness 1/1."
    state, row = aura(text, FLYER)
    now = view(state, row)
    assert (now.types, now.subtypes, now.colors) == (("creature",), ("Frog",), ("U",))
    assert (now.keywords, now.triggers, power(state, row), toughness(state, row)) == (frozenset(), {}, 1, 1)
    state, row = aura(
        "Enchanted creature is a Treefolk with base power and toughness 0/4 and loses all abilities.", FLYER
    )
    now = view(state, row)
    assert (now.types, now.subtypes, now.colors) == (FLYER.types, ("Treefolk",), ("W",)) and not now.keywords


def test_613_1f_what_the_same_effect_gives_stays() -> None:
    text = (
        "Enchanted creature has base power and toughness 0/4, has defender, loses all other abilities, "
        "and is a blue Wall in addition to its other colors and types."
    )
    state, row = aura(text, FLYER)
    now = view(state, row)
    assert now.keywords == {"defender"} and set(now.colors) == {"W", "U"} and now.subtypes == ("Bird", "Wall")
    text = 'Enchanted permanent is a colorless land with "{T}: Add {C}" and loses all other card types and abilities.'
    state, row = aura(text, FLYER, "permanent")
    assert view(state, row).types == ("land",) and tapped_for(state, row) == {"C": 1}


def test_613_6_an_effect_goes_on_when_its_own_ability_is_lost() -> None:
    """A source that loses its ability in layer 6 still sets power and toughness in layer 7b."""
    layout = Layout(2)
    text = "All creatures lose all abilities and have base power and toughness 1/1."
    humble = layout.put(card(text, "Enchantment Creature", power="4", toughness="4"), 0)
    row = layout.put(FLYER, 1)
    state = layout.done()
    assert [(power(state, r), view(state, r).keywords) for r in (humble, row)] == [(1, frozenset())] * 2


def test_613_6_a_set_is_the_same_in_all_layers_of_an_effect() -> None:
    """A noncreature artifact that becomes a creature in layer 4 gets its size in layer 7b."""
    text = "Each noncreature artifact is an artifact creature with power and toughness each equal to its mana value."
    rock, bauble = Proto("Rock", ("artifact",), mana_cost=("3",)), Proto("Bauble", ("artifact",), mana_cost=("0",))
    state, rows = under(text, rock, FLYER, bauble)
    assert [(power(state, r), toughness(state, r)) for r in rows] == [(3, 3), (3, 3), (0, 0)]
    layout = Layout(2)
    layout.put(card(text), 0)
    layout.put(bauble, 0)
    assert count(act(layout, GainLife(You(), Fixed(1))), "Bauble") == 0  # 704.5f


def test_613_1d_lands_that_are_creatures_are_still_lands() -> None:
    state, (row,) = under("All lands are 1/1 creatures that are still lands.", FOREST)
    now = view(state, row)
    assert (now.types, now.subtypes, power(state, row)) == (("land", "creature"), ("Forest",), 1)
    assert tapped_for(state, row) == {"G": 1}
    state, row = aura("Enchanted land is a 3/3 red Spirit creature with haste. It's still a land.", FOREST, "land")
    now = view(state, row)
    assert (now.types, now.colors) == (("land", "creature"), ("R",)) and "haste" in now.keywords


def test_205_1b_an_artifact_creature_keeps_its_types_but_for_creature_types() -> None:
    text = "{1}: Until end of turn, Test Card becomes a 2/2 Assembly-Worker artifact creature. It's still a land."
    layout = Layout(2)
    row = layout.put(card(text + "\n{T}: Add {C}.", "Land", ""), 0)
    layout.set_player(0, "mana.C", 1)
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    assert view(state, row).types == ("land", "artifact", "creature") and power(state, row) == 2
    text = "{0}: Target artifact becomes a 5/5 Construct artifact creature until end of turn."
    layout = Layout(2)
    row, bird = layout.put(card(text), 0), layout.put(FLYER, 0)
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(bird,))))
    assert view(state, bird).subtypes == ("Construct",) and view(state, bird).keywords == {"flying"}


def test_613_1f_until_end_of_turn_all_abilities_are_lost() -> None:
    text = "Until end of turn, target creature loses all abilities and becomes a green Elephant with base power and toughness 3/3."
    frog = card("{0}: " + text)
    layout = Layout(2)
    row, bird = layout.put(frog, 0), layout.put(FLYER, 1)
    state = settled(play(layout.done(), Choice("activate", 0, row, targets=(bird,))))
    now = view(state, bird)
    assert (now.types, now.subtypes, now.colors, now.keywords) == (FLYER.types, ("Elephant",), ("G",), frozenset())


def test_613_1d_whatever_is_one_or_the_other_becomes_both_and_more() -> None:
    sprout = creature("Saproling", 2, 3)
    state, (land, token, island, bear) = under(
        "All Forests and all Saprolings are 1/1 green Saproling creatures and Forest lands in addition to their other types.",
        FOREST,
        sprout,
        ISLAND,
        BEAR,
        seat=1,
    )
    for row in (land, token):
        now = view(state, row)
        assert (set(now.types), set(now.subtypes)) == ({"land", "creature"}, {"Forest", "Saproling"})
        assert (power(state, row), toughness(state, row), now.colors) == (1, 1, ("G",))
    assert tapped_for(play(state, Choice("pass", 0)), token, 1) == {"G": 1}  # a land of a basic type (305.6)
    assert view(state, island).types == ("land",)
    assert view(state, bear).subtypes == BEAR.subtypes


@pytest.mark.parametrize(
    "text",
    [
        "All Forests and all creatures are 1/1 creatures in addition to their other types.",
        "Forests and Saprolings are 1/1 green Saproling creatures and Forest lands.",
    ],
)
def test_613_1d_two_sets_that_are_not_subtypes_or_types_that_may_replace_others_are_not_read(text: str) -> None:
    assert not_read(text)


def test_613_1e_colours_are_set_or_added() -> None:
    state, (row,) = under("All creatures are black.", FLYER)
    assert view(state, row).colors == ("B",)
    state, (row,) = under("All permanents are artifacts in addition to their other types.", BEAR)
    assert view(state, row).types == ("creature", "artifact")


@pytest.mark.parametrize(
    "text",
    [
        "Enchanted creature is a Forest Frog.",
        "Target creature becomes a 5/5 Elemental creature in addition to its other types and dances until end of turn.",
        "Test Card is all colors.",
        "All lands are artifacts.",
        "All creatures lose all other abilities, types, and hats.",
        "All creatures are 1/1 and 2/2.",
    ],
)
def test_205_1_what_is_not_certain_is_not_read(text: str) -> None:
    assert not_read(text)


# --- mana --------------------------------------------------------------------------------------------------------


@shows(Adds)
def test_605_4a_mana_of_an_enchanted_land_goes_to_its_controller() -> None:
    text = "Whenever enchanted land is tapped for mana, its controller adds an additional {G}."
    layout = Layout(2)
    theirs, other = layout.put(ISLAND, 1), layout.put(ISLAND, 1)
    layout.attach(layout.put(card("Enchant land\n" + text, "Enchantment — Aura"), 0), theirs)
    state = play(layout.done(), Choice("pass", 0))
    assert tapped_for(state, theirs, 1) == {"U": 1, "G": 1}
    assert tapped_for(state, other, 1) == {"U": 1} and pool(state) == {}


@shows(AddProduced)
def test_106_12_one_mana_of_any_type_that_the_land_produced() -> None:
    text = "Whenever a player taps a land for mana, that player adds one mana of any type that land produced."
    state, (tower, druid) = under(text, TOWER, DRUID)
    assert (tapped_for(state, tower), tapped_for(state, druid)) == ({"U": 3}, {"G": 1})
    both = Proto("Both", ("land",), abilities=(tap_ability(AddMana(("R", "W"))),))
    state, (row,) = under(text, both)
    asked = play(state, Choice("activate", 0, row))
    assert question(asked)[:2] == ("mana", 0)
    assert pool(says(asked, "W")) == {"R": 1, "W": 2}
    layout = Layout(2)
    layout.put(card(text), 0, n=3)
    row = layout.put(TOWER, 0)
    assert tapped_for(layout.done(), row) == {"U": 5}


def test_106_4_that_player_chooses_the_kind_of_mana() -> None:
    text = "Whenever enchanted land is tapped for mana, its controller adds an additional one mana of any color."
    state, row = aura(text, ISLAND, "land", seat=1)
    asked = play(play(state, Choice("pass", 0)), Choice("activate", 1, row))
    assert question(asked)[:2] == ("mana", 1)
    assert pool(says(asked, "R"), 1) == {"U": 1, "R": 1}


def test_603_7_mana_whenever_a_land_is_tapped_until_end_of_turn() -> None:
    tide = card("Until end of turn, whenever a player taps an Island for mana, that player adds {U}.", "Instant", "{0}")
    layout = Layout(2)
    row, island = layout.put(tide, 0, "hand"), layout.put(ISLAND, 0)
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    assert tapped_for(state, island) == {"U": 2}


def test_605_1b_mana_of_something_else_is_not_read() -> None:
    for text in (
        "Whenever Test Card deals combat damage to a player, its controller adds {G}.",
        "{T}: Add one mana of any type that land produced.",
        "Whenever enchanted land is tapped for mana, its controller adds {G}.",
        "Whenever a Forest is tapped for mana, its controller adds {G} for each Elf you control.",
    ):
        assert not_read(text)


# --- costs -------------------------------------------------------------------------------------------------------


def castable(text: str, spell: Proto, mana: int, *others: Proto, seat: int = 0) -> str:
    """Why a spell can't be cast for so much colourless mana beside a permanent of these words, or ""."""
    layout = Layout(2)
    if text:
        layout.put(card(text), seat)
    for other in others:
        layout.put(other, 0)
    row = layout.put(spell, 0, "hand")
    layout.set_player(0, "mana.C", mana)
    return code(layout.done(), Choice("cast", 0, row))


GIANT = Proto("Giant", ("creature",), ("Giant",), (), ("R",), ("4",), 5, 5)


def test_601_2f_sets_of_spells_cost_less_or_more() -> None:
    for text, less in (
        ("Spells cost {1} less to cast.", 1),
        ("Creature spells you cast cost {2} less to cast.", 2),
        ("Instant and sorcery spells you cast cost {1} less to cast.", 0),
        ("Goblin spells and Giant spells you cast cost {1} less to cast.", 1),
        ("Red spells cost {2} more to cast.", -2),
        ("Nonartifact spells cost {1} more to cast.", -1),
        ("Spells your opponents cast cost {2} more to cast.", 0),
        ("Creature spells you cast with power 4 or greater cost {2} less to cast.", 2),
        ("Creature spells you cast with mana value 5 or greater cost {2} less to cast.", 0),
    ):
        assert (castable(text, GIANT, 4 - less), castable(text, GIANT, 3 - less)) == ("", "mana-short"), text
    assert castable("Spells your opponents cast cost {2} more to cast.", GIANT, 5, seat=1) == "mana-short"


def test_601_2f_a_spell_costs_less_for_each_or_if() -> None:
    for text, others, less in (
        ("This spell costs {1} less to cast for each creature on the battlefield.", (BEAR, BEAR), 2),
        ("This spell costs {2} less to cast for each artifact you control.", (FLYER,), 2),
        ("This spell costs {3} less to cast if you control a Bird.", (FLYER,), 3),
        ("If you control a Bird, this spell costs {3} less to cast.", (BEAR,), 0),
        ("Affinity for artifacts", (FLYER, FLYER), 2),
    ):
        spell = card(text, "Sorcery", "{4}")
        assert (castable("", spell, 4 - less, *others), castable("", spell, 3 - less, *others)) == ("", "mana-short"), (
            text
        )


def test_601_2f_activated_abilities_cost_less_but_not_nothing() -> None:
    text = (
        "Activated abilities of creatures cost {2} less to activate. "
        "This effect can't reduce the amount of mana an ability costs to activate to less than one mana."
    )
    layout = Layout(2)
    layout.put(card(text), 0)
    row = layout.put(card("{2}: Draw a card.", "Creature", power="1", toughness="1"), 0)
    layout.set_player(0, "mana.C", 1)
    assert code(layout.done(), Choice("activate", 0, row)) == ""
    layout.set_player(0, "mana.C", 0)
    assert code(layout.done(), Choice("activate", 0, row)) == "mana-short"


# --- entering ----------------------------------------------------------------------------------------------------


def enters(text: str, *others: Proto, how: tuple[str, ...] = (), types: str = "Creature") -> State:
    """The position after a 1/1 card of these words was cast (a land: played)."""
    layout = Layout(2)
    for other in others:
        layout.put(other, 0)
    more = {"power": "1", "toughness": "1"} if types == "Creature" else {}
    row = layout.put(card(text, types, "{1}" if types == "Creature" else "", **more), 0, "hand")
    layout.set_player(0, "mana.C", 9)
    verb = "play" if types == "Land" else "cast"
    return settled(play(layout.done(), Choice(verb, 0, row, how=how)))


@shows(EntersPaying)
def test_614_1c_as_a_land_enters_life_may_be_paid() -> None:
    text = "As Test Card enters, you may pay 2 life. If you don't, it enters tapped."
    asked = enters(text, types="Land")
    paid, not_paid = says(asked, "yes"), says(asked, "no")
    assert (only(paid, "Test Card").cls.tapped, life(paid, 0)) == (False, 18)
    assert (only(not_paid, "Test Card").cls.tapped, life(not_paid, 0)) == (True, 20)


def test_614_1c_who_has_no_life_to_pay_is_not_asked() -> None:
    layout = Layout(2)
    text = "As Test Card enters, you may pay 2 life. If you don't, it enters tapped."
    row = layout.put(card(text, "Land", ""), 0, "hand")
    layout.set_player(0, "life", 1)
    assert only(play(layout.done(), Choice("play", 0, row)), "Test Card").cls.tapped


def test_614_1c_enters_tapped_unless_something_is_controlled() -> None:
    text = "This land enters tapped unless you control a Forest or an Island."
    for others, tapped in (((), True), ((ISLAND,), False), ((FOREST,), False), ((BEAR,), True)):
        assert only(enters(text, *others, types="Land"), "Test Card").cls.tapped == tapped


def test_614_1c_enters_with_counters_for_each_or_if_kicked() -> None:
    text = "Test Card enters with two +1/+1 counters on it for each Bear you control."
    assert only(enters(text, BEAR, BEAR), "Test Card").get("counter.+1/+1") == 4
    text = "Test Card enters with X +1/+1 counters on it, where X is the number of other creatures on the battlefield."
    assert only(enters(text, BEAR), "Test Card").get("counter.+1/+1") == 1
    text = "Kicker {2}\nIf Test Card was kicked, it enters with three +1/+1 counters on it."
    assert only(enters(text, how=("kicker",)), "Test Card").get("counter.+1/+1") == 3
    assert only(enters(text), "Test Card").get("counter.+1/+1") == 0


def test_614_12_others_enter_with_an_additional_counter() -> None:
    layout = Layout(2)
    layout.put(card("Each other creature you control enters with an additional +1/+1 counter on it."), 0)
    layout.put(card("Artifacts, creatures, and lands your opponents control enter tapped."), 1)
    row = layout.put(creature("New", 1, 1), 0, "hand")
    layout.set_player(0, "mana.C", 1)
    state = settled(play(layout.done(), Choice("cast", 0, row)))
    assert (only(state, "New").get("counter.+1/+1"), only(state, "New").cls.tapped) == (1, True)


def test_614_12_what_enters_by_its_size_is_refused() -> None:
    layout = Layout(2)
    layout.put(card("Creatures your opponents control with power 2 or greater enter tapped."), 1)
    row = layout.put(creature("New", 1, 1), 0, "hand")
    layout.set_player(0, "mana.C", 1)
    with pytest.raises(Unsupported):
        settled(play(layout.done(), Choice("cast", 0, row)))


# --- what can't be done ------------------------------------------------------------------------------------------


def test_602_5_activated_abilities_cannot_be_activated() -> None:
    for text, mana, other in (
        ("Activated abilities of creatures can't be activated.", "inactive", "inactive"),
        ("Activated abilities of creatures can't be activated unless they're mana abilities.", "", "inactive"),
        ("Activated abilities of creatures your opponents control can't be activated.", "", ""),
        ("Activated abilities of artifacts and creatures can't be activated.", "inactive", "inactive"),
    ):
        mill = card("{0}: Draw a card.", "Creature", power="1", toughness="1")
        state, rows = under(text, DRUID, mill)
        assert [code(state, Choice("activate", 0, r)) for r in rows] == [mana, other], text
    text = "Enchanted creature can't attack or block, and its activated abilities can't be activated."
    state, row = aura(text, DRUID)
    assert code(state, Choice("activate", 0, row)) == "inactive"
    assert view(state, row).cant == {"attack or block", "be activated"}


@shows(BlockLimit)
def test_509_1b_who_can_block_whom() -> None:
    for text, bear, bird in (
        ("Test Card can't be blocked by artifact creatures.", True, False),
        ("Test Card can't be blocked except by artifact creatures and/or white creatures.", False, True),
        ("Test Card can't be blocked by creatures with power 3 or greater.", True, False),
        ("Test Card can't be blocked by Walls.", True, True),
    ):
        layout = Layout(2)
        attacker = layout.put(card(text, "Creature", power="2", toughness="2"), 0)
        rows = [layout.put(BEAR, 1), layout.put(FLYER, 1)]
        state = layout.done()
        assert [pair_refusal(state, b, attacker) is None for b in rows] == [bear, bird], text

    layout = Layout(2)
    layout.put(card("Creatures with flying can't block creatures you control."), 0)
    mine, flyer, elf = layout.put(BEAR, 0), layout.put(FLYER, 1), layout.put(ELF, 1)
    state = layout.done()
    assert pair_refusal(state, flyer, mine) is not None and pair_refusal(state, elf, mine) is None


@shows(AttackOnly)
def test_508_1c_who_can_attack_only_some_players() -> None:
    text = "Test Card can't attack unless defending player controls an Island."
    for land, able in ((ISLAND, True), (FOREST, False)):
        layout = Layout(2)
        row = layout.put(card(text, "Creature", power="2", toughness="2"), 0)
        layout.put(land, 1)
        layout.put(ISLAND, 0)
        assert (attacker_refusal(layout.done(), row, 0) is None) == able
    for other, able in ((FLYER, True), (BEAR, False)):
        layout = Layout(2)
        text = "Test Card can't attack unless you control an artifact."
        row = layout.put(card(text, "Creature", power="2", toughness="2"), 0)
        layout.put(other, 0)
        assert (attacker_refusal(layout.done(), row, 0) is None) == able


@pytest.mark.parametrize("more", ["", "\nTest Card attacks each combat if able."])
def test_508_1c_each_attack_that_is_offered_is_legal_where_only_one_opponent_may_be_attacked(more: str) -> None:
    """Who attacks together may attack different players; who attacks if able attacks the one player it can (508.1d)."""
    text = "Test Card can't attack unless defending player controls an Island."
    layout = Layout(3)
    kept = layout.put(card(text + more, "Creature", power="2", toughness="2"), 0, n=2)
    free = layout.put(BEAR, 0)
    layout.put(ISLAND, 2)
    state = layout.done()
    ways = attack_ways(state, 0)
    assert [check_attack(state, way) for way in ways] == [None] * len(ways)
    met = [dict(zip([row for row, _ in way.picks], way.targets, strict=True)) for way in ways]
    assert {kept: player(2), free: player(1)} in met and {kept: player(2), free: player(2)} in met
    assert ({free: player(1)} in met) == (not more)


def test_611_3a_a_condition_is_asked_anew_whatever_it_reads() -> None:
    """What is known of a permanent is not kept where a condition reads a graveyard or whose turn it is."""
    text = "Test Card can't attack unless there are seven or more cards in your graveyard."
    layout = Layout(2)
    row = layout.put(card(text, "Creature", power="2", toughness="2"), 0)
    layout.put(BEAR, 0, "graveyard", n=6)
    layout.library(0, [(BEAR, 5)])
    mill = layout.put(card("{0}: Mill a card."), 0)
    state = layout.done()
    assert view(state, row).cant == {"attack"}
    assert not view(settled(play(state, Choice("activate", 0, mill))), row).cant
    layout = Layout(2)
    text = "As long as it's your turn, Test Card gets +3/+3."
    row = layout.put(card(text, "Creature", power="2", toughness="2"), 0)
    state = layout.done()
    assert (power(state, row), power(until(state, "upkeep", 1), row)) == (5, 2)


@shows(SilentEntering)
def test_603_2_what_enters_silently_sets_nothing_off() -> None:
    for text, gained in (("Creatures entering don't cause abilities to trigger.", 0), ("Activated abilities of lands can't be activated.", 1)):  # fmt: skip
        layout = Layout(2)
        layout.put(card(text), 1)
        layout.put(WARDEN, 0)
        row = layout.put(creature("New", 1, 1), 0, "hand")
        layout.set_player(0, "mana.C", 1)
        assert life(settled(play(layout.done(), Choice("cast", 0, row))), 0) == 20 + gained


def test_101_2_one_spell_each_turn_and_spells_that_cannot_be_cast() -> None:
    layout = Layout(2)
    layout.put(card("Each player can't cast more than one spell each turn."), 1)
    spell = instant("Cheap", Proliferate())
    rows = [layout.put(spell, 0, "hand", n=2)]
    layout.set_player(0, "mana.R", 2)
    state = layout.done()
    assert code(state, Choice("cast", 0, rows[0])) == ""
    state = settled(play(state, Choice("cast", 0, rows[0])))
    left = next(h for h, r in state.rows.items() if r.cls.zone == "hand" and r.cls.owner == 0)
    assert code(state, Choice("cast", 0, left)) == "one-spell"
    for text, seat, why in (
        ("Players can't cast noncreature spells.", 0, "cant-cast"),
        ("Your opponents can't cast spells during your turn.", 0, ""),
        ("Your opponents can't cast spells during your turn.", 1, ""),
        ("Players can't cast creature spells.", 0, ""),
    ):
        layout = Layout(2)
        layout.put(card(text), seat)
        row = layout.put(spell, 0, "hand")
        layout.set_player(0, "mana.R", 1)
        assert code(layout.done(), Choice("cast", 0, row)) == why, text


def test_701_8_destroyed_without_regeneration_is_destroyed() -> None:
    spell = card("Destroy target nonblack creature. It can't be regenerated.", "Instant", "{0}")
    layout = Layout(2)
    row, bear = layout.put(spell, 0, "hand"), layout.put(BEAR, 1)
    assert count(settled(play(layout.done(), Choice("cast", 0, row, targets=(bear,)))), "Bear") == 0
    assert not_read("Draw a card. It can't be regenerated.", "Instant")


def test_604_3_a_toughness_of_one_more() -> None:
    text = "Test Card's power is equal to the number of creatures you control and its toughness is equal to that number plus 1."
    layout = Layout(2)
    row = layout.put(card(text, "Creature", power="*", toughness="1+*"), 0)
    layout.put(BEAR, 0, n=2)
    state = layout.done()
    assert (power(state, row), toughness(state, row)) == (3, 4)


# --- choices and lands -------------------------------------------------------------------------------------------


def test_608_2d_a_colour_of_your_choice_is_chosen_as_it_happens() -> None:
    for text, mode, kept in (
        ("{0}: Target creature becomes the color of your choice until end of turn.", "mode 3", ("B",)),
        ("{0}: Target creature gains protection from the color of your choice until end of turn.", "mode 4", ("W",)),
    ):
        layout = Layout(2)
        row, bird = layout.put(card(text), 0), layout.put(FLYER, 1)
        asked = settled(play(layout.done(), Choice("activate", 0, row, targets=(bird,))))
        state = says(asked, mode)
        assert view(state, bird).colors == kept
        assert (Keyword("protection", "from red") in view(state, bird).abilities) == (mode == "mode 4")


def test_305_7_the_basic_land_type_of_your_choice() -> None:
    text = "{0}: Target land becomes the basic land type of your choice until end of turn."
    layout = Layout(2)
    row, tower = layout.put(card(text), 0), layout.put(TOWER, 0)
    state = says(settled(play(layout.done(), Choice("activate", 0, row, targets=(tower,)))), "mode 5")
    assert tapped_for(state, tower) == {"G": 1}


@shows(MoreLands)
@pytest.mark.parametrize(
    ("text", "n", "lands"),
    [
        ("You may play an additional land on each of your turns.", 1, 2),
        ("You may play two additional lands on each of your turns.", 2, 5),
        ("Each player may play an additional land on each of their turns.", 1, 2),
        ("Players can't gain life.", 1, 1),
    ],
)
def test_305_2_additional_lands(text: str, n: int, lands: int) -> None:
    layout = Layout(2)
    layout.put(card(text), 0, n=n)
    layout.put(ISLAND, 0, "hand", n=9)
    state = layout.done()
    for _ in range(lands):
        state = play(state, Choice("play", 0, next(h for h, r in state.rows.items() if r.cls.zone == "hand")))
    left = next(h for h, r in state.rows.items() if r.cls.zone == "hand")
    assert code(state, Choice("play", 0, left)) == "land-played"


# --- something else instead (608.2c) -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "alone", "with_elf"),
    [
        ("{0}: You gain 2 life. If you control an Elf, you gain 4 life instead.", 22, 24),
        ("{0}: You gain 2 life. If you control an Elf, instead you gain 4 life.", 22, 24),
        ("{0}: You gain 2 life. You gain 4 life instead if you control an Elf.", 22, 24),
        ("{0}: You gain 1 life. You lose 2 life. If you control an Elf, you lose 5 life instead.", 19, 16),
        ("{0}: ~ deals 2 damage to you. If you control an Elf, it deals 7 damage instead.", 18, 13),
    ],
)
def test_608_2c_one_of_two_effects_happens(text: str, alone: int, with_elf: int) -> None:
    for others, wanted in (((), alone), ((Proto("Elf", ("creature",), ("Elf",), power=1, toughness=1),), with_elf)):
        layout = Layout(2)
        row = layout.put(card(text.replace("~", "Test Card"), "Artifact"), 0)
        for other in others:
            layout.put(other, 0)
        state = settled(play(layout.done(), Choice("activate", 0, row)))
        assert life(state, 0) == wanted


def test_608_2c_the_condition_is_read_as_the_effect_happens() -> None:
    layout = Layout(2)
    row = layout.put(card("{0}: You gain 2 life. If you control an Elf, you gain 4 life instead.", "Artifact"), 0)
    elf = layout.put(Proto("Elf", ("creature",), ("Elf",), power=1, toughness=1), 0)
    going = layout.put(card("Sacrifice a creature: You gain 1 life.", "Artifact"), 0)
    state = play(layout.done(), Choice("activate", 0, row))
    state = settled(play(state, Choice("activate", 0, going, picks=((elf, 1),))))
    assert life(state, 0) == 23


@pytest.mark.parametrize(
    "text",
    [
        "{0}: You gain 2 life and draw a card. If you control an Elf, you gain 4 life instead.",
        "{0}: You gain 2 life. You lose 1 life. If you control an Elf, you gain 4 life instead.",
        "{0}: Tap target creature. If you control an Elf, tap target land instead.",
        "{T}: Add {G}. If you control an Elf, add {G}{G} instead.",
        "If you control an Elf, you gain 4 life instead.",
    ],
)
def test_608_2c_what_is_replaced_has_to_be_clear(text: str) -> None:
    assert not_read(text, "Artifact")


# --- delayed triggers about each of a group (603.7) ---------------------------------------------------------------


def test_603_7_a_delayed_trigger_is_about_each_of_several_at_once() -> None:
    layout = Layout(2)
    watch = layout.put(card("{0}: Whenever a creature enters this turn, put a +1/+1 counter on it.", "Artifact"), 0)
    maker = layout.put(card("{0}: Create three 1/1 green Elf creature tokens.", "Artifact"), 0)
    state = settled(play(layout.done(), Choice("activate", 0, watch)))
    state = settled(play(state, Choice("activate", 0, maker)))
    elves = [row for row in state.rows.values() if row.cls.zone == "battlefield" and row.cls.kind == "token"]
    assert sum(row.n for row in elves) == 3
    assert all(row.get("counter.+1/+1") == 1 for row in elves)


# --- several things given up for one ability (601.2b, 602.2b) ------------------------------------------------------


def test_602_2b_what_is_given_up_for_each_cost_is_said_with_its_word() -> None:
    layout = Layout(2)
    row = layout.put(card("{0}, Discard a card, Sacrifice a land: You gain 1 life.", "Artifact"), 0)
    in_hand, on_field = layout.put(FOREST, 0, "hand"), layout.put(FOREST, 0)
    layout.put(ISLAND, 0)
    layout.put(BEAR, 0, "hand")
    state = layout.done()
    choice = Choice("activate", 0, row, picks=((in_hand, 1), (on_field, 1)))
    said = say(state, choice)
    assert "discarding Forest" in said and "sacrificing Forest" in said
    assert read_sentence(state, said) == choice
    assert read_sentence(state, "activate Test Card sacrificing Forest discarding Forest") == choice
    assert life(settled(play(state, choice)), 0) == 21


def test_608_2d_a_name_with_words_of_the_script_answers_a_question() -> None:
    """What doubles counters and what adds one are put in an order by whom it affects, by name (616.1)."""
    layout = Layout(2)
    doubles = "If one or more +1/+1 counters would be put on a creature you control, twice that many +1/+1 counters are put on it instead."
    more = "If one or more +1/+1 counters would be put on a creature you control, that many plus one +1/+1 counters are put on it instead."
    for name, text in (("The Doubler", doubles), ("Scales", more)):
        found = compile_card({"name": name, "type_line": "Enchantment", "oracle_text": text, "mana_cost": "{1}"})
        assert found.complete
        layout.put(found.proto, 0)
    row = layout.put(creature("Grower", 1, 1, Activated((), (PutCounters(This(), "+1/+1", Fixed(1)),))), 0)
    state = around(play(layout.done(), Choice("activate", 0, row)))
    answered = read_sentence(state, "p1: choose The Doubler")
    assert isinstance(answered, Choice)
    assert settled(play(state, answered)).rows[row].get("counter.+1/+1") == 3
