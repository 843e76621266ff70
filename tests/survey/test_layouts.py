"""Layouts: where cards are put and what lies beside them follows from their terms, whatever they are called."""

from __future__ import annotations

import json
from typing import Final

import pytest
import yaml

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.combos.helpers import helper_for
from reiterate.combos.layouts import MANY, MANY_LANDS, MOST, Layout, board_text, layouts
from reiterate.combos.paid_once import paid_for_counters
from reiterate.oracle import CompiledCard
from reiterate.terms.references import Compare, Filter
from tests.survey.laid_out import cards, laid

CREATURE: Final = {"type_line": "Creature — Elf", "power": "1", "toughness": "1", "mana_cost": "{1}{G}"}


def helpers(layout: Layout) -> dict[str, int]:
    return {helper.name: many for helper, many in layout.helpers}


def test_permanents_lie_on_the_battlefield_first() -> None:
    first = laid(CREATURE, {"type_line": "Artifact"})[0]
    assert [entry["card"] for entry in first.battlefield] == ["A", "B"]
    assert not first.hand and not first.mana and not first.helpers


def test_spells_are_in_hand_with_the_mana_that_they_cost() -> None:
    spell = {"type_line": "Instant", "mana_cost": "{7}{U}{U}{U}{U}{U}", "oracle_text": "Draw a card."}
    first = laid(CREATURE, spell)[0]
    assert first.hand == ("B",)
    assert dict(first.mana) == {"U": 5, "C": 7}


def test_607_2_a_card_with_mana_value_x_lies_exiled_by_what_speaks_of_it() -> None:
    text = (
        "{X}, {T}: You may exile an instant or sorcery card with mana value X from your hand.\nAt the beginning of your upkeep, "
        "you may copy a card exiled with A. If you do, you may cast the copy without paying its mana cost."
    )
    glass = {"type_line": "Artifact", "oracle_text": text}
    spell = {"type_line": "Sorcery", "mana_cost": "{1}{U}", "oracle_text": "Take an extra turn after this one."}
    assert laid(glass, spell)[0].battlefield == ({"card": "A", "exiled": ["B"]},)
    assert all("exiled" not in entry for layout in laid(glass, CREATURE) for entry in layout.battlefield)


def test_701_20_what_reveals_a_library_has_a_known_one() -> None:
    reveal = (
        "{T}: Reveal cards from the top of your library until you reveal a {}. Put that card into your hand and all "
        "other cards revealed this way into your graveyard."
    )
    libraries = [
        {layout.library for layout in laid({**CREATURE, "oracle_text": reveal.replace("{}", what)})}
        for what in ("basic land card", "creature card")
    ]
    assert libraries == [{"", "53 Grizzly Bears"}, {"", "53 Wastes"}]


def test_702_177a_mana_of_what_is_activated_but_once_lies_there_last() -> None:
    """No period holds an exhaust ability: the first mana is for what is activated again and again, and a dearer board pays for both."""
    exhausting = {**CREATURE, "oracle_text": "{2}: Untap A.\nExhaust — {10}: Draw a card."}
    pools = [dict(layout.mana).get("C", 0) for layout in laid(exhausting, {"type_line": "Artifact"})]
    assert pools[0] == 2
    assert 10 in pools[1:]


def test_702_177a_where_nothing_else_costs_mana_it_is_paid_at_first() -> None:
    exhausting = {**CREATURE, "oracle_text": "Exhaust — {10}: Draw a card."}
    assert dict(laid(exhausting, {"type_line": "Artifact"})[0].mana) == {"C": 10}


@pytest.mark.parametrize(
    ("cost", "amount", "paid"),
    [
        ("{X}{X}", "X", ("C",) * 4),
        ("{X}{1}{G}", "X", ("G", "C", "C", "C")),
        ("{X}{G/W}", "X", ()),  # more than one way to pay
        ("{2}", "two", ()),
    ],
)
def test_107_3m_what_enters_with_x_counters_costs_each_x(cost: str, amount: str, paid: tuple[str, ...]) -> None:
    text = f"A enters with {amount} +1/+1 counters on it."
    _, (card, *_) = cards({**CREATURE, "mana_cost": cost, "oracle_text": text})
    assert paid_for_counters(card.proto, 2) == paid


