"""Strategies for certificates: those who act in a loop can go on with its actions, whatever all others answer.

The strategy is written as a closed set whose nodes hold moves of those who keep the loop up.
"""

from __future__ import annotations

from typing import Any

from reiterate.amounts import TracedMisuse
from reiterate.certify.chain import found_again
from reiterate.certify.closed_set import node_json, nodes_come_to, written_nodes
from reiterate.certify.form import beyond_printing, stated_choices
from reiterate.certify.keeping_up import kept_up_by
from reiterate.check.certificate import Accepted
from reiterate.kinds.answers import Unknown
from reiterate.kinds.choice_segments import ChoicePoint, choice_points, choice_segments_of
from reiterate.kinds.reachable_set import ReachableSet, reachable_from
from reiterate.kinds.strategy import Strategy, why_not_shown
from reiterate.loops.loop import Loop
from reiterate.refusals import Unsupported
from reiterate.state.json_form import state_from_json
from reiterate.state.model import State


def with_strategy(value: dict[str, Any], loop: Loop) -> tuple[str, Accepted] | None:
    """The certificate of a loop with actions, with a strategy: those who act go on with their actions, whatever others choose.

    In: ``value``, the certificate as data, which is changed; the loop that it is of. Out: its text, and what the checker
    says of that text. None where no strategy is found.
    """
    try:
        return _with_plan(value, loop)
    except (Unknown, Unsupported, TracedMisuse):
        return None


def _with_plan(value: dict[str, Any], loop: Loop) -> tuple[str, Accepted] | None:
    """``with_strategy``; raises where a place of the chain can't be looked at."""
    again = found_again(loop, value["start"])
    if again.extend(None) is not None:
        return None
    found = choice_segments_of(again)[0]
    every = [place for piece in found for place in choice_points(piece, loop.reader)]
    segments = [next((p for p in found if p.loop_segment is segment), None) for segment in again.segments]
    roles: list[tuple[ChoicePoint, list[str], int]] = []  # the places of the first periods, and what is said of them
    if len(segments) != len(stated_choices(value)):
        return None
    for one, piece in zip(stated_choices(value), segments, strict=True):
        there = [] if piece is None or one == "unknown" else list(choice_points(piece, loop.reader))
        if there and len(there) == len(one["roles"]):  # several periods may be written as one
            roles += [(place, one["roles"], at) for at, place in enumerate(there)]
    leaving = frozenset(place.choice.player for place, said, at in roles if said[at] == "leaves")
    strategy = Strategy(loop.reader, every, leaving)
    others = [(place, said, at) for place, said, at in roles if said[at] == "unknown"]
    others = [each for each in others if each[0].choice.player not in strategy.keepers]
    if not (strategy.actions and strategy.within and others):
        return None
    strategy.every_order = True
    graph = reachable_from(state_from_json(value["start"]), strategy, strategy.start(), keeps=(None, 0))
    if why_not_shown(graph, strategy):
        return None
    asked_at: list[State] = []
    for place, said, at in others:
        said[at] = "continues"
        asked_at.append(place.state)
    written = _planned_nodes(graph)
    if written is None:
        return None
    keep = "" if graph.keep is None else str(graph.keep)
    value["closed_set"] = {"keep": keep, "nodes": written}
    value["closed_set"]["nodes"] = nodes_come_to(value["closed_set"], asked_at)
    return kept_up_by(value, strategy.keepers)


def _planned_nodes(graph: ReachableSet) -> list[Any] | None:
    """The nodes of a plan as data; None where a move is not one choice with written amounts."""
    for node in graph.all_nodes():
        if node.moves and (len(node.moves) < len(node.edges) or any(move != node.moves[0] for move in node.moves)):
            return None
        node.state = State(node.state.rows, node.state.seqs, {}, {}, node.state.fresh)  # without labels
    try:
        made = [node_json(node) for node in written_nodes(graph)]
    except (TracedMisuse, Unsupported):
        return None
    return None if beyond_printing(made) is not None else made
