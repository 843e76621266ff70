"""Backup (702.165): counters on a target, and for another creature the abilities printed below until end of turn.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.proto import Proto
from tests.support.acting import handle, only, settled, until
from tests.support.boards import BEAR, FOREST, play
from tests.support.written import card as written


def backer(text: str, name: str = "Backer") -> Proto:
    return written(text, "Creature — Bird", "{0}", name, power="1", toughness="1")


FLYER = backer("Vigilance\nBackup 2\nFlying\n{0}: You gain 1 life.")
TWICE = backer("Backup 1\nBackup 1\nTrample", "Twice")
SHOT = written("Destroy target creature.", "Instant", "{0}", "Shot")


def entered(proto: Proto, *hand: Proto) -> State:
    layout = Layout(2)
    layout.put(BEAR, 0)
    for each in (proto, *hand):
        layout.put(each, 0, "hand")
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    state = layout.done()
    return settled(play(state, Choice("cast", 0, handle(state, proto.name, "hand"))))


def aimed(state: State, *names: str) -> State:
    for name in names:
        state = play(state, Choice("target", 0, targets=(handle(state, name),), count=1))
    return state


def test_702_165a_another_creature_has_what_is_printed_below_until_end_of_turn() -> None:
    state = settled(aimed(entered(FLYER), "Bear"))
    bear = handle(state, "Bear")
    assert power(state, bear) == 4 and only(state, "Bear").get("counter.+1/+1") == 2
    assert view(state, bear).keywords == {"flying"}  # not vigilance, which stands above
    state = settled(play(state, Choice("activate", 0, bear)))
    assert state.rows[1].get("life") == 21
    state = until(state, "upkeep", 1)
    assert view(state, handle(state, "Bear")).keywords == frozenset() and power(state, handle(state, "Bear")) == 4


def test_702_165a_on_itself_it_puts_counters_alone() -> None:
    state = settled(aimed(entered(FLYER), "Backer"))
    own = handle(state, "Backer")
    assert power(state, own) == 3 and len(view(state, own).activated) == 1


def test_702_165d_the_abilities_do_not_depend_on_what_becomes_of_its_source() -> None:
    state = aimed(entered(FLYER, SHOT), "Bear")
    state = settled(play(state, Choice("cast", 0, handle(state, "Shot", "hand"), targets=(handle(state, "Backer"),))))
    assert view(state, handle(state, "Bear")).keywords == {"flying"}


def test_702_165a_backup_itself_is_not_granted() -> None:
    (first, second, _) = TWICE.abilities
    assert first == second
    granted = str(first)
    assert "trample" in granted and granted.count("GainAbilities") == 1