def test_a_creature_that_does_something_as_it_enters_is_also_tried_in_hand() -> None:
    entering = {**CREATURE, "oracle_text": "When this creature enters, draw a card."}
    found = laid(entering, {"type_line": "Artifact"})
    assert [layout.hand for layout in found[:2]] == [(), ("A",)]


def test_what_copies_as_it_enters_is_in_hand() -> None:
    clone = {
        **CREATURE,
        "power": "0",
        "toughness": "0",
        "oracle_text": "You may have this creature enter as a copy of any creature on the battlefield.",
    }
    assert all("A" in layout.hand for layout in laid(clone, CREATURE))


def test_an_aura_is_on_the_other_card_where_it_may_enchant_that_and_on_a_helper_else() -> None:
    aura = {"type_line": "Enchantment — Aura", "oracle_text": "Enchant creature\nEnchanted creature has flying."}
    assert laid(aura, CREATURE)[0].battlefield[0] == {"card": "A", "attached to": "B"}
    first = laid(aura, {"type_line": "Artifact"})[0]
    assert first.battlefield[0] == {"card": "A", "attached to": "Grizzly Bears"}
    assert helpers(first) == {"Grizzly Bears": 1}


def test_an_aura_of_lands_lies_on_a_land() -> None:
    aura = {"type_line": "Enchantment — Aura", "oracle_text": 'Enchant land\nEnchanted land has "{T}: Add {B}."'}
    assert helpers(laid(aura, CREATURE)[0]) == {"Forest": 1}


def test_equipment_is_on_the_creature() -> None:
    sword = {"type_line": "Artifact — Equipment", "oracle_text": "Equipped creature gets +1/+1.\nEquip {1}"}
    assert laid(sword, CREATURE)[0].battlefield[0] == {"card": "A", "attached to": "B"}


def test_what_a_cost_takes_lies_beside_the_cards_unless_they_bring_it() -> None:
    altar = {"type_line": "Artifact", "oracle_text": "Sacrifice a Goblin: Add {R}."}
    first = laid(altar, CREATURE)[0]
    assert helpers(first) == {"Goblin": 1}
    goblin = {**CREATURE, "type_line": "Creature — Goblin"}
    assert helpers(laid(altar, goblin)[0]) == {}


def test_702_122a_as_many_creatures_as_crew_asks_for_power_lie_beside_the_cards() -> None:
    skiff = {"type_line": "Artifact — Vehicle", "power": "3", "toughness": "3", "oracle_text": "Crew 2"}
    (beside,) = {tuple(helpers(layout).values()) for layout in laid(skiff, {"type_line": "Artifact"})[:1]}
    assert sum(beside) == 2


def test_what_is_counted_is_there_many_times() -> None:
    druid = {**CREATURE, "type_line": "Creature — Human", "oracle_text": "{T}: Add {G} for each Elf you control."}
    assert [helpers(layout) for layout in laid(druid, {"type_line": "Artifact"})[:2]] == [{}, {"Elf": MANY}]


def test_lands_lie_beside_what_untaps_lands() -> None:
    whale = {**CREATURE, "oracle_text": "When this creature enters, untap up to seven lands."}
    assert helpers(laid(whale, CREATURE)[0]) == {"Forest": MANY_LANDS}


def test_a_trigger_without_anything_to_set_it_off_gets_a_starter() -> None:
    drain = {"type_line": "Enchantment", "oracle_text": "Whenever you gain life, each opponent loses 1 life."}
    found = laid(drain, {"type_line": "Artifact"})
    assert found[0].starters == ()
    assert any(layout.starters == ("life",) and not layout.mana for layout in found)


def test_a_permanent_has_the_counters_that_it_enters_with() -> None:
    spike = {
        **CREATURE,
        "power": "0",
        "toughness": "0",
        "oracle_text": "This creature enters with three +1/+1 counters on it.\n"
        "Remove a +1/+1 counter from this creature: You gain 1 life.",
    }
    assert laid(spike, {"type_line": "Artifact"})[0].battlefield[0] == {"card": "A", "counters": {"+1/+1": "3"}}


