"""Card files, the look-up by name, the built-in set, the coverage ledger."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from reiterate.cards import ENVIRONMENT, CardBook, CardFileError, coverage
from reiterate.cards.sources import ReadSource, builtin_source, facts_in_order, key_of, read_source
from reiterate.oracle import CompiledCard
from reiterate.oracle.compile import compile_card
from reiterate.refusals import AMBIGUOUS, INPUT, Refusal
from reiterate.show.card_text import coverage_lines
from tests.support.card_files import COMPILER, shared_book, source_of
from tests.support.files import needs_data

CARDS = "cards.jsonl"
BOOK = shared_book()
BUILTIN = [str(row["name"]) for row in facts_in_order(builtin_source())]


def card(name: str, **facts: Any) -> dict[str, Any]:
    return {"name": name, "type_line": "Creature — Elf", "oracle_text": "Flying", **facts}


def book(*cards: dict[str, Any]) -> CardBook:
    return CardBook((read_source("test", json.dumps(cards).encode()),))


def found(result: CompiledCard | Refusal) -> CompiledCard:
    assert isinstance(result, CompiledCard), result
    return result


def refused(result: object) -> Refusal:
    assert isinstance(result, Refusal), result
    return result


# --- the built-in set --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BUILTIN)
def test_built_in_cards_compile_completely(name: str) -> None:
    compiled = found(BOOK.find(name))
    assert compiled.complete, compiled.missing
    assert compiled.name == name


@needs_data(CARDS)
@pytest.mark.parametrize("name", BUILTIN)
def test_built_in_cards_equal_those_of_the_card_file(name: str, data: Callable[[str], Path]) -> None:
    other = card_file(data(CARDS))
    assert found(BOOK.find(name)).proto == found(other.find(name)).proto


@cache
def card_file(path: Path) -> CardBook:
    """A book of one file alone, opened once."""
    return CardBook((source_of(path),), COMPILER)


def test_built_in_set_is_sorted_out() -> None:
    assert len(set(BUILTIN)) == len(BUILTIN) >= 400
    assert {"Island", "Zirda, the Dawnwaker", "Power Artifact"} <= set(BUILTIN)


# --- names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["llanowar elves", "LLANOWAR ELVES", " Llanowar  Elves "])
def test_case_and_spaces_do_not_matter(name: str) -> None:
    assert found(CardBook.builtin().find(name)).name == "Llanowar Elves"


def test_quotes_and_diacritics_do_not_matter() -> None:
    cards = book(card("Lim-Dûl's Æther"))
    assert found(cards.find("lim-dul’s aether")).name == "Lim-Dûl's Æther"
    assert key_of("A//B") == key_of("a // b")


def test_faces_are_found_and_a_full_name_wins() -> None:
    both = card("Day // Night", card_faces=[card("Day"), card("Night")], layout="split")
    cards = book(both, card("Night"))
    assert found(cards.find("Day")).name == "Day // Night"
    assert found(cards.find("day//night")).name == "Day // Night"
    assert found(cards.find("Night")).name == "Night"
    assert not found(cards.find("Day")).complete


def test_an_unknown_name_is_refused_with_close_ones() -> None:
    refusal = refused(CardBook.builtin().find("Lanowar Elfs"))
    assert (refusal.kind, refusal.code, refusal.where.span) == (INPUT, "card-unknown", "Lanowar Elfs")
    assert "Llanowar Elves" in refusal.expected
    assert refused(CardBook.builtin().facts("Nothing at all")).code == "card-unknown"


def test_two_cards_of_one_name_are_refused() -> None:
    refusal = refused(book(card("Twin"), card("Twin", power="2")).find("twin"))
    assert (refusal.kind, refusal.code) == (AMBIGUOUS, "card-ambiguous")
    assert found(book(card("Twin"), card("Twin")).find("twin")).name == "Twin"


def test_two_faces_of_one_name_are_refused_with_the_full_names() -> None:
    refusal = refused(book(card("A // C"), card("B // C")).find("C"))
    assert "A // C, B // C" in refusal.expected


# --- sources -----------------------------------------------------------------------------------------------------


def test_sources_are_asked_in_order(tmp_path: Path) -> None:
    given, named = tmp_path / "given.jsonl", tmp_path / "named.json"
    given.write_text(json.dumps(card("Island", oracle_text="Haste")) + "\n\n" + json.dumps(card("One")) + "\n")
    named.write_text(json.dumps([card("Island"), card("One", oracle_text="Reach"), card("Two")]))
    cards = CardBook.with_files([given], {ENVIRONMENT: str(named)})
    assert isinstance(cards, CardBook)
    assert found(cards.find("Island")).clauses[0].text == "Haste"
    assert found(cards.find("One")).clauses[0].text == "Flying"
    assert found(cards.find("Two")).name == "Two"
    assert found(cards.find("Forest")).proto.supertypes == ("basic",)


def test_without_files_the_built_in_set_is_asked() -> None:
    cards = CardBook.with_files((), {})
    assert isinstance(cards, CardBook)
    assert len(cards.sources) == 1


@pytest.mark.parametrize("content", [b"[1]", b"nonsense", b'{"type_line": "Land"}', b"[{}", b'{"name": 3}'])
def test_bad_files_are_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    refusal = refused(CardBook.with_files([path], {}))
    assert (refusal.code, refusal.where.file) == ("card-file", str(path))
    with pytest.raises(CardFileError):
        read_source("test", content)


#: The facts of a card that are read, on the card and on a face.
FACTS = (
    "name",
    "type_line",
    "mana_cost",
    "oracle_text",
    "colors",
    "power",
    "toughness",
    "loyalty",
    "layout",
    "card_faces",
)
#: Values of every kind that JSON has.
VALUES: tuple[object, ...] = (
    None,
    True,
    5,
    1.5,
    "x",
    "5",
    [],
    [5],
    ["W"],
    [[]],
    [None],
    {},
    {"name": 5},
    [{}],
    [{"name": None}],
    [{"colors": 5}, {}],
)


@pytest.mark.parametrize("layout", ["normal", "transform", "modal_dfc", "split"])
@pytest.mark.parametrize("fact", FACTS)
def test_a_fact_of_another_kind_is_refused_with_its_card_or_read(fact: str, layout: str) -> None:
    """Colours that were a number crashed every command."""
    refusals = 0
    for value in VALUES:
        for row in ({**card("Thing"), "layout": layout, fact: value}, {"name": "Thing", "layout": layout, "card_faces": [{**card("Thing"), fact: value}, card("Back")]}):  # fmt: skip
            found = read_or_refused(json.dumps([row]).encode())
            if isinstance(found, Refusal):
                assert found.where.line == 1
                assert found.where.span
                refusals += 1
            else:
                for one in facts_in_order(found):
                    compile_card(one)
    assert refusals > 4


def read_or_refused(content: bytes) -> ReadSource | Refusal:
    """A card file, or why it is none."""
    try:
        return read_source("test", content)
    except CardFileError as error:
        return error.refusal


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert refused(CardBook.with_files([tmp_path / "none.json"], {})).exit_code == 2


def test_cards_are_compiled_once() -> None:
    cards = CardBook.builtin()
    assert cards.find("Island") is cards.find("island")


@needs_data(CARDS)
def test_opening_a_big_file_decodes_no_card(data: Callable[[str], Path]) -> None:
    source = source_of(data(CARDS))
    assert len(source.cards) > 30_000
    assert all(len(place) == 2 for place in source.cards)


# --- coverage ----------------------------------------------------------------------------------------------------


def test_coverage_counts_cards_clauses_and_forms() -> None:
    cards = [
        card("A"),
        card("B", oracle_text="Flying\nSing three songs for {2}{U}."),
        card("C", oracle_text="Sing four songs for {R}."),
    ]
    ledger = coverage(cards)
    assert (ledger.cards, ledger.complete, ledger.partly, ledger.none) == (3, 1, 1, 1)
    assert ledger.clauses == {"understood": 2, "inert": 0, "not-understood": 2}
    (missing,) = ledger.missing
    assert (missing.form, missing.cards, missing.example) == ("sing N songs for", 2, "B")
    assert coverage_lines(ledger)[0].startswith("cards 3: read whole 1, of these fully usable 1; ")


def test_coverage_of_the_built_in_set_is_full() -> None:
    ledger = coverage(CardBook.builtin())
    assert (ledger.complete, ledger.missing) == (ledger.cards, ())


@pytest.mark.slow("compiles thousands of cards")
@needs_data(CARDS)
def test_coverage_of_a_part_of_the_card_file(data: Callable[[str], Path]) -> None:
    rows = list(facts_in_order(source_of(data(CARDS))))[::120]
    first, second = coverage(rows), coverage(rows)
    assert first == second
    assert first.complete > 0.15 * first.cards
