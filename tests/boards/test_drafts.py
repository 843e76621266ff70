"""Boards that are built by hand, and what is asked of workers for pages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reiterate.boards.draft import ZONES, Draft, Piece, pool_of, token_of
from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.rules.positions.identity import same
from reiterate.script.position import Position, load
from reiterate.script.yaml_text import Table, read_yaml
from reiterate.service.page_verbs import PAGE_VERBS, with_script
from reiterate.service.verbs import Books, Outcome

BOOK = CardBook.builtin()
LOOK = {"block": 0, "iteration": "", "position": 1000, "moved": "", "choice": 0}

#: The board of ``built`` by hand.
BY_HAND = """\
format: position/1
players:
  p1:
    life: 10^100
    mana: {G: 2, C: 3}
    battlefield:
      - {card: Midnight Guard, label: guard, counters: {+1/+1: 2}}
      - {card: Presence of Gond, attached to: guard}
      - {card: Forest, count: 4, tapped: yes}
      - {token: Elf Warrior, power: 1, toughness: 1, colors: [G], sick: yes, count: 10^40}
      - {token: Thopter, power: 1, toughness: 1, types: [artifact, creature], keywords: [flying, haste]}
  p2: {life: 20, hand: [Lightning Bolt], library: [Island, 10 unknown]}