def test_a_card_that_is_taken_from_the_graveyard_may_lie_there() -> None:
    raiser = {
        **CREATURE,
        "oracle_text": "When this creature enters, return target artifact card from your graveyard to the battlefield.",
    }
    assert any(layout.graveyard == ("B",) for layout in laid(raiser, {"type_line": "Artifact"}))
    assert not any(layout.graveyard for layout in laid(raiser, CREATURE))


def test_layouts_are_few_however_many_cards_there_are() -> None:
    entering = {**CREATURE, "oracle_text": "When this creature enters, untap target creature."}
    found = laid(*[entering] * 5)
    assert 1 < len(found) <= MOST
    assert [layout.cost for layout in found] == sorted(layout.cost for layout in found)


def test_a_written_table_reads_back_with_title_and_script() -> None:
    table = laid(CREATURE, {"type_line": "Artifact"})[0].table("7", "10^100", players=3, others=("Soul Warden",))
    text = board_text(table, "A + B: twice", ["repeat 3:", "  all pass"])
    read = yaml.safe_load(text)
    assert read["title"] == "A + B: twice" and read["script"] == "repeat 3:\n  all pass\n"
    assert set(read["players"]) == {"p1", "p2", "p3"} and read["players"]["p3"]["life"] == "10^100"
    assert {"card": "Soul Warden"} in read["players"]["p1"]["battlefield"]


@pytest.mark.parametrize("name", ["Otherwise", "Different"])
def test_no_layout_depends_on_what_a_card_is_called(name: str) -> None:
    row = {**CREATURE, "oracle_text": "When this creature enters, untap target creature."}
    rows = [{"name": name, **row}, {"name": "Second", **CREATURE}]
    book = CardBook((read_source("cards", json.dumps(rows).encode()), builtin_source()))
    found = [book.find(str(row["name"])) for row in rows]
    renamed = str(layouts([card for card in found if isinstance(card, CompiledCard)])).replace(name, "A")
    assert renamed == str(laid(row, CREATURE)).replace("'B'", "'Second'")


ARTIFACT: Final = {"type_line": "Artifact", "oracle_text": "{4}: Untap target creature."}


def test_a_graveyard_that_a_condition_counts_holds_as_many_cards() -> None:
    text = "{T}: Untap target land. Activate only if seven or more cards are in your graveyard."
    for layout in laid({**CREATURE, "oracle_text": text}, ARTIFACT):
        assert helpers(layout)["Runeclaw Bear"] == 7
        assert layout.table("20", "20")["players"]["p1"]["graveyard"] == ["7 Runeclaw Bear"]  # type: ignore[index] # as written


def test_a_graveyard_that_is_counted_holds_more_than_two_costs_ask_for() -> None:
    """{4} and {1}: one more than five creature cards."""
    counting = "{1}, {T}: Add X mana of any one color, where X is the number of creature cards in your graveyard."
    found = [
        helpers(layout).get("Runeclaw Bear", 0) for layout in laid({**CREATURE, "oracle_text": counting}, ARTIFACT)
    ]
    assert {0, 6} == set(found)


@pytest.mark.parametrize(
    ("words", "card"),
    [
        ("{T}: Add {C} for each card you've drawn this turn.", "Overflowing Insight"),
        ("{T}: Add X mana of any one color, where X is the amount of life you gained this turn.", "Angel's Mercy"),
    ],
)
def test_what_is_counted_over_a_turn_for_mana_happens_seven_times_once(words: str, card: str) -> None:
    made = [layout.table("20", "20")["players"]["p1"] for layout in laid({**CREATURE, "oracle_text": words}, ARTIFACT)]  # type: ignore[index] # as written
    assert any(card in board.get("hand", []) for board in made)


def test_no_mana_is_laid_out_first_where_a_card_makes_it() -> None:
    assert not laid({**CREATURE, "oracle_text": "{T}: Add {C}{C}{C}{C}{C}."}, ARTIFACT)[0].mana
    assert laid(CREATURE, ARTIFACT)[0].mana


