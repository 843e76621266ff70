"""Coins that players flip (705): what winning, losing and the sides of a coin bring; every result is given."""

from __future__ import annotations

import pytest

from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.access.results import Random, possible
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step, step_if_legal
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import HAND, State
from reiterate.terms.abilities import Triggered
from reiterate.terms.base import Term
from reiterate.terms.effects_players import GainLife, LoseLife
from reiterate.terms.effects_structure import FlipCoin, FlipUntilLost, May
from reiterate.terms.effects_zones import DiscardRandom
from reiterate.terms.quantities import Done, Fixed
from reiterate.terms.references import EachPlayer, You
from reiterate.terms.replacement_effects import FlipsMore
from reiterate.terms.trigger_events import CoinFlipped
from tests.support.acting import settled
from tests.support.boards import BEAR, creature, life, named, play, tap_ability
from tests.support.shown import shows
from tests.support.written import card, not_read

_WON = GainLife(You(), Fixed(3))
_LOST = LoseLife(You(), Fixed(2))


def _flipping(*effects: Term, more: tuple[Layout, ...] = ()) -> State:
    """The position with "{T}: effects" on the stack, one pass before it resolves."""
    layout = more[0] if more else Layout(2)
    row = layout.put(creature("Flipper", 1, 1, tap_ability(*effects)), 0)
    return play(layout.done(), Choice("activate", 0, row), Choice("pass", 0))


def _after(state: State, *results: str) -> State | Refusal:
    made = step_if_legal(state, Choice("pass", 1, results=results))
    return made if isinstance(made, Refusal) else made[0]


@shows(FlipCoin)
@pytest.mark.parametrize(("result", "then"), [("wins", 23), ("loses", 18), ("p1 wins the flip", 23)])
def test_705_2_a_flip_is_won_or_lost_by_its_player(result: str, then: int) -> None:
    state = _after(_flipping(FlipCoin(You(), (_WON,), (_LOST,))), result)
    assert isinstance(state, State) and life(state, 0) == then


@pytest.mark.parametrize(
    ("results", "code"),
    [
        (("heads",), "impossible-result"),  # 705.2: without the call nobody knows who won
        (("p2 wins",), "impossible-result"),  # 705.2: no other players are involved
        (("mills Forest",), "impossible-result"),
        (("wins", "wins"), "unused-result"),
    ],
)
def test_705_2_a_result_that_cannot_have_come_is_refused_with_its_words(results: tuple[str, ...], code: str) -> None:
    refused = _after(_flipping(FlipCoin(You(), (_WON,), (_LOST,))), *results)
    assert isinstance(refused, Refusal) and refused.code == code
    assert f"'result: {results[-1]}'" in refused.message


def test_705_1_a_flip_without_a_result_is_refused_and_says_what_could_come() -> None:
    with pytest.raises(Random) as refused:
        step(_flipping(FlipCoin(You(), (_WON,))), Choice("pass", 1))
    assert refused.value.refusal.code == "random-result"
    assert possible(refused.value.chance) == ("wins", "loses")
    with pytest.raises(Random) as refused:
        step(_flipping(FlipCoin(You(), (_WON,), sides=True)), Choice("pass", 1))
    assert possible(refused.value.chance) == ("heads", "tails")


@shows(CoinFlipped)
@pytest.mark.parametrize(
    ("who", "won", "result", "times"),
    [
        ("you", True, "wins", 1),
        ("you", True, "loses", 0),
        ("you", False, "loses", 1),
        ("opponent", True, "wins", 0),
        ("any", True, "wins", 1),
    ],
)
def test_705_2_what_triggers_on_a_flip_asks_who_flipped(who: str, won: bool, result: str, times: int) -> None:
    layout = Layout(2)
    layout.put(creature("Watcher", 1, 1, Triggered(CoinFlipped(who, won), (GainLife(You(), Fixed(10)),))), 0)
    state = _after(_flipping(FlipCoin(You()), more=(layout,)), result)
    assert isinstance(state, State) and life(settled(state), 0) == 20 + 10 * times


