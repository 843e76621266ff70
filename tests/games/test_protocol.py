"""The protocol at a table that plays on: proposals and rulings among two to six players, and what is owed afterwards.

Games are played on a real board. p1 keeps a loop up; some of the others have something to do in it. What is said is
drawn at random, by players in turn and out of turn. Whatever is refused changes nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import Final

from hypothesis import event, given, settings
from hypothesis import strategies as st

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.games.game import Game, answer, begin, offer, play_line, replay, settle
from reiterate.games.offered import offered
from reiterate.judging import verdict as v
from reiterate.loops.play import play
from reiterate.refusals import Refusal
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.identity import same
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.script import BodyReader, parse_script
from reiterate.shortcuts.played_script import Spot
from reiterate.shortcuts.procedure import Proposal
from reiterate.state.model import State

OWN: Final = [
    {"name": "Old Bell", "type_line": "Artifact", "oracle_text": "{0}: You gain 1 life."},
    {"name": "Late Horn", "type_line": "Artifact", "oracle_text": "{2}: You gain 1 life."},
]
CARDS: Final = CardBook((read_source("cards", json.dumps(OWN).encode()), builtin_source()))
LOOP: Final = "  activate Old Bell\n  all pass\n"
#: What players may say to a proposal, or in a matter.
NUMBERS: Final = ("number 0", "number 3", "number 4", "number 9", "number 2.5", "indefinitely")
CUTS: Final = tuple(f"cut {iteration}.{choice}" for iteration in range(1, 7) for choice in range(1, 9))
#: How often words that name no number are said in one matter: whoever has to name one is asked again.
NO_NUMBERS: Final = 4
#: What is drawn at random in one game.
DICE: Final = st.randoms(use_true_random=False)


def table(players: int, able: set[int]) -> Game:
    """A game of so many players; p1 has a loop, and those who are able have something else to do once."""
    text = "format: position/1\nplayers:\n  p1: {battlefield: [Old Bell]}\n" + "".join(
        f"  p{seat + 1}: " + ("{battlefield: [Late Horn], mana: {C: 2}}\n" if seat in able else "{}\n")
        for seat in range(1, players)
    )
    found = begin(text, "table.yaml", CARDS)
    assert isinstance(found, Game), found
    return found


def by_hand(start: State, choices: int, iterations: int) -> State:
    """The loop from a position played choice by choice, as far as a place."""
    nodes = parse_script(f"repeat {iterations + 1}:\n{LOOP}")
    assert not isinstance(nodes, Refusal)
    played = play(start, BodyReader(nodes), upto=choices)
    return played.state


@dataclass
class Talk:
    """A proposal while it is answered: who has answered, and where it would end after each answer."""

    game: Game
    asked: list[int] = field(default_factory=list)
    ends: list[Spot] = field(default_factory=list)

    def say(self, seat: int, words: str) -> Refusal | None:
        """One answer, in turn or not; what is refused leaves the proposal as it was."""
        before = self.game.proposal
        assert before is not None
        due = before.to_answer[0]
        refused = answer(self.game, seat, words)
        if refused is not None:
            assert self.game.proposal is before
            assert refused.expected
            return refused
        assert seat == due, "an answer out of turn was taken"
        self.asked.append(seat)
        self.ends.append(before.end if self.game.proposal is None else self.game.proposal.end)
        return None


@settings(max_examples=20)
@given(DICE)
def test_a_proposal_is_answered_in_order_taken_and_played_on(dice: Random) -> None:
    players = dice.randint(2, 6)
    able = {seat for seat in range(1, players) if dice.random() < 0.8}
    game = table(players, able)
    count = dice.randint(1, 6)
    start = game.state
    assert offer(game, f"repeat {count}:\n{LOOP}") is None
    proposal = game.proposal
    assert isinstance(proposal, Proposal)
    assert proposal.to_answer == list(range(1, players))
    talk, first = Talk(game), proposal.first_end
    last, out_of_turn = proposal, 6
    while game.proposal is not None:
        last = game.proposal
        due = last.to_answer[0]
        if out_of_turn and dice.random() > 0.5:
            out_of_turn -= 1
            talk.say(dice.randint(0, players - 1), dice.choice(("accept", dice.choice(CUTS))))
        elif (
            talk.say(due, dice.choice(("accept", f"cut {dice.randint(1, count)}.{2 + due}", dice.choice(CUTS))))
            is not None
        ):
            assert talk.say(due, "accept") is None
    assert talk.asked == list(range(1, players))
    assert all(one <= first for one in talk.ends)
    assert all(b <= a for a, b in zip(talk.ends, talk.ends[1:], strict=False))
    taken = game.taken
    assert taken is not None
    assert same(
        taken.state,
        by_hand(start, -1 if taken.end == first else made(taken.end.choice, taken.iterations, players), count - 1),
    )
    goes_on(game, dice)


def made(choice: int, iterations: object, players: int) -> int:
    """How many choices come before a place of the loop."""
    assert isinstance(iterations, int)
    return iterations * (1 + players) + choice - 1


def goes_on(game: Game, dice: Random) -> None:
    """Behind a cut the proposed choice and its equivalents are refused, another one is not, and the log replays."""
    duty = None if game.taken is None else game.taken.duty
    event("cut" if duty is not None else "accepted by all")
    if duty is not None:
        state = game.state
        assert decider(state) == duty.seat
        behind = step(state, duty.instead_of)[0]
        before = len(game.entries)
        for words in ("pass", "all pass", f"p{duty.seat + 1}: pass"):
            refused = play_line(game, words)
            assert refused is not None and refused.code == "must-differ" and len(game.entries) == before
        others = [line for line in offered(state) if line not in ("pass", "all pass")]
        assert others, "who cut has something else to do"
        line = dice.choice(others)
        assert play_line(game, line) is None
        assert not same(game.state, behind)
    for _ in range(dice.randint(0, 4)):
        lines = [line for line in offered(game.state) if line != "pass" or game.state.stack]
        if not lines or over(game.state):
            break
        play_line(game, dice.choice(lines))
    again = replay(game.entries, CARDS)
    assert isinstance(again, Game), again
    assert same(again.state, game.state)


@settings(max_examples=20)
@given(st.sampled_from(["comprehensive", "tournament", "g18"]), DICE)
def test_a_loop_is_settled_under_each_policy_and_played_on(policy: str, dice: Random) -> None:
    players = dice.randint(2, 6)
    able = {seat for seat in range(1, players) if dice.random() < 0.8}
    game = table(players, able)
    start, said = game.state, list[str]()
    ruling = settle(game, policy, f"repeat 1:\n{LOOP}", said)
    steps = 0
    asked_for: list[int] = []
    stops: list[object] = []
    while not isinstance(ruling, Refusal) and ruling.verdict.to_speak:
        steps += 1
        assert steps <= 2 * players + NO_NUMBERS, "somebody is asked for ever"
        game = table(players, able)
        seat, may = ruling.verdict.to_speak[0]
        if not asked_for or asked_for[-1] != seat:
            asked_for.append(seat)
        good = (*NUMBERS[1:4], f"cut {dice.randint(1, 4)}.{2 + seat}", "accept")
        words = dice.choice(good if steps > NO_NUMBERS else (*good, *NUMBERS, dice.choice(CUTS), "no action"))
        found = settle(game, policy, f"repeat 1:\n{LOOP}", [*said, f"p{seat + 1}: {words}"])
        if isinstance(found, Refusal):
            assert same(game.state, start) and game.ruling is None
            quiet = "number 2" if may[0] == "number" else "accept"
            words = quiet
            game = table(players, able)
            found = settle(game, policy, f"repeat 1:\n{LOOP}", [*said, f"p{seat + 1}: {quiet}"])
        if isinstance(found, Refusal):
            return  # this many is more than what stands, and nothing less was drawn
        said.append(f"p{seat + 1}: {words}")
        if found.verdict.outcome == v.OPEN:
            stops.append(found.verdict.stop)
        ruling = found
    assert len(asked_for) == len(set(asked_for)), "somebody was asked twice"
    assert not isinstance(ruling, Refusal), ruling
    verdict = ruling.verdict
    event(f"{policy}: {verdict.outcome}")
    assert verdict.outcome != v.DRAW, "p1 keeps it up, so it is no draw"
    if verdict.outcome not in (v.STANDS, v.GAME_CONTINUES) or verdict.stop is None:
        return
    known = [one for one in stops if isinstance(one, v.Stop)]
    assert all(not a.before(b) for a, b in zip(known, [*known[1:], verdict.stop], strict=False))
    iterations = verdict.stop.iterations
    assert isinstance(iterations, int)
    hand = by_hand(start, iterations * (1 + players) + verdict.stop.choice - 1, iterations)
    if decider(hand) == decider(game.state):
        assert same(hand, game.state)
    assert decider(game.state) == verdict.stop.seat or verdict.outcome == v.STANDS
    played_on(game, policy, begun=(iterations, verdict.stop.choice) != (0, 1), dice=dice)


def played_on(game: Game, policy: str, begun: bool, dice: Random) -> None:
    """A tournament loop may not begin again once a choice of it was made; in 1999 it may. The log replays to the same position."""
    if asked(game.state) == "priority" and decider(game.state) == 0 and not game.state.stack:
        refused = play_line(game, "activate Old Bell")
        event(f"begins again under {policy}: {refused is None}")
        assert (refused is not None) == (begun and policy == "tournament")
        if refused is not None:
            assert refused.code == "restart" and "MTR" in refused.rule
            again = settle(game, policy, f"repeat 1:\n{LOOP}", ["p1: number 3"])
            assert isinstance(again, Refusal) and again.code == "restart"
    for _ in range(dice.randint(0, 3)):
        lines = [line for line in offered(game.state) if line != "pass" or game.state.stack]
        if lines:
            play_line(game, dice.choice(lines))
    replayed = replay(game.entries, CARDS)
    assert isinstance(replayed, Game), replayed
    assert same(replayed.state, game.state)
