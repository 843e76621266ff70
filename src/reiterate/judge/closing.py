"""Certificates that say more of choices: the invariant found by ``closure`` written down, where the checker takes it.

The graph of shapes holds every place of the loop; written are the places where somebody has several answers, and as many more as it
takes for every way round to come by one. What the checker does not take stays unsaid.
"""

from __future__ import annotations

import json
from typing import Any, Final

from reiterate.amounts import decimal_text
from reiterate.check.retrace import check
from reiterate.judge.answers import Driver, Unknown, answers
from reiterate.judge.boxes import filled
from reiterate.judge.closure import Graph, Node, follow
from reiterate.judge.forks import Bounds, hull
from reiterate.judge.pieces import Place, pieces, places
from reiterate.loops.certificate import beyond_printing, canonical, certify
from reiterate.loops.deeds import choice_json
from reiterate.loops.loop import Loop, find_loop
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules import choices
from reiterate.rules.choices import Choice
from reiterate.rules.step import step
from reiterate.rules.verify import asked, decider, over_text
from reiterate.state.identity import correspond
from reiterate.state.model import State
from reiterate.state.store import state_from_json, state_to_json

#: Choices behind an answer up to the way out.
LONGEST: Final = 100


def certify_choices(loop: Loop) -> str | Refusal:
    """The certificate of a loop as ``certify`` writes it, with what can be said of choices that have several answers."""
    text = certify(loop)
    if isinstance(text, Refusal):
        return text
    value = json.loads(text)
    if value["claim"]["kept_up_by"] != "unknown":
        return text
    closed = _with_closed_set(json.loads(text), loop) if value["claim"]["endless"] else None
    return closed or _with_ways_out(value, loop) or text


def _segments(value: dict[str, Any]) -> list[Any]:
    """What is said of the choices of each segment: a statement, or "unknown"."""
    return [piece["choices"] for piece in value["chain"] if piece["kind"] == "segment"]


def _with_closed_set(value: dict[str, Any], loop: Loop) -> str | None:
    """The certificate with a set of positions that no answer leads out of; None where there is none to show."""
    stated = _segments(value)
    if any(one == "unknown" or "acts" in one["roles"] for one in stated):
        return None
    graph = follow(state_from_json(value["start"]), Driver(loop.reader, acting=False, empty=False), ())
    if graph.unknown or graph.exits() or graph.root is None or id(graph.root) in graph.lost():
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


# --- answers that lead out -----------------------------------------------------------------------------------------------


def _with_ways_out(value: dict[str, Any], loop: Loop) -> str | None:
    """The certificate with what follows from other answers where that leads out of the loop; None where nothing does."""
    again = find_loop(state_from_json(value["start"]), loop.reader)
    if again.extend(None) is not None:
        return None
    stated = _segments(value)
    begun = [next((p for p in pieces(again)[0] if p.segment is segment), None) for segment in again.segments]
    if len(begun) != len(stated):
        return None
    keepers: set[int] = set()
    for one, piece in zip(stated, begun, strict=True):
        if one == "unknown" or "acts" in one["roles"] or piece is None:
            continue
        found = list(places(piece, loop.reader))
        if len(found) != len(one["roles"]):
            continue  # several periods are written as one
        for at, place in enumerate(found):
            play = _way_out(place) if one["roles"][at] == "unknown" else None
            if play is not None:
                one["roles"][at] = "leaves"
                one["leaves"].append({"place": at, "play": play})
                keepers.add(place.choice.player)
    for who in (sorted(keepers), "unknown") if keepers else ():
        value["claim"] |= {"kept_up_by": who, "draw": False}
        text = canonical(value)
        if not isinstance(check(text), Refusal):
            return text
    return None


def _way_out(place: Place) -> list[Any] | None:
    """Another answer and what follows it, whatever is answered then, up to the end of the game or an empty stack; as data."""
    try:
        ways = [answer for answer in answers(place.state) if answer != place.choice]
        return next((play for answer in ways if (play := _followed(place.state, answer, [LONGEST])) is not None), None)
    except (Unknown, Unsupported):
        return None


def _followed(state: State, answer: Choice, left: list[int]) -> list[Any] | None:
    """The way from an answer on; ``left``: how many choices more all ways of it may have together."""
    play: list[Any] = [choice_json(answer)]
    state = step(state, answer)[0]
    while left[0] > 0:
        left[0] -= 1
        if asked(state) == "over" or (asked(state) == "priority" and not state.stack):
            return play
        if asked(state) == "priority":
            choice = Choice(choices.PASS, decider(state), over=over_text(state))
        else:
            ways = answers(state)
            if len(ways) != 1:
                each = [way for other in ways if (way := _followed(state, other, left)) is not None]
                return [*play, {"each": each}] if len(each) == len(ways) else None
            choice = ways[0]
        play.append(choice_json(choice))
        state = step(state, choice)[0]
    return None


# --- the set's nodes -----------------------------------------------------------------------------------------------------


def _written(graph: Graph) -> list[Node]:
    """The nodes with several answers, and some more: every way round comes by one of them."""
    chosen = {id(node) for node in graph.all_nodes() if any(edge.answer is not None for edge in node.edges)}
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
    if phi is None:
        return False
    here = {(phi[handle], name): bounds for (handle, name), bounds in node.box.items()}
    return all(
        hull(wide.box.get(slot, (0, 0)), here.get(slot, (0, 0))) == wide.box.get(slot, (0, 0))
        for slot in wide.box.keys() | here.keys()
    )


def _node_json(node: Node) -> dict[str, Any]:
    place = {handle: i for i, handle in enumerate(sorted(node.state.rows))}
    state = filled(node.state, {slot: _first(bounds) for slot, bounds in node.box.items()})
    free = [
        [place[handle], name, *("" if end is None else decimal_text(end) for end in bounds)]
        for (handle, name), bounds in node.box.items()
        if bounds[0] is None or bounds[0] != bounds[1]
    ]
    return {"state": state_to_json(state), "bounds": sorted(free, key=lambda one: one[:2])}


def _first(bounds: Bounds) -> int:
    """What is written for an amount between bounds."""
    return next((end for end in bounds if end is not None), 0)
