"""``commands/explained.json``: refusal codes and glossary for ``reiterate explain``.

``python -m tests.house.explained`` writes the file from ``docs/codes.md`` and ``docs/glossary.md``; nothing in it is typed by
hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from tests.house.layout import PACKAGE
from tests.support.files import ROOT

FILE: Final = ROOT / "src" / PACKAGE / "commands" / "explained.json"
_CELL: Final = re.compile(r"(?<!\\)\|")


def rows(page: str) -> Iterator[list[str]]:
    """The rows of all tables of a page that have our words in their first column."""
    kept = False
    for line in (ROOT / "docs" / page).read_text("utf-8").splitlines():
        if not line.startswith("|"):
            kept = False
            continue
        cells = [plain(cell) for cell in _CELL.split(line)[1:-1]]
        if cells[0] in ("code", "our word"):
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
    found = {"codes": codes, "terms": terms}
    return json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def main() -> None:
    """Write the file."""
    FILE.write_text(content(), encoding="utf-8")


if __name__ == "__main__":
    main()
