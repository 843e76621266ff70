"""Combos from names alone: what is found is proved and certified, and what it needs is exactly what it says."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

from reiterate.ask.building_combo import combo_answer
from reiterate.combos.combo import Asked, Combo, combo
from reiterate.combos.helpers import STARTERS
from reiterate.combos.next_opponents import aftermath
from reiterate.oracle import CompiledCard
from reiterate.refusals import EXIT_CODES
from tests.survey.named_combos import BOOK, found, invented, needed, refused, single

pytestmark = pytest.mark.drawn(8)


def test_a_creature_and_its_aura_need_nothing_else() -> None:
    made = found("midnight guard", "presence of gond")
    assert made.found.endless
    assert (made.helpers, made.starters, made.idle) == ((), (), ())
    assert needed(made) == {("Midnight Guard", 1), ("Presence of Gond", 1)}
    assert "Grizzly Bears" not in made.text and "mana" not in made.text


def test_a_trigger_of_life_needs_life_gained_once_and_wins_in_a_counted_lap() -> None:
    """Blossoming Sands gains 1 life, and each lap loses 1 of the 20: lap 20 is the last."""
    made = found("sanguine bond", "exquisite blood")
    assert not made.found.endless
    assert made.starters == ("life",) and made.wins_at == 20
    assert needed(made) == {("Sanguine Bond", 1), ("Exquisite Blood", 1), ("Blossoming Sands", 1)}


@pytest.mark.parametrize(("life", "lap"), [("40", 40), ("7", 7), ("10^30", 10**30)])
def test_the_winning_lap_follows_from_the_life_that_is_asked_for(life: str, lap: int) -> None:
    assert found("sanguine bond", "exquisite blood", asked=Asked(life=life)).wins_at == lap


def test_mana_that_starts_a_loop_is_found_to_the_last_symbol() -> None:
    """{2}, {T}: add {C}{C}{C}{C} of which {1} untaps it: the first activation has to be paid for."""
    rows = [
        {
            "name": "Slow Wheel",
            "type_line": "Artifact",
            "mana_cost": "{4}",
            "oracle_text": "{2}, {T}: Add {C}{C}{C}{C}.",
        },
        {
            "name": "Crank",
            "type_line": "Artifact",
            "mana_cost": "{1}",
            "oracle_text": "{1}: Untap target artifact.",
        },
    ]
    made = found("Slow Wheel", "Crank", book=invented(*rows))
    assert made.found.endless
    assert needed(made) == {("Slow Wheel", 1), ("Crank", 1), ("C", 2)}


def test_a_card_that_plays_no_part_is_named() -> None:
    made = found("midnight guard", "presence of gond", "llanowar elves")
    assert made.idle == ("Llanowar Elves",) and not made.stopping


def test_a_copy_that_plays_no_part_is_named_beside_one_that_does() -> None:
    made = found("kiki-jiki", "zealous conscripts", "zealous conscripts")
    assert made.idle == ("Zealous Conscripts",)
    assert ("Zealous Conscripts", 1) in needed(made)


def test_a_creature_that_drains_is_not_sacrificed_for_mana_where_another_one_may_be() -> None:
    """Each death of Gravecrawler drains 1 life, so 20 of them win: the Artist stays, and what pays for the first cast is another thing."""
    made = found("gravecrawler", "phyrexian altar", "blood artist")
    assert not made.idle and made.wins_at == 20
    assert not any("Blood Artist" in line for line in made.found.prefix)


def test_a_creature_that_only_attacks_once_is_idle() -> None:
    """Two damage of any creature set it off, and 2 life a lap end 18 life in nine laps. Nothing asks whether opponents could gain life."""
    hinderer = {
        "name": "Hinderer",
        "type_line": "Creature — God",
        "mana_cost": "{3}{B}",
        "power": "5",
        "toughness": "7",
        "oracle_text": "Your opponents can't gain life.\n{1}{B}, Pay 2 life: Draw a card.",
    }
    made = found("Hinderer", "sanguine bond", "exquisite blood", book=invented(hinderer))
    assert made.idle == ("Hinderer",) and not made.stopping
    assert "Hinderer" not in " ".join(made.found.prefix)


def test_a_creature_without_abilities_that_is_named_stays_the_one_that_was_named() -> None:
    made = found("gravecrawler", "phyrexian altar", "grizzly bears")
    assert not made.idle and [helper.words for helper, _ in made.helpers] == ["a Zombie"]


def test_an_idle_card_lies_on_the_battlefield_where_the_same_lines_are_a_loop_there() -> None:
    """Nothing of Midnight Guard goes to a graveyard, and Gravecrawler is cast from there in each iteration."""
    made = found("midnight guard", "presence of gond", "rest in peace")
    assert made.idle == ("Rest in Peace",) and not made.stopping
    assert "- card: Rest in Peace" in made.text
    stopped = found("gravecrawler", "phyrexian altar", "rest in peace")
    assert stopped.idle == stopped.stopping == ("Rest in Peace",)
    assert "- card: Rest in Peace" not in stopped.text


def test_603_3b_a_card_that_triggers_in_each_lap_belongs_to_the_loop() -> None:
    """A token and Kiki-Jiki enter in each lap, so the third card deals 2 damage. Its triggers ask for an order, which the loop of two cards has not."""
    made = found("kiki-jiki", "felidar guardian", "impact tremors")
    assert not made.idle and made.wins_at == 10


def test_a_spell_puts_the_first_minus_counter_on_a_creature_that_dies_of_it() -> None:
    """704.5f: each Insect dies of its counter, which makes the next Insect."""
    enchantment = {"type_line": "Enchantment", "mana_cost": "{2}{B}"}
    hatchery = {
        **enchantment,
        "name": "Hatchery",
        "oracle_text": "Whenever you put one or more -1/-1 counters on a creature, create that many 1/1 black Insect creature tokens.",
    }
    plague = {
        **enchantment,
        "name": "Plague",
        "oracle_text": "Whenever a creature dies, if it had a -1/-1 counter on it, put a -1/-1 counter on target creature.",
    }
    made = found("Hatchery", "Plague", book=invented(hatchery, plague))
    assert not made.idle and "a -1/-1 counter" in STARTERS[made.starters[0]][2]
    assert {"Hatchery", "Plague"} <= {name for name, _ in needed(made)}


def test_709_4_a_split_card_that_is_cast_as_one_of_its_halves_plays_a_part() -> None:
    half = {"mana_cost": "{G}", "type_line": "Sorcery"}
    halves = {
        "name": "Heed // Hush",
        "layout": "split",
        "card_faces": [
            {**half, "name": "Heed", "oracle_text": "Whenever a creature enters this turn, you may draw a card."},
            {**half, "name": "Hush", "oracle_text": "You gain 1 life."},
        ],
    }
    breeder = {
        "name": "Breeder",
        "type_line": "Enchantment",
        "mana_cost": "{2}{G}",
        "oracle_text": "Whenever you draw a card, create a 1/1 green Insect creature token.\n{1}: Draw a card.",
    }
    made = found("Breeder", "Heed // Hush", book=invented(breeder, halves))
    assert not made.idle and ("Heed // Hush", 1) in needed(made)


def test_others_lie_beside_and_count_as_nothing_that_is_needed() -> None:
    made = found("midnight guard", "presence of gond", asked=Asked(others=("serra ascendant", "llanowar")))
    assert "Serra Ascendant" in made.text and "Llanowar Elves" in made.text
    assert not {"Serra Ascendant", "Llanowar Elves"} & {name for name, _ in needed(made)}


def test_four_players_are_four_opponents_less_one() -> None:
    made = found("midnight guard", "presence of gond", asked=Asked(players=4))
    assert "p4:" in made.text and "p5:" not in made.text


def test_a_lap_goes_on_against_the_next_opponent_until_none_is_left() -> None:
    """Sanguine Bond targets one opponent at a time: p2, p3 and p4 lose one after the other, and p2 alone within the certificate."""
    after = aftermath(found("sanguine bond", "exquisite blood", asked=Asked(players=4)).found)
    assert (after.lost, after.left, after.beaten) == ((1,), (2, 3), (1, 2, 3))
    one = aftermath(found("sanguine bond", "exquisite blood").found)
    assert (one.lost, one.left, one.beaten) == ((), (), ())


def test_704_5b_a_library_that_a_loop_empties_is_told_with_all_of_its_cards() -> None:
    """A position file has 53 cards in a library. Two are milled before the laps, and 51 in them."""
    made = found("painter's servant", "grindstone")
    after = aftermath(made.found)
    assert after.emptied == ((1, 53),) and after.drawing
    said = combo_answer(made, Asked(), BOOK).combo.said
    assert "p2 has none of 53 cards left in the library, and loses by the next draw (704.5b)" in said.gets
    assert said.wins == "as p2 next draws a card: the library is empty (704.5b)"


def test_whoever_is_left_behind_a_loop_is_told() -> None:
    asked = Asked(players=4)
    said = combo_answer(found("sanguine bond", "exquisite blood", asked=asked), asked, BOOK).combo.said
    assert "p2 has lost, and p3 and p4 are left" in said.stops
    assert "the same is repeated against p3, then p4, until no opponent is left" in said.wins


def test_cards_that_do_nothing_together_are_told_at_once() -> None:
    refusal = refused("grizzly bears", "llanowar elves", "diregraf ghoul", "plains", "serra ascendant")
    assert (refusal.code, EXIT_CODES[refusal.kind]) == ("combo-not-found", 3)
    assert "Grizzly Bears" in refusal.message and refusal.expected


def test_lands_and_creatures_without_abilities_are_said_to_set_nothing_going() -> None:
    lands = refused("forest", "island", "plains", "swamp", "mountain")
    assert lands.message.endswith("(Forest, Island, Plains, Swamp, Mountain: an ability that only taps for mana)")
    bears = refused("grizzly bears", "llanowar elves")
    assert "Grizzly Bears: no ability, and Llanowar Elves: an ability that only taps for mana" in bears.message
    assert "only taps" not in refused("llanowar elves", "staff of domination", asked=Asked(steps=600)).message


def test_a_loop_that_runs_down_is_no_combo() -> None:
    """Llanowar Elves make {G}, and to untap them takes {3} and what untaps the Staff."""
    refusal = refused("llanowar elves", "staff of domination", asked=Asked(steps=600))
    assert refusal.code == "combo-not-found"


def test_an_end_against_other_life_than_was_asked_for_names_that_life() -> None:
    """Ten life a lap: the second lap ends 20 life. Those are too few laps for a proof with that life."""
    rows = [
        {
            "name": "Tithe",
            "type_line": "Enchantment",
            "mana_cost": "{3}{B}",
            "oracle_text": "Whenever you gain life, target opponent loses 10 life.",
        },
        {
            "name": "Well",
            "type_line": "Enchantment",
            "mana_cost": "{3}{B}",
            "oracle_text": "Whenever an opponent loses life, you gain 1 life.",
        },
    ]
    book = invented(*rows)
    made = found("Tithe", "Well", book=book)
    assert made.theirs != "20"
    assert "with 10^100 life of each opponent, it ends" in combo_answer(made, Asked(), book).combo.said.stops


NEAR_DEATH: Final = {
    "name": "Near-Death Experience",
    "type_line": "Enchantment",
    "mana_cost": "{2}{W}{W}{W}",
    "oracle_text": "At the beginning of your upkeep, if you have exactly 1 life, you win the game.",
}


def test_turns_in_which_nothing_happens_are_no_combo() -> None:
    # both draw and discard until the library of p2 is empty, which has nothing to do with the cards
    refused("near-death experience", "grizzly bears", book=invented(NEAR_DEATH))


def test_a_bounded_search_tells_what_it_searched_and_not_that_there_is_none() -> None:
    refusal = refused("gravecrawler", "zealous conscripts", asked=Asked(steps=88))
    assert re.search(r"in 88 steps of search on \d boards", refusal.message) and "repeat" not in refusal.message
    unsearched = refused("grizzly bears", "llanowar elves")
    assert "no board was searched" in unsearched.message and "steps" not in unsearched.message


def test_what_repeats_and_gives_nothing_is_no_combo() -> None:
    """Basalt Monolith makes {C}{C}{C} for the {3} that untaps it: that can go on for ever."""
    refusal = refused("basalt monolith", "plains")
    assert refusal.code == "combo-not-found" and "gives nothing" in refusal.message


def test_a_clause_that_is_not_understood_is_named() -> None:
    row = {"name": "Riddle", "type_line": "Artifact", "oracle_text": "Whenever it rains, you win the game."}
    refusal = refused("riddle", "basalt monolith", book=invented(row))
    assert (refusal.code, EXIT_CODES[refusal.kind]) == ("clause-not-understood", 4)
    assert "Whenever it rains" in refusal.message


@pytest.mark.parametrize("many", [0, 1, 6])
def test_a_combo_has_two_to_five_cards(many: int) -> None:
    refusal = refused(*["grizzly bears"] * many)
    assert (refusal.code, EXIT_CODES[refusal.kind]) == ("combo-size", 2)


def test_others_are_permanents() -> None:
    assert refused("midnight guard", "presence of gond", asked=Asked(others=("lightning bolt",))).code == "wrong-zone"


def test_two_of_one_card_are_two_objects() -> None:
    made = refused("grizzly bears", "grizzly bears")
    assert made.code == "combo-not-found"


def test_the_same_names_give_the_same_text() -> None:
    cards = [BOOK.find(name) for name in ("Basalt Monolith", "Power Artifact")]
    known = [card for card in cards if isinstance(card, CompiledCard)]
    one, two = combo(known, BOOK, Asked()), combo(known, BOOK, Asked())
    assert isinstance(one, Combo) and isinstance(two, Combo)
    assert one.text == two.text and one.needs == two.needs


# --- played once -------------------------------------------------------------------------------------------------

HALVE: Final = {"name": "Halver", "type_line": "Sorcery", "mana_cost": "{2}{B}", "colors": ["B"]}
DOUBLE: Final = {
    "name": "Doubler",
    "type_line": "Enchantment",
    "mana_cost": "{3}",
    "oracle_text": "If an opponent would lose life during your turn, they lose twice that much life instead.",
}


def test_what_wins_and_does_not_repeat_is_played_once() -> None:
    """Ten life twice is twenty: the spell wins with the enchantment, and does not without."""
    book = invented({**HALVE, "oracle_text": "Target opponent loses 10 life."}, DOUBLE)
    made = single("Halver", "Doubler", book=book)
    assert made.what == "win"
    assert made.lines[0].startswith("cast Halver targeting p2") and dict(made.layout.mana) == {"B": 1, "C": 2}


def test_a_line_that_is_played_once_is_nothing_where_loops_alone_are_asked_for() -> None:
    book = invented({**HALVE, "oracle_text": "Target opponent loses 10 life."}, DOUBLE)
    assert refused("Halver", "Doubler", book=book, asked=Asked(once=False)).code == "combo-not-found"


def test_what_does_not_win_with_the_life_that_is_asked_for_is_nothing() -> None:
    book = invented({**HALVE, "oracle_text": "Target opponent loses 10 life."}, DOUBLE)
    assert refused("Halver", "Doubler", book=book, asked=Asked(life="21")).code == "combo-not-found"


def test_a_card_that_wins_alone_is_no_combo_with_another() -> None:
    book = invented({**HALVE, "oracle_text": "Target opponent loses 20 life."}, DOUBLE)
    assert refused("Halver", "plains", book=book).code == "combo-not-found"


def test_a_library_that_is_gone_is_told_as_that() -> None:
    """Twice 27 cards are more than the 53 of a library."""
    rows: list[dict[str, Any]] = [
        {**HALVE, "oracle_text": "Target player mills 27 cards."},
        {
            "name": "Doubler",
            "type_line": "Enchantment",
            "mana_cost": "{3}",
            "oracle_text": "If an opponent would mill one or more cards, they mill twice that many cards instead.",
        },
    ]
    made = single("Halver", "Doubler", book=invented(*rows))
    assert made.what == "library"


def test_a_loop_needs_no_more_than_gives_the_same_things() -> None:
    # {T}: {G} for each creature with defender; {3}, {Q}: three others and the Battlement itself make one more than it takes
    made = found("umbral mantle", "overgrown battlement")
    assert {name: n for name, n in needed(made) if name not in made.cards} == {"Creature": 3}
    assert [many for _, many in made.helpers] == [3]
    # {T}: {W} for its power, {4} to untap both: one counter more than power 4
    lisa = {
        "name": "Grower",
        "type_line": "Creature - Elf",
        "mana_cost": "{2}{G}",
        "oracle_text": "{T}: Add X mana of any one color, where X is Grower's power.",
        "power": "1",
        "toughness": "3",
    }
    grown = found("grower", "staff of domination", book=invented(lisa))
    assert grown.needs.needs is not None
    assert {need.counters for need in grown.needs.needs if need.name == "Grower"} == {(("+1/+1", 4),)}
    assert "'4'" in grown.text and "'8'" not in grown.text


def test_a_loop_begins_at_once_and_with_nothing_in_the_pool_where_it_can() -> None:
    made = found("umbral mantle", "overgrown battlement")
    assert made.found.prefix == ()
    assert not any(name == "mana" for name, _ in needed(made)) and "mana:" not in made.text


def test_an_ability_that_is_not_understood_is_named_where_others_are_set_aside() -> None:
    worker = {
        "name": "Revealer",
        "type_line": "Artifact Creature - Construct",
        "mana_cost": "{3}",
        "oracle_text": "{T}: Add {C}{C} for each artifact card that you own from outside the game.",
        "power": "1",
        "toughness": "2",
    }
    said = refused("umbral mantle", "revealer", book=invented(worker))
    assert said.code == "clause-not-understood" and "outside the game" in said.message


def test_a_lap_taps_no_more_for_mana_than_makes_it_more() -> None:
    # {2}, {T}: one Sol Ring pays for the Scepter, and the second one is what there is more of
    made = found("dramatic reversal", "isochron scepter")
    assert {helper.name: many for helper, many in made.helpers} == {"Sol Ring": 2}


def test_life_that_the_proof_did_without_is_no_need() -> None:
    # paid 20 times from 20 life; the search pays from 200
    payer = {
        "name": "Payer",
        "type_line": "Creature - Zombie",
        "mana_cost": "{B}",
        "oracle_text": "Pay 1 life: Put a +1/+1 counter on Payer.",
        "power": "1",
        "toughness": "1",
    }
    made = found("payer", "grizzly bears", book=invented(payer))
    assert made.idle == ("Grizzly Bears",) and made.ours == "20"
    assert "life" not in {name for name, _ in needed(made)}


def test_a_loop_that_is_over_after_a_few_laps_is_passed_over() -> None:
    # the Dinosaur dies of its third point of damage, unless something makes it indestructible
    rager = {
        "name": "Rager",
        "type_line": "Creature - Dinosaur",
        "mana_cost": "{R}",
        "oracle_text": "Whenever Rager is dealt damage, it deals 3 damage to target opponent.",
        "power": "3",
        "toughness": "4",
    }
    steel = {
        "name": "Steel",
        "type_line": "Artifact - Equipment",
        "mana_cost": "{1}",
        "oracle_text": "Whenever equipped creature is dealt damage, it deals that much damage to any target.\nEquip {4}",
    }
    made = found("rager", "steel", book=invented(rager, steel))
    assert "Darksteel Plate" in {helper.name for helper, _ in made.helpers}
    assert made.wins_at == 7  # 3 in each lap, of 20
