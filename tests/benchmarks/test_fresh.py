"""Fresh draws: the order of hashes, what is never drawn, and a record that says what its rows say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import fresh

LINES = [json.dumps({"id": f"{n}-{n + 1}", "cards": ["A", "B"], "produces": ["Win the game"]}) for n in range(200)]


def test_rows_come_in_the_order_of_their_hashes_and_none_of_the_shut_part() -> None:
    rows = fresh.open_rows(LINES, {"7-8"})
    digests = [fresh.digest(row) for row in rows]
    assert digests == sorted(digests) and all(each[0] not in fresh.SHUT for each in digests)
    assert 80 < len(rows) < 160
    drawn = {row["id"] for row in rows}
    assert "7-8" not in drawn
    assert not drawn & {f"{n}-{n + 1}" for n in range(0, 200, fresh.OLDER)}


def test_unreadable_rows_are_passed_over_and_drawn_ones_are_not_drawn_again() -> None:
    record: fresh.Row = {"looked_at": [], "draws": []}
    solve = lambda row: {"id": row["id"], "came": "proved", "seconds": 0.5}  # noqa: E731 # a stand-in of one line
    first = list(fresh.drawn(LINES, 3, lambda row: not row["id"].startswith("1"), solve, record))
    assert len(first) == 3 and not any(row["id"].startswith("1") for row in first)
    record["draws"].append({"rows": first})
    again = list(fresh.drawn(LINES, 3, lambda _: True, solve, record))
    assert not {row["id"] for row in first} & {row["id"] for row in again}


def test_a_draw_is_added_to_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "fresh.json"
    path.write_text(fresh.as_text({"looked_at": ["1-2"], "draws": []}), "utf-8")
    monkeypatch.setattr(fresh, "RECORD", path)
    for of in ("one", "two"):
        fresh.add(fresh.Draw(of, [{"id": of, "came": "proved", "holds": True, "seconds": 1.5}]))
    record = fresh.read_record()
    assert [draw["of"] for draw in record["draws"]] == ["one", "two"] and record["looked_at"] == ["1-2"]
    assert fresh.summary(fresh.Draw("x", record["draws"][0]["rows"]))[0].startswith("1 of 1 (100 %)")


def test_the_record_that_stands_counts_its_own_rows_and_has_none_twice() -> None:
    record = fresh.read_record()
    ids = [row["id"] for draw in record["draws"] for row in draw["rows"]]
    assert len(ids) == len(set(ids))
    assert not any(fresh.digest({"id": each})[0] in fresh.SHUT for each in (*ids, *record["looked_at"]))
    for draw in record["draws"]:
        assert draw["drawn"] == len(draw["rows"]) and draw["held"] == sum(row["holds"] for row in draw["rows"])
