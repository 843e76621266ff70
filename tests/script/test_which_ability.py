"""Which of several abilities a line means: the one that its other words fit (602.1)."""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.position import Position, load
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Static
from reiterate.terms.costs import ManaCost, SacrificeCost, TapCost
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_mana import AddMana, AddProducible
from reiterate.terms.effects_players import GainLife
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed, XValue
from reiterate.terms.references import Filter, TargetRef, TargetSpec, This, You
from reiterate.terms.static_effects import GrantAbilities
from tests.support.boards import FOREST, creature, play, tap_ability
from tests.support.unread_boards import book as unread_book

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


#: Abilities that make different numbers of one kind of mana, as a permanent may have them besides its own (106.4, 605.1a).
SPRING = Proto(
    "Spring",
    ("artifact",),
    abilities=(
        Activated((TapCost(),), (AddMana(("C",)),)),
        Activated((TapCost(),), (AddMana(("C", "C")),)),
        Activated((TapCost(),), (AddMana(("C",), count=Fixed(3)),)),
        Activated((TapCost(),), (AddMana((), choice=("R", "W"), count=Fixed(2)),)),
        Activated((TapCost(), ManaCost(("1",))), (AddMana(("U",)),)),
        Activated((TapCost(), ManaCost(("2",))), (AddMana(("U",)),)),
    ),
)


@pytest.mark.parametrize(
    ("line", "mana"),
    [
        ("tap Spring for {C}", {"C": 1}),
        ("tap Spring for {C}{C}", {"C": 2}),
        ("activate Spring for {C}{C}", {"C": 2}),
        ("tap Spring for {C}{C}{C}", {"C": 3}),
        ("tap Spring for {W}{W}", {"W": 2}),
        ("activate Spring: {T}: Add {C}", {"C": 1}),
        ("activate Spring: {T}: Add {C}{C}", {"C": 2}),
    ],
)
def test_106_4_the_amount_of_mana_that_is_said_tells_the_ability(line: str, mana: dict[str, object]) -> None:
    assert mana_after(board(SPRING), line) == mana


def test_602_1_two_abilities_that_make_the_mana_are_both_named() -> None:
    state = board(SPRING)
    refused = read(state, "tap Spring for {U}")
    assert isinstance(refused, Refusal) and (refused.kind, refused.code) == ("ambiguous", "which-ability")
    first, second = refused.expected.split(" | ")
    assert {first, second} == {"activate Spring: {T}, {1}: Add {U}", "activate Spring: {T}, {2}: Add {U}"}
    made = [read(state, line) for line in (first, second)]
    assert [each.index for each in made if isinstance(each, Choice)] == [4, 5]
    refused = read(state, "tap Spring for {G}")  # none makes that: all are named
    assert isinstance(refused, Refusal) and len(refused.expected.split(" | ")) == 6


def test_106_4_what_one_ability_makes_may_be_said_and_must_be_true() -> None:
    state = board(FOREST)
    made = read(state, "tap Forest for {G}")
    assert isinstance(made, Choice) and verify(state, made) is None
    made = read(state, "tap Forest for {B}")
    assert isinstance(made, Choice)
    refused = verify(state, made)
    assert refused is not None and refused.code == "mana-kind"


@pytest.mark.parametrize("line", ["tap Pool for {U}", "activate Pool for {U}"])
def test_106_7_what_depends_on_the_board_must_be_true_as_the_board_stands(line: str) -> None:
    """It was tapped for the mana that the board gives, whatever was said."""
    pool = Proto("Pool", ("land",), abilities=(tap_ability(AddProducible(Filter(("land",), controller="you"), False)),))
    refused = read(board(pool, FOREST), line)
    assert isinstance(refused, Refusal) and (refused.code, refused.expected) == ("mana-kind", "for {G}")
    assert isinstance(read(board(pool, FOREST), line.replace("U", "G")), Choice)
    island = Proto("Island", ("land",), ("Island",), ("basic",), abilities=(tap_ability(AddMana(("U",))),))
    assert isinstance(read(board(pool, FOREST, island), line), Choice)


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


# --- beside an ability that was not read ----------------------------------------------------------------------------

HALF_READ = """format: position/1
players:
  p1:
    battlefield: [%s]
    mana: {C: 9}
  p2: {}
"""


@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("Half Smith", "activate Half Smith"),
        ("Half Smith", "activate Half Smith: {1}"),
        ("Half Smith", "activate Half Smith: Contemplate"),
        ("Half Spring", "tap Half Spring"),
        ("Half Spring", "tap Half Spring for {C}"),
        ("Half Spring", "activate Half Spring"),
    ],
)
def test_602_1_a_line_that_may_mean_an_unread_ability_asks(card: str, line: str) -> None:
    refused = read(half_read(card), line)
    assert isinstance(refused, Refusal)
    assert (refused.kind, refused.code) in {("ambiguous", "which-ability"), ("unsupported", "clause-not-understood")}
    assert "not understood" in refused.message and card in refused.message


@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("Half Smith", "activate Half Smith: You gain 1 life"),
        ("Half Smith", "activate Half Smith: {1}: You gain 1 life"),
    ],
)
def test_602_1_words_that_the_unread_ability_does_not_have_choose_the_other(card: str, line: str) -> None:
    state = half_read(card)
    choice = read(state, line)
    assert isinstance(choice, Choice) and verify(state, choice) is None


def half_read(card: str) -> State:
    found = load(HALF_READ % card, "half.yaml", unread_book())
    assert isinstance(found, Position), found
    return found.state


def test_702_122_an_ability_with_the_effect_of_crew_is_told_from_crew() -> None:
    """Both abilities make the Vehicle a creature: what is said of one of them is read as that one."""
    text = "{1}: This Vehicle becomes an artifact creature until end of turn.\nCrew 2"
    facts = {"name": "Wagon", "type_line": "Artifact — Vehicle", "oracle_text": text, "power": "3", "toughness": "3"}
    made = compile_card(facts)
    assert made.complete
    state = board(made.proto, creature("Driver", 2, 2))
    rows = {row.cls.proto.name: handle for handle, row in state.rows.items() if row.cls.proto is not None}
    for choice in (
        Choice("activate", 0, rows["Wagon"], pay=(("G", 1),)),
        Choice("activate", 0, rows["Wagon"], 1, picks=((rows["Driver"], 1),)),
    ):
        assert verify(state, choice) is None
        assert read(state, say(state, choice)) == choice


def test_602_1_another_permanent_of_the_same_name_is_given_up() -> None:
    """Of two like permanents, each a row of its own, the line that is written for one of them is legal."""
    cost = SacrificeCost(Filter(types=("creature",), another=True))
    gambler = creature("Gambler", 1, 1, Activated((cost,), (GainLife(You(), Fixed(1)),)))
    layout = Layout(2)
    single, several = layout.put(gambler, 0), layout.put(gambler, 0, n=2)
    state = layout.done()
    for acting, given in ((single, several), (several, several), (several, single)):
        choice = Choice("activate", 0, acting, picks=((given, 1),))
        assert verify(state, choice) is None
        found = read(state, say(state, choice))
        assert isinstance(found, Choice) and verify(state, found) is None
