"""Loops with actions, in which somebody else has to choose: they go on if those who act can go on with the loop's actions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest

from reiterate.certify import closed_set, keeping_up, strategy
from reiterate.certify.certificate import certify
from reiterate.certify.form import canonical
from reiterate.check.certificate import check
from reiterate.check.numbers import Log
from reiterate.kinds.answers import ACTIONS, Driver, act_of, answers
from reiterate.kinds.choice_segments import choice_points, choice_segments_of
from reiterate.kinds.kind_of_loop import kind_of
from reiterate.kinds.kinds import CONTINUES, LEAVES, NEVER, UNKNOWN, Kind
from reiterate.kinds.reachable_set import locate, reachable_from
from reiterate.kinds.strategy import Strategy
from reiterate.loops.loop import Loop
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.state.json_form import state_to_json
from tests.certify.certified import OBLIGATIONS, accepted, fits, readable
from tests.certify.choice_boards import CHOICES, agrees, claimed, refused
from tests.certify.closed_set_boards import HOSTILE, set_of
from tests.certify.near_misses import moved
from tests.check.mutants import changes, drawn_changes, with_change
from tests.kinds.strategy_table import ALTERED, BOARDS, Altered, Going, certificate, loop_of
from tests.support.dice import dice
from tests.support.worked import few_calls

pytestmark = pytest.mark.slow("follows every answer through whole turns")

#: Who acts or could lead out of the loop, where that is not p1 alone.
KEEPERS: Final = {"a third player who could leave": (0, 2), "two keepers": (0, 1)}

#: Boards of which a certificate does not say it: several players act, or another one could leave.
NOT_CERTIFIED: Final = ("two keepers", "a third player who could leave")

#: A board on which the horn, to which the other player may answer, can be left out: purse and key go on without it.
WITHOUT_THE_HORN: Final = "the answer takes away what the mana comes from"


@cache
def kind(text: str) -> Kind:
    """What kind of loop a board's is."""
    found = kind_of(loop_of(text))
    assert isinstance(found, Kind), found
    return found


def plan_of(loop: Loop, keepers: tuple[int, ...] = ()) -> Strategy:
    """What those who keep a loop up do in it."""
    assert loop.extend(None) is None
    played_script = [place for piece in choice_segments_of(loop)[0] for place in choice_points(piece, loop.reader)]
    return Strategy(loop.reader, played_script, frozenset(keepers))


# --- the kind --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
def test_whoever_acts_keeps_it_up_alone_whatever_the_others_answer(name: str) -> None:
    found = kind(BOARDS[name].text())
    keepers = KEEPERS.get(name, (0,))
    assert (found.keepers, found.unknown, found.ending.when) == (keepers, "", NEVER)
    others = [s for s in found.statements if s.seat not in keepers and s.answers > 1]
    if not others:
        assert name == "two keepers"  # both players act
        return
    assert {(s.role, s.first, s.holds_until) for s in others} == {(CONTINUES, 1, None)}


@pytest.mark.slow("many altered boards")
@pytest.mark.parametrize("each", ALTERED, ids=lambda each: f"{each.base}: {each.what}")
def test_whoever_acts_does_not_keep_it_up_alone_where_an_answer_matters(each: Altered) -> None:
    found = kind(each.text())
    if each.what == WITHOUT_THE_HORN:
        assert (found.keepers, [kept.what for kept in found.riders]) == ((0,), ["p1: activate horn", "p2: no"])
        return
    assert found.keepers != KEEPERS.get(each.base, (0,)) or found.unknown
    assert {s.role for s in found.statements} & {LEAVES, UNKNOWN}


def test_what_goes_on_is_the_loop_and_not_one_of_its_actions() -> None:
    """p2 may slay the gong; the gauge can be turned for ever, but that is not the loop."""
    (each,) = [each for each in ALTERED if "one of the two actions" in each.what]
    loop = loop_of(each.text())
    plan = plan_of(loop)
    graph = reachable_from(loop.heads[0], plan, plan.start())
    assert not graph.unknown and not graph.exits()
    assert sorted(graph.leaves_out(action) for action in plan.actions) == [False, True]


