"""What a judge says of random events: no shortcut over them, a stop where a position alike comes back, and what is sure all the same."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from reiterate.ask.verdict_grounds import ground_words
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.judging import ruling
from reiterate.judging.case_facts import facts
from reiterate.judging.case_file import Case, load_case_file
from reiterate.judging.every_result import GOES_ON, Outcomes, every_result
from reiterate.judging.ruling import Ruling, judge, judge_again
from reiterate.loops.loop import play_through
from reiterate.refusals import Refusal
from reiterate.script.script import BodyReader, parse_script
from reiterate.state.model import State

CARDS = [
    {"name": "Lucky Penny", "oracle_text": "{0}: Flip a coin. If you win the flip, you gain 1 life."},
    {"name": "Brook", "oracle_text": "{0}: You gain 1 life."},
    {"name": "Sieve", "oracle_text": "{0}: Mill a card."},
    {"name": "Thorn", "oracle_text": "{0}: You lose 1 life."},
    {"name": "Doubt", "oracle_text": "Whenever you lose life, flip a coin. If you lose the flip, you lose 1 life."},
    {
        "name": "Doom",
        "oracle_text": "Whenever you lose life, flip a coin. If you win the flip, you lose 1 life. If you lose the flip, you lose 2 life.",
    },
    {"name": "Obsession", "oracle_text": "Whenever you lose a coin flip, flip a coin."},
    {
        "name": "Whim",
        "oracle_text": "Whenever you lose life, you may flip a coin. If you lose the flip, you lose 1 life.",
    },
    {
        "name": "Returning Elk",
        "oracle_text": "When Returning Elk is put into a graveyard from anywhere, its owner shuffles their graveyard into their library.",
    },
]
BOOK = CardBook(
    (
        read_source(
            "own", "\n".join(json.dumps({"type_line": "Artifact", "mana_cost": "{1}", **c}) for c in CARDS).encode()
        ),
        builtin_source(),
    )
)
POLICIES = ("comprehensive", "tournament", "g18")


def case(folder: Path, p1: str, keys: str, policy: str = "tournament") -> Case:
    file = folder / "case.yaml"
    file.write_text(f"format: case/1\npolicy: {policy}\nplayers:\n  p1: {p1}\n  p2: {{}}\n{keys}", encoding="utf-8")
    found = load_case_file(file, BOOK)
    assert isinstance(found, Case), found
    return found


def ruled(folder: Path, p1: str, keys: str, policy: str = "tournament") -> dict[str, str]:
    found = judge(case(folder, p1, keys, policy))
    assert isinstance(found, Ruling), found
    paths = ["outcome", "reason", "must_change", "deterministic", "deterministic_outcome", "shortcut_allowed"]
    return {**facts(found, paths), "because": " / ".join(ground_words(each) for each in found.verdict.because)}


def lines(key: str, *said: str) -> str:
    return f"{key}: |\n" + "".join(f"  {line}\n" for line in said)


FLIP = ("activate Lucky Penny", "result: loses", "all pass")


@pytest.mark.parametrize("policy", POLICIES)
def test_a_loop_over_a_random_result_is_no_shortcut(policy: str, tmp_path: Path) -> None:
    keys = lines("script", "repeat 1:", *(f"  {line}" for line in FLIP)) + "said:\n  - p1: number 7\n"
    found = ruled(tmp_path, "{battlefield: [Lucky Penny]}", keys, policy)
    assert found["deterministic"] == "false" and "'result: loses'" in found["because"]
    assert (found["outcome"], found["reason"]) in (
        ("proposal_rejected", "not_determined"),
        ("judge_discretion", "none"),
    )


@pytest.mark.parametrize("policy", POLICIES)
def test_no_proposal_says_what_something_random_gives(policy: str, tmp_path: Path) -> None:
    loop = ("repeat 3:", "  activate Brook", "  all pass")
    found = ruled(tmp_path, "{battlefield: [Lucky Penny, Brook]}", lines("script", *FLIP, *loop), policy)
    assert (found["outcome"], found["reason"]) == ("proposal_rejected", "not_determined")
    played = lines("happened", *FLIP) + lines("script", *loop) + "said:\n  - p1: number 3\n  - p2: agree\n"
    if policy != "g18":
        found = ruled(tmp_path, "{battlefield: [Lucky Penny, Brook]}", played, policy)
        assert found["outcome"] == "proposal_stands"


@pytest.mark.parametrize(
    ("policy", "results", "outcome"),
    [
        ("tournament", ["loses"], "must_change_choice"),
        ("tournament", ["wins"], "game_continues"),
        ("tournament", ["wins", "loses"], "must_change_choice"),  # nothing has changed since the first flip
        ("tournament", ["loses", "wins"], "game_continues"),
        ("comprehensive", ["loses", "loses"], "game_continues"),  # 732.3 speaks of several players
    ],
)
def test_who_flips_by_hand_stops_where_nothing_has_changed(
    policy: str, results: list[str], outcome: str, tmp_path: Path
) -> None:
    said = [line for result in results for line in ("activate Lucky Penny", f"result: {result}", "all pass")]
    found = ruled(tmp_path, "{battlefield: [Lucky Penny]}", lines("happened", *said), policy)
    assert found["outcome"] == outcome and found["deterministic"] == "false"
    assert found["must_change"] == ("p1" if outcome == "must_change_choice" else "nobody")


def test_a_shuffled_library_that_holds_the_same_cards_is_alike(tmp_path: Path) -> None:
    mill = ("activate Sieve", "result: mills {}", "all pass")
    by_hand = [line.format("unknown") for line in mill] + [line.format("Returning Elk") for line in mill] + ["all pass"]
    for order in ("[Returning Elk, 9 unknown]", "[9 unknown, Returning Elk]"):
        p1 = f"{{battlefield: [Sieve], library: {{shuffled: {order}}}}}"
        found = ruled(tmp_path, p1, lines("happened", *by_hand))
        assert (found["outcome"], found["must_change"]) == ("must_change_choice", "p1"), found
    said = {
        ruled(tmp_path, f"{{battlefield: [Sieve], library: {{shuffled: {order}}}}}", lines("happened", *by_hand))[
            "because"
        ]
        for order in ("[Returning Elk, 9 unknown]", "[9 unknown, Returning Elk]")
    }
    assert any("the order of p1's library: can't matter" in because for because in said)
    found = ruled(
        tmp_path,
        "{battlefield: [Sieve], library: {shuffled: [Returning Elk, 9 unknown]}}",
        lines("happened", *by_hand[:3]),
    )
    assert found["outcome"] == "game_continues"


def test_what_differs_from_an_earlier_position_is_for_the_judge(tmp_path: Path) -> None:
    said = [line for result in ("loses", "wins") for line in ("activate Lucky Penny", f"result: {result}", "all pass")]
    found = ruled(tmp_path, "{battlefield: [Lucky Penny]}", lines("happened", *said))
    assert "unlike an earlier position, life of p1: not shown to be no matter, the judge decides" in found["because"]
    found = ruled(tmp_path, "{battlefield: [Lucky Penny]}", lines("happened", *said), "comprehensive")
    assert "unlike an earlier" not in found["because"]


def mandatory(folder: Path, life: int, card: str) -> dict[str, str]:
    keys = lines("script", "activate Thorn", "repeat 1:", "  all pass")
    return ruled(folder, f"{{battlefield: [Thorn, {card}], life: {life}}}", keys, "comprehensive")


def test_an_outcome_is_sure_where_every_result_leads_to_it(tmp_path: Path) -> None:
    found = mandatory(tmp_path, 12, "Doom")
    assert (found["outcome"], found["deterministic_outcome"], found["deterministic"]) == ("p2_wins", "true", "false")
    assert found["shortcut_allowed"] == "false"


def test_the_results_of_a_loop_are_followed_once_whatever_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """732.2a: what everybody passes brings is no matter of statements; the next ruling on the same loop says the same of it."""
    followed: list[State] = []

    def counted(state: State) -> Outcomes | Refusal:
        followed.append(state)
        return every_result(state)

    monkeypatch.setattr(ruling, "every_result", counted)
    keys = lines("script", "activate Thorn", "repeat 1:", "  all pass")
    asked, other = (case(tmp_path, "{battlefield: [Thorn, Doom], life: 12}", keys, name) for name in POLICIES[:2])
    found = judge(asked)
    assert isinstance(found, Ruling) and found.outcomes is not None and len(followed) == 1
    again = judge_again(found, replace(asked, policy=other.policy))
    assert isinstance(again, Ruling) and again.outcomes is found.outcomes and len(followed) == 1


def test_an_outcome_is_not_sure_where_the_results_lead_to_several(tmp_path: Path) -> None:
    found = mandatory(tmp_path, 3, "Doubt")
    assert (found["outcome"], found["deterministic_outcome"]) == ("proposal_rejected", "false")
    found = mandatory(tmp_path, 3, "Whim")  # somebody decides
    assert found["outcome"] != "p2_wins"


def test_every_result_is_followed(tmp_path: Path) -> None:
    def outcomes(p1: str) -> Outcomes | Refusal:
        start = case(tmp_path, p1, lines("script", "pass")).position.state
        nodes = parse_script("activate Thorn")
        assert not isinstance(nodes, Refusal)
        return every_result(play_through(start, BodyReader(nodes)).state)

    found = outcomes("{battlefield: [Thorn, Doubt], life: 3}")
    assert isinstance(found, Outcomes)
    assert set(found.ends) == {"p2_wins", GOES_ON} and found.only == "" and not found.endless
    assert found.results == 4  # two flips, each with two results
    found = outcomes("{battlefield: [Thorn, Doom], life: 6}")
    assert isinstance(found, Outcomes) and found.only == "p2_wins"
    found = outcomes("{battlefield: [Thorn, Doubt, Obsession], life: 2}")
    assert isinstance(found, Refusal) or found.endless or found.only == ""
    found = outcomes("{battlefield: [Thorn, Whim], life: 3}")
    assert isinstance(found, Refusal) and found.code == "choice-open"


def test_what_can_come_back_need_not_end(tmp_path: Path) -> None:
    start = case(tmp_path, "{battlefield: [Lucky Penny, Obsession]}", lines("script", "pass")).position.state
    nodes = parse_script("activate Lucky Penny")
    assert not isinstance(nodes, Refusal)
    found = every_result(play_through(start, BodyReader(nodes)).state)
    assert isinstance(found, Outcomes) and found.endless and found.only == ""
