"""Riot (702.136): a counter more or haste, by its own words and by those of another permanent."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.effects_continuous import GainControl, LoseKeywords
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_spells import CopyToken
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, You
from tests.support.acting import ANYTHING, act, around, count, handle, instant, only, question, says, settled, until
from tests.support.boards import BEAR, CREATURE, creature, play, tap_ability
from tests.support.own_cards import card_read as card
from tests.support.shown import shows

RHYTHM = card("Rhythm", "Nontoken creatures you control have riot.", types="Enchantment")


def entering(text: str = "Riot", *beside: object, n: int = 1, theirs: bool = False) -> State:
    """The position as a 2/2 of these words enters, beside what the player (or the opponent) controls."""
    layout = Layout(2)
    for proto in beside:
        layout.put(proto, int(theirs), n=n)  # type: ignore[arg-type] # a card
    row = layout.put(card("Rioter", text), 0, "hand")
    layout.set_player(0, "mana.R", 1)
    return settled(play(layout.done(), Choice("cast", 0, row)))


def quick(state: State, name: str = "Rioter") -> bool:
    return "haste" in view(state, handle(state, name)).keywords


def counters(state: State, name: str = "Rioter") -> object:
    return only(state, name).get("counter.+1/+1")


@shows("riot")
@pytest.mark.parametrize(("answer", "more", "haste"), [("yes", 1, False), ("no", 0, True)])
def test_702_136a_a_counter_or_haste(answer: str, more: int, haste: bool) -> None:
    state = entering()
    assert question(state)[:2] == ("yes", 0)
    state = settled(says(state, answer))
    assert (counters(state), power(state, handle(state, "Rioter")), quick(state)) == (more, 2 + more, haste)


def test_702_136a_haste_is_for_good_and_lets_it_attack_at_once() -> None:
    state = settled(says(entering(), "no"))
    while asked(state) != "attack":
        state = play(state, Choice("pass", decider(state)))
    row = handle(state, "Rioter")
    state = play(state, Choice("attack", 0, picks=((row, 1),), targets=(2,)))
    assert only(state, "Rioter").cls.tapped
    state = until(state, "main1", 1)
    assert quick(state)


def test_702_136b_each_instance_works_separately() -> None:
    state = says(says(entering("Riot\nRiot"), "yes"), "yes")
    assert (counters(settled(state)), quick(state)) == (2, False)
    state = says(says(entering("Riot\nRiot"), "no"), "yes")
    assert (counters(settled(state)), quick(state)) == (1, True)


@pytest.mark.parametrize(("beside", "asked_for"), [(1, 1), (2, 2)])
def test_702_136b_what_another_permanent_gives_counts_each_time(beside: int, asked_for: int) -> None:
    state = entering("Vigilance", RHYTHM, n=beside)
    for _ in range(asked_for):
        assert question(state)[0] == "yes"
        state = says(state, "yes")
    assert counters(settled(state)) == asked_for
    assert not quick(state)


def test_614_12_riot_of_its_own_beside_that_of_another_permanent() -> None:
    state = says(says(entering("Riot", RHYTHM), "yes"), "no")
    assert (counters(settled(state)), quick(state)) == (1, True)


def test_614_12_what_an_opponent_gives_theirs_is_not_asked_for() -> None:
    state = entering("Vigilance", RHYTHM, theirs=True)
    assert (counters(state), quick(state)) == (0, False)


def test_614_12_no_token_where_nontoken_creatures_have_riot() -> None:
    double = instant("Double", CopyToken(Fixed(1), TargetRef(0), You()), targets=(TargetSpec(CREATURE),))
    layout = Layout(2)
    bear = layout.put(BEAR, 0)
    layout.put(RHYTHM, 0)
    spell = layout.put(double, 0, "hand")
    layout.set_player(0, "mana.R", 1)
    state = settled(play(layout.done(), Choice("cast", 0, spell, targets=(bear,))))
    assert asked(state) == "priority" and count(state, "Bear") == 2


def test_707_2_a_token_that_is_a_copy_is_asked_for_alone() -> None:
    layout = Layout(2)
    rioter = layout.put(card("Rioter", "Riot"), 0)
    state = act(layout, CopyToken(Fixed(2), TargetRef(0), You()), aims=(rioter,))
    state = settled(says(says(state, "yes"), "no"))
    made = [(r.get("counter.+1/+1"), h) for h, r in state.rows.items() if r.cls.kind == "token"]
    assert sorted(more for more, _ in made) == [0, 1]
    assert [("haste" in view(state, h).keywords) for more, h in sorted(made)] == [True, False]
    assert "haste" not in view(state, rioter).keywords


def test_702_136a_haste_stays_as_what_gave_riot_leaves() -> None:
    gone = instant("Gone", Destroy(TargetRef(0)), targets=(TargetSpec(Filter(types=("enchantment",))),))
    layout = Layout(2)
    rhythm = layout.put(RHYTHM, 0)
    row = layout.put(card("Rioter", "Vigilance"), 0, "hand")
    spell = layout.put(gone, 0, "hand")
    layout.set_player(0, "mana.R", 2)
    state = settled(says(settled(play(layout.done(), Choice("cast", 0, row))), "no"))
    state = settled(play(state, Choice("cast", 0, spell, targets=(rhythm,))))
    assert count(state, "Rhythm") == 0 and quick(state)


def test_702_136a_haste_stays_under_another_controller() -> None:
    thief = instant("Thief", GainControl(TargetRef(0), "game"), targets=(TargetSpec(CREATURE),))
    layout = Layout(2)
    row = layout.put(card("Rioter", "Riot"), 0, "hand")
    spell = layout.put(thief, 1, "hand")
    layout.set_player(0, "mana.R", 1)
    layout.set_player(1, "mana.R", 1)
    state = settled(says(settled(play(layout.done(), Choice("cast", 0, row))), "no"))
    state = play(state, Choice("pass", 0))
    state = settled(play(state, Choice("cast", 1, spell, targets=(handle(state, "Rioter"),))))
    assert only(state, "Rioter").cls.controller == 1 and quick(state)


def test_613_7_a_later_loss_of_haste_takes_it_until_the_end_of_turn() -> None:
    layout = Layout(2)
    row = layout.put(card("Rioter", "Riot"), 0, "hand")
    slow = layout.put(
        creature("Slower", 1, 1, tap_ability(LoseKeywords(TargetRef(0), ("haste",)), targets=(ANYTHING,))), 0
    )
    layout.set_player(0, "mana.R", 1)
    state = settled(says(settled(play(layout.done(), Choice("cast", 0, row))), "no"))
    state = around(play(state, Choice("activate", 0, slow, targets=(handle(state, "Rioter"),))))
    assert not quick(state)
    assert quick(until(state, "upkeep", 1))


def test_702_136a_what_cant_have_the_counter_gains_haste() -> None:
    solemn = card(
        "Solemn", "Counters can't be put on artifacts, creatures, enchantments, or lands.", types="Enchantment"
    )
    state = entering("Riot", solemn)
    assert (asked(state), counters(state), quick(state)) == ("priority", 0, True)


def test_614_12_riot_where_creatures_lose_their_abilities_is_refused() -> None:
    lost = card("Loser", "Creatures lose all abilities.", types="Enchantment")
    with pytest.raises(Unsupported, match="without abilities"):
        entering("Riot", lost)
    with pytest.raises(Unsupported, match="without abilities"):
        entering("", lost, RHYTHM)


def test_614_12_a_permanent_that_gives_others_riot_has_none_itself() -> None:
    state = entering("Other Elves you control have riot.")
    assert (asked(state), counters(state), quick(state)) == ("priority", 0, False)
    state = says(entering("Creatures you control have riot."), "yes")
    assert counters(settled(state)) == 1
