"""Gains that take more than the loop's board has: one more for an X, a maker of more mana, a permanent of all colors; and near misses."""

from __future__ import annotations

import json

import pytest

from reiterate.ask.session import Study, study_loop
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.combos.combo import Asked, Combo, asked_of
from reiterate.databases.row_outcomes import implied_claims, lacking
from reiterate.script.position import Position, load
from reiterate.worth.gains import gains
from reiterate.worth.given import ANY_COLOR, BLINKING, MANA, PRODUCES, Given
from tests.survey.boards import beside, loop_of
from tests.survey.named_combos import found, invented, needed

ELF = {"type_line": "Creature \u2014 Elf", "power": "1", "toughness": "1", "mana_cost": "{1}{G}"}
RICHER = "a creature that taps for more mana"
FIVE = "a permanent that costs {W}{U}{B}{R}{G} more"


def artifact(name: str, text: str) -> dict[str, str]:
    return {"name": name, "type_line": "Artifact", "oracle_text": text}


# --- a greater X (601.2b) --------------------------------------------------------------------------------------------

SQUIRREL = "reate a 1/1 green Squirrel creature token."


def with_squirrels(cost: str, die: str) -> dict[str, str]:
    """What is given, and beside what, where each lap gives up one Squirrel for a cost and gets one."""
    cards = [
        artifact("Seed", f"Sacrifice Seed: C{SQUIRREL}"),
        artifact("Den", f"Whenever {die}, c{SQUIRREL} Add {{B}}."),
        artifact("Mouth", f"{cost}: You gain 1 life."),
    ]
    book = CardBook((read_source("cards", json.dumps(cards).encode()), builtin_source()))
    how = " with X = 1" if "X" in cost else ""
    lap = f"    activate Mouth sacrificing Squirrel{how}\n    all pass\n    all pass\n"
    script = f"script: |\n  activate Seed\n  all pass\n  repeat 10^100:\n{lap}"
    board = "players:\n  p1: {battlefield: [Seed, Den, Mouth], mana: {B: 1}}\n  p2: {}\n"
    position = load(f"format: position/1\n{board}{script}", "board.yaml", book)
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    return {gain.what: gain.beside for gain in gains(study.part.loop, 0)}


def test_601_2b_a_greater_x_pays_the_fixed_cost_but_once() -> None:
    """Each Squirrel gives {B} and a Squirrel. With one alone all mana is spent; of two given up at once one {B} stays."""
    told = with_squirrels("{B}, Sacrifice X creatures", "a creature you control dies")
    assert told["black mana"] == "a Squirrel more" and told["lifegain"] == ""


@pytest.mark.parametrize(
    ("cost", "die"),
    [
        ("{B}, Sacrifice a creature", "a creature you control dies"),  # a second activation costs {B} again
        ("{B}, Sacrifice X creatures", "one or more creatures you control die"),  # two that die at once trigger once
    ],
)
def test_601_2b_a_second_squirrel_leaves_no_mana(cost: str, die: str) -> None:
    told = with_squirrels(cost, die)
    assert told["lifegain"] == "" and "black mana" not in told


# --- a permanent that taps for more (605.1a) -------------------------------------------------------------------------

BIRD = {**ELF, "name": "Bird", "oracle_text": "{T}: Add one mana of any color."}
UNTAP = "activate Bird for {U}; activate Use targeting Bird; all pass"


@pytest.mark.parametrize(
    ("text", "gained"),
    [
        ("{U}: Untap target creature. You gain 1 life.", True),
        ("{U}: Untap target permanent. You gain 1 life.", True),
        ("{U}: Untap target Elf. You gain 1 life.", False),  # no creature but an Elf
        ("{U}: Untap target creature with power 1 or less. You gain 1 life.", False),  # none of great power
        ("{U}: Untap target green creature. You gain 1 life.", False),
    ],
)
def test_605_1a_what_untaps_any_creature_gives_what_one_makes_that_makes_more(text: str, gained: bool) -> None:
    """All mana of the Bird is spent. Another creature in its place that taps for more leaves the rest."""
    cards = [BIRD | {"colors": ["G"]}, artifact("Use", text)]
    told = beside("Bird, Use", UNTAP, cards=cards)
    assert told["lifegain"] == ""
    assert (told.get("mana creatures you control can produce") == RICHER) is gained
    assert "mana artifacts you control can produce" not in told


# --- devotion to a chosen color (700.5) ------------------------------------------------------------------------------

