"""What a search leaves for later, so that its steps go where a loop may be: like orders, needless mana, words that nothing has."""

from __future__ import annotations

from typing import Any, Final

import pytest

from reiterate.rules.costs.resolution_payments import TOLL
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.events.targets import NONE
from reiterate.script.position import Position, load
from reiterate.state.model import State
from reiterate.state.normal_form import normal
from reiterate.survey.moves import ACT, STANDS_NOWHERE, UNTAPS_NOTHING, Seen, moves, paid_toll, priced, tried_ways
from reiterate.survey.period_keys import Marks
from reiterate.survey.script_of_play import play_lines
from reiterate.terms.print_spelling import COLOR_WORDS
from tests.survey.named_combos import found, invented, single

ELF: Final = {"type_line": "Creature — Elf", "power": "2", "toughness": "2", "mana_cost": "{0}"}
INSTANT: Final = {"type_line": "Instant", "mana_cost": "{0}"}


def board(me: str, card: dict[str, Any], *lines: str) -> State:
    """A board with an invented card, after some lines."""
    text = f"format: position/1\nplayers: {{p1: {{{me}}}}}\n"
    made = load(text, "x.yaml", invented(card))
    assert isinstance(made, Position), made
    played = play_lines(made.state, lines)
    assert not hasattr(played, "code"), played
    return normal(played.state)


def untapper(text: str) -> dict[str, Any]:
    return {**ELF, "name": "Waker", "oracle_text": text}


def named(card: dict[str, Any]) -> list[tuple[int, ...]]:
    """The targets that are tried of a card's ability beside two lands that differ."""
    state = board("battlefield: [Waker, Forest, Island]", card)
    (option,) = [each for each in options(state) if each.row in state.rows and each.slots and each.slot("target")]
    return [choice.targets for choice in tried_ways(state, option, 0)]


def test_115_1_targets_that_are_treated_alike_are_named_in_one_order() -> None:
    ways = named(untapper("{T}: Untap up to two target lands."))
    assert len(ways) == len({frozenset(way) for way in ways}) == 4
    assert all(way == tuple(sorted(way, key=lambda row: (row == NONE, row))) for way in ways)


def test_115_1_targets_that_are_treated_otherwise_are_named_in_every_order() -> None:
    ways = named(untapper("{T}: Tap target land. Untap another target land."))
    assert sorted(ways) == sorted(way[::-1] for way in ways) and len(ways) == 2


@pytest.mark.parametrize(("tapped", "dearer"), [("", UNTAPS_NOTHING), (", tapped: true", 0)])
def test_what_untaps_nothing_costs_more(tapped: str, dearer: int) -> None:
    state = board(f"battlefield: [Waker, {{card: Forest{tapped}}}]", untapper("{T}: Untap target land."))
    (option,) = [each for each in options(state) if each.row in state.rows and each.slot("target")]
    assert [cost for cost, _ in priced(state, option, ACT, 0, "")] == [ACT + dearer]


GREETER: Final = {
    **ELF,
    "name": "Greeter",
    "oracle_text": "When Greeter enters, you may pay {2}. If you do, you gain 1 life.",
}


def test_118_12_what_is_paid_in_a_resolution_is_paid_in_one_move() -> None:
    """Of four lands two are tapped for it, and none for nothing: single mana comes later than the refusal."""
    state = board("hand: [Greeter], battlefield: [4 Forest]", GREETER, "cast Greeter", "all pass", "all pass")
    assert asked(state) == TOLL
    (paid,) = [choices for choices, _ in paid_toll(state, 0, Seen())]
    assert [choice.verb for choice in paid] == ["activate", "activate", "may"] and paid[-1].answer == "yes"
    costs = {choice.verb: cost for cost, choice in moves(state, 0, Seen()).now}
    assert costs["may"] < costs["activate"]


def test_118_12_what_can_be_paid_already_needs_no_mana() -> None:
    me = "hand: [Greeter], mana: {G: 2}, battlefield: [4 Forest]"
    state = board(me, GREETER, "cast Greeter", "all pass", "all pass")
    assert asked(state) == TOLL and not list(paid_toll(state, 0, Seen()))


