"""Pairs of the combo data whose loop is found: what ours gives holds all that the data claim, in the same words.

``combos_found.json`` holds ids, layouts, scripts and gains; names and claims are read from the data.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import pytest
import yaml

from reiterate.cards import CardBook
from reiterate.script.position import Position, load
from reiterate.show.session import Study, study_loop
from reiterate.survey.gains import WORDS, Gain, gains
from tests.support.files import ROOT, needs_data, require_data
from tests.survey.combo_boards import LAYOUTS, MORE, book, laid_out

COMBOS: Final = "combos.jsonl"
ROWS: Final[list[dict[str, Any]]] = json.loads(
    (ROOT / "tests" / "survey" / "combos_found.json").read_text(encoding="utf-8")
)

#: Words of the data that say of one opponent, or of all one's creatures, what ours say without: two players, one board.
COARSER: Final = {
    "damage to one opponent": "damage",
    "damage to target player": "damage",
    "mill for target opponent": "mill",
    "lifeloss for target opponent": "lifeloss",
    "card draw for target opponent": "card draw for an opponent",
    "ETB for target opponent": "ETB for opponents",
    "+1/+1 counters on creatures you control": "+1/+1 counters on a creature",
    "large creature": "large creature until end of turn",
    "Each opponent loses the game": "Win the game",
    "Target opponent loses the game": "Win the game",
    "Target player loses the game": "Win the game",
}


COLORS: Final = ("white", "blue", "black", "red", "green")


@cache
def cards() -> CardBook:
    return book()


@cache
def listed() -> dict[str, dict[str, Any]]:
    lines = require_data(COMBOS).read_text(encoding="utf-8").splitlines()
    return {row["id"]: row for row in map(json.loads, lines)}


def word(claim: str) -> str:
    """What is claimed, without how much of it."""
    much, _, what = claim.partition(" ")
    found = what if much in ("Infinite", "Near-infinite", "Infinitely", "Near-infinitely") else claim
    return COARSER.get(found, found)


def said(names: Iterable[str]) -> set[str]:
    """What gains say, without how much of it: mana of any color is mana of each."""
    words = {word(name) for name in names}
    return words | ({f"{color} mana" for color in COLORS} if "colored mana" in words else set())


@cache
def given(number: int) -> tuple[Gain, ...]:
    """The gains of a row's loop."""
    row = ROWS[number]
    if row["id"] not in listed():
        pytest.skip(f"{row['id']} is no row of these data")
    first, second = listed()[row["id"]]["cards"]
    table = laid_out(cards(), first, second, row["layout"])
    table["script"] = "\n".join(row["script"])
    position = load(yaml.safe_dump(table, sort_keys=False), "combo.yaml", cards())
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    return tuple(gains(study.part.loop, position.proposer))


@pytest.mark.slow("plays seventy-five combos")
@needs_data(COMBOS)
@needs_data("cards.jsonl")
@pytest.mark.parametrize("number", range(len(ROWS)), ids=[row["id"] for row in ROWS])
def test_a_combo_gives_what_is_written_down_and_all_that_is_claimed(number: int) -> None:
    found = given(number)
    assert [gain.name for gain in found] == ROWS[number]["gains"]
    claims = {word(claim) for claim in listed()[ROWS[number]["id"]]["produces"]}
    assert claims <= said(gain.name for gain in found)


@pytest.mark.slow("works out many loops of the corpus")
@needs_data(COMBOS)
@needs_data("cards.jsonl")
@pytest.mark.parametrize("number", range(len(ROWS)), ids=[row["id"] for row in ROWS])
def test_near_infinite_has_an_exact_maximum_and_infinite_has_none(number: int) -> None:
    for gain in given(number):
        assert (gain.most is None) == gain.name.startswith("Infinite")
        assert (
            gain.most is None or gain.name.startswith("Near-infinite") or (gain.name, gain.most) == ("Win the game", 1)
        )


