"""Mana that isn't lost as steps and phases end: until a point in the turn, or while an effect says so (106.4, 500.5)."""

from __future__ import annotations

import pytest

from reiterate.amounts import Amount
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import covers
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.saying import read_pay, say_mana
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State, player
from reiterate.state.properties import MANA
from reiterate.terms.effects_players import KeepMana
from reiterate.terms.proto import Proto
from reiterate.terms.replacement_effects import LostManaBecomes
from reiterate.terms.static_effects import KeepsMana
from tests.support.acting import HUGE, onward, settled
from tests.support.boards import BEAR, play
from tests.support.shown import shows
from tests.support.texts import card, said

STAYS = "Until end of turn, you don't lose this mana as steps and phases end."
TURN = "R until end of turn"
COMBAT = "R until end of combat"
LEYLINE = card("You don't lose unspent red mana as steps and phases end.", name="Leyline")
STONE = card("If you would lose unspent mana, that mana becomes colorless instead.", name="Stone")
KILN = card("If you would lose unspent mana, that mana becomes red instead.", name="Kiln")


def have(state: State, seat: int = 0) -> dict[str, Amount]:
    """The mana in a player's pool by its names."""
    num = state.rows[player(seat)].num
    return {slot.removeprefix(MANA): n for slot, n in num.items() if slot.startswith(MANA) and n != 0}


def board(*cards: Proto, **mana: Amount) -> Layout:
    """Permanents of the first player, and mana in the pool; "_" stands for a blank."""
    layout = Layout(2)
    for each in cards:
        layout.put(each, 0)
    for seat in (0, 1):
        layout.library(seat, [(BEAR, 20)])
    for name, n in mana.items():
        layout.set_player(0, MANA + name.replace("_", " "), n)
    return layout


def at(state: State, step: str) -> State:
    """The next time that a step begins, with nothing done on the way."""
    state = onward(state)
    while step_name(state) != step or asked(state) == "attack":
        state = onward(state)
    return state


def test_500_5_it_stays_until_end_of_turn_and_other_mana_empties() -> None:
    ritual = card(f"Add {{R}}{{R}}. {STAYS}", "Instant", "Ritual")
    layout = board(R=1, G=2)
    layout.put(ritual, 0, "hand")
    state = settled(play(layout.done(), said(layout.done(), "cast Ritual paying {R}")))
    assert have(state) == {TURN: 2, "G": 2}
    assert have(state_from_json(state_to_json(state))) == {TURN: 2, "G": 2}
    state = at(state, "combat")
    assert have(state) == {TURN: 2}
    state = at(state, "end")
    assert have(state) == {TURN: 2}
    assert have(at(state, "upkeep")) == {}  # 514.2, and the cleanup step ends


def test_514_2_what_stayed_until_end_of_turn_empties_with_the_first_cleanup_step() -> None:
    # Two cards are discarded in the cleanup step, which sets an ability off: players get priority, and another cleanup step follows (514.3a).
    watcher = card("Whenever you discard a card, you gain 1 life.", name="Watcher")
    layout = board(watcher, R_until_end_of_turn=3)
    layout.put(BEAR, 0, "hand", n=8)
    state = at(layout.done(), "end")
    while step_name(state) != "cleanup" or asked(state) != "priority":
        state = onward(state)
    assert have(state) == {"R": 3}  # the effect is over (514.2), the step is not
    state = settled(state)
    while asked(state) == "priority" and step_name(state) == "cleanup":
        state = onward(state)
    assert have(state) == {}


@pytest.mark.parametrize("n", [1, 4, HUGE])
def test_500_5_it_stays_until_the_combat_phase_ends(n: int) -> None:
    state = board(R_until_end_of_combat=n, R=1).done()
    state = at(state, "combat")
    assert have(state) == {COMBAT: n}
    state = at(state, "endcombat")
    assert have(state) == {COMBAT: n}
    assert have(at(state, "main2")) == {}


def test_500_5_what_stays_until_end_of_turn_stays_behind_the_combat_phase() -> None:
    state = at(board(R_until_end_of_combat=1, R_until_end_of_turn=2).done(), "main2")
    assert have(state) == {TURN: 2}


BLESSING = card("You gain 1 life.", "Instant", "Blessing", cost="{R}")


def paid(layout: Layout, words: str) -> dict[str, Amount]:
    """What is left in the pool once Blessing was cast."""
    layout.put(BLESSING, 0, "hand")
    state = layout.done()
    return have(play(state, said(state, f"cast Blessing{words}")))


def test_118_3_the_player_says_which_mana_pays_where_it_matters() -> None:
    layout = board(R=1, R_until_end_of_turn=1)
    layout.put(BLESSING, 0, "hand")
    state = layout.done()
    unsaid = said(state, "cast Blessing")
    refused = verify(state, unsaid)
    assert isinstance(refused, Refusal)
    assert refused.code == "payment-ambiguous"
    assert paid(board(R=1, R_until_end_of_turn=1), " paying {R}") == {TURN: 1}
    assert paid(board(R=1, R_until_end_of_turn=1), " paying {R until end of turn}") == {"R": 1}
    found = options(state)
    for name in ("R", TURN):
        choice = Choice("cast", 0, unsaid.row, pay=((name, 1),))
        assert verify(state, choice) is None
        assert covers(state, found, choice)


