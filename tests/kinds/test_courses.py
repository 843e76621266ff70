"""Courses that were followed before: a graph made with them is the graph made without, and nothing is played again."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from reiterate.kinds import reachable_set
from reiterate.kinds.answers import Driver, answers
from reiterate.kinds.choice_segments import ChoicePoint, choice_points, choice_segments_of
from reiterate.kinds.explored_paths import Followed, named_by_age
from reiterate.kinds.reachable_set import ReachableSet, reachable_from
from reiterate.loops.loop import Loop
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.identity import same, skeleton
from reiterate.state.model import State
from tests.support.kinds_board import board, loop

BOARDS: Final = {
    "drains": board(
        "[Sanguine Bond, Exquisite Blood, {card: Spike Feeder, label: feeder, counters: {+1/+1: 1}}]",
        "[]",
        "activate feeder: gain 2 life\nall pass\ntarget p2\nrepeat 10:\n  all pass\n  all pass\n  target p2\n",
        "[]",
    ),
}


@cache
def loop_of(name: str) -> Loop:
    """The loop of a board, worked out."""
    found = loop(BOARDS[name])
    assert found.extend(None) is None
    return found


def driver_of(found: Loop) -> Driver:
    """What happens where nothing has to be answered."""
    return Driver(found.reader, False, False)


def shown(graph: ReachableSet) -> list[object]:
    """All that a graph says, without the identities of its nodes."""
    nodes = graph.all_nodes()
    place = {id(node): i for i, node in enumerate(nodes)}
    return [
        graph.unknown,
        graph.home,
        graph.keep,
        *(
            (
                skeleton(node.state),
                sorted(node.intervals.items()),
                node.dropped,
                node.any_order,
                [(e.seat, e.answer, None if e.target is None else place[id(e.target)], e.why) for e in node.edges],
            )
            for node in nodes
        ),
    ]


def questions(found: Loop) -> list[tuple[ChoicePoint, Choice]]:
    """Each answer at each question of the loop's first periods."""
    points = [p for piece in choice_segments_of(found)[0] for p in choice_points(piece, found.reader)]
    asking = [p for p in points if asked(p.state) not in ("priority", "over")]
    return [(p, answer) for p in asking for answer in answers(p.state)]


@pytest.mark.parametrize("name", BOARDS)
def test_a_graph_is_the_same_with_and_without_what_was_followed_before(name: str) -> None:
    found = loop_of(name)
    before = Followed()
    starts = [found.heads[0], *(step(p.state, answer)[0] for p, answer in questions(found))]
    assert len(starts) > 2
    for start in starts:
        anew = reachable_from(start, driver_of(found), ())
        again = reachable_from(start, driver_of(found), (), before=before)
        assert shown(anew) == shown(again)


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_is_played_twice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = loop_of(name)
    before = Followed()
    reachable_from(found.heads[0], driver_of(found), (), before=before)
    steps: list[Choice] = []

    def counted(state: State, choice: Choice) -> tuple[State, object]:
        steps.append(choice)
        return step(state, choice)

    monkeypatch.setattr(reachable_set, "step", counted)
    graph = reachable_from(found.heads[0], driver_of(found), (), before=before)
    assert graph.all_nodes()
    assert not steps


def test_budget_of_what_is_kept_changes_no_graph() -> None:
    found = loop_of("drains")
    few = Followed()
    few.left = 1
    assert shown(reachable_from(found.heads[0], driver_of(found), (), before=few)) == shown(
        reachable_from(found.heads[0], driver_of(found), ())
    )


def _leads_out(graph: ReachableSet) -> bool:
    """Whether every course leads out of the loop, as far as that was seen."""
    return not graph.unknown and not graph.home and graph.root is not None and id(graph.root) in graph.lost()


@pytest.mark.parametrize("budget", [3, 8, 240])
@pytest.mark.parametrize("name", BOARDS)
def test_looking_ahead_changes_no_answer(name: str, budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With and without homes, and where the shapes are too many: what leads out leads out with both."""
    found = loop_of(name)
    monkeypatch.setattr(reachable_set, "NODE_BUDGET", budget)
    asked_there = questions(found)
    homes = [(p.state, ()) for p, _ in asked_there]
    told = set()
    for point, answer in asked_there:
        after = step(point.state, answer)[0]
        for known in (homes, []):
            ahead = reachable_from(after, driver_of(found), (), known, to_home=True)
            whole = reachable_from(after, driver_of(found), (), known)
            led = _leads_out(whole) and not any(node.home for node in whole.all_nodes())
            assert _leads_out(ahead) == led
            told.add(led)
    assert told  # some answer was asked about


def test_rows_are_named_by_age_and_the_position_stays_the_same() -> None:
    found = loop_of("drains")
    for point, _ in questions(found):
        tidy = named_by_age(point.state)
        assert sorted(tidy.rows) == list(range(len(tidy.rows)))
        assert same(tidy, point.state)
        assert skeleton(tidy) == skeleton(point.state)
        assert named_by_age(tidy) is tidy
