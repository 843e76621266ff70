"""Deck lists, and new games from them."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reiterate.boards.dealing import Dealt, dealt, shuffled
from reiterate.boards.deck_list import Deck, read_deck
from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from reiterate.script.yaml_text import Table, items_of, read_yaml, table_of, text_of

BOOK = CardBook.builtin()

PLAIN = "4 Midnight Guard\n4x Presence of Gond\n  20   Forest\nPlains\n"
ARENA = """\
About
Name Elves of the Guard

Commander
1 Kiki-Jiki, Mirror Breaker (CHK) 175

Deck
4 Midnight Guard (DKA) 13
4 Presence of Gond (SHM) 126 *F*
20 Forest [Land] ^Have,#37d67a^
1 Plains #good

Sideboard
2 lightning bolt (M10)

Maybeboard
1 Something That Is No Card
"""
FORGE = "[metadata]\nName=Guards\n[Main]\n4 Midnight Guard|DKA\n20 Forest|M10|3\n[Sideboard]\n1 Giant Growth|M10\n"
HEADED = "// Creatures (8)\n4 Midnight Guard\n\nLands:\n20 Forest\n\nSB: 2 Lightning Bolt\n"


def deck(text: str) -> Deck:
    found = read_deck(text, "deck.txt", BOOK)
    assert isinstance(found, Deck), found
    return found


def counted(text: str) -> dict[str, int]:
    return {each.name: each.count for each in deck(text).main}


def game(*lists: str, seed: str = "") -> Dealt:
    found = dealt([(text, f"{n}.txt") for n, text in enumerate(lists)], BOOK, seed)
    assert isinstance(found, Dealt), found
    return found


def zones(text: str, player: str) -> tuple[list[str], list[str]]:
    """The hand and the library that a position file tells."""
    top = read_yaml(text, "board.yaml")
    assert isinstance(top, Table)
    said = table_of(table_of(top.get("players") or top).get(player) or top)
    hand, library = ([text_of(item) for item in items_of(said.get(zone) or top)] for zone in ("hand", "library"))
    return hand, library


def test_lists_in_several_spellings() -> None:
    assert counted(PLAIN) == {"Midnight Guard": 4, "Presence of Gond": 4, "Forest": 20, "Plains": 1}
    assert counted(ARENA) == counted(PLAIN)
    found = deck(ARENA)
    assert found.name == "Elves of the Guard" and [each.name for each in found.commanders] == [
        "Kiki-Jiki, Mirror Breaker"
    ]
    assert [(each.count, each.name) for each in found.sideboard] == [(2, "Lightning Bolt")]
    assert found.left_out == [
        "Something That Is No Card (line 17)",
        "2 cards of the sideboard: outside the game",
    ]
    assert counted(FORGE) == {"Midnight Guard": 4, "Forest": 20} and deck(FORGE).name == "Guards"
    assert counted(HEADED) == {"Midnight Guard": 4, "Forest": 20} and deck(HEADED).sideboard


def test_the_cards_behind_the_only_empty_line_are_a_sideboard_and_that_is_told() -> None:
    found = deck("4 Midnight Guard\n36 Forest\n\n15 Plains\n")
    assert found.size == 40 and [each.count for each in found.sideboard] == [15]
    assert "from line 4 on" in found.left_out[0]
    for other in (
        "4 Midnight Guard\n35 Forest\n\n15 Plains\n",
        "40 Forest\n\n16 Plains\n",
        "40 Forest\n\n3 Plains\n\n1 Island\n",
    ):
        assert not deck(other).sideboard


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("4 Midnight Gard\n", "card-unknown", 1),
        ("4 Forest\n2 Somthing (M10) 3\n", "card-unknown", 2),
        ("0 Forest\n", "deck", 1),
        ("4 Forest\n5000 Forest\n", "deck", 2),
        ("600 Forest\n600 Plains\n", "deck", 1),
        ("", "deck", 1),
        ("Sideboard\n4 Forest\n", "deck", 1),
        ("Commander\n2 Kiki-Jiki, Mirror Breaker\n", "commander", 2),
        ("<?xml version='1.0'?>\n<deck/>\n", "deck", 2),
        ("x" * 200_000, "file-too-large", 1),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(text: str, code: str, line: int) -> None:
    found = read_deck(text, "deck.txt", BOOK)
    assert isinstance(found, Refusal) and (found.exit_code, found.code) == (2, code), found
    assert (found.where.file, found.where.line) == ("deck.txt", line) and found.expected


def test_a_new_game_has_all_cards_of_both_decks_and_no_others() -> None:
    made = game(PLAIN, HEADED, seed="x")
    position = load(made.text, "board.yaml", BOOK)
    assert isinstance(position, Position)
    for player, text in (("p1", PLAIN), ("p2", HEADED)):
        hand, library = zones(made.text, player)
        assert len(hand) == 7 and dict(Counter(hand + library)) == counted(text)
    assert game(PLAIN, HEADED, seed="x").text == made.text
    assert game(PLAIN, HEADED, seed="y").text != made.text
    assert len({game(PLAIN, HEADED).text for _ in range(5)}) == 5


def test_commanders_lie_in_the_command_zone_and_everybody_has_40_life() -> None:
    text = game(ARENA, ARENA).text
    position = load(text, "board.yaml", BOOK)
    assert isinstance(position, Position) and "rules: commander" in text
    found = dealt([(ARENA, "a.txt"), (PLAIN, "b.txt")], BOOK)
    assert isinstance(found, Refusal) and (found.code, found.where.file) == ("deck", "b.txt")


@pytest.mark.parametrize("lists", [[PLAIN], [PLAIN] * 7, [PLAIN, "6 Forest\n"]])
def test_too_few_or_too_many(lists: list[str]) -> None:
    found = dealt([(text, "deck.txt") for text in lists], BOOK)
    assert isinstance(found, Refusal) and found.code == "deck"


def test_every_order_of_three_cards_comes_about_equally_often() -> None:
    found = Counter(tuple(shuffled("abc", str(seed))) for seed in range(6_000))
    assert set(found) == set(permutations("abc"))
    assert all(800 < count < 1_200 for count in found.values())  # 1,000 each; seven standard deviations


def test_the_order_of_a_seed_is_the_same_everywhere() -> None:
    assert shuffled("abcdefgh", "a seed") == list(ORDER)


#: What Fisher and Yates make of the numbers of that seed.
ORDER = "badgfche"

PARTS = [
    *(line for text in (PLAIN, ARENA, FORGE, HEADED) for line in text.splitlines()),
    *(
        "4",
        "x",
        "4 ",
        "-1 Forest",
        "9999999999 Forest",
        "SB:",
        "[",
        "//",
        "#",
        "\x00",
        "4 Forest/Plains",
        "(M10)",
        "*F*",
    ),
]


@settings(max_examples=300)
@given(st.lists(st.one_of(st.sampled_from(PARTS), st.text(max_size=20)), max_size=12))
@example(["8 Midnight Guard", "Maybeboard", "\x1b"])  # what is left out is told in a comment
def test_any_lines_are_a_deck_or_refused_with_a_line(lines: list[str]) -> None:
    found = read_deck("\n".join(lines), "deck.txt", BOOK)
    if isinstance(found, Refusal):
        assert found.exit_code == 2 and found.where.line > 0 and found.expected
    elif found.size >= 7 and not found.commanders:
        position = load(game("\n".join(lines), PLAIN).text, "board.yaml", BOOK)
        assert isinstance(position, Position), position


@pytest.mark.parametrize("wrong", ["", "3 Forest\n", "20 Forest\n1 Somthing\n"])
def test_a_wrong_deck_says_whose_it_is(wrong: str) -> None:
    for seat in (1, 2):
        lists = [(wrong if at == seat else PLAIN, f"deck {at}") for at in (1, 2)]
        found = dealt(lists, BOOK)
        assert isinstance(found, Refusal) and found.message.startswith(f"p{seat}'s deck: ")
        assert found.where.file == f"deck {seat}"
    uneven = dealt([(ARENA, "a.txt"), (PLAIN, "b.txt")], BOOK)
    assert isinstance(uneven, Refusal) and uneven.message.startswith("p2's deck: ")
