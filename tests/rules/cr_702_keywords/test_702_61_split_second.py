"""Split second (702.61): while the spell is on the stack nobody casts anything else, or activates what is no mana ability.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

from reiterate.check.claims.idle import could_act
from reiterate.kinds.slot_amounts import reads_stack
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import ACTIVATE, CAST, Choice
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from tests.support.acting import BOLT, around, count, handle, settled, stack_size
from tests.support.boards import FOREST, play
from tests.support.shown import shows
from tests.support.written import card

SHOCK = card("Split second\nYou gain 2 life.", "Instant", "{1}{R}", "Sudden Gain")
BEAST = card("Flash\nSplit second", "Creature — Beast", "{1}{R}", "Sudden Beast", power="3", toughness="2")
MANA = card("{T}: Add {R}.", "Artifact", name="Stone")
PING = card("{T}: You gain 1 life.", "Artifact", name="Fount")
CYCLER = card("Cycling {1}", "Creature — Beast", "{9}", "Turner", power="1", toughness="1")
RISER = card(
    "{1}, Exile this card from your graveyard: You gain 1 life.",
    "Creature — Beast",
    "{9}",
    "Riser",
    power="1",
    toughness="1",
)
HIDER = card("Morph {1}", "Creature — Beast", "{4}", "Hider", power="4", toughness="5")
LATER = card("Suspend 2—{R}\nYou gain 3 life.", "Instant", "{4}{R}", "Later")
TOLD = card("You gain 5 life.\nForetell {0}", "Instant", "{4}{R}", "Saying")
FREE = card(
    "Whenever a player casts a spell, you may cast a spell from your hand without paying its mana cost.",
    name="Open Door",
)
WATCH = card("Whenever a player casts a spell, you gain 1 life.", name="Watcher")
STOP = card("Whenever an opponent casts a spell, counter that spell.", name="Stop")


def laid(
    spell: Proto = SHOCK, *mine: Proto, theirs: tuple[Proto, ...] = (), hand: tuple[Proto, ...] = (BOLT,), mana: int = 9
) -> State:
    """p1 holds the spell, p2 some cards; both have mana."""
    layout = Layout(2)
    layout.put(spell, 0, "hand")
    for proto in mine:
        layout.put(proto, 0)
    for proto in theirs:
        layout.put(proto, 1)
    for proto in hand:
        layout.put(proto, 1, "hand")
    for seat in (0, 1):
        layout.set_player(seat, "mana.R", mana)
        layout.library(seat, [(FOREST, 20)])
    return layout.done()


def cast(state: State, name: str = "Sudden Gain", seat: int = 0) -> State:
    return play(state, Choice(CAST, seat, handle(state, name, "hand")))


def handed(state: State) -> State:
    """p1 passes, so that p2 has priority with the spell on the stack."""
    return play(state, Choice("pass", 0))


def verbs(state: State) -> list[tuple[str, str]]:
    """What is offered besides passing, by card."""
    found = []
    for option in options(state):
        proto = state.rows[option.row].cls.proto if option.verb != "pass" else None
        if proto is not None:
            found.append((option.verb, proto.name))
    return found


def refusal(state: State, choice: Choice) -> tuple[str, str]:
    found = verify(state, choice)
    assert isinstance(found, Refusal)
    return found.code, found.rule


REFUSED = ("split-second", "702.61a")


@shows("split second")
def test_702_61a_no_player_casts_another_spell_while_it_is_on_the_stack() -> None:
    state = laid(SHOCK, hand=(BOLT, SHOCK))
    state = handed(play(state, Choice(CAST, 0, _of(state, "Sudden Gain", 0))))
    assert refusal(state, Choice(CAST, 1, handle(state, "Bolt", "hand"), targets=(1,))) == REFUSED
    assert refusal(state, Choice(CAST, 1, _of(state, "Sudden Gain", 1))) == REFUSED
    assert verbs(state) == [] and not could_act(state)
    after = around(state)
    assert (after.rows[1].get("life"), stack_size(after)) == (22, 0)
    assert ("cast", "Bolt") in verbs(handed(after))


def _of(state: State, name: str, seat: int) -> int:
    (found,) = [
        h
        for h, r in state.rows.items()
        if r.cls.zone == "hand" and r.cls.owner == seat and r.cls.proto is not None and r.cls.proto.name == name
    ]
    return found


def test_702_61a_its_own_caster_is_bound_by_it_too() -> None:
    layout = Layout(2)
    layout.put(SHOCK, 0, "hand")
    layout.put(BOLT, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    state = cast(layout.done())
    assert refusal(state, Choice(CAST, 0, handle(state, "Bolt", "hand"), targets=(2,))) == REFUSED


def test_702_61a_abilities_of_permanents_hands_and_graveyards_wait_too() -> None:
    layout = Layout(2)
    layout.put(SHOCK, 0, "hand")
    layout.put(PING, 1)
    layout.put(CYCLER, 1, "hand")
    layout.put(RISER, 1, "graveyard")
    for seat in (0, 1):
        layout.set_player(seat, "mana.R", 9)
        layout.library(seat, [(FOREST, 20)])
    state = handed(cast(layout.done()))
    assert verbs(state) == [] and not could_act(state)
    for name, zone in (("Fount", "battlefield"), ("Turner", "hand"), ("Riser", "graveyard")):
        assert refusal(state, Choice(ACTIVATE, 1, handle(state, name, zone))) == REFUSED
    after = handed(around(state))
    assert {name for _, name in verbs(after)} == {"Fount", "Turner", "Riser"}


def test_702_61b_mana_abilities_are_activated_as_ever() -> None:
    state = handed(cast(laid(SHOCK, theirs=(MANA,))))
    assert verbs(state) == [("activate", "Stone")] and could_act(state)
    state = play(state, Choice(ACTIVATE, 1, handle(state, "Stone")))
    assert state.rows[2].get("mana.R") == 10


def test_702_61b_turning_a_permanent_face_up_is_a_special_action() -> None:
    layout = Layout(2)
    layout.put(HIDER, 0, "hand")
    layout.put(SHOCK, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    state = layout.done()
    state = settled(play(state, Choice(CAST, 0, handle(state, "Hider", "hand"), how=("back face",))))
    state = cast(state)
    assert verbs(state) == [("activate", "face-down creature")]
    state = play(state, Choice(ACTIVATE, 0, handle(state, "face-down creature")))
    assert (count(state, "Hider"), stack_size(state)) == (1, 1)


def test_116_2h_a_card_is_foretold_while_it_is_on_the_stack_and_116_2f_none_is_suspended() -> None:
    """Suspend asks whether the card could be cast now (702.62c); foretell asks for priority in the own turn alone."""
    layout = Layout(2)
    for proto in (SHOCK, LATER, TOLD):
        layout.put(proto, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    before = layout.done()
    assert {("activate", "Later"), ("activate", "Saying")} <= set(verbs(before))
    state = cast(before)
    assert verbs(state) == [("activate", "Saying")]
    assert refusal(state, Choice(ACTIVATE, 0, handle(state, "Later", "hand"))) == REFUSED
    state = play(state, Choice(ACTIVATE, 0, handle(state, "Saying", "hand")))
    assert count(state, "Saying", "exile") == 1


def test_702_61b_abilities_trigger_and_resolve_above_it_and_still_nothing_is_cast() -> None:
    state = cast(laid(SHOCK, theirs=(WATCH,)))
    assert stack_size(state) == 2
    state = handed(state)
    assert verbs(state) == []
    state = around(state)  # the trigger has resolved, the spell has not
    assert (state.rows[2].get("life"), state.rows[1].get("life"), stack_size(state)) == (21, 20, 1)
    assert verbs(handed(state)) == []


def test_702_61a_what_resolves_above_it_lets_nobody_cast_a_spell() -> None:
    """Nothing that could be cast is in the hand, so nobody is asked."""
    state = settled(cast(laid(SHOCK, theirs=(FREE,))))
    assert (state.rows[1].get("life"), count(state, "Bolt", "hand"), stack_size(state)) == (22, 1, 0)


def test_702_61a_once_it_is_countered_spells_are_cast_again() -> None:
    state = handed(around(cast(laid(SHOCK, theirs=(STOP,)))))
    assert (stack_size(state), count(state, "Sudden Gain", "graveyard")) == (0, 1)
    assert verbs(state) == [("cast", "Bolt")]


def test_702_61a_a_copy_has_it_and_702_61c_two_are_as_one() -> None:
    """p1's trigger copies the spell. The copy resolves first, and the spell below it still has split second."""
    double = card("Whenever you cast an instant spell, copy it.", name="Double")
    state = around(cast(laid(SHOCK, double)))
    assert stack_size(state) == 2
    assert verbs(handed(state)) == []
    state = around(state)
    assert (state.rows[1].get("life"), stack_size(state)) == (22, 1)
    assert verbs(handed(state)) == []
    assert verbs(handed(around(state))) == [("cast", "Bolt")]


