"""The least that a line needs which is played once: what it does without is taken from its board.
Part of the solver: the boards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from reiterate.combos.layouts import Layout
from reiterate.combos.smaller import face_names, grown


def least_once(layout: Layout, first: Mapping[str, Mapping[str, int]], does: Callable[[Layout], bool]) -> Layout:
    """The board without helpers, starters, counters and mana that a line does without.

    In: ``first``, the counters that each card enters with; ``does``, whether the line comes to the same on another board.
    """
    for helper, many in layout.helpers:
        for n in range(many):
            fewer = tuple((h, n if h == helper else m) for h, m in layout.helpers if h != helper or n)
            if does(tried := replace(layout, helpers=fewer)):
                layout = tried
                break
    for helper, many in layout.against:
        for n in range(many):
            fewer = tuple((h, n if h == helper else m) for h, m in layout.against if h != helper or n)
            if does(tried := replace(layout, against=fewer)):
                layout = tried
                break
    faces: dict[str, dict[str, int]] = {face: {} for name in first for face in face_names(name)}
    tried = replace(layout, battlefield=tuple(grown(entry, first, faces) for entry in layout.battlefield))
    layout = tried if does(tried) else layout
    for less in ({"life": ""}, {"theirs": ""}, {"hidden": 0}, {"library": ""}):
        tried = replace(layout, **less)
        layout = tried if tried != layout and does(tried) else layout
    for kind in layout.starters:
        tried = replace(layout, starters=tuple(each for each in layout.starters if each != kind))
        layout = tried if does(tried) else layout
    return least_mana(layout, {}, does)


def least_mana(layout: Layout, kept: Mapping[str, int], does: Callable[[Layout], bool]) -> Layout:
    """The board with the least mana of each kind with which a line comes to the same. What is ``kept`` stays."""
    for kind, many in layout.mana:
        for n in range(kept.get(kind, 0), many):
            tried = replace(layout, mana=tuple((k, n if k == kind else m) for k, m in layout.mana))
            if does(tried):
                layout = tried
                break
    return replace(layout, mana=tuple((kind, n) for kind, n in layout.mana if n))