def test_an_aura_that_untaps_its_host_is_also_on_a_creature_that_taps_for_mana() -> None:
    aura = {"type_line": "Enchantment — Aura", "oracle_text": "Enchant creature\n{U}: Untap enchanted creature."}
    hosts = [layout.battlefield[0]["attached to"] for layout in laid(aura, {"type_line": "Enchantment"})]
    assert {"Birds of Paradise", "Grizzly Bears"} <= set(hosts)


def test_a_creature_that_makes_itself_tougher_lies_on_the_battlefield() -> None:
    growing = "This creature gets +1/+1 for each creature you control."
    found = laid({**CREATURE, "power": "0", "toughness": "0", "oracle_text": growing}, ARTIFACT)
    assert [entry["card"] for entry in found[0].battlefield] == ["A", "B"]
    assert any(layout.hand == ("A",) for layout in found)


def test_a_spell_that_another_card_copies_is_the_only_one_in_hand() -> None:
    copying = {**CREATURE, "oracle_text": "{2}, {T}: Copy target instant or sorcery spell you control."}
    spell = {"type_line": "Sorcery", "mana_cost": "{G}", "oracle_text": "Untap all creatures you control."}
    assert all(not layout.starters for layout in laid(copying, spell))
    assert any(layout.starters for layout in laid(copying, {"type_line": "Artifact"}))


def test_creatures_for_mana_are_more_than_a_cost_asks_for() -> None:
    """{3}{R}{R}: six of them."""
    untapping = {"type_line": "Enchantment", "oracle_text": "{3}{R}{R}: Untap all creatures you control."}
    assert any(helpers(layout).get("Birds of Paradise") == 6 for layout in laid(untapping, CREATURE))


def test_701_43_a_trigger_of_exerting_is_laid_out() -> None:
    """Exerting happens as a creature attacks (701.43d)."""
    text = "Whenever you exert a creature, creatures you control get +1/+0 until end of turn."
    assert laid({**CREATURE, "oracle_text": text}, CREATURE)


@pytest.mark.parametrize(
    ("bound", "words"),
    [
        (Compare("power", ">=", 4), "a creature with power 4 or greater"),
        (Compare("toughness", "<=", 1), "a creature with toughness 1 or less"),
        (Compare("power", "==", 3), "a creature with power 3"),
        (None, "a creature"),
    ],
)
def test_a_bound_on_a_helper_is_told(bound: Compare | None, words: str) -> None:
    helper = helper_for(Filter(types=("creature",), compare=bound), ())
    assert helper is not None and helper.words == words


def test_605_1_what_a_mana_ability_taps_is_as_many_as_the_dearest_cost_takes() -> None:
    """Two tokens for each of five mana are ten, two more make one mana more, and two lie there for the ability itself."""
    taps = {**CREATURE, "oracle_text": "Tap two untapped tokens you control: Add one mana of any color."}
    untaps = {"type_line": "Enchantment", "oracle_text": "{3}{R}{R}: Untap all creatures you control."}
    assert max(helpers(layout).get("Creature", 0) for layout in laid(taps, untaps)) == 14
    one = {**CREATURE, "oracle_text": "Tap an untapped token you control: Add one mana of any color."}
    assert max(helpers(layout).get("Creature", 0) for layout in laid(one, untaps)) < 14


def test_500_8_attackers_of_one_set_alone_lie_beside_additional_combats_before_those_of_all_sets() -> None:
    """Bears and Warriors are both watched as they attack. Ten attackers at once take more steps than five of a kind."""
    leader = {
        **CREATURE,
        "oracle_text": "Whenever a Warrior you control attacks, you gain 1 life.\n{2}{R}{R}{R}: Untap all attacking creatures."
        " After this phase, there is an additional combat phase. Activate only during combat.",
    }
    drum = {
        "type_line": "Artifact",
        "oracle_text": "Whenever a creature you control attacks, put a charge counter on B.",
    }
    beside = [tuple((helper.name, many) for helper, many in each.helpers) for each in laid(leader, drum)]
    first = list(dict.fromkeys(beside))
    assert first[:3] == [(("Grizzly Bears", 5),), (("Warrior", 5),), (("Warrior", 5), ("Grizzly Bears", 5))]
    assert () in first[3:]
