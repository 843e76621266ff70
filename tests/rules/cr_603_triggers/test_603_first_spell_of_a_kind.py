"""The first spell of a kind that a player casts each turn (601.2i, 603.2, 603.4), and what the first of a kind costs (601.2f)."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import add
from reiterate.rules.characteristics.evaluate import power
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.positions.layout import Layout
from reiterate.state.events import Draft
from reiterate.state.model import State, player
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter
from reiterate.terms.spell_kinds import history_of, kind_of_history
from reiterate.terms.trigger_events import SpellCast
from tests.support.acting import handle, says, settled, until
from tests.support.boards import creature, life, play
from tests.support.shown import shows
from tests.support.written import card, not_read

OPT = card("You gain 2 life.", "Instant", "{0}", "Opt")
RITE = card("You gain 2 life.", "Sorcery", "{0}", "Rite")
OTTER = card("Flying", "Creature — Otter", "{0}", "Otter", power="1", toughness="1")
SHAPE = card("Changeling", "Creature — Shapeshifter", "{0}", "Shape", power="1", toughness="1")
BEAR = creature("Bear", 2, 2, cost=("0",))


def watched(text: str, *hand: Proto, seat: int = 0, types: str = "Enchantment", **more: str) -> State:
    layout = Layout(2, active=seat)
    layout.put(card(text, types, name="Watcher", **more), 0)
    for proto in hand:
        layout.put(proto, seat, "hand")
    return layout.done()


def cast(state: State, name: str, seat: int = 0) -> State:
    """A player casts a card of a name, and everything resolves."""
    row = next(
        h
        for h, r in state.rows.items()
        if r.cls.zone == "hand" and r.cls.proto is not None and r.cls.proto.name == name
    )
    return settled(play(state, Choice("cast", seat, row)))


LOSES = "each opponent loses 1 life."


@shows(SpellCast)
@pytest.mark.parametrize(
    ("kind", "names", "times"),
    [
        ("instant spell", ("Opt", "Opt"), 1),
        ("instant spell", ("Rite", "Opt", "Opt"), 1),  # a sorcery is no instant spell
        ("instant or sorcery spell", ("Rite", "Opt"), 1),
        ("creature spell", ("Opt", "Otter", "Otter"), 1),
        ("noncreature spell", ("Otter", "Opt", "Rite"), 1),
        ("Otter spell", ("Shape", "Otter"), 1),  # a changeling is an Otter (702.73a)
        ("Otter spell", ("Bear", "Otter"), 1),
        ("spell", ("Bear", "Opt"), 1),
        ("enchantment spell", ("Bear", "Opt"), 0),
    ],
)
def test_603_2_the_first_of_a_kind_alone(kind: str, names: tuple[str, ...], times: int) -> None:
    protos = {"Opt": OPT, "Rite": RITE, "Otter": OTTER, "Shape": SHAPE, "Bear": BEAR}
    state = watched(f"Whenever you cast your first {kind} each turn, {LOSES}", *(protos[name] for name in names))
    for name in names:
        state = cast(state, name)
    assert life(state, 1) == 20 - times


def test_603_2_each_turn_has_a_first_one_and_an_opponents_is_not_yours() -> None:
    state = watched(f"Whenever you cast your first instant spell each turn, {LOSES}", OPT, OPT)
    state = cast(state, "Opt")
    state = cast(play(until(state, "upkeep", 1), Choice("pass", 1)), "Opt")
    assert life(state, 1) == 18
    theirs = watched(f"Whenever an opponent casts their first instant spell each turn, {LOSES}", OPT, OPT, seat=1)
    theirs = cast(cast(theirs, "Opt", 1), "Opt", 1)
    assert life(theirs, 1) == 20 + 4 - 1


@pytest.mark.parametrize(("seat", "times"), [(0, 0), (1, 1)])
def test_603_2_during_each_opponents_turn(seat: int, times: int) -> None:
    layout = Layout(2, active=seat)
    layout.put(card(f"Whenever you cast your first spell during each opponent's turn, {LOSES}", name="Watcher"), 0)
    layout.put(OPT, 0, "hand")
    state = layout.done()
    state = state if seat == 0 else play(state, Choice("pass", 1))
    assert life(cast(state, "Opt"), 1) == 20 - times


FIRSTS = "Whenever you cast a spell, if it's the first instant spell, the first sorcery spell, or the first Otter spell other than {} you've cast this turn, each opponent loses 1 life."


def test_603_4_the_first_one_of_each_of_several_kinds() -> None:
    state = watched(FIRSTS.format("Watcher"), OPT, RITE, OTTER, OPT, RITE, OTTER, BEAR)
    for name in ("Bear", "Opt", "Opt", "Rite", "Rite", "Otter", "Otter"):
        state = cast(state, name)
    assert life(state, 1) == 17


def test_603_4_the_first_one_stays_the_first_when_another_is_cast_in_response() -> None:
    state = watched(FIRSTS.format("Watcher"), OPT, OPT)
    first, second = (h for h, row in state.rows.items() if row.cls.zone == "hand")
    state = play(state, Choice("cast", 0, first))
    state = settled(play(state, Choice("cast", 0, second)))
    assert life(state, 1) == 19


@pytest.mark.parametrize(
    ("text", "lost"),
    [(FIRSTS.format("Watcher"), 1), (f"Whenever you cast your first Otter spell each turn, {LOSES}", 0)],
)
def test_603_2_other_than_the_source_its_own_spell_is_not_counted(text: str, lost: int) -> None:
    """The Watcher is an Otter, and was the first Otter spell of the turn; the Otter behind it is the first other one."""
    layout = Layout(2)
    layout.put(card(text, "Creature — Otter", "{0}", "Watcher", power="1", toughness="1"), 0, "hand")
    layout.put(OTTER, 0, "hand")
    state = cast(cast(layout.done(), "Watcher"), "Otter")
    assert life(state, 1) == 20 - lost


def test_400_7_what_enters_this_turn_knows_it_of_itself() -> None:
    """1/1, and +1/+1 as a creature that entered this turn: nothing else on the board asks for that."""
    layout = Layout(2)
    layout.put(
        card(
            "Creatures you control that entered this turn get +1/+1.",
            "Creature — Elf",
            "{0}",
            "Elf",
            power="1",
            toughness="1",
        ),
        0,
        "hand",
    )
    state = cast(layout.done(), "Elf")
    assert power(state, handle(state, "Elf")) == 2


@pytest.mark.parametrize(("before", "able"), [((), True), (("Bear",), False), (("Opt",), True)])
def test_601_2f_the_first_of_a_kind_costs_less(before: tuple[str, ...], able: bool) -> None:
    costly = creature("Costly", 2, 2, cost=("3",))
    state = watched("The first creature spell you cast each turn costs {2} less to cast.", BEAR, OPT, costly)
    for name in before:
        state = cast(state, name)
    row = handle(state, "Costly", "hand")
    draft = Draft(state)
    add(draft, "added mana", player(0), "mana.C", 1)
    assert bool([o for o in options(draft.done()) if o.row == row]) == able


def test_603_4_that_spell_is_what_was_cast_where_the_condition_names_the_source() -> None:
    """The Watcher is tapped: the copy gains 2 life too."""
    layout = Layout(2)
    text = "Whenever you cast your first instant spell each turn, if this creature is tapped, copy that spell."
    layout.put(card(text, "Creature — Otter", "{0}", "Watcher", power="1", toughness="1"), 0, tapped=True)
    layout.put(OPT, 0, "hand")
    assert life(cast(layout.done(), "Opt"), 0) == 24


@pytest.mark.parametrize(("pays", "cards"), [("yes", 0), ("no", 1)])
def test_118_12_unless_that_player_pays_x(pays: str, cards: int) -> None:
    """X is the power of the source, 2: the opponent has exactly that."""
    layout = Layout(2, active=1)
    text = "Whenever an opponent casts their first noncreature spell each turn, you gain 5 life unless that player pays {X}, where X is this creature's power."
    layout.put(card(text, "Creature — Otter", "{0}", "Watcher", power="2", toughness="1"), 0)
    layout.put(OPT, 1, "hand")
    layout.set_player(1, "mana.C", 2)
    state = cast(layout.done(), "Opt", 1)
    assert asked(state) != "priority"
    state = settled(says(state, pays))
    assert life(state, 0) == 20 + 5 * cards
    assert state.rows[player(1)].get("mana.C") == 2 * cards


@pytest.mark.parametrize(
    "kind",
    [
        Filter(),
        Filter(types=("artifact",)),
        Filter(without_types=("land",)),
        Filter(subtypes=("Otter",)),
        Filter(any_of=("instant", "sorcery")),
    ],
)
def test_601_2i_a_history_tells_its_kind(kind: Filter) -> None:
    assert kind_of_history(history_of(kind)) == kind


@pytest.mark.parametrize(
    "kind", [Filter(tapped=True), Filter(types=("artifact",), colors=("R",)), Filter(chosen="color")]
)
def test_601_2i_other_sets_have_no_history(kind: Filter) -> None:
    assert history_of(kind) == ""


def test_other_words_are_not_read() -> None:
    assert not_read(f"Whenever you cast your first red spell each turn, {LOSES}")
    assert not_read(f"Whenever you cast a spell other than your first spell each turn, {LOSES}")
