"""Foretell (702.143): exiled face down for {2} in its owner's turn, and cast in a later turn for its foretell cost.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

from reiterate.cards import fully_usable
from reiterate.check.claims.idle import could_act
from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.rules.positions.seen_by import named_in, seen_by, shown_in
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.table.hiding import hidden_rows, seen_from, seen_rows, stays_hidden
from reiterate.terms.proto import Proto
from tests.support.acting import count, handle, settled, stack_size, until
from tests.support.boards import FOREST, play


def saying(types: str = "Instant") -> Proto:
    """A card of this type for {4}{R}, or foretold for nothing but {0}."""
    facts = {
        "name": "Saying",
        "type_line": types,
        "mana_cost": "{4}{R}",
        "oracle_text": "You gain 5 life.\nForetell {0}",
    }
    found = compile_card(facts)
    assert fully_usable(found), found.missing
    return found.proto


def laid(types: str = "Instant", zone: str = "hand", mana: int = 2, active: int = 0) -> State:
    layout = Layout(2, active=active)
    layout.put(saying(types), 0, zone)
    layout.set_player(0, "mana.R", mana)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    return layout.done()


def action(state: State) -> Choice:
    return Choice("activate", 0, handle(state, "Saying", "hand"))


def casts(state: State) -> list[Choice]:
    found = [o for o in options(state) if o.verb == "cast"]
    assert not any(o.unknown for o in found)
    return [first(state, o) for o in found]


def test_702_143a_it_is_exiled_for_two_and_cast_in_no_way_in_that_turn() -> None:
    state = laid()
    made = action(state)
    assert [first(state, o) for o in options(state) if o.verb == "activate"] == [made]
    assert read_sentence(state, say(state, made)) == made
    state = play(state, made)
    assert (count(state, "Saying", "exile"), stack_size(state), state.rows[1].get("mana.R")) == (1, 0, 0)
    assert casts(state) == [] and not could_act(state)


def test_702_143a_only_in_its_owners_turn() -> None:
    state = play(laid(active=1), Choice("pass", 1))
    assert verify(state, action(state)) is not None


def test_702_143a_in_a_later_turn_it_is_cast_for_its_foretell_cost() -> None:
    state = play(laid(), action(laid()))
    theirs = play(until(state, "main1", 1), Choice("pass", 1))
    (made,) = casts(theirs)
    assert made.how == ("foretell",) and read_sentence(theirs, say(theirs, made)) == made
    done = settled(play(theirs, made))
    assert done.rows[1].get("life") == 25 and count(done, "Saying", "graveyard") == 1


def test_307_1_a_foretold_sorcery_is_cast_as_a_sorcery() -> None:
    state = play(laid("Sorcery"), action(laid("Sorcery")))
    theirs = play(until(state, "main1", 1), Choice("pass", 1))
    assert casts(theirs) == []
    assert len(casts(until(theirs, "main1", 0))) == 1


def test_702_143c_what_came_to_exile_otherwise_is_not_foretold() -> None:
    assert casts(laid(zone="exile", mana=9)) == []


def test_702_143a_only_its_owner_may_look_at_it() -> None:
    before = laid()
    made = action(before)
    state = play(before, made)
    for there in (state, until(state, "main1", 1)):
        assert count(seen_by(there, 0), "Saying", "exile") == 1 and count(seen_by(there, 1), "Saying", "exile") == 0
        assert count(seen_from(there, "p1"), "Saying", "exile") == 1
        assert count(seen_from(there, "p2"), "Saying", "exile") == 0
        row = handle(there, "Saying", "exile")
        assert row in hidden_rows(there) and row in seen_rows(there, "p1") and row not in seen_rows(there, "p2")
    assert stays_hidden(before, made, state)
    assert not shown_in(before, state) and not named_in(before, {}, before, made)


def test_what_is_cast_from_there_is_seen_by_all() -> None:
    state = play(laid(), action(laid()))
    theirs = play(until(state, "main1", 1), Choice("pass", 1))
    (made,) = casts(theirs)
    assert not stays_hidden(theirs, made, play(theirs, made))
    assert count(seen_by(settled(play(theirs, made)), 1), "Saying", "graveyard") == 1
