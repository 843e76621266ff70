"""Players who leave a random game at any place: what must hold of the position without them, and of the game that goes on."""

from __future__ import annotations

import random
from collections import Counter

from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.questions import pending, question_of
from reiterate.rules.access.state_access import in_game, seats
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.leaving import CONCEDED, leave
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same
from reiterate.state.events import replay
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import BATTLEFIELD, STACK, State
from reiterate.state.properties import CARD, COPY, TOKEN
from tests.soak.card_pool import names_with
from tests.soak.games import Game, Reached, Walk, advance, cards_owned, lay_out

#: Choices that are played on behind a player who left.
PLAYED_ON = 8


def leave_everywhere(game: Game, full: bool, told: Counter[str]) -> None:
    """Play a random game, and let each player leave at each place where something else than priority is asked."""
    walk = Walk(lay_out(game, full), random.Random(game.seed), Reached(), names_with(full, game.theme))
    owned = cards_owned(walk.state)
    rng = random.Random(game.seed)
    while len(walk.made) < game.choices and asked(walk.state) != "over" and advance(walk, owned):
        if asked(walk.state) == "priority" and rng.random() > 0.1:
            continue
        for seat in seats(walk.state) if asked(walk.state) != "over" else ():
            told[asked(walk.state)] += 1
            after = without(walk.state, seat, told)
            if after is not None:
                play_on(after, rng, told)


def without(state: State, seat: int, told: Counter[str]) -> State | None:
    """The position once a player has left, with all that must hold of it; None where that is refused by name."""
    try:
        made = leave(state, seat, CONCEDED)
    except Unsupported as error:
        told[error.refusal.code] += 1
        return None
    assert not isinstance(made, Refusal), made
    after, events = made
    assert same(replay(state, events), after)
    assert same(state_from_json(state_to_json(after)), after)
    if asked(after) == "over":
        return None
    assert not in_game(after, seat) and in_game(after, decider(after))
    assert pending(after) is None or question_of(after).seat != seat
    for row in after.rows.values():
        if row.cls.kind in (CARD, TOKEN, COPY):
            assert row.cls.owner != seat, row.cls
            assert row.cls.controller != seat or row.cls.zone not in (BATTLEFIELD, STACK), row.cls
    return after


def play_on(state: State, rng: random.Random, told: Counter[str]) -> None:
    """Play some choices on, with another player who leaves now and then."""
    for _ in range(PLAYED_ON):
        if asked(state) == "over":
            return
        try:
            found = [option for option in options(state) if not option.unknown]
            choice = first(state, rng.choice(found))
            if verify(state, choice) is not None:
                choice = first(state, found[-1])
            if verify(state, choice) is not None:
                return
            state = step(state, choice)[0]
        except Unsupported as error:
            told[f"on: {error.refusal.code}"] += 1
            return
        if asked(state) != "over" and rng.random() < 0.2:
            after = without(state, rng.choice(seats(state)), told)
            state = after if after is not None else state
