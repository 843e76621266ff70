"""Objects of a view have names of their own, which tell nothing hidden; what is touched by them becomes lines of a script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from reiterate.ask.answer_json import as_json
from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.table.seat_view import View
from reiterate.table.touching import Gesture
from tests.table.laid_table import Sitting, opened, quick_folder, seated

BOOK: Final = CardBook.builtin()
BOARD: Final = """format: position/1
players:
  p1:
    hand: [Lightning Bolt, Fling]
    graveyard: [Forest, Forest, Forest]
    battlefield:
      - {card: Grizzly Bears, label: one}
      - {card: Grizzly Bears, tapped: true, label: two}
      - {card: Presence of Gond, attached to: two}
      - Forest
      - Mountain
      - Mountain
  p2:
    hand: [%s]
    library: [%s]
    battlefield: [Grizzly Bears]
"""


@pytest.fixture
def game() -> Iterator[Sitting]:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        yield seated(table, BOARD % ("Giant Growth", "Mountain, Forest"))


def view(game: Sitting, who: str) -> dict[str, Any]:
    found = game.table.view(game[who])
    assert isinstance(found, View), found
    return dict(as_json(found))


def calls(seen: dict[str, Any]) -> dict[str, list[tuple[str, str]]]:
    """Of each name, what the objects that bear it are called, with their zones."""
    found: dict[str, list[tuple[str, str]]] = {}
    for player in seen["board"]["players"]:
        for card in player["battlefield"]:
            found.setdefault(card["name"], []).append((card["id"], "battlefield"))
    for card in seen["cards"]:
        found.setdefault(card["name"], []).append((card["id"], card["zone"]))
    return found


def touch(game: Sitting, who: str, *touched: str) -> Gesture:
    found = game.table.gesture(game[who], view(game, who)["last"], touched)
    assert isinstance(found, Gesture), found
    return found


def test_an_object_is_told_from_others_of_its_name(game: Sitting) -> None:
    """109.1: a Forest on the battlefield is another object than those of a graveyard, and an Aura has one host."""
    seen = view(game, "p1")
    called = calls(seen)
    forests = {zone: name for name, zone in called["Forest"]}
    assert len(called["Forest"]) == 2 and len(set(forests.values())) == 2
    lit = touch(game, "p1").lit
    assert forests["battlefield"] in lit and forests["graveyard"] not in lit
    mine = seen["board"]["players"][0]["battlefield"]
    (aura,) = (card for card in mine if card["name"] == "Presence of Gond")
    (host,) = (card for card in mine if card["id"] == aura["host"])
    assert host["labels"] == ["two"] and host["tapped"]
    names = [name for each in called.values() for name, _ in each if name]
    assert len(names) == len(set(names))


def test_what_others_hide_has_no_name_and_no_say_in_other_names() -> None:
    """400.2: two games that differ in hidden cards alone look the same, with all names."""
    seen = []
    for hidden in (("Giant Growth", "Mountain, Forest"), ("Soul Warden", "Forest, Forest")):
        with quick_folder() as folder, opened(folder, BOOK) as table:
            game = seated(table, BOARD % hidden)
            mine = view(game, "p1")
            seen.append({each: mine[each] for each in ("board", "cards", "may")})
            assert all(card["id"] == "" for card in mine["cards"] if card["name"] == "")
    assert seen[0] == seen[1]


def test_601_2_a_card_is_touched_then_its_target_and_the_mana_is_made(game: Sitting) -> None:
    """601.2c, 601.2g: Mountain and Mountain are alike, so nobody is asked which of them pays."""
    called = calls(view(game, "p1"))
    bolt = f"object {called['Lightning Bolt'][0][0]}"
    asks = touch(game, "p1", bolt)
    bears = [name for name, _ in called["Grizzly Bears"]]
    assert asks.asks == "target" and {*bears, "p1", "p2"} == {*asks.lit}
    done = touch(game, "p1", bolt, f"object {bears[2]}")
    assert done.lines == ["activate Mountain", "cast Lightning Bolt targeting Grizzly Bears of p2"]
    for line in done.lines:
        last = view(game, "p1")["last"]
        assert not isinstance(game.table.play(game["p1"], last + 1, line), Refusal)
    (entry,) = view(game, "p1")["board"]["stack"]
    assert entry["aims"] == [bears[2]]


def test_ways_to_pay_that_differ_are_asked(game: Sitting) -> None:
    """601.2h: with Forest and Mountain behind it, or Mountain and Mountain, the position is another one."""
    called = calls(view(game, "p1"))
    fling, bears = f"object {called['Fling'][0][0]}", [name for name, _ in called["Grizzly Bears"]]
    assert touch(game, "p1", fling, "object p2").asks == "give"
    asks = touch(game, "p1", fling, "object p2", f"object {bears[0]}")
    assert asks.asks == "payment" and not asks.more
    paid = [sorted(each.lines[:-1]) for each in asks.ways]
    assert len(paid) == 2 and {each.lines[-1].split(" sac")[0] for each in asks.ways} == {"cast Fling targeting p2"}
    assert ["activate Forest", "activate Mountain"] in paid


@pytest.mark.parametrize("touched", [("object 99",), ("word x",), ("object p2",), ("choose 0",), ("number 7",), ("",)])
def test_what_is_not_lit_can_not_be_touched(game: Sitting, touched: tuple[str, ...]) -> None:
    found = game.table.gesture(game["p1"], 1, touched)
    assert isinstance(found, Refusal) and found.code == "gesture"
    other = game.table.gesture(game["p2"], 1, touched)
    assert isinstance(other, Refusal) and other.code == "not-your-decision"


def test_a_name_of_an_earlier_position_is_refused(game: Sitting) -> None:
    """Behind each entry that moves the game objects may be called otherwise."""
    assert not isinstance(game.table.play(game["p1"], 2, "activate Forest"), Refusal)
    found = game.table.gesture(game["p1"], 1, ["object 1"])
    assert isinstance(found, Refusal) and found.code == "not-next"
