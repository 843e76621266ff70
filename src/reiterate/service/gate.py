"""Places for work, and who waits for one: clients are let in in turn, so that nobody's many requests keep another's one waiting."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque


class Gate:
    """So many places."""

    def __init__(self, places: int) -> None:
        self.free = places
        self.lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self.lines.values()))

    def try_take(self) -> bool:
        """Take a place if one is free and nobody waits for it."""
        if not self.free or self.lines:
            return False
        self.free -= 1
        return True

    async def take(self, client: str) -> None:
        """Take a place, as soon as it is this client's turn. Whoever is cancelled waits no longer."""
        if self.try_take():
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lines.setdefault(client, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self.leave()  # the place was given in the moment of the cancellation
            else:
                self._forget(client, mine)
            raise

    def leave(self) -> None:
        """Give a place back: to the first request of the client whose turn is next."""
        while self.lines:
            client, line = self.lines.popitem(last=False)
            mine = line.popleft()
            if line:
                self.lines[client] = line
            if not mine.done():
                mine.set_result(None)
                return
        self.free += 1

    def _forget(self, client: str, mine: asyncio.Future[None]) -> None:
        line = self.lines.get(client)
        if line is not None and mine in line:
            line.remove(mine)
            if not line:
                del self.lines[client]
