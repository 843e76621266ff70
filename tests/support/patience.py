"""How long tests wait for what has to come: no measure of speed, but the end of a program that hangs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

#: Seconds. A machine that does ten other things is not as slow; what takes as long never comes.
PATIENCE: Final = 10.0 * 60

#: Seconds. Once a wait has run out the run has failed: the waits that come after it only end the rest.
SPENT: Final = 20.0

_spent: list[str] = []


def patience() -> float:
    """How many seconds a wait that begins now may last."""
    return SPENT if _spent else PATIENCE


def told(name: str, failed: bool, seconds: float) -> None:
    """Notice how a test ended: one that failed and took as long as a whole wait has spent the patience of its process."""
    if failed and seconds >= PATIENCE:
        _spent.append(name)


def until(what: Callable[..., object], pause: float = 0.02) -> None:
    """Wait until something is so; it has to become so."""
    end = time.monotonic() + patience()
    while not what():
        assert time.monotonic() < end, "it never comes"
        time.sleep(pause)
