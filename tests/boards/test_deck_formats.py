"""The same deck in the formats of the programs that write decks, and files that are none."""

from __future__ import annotations

import gzip
import io
import os
import zipfile
from pathlib import Path
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reiterate.boards.deck_list import MOST_LINES, Deck, list_text, read_collection, read_deck
from reiterate.cards import CardBook
from reiterate.cards.sources import key_of
from reiterate.limits import peak_memory
from reiterate.refusals import Refusal

BOOK: Final = CardBook.builtin()

MTGO_DEK: Final = """\
<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <NetDeckID>0</NetDeckID>
  <PreconstructedDeckID>0</PreconstructedDeckID>
  <Cards CatID="43000" Quantity="4" Sideboard="false" Name="Midnight Guard" Annotation="0" />
  <Cards CatID="29000" Quantity="36" Sideboard="false" Name="Forest" Annotation="0" />
  <Cards CatID="56000" Quantity="2" Sideboard="true" Name="Lightning Bolt" Annotation="0" />
</Deck>
"""
COCKATRICE: Final = """\
<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
    <deckname>Guards &amp; Trees</deckname>
    <comments>4 Lightning Bolt</comments>
    <zone name="main">
        <card number="4" name="Midnight Guard"/>
        <card number="36" name="Forest" setShortName="M10" collectorNumber="246"/>
    </zone>
    <zone name="side"><card number="2" name="Lightning Bolt"/></zone>
    <zone name="tokens"><card number="1" name="Elf Warrior"/></zone>
</cockatrice_deck>
"""
MOXFIELD_CSV: Final = (
    '"Count","Tradelist Count","Name","Edition","Condition","Language","Foil","Tags","Last Modified","Collector Number"\n'
    '"4","4","Midnight Guard","dka","Near Mint","English","","","2024-01-01 00:00:00","13"\n'
    '"36","36","Forest","m10","Near Mint","English","foil","green, basic","2024-01-01 00:00:00","246"\n'
)
ARCHIDEKT_CSV: Final = (
    "Quantity,Name,Finish,Categories\n4,Midnight Guard,Normal,Creature\n36,Forest,Foil,Land\n2,Lightning Bolt,Normal,Sideboard\n"
    "1,No Such Card,Normal,Maybeboard{noDeck}\n"
)
MTGO_CSV: Final = (
    "Card Name,Quantity,ID #,Rarity,Set,Collector #,Premium,Sideboarded,\n"
    '"Midnight Guard",4,43000,Common,DKA,13/158,No,No\n"Forest",36,29000,Land,M10,246/249,No,No\n"Lightning Bolt",2,1,C,M10,1,No,Yes\n'
).replace("Sideboarded,", "Sideboarded")
ARENA: Final = "Deck\n4 Midnight Guard (DKA) 13\n36 Forest (M10) 246\n\nSideboard\n2 Lightning Bolt (M10) 146\n"
MTGO_TEXT: Final = "4 Midnight Guard\n36 Forest\n\nSIDEBOARD:\n2 Lightning Bolt\n"
MOXFIELD_TEXT: Final = (
    "4 Midnight Guard (DKA) 13 #guard\n36 Forest (M10) 246 *F*\n\nSIDEBOARD:\n2 Lightning Bolt (M10) 146 *E*\n"
)
ARCHIDEKT_TEXT: Final = (
    "4x Midnight Guard (dka) 13 [Creature] ^Have,#37d67a^\n36x Forest (m10) 246 *F* [Land]\n"
    "2x Lightning Bolt (m10) 146 [Sideboard]\n1x No Such Card (xyz) 1 [Maybeboard{noDeck}{noPrice},Burn]\n"
)
FORGE: Final = (
    "[metadata]\nName=Guards\n[Avatar]\n\n[Main]\n4 Midnight Guard|DKA|1\n36 Forest|M10|3\n[Sideboard]\n2 Lightning Bolt|M10\n"
    "[Planes]\n1 No Such Plane|HOP\n"
)

FORMATS: Final = {
    "MTGO .dek": MTGO_DEK,
    "Cockatrice .cod": COCKATRICE,
    "Moxfield csv": MOXFIELD_CSV,
    "Archidekt csv": ARCHIDEKT_CSV,
    "MTGO csv": MTGO_CSV,
    "tabs": MOXFIELD_CSV.replace('"', "").replace("green, basic", "green").replace(",", "\t"),
    "Arena": ARENA,
    "MTGO text": MTGO_TEXT,
    "Moxfield text": MOXFIELD_TEXT,
    "Archidekt text": ARCHIDEKT_TEXT,
    "Forge .dck": FORGE,
}


def deck(text: str, partly: bool = False) -> Deck:
    found = read_deck(text, "deck", BOOK, partly)
    assert isinstance(found, Deck), found
    return found


def refused(text: str, partly: bool = False) -> Refusal:
    found = read_deck(text, "deck", BOOK, partly)
    assert isinstance(found, Refusal) and found.exit_code == 2, found
    return found


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_each_format_is_read_as_the_same_deck(form: str, ends: str) -> None:
    found = deck(FORMATS[form].replace("\n", ends))
    assert [(each.count, each.name) for each in found.main] == [(4, "Midnight Guard"), (36, "Forest")]
    sideboard = [] if form in ("Moxfield csv", "tabs") else [(2, "Lightning Bolt")]
    assert [(each.count, each.name) for each in found.sideboard] == sideboard


