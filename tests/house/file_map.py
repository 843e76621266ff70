"""``docs/map.md``: every room, every file in it, and the first paragraph of the file's docstring.

``python -m tests.house.file_map`` writes the page from the source; nothing on it is typed by hand.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

from tests.house.layout import ORDER, PACKAGE, RULES_ORDER
from tests.support.files import ROOT
from tests.support.trees import tree_of

SRC: Final = ROOT / "src" / PACKAGE
PAGE: Final = ROOT / "docs" / "map.md"
HEAD: Final = """# Map of the source files

Made by `make docs` from the first paragraph of each module's docstring; a test fails where this page is not up to date.
Rooms stand in layers: a file imports only from its own room and from rooms further up on this page.
The sub-rooms of `rules/` stand in layers, too.

To find the place where a rule is played, begin with [where.md](where.md). For the words, see the [glossary](glossary.md).
"""


def told(path: Path) -> str:
    """The first paragraph of a module's docstring, on one line of a table."""
    text = ast.get_docstring(tree_of(path.read_text("utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split()).replace("|", "\\|").replace("``", "`")


def rooms() -> dict[str, list[Path]]:
    """The files of every folder of the package, by the folder's path below it; the package's own files under ".".

    Folders stand in the order of the layers, a sub-room behind its room.
    """
    found: dict[str, list[Path]] = {}
    for path in SRC.rglob("*.py"):
        if path.name not in ("__init__.py", "__main__.py"):
            found.setdefault(path.parent.relative_to(SRC).as_posix(), []).append(path)
    for path in SRC.rglob("__init__.py"):
        found.setdefault(path.parent.relative_to(SRC).as_posix(), [])

    def place(folder: str) -> tuple[int, int, str]:
        room, _, inner = folder.partition("/")
        below = RULES_ORDER.index(inner) if room == "rules" and inner else -1
        return (-1 if folder == "." else ORDER.index(room), below, folder)

    return {folder: sorted(found[folder]) for folder in sorted(found, key=place)}


def section(folder: str, files: list[Path]) -> str:
    """One room: what its package says of itself, and a table of its files."""
    title = "Files of the package itself" if folder == "." else f"`{folder}/`"
    head = told(SRC / folder / "__init__.py")
    rows = [f"| `{path.name}` | {told(path)} |" for path in files]
    table = ["", "| file | what it holds |", "| --- | --- |", *rows] if rows else []
    return "\n".join([f"## {title}", "", head, *table])


def page() -> str:
    """The whole page."""
    return HEAD + "".join(f"\n{section(folder, files)}\n" for folder, files in rooms().items())


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
