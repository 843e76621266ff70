"""Certificates that say more of choices: the invariant found by ``closure`` written down, where the checker takes it.

The graph of shapes holds every place of the loop; written are the places where somebody has several answers, and as many more as it
takes for every way round to come by one. What the checker does not take stays unsaid.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from reiterate.amounts import TracedMisuse, decimal_text
from reiterate.certify.certificate import beyond_printing, canonical, certify
from reiterate.certify.certificate_steps import choice_json
from reiterate.certify.exits import WaysOut
from reiterate.check.arithmetic import OutOfBudget
from reiterate.check.claims.closed_set import ClosedSet
from reiterate.check.numbers import Log
from reiterate.check.retrace import check
from reiterate.check.small_values import Rejected
from reiterate.judge.answers import Driver, Unknown, acts
from reiterate.judge.choice_segments import ChoicePoint, choice_points, choice_segments_of
from reiterate.judge.intervals import Bounds, hull
from reiterate.judge.reachable_set import Node, ReachableSet, reachable_from
from reiterate.judge.slot_amounts import filled
from reiterate.judge.strategy import Strategy, leaves_out_a_question, why_not_shown
from reiterate.loops.loop import Loop, find_loop
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access import choices
from reiterate.rules.access.choices import Choice
from reiterate.state.identity import correspond
from reiterate.state.model import State
from reiterate.state.store import state_from_json, state_to_json


def certify_choices(loop: Loop) -> str | Refusal:
    """The certificate of a loop as ``certify`` writes it, with what can be said of choices that have several answers."""
    text = certify(loop)
    if isinstance(text, Refusal):
        return text
    if '"block"' in text:  # whether what is said of one round holds in all of them, the checker says
        text = _with_rounds(loop) or text
    value = json.loads(text)
    if not any(one != "unknown" and "unknown" in one["roles"] for one in _segments(value)):
        return text
    endless = bool(value["claim"]["endless"])
    closed = (_with_closed_set(json.loads(text), loop) or _planned(json.loads(text), loop)) if endless else None
    if closed is not None:
        return closed
    out = _with_ways_out(value, loop)
    if out is not None and endless and '"kept_up_by":"unknown"' in out:
        return _planned(json.loads(out), loop) or out
    return out or text


def _with_rounds(loop: Loop) -> str | None:
    """The certificate that says something of the choices of rounds; None where that is not so or can't be told."""
    try:
        text = certify(loop, of_rounds=True)
    except TracedMisuse:
        return None
    return None if isinstance(text, Refusal) or isinstance(check(text), Refusal) else text


def _segments(value: dict[str, Any]) -> list[Any]:
    """What is said of the choices of each segment: a statement, or "unknown"."""
    return [segment["choices"] for segment in value["chain"] if segment["kind"] == "segment"]


def _with_closed_set(value: dict[str, Any], loop: Loop) -> str | None:
    """The certificate with a set of positions that no answer leads out of; None where there is none to show."""
    stated = _segments(value)
    if any(one == "unknown" or "acts" in one["roles"] for one in stated):
        return None
    again = find_loop(state_from_json(value["start"]), loop.reader)
    if again.extend(None) is not None:
        return None
    road = _road(again)
    turns = any(place.choice.verb == choices.PASS and not place.state.stack for place in road)
    graph = reachable_from(
        state_from_json(value["start"]), Driver(loop.reader, False, turns), (), keeps=(None,) if turns else (0, 1, None)
    )
    if graph.unknown or graph.exits() or graph.root is None or id(graph.root) in graph.lost():
        return None
    if turns and _other_rounds(graph, road):
        return None
    for one in stated:
        one["roles"] = ["continues" if role == "unknown" else role for role in one["roles"]]
    keep = "" if graph.keep is None else str(graph.keep)
    nodes = [_node_json(node) for node in _written(graph)]
    if beyond_printing(nodes) is not None:
        return None
    texts = {canonical(node) for node in nodes}
    value["closed_set"] = {"keep": keep, "nodes": [json.loads(text) for text in sorted(texts)]}
    for draw in (True, False):
        value["claim"] |= {"kept_up_by": "nobody", "draw": draw}
        text = canonical(value)
        if not isinstance(check(text), Refusal):
            return text
    return None


