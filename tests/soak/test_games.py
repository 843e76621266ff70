"""Random legal games on random boards of all compiled cards: laws that must hold at every place.

The ordinary run plays a few games, other ones each time; ``make soak`` plays ``GAMES`` in ``PARTS`` and then judges with
``tests.soak.report`` what all parts together reached. A failure's message holds the game; ``tests.soak.games`` plays it
again.
"""

from __future__ import annotations

import os
import random
import statistics
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reiterate.rules.access.choice import ITSELF, Choice
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, SpellAbility
from reiterate.terms.costs import ManaCost
from reiterate.terms.effects_permanents import PutCounters, SacrificeChosen
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import EachPlayer, Filter, TargetRef, TargetSpec
from tests.soak import games
from tests.soak.card_pool import NEVER, by_tag, pool, wanted
from tests.soak.games import Game, GameFailed, Reached, Thing, draw_game, drawn, play_game, reduced, watched
from tests.soak.report import clear_part, write_part
from tests.support.dice import RUN
from tests.support.part_records import DRAW

#: The games of a full run; fewer for a look (``REITERATE_SOAK_GAMES=300 make soak``), which is not judged by reach.
GAMES = int(os.environ.get("REITERATE_SOAK_GAMES", "4000"))
PARTS = 8
CHOICES = 105
FEW = 14


def play_many(full: bool, number: int, part: int, choices: int, draw: str = "") -> Reached:
    """Play drawn games; what they reached."""
    reached = Reached()
    with watched(reached):
        for game in drawn(full, part, PARTS, number, choices, draw):
            try:
                play_game(game, full, reached)
            except GameFailed as failed:
                raise reduced(game, full) or failed from None
    return reached


