"""The examples that are built in: the name of each, its position file and its title."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

from reiterate.script.yaml_text import Table, Text, read_yaml

#: The example that stands first: the one that the rulebook tells.
FIRST: Final = "million"

_FOLDER: Final = resources.files("reiterate.examples")


@cache
def examples() -> tuple[tuple[str, str], ...]:
    """The name of each example, and the title of its position file; ``FIRST`` first, the others by name."""
    names = (file.name.removesuffix(".yaml") for file in _FOLDER.iterdir() if file.name.endswith(".yaml"))
    return tuple((name, _title(name)) for name in sorted(names, key=lambda each: (each != FIRST, each)))


def example_text(name: str) -> str:
    """The position file of an example."""
    return _FOLDER.joinpath(f"{name}.yaml").read_text(encoding="utf-8")


def _title(name: str) -> str:
    top = read_yaml(example_text(name), name)
    title = top.get("title") if isinstance(top, Table) else None
    return title.text if isinstance(title, Text) else ""
