"""What is said of needs is so: life totals with a direction, helpers that a loop uses, attackers, and wins that need the least."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.ask.building_combo import combo_answer
from reiterate.cards import CardBook
from reiterate.combos.combo import Asked, Combo, asked_of
from reiterate.combos.life_bounds import MUCH, LifeBounds, life_bounds
from reiterate.combos.one_shots import Once, ends_so
from reiterate.combos.played_once import Single
from reiterate.combos.worth_telling import gives_all
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from reiterate.survey.proof import Found, Meter, Prover
from tests.support.card_files import reference_book
from tests.support.drawn import drawn_cases
from tests.support.files import needs_data
from tests.survey.named_combos import found, invented, needed, single

LONG: Final = 20_000

# --- cards -------------------------------------------------------------------------------------------------------

LEECH: Final = {
    "name": "Leech",
    "type_line": "Creature — Leech",
    "mana_cost": "{2}{B}",
    "power": "3",
    "toughness": "5",
    "oracle_text": "Lifelink\nWhenever you gain life, draw a card.",
}
SCRIBE: Final = {
    "name": "Scribe",
    "type_line": "Creature — Octopus",
    "mana_cost": "{2}{B}",
    "power": "3",
    "toughness": "4",
    "oracle_text": "Whenever you draw a card, target opponent loses 1 life and you gain 1 life.",
}
SPITE: Final = {
    "name": "Spite",
    "type_line": "Creature — Elemental",
    "mana_cost": "{3}",
    "power": "3",
    "toughness": "3",
    "oracle_text": "Whenever Spite is dealt damage, it deals that much damage to any target.",
}
COVENANT: Final = {
    "name": "Bargain",
    "type_line": "Instant",
    "mana_cost": "{1}{B}{R}",
    "oracle_text": "As an additional cost to cast this spell, pay X life.\n"
    "Bargain deals X damage divided as you choose among any number of target creatures.",
}
HALVER: Final = {
    "name": "Halver",
    "type_line": "Creature — Ogre",
    "mana_cost": "{3}{R}{R}",
    "power": "4",
    "toughness": "3",
    "oracle_text": "{T}: Halver deals damage to each player equal to half that player's life total, rounded down.",
}
ARCHFIEND: Final = {
    "name": "Archfiend",
    "type_line": "Creature — Demon",
    "mana_cost": "{6}{B}{B}",
    "power": "6",
    "toughness": "6",
    "oracle_text": "Flying\n"
    "At the beginning of each end step, each opponent loses life equal to the life that player lost this turn.",
}
DOUBLER: Final = {
    "name": "Doubler",
    "type_line": "Creature — Vampire",
    "mana_cost": "{1}{B}{B}{B}",
    "power": "2",
    "toughness": "4",
    "oracle_text": "Flying\nIf an opponent would lose life during your turn, they lose twice that much life instead.",
}
SHARD: Final = {
    "name": "Shard",
    "type_line": "Creature — Avatar",
    "mana_cost": "{5}{B}{B}{B}",
    "power": "8",
    "toughness": "8",
    "oracle_text": "Flying\nWhen Shard enters, if you cast it, target opponent loses half their life, rounded up.",
}
GUILDMAGE: Final = {
    "name": "Guildmage",
    "type_line": "Creature — Wizard",
    "mana_cost": "{W}{B}",
    "power": "2",
    "toughness": "2",
    "oracle_text": "{1}{W}{B}: Target creature gains lifelink until end of turn.\n"
    "{1}{W}{B}: Whenever you gain life this turn, each opponent loses that much life.",
}
ALARM: Final = {
    "name": "Alarm",
    "type_line": "Enchantment",
    "mana_cost": "{2}{U}",
    "oracle_text": "Creatures don't untap during their controllers' untap steps.\n"
    "Whenever a creature enters, untap all creatures.",
}
GROVE: Final = {
    "name": "Grove",
    "type_line": "Creature — Treefolk",
    "mana_cost": "{4}{G}{G}",
    "power": "4",
    "toughness": "5",
    "oracle_text": "{2}{G}: Create a 1/1 green Saproling creature token.\n"
    "Sacrifice a Saproling: Saproling creatures get +1/+1 until end of turn.",
}


# --- life --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("does", "fails", "bounds"),
    [
        (lambda n: n >= 21, 20, LifeBounds(21, None)),
        (lambda n: n <= 19, 20, LifeBounds(1, 19)),
        (lambda n: n == 21, 20, LifeBounds(21, 21)),
        (lambda n: n % 2 == 1, 20, LifeBounds(21, 21)),
        (lambda n: n >= 21 and n != 500_011, 20, LifeBounds(21, 21)),
        (lambda n: 12 <= n <= 37, 50, LifeBounds(12, 37)),
        (lambda n: n >= 7, 5, LifeBounds(7, None)),
        (lambda n: n <= 5_000, None, LifeBounds(1, 5_000)),
    ],
)
def test_bounds_are_found_by_trying(does: object, fails: int | None, bounds: LifeBounds) -> None:
    assert callable(does)
    there = next(n for n in (21, 19, 5) if does(n))
    assert life_bounds(there, does, fails) == bounds


def _words(made: Combo | Single, book: CardBook) -> list[str]:
    part = combo_answer(made, Asked(), book).answer.combo
    assert part is not None
    return [each.words for each in part.lacks]


def _does(made: Combo | Single, life: int, book: CardBook) -> bool:
    """Whether the told line or loop comes to the same with another life total of its player."""
    there = load(made.text, "saved.yaml", book)
    assert isinstance(there, Position)
    own = made.ours if isinstance(made, Combo) else made.layout.life
    changed = load(made.text.replace(f"life: '{own}'", f"life: '{life}'", 1), "saved.yaml", book)
    assert isinstance(changed, Position), changed
    if isinstance(made, Single):
        return ends_so(changed.state, 0, Once(made.what, made.lines, 0))
    tried = Prover(changed.state, 0, Meter(LONG), known=True).prove(made.found.prefix, made.found.body)
    return isinstance(tried, Found) and gives_all(tried, made.found)


def _holds_as_said(made: Combo | Single, book: CardBook) -> None:
    """One more and one less than each bound of life: inside it goes on, outside it doesn't. The words say the same."""
    bounds = made.life
    assert bounds is not None
    inside = [bounds.least, (bounds.least + (bounds.most or MUCH)) // 2, bounds.most or MUCH]
    assert all(_does(made, life, book) for life in inside), (bounds, inside)
    if bounds.least == bounds.most:
        assert f"{bounds.least} life for this line" in _words(made, book)
        return
    outside = [*([bounds.least - 1] if bounds.least > 1 else []), *([bounds.most + 1] if bounds.most else [])]
    assert not any(_does(made, life, book) for life in outside), (bounds, outside)
    said = [
        words for words in _words(made, book) if words.endswith((" life or more", " life or less", "for this line"))
    ]
    if bounds.most is None:
        assert said == [f"{bounds.least} life or more"]
    else:
        assert bounds.least > 1 or said == [f"{bounds.most} life or less"]


def test_119_4_life_that_is_paid_is_a_least_total() -> None:
    """A player may pay life only if the total is at least as great; nobody with 0 life stays in the game (704.5a)."""
    book = invented(SPITE, COVENANT)
    made = single("Spite", "Bargain", book=book)
    assert made.life == LifeBounds(21, None)
    assert "21 life or more" in _words(made, book)
    _holds_as_said(made, book)


def test_107_1a_a_life_total_is_told_without_a_direction_where_others_do_here_and_there() -> None:
    """Half of 19 rounded down, doubled, is 18: one life is left, as with each odd total. With each even one nothing is left."""
    halves = {
        "name": "Halves",
        "type_line": "Sorcery",
        "mana_cost": "{3}",
        "oracle_text": "Halves deals damage to each player equal to half that player's life total, rounded down.",
    }
    double = {
        "name": "Double",
        "type_line": "Enchantment",
        "mana_cost": "{3}",
        "oracle_text": "If a source you control would deal damage to a permanent or player, "
        "it deals double that damage to that permanent or player instead.",
    }
    book = invented(halves, double)
    made = single("Halves", "Double", book=book)
    assert made.life == LifeBounds(19, 19) and "19 life for this line" in _words(made, book)
    assert _does(made, 21, book) and not _does(made, 20, book) and _does(made, 17, book) and not _does(made, 18, book)


#: Rows of the sheet of answers that say a life total with a direction.
OF_LIFE: Final = (
    ("Heartless Hidetsugu", "Triumph of the Hordes"),
    ("Heartless Hidetsugu", "Corrupted Conscience"),
    ("Heartless Hidetsugu", "Phyresis"),
    ("Spitemare", "Fire Covenant"),
    ("Harnessed Snubhorn", "Second Chance"),
    ("Silent Sentinel", "Second Chance"),
)


@needs_data("cards.jsonl")
@pytest.mark.parametrize("names", drawn_cases(OF_LIFE, 2, "life totals", " and ".join))
def test_each_life_total_with_a_direction_is_a_bound(names: tuple[str, str]) -> None:
    book = reference_book()
    made = asked_of(names, book, Asked())
    assert not isinstance(made, Refusal), made
    _holds_as_said(made, book)


# --- what is not used --------------------------------------------------------------------------------------------


def test_a_token_like_those_that_a_loop_makes_is_no_need() -> None:
    made = found("Alarm", "Grove", book=invented(ALARM, GROVE))
    assert {name for name, _ in needed(made)} == {"Alarm", "Grove", "Llanowar Elves"}


def test_508_1_what_need_not_attack_may_be_tapped_or_summoning_sick() -> None:
    made = found("Leech", "Scribe", book=invented(LEECH, SCRIBE))
    states = {need.name: (need.untapped, need.awake) for need in made.needs.needs or ()}
    assert states == {"Leech": (True, True), "Scribe": (False, False)}
    assert not any("Scribe" in line for line in made.found.prefix if line.startswith("attack"))


# --- which line is told ------------------------------------------------------------------------------------------


def test_a_win_without_an_attack_is_told() -> None:
    made = single("Halver", "Archfiend", book=invented(HALVER, ARCHFIEND))
    assert made.what == "win" and "activate Halver" in made.lines
    assert not any(line.startswith("attack") for line in made.lines)


def test_a_spell_that_wins_as_it_is_cast_is_in_hand() -> None:
    made = single("Doubler", "Shard", book=invented(DOUBLER, SHARD))
    assert made.layout.hand == ("Shard",) and not any(line.startswith("attack") for line in made.lines)


def test_a_win_with_both_abilities_of_a_card_is_told_over_a_gain() -> None:
    made = single("Halver", "Guildmage", book=invented(HALVER, GUILDMAGE))
    assert made.what == "win"
    assert dict(made.layout.mana) == {"W": 2, "B": 2, "C": 2}


def test_an_attack_is_told_where_nothing_else_wins() -> None:
    """Nothing is lost: the board of an attack is searched to its end, and then the attack is told."""
    made = single("Doubler", "Archfiend", book=invented({**DOUBLER, "power": "5"}, {**ARCHFIEND, "power": "5"}))
    assert made.what == "win" and any(line.startswith("attack") for line in made.lines)
