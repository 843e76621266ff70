"""Kinds of loops that were found last, kept for the next question about the same loop.

The kind of a loop follows from its start and its lap alone. So a ruling, an answer and a search share what one of them has found.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from typing import Final

from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import Kind
from reiterate.loops.loop import Loop
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.positions.identity import equal
from reiterate.script.script import BodyReader, Node

#: Each loop with its lap and its kind.
_KINDS: Final[deque[tuple[Loop, tuple[Node, ...], Kind]]] = deque(maxlen=4)


def forget() -> None:
    """Keep none of them any more."""
    _KINDS.clear()


def loop_and_kind(loop: Loop) -> tuple[Loop, Kind] | Refusal:
    """A loop and its kind, as ``kind_of`` finds it. A refusal is not kept.

    Where the lap is that of the same file, and the kept loop is known to its end, that loop is given instead of ``loop``.
    """
    body = loop.reader.body if isinstance(loop.reader, BodyReader) else None
    for kept, lap, kind in tuple(_KINDS):
        if kept is loop:
            return loop, kind
        if lap == body and equal(kept.heads[0], loop.heads[0]):
            if lap is body and (kept.endless or kept.end is not None):
                return kept, kind
            _work_out(loop)
            return loop, kind
    found = kind_of(loop)
    if isinstance(found, Refusal):
        return found
    if body is not None:
        _KINDS.append((loop, body, found))
    return loop, found


def kept_kind_of(loop: Loop) -> Kind | Refusal:
    """``kind_of`` a loop, which is worked out to its end in any case; found once for loops with the same start and lap."""
    found = loop_and_kind(loop)
    if isinstance(found, Refusal):
        return found
    if found[0] is not loop:
        _work_out(loop)
    return found[1]


def _work_out(loop: Loop) -> None:
    """Work a loop out to its end, as finding its kind would."""
    with suppress(Unsupported):
        loop.extend(None)
