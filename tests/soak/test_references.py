"""Random boards and games against the slow references of rules 613 and 704, and the references against boards by hand."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Keyword, Static
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter
from reiterate.terms.static_effects import Are, LoseAbilities, ModifyPT, NotType
from tests.sabotage.one_event import GUARDS, ONE_EVENT
from tests.sabotage.table import Sabotage
from tests.soak import compared_games, reference_613, reference_704
from tests.soak.compared_games import Compared, compare_characteristics, compared, play_boards
from tests.soak.games import Reached, drawn, play_game
from tests.soak.layer_boards import play_layers
from tests.soak.reference_613 import characteristics
from tests.support.boards import BEAR, CREATURE, creature
from tests.support.dice import RUN
from tests.support.part_records import DRAW

#: The boards of a full run in its parts; the games are those of ``tests.soak.test_games``.
BOARDS = int(os.environ.get("REITERATE_SOAK_GAMES", "4000"))
PARTS = 8

#: Fewer games than these need not come to a check that the reference reads.
ENOUGH = 1_000


@pytest.mark.slow("random boards against a slow reference")
def test_704_3_random_boards_settle_as_by_the_reference() -> None:
    report = play_boards(200, False, RUN)
    print(f"\nchecks against the references: {report}")
    assert report.checks > 260 and report.events > 130 and report.remembered > 60
    assert sum(report.beyond.values()) < report.checks // 5


def test_704_3_random_games_check_as_by_the_reference() -> None:
    report = Compared()
    with compared(report):
        for game in drawn(False, 1, 8, 5, 40, RUN):
            play_game(game, False, Reached())
    assert report.checks > 0


@pytest.mark.slow("random boards against a slow reference")
def test_613_random_boards_are_as_by_the_reference() -> None:
    report = play_layers(450, RUN)
    assert report.checks > 300, report


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_613_many_random_boards_are_as_by_the_reference(part: int) -> None:
    report = play_layers(-(-BOARDS // PARTS), f"{part + 1}{DRAW}")
    assert report.checks > BOARDS // PARTS * 3 // 4, report


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_704_3_many_random_boards_settle_as_by_the_reference(part: int) -> None:
    report = play_boards(-(-BOARDS // PARTS), True, f"{part + 1}{DRAW}")
    assert report.events > BOARDS // PARTS // 2 and report.remembered > BOARDS // PARTS // 4


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_704_3_many_random_games_check_as_by_the_reference(part: int) -> None:
    report = Compared()
    with compared(report, every=4):
        for game in drawn(True, part, PARTS, -(-BOARDS // PARTS // 20), 60, DRAW):
            play_game(game, True, Reached())
    assert report.checks > BOARDS // PARTS // 10 or BOARDS < ENOUGH


def test_the_references_read_no_rules_code() -> None:
    for module in (reference_613, reference_704):
        assert module.__file__ is not None
        lines = Path(module.__file__).read_text(encoding="utf-8").splitlines()
        used = [line.split()[1] for line in lines if line.startswith(("from reiterate", "import reiterate"))]
        assert used and all(name.startswith(("reiterate.state", "reiterate.terms")) for name in used), used


def settled(layout: Layout) -> reference_704.Event:
    """What the reference says of a position."""
    state = layout.done()
    return reference_704.check(state, characteristics(state))


def test_704_3_the_reference_by_hand() -> None:
    """Everything at once: the dead, a legend, counters, what is loose, who loses."""
    layout = Layout(3)
    dead = layout.put(BEAR, 0, damage=2)
    both = layout.put(BEAR, 0, counters={"+1/+1": 3, "-1/-1": 1}, damage=3)
    rock = layout.put(creature("Rock", 1, 1, Keyword("indestructible")), 1, damage=5)
    king = creature("King", 2, 2, legendary=True)
    kings = [layout.put(king, 1), layout.put(king, 1), layout.put(king, 2)]
    arms = layout.put(Proto("Arms", ("artifact",), ("Equipment",)), 0)
    layout.attach(arms, layout.put(Proto("Rug", ("artifact",)), 0))
    walker = layout.put(Proto("Walker", ("planeswalker",), loyalty=1), 2, counters={"loyalty": 0})
    layout.set_player(2, "life", 0)
    found = settled(layout)
    assert found.gone == {dead, walker} and rock not in found.gone
    assert found.legends == [(1, kings[:2])] and found.loose == {arms}
    assert found.counters == {both: (2, 0)} and found.losing == {2}


def sizes(state: State, handle: int) -> tuple[object, ...]:
    """What the reference says of a permanent."""
    thing = characteristics(state)[handle]
    return (sorted(thing.types), sorted(thing.colors), sorted(thing.keywords), thing.size())


def test_613_the_reference_by_hand() -> None:
    """613.6: what an ability does in layer 4 goes on in layer 7b, though layer 6 takes the ability away."""
    march = Static(Are(Filter(("artifact",)), types=("creature",), power=4, toughness=4))
    hush = Static(LoseAbilities(Filter(("enchantment",))))
    layout = Layout(2)
    layout.put(Proto("March", ("enchantment",), abilities=(march,)), 0)
    layout.put(Proto("Hush", ("artifact",), abilities=(hush,)), 1)
    rug = layout.put(Proto("Rug", ("artifact",), colors=("U",), abilities=(Keyword("flying"),)), 0)
    layout.put(Proto("Lift", ("land",), abilities=(Static(ModifyPT(CREATURE, Fixed(1), Fixed(0))),)), 0, n=2)
    assert sizes(layout.done(), rug) == (["artifact", "creature"], ["U"], ["flying"], (6, 4))


def test_122_1b_the_reference_by_hand() -> None:
    """A counter gives its keyword in layer 6, where other effects read it; one that takes it away may be older or newer."""
    lift = Static(ModifyPT(Filter(("creature",), keyword="menace"), Fixed(1), Fixed(1)))
    layout = Layout(2)
    layout.put(Proto("Lift", ("enchantment",), abilities=(lift,)), 0)
    bear = layout.put(BEAR, 0, counters={"menace": 2, "+1/+1": 1})
    plain = layout.put(BEAR, 1, counters={"charge": 1})
    state = layout.done()
    assert sizes(state, bear) == (["creature"], [], ["menace"], (4, 4))
    assert sizes(state, plain) == (["creature"], [], [], (2, 2))
    for words, known in (((), False), (("menace",), False), (("flying",), True)):
        again = Layout(2)
        again.put(Proto("Hush", ("enchantment",), abilities=(Static(LoseAbilities(CREATURE, words)),)), 0)
        counted = again.put(BEAR, 0, counters={"menace": 1})
        if known:
            assert sizes(again.done(), counted)[2] == ["menace"]
        else:
            with pytest.raises(reference_613.Beyond, match="since when a keyword counter"):
                sizes(again.done(), counted)


@pytest.mark.parametrize("kindred", [False, True])
def test_205_1a_the_reference_by_hand(kindred: bool) -> None:
    """With the card type go its subtypes, but for those of another card type that there is; what has it not loses none."""
    types = ("artifact", "creature", *(("kindred",) if kindred else ()))
    layout = Layout(2)
    lifeless = (Static(NotType("creature")),)
    cart = Proto("Cart", types, ("Goblin", "Vehicle"), power=1, toughness=1, abilities=lifeless)
    rite = Proto("Rite", ("kindred", "enchantment"), ("Goblin",), abilities=lifeless)
    rows = [layout.put(proto, 0) for proto in (cart, rite)]
    state = layout.done()
    compare_characteristics(state)
    kept = [sorted(characteristics(state)[row].subtypes) for row in rows]
    assert kept == [["Goblin", "Vehicle"] if kindred else ["Vehicle"], ["Goblin"]]


def test_702_73a_the_reference_by_hand() -> None:
    """613.3: a changeling is of every creature type before other effects apply, and stays so without its abilities."""
    layout = Layout(2)
    shifter = layout.put(creature("Shifter", 1, 1, Keyword("changeling")), 0)
    assert "*" in characteristics(layout.done())[shifter].subtypes
    layout.put(Proto("Hush", ("enchantment",), abilities=(Static(LoseAbilities(CREATURE)),)), 0)
    state = layout.done()
    thing = characteristics(state)[shifter]
    assert "*" in thing.subtypes and not thing.keywords
    compare_characteristics(state)


def test_a_difference_names_the_board() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compared_games, "power", lambda state, handle: 77)
        with pytest.raises(AssertionError, match=r"board 0 \d+, full=False: 613"):
            play_boards(20, False)


@pytest.mark.parametrize("sabotage", ONE_EVENT, ids=lambda s: s.title)
def test_the_check_passes_unbroken_and_fails_broken(sabotage: Sabotage, monkeypatch: pytest.MonkeyPatch) -> None:
    good = vars(sabotage.place)[sabotage.name]
    monkeypatch.setattr(sabotage.place, sabotage.name, sabotage.broken(good))
    with pytest.raises(Exception):  # noqa: B017, PT011 # broken code may fail in any way
        sabotage.check()
    monkeypatch.undo()
    if sabotage.check not in GUARDS:  # those stand for many breakages, and are played unbroken once
        sabotage.check()


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.__name__)
def test_a_check_of_many_breakages_passes_unbroken(guard: Callable[[], None]) -> None:
    guard()
