"""Random legal games on random boards of the built-in cards: laws that must hold at every place.

``make soak`` plays many; the ordinary run a few. Statistics are printed.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from reiterate.amounts import plain
from reiterate.cards import CardBook
from reiterate.oracle import CompiledCard
from reiterate.refusals import Unsupported
from reiterate.rules.choices import ITSELF, Choice
from reiterate.rules.options import instances, options
from reiterate.rules.setup import Layout
from reiterate.rules.step import step
from reiterate.rules.targets import enchant_spec
from reiterate.rules.verify import asked, verify
from reiterate.script.sentences import read_sentence, say
from reiterate.state.events import replay
from reiterate.state.identity import same
from reiterate.state.model import HAND, State, player
from reiterate.state.normal import normal
from reiterate.state.store import state_from_json, state_to_json
from reiterate.terms.nodes import (
    MANA_KINDS,
    Activated,
    Filter,
    Fixed,
    ManaCost,
    Proto,
    PutCounters,
    TargetRef,
    TargetSpec,
)

GAMES = 200 if os.environ.get("REITERATE_SOAK") else 25
CHOICES = 120


def pool() -> list[CompiledCard]:
    """All built-in cards that compile completely, in order of name."""
    book = CardBook.builtin()
    found = [book.find(str(row["name"])) for source in book.sources for row in source.rows()]
    return [card for card in found if isinstance(card, CompiledCard) and card.complete]


def random_board(rng: random.Random, cards: list[CompiledCard]) -> State:
    """A board of two or three players with permanents in groups, cards in hand and mana."""
    layout = Layout(rng.choice([2, 2, 3]))
    creatures: list[int] = []
    auras = []
    for card in rng.choices(cards, k=rng.randint(4, 12)):
        seat = rng.choice(layout.seats())
        proto = card.proto
        if {"instant", "sorcery"} & set(proto.types) or rng.random() < 0.25:
            layout.put(proto, seat, HAND, rng.choice([1, 1, 2]))
            continue
        if enchant_spec(proto.abilities) is not None:
            auras.append((proto, seat))
            continue
        handle = layout.put(
            proto,
            seat,
            n=1 if "legendary" in proto.supertypes else rng.choice([1, 1, 2, 3]),
            tapped=rng.random() < 0.2,
            sick=rng.random() < 0.2,
            counters={"+1/+1": rng.choice([0, 0, 2])},
        )
        if "creature" in proto.types:
            creatures.append(handle)
    for proto, seat in auras:
        if creatures:
            host = layout.single_out(rng.choice(creatures))
            layout.attach(layout.put(proto, seat), host)
    for seat in layout.seats():
        for kind in MANA_KINDS:
            layout.set_player(seat, f"mana.{kind}", rng.choice([0, 4, 9]))
    return layout.done()


def choose(rng: random.Random, state: State) -> Choice:
    """A random legal choice, passing less often than acting."""
    found = [option for option in options(state) if not option.unknown]
    acting = [o for o in found if o.verb != "pass"]
    option = rng.choice(acting) if acting and rng.random() < 0.7 else rng.choice(found)
    every = list(instances(state, option, 12))
    assert every, f"an option without an instance: {option}"
    return rng.choice(every)


def check(state: State, after: State, choice: Choice, events: list[object]) -> None:
    """The laws at one place."""
    replayed = replay(state, events)  # type: ignore[arg-type]  # a list of events
    assert same(replayed, after)
    assert replayed.tally == after.tally
    assert same(normal(normal(after)), normal(after))
    back = state_from_json(state_to_json(after))
    assert same(back, after)
    for row in after.rows.values():
        assert plain(row.n) > 0, "a row of nothing"
    spoken = read_sentence(state, say(state, choice))
    assert isinstance(spoken, Choice), (say(state, choice), spoken)
    assert same(step(state, spoken)[0], after), say(state, choice)


def cards_in(state: State) -> Counter[tuple[int, str]]:
    """How many cards each player owns, anywhere."""
    found: Counter[tuple[int, str]] = Counter()
    for row in state.rows.values():
        if row.cls.kind == "card" and row.cls.proto is not None:
            found[(row.cls.owner, row.cls.proto.name)] += plain(row.n)
    return found


def play_game(seed: int, cards: list[CompiledCard], told: Counter[str]) -> None:
    """One random game."""
    rng = random.Random(seed)
    state = random_board(rng, cards)
    owned = cards_in(state)
    for _ in range(CHOICES):
        if asked(state) == "over":
            told["games over"] += 1
            return
        try:
            choice = choose(rng, state)
            assert verify(state, choice) is None
            before = state_to_json(state)
            after, events = step(state, choice)
        except Unsupported as error:
            told[f"refused: {error.refusal.code}"] += 1
            return
        assert state_to_json(state) == before, "step changed its argument"
        check(state, after, choice, list(events))
        told[f"choice {choice.verb}"] += 1
        state = after
        lost = any(state.rows[player(s)].cls.prop("lost") for s in range(3) if player(s) in state.rows)
        if not lost:
            assert cards_in(state) == owned, "a card is not in exactly one place"


@pytest.mark.parametrize("part", range(2))
def test_random_games(part: int) -> None:
    cards = pool()
    told: Counter[str] = Counter()
    for seed in range(part, 2 * (GAMES if GAMES < 100 else 25), 2):
        play_game(seed, cards, told)
    print(f"\nrandom games: {dict(sorted(told.items()))}")
    assert told["choice activate"] > 50


@pytest.mark.soak
def test_many_random_games() -> None:
    cards = pool()
    told: Counter[str] = Counter()
    for seed in range(10_000, 10_000 + GAMES):
        play_game(seed, cards, told)
    print(f"\nrandom games: {dict(sorted(told.items()))}")
    assert told["choice activate"] > 1_000


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
