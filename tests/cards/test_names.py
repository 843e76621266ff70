"""Card names as people type them: parts of names, faces, misspellings, and what is said where one is not enough."""

from __future__ import annotations

import json

import pytest

from reiterate.cards import CardBook
from reiterate.cards.names import named, names_beginning, names_in, near
from reiterate.cards.sources import CardFileError, builtin_source, read_source
from reiterate.oracle import CompiledCard
from reiterate.refusals import EXIT_CODES, Refusal

ROWS = [
    {"name": "Ombra, Keeper of Doors", "type_line": "Legendary Creature — Human", "power": "1", "toughness": "1"},
    {"name": "Ombra, Breaker of Doors", "type_line": "Legendary Creature — Human", "power": "1", "toughness": "1"},
    {"name": "Tal-Rashi, Mirror Thief", "type_line": "Legendary Creature — Elf", "power": "1", "toughness": "1"},
    {"name": "Lantern of Wyr", "type_line": "Artifact", "oracle_text": ""},
    {"name": "Lantern Bearer", "type_line": "Artifact", "oracle_text": ""},
    {
        "name": "Dusk Warden // Dawn Warden",
        "layout": "transform",
        "card_faces": [
            {"name": "Dusk Warden", "type_line": "Creature — Elf", "power": "1", "toughness": "1", "oracle_text": ""},
            {"name": "Dawn Warden", "type_line": "Creature — Elf", "power": "2", "toughness": "2", "oracle_text": ""},
        ],
    },
    {"name": "Æther Wésley", "type_line": "Artifact", "oracle_text": ""},
]
BOOK = CardBook((read_source("test", json.dumps(ROWS).encode()), builtin_source()))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("tal-rashi, mirror thief", "Tal-Rashi, Mirror Thief"),
        ("Tal-Rashi", "Tal-Rashi, Mirror Thief"),
        ("tal rashi", "Tal-Rashi, Mirror Thief"),
        ("talrashi mirror thief", "Tal-Rashi, Mirror Thief"),
        ("talrashi", "Tal-Rashi, Mirror Thief"),
        ("talrashi mir", "Tal-Rashi, Mirror Thief"),
        ("Tal-Rashi Miror Thief", "Tal-Rashi, Mirror Thief"),
        ("Tel-Rashi", "Tal-Rashi, Mirror Thief"),
        ("ombra keeper", "Ombra, Keeper of Doors"),
        ("breaker of doors", "Ombra, Breaker of Doors"),
        ("lantern of", "Lantern of Wyr"),
        ("bearer", "Lantern Bearer"),
        ("lan bear", "Lantern Bearer"),
        ("exq blo", "Exquisite Blood"),
        ("dawn warden", "Dusk Warden // Dawn Warden"),
        ("Aether Wesley", "Æther Wésley"),
        ("exquisit blod", "Exquisite Blood"),
    ],
)
def test_a_name_is_completed_and_forgiven(said: str, meant: str) -> None:
    found = named(BOOK, said)
    assert isinstance(found, CompiledCard), found
    assert found.name in (meant, meant.split(" // ")[0])


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("kikijiki", "Kiki-Jiki, Mirror Breaker"),
        ("kiki jiki mir", "Kiki-Jiki, Mirror Breaker"),
        ("Tal'Rashi", "Tal-Rashi, Mirror Thief"),
        ("midnightg", "Midnight Guard"),
    ],
)
def test_a_name_is_completed_without_its_hyphens_apostrophes_commas_and_spaces(said: str, first: str) -> None:
    assert names_beginning(BOOK, said, 5) == [first]


def test_signs_alone_begin_no_name() -> None:
    assert names_beginning(BOOK, "--", 5) == [] and names_beginning(BOOK, ",k", 5) == []


@pytest.mark.parametrize(
    ("said", "code", "listed"),
    [
        ("ombra", "card-ambiguous", "Ombra, Keeper of Doors; Ombra, Breaker of Doors"),
        ("lantern", "card-ambiguous", "Lantern of Wyr; Lantern Bearer"),
        ("doors", "card-ambiguous", "Ombra, Keeper of Doors; Ombra, Breaker of Doors"),
        ("lantrn bear of", "card-unknown", "Lantern Bearer"),
        ("Blitzschlag", "card-unknown", ""),
        ("稲妻", "card-unknown", "a card's English name"),
        ("", "card-unknown", "a card's English name"),
    ],
)
def test_a_name_that_is_no_one_card_lists_those_that_may_be_meant(said: str, code: str, listed: str) -> None:
    found = named(BOOK, said)
    assert isinstance(found, Refusal), found
    assert (found.code, EXIT_CODES[found.kind]) == (code, 2)
    assert listed in found.expected
    assert repr(said) in found.message and "\n" not in found.message + found.expected


