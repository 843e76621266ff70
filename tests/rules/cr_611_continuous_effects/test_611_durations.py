"""How long continuous effects last (611.2a, 611.2b), in plain play, in identity and under a jump."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reiterate.loops.loop import find_loop
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics import continuous_effects
from reiterate.rules.characteristics.continuous_effects import holds
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, SpellAbility
from reiterate.terms.costs import ManaCost
from reiterate.terms.effects_continuous import Forbid, GainControl, GainKeywords, Lasting, LoseKeywords, Pump, SetBasePT
from reiterate.terms.effects_permanents import SacrificeObject, Tap, Untap
from reiterate.terms.effects_players import ExtraTurn
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import TargetRef, TargetSpec, This, You
from tests.support.acting import act, around, handle, only, settled, until
from tests.support.boards import BEAR, CREATURE, creature, play, tap_ability
from tests.support.loop_cases import body_reader, compare_with_plain, reached
from tests.support.shown import shows

AIM = (TargetSpec(CREATURE),)


def pumped(until_when: str) -> Lasting:
    """+2/+1 for a time."""
    return Lasting(Pump(TargetRef(0), Fixed(2), Fixed(1)), until_when)


def at_bear(effect: Lasting, seat: int = 0, *more: Proto) -> State:
    """An Actor of the first player has done that to a Bear of a player."""
    layout = Layout(2)
    row = layout.put(BEAR, seat, label="bear")
    for proto in more:
        layout.put(proto, 0)
    return act(layout, effect, aims=(row,), specs=AIM)


def bear(state: State) -> tuple[object, object]:
    """The Bear's size."""
    row = handle(state, "Bear")
    return power(state, row), toughness(state, row)


def effects(state: State) -> int:
    """How many effects last."""
    return sum(1 for row in state.rows.values() if row.cls.kind == "effect")


@shows(Lasting)
def test_611_2a_until_your_next_turn_ends_as_that_turn_begins() -> None:
    state = at_bear(pumped("next turn"))
    assert bear(state) == (4, 3)
    for step, seat in (("end", 0), ("upkeep", 1), ("end", 1)):
        state = until(state, step, seat)
        assert bear(state) == (4, 3), (step, seat)
    state = until(state, "upkeep", 0)
    assert bear(state) == (2, 2)
    assert effects(state) == 0


def test_611_2a_until_the_end_of_your_next_turn_lasts_through_it() -> None:
    state = at_bear(pumped("next end"))
    for step, seat in (("end", 0), ("end", 1), ("upkeep", 0), ("end", 0)):
        state = until(state, step, seat)
        assert bear(state) == (4, 3), (step, seat)
    state = until(state, "upkeep", 1)
    assert bear(state) == (2, 2)
    assert effects(state) == 0


def test_611_2a_an_extra_turn_is_a_next_turn() -> None:
    layout = Layout(2)
    layout.put(BEAR, 0, label="bear")
    row = handle(layout.done(), "Bear")
    state = act(layout, pumped("next turn"), ExtraTurn(You()), aims=(row,), specs=AIM)
    assert bear(until(state, "end", 0)) == (4, 3)
    state = until(until(state, "end", 0), "upkeep", 0)
    assert bear(state) == (2, 2)


def test_611_2a_whose_next_turn_it_is_is_the_controller_of_the_effect() -> None:
    state = at_bear(Lasting(Forbid(TargetRef(0), "attack or block"), "next turn"), 1)
    row = handle(state, "Bear")
    assert "attack or block" in view(state, row).cant
    state = until(state, "upkeep", 1)
    assert "attack or block" in view(state, row).cant  # the Bear's own turn is not the controller's
    state = until(state, "upkeep", 0)
    assert not view(state, row).cant


def test_613_4c_like_changes_of_power_add_up_without_a_bound() -> None:
    twice = Activated((ManaCost(("1",)),), (pumped("next turn"),), AIM)
    layout = Layout(2)
    layout.put(BEAR, 0, label="bear")
    actor = layout.put(creature("Actor", 1, 1, twice), 0)
    layout.set_player(0, "mana.C", 3)
    state = layout.done()
    for _ in range(3):
        mana = (("C", 1),)
        state = settled(play(state, Choice("activate", 0, actor, targets=(handle(state, "Bear"),), pay=mana)))
    assert bear(state) == (8, 5)
    assert effects(state) == 1
    assert bear(until(state, "upkeep", 1)) == (8, 5)
    assert bear(until(until(state, "upkeep", 1), "upkeep", 0)) == (2, 2)