def test_a_loop_that_ends_steps_is_not_looked_at_this_way() -> None:
    """Turns bring things back by themselves, so what goes on need not be the loop."""
    script = (
        "all pass to draw step\nall pass to end step\nall pass to upkeep\nrepeat 10:\n  activate gauge\n  all pass\n"
        "  all pass to end step\n  all pass to draw step\n  all pass to end step\n  all pass to upkeep"
    )
    gauge = "library: 400, hand: 0, [{card: Gauge, label: gauge}, Deathless Idol]"
    loop = loop_of(Going(gauge, "library: 400, hand: 0, [Deathless Idol]", script).text())
    plan = plan_of(loop)
    assert plan.actions and not plan.within


# --- what is claimed holds in play -----------------------------------------------------------------------------------


@pytest.mark.slow("random answers in play")
@pytest.mark.parametrize("name", BOARDS)
def test_random_mixtures_of_answers_stay_in_the_set(name: str) -> None:
    """200 choices of plain play: the keepers do what they plan, the others answer at random; every action comes again."""
    loop = loop_of(BOARDS[name].text())
    plan = plan_of(loop, KEEPERS.get(name, ()))
    start = loop.heads[0]
    graph = reachable_from(start, plan, plan.start())
    closed = set_of(certificate(name))
    for seed in range(3):
        rng = dice(f"{name} {seed}")
        state, cursor, several = start, plan.start(), 0
        taken: Counter[object] = Counter()
        for _ in range(200):
            if asked(state) == "priority":
                made = plan.at_priority(state, cursor)
                assert not isinstance(made, str), made
                if made[0].verb in ACTIONS:
                    taken[act_of(state, made[0])] += 1
            else:
                ways = answers(state)
                made = plan.strategy_answer(state, cursor) or (rng.choice(ways), cursor)
                if len(ways) > 1 and decider(state) not in plan.keepers:
                    several += 1
                    node = locate(graph, state, plan, cursor)
                    assert node is not None
                    assert closed.holds(state, Log()) is not None
            assert verify(state, made[0]) is None
            state, cursor = step(state, made[0])[0], made[1]
        assert set(taken) == plan.actions and min(taken.values()) >= 5
        assert several >= 10


# --- certificates ----------------------------------------------------------------------------------------------------


@pytest.mark.slow("certifies a board for each answer")
@pytest.mark.parametrize("name", BOARDS)
def test_who_keeps_it_up_is_certified(name: str) -> None:
    text = certificate(name)
    fits(text)
    found = accepted(text)
    keepers: tuple[int, ...] | str = "unknown" if name in NOT_CERTIFIED else KEEPERS.get(name, (0,))
    assert (found.kept_up_by, found.draw) == (keepers, False)
    assert any("continues" in each.roles for each in found.choosing if each is not None)
    agrees(found.kept_up_by, found.draw, kind(BOARDS[name].text()))
    for other in ("nobody", "unknown", [], [0], [1], [0, 1], [0, 2]):
        if other not in (keepers, list(keepers)):
            assert refused(claimed(text, kept_up_by=other)).code == CHOICES
    assert refused(claimed(text, draw=True)).code == CHOICES


@pytest.mark.slow("many altered boards")
@pytest.mark.parametrize("each", ALTERED, ids=lambda each: f"{each.base}: {each.what}")
def test_near_misses_are_not_certified(each: Altered) -> None:
    """Moved to the altered board the certificate is rejected; its own one does not say that those who act do so alone."""
    loop = loop_of(each.text())
    found = check(canonical(moved(certificate(each.base), state_to_json(loop.heads[0]))))
    assert isinstance(found, Refusal)
    assert found.code in OBLIGATIONS
    text = certify(loop)
    if not isinstance(text, Refusal):
        assert accepted(text).kept_up_by != KEEPERS.get(each.base, (0,))
        agrees(accepted(text).kept_up_by, accepted(text).draw, kind(each.text()))


