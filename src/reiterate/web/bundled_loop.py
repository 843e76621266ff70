"""A loop that a game brings along: the block of the position file that it was begun from, ready to be proposed.

A game keeps no script of its position, so the loop travels with the link of whoever begins the game, and stays in that browser.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from reiterate.lazy_module import Later
from reiterate.web.choices_part import HOW_OFTEN

if TYPE_CHECKING:
    from reiterate.script import yaml_text
else:
    yaml_text = Later("reiterate.script.yaml_text")

#: Characters of a position file that is looked through for a loop, and of a loop that is brought along.
MOST_POSITION: Final = 50_000
MOST_LOOP: Final = 6_000


@dataclass(frozen=True, slots=True)
class Lap:
    """What the fields of a proposal hold: what is done once before the loop, one iteration, and how often it is done.

    ``times``: a number as the block says it; "" where ``how`` says instead how it is counted (``HOW_OFTEN``).
    """

    before: str = ""
    lines: str = ""
    times: str = ""
    how: str = "times"


def loop_of(position: str) -> str:
    """The script of a position file up to the end of its first block; "" where it has none, or is no position file."""
    if len(position) > MOST_POSITION:
        return ""
    document = yaml_text.read_yaml(position, "position")
    items = document.items if isinstance(document, yaml_text.Table) else ()
    script = next((value for key, value in items if key.text == "script"), None)
    if not isinstance(script, yaml_text.Text):
        return ""
    found: list[str] = []
    inside = False
    for line in script.text.splitlines():
        if not line.strip():
            continue
        if inside and not line[0].isspace():
            break
        inside = inside or _begins(line)
        found.append(line.rstrip())
    loop = "".join(f"{line}\n" for line in found)
    return loop if inside and len(loop) <= MOST_LOOP else ""


def lap_of_loop(loop: str) -> Lap:
    """The fields of a proposal for a loop (``loop_of``); empty fields where it has no block."""
    lines = loop.splitlines()
    at = next((number for number, line in enumerate(lines) if _begins(line)), None)
    if at is None or not lines[at + 1 :]:
        return Lap()
    block = lines[at + 1 :]
    indent = min(len(line) - len(line.lstrip()) for line in block)
    said = lines[at].rstrip().removeprefix("repeat ").removesuffix(":").strip()
    times, how = ("", said) if said in HOW_OFTEN else (said, "times")
    return Lap("\n".join(lines[:at]), "\n".join(line[indent:] for line in block), times, how)


def _begins(line: str) -> bool:
    return line.startswith("repeat ") and line.rstrip().endswith(":")


def packed(loop: str) -> str:
    """A loop in letters, digits, ``-`` and ``_``, as a link carries it."""
    return base64.urlsafe_b64encode(loop.encode()).decode().rstrip("=")


def unpacked(said: str) -> str:
    """The loop that a link has carried; "" for what is none."""
    if len(said) > 8 * MOST_LOOP or not said.isascii():
        return ""
    try:
        loop = base64.b64decode(said + "=" * (-len(said) % 4), altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return loop if len(loop) <= MOST_LOOP else ""
