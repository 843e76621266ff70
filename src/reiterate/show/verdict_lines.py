"""Lines of a script in a verdict: without the words of an ability, and as short as a reason has room for."""

from __future__ import annotations

from typing import Final

#: Letters of an action that stand in a reason.
LONGEST: Final = 72


def own_line(line: str) -> str:
    """A line without its player."""
    told = short(line).partition(": ")[2] or short(line)
    return told if len(told) <= LONGEST else f"{told[:LONGEST].rstrip()}..."


def short(line: str) -> str:
    """A line without the words of the ability in it: "p1: activate Bird: {0}: ..." is "p1: activate Bird"."""
    who, _, rest = line.partition(": ") if line[:1] == "p" and line[1:2].isdigit() else ("", "", line)
    told = rest.split(": ", 1)[0] if rest.startswith(("activate ", "cast ")) else rest
    told = "pass" if told.startswith("pass over ") else told
    target = rest.rpartition(" targeting ")[2] if " targeting " in rest and " targeting " not in told else ""
    told = f"{told} targeting {target}" if target else told
    return f"{who}: {told}" if who else told
