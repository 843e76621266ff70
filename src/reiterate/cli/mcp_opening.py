"""``reiterate mcp``: the tools are served, or it is said what they would be."""

from __future__ import annotations

from reiterate.refusals import Refusal
from reiterate.service import mcp_server
from reiterate.service.settings import Settings, limits_of


def opened(
    version: str,
    bounds: tuple[float, int],
    files: tuple[str, ...],
    workers: int,
    long_workers: int,
    limit: list[str] | None,
    check: bool,
) -> str | Refusal:
    """Serve until standard input ends; out: what is left to be said, or why the tools can't be served.

    ``bounds``: seconds and megabytes of each question; ``check``: only say which tools there would be.
    """
    limits = limits_of(limit or [], *bounds)
    if isinstance(limits, Refusal):
        return limits
    if check:
        return f"the tools would be {', '.join(mcp_server.TOOLS)}"
    mcp_server.serve_assistant(
        Settings(workers=workers, long_workers=long_workers, cards=files, limits=limits, version=version)
    )
    return ""
