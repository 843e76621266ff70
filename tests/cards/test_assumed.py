"""Clauses that a person assumes not to matter: how they are named, and what an answer says of them."""

from __future__ import annotations

import json

import pytest

from reiterate.api import answer, certify, check, checked, checked_lines
from reiterate.cards import CardBook
from reiterate.check.certificate import Accepted
from reiterate.loops.loop import Loop
from reiterate.oracle import CompiledCard
from reiterate.refusals import INPUT, Refusal
from reiterate.rules.access.unread_clauses import unread_clauses
from reiterate.script.position import Position, load
from tests.check.forging import digest
from tests.support.unread_boards import board, loop_of, new_book

RIDDLE = 'Riddle: "Contemplation is infinite." does not matter'


def assuming(*words: str) -> CardBook:
    """The book of the boards with assumptions; fails where they are refused."""
    found = new_book().assuming(words)
    assert isinstance(found, CardBook), found
    return found


def riddle_certificate(*words: str) -> str:
    """The certificate of the loop beside a riddle."""
    loop = loop_of(board("Chime", "Riddle"), assuming(*words))
    assert isinstance(loop, Loop), loop
    text = certify(loop)
    assert isinstance(text, str), text
    return text


@pytest.mark.parametrize("words", ["Riddle: infinite", "riddle:CONTEMPLATION IS", "Riddle: Contemplation is infinite."])
def test_a_clause_is_named_by_card_and_words(words: str) -> None:
    card = assuming(words).find("Riddle")
    assert isinstance(card, CompiledCard)
    assert not card.complete
    assert [clause.status for clause in card.clauses] == ["not-understood"]
    text = board("Chime", "Riddle")
    assert isinstance(loop_of(text), Refusal)
    assert isinstance(loop_of(text, assuming(words)), Loop)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Riddle", "'Riddle' names no card and no words of a clause"),
        (": infinite", "': infinite' names no card and no words of a clause"),
        ("Riddle:", "'Riddle:' names no card and no words of a clause"),
        ("Ridle: infinite", "no card is called 'Ridle'"),
        ("Riddle: finished", "Riddle: no clause that is not understood has the words 'finished'"),
        ("Chime: gain", "Chime: the clause with the words 'gain' is understood, so nothing is to be assumed"),
        ("Two Riddles: infinite", "Two Riddles: the words 'infinite' stand in 2 clauses that are not understood"),
        (
            "Starry Elf: power",
            "Starry Elf: what is no line of its text can't be assumed away: power * is defined by an ability",
        ),
    ],
)
def test_what_names_no_clause_is_refused_with_the_words(words: str, said: str) -> None:
    found = new_book().assuming([words])
    assert isinstance(found, Refusal)
    assert (found.kind, found.exit_code, found.message) == (INPUT, 2, said)
    assert found.where.span in words
    assert found.expected


def test_a_name_may_have_colons() -> None:
    card = assuming("Riddle: The Second: the words: infinite").find("Riddle: The Second")
    assert isinstance(card, CompiledCard)


def test_an_assumption_lifts_an_option_that_is_not_known() -> None:
    text = board("Chime", "Thinker")
    loop = loop_of(text, assuming("Thinker: {5}"))
    assert isinstance(loop, Loop)
    value = json.loads(str(certify(loop)))
    assert value["claim"]["draw"] is True


def test_every_answer_repeats_what_is_assumed() -> None:
    position = load(board("Chime", "Riddle"), "board.yaml", assuming("Riddle: infinite"))
    assert isinstance(position, Position)
    found = answer(position, ["run", "loop", "certify"])
    assert found.assumptions[0] == RIDDLE
    assert not found.refusals
    assert [(one.state, one.obligation) for one in unread_clauses(position.state)] == [
        ("assumed", "it does not matter")
    ]


def test_a_certificate_lists_what_is_assumed_and_its_check_says_so() -> None:
    text = riddle_certificate("Riddle: infinite")
    value = json.loads(text)
    assert value["format"] == "certificate/2"
    listed = {"card": "Riddle", "text": "Contemplation is infinite.", "state": "assumed", "kind": ""}
    assert value["clauses"] == [{**listed, "obligation": "it does not matter"}]
    found = check(text, new_book().protos)
    assert isinstance(found, Accepted)
    assert found.nobodys.others == ()  # the card of this name, but for what is assumed of it
    lines = checked_lines(checked(found))
    assert lines[0] == "accepted, assuming what is said below: the loop goes on without end"
    assert "proved, assuming what is said below" in lines[2]
    assert lines[3] == 'assumed: "Riddle": "Contemplation is infinite.": it does not matter'


def test_an_assumed_clause_can_t_be_left_out_of_the_list() -> None:
    value = json.loads(riddle_certificate("Riddle: infinite"))
    del value["clauses"]
    value["format"] = "certificate/1"
    found = check(json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n")
    assert isinstance(found, Refusal)
    assert found.code == "certificate-clauses"


def test_a_clause_that_only_the_certificate_assumes_makes_another_card() -> None:
    """A forger assumes a clause of Chime's own: then Chime is no card of that name."""
    value = json.loads(riddle_certificate("Riddle: infinite"))
    (row,) = [r for r in value["start"]["rows"] if r["class"].get("proto", {}).get("name") == "Chime"]
    made = {"node": "Assumed", "text": "Each player loses.", "start": 0, "end": 4}
    row["class"]["proto"]["abilities"].append(made)
    listed = {
        "card": "Chime",
        "text": "Each player loses.",
        "state": "assumed",
        "kind": "",
        "obligation": "it does not matter",
    }
    value["clauses"].insert(0, listed)
    digest(value)
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
    found = check(text, new_book().protos)
    assert isinstance(found, Accepted)
    assert found.nobodys.others == ("Chime",)
    assert any("Each player loses." in line and line.startswith("assumed") for line in checked_lines(checked(found)))
