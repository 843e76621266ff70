"""Which loops a deck holds: each planted one is found and proved, and nothing else is told as a loop."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema_rs import Draft202012Validator

from reiterate.api import CardBook, Deck, DeckAsked, Refusal, answer_schema, as_json, deck_answer, deck_loops, read_deck
from reiterate.cards.sources import builtin_source, key_of, read_source
from reiterate.show.deck_words import brief_of_deck, deck_lines
from tests.support.command_line import in_process, reiterate

BOOK: Final = CardBook.builtin()
VALIDATOR: Final = Draft202012Validator(answer_schema())

LIST: Final = "1 Midnight Guard\n1 Presence of Gond\n1 Grizzly Bears\n1 Lightning Bolt\n20 Forest\n16 Plains\n"


def deck(text: str, book: CardBook = BOOK) -> Deck:
    found = read_deck(text, "deck.txt", book, partly=True)
    assert isinstance(found, Deck), found
    return found


def told(text: str, asked: DeckAsked | None = None, book: CardBook = BOOK) -> Any:
    """The part ``deck`` of the answer, as JSON."""
    made = as_json(deck_answer(deck(text, book), book, asked))
    VALIDATOR.validate(made)
    return made["deck"]


def cards(loops: Any) -> list[set[str]]:
    return [set(loop["cards"]) for loop in loops]


def test_the_loop_of_a_deck_is_found_proved_and_told_with_what_it_gives() -> None:
    found = told(LIST)
    assert cards(found["loops"]) == [{"Midnight Guard", "Presence of Gond"}]
    (loop,) = found["loops"]
    assert loop["combo"]["outcome"] == "infinite" and loop["combo"]["proved"] and loop["certificate"]["accepted"]
    assert "Infinite creature tokens" in [gain["name"] for gain in loop["combo"]["gains"]]
    assert (loop["missing"], loop["owned"], loop["known"]) == ("", False, False)
    assert not found["lacking"] and not found["lines"] and not found["unproved"]
    numbers = [int(found[name]) for name in ("pairs", "apart", "unread_pairs", "joined")]
    assert numbers[0] == 15 == sum(numbers[1:])
    assert (found["cards"], found["different"], found["not_tried"]) == ("40", "6", "0")


def test_loops_come_as_they_are_proved() -> None:
    loops = deck_loops(deck(LIST + "1 Devoted Druid\n1 Vizier of Remedies\n"), BOOK)
    first = next(iter(loops))
    before = loops.answer().deck
    assert before is not None and [loop.cards for loop in before.loops] == [first.cards]


def test_a_loop_that_lacks_a_card_of_the_known_combos_is_told_as_such() -> None:
    known = (
        ("Exquisite Blood", "Sanguine Bond"),
        ("Devoted Druid", "Vizier of Remedies"),
        ("Sanguine Bond", "No Such Card"),
        ("Basalt Monolith", "Power Artifact"),
    )
    owned = frozenset({key_of("Exquisite Blood")})
    found = told("1 Sanguine Bond\n1 Devoted Druid\n38 Forest\n", DeckAsked(known=known, owned=owned))
    assert not found["loops"]
    assert [(set(loop["cards"]), loop["missing"], loop["owned"]) for loop in found["lacking"]] == [
        ({"Exquisite Blood", "Sanguine Bond"}, "Exquisite Blood", True),
        ({"Devoted Druid", "Vizier of Remedies"}, "Vizier of Remedies", False),
    ]
    assert all(loop["known"] and loop["combo"]["proved"] for loop in found["lacking"])
    assert [found[name] for name in ("known", "held", "short", "strange")] == ["4", "0", "2", "1"]


def test_a_known_combo_of_three_cards_is_tried_before_any_pair() -> None:
    known = (("Melira, Sylvok Outcast", "Kitchen Finks", "Viscera Seer"),)
    text = "1 Melira, Sylvok Outcast\n1 Kitchen Finks\n1 Viscera Seer\n37 Forest\n"
    found = told(text, DeckAsked(known=known, work=2_000))
    assert found["held"] == "1"
    assert cards(found["loops"])[0] == set(known[0]) and found["loops"][0]["known"]


def test_what_no_work_was_left_for_is_counted_and_not_called_anything() -> None:
    found = told(LIST, DeckAsked(work=0))
    assert not found["loops"] and found["tried"] == "0" and found["not_tried"] == found["joined"] != "0"
    answer = deck_answer(deck(LIST), BOOK, DeckAsked(work=0))
    assert any(f"not tried: {found['joined']}" in line for line in deck_lines(answer))


def test_a_card_that_is_not_understood_is_named_with_its_pairs() -> None:
    strange = {"name": "Odd Relic", "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": "Flumox the gribbet."}
    book = CardBook((read_source("cards", json.dumps([strange]).encode()), builtin_source()))
    found = told("1 Odd Relic\n1 Grizzly Bears\n1 Nonesuch\n38 Forest\n", None, book)
    assert found["unread"] == [{"name": "Odd Relic", "clause": "Flumox the gribbet."}]
    assert int(found["unread_pairs"]) + len(found["unproved"]) == 2 and not found["loops"]
    assert [(each["line"], each["span"]) for each in found["unknown"]] == [(3, "1 Nonesuch")]
    brief = brief_of_deck(deck_answer(deck("1 Odd Relic\n38 Forest\n", book), book))
    assert brief.verdict.startswith("0 loops proved")


def test_the_command_reads_its_three_files(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("1 Sanguine Bond\n39 Swamp\n", encoding="utf-8")
    (tmp_path / "own.csv").write_text("Count,Name\n2,Exquisite Blood\n", encoding="utf-8")
    (tmp_path / "known.jsonl").write_text('{"cards": ["Exquisite Blood", "Sanguine Bond"]}\n', encoding="utf-8")
    words = ("deck", f"{tmp_path}/deck.txt", "--own", f"{tmp_path}/own.csv", "--known", f"{tmp_path}/known.jsonl")
    code, text = in_process(*words, "--json")
    assert code == 0
    (loop,) = json.loads(text)["deck"]["lacking"]
    assert loop["owned"] and loop["combo"]["outcome"] == "wins"
    code, text = in_process(*words, "--full")
    assert code == 0 and "lacks one card: Exquisite Blood (lacking) + Sanguine Bond; you own it: WINS" in text
    done = reiterate("deck", "-", typed="1 Midnight Guard\n1 Presence of Gond\n38 Forest\n")
    assert done.returncode == 0 and "1 loop proved" in done.stdout


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("deck.txt", b"PK\x03\x04rest", "the file is packed (zip)"),
        ("deck.cod", b"<cockatrice_deck><zone name='main'><card", "the XML is damaged"),
        ("deck.txt", b"Flumox\nGribbet\n", "no card of the list is known"),
    ],
)
def test_a_list_that_is_none_ends_with_exit_code_2(name: str, content: bytes, words: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    done = reiterate("deck", str(tmp_path / name))
    assert done.returncode == 2 and words in done.stderr and name in done.stderr
    code, text = in_process("deck", str(tmp_path / name), "--json")
    assert code == 2 and json.loads(text)["refusals"][0]["question"] == "deck"


def test_a_refused_list_of_known_combos_or_of_owned_cards_is_named(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text(LIST, encoding="utf-8")
    (tmp_path / "bad").write_bytes(b"\xff\xfe")
    for option in ("--known", "--own"):
        done = reiterate("deck", str(tmp_path / "deck.txt"), option, str(tmp_path / "bad"))
        assert done.returncode == 2 and "bad" in done.stderr


def test_no_deck_is_a_refusal_in_python() -> None:
    assert isinstance(read_deck("", "deck.txt", BOOK, partly=True), Refusal)