def _road(loop: Loop) -> list[ChoicePoint]:
    """The places of a loop's road; none where they can't all be looked at."""
    try:
        return [place for segment in choice_segments_of(loop)[0] for place in choice_points(segment, loop.reader)]
    except Unsupported:
        return []


def _other_rounds(graph: ReachableSet, road: list[ChoicePoint]) -> bool:
    try:
        return leaves_out_a_question(graph, road)
    except (Unknown, Unsupported):
        return True


# --- loops with actions ----------------------------------------------------------------------------------------------


def _planned(value: dict[str, Any], loop: Loop) -> str | None:
    """``_with_a_plan``; None where something on the road can't be looked at."""
    try:
        return _with_a_plan(value, loop)
    except (Unknown, Unsupported, TracedMisuse):
        return None


def _with_a_plan(value: dict[str, Any], loop: Loop) -> str | None:
    """The certificate of a loop with actions, with a set in which those who act go on with these; None where there is none."""
    again = find_loop(state_from_json(value["start"]), loop.reader)
    if again.extend(None) is not None:
        return None
    found = choice_segments_of(again)[0]
    every = [place for segment in found for place in choice_points(segment, loop.reader)]
    segments = [next((p for p in found if p.loop_segment is segment), None) for segment in again.segments]
    roles: list[tuple[ChoicePoint, list[str], int]] = []  # the places of the first periods, and what is said of them
    if len(segments) != len(_segments(value)):
        return None
    for one, segment in zip(_segments(value), segments, strict=True):
        there = [] if segment is None or one == "unknown" else list(choice_points(segment, loop.reader))
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
    value["closed_set"]["nodes"] = _come_to(value["closed_set"], asked_at)
    value["claim"] |= {"kept_up_by": sorted(strategy.keepers), "draw": False}
    text = canonical(value)
    return None if isinstance(check(text), Refusal) else text


def _planned_nodes(graph: ReachableSet) -> list[Any] | None:
    """The nodes of a plan as data; None where a move is not one choice with written amounts."""
    for node in graph.all_nodes():
        if node.moves and (len(node.moves) < len(node.edges) or any(move != node.moves[0] for move in node.moves)):
            return None
        node.state = State(node.state.rows, node.state.seqs, {}, {}, node.state.fresh)  # without labels
    try:
        made = [_node_json(node) for node in _written(graph)]
    except (TracedMisuse, Unsupported):
        return None
    return None if beyond_printing(made) is not None else made


def _come_to(closed: dict[str, Any], states: list[State]) -> list[Any]:
    """The nodes that something comes to from these positions, with what is kept in mind numbered from 0 on."""
    written = closed | {"nodes": _numbered(closed["nodes"])}
    found = ClosedSet(written)
    try:
        found.verify(lambda state, choice: None)
        for state in states:
            found.holds(state, Log())
    except (Rejected, OutOfBudget):
        return _numbered(written["nodes"])
    reached, todo = set(found.come_to), list(found.come_to)
    while todo:
        more = found.leads[todo.pop()] - reached
        reached |= more
        todo += more
    return _numbered([node for i, node in enumerate(written["nodes"]) if i in reached])


def _numbered(nodes: list[Any]) -> list[Any]:
    """The nodes in order, each once, with other numbers for what is kept in mind."""
    numbers = {n: i for i, n in enumerate(sorted({node["memory"] for node in nodes}))}
    made = [
        node
        | {
            "memory": numbers[node["memory"]],
            "move": [*node["move"][:1], *(numbers.get(n, n) for n in node["move"][1:])],
        }
        for node in nodes
    ]
    return [json.loads(text) for text in sorted({canonical(node) for node in made})]


# --- answers that lead out -----------------------------------------------------------------------------------------------


