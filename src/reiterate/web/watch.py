"""What an open page of a seat shows of calls that take long: the seconds so far, and a button that stops them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from reiterate.service.games import UnderWay

#: Seconds after which a call is shown to be under way, and between two looks at it.
SHOWN_AFTER: Final = 0.8
PROGRESS: Final = 0.5


class Watch:
    """The calls of one page that are under way. ``show`` is given the seconds of the longest one; None once nothing is under way."""

    def __init__(self, show: Callable[[float | None], None]) -> None:
        self.show = show
        self.calls: list[UnderWay] = []
        self.task: asyncio.Task[None] | None = None

    def begin(self, handle: UnderWay) -> None:
        """A call is under way."""
        self.calls.append(handle)
        if self.task is None:
            self.task = asyncio.get_running_loop().create_task(self._look())

    def end(self, handle: UnderWay) -> None:
        """A call is over."""
        self.calls.remove(handle)
        if not self.calls:
            self.close()
            self.show(None)

    def stop(self) -> None:
        """Stop all calls that are under way."""
        for each in list(self.calls):
            each.stop()

    def close(self) -> None:
        """Look no more."""
        if self.task is not None:
            self.task.cancel()
            self.task = None

    async def _look(self) -> None:
        await asyncio.sleep(SHOWN_AFTER)
        while True:
            passed = time.monotonic() - min(each.begun for each in self.calls)
            if passed >= SHOWN_AFTER:
                self.show(passed)
            await asyncio.sleep(PROGRESS)
