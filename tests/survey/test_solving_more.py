"""Classes of combos that a search found too late or not at all: undying and counters, piled abilities, payments in combat, copies."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.api import ComboAnswer, combo
from reiterate.combos.combo import Asked, Combo, asked_of
from reiterate.combos.played_once import Single
from reiterate.worth.gains import gains
from reiterate.worth.given import TURNS, Given
from tests.survey.named_combos import found, invented, needed, refused

pytestmark = pytest.mark.drawn(4)

ELF: Final = {"type_line": "Creature — Elf", "power": "1", "toughness": "1", "mana_cost": "{1}{G}"}
LORD: Final = {
    **ELF,
    "name": "Lord",
    "power": "5",
    "toughness": "5",
    "oracle_text": "Other creatures you control get +1/+1 and have undying.",
}
SPITTER: Final = {
    **ELF,
    "name": "Spitter",
    "oracle_text": "Spitter enters with three +1/+1 counters on it.\n"
    "Remove a +1/+1 counter from Spitter: It deals 1 damage to any target.",
}
WITHERER: Final = {
    **ELF,
    "name": "Witherer",
    "power": "0",
    "toughness": "2",
    "oracle_text": "{T}: Add {G}.\nPut a -1/-1 counter on Witherer: Untap Witherer.",
}
EATER: Final = {
    **ELF,
    "name": "Eater",
    "oracle_text": "{G}, Remove a -1/-1 counter from a creature you control: Eater gets +3/+3 until end of turn.",
}
WATCHER: Final = {
    **ELF,
    "name": "Watcher",
    "oracle_text": "Whenever you activate an ability of a creature that isn't a mana ability, Watcher gets +1/+1 until end of turn.",
}
HOPPER: Final = {**ELF, "name": "Hopper", "oracle_text": "{0}: Hopper gets -1/-1 and gains flying until end of turn."}
CHARGER: Final = {
    **ELF,
    "name": "Charger",
    "power": "6",
    "toughness": "5",
    "oracle_text": "Haste\nWhenever Charger attacks, you may pay {3}{R}. If you do, untap all attacking creatures and after this phase, "
    "there is an additional combat phase.",
}
HOARDER: Final = {
    **ELF,
    "name": "Hoarder",
    "oracle_text": "Whenever a creature you control deals combat damage to a player, create that many Treasure tokens.",
}
SEER: Final = {
    **ELF,
    "name": "Seer",
    "oracle_text": "At the beginning of the end step, if you control four or more creatures named Seer, you win the game.",
}
MIRROR: Final = {
    "name": "Mirror",
    "type_line": "Instant",
    "mana_cost": "{2}{U}",
    "oracle_text": "Each other creature becomes a copy of target nonlegendary creature until end of turn.",
}
HUB: Final = {
    "name": "Hub",
    "type_line": "Enchantment",
    "mana_cost": "{2}{G}",
    "oracle_text": "Any player may cast creature cards with mana value 3 or less without paying their mana cost and as though they had flash.",
}
SHUTTLE: Final = {
    "name": "Shuttle",
    "type_line": "Artifact",
    "mana_cost": "{3}",
    "oracle_text": "Whenever a creature you control enters, you may return another creature you control to its owner's hand.",
}
COOK: Final = {
    **ELF,
    "name": "Cook",
    "oracle_text": "If one or more tokens would be created under your control, those tokens plus an additional Food token are created instead.\n"
    "Sacrifice three Foods: Draw a card.",
}
MACHINE: Final = {
    "name": "Machine",
    "type_line": "Artifact",
    "mana_cost": "{3}",
    "oracle_text": "Whenever you sacrifice a Food, create a tapped Treasure token.",
}
RETURNER: Final = {
    **ELF,
    "name": "Returner",
    "oracle_text": "Whenever you cast a creature spell, you gain 1 life.\n{3}, {T}: Return target creature you control to its owner's hand.",
}
ALARM: Final = {
    "name": "Alarm",
    "type_line": "Enchantment",
    "mana_cost": "{2}{U}",
    "oracle_text": "Whenever a creature enters, untap all creatures.",
}
COPIER: Final = {
    **ELF,
    "name": "Copier",
    "oracle_text": "Copier enters with an indestructible counter on it.\n"
    "Remove an indestructible counter from Copier: Copy target {} spell you control two times.",
}
SPREADER: Final = {**ELF, "name": "Spreader", "oracle_text": "When Spreader enters, proliferate."}


def test_702_93_undying_brings_back_what_has_spent_its_counters() -> None:
    """With n counters the Spitter is (n + 2)/(n + 2). It comes back with 1 + 3: two of four damage kill it, two are left over."""
    made = found("Lord", "Spitter", book=invented(LORD, SPITTER))
    assert not made.idle and made.wins_at == 10 and made.unbounded
    assert needed(made) == {("Lord", 1), ("Spitter", 1)}


def test_118_3_a_counter_put_on_as_a_cost_is_removed_as_another() -> None:
    """Each lap the Witherer makes {G}, untaps by a counter, and the Eater pays {G} and that counter."""
    made = found("Witherer", "Eater", book=invented(WITHERER, EATER))
    assert made.found.endless and needed(made) == {("Witherer", 1), ("Eater", 1)}
    assert any("removing from Witherer" in line for line in made.found.body)


def test_602_2_abilities_pile_up_on_the_stack_and_none_of_them_resolves() -> None:
    """The Hopper would die of one resolved activation; the Watcher's trigger resolves first each time (603.3b)."""
    made = found("Watcher", "Hopper", book=invented(WATCHER, HOPPER))
    assert made.found.endless and made.found.board["stack"] == 1
    assert made.found.board["p1.Watcher.power"] == 1


