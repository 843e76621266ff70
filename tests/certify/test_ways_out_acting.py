"""Ways out of loops with actions, and of loops across turns: what none of the loop's actions is possible behind."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.certify.certificate import certify
from reiterate.certify.form import canonical
from reiterate.check.certificate import check
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import Kind
from reiterate.loops.loop import Loop, find_loop
from reiterate.refusals import Refusal
from reiterate.script.position import Position, load
from reiterate.script.script import BodyReader, Repeat
from reiterate.shortcuts.played_script import PlayedScript
from reiterate.state.json_form import state_to_json
from tests.certify.certified import OBLIGATIONS, accepted, fits, readable
from tests.certify.choice_boards import CHOICES, agrees, claimed, refused
from tests.certify.near_misses import moved
from tests.check.mutants import all_changes, drawn_changes
from tests.support.kinds_board import board
from tests.support.worked import few_calls

pytestmark = pytest.mark.slow("certifies and checks every way out")

ARTIFACT: Final = "Artifact"

TEXTS: Final = {
    "Gong": "{T}: You gain 1 life.",
    "Other Gong": "{T}: You gain 1 life.",
    "Louder Gong": "{T}: You gain 2 life.",
    "Tuner": "Whenever you gain life, you may untap target artifact.",
    "Foreign Tuner": "Whenever an opponent gains life, you may untap target artifact.",
    "Sure Tuner": "Whenever you gain life, untap target artifact.",
    "Idle Wheel": "{0}: Untap Idle Wheel.",
    "Hand Tuner": "{0}: Untap target artifact.",
    "Grim Clock": "At the beginning of your upkeep, target player loses 5 life.",
    "Kind Clock": "At the beginning of your upkeep, target player gains 5 life.",
}

SCRIPT: Final = "repeat 10:\n  activate gong\n  all pass\n  target gong\n  all pass\n  yes"
GONG: Final = "{card: Gong, label: gong}"
CLOCK: Final = (
    "all pass to draw step\nall pass to end step\nall pass to upkeep\nrepeat 10:\n  target p2\n"
    "  all pass to end step\n  all pass to draw step\n  all pass to end step\n  all pass to upkeep"
)


@cache
def book() -> CardBook:
    """The cards of this file before the built-in ones."""
    rows = [
        {"name": name, "type_line": ARTIFACT, "mana_cost": "{1}", "oracle_text": text} for name, text in TEXTS.items()
    ]
    return CardBook((read_source("own", json.dumps(rows).encode()), builtin_source()))


@cache
def loop(p1: str, p2: str = "hand: 0, []", script: str = SCRIPT) -> Loop:
    """The loop of a board's first block."""
    found = load(board(p1, p2, script), "board.yaml", book())
    assert isinstance(found, Position), found
    at = next(i for i, node in enumerate(found.script) if isinstance(node, Repeat))
    node = found.script[at]
    assert isinstance(node, Repeat)
    played_script = PlayedScript(found.state)
    assert played_script.extend(found.script[:at], found.proposer) is None
    return find_loop(played_script.final, BodyReader(node.body))


@cache
def certificate(p1: str, p2: str = "hand: 0, []", script: str = SCRIPT) -> str:
    """Its certificate."""
    text = certify(loop(p1, p2, script))
    assert isinstance(text, str), text
    return text


def segment(value: dict[str, Any]) -> dict[str, Any]:
    """What is said of the choices of the first segment."""
    found = next(piece["choices"] for piece in value["chain"] if piece["kind"] == "segment")
    assert isinstance(found, dict)
    return found


OWN: Final = (f"hand: 0, [{GONG}, Tuner]",)
FOREIGN: Final = (f"hand: 0, [{GONG}]", "hand: 0, [Foreign Tuner]")
WEARY: Final = (f"hand: 0, [{GONG}]", "hand: 0, [{card: Foreign Tuner, tapped: true}]")
TURNS: Final = ("life: 4, library: 400, hand: 0, [Grim Clock]", "life: 4000, library: 400, hand: 0, []", CLOCK)