def test_a_set_in_which_an_action_may_be_left_out_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver would not write it."""
    (each,) = [each for each in ALTERED if "one of the two actions" in each.what]
    written: list[str] = []

    def noting(text: str) -> object:
        written.append(text)
        return check(text)

    monkeypatch.setattr(strategy, "why_not_shown", lambda graph, plan: "")
    monkeypatch.setattr(keeping_up, "check", noting)
    certify(loop_of(each.text()))
    found = refused(next(text for text in written if '"move":[{' in text))
    assert found.code == CHOICES and "an action of the loop is not taken" in found.message


def _moves(value: dict[str, Any]) -> list[dict[str, Any]]:
    return [node for node in value["closed_set"]["nodes"] if node["move"]]


def _without_moves(value: dict[str, Any]) -> None:
    for node in _moves(value):
        node["move"] = []


def _by_p2(value: dict[str, Any]) -> None:
    for node in _moves(value):
        node["move"][0]["player"] = 1


def _passing(value: dict[str, Any]) -> None:
    for node in _moves(value):
        node["move"][0] = {"verb": "pass", "player": node["move"][0]["player"], "over": ""}


def _another_row(value: dict[str, Any]) -> None:
    for node in _moves(value):
        node["move"][0]["row"] = node["move"][0].get("row", 3) + 1


def _another_memory(value: dict[str, Any]) -> None:
    for node in _moves(value):
        node["move"][1] += 1


def _forgotten(value: dict[str, Any]) -> None:
    value["closed_set"]["keep"] = "0"


def _numbered_otherwise(value: dict[str, Any]) -> None:
    for node in value["closed_set"]["nodes"]:
        node["memory"] += 1
        if node["move"]:
            node["move"][1] += 1


@pytest.mark.parametrize(
    "change",
    [_without_moves, _by_p2, _passing, _another_row, _another_memory, _forgotten, _numbered_otherwise],
)
@pytest.mark.parametrize("name", ["order", "two actions", "two keepers"])
def test_other_moves_are_rejected(name: str, change: Callable[[dict[str, Any]], None]) -> None:
    value = json.loads(certificate(name))
    change(value)
    nodes = value["closed_set"]["nodes"]
    value["closed_set"]["nodes"] = [json.loads(text) for text in sorted(canonical(node) for node in nodes)]
    assert refused(canonical(value)).code == CHOICES


#: One board and three loops: with the horn, with a wheel too, and with p2's gauge too.
WHEEL: Final = Going(
    "hand: 0, [{card: Horn, label: horn}, {card: Idle Wheel, label: wheel}]",
    "hand: 0, [{card: Gauge, label: gauge}]",
    "repeat 10:\n  activate horn\n  all pass\n  all pass\n  no",
    "hand: 0, [Soft Milk, Echo]",
)
TURNED: Final = "  activate wheel\n  all pass"
GAUGED: Final = "  pass\n  p2: activate gauge\n  all pass"


@pytest.mark.parametrize(
    ("of", "into", "why"),
    [
        (TURNED, "", "no action of the loop"),
        (GAUGED, "", "who does not keep the loop up"),
        ("", TURNED, "an action of the loop is not taken"),
        ("", GAUGED, "what is said of a choice"),  # the gauge's counters are not within its bounds
    ],
    ids=["an action more", "a player more", "an action less", "a player less"],
)
def test_a_set_of_another_loop_of_the_same_board_is_rejected(of: str, into: str, why: str) -> None:
    """Each is a good set of its own loop: the moves have to be the actions of this loop, and all of them."""
    value, other = (json.loads(of_script(more)) for more in (into, of))
    accepted(canonical(other))
    value["closed_set"] = other["closed_set"]
    found = refused(canonical(value))
    assert found.code == CHOICES and why in found.message


@cache
def of_script(more: str) -> str:
    """The certificate of a loop of that board."""
    text = certify(loop_of(replace(WHEEL, script="\n".join([WHEEL.script, *filter(None, [more])])).text()))
    assert isinstance(text, str) and '"move":[{' in text
    return text


@pytest.mark.slow("every field of a certificate is changed")
@pytest.mark.parametrize("name", ["may and an engine", "two actions", "three players"])
def test_changes_of_a_set_with_moves_are_rejected_by_name(name: str) -> None:
    """What is accepted is the same set, written otherwise, or a move or bounds that are as good; the claims stay."""
    text = certificate(name)
    value = json.loads(text)
    claims = accepted(text)
    found: Counter[str] = Counter()
    of_moves = [each for each in changes(text, ("closed_set",)) if "move" in each[0] or "memory" in each[0]]
    others = [each for each in changes(text, ("closed_set",)) if each not in of_moves]
    rng = dice(name)
    for path, what, instead in [*rng.sample(of_moves, min(len(of_moves), 25)), *rng.sample(others, 25)]:
        again = with_change(value, path, instead)
        answer = check(again)
        if not isinstance(answer, Refusal):
            assert (what.startswith("exchanged") and "rows" in path) or {"move", "bounds"} & set(path), (path, what)
            assert (answer.kept_up_by, answer.draw) == (claims.kept_up_by, claims.draw)
            continue
        follows = readable(json.loads(again))
        allowed = {*OBLIGATIONS, "certificate-budget"}
        assert answer.code in (allowed if follows else allowed | {"certificate-form"}), (path, what, answer)
        found[answer.code] += 1
    assert found[CHOICES] > 20, found


def _each_move(instead: Any) -> Callable[[dict[str, Any]], None]:
    def made(value: dict[str, Any]) -> None:
        for node in _moves(value):
            node["move"] = instead

    return made


HOSTILE_MOVES: Final[dict[str, Callable[[dict[str, Any]], object]]] = {
    "no list": _each_move(7),
    "no choice": _each_move([[], 0]),
    "three things": _each_move([{"verb": "pass", "player": 0}, 0, 0]),
    "a word that is no choice": _each_move([{"verb": "win", "player": 0}, 0]),
    "a row that is not there": _each_move([{"verb": "activate", "player": 0, "row": 99_999_999}, 0]),
    "an ability that is not there": _each_move([{"verb": "activate", "player": 0, "row": 3, "index": 999_999}, 0]),
    "a row below 0": _each_move([{"verb": "activate", "player": 0, "row": -3}, 0]),
    "a player who is not there": _each_move([{"verb": "activate", "player": 12, "row": 3}, 0]),
    "a long number": _each_move([{"verb": "activate", "player": 0, "row": 3, "x": "9" * 100_000}, 0]),
    "very often": _each_move([{"verb": "activate", "player": 0, "row": 3, "count": "9" * 40}, 0]),
    "very many targets": _each_move([{"verb": "activate", "player": 0, "row": 3, "targets": [3] * 100_000}, 0]),
    "an amount that moves": _each_move([{"verb": "activate", "player": 0, "row": 3, "x": [["1", [0]]]}, 0]),
    "memory of all sizes": lambda value: [
        node.update(memory=i * 1_000_003) for i, node in enumerate(value["closed_set"]["nodes"])
    ],
}


@pytest.mark.parametrize("name", [*HOSTILE, *HOSTILE_MOVES])
def test_a_hostile_set_with_moves_is_answered_by_few_calls(name: str) -> None:
    value = json.loads(certificate("two actions"))
    (HOSTILE_MOVES.get(name) or HOSTILE[name])(value)
    text = canonical(value)
    with few_calls():
        found = check(text)
    assert isinstance(found, Refusal), name
    assert found.code in {*OBLIGATIONS, "certificate-form", "certificate-budget"}


# --- across turns ----------------------------------------------------------------------------------------------------

IDOL: Final = "library: 0, hand: 0, [Deathless Idol]"


def through_turns(card: str, answer: str) -> str:
    """A board on which nobody can lose, and p1 is asked something in each of its upkeeps."""
    turns = "all pass to draw step\nall pass to end step\nall pass to upkeep\n"
    script = f"{turns}repeat 10:\n  {answer}\n  all pass to end step\n" + turns.replace("all", "  all")
    return Going(IDOL.replace("[", f"[{card}, "), IDOL, script).text()


@pytest.mark.parametrize(("card", "answer", "role"), [("Shrine", "no", UNKNOWN), ("Bell", "target p2", CONTINUES)])
def test_across_turns_what_goes_on_asks_the_same_again(card: str, answer: str, role: str) -> None:
    """Turns go on without the shrine, too, whose sacrifice is the other answer."""
    found = kind(through_turns(card, answer))
    assert found.across_turns and found.ending.when == NEVER
    assert [s.role for s in found.statements if s.role != "passes"] == [role]
    assert (found.mandatory, bool(found.unknown)) == ((None, True) if role == UNKNOWN else (True, False))


@cache
def bells() -> str:
    """The certificate of a loop across turns."""
    text = certify(loop_of(through_turns("Bell", "target p2")))
    assert isinstance(text, str), text
    return text


def test_a_loop_across_turns_is_certified_as_a_draw() -> None:
    fits(bells())
    found = accepted(bells())
    assert (found.kept_up_by, found.draw) == ("nobody", True)
    for other in ({"kept_up_by": "unknown", "draw": False}, {"draw": False}, {"kept_up_by": [0], "draw": False}):
        assert refused(claimed(bells(), **other)).code == CHOICES
    loop = loop_of(through_turns("Shrine", "no"))
    moved_there = check(canonical(moved(bells(), state_to_json(loop.heads[0]))))
    assert isinstance(moved_there, Refusal) and moved_there.code in OBLIGATIONS
    shrine = certify(loop)
    assert isinstance(shrine, str)
    assert (accepted(shrine).kept_up_by, accepted(shrine).draw) == ("unknown", False)


def test_a_set_that_time_alone_goes_round_in_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind the shrine's sacrifice nothing is asked any more; the solver would not write it."""
    written: list[str] = []

    def noting(text: str) -> object:
        written.append(text)
        return check(text)

    monkeypatch.setattr(closed_set, "leaves_out_a_question", lambda graph, played_script: False)
    monkeypatch.setattr(closed_set, "check", noting)
    certify(loop_of(through_turns("Shrine", "no")))
    found = refused(written[0])
    assert found.code == CHOICES and "what the loop asks is not asked" in found.message


