"""What is random at a table is thrown by the table: shuffles, coins, cards at random (701.24, 705)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from random import Random as Source

import pytest

from reiterate.ask.session import run_position
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.games.dice import throw
from reiterate.refusals import Refusal
from reiterate.rules.access.results import Chance
from reiterate.rules.positions.identity import same
from reiterate.script.position import Position, load
from reiterate.state.model import State
from reiterate.state.properties import LIBRARY_OF
from reiterate.table.exporting import Exported
from reiterate.table.hiding import seen_from
from reiterate.table.seats import JUDGE
from tests.support.dice import dice
from tests.table.laid_table import (
    SECRETS,
    Sitting,
    card_rows,
    everything,
    opened,
    quick_folder,
    same_everywhere,
    seated,
    text_of,
)

OWN = {
    "Wide Lens": "{0}: Look at the top three cards of your library. Put one of them into your hand and the rest on the bottom of "
    "your library in a random order.",
    "Wise Owl": "{0}: Search your library for a card, then shuffle and put that card on top.",
    "Loose Grip": "{0}: Discard a card at random.",
    "Sieve": "{0}: Mill two cards.",
}
ROWS = [{"name": name, "type_line": "Artifact", "mana_cost": "", "oracle_text": text} for name, text in OWN.items()]
BOOK = CardBook((read_source("cards", json.dumps([*card_rows(), *ROWS]).encode()), builtin_source()))
DECK = SECRETS[:9]
HELD = SECRETS[9:12]


def board(*there: str, deck: Sequence[str] = DECK) -> str:
    own = f"{{library: [{', '.join(deck)}], hand: [{', '.join(HELD)}], battlefield: [{', '.join(there)}]}}"
    return f"format: position/1\nplayers:\n  p1: {own}\n  p2: {{}}\n"


def used(game: Sitting, name: str, *more: str) -> None:
    """Use an artifact of p1, with what is chosen as its ability resolves."""
    game.play("p1", f"activate {name}")
    game.play("p1", "pass")
    game.play("p2", "pass")
    game.play("p1", *more)


def deck_of(state: State) -> list[str]:
    """The library of p1, top first."""
    found: list[str] = []
    for handle in state.seqs.get(f"{LIBRARY_OF}0", ()):
        row = state.rows[handle]
        assert row.cls.proto is not None and isinstance(row.n, int)
        found += [row.cls.proto.name] * row.n
    return found


def test_701_24_a_shuffled_library_is_drawn_from_looked_at_and_scried_by_nobodys_word() -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board("Worn Map", "Far Glass", "Wide Lens", "Open Book", "Sieve"))
        used(game, "Worn Map")
        order = deck_of(game.now.game.state)
        assert sorted(order) == sorted(DECK)
        used(game, "Open Book")
        used(game, "Far Glass", "choose bottom")
        assert deck_of(game.now.game.state) == [*order[2:], order[1]]
        used(game, "Wide Lens", f"choose {order[3]}")
        left = deck_of(game.now.game.state)
        assert left[:5] == [*order[5:], order[1]] and sorted(left[5:]) == sorted([order[2], order[4]])
        used(game, "Sieve")
        same_everywhere(folder, game, BOOK)


def test_701_24_a_card_that_is_found_lies_on_top_of_what_was_shuffled() -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board("Wise Owl", "Open Book"))
        used(game, "Wise Owl", f"choose {DECK[4]}")
        assert deck_of(game.now.game.state)[0] == DECK[4]
        used(game, "Open Book")
        assert len(deck_of(game.now.game.state)) == len(DECK) - 1
        same_everywhere(folder, game, BOOK)


def test_what_was_thrown_stands_in_the_replay_that_leads_to_the_same_position() -> None:
    """The judge's replay says orders, and a player's the coins alone: to the player a library is unknown."""
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board("Worn Map", "Odd Penny", "Open Book"))
        for names, who, orders, coins in (
            (("Worn Map", "Odd Penny", "Worn Map", "Odd Penny"), "p1", 0, 2),
            (("Open Book", "Worn Map", "Open Book"), JUDGE, 3, 2),
        ):
            for name in names:
                used(game, name)
            found = table.export(game[who], "replay")
            assert isinstance(found, Exported)
            assert (found.text.count("result: orders"), found.text.count("s the flip")) == (orders, 0)
            assert found.text.count("result: wins") + found.text.count("result: loses") == coins
            read = load(found.text, "game.yaml", BOOK)
            assert isinstance(read, Position), read
            played = run_position(read)
            assert not isinstance(played, Refusal) and played.refusal is None, played
            assert same(seen_from(played.state, who), seen_from(game.now.game.state, who))


def test_400_2_what_is_thrown_for_a_library_is_told_to_nobody_and_a_coin_to_all() -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board("Worn Map", "Odd Penny", "Open Book", "Far Glass"))
        used(game, "Worn Map")
        used(game, "Odd Penny")
        for who in ("p1", "p2", "spectator"):
            words = everything(game, who)
            assert not [name for name in DECK if name in words]
            assert '"came": "wins"' in words or '"came": "loses"' in words
            assert "thrown" not in words
        assert "orders" in text_of(table.export(game[JUDGE], "log"))
        life = game.now.game.state.rows[1].get("life")
        assert life == (21 if '"came": "wins"' in everything(game, "p2") else 20)
        same_everywhere(folder, game, BOOK)


def test_701_9b_a_card_discarded_at_random_is_seen_by_all() -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board("Loose Grip"))
        used(game, "Loose Grip")
        (gone,) = [name for name in HELD if name in everything(game, "p2")]
        assert f"discards 1 {gone}" in everything(game, "p2")
        same_everywhere(folder, game, BOOK)


def test_nobody_says_what_comes_at_random() -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board("Odd Penny"))
        game.play("p1", "activate Odd Penny", "pass")
        refused = table.play(game["p2"], game.next, "result: wins\npass")
        assert isinstance(refused, Refusal) and "thrown by the table" in refused.message


def test_the_same_entry_said_twice_is_thrown_for_once() -> None:
    """The answer to it was lost, so the browser says it again."""
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board("Worn Map"))
        game.play("p1", "activate Worn Map", "pass")
        number = game.next
        first = table.play(game["p2"], number, "pass")
        order = deck_of(game.now.game.state)
        assert table.play(game["p2"], number, "pass") == first and deck_of(game.now.game.state) == order


def test_every_order_and_every_side_comes() -> None:
    """Each of the six orders of three cards, and each side of a coin, in 400 throws: all but once in 10^30 runs."""
    source = Source(dice("orders").random())
    bag = (("A", 1), ("B", 1), ("C", 1))
    orders = Counter(throw(Chance("", 0, "", ("orders",), bag, 3), source) for _ in range(400))
    assert len(orders) == 6
    assert {throw(Chance("", 0, "", ("wins", "loses")), source) for _ in range(400)} == {"wins", "loses"}
    assert {throw(Chance("", 0, "", ("draws",), bag, 1), source) for _ in range(400)} == {
        "draws 1 A",
        "draws 1 B",
        "draws 1 C",
    }


@pytest.mark.parametrize("many", [10**100, 5_000])
def test_a_library_of_very_many_unlike_cards_is_not_put_in_order(many: int) -> None:
    assert throw(Chance("", 0, "701.24", ("orders",), (("A", many), ("B", 1)), many + 1), Source(1)) == ""


def test_where_no_result_is_wanted_nothing_is_thrown() -> None:
    assert throw(Chance("", 0, "", ()), Source(1)) == ""


@pytest.mark.parametrize("times", [1, 3])
def test_701_24_a_shortcut_may_shuffle_in_each_iteration(times: int) -> None:
    """A shuffle of cards that nobody knows was taken for something that hidden cards decide."""
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board("Worn Map", "Open Book"))
        made = table.propose(game["p1"], game.next, f"repeat {times}:\n  activate Worn Map\n  pass\n  pass")
        assert not isinstance(made, Refusal), made
        assert not isinstance(table.answer(game["p2"], game.next, "accept"), Refusal)
        used(game, "Open Book")
        assert len(deck_of(game.now.game.state)) == len(DECK) - 1
        same_everywhere(folder, game, BOOK)