def test_a_misspelling_as_near_to_two_names_is_not_guessed() -> None:
    rows = [{"name": f"Grove of Sil{c}a", "type_line": "Land", "oracle_text": ""} for c in "vb"]
    found = named(CardBook((read_source("test", json.dumps(rows).encode()),)), "Grove of Sila")
    assert isinstance(found, Refusal)
    assert found.code == "card-unknown" and "Grove of Silva" in found.expected and "Grove of Silba" in found.expected


def test_where_only_the_built_in_cards_are_known_the_refusal_says_how_more_come() -> None:
    alone = CardBook.builtin()
    for found in (named(alone, "Blitzschlag"), alone.find("Blitzschlag")):
        assert isinstance(found, Refusal) and "only 521 cards are built in" in found.expected
        assert "'reiterate cards add FILE'" in found.expected
        assert "'Oracle Cards' from https://scryfall.com/docs/api/bulk-data" in found.expected
    assert (BOOK.more, CardBook((BOOK.sources[0], *alone.sources)).more) == ("", "")


def test_names_with_a_comma_between_them_are_told_how_several_are_said() -> None:
    found = named(CardBook.builtin(), "Lightning Bolt, Forest")
    assert isinstance(found, Refusal) and "'Lightning Bolt; Forest' in a field" in found.expected
    one = named(CardBook.builtin(), "Kiki-Jiki, Mirrored Breakfast")
    assert isinstance(one, Refusal) and "in a field" not in one.expected


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["lantern of wyr", "lantern bearer"], ["lantern of wyr", "lantern bearer"]),
        (["lantern", "of", "wyr", "lantern", "bearer"], ["lantern of wyr", "lantern bearer"]),
        (["lantern of wyr", "+", "lantern", "bearer"], ["lantern of wyr", "lantern bearer"]),
        (["lantern of wyr + lantern bearer"], ["lantern of wyr", "lantern bearer"]),
        (["lantern of wyr; lantern bearer;"], ["lantern of wyr", "lantern bearer"]),
        (["lantern of wyr, lantern bearer"], ["lantern of wyr", "lantern bearer"]),
        (["tal-rashi, lantern bearer"], ["tal-rashi", "lantern bearer"]),
        (["tal-rashi,", "lantern", "bearer"], ["tal-rashi", "lantern bearer"]),
        (["Tal-Rashi, Mirror Thief", "plains"], ["Tal-Rashi, Mirror Thief", "plains"]),
        (["Tal-Rashi, Mirror Thief, Lantern Bearer"], ["Tal-Rashi, Mirror Thief", "Lantern Bearer"]),
        (["ombra, keper of doors"], ["ombra, keper of doors"]),
        (["tal", "rashi", "plains"], ["tal rashi", "plains"]),
        (["tal-rashi", "tal-rashi"], ["tal-rashi", "tal-rashi"]),
        (["dusk", "warden", "dawn", "warden"], ["dusk warden", "dawn warden"]),
        (["forest", "island"], ["forest", "island"]),
        (["lantern of wyr+lantern bearer"], ["lantern of wyr", "lantern bearer"]),
        (["lantern of wyr and lantern bearer"], ["lantern of wyr", "lantern bearer"]),
        (["lantern of wyr & nobody at all"], ["lantern of wyr", "nobody at all"]),
        (["tal-rashi and lantern"], ["tal-rashi", "lantern"]),
        (["Tal-Rashi, Mirror Thief, and Lantern Bearer"], ["Tal-Rashi, Mirror Thief", "Lantern Bearer"]),
        (["Sword of Fire and Ice"], ["Sword of Fire and Ice"]),
        (["+2 Mace"], ["+2 Mace"]),
        (["nobody", "+"], ["nobody"]),
        ([""], [""]),
        (["+"], []),
    ],
)
def test_names_of_several_words_need_no_quotes(words: list[str], names: list[str]) -> None:
    assert names_in(BOOK, words) == names


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("pestermite", []),
        ("twni", ["Splinter Twin", "Twincast"]),
        ("pres", ["Presence of Gond"]),
        ("conscr", ["Zealous Conscripts"]),
        ("midnigth gu", ["Midnight Guard"]),
        ("twin", ["Twincast", "Splinter Twin"]),
    ],
)
def test_only_near_names_are_told_and_words_that_begin_so_first(said: str, meant: list[str]) -> None:
    """Spelled nearly so: one letter in four may be wrong, or stand before its neighbour."""
    assert near(CardBook.builtin(), said, 6) == meant


@pytest.mark.parametrize("content", [b"", b"[]", b" \n"])
def test_a_card_file_without_a_card_is_refused(content: bytes) -> None:
    with pytest.raises(CardFileError) as refused:
        read_source("empty.json", content)
    assert "no card stands in the file" in refused.value.refusal.message
