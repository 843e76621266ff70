"""Regeneration (701.19, 614.8) over single permanents, groups and amounts that no list could hold."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Enchant, Static
from reiterate.terms.effects_permanents import Destroy, Regenerate
from reiterate.terms.effects_spells import CopyToken
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Each, Filter, TargetRef, You
from reiterate.terms.replacement_effects import HostSpared
from tests.support.acting import act, count, question, says, settled
from tests.support.beasts import beast, cast
from tests.support.boards import BEAR, CREATURE, life, play
from tests.support.shown import shows

HUGE = 10**30
UMBRA = Proto("Umbra", ("enchantment",), ("Aura",), abilities=(Enchant(CREATURE), Static(HostSpared())))
ALL = Each(Filter(("creature",)))


def shields(state: State) -> list[tuple[object, object]]:
    """The shields of regeneration: how many members they are paired with, and how many stand before each."""
    return [(row.n, row.get("left")) for row in state.rows.values() if isinstance(row.cls.term, Regenerate)]


def regenerated(n: object = 1, *more: object, times: int = 1) -> State:
    """The position after so many shields for each of ``n`` Bears, then effects on all creatures; the actor is one too."""
    layout = Layout(2)
    layout.put(BEAR, 0, n=n)  # type: ignore[arg-type] # an amount
    return act(layout, *((Regenerate(Each(Filter(("creature",), subtypes=("Bear",)))),) * times), *more)  # type: ignore[arg-type] # effects of the language


@shows(Regenerate)
def test_701_19a_regenerate_shields_each_of_a_group_and_destroying_all_uses_one_each() -> None:
    for n in (1, 3, HUGE):
        assert shields(regenerated(n)) == [(n, 1)]
        state = regenerated(n, Destroy(ALL))
        assert shields(state) == []
        assert (count(state, "Bear"), count(state, "Bear", "graveyard")) == (n, 0)
        assert all(row.cls.tapped for row in state.rows.values() if row.cls.proto == BEAR)
        assert count(state, "Actor", "graveyard") == 1


def test_701_19a_shields_add_up_and_are_used_one_by_one() -> None:
    assert shields(regenerated(3, times=2)) == [(3, 2)]
    assert shields(regenerated(3, Destroy(ALL), times=2)) == [(3, 1)]
    state = regenerated(3, Destroy(ALL), Destroy(ALL), Destroy(ALL), times=2)
    assert (count(state, "Bear"), count(state, "Bear", "graveyard"), shields(state)) == (0, 3, [])


def test_701_19c_what_cant_be_regenerated_keeps_no_shield_from_use() -> None:
    state = regenerated(3, Destroy(ALL, final=True))
    assert (count(state, "Bear"), count(state, "Bear", "graveyard"), shields(state)) == (0, 3, [])


def test_400_7_a_shield_is_gone_with_what_it_stood_before() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    state = act(layout, Regenerate(TargetRef(0)), Destroy(TargetRef(0), final=True), aims=(bear,))
    assert shields(state) == []


def test_702_12_what_is_indestructible_uses_no_shield() -> None:
    layout = Layout(2)
    layout.put(beast("Indestructible"), 0)
    state = act(layout, Regenerate(Each(Filter(("creature",), subtypes=("Beast",)))), Destroy(ALL))
    assert shields(state) == [(1, 1)]
    assert not next(row for row in state.rows.values() if row.cls.proto and row.cls.proto.name == "Beast").cls.tapped


def test_616_1_umbra_armor_and_regeneration_of_one_permanent_refuse() -> None:
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    layout.attach(layout.put(UMBRA, 0), bear)
    with pytest.raises(Unsupported, match="umbra armor and regeneration"):
        act(layout, Regenerate(TargetRef(0)), Destroy(TargetRef(0)), aims=(bear,))
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    layout.attach(layout.put(UMBRA, 0), bear)
    state = act(layout, Regenerate(TargetRef(0)), Destroy(TargetRef(0), final=True), aims=(bear,))
    assert (count(state, "Bear"), count(state, "Umbra", "graveyard"), shields(state)) == (1, 1, [(1, 1)])


@pytest.mark.parametrize(
    ("text", "there", "can"),
    [
        ("You may sacrifice a creature. If you don't, you lose 4 life.", 0, False),
        ("You may sacrifice a creature. If you don't, you lose 4 life.", 1, True),
        ("You may sacrifice two creatures. If you do, draw a card.", 1, False),
        ("You may sacrifice two creatures. If you do, draw a card.", 2, True),
        ("You may discard a card. If you do, draw a card.", 0, False),
    ],
)
def test_608_2d_what_is_impossible_is_no_option(text: str, there: int, can: bool) -> None:
    layout = Layout(2)
    if there:
        layout.put(BEAR, 0, n=there)
    state = cast(layout, text)
    assert asked(state) == "may"
    assert (verify(state, Choice("may", 0, answer="yes")) is None) == can
    assert verify(state, Choice("may", 0, answer="no")) is None
    (option,) = options(state)
    assert option.slots[0].words == (("yes", "no") if can else ("no",))
    assert settled(play(state, Choice("may", 0, answer="no"))) is not None


@pytest.mark.parametrize(("there", "can"), [(0, False), (1, False), (2, True), (3, True)])
def test_118_3_two_counters_are_not_removed_where_one_is(there: int, can: bool) -> None:
    layout = Layout(2)
    text = "{0}: You may remove two charge counters from this creature. If you do, you gain 5 life."
    row = layout.put(beast(text), 0, counters={"charge": there})
    state = settled(play(layout.done(), Choice("activate", 0, row)))
    assert options(state)[0].slots[0].words == (("yes", "no") if can else ("no",))
    assert life(settled(play(state, Choice("may", 0, answer="yes" if can else "no"))), 0) == (25 if can else 20)


@pytest.mark.parametrize(("there", "can"), [(0, False), (1, False), (2, True)])
def test_701_17b_nobody_chooses_to_mill_more_than_the_library_has(there: int, can: bool) -> None:
    layout = Layout(2)
    layout.library(0, [(BEAR, there)] if there else [])
    state = cast(layout, "You may mill two cards. If you do, you gain 5 life.")
    assert options(state)[0].slots[0].words == (("yes", "no") if can else ("no",))


VOICE = beast("As this creature enters, choose a color.", "Voice")


@pytest.mark.parametrize("n", [1, 2, 3])
def test_614_12a_each_of_several_tokens_has_a_choice_of_its_own(n: int) -> None:
    layout = Layout(2)
    voice = layout.put(VOICE, 0)
    layout.choose(voice, "color", "G")
    state = act(layout, CopyToken(Fixed(n), TargetRef(0), You()), aims=(voice,))
    for word in ("W", "B", "W")[:n]:
        assert question(state)[:2] == ("color", 0)
        state = says(state, word)
    tokens = [row for row in state.rows.values() if row.cls.kind == "token"]
    assert sorted(row.cls.prop("chosen.color") for row in tokens for _ in range(int(row.n))) == sorted("WBW"[:n])  # type: ignore[type-var,arg-type] # words for colours


def test_614_12a_a_choice_for_more_tokens_than_can_be_asked_for_refuses() -> None:
    layout = Layout(2)
    voice = layout.put(VOICE, 0)
    layout.choose(voice, "color", "G")
    with pytest.raises(Unsupported, match="a choice for each"):
        act(layout, CopyToken(Fixed(HUGE), TargetRef(0), You()), aims=(voice,))
