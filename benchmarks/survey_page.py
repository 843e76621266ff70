"""How long the page of a survey takes to filter 2,000 rows, in a real browser and opened from the disk.

``python -m benchmarks.survey_page`` prints the milliseconds of a filter by words, by a switch, and of all rows again, until the
page is laid out: the median and the longest of several. The aim is 100.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import sync_playwright

from reiterate.cards import CardBook
from reiterate.databases.combo_rows import Row
from reiterate.databases.reports import tally_of
from reiterate.databases.row_outcomes import Asked, Outcome, outcome
from reiterate.web.survey_page import write_page
from tests.support.browsers import chromium

ROWS: Final = 2_000
AIM: Final = 100
TIMES: Final = 15

#: Does something, and says after how many milliseconds the page is laid out anew.
_MEASURED: Final = """
(words) => {
  const search = document.getElementById("search");
  const began = performance.now();
  if (words === null) document.querySelector("[data-came=refused]").click();
  else { search.value = words; search.dispatchEvent(new Event("input")); }
  document.getElementById("rows").getBoundingClientRect();
  return performance.now() - began;
}
"""


def report(file: Path) -> None:
    """Write a page of proved and refused rows, with names of usual lengths."""
    row = Row(number=1, id="1", cards=("Midnight Guard", "Presence of Gond"), claims=("Infinite colored mana",))
    proved = outcome(row, CardBook.builtin(), Asked())
    refused = Outcome(
        number=1, key="", came="refused", id="1", cards=("A Card of Some Length", "Another"), claims=("Infinite ETB", "Infinite LTB", "Infinite death triggers"),
        how='A Card of Some Length: a clause is not understood: "Whenever something happens, do something else."', code="clause-not-understood",
    )  # fmt: skip
    found: list[Any] = [proved, refused] * (ROWS // 2)
    write_page(found, tally_of(found), "combos.csv", file)


def main() -> int:
    """Measure and print; 1 where the aim is missed."""
    missed = False
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        file = Path(folder) / "report.html"
        report(file)
        print(f"a page of {ROWS:,} rows: {file.stat().st_size / 1_000_000:.1f} MB")
        browser = started.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_context(offline=True).new_page()
        page.goto(file.as_uri())
        page.wait_for_selector("#rows li")
        for name, words in (("by words", "card length"), ("all again", ""), ("by a switch", None)):
            took = [float(page.evaluate(_MEASURED, words)) for _ in range(TIMES)]
            missed |= statistics.median(took) > AIM
            print(f"{name:<12} {statistics.median(took):6.1f} ms, at most {max(took):6.1f} ms")
        browser.close()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