active: p2
step: upkeep
"""


def placed(draft: Draft, name: str, seat: int = 0, zone: str = "battlefield") -> Piece:
    found = draft.put(name, seat, zone)
    assert isinstance(found, Piece)
    return found


def built() -> Draft:
    draft = Draft()
    guard, aura, lands = (placed(draft, name) for name in ("Midnight Guard", "Presence of Gond", "Forest"))
    placed(draft, "Lightning Bolt", 1, "hand")
    placed(draft, "Island", 1, "library")
    assert draft.attach(aura.number, guard.number) is None
    assert draft.counters(guard.number, "+1/+1", "2") is None
    assert draft.many(lands.number, "4") is None
    draft.turn(lands.number)
    elves = draft.put_token(" Elf  Warrior", 0, token_of("1", "1", "creature", "g", ""))
    assert isinstance(elves, Piece) and draft.many(elves.number, "10^40") is None
    draft.turn_sick(elves.number)
    assert isinstance(
        draft.put_token("Thopter", 0, token_of("1", "1", "Artifact, creature", "", "Flying,haste")), Piece
    )
    assert draft.player(0, "10^100", "0", "53", "GG 3 C") is None
    assert draft.player(1, "20", "0", "10", "") is None
    draft.active, draft.step = 1, "upkeep"
    return draft


def test_a_draft_is_the_position_that_a_person_would_write() -> None:
    drafted, ours = load(built().text("mine"), "draft", BOOK), load(BY_HAND, "hand", BOOK)
    assert isinstance(drafted, Position) and isinstance(ours, Position), drafted
    assert same(drafted.state, ours.state) and drafted.title == "mine"


def test_what_can_not_be_done_changes_nothing() -> None:
    draft = built()
    before = draft.text()
    refused = [
        draft.put("Forest", 2, "hand"),
        draft.put("Forest", 0, "stack"),
        draft.move(99, 0, "hand"),
        draft.attach(1, 1),
        draft.attach(1, 4),
        draft.counters(1, "", "2"),
        draft.move(6, 0, "hand"),
        draft.put_token("", 0, token_of("1", "1", "creature", "", "")),
        draft.put_token("Elf", 9, token_of("1", "1", "creature", "", "")),
        draft.put_token("Elf", 0, token_of("", "1", "creature", "", "")),
        draft.put_token("Elf", 0, token_of("one", "1", "creature", "", "")),
        draft.put_token("Elf", 0, token_of("1", "1", "creature", "GX", "")),
        draft.put_token("Elf", 0, token_of("1", "1", "creature, hero", "", "")),
        draft.put_token("Elf", 0, token_of("1", "1", "creature", "", "levitate")),
        draft.put_token("Clue", 0, token_of("1", "1", "artifact", "", "")),
        draft.put_token("Clue", 0, token_of("", "", "", "", "")),
        draft.counters(1, "charge", "many"),
        draft.many(3, "x"),
        draft.player(0, "a lot", "0", "53", ""),
        draft.player(0, "20", "0", "53", "3"),
        draft.player(0, "20", "0", "53", "Q"),
        draft.player(7, "20", "0", "53", ""),
        draft.seats(1),
        draft.seats(7),
    ]
    assert all(isinstance(each, Refusal) and each.exit_code == 2 for each in refused)
    assert draft.text() == before


def test_304_4_a_card_that_is_known_to_be_an_instant_never_lies_on_the_battlefield() -> None:
    """Whoever knows types tells them to the draft. A token is no such card, whatever it is called (111.4)."""
    draft = Draft()
    draft.types |= {"Some Bolt": "Instant", "Some Bear": "Creature — Bear"}
    bolt = draft.put("Some Bolt", 0, "hand")
    assert isinstance(bolt, Piece) and isinstance(draft.put("Some Bear", 0, "battlefield"), Piece)
    for found in (draft.put("Some Bolt", 0, "battlefield"), draft.move(bolt.number, 1, "battlefield")):
        assert isinstance(found, Refusal) and found.rule == "304.4"
    assert (bolt.seat, bolt.zone) == (0, "hand") and len(draft.pieces) == 2
    assert isinstance(draft.put_token("Some Bolt", 0, token_of("1", "1", "creature", "", "")), Piece)


def test_303_4_an_aura_on_nothing_is_found() -> None:
    draft = Draft()
    draft.types["Some Aura"] = "Enchantment — Aura"
    bear, aura = draft.put("Some Bear", 0, "battlefield"), draft.put("Some Aura", 1, "battlefield")
    assert isinstance(bear, Piece) and isinstance(aura, Piece) and draft.bare_aura() is aura
    assert draft.attach(aura.number, bear.number) is None and draft.bare_aura() is None
    draft.remove(bear.number)
    assert draft.bare_aura() is aura
    assert draft.move(aura.number, 0, "hand") is None and draft.bare_aura() is None


def test_whose_turn_and_which_step_it_is_are_such_as_a_board_has() -> None:
    draft = Draft()
    draft.turn_of(1)
    draft.in_step("end")
    assert (draft.active, draft.step) == (1, "end")
    draft.turn_of(2)
    draft.turn_of(-1)
    draft.in_step("cleanup")
    assert (draft.active, draft.step) == (1, "end")


def test_what_leaves_the_battlefield_lets_go_and_keeps_nothing() -> None:
    draft = built()
    assert draft.move(1, 1, "graveyard") is None
    assert "attached to" not in draft.text() and "counters" not in draft.text()
    draft.remove(1)
    assert "Midnight Guard" not in draft.text()
    assert draft.seats(4) is None and "p4" in draft.text()
    assert draft.seats(2) is None and "p4" not in draft.text()


@pytest.mark.parametrize(
    ("said", "pool"),
    [
        ("", {}),
        ("GGu", {"G": "2", "U": "1"}),
        ("{W}{W} {C}", {"W": "2", "C": "1"}),
        ("10^100 G, 2 C", {"G": "10^100", "C": "2"}),
        ("0 G", {}),
    ],
)
def test_mana_as_people_write_it(said: str, pool: dict[str, str]) -> None:
    assert pool_of(said) == pool


def act(draft: Draft, what: int, number: int, seat: int, said: str) -> None:
    """One of all that can be done to a draft."""
    acts: list[Callable[[], Any]] = [
        lambda: draft.put("Forest", seat, ZONES[number]),
        lambda: draft.put("Presence of Gond", seat, "battlefield"),
        lambda: draft.move(number, seat, ZONES[number]),
        lambda: draft.attach(number, seat),
        lambda: draft.counters(number, said, str(seat)),
        lambda: draft.counters(number, "charge", said),
        lambda: draft.many(number, said),
        lambda: draft.turn(number),
        lambda: draft.player(seat, said, "0", said, said),
        lambda: draft.seats(number),
    ]
    acts[what]()


@settings(max_examples=120, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4), st.integers(0, 2), st.text(max_size=12)), max_size=25))
def test_any_acts_leave_a_text_that_is_read(acts: list[tuple[int, int, int, str]]) -> None:
    draft = Draft()
    for each in acts:
        act(draft, *each)
    document = read_yaml(draft.text("".join(said for *_, said in acts)), "draft")
    assert isinstance(document, Table), document
    assert isinstance(load(draft.text(), "draft", BOOK), (Position, Refusal))


# --- what pages ask of workers -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def books() -> Books:
    return Books([], {"REITERATE_FOLDER": "off", "REITERATE_CACHE": "off"})


def given_by(found: Outcome) -> Any:
    assert found.refusal is None, found.refusal
    return json.loads(found.text)


def test_a_combo_in_rows_and_its_board_at_any_place(books: Books) -> None:
    asked = {"names": ["midnight guard", "presence of gond"], "others": "", "held": "", "life": "20", "players": "2"}
    told = given_by(PAGE_VERBS["page combo"](asked, books))
    assert told["verdict"] == "INFINITE, proved" and "you get" in dict(told["rows"])
    at = {"position": told["file"], "look": {**LOOK, "iteration": "7", "choice": 4}}
    scene = given_by(PAGE_VERBS["page scene"](at, books))
    assert (scene["iteration"], scene["place"]) == ("7", "1@7.4")
    elves = [each for each in scene["board"]["players"][0]["battlefield"] if each["token"]]
    assert [each["count"] for each in elves] == ["7"] and scene["board"]["stack"]
    grown = given_by(PAGE_VERBS["page growth"](at, books))
    assert grown["lines"][0]["path"] == "p1.tokens.Elf Warrior"
    board = given_by(PAGE_VERBS["page board"](at, books))
    assert {each["name"] for each in board["faces"]} == {"Midnight Guard", "Presence of Gond"}


def test_a_loop_on_a_board_comes_with_its_script(books: Books) -> None:
    draft = built()
    draft.active, draft.step = 0, "main1"
    told = given_by(PAGE_VERBS["page find"]({"position": draft.text(), "steps": "5000"}, books))
    found = load(told["file"], "found", BOOK)
    assert isinstance(found, Position) and found.script
    assert "script: |\n  repeat 10^100:\n    activate" in told["file"]


def test_a_loop_on_a_board_is_told_in_the_words_of_a_combo_that_was_named(books: Books) -> None:
    """Verdict, places to answer and steps are the same; what nobody has a hand for is said, and nothing is left out."""
    board = "format: position/1\nplayers:\n  p1: {battlefield: [Midnight Guard, {card: Presence of Gond, attached to: Midnight Guard}]}\n  p2: {}\n"
    named = {"names": ["Presence of Gond", "Midnight Guard"], "life": "20", "players": "2", "others": "", "held": ""}
    found, combo = (
        given_by(PAGE_VERBS[verb](asked, books))
        for verb, asked in (("page find", {"position": board, "steps": "5000"}), ("page combo", named))
    )
    assert found["verdict"] == combo["verdict"] == "INFINITE, proved"
    ours, theirs = dict(found["rows"]), dict(combo["rows"])
    assert {head: ours[head] for head in ("you get", "you win", "repeat", "after n", "stops", "answers")} == {
        head: theirs[head] for head in ("you get", "you win", "repeat", "after n", "stops", "answers")
    }
    places = "2 places of each iteration: with Midnight Guard's ability (from Presence of Gond), or Midnight Guard's trigger on the stack"
    assert f"Opponents could answer at {places}." in combo["plain"]
    assert f"Opponents have priority at {places}. No opponent has anything to act with there." in found["plain"]
    assert not re.search(
        r"and \d+ more|more step|\.\.\.", "".join(line for _, lines in found["rows"] for line in lines)
    )
    armed = board.replace("p2: {}", "p2: {hand: [Lightning Bolt], battlefield: [Mountain]}")
    told = given_by(PAGE_VERBS["page find"]({"position": armed, "steps": "5000"}, books))
    assert f"Opponents could answer at {places}." in told["plain"]


def test_what_pages_ask_is_refused_in_words(books: Books) -> None:
    nothing = {"position": "dance", "look": LOOK, "steps": "10"}
    for verb in ("page find", "page board", "page scene", "page growth"):
        found = PAGE_VERBS[verb](nothing, books)
        assert found.refusal is not None and found.refusal.message
    plain = PAGE_VERBS["page scene"]({"position": BY_HAND, "look": LOOK}, books)
    assert plain.refusal is not None and plain.refusal.exit_code == 2
    bare = PAGE_VERBS["page find"]({"position": "format: position/1\n", "steps": "10"}, books)
    assert bare.refusal is not None


def test_another_script_takes_the_place_of_what_was_proposed() -> None:
    text = BY_HAND + "script: all pass\nend: 1\nexpect: {p1.life: 1}\n"
    found = with_script(text, "repeat 3:\n  all pass\n")
    assert found.endswith("script: |\n  repeat 3:\n    all pass\n") and "expect" not in found
