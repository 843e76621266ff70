"""Pairs of the combo data that are proved from their names: what ours gives holds all that the data claim, in the same words.

``combos_found.json`` holds ids and gains; names and claims are read from the data. A row with a script shows a gain
that the loop of that script has and the first found one has not. A row with "once" is a line that is played once, and says what that line comes to.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final

import pytest
import yaml

from reiterate.ask.session import Study, study_loop
from reiterate.combos.combo import Asked, Combo, asked_of
from reiterate.combos.played_once import Single
from reiterate.databases.row_outcomes import implied_claims, lacking, word
from reiterate.script.position import Position, load
from reiterate.survey.script_of_play import nodes_of
from reiterate.worth.gains import Gain, gains
from reiterate.worth.given import BARE, CLOSED, LIBRARY_EXILED, Given
from reiterate.worth.second_loops import Before
from tests.support.card_files import reference_book
from tests.support.drawn import drawn_parts
from tests.support.files import ROOT, needs_data, require_data

COMBOS: Final = "combos.jsonl"
ROWS: Final[list[dict[str, Any]]] = json.loads(
    (ROOT / "tests" / "survey" / "combos_found.json").read_text(encoding="utf-8")
)


@cache
def listed() -> dict[str, dict[str, Any]]:
    lines = require_data(COMBOS).read_text(encoding="utf-8").splitlines()
    return {row["id"]: row for row in map(json.loads, lines)}


def given(row: dict[str, Any]) -> tuple[Gain, ...]:
    """The gains of a row's loop, or of its line that is played once."""
    found = asked_of(listed()[row["id"]]["cards"], reference_book(), Asked())
    if "once" in row:
        assert isinstance(found, Single) and found.what == row["once"], found
        return found.gains
    assert isinstance(found, Combo), found
    if "script" not in row:
        before = Before(found.found.start, nodes_of(found.found.prefix))
        return tuple(gains(found.found.loop, 0, before))
    table = yaml.safe_load(found.text) | {"script": "\n".join(row["script"])}
    position = load(yaml.safe_dump(table, sort_keys=False), "combo.yaml", reference_book())
    assert isinstance(position, Position), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    return tuple(gains(study.part.loop, position.proposer, Before(position.state, study.start_up)))


@pytest.mark.slow("searches some of the combos")
@needs_data(COMBOS)
@needs_data("cards.jsonl")
# few of them a run: each is a whole search, and ``make soak`` makes all of them
@pytest.mark.parametrize("rows", drawn_parts(ROWS, 4, 8, "gains corpus"))
def test_a_combo_gives_what_is_written_down_and_all_that_is_claimed(rows: list[dict[str, Any]]) -> None:
    there = [row for row in rows if row["id"] in listed()]  # others are no rows of these data
    assert len(there) > len(rows) // 2
    for row in there:
        found = given(row)
        assert [gain.name for gain in found] == row["gains"], row["id"]
        assert lacking(listed()[row["id"]]["produces"], [gain.what for gain in found]) == [], row["id"]
        for gain in found:  # near-infinite has an exact maximum, and infinite has none
            assert (gain.most is None) == gain.name.startswith("Infinite"), row["id"]
            once = gain.given.kind in BARE and gain.most == 1
            assert gain.most is None or gain.name.startswith("Near-infinite") or once, row["id"]


def test_the_corpus_holds_each_pair_once() -> None:
    assert len({row["id"] for row in ROWS}) == len(ROWS) >= 100


# --- the words -------------------------------------------------------------------------------------------------------

_INCOMPLETE: Final = "no pair that claims it has both cards compiled completely"
_NO_LOOP: Final = "no loop of a pair that claims it, and nothing else that is not said, was found in these layouts"
_CHOICE: Final = "the pairs untap a target of one's choice or spend their mana on it: not proved by one loop"

#: All words that are said of no kind of counters, of no token's name and of no restriction of mana.
WORDS: Final = frozenset(each.words for each in CLOSED)

#: Words that we say and the data claim, and why no pair of the corpus shows them.
NOT_SHOWN: Final = {
    "Draw the game": "lines that are played once: no loop ends so",
    "ETB for opponents": _INCOMPLETE,
    "blinking of nonland permanents": _NO_LOOP,
    "blinking of permanents": _NO_LOOP,
    "mana artifact creatures you control can produce": _INCOMPLETE,
    "mana artifacts you control can produce": _NO_LOOP,
    "mana legendary creatures you control can produce": _INCOMPLETE,
    "mana permanents you control can produce": _CHOICE,
    "powerful creature until end of turn": _INCOMPLETE,
    "untap of legendary creatures you control": _INCOMPLETE,
    "untap of nonland permanents you control": _NO_LOOP,
}

#: Words that we say and the data never claim: what is no aim of a combo, or what they say in other words.
NOT_CLAIMED: Final = frozenset(
    {
        "copies of spells and abilities",
        "creature tokens with 0 power for opponents",
        "creature tokens with defender for opponents",
        "creature tokens with haste for opponents",
        "damage to yourself",
        "discard triggers for an opponent",
        "exile from an opponent's library",
        "exile from your library",
        "lifegain for an opponent",
        "lifegain triggers for an opponent",
        "lifeloss for yourself",
        "powerful creatures you control until end of turn",
        "sacrifice triggers for an opponent",
        "tapped creature tokens for opponents",
        "toughness of a creature until end of turn",
        "untap of artifacts",
        "untap of lands",
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
        found |= claims & implied_claims(map(word, row["gains"]))
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
        words = WORDS | {Given(LIBRARY_EXILED).words} if "once" in row else WORDS  # no loop gives that
        for gain in row["gains"]:
            kinds = (" counters", " tokens", " that can only ", " copies of ")
            assert word(gain) in words or any(each in gain for each in kinds), gain
