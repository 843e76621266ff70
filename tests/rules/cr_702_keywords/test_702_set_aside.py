"""Suspend (702.62), vanishing (702.63) and plot (702.170): time counters, and special actions with a card of a hand.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.cards import fully_usable
from reiterate.check.claims.idle import could_act
from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import put
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.events import Draft
from reiterate.state.model import State
from reiterate.terms.abilities import Static, Triggered
from reiterate.terms.effects_continuous import GainControl
from reiterate.terms.proto import Proto
from reiterate.terms.references import Filter, TargetRef, TargetSpec
from reiterate.terms.static_effects import CostReduction, PlayerCant
from reiterate.terms.trigger_events import AbilityActivated, LastCounter
from tests.support.acting import ONE_LIFE, count, handle, instant, only, says, settled, stack_size, until
from tests.support.boards import FOREST, play
from tests.support.shown import shows

CREATURE = TargetSpec(Filter(types=("creature",)))
STEAL = instant("Steal", GainControl(TargetRef(0), "turn"), targets=(CREATURE,))
CREATURE_TEXT = {"type_line": "Creature — Elemental", "power": "3", "toughness": "1"}


def card(text: str, cost: str = "{4}{R}", **facts: str) -> Proto:
    """A card of these words, all of it usable."""
    made = {"name": "Slow", "mana_cost": cost, **(facts or CREATURE_TEXT), "oracle_text": text}
    found = compile_card(made)
    assert fully_usable(found), (found.missing, found.clauses)
    return found.proto


def laid(proto: Proto, *there: Proto, hand: tuple[Proto, ...] = (), mana: int = 1, step: str = "main1") -> State:
    layout = Layout(2, step=step)
    layout.put(proto, 0, "hand")
    for one in there:
        layout.put(one, 0)
    for one in hand:
        layout.put(one, 1, "hand")
    layout.set_player(0, "mana.R", mana)
    layout.set_player(1, "mana.R", 1)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    return layout.done()


def action(state: State, seat: int = 0) -> Choice:
    return Choice("activate", seat, handle(state, "Slow", "hand"))


def offered(state: State, verb: str) -> list[Choice]:
    found = [o for o in options(state) if o.verb == verb]
    assert not any(o.unknown for o in found)
    return [first(state, o) for o in found]


def upkeep(state: State) -> State:
    """The next upkeep of the first player."""
    return until(until(state, "upkeep", 1), "upkeep", 0)


def time(state: State, zone: str = "exile") -> object:
    return only(state, "Slow", zone).get("counter.time")


SUSPEND = "Suspend 2—{R}"


def test_702_62a_it_is_exiled_with_counters_and_the_action_uses_no_stack() -> None:
    state = laid(card(SUSPEND))
    made = action(state)
    assert offered(state, "activate") == [made]
    assert read_sentence(state, say(state, made)) == made
    state = play(state, made)
    assert (time(state), stack_size(state), asked(state), decider(state)) == (2, 0, "priority", 0)
    assert state.rows[1].get("mana.R") == 0


def test_702_62a_a_counter_goes_in_each_upkeep_of_its_owner_and_with_the_last_it_is_cast() -> None:
    state = upkeep(play(laid(card(SUSPEND)), action(laid(card(SUSPEND)))))
    assert (time(state), stack_size(state)) == (2, 1)
    state = settled(state)
    assert time(state) == 1
    state = upkeep(state)
    state = play(play(state, Choice("pass", 0)), Choice("pass", 1))
    assert (time(state), stack_size(state)) == (0, 1)  # 702.62a: the last counter is gone
    state = settled(state)
    assert asked(state) == "answer" and decider(state) == 0
    state = settled(says(state, "yes"))
    assert count(state, "Slow") == 1 and "haste" in view(state, handle(state, "Slow")).keywords


def last(state: State) -> State:
    """The question whether the card is cast, a turn behind another."""
    state = settled(upkeep(play(state, action(state))))
    return settled(upkeep(state))


def test_702_62a_who_does_not_cast_it_leaves_it_in_exile() -> None:
    state = says(last(laid(card(SUSPEND))), "no")
    assert (count(state, "Slow", "exile"), time(state)) == (1, 0)
    state = upkeep(state)
    assert stack_size(state) == 0 and count(state, "Slow", "exile") == 1


def test_702_62a_haste_is_gone_once_another_player_has_controlled_it() -> None:
    state = settled(says(last(laid(card(SUSPEND), hand=(STEAL,))), "yes"))
    them = until(state, "main1", 1)
    them = give_mana(them, 1)
    stolen = play(them, Choice("cast", 1, handle(them, "Steal", "hand"), targets=(handle(them, "Slow"),)))
    stolen = settled(stolen)
    assert only(stolen, "Slow").cls.controller == 1
    assert "haste" not in view(stolen, handle(stolen, "Slow")).keywords
    back = until(stolen, "main1", 0)
    assert only(back, "Slow").cls.controller == 0
    assert "haste" not in view(back, handle(back, "Slow")).keywords


def give_mana(state: State, seat: int) -> State:
    draft = Draft(state)
    put(draft, "", 1 + seat, "mana.R", 1)
    return draft.done()


@pytest.mark.parametrize(("types", "able"), [("Sorcery", False), ("Instant", True)])
def test_702_62a_it_is_suspended_only_when_it_could_be_cast(types: str, able: bool) -> None:
    state = laid(card(f"You gain 1 life.\n{SUSPEND}", type_line=types), step="upkeep")
    assert (offered(state, "activate") == [action(state)]) is able
    assert (verify(state, action(state)) is None) is able
    assert could_act(state) is able


def test_702_62c_what_can_not_be_cast_can_not_be_suspended() -> None:
    ban = Proto("Ban", ("artifact",), abilities=(Static(PlayerCant("any", "cast", Filter(types=("creature",)))),))
    state = laid(card(SUSPEND), ban)
    assert offered(state, "activate") == [] and verify(state, action(state)) is not None


def test_305_9_a_land_is_never_cast_and_so_never_suspended() -> None:
    state = laid(card(f"{{T}}: Add {{R}}.\n{SUSPEND}", cost="", type_line="Land"))
    assert offered(state, "activate") == [] and verify(state, action(state)) is not None


def test_202_1b_a_card_without_a_mana_cost_is_suspended_all_the_same() -> None:
    state = laid(card("Suspend 1—{R}", cost=""), mana=9)
    assert offered(state, "cast") == [] and offered(state, "activate") == [action(state)]
    state = settled(says(settled(upkeep(play(state, action(state)))), "yes"))
    assert count(state, "Slow") == 1


def test_116_2f_it_is_no_activation_of_an_ability() -> None:
    """Nothing that watches activations triggers, and nothing that makes abilities cheaper does (118.7)."""
    heard = Proto("Heard", ("artifact",), abilities=(Triggered(AbilityActivated("any", Filter()), (ONE_LIFE,)),))
    cheap = Proto("Cheap", ("artifact",), abilities=(Static(CostReduction(1, 0, None, "you", True)),))
    state = laid(card("Suspend 2—{1}{R}"), heard, cheap, mana=1)
    assert offered(state, "activate") == []
    state = laid(card(SUSPEND), heard, cheap)
    state = play(state, action(state))
    assert stack_size(state) == 0 and time(state) == 2


@shows(LastCounter)
def test_702_63a_vanishing_takes_it_away_with_the_last_counter() -> None:
    state = laid(card("Vanishing 2", cost="{R}"))
    state = settled(play(state, Choice("cast", 0, handle(state, "Slow", "hand"))))
    assert time(state, "battlefield") == 2
    state = settled(upkeep(state))
    assert time(state, "battlefield") == 1
    state = settled(upkeep(state))
    assert (count(state, "Slow"), count(state, "Slow", "graveyard")) == (0, 1)


PLOT = "Plot {R}"


def test_702_170a_it_is_plotted_as_a_sorcery_is_cast_and_not_played_in_that_turn() -> None:
    state = laid(card(PLOT))
    state = play(state, action(state))
    assert count(state, "Slow", "exile") == 1 and stack_size(state) == 0
    assert offered(state, "cast") == []
    state = laid(card(PLOT), step="upkeep")
    assert offered(state, "activate") == [] and verify(state, action(state)) is not None


@pytest.mark.parametrize("types", ["Creature — Elemental", "Instant"])
def test_702_170d_in_a_later_turn_it_is_cast_for_nothing_as_a_sorcery(types: str) -> None:
    facts = {"type_line": types, **({"power": "3", "toughness": "1"} if "Creature" in types else {})}
    text = PLOT if "Creature" in types else f"You gain 1 life.\n{PLOT}"
    state = laid(card(text, **facts))
    state = play(state, action(state))
    theirs = until(state, "main1", 1)
    theirs = play(theirs, Choice("pass", 1))
    assert decider(theirs) == 0 and offered(theirs, "cast") == []
    mine = until(theirs, "upkeep", 0)
    assert offered(mine, "cast") == []
    mine = until(mine, "main1", 0)
    (made,) = offered(mine, "cast")
    assert made.how == ("no mana cost",)
    assert read_sentence(mine, say(mine, made)) == made
    mine = settled(play(mine, made))
    assert count(mine, "Slow", "exile") == 0
    assert mine.rows[1].get("life") == (20 if "Creature" in types else 21)


def test_the_checker_sees_what_may_be_cast_from_exile_by_itself() -> None:
    state = laid(card(PLOT))
    state = play(state, action(state))
    assert not could_act(until(state, "upkeep", 0))
    assert could_act(until(until(state, "main1", 1), "main1", 0))
