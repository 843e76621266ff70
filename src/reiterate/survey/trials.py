"""Trials: what a loop would give on a larger board, or with another color chosen, proved on the changed loop.

A creature that taps for mana is put beside the loop and used once in every iteration. Where the
loop is still proved never to end, it untaps that creature each time, and so any creature like it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from reiterate.loops.loop import Loop, find_loop
from reiterate.loops.play import DONE, play
from reiterate.refusals import Unsupported
from reiterate.rules.events.enters_battlefield import place
from reiterate.script.script import BodyReader, Line, Node
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, Row, State, make_class
from reiterate.state.normal_form import normal
from reiterate.state.properties import CARD, COUNT_ENTERS_OF
from reiterate.terms.abilities import Activated
from reiterate.terms.costs import TapCost
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.proto import Proto

#: Iterations after which a changed loop that has not settled into a period is given up.
PROBE: Final = 8

#: Choices of an iteration that are played to see what it untaps.
LOOK_BUDGET: Final = 500

#: Lines of an iteration that are changed, or before which something is added.
LINES: Final = 12

#: Symbols of a color that may stay where mana is chosen in any combination.
KEPT: Final = 3

_MANA: Final = (Activated((TapCost(),), (AddMana(("C",)),)),)

#: What is put beside a loop, by the words for all that is like it.
BYSTANDERS: Final = {
    "creatures": Proto("Bystander Creature", ("creature",), power=1, toughness=1, abilities=_MANA),
    "artifacts": Proto("Bystander Artifact", ("artifact",), abilities=_MANA),
    "enchantments": Proto("Bystander Enchantment", ("enchantment",), abilities=_MANA),
    "lands": Proto("Bystander Land", ("land",), abilities=_MANA),
    "legendary creatures": Proto(
        "Bystander Legend", ("creature",), supertypes=("legendary",), power=1, toughness=1, abilities=_MANA
    ),
    "artifact creatures": Proto("Bystander Golem", ("artifact", "creature"), power=1, toughness=1, abilities=_MANA),
}

#: What may be said to be untapped: the widest words for what was.
KINDS: Final = (*sorted(set(BYSTANDERS) - {"enchantments"}), "nonland permanents", "permanents")

_WORDS: Final = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


def made_untapped(loop: Loop, seat: int) -> tuple[set[str], set[str]]:
    """The words of what is untapped again in every iteration of a loop without end, and of what the loop itself untaps.

    Among the first is also what leaves and comes back untapped. What a wider word says is left out.
    """
    proved = {what: again for what, again in _once(loop, seat).items() if _proved(loop, seat, what)}
    return _widest(set(proved)), _widest({what for what, again in proved.items() if not again})


def _widest(found: set[str]) -> set[str]:
    if {"creatures", "artifacts", "enchantments"} <= found:
        found = found - {"creatures", "artifacts", "enchantments"} | {"nonland permanents"}
        if "lands" in found:
            found = found - {"lands", "nonland permanents"} | {"permanents"}
    found = found - {"enchantments"}
    if found & {"creatures", "nonland permanents", "permanents"}:
        found -= {"legendary creatures", "artifact creatures"}
    return found - {"artifact creatures"} if "artifacts" in found else found


def _once(loop: Loop, seat: int) -> dict[str, bool]:
    """What is untapped by the first iteration where it is tapped at its start; and whether it entered anew."""
    try:
        state = _with(loop.heads[0], seat, tuple(BYSTANDERS), tapped=True)
        played = play(state, loop.reader, upto=LOOK_BUDGET)
    except Unsupported:
        return {}
    if played.stop != DONE:
        return {}
    after = played.state
    there = {row.cls.proto: row.cls.tapped for row in after.rows.values() if row.cls.zone == BATTLEFIELD}
    names = {what: f"{COUNT_ENTERS_OF}{proto.name}" for what, proto in BYSTANDERS.items() if there.get(proto) is False}
    return {what: after.tally.get(name, 0) != state.tally.get(name, 0) for what, name in names.items()}


def _with(state: State, seat: int, kinds: Sequence[str], tapped: bool = False) -> State:
    draft = Draft(state)
    for kind in kinds:
        cls = make_class(CARD, BATTLEFIELD, proto=BYSTANDERS[kind], owner=seat, controller=seat, tapped=tapped)
        place(draft, Row(cls, {}, 1, {}), "")
    return normal(draft.done())


def _proved(loop: Loop, seat: int, kind: str) -> bool:
    if not isinstance(loop.reader, BodyReader):
        return False
    body = loop.reader.body
    start = _with(loop.heads[0], seat, (kind,))
    line = Line(0, f"p{seat + 1}: activate {BYSTANDERS[kind].name}")
    return any(_endless(start, (*body[:at], line, *body[at:])) is not None for at in range(min(len(body), LINES) + 1))


def _endless(start: State, body: Sequence[Node]) -> Loop | None:
    """A body's loop where it is proved never to end."""
    loop = find_loop(start, BodyReader(body))
    try:
        refused = loop.extend(PROBE)
        if refused is None and loop.segments:
            refused = loop.extend(None)
    except Unsupported:
        return None
    return loop if refused is None and loop.endless else None


def in_other_colors(loop: Loop, color: str) -> Iterator[tuple[str, Loop | None]]:
    """Each other color with the loop proved in which it is chosen in the place of ``color``; None where none is."""
    body = loop.reader.body if isinstance(loop.reader, BodyReader) else ()
    for other in _WORDS:
        if other != color:
            tries = (_endless(loop.heads[0], changed) for changed in _recolored(body, color, other))
            yield other, next((tried for tried in tries if tried is not None), None)


def _recolored(body: Sequence[Node], color: str, other: str) -> Iterator[tuple[Node, ...]]:
    """A body with one color in the place of another: everywhere, on one line, on one line every second time, and for part of a line."""
    whole = tuple(_changed(node, color, other) for node in body)
    if whole != tuple(body):
        yield whole
        for at in range(min(len(body), LINES)):
            if whole[at] != body[at]:
                once = (*body[:at], whole[at], *body[at + 1 :])
                yield once
                yield (*body, *once)
                for kept in range(1, KEPT + 1):
                    part = _all_but(body[at], color, other, kept)
                    if part is not None:
                        yield (*body[:at], part, *body[at + 1 :])


def _all_but(node: Node, color: str, other: str, kept: int) -> Node | None:
    """A line that chooses mana in any combination (106.4), with another color but for the last symbols that are kept.

    None where the line has no more symbols than those.
    """
    if not isinstance(node, Line) or node.text.count(f"{{{color}}}") <= kept:
        return None
    parts = node.text.split(f"{{{color}}}")
    cut = len(parts) - 1 - kept
    text = f"{{{other}}}".join(parts[: cut + 1]) + "".join(f"{{{color}}}{part}" for part in parts[cut + 1 :])
    return replace(node, text=text)


def _changed(node: Node, color: str, other: str) -> Node:
    if not isinstance(node, Line):
        body = tuple(_changed(inner, color, other) for inner in node.body)
        return replace(node, body=body)
    text = node.text.replace(f"{{{color}}}", f"{{{other}}}")
    if re.match(r"(p\d+: *)?choose ", text):
        text = re.sub(rf"\b(?:{color}|{_WORDS[color]})\b", other, text)
    return replace(node, text=text)