def test_612_2_color_words_come_first_that_a_text_or_a_permanent_has() -> None:
    """A Runeclaw Bear is green, and its text has no color word."""
    card = {
        **INSTANT,
        "name": "Retouch",
        "oracle_text": "Change the text of target permanent by replacing all instances of one color word with another.",
    }
    me = "hand: [Retouch], battlefield: [Runeclaw Bear]"
    state = board(me, card, "cast Retouch targeting Runeclaw Bear", "all pass")
    found = {choice.answer: cost for cost, choice in moves(state, 0, Seen()).now}
    assert found.keys() == COLOR_WORDS.keys()
    assert [word for word, cost in found.items() if cost < STANDS_NOWHERE] == ["green"]


@pytest.mark.parametrize(
    ("words", "alike"),
    [("gains haste until end of turn", True), ("has base power and toughness 4/4 until end of turn", False)],
)
def test_514_2_a_first_lap_may_leave_keywords_until_end_of_turn(words: str, alike: bool) -> None:
    card = {**ELF, "name": "Runner", "oracle_text": f"{{0}}: Runner {words}."}
    before = Marks(board("battlefield: [Runner]", card), 0)
    after = Marks(board("battlefield: [Runner]", card, "activate Runner", "all pass"), 0)
    assert not after.holds(before) and after.settles(before) == alike


STUBBORN: Final = {
    "type_line": "Artifact — Equipment",
    "mana_cost": "{1}",
    "name": "Stubborn Blade",
    "oracle_text": "Whenever equipped creature is dealt damage, it deals that much damage to any target.\nEquip {4}",
}
SHADE: Final = {
    **ELF,
    "type_line": "Artifact Creature — Shade",
    "name": "Shade",
    "mana_cost": "{3}",
    "oracle_text": "You may have Shade enter as a copy of any artifact on the battlefield.",
}


@pytest.mark.slow("searches beyond a loop that gives nothing")
def test_a_loop_that_gives_nothing_is_not_the_end_of_a_search() -> None:
    """One Blade hurts its own bearer for ever, which is nobody's gain. With a copy of it an opponent is hurt as well."""
    made = found("Stubborn Blade", "Shade", book=invented(STUBBORN, SHADE))
    assert not made.idle and made.wins_at == 20


@pytest.mark.slow("looks for a loop first, then for a line that is played once")
def test_707_2_what_makes_copies_of_all_may_end_a_game() -> None:
    """All but one of the copies die by the legend rule (704.5j), and each death hurts the opponent as often as there are copies."""
    lord = {
        **ELF,
        "type_line": "Legendary Creature — Elf",
        "power": "5",
        "name": "Lord",
        "oracle_text": "Whenever Lord or another Elf you control dies, Lord deals 3 damage to any target.",
    }
    form = {
        **INSTANT,
        "name": "Form",
        "oracle_text": "Each nonland permanent you control becomes a copy of target non-Aura permanent.",
    }
    assert single("Lord", "Form", book=invented(lord, form)).what == "win"


@pytest.mark.slow("searches the likeliest boards for longer")
def test_702_93_a_loop_that_a_card_is_idle_in_is_not_the_end_of_a_search_for_one_that_it_gives_more_in() -> None:
    """The Imp may shoot itself again and again. With something that sacrifices it, it shoots the opponent each second time."""
    dirge = {
        "name": "Dirge",
        "type_line": "Creature — Spirit",
        "mana_cost": "{3}{B}{B}{B}",
        "power": "5",
        "toughness": "5",
        "oracle_text": "Other non-Human creatures you control get +1/+1 and have undying.",
    }
    imp = {
        "name": "Imp",
        "type_line": "Creature — Imp",
        "mana_cost": "{2}{B}{B}",
        "power": "2",
        "toughness": "2",
        "oracle_text": "When Imp enters, it deals damage equal to its power to any target.\nPersist",
    }
    mill = {
        "name": "Pyre",
        "type_line": "Artifact",
        "mana_cost": "{3}",
        "oracle_text": "Sacrifice a creature: Add {C}{C}.",
    }
    made = found("Dirge", "Imp", "Pyre", book=invented(dirge, imp, mill))
    assert not made.idle
    assert made.wins_at