def _with_ways_out(value: dict[str, Any], loop: Loop) -> str | None:
    """The certificate with what follows from other answers where that leads out of the loop; None where nothing does."""
    again = find_loop(state_from_json(value["start"]), loop.reader)
    if again.extend(None) is not None:
        return None
    stated = _segments(value)
    begun = [
        next((p for p in choice_segments_of(again)[0] if p.loop_segment is segment), None) for segment in again.segments
    ]
    if len(begun) != len(stated):
        return None
    every = [place for segment in choice_segments_of(again)[0] for place in choice_points(segment, loop.reader)]
    keepers = {place.choice.player for place in every if acts(place.state, place.choice)}
    for one, segment in zip(stated, begun, strict=True):
        if one == "unknown" or segment is None:
            continue
        found = list(choice_points(segment, loop.reader))
        if len(found) != len(one["roles"]):
            continue  # several periods are written as one
        ways = WaysOut(found, every)
        for at, place in enumerate(found):
            play = ways.at(place) if one["roles"][at] == "unknown" else None
            if play is not None:
                one["roles"][at] = "leaves"
                one["leaves"].append({"place": at, "play": play})
                keepers.add(place.choice.player)
    if not any(one != "unknown" and one["leaves"] for one in stated):
        return None
    for who in (sorted(keepers), "unknown"):
        value["claim"] |= {"kept_up_by": who, "draw": False}
        text = canonical(value)
        if not isinstance(check(text), Refusal):
            return text
    return None


# --- the set's nodes -----------------------------------------------------------------------------------------------------


def _written(graph: ReachableSet) -> list[Node]:
    """The nodes with several answers, and some more: every way round comes by one of them."""
    chosen = {
        id(node) for node in graph.all_nodes() if node.moves or any(edge.answer is not None for edge in node.edges)
    }
    while True:
        left = {id(node): node for node in graph.all_nodes() if id(node) not in chosen}
        while True:
            ends = [at for at, node in left.items() if all(id(edge.target) not in left for edge in node.edges)]
            if not ends:
                break
            for at in ends:
                del left[at]
        if not left:
            return _uncovered([node for node in graph.all_nodes() if id(node) in chosen])
        chosen.add(next(iter(left)))


def _uncovered(nodes: list[Node]) -> list[Node]:
    """The nodes without those whose positions are all of another: what is forgotten of the stack tells none apart here."""
    kept = list(nodes)
    for node in nodes:
        if any(_covers(other, node) for other in kept if other is not node):
            kept.remove(node)
    return kept


def _covers(wide: Node, node: Node) -> bool:
    phi = correspond(node.state, wide.state, amounts=False)
    if phi is None or wide.cursor != node.cursor:
        return False
    here = {(phi[handle], name): bounds for (handle, name), bounds in node.intervals.items()}
    return all(
        hull(wide.intervals.get(slot, (0, 0)), here.get(slot, (0, 0))) == wide.intervals.get(slot, (0, 0))
        for slot in wide.intervals.keys() | here.keys()
    )


def _node_json(node: Node) -> dict[str, Any]:
    place = {handle: i for i, handle in enumerate(sorted(node.state.rows))}
    state = filled(node.state, {slot: _first(bounds) for slot, bounds in node.intervals.items()})
    free = [
        [place[handle], name, *("" if end is None else decimal_text(end) for end in bounds)]
        for (handle, name), bounds in node.intervals.items()
        if bounds[0] is None or bounds[0] != bounds[1]
    ]
    found = {"state": state_to_json(state), "bounds": sorted(free, key=lambda one: one[:2]), "memory": 0, "move": []}
    if node.moves:
        moved = _renamed(node.moves[0], place)
        found |= {"memory": node.cursor[0], "move": [choice_json(moved), node.then[0]]}
    elif node.cursor:
        found["memory"] = node.cursor[0]
    return found


def _renamed(choice: Choice, place: dict[int, int]) -> Choice:
    """The same choice in a state whose rows have other names."""
    return replace(
        choice,
        row=place.get(choice.row, choice.row),
        targets=tuple(place[row] for row in choice.targets),
        picks=tuple((place[row], n) for row, n in choice.picks),
    )


def _first(bounds: Bounds) -> int:
    """What is written for an amount between bounds."""
    return next((end for end in bounds if end is not None), 0)
