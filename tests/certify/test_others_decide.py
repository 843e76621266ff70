"""Certificates of loops that stop because somebody else decides: on lines that name their player, too (732.2a)."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

import pytest

from reiterate.api import certify
from reiterate.ask.session import Study, study_loop
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.certify.form import canonical
from reiterate.check.accepted import Accepted
from reiterate.check.certificate import check
from reiterate.refusals import FALSE, INPUT, Refusal
from reiterate.script.position import load
from tests.support.as_shown import check_json, check_lines

OWN: Final = {
    "May Drip": "{0}: You gain 1 life. You may put a charge counter on May Drip.",
    "Watcher": "Whenever an opponent gains life, you gain 1 life. Then if you have 30 or more life, you may draw a card.",
    "Poor Drip": "{0}: You gain 1 life. Then if you have 30 or less life, you may draw a card.",
}

#: Boards, the lines of an iteration, and what stands in the way of the last choice.
STOPS: Final = {
    "p2 has a may": (
        ("May Drip", "Watcher"),
        "p1: activate May Drip; p1: pass; p2: pass; p1: yes; p1: pass; p2: pass",
        "decision-first",
    ),
    "p2 has a may before p1 acts": (
        ("May Drip", "Watcher"),
        "p1: activate May Drip; all pass; p1: yes; all pass; p1: activate May Drip; all pass; p1: yes; all pass",
        "decision-first",
    ),
    "p1 is not asked any more": (
        ("Poor Drip", "Mountain"),
        "p1: activate Poor Drip; p1: pass; p2: pass; p1: yes",
        "nothing-asked",
    ),
}


@cache
def book() -> CardBook:
    rows = [{"name": n, "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": t} for n, t in OWN.items()]
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


@cache
def certificate(name: str) -> str:
    (mine, theirs), lines, _ = STOPS[name]
    body = "".join(f"    {line}\n" for line in lines.split("; "))
    text = (
        f"format: position/1\nplayers:\n  p1: {{battlefield: [{mine}]}}\n  p2: {{battlefield: [{theirs}]}}\n"
        f"script: |\n  repeat 2:\n{body}"
    )
    position = load(text, "board.yaml", book())
    assert not isinstance(position, Refusal), position
    study = study_loop(position)
    assert isinstance(study, Study), study
    made = certify(study.part.loop)
    assert isinstance(made, str), made
    return made


@pytest.mark.parametrize("name", STOPS)
def test_an_honest_end_at_another_players_decision_is_accepted(name: str) -> None:
    end = json.loads(certificate(name))["end"]
    assert (end["kind"], end["code"]) == ("illegal", STOPS[name][2])
    found = check(certificate(name))
    assert isinstance(found, Accepted), found
    assert found.follows and check_json(found)["proved_end"] is True
    assert found.iterations == {"p1 is not asked any more": "10"}.get(name, found.iterations)


@pytest.mark.parametrize("name", STOPS)
@pytest.mark.parametrize("what", ["code", "rule"])
def test_another_reason_is_rejected(name: str, what: str) -> None:
    value = json.loads(certificate(name))
    value["end"][what] = {"code": "not-your-decision", "rule": "100.1"}[what]
    found = check(canonical(value))
    assert isinstance(found, Refusal) and (found.kind, found.code) == (FALSE, "certificate-after")


@pytest.mark.parametrize("name", STOPS)
@pytest.mark.parametrize("message", ["", "p2 would rather not", "accepted:\n\x1b[2J"])
def test_the_message_of_an_end_is_neither_compared_nor_shown(name: str, message: str) -> None:
    """Codes and rules say why a choice is not legal. The answer shows the words that the checker's own rules give."""
    honest = check(certificate(name))
    value = json.loads(certificate(name))
    value["end"]["message"] = message
    found = check(canonical(value))
    assert isinstance(honest, Accepted) and isinstance(found, Accepted), found
    assert check_lines(found) == check_lines(honest) and check_json(found) == check_json(honest)


@pytest.mark.parametrize("message", [None, 1, ["no"], {}])
def test_the_message_of_an_end_is_a_text(message: object) -> None:
    value = json.loads(certificate("p2 has a may"))
    value["end"]["message"] = message
    found = check(canonical(value))
    assert isinstance(found, Refusal) and (found.kind, found.code) == (INPUT, "certificate-form")


def test_an_invented_choice_of_another_player_is_no_end_of_the_loop() -> None:
    """Any choice that is not asked for is illegal: the chain behind the segment is then not the loop's."""
    value = json.loads(certificate("p2 has a may"))
    value["end"]["refused"] |= {"verb": "may", "answer": "yes"}
    value["end"]["refused"].pop("row", None)
    value["end"]["refused"].pop("over", None)
    found = check(canonical(value))
    assert isinstance(found, Refusal) or check_json(found)["proved_end"] is False