@pytest.mark.parametrize("keep", ["", "0"])
def test_a_set_through_turns_shows_nothing_of_a_loop_within_one(monkeypatch: pytest.MonkeyPatch, keep: str) -> None:
    """The answer "no" ends the loop, and then turn after turn passes."""
    written: list[str] = []

    def noting(text: str) -> object:
        written.append(text)
        return check(text)

    monkeypatch.setattr(closed_set, "Driver", lambda reader, acting, empty: Driver(reader, acting, True))
    monkeypatch.setattr(closed_set, "check", noting)
    script = "activate horn\nall pass\nrepeat 10:\n  all pass\n  yes"
    certify(loop_of(Going(f"{IDOL[:-1]}, Soft Chime, {{card: Horn, label: horn}}]", IDOL, script).text()))
    value = json.loads(written[0])
    assert value["closed_set"]["nodes"]
    value["closed_set"]["keep"] = keep
    found = refused(canonical(value))
    assert found.code == CHOICES and "nothing may be left to resolve" in found.message


def test_changes_of_a_set_through_turns_are_rejected_by_name() -> None:
    value = json.loads(bells())
    for path, what, instead in drawn_changes(
        changes(bells(), ("closed_set",)), 30, "changes of a set through turns are rejected by name"
    ):
        again = with_change(value, path, instead)
        answer = check(again)
        if not isinstance(answer, Refusal):
            assert (what.startswith("exchanged") and "rows" in path) or "bounds" in path, (path, what)
            continue
        follows = readable(json.loads(again))
        allowed = {*OBLIGATIONS, "certificate-budget"}
        assert answer.code in (allowed if follows else allowed | {"certificate-form"}), (path, what, answer)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_set_through_turns_is_answered_by_few_calls(name: str) -> None:
    value = json.loads(bells())
    HOSTILE[name](value)
    text = canonical(value)
    with few_calls():
        found = check(text)
    assert isinstance(found, Refusal), name
    assert found.code in {*OBLIGATIONS, "certificate-form", "certificate-budget"}


def test_random_answers_through_turns_stay_in_the_set() -> None:
    loop = loop_of(through_turns("Bell", "target p2"))
    closed = set_of(bells())
    rng = dice("random answers through turns stay in the set")
    state, several = loop.heads[0], 0
    for _ in range(400):
        if asked(state) == "priority":
            choice = Choice(PASS, decider(state), over=over_text(state))
        else:
            ways = answers(state)
            if len(ways) > 1:
                assert closed.holds(state, Log()) is not None
                several += 1
            choice = rng.choice(ways)
        state = step(state, choice)[0]
    assert several >= 5
