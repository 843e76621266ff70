"""Which of several abilities a line means: the one that its other words fit (602.1)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.turn.layout import Layout
from reiterate.script.sentences import read_sentence
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Static
from reiterate.terms.costs import ManaCost, SacrificeCost, TapCost
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_players import GainLife
from reiterate.terms.filters import Filter
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, XValue
from reiterate.terms.references import TargetRef, TargetSpec, This, You
from reiterate.terms.static_effects import GrantAbilities
from tests.support.boards import FOREST, creature, play

BLACK = Activated((TapCost(),), (AddMana(("B",)),))
#: What Urborg, Tomb of Yawgmoth comes to for lands: each has "{T}: Add {B}" as well.
TOMB = Proto("Tomb", ("land",), abilities=(Static(GrantAbilities(Filter(types=("land",)), (BLACK,))),))
CAVERN = Proto(
    "Cavern",
    ("land",),
    abilities=(
        Activated((TapCost(),), (AddMana(("C",)),)),
        Activated((TapCost(),), (AddMana((), choice=("R", "W")),)),
        Activated((ManaCost(("1",)), TapCost()), (AddMana(("U", "B")),)),
    ),
)
SEVERAL = creature(
    "Smith",
    2,
    2,
    Activated((ManaCost(("1",)),), (GainLife(You(), Fixed(1)),)),
    Activated((ManaCost(("X",)),), (GainLife(You(), XValue()),)),
    Activated((SacrificeCost(Filter(types=("land",))),), (GainLife(You(), Fixed(2)),)),
    Activated((ManaCost(("1",)),), (DealDamage(This(), TargetRef(0), Fixed(1)),), (TargetSpec(None, "any"),)),
)


def read(state: State, line: str) -> Choice | Refusal:
    found = read_sentence(state, line)
    assert isinstance(found, (Choice, Refusal))
    return found


def board(*cards: Proto) -> State:
    layout = Layout(2)
    for card in cards:
        layout.put(card, 0)
    layout.set_player(0, "mana.G", 2)
    return layout.done()


def mana_after(state: State, line: str) -> dict[str, object]:
    made = read(state, line)
    assert isinstance(made, Choice), made
    assert verify(state, made) is None, verify(state, made)
    row = play(state, made).rows[1]
    return {kind: row.get(f"mana.{kind}") for kind in "WUBRC" if row.get(f"mana.{kind}")}


def test_305_6_tap_for_black_beside_a_tomb_means_the_ability_that_makes_black() -> None:
    state = board(FOREST, TOMB)
    assert mana_after(state, "tap Forest for {B}") == {"B": 1}
    made = read(state, "tap Forest for {G}")
    assert isinstance(made, Choice) and play(state, made).rows[1].get("mana.G") == 3
    assert mana_after(state, "tap Tomb") == {"B": 1}
    refused = read(state, "tap Forest")
    assert isinstance(refused, Refusal) and refused.code == "which-ability"
    refused = read(state, "tap Forest for {R}")
    assert isinstance(refused, Refusal) and refused.code == "which-ability"


def test_602_1_like_abilities_are_one_to_whoever_taps() -> None:
    assert mana_after(board(TOMB, TOMB), "tap oldest Tomb") == {"B": 1}


@pytest.mark.parametrize(
    ("line", "mana"),
    [
        ("tap Cavern for {R}", {"R": 1}),
        ("tap Cavern for {W}", {"W": 1}),
        ("tap Cavern for {C}", {"C": 1}),
        ("tap Cavern for {U}{B}", {"U": 1, "B": 1}),
        ("activate Cavern for {R}", {"R": 1}),
        ("activate Cavern for {C}", {"C": 1}),
    ],
)
def test_106_4_the_mana_that_is_said_tells_the_ability(line: str, mana: dict[str, object]) -> None:
    assert mana_after(board(CAVERN), line) == mana


def test_106_4_what_one_ability_makes_may_be_said_and_must_be_true() -> None:
    state = board(FOREST)
    made = read(state, "tap Forest for {G}")
    assert isinstance(made, Choice) and verify(state, made) is None
    made = read(state, "tap Forest for {B}")
    assert isinstance(made, Choice)
    refused = verify(state, made)
    assert refused is not None and refused.code == "mana-kind"


@pytest.mark.parametrize(
    ("line", "index"),
    [
        ("activate Smith with X = 2", 1),
        ("activate Smith sacrificing Forest", 2),
        ("activate Smith targeting p2", 3),
        ("activate Smith: deals 1 damage targeting p2", 3),
    ],
)
def test_602_2b_what_is_announced_tells_the_ability(line: str, index: int) -> None:
    state = board(SEVERAL, FOREST)
    made = read(state, line)
    assert isinstance(made, Choice), made
    assert made.index == index
    assert verify(state, made) is None


def test_107_5_tap_means_an_untapped_one_of_those_that_fit() -> None:
    layout = Layout(2)
    layout.put(FOREST, 0, tapped=True)
    untapped = layout.put(FOREST, 0)
    state = layout.done()
    made = read(state, "tap Forest")
    assert isinstance(made, Choice) and made.row == untapped
    made = read(play(state, made), "tap Forest")
    assert isinstance(made, Choice)  # all are tapped: refused for that
    refused = verify(play(state, Choice("activate", 0, untapped)), made)
    assert refused is not None and refused.code == "already-tapped"


def test_602_1_words_that_fit_several_are_still_refused() -> None:
    refused = read(board(SEVERAL, FOREST), "activate Smith")
    assert isinstance(refused, Refusal) and refused.code == "which-ability"