LOTUS = {
    **artifact(
        "Bloom", "{T}: Choose a color. Add an amount of mana of that color equal to your devotion to that color."
    ),
    "mana_cost": "{4}",
}
SAGE = {
    **ELF,
    "name": "Sage",
    "mana_cost": "{3}{U}",
    "colors": ["U"],
    "oracle_text": "{2}{U}: Untap target artifact.",
}


def test_700_5_devotion_to_a_color_that_is_chosen_lies_beside_the_cards() -> None:
    made = found("Bloom", "Sage", book=invented(LOTUS, SAGE))
    told = {gain.given: gain.beside for gain in gains(made.found.loop, 0)}
    assert needed(made) == {("Bloom", 1), ("Sage", 1), ("Illusory Ambusher", 3)} and made.steps < 500
    assert told[Given(MANA, "U")] == "" and told[Given(MANA, ANY_COLOR)] == FIVE


def test_700_5_devotion_is_to_the_color_that_costs_ask_for() -> None:
    sage = SAGE | {"oracle_text": "{2}{R}: Untap target artifact.", "mana_cost": "{4}"}
    made = found("Bloom", "Sage", book=invented(LOTUS, sage))
    assert {"Ardent Elementalist"} == {name for name, _ in needed(made)} - {"Bloom", "Sage"}


def test_115_1_devotion_is_of_no_use_where_nothing_untaps_what_it_makes() -> None:
    sage = SAGE | {"oracle_text": "{2}{U}: Untap target artifact creature."}
    assert not isinstance(asked_of(("Bloom", "Sage"), invented(LOTUS, sage), Asked(steps=2_000)), Combo)


# --- what may be left out where it is not asked for -------------------------------------------------------------------


def test_only_what_is_asked_for_is_looked_for() -> None:
    """What a loop gives on a smaller board is compared with what it gave: nothing else is worth a trial."""
    flick = "{0}: Exile target permanent you control, then return it to the battlefield under its owner's control."
    loop = loop_of("Use, Grizzly Bears", "activate Use targeting Grizzly Bears; all pass", "", [artifact("Use", flick)])
    whole = {gain.given for gain in gains(loop, 0)}
    lands = Given(PRODUCES, "lands")
    part = {gain.given for gain in gains(loop, 0, None, {lands})}
    assert part <= whole and (lands in part) == (lands in whole)
    assert Given(BLINKING, "permanents") in whole - part


# --- claims of mana under a restriction (106.6) ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "given", "held"),
    [
        (
            "colorless mana that can't be spent to cast spells from your hand",
            "colorless mana that can't be spent to cast spells from your hand",
            True,
        ),
        ("colorless mana that can't be spent to cast spells from your hand", "colorless mana", True),
        ("colorless mana that can't be spent to cast spells from your hand", "colored mana", False),
        ("colorless mana", "colorless mana that can't be spent to cast spells from your hand", False),
        (
            "colored mana that can only be spent to cast creature spells",
            "colored mana that can only be spent to cast a creature spell",
            True,
        ),
        (
            "colored mana that can only be spent to cast creature spells",
            "colored mana that can only be spent to activate abilities",
            False,
        ),
        (
            "red mana that can only be spent to activate abilities",
            "colored mana that can only be spent to activate an ability",
            True,
        ),
        (
            "colored mana that can only be spent to activate abilities",
            "red mana that can only be spent to activate abilities",
            False,
        ),
        ("mana among colors with which you have devotion", "colored mana", True),
        ("mana among colors with which you have devotion", "blue mana", False),
    ],
)
def test_106_6_mana_under_a_restriction_is_claimed_in_other_words(claim: str, given: str, held: bool) -> None:
    assert (lacking([f"Infinite {claim}"], [given]) == []) is held


def test_106_6_mana_is_told_by_what_it_cannot_be_spent_on() -> None:
    well = artifact("Well", "{0}: Add {C}. This mana can't be spent to cast spells from your hand.")
    assert "colorless mana that can't be spent to cast spells from your hand" in beside(
        "Well", "activate Well", cards=[well]
    )
    other = artifact("Well", "{0}: Add {C}. Spend this mana only to cast a spell from anywhere other than your hand.")
    (words,) = (each for each in beside("Well", "activate Well", cards=[other]) if "mana" in each)
    assert words == "colorless mana that can only be spent to cast a spell from anywhere other than your hand"
    assert "red mana" in implied_claims(["colored mana"])
