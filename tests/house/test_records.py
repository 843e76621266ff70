"""Records of long runs name the commit and a digest of the sources; a run tells which of them are of the sources as they are."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from benchmarks import record
from tests.soak import report
from tests.support.files import ROOT
from tests.support.part_records import NAMED, Records, sources_now, sources_told, tried_now
from tests.support.told_once import TOLD

#: The pages that are written of long runs.
PAGES: Final = ("soak.md", "soak-drawn.md", "soak-stories.md", "soak-table.md", "speed.md")


def test_which_records_are_of_the_sources_as_they_are(record_property: Callable[[str, object], None]) -> None:
    """Nothing fails here: it is told at the end of a run."""
    now = sources_now()
    for name in PAGES:
        told = sources_told((ROOT / "docs" / name).read_text(encoding="utf-8"), now)
        record_property(TOLD, f"docs/{name}: {told or 'its records name no sources'}")


def test_a_page_of_games_says_how_they_are_drawn_now() -> None:
    """Its figures may be of an older run; how a run is repeated is as the report writes it."""
    assert report.HOW in (ROOT / "docs" / "soak.md").read_text(encoding="utf-8")
    assert "drawn by the name of the\ncommit" in report.HOW


def test_a_record_names_the_commit_and_its_sources(tmp_path: Path) -> None:
    kept = Records(tmp_path, list).run("one", {}, lambda: {"games": 1})
    assert NAMED.fullmatch(f"`{kept['commit']}`")
    record.keep([], {}, tried_now(), tmp_path / "bench.json")
    assert f", sources {sources_now()}`" in record.table({"rows": [], "failed": {}, "day": "", "machine": "", **kept})


def test_what_a_page_tells_of_its_sources() -> None:
    page = (
        "`5aa4af15, sources 0123456789ab` and `5aa4af15-dirty, sources ba9876543210`, `5aa4af15, sources 0123456789ab`"
    )
    assert sources_told(page, "ba9876543210") == "sources 0123456789ab, commit 5aa4af15; the sources as they are now"
    assert sources_told("of commit `5aa4af15`", "ba9876543210") == ""


def test_the_digest_is_of_what_lies_there_and_of_no_name_of_a_commit(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    def digest() -> str:
        sources_now.cache_clear()
        return sources_now(tmp_path)

    git("init", "-q")
    assert digest() == "unknown"
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("a = 1\n", encoding="utf-8")
    git("add", ".")
    git("commit", "-qm", "one")
    first = digest()
    git("commit", "-q", "--amend", "-m", "another name")
    (tmp_path / "notes").write_text("beside the sources", encoding="utf-8")
    assert digest() == first
    (tmp_path / "src" / "a.py").write_text("a = 2\n", encoding="utf-8")
    assert digest() != first
    sources_now.cache_clear()
