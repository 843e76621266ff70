"""A shield for a part of the damage that several sources deal at once: the choice of its controller (615.7)."""

from __future__ import annotations

import pytest

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State, player
from reiterate.terms.proto import Proto
from tests.support.acting import settled
from tests.support.boards import BEAR, life, play
from tests.support.combats import keyed, run, struck
from tests.support.texts import card

SHIELD = "{0}: Prevent the next 1 damage that would be dealt to target player this turn."


def attacked(*by: Proto, n: int = 1) -> State:
    """The second player has a shield against 1 damage, and is attacked by these creatures, ``n`` of each."""
    layout = Layout(2)
    shield = layout.put(card(SHIELD, "Artifact", "Shield"), 0)
    for proto in by:
        layout.put(proto, 0, n=n)
    state = settled(play(layout.done(), Choice("activate", 0, shield, targets=(player(1),))))
    return struck(run(state, "all pass to declare attackers", "attack with everything"))


def watched(text: str, seat: int = 0) -> State:
    """Three Bears have attacked, while an enchantment of this text is there."""
    layout = Layout(2)
    shield = layout.put(card(SHIELD, "Artifact", "Shield"), 0)
    layout.put(card(text), seat)
    layout.put(BEAR, 0, n=3)
    state = settled(play(layout.done(), Choice("activate", 0, shield, targets=(player(1),))))
    return struck(run(state, "all pass to declare attackers", "attack with everything"))


def test_615_7_with_one_source_the_shield_is_used_for_that() -> None:
    assert life(attacked(BEAR), 1) == 19


def test_615_7_with_two_the_choice_is_refused_by_name() -> None:
    with pytest.raises(Unsupported) as refused:
        attacked(BEAR, keyed("Rats", 1, 1, "infect"))
    assert refused.value.refusal.code == "rule-615.7"


def test_615_7_of_like_sources_the_rest_is_dealt() -> None:
    assert life(attacked(BEAR, n=3), 1) == 15


EACH = "Whenever {} combat damage to a player, you gain 1 life."


def test_615_7_where_each_of_like_sources_sets_off_an_ability_it_is_refused() -> None:
    """Three creatures with power 2 would deal damage; of three with power 1 two would."""
    with pytest.raises(Unsupported) as refused:
        watched(EACH.format("a creature you control deals"))
    assert refused.value.refusal.code == "rule-615.7"


def test_615_7_so_it_is_where_each_watches_itself() -> None:
    with pytest.raises(Unsupported) as refused:
        attacked(card(EACH.format("Bear deals"), "Creature — Bear", "Bear"), n=3)
    assert refused.value.refusal.code == "rule-615.7"


def test_603_2c_one_or_more_of_like_sources_are_one_event_with_a_shield_too() -> None:
    state = settled(watched(EACH.format("one or more creatures you control deal")))
    assert (life(state, 0), life(state, 1)) == (21, 15)


def test_615_7_another_players_ability_does_not_ask() -> None:
    state = settled(watched(EACH.format("a creature you control deals"), 1))
    assert (life(state, 1), life(state, 0)) == (15, 20)
