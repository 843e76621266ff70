"""The measure of combos: which rows are taken, what comes of each, and that a second run does none again."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks import combos
from reiterate.cards import CardBook
from reiterate.databases.row_outcomes import implied_claims, lacking, word

TOKENS = {
    "id": "a",
    "cards": ["Midnight Guard", "Presence of Gond"],
    "produces": ["Infinite creature tokens", "Infinite ETB"],
}
TOO_MUCH = {**TOKENS, "id": "b", "produces": ["Infinite creature tokens", "Infinite turns"]}
NOTHING = {"id": "c", "cards": ["Grizzly Bears", "Plains"], "produces": ["Infinite ETB"]}
ONCE = {
    "id": "d",
    "cards": ["Laboratory Maniac", "Leveler"],
    "produces": ["Win the game", "Infinite self-mill"],
}
WON = {**ONCE, "id": "g", "produces": ["Win the game"]}
BOUNDED = {**TOKENS, "id": "e", "produces": ["Win the game"]}
UNKNOWN = {"id": "f", "cards": ["Grizzly Bears", "No Such Card"], "produces": ["Infinite ETB"]}


def test_a_claim_is_compared_without_how_much_of_it() -> None:
    assert word("Infinite ETB") == word("Near-infinite ETB") == "ETB"
    assert word("Infinite mill for target opponent") == "mill"
    assert word("Infinite mill for up to two target players") == word("Infinite mill for each opponent") == "mill"
    assert word("Infinite ETB for target opponent") == "ETB for opponents"
    assert word("Infinite card draw for each opponent") == "card draw for an opponent"
    assert lacking(["Infinite draw triggers for target opponent"], ["card draw for an opponent"]) == []
    assert lacking(["Infinite draw triggers for target opponent"], ["draw triggers"])
    assert lacking(["Infinite creature tokens"], ["tapped creature tokens"]) == []
    assert lacking(["Infinite creature tokens"], ["tapped creature tokens for opponents"])
    assert implied_claims(["colored mana"]) >= {"red mana", "blue mana"}
    assert implied_claims(["damage", "damage to yourself"]) >= {"damage to all players"}
    assert "damage to all players" not in implied_claims(["damage"])
    assert lacking(["Infinite ETB", "Infinite LTB"], ["ETB"]) == ["Infinite LTB"]


def test_a_draw_is_what_a_row_claims_where_the_loop_draws_unless_somebody_acts() -> None:
    assert lacking(["Draw the game", "Infinite ETB"], ["ETB"], drawn=True) == []
    assert lacking(["Draw the game"], ["ETB"]) == ["Draw the game"]


def test_mana_that_permanents_can_produce_is_no_colored_mana() -> None:
    """Which permanents those are is not said, and a board of Islands makes blue mana alone."""
    assert lacking(["Infinite colored mana"], ["mana nonland permanents you control can produce"])
    assert lacking(["Infinite colored mana"], ["mana lands you control can produce", "blue mana"])


def test_what_is_won_by_the_next_turn_is_won_at_its_upkeep() -> None:
    for claim in ("Win the game at the beginning of your next upkeep", "Target opponent loses the game"):
        assert lacking([claim], ["Win the game"]) == [] and lacking([claim], ["Draw the game"]) == [claim]
    assert lacking(["Target player loses the game on each of your turns"], ["Win the game"])


@pytest.mark.parametrize(
    ("row", "came"),
    [
        (TOKENS, combos.PROVED),
        (TOO_MUCH, combos.LESS),
        (NOTHING, combos.NOTHING),
        (WON, combos.ONCE),
        (ONCE, combos.ONCE_LESS),
    ],
)
def test_what_comes_of_a_row(row: combos.Row, came: str) -> None:
    done = combos.done(row, CardBook.builtin(), 2_000)
    assert done is not None and done["came"] == came
    assert ("certificate" not in done) == (came == combos.NOTHING)
    assert done.get("certificate", "accepted") == "accepted"


def test_a_row_with_a_card_that_is_not_understood_is_left_out() -> None:
    assert combos.done(UNKNOWN, CardBook.builtin(), 100) is None


def test_rows_are_taken_in_steps_and_only_those_that_claim_something_endless(tmp_path: Path) -> None:
    listed = tmp_path / "combos.jsonl"
    listed.write_text("\n".join(map(json.dumps, [TOKENS, NOTHING, BOUNDED, ONCE, TOO_MUCH])), encoding="utf-8")
    assert [row["id"] for row in combos.rows(listed, 1)] == ["a", "c", "d", "b"]
    assert [row["id"] for row in combos.rows(listed, 2)] == ["a", "b"]


def test_a_second_run_goes_on_where_the_first_one_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listed, cards, out = tmp_path / "combos.jsonl", tmp_path / "cards.json", tmp_path / "out.jsonl"
    listed.write_text("\n".join(map(json.dumps, [TOKENS, NOTHING])), encoding="utf-8")
    cards.write_text('[{"name": "Plain Bear", "type_line": "Creature"}]', encoding="utf-8")
    out.write_text(json.dumps({"id": "a", "came": combos.BUG, "why": "of an earlier run"}) + "\n", encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["combos", str(listed), str(cards), str(out), "--every", "1"])
    combos.main()
    assert [json.loads(line)["id"] for line in out.read_text("utf-8").splitlines()] == ["a", "c"]
    said = capsys.readouterr().out
    assert "a: bug: of an earlier run" in said and "not found: 1 of 2 (50 %)" in said
