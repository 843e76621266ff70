"""What the reader of card text lacks: groups of unread clauses, and what each would complete."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from reiterate.cards.missing_words import combos_of, is_held_out, lacking
from reiterate.refusals import INPUT, Refusal
from tests.support.command_line import reiterate

READ = "Draw a card."
SING, DANCE, MIME = "Sing a song.", "Dance a jig.", "Mime a wall."


def card(name: str, *lines: str) -> dict[str, Any]:
    return {"name": name, "type_line": "Instant", "oracle_text": "\n".join(lines)}


CARDS = [
    card("Read", READ),
    card("Singer", SING),
    card("Choir", SING),
    card("Dancer", DANCE, READ),
    card("Bard", SING, DANCE),
    card("Troupe", SING, DANCE, MIME),
]


def shown(rows: list[dict[str, Any]], combos: list[tuple[str, ...]] | None = None) -> list[tuple[str, int, int, int]]:
    return [(each.words, each.clauses, each.alone, each.together) for each in lacking(rows, combos).groups]


def test_the_next_group_completes_most() -> None:
    assert shown(CARDS) == [("sing a song", 4, 2, 2), ("dance a jig", 3, 1, 4), ("mime a wall", 1, 0, 5)]
    found = lacking(CARDS)
    assert (found.what, found.all, found.whole, found.unknown, found.clauses, found.number) == ("cards", 6, 1, 0, 8, 3)


def test_of_groups_that_complete_nothing_yet_the_one_that_leaves_most_behind_it_comes_first() -> None:
    rows = [card("One", SING, DANCE), card("Two", SING, MIME), card("Three", DANCE, MIME, "Juggle a ball.")]
    assert shown(rows)[0] == ("sing a song", 2, 0, 0)
    assert [together for *_, together in shown(rows)] == [0, 1, 2, 3]


def test_combos_are_counted_by_their_cards_and_those_with_an_unknown_card_are_told() -> None:
    combos = [("Read", "Dancer"), ("Dancer", "Read"), ("Singer", "Bard"), ("Read", "Read"), ("Read", "Nobody")]
    found = lacking(CARDS, combos)
    assert (found.what, found.all, found.whole, found.unknown) == ("combos", 4, 1, 1)
    assert [(each.words, each.alone, each.together) for each in found.groups] == [
        ("dance a jig", 2, 2),
        ("sing a song", 0, 3),
    ]


def test_cards_that_are_held_out_stand_in_no_group_and_in_no_example() -> None:
    """The SHA-256 of "Bard" begins with the digit that is held out: its two lines, and each combo with it, are counted alone."""
    digit = hashlib.sha256(b"Bard").hexdigest()[:2]
    assert [name for name in ("Singer", "Choir", "Dancer", "Troupe") if is_held_out(name, digit)] == []
    found = lacking(CARDS, held_out=digit)
    assert (found.all, found.whole, found.held_out, found.clauses) == (6, 1, 1, 6)
    assert [(each.words, each.clauses, each.alone, each.together, each.example) for each in found.groups] == [
        ("sing a song", 3, 2, 2, "Choir"),
        ("dance a jig", 2, 1, 3, "Dancer"),
        ("mime a wall", 1, 0, 4, "Troupe"),
    ]
    combos = lacking(CARDS, [("Read", "Dancer"), ("Singer", "Bard")], digit)
    assert (combos.all, combos.held_out, [each.words for each in combos.groups]) == (2, 1, ["dance a jig"])


def test_cards_that_are_read_are_never_held_out() -> None:
    found = lacking(CARDS, held_out=hashlib.sha256(b"Read").hexdigest()[:6])
    assert (found.whole, found.held_out) == (1, 0)


def test_digits_that_are_none_are_refused() -> None:
    done = reiterate("cards", "coverage", "--held-out", "g")
    assert done.returncode == 2 and "'g' is no beginning of a hash" in done.stderr


def test_names_numbers_and_symbols_make_no_group_of_their_own() -> None:
    rows = [
        card("Ann", "Juggle 3 balls."),
        card("Bob", "Juggle 7 balls."),
        card("Cid", "Cid sings."),
        card("Dee", "Dee sings."),
    ]
    assert sorted(each.words for each in lacking(rows).groups) == ["juggle N balls", "sings"]


@pytest.mark.parametrize("line", ["nothing", "[]", "{}", '{"cards": []}', '{"cards": "Bard"}', '{"cards": [1]}'])
def test_a_line_that_is_no_combo_is_quoted_with_its_place(line: str, tmp_path: Path) -> None:
    path = tmp_path / "combos.jsonl"
    path.write_text('{"cards": ["Bard"]}\n\n' + line + "\n", encoding="utf-8")
    refused = combos_of(path)
    assert isinstance(refused, Refusal)
    assert (refused.kind, refused.code, refused.where.line) == (INPUT, "combo-file", 3)
    assert line in refused.message


def test_a_file_of_combos_that_cant_be_read_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none", Path("/dev/zero")):
        refused = combos_of(path)
        assert isinstance(refused, Refusal)
        assert refused.code == "combo-file"


def test_the_command_tells_groups_and_counts_combos(tmp_path: Path) -> None:
    cards, combos = tmp_path / "cards.json", tmp_path / "combos.jsonl"
    cards.write_text(json.dumps(CARDS), encoding="utf-8")
    combos.write_text('{"cards": ["Read", "Dancer"]}\n{"cards": ["Singer", "Nobody"]}\n', encoding="utf-8")
    done = reiterate("cards", "coverage", "--missing", "--cards", str(cards), "--full")
    assert done.returncode == 0
    assert "sing a song  (Bard)" in done.stdout
    counted = json.loads(
        reiterate("cards", "coverage", "--combos", str(combos), "--cards", str(cards), "--json").stdout
    )["lacking"]
    assert (counted["what"], counted["all"], counted["unknown"]) == ("combos", "1", "1")
    assert (counted["missing"][0]["words"], counted["missing"][0]["alone"]) == ("dance a jig", "1")
    refused = reiterate("cards", "coverage", "--combos", str(tmp_path / "none"), "--cards", str(cards))
    assert refused.returncode == 2
    assert "none" in refused.stderr


def test_cards_that_are_known_are_shown_beside_a_name_that_is_not() -> None:
    done = reiterate("cards", "show", "Midnight Guard", "No Such Card", "Island")
    assert done.returncode == 2
    assert "Midnight Guard" in done.stdout
    assert "Island" in done.stdout
    assert "No Such Card" in done.stderr
    shown = json.loads(reiterate("cards", "show", "Midnight Guard", "No Such Card", "Island", "--json").stdout)
    assert [card["name"] for card in shown["cards"]] == ["Midnight Guard", "Island"]
    assert [refused["code"] for refused in shown["refusals"]] == ["card-unknown"]
    alone = reiterate("cards", "show", "No Such Card", "Nor This")
    assert (alone.returncode, alone.stdout) == (2, "")
