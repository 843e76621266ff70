"""Further wordings: each counter that is put, each kind of counter, your commander, spells that can't be countered.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_spells import CounterSpell
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetRef
from tests.support.acting import BOLT, SPELL, count, only, settled, until
from tests.support.boards import BEAR, FOREST, creature, life, play, tap_ability
from tests.support.written import card as written


def spell(text: str) -> Proto:
    """An instant of this text for {0}."""
    return written(text, "Instant", "{0}", "Word")


def beast(text: str, name: str = "Beast") -> Proto:
    """A 2/2 creature of this text."""
    return written(text, "Creature — Beast", "{1}", name, power="2", toughness="2")


def cast(layout: Layout, text: str, *targets: int, seat: int = 0) -> State:
    """The position after an instant of this text resolved."""
    row = layout.put(spell(text), seat, "hand")
    return settled(play(layout.done(), Choice("cast", seat, row, targets=targets)))


# --- counters ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("put", "gained"), [("three -1/-1 counters", 3), ("two +1/+1 counters", 0)])
def test_603_2c_what_watches_a_counter_triggers_for_each_of_them(put: str, gained: int) -> None:
    layout = Layout(2)
    layout.put(written("Whenever a -1/-1 counter is put on a creature, you gain 1 life."), 0)
    target = layout.put(creature("Ox", 5, 5), 1)
    assert life(cast(layout, f"Put {put} on target creature.", target), 0) == 20 + gained


def test_701_10e_each_kind_of_counter_is_doubled() -> None:
    layout = Layout(2)
    ox = layout.put(creature("Ox", 2, 2), 1, counters={"+1/+1": 2, "charge": 3})
    calf = layout.put(creature("Calf", 2, 2), 1, counters={"charge": 3})
    state = cast(layout, "Double the number of each kind of counter on target permanent.", ox)
    assert [only(state, "Ox").get(f"counter.{kind}") for kind in ("+1/+1", "charge")] == [4, 6]
    assert state.rows[calf].get("counter.charge") == 3


@pytest.mark.parametrize(("words", "expected"), [("counters", 9), ("+1/+1 counters", 6)])
def test_122_1_counters_among_creatures_are_those_on_all_of_them(words: str, expected: int) -> None:
    layout = Layout(2)
    layout.put(creature("Ox", 2, 2), 0, n=3, counters={"+1/+1": 2, "charge": 1})
    layout.put(creature("Calf", 2, 2), 1, counters={"+1/+1": 5})
    layout.put(FOREST, 0, counters={"charge": 7})
    state = cast(layout, f"You gain life equal to the number of {words} among creatures you control.")
    assert life(state, 0) == 20 + expected


def test_608_2h_a_number_of_counters_equal_to_a_power_that_is_named_in_front() -> None:
    layout = Layout(2)
    chief = layout.put(beast("{0}: Put a number of +1/+1 counters equal to Chief's power on another target creature you control.", "Chief"), 0)  # fmt: skip
    ox = layout.put(creature("Ox", 5, 5), 0)
    state = layout.done()
    assert verify(state, Choice("activate", 0, chief, targets=(chief,))) is not None
    assert settled(play(state, Choice("activate", 0, chief, targets=(ox,)))).rows[ox].get("counter.+1/+1") == 2


# --- spells that can't be countered ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "of", "what", "resolves"),
    [
        ("Creature spells you control can't be countered.", 0, BEAR, True),
        ("Creature spells you control can't be countered.", 1, BEAR, False),
        ("Creature spells you control can't be countered.", 0, BOLT, False),
        ("Creature spells can't be countered.", 1, BEAR, True),
        ("Creature spells can't be countered.", 1, BOLT, False),
        ("Spells you control can't be countered.", 0, BOLT, True),
        ("Creature and enchantment spells you control can't be countered.", 0, BEAR, True),
        ("Red spells you control can't be countered.", 0, BEAR, False),
    ],
)
def test_101_2_spells_of_a_set_that_can_not_be_countered(text: str, of: int, what: Proto, resolves: bool) -> None:
    """The first player casts the spell; ``of`` is whose the enchantment is."""
    layout = Layout(2)
    layout.put(written(text), of)
    row = layout.put(what, 0, "hand")
    warden = layout.put(creature("Warden", 3, 3, tap_ability(CounterSpell(TargetRef(0)), targets=(SPELL,))), 0)
    layout.set_player(0, "mana.R" if what == BOLT else "mana.G", 3)
    state = play(layout.done(), Choice("cast", 0, row, targets=(2,) if what == BOLT else ()))
    state = settled(play(state, Choice("activate", 0, warden, targets=(state.stack[0],))))
    assert (life(state, 1) == 17 if what == BOLT else count(state, "Bear") == 1) is resolves


# --- what is asked -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("owner", "controller", "gained"),
    [(0, 0, 4), (1, 0, 0), (0, 1, 0)],
)
def test_903_3d_your_commander_is_one_that_you_own(owner: int, controller: int, gained: int) -> None:
    layout = Layout(2)
    layout.commander(layout.put(creature("Chief", 3, 3), owner, controller=controller))
    assert life(cast(layout, "If you control your commander, you gain 4 life."), 0) == 20 + gained


@pytest.mark.parametrize(
    ("kind", "of_bolt", "of_bear"),
    [("an instant or sorcery", 1, 0), ("a noncreature", 1, 0), ("a creature", 0, 1), ("a", 1, 1)],
)
def test_601_2i_a_spell_of_a_kind_that_was_cast_this_turn(kind: str, of_bolt: int, of_bear: int) -> None:
    text = f"{{0}}: You gain 1 life. Activate only if you've cast {kind} spell this turn."
    for what, allowed in ((None, 0), (BOLT, of_bolt), (BEAR, of_bear)):
        layout = Layout(2)
        clerk = layout.put(beast(text), 0)
        row = layout.put(what or BEAR, 0, "hand")
        layout.set_player(0, "mana.R" if what == BOLT else "mana.G", 3)
        state = layout.done()
        if what is not None:
            state = settled(play(state, Choice("cast", 0, row, targets=(2,) if what == BOLT else ())))
        assert (verify(state, Choice("activate", 0, clerk)) is None) is bool(allowed), what


@pytest.mark.parametrize(("cards", "gained"), [(2, 0), (4, 0), (9, 5)])
def test_107_1b_an_amount_less_a_number_is_never_negative(cards: int, gained: int) -> None:
    layout = Layout(2)
    layout.put(FOREST, 0, "hand", n=cards)
    text = "You gain X life, where X is the number of cards in your hand minus 4."
    assert life(cast(layout, text), 0) == 20 + gained


def test_108_3_permanents_that_you_own_and_opponents_control() -> None:
    layout = Layout(3)
    layout.put(BEAR, 0, controller=1, n=2)
    layout.put(BEAR, 0, controller=2)
    layout.put(BEAR, 0)
    layout.put(BEAR, 1)
    layout.put(BEAR, 1, controller=2)
    text = "You gain X life, where X is the number of permanents you own that your opponents control."
    assert life(cast(layout, text), 0) == 23


@pytest.mark.parametrize(("elves", "gained"), [(0, 1), (1, 0)])
def test_109_5_what_a_player_does_not_control(elves: int, gained: int) -> None:
    layout = Layout(2)
    layout.put(written("", "Creature — Elf", "{1}", "Elf", power="1", toughness="1"), 1)
    if elves:
        layout.put(written("", "Creature — Elf", "{1}", "Elf", power="1", toughness="1"), 0)
    assert life(cast(layout, "If you don't control an Elf, you gain 1 life."), 0) == 20 + gained


# --- costs, and other joined words -------------------------------------------------------------------------------

BOTH = written("", "Land — Swamp Forest", "", "Both")
SWAMP = written("", "Basic Land — Swamp", "", "Swamp")


@pytest.mark.parametrize(("lands", "legal"), [((BOTH,), False), ((BOTH, SWAMP), True), ((SWAMP, SWAMP), False)])
def test_118_3_two_things_are_sacrificed_where_two_are_named(lands: tuple[Proto, ...], legal: bool) -> None:
    layout = Layout(2)
    lord = layout.put(beast("Sacrifice a Swamp and a Forest: You gain 2 life."), 0)
    there = [layout.put(land, 0) for land in lands]
    state = layout.done()
    picks = tuple((row, 1) for row in reversed(there))
    refused = verify(state, Choice("activate", 0, lord, picks=picks))
    assert (refused is None) is legal, refused
    if legal:
        state = settled(play(state, Choice("activate", 0, lord, picks=picks)))
        assert (life(state, 0), count(state, "Both", "graveyard"), count(state, "Swamp", "graveyard")) == (22, 1, 1)


def test_701_26b_it_and_all_of_a_set_are_untapped() -> None:
    layout = Layout(2)
    chief = layout.put(beast("{0}: Untap Chief and all Elves you control.", "Chief"), 0, tapped=True)
    mine = layout.put(written("", "Creature — Elf", "{1}", "Elf", power="1", toughness="1"), 0, tapped=True)
    other = layout.put(BEAR, 0, tapped=True)
    state = settled(play(layout.done(), Choice("activate", 0, chief)))
    assert [state.rows[row].cls.tapped for row in (chief, mine, other)] == [False, False, True]


def test_611_3_two_subjects_of_one_condition() -> None:
    text = "As long as you control your commander, Chief gets +2/+2 and other creatures you control get +1/+1."
    for own, sizes in ((0, (4, 3, 2)), (1, (2, 2, 2))):
        layout = Layout(2)
        rows = [layout.put(beast(text, "Chief"), 0), layout.put(BEAR, 0), layout.put(BEAR, 1)]
        layout.commander(layout.put(FOREST, own))
        state = layout.done()
        assert tuple(power(state, row) for row in rows) == sizes


# --- copies and given keywords -----------------------------------------------------------------------------------


def test_611_2a_a_copy_with_its_duration_in_front_ends_with_the_turn() -> None:
    layout = Layout(2)
    text = "{0}: Until end of turn, Chief becomes a copy of target creature you control, except it's an artifact in addition to its other types."
    chief = layout.put(beast(text, "Chief"), 0)
    ox = layout.put(creature("Ox", 5, 5), 0)
    state = settled(play(layout.done(), Choice("activate", 0, chief, targets=(ox,))))
    now = view(state, chief)
    assert (now.name, set(now.types), power(state, chief)) == ("Ox", {"artifact", "creature"}, 5)
    later = until(state, "upkeep", 1)
    assert (view(later, chief).name, power(later, chief)) == ("Chief", 2)


@pytest.mark.parametrize(("answer", "counters", "servos"), [("yes", 1, 0), ("no", 0, 1)])
def test_702_123a_fabricate_that_others_have(answer: str, counters: int, servos: int) -> None:
    layout = Layout(2)
    layout.put(beast("Other nontoken creatures you control have fabricate 1.", "Chief"), 0)
    bear = layout.put(BEAR, 0, "hand")
    layout.set_player(0, "mana.G", 2)
    state = settled(play(layout.done(), Choice("cast", 0, bear)))
    state = settled(play(state, Choice("may", 0, answer=answer)))
    assert (only(state, "Bear").get("counter.+1/+1"), count(state, "Servo")) == (counters, servos)


@pytest.mark.parametrize(
    ("words", "means"),
    [("attack", "attacks"), ("become tapped", "becomes tapped"), ("deal combat damage to a player", "deals combat damage to a player")],
)  # fmt: skip
def test_201_5_a_name_of_two_has_verbs_of_many(words: str, means: str) -> None:
    assert beast(f"Whenever Ann & Bob {words}, draw a card.", "Ann & Bob").abilities == (
        beast(f"Whenever Ann & Bob {means}, draw a card.", "Ann & Bob").abilities
    )
