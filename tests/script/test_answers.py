"""Lines that answer: what had one answer may be said, targets are legal ones, the stack has words, and what is asked is told."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

import pytest

from reiterate.api import certify, check
from reiterate.ask.session import Result, Study, run_position, study_loop
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.refusals import Refusal
from reiterate.script.position import load
from tests.support.as_shown import report_json, report_lines

OWN: Final = {
    "Tapper": ("Enchantment", "Whenever a creature enters, tap target artifact."),
    "Modal": ("Enchantment", "Whenever a creature enters, choose one —\n• Tap target land.\n• Untap target artifact."),
    "Gainer": ("Enchantment", "Whenever a creature enters, you gain 1 life."),
    "Own Healer": ("Enchantment", "Whenever a creature enters, put a +1/+1 counter on target creature you control."),
    "Raiser": ("Sorcery", "Return target creature card from your graveyard to the battlefield."),
    "Hush": ("Instant", "Counter target activated or triggered ability."),
    "Zap": ("Instant", "Zap deals 3 damage to target creature an opponent controls."),
}


@cache
def book() -> CardBook:
    rows = [{"name": n, "type_line": t, "mana_cost": "{1}", "oracle_text": x} for n, (t, x) in OWN.items()]
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


GOND: Final = "{card: Midnight Guard, label: guard}, {card: Presence of Gond, attached to: guard}"


def text_of(mine: str, theirs: str, script: str) -> str:
    lines = "".join(f"  {line}\n" for line in script.split("; "))
    return f"format: position/1\nplayers:\n  p1: {{{mine}}}\n  p2: {{{theirs}}}\nscript: |\n{lines}"


def ruled(mine: str, theirs: str, script: str) -> Result | Refusal:
    position = load(text_of(mine, theirs, script), "board.yaml", book())
    assert not isinstance(position, Refusal), position
    return run_position(position)


def done(found: Result | Refusal) -> Result:
    assert isinstance(found, Result), found
    return found


def refused(found: Result | Refusal, code: str) -> Refusal:
    assert isinstance(found, Refusal), found
    assert found.code == code, found
    return found


# --- one legal answer --------------------------------------------------------------------------------------------------

ASKED: Final = (
    "repeat 5:;   activate guard;   all pass;   p2: choose mode 2;   p2: target Sol Ring;   all pass;   all pass"
)


@pytest.mark.parametrize("land", ["", ", Mountain"])
def test_603_3c_a_mode_may_be_said_whether_or_not_there_is_another(land: str) -> None:
    """Without a land there is one mode alone, and nobody is asked: the line says what happened."""
    found = done(ruled(f"battlefield: [{GOND}, Sol Ring{land}]", "battlefield: [Modal]", ASKED))
    assert found.facts["iterations"] == "5"


@pytest.mark.parametrize("more", ["", ", Mind Stone"])
def test_603_3d_a_target_may_be_said_whether_or_not_there_is_another(more: str) -> None:
    script = "repeat 5:;   activate guard;   all pass;   p2: target Sol Ring;   all pass;   all pass"
    found = done(ruled(f"battlefield: [{GOND}, Sol Ring{more}]", "battlefield: [Tapper]", script))
    assert found.facts["iterations"] == "5"


@pytest.mark.parametrize("more", ["", ", Tapper"])
def test_603_3b_an_order_may_be_said_of_one_ability_alone(more: str) -> None:
    script = "activate guard; all pass; p2: order gain first" + "; all pass" * (3 if more else 2)
    done(ruled(f"battlefield: [{GOND}, Sol Ring]", f"battlefield: [Gainer{more}]", script))


def test_a_loop_with_such_lines_is_certified() -> None:
    position = load(text_of(f"battlefield: [{GOND}, Sol Ring]", "battlefield: [Modal]", ASKED), "b.yaml", book())
    assert not isinstance(position, Refusal)
    study = study_loop(position)
    assert isinstance(study, Study)
    made = certify(study.part.loop)
    assert isinstance(made, str)
    assert not isinstance(check(made), Refusal)


@pytest.mark.parametrize(
    "wrong",
    ["p2: target guard", "p1: target Sol Ring", "p2: choose mode 1", "p2: choose mode 3", "p2: order gain first"],
)
def test_what_did_not_happen_is_refused(wrong: str) -> None:
    script = f"activate guard; all pass; {wrong}; all pass; all pass"
    found = ruled(f"battlefield: [{GOND}, Sol Ring]", "battlefield: [Modal]", script)
    assert isinstance(found, Refusal) and found.where.span == wrong


def test_a_target_that_was_chosen_among_several_is_not_said_twice() -> None:
    script = "activate guard; all pass; p2: target Sol Ring; p2: target Sol Ring; all pass; all pass"
    found = ruled(f"battlefield: [{GOND}, Sol Ring, Mind Stone]", "battlefield: [Tapper]", script)
    refused(found, "nothing-asked")


def test_it_is_said_before_anybody_has_passed() -> None:
    script = "activate guard; all pass; pass; p2: target Sol Ring; pass; all pass"
    refused(ruled(f"battlefield: [{GOND}, Sol Ring]", "battlefield: [Tapper]", script), "nothing-asked")


# --- legal targets ---------------------------------------------------------------------------------------------------------


def test_601_2c_a_spell_means_the_legal_one_of_two_zones() -> None:
    found = done(
        ruled(
            "hand: [Raiser], mana: {C: 1}, graveyard: [Grizzly Bears], battlefield: [Grizzly Bears]",
            "hand: 0",
            "cast Raiser targeting Grizzly Bears; all pass",
        )
    )
    assert any("Grizzly Bears  2/2  summoning-sick" in line for line in report_lines(found))


def test_601_2c_a_spell_means_the_legal_one_of_two_controllers() -> None:
    found = done(
        ruled(
            "hand: [Zap], mana: {C: 1}, battlefield: [{card: Grizzly Bears, tapped: yes}]",
            "battlefield: [Grizzly Bears]",
            "cast Zap targeting Grizzly Bears; all pass",
        )
    )
    assert any("graveyard 1" in line for line in report_lines(found) if line.startswith("p2 "))


def test_603_3d_a_trigger_means_the_legal_one() -> None:
    script = "activate guard; all pass; order untap first; target Grizzly Bears; all pass; all pass"
    found = done(ruled(f"battlefield: [{GOND}, Grizzly Bears, Own Healer]", "battlefield: [Grizzly Bears]", script))
    assert any("Grizzly Bears      3/3  1 +1/+1 counter" in line for line in report_lines(found))


def test_two_legal_targets_that_differ_are_still_refused() -> None:
    found = ruled(
        "hand: [Zap], mana: {C: 1}",
        "battlefield: [Grizzly Bears, {card: Grizzly Bears, tapped: yes}]",
        "cast Zap targeting Grizzly Bears; all pass",
    )
    assert "tapped Grizzly Bears" in refused(found, "ambiguous-object").expected


def test_what_is_no_legal_target_is_refused_as_that() -> None:
    found = ruled(
        "hand: [Zap], mana: {C: 1}, battlefield: [Grizzly Bears]",
        "battlefield: [Midnight Guard]",
        "cast Zap targeting Grizzly Bears; all pass",
    )
    assert refused(found, "illegal-target").expected == "Midnight Guard"


# --- the stack in words ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "ability of guard",
        "Midnight Guard's ability",
        "the triggered ability of Midnight Guard",
        "ability: untap",
        "ability #1",
        "ability of p1",
    ],
)
def test_113_7_an_ability_on_the_stack_is_named_by_its_source_its_text_or_its_place(words: str) -> None:
    script = f"activate guard; all pass; pass; p2: cast Hush targeting {words}; all pass"
    found = done(ruled(f"battlefield: [{GOND}]", "hand: [Hush], mana: {C: 1}", script))
    assert any('"guard", tapped' in line for line in report_lines(found))


def test_113_7_words_for_no_ability_list_those_that_are_there() -> None:
    script = "activate guard; all pass; pass; p2: cast Hush targeting ability of Sol Ring"
    found = refused(ruled(f"battlefield: [{GOND}, Sol Ring]", "hand: [Hush], mana: {C: 1}", script), "no-such-object")
    assert found.expected == "ability #1 (untap Midnight Guard)"


def test_targets_on_the_stack_are_shown() -> None:
    script = "activate guard; all pass; pass; p2: cast Hush targeting ability of guard"
    found = done(ruled(f"battlefield: [{GOND}]", "hand: [Hush], mana: {C: 1}", script))
    assert "    Hush, targeting ability #2 (p2)" in report_lines(found)
    board = report_json(found)["run"]["board"]
    assert [entry["targets"] for entry in board["stack"]] == [["ability #2"], []]


# --- what is asked ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("order #1 first", "no abilities wait to be put in order now: p1 has priority"),
        ("choose Sol Ring", "no objects are to be chosen now: p1 has priority"),
        ("keep guard", "the legend rule applies to nothing now: p1 has priority"),
        ("attack with guard", "nobody declares attackers now: p1 has priority"),
        ("assign 1 to guard", "nobody assigns combat damage now: p1 has priority"),
    ],
)
def test_an_answer_to_nothing_says_who_has_priority(line: str, message: str) -> None:
    found = refused(ruled(f"battlefield: [{GOND}, Sol Ring]", "hand: 0", line), "nothing-asked")
    assert found.message == message
    assert found.expected == "an action or a pass of p1, who has priority"


def test_an_answer_to_nothing_says_who_decides_what() -> None:
    script = "activate guard; all pass; p2: keep guard"
    found = ruled(f"battlefield: [{GOND}]", "battlefield: [Gainer, Tapper, Sol Ring]", script)
    assert refused(found, "nothing-asked").message.endswith(
        ": p2 decides first: the order of abilities that wait to be put on the stack"
    )
    assert refused(found, "nothing-asked").expected == "p2: order X first"


def test_117_1_yes_to_nothing_says_who_has_priority() -> None:
    found = refused(ruled(f"battlefield: [{GOND}]", "hand: 0", "yes"), "nothing-asked")
    assert found.expected == "an action or a pass of p1, who has priority"
