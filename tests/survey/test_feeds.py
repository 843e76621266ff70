"""What the terms of some cards tell before any board is laid out: whether they could feed each other."""

from __future__ import annotations

from typing import Any, Final

import pytest

from reiterate.cards import CardBook
from reiterate.oracle import CompiledCard
from reiterate.survey.feeds import idle_cards, may_end
from tests.survey.laid_out import cards
from tests.survey.named_combos import invented, refused

ELF: Final[dict[str, Any]] = {"type_line": "Creature — Elf", "power": "1", "toughness": "1", "mana_cost": "{1}{G}"}
TAPPER: Final = {**ELF, "oracle_text": "{U}, {T}: You may tap or untap target creature."}
MAKER: Final = {**ELF, "oracle_text": "{T}: Create a 1/1 green Elf creature token."}
WAKER: Final = {
    "type_line": "Enchantment",
    "mana_cost": "{2}{U}",
    "oracle_text": "Whenever a creature enters, untap all creatures.",
}
AURA: Final = {"type_line": "Enchantment — Aura", "mana_cost": "{1}{U}"}
RESTLESS: Final = {**AURA, "oracle_text": 'Enchant creature\nEnchanted creature has "{5}: Untap this creature."'}
GREENER: Final = {**ELF, "oracle_text": "{T}: Add {G} for each creature you control."}
GREETER: Final = {**ELF, "oracle_text": "When A enters, untap target creature."}
RETURNER: Final = {**ELF, "oracle_text": "{2}, {T}: Return target creature you control to its owner's hand."}
PAINFUL: Final = {**AURA, "oracle_text": "Enchant creature\nWhenever enchanted creature deals damage, you gain 1 life."}
RECALLER: Final = {**ELF, "oracle_text": "Return a creature you control to its owner's hand: Untap target creature."}
DRAWN: Final = {**ELF, "oracle_text": "Whenever you draw a card, B deals 1 damage to any target."}
FLICKER: Final = {**ELF, "oracle_text": "{T}: Untap another target permanent."}
CAPTOR: Final = {
    **ELF,
    "oracle_text": "When A enters, exile any number of other nonland permanents you control until A leaves the battlefield.",
}
PLAIN: Final = {**ELF, "oracle_text": "Flying"}
CLONER: Final = {
    **ELF,
    "oracle_text": "You may have B enter as a copy of any creature on the battlefield.",
}


def idle(*rows: dict[str, Any]) -> list[int] | None:
    _, found = cards(*rows)
    return idle_cards([card.proto for card in found])


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ((PLAIN, PLAIN), [0, 1]),
        ((TAPPER, PLAIN), [0, 1]),  # it untaps one creature for each time that it is untapped, and its mana is one more
        ((MAKER, PLAIN), [0, 1]),
        ((MAKER, WAKER), []),
        ((GREETER, MAKER), [0, 1]),  # nothing brings the first one back
        ((GREETER, RETURNER), []),
        ((GREETER, RECALLER), []),  # what a cost returns to a hand is cast again
        ((RESTLESS, GREENER), []),  # what an Aura grants lives on what it enchants
        ((RESTLESS, PLAIN), [1]),  # it goes on with another creature that makes mana
        ((WAKER, CLONER), [0, 1]),
        ((CAPTOR, PLAIN), [0, 1]),  # it exiles others until it leaves, and not itself
        ((PAINFUL, PLAIN), [0, 1]),
        ((FLICKER, FLICKER), []),  # a creature is a permanent (110.1): each untaps the other
    ],
)
def test_732_2a_a_period_gives_all_that_it_uses_up(rows: tuple[dict[str, Any], ...], told: list[int]) -> None:
    """What is done again and again is paid for by what is done again and again."""
    assert idle(*rows) == told


def test_a_third_card_may_feed_two_that_do_not_feed_each_other() -> None:
    """A trigger as a creature enters is fed by what brings that creature back, and that by what untaps it."""
    assert idle(GREETER, RETURNER, PAINFUL) == [2]


def test_603_7_a_delayed_trigger_of_a_turn_feeds_what_it_is_fed_by() -> None:
    """What triggers as often as something happens in the turn is made once and costs nothing more."""
    bleeder = {
        **ELF,
        "oracle_text": "{1}: Whenever a card is put into an opponent's graveyard from anywhere this turn, that player loses 1 life.",
    }
    miller = {
        "type_line": "Enchantment",
        "mana_cost": "{2}",
        "oracle_text": "Whenever an opponent loses life, that player mills that many cards.",
    }

    assert idle(bleeder, miller) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Whenever A deals damage to a player, draw a card.", []),
        ("Whenever A deals combat damage to a player, draw a card.", [0, 1]),
    ],
)
def test_510_combat_damage_needs_another_combat(text: str, told: list[int]) -> None:
    """What an ability deals is damage, and no combat damage."""
    assert idle({**ELF, "oracle_text": text}, DRAWN) == told


def test_510_another_combat_phase_has_combat_damage() -> None:
    fighter = {**ELF, "oracle_text": "Whenever A deals combat damage to a player, untap all lands you control."}
    again = {
        "type_line": "Enchantment",
        "mana_cost": "{2}{R}",
        "oracle_text": "{3}{R}{R}: Untap all creatures you control. After this main phase, there is an additional combat phase "
        "followed by an additional main phase. Activate only as a sorcery.",
    }
    assert idle(fighter, again) == []


