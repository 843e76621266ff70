"""The protocol where nobody keeps the loop up, and where several do: two to six players at a table that plays on.

A Chime hears itself for ever; a Draining Chime ends; Ebb and Flow undo each other; Siphons in a circle bring the
position back. Some players can act, some can stop the loop, and some can do nothing. What is said is drawn at random.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Final

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from reiterate.ask.building_board import status
from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.games.game import Game, begin, offer, play_line, replay, settle
from reiterate.judging import verdict as v
from reiterate.judging.ruling import Ruling
from reiterate.judging.verdict import Stop
from reiterate.loops.play import play
from reiterate.refusals import Refusal
from reiterate.rules.decisions.pending import decider
from reiterate.rules.positions.identity import same
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.script import BodyReader, parse_script
from reiterate.state.model import State
from reiterate.state.properties import PLAYER

TEXTS: Final = {
    "Spark": "Sacrifice Spark: You gain 1 life.",
    "Chime": "Whenever you gain life, you gain 1 life.",
    "Draining Chime": "Whenever you gain life, each opponent loses 1 life. You gain 1 life.",
    "Ebb": "Whenever you gain life, you lose 1 life.",
    "Flow": "Whenever you lose life, you gain 1 life.",
    "Horn": "Sacrifice Horn: Add {C}{C}..",
    "Ember": "Sacrifice Ember: You lose 1 life.",
    "Hammer": "Sacrifice Hammer: Destroy all artifacts.",
    "Siphon": "{0}: Target player loses 1 life. You gain 1 life.",
}
CARDS: Final = CardBook(
    (
        read_source(
            "cards",
            json.dumps([{"name": n, "type_line": "Artifact", "oracle_text": t} for n, t in TEXTS.items()]).encode(),
        ),
        builtin_source(),
    )
)
POLICIES: Final = ("comprehensive", "tournament", "g18")
LOOP: Final = "repeat 1:\n  all pass\n"
DICE: Final = st.randoms(use_true_random=False)
#: What p1 has beside a Spark: the names, and whether what goes on then ends.
ALONE: Final = {"Chime": False, "Draining Chime": True, "Ebb, Flow": False}
#: What each player has who can do something meanwhile.
MEANS: Final = ("Ember", "Hammer")


@dataclass(frozen=True)
class Table:
    """A table: how many players, whose turn it is, what p1 has, and who has what to act with."""

    players: int
    active: int
    engine: str
    means: dict[int, str]

    @property
    def ends(self) -> bool:
        return ALONE[self.engine]

    @property
    def order(self) -> list[int]:
        """Turn order from the active player."""
        return [(self.active + seat) % self.players for seat in range(self.players)]

    @property
    def able(self) -> list[int]:
        return [seat for seat in self.order if seat in self.means]

    def game(self) -> Game:
        """A game in which the first trigger of the loop waits, and the active player has priority."""
        rows = []
        for seat in range(self.players):
            names = [self.means[seat]] if seat in self.means else []
            names += ["Spark", self.engine] if seat == 0 else []
            rows.append(f"  p{seat + 1}: {{hand: 0, library: 0, battlefield: [{', '.join(names)}]}}\n")
        text = f"format: position/1\nactive: p{self.active + 1}\nplayers:\n{''.join(rows)}"
        found = begin(text, "table.yaml", CARDS)
        assert isinstance(found, Game), found
        lines = ["pass"] * ((-self.active) % self.players) + ["p1: activate Spark", "all pass"]
        for line in lines:
            assert play_line(found, line) is None, line
        assert found.state.stack and decider(found.state) == self.active
        return found


def drawn(dice: Random) -> Table:
    """A table drawn at random."""
    players = dice.randint(2, 6)
    means = {seat: dice.choice(MEANS) for seat in range(players) if dice.random() < 0.5}
    return Table(players, dice.randrange(players), dice.choice(list(ALONE)), means)


def by_hand(start: State, iterations: int, choices: int = -1) -> State:
    """Everybody passes, so many choices long."""
    nodes = parse_script(f"repeat {iterations}:\n  all pass\n")
    assert not isinstance(nodes, Refusal)
    return play(start, BodyReader(nodes), upto=choices).state


def lives(state: State) -> list[object]:
    """The life totals, how much waits on the stack, and how much is in play."""
    players = [row.get("life") for row in state.rows.values() if row.cls.kind == PLAYER]
    return [players, len(state.stack), len(state.rows)]


def said_at_random(table: Table, seat: int, may: tuple[str, ...], dice: Random) -> str:
    """Something that the player may say, or that nobody may."""
    at = 1 + table.order.index(seat)
    words = ["no action"] * 3 + [f"number {dice.randint(0, 5)}", f"cut {dice.randint(1, 5)}.{at}"]
    words += [f"cut {dice.randint(1, 4)}.{dice.randint(1, 7)}", "accept", "indefinitely", "number -3", "number 2.5"]
    return dice.choice(words)


def talk(table: Table, policy: str, dice: Random) -> tuple[Game, Ruling, list[tuple[int, str]]]:
    """The loop settled by what is said at random; what is refused changes nothing."""
    said: list[tuple[int, str]] = []
    out_of_turn, tries = 3, 0
    while True:
        game = table.game()
        ruling = settle(game, policy, LOOP, [f"p{seat + 1}: {words}" for seat, words in said])
        assert isinstance(ruling, Ruling), ruling
        if not ruling.verdict.to_speak:
            return game, ruling, said
        seat, may = ruling.verdict.to_speak[0]
        tries += 1
        assert tries <= 12 * table.players, "the matter hangs"
        if out_of_turn and dice.random() < 0.3:
            out_of_turn -= 1
            other = dice.choice([one for one in table.order if one != seat])
            refused = settle(table.game(), policy, LOOP, [*_told(said), f"p{other + 1}: no action"])
            assert isinstance(refused, Refusal) and refused.code == "not-now"
        words = said_at_random(table, seat, may, dice) if tries < 6 * table.players else "no action"
        fresh = table.game()
        start = fresh.state
        heard = settle(fresh, policy, LOOP, [*_told(said), f"p{seat + 1}: {words}"])
        if isinstance(heard, Refusal):
            assert fresh.state is start and fresh.ruling is None and heard.expected
            continue
        said.append((seat, words))


def _told(said: list[tuple[int, str]]) -> list[str]:
    return [f"p{seat + 1}: {words}" for seat, words in said]


#: The paragraph of each text that ends the game where nobody stops the loop.
DRAWN_BY = {"comprehensive": "104.4b", "tournament": "MTR 4.4 par. 2", "g18": "G.18.4"}


@settings(max_examples=12)
@given(st.sampled_from(POLICIES), DICE)
def test_nobody_keeps_it_up(policy: str, dice: Random) -> None:
    table = drawn(dice)
    game = table.game()
    start = game.state
    if table.ends:
        runs_to_its_end(table, policy)
        return
    game, ruling, said = talk(table, policy, dice)
    verdict = ruling.verdict
    event(f"{policy}: {verdict.outcome}")
    in_order = list(dict.fromkeys(seat for seat, _ in said))
    to_ask = {"comprehensive": table.able, "tournament": table.order, "g18": []}[policy]
    assert in_order == to_ask
    no_numbers(said, verdict)
    if verdict.outcome == v.DRAW:
        assert all(words == "no action" for words in dict(said).values())
        assert all(place_of(words) is None for _, words in said)
        assert over(game.state) and status(game.state) == f"the game is a draw ({DRAWN_BY[policy]})"
        assert lives(game.state) == lives(start) and sorted(verdict.in_draw) == list(range(table.players))
        replays(game)
        return
    assert verdict.outcome == v.GAME_CONTINUES and isinstance(verdict.stop, Stop)
    stop = verdict.stop
    assert stop.seat in table.able and decider(game.state) == stop.seat
    places = [place_of(words) for _, words in said]
    assert (stop.iterations, stop.choice) == min(place for place in places if place is not None)
    assert isinstance(stop.iterations, int)
    choices = stop.iterations * table.players + stop.choice - 1
    assert lives(game.state) == lives(by_hand(start, stop.iterations + 1, choices))
    stops_it(table, game, policy, stop.seat)


def no_numbers(said: list[tuple[int, str]], verdict: v.Verdict) -> None:
    """Words that name no number are told with the verdict, and whoever said them is asked again."""
    answers = [words == "no action" or place_of(words) is not None for _, words in said]
    for (seat, _), answered, (next_seat, _) in zip(said, answers, said[1:], strict=False):
        assert (seat != next_seat) == answered
    assert not answers or answers[-1]
    named = [words.removeprefix("number ") for (_, words), answered in zip(said, answers, strict=True) if not answered]
    assert list(verdict.rejected) == named


def place_of(words: str) -> tuple[int, int] | None:
    """The place that a statement names: whole iterations, and the choice in the next one."""
    what, _, rest = words.partition(" ")
    if what == "number" and rest.isdigit():
        return int(rest), 1
    if what == "cut":
        iteration, choice = rest.split(".")
        return int(iteration) - 1, int(choice)
    return None


def stops_it(table: Table, game: Game, policy: str, seat: int) -> None:
    """In a tournament, who stopped a loop and can break it may not pass. A Hammer ends what goes on, and an Ember can't."""
    before = game.state
    refused = play_line(game, "pass")
    event(f"passing under {policy}: {refused is None}")
    if policy == "tournament" and table.means[seat] == "Hammer":
        assert refused is not None and refused.code == "must-break" and game.state is before
    elif refused is None:
        return
    assert play_line(game, f"activate {table.means[seat]}") is None
    while not over(game.state) and game.state.stack:
        if table.means[seat] != "Hammer":
            break
        assert play_line(game, "all pass") is None
    replays(game)