@pytest.mark.slow("certifies loops across turns")
@pytest.mark.parametrize(
    ("given", "keepers"), [(OWN, (0,)), (FOREIGN, (0, 1)), (TURNS, (0,))], ids=["own", "foreign", "across turns"]
)
def test_who_could_lead_out_of_a_loop_with_actions_or_across_turns_keeps_it_up(
    given: tuple[str, ...], keepers: tuple[int, ...]
) -> None:
    text = certificate(*given)
    fits(text)
    found = accepted(text)
    said = keepers if len(keepers) == 1 else "unknown"  # of several players none is shown to be needed
    assert (found.kept_up_by, found.draw) == (said, False)
    assert "leaves" in segment(json.loads(text))["roles"]
    kind = kind_of(loop(*given))
    assert isinstance(kind, Kind)
    agrees(found.kept_up_by, found.draw, kind)
    assert kind.keepers == keepers
    others: tuple[Any, ...] = ("nobody", "unknown", [], [0], [1], [0, 1])
    for other in others:
        if other not in (said, list(said)):
            assert refused(claimed(text, kept_up_by=other)).code == CHOICES
    assert refused(claimed(text, draw=True)).code == CHOICES


def test_an_answer_and_all_answers_behind_it() -> None:
    """The other target, then whatever is said to the may: the gong stays tapped.

    An untapped tuner can't be untapped (701.26b): for that target there is only one answer (608.2d).
    """
    untapped, stated = (segment(json.loads(certificate(*given))) for given in (FOREIGN, WEARY))
    assert untapped["leaves"][0]["play"][-1]["answer"] == "no"
    first, second = stated["leaves"]
    assert [list(one) == ["each"] for one in first["play"]] == [False, False, False, True]
    assert [one.get("answer") for one in second["play"]] == ["no"]
    assert stated["roles"].count("leaves") == 2 and "acts" in stated["roles"]


#: What is added makes an action of the loop possible again behind the answer, or on the way to it.
NEAR: Final = {
    "another gong": f"hand: 0, [{GONG}, Gong, Tuner]",
    "another card with the same ability": f"hand: 0, [{GONG}, Other Gong, Tuner]",
    "a second tuner": f"hand: 0, [{GONG}, 2 Tuner]",
    "a tuner that has to": f"hand: 0, [{GONG}, Tuner, Sure Tuner]",
}


def with_way(value: dict[str, Any]) -> str:
    """The certificate of another board, with the ways out of the good one at every place where there could be one."""
    good = segment(json.loads(certificate(*OWN)))["leaves"]
    stated = segment(value)
    at = [i for i, role in enumerate(stated["roles"]) if role == "unknown"]
    stated["leaves"] = [{**way, "place": i} for i, way in zip(at, good, strict=False)]
    for i in at[: len(good)]:
        stated["roles"][i] = "leaves"
    value["claim"]["kept_up_by"] = [0]
    return canonical(value)


@pytest.mark.parametrize("what", ["another gong", "another card with the same ability"])
def test_an_answer_behind_which_the_loop_could_be_taken_up_again_is_no_way_out(what: str) -> None:
    own = certificate(NEAR[what])
    stated = segment(json.loads(own))
    assert stated["leaves"] == [] and stated["roles"].count("unknown") == 2
    accepted(own)
    found = refused(with_way(json.loads(own)))
    assert (found.code, "an action of the loop could be taken" in found.message) == (CHOICES, True), found


def test_another_action_of_the_same_player_is_none_of_the_loop() -> None:
    """Who does something else does not go on with this loop: a wheel that is turned, a gong of another sound."""
    for more in ("Idle Wheel", "Louder Gong"):
        text = certificate(f"hand: 0, [{GONG}, {more}, Tuner]")
        assert accepted(text).kept_up_by == (0,)
        stated = segment(json.loads(text))
        assert "leaves" in stated["roles"] and len(stated["could"]) == 1


