"""``reiterate serve``: the service, with pages where they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reiterate.extras import PAGES, SERVICE, STORE, missing
from reiterate.lazy_module import Later
from reiterate.refusals import Refusal
from reiterate.service.settings import Settings, limits_of

if TYPE_CHECKING:
    from reiterate.cli import opening
    from reiterate.service import http_server
else:
    http_server = Later("reiterate.service.http_server")
    opening = Later("reiterate.cli.opening")


def served(
    version: str,
    bounds: tuple[float, int],
    cards: tuple[str, ...],
    quiet: bool,
    *,
    host: str,
    port: int,
    public: bool,
    workers: int,
    long_workers: int,
    database: str,
    name: list[str] | None,
    origin: list[str] | None,
    proxy: list[str] | None,
    limit: list[str] | None,
    check: bool,
    pages: bool,
    pictures: str,
) -> Refusal | str | None:
    """The command: a refusal, the answer to ``check``, or None once the server was stopped.

    In: the version of the program; seconds and megabytes of a request; card files; and the options of the command.
    """
    limits = limits_of(limit or [], *bounds)
    if isinstance(limits, Refusal):
        return limits
    absent = missing("reiterate serve", PAGES if pages else (*SERVICE, *STORE) if database else SERVICE)
    if absent is not None:
        return absent
    named = (tuple(name or ()), tuple(origin or ()), tuple(proxy or ()))
    settings = Settings(host, port, public, workers, long_workers, cards, database, *named, limits, version)
    if check:
        return http_server.tried(settings)
    return opening.serve_pages(settings, pictures, quiet) if pages else http_server.serve_http(settings, quiet)
