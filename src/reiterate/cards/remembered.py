"""Card files that are remembered: a list in the platform's folder for data, which ``reiterate cards add`` writes.

The folder follows a plain rule, as that of the cache does (``cache.py``): no package is needed for three platforms. The
library never reads the list by itself.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from reiterate.cards.cache import own_folder
from reiterate.decoded import NotDecoded, json_of
from reiterate.limits import read_regular
from reiterate.refusals import INPUT, Refusal, Where

#: Bytes of the list that are read.
_MOST_BYTES: Final = 1_000_000

#: The folder of what is remembered, or ``off``.
ENVIRONMENT: Final = "REITERATE_FOLDER"

#: The list of card files, in that folder.
FILE: Final = "card-files.json"


def folder(environ: Mapping[str, str]) -> Path | None:
    """The folder that the environment or the platform names; None where nothing is remembered."""
    return own_folder(environ, ENVIRONMENT, (), "Application Support", ("XDG_DATA_HOME", ".local/share"))


def remembered(environ: Mapping[str, str]) -> list[Path] | Refusal:
    """The card files that are remembered, in the order in which they were added."""
    place = folder(environ)
    if place is None:
        return []
    try:
        listed = json_of(read_regular(place / FILE, _MOST_BYTES))
    except FileNotFoundError:
        return []
    except (OSError, NotDecoded):
        return _unreadable(place / FILE)
    if not isinstance(listed, list) or not all(isinstance(each, str) and each for each in listed):
        return _unreadable(place / FILE)
    return [Path(each) for each in listed]


def _unreadable(file: Path) -> Refusal:
    message = "the list of remembered card files can't be read"
    return Refusal(INPUT, "card-file", message, "a list of paths in JSON, or no such file", where=Where(file=str(file)))


def remember(files: Sequence[Path], environ: Mapping[str, str]) -> Refusal | None:
    """Write the list anew, at once: whoever reads it finds the old one or the new one."""
    place = folder(environ)
    if place is None:
        message = "nothing is remembered here: there is no folder for it"
        return Refusal(INPUT, "card-file", message, f"{ENVIRONMENT}, the name of a folder")
    fresh = place / f"{FILE}.{os.getpid()}"
    try:
        place.mkdir(parents=True, exist_ok=True)
        fresh.write_text(json.dumps([str(file) for file in files], indent=2) + "\n", encoding="utf-8")
        os.replace(fresh, place / FILE)
    except OSError as error:
        message = f"the list of card files can't be written: {error.strerror or 'no reason is known'}"
        return Refusal(INPUT, "card-file", message, f"a folder that can be written, or {ENVIRONMENT}")
    return None
