"""Outlets: a card that a loop does without wins with what the loop gives, by a line behind so many iterations.

The numbers are worked out by hand from what an iteration gives: Basalt Monolith with Power Artifact makes {C}{C}{C} and pays {C} to untap.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from reiterate.api import ComboAnswer, as_json, check, combo
from reiterate.cards import CardBook
from reiterate.check.accepted import Accepted
from reiterate.combos.combo import Asked
from reiterate.combos.outlets import Outlet
from reiterate.loops.play import play
from reiterate.rules.access.state_access import text_prop
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader
from reiterate.state.properties import OUTCOME
from tests.support.card_files import reference_book
from tests.support.files import needs_data
from tests.survey.named_combos import BOOK, found, invented

pytestmark = pytest.mark.drawn(3)

MONOLITH: Final = ("Basalt Monolith", "Power Artifact")
DRUID: Final = ("Devoted Druid", "Vizier of Remedies")
FEEDER: Final = ("Spike Feeder", "Archangel of Thune")
ELVES: Final = ("Midnight Guard", "Presence of Gond")

ARTIFACT: Final = {"type_line": "Artifact", "mana_cost": "{3}"}


def used(made_of: tuple[str, ...], *cards: str, asked: Asked | None = None, book: CardBook = BOOK) -> Outlet:
    """The outlet of some cards beside a loop: its certificate is accepted and wins, and one iteration fewer does not."""
    made = found(*made_of, *cards, asked=asked, book=book)
    assert made.outlet is not None, made.idle
    assert made.outlet.cards == cards
    assert made.idle == ()
    accepted = check(made.outlet.certificate.text, book.protos)
    assert isinstance(accepted, Accepted), accepted
    assert accepted.outcome == ("p1_wins" if made.outlet.what == "win" else "")
    assert not _wins_with(made.outlet, made.outlet.iterations - 1, book)
    return made.outlet


def _wins_with(outlet: Outlet, iterations: int, book: CardBook) -> bool:
    """Whether the script wins with another number of iterations."""
    repeated = f"repeat {outlet.iterations}:"
    assert iterations and repeated in outlet.text
    position = load(outlet.text.replace(repeated, f"repeat {iterations}:", 1), "x.yaml", book)
    assert isinstance(position, Position), position
    end = play(position.state, BodyReader(position.script)).state
    return text_prop(end.game, OUTCOME) == "p1_wins"


def idle(made_of: tuple[str, ...], card: str, book: CardBook = BOOK) -> None:
    """The card plays no part beside a loop that is proved without it."""
    made = found(*made_of, card, book=book)
    assert made.outlet is None, made.outlet
    assert made.idle == (card,)


# --- what wins ---------------------------------------------------------------------------------------------------


def test_an_x_is_as_great_as_the_life_total() -> None:
    """Two mana an iteration, two for each counter: twenty iterations for twenty counters (107.3a)."""
    outlet = used(MONOLITH, "Walking Ballista")
    assert outlet.iterations == 20
    assert outlet.lines[0] == "cast Walking Ballista with X = 20"
    assert outlet.mana == ()


def test_the_life_that_was_asked_for_decides() -> None:
    assert used(MONOLITH, "Walking Ballista", asked=Asked(life="7")).iterations == 7


def test_green_mana_pays_too() -> None:
    """One {G} an iteration, two for each counter."""
    assert used(DRUID, "Walking Ballista").iterations == 40


def test_life_is_paid_down_to_more_than_nothing() -> None:
    """50 life are paid, and a player with 0 life loses before the ability resolves (704.5a): 20 + 2n is more than 50 from n = 16 on."""
    outlet = used(FEEDER, "Aetherflux Reservoir")
    assert outlet.iterations == 16
    assert outlet.library is None


LENS: Final = {**ARTIFACT, "name": "Lens", "oracle_text": "{2}: Lens deals 1 damage to target opponent."}


def test_an_ability_is_activated_as_often_as_the_mana_pays() -> None:
    """{2} for 1 damage, and {C}{C} an iteration."""
    outlet = used(MONOLITH, "Lens", book=invented(LENS))
    assert outlet.iterations == 20
    assert any(line.startswith("repeat ") for line in outlet.lines)


CANNON: Final = {
    **ARTIFACT,
    "name": "Cannon",
    "oracle_text": "{2}: Cannon deals 1 damage to any target. Sacrifice Cannon.",
}


def test_what_is_sacrificed_as_it_resolves_is_activated_before() -> None:
    """The ability exists apart from its source (113.7a): it is activated twenty times before the first of them resolves."""
    outlet = used(MONOLITH, "Cannon", book=invented(CANNON))
    assert outlet.iterations == 20
    assert outlet.lines[0].startswith("repeat 20:")


BURST: Final = {
    "name": "Burst",
    "type_line": "Sorcery",
    "mana_cost": "{X}{R}",
    "oracle_text": "Burst deals X damage to any target.",
}


def test_mana_that_the_loop_does_not_make_is_told() -> None:
    outlet = used(MONOLITH, "Burst", book=invented(BURST))
    assert outlet.iterations == 10
    assert outlet.mana == (("R", 1),)


def test_each_of_two_opponents_loses() -> None:
    """Twenty counters for each opponent: forty counters, forty iterations (104.2a)."""
    outlet = used(MONOLITH, "Walking Ballista", asked=Asked(players=3))
    assert outlet.iterations == 40


DRAIN: Final = {
    "name": "Deluge",
    "type_line": "Sorcery",
    "mana_cost": "{X}{U}",
    "oracle_text": "Target player draws X cards.",
}


def test_an_opponent_draws_more_than_the_library() -> None:
    """53 cards are there: who has to draw 54 loses (704.5b)."""
    outlet = used(MONOLITH, "Deluge", book=invented(DRAIN))
    assert outlet.library == 53
    assert outlet.iterations == 27


@needs_data("cards.jsonl")
@pytest.mark.parametrize(
    ("made_of", "card", "iterations"),
    [
        (("Grim Monolith", "Power Artifact"), "Blue Sun's Zenith", 54),
        (("Grim Monolith", "Power Artifact"), "Stroke of Genius", 56),
        (MONOLITH, "Exsanguinate", 10),
        (MONOLITH, "Goblin Cannon", 20),
        (MONOLITH, "Helix Pinnacle", 50),
        (DRUID, "Helix Pinnacle", 100),
        (FEEDER, "Test of Endurance", 15),
        (("Heliod, Sun-Crowned", "Spike Feeder"), "Felidar Sovereign", 10),
        (("Pili-Pala", "Grand Architect"), "Blue Sun's Zenith", 54),
        (("Pili-Pala", "Grand Architect"), "Shivan Dragon", 12),
    ],
)
def test_named_outlets(made_of: tuple[str, ...], card: str, iterations: int) -> None:
    """Among them wins that wait for an upkeep, with the counters or the life that the loop gives (503.1a).

    Three attackers have 5, 2 and 1 power, and twelve {R} give the Dragon twelve more.
    """
    assert used(made_of, card, book=reference_book()).iterations == iterations


# --- what plays no part ------------------------------------------------------------------------------------------

NEAR_MISSES: Final[list[tuple[str, dict[str, Any]]]] = [
    ("mana of another color", {"oracle_text": "{W}: Card deals 1 damage to target opponent."}),
    ("no cost that mana pays", {"oracle_text": "{T}: Card deals 1 damage to target opponent."}),
    ("once each turn", {"oracle_text": "{2}: Card deals 1 damage to target opponent. Activate only once each turn."}),
    ("harm to oneself", {"oracle_text": "{2}: You lose 1 life."}),
    ("a win without the loop", {"oracle_text": "Sacrifice Card: You win the game."}),
    ("nothing", {"oracle_text": ""}),
]


@pytest.mark.parametrize(("why", "card"), NEAR_MISSES, ids=[why for why, _ in NEAR_MISSES])
def test_a_card_that_does_nothing_with_the_mana(why: str, card: dict[str, Any]) -> None:
    idle(MONOLITH, "Card", invented({**ARTIFACT, "name": "Card", **card}))


@pytest.mark.parametrize(
    ("made_of", "card"),
    [
        (ELVES, "Walking Ballista"),
        (ELVES, "Laboratory Maniac"),
        (FEEDER, "Laboratory Maniac"),
        (MONOLITH, "Goblin Bombardment"),
        (MONOLITH, "Lightning Bolt"),
        (MONOLITH, "Grizzly Bears"),
    ],
)
def test_named_cards_that_play_no_part(made_of: tuple[str, ...], card: str) -> None:
    idle(made_of, card)


def test_an_attack_that_wins_without_the_card_is_no_use_of_it() -> None:
    """Archangel of Thune has n counters and flies: a creature beside it that attacks as well is not needed."""
    hill = {"name": "Hill", "type_line": "Creature — Giant", "power": "3", "toughness": "3", "mana_cost": "{2}{R}"}
    idle(FEEDER, "Hill", invented(hill))


# --- what is told ------------------------------------------------------------------------------------------------


def test_the_answer_tells_the_outlet() -> None:
    made = combo([*MONOLITH, "walking ballista"])
    assert isinstance(made, ComboAnswer)
    assert made.proved and made.combo.outcome == "infinite" and made.combo.idle == []
    told = as_json(made.answer)["combo"]
    assert told["said"]["verdict"] == "INFINITE, then you win with Walking Ballista, proved"
    assert told["said"]["wins"].startswith(
        "after 20 iterations, with 20 life to lose: cast Walking Ballista with X = 20;"
    )
    assert "Walking Ballista in hand" in told["said"]["start"]
    assert told["outlet"]["certificate"]["accepted"] is True
    assert "win" in [gain["kind"] for gain in told["outlet"]["gains"]]
    accepted = check(made.outlet_certificate)
    assert isinstance(accepted, Accepted) and accepted.outcome == "p1_wins"


def test_the_answer_tells_mana_for_the_outlet() -> None:
    made = combo([*MONOLITH, "Burst"], invented(BURST))
    assert isinstance(made, ComboAnswer)
    assert "{R} for Burst" in made.combo.said.start
    assert made.combo.lacks == []


@needs_data("cards.jsonl")
def test_lines_that_are_played_once_may_be_left_out() -> None:
    made = found(*MONOLITH, "Blue Sun's Zenith", asked=Asked(once=False), book=reference_book())
    assert made.outlet is None and made.idle == ("Blue Sun's Zenith",)


@needs_data("cards.jsonl")
def test_what_only_attacks_is_no_outlet() -> None:
    """Combats never end beside creatures that tap for mana, so any creature wins by attacking: the one that is named plays no part."""
    idle(("Aggravated Assault",), "Sphinx of the Second Sun", reference_book())


@needs_data("cards.jsonl")
def test_a_card_that_has_no_part_in_a_loop_by_its_terms_may_use_it() -> None:
    used(("Palinchron", "High Tide"), "Stroke of Genius", book=reference_book())