def runs_to_its_end(table: Table, policy: str) -> None:
    """What ends is played to its end where nobody could act before; else it is proposed, and players may cut it."""
    game = table.game()
    start = game.state
    ruling = settle(game, policy, LOOP, [])
    event(f"{policy}: ends, {'somebody' if table.means else 'nobody'} could act")
    if table.means:
        assert isinstance(ruling, Refusal) and ruling.code == "could-act" and game.state is start
        assert offer(game, "repeat until it ends:\n  all pass\n") is None
        return
    assert isinstance(ruling, Ruling) and ruling.verdict.outcome == v.RUNS
    assert over(game.state) and same(game.state, by_hand(start, 60))
    replays(game)


@pytest.mark.parametrize("words", ["indefinitely", "number -3", "number 2.5"])
def test_mtr_4_4_who_names_no_number_is_asked_again(words: str) -> None:
    """MTR 4.4 par. 2: each chooses a number or no action. To go on for ever is neither; then p2 takes no action."""
    table = Table(2, 0, "Chime", {0: "Ember", 1: "Ember"})
    asked = settle(table.game(), "tournament", LOOP, ["p1: no action", f"p2: {words}"])
    assert isinstance(asked, Ruling)
    assert asked.verdict.outcome == v.REJECTED and [seat for seat, _ in asked.verdict.to_speak] == [1]
    ruling = settle(table.game(), "tournament", LOOP, ["p1: no action", f"p2: {words}", "p2: no action"])
    assert isinstance(ruling, Ruling) and ruling.verdict.outcome == v.DRAW
    no_numbers([(0, "no action"), (1, words), (1, "no action")], ruling.verdict)


