"""Gains of second loops whose iterations choose something, or pay with mana that has a restriction; worked out by hand."""

from __future__ import annotations

import pytest

from tests.survey.boards import of

BOTH = {"untap of creatures you control", "mana creatures you control can produce"}
GOLEMS = {"untap of artifact creatures you control", "mana artifact creatures you control can produce"}


def artifact(name: str, text: str) -> dict[str, str]:
    return {"name": name, "type_line": "Artifact", "oracle_text": text}


def elf(name: str, text: str, kind: str = "Creature \u2014 Elf") -> dict[str, str]:
    return {"name": name, "type_line": kind, "power": "1", "toughness": "1", "oracle_text": text}


@pytest.mark.parametrize(
    ("text", "gained"),
    [
        ("{2}: Untap target artifact creature.", GOLEMS),
        ("{2}: Untap target creature.", BOTH),
        ("{2}: Untap target artifact creature. Activate only once each turn.", set()),
        ("{2}: Untap target artifact creature with power 1 or less.", set()),
    ],
)
def test_106_4_what_taps_and_then_chooses_is_left_out_with_what_it_chose(text: str, gained: set[str]) -> None:
    """The mana of an iteration pays for the untapping of another permanent, and for no choice of the one that made it."""
    smith = elf("Smith", "{T}: Add three mana in any combination of {R} and/or {G}.", "Artifact Creature")
    lines = "activate Smith; choose {R}{R}{R}; activate Use targeting Smith; all pass"
    found = of("Smith, Use", lines, cards=[smith, artifact("Use", text)])
    assert (GOLEMS | BOTH) & set(found) == gained


@pytest.mark.parametrize(
    ("text", "gained"),
    [
        ("{3}: Untap equipped creature.\nEquip {3}", BOTH),
        ("{3}: Untap equipped creature.\nEquip legendary creature {3}", set()),
    ],
)
def test_106_4_a_creature_of_greater_power_beside_makes_the_amount_greater(text: str, gained: set[str]) -> None:
    """Six mana with a 6/6, nine beside a 9/9: the equipment goes to the other creature, untaps it, and goes back."""
    queen = elf(
        "Queen",
        "{T}: Add X mana in any combination of colors, where X is the greatest power among creatures you control.",
        "Legendary Creature \u2014 Elf",
    ) | {"power": "6", "toughness": "6"}
    blade = artifact("Blade", text) | {"type_line": "Artifact \u2014 Equipment"}
    lines = "activate Queen; choose {G}{G}{G}{G}{G}{G}; activate Blade: Untap paying {G}{G}{G}; all pass"
    found = of("Queen, {card: Blade, attached to: Queen}", lines, cards=[queen, blade])
    assert BOTH & set(found) == gained


@pytest.mark.parametrize(
    ("only", "words"),
    [
        ("activate abilities", "colored mana that can only be spent to activate abilities"),
        ("activate abilities of creatures", "colored mana that can only be spent to activate abilities of creatures"),
    ],
)
def test_106_6_mana_with_a_restriction_is_of_any_color_where_other_such_mana_pays(only: str, words: str) -> None:
    chief = elf(
        "Chief", f"{{T}}: Add four mana of any one color. Spend this mana only to {only}.\n{{2}}{{W}}: Untap Chief."
    )
    found = of("Chief", "activate Chief for {W}; activate Chief: Untap; all pass", cards=[chief])
    assert words in found


def test_106_6_mana_of_another_color_is_not_given_where_none_is_left_to_pay_with() -> None:
    """Three mana, and each of them pays: nothing is ever left."""
    chief = elf(
        "Chief",
        "{T}: Add three mana of any one color. Spend this mana only to activate abilities.\n{2}{W}: Untap Chief.",
    )
    found = of("Chief", "activate Chief for {W}; activate Chief: Untap; all pass", cards=[chief])
    assert not any("mana" in words for words in found)


@pytest.mark.parametrize(
    ("text", "gained"),
    [
        ("Sacrifice a Goblin: Add {R}{R}.", True),
        ("Sacrifice a Goblin: Add {R}{R}. Activate only once each turn.", False),
        ("Sacrifice two Goblins: Add {R}.", True),
        ("Sacrifice a Bear: Add {R}{R}.", False),
    ],
)
def test_605_1a_tokens_without_end_pay_for_mana_without_end(text: str, gained: bool) -> None:
    """Three tokens come in each iteration, and the mana ability takes no more than two of them."""
    forge = artifact("Mill", "{0}: Create three 1/1 red Goblin creature tokens.")
    found = of("Mill, Altar, Grizzly Bears", "activate Mill; all pass", cards=[forge, artifact("Altar", text)])
    assert "creature tokens" in found
    assert (found.get("red mana", 0) is None) == gained


@pytest.mark.parametrize(
    ("text", "colors"),
    [
        ("Remove a charge counter from Cell: Add one mana of any color.", True),
        ("Remove a charge counter from Cell: Add {G}.", False),
        ("Remove three charge counters from Cell: Add one mana of any color.", True),
        ("Remove a charge counter from Cell: Add one mana of any color. Activate only once each turn.", False),
    ],
)
def test_105_4_counters_without_end_pay_for_mana_of_any_color(text: str, colors: bool) -> None:
    """Two counters come in each iteration, so two iterations pay for what takes three."""
    cell = artifact("Cell", f"{{0}}: Put two charge counters on Cell.\n{text}")
    found = of("Cell", "activate Cell: Put; all pass", cards=[cell])
    assert any("charge counters" in each for each in found)
    assert ("colored mana" in found) == colors


def test_500_7_a_loop_that_wins_in_three_laps_has_the_turns_of_each_lap() -> None:
    """Seven damage in each turn win in the third one, before the third extra turn begins: two turns are had, and one's own alone."""
    drummer = elf("Drummer", "Whenever Drummer deals combat damage to a player, take an extra turn after this one.") | {
        "power": "7",
        "toughness": "7",
    }
    lap = "all pass to declare attackers; attack with Drummer; all pass to declare blockers; p2: no block; all pass to combat damage; all pass to next main phase"
    found = of("Drummer", lap, cards=[drummer])
    assert found["Win the game"] == 1
    assert found["turns"] == 2 and "Lock" in found
