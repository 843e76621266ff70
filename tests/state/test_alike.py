"""*Alike*, the fourth relation (MTR 4.4): what differs, why it can't matter, and what is not shown to be no matter."""

from __future__ import annotations

from typing import Final

import pytest

from reiterate.cards import CardBook
from reiterate.rules.positions.identity import alike, differences, mark_of, same, same_for_rules
from reiterate.script.position import Position, load
from reiterate.state.model import State
from reiterate.state.progression_rows import folded, has_progressions

BOOK: Final = CardBook.builtin()

RISING: Final = (
    f"[{', '.join(f'{{token: Elf Warrior, power: 1, toughness: 1, counters: {{+1/+1: {n}}}}}' for n in range(1, 5))}]"
)


def laid(p1: str, p2: str = "{}") -> State:
    found = load(f"format: position/2\nplayers:\n  p1: {p1}\n  p2: {p2}\n", "board.yaml", BOOK)
    assert isinstance(found, Position), found
    return found.state


def test_a_position_is_alike_itself_without_a_difference() -> None:
    state = laid("{library: {shuffled: [Forest, Island]}, hand: [Swamp]}")
    assert alike(state, state) and differences(state, state) == ()


def test_a_shuffled_library_is_a_bag_of_cards() -> None:
    one = laid("{library: {shuffled: [Forest, 2 Island, 3 unknown]}}")
    other = laid("{library: {shuffled: [3 unknown, Forest, 2 Island]}}")
    assert not same(one, other) and not same_for_rules(one, other)
    assert alike(one, other) and alike(other, one)
    (difference,) = differences(one, other)
    assert difference.what == "the order of p1's library" and "nobody knows" in difference.why


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("{library: {shuffled: [Forest, 2 Island]}}", "{library: {shuffled: [2 Forest, Island]}}"),  # other cards
        ("{library: {shuffled: [Forest, 2 Island]}}", "{library: {shuffled: [Forest, 3 Island]}}"),
        ("{library: [Forest, Island]}", "{library: [Island, Forest]}"),  # an order that somebody may know
        ("{library: [Forest, Island]}", "{library: {shuffled: [Island, Forest]}}"),
        ("{library: {top: [Forest], unknown: 5}}", "{library: {unknown: 5, bottom: [Forest]}}"),
        ("{life: 20}", "{life: 21}"),
        ("{hand: [Forest]}", "{hand: [Island]}"),
        ("{hand: [Forest]}", "{graveyard: [Forest]}"),
        ("{battlefield: [Forest]}", "{battlefield: [{card: Forest, tapped: yes}]}"),
        ("{mana: {G: 1}}", "{mana: {R: 1}}"),
    ],
)
def test_what_differs_and_could_matter_is_not_alike(before: str, now: str) -> None:
    one, other = laid(before), laid(now)
    assert not alike(one, other) and not alike(other, one)
    found = differences(one, other)
    assert found and any(not difference.why for difference in found)


def test_each_of_several_differences_is_listed() -> None:
    one = laid("{library: {shuffled: [Forest, Island]}, life: 20}")
    other = laid("{library: {shuffled: [Island, Forest]}, life: 21}")
    found = {difference.what: difference.why for difference in differences(one, other)}
    assert found["the order of p1's library"] and found["life of p1, whose library was shuffled"] == ""
    assert (
        str(differences(one, other)[-1])
        == "life of p1, whose library was shuffled: not shown to be no matter, the judge decides"
    )
    assert [str(d) for d in differences(laid("{hand: [Forest]}"), laid("{graveyard: [Forest]}"))] == [
        "there is now Forest in p1's graveyard: not shown to be no matter, the judge decides",
        "there is no more Forest in p1's hand: not shown to be no matter, the judge decides",
    ]


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        ("[Forest, Forest, {card: Forest, label: a}]", "[3 Forest]", True),
        ("[3 Forest]", "[2 Forest]", False),
        ("[3 Forest]", "[2 Forest, {card: Forest, tapped: yes}]", False),
        (RISING, f"{RISING[:-1]}, Forest]", False),
        (RISING, RISING.replace("+1/+1: 4", "+1/+1: 5"), False),
    ],
)
def test_positions_that_may_be_alike_share_their_mark(one: str, other: str, share: bool) -> None:
    before, now = laid(f"{{battlefield: {one}}}"), laid(f"{{battlefield: {other}}}")
    assert same(before, now) == share
    assert (mark_of(before) == mark_of(now)) == share


def test_a_mark_is_the_same_where_amounts_that_rise_are_one_row() -> None:
    apart = laid(f"{{battlefield: {RISING}}}")
    together = folded(apart, keep_labels=False)
    assert has_progressions(together) and not has_progressions(apart)
    assert mark_of(together) == mark_of(apart)
