"""What cards count lies on a board as it is counted: tapped, with an opponent, and as many as a lap of all cards costs."""

from __future__ import annotations

from typing import Any, Final

from reiterate.ask.building_combo import combo_answer
from reiterate.combos.combo import Asked
from tests.survey.laid_out import laid
from tests.survey.named_combos import found, invented

SPRING: Final[dict[str, Any]] = {
    "name": "Spring",
    "type_line": "Sorcery",
    "mana_cost": "{3}{R}{R}",
    "oracle_text": "Add {R} for each tapped land your opponents control.",
}
ECHO: Final[dict[str, Any]] = {
    "name": "Echo",
    "type_line": "Instant",
    "mana_cost": "{1}{R}{R}",
    "oracle_text": "Buyback {3}\nCopy target instant or sorcery spell. You may choose new targets for the copy.",
}
VAULT: Final[dict[str, Any]] = {
    "type_line": "Land",
    "oracle_text": "{2}, {T}: Add {B} for each Swamp you control.",
}
TEMPLE: Final[dict[str, Any]] = {"type_line": "Land", "oracle_text": "{1}, {T}: Untap target land."}
RINGS: Final[dict[str, Any]] = {
    "type_line": "Artifact",
    "mana_cost": "{3}",
    "oracle_text": "Whenever you activate an ability, if it isn't a mana ability, you may pay {2}. "
    "If you do, copy that ability. You may choose new targets for the copy.",
}


def test_what_is_counted_tapped_lies_tapped_with_the_opponent_alone() -> None:
    boards = laid(SPRING, ECHO)
    against = [(helper, many) for layout in boards for helper, many in layout.against]
    assert against
    assert all(("tapped", "yes") in helper.entry and many > 6 for helper, many in against)
    assert not any(layout.helpers for layout in boards)


def test_601_2_a_spell_that_counts_tapped_lands_is_copied_without_end_and_the_need_says_tapped() -> None:
    book = invented(SPRING, ECHO)
    made = found("Spring", "Echo", book=book)
    assert made.found.endless
    assert made.needs.needs is not None
    theirs = [need for need in made.needs.needs if need.seat == 1]
    assert [(need.count, need.tapped, need.untapped) for need in theirs] == [(7, True, False)]
    answer = combo_answer(made, Asked(), book)
    assert answer.combo is not None
    assert any(lack.words == "an opponent's tapped land" for lack in answer.combo.lacks)


def test_of_what_is_counted_there_are_more_than_one_ability_of_each_card_costs() -> None:
    most = max(
        many for layout in laid(RINGS, TEMPLE, VAULT) for helper, many in layout.helpers if helper.name == "Swamp"
    )
    assert most == 2 + 1 + 2 + 1


FAERIE: Final[dict[str, Any]] = {
    "name": "Sprite",
    "type_line": "Creature — Faerie",
    "mana_cost": "{1}{U}",
    "power": "1",
    "toughness": "1",
    "oracle_text": "Flying\nWhen Sprite enters, untap up to two lands.",
}
MAGE: Final[dict[str, Any]] = {
    "name": "Mage",
    "type_line": "Creature — Human Wizard",
    "mana_cost": "{2}{U}{U}",
    "power": "1",
    "toughness": "2",
    "oracle_text": "When Mage enters, return target instant or sorcery card from your graveyard to your hand.",
}
BLINK: Final[dict[str, Any]] = {
    "name": "Blink",
    "type_line": "Instant",
    "mana_cost": "{2}{U}",
    "oracle_text": "Exile two target creatures you control, then return those cards to the battlefield under your control.",
}


def test_106_where_two_lands_untap_and_a_lap_costs_more_they_tap_for_two_mana_each() -> None:
    book = invented(FAERIE, MAGE, BLINK)
    made = found("Sprite", "Mage", "Blink", book=book)
    assert made.found.endless
    lacks = combo_answer(made, Asked(), book).combo.lacks
    assert [(lack.words, lack.count.text()) for lack in lacks] == [("a land that taps for two mana with {U}", "2")]


def test_lands_for_two_mana_come_later_where_plain_ones_pay() -> None:
    cheap = {**BLINK, "mana_cost": "{U}"}
    costs = [
        layout.cost for layout in laid(FAERIE, MAGE, cheap) if any("two mana" in h.words for h, _ in layout.helpers)
    ]
    assert costs
    assert min(costs) > 0