def test_611_2b_as_long_as_the_source_remains_tapped() -> None:
    state = at_bear(pumped("tapped"))
    assert bear(state) == (4, 3)
    state = until(state, "end", 1)
    assert bear(state) == (4, 3)
    state = until(state, "upkeep", 0)  # the Actor has untapped
    assert bear(state) == (2, 2)
    assert not only(state, "Actor").cls.prop("binds")


def test_611_2b_an_effect_that_would_be_over_does_not_begin() -> None:
    layout = Layout(2)
    row = layout.put(BEAR, 0, label="bear")
    state = act(layout, Untap(This()), pumped("tapped"), aims=(row,), specs=AIM)
    assert bear(state) == (2, 2)
    assert effects(state) == 0


def test_611_2b_untapped_and_tapped_again_in_one_resolution_ends_it() -> None:
    layout = Layout(2)
    row = layout.put(BEAR, 0, label="bear")
    state = act(layout, pumped("tapped"), Untap(This()), Tap(This()), aims=(row,), specs=AIM)
    assert only(state, "Actor").cls.tapped
    assert bear(state) == (2, 2)


def test_611_2b_control_for_as_long_as_the_source_is_there() -> None:
    layout = Layout(2)
    row = layout.put(BEAR, 1, label="bear")
    gone = Activated((ManaCost(()),), (SacrificeObject(This()),))
    actor = creature(
        "Actor", 3, 3, tap_ability(Lasting(GainControl(TargetRef(0), "turn"), "battlefield"), targets=AIM), gone
    )
    made = layout.put(actor, 0)
    state = around(play(layout.done(), Choice("activate", 0, made, targets=(row,))))
    assert only(state, "Bear").cls.controller == 0
    state = until(state, "upkeep", 1)
    assert only(state, "Bear").cls.controller == 0
    state = until(state, "main1", 0)
    state = settled(play(state, Choice("activate", 0, handle(state, "Actor"), index=1)))
    assert only(state, "Bear").cls.controller == 1
    assert effects(state) == 0


def test_611_2b_as_long_as_you_control_the_source_ends_when_another_player_does() -> None:
    layout = Layout(2)
    row = layout.put(BEAR, 1, label="bear")
    thief = creature("Thief", 1, 1, tap_ability(Lasting(GainControl(TargetRef(0), "turn"), "battlefield"), targets=AIM))
    layout.put(thief, 1)
    state = act(layout, Lasting(GainControl(TargetRef(0), "turn"), "controlled"), aims=(row,), specs=AIM)
    assert only(state, "Bear").cls.controller == 0
    state = until(state, "main1", 1)
    state = settled(play(state, Choice("activate", 1, handle(state, "Thief"), targets=(handle(state, "Actor"),))))
    assert only(state, "Actor").cls.controller == 1
    assert only(state, "Bear").cls.controller == 1


def test_732_3_a_position_in_which_an_effect_lasts_longer_is_another_one() -> None:
    made = [at_bear(pumped(how)) for how in ("next turn", "next end", "tapped", "battlefield")]
    assert all(same(a, b) == (a is b) for a in made for b in made)


def test_611_2b_a_group_as_the_source_is_refused_by_name() -> None:
    layout = Layout(2)
    row = layout.put(BEAR, 0, n=2)
    with pytest.raises(Unsupported) as found:
        holds(layout.done(), row, "tapped", 0)
    assert found.value.refusal.rule == "611.2b"


def test_611_2_durations_are_read_and_print_back() -> None:
    for text in (
        "Target creature gets -2/-0 until your next turn.",
        "Target creature can't attack or block until your next turn.",
        "Target creature gains flying until the end of your next turn.",
    ):
        card = compile_card({"name": "Test", "type_line": "Instant", "mana_cost": "{1}", "oracle_text": text})
        assert card.complete, card.clauses
        assert any(
            isinstance(e, Lasting) for a in card.proto.abilities if isinstance(a, SpellAbility) for e in a.effects
        )


def test_611_2_keywords_for_a_time() -> None:
    state = at_bear(Lasting(GainKeywords(TargetRef(0), ("flying",)), "next turn"))
    assert "flying" in view(state, handle(state, "Bear")).keywords
    state = until(until(state, "upkeep", 1), "upkeep", 0)
    assert "flying" not in view(state, handle(state, "Bear")).keywords


