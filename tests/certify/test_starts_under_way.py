"""Certificates of loops that begin with something under way: written, checked, and refused where the start is altered."""

from __future__ import annotations

import json

import pytest

from reiterate.ask.session import run_position, study_loop
from reiterate.certify.certificate import certify_once
from reiterate.certify.form import canonical
from reiterate.check.certificate import Accepted, check
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.refusals import Refusal
from reiterate.script.script import BodyReader
from reiterate.survey.finder import find_on_board
from tests.support.position_texts import under_way

GOND = """\
players:
  p1: {battlefield: [{card: Midnight Guard, label: guard, tapped: yes}, {card: Presence of Gond, attached to: guard}]}
stack:
  - {trigger: untap, of: guard}
  - {spell: Blaze, x: 5, controller: p2, targets: [guard]}
effects: [{from: Giant Growth, targets: [guard]}]
this turn: {p1: {spells cast: 1, lands played: 1}}
script: |
  repeat 1000:
    all pass
    activate guard
    all pass
expect: {p1.tokens.Elf Warrior: 1000, guard.power: 5, stack: [untap Midnight Guard, Blaze]}
"""
ROCK = """\
players:
  p1: {}
  p2: {battlefield: [{card: Basalt Monolith, label: rock}, {card: Power Artifact, attached to: rock}]}
stack: [{spell: Blaze, x: 5, targets: [p2]}]
priority: p2
script: |
  repeat 10^100:
    p2: tap rock
    p2: activate rock: Untap
    all pass
    p1: pass
expect: {p2.mana.C: 2*10^100, stack: [Blaze], priority: p2}
"""


def certificate(text: str) -> str:
    """The certificate of the script's block."""
    position = under_way(text)
    found = certify_once(position.state, BodyReader(position.script))
    assert isinstance(found, str), found
    return found


@pytest.mark.parametrize("text", [GOND, ROCK], ids=["a trigger on the stack", "another player acts"])
def test_a_loop_under_way_is_run_ruled_on_found_and_certified(text: str) -> None:
    position = under_way(text)
    result = run_position(position)
    assert not isinstance(result, Refusal), result
    assert (result.refusal, result.differences) == (None, [])
    study = study_loop(position)
    assert not isinstance(study, Refusal), study
    kind = kind_of(study.part.loop)
    assert not isinstance(kind, Refusal), kind
    assert kind.keepers == (position.proposer,)
    found = check(certificate(text))
    assert isinstance(found, Accepted), found
    assert find_on_board(position.state, position.proposer, 3_000) is not None


def test_what_is_only_passed_over_takes_no_part_in_a_loop() -> None:  # 104.4f
    study = study_loop(under_way(ROCK))
    assert not isinstance(study, Refusal), study
    kind = kind_of(study.part.loop)
    assert not isinstance(kind, Refusal), kind
    assert kind.involved == (1,)


def test_a_start_without_its_trigger_is_refused() -> None:
    value = json.loads(certificate(GOND))
    top = value["start"]["seqs"]["stack"][0]
    assert value["start"]["rows"][top]["class"]["kind"] == "ability"
    value["start"]["seqs"]["stack"] = value["start"]["seqs"]["stack"][1:]
    value["start"]["rows"][top]["class"]["zone"] = "waiting"
    found = check(canonical(value))
    assert isinstance(found, Refusal)
    assert found.code == "certificate-base"


def test_another_player_with_priority_is_another_start() -> None:
    value = json.loads(certificate(ROCK))
    value["start"]["rows"][0]["class"]["props"]["who"] = 0
    found = check(canonical(value))
    assert isinstance(found, Refusal)
    assert found.code == "certificate-base"