def test_names_of_decks_are_kept() -> None:
    assert deck(COCKATRICE).name == "Guards & Trees" and deck(FORGE).name == "Guards"


def test_a_sideboard_that_makes_the_deck_100_is_its_commander() -> None:
    text = MTGO_DEK.replace('"36"', '"95"').replace('Quantity="2"', 'Quantity="1"')
    found = deck(text)
    assert [each.name for each in found.commanders] == ["Lightning Bolt"] and not found.sideboard
    assert any("Lightning Bolt of the sideboard: read as the deck's commander" in each for each in found.left_out)
    assert not deck(text.replace('"95"', '"94"')).commanders


def test_names_that_no_card_has_are_listed_where_that_is_asked_for() -> None:
    text = "4 Midnight Guard\n1 Midnight Gard\n"
    assert refused(text).code == "card-unknown"
    assert [(each.line, each.span) for each in deck(text, True).unknown] == [(2, "1 Midnight Gard")]
    nothing = refused("some words\nmore of them\n", True)
    assert (nothing.code, nothing.where.line) == ("deck", 1) and "no card of the list is known" in nothing.message


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (MTGO_DEK[: MTGO_DEK.index("Forest")], 6, "the XML is damaged"),
        (COCKATRICE.replace("</zone>", "", 1), 11, "the XML is damaged"),
        (COCKATRICE.replace('number="4" ', 'number="four" '), 6, "'four' is no number"),
        (COCKATRICE.replace('name="Forest" ', ""), 7, "a card without a name"),
        ("<html><body>4 Forest</body></html>", 1, "'html' is no deck"),
        (
            '<!DOCTYPE Deck [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<Deck>&b;</Deck>',
            1,
            "a document type is not read",
        ),
        ('<!DOCTYPE Deck SYSTEM "file:///etc/passwd">\n<Deck/>', 1, "a document type is not read"),
        (
            MOXFIELD_CSV.replace('"4","4","Midnight Guard"', '"Midnight Guard","4","4"'),
            2,
            "'Midnight Guard' is no number",
        ),
        (MOXFIELD_CSV[: MOXFIELD_CSV.index('"m10"')], 3, "the row has 4 of 10 columns"),
        (MOXFIELD_CSV[: MOXFIELD_CSV.index("basic")], 3, "this is no row of the table"),
        (MOXFIELD_CSV.replace('"Forest"', '""'), 3, "the row names no card"),
        (ARCHIDEKT_CSV.replace("36,Forest", "0,Forest"), 3, "'0' is no number of cards"),
        ("<Deck/>", 1, "the list has no cards"),
        ("Count,Name\n", 1, "the list has no cards"),
        ("4 Forest\n" * (MOST_LINES + 1), 1, "more than"),
    ],
)
def test_damage_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    found = refused(text, True)
    assert found.where.line == line and words in found.message and found.expected, found


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def zipped() -> bytes:
    """A zip archive that unpacks to a thousand times its size."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("deck.txt", b"4 Forest\n" * 2_000_000)
    return made.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (zipped(), "packed (zip)"),
        (gzip.compress(b"4 Forest\n" * 2_000_000), "packed (gzip)"),
        ("4 Forest\n".encode("utf-16"), "UTF-16"),
        ("4 Séance\n".encode("latin-1"), "not UTF-8"),
        (os.urandom(2_000) + b"\xff", "not UTF-8"),
    ],
)
def test_files_that_are_no_text_are_refused(content: bytes, words: str, tmp_path: Path) -> None:
    found = list_text(written(tmp_path / "deck.txt", content))
    assert isinstance(found, Refusal) and found.exit_code == 2 and words in found.message and found.expected


def test_of_a_file_of_two_gigabytes_little_is_read(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    with path.open("wb") as opened:
        opened.truncate(2_000_000_000)  # sparse: no disk is filled
    before = peak_memory()
    found = list_text(path)
    assert isinstance(found, Refusal) and found.code == "file-too-large"
    assert peak_memory() - before < 50_000_000
    assert isinstance(list_text(tmp_path), Refusal) and isinstance(list_text(tmp_path / "none"), Refusal)


def test_a_collection_is_a_set_of_names_whether_known_or_not() -> None:
    owned = read_collection("4 Forest (M10) 246\n1x No Such Card [tag]\n1 Fire // Ice\n", "own.txt")
    assert not isinstance(owned, Refusal)
    assert {key_of("Forest"), key_of("No Such Card"), key_of("Fire // Ice")} <= owned
    table = read_collection(MOXFIELD_CSV.replace('"36"', '"4000"'), "own.csv")
    assert not isinstance(table, Refusal) and table == {key_of("Midnight Guard"), key_of("Forest")}
    many = read_collection("Forest\n" * 200_002, "own.txt")
    assert isinstance(many, Refusal) and many.code == "file-too-large"


@given(st.sampled_from(sorted(FORMATS)), st.integers(0, 400), st.integers(0, 40), st.text(max_size=8))
@example("MTGO .dek", 60, 0, "<!ENTITY")
def test_any_change_of_a_list_is_read_or_refused_with_a_place(form: str, at: int, gone: int, new: str) -> None:
    text = FORMATS[form]
    found = read_deck(text[:at] + new + text[at + gone :], "deck", BOOK, True)
    assert isinstance(found, Deck) or (found.exit_code == 2 and found.where.line > 0 and found.expected)