def test_118_12_mana_for_a_payment_in_combat_is_made_before_it_resolves() -> None:
    """The first combat is paid for by four lands, each later one by Treasures of the one before: the Charger alone makes six."""
    made = found("Charger", "Hoarder", book=invented(CHARGER, HOARDER))
    assert not made.idle and made.wins_at == 4 and made.unbounded  # 6 damage a combat, 20 life
    assert sum(many for _, many in made.helpers) == 4


@pytest.mark.parametrize("others", [(), ("Plains",)])
def test_707_2_creatures_become_copies_and_win_at_the_end_step(others: tuple[str, ...]) -> None:
    """The Seer and three other creatures are four Seers until the turn ends."""
    made = asked_of(("Seer", "Mirror"), invented(SEER, MIRROR), Asked(others=others))
    assert isinstance(made, Single) and made.what == "win"
    assert [many for _, many in made.layout.helpers] == [3]


def test_400_7_what_is_chosen_and_returned_as_something_resolves_lies_there_beside_what_is_cast() -> None:
    """Two creatures change places: the one that enters returns the other one, which is cast for nothing."""
    made = found("Hub", "Shuttle", book=invented(HUB, SHUTTLE))
    assert made.found.endless and needed(made) >= {("Hub", 1), ("Shuttle", 1)}


def test_614_6_tokens_beside_tapped_ones_come_as_well() -> None:
    """Three Foods are sacrificed, and each brings a Treasure and another Food: the library is all that a lap takes."""
    made = found("Cook", "Machine", book=invented(COOK, MACHINE))
    assert needed(made) == {("Cook", 1), ("Machine", 1), ("Food", 3)}


def test_302_6_a_second_lap_is_found_where_the_first_one_leaves_a_creature_summoning_sick() -> None:
    """Each lap returns the creature that came last, which can't tap for mana yet. The others pay {3} and its {G}."""
    made = found("Returner", "Alarm", book=invented(RETURNER, ALARM))
    assert made.found.endless and {("Returner", 1), ("Alarm", 1)} <= needed(made)


@pytest.mark.parametrize("few", ["{3}", "{4}, {T}"])
def test_400_7_no_loop_where_the_return_is_paid_for(few: str) -> None:
    """Nothing makes mana in a lap, or only what it takes: with a cost to return a creature no lap comes back."""
    paid = {**SHUTTLE, "oracle_text": f"{few}: Return another creature you control to its owner's hand."}
    assert refused("Hub", "Shuttle", book=invented(HUB, paid), asked=Asked(steps=2000)).code == "combo-not-found"