def test_705_2_nobody_wins_or_loses_a_flip_of_which_the_side_counts() -> None:
    layout = Layout(2)
    for won in (True, False):
        layout.put(creature("Watcher", 1, 1, Triggered(CoinFlipped("any", won), (GainLife(You(), Fixed(10)),))), 0)
    before = _flipping(FlipCoin(You(), (_WON,), (_LOST,), sides=True), more=(layout,))
    for side, then in (("heads", 23), ("tails", 18)):
        state = _after(before, side)
        assert isinstance(state, State) and life(settled(state), 0) == then


@shows(FlipUntilLost)
def test_705_2_flips_until_one_is_lost() -> None:
    before = _flipping(FlipUntilLost(You(), (GainLife(You(), Done()),)))
    for wins in (0, 1, 7):
        state = _after(before, *["wins"] * wins, "loses")
        assert isinstance(state, State) and life(state, 0) == 20 + wins and state.tally["flips.p1"] == wins + 1
    with pytest.raises(Random):
        _after(before, "wins", "wins")


def test_705_2_each_of_several_players_flips_in_turn_order() -> None:
    before = _flipping(FlipCoin(EachPlayer(), (_WON,), (_LOST,)))
    state = _after(before, "p1 wins", "p2 loses")
    assert isinstance(state, State) and life(state, 0) == 21 and state.tally["flips.p2"] == 1
    refused = _after(before, "p2 loses", "p1 wins")
    assert isinstance(refused, Refusal) and refused.code == "impossible-result"


def test_608_2d_results_come_with_the_choice_that_brings_them() -> None:
    asking = _after(_flipping(May((FlipCoin(You(), (_WON,)),))))
    assert isinstance(asking, State) and asked(asking) == "may" and decider(asking) == 0
    yes = step_if_legal(asking, Choice("may", 0, answer="yes", results=("wins",)))
    assert not isinstance(yes, Refusal) and life(yes[0], 0) == 23
    no = step_if_legal(asking, Choice("may", 0, answer="no", results=("wins",)))
    assert isinstance(no, Refusal) and no.code == "unused-result"


def test_705_2_the_words_of_flips_are_read() -> None:
    (ability,) = card(
        "{T}: You may flip a coin. If you win the flip, draw a card. Otherwise, you lose 1 life."
    ).abilities
    assert "FlipCoin(who=You(), then=(Draw(" in repr(ability) and "otherwise=(LoseLife(" in repr(ability)
    assert "sides=True" in repr(card("{T}: Flip a coin. If it comes up tails, you lose 1 life.").abilities)
    for wrong in (
        "{T}: If you win the flip, draw a card.",
        "{T}: Flip a coin. If you win the flip, draw a card. If you win the flip, you gain 1 life.",
        "{T}: Flip a coin. If you win the flip, draw a card. If it comes up tails, you gain 1 life.",
        "{T}: Flip a coin. If you do, draw a card.",
        "{T}: Flip a coin. Draw a card for each flip you win.",
        "{T}: Flip a coin. If you win the flip, create a 1/1 red Goblin creature token. If you lose the flip, sacrifice it.",
        "{T}: Draw a card for each flip you win.",
    ):
        assert not_read(wrong), wrong


@shows(DiscardRandom)
def test_701_9b_what_is_discarded_at_random_is_told() -> None:
    layout = Layout(2)
    for _ in range(2):  # two rows of one card, as two objects that came one after the other
        layout.put(BEAR, 0, HAND)
    layout.put(creature("Ogre", 3, 3), 0, HAND)
    before = _flipping(DiscardRandom(You(), Fixed(2)), more=(layout,))
    for result, left in (
        ("discards 2 Bear", 0),
        ("discards Bear, Bear", 0),
        ("discards Ogre, Bear", 1),
    ):
        state = _after(before, result)
        assert isinstance(state, State) and sum(int(str(row.n)) for row in named(state, "Bear", HAND)) == left
    with pytest.raises(Random) as refused:
        _after(before)
    assert possible(refused.value.chance) == ("discards 1 Bear, 1 Ogre", "discards 2 Bear")


