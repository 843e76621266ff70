"""``show/explained.json``: refusal codes, glossary and rules for ``reiterate explain``.

``python -m tests.house.explained`` writes the file from ``docs/codes.md``, ``docs/glossary.md``, ``docs/shortcut-rules.md`` and
``tests/house/rules_table.py``; nothing in it is typed by hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from tests.house.layout import PACKAGE
from tests.house.rules_table import CHAPTERS
from tests.support.files import ROOT

FILE: Final = ROOT / "src" / PACKAGE / "show" / "explained.json"
_CELL: Final = re.compile(r"(?<!\\)\|")


def rows(page: str) -> Iterator[list[str]]:
    """The rows of all tables of a page that have our words in their first column."""
    kept = False
    for line in (ROOT / "docs" / page).read_text("utf-8").splitlines():
        if not line.startswith("|"):
            kept = False
            continue
        cells = [plain(cell) for cell in _CELL.split(line)[1:-1]]
        if cells[0] in ("code", "our word", "rule"):
            kept = True
        elif kept and cells[0].strip("-"):
            yield cells


def plain(cell: str) -> str:
    """A cell as text: without links and with quotes for code."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", cell.strip())
    return text.replace("\\|", "|").replace("`", "'").replace("*", "")


def content() -> str:
    """The whole file."""
    codes = {cells[0].strip("'"): {"exit": cells[1], "meaning": cells[2]} for cells in rows("codes.md")}
    terms: dict[str, dict[str, str]] = {}
    for cells in rows("glossary.md"):
        meaning = {
            "meaning": cells[1],
            "field": cells[2] if len(cells) > 2 else "",
            "rule": cells[3] if len(cells) > 3 else "",
        }
        for name in cells[0].split(", "):
            terms.setdefault(name.strip("'").casefold(), meaning)
    rules = {cells[0]: {"words": cells[1], "program": cells[2]} for cells in rows("shortcut-rules.md")}
    sections = {
        str(each.number): {"title": each.title, "status": each.status, "note": each.note}
        for chapter in CHAPTERS.values()
        for each in chapter
    }
    found = {"codes": codes, "terms": terms, "rules": rules, "sections": sections}
    return json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def main() -> None:
    """Write the file."""
    FILE.write_text(content(), encoding="utf-8")


if __name__ == "__main__":
    main()
