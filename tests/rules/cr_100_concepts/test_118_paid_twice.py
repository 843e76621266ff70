"""Nothing pays for two things (118.3): what a choice names is counted once, each part of it is at least one."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Keyword, Mode, SpellAbility
from reiterate.terms.costs import EvidenceCost, ExileCost, TapOthers
from reiterate.terms.effects_players import GainLife, LoseLife
from reiterate.terms.effects_zones import Draw
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, You
from tests.support.boards import BEAR, FOREST, creature

CREATURE = Filter(types=("creature",))


def code(state: State, choice: Choice) -> str:
    """Why a choice is refused, or ""."""
    refused = verify(state, choice)
    return "" if refused is None else refused.code


@pytest.mark.parametrize(
    ("picks", "expected"),
    [
        ([("a", 1), ("b", 1)], ""),
        ([("a", 1), ("a", 1)], "cost-picks"),  # one creature, tapped for two mana
        ([("b", 2), ("b", 1)], "cost-picks"),
        ([("b", 2)], ""),
        ([("a", 0), ("b", 2)], "cost-picks"),
        ([("a", -1), ("b", 3)], "cost-picks"),
        ([("nothing", 2)], "cost-picks"),
    ],
)
def test_702_51a_each_creature_is_tapped_for_one_mana(picks: list[tuple[str, int]], expected: str) -> None:
    layout = Layout(2)
    rows = {"a": layout.put(BEAR, 0), "b": layout.put(creature("Ox", 1, 1), 0, n=2), "nothing": 99}
    card = layout.put(creature("Big", 5, 5, Keyword("convoke"), cost=("2",)), 0, "hand")
    named = tuple((rows[name], count) for name, count in picks)
    assert code(layout.done(), Choice("cast", 0, card, picks=named, how=("convoke",))) == expected


def test_702_51a_fewer_than_no_creatures_pay_no_colour() -> None:
    """Else a creature that is not tapped would pay the coloured part, and generic mana would be owed for it."""
    layout = Layout(2)
    elf = layout.put(Proto("Elf", ("creature",), colors=("G",), power=1, toughness=1), 0)
    card = layout.put(creature("Big", 5, 5, Keyword("convoke"), cost=("G", "G")), 0, "hand")
    layout.set_player(0, "mana.R", 9)
    assert code(layout.done(), Choice("cast", 0, card, picks=((elf, -1),), how=("convoke",))) == "cost-picks"


@pytest.mark.parametrize(
    ("picks", "expected"),
    [
        ([("giant", 2)], ""),
        ([("giant", 1), ("giant", 1)], ""),  # two cards of three, said one after the other
        ([("ape", 1), ("ape", 1), ("ape", 1)], "cost-picks"),  # one card, exiled three times
        ([("giant", 2), ("forest", -5)], "cost-picks"),  # five Forests come into the graveyard
        ([("giant", 2), ("forest", 0)], "cost-picks"),
    ],
)
def test_701_59a_each_card_is_exiled_once_for_evidence(picks: list[tuple[str, int]], expected: str) -> None:
    layout = Layout(2)
    row = layout.put(creature("Payer", 1, 1, Activated((EvidenceCost(5),), (GainLife(You(), Fixed(1)),))), 0)
    rows = {
        "giant": layout.put(creature("Giant", 4, 4, cost=("2", "R")), 0, "graveyard", n=3),
        "ape": layout.put(creature("Ape", 2, 2, cost=("1", "G")), 0, "graveyard"),
        "forest": layout.put(FOREST, 0, "graveyard"),
    }
    named = tuple((rows[name], count) for name, count in picks)
    assert code(layout.done(), Choice("activate", 0, row, picks=named)) == expected


def test_118_3_one_card_pays_for_one_of_two_costs() -> None:
    """Exiled for evidence, a card is not exiled for the other cost as well."""
    layout = Layout(2)
    cost = (ExileCost("graveyard", CREATURE, Fixed(1)), EvidenceCost(3))
    row = layout.put(creature("Payer", 1, 1, Activated(cost, (GainLife(You(), Fixed(1)),))), 0)
    giant = layout.put(creature("Giant", 4, 4, cost=("2", "R")), 0, "graveyard")
    with pytest.raises(Unsupported) as refused:  # the two costs together aren't worked out
        verify(layout.done(), Choice("activate", 0, row, picks=((giant, 1), (giant, 1))))
    assert refused.value.refusal.code == "rule-701.59a"


def test_118_3_one_creature_is_tapped_once_for_two_costs() -> None:
    layout = Layout(2)
    cost = (TapOthers(CREATURE, Fixed(1)), TapOthers(CREATURE, Fixed(1)))
    row = layout.put(Proto("Payer", ("artifact",), abilities=(Activated(cost, (GainLife(You(), Fixed(1)),)),)), 0)
    bear = layout.put(BEAR, 0)
    assert code(layout.done(), Choice("activate", 0, row, picks=((bear, 1), (bear, 1)))) != ""


CHARM = Proto(
    "Charm",
    ("instant",),
    mana_cost=("0",),
    abilities=(
        SpellAbility(
            (), modes=(Mode((Draw(You(), Fixed(1)),)), Mode((LoseLife(You(), Fixed(9)),)), Mode(())), least=2, most=2
        ),
    ),
)


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        (("mode 1", "mode 2"), ""),
        (("mode 1", "mode 1"), "mode"),
        (("mode 1", "mode 01"), "mode"),  # one mode in two words
        (("mode 1", "mode +1"), "mode"),
        (("mode 1", "mode 1 "), "mode"),
        (("mode 1", "mode ١"), "mode"),
        (("mode 1", "mode 4"), "mode"),
        (("mode 1",), "mode"),
    ],
)
def test_700_2d_no_mode_is_chosen_twice(how: tuple[str, ...], expected: str) -> None:
    layout = Layout(2)
    card = layout.put(CHARM, 0, "hand")
    assert code(layout.done(), Choice("cast", 0, card, how=how)) == expected
