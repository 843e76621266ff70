"""Fresh draws: the shut part is never drawn, no row twice, no row that was looked at; and each draw stands in the record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import combos, fresh
from reiterate.cards import CardBook

UNKNOWN = {"id": "f", "cards": ["Grizzly Bears", "No Such Card"], "produces": ["Infinite ETB"]}
NOTHING = {"id": "c", "cards": ["Grizzly Bears", "Plains"], "produces": ["Infinite ETB"]}


def rows(many: int) -> list[fresh.Row]:
    return [{"id": str(i), "cards": [f"First {i}", f"Second {i}"], "produces": []} for i in range(many)]


def record(**more: object) -> dict[str, object]:
    return {"named": [], "draws": [], **more}


def test_no_row_of_the_shut_part_is_drawn_and_the_hash_orders_the_rest(tmp_path: Path) -> None:
    drawn = list(fresh.order(rows(200), [], fresh.looked_at(record(), tmp_path)))
    hashes = [fresh.digest(row) for row in drawn]
    assert 100 < len(drawn) < 200 and hashes == sorted(hashes) and hashes[0] >= "4"


def test_rows_that_were_drawn_named_or_taken_are_left_out(tmp_path: Path) -> None:
    first, second, third, fourth, fifth = list(fresh.order(rows(200), [], fresh.looked_at(record(), tmp_path)))[:5]
    (tmp_path / "test_x.py").write_text(f"{second['cards'][0]} {second['cards'][1]}", encoding="utf-8")
    known = record(
        named=[third["cards"]],
        draws=[{"rows": [{"id": first["id"], "came": "x"}, {"id": fifth["id"], "came": fresh.NOT_RUN}]}],
    )
    left = list(fresh.order(rows(200), [fourth["id"]], fresh.looked_at(known, tmp_path)))
    assert left[0] == fifth  # it was never tried


def forever() -> None:
    with fresh.limited(0.01):
        while True:
            pass


def test_a_row_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(fresh.TooSlow):
        forever()


def test_a_draw_stands_in_the_record(tmp_path: Path) -> None:
    at = tmp_path / "draws.json"
    fresh.write_record({"named": [["No", "Pair"]], "draws": []}, at)
    # the first row is of the old sample; ids whose hashes begin with 4 to f follow
    listed = [{**NOTHING, "id": "old"}, *({**row, "id": f"{row['id']}{i}"} for i in range(4) for row in (UNKNOWN,))]
    drawn, lines = combos.draw(listed, CardBook.builtin(), 3, "none readable", 100, at)
    assert drawn["rows"] == lines == []
    assert json.loads(at.read_text("utf-8"))["draws"][0]["note"] == "none readable"


@pytest.mark.parametrize(
    ("line", "claims", "stood"),
    [
        ({"came": combos.PROVED, "certificate": "accepted"}, ["Infinite ETB"], fresh.HELD),
        ({"came": combos.PROVED, "certificate": "accepted", "idle": ["X"]}, ["Infinite ETB"], fresh.IDLE),
        ({"came": combos.PROVED, "certificate": "refused"}, ["Infinite ETB"], combos.UNCERTIFIED),
        ({"came": combos.ONCE, "certificate": "accepted"}, ["Infinite damage"], combos.ONCE),
        ({"came": combos.ONCE, "certificate": "accepted"}, ["Near-infinite damage"], fresh.HELD),
    ],
)
def test_what_a_fresh_row_stands_for(line: fresh.Row, claims: list[str], stood: str) -> None:
    assert combos.stands({"id": "a", **line}, {**NOTHING, "produces": claims}) == stood