def test_106_12_what_watches_tapping_for_mana_needs_tapping() -> None:
    """It isn't fed by the mana that it adds itself."""
    doubler = {**ELF, "oracle_text": "Whenever you tap a creature for mana, add an additional {G}."}
    dork = {**ELF, "oracle_text": "{T}: Add {G}."}
    assert idle(doubler, PLAIN) == [0, 1]
    assert idle(doubler, dork, {**AURA, "oracle_text": "Enchant creature\n{G}: Untap enchanted creature."}) == []


@pytest.mark.parametrize(
    "names", [("Ancestral Statue", "Glint-Horn Buccaneer"), ("Cliffhaven Vampire", "Murderous Redcap")]
)
def test_balances_are_exact(names: tuple[str, str]) -> None:
    """Amounts of a thousand against one were rounded away: a balance was missed, or the program had no step left."""
    found = [CardBook.builtin().find(name) for name in names]
    assert idle_cards([card.proto for card in found if isinstance(card, CompiledCard)]) == []


def test_118_9_spells_that_cost_nothing_are_cast_again_without_mana() -> None:
    """A creature returns itself to its owner's hand, and is cast from there without paying its mana cost."""
    free = {
        "type_line": "Enchantment",
        "mana_cost": "{2}{G}{G}",
        "oracle_text": "You may cast creature spells from your hand without paying their mana costs.",
    }
    own = {**ELF, "oracle_text": "When B enters, return a creature you control to its owner's hand."}
    assert idle(free, own) == []
    priced = {**free, "oracle_text": "You may cast creature spells as though they had flash."}
    assert idle(priced, own) == [0, 1]


def test_707_2_what_copies_another_permanent_may_become_any_card() -> None:
    """Where one effect makes a permanent a copy, the terms alone don't tell."""
    shaper = {**ELF, "oracle_text": "{1}: A becomes a copy of target creature."}

    assert idle(shaper, PLAIN) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Flying", False),
        ("When A enters, you gain 3 life.", False),
        ("When A enters, you win the game.", True),
        ("Infect", True),
        ("{X}: Target opponent mills X cards.", True),
        ("{X}: Target opponent mills two cards.", False),
        ("When A enters, target player loses half their life, rounded up.", True),
        ("When A enters, put X +1/+1 counters on it, where X is the number of cards in your library.", True),
        ("When A enters, put X +1/+1 counters on it, where X is the number of cards in your graveyard.", False),
        ("{T}: Create X 1/1 red Elemental creature tokens, where X is this creature's power.", True),
        ("{T}: Create two 1/1 red Elemental creature tokens.", False),
    ],
)
def test_104_2_a_line_that_is_played_once_needs_something_that_ends_games(text: str, told: bool) -> None:
    """Small printed numbers alone come to nothing that is told of a line played once."""
    _, found = cards({**ELF, "oracle_text": text})

    assert may_end([card.proto for card in found]) is told


def test_cards_that_feed_nothing_are_refused_with_that_reason() -> None:
    """No board is searched for cards whose terms have no balance: the message says so and names no steps."""
    book = invented({**TAPPER, "name": "Tapper"}, {**PLAIN, "name": "Plain"})

    refusal = refused("tapper", "plain", book=book)

    assert refusal.code == "combo-not-found"
    assert "by their texts, nothing gives back each time what they use up" in refusal.message
    assert "steps" not in refusal.message


def test_what_goes_to_the_bottom_of_a_library_is_found_there_again() -> None:
    guide = {
        **ELF,
        "oracle_text": "{2}, {T}, Put A on the bottom of its owner's library: Take an extra turn after this one.",
    }
    found = (
        "{8}, {T}: Search your library for a permanent card, put it onto the battlefield, then shuffle your library."
    )
    bridge = {"type_line": "Artifact", "mana_cost": "{2}", "oracle_text": found}
    assert idle(guide, bridge) == []
    gone = {**ELF, "oracle_text": "{2}, {T}, Put A on the bottom of its owner's library: You gain 1 life."}
    assert idle(gone, PLAIN) == [0, 1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Pay 2 life: Regenerate target creature.", True),
        ("Exile the top card of your library: You gain 1 life.", True),
        ("{1}, Pay 2 life: Regenerate target creature.", False),
        ("{T}, Pay 2 life: Draw a card.", False),
        ("Pay 2 life: Regenerate target creature. Activate only once each turn.", False),
    ],
)
def test_what_costs_nothing_but_life_or_the_library_may_end_a_game(text: str, told: bool) -> None:
    _, found = cards({"type_line": "Enchantment", "mana_cost": "{2}", "oracle_text": text})
    assert may_end([card.proto for card in found]) is told


@pytest.mark.parametrize(
    ("drawing", "told"),
    [
        ("{2}: Draw a card if you have no cards in hand.", []),
        ("{2}: Draw a card.", []),
        ("{2}: Scry 1.", [0, 1]),
    ],
)
def test_118_3_a_cost_that_exiles_a_card_from_hand_asks_for_what_is_drawn(drawing: str, told: list[int]) -> None:
    bloom = {"type_line": "Enchantment", "oracle_text": "Exile a card from your hand: Add {B}{B} or {G}{G}."}
    _, found = cards(bloom, {"type_line": "Enchantment", "oracle_text": drawing})
    assert idle_cards([card.proto for card in found]) == told
