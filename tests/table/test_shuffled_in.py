"""Cards that would come to a graveyard and are shuffled into a library instead: the game goes on (614.6, 701.24)."""

from __future__ import annotations

import json

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.state.model import State
from reiterate.state.properties import LIBRARY_OF
from tests.table.laid_table import SECRETS, Sitting, card_rows, opened, quick_folder, same_everywhere, seated

BACK = "If ~ would be put into a graveyard from anywhere, reveal ~ and shuffle it into its owner's library instead."
OWN = {
    "Iron Whale": BACK.replace("~", "Iron Whale"),
    "Stone Whale": BACK.replace("~", "Stone Whale"),
    "Sieve": "{0}: Mill three cards.",
    "Dark Glass": "{0}: Surveil 3.",
    "Last Straw": "{0}: Reveal cards from the top of your library until you reveal a land card. Put that card into your hand and the rest "
    "into your graveyard.",
    "Deep Rake": "{0}: Look at the top three cards of your library. Put one of them into your hand and the rest into your graveyard.",
}
ROWS = [{"name": name, "type_line": "Artifact", "mana_cost": "", "oracle_text": text} for name, text in OWN.items()]
BOOK = CardBook((read_source("cards", json.dumps([*card_rows(), *ROWS]).encode()), builtin_source()))
DECK = (SECRETS[0], "Iron Whale", "Stone Whale", "Forest", *SECRETS[5:8])


def board(*there: str) -> str:
    own = f"{{library: [{', '.join(DECK)}], battlefield: [{', '.join(there)}]}}"
    return f"format: position/1\nplayers:\n  p1: {own}\n  p2: {{}}\n"


def used(game: Sitting, name: str, *more: str) -> None:
    game.play("p1", f"activate {name}", "pass")
    game.play("p2", "pass")
    game.play("p1", *more)


def lying(state: State, zone: str) -> list[str]:
    """The cards of p1 in a zone by name, like ones as often as they are there."""
    rows = state.seqs[f"{LIBRARY_OF}0"] if zone == "library" else state.rows
    found = [state.rows[handle] for handle in rows]
    names = [row.cls.proto.name for row in found if row.cls.zone == zone and row.cls.proto is not None]
    return sorted(names)


@pytest.mark.parametrize(
    ("name", "answers", "gone"),
    [
        ("Sieve", (), [SECRETS[0]]),
        ("Dark Glass", ("choose graveyard", "choose graveyard", "choose graveyard"), [SECRETS[0]]),
        ("Dark Glass", ("choose top", "choose graveyard", "choose graveyard"), []),
        ("Last Straw", (), [SECRETS[0]]),
        ("Deep Rake", ("choose Iron Whale",), [SECRETS[0]]),
    ],
)
def test_614_6_cards_that_go_back_are_shuffled_in(name: str, answers: tuple[str, ...], gone: list[str]) -> None:
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, board(name))
        used(game, name, *answers)
        state = game.now.game.state
        assert lying(state, "graveyard") == gone
        taken = lying(state, "hand")
        assert lying(state, "library") == sorted(set(DECK) - {*gone, *taken}), taken
        same_everywhere(folder, game, BOOK)
