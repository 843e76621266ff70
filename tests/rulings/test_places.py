"""Where a ruling takes the game: the position is the one that is reached by hand, whoever stopped the loop and where."""

from __future__ import annotations

from functools import cache
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from reiterate.cards import CardBook
from reiterate.loops.play import DONE, play
from reiterate.rules.decisions.pending import decider
from reiterate.rulings.case_file import Case, load_case
from reiterate.rulings.ruling import Ruling, handed_over, judge
from reiterate.script.script import BodyReader, Repeat
from reiterate.state.identity import same
from reiterate.state.model import State

#: An iteration among n players has 1 + 2 n choices: the activation, and two rounds of passes.
BODY: Final = "activate Midnight Guard, all pass, all pass"


def board(policy: str, edition: str, players: int, said: list[str]) -> Case:
    """A case of Elves: p1 keeps the loop up, and the others speak after p1."""
    others = [f"  p{seat}: {{}}" for seat in range(2, players + 1)]
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


TEXTS: Final = st.sampled_from(
    [
        ("comprehensive", "2026-01-16"),
        ("tournament", "2026-01-16"),
        ("g18", "1999-05-01"),
        ("comprehensive", "2005-10-01"),
    ]
)


@settings(deadline=None)
@given(TEXTS, st.integers(2, 4), st.integers(1, 6), st.data())
def test_the_position_is_the_one_that_is_played_by_hand(
    text: tuple[str, str], players: int, number: int, data: st.DataObject
) -> None:
    policy, edition = text
    proposed = policy == "comprehensive" and edition > "2009"  # 730.2b: the others accept or name places
    said, least, by = [f"p1: number {number}"], (number, 0), 0
    for seat in range(1, players):
        kinds = ["agree", "cut"] if proposed else ["agree", "cut", "number"]
        answer = data.draw(st.sampled_from(kinds))
        iteration, choice = data.draw(st.integers(1, number)), data.draw(st.integers(1, 1 + 2 * players))
        if proposed and choice not in (1 + seat + 1, 1 + players + seat + 1):
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
