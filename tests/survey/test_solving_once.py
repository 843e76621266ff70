"""Classes of combos by what their boards need: a card that is used once, a step, an attacker; and lines that draw the game."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.combos.combo import Asked, asked_of
from reiterate.combos.played_once import Single
from reiterate.worth.gains import gains
from tests.survey.named_combos import found, invented, needed, refused, single

pytestmark = pytest.mark.drawn(4)

ELF: Final = {"type_line": "Creature — Elf", "power": "2", "toughness": "4", "mana_cost": "{1}{G}"}
SPEAKER: Final = {
    **ELF,
    "name": "Speaker",
    "colors": ["W"],
    "oracle_text": "Sacrifice three white creatures: Exile target creature.\n"
    "Whenever another black creature you control dies, create a 1/1 white Spirit creature token with flying.",
}
WORDS: Final = {
    "name": "Words",
    "type_line": "Instant",
    "mana_cost": "{U}",
    "oracle_text": "Change the text of target permanent by replacing all instances of one color word with another "
    "or one basic land type with another.",
}
THORN: Final = {
    **ELF,
    "name": "Thorn",
    "oracle_text": "Whenever Thorn is dealt damage, it deals that much damage to any target.",
}
GIFT: Final = {
    "name": "Gift",
    "type_line": "Sorcery",
    "mana_cost": "{1}{R}{W}",
    "oracle_text": "Target creature gains lifelink and indestructible until end of turn.",
}


def test_612_2_a_text_that_is_changed_once_lasts() -> None:
    """With "white" for "black" three white creatures that die bring three white Spirits, which are the next cost."""
    made = found("Speaker", "Words", book=invented(SPEAKER, WORDS))
    assert made.found.endless and not made.idle
    assert needed(made) >= {("Speaker", 1), ("Words", 1)}
    assert any(line.startswith("cast Words") for line in made.found.prefix)
    assert not any("Words" in line for line in made.found.body)


def test_702_15b_lifelink_and_indestructible_are_gained_once() -> None:
    """No damage destroys the Thorn (702.12b): it deals damage to itself again and again, and each time life is gained."""
    made = found("Thorn", "Gift", book=invented(THORN, GIFT))
    assert made.found.endless and not made.idle and made.found.board["p1.life"] > 0
    assert any(line.startswith("cast Gift") for line in made.found.prefix)


CALLER: Final = {
    **ELF,
    "name": "Caller",
    "oracle_text": "{T}, Sacrifice a creature: Return target creature card from your graveyard to the battlefield. "
    "Activate only during your upkeep.",
}
WAKER: Final = {
    "name": "Waker",
    "type_line": "Enchantment",
    "mana_cost": "{2}{U}",
    "oracle_text": "Whenever a creature enters, untap all creatures.",
}
COUNT: Final = {
    "name": "Count",
    "type_line": "Sorcery",
    "mana_cost": "{6}{G}{G}",
    "oracle_text": "Each player's life total becomes the number of creatures they control.",
}
WRATH: Final = {
    "name": "Wrath",
    "type_line": "Sorcery",
    "mana_cost": "{2}{W}{W}",
    "oracle_text": "Destroy all creatures.",
}
ASSAULT: Final = {
    "name": "Assault",
    "type_line": "Enchantment",
    "mana_cost": "{2}{R}",
    "oracle_text": "{3}{R}{R}: Untap all creatures you control. After this main phase, there is an additional combat phase "
    "followed by an additional main phase. Activate only as a sorcery.",
}
GROWTH: Final = {
    "name": "Growth",
    "type_line": "Enchantment",
    "mana_cost": "{2}{G}{G}",
    "oracle_text": "Whenever one or more creatures you control deal combat damage to a player, untap all lands you control.",
}


def test_602_5_a_board_begins_in_the_step_that_an_ability_is_bound_to() -> None:
    """One creature is sacrificed for the other, in the upkeep; each that enters untaps the Caller."""
    made = found("Caller", "Waker", book=invented(CALLER, WAKER))
    assert made.found.endless and not made.idle and "step: upkeep" in made.text
    assert {helper.zone for helper, _ in made.helpers} == {"battlefield", "graveyard"}


def test_104_4a_all_players_lose_at_the_same_time() -> None:
    """No creature is left, so both life totals become 0. Either card alone ends nothing for both."""
    made = single("Wrath", "Count", book=invented(WRATH, COUNT))
    assert made.what == "draw"
    assert [gain.name for gain in made.gains[:2]] == ["Draw the game", "Each opponent loses the game"]


def test_511_what_watches_combat_damage_has_an_attacker_and_its_lands_pay_for_the_next_combat() -> None:
    """Five lands pay for a combat, whose damage untaps them: 2 damage each time, ten times for 20 life."""
    made = found("Assault", "Growth", book=invented(ASSAULT, GROWTH))
    assert not made.idle and made.wins_at == 10 and made.unbounded
    lands = ("Mountain", "Forest", "Wastes")
    assert sum(many for helper, many in made.helpers if dict(helper.entry)["card"] in lands) == 5
    given = {gain.what: gain for gain in gains(made.found.loop, 0)}
    ready, creatures = given["mana lands you control can produce"], given["untap of creatures you control"]
    assert ready.beside == "a land more" and creatures.beside == "a creature more" and ready.most is not None


PRIEST: Final = {
    **ELF,
    "name": "Priest",
    "oracle_text": "{T}, Tap two untapped creatures you control: Create a 5/5 black Demon creature token. "
    "Activate only if a creature died this turn.",
}
PLAN: Final = {
    "name": "Plan",
    "type_line": "Enchantment",
    "mana_cost": "{2}{U}",
    "oracle_text": "At the beginning of your end step, untap all nonland permanents you control.",
}
ECHO: Final = {
    "name": "Echo",
    "type_line": "Artifact",
    "mana_cost": "{2}",
    "oracle_text": "{2}, {T}: Copy target triggered ability you control. You may choose new targets for the copy.",
}
KINSHIP: Final = {
    "name": "Kinship",
    "type_line": "Enchantment",
    "mana_cost": "{4}{U}",
    "oracle_text": "As Kinship enters, choose a creature type.\n"
    "Each creature you control is the chosen type in addition to its other types.",
}
WEAVER: Final = {
    **ELF,
    "name": "Weaver",
    "type_line": "Creature — Insect",
    "mana_cost": "{G}",
    "oracle_text": "Return an Elf you control to its owner's hand: Untap target creature. Activate only once each turn.",
}
SAGE: Final = {
    **ELF,
    "name": "Sage",
    "oracle_text": "{T}: Add {G} for each +1/+1 counter on Sage.",
}
BLADE: Final = {
    "name": "Blade",
    "type_line": "Artifact — Equipment",
    "mana_cost": "{4}",
    "oracle_text": "{3}: Untap equipped creature.\nEquip {3}",
}


def test_700_4_a_creature_dies_once_for_what_asks_whether_one_died() -> None:
    """The first Demon takes the place of the creature that died: from then on three creatures are tapped and untapped."""
    made = found("Priest", "Waker", book=invented(PRIEST, WAKER))
    assert made.found.endless and not made.idle and "death" in made.starters


def test_707_10_a_trigger_that_waits_on_the_stack_is_copied_again_and_again() -> None:
    """The copy untaps the Echo and what pays for it. The trigger itself never resolves."""
    made = found("Plan", "Echo", book=invented(PLAN, ECHO))
    assert made.found.endless and not made.idle
    assert sum(many for _, many in made.helpers) == 2  # one pays {2}, the other one makes more


def test_614_12_the_type_that_is_chosen_is_one_that_a_card_asks_for() -> None:
    """As an Elf the Weaver returns itself; it is a new object each time (400.7), so once each turn binds it no more."""
    made = found("Weaver", "Kinship", book=invented(WEAVER, KINSHIP))
    assert made.found.endless and not made.idle and "chosen: Elf" in made.text


def test_122_1_counters_that_are_counted_pay_for_more_than_their_mana() -> None:
    """Four counters make {G}{G}{G}{G}, and untapping costs {3}; three would only come round."""
    made = found("Sage", "Blade", book=invented(SAGE, BLADE))
    assert made.found.endless and not made.idle and made.found.board["p1.mana.G"] > 0


TRANCE: Final = {
    "name": "Trance",
    "type_line": "Enchantment",
    "mana_cost": "{2}{W}",
    "oracle_text": "At the beginning of your upkeep, if you have exactly 1 life, you win the game.",
}


def test_119_4_life_is_paid_as_often_as_there_is_life() -> None:
    """An ability that costs nothing but life is activated down to 1 life, and the next upkeep wins."""
    bleeder = {
        **ELF,
        "name": "Bleeder",
        "oracle_text": "Pay 1 life: Prevent the next 1 damage that would be dealt to Bleeder this turn.",
    }
    made = single("Bleeder", "Trance", book=invented(bleeder, TRANCE))
    assert made.what == "win" and sum(line.startswith("activate Bleeder") for line in made.lines) == 19


def test_601_2h_what_costs_mana_too_is_not_paid_as_often_as_there_is_life() -> None:
    dear = {
        **ELF,
        "name": "Bleeder",
        "oracle_text": "{5}, Pay 1 life: Prevent the next 1 damage that would be dealt to Bleeder this turn.",
    }
    assert refused("Bleeder", "Trance", book=invented(dear, TRANCE)).code == "combo-not-found"


def test_119_4_life_of_which_payments_leave_an_exact_number() -> None:
    """Payments of 3 life lead from 22 life to 1: with 20 life they lead to 2, and no upkeep wins."""
    dear = {
        **ELF,
        "name": "Bleeder",
        "oracle_text": "Pay 3 life: Prevent the next 1 damage that would be dealt to Bleeder this turn.",
    }
    made = single("Bleeder", "Trance", book=invented(dear, TRANCE))
    assert made.what == "win" and made.layout.life == "22"
    assert sum(line.startswith("activate Bleeder") for line in made.lines) == 7


PACT: Final = {
    "name": "Pact",
    "type_line": "Instant",
    "mana_cost": "{1}{B}{R}",
    "oracle_text": "As an additional cost to cast this spell, pay X life.\n"
    "Pact deals X damage divided as you choose among any number of target creatures.",
}
GRUDGE: Final = {
    **ELF,
    "name": "Grudge",
    "oracle_text": "Whenever Grudge is dealt damage, it deals that much damage to target opponent.",
}


def test_601_2d_a_great_x_is_divided() -> None:
    """All of X = 20 goes to one creature: ways to divide less among two creatures are many and come to less."""
    made = single("Pact", "Grudge", book=invented(PACT, GRUDGE))
    assert made.what == "win" and made.layout.life == "21"
    assert any(line.startswith("cast Pact targeting 20 to Grudge") and line.endswith("X = 20") for line in made.lines)


def test_702_18a_what_can_not_be_targeted_gets_no_part_of_an_x() -> None:
    shy = {**GRUDGE, "oracle_text": f"Shroud\n{GRUDGE['oracle_text']}"}
    assert refused("Pact", "Grudge", book=invented(PACT, shy)).code == "combo-not-found"


def test_608_2g_a_card_may_be_cast_among_those_that_were_drawn() -> None:
    """The library of 53 cards is known: from unknown cards nobody can choose one to cast."""
    body = {
        "name": "Body",
        "type_line": "Sorcery",
        "mana_cost": "{3}{G}",
        "oracle_text": "Create a 0/0 green Fractal creature token. Put X +1/+1 counters on it, where X is the number of cards in your library.",
    }
    gift = {
        "name": "Lore",
        "type_line": "Sorcery",
        "mana_cost": "{4}{G}{G}",
        "oracle_text": "Draw cards equal to the greatest power among creatures you control.\n"
        "You may cast a spell with mana value 5 or less from your hand without paying its mana cost.",
    }
    made = single("Body", "Lore", book=invented(body, gift))
    assert ("card draw", 53) in [(gain.what, gain.most) for gain in made.gains]
    assert made.layout.library


CALL: Final = {
    "name": "Call",
    "type_line": "Sorcery",
    "mana_cost": "{4}{W}",
    "oracle_text": "If Call was cast from your hand and you've cast another spell named Call this game, you win the game. "
    "Otherwise, put Call into its owner's library fifth from the top and you gain 4 life.",
}
SEEKER: Final = {
    **ELF,
    "name": "Seeker",
    "oracle_text": "{T}, Tap X untapped artifacts you control: Look at the top X cards of your library. "
    "Put one of those cards into your hand and the rest into your graveyard.",
}


def test_401_7_as_many_are_tapped_as_a_card_lies_deep() -> None:
    """Fifth from the top: five artifacts are tapped for X = 5, and the spell is cast once more."""
    made = single("Call", "Seeker", book=invented(CALL, SEEKER))
    assert made.what == "win" and sum(line.startswith("cast Call") for line in made.lines) == 2
    assert [n for helper, n in made.layout.helpers if helper.name == "Artifact"] == [5]


def test_401_7_what_looks_at_fewer_cards_does_not_reach_that_deep() -> None:
    near = (
        SEEKER["oracle_text"]
        .replace("Tap X untapped artifacts", "Tap an untapped artifact")
        .replace("X cards", "four cards")
    )
    made = asked_of(("Call", "Seeker"), invented(CALL, {**SEEKER, "oracle_text": near}), Asked())
    assert not isinstance(made, Single) or made.what != "win"


def test_107_3_several_targets_for_a_great_x_are_found_within_the_steps() -> None:
    """With X = 3 three tokens lie beside the first one, so there are four of that name at the end step."""
    seer = {
        **ELF,
        "name": "Seer",
        "oracle_text": "At the beginning of the end step, if you control four or more creatures named Seer, you win the game.",
    }
    many = {
        "name": "Many",
        "type_line": "Sorcery",
        "mana_cost": "{X}{X}{X}{G}{U}",
        "oracle_text": "For each of X target permanents, create X tokens that are copies of that permanent.",
    }
    made = single("Seer", "Many", book=invented(seer, many))
    assert made.what == "win" and any(line.endswith("X = 3") for line in made.lines)


def test_701_24_a_library_without_the_card_that_is_looked_for_is_revealed_to_its_end() -> None:
    """A permanent that became a copy is shuffled in as another card: no card of the name is found."""
    text = (
        "{1}{U}: Mirror's owner shuffles it into their library. If that player does, they reveal cards from the top of that "
        "library until a card named Mirror is revealed. That player puts that card onto the battlefield and all other cards "
        "revealed this way into their graveyard."
    )
    mirror = {**ELF, "name": "Mirror", "oracle_text": text}
    image = {
        **ELF,
        "name": "Image",
        "oracle_text": "You may have Image enter as a copy of any creature on the battlefield.",
    }
    made = single("Mirror", "Image", book=invented(mirror, image))
    assert [(gain.what, gain.most) for gain in made.gains] == [("self-mill", 53)]
    assert made.layout.library == "53 Grizzly Bears"


TELLER: Final = {
    **ELF,
    "name": "Teller",
    "oracle_text": "{1}, {T}, Discard a card: Choose a card name. Exile the top six cards of your library, then reveal cards from the "
    "top of your library until you reveal a card with the chosen name. Put that card into your hand and exile all other "
    "cards revealed this way.",
}
VISITOR: Final = {
    **ELF,
    "name": "Visitor",
    "oracle_text": "When Visitor enters, you win the game if your library has no cards in it.",
}


def test_601_2h_any_card_in_hand_pays_for_a_line() -> None:
    """A name that no card of the library has exiles all of it. The Visitor that enters afterwards wins (104.2b)."""
    made = single("Teller", "Visitor", book=invented(TELLER, VISITOR))
    assert made.what == "win"
    assert [(helper.name, helper.zone, n) for helper, n in made.layout.helpers] == [("Wastes", "hand", 1)]
    assert "Exile your library" in [gain.name for gain in made.gains]


def test_601_2h_a_line_that_leaves_cards_in_the_library_is_no_win() -> None:
    near = TELLER["oracle_text"].partition(", then")[0] + "."
    refused("Teller", "Visitor", book=invented({**TELLER, "oracle_text": near}, VISITOR))
