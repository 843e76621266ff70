"""A script with one block in parts: what is done once before the block, the lines of one iteration, and how often.

A position file brings such parts along, and a person writes them into the fields of a proposal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reiterate.script.yaml_text import Table, Text, read_yaml

#: How many times a block of a shortcut may be done, as its script has it; "" for the number that is typed.
HOW_OFTEN: Final = {
    "times": "this many times",
    "until it ends": "until it ends by itself, as where it wins: the engine counts",
    "as often as possible": "as many times as possible while I am in the game",
    "once": "these lines once",
}

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

    def script(self) -> str:
        """The script that the fields stand for."""
        first = "".join(f"{line.rstrip()}\n" for line in self.before.splitlines() if line.strip())
        lines = [line.rstrip() for line in self.lines.splitlines() if line.strip()]
        if self.how == "once":
            return first + "".join(f"{line}\n" for line in lines)
        often = count_of(self.times) if self.how == "times" else self.how
        return f"{first}repeat {often}:\n" + "".join(f"  {line}\n" for line in lines)


def loop_of(position: str) -> str:
    """The script of a position file up to the end of its first block; "" where it has none, or is no position file."""
    if len(position) > MOST_POSITION:
        return ""
    document = read_yaml(position, "position")
    items = document.items if isinstance(document, Table) else ()
    script = next((value for key, value in items if key.text == "script"), None)
    if not isinstance(script, Text):
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


def count_of(times: str) -> str:
    """A count as it was typed, without spaces and commas between digits; words stay as they are, to be quoted."""
    count = " ".join(times.split())
    return count if any(each.isalpha() for each in count) else count.replace(" ", "").replace(",", "")


def lap_of(script: str) -> str:
    """The lines inside of the only block of a script."""
    return "\n".join(line.removeprefix("  ") for line in script.splitlines()[1:])
