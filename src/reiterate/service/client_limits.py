"""What one client may do: requests a second, open streams, connections, bytes that are being held."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Clients whose requests are remembered; the one that was heard of longest ago is forgotten.
REMEMBERED = 20_000


class Rates:
    """So many requests a second on average, and so many at once; each client has its own."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        """``rate``: a second on average; ``burst``: at once."""
        self.rate = rate
        self.burst = float(burst)
        self.now = now
        self.clients: OrderedDict[str, tuple[float, float]] = OrderedDict()  # requests left, and when

    def take(self, client: str, amount: float = 1) -> float:
        """One more request, or an amount of anything else: 0 where it may come, else the seconds after which it may."""
        left = self._left(client)
        allowed = left >= min(amount, self.burst)
        self._keep(client, left - amount if allowed else left)
        return 0.0 if allowed else (min(amount, self.burst) - left) / self.rate

    def spend(self, client: str, amount: float) -> float:
        """Count what has come already: the seconds after which nothing of it is owed any more. With 0: those of what came before."""
        left = self._left(client) - amount
        self._keep(client, left)
        return max(0.0, -left / self.rate)

    def _left(self, client: str) -> float:
        left, when = self.clients.get(client, (self.burst, 0.0))
        return min(self.burst, left + (self.now() - when) * self.rate)

    def _keep(self, client: str, left: float) -> None:
        self.clients.pop(client, None)
        self.clients[client] = (left, self.now())
        while len(self.clients) > REMEMBERED:
            self.clients.popitem(last=False)


class Held:
    """What clients hold at the moment, such as streams or bytes; ``each``: one client at most, ``all``: all together."""

    def __init__(self, each: int, all_: int) -> None:
        self.each = each
        self.all = all_
        self.clients: Counter[str] = Counter()
        self.total = 0

    def take(self, client: str, amount: int = 1) -> bool:
        """Hold more; False where that is too much."""
        if self.clients[client] + amount > self.each or self.total + amount > self.all:
            self._forget(client)
            return False
        self.clients[client] += amount
        self.total += amount
        return True

    def leave(self, client: str, amount: int = 1) -> None:
        """Hold less."""
        self.clients[client] -= amount
        self.total -= amount
        self._forget(client)

    @contextmanager
    def holding(self, client: str) -> Iterator[bool]:
        """Hold one within a block; False where that is too much."""
        taken = self.take(client)
        try:
            yield taken
        finally:
            if taken:
                self.leave(client)

    def _forget(self, client: str) -> None:
        if not self.clients[client]:
            del self.clients[client]