def test_118_3_nothing_is_asked_where_one_kind_is_there_or_all_is_spent() -> None:
    assert paid(board(R_until_end_of_turn=2), "") == {TURN: 1}
    assert paid(board(R_until_end_of_turn=2), " paying {R}") == {TURN: 1}
    layout = board(R=1, R_until_end_of_turn=1)
    layout.put(card("You gain 1 life.", "Instant", "Double", cost="{R}{R}"), 0, "hand")
    state = layout.done()
    assert have(play(state, said(state, "cast Double"))) == {}


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("{R}{R}{R}", {TURN: 1}),
        ("{R}{R until end of combat}{R}", {TURN: 1}),
        ("{R until end of turn}{R}{R}", {TURN: 1}),
        ("{R until end of turn}{R until end of turn}{R}", {COMBAT: 1}),
        ("{R until end of turn}{R until end of turn}{R until end of combat}", {"R": 1}),
    ],
)
def test_118_3_the_name_of_a_kind_spends_what_empties_first(words: str, left: dict[str, Amount]) -> None:
    # {R}, {R} until end of combat and two {R} until end of turn for a cost of {2}{R}.
    layout = board(R=1, R_until_end_of_combat=1, R_until_end_of_turn=2)
    layout.put(card("You gain 1 life.", "Instant", "Gift", cost="{2}{R}"), 0, "hand")
    state = layout.done()
    choice = said(state, f"cast Gift paying {words}")
    assert have(play(state, choice)) == left
    assert covers(state, options(state), choice)


@pytest.mark.parametrize("words", ["{R until end of turn}{R until end of turn}", "{R until end of combat}{R}"])
def test_118_3_mana_that_isnt_there_pays_nothing(words: str) -> None:
    layout = board(R=2, R_until_end_of_turn=1)
    layout.put(card("You gain 1 life.", "Instant", "Gift", cost="{1}{R}"), 0, "hand")
    state = layout.done()
    refused = verify(state, said(state, f"cast Gift paying {words}"))
    assert isinstance(refused, Refusal)
    assert refused.code == "mana-short"


def test_118_3_a_payment_by_names_is_said_and_read() -> None:
    pay = (("R", 1), (TURN, 30), ("P", 1))
    assert read_pay({"paying": say_mana(pay)}) == pay


def test_106_6_what_stays_keeps_its_restriction() -> None:
    text = f"Add {{R}}{{R}}. Spend this mana only to cast creature spells. {STAYS}"
    layout = board(R=1)
    layout.put(card(text, "Instant", "Ritual"), 0, "hand")
    layout.put(BLESSING, 0, "hand")
    state = settled(play(layout.done(), said(layout.done(), "cast Ritual")))
    state = at(state, "main2")
    assert have(state) == {f"{TURN}/cast creature spells": 2}
    assert isinstance(verify(state, said(state, "cast Blessing")), Refusal)


def test_106_6_doubled_mana_does_not_stay() -> None:
    cube = card("{T}: Double the amount of each type of unspent mana you have.", name="Cube")
    state = board(cube, R_until_end_of_turn=3, R=1).done()
    state = play(state, said(state, "activate Cube"))
    assert have(state) == {TURN: 3, "R": 5}


@shows(KeepsMana)
def test_500_5_a_player_loses_no_red_mana_as_long_as_an_effect_says_so() -> None:
    state = board(LEYLINE, R=HUGE, G=3).done()
    state.rows[player(1)]
    state = at(state, "combat")
    assert have(state) == {"R": HUGE}
    assert have(at(at(state, "upkeep"), "upkeep")) == {"R": HUGE}  # through whole turns


def test_500_5_it_keeps_nobody_elses_mana() -> None:
    layout = board(LEYLINE)
    layout.set_player(1, "mana.R", 2)
    assert have(at(layout.done(), "combat"), 1) == {}
    layout = board(card("Players don't lose unspent mana as steps and phases end.", name="Well"))
    layout.set_player(1, "mana.R", 2)
    assert have(at(layout.done(), "combat"), 1) == {"R": 2}


@shows(KeepMana)
def test_611_2c_for_a_turn_it_keeps_what_is_added_later_too() -> None:
    layout = board(R=2, G=1)
    words = "Until end of turn, you don't lose unspent red mana as steps and phases end."
    layout.put(card(words, "Instant", "Duel"), 0, "hand")
    state = settled(play(layout.done(), said(layout.done(), "cast Duel paying {R}")))
    state = at(state, "main2")
    assert have(state) == {"R": 1}
    assert have(state_from_json(state_to_json(state))) == {"R": 1}
    assert have(at(state, "upkeep")) == {}


@shows(LostManaBecomes)
def test_614_1a_lost_mana_becomes_colorless() -> None:
    state = at(board(STONE, R=2, G=3, C=1, B_until_end_of_turn=1).done(), "combat")
    assert have(state) == {"C": 6, "B until end of turn": 1}
    state = at(at(state, "end"), "upkeep")
    assert have(state) == {"C": 7}


def test_614_1a_what_is_kept_is_not_lost() -> None:
    assert have(at(board(STONE, LEYLINE, R=2, G=3).done(), "combat")) == {"R": 2, "C": 3}
    assert have(at(board(STONE, STONE, G=3).done(), "combat")) == {"C": 3}


def test_616_1_two_kinds_that_it_could_become_are_refused_by_name() -> None:
    with pytest.raises(Unsupported) as refused:
        at(board(STONE, KILN, G=3).done(), "combat")
    assert refused.value.refusal.code == "rule-616.1"