def test_701_9b_the_words_are_read() -> None:
    for words in (
        "Discard a card at random",
        "Each player discards two cards at random",
        "Target player discards a card at random",
    ):
        assert "DiscardRandom(" in repr(card("{T}: " + words + ".").abilities)


_THUMB = "If you would flip a coin, instead flip two coins and ignore one."


def _thumbs(many: int, *effects: Term, owner: int = 0) -> State:
    layout = Layout(2)
    layout.put(creature("Thumb", 1, 1, *card(_THUMB).abilities), owner, n=many)
    for won in (True, False):
        layout.put(creature("Watcher", 1, 1, Triggered(CoinFlipped("you", won), (GainLife(You(), Fixed(10)),))), 0)
    return _flipping(*effects, more=(layout,))


@shows(FlipsMore)
@pytest.mark.parametrize(("keeps", "then"), [("wins", 33), ("loses", 28)])
def test_614_1a_of_two_coins_in_the_place_of_one_their_player_ignores_either(keeps: str, then: int) -> None:
    state = _after(_thumbs(1, FlipCoin(You(), (_WON,), (_LOST,))), "loses", "wins")
    assert isinstance(state, State) and question_of(state).words == ("wins", "loses") and decider(state) == 0
    state = _answered(state, keeps)
    # what is ignored was neither won nor lost: one ability triggers, and one flip is counted
    assert life(settled(state), 0) == then and state.tally["flips.p1"] == 1


def test_614_1a_two_coins_alike_leave_no_choice_and_both_results_are_needed() -> None:
    before = _thumbs(1, FlipCoin(You(), (_WON,), (_LOST,)))
    for results, then in ((("wins", "wins"), 33), (("loses", "loses"), 28)):
        state = _after(before, *results)
        assert isinstance(state, State) and life(settled(state), 0) == then
    with pytest.raises(Random):
        _after(before, "wins")
    side = _after(_thumbs(1, FlipCoin(You(), (_WON,), (_LOST,), sides=True)), "heads", "tails")
    assert isinstance(side, State) and life(_answered(side, "tails"), 0) == 18


def test_614_1a_coins_of_another_player_stay_as_they_are() -> None:
    state = _after(_thumbs(1, FlipCoin(You(), (_WON,), (_LOST,)), owner=1), "wins")
    assert isinstance(state, State) and life(settled(state), 0) == 33


def test_616_1f_a_second_effect_doubles_the_coins_of_the_first() -> None:
    before = _thumbs(2, FlipCoin(You(), (_WON,), (_LOST,)))
    state = _after(before, "loses", "loses", "loses", "wins")
    assert isinstance(state, State) and life(settled(_answered(state, "wins")), 0) == 33
    with pytest.raises(Random):
        _after(before, "loses", "loses", "loses")
    with pytest.raises(Unsupported) as refused:
        _after(_thumbs(10**30, FlipCoin(You(), (_WON,))), "wins")
    assert refused.value.refusal.code == "rule-616-group"


def test_705_2_flips_until_one_is_lost_are_replaced_one_by_one() -> None:
    before = _thumbs(1, FlipUntilLost(You(), (GainLife(You(), Done()),)))
    state = _after(before, "loses", "wins")
    assert isinstance(state, State)
    state = _answered(state, "wins", "loses", "loses")
    assert life(state, 0) == 21 and state.tally["flips.p1"] == 2


def _answered(state: State, word: str, *results: str) -> State:
    made = step_if_legal(state, Choice("answer", 0, answer=word, results=results))
    assert not isinstance(made, Refusal)
    return made[0]
