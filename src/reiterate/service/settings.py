"""What `reiterate serve` is told: where it listens, and the limits that it keeps. Every limit has a name that people can type."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace

from reiterate.refusals import INPUT, Refusal, Where


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of the service.

    Of a request: ``seconds`` of work and ``megabytes`` of a worker; ``steps`` of a search; ``body`` and ``certificate`` bytes.
    Of a client: ``rate`` requests a second on average and ``burst`` at once. ``bytes``: a second, of long bodies and of entries. ``each``: requests in work or waiting.
    ``streams``: open streams. ``connections``: open connections. Of the server: ``waiting`` requests that wait, ``held`` bytes of bodies, ``sockets``.
    Of a connection: ``headers_in`` and ``body_in`` seconds until they are there, ``reads_in`` seconds until a part of an answer is taken.
    ``patience``: seconds after which work is long. ``turn``: seconds that a request waits for its turn. ``choice``: seconds
    that a call to a game may take. ``rest``: seconds in which a client whose call took longer may ask that game for nothing long. ``games``: games that a client may begin in an hour. ``grace``: seconds that work has to
    end when the server stops.
    """

    seconds: float = 20.0
    megabytes: int = 1_000
    steps: int = 200_000
    body: int = 2_000_000
    certificate: int = 5_200_000
    rate: float = 20.0
    burst: int = 40
    bytes: int = 1_000_000
    each: int = 4
    streams: int = 20
    connections: int = 64
    waiting: int = 64
    held: int = 64_000_000
    sockets: int = 1_000
    headers_in: float = 10.0
    body_in: float = 15.0
    reads_in: float = 30.0
    patience: float = 1.0
    turn: float = 60.0
    choice: float = 15.0
    rest: float = 60.0
    games: int = 60
    grace: float = 10.0


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the service listens and what it works with.

    ``workers`` and ``long_workers``: processes for quick work, and those for work that takes longer. ``cards``: card files. ``database``: the
    address of the database of games; "" for no games. ``hosts``: names by which the server is called besides its address. ``origins``: other sites
    whose pages may ask. ``proxies``: addresses whose word about the client's address is taken. ``version``: of the program. ``workers_first``: whether the server waits
    for its workers before the first request; else the first question starts one.
    """

    host: str = "127.0.0.1"
    port: int = 8421
    public: bool = False
    workers: int = 2
    long_workers: int = 2
    cards: tuple[str, ...] = ()
    database: str = ""
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    version: str = "0"
    workers_first: bool = True

    def refusal(self) -> Refusal | None:
        """Why the server may not listen so: an address that others can reach has to be asked for by ``--public``."""
        if loopback(self.host) or self.public:
            return None
        message = f"{self.host} can be reached from other machines"
        expected = "--public where that is meant, or --host 127.0.0.1"
        return Refusal(INPUT, "public-address", message, expected, where=Where(span=f"--host {self.host}"))


def loopback(host: str) -> bool:
    """Whether an address, or the name ``localhost``, can be reached from this machine alone."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def client_of(host: str) -> str:
    """The client that an address stands for: one IPv4 address, or the 64 bits of an IPv6 network that one household has."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def limits_of(words: Sequence[str], seconds: float, megabytes: int) -> Limits | Refusal:
    """The limits that a person names, such as ``rate=5``; ``seconds`` and ``megabytes`` are those of each request."""
    given: dict[str, Callable[[str], float]] = {
        each.name: int if isinstance(each.default, int) else float
        for each in fields(Limits)
        if each.name not in ("seconds", "megabytes")
    }
    found = replace(Limits(), seconds=seconds or Limits().seconds, megabytes=megabytes)
    for word in words:
        name, _, number = word.partition("=")
        kind = given.get(name)
        if kind is None:
            return _no_limit(f"there is no limit '{name}'", f"one of {', '.join(given)}", word)
        try:
            value = kind(number)
        except ValueError:
            return _no_limit(f"'{number}' is no number", f"{name}=NUMBER", word)
        if not 0 < value < 1e12:
            return _no_limit(f"{name} is a number above 0", f"{name}={getattr(Limits(), name)}", word)
        found = replace(found, **{name: value})  # type: ignore[arg-type] # of the field's own type
    return found


def _no_limit(message: str, expected: str, word: str) -> Refusal:
    return Refusal(INPUT, "limit", message, expected, where=Where(span=f"--limit {word}"))
