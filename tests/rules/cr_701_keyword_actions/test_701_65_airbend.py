"""Airbending (701.65), cards that their owners may play for as long as they remain exiled (601.3), and what triggers on bending.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import put
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.options import options
from reiterate.rules.positions.layout import Layout
from reiterate.state.events import Draft
from reiterate.state.model import State, player
from reiterate.terms.effects_players import Bend
from reiterate.terms.effects_spells import LetPlay
from reiterate.terms.proto import Proto
from reiterate.terms.trigger_events import Bends
from tests.support.acting import count, handle, settled, until
from tests.support.boards import FOREST, creature, life, play
from tests.support.combats import run
from tests.support.shown import shows
from tests.support.texts import card, code

BEAST = card("", "Creature — Beast", name="Beast", cost="{3}{G}")
BENDER = "{0}: Airbend target nonland permanent."
FREED = "{0}: Exile target nonland permanent. For as long as that card remains exiled, its owner may cast it without paying its mana cost."
OPEN = "{0}: Exile target nonland permanent. For as long as that card remains exiled, its owner may play it."


def board(text: str = BENDER, victim: Proto = BEAST, owner: int = 0, mana: int = 2) -> Layout:
    layout = Layout(2)
    layout.put(card(text, "Artifact", name="Tool"), 0)
    layout.put(victim, owner)
    for seat in (0, 1):
        layout.set_player(seat, "mana.R", mana)
        layout.library(seat, [(FOREST, 20)])
    return layout


def casts(state: State) -> list[Choice]:
    return [first(state, each) for each in options(state) if each.verb == "cast"]


@shows(LetPlay)
def test_701_65a_its_owner_casts_the_exiled_card_for_two() -> None:
    state = settled(run(board().done(), "activate Tool targeting Beast"))
    assert count(state, "Beast", "exile") == 1
    (again,) = casts(state)
    assert again.how == ("airbend",)
    assert code(state, "cast Beast") == "how"  # its mana cost is no way to cast it from there
    state = settled(play(state, again))
    assert (count(state, "Beast"), count(state, "Beast", "exile"), state.rows[1].get("mana.R")) == (1, 0, 0)


def test_701_65a_one_mana_is_too_little_and_a_creature_waits_for_the_main_phase() -> None:
    assert casts(settled(run(board(mana=1).done(), "activate Tool targeting Beast"))) == []
    state = settled(run(board().done(), "activate Tool targeting Beast"))
    assert casts(_with_mana(until(until(state, "upkeep", 1), "upkeep", 0), 0)) == []


def test_701_65a_of_another_player_its_owner_may_cast_it_and_nobody_else() -> None:
    state = settled(run(board(owner=1).done(), "activate Tool targeting Beast"))
    assert casts(state) == []
    theirs = until(state, "main1", 1)
    state = settled(run(_with_mana(theirs, 1), "cast Beast with airbend"))
    assert [
        row.cls.controller for row in state.rows.values() if row.cls.proto is not None and row.cls.proto.name == "Beast"
    ] == [1]


def _with_mana(state: State, seat: int) -> State:
    draft = Draft(state)
    put(draft, "", player(seat), "mana.R", 2)
    return draft.done()


def test_701_65a_it_may_be_cast_in_a_later_turn_and_not_again_from_a_graveyard() -> None:
    layout = board()
    layout.put(card("{0}: Destroy target creature.", "Artifact", name="Blade"), 0)
    state = settled(run(layout.done(), "activate Tool targeting Beast"))
    state = _with_mana(until(until(state, "main1", 1), "main1", 0), 0)
    state = settled(run(state, "cast Beast with airbend"))
    state = settled(run(state, "activate Blade targeting Beast"))
    assert count(state, "Beast", "graveyard") == 1
    assert casts(_with_mana(state, 0)) == []


def test_701_65a_x_is_zero_where_the_mana_cost_is_not_paid() -> None:
    hydra = card(
        "This creature enters with X +1/+1 counters on it.", "Creature — Hydra", name="Hydra", cost="{X}{G}", size=1
    )
    state = settled(run(board(victim=hydra).done(), "activate Tool targeting Hydra"))
    state = settled(run(state, "cast Hydra with airbend"))
    assert not state.rows[handle(state, "Hydra")].get("counter.+1/+1")


def test_701_65a_a_token_ceases_to_exist() -> None:
    state = settled(run(board(victim=creature("Beast", 2, 2, token=True)).done(), "activate Tool targeting Beast"))
    assert count(state, "Beast", "exile") == 0 and casts(state) == []


@pytest.mark.parametrize(("text", "mana", "how"), [(FREED, 0, ("no mana cost",)), (OPEN, 4, ())])
def test_601_3_other_cards_that_their_owners_may_play_for_as_long_as_they_remain_exiled(
    text: str, mana: int, how: tuple[str, ...]
) -> None:
    layout = board(text, mana=0)
    layout.set_player(0, "mana.G", mana)
    state = settled(run(layout.done(), "activate Tool targeting Beast"))
    (again,) = casts(state)
    assert again.how == how
    state = settled(play(state, again))
    assert (count(state, "Beast"), state.rows[1].get("mana.G")) == (1, 0)


def test_601_3_one_that_may_be_cast_alone_is_no_land_to_be_played() -> None:
    cave = card("", "Artifact Land", name="Cave", cost="")
    words = "{0}: Exile target artifact. For as long as that card remains exiled, its owner may "
    for verb, plays in (("cast", False), ("play", True)):
        layout = board(f"{words}{verb} it.", cave)
        state = settled(run(layout.done(), "activate Tool targeting Cave"))
        assert any(each.verb == "play" for each in options(state)) is plays


def test_601_3_a_condition_of_playing_the_card_is_no_condition_of_the_effect() -> None:
    words = "{0}: Exile the top card of your library. For as long as that card remains exiled, you may play it"
    facts = {"name": "Tool", "type_line": "Artifact", "mana_cost": "{1}"}
    assert compile_card({**facts, "oracle_text": f"{words}."}).complete
    assert not compile_card({**facts, "oracle_text": f"{words} if you control a Forest."}).complete


# --- what triggers ------------------------------------------------------------------------------------------------

WATCH = "Whenever you waterbend, earthbend, firebend, or airbend, you gain 1 life."
EACH = "{0}: Airbend any number of other target creatures."


@shows(Bends, Bend)
@pytest.mark.parametrize(
    ("targets", "gained"), [("targeting Beast", 1), ("targeting Beast and Elk", 1), ("", 0)], ids=["one", "two", "none"]
)
def test_701_65b_it_triggers_once_for_one_or_more_objects(targets: str, gained: int) -> None:
    layout = board(EACH)
    layout.put(card("", "Creature — Elk", name="Elk"), 0)
    layout.put(card(WATCH, name="Watch"), 0)
    layout.put(card(WATCH, name="Theirs"), 1)
    state = settled(run(layout.done(), f"activate Tool {targets}".strip()))
    assert (life(state, 0), life(state, 1)) == (20 + gained, 20)


def test_701_66b_it_triggers_as_a_player_earthbends() -> None:
    layout = board("{0}: Earthbend 2.", FOREST)
    layout.put(card(WATCH, name="Watch"), 0)
    assert life(settled(run(layout.done(), "activate Tool targeting Forest")), 0) == 21


def test_701_66b_not_where_the_land_is_gone() -> None:
    layout = board("{0}: Earthbend 2.", FOREST)
    layout.put(card("{0}: Destroy target land.", "Artifact", name="Blade"), 0)
    layout.put(card(WATCH, name="Watch"), 0)
    state = run(layout.done(), "activate Tool targeting Forest", "activate Blade targeting Forest")
    assert life(settled(state), 0) == 20


@pytest.mark.parametrize(("bent", "gained"), [((), 0), (("earth", "fire"), 0), (("water", "earth", "fire"), 3)])
def test_701_67c_all_four_of_one_turn(bent: tuple[str, ...], gained: int) -> None:
    layout = board()
    layout.put(card("Whenever you airbend, if you've done all four this turn, you gain 3 life.", name="Watch"), 0)
    for element in bent:
        layout.set_player(0, f"turn.{element} bent", 1)
    assert life(settled(run(layout.done(), "activate Tool targeting Beast")), 0) == 20 + gained
