"""Where a ruling takes the game: the position is the one that is reached by hand, whoever stopped the loop and where."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.ask.building_verdict import verdict_of
from reiterate.cards import CardBook
from reiterate.judging.case_file import Case, load_case
from reiterate.judging.ruling import Ruling, judge
from reiterate.loops.play import DONE, play
from reiterate.refusals import Refusal
from reiterate.rules.decisions.pending import decider
from reiterate.rules.positions.identity import same
from reiterate.script.places import step_meant
from reiterate.script.script import BodyReader, Repeat
from reiterate.shortcuts.lap import handed_over
from reiterate.state.model import State

#: An iteration among n players has 1 + 2 n choices: the activation, and two rounds of passes.
BODY: Final = "activate Midnight Guard, all pass, all pass"


#: What the others have: a mana ability, so that each place where they decide has another choice than to pass (732.2b).
RING: Final = "battlefield: [Sol Ring]"


def board(policy: str, edition: str, players: int, said: list[str], others_have: str = RING) -> Case:
    """A case of Elves: p1 keeps the loop up, and the others speak after p1."""
    others = [f"  p{seat}: {{{others_have}}}" for seat in range(2, players + 1)]
    text = "\n".join(
        [
            "format: case/1",
            f"policy: {policy}",
            f"edition: {edition}",
            "shown: 2",
            "players:",
            "  p1:",
            "    battlefield: [Midnight Guard, {card: Presence of Gond, attached to: Midnight Guard}]",
            *others,
            "script: |",
            "  repeat 1:",
            *(f"    {line}" for line in BODY.split(", ")),
            *(["said:"] if said else []),
            *(f"  - {one}" for one in said),
        ]
    )
    found = load_case(text, "case.yaml", CardBook.builtin())
    assert isinstance(found, Case), found
    return found


@cache
def by_hand(players: int, iterations: int, choices: int) -> State:
    """The position after so many iterations and choices of the next one, played one by one."""
    position = board("tournament", "2026-01-16", players, []).position
    (block,) = position.script
    assert isinstance(block, Repeat)
    state, reader = position.state, BodyReader(block.body)
    for _ in range(iterations):
        played = play(state, reader)
        assert played.stop == DONE
        state = played.state
    return play(state, reader, upto=choices).state


def places_of(seat: int, players: int) -> tuple[int, int]:
    """The choices of an iteration that another player than p1 makes: a pass in each of the two rounds."""
    return 1 + seat + 1, 1 + players + seat + 1


TEXTS: Final = st.sampled_from(
    [
        ("comprehensive", "2026-01-16"),
        ("tournament", "2026-01-16"),
        ("g18", "1999-05-01"),
        ("comprehensive", "2005-10-01"),
    ]
)


@given(TEXTS, st.integers(2, 4), st.integers(1, 6), st.data())
def test_the_position_is_the_one_that_is_played_by_hand(
    text: tuple[str, str], players: int, number: int, data: st.DataObject
) -> None:
    policy, edition = text
    proposed = policy == "comprehensive" and edition > "2009"  # 732.2b: the others accept or name places
    said, least, by = [f"p1: number {number}"], (number, 0), 0
    for seat in range(1, players):
        kinds = ["agree", "cut"] if proposed else ["agree", "cut", "number"]
        answer = data.draw(st.sampled_from(kinds))
        iteration, choice = data.draw(st.integers(1, number)), data.draw(st.integers(1, 1 + 2 * players))
        if proposed and choice not in places_of(seat, players):
            answer = "agree"  # at another place somebody else decides
        if answer == "cut":
            said.append(f"p{seat + 1}: cut {iteration}.{choice}")
            named = (iteration - 1, choice - 1)
        elif answer == "number":
            lower = data.draw(st.integers(0, least[0]))
            if (lower, 0) > least:
                said.append(f"p{seat + 1}: agree")
                continue
            said.append(f"p{seat + 1}: number {lower}")
            named = (lower, 0)
        else:
            said.append(f"p{seat + 1}: agree")
            continue
        if named < least:
            least, by = named, seat
    ruling = judge(board(policy, edition, players, said))
    assert isinstance(ruling, Ruling), ruling
    there = by_hand(players, *least)
    assert same(ruling.state, handed_over(there, by))
    assert decider(ruling.state) == by
    assert ruling.verdict.stop is not None
    assert (ruling.verdict.stop.iterations, ruling.verdict.stop.choice - 1) == least


@pytest.mark.parametrize("policy", ["comprehensive", "tournament"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_732_2b_who_can_only_pass_names_no_place_of_a_proposal(policy: str, players: int) -> None:
    """Such a place is one of a different choice; in the tournament rules who objects gets priority there (MTR 4.4)."""
    for seat in range(1, players):
        for choice in places_of(seat, players):
            said = ["p1: number 3"]
            said += [f"p{each + 1}: {f'cut 2.{choice}' if each == seat else 'agree'}" for each in range(1, players)]
            found = judge(board(policy, "2026-01-16", players, said, others_have=""))
            if policy == "comprehensive":
                assert isinstance(found, Refusal) and (found.code, found.rule) == ("nothing-else", "732.2b")
            else:
                assert isinstance(found, Ruling) and decider(found.state) == seat


def test_732_2b_a_stop_between_turns_names_the_turn_and_no_iteration() -> None:
    text = (
        "format: case/1\nplayers:\n  p1: {library: 9}\n  p2: {library: 9, hand: [Lightning Bolt], mana: {R: 1}}\n"
        "  p3: {library: 9, battlefield: [Sol Ring]}\nscript: |\n  all pass to p3's main phase\n"
        "said:\n  - p2: accept\n  - p3: cut in p2's draw step\n"
    )
    case = load_case(text, "case.yaml", CardBook.builtin())
    assert isinstance(case, Case), case
    ruling = judge(case)
    assert isinstance(ruling, Ruling), ruling
    told = verdict_of(ruling, "case.yaml")
    assert told.sentence == "Stop in p2's draw step: p3 must act, not pass."
    assert not any("iteration" in each.what for each in told.because)


def test_513_at_end_of_turn_is_the_end_step() -> None:
    assert step_meant("at end of turn".removeprefix("at ")) == step_meant("the end step") == "end"