def held(state: State, times: int) -> State:
    """The Holder does to the Bear what it does, so many times."""
    for _ in range(times):
        state = settled(play(state, Choice("activate", 0, handle(state, "Holder"), targets=(handle(state, "Bear"),))))
    return state


def holding(*effects: Lasting | GainControl | GainKeywords | LoseKeywords | Untap) -> State:
    """A Holder beside a Bear of the second player."""
    layout = Layout(2)
    layout.put(BEAR, 1, label="bear")
    layout.put(creature("Holder", 1, 1, Activated((ManaCost(("0",)),), effects, AIM)), 0)
    return layout.done()


def test_613_7b_equal_effects_that_take_turns_on_one_object_do_not_pile_up() -> None:
    state = holding(GainControl(TargetRef(0), "turn"), GainKeywords(TargetRef(0), ("haste",)), pumped("turn"))
    once, twice, often = (held(state, times) for times in (1, 2, 9))
    assert effects(twice) == effects(often)
    for after in (once, twice, often):
        row = handle(after, "Bear")
        assert after.rows[row].cls.controller == 0
        assert "haste" in view(after, row).keywords
    assert bear(often) == (20, 11)
    later = until(often, "upkeep", 1)
    assert (effects(later), later.rows[handle(later, "Bear")].cls.controller) == (0, 1)


def test_613_7b_a_loop_that_gives_and_takes_again_and_again_is_endless() -> None:
    state = holding(GainControl(TargetRef(0), "turn"), Untap(TargetRef(0)), GainKeywords(TargetRef(0), ("haste",)))
    reader = body_reader("activate Holder targeting Bear\nall pass")
    loop = find_loop(state, reader)
    assert loop.extend(None) is None
    assert loop.endless
    assert compare_with_plain(loop, reader, 12, (1, 5)) == 12
    assert effects(reached(loop, 10**100)) == 2


def test_613_7b_of_effects_that_say_the_opposite_the_latest_counts_however_often_they_come() -> None:
    state = holding(GainKeywords(TargetRef(0), ("flying",)), LoseKeywords(TargetRef(0), ("flying",)))
    assert "flying" not in view(held(state, 3), handle(state, "Bear")).keywords
    state = holding(LoseKeywords(TargetRef(0), ("flying",)), GainKeywords(TargetRef(0), ("flying",)))
    assert "flying" in view(held(state, 3), handle(state, "Bear")).keywords


#: Effects on one Bear, most of them with a last word of their own layer, and one that something between could matter to.
SETTING: Final = (
    GainControl(TargetRef(0), "turn"),
    GainKeywords(TargetRef(0), ("flying",)),
    GainKeywords(TargetRef(0), ("flying", "haste")),
    LoseKeywords(TargetRef(0), ("flying",)),
    SetBasePT(TargetRef(0), 3, 4),
    SetBasePT(TargetRef(0), 1, 5),
    pumped("turn"),
    Lasting(GainKeywords(TargetRef(0), ("vigilance",)), "next turn"),
    Lasting(LoseKeywords(TargetRef(0), ("haste",)), "next turn"),
)


def seen(state: State) -> list[object]:
    """What the Bear is now, and what it is in the next turns."""
    found: list[object] = []
    for step in ("", "upkeep", "end"):
        state = until(state, step, 1) if step else state
        row = handle(state, "Bear")
        found.append((sorted(view(state, row).keywords), bear(state), state.rows[row].cls.controller))
    return found


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, len(SETTING) - 1), min_size=2, max_size=9))
def test_613_7b_dropping_an_equal_older_effect_changes_nothing(sequence: list[int]) -> None:
    layout = Layout(2)
    layout.put(BEAR, 1, label="bear")
    abilities = [Activated((ManaCost(("0",)),), (effect,), AIM) for effect in SETTING]
    layout.put(creature("Holder", 1, 1, *abilities), 0)
    start = layout.done()

    def done() -> State:
        state = start
        for which in sequence:
            ability, aim = handle(state, "Holder"), handle(state, "Bear")
            state = settled(play(state, Choice("activate", 0, ability, index=which, targets=(aim,))))
        return state

    dropped = done()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(continuous_effects, "_supersede", lambda *_: None)
        kept = done()
    assert seen(dropped) == seen(kept)
    assert effects(dropped) <= effects(kept)