@pytest.mark.parametrize("policy", ["comprehensive", "tournament"])
@pytest.mark.parametrize(("cut", "code"), [("1.3", "no-such-place"), ("10^100.7", "no-such-place"), ("2.2", "")])
def test_732_2b_a_place_is_one_of_the_iteration_and_ones_own(policy: str, cut: str, code: str) -> None:
    """Two players pass: an iteration has two places. At the second one p2 decides; a tournament hands priority over."""
    game = Table(2, 0, "Chime", {0: "Hammer", 1: "Hammer"}).game()
    found = settle(game, policy, LOOP, [f"p1: cut {cut}"])
    wanted = code or ("not-your-decision" if policy == "comprehensive" else "")
    assert (found.code if isinstance(found, Refusal) else "") == wanted
    assert game.ruling is None and len(game.entries) == (3 if wanted else 4)


LAPS: Final = 3


@settings(max_examples=12)
@given(st.sampled_from(POLICIES), DICE)
def test_several_bring_the_position_back(policy: str, dice: Random) -> None:
    """Siphons in a circle (732.3): one player must choose differently, or each names a number."""
    players = dice.randint(2, 6)
    acting = sorted(dice.sample(range(players), dice.randint(2, min(players, 4))))
    active = acting[0]
    rows = "".join(
        f"  p{s + 1}: {{hand: 0, library: 0, battlefield: [{'Siphon' if s in acting else ''}]}}\n"
        for s in range(players)
    )
    game = begin(f"format: position/1\nactive: p{active + 1}\nplayers:\n{rows}", "circle.yaml", CARDS)
    assert isinstance(game, Game), game
    lap: list[str] = []
    for at, seat in enumerate(acting):
        victim = acting[(at + 1) % len(acting)]
        lap += ["pass"] * (seat - active) + [f"p{seat + 1}: activate Siphon targeting p{victim + 1}", "all pass"]
    start, script = game.state, "repeat 1:\n" + "".join(f"  {line}\n" for line in lap)
    said: list[str] = []
    asked_for: list[int] = []
    while True:
        fresh = replay(game.entries, CARDS)
        assert isinstance(fresh, Game)
        found = settle(fresh, policy, script, said)
        assert isinstance(found, Ruling), found
        if not found.verdict.to_speak:
            break
        asked_for.append(found.verdict.to_speak[0][0])
        assert len(asked_for) <= players, "somebody is asked for ever"
        said.append(f"p{asked_for[-1] + 1}: number {LAPS - min(len(said), LAPS - 1)}")
    verdict = found.verdict
    event(f"{policy}: {verdict.outcome}")
    assert verdict.outcome != v.DRAW and len(asked_for) == len(set(asked_for))
    if policy == "comprehensive":
        assert (verdict.outcome, verdict.must_change) == (v.MUST_CHANGE, active) and same(fresh.state, start)
    else:
        assert set(asked_for) == set(range(players)) and lives(fresh.state) == lives(start)
        assert verdict.stop is not None and decider(fresh.state) == verdict.stop.seat
    for line in lap:
        assert play_line(game, line) is None, line
    assert same(game.state, start) and game.noticed.new
    refused = play_line(game, lap[0])
    assert refused is not None and (refused.code, refused.rule) == ("must-differ", "732.3")
    assert play_line(game, "pass") is None
    replays(game)


def replays(game: Game) -> None:
    again = replay(game.entries, CARDS)
    assert isinstance(again, Game), again
    assert same(again.state, game.state)
