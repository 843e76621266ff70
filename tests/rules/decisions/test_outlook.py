"""What an outside engine sees of a state (``reiterate.api``): questions, characteristics, abilities, and plenty of mana."""

from __future__ import annotations

import json

import pytest

from reiterate.api import (
    CardBook,
    Choice,
    Position,
    State,
    abilities,
    load,
    options,
    plenty,
    question,
    see,
    source,
    state_to_json,
    step,
    verify,
    words,
)

CARDS = (
    {
        "name": "Turret", "layout": "normal", "type_line": "Artifact Creature — Construct", "mana_cost": "{4}",
        "power": "0", "toughness": "0",
        "oracle_text": "{4}: Put a +1/+1 counter on Turret.\nRemove a +1/+1 counter from Turret: It deals 1 damage to any target.",
    },
    {
        "name": "Spark", "layout": "normal", "type_line": "Sorcery", "mana_cost": "{1}{R}",
        "oracle_text": "Spark deals 2 damage to any target.",
    },
)  # fmt: skip


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> CardBook:
    """The built-in cards and those above."""
    path = tmp_path_factory.mktemp("cards") / "cards.jsonl"
    path.write_text("\n".join(json.dumps(card) for card in CARDS), encoding="utf-8")
    found = CardBook.with_files([path], {})
    assert isinstance(found, CardBook)
    return found


def board(book: CardBook, players: str, more: str = "") -> State:
    """The state of a position."""
    position = load(f"format: position/1\n{more}players:\n{players}", "board.yaml", book)
    assert isinstance(position, Position), position
    return position.state


def row(state: State, name: str) -> int:
    """The only row of that name."""
    return next(h for h, r in state.rows.items() if r.cls.proto is not None and r.cls.proto.name == name)


def test_what_is_asked_of_whom(book: CardBook) -> None:
    state = board(book, "  p1: {battlefield: [Mountain]}\n")
    asked = question(state)
    assert (asked.what, asked.seat, asked.about) == ("priority", 0, -1)
    state, _ = step(state, Choice("pass", 0))
    assert question(state).seat == 1


def test_the_cleanup_asks_for_as_many_cards_as_are_too_many(book: CardBook) -> None:
    """514.1: down to seven."""
    state = board(book, "  p1: {hand: [5 Mountain, 4 Forest]}\n", "step: end\n")
    for seat in (0, 1):
        state, _ = step(state, Choice("pass", seat))
    asked = question(state)
    assert (asked.what, asked.seat, asked.low, asked.high) == ("cleanup", 0, 2, 2)
    assert len(asked.rows) == 2
    picked = Choice("pick", 0, picks=((asked.rows[0], 2),))
    assert verify(state, picked) is None


def test_a_game_that_is_over_asks_nobody(book: CardBook) -> None:
    state = board(book, "  p1: {hand: [Lightning Bolt], mana: {R: 1}}\n  p2: {life: 3}\n")
    state, _ = step(state, Choice("cast", 0, row(state, "Lightning Bolt"), targets=(2,)))
    for seat in (0, 1):
        state, _ = step(state, Choice("pass", seat))
    assert (question(state).what, question(state).seat) == ("over", -1)


def test_characteristics_are_those_after_all_effects(book: CardBook) -> None:
    """613.4: counters count; a card that is no creature has no power."""
    state = board(book, "  p1:\n    battlefield:\n      - {card: Turret, counters: {+1/+1: 3}}\n      - Mountain\n")
    turret, mountain = see(state, row(state, "Turret")), see(state, row(state, "Mountain"))
    assert (turret.power, turret.toughness) == (3, 3)
    assert set(turret.types) == {"artifact", "creature"}
    assert (turret.copy, turret.printed) == (False, "Turret")
    assert (mountain.power, mountain.supertypes) == (None, ("basic",))


def test_abilities_in_words_with_their_numbers(book: CardBook) -> None:
    state = board(book, "  p1:\n    battlefield:\n      - {card: Turret, counters: {+1/+1: 1}}\n      - Mountain\n")
    there = abilities(state, row(state, "Turret"))
    assert [(a.index, a.mana) for a in there] == [(0, False), (1, False)]
    assert there[1].text.startswith("Remove a +1/+1 counter from ~:")
    assert [a.mana for a in abilities(state, row(state, "Mountain"))] == [True]


def test_what_is_on_the_stack_has_words_and_a_source_also_when_that_is_gone(book: CardBook) -> None:
    """113.7a: the last counter is removed, the Turret is dead, its ability is on the stack."""
    state = board(book, "  p1:\n    battlefield:\n      - {card: Turret, counters: {+1/+1: 1}}\n")
    state, _ = step(state, Choice("activate", 0, row(state, "Turret"), 1, targets=(2,)))
    assert source(state, state.stack[0]) == "Turret"
    assert "1 damage" in words(state, state.stack[0])


@pytest.mark.parametrize(("name", "cost"), [("Lightning Bolt", (("R",),)), ("Spark", (("R",),))])
def test_plenty_of_mana_shows_what_is_worth_making_mana_for(
    book: CardBook, name: str, cost: tuple[tuple[str, ...], ...]
) -> None:
    """601.2g: with an empty pool nothing can be cast; ``plenty`` offers it, with what it costs, and changes nothing."""
    state = board(book, f"  p1: {{hand: [{name}], battlefield: [Mountain]}}\n")
    before = state_to_json(state)
    assert not [o for o in options(state) if o.verb == "cast"]
    found = [o for o in options(plenty(state)) if o.verb == "cast"]
    assert [o.row for o in found] == [row(state, name)]
    slot = found[0].slot("pay")
    assert slot is not None
    assert slot.symbols == cost
    assert state_to_json(state) == before
