"""The turn: rules 500 to 514."""

from __future__ import annotations

import pytest

from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.rules.turn.turn_structure import STEPS
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Keyword, Static
from reiterate.terms.effects_continuous import Forbid, GainKeywords, Pump
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_zones import Draw
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import This, You
from reiterate.terms.static_effects import DoesntUntap
from tests.support.boards import BEAR, CREATURE, FOREST, MANA_ELF, creature, life, named, play, resolve


def advance(state: State, step: str, turn_of: int | None = None) -> State:
    """Pass until a step begins (of a player's turn)."""
    for _ in range(200):
        if state.game.prop("step") == step and (turn_of is None or state.game.prop("active") == turn_of):
            return state
        if asked(state) == "attack":
            state = play(state, Choice("attack", decider(state), answer="none"))
        else:
            state = play(state, Choice("pass", decider(state)))
    raise AssertionError(f"no {step}")


def test_500_1_the_steps_come_in_order_and_the_turn_passes_on() -> None:
    state = Layout(3).done()
    seen = [(state.game.prop("active"), state.game.prop("step"))]
    for _ in range(60):
        state = play(state, Choice("pass", decider(state)))
        now = (state.game.prop("active"), state.game.prop("step"))
        if now != seen[-1]:
            seen.append(now)
    assert [step for seat, step in seen if seat == 1] == [
        "upkeep",
        "draw",
        "main1",
        "combat",
        "attackers",
        "endcombat",
        "main2",
        "end",
    ]
    assert seen[0][0] == 0 and 2 in {seat for seat, _ in seen}
    assert set(STEPS) >= {str(step) for _, step in seen}


def test_502_3_only_the_active_players_permanents_untap() -> None:
    layout = Layout(2)
    mine, theirs = layout.put(MANA_ELF, 0, tapped=True), layout.put(MANA_ELF, 1, tapped=True, n=7)
    state = advance(layout.done(), "upkeep")
    assert (state.rows[mine].cls.tapped, state.rows[theirs].cls.tapped) == (True, False)


def check_does_not_untap() -> None:
    layout = Layout(2)
    bear = layout.put(creature("Sleeper", 2, 2, Static(DoesntUntap(This()))), 1, tapped=True)
    assert advance(layout.done(), "upkeep").rows[bear].cls.tapped


def test_502_3_what_does_not_untap_stays_tapped() -> None:
    check_does_not_untap()


def test_302_6_summoning_sickness_ends_with_its_controllers_turn() -> None:
    layout = Layout(2)
    mine, theirs = layout.put(BEAR, 0, sick=True), layout.put(BEAR, 1, sick=True)
    state = advance(layout.done(), "upkeep")
    assert state.rows[mine].cls.sick and not state.rows[theirs].cls.sick


def test_504_1_the_active_player_draws() -> None:
    state = advance(Layout(2).done(), "draw")
    assert [r.cls.owner for r in named(state, "unknown card", "hand")] == [1]
    assert state.tally["draws.p2"] == 1


@pytest.mark.parametrize(
    ("proto", "more", "asks"),
    [
        (BEAR, {}, True),
        (BEAR, {"tapped": True}, False),
        (BEAR, {"sick": True}, False),
        (creature("Fast", 1, 1, Keyword("haste")), {"sick": True}, True),
        (creature("Wall", 1, 1, Keyword("defender")), {}, False),
        (FOREST, {}, False),
    ],
)
def test_508_1_only_who_could_attack_is_asked(proto: object, more: dict[str, bool], asks: bool) -> None:
    layout = Layout(2)
    layout.put(proto, 0, **more)  # type: ignore[arg-type] # a card and arguments of put
    state = advance(layout.done(), "combat")
    state = resolve(state)
    assert (asked(state) == "attack") == asks
    if asks:
        refused = verify(state, Choice("attack", 0, answer="all"))
        assert refused is not None and refused.code == "attack"
        state = play(state, Choice("attack", 0, answer="none"))
    assert (asked(state), state.game.prop("step")) == ("priority", "attackers")  # 508.2
    assert resolve(state).game.prop("step") == "endcombat"  # 508.8


def check_effects_wear_off() -> None:
    layout = Layout(2)
    abilities = [
        Activated((), (effect,))
        for effect in (
            Pump(This(), Fixed(2), Fixed(2)),
            GainKeywords(This(), ("flying",)),
            Forbid(This(), "block"),
            DealDamage(This(), This(), Fixed(1)),
        )
    ]
    row = layout.put(creature("Self", 1, 2, *abilities), 0, tapped=True)
    state = layout.done()
    for i in range(len(abilities)):
        state = resolve(play(state, Choice("activate", 0, row, i)))
    assert state.rows[row].cls.marks and state.rows[row].get("damage") == 1
    state = advance(state, "upkeep")
    assert not state.rows[row].cls.marks
    assert not [v for v in state.rows[row].num.values() if v != 0]


def test_514_2_damage_and_until_end_of_turn_end_together() -> None:
    check_effects_wear_off()


def test_514_1_the_hand_is_cut_to_seven() -> None:
    layout = Layout(2, step="end")
    cards = layout.put(BEAR, 0, "hand", n=6)
    other = layout.put(FOREST, 0, "hand", n=3)
    state = resolve(layout.done())
    assert asked(state) == "cleanup"
    refused = verify(state, Choice("pick", 0, picks=((cards, 1),)))
    assert refused is not None and refused.code == "pick"
    state = play(state, Choice("pick", 0, picks=((cards, 1), (other, 1))))
    assert (state.rows[cards].n, state.rows[other].n) == (5, 2)
    assert state.game.prop("active") == 1


def test_514_1_a_hand_of_like_cards_asks_nothing() -> None:
    layout = Layout(2, step="end")
    cards = layout.put(BEAR, 0, "hand", n=10**50)
    state = resolve(layout.done())
    assert state.rows[cards].n == 7
    assert state.game.prop("step") == "upkeep"


def test_602_5b_and_305_2_once_a_turn_is_forgotten_next_turn() -> None:
    layout = Layout(2)
    once = layout.put(creature("Once", 1, 1, Activated((), (Draw(You(), Fixed(1)),), limit="turn")), 0, tapped=True)
    forest = layout.put(FOREST, 0, "hand", n=2)
    state = resolve(play(layout.done(), Choice("play", 0, forest), Choice("activate", 0, once)))
    assert state.rows[1].cls.prop("landed") and state.rows[once].cls.prop("used.0")
    state = advance(state, "upkeep")
    assert not state.rows[1].cls.prop("landed") and not state.rows[once].cls.prop("used.0")
    assert life(state, 0) == 20 and CREATURE.types == ("creature",)
