"""Numbers compared with the X announced (107.3a, 107.3i), different numbers, and a player's party (700.8)."""

from __future__ import annotations

import pytest

from reiterate.oracle.clause import Context, read_line
from reiterate.rules.characteristics.evaluate import measure
from reiterate.rules.characteristics.references import Around
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import NotUnderstood
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Different, Party
from reiterate.terms.references import Filter
from tests.support.acting import HUGE, count, pool, settled
from tests.support.boards import BEAR, CREATURE, FOREST, creature, life, play
from tests.support.shown import shows
from tests.support.texts import card, said

SMALL = creature("Small", 1, 1, cost=("1",))
GREAT = creature("Great", 4, 4, cost=("2", "R"))


def table(text: str, kind: str = "Sorcery", mana: int = 4) -> State:
    """The card in hand, creatures of mana value 1, 2 and 3, a token and a land."""
    layout = Layout(2)
    layout.put(card(text, kind, "Wave", "{X}{R}"), 0, "hand")
    layout.put(SMALL, 0, label="small")
    layout.put(creature("Middle", 2, 2, cost=("1", "R")), 1, label="middle")
    layout.put(GREAT, 1, label="great")
    layout.put(creature("Token", 5, 5, token=True), 1, label="token")
    layout.put(FOREST, 1, label="forest")
    layout.set_player(0, "mana.R", mana)
    return layout.done()


@pytest.mark.parametrize(
    ("x", "left"), [(0, "Small Middle Great Forest"), (1, "Middle Great Forest"), (2, "Great Forest"), (3, "Forest")]
)
def test_107_3a_what_is_compared_with_x_is_compared_with_the_number_announced(x: int, left: str) -> None:
    state = table("Destroy each nonland permanent with mana value X or less.")
    done = settled(play(state, said(state, f"cast Wave with X = {x}")))
    names = ("Small", "Middle", "Great", "Token", "Forest")
    assert " ".join(name for name in names if count(done, name)) == left  # a token without a mana cost has mana value 0


def test_107_3a_x_or_greater() -> None:
    state = table("Destroy all creatures with power X or greater.")
    done = settled(play(state, said(state, "cast Wave with X = 3")))
    assert [count(done, name) for name in ("Small", "Middle", "Great", "Token")] == [1, 1, 0, 0]


@pytest.mark.parametrize(
    "text",
    [
        "When Test Card enters, if you control three or more creatures with mana value X or less, you gain 1 life.",
        "Whenever a creature with mana value X or less enters, you gain 1 life.",
    ],
)
def test_107_3_where_x_is_not_known_yet_nothing_is_compared_with_it(text: str) -> None:
    for has_x in (False, True):
        (ability,) = read_line(text, Context("Test Card", spell=True, has_x=has_x))
        assert isinstance(ability, NotUnderstood)


def test_107_3_a_static_ability_has_no_x() -> None:
    (ability,) = read_line("Creatures with power X or less can't block.", Context("Test Card", has_x=True))
    assert isinstance(ability, NotUnderstood)


def sized(*sizes: int, theirs: int = 0) -> Layout:
    """Creatures of these powers, and one of another player."""
    layout = Layout(2)
    for i, size in enumerate(sizes):
        layout.put(creature(f"Elf {i}", size, 7 - size), 0)
    if theirs:
        layout.put(creature("Other", theirs, 1), 1)
    return layout


@shows(Different)
def test_208_different_powers_are_counted_once_each() -> None:
    own = Filter(types=("creature",), controller="you")
    for sizes, many in (((), 0), ((2,), 1), ((2, 2, 2), 1), ((1, 2, 2, 3), 3)):
        state = sized(*sizes, theirs=6).done()
        assert measure(state, Around(0, {}, {}, -1), Different("power", own)) == many
        assert measure(state, Around(0, {}, {}, -1), Different("power", CREATURE)) == many + 1
    layout = Layout(2)
    layout.put(BEAR, 0, n=HUGE)
    layout.put(FOREST, 0)
    state = layout.done()
    assert measure(state, Around(0, {}, {}, -1), Different("power", Filter())) == 1  # a land has no power
    assert measure(state, Around(0, {}, {}, -1), Different("manavalue", Filter())) == 2


@pytest.mark.parametrize(("sizes", "mana"), [((1, 1), 1), ((1, 2), 2), ((1, 2, 3), 3)])
def test_106_4_one_mana_for_each_different_power(sizes: tuple[int, ...], mana: int) -> None:
    layout = sized(*sizes, theirs=9)
    layout.put(
        card(
            "{T}: Choose a color. Add one mana of that color for each different power among creatures you control.",
            "Artifact",
            "Lamp",
        ),
        0,
    )
    state = layout.done()
    done = play(state, said(state, "activate Lamp for {G}"))
    assert pool(done) == {"G": mana}


def test_603_4_coven_asks_for_three_different_powers() -> None:
    text = "When Test Card enters, if you control three or more creatures with different powers, you gain 3 life."
    for sizes, gained in (((1, 2), 0), ((1, 1, 2), 0), ((1, 2, 3), 3)):
        layout = sized(*sizes)
        layout.put(card(text), 0, "hand")
        layout.set_player(0, "mana.R", 1)
        state = layout.done()
        assert life(settled(play(state, said(state, "cast Test Card"))), 0) == 20 + gained


def member(*kinds: str, types: tuple[str, ...] = ("creature",)) -> Proto:
    """A card of these creature types."""
    size = 1 if "creature" in types else None
    return Proto(" ".join(kinds), types, kinds, power=size, toughness=size)


@shows(Party)
@pytest.mark.parametrize(
    ("cards", "many"),
    [
        ([], 0),
        ([(("Cleric",), 1)], 1),
        ([(("Cleric",), 3)], 1),
        ([(("Cleric", "Wizard"), 1)], 1),
        ([(("Cleric", "Wizard"), 2)], 2),
        ([(("Cleric", "Wizard"), 1), (("Cleric",), 1)], 2),
        ([(("Cleric", "Wizard"), 1), (("Cleric", "Rogue"), 1), (("Rogue", "Warrior"), 1), (("Cleric",), 1)], 4),
        ([(("Cleric", "Rogue", "Warrior", "Wizard"), HUGE)], 4),
        ([(("Elf",), 4)], 0),
    ],
)
def test_700_8_up_to_one_of_each_type_and_the_highest_number(
    cards: list[tuple[tuple[str, ...], int]], many: int
) -> None:
    layout = Layout(2)
    for kinds, n in cards:
        layout.put(member(*kinds), 0, n=n)
    layout.put(member("Warrior"), 1)  # another player's
    layout.put(member("Warrior", types=("kindred", "artifact")), 0)  # no creature
    assert measure(layout.done(), Around(0, {}, {}, -1), Party()) == many


def test_700_8c_a_full_party_is_four_creatures() -> None:
    text = "When Test Card enters, you gain 1 life. If you have a full party, you gain 4 life instead."
    for kinds, gained in ((("Cleric", "Rogue", "Warrior"), 1), (("Cleric", "Rogue", "Warrior", "Wizard"), 4)):
        layout = Layout(2)
        for kind in kinds:
            layout.put(member(kind), 0)
        layout.put(card(text), 0, "hand")
        layout.set_player(0, "mana.R", 1)
        state = layout.done()
        assert life(settled(play(state, said(state, "cast Test Card"))), 0) == 20 + gained
