"""Several copies are aimed at different members of a group, or at the same one (707.10c, 702.40a)."""

from __future__ import annotations

from itertools import islice

import pytest

from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.partitions import parts
from reiterate.rules.decisions.filling import covers, instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, said_of
from reiterate.state.model import State
from reiterate.state.normal_form import explode
from tests.support.acting import HUGE, count, settled
from tests.support.boards import ELF
from tests.support.combats import run
from tests.support.texts import card

SHOT = card("Shot deals 1 damage to any target.\nStorm", "Sorcery", "Shot", "{0}")
LIFE = card("You gain 1 life.", "Instant", "Life", "{0}")


def board(elves: int) -> State:
    """Two spells have been cast, and Shot is in hand: there will be two copies of it."""
    layout = Layout(2)
    layout.put(SHOT, 0, "hand")
    layout.put(LIFE, 0, "hand", n=2)
    layout.put(ELF, 1, n=elves)
    return run(layout.done(), "cast Life", "all pass", "cast Life", "all pass")


def lives_left(state: State) -> set[tuple[int, str, str]]:
    """How many Elves and how much life is left behind each way to answer, with everything resolved."""
    now = settled(state)
    if asked(now) == "priority":
        return {(count(now, "Elf Warrior"), str(now.rows[1].get("life")), str(now.rows[2].get("life")))}
    return {
        end for option in options(now) for way in instances(now, option, 100) for end in lives_left(step(now, way)[0])
    }


def test_702_40a_storm_copies_are_aimed_at_different_members_of_a_group() -> None:
    found = []
    for state in (explode(board(3)), board(3)):
        ways = [way for o in options(state) if o.verb == "cast" for way in instances(state, o, 50)]
        at_elves = next(way for way in ways if way.targets[0] > 2)
        found.append(lives_left(step(state, at_elves)[0]))
    assert found[0] == found[1]
    assert (0, "22", "20") in found[0]


def test_707_10c_each_way_to_aim_is_said_read_and_covered() -> None:
    state = settled(run(board(3), "cast Shot targeting p2"))
    offered = options(state)
    ways = [way for option in offered for way in instances(state, option, 100)]
    lines = [said_of(state, way).text for way in ways]
    for way, line in zip(ways, lines, strict=True):
        assert verify(state, way) is None
        assert covers(state, offered, way)
        assert read_sentence(state, line) == way
    assert "choose 2 Elf Warrior" in lines
    assert "choose Elf Warrior and Elf Warrior" in lines


def test_707_10c_some_copies_at_one_and_others_at_another_of_very_many() -> None:
    state = settled(run(board(HUGE), "cast Shot targeting p2"))
    assert count(settled(run(state, "choose 2 Elf Warrior")), "Elf Warrior") == HUGE - 1
    assert count(settled(run(state, "choose Elf Warrior and Elf Warrior")), "Elf Warrior") == HUGE - 2


def test_707_10c_one_object_is_not_named_twice() -> None:
    state = settled(run(board(1), "cast Shot targeting p2"))
    elf = next(handle for handle, row in state.rows.items() if row.cls.proto is ELF)
    refused = verify(state, Choice("answer", 0, picks=((elf, 1), (elf, 1))))
    assert isinstance(refused, Refusal)
    assert refused.code == "pick"


@pytest.mark.parametrize("elves", [1, 3, HUGE])
def test_707_10c_very_many_copies_are_offered_in_a_few_ways(elves: int) -> None:
    """The first target leaves before its copies are made: one group of Elves is left for HUGE copies."""
    shot = card("Shot deals 1 damage to target creature.\nStorm", "Sorcery", "Shot", "{0}")
    layout = Layout(2)
    layout.put(shot, 0, "hand")
    layout.put(ELF, 1, n=elves)
    ox = layout.put(card("{0}: Sacrifice this creature.", "Creature — Ox", "Ox"), 0)
    for seat in (0, 1):
        layout.set_player(seat, "turn.spells cast by all", HUGE)
    state = run(layout.done(), "cast Shot targeting Ox", "activate Ox", "all pass")
    assert ox not in state.rows or state.rows[ox].cls.zone != "battlefield"
    state = settled(run(state, "all pass"))
    ways = [way for option in options(state) for way in instances(state, option, 100)]
    assert 0 < len(ways) <= 64
    assert all(verify(state, way) is None for way in ways)
    assert "choose 2 Elf Warrior" in [said_of(state, way).text for way in ways]


@pytest.mark.parametrize(("members", "first"), [(1, [(HUGE,)]), (3, [(HUGE,), (HUGE - 1, 1), (HUGE - 2, 2)])])
def test_707_10c_the_ways_to_share_very_many_copies_are_found_one_by_one(
    members: int, first: list[tuple[int, ...]]
) -> None:
    assert list(islice(parts(HUGE, members), 3)) == first
    assert list(parts(4, 3)) == [(4,), (3, 1), (2, 2), (2, 1, 1)]