def test_the_corpus_holds_each_pair_once_and_uses_every_layout() -> None:
    assert len({row["id"] for row in ROWS}) == len(ROWS) >= 60
    assert {*LAYOUTS} < {row["layout"] for row in ROWS} <= {*LAYOUTS, *MORE}


# --- the words -------------------------------------------------------------------------------------------------------

_INCOMPLETE: Final = "no pair that claims it has both cards compiled completely"
_NO_LOOP: Final = "no loop of a pair that claims it, and nothing else that is not said, was found in these layouts"
_CHOICE: Final = "the pairs untap a target of one's choice or spend their mana on it: not proved by one loop"

#: Words that we say and the data claim, and why no pair of the corpus shows them.
NOT_SHOWN: Final = {
    "ETB for opponents": _INCOMPLETE,
    "Win the game": _NO_LOOP,
    "black mana": _NO_LOOP,
    "card draw for an opponent": _NO_LOOP,
    "combat damage": _NO_LOOP,
    "combat phases": _NO_LOOP,
    "creature tokens for opponents": _INCOMPLETE,
    "mana artifact creatures you control can produce": _INCOMPLETE,
    "mana artifacts you control can produce": _NO_LOOP,
    "mana lands you control can produce": _CHOICE,
    "mana legendary creatures you control can produce": _INCOMPLETE,
    "mana permanents you control can produce": _CHOICE,
    "mill": "Grindstone mills either player, and the pairs claim both",
    "powerful creature until end of turn": _INCOMPLETE,
    "red mana": _NO_LOOP,
    "rummaging": "its pairs discard only while attacking",
    "turns": "the pairs claim locks besides, which are not said",
    "untap of artifact creatures you control": _INCOMPLETE,
    "untap of artifacts you control": _NO_LOOP,
    "untap of creatures you control": _CHOICE,
    "untap of lands you control": _CHOICE,
    "untap of legendary creatures you control": _INCOMPLETE,
    "untap of nonland permanents you control": _NO_LOOP,
    "white mana": _NO_LOOP,
}

#: Words that we say and the data never claim: what is no aim of a combo, or what they say in other words.
NOT_CLAIMED: Final = frozenset(
    {
        "copies of spells and abilities",
        "creature tokens with haste for opponents",
        "damage to yourself",
        "discard triggers for an opponent",
        "exile from an opponent's library",
        "exile from your library",
        "lifegain for an opponent",
        "lifegain triggers for an opponent",
        "lifeloss for yourself",
        "sacrifice triggers for an opponent",
        "tapped creature tokens for opponents",
        "toughness of a creature until end of turn",
        "untap of permanents you control",
    }
)

#: Words with a kind, a name or a restriction in them that some pair has to show, too.
PARTICULAR: Final = ("+1/+1 counters on a creature", "colored mana that can only be spent to cast creature spells")


def shown() -> set[str]:
    """The words that some pair of the corpus has both in its claims and in its gains."""
    found: set[str] = set()
    for row in ROWS:
        claims = {word(claim) for claim in listed()[row["id"]]["produces"]} if row["id"] in listed() else set()
        found |= claims & said(row["gains"])
    return found


@needs_data(COMBOS)
def test_every_word_that_is_claimed_and_said_is_shown_by_a_pair() -> None:
    claimed = {word(claim) for row in listed().values() for claim in row["produces"]}
    assert claimed & WORDS == (shown() & WORDS) | NOT_SHOWN.keys()
    assert not shown() & NOT_SHOWN.keys()
    assert claimed.isdisjoint(NOT_CLAIMED) and WORDS - claimed == NOT_CLAIMED
    assert shown() >= set(PARTICULAR)


@needs_data(COMBOS)
def test_what_is_said_is_one_of_the_words_or_names_a_kind() -> None:
    for row in ROWS:
        for gain in row["gains"]:
            assert word(gain) in WORDS or " counters" in gain or " tokens" in gain or " that can only " in gain, gain
