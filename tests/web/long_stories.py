"""The whole story in browsers on every way: each way leaves a record when it has passed.

``python -m tests.web.long_stories`` goes the ways that have no record for the sources as they are, and prints all together;
``python -m tests.web.long_stories WORDS ...`` goes only the ways whose names hold one of these. ``--write`` writes
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
from tests.support.shifts import MOST_SHIFT
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
    return [*files, *(ROOT / "tests" / "support" / name for name in ("browsers.py", "shifts.py"))]


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
            said = [f"{way.width:,}", "dark" if way.dark else "light", way.people, way.hands, way.ending]
            shift = f"{counts.get('thousandths of shift', 0) / 1000:.3f}"
            cells = [*said, *cells, serious, shift, f"`{each['commit']}`", f"{each['seconds']:,.0f}"]
            found.append(f"| {' | '.join(cells)} |")
    return found


def page(records: list[dict[str, Any]]) -> str:
    """The dated record."""
    said = ["pixels", "colours", "people", "hands", "ending"]
    heads = [*said, *COUNTS, "serious findings", "layout shift", "commit", "seconds"]
    table = "\n".join([f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}", *rows(records)])
    passed = {record["way"] for record in records}
    lacking = "\n".join(f"- {way.name}" for way in WAYS if way.name not in passed)
    told = f"Ways without a record here:\n\n{lacking}" if lacking else "These are all ways."
    return f"""# Stories in browsers

Record of runs up to {today()}. The story has passed on every way of this table.

{table}

{told}

Each row is the whole story in real browsers, each with a page of its own. The first player names two cards, reads the proof, and begins a game from its board.
The others are invited by link. p1 proposes 10^100 iterations. An opponent stops inside iteration 7 with the trigger on the stack, and
answers with a Lightning Bolt. Then the game comes to its end:

- **win**: the tokens attack, and p1 wins.
- **draw by rule**: what p1 loses p2 gains, for ever. Nobody can do anything else, so the game is a draw (104.4b).
- **agreed draw**: the same loop, and p2 could act. p2 says "I do nothing".
- **concession**: p2 says twice that they concede. Of three players the others play on until p1 has won.
- **ruling**: the judge rules that the game is a draw, and takes the ruling back. The others play on until p1 has won.

On the way p1 loads the page anew, the server is killed and started again, and the wire of p2 is cut and mended. With keys alone no pointer is used,
from the first page to the end. With a pointer or by touch, cards and buttons are touched; names, numbers and words are typed.

Contrast is measured at every stage in light and in dark. In the colours of the way axe-core looks at each screen, and finds nothing at all.
Names, room and the width of the page are looked at besides. "Layout shift" is the farthest that one page has shifted
by itself ([Cumulative Layout Shift](https://web.dev/articles/cls)). It should be less than {MOST_SHIFT}.

A way keeps a record in `build/soak/stories` once the story has passed on it. Ways that have a record for the same sources
are not gone again. The screenshots lie in `build/stories`.

```sh fragment: takes ten to thirty minutes, and needs a browser
python -m tests.web.long_stories                  # all ways that have no record
python -m tests.web.long_stories "keys" "1280"    # the ways whose names hold one of these words
python -m tests.web.long_stories --write          # and write this page
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
            if names and not any(name in way.name for name in names):
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