def test_302_6_no_second_lap_where_what_is_returned_would_have_to_tap() -> None:
    """The Alarm untaps all but what a lap needs is one creature that taps and returns: it is summoning sick each time."""
    alone = {**RETURNER, "oracle_text": "Whenever you cast a creature spell, untap all lands you control."}
    assert refused("Returner", "Alarm", book=invented(alone, ALARM), asked=Asked(steps=2000)).code == "combo-not-found"


def copier(what: str = "permanent") -> dict[str, str]:
    return {**COPIER, "oracle_text": COPIER["oracle_text"].format(what)}


def test_707_10f_copies_of_a_permanent_spell_enter_and_proliferate() -> None:
    """The spell waits on the stack: each lap removes one counter of two, and both tokens add one to the other."""
    made = found("Copier", "Spreader", book=invented(copier(), SPREADER))
    assert made.found.endless and made.found.board["p1.tokens.Spreader"] == 2


@pytest.mark.parametrize(
    ("first", "text"),
    [(copier("instant"), "When Spreader enters, proliferate."), (copier(), "When Spreader enters, you gain 1 life.")],
)
def test_707_10f_no_loop_where_no_copy_enters_or_none_adds_a_counter(first: dict[str, str], text: str) -> None:
    second = {**SPREADER, "oracle_text": text}
    assert refused("Copier", "Spreader", book=invented(first, second)).code == "combo-not-found"


GRINDER: Final = {
    **ELF,
    "name": "Grinder",
    "oracle_text": 'Creatures you control have "{T}: Target player mills X cards, where X is this creature\'s toughness."',
}
GHOUL: Final = {
    **ELF,
    "name": "Ghoul",
    "toughness": "4",
    "oracle_text": "{0}: If Ghoul is tapped, exile target creature card from a graveyard and untap Ghoul.",
}


def test_701_17_creature_cards_that_an_opponent_mills_are_what_the_next_lap_exiles() -> None:
    """Each lap mills four creature cards and exiles one of them: what comes next out of that library has to be known."""
    made = found("Grinder", "Ghoul", book=invented(GRINDER, GHOUL))
    assert not made.idle and not made.found.loop.endless and made.milled.startswith("52 ")
    asked = combo(["Grinder", "Ghoul"], invented(GRINDER, GHOUL))
    assert isinstance(asked, ComboAnswer)
    assert [(lack.name, lack.count.text(), lack.on) for lack in asked.combo.lacks] == [("Runeclaw Bear", "52", "p2")]


def test_701_17_no_library_is_known_where_only_cards_in_the_own_graveyard_are_exiled() -> None:
    """The library that empties is one's own then, and that of no other player is said to be known."""
    own = {**GHOUL, "oracle_text": GHOUL["oracle_text"].replace("a graveyard", "an opponent's graveyard")}
    assert found("Grinder", "Ghoul", book=invented(GRINDER, own)).milled.startswith("52 ")
    own = {**GHOUL, "oracle_text": GHOUL["oracle_text"].replace("a graveyard", "your graveyard")}
    none = asked_of(["Grinder", "Ghoul"], invented(GRINDER, own), Asked(steps=1500))
    assert not isinstance(none, Combo) or not none.milled


VOYAGER: Final = {
    **ELF,
    "name": "Voyager",
    "oracle_text": "Ascend\n{2}{U}{U}, {T}, Put Voyager on the bottom of its owner's library: Take an extra turn after this one. "
    "Activate only if you have the city's blessing.",
}
FOLLOWER: Final = {
    "name": "Follower",
    "type_line": "Enchantment — Aura",
    "mana_cost": "{3}{U}{U}",
    "oracle_text": "Enchant creature\nAt the beginning of your upkeep, create a token that's a copy of enchanted creature.",
}


def test_500_7_loops_through_the_turns_of_others_take_few_steps_of_the_search_for_extra_turns() -> None:
    """Every board has a loop in which other turns go by and a token comes: no work is done on its lines, for it is not told."""
    made = found("Voyager", "Follower", book=invented(VOYAGER, FOLLOWER))
    assert not made.idle and made.steps < 12_000
    assert any(gain.given == Given(TURNS) for gain in gains(made.found.loop, 0))
