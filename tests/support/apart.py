"""Coroutines of tests in a thread of their own: a browser that is open in this thread has a running event loop here."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

_R = TypeVar("_R")


def run_apart(story: Coroutine[Any, Any, _R]) -> _R:
    """What a coroutine returns, run to its end in another thread; what it raises is raised here."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, story).result()