@pytest.mark.slow("random games under all laws")
def test_a_few_random_games() -> None:
    reached = play_many(False, FEW, 0, 60, RUN)
    print(f"\nrandom games: {dict(sorted(reached.told.items()))}")
    assert len(reached.lengths) >= FEW
    assert statistics.median(reached.lengths) >= 50
    assert reached.told["laws: sentences read back"] > 100 and reached.told["laws: exploded play ends alike"] > 5


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_many_random_games(part: int) -> None:
    clear_part(part)
    reached = play_many(True, -(-GAMES // PARTS), part, CHOICES, DRAW)
    write_part(part, reached)
    assert statistics.median(reached.lengths) >= 100


def test_games_are_drawn_alike_each_time_and_uniformly() -> None:
    parts = [list(drawn(False, part, 2, len(by_tag(False)), CHOICES)) for part in (0, 1)]
    assert parts[0] == list(drawn(False, 0, 2, len(by_tag(False)), CHOICES))
    played = [game for part in parts for game in part]
    assert set(Counter(game.theme for game in played).values()) == {2}
    assert len({game.seed for game in played}) == len(played)
    assert len({thing.card for game in played for thing in game.things}) > len(pool(False)) * 0.9


@pytest.mark.slow("random games under all laws")
@pytest.mark.parametrize("theme", ["cost UntapCost", "cost EvidenceCost", "condition IsA"])
def test_what_a_game_is_about_is_reached(theme: str) -> None:
    """One of eight games comes to what it is about. The others are left out: they would show no more of that."""
    reached = Reached()
    with watched(reached):
        for number in range(8):
            play_game(draw_game(random.Random(f"{theme} {number}"), False, 60, theme), False, reached)
            if reached.classes[theme]:
                break
    assert reached.classes[theme]


def test_a_failure_is_shown_with_few_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    def law(state: State) -> None:
        there = {row.cls.proto.name for row in state.rows.values() if row.cls.proto is not None}
        assert "Gauge of Fires" not in there, "a law that is broken by one card"

    monkeypatch.setattr(games, "check_places", law)
    things = tuple(Thing(f"Gauge of {name}", 0) for name in ("Marks", "Fires", "Sleep"))
    failed = reduced(Game(2, things, 1, 10, ""), False)
    assert failed is not None and "broken by one card" in str(failed)
    assert "Fires" in str(failed) and "Marks" not in str(failed) and "Sleep" not in str(failed)
    assert reduced(Game(2, things[:1], 1, 10, ""), False) is None


def play_hypothesis(full: bool, number: int) -> Counter[str]:
    """Games that Hypothesis draws, by their seed and theme: it goes back to what it tried, and so plays near it."""
    reached = Reached()

    @settings(max_examples=number, suppress_health_check=list(HealthCheck))
    @given(st.integers(0, 2**64 - 1), st.sampled_from(tuple(by_tag(full))))
    def run(number: int, theme: str) -> None:
        play_game(draw_game(random.Random(number), full, CHOICES, theme), full, reached)

    run()
    return reached.told


def test_a_few_games_drawn_by_hypothesis() -> None:
    assert play_hypothesis(False, 8)["laws: sentences read back"] > 20


@pytest.mark.soak
def test_many_games_drawn_by_hypothesis() -> None:
    assert play_hypothesis(True, GAMES // 10)["laws: exploded play ends alike"] > GAMES // 100


def test_what_a_full_run_must_reach_is_named_once() -> None:
    assert not wanted() & NEVER.keys()
    assert not by_tag(False).keys() & NEVER.keys()


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_101_4_what_players_sacrifice_one_after_the_other_is_named_in_any_order(order: tuple[int, ...]) -> None:
    """The first player's picks are kept, in their order, until the second has chosen; one of them is of a group."""
    layout = Layout(2)
    kinds = ("land", "artifact", "enchantment")
    rows = [layout.put(Proto(kind.title(), (kind,)), 0, n=n) for kind, n in zip(kinds, (1, 3, 1), strict=True)]
    for name in ("One", "Other"):
        layout.put(Proto(name, ("artifact",)), 1, n=3)
    effect = SacrificeChosen(EachPlayer(), Filter(), Fixed(3))
    sorcery = layout.put(
        Proto("Plague", ("sorcery",), mana_cost=("0",), abilities=(SpellAbility((effect,)),)), 0, "hand"
    )
    state = layout.done()
    for made in (Choice("cast", 0, sorcery), Choice("pass", 0), Choice("pass", 1)):
        state = step(state, made)[0]
    choice = Choice("pick", 0, picks=tuple((rows[i], 1) for i in order))
    after = step(state, choice)[0]
    assert asked(after) == "pick"
    reached = Reached()
    games.check_exploded(state, choice, after, reached)
    assert reached.told["laws: exploded play ends alike"] == 1


def test_115_a_member_of_a_group_may_target_itself() -> None:
    counter = PutCounters(TargetRef(0), "+1/+1", Fixed(1))
    grower = Activated((ManaCost(("0",)),), (counter,), (TargetSpec(Filter(types=("creature",))),))
    proto = Proto("Grower", ("creature",), power=1, toughness=1, abilities=(grower,))

    def after(n: int, others: int, choice: Choice) -> State:
        layout = Layout(2)
        layout.put(proto, 0, n=n)
        for _ in range(others):
            layout.put(proto, 0)
        state = layout.done()
        assert verify(state, choice) is None
        assert same(step(state, read_back(state, choice))[0], step(state, choice)[0])
        for made in (choice, Choice("pass", 0), Choice("pass", 1)):
            state = step(state, made)[0]
        return state

    row = 3  # behind the game's row and the players'
    grouped_self = after(3, 0, Choice("activate", 0, row, targets=(ITSELF,)))
    grouped_other = after(3, 0, Choice("activate", 0, row, targets=(row,)))
    single_self = after(1, 2, Choice("activate", 0, row, targets=(row,)))
    single_other = after(1, 2, Choice("activate", 0, row, targets=(row + 1,)))
    assert same(grouped_self, single_self)
    assert same(grouped_other, single_other)


def read_back(state: State, choice: Choice) -> Choice:
    """The choice that its own line reads back to."""
    found = read_sentence(state, say(state, choice))
    assert isinstance(found, Choice), found
    return found