@pytest.mark.parametrize("what", NEAR)
def test_the_certificate_moved_to_a_board_where_the_loop_goes_on_is_rejected(what: str) -> None:
    begun = state_to_json(loop(NEAR[what], script="repeat 10:\n  activate gong\n  all pass").heads[0])
    for given in (OWN, FOREIGN):
        found = check(canonical(moved(certificate(*given), begun)))
        assert isinstance(found, Refusal) and found.code in OBLIGATIONS, found


@pytest.mark.parametrize("edit", [("life: 4,", "life: 40,"), ("Grim", "Kind")], ids=["more life", "a gain"])
def test_across_turns_only_the_end_of_the_game_leads_out(edit: tuple[str, str]) -> None:
    """Behind the same answer the stack is empty and nobody has lost: the turn goes on, and so may the loop."""
    own = certificate(TURNS[0].replace(*edit), *TURNS[1:])
    value = json.loads(own)
    stated = segment(value)
    assert "unknown" in stated["roles"] and stated["leaves"] == []
    accepted(own)
    at = stated["roles"].index("unknown")
    way = json.loads(json.dumps(segment(json.loads(certificate(*TURNS)))["leaves"][0]["play"]))
    for one in way[1:]:
        one.pop("over", None)  # what resolves has other words on the other card
    stated["roles"][at], stated["leaves"] = "leaves", [{"place": at, "play": way}]
    found = refused(canonical(value))
    assert (found.code, "empty stack" in found.message) == (CHOICES, True), found


@pytest.mark.slow("every field of a certificate is changed")
@pytest.mark.parametrize("given", [OWN, FOREIGN, TURNS], ids=["own", "foreign", "across turns"])
@pytest.mark.parametrize("many", [pytest.param(40, id="drawn"), pytest.param(10_000, id="all", marks=pytest.mark.soak)])
def test_every_single_change_of_a_way_is_rejected_by_name(given: tuple[str, ...], many: int) -> None:
    """What a pass lets resolve may be left unsaid there; every other change is rejected."""
    value = json.loads(certificate(*given))
    stated = segment(value)
    found: Counter[str] = Counter()
    good = {"leaves": stated["leaves"], "roles": stated["roles"]}
    for path, kind, instead in drawn_changes(all_changes(good), many, given):
        made = json.loads(json.dumps(good))
        at: Any = made
        for each in path[:-1]:
            at = at[each]
        at[path[-1]] = instead
        stated |= made
        text = canonical(value)
        answer = check(text)
        if not isinstance(answer, Refusal):
            assert kind == "without over", (path, kind)
            continue
        follows = readable(json.loads(text))
        assert answer.code in (OBLIGATIONS if follows else {*OBLIGATIONS, "certificate-form"}), (path, kind, answer)
        found[answer.code] += 1
    assert found[CHOICES] >= 5, found


def _acts_on_the_way(play: list[Any]) -> None:
    play[1] = {"verb": "activate", "player": 0, "row": 3, "index": 0}


def _on_and_on(play: list[Any]) -> None:
    play.extend({"verb": "pass", "player": i % 2, "over": ""} for i in range(2_000))


def _acts_for_ever(play: list[Any]) -> None:
    play[1:] = [{"verb": "activate", "player": 0, "row": 3, "index": 0}] * 2_000


@pytest.mark.parametrize("change", [_acts_on_the_way, _on_and_on, _acts_for_ever])
def test_hostile_ways_of_loops_with_actions_are_answered_by_few_calls(
    change: Callable[[list[Any]], None],
) -> None:
    value = json.loads(certificate(*FOREIGN))
    change(segment(value)["leaves"][0]["play"])
    text = canonical(value)
    with few_calls():
        found = check(text)
    assert isinstance(found, Refusal) and found.code in {*OBLIGATIONS, "certificate-form", "certificate-budget"}
