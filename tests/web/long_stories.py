"""The whole story in browsers on every way: each way leaves a record when it has passed.

``python -m tests.web.long_stories`` goes the ways that have no record for the sources as they are, and prints all together;
``python -m tests.web.long_stories NAME ...`` goes only these ways. ``--write`` writes
``docs/soak-stories.md``; with ``--kept``, of the ways that have passed, and none is gone.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.support.browsers import axe, browsers, chromium
from tests.support.files import ROOT
from tests.support.part_records import PROGRAM, Records, today
from tests.web.whole_story import WAYS, Way, told

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER: Final = ROOT / "build" / "soak" / "stories"
RECORD: Final = ROOT / "docs" / "soak-stories.md"

#: What is counted, in the order of the record's columns.
COUNTS: Final = ("browsers", "pages loaded", "choices made", "screens looked at", "screens checked by axe")

#: The ends of the names of files of which pages are made.
_KINDS: Final = (".py", ".js", ".css", ".yaml", ".svg")


def _files() -> list[Path]:
    """The program with its pages, and the stories themselves."""
    files = [file for file in PROGRAM.rglob("*") if file.suffix in _KINDS]
    files += [ROOT / "tests" / "web" / name for name in ("whole_story.py", "stages.py")]
    return [*files, ROOT / "tests" / "support" / "browsers.py"]


RECORDS: Final = Records(FOLDER, _files)


def go(browser: Browser, way: Way) -> dict[str, Any]:
    """Tell the story on a way, unless it has passed already; its record. Raises ``AssertionError`` where something does not hold."""
    return RECORDS.run(way.name, {"way": way.name}, lambda: {"serious findings": 0, **told(browser, way)})


def rows(records: list[dict[str, Any]]) -> list[str]:
    """One row for each way that has passed, in the order of the ways."""
    found = []
    for way in WAYS:
        for each in (record for record in records if record["way"] == way.name):
            counts = each["counts"]
            cells = [f"{counts.get(name, 0):,}" for name in COUNTS]
            serious = f"{counts['serious findings']:,}" if counts.get("screens checked by axe") else "not looked at"
            cells = [way.name, f"{way.width:,}", *cells, serious, f"`{each['commit']}`", f"{each['seconds']:,.0f}"]
            found.append(f"| {' | '.join(cells)} |")
    return found


def page(records: list[dict[str, Any]]) -> str:
    """The dated record."""
    heads = ["way", "pixels", *COUNTS, "serious findings", "commit", "seconds"]
    table = "\n".join([f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}", *rows(records)])
    return f"""# Stories in browsers

Record of runs up to {today()}. The story has passed on every way that is listed.

{table}

Each row is the whole story in real browsers, each with a page of its own. The first player names two cards, reads the proof, and begins a game from its board.
The others are invited by link. p1 proposes 10^100 iterations. An opponent stops inside iteration 7 with the trigger on the stack, and
answers with a Lightning Bolt. All play on until p1 has won.

On the way p1 loads the page anew, the server is killed and started again, and the wire of p2 is cut and mended. With keys alone no pointer is used,
from the first page to the win. Every stage is looked at in light and in dark. axe-core looks at each of these screens, and finds nothing at all.
Names, contrast, room and the width of the page are looked at besides.

A way keeps a record in `build/soak/stories` once the story has passed on it. Ways that have a record for the same sources
are not gone again. The screenshots lie in `build/stories`.

```sh fragment: takes about twenty minutes, and needs a browser
python -m tests.web.long_stories                # all ways that have no record
python -m tests.web.long_stories "keys alone"   # one way
python -m tests.web.long_stories --write        # and write this page
pytest -m soak tests/web
```
"""


def main(words: list[str]) -> int:
    """Go the ways that are to be gone; 1 where something does not hold."""
    names = [word for word in words if not word.startswith("--")]
    if "--kept" in words:
        if "--write" in words:
            RECORD.write_text(page(RECORDS.all()), encoding="utf-8")
        return 0
    if not chromium():
        print("no browser: the stories need playwright and the system's chromium (apt install chromium)")
        return 0
    if axe() is None:
        print("axe-core is not installed: the screens are not checked by it (pip install axe-playwright-python)")
    failed = 0
    with browsers() as browser:
        for way in WAYS:
            if names and way.name not in names:
                continue
            try:
                print(json.dumps(go(browser, way)), flush=True)
            except AssertionError as error:
                failed = 1
                print(f"{way.name}: {error}", flush=True)
    print("\n".join(rows(RECORDS.all())), flush=True)
    if "--write" in words:
        RECORD.write_text(page(RECORDS.all()), encoding="utf-8")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