def test_702_61a_it_functions_only_on_the_stack() -> None:
    """A creature with it: as a permanent, and as a card in a hand or graveyard, it does nothing."""
    state = cast(laid(BEAST), "Sudden Beast")
    assert verbs(handed(state)) == []
    state = around(state)
    assert count(state, "Sudden Beast") == 1
    assert verbs(handed(state)) == [("cast", "Bolt")]


def test_601_2_only_what_is_cast_later_is_bound() -> None:
    """A spell that was on the stack before stays there, and resolves behind it."""
    layout = Layout(2)
    layout.put(SHOCK, 1, "hand")
    layout.put(BOLT, 0, "hand")
    for seat in (0, 1):
        layout.set_player(seat, "mana.R", 9)
    state = layout.done()
    state = handed(play(state, Choice(CAST, 0, handle(state, "Bolt", "hand"), targets=(2,))))
    state = play(state, Choice(CAST, 1, handle(state, "Sudden Gain", "hand")))
    state = settled(state)
    assert state.rows[2].get("life") == 19


def test_702_61a_a_spell_that_gives_itself_split_second_where_it_was_kicked() -> None:
    kicked = card(
        "Kicker {R}\nIf this spell was kicked, it has split second.\nYou gain 2 life.", "Sorcery", "{R}", "Disaster"
    )
    state = laid(kicked)
    plain = play(state, Choice(CAST, 0, handle(state, "Disaster", "hand")))
    assert verbs(handed(plain)) == [("cast", "Bolt")]
    paid = play(state, Choice(CAST, 0, handle(state, "Disaster", "hand"), how=("kicker",)))
    assert verbs(handed(paid)) == []


def test_801_it_binds_only_players_in_range_of_its_controller() -> None:
    """Five players with a range of 1: p3 is out of p1's range, p2 is not."""
    layout = Layout(5)
    layout.set_range(1)
    layout.put(SHOCK, 0, "hand")
    layout.set_player(0, "mana.R", 9)
    for seat in (1, 2):
        layout.put(BOLT, seat, "hand")
        layout.set_player(seat, "mana.R", 9)
    state = handed(cast(layout.done()))
    assert verbs(state) == []
    assert verbs(play(state, Choice("pass", 1))) == [("cast", "Bolt")]


def test_702_61a_what_waits_below_may_not_be_forgotten() -> None:
    """Whether a player could act depends on a spell that is not on top: the stack is read (kinds and their checker)."""
    assert reads_stack(laid(SHOCK))
    assert not reads_stack(laid(BOLT))


def test_702_61a_a_sentence_that_casts_is_refused_by_the_rule() -> None:
    state = handed(cast(laid(SHOCK)))
    read = read_sentence(state, "p2: cast Bolt targeting p1")
    assert isinstance(read, Choice) and refusal(state, read) == REFUSED
