"""Certificates of boards that a player could lead out of."""

from __future__ import annotations

from functools import cache

from reiterate.certify.certificate import certify
from reiterate.loops.loop import Loop
from tests.certify.choice_boards import loop_of
from tests.kinds.kinds_table import SABOTAGE


def altered(base: str, what: str) -> Loop:
    """The loop of an altered board."""
    loop = loop_of(next(each.text() for each in SABOTAGE if (each.base, each.what) == (base, what)))
    assert isinstance(loop, Loop)
    return loop


@cache
def certificate(base: str, what: str) -> str:
    """The certificate of an altered board, with its ways out."""
    text = certify(altered(base, what))
    assert isinstance(text, str), text
    return text
