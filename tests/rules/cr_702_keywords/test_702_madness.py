"""Madness (702.35): a card that is discarded is exiled, and may be cast for its madness cost.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.cards import fully_usable
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Static, Triggered
from reiterate.terms.costs import DiscardCost
from reiterate.terms.effects_spells import CastFor
from reiterate.terms.effects_zones import Discard
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import EachPlayer, Filter, You
from reiterate.terms.replacement_effects import ZoneInstead
from reiterate.terms.static_effects import SpellCost
from reiterate.terms.trigger_events import Discards, Madness
from tests.support.acting import ONE_LIFE, count, handle, instant, says, settled, stack_size
from tests.support.boards import FOREST, play
from tests.support.shown import shows

DUMP = instant("Dump", Discard(You(), Fixed(1)))
ROT = instant("Rot", Discard(EachPlayer(True), Fixed(1)))


def mad(text: str = "Madness {R}", types: str = "Creature — Imp") -> Proto:
    """A card of these words, all of it usable."""
    size = {"power": "2", "toughness": "2"} if types.startswith("Creature") else {}
    facts = {"name": "Mad", "type_line": types, "mana_cost": "{4}{R}", **size, "oracle_text": text}
    found = compile_card(facts)
    assert fully_usable(found), found.missing
    return found.proto


def laid(*hand: Proto, there: tuple[Proto, ...] = (), mana: int = 2, theirs: tuple[Proto, ...] = ()) -> State:
    layout = Layout(2)
    for proto in hand:
        layout.put(proto, 0, "hand")
    for proto in theirs:
        layout.put(proto, 1, "hand")
    for proto in there:
        layout.put(proto, 0)
    layout.set_player(0, "mana.R", mana)
    layout.set_player(1, "mana.R", 1)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    return layout.done()


def cast(state: State, name: str, seat: int = 0) -> State:
    return play(state, Choice("cast", seat, handle(state, name, "hand")))


def places(state: State) -> tuple[int, ...]:
    return tuple(count(state, "Mad", zone) for zone in ("battlefield", "exile", "graveyard"))


def asked_to_pay(state: State) -> State:
    """The madness ability resolves up to its question."""
    state = settled(state)
    assert asked(state) == "answer" and decider(state) == 0
    return state


@shows(CastFor, Madness)
def test_702_35a_it_is_exiled_and_cast_for_its_madness_cost() -> None:
    state = play(play(cast(laid(mad(), DUMP), "Dump"), Choice("pass", 0)), Choice("pass", 1))
    assert places(state) == (0, 1, 0) and stack_size(state) == 1
    state = says(asked_to_pay(state), "yes")
    assert stack_size(state) == 1 and state.rows[1].get("mana.R") == 0
    assert places(settled(state)) == (1, 0, 0)


def test_702_35a_who_does_not_cast_it_puts_it_into_the_graveyard() -> None:
    assert places(says(asked_to_pay(cast(laid(mad(), DUMP), "Dump")), "no")) == (0, 0, 1)
    poor = settled(cast(laid(mad(), DUMP, mana=1), "Dump"))
    assert places(poor) == (0, 0, 1)


def test_702_35a_it_is_discarded_all_the_same() -> None:
    heard = Proto("Heard", ("artifact",), abilities=(Triggered(Discards("you"), (ONE_LIFE,)),))
    state = cast(laid(mad(), DUMP, there=(heard,)), "Dump")
    state = settled(state)
    while asked(state) == "order":
        state = settled(
            play(state, Choice("order", 0, min(h for h, r in state.rows.items() if r.cls.zone == "waiting"), count=1))
        )
    state = settled(says(state, "no"))
    assert state.rows[1].get("life") == 21


def test_702_35a_a_creature_card_is_cast_so_on_another_players_spell() -> None:
    """The other player makes its owner discard, in reply to nothing of theirs: no sorcery time is asked (608.2g)."""
    state = play(laid(mad(), there=(), theirs=(ROT,)), Choice("pass", 0))
    state = says(asked_to_pay(cast(state, "Rot", 1)), "yes")
    assert places(settled(state)) == (1, 0, 0)


def test_702_35a_what_is_discarded_as_a_cost_is_cast_above_the_ability() -> None:
    outlet = Proto("Outlet", ("artifact",), abilities=(Activated((DiscardCost(),), (ONE_LIFE,)),))
    state = laid(mad(), there=(outlet,), mana=1)
    state = play(state, Choice("activate", 0, handle(state, "Outlet"), picks=((handle(state, "Mad", "hand"), 1),)))
    assert stack_size(state) == 2 and places(state) == (0, 1, 0)
    state = says(asked_to_pay(state), "yes")
    assert stack_size(state) == 2 and state.rows[1].get("life") == 20


def test_616_1_another_effect_that_exiles_it_is_refused_by_name() -> None:
    void = Proto("Void", ("enchantment",), abilities=(Static(ZoneInstead("any", "exile")),))
    with pytest.raises(Unsupported) as refused:
        settled(cast(laid(mad(), DUMP, there=(void,)), "Dump"))
    assert refused.value.refusal.code == "rule-616.1"


def test_601_2f_what_changes_its_cost_is_refused_by_name() -> None:
    cheap = Proto("Cheap", ("artifact",), abilities=(Static(SpellCost("you", Filter(types=("creature",)), Fixed(1))),))
    with pytest.raises(Unsupported) as refused:
        settled(cast(laid(mad(), DUMP, there=(cheap,)), "Dump"))
    assert refused.value.refusal.code == "rule-601.2f"


def test_a_cost_with_x_is_not_read() -> None:
    facts = {"name": "Mad", "type_line": "Sorcery", "mana_cost": "{X}{R}", "oracle_text": "Madness {X}{R}"}
    assert not compile_card(facts).complete


def test_an_instant_with_a_target_asks_for_it() -> None:
    state = says(
        asked_to_pay(cast(laid(mad("Target player gains 5 life.\nMadness {R}", "Sorcery"), DUMP), "Dump")), "yes"
    )
    assert asked(state) == "answer"
    state = settled(says(state, picks=((2, 1),)))
    assert state.rows[2].get("life") == 25 and places(state) == (0, 0, 1)
