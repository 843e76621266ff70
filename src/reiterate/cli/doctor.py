"""``reiterate doctor``: versions, extras, card files, the cache and the terminal, as this installation has them."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final, TextIO

from reiterate.cards import ENVIRONMENT, Cache
from reiterate.cards.cache import OFF
from reiterate.cards.remembered import folder, remembered
from reiterate.cli.card_files import builtin_count, cards_in_file
from reiterate.refusals import Refusal
from reiterate.show.brief import Brief, Row
from reiterate.show.screen import page_of

#: What every installation has.
_NEEDED: Final = ("msgspec", "PyYAML", "rich")

#: What makes it better, by the name of the extra.
_EXTRAS: Final = {"fast": "python-flint", "web": "fastapi", "mcp": "mcp", "dask": "distributed"}


def examined(own: str, environ: Mapping[str, str], stream: TextIO) -> tuple[Brief, Refusal | None]:
    """What the installation is like, and the first thing that is wrong with it, if anything is; ``own``: its version."""
    rows: list[Row] = [
        ("reiterate", [f"{own}, Python {platform.python_version()} on {sys.platform}"]),
        ("packages", [", ".join(f"{name} {_version(name) or 'missing'}" for name in _NEEDED)]),
    ]
    extras = [f"{extra}: {name} {_version(name) or 'not installed'}" for extra, name in _EXTRAS.items()]
    rows.append(("extras", [", ".join(extras)]))
    wrong = _card_rows(rows, environ)
    place = folder(environ)
    rows.append(("folder", [str(place) if place is not None else "none: nothing is remembered"]))
    rows.append(("cache", [_cache_words(environ)]))
    page = page_of(stream)
    colour = "colours" if page.colour else "no colours"
    rows.append(("output", [f"{page.width} columns, {colour}, {stream.encoding or 'no encoding'}"]))
    verdict = "everything is in order" if wrong is None else f"something is wrong: {wrong.message}"
    return Brief("", verdict, rows, more=""), wrong


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _card_rows(rows: list[Row], environ: Mapping[str, str]) -> Refusal | None:
    """Add a row for each source of cards; the first that can't be read."""
    known = remembered(environ)
    wrong = known if isinstance(known, Refusal) else None
    named = environ.get(ENVIRONMENT, "")
    files = ([Path(named)] if named else []) + ([] if isinstance(known, Refusal) else known)
    said = []
    for file in files:
        count = cards_in_file(file, environ)
        said.append(f"{file}: {count.message if isinstance(count, Refusal) else f'{count:,}'}")
        wrong = wrong or (count if isinstance(count, Refusal) else None)
    rows.append(("cards", [*said, f"built in: {builtin_count():,}"]))
    return wrong


def _cache_words(environ: Mapping[str, str]) -> str:
    cache = Cache.of(environ)
    if cache.file is None:
        return OFF
    if not cache.file.exists():
        return f"{cache.file}, empty"
    writable = "" if os.access(cache.file, os.W_OK) else ", can't be written"
    return f"{cache.file}, {cache.file.stat().st_size / 1e6:.1f} MB{writable}"
