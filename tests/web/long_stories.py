"""The whole story in browsers on every way: each way leaves a record when it has passed.

``python -m tests.web.long_stories`` goes the ways that have no record for the sources as they are, and prints all together;
``python -m tests.web.long_stories NAME ...`` goes only these ways, and ``--write`` writes ``docs/soak-stories.md``.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any, Final

from tests.support.browsers import axe, browsers, chromium
from tests.support.files import ROOT
from tests.web.whole_story import WAYS, Way, told

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER: Final = ROOT / "build" / "soak" / "stories"
RECORD: Final = ROOT / "docs" / "soak-stories.md"

#: What is counted, in the order of the record's columns.
COUNTS: Final = ("browsers", "pages loaded", "choices made", "screens looked at", "screens checked by axe")

#: The ends of the names of files of which pages are made.
_KINDS: Final = (".py", ".js", ".css", ".yaml", ".svg")


def sources() -> str:
    """The digest of what the stories try: of the program with its pages, and of the stories themselves."""
    found = hashlib.sha256()
    files = [file for file in (ROOT / "src" / "reiterate").rglob("*") if file.suffix in _KINDS]
    files += [ROOT / "tests" / "web" / name for name in ("whole_story.py", "stages.py")]
    for file in sorted([*files, ROOT / "tests" / "support" / "browsers.py"]):
        found.update(file.relative_to(ROOT).as_posix().encode() + b"\n" + file.read_bytes())
    return found.hexdigest()[:16]


def recorded(way: Way) -> dict[str, Any] | None:
    """The record of a way; None where the story has not passed on it with these sources."""
    try:
        found: dict[str, Any] = json.loads((FOLDER / f"{_file(way)}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if found["sources"] == sources() else None


def go(browser: Browser, way: Way) -> dict[str, Any]:
    """Tell the story on a way, unless it has passed already; its record. Raises ``AssertionError`` where something does not hold."""
    kept = recorded(way)
    if kept is not None:
        return kept
    before, commit, begun = sources(), _commit(), time.time()
    counts = told(browser, way)
    found = {
        "way": way.name,
        "commit": commit,
        "sources": before,
        "counts": {"serious findings": 0, **counts},
        "seconds": round(time.time() - begun, 1),
    }
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{_file(way)}.json").write_text(json.dumps(found), encoding="utf-8")
    return found


def _file(way: Way) -> str:
    return way.name.replace(" ", "-")


def _commit() -> str:
    done = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() or "unknown"


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


def all_records() -> list[dict[str, Any]]:
    """The records of all ways that the story has passed on, whatever sources they were of."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))]


def page(records: list[dict[str, Any]]) -> str:
    """The dated record."""
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    heads = ["way", "pixels", *COUNTS, "serious findings", "commit", "seconds"]
    table = "\n".join([f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}", *rows(records)])
    return f"""# Stories in browsers

Record of runs up to {today}. The story has passed on every way that is listed.

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
    print("\n".join(rows(all_records())), flush=True)
    if "--write" in words:
        RECORD.write_text(page(all_records()), encoding="utf-8")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
