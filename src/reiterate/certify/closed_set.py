"""Closed sets for certificates: positions that no answer leads out of, found by the judge and written for the checker.

The graph of the judge holds every place of the loop. Written are the places where somebody has
several answers, and as many more as it takes for every way round to come by one.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from reiterate.amounts import decimal_text
from reiterate.certify.certificate_steps import choice_json
from reiterate.certify.chain import found_again
from reiterate.certify.form import beyond_printing, canonical, stated_choices
from reiterate.check.arithmetic import OutOfBudget
from reiterate.check.certificate import Accepted, check
from reiterate.check.claims.closed_set import ClosedSet
from reiterate.check.numbers import Log
from reiterate.check.small_values import Rejected
from reiterate.kinds.answers import Driver, Unknown
from reiterate.kinds.choice_segments import ChoicePoint, choice_points, choice_segments_of
from reiterate.kinds.explored_paths import followed_of
from reiterate.kinds.interval_numbers import Bounds, hull
from reiterate.kinds.reachable_set import Node, ReachableSet, reachable_from
from reiterate.kinds.slot_amounts import filled
from reiterate.kinds.strategy import leaves_out_a_question
from reiterate.loops.loop import Loop
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.positions.identity import correspond
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State


def with_closed_set(value: dict[str, Any], loop: Loop) -> tuple[str, Accepted] | None:
    """The certificate with a set of positions that no answer leads out of.

    In: ``value``, the certificate as data, which is changed; the loop that it is of. Out: its text, and what the checker
    says of that text. None where an action is part of the loop, no such set is found, or the checker refuses.
    """
    stated = stated_choices(value)
    if any(one == "unknown" or "acts" in one["roles"] for one in stated):
        return None
    again = found_again(loop, value["start"])
    if again.extend(None) is not None:
        return None
    places = places_of(again)
    turns = any(place.choice.verb == PASS and not place.state.stack for place in places)
    driver = Driver(loop.reader, False, turns)
    graph = reachable_from(
        state_from_json(value["start"]),
        driver,
        (),
        keeps=(None,) if turns else (0, 1, None),
        before=followed_of(loop, driver),
    )
    if graph.unknown or graph.exits() or graph.root is None or id(graph.root) in graph.lost():
        return None
    if turns and _other_rounds(graph, places):
        return None
    for one in stated:
        one["roles"] = ["continues" if role == "unknown" else role for role in one["roles"]]
    keep = "" if graph.keep is None else str(graph.keep)
    nodes = [node_json(node) for node in written_nodes(graph)]
    if beyond_printing(nodes) is not None:
        return None
    texts = {canonical(node) for node in nodes}
    value["closed_set"] = {"keep": keep, "nodes": [json.loads(text) for text in sorted(texts)]}
    for draw in (True, False):
        value["claim"] |= {"kept_up_by": "nobody", "draw": draw}
        text = canonical(value)
        checked = check(text)
        if isinstance(checked, Accepted):
            return text, checked
    return None


def places_of(loop: Loop) -> list[ChoicePoint]:
    """The places of a loop's chain; none where they can't all be looked at."""
    try:
        return [place for piece in choice_segments_of(loop)[0] for place in choice_points(piece, loop.reader)]
    except Unsupported:
        return []


def _other_rounds(graph: ReachableSet, places: list[ChoicePoint]) -> bool:
    try:
        return leaves_out_a_question(graph, places)
    except (Unknown, Unsupported):
        return True


# --- nodes ---


def written_nodes(graph: ReachableSet) -> list[Node]:
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


def node_json(node: Node) -> dict[str, Any]:
    """A node of a closed set as a certificate writes it.

    Out: "state", the position with one value for each amount. "bounds": ``[row, amount, least, most]`` for each amount that
    is not one number, "" for no bound. "memory": where in the loop's lap play stands. "move": what is chosen, and
    where play stands then; empty where that is left open. Rows are counted from 0 in the order of their handles.
    """
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
        targets=tuple(place.get(row, row) for row in choice.targets),
        picks=tuple((place.get(row, row), n) for row, n in choice.picks),
    )


def _first(bounds: Bounds) -> int:
    """What is written for an amount between bounds."""
    return next((end for end in bounds if end is not None), 0)


def nodes_come_to(closed: dict[str, Any], states: list[State]) -> list[Any]:
    """The nodes of a closed set that play from some positions comes to.

    In: ``closed``, the field "closed_set" of a certificate. ``states``: positions that each are one of a node.
    Out: those nodes as data, with their memories numbered from 0 on. All nodes where the set does not verify.
    """
    written = closed | {"nodes": _numbered(closed["nodes"])}
    closed_set = ClosedSet(written)
    try:
        closed_set.verify(lambda state, choice: None)
        for state in states:
            closed_set.holds(state, Log())
    except (Rejected, OutOfBudget):
        return _numbered(written["nodes"])
    reached, todo = set(closed_set.come_to), list(closed_set.come_to)
    while todo:
        more = closed_set.leads[todo.pop()] - reached
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
