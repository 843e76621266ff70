"""Several players: leaving the game (800.4). For 801 see ``test_801_range_of_influence``, for 903 ``test_903_commander``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import Need, Question, decide, question_of
from reiterate.rules.access.state_access import new_row
from reiterate.rules.characteristics.evaluate import measure
from reiterate.rules.characteristics.references import Around
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.events import damage
from reiterate.rules.events.frames import Frame
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.state.events import Draft, replay
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import Row, State, make_class, one
from reiterate.state.normal_form import explode
from reiterate.terms.abilities import Activated, Enchant, Static, Triggered
from reiterate.terms.costs import LifeCost, TapCost
from reiterate.terms.effects_continuous import GainControl
from reiterate.terms.effects_damage import Prevent, Redirect
from reiterate.terms.effects_permanents import Proliferate
from reiterate.terms.effects_players import ExtraTurn, GainLife, LoseLife
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.effects_zones import Discard, Draw, Move
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CardsIn, Fixed, LifeTotal
from reiterate.terms.references import ActivePlayer, EachCard, EachPlayer, Seat, TargetRef, TargetSpec, ThatPlayer, You
from reiterate.terms.static_effects import ControlHost
from reiterate.terms.trigger_events import Leaves, LifeLost, StepBegins
from tests.rules.cr_800_multiplayer.tables import KILLER, PLAYER, advance, everyone, kill, laws, passes
from tests.support.boards import BEAR, CREATURE, ELF, WARDEN, boards, creature, life, named, play, played, tap_ability

# --- 800.4: leaving the game -------------------------------------------------------------------------------------

THIEF = creature("Thief", 1, 1, tap_ability(GainControl(TargetRef(0), "game"), targets=(TargetSpec(CREATURE),)))
EVERY_UPKEEP = Triggered(StepBegins("upkeep", "each"), (LoseLife(ThatPlayer(), Fixed(1)), GainLife(You(), Fixed(1))))


def test_104_2a_the_last_player_in_the_game_wins() -> None:
    layout = Layout(3)
    first, second = layout.put(KILLER, 0), layout.put(KILLER, 0)
    state = kill(layout.done(), first, 1)
    assert asked(state) == "priority"
    state = kill(state, second, 2)
    assert (asked(state), state.game.prop("outcome")) == ("over", "p1_wins")


def test_704_7_players_who_lose_together_leave_together() -> None:
    layout = Layout(4)
    row = layout.put(creature("Storm", 1, 1, tap_ability(LoseLife(EachPlayer(True), Fixed(20)))), 0)
    layout.set_player(3, "life", 21)
    for seat in (1, 2, 3):
        layout.put(BEAR, seat)
    state = everyone(play(layout.done(), Choice("activate", 0, row)))
    assert asked(state) == "priority"
    assert [r.cls.controller for r in named(state, "Bear")] == [3]


def check_zones_are_emptied() -> None:
    layout = Layout(3)
    row = layout.put(KILLER, 0)
    for zone in ("battlefield", "hand", "graveyard", "exile", "command"):
        layout.put(BEAR, 1, zone, 2)
    layout.set_player(1, "mana.G", 7)
    state = kill(layout.done(), row, 1)
    assert not named(state, "Bear") and not any(named(state, "Bear", z) for z in ("hand", "graveyard", "exile"))
    assert [r.cls.owner for r in state.rows.values() if r.cls.zone == "library"] == [0, 2]
    assert state.rows[2].get("mana.G") == 0
    laws(state)


def test_800_4a_all_that_the_player_owns_leaves_the_game() -> None:
    check_zones_are_emptied()


def test_800_4a_what_they_owned_and_others_control_leaves_too() -> None:
    layout = Layout(3)
    row, thief, bear = layout.put(KILLER, 0), layout.put(THIEF, 2), layout.put(BEAR, 1)
    state = passes(layout.done(), 2)
    state = everyone(play(state, Choice("activate", 2, thief, targets=(bear,))))
    assert [r.cls.controller for r in named(state, "Bear")] == [2]
    assert not named(kill(state, row, 1), "Bear")


def test_800_4a_effects_that_give_them_control_end() -> None:
    layout = Layout(3)
    row, thief, bear = layout.put(KILLER, 0), layout.put(THIEF, 1), layout.put(BEAR, 2)
    state = passes(layout.done(), 1)
    state = everyone(play(state, Choice("activate", 1, thief, targets=(bear,))))
    assert [r.cls.controller for r in named(state, "Bear")] == [1]
    state = kill(state, row, 1)
    assert [r.cls.controller for r in named(state, "Bear")] == [2]
    assert not [r for r in state.rows.values() if r.cls.kind == "effect"]
    laws(state)


def test_800_4a_what_they_still_control_is_exiled() -> None:
    layout = Layout(3)
    row = layout.put(KILLER, 0)
    layout.put(BEAR, 2, controller=1, n=3)
    state = kill(layout.done(), row, 1)
    assert not named(state, "Bear")
    assert [(r.cls.owner, r.n) for r in named(state, "Bear", "exile")] == [(2, 3)]


def test_800_4a_abilities_on_the_stack_cease_to_exist_and_others_stay() -> None:
    layout = Layout(3)
    row = layout.put(KILLER, 2)
    mine = layout.put(creature("Reader", 1, 1, tap_ability(Draw(You(), Fixed(1)))), 1)
    other = layout.put(creature("Healer", 1, 1, tap_ability(GainLife(You(), Fixed(3)))), 0)
    state = play(layout.done(), Choice("activate", 0, other), Choice("pass", 0), Choice("activate", 1, mine))
    state = play(state, Choice("pass", 1), Choice("activate", 2, row, targets=(2,)))
    state = everyone(state)
    assert [state.rows[h].cls.controller for h in state.stack] == [0]
    state = everyone(state)
    assert life(state, 0) == 23


def test_800_4a_other_effects_of_theirs_go_on() -> None:
    """A shield that a player made for another stays after they have left; one on themselves is gone."""
    layout = Layout(3)
    ward = (Prevent(Fixed(5), TargetRef(0), False),)
    row = layout.put(KILLER, 0)
    wards = [layout.put(creature("Ward", 1, 1, tap_ability(*ward, targets=PLAYER)), 1) for _ in range(2)]
    state = passes(layout.done(), 1)
    for handle, seat in zip(wards, (2, 1), strict=True):
        state = play(state, Choice("activate", 1, handle, targets=(1 + seat,)))
    state = everyone(state)
    state = everyone(state)
    assert len([r for r in state.rows.values() if r.cls.kind == "shield"]) == 2
    state = kill(state, row, 1)
    assert [r.refs["on"] for r in state.rows.values() if r.cls.kind == "shield"] != []
    assert len([r for r in state.rows.values() if r.cls.kind == "shield"]) == 1


def test_614_9a_damage_is_not_redirected_to_a_player_who_has_left() -> None:
    layout = Layout(3)
    row = layout.put(KILLER, 0)
    turn = creature("Mirror", 1, 1, tap_ability(Redirect(Fixed(9), You(), TargetRef(0)), targets=PLAYER))
    mirror = layout.put(turn, 2)
    state = everyone(play(passes(layout.done(), 2), Choice("activate", 2, mirror, targets=(2,))))
    state = kill(state, row, 1)
    from_bear = layout_damage(state, 2, 4)
    assert life(from_bear, 2) == 16


def layout_damage(state: State, seat: int, amount: int) -> State:
    """The state after a nameless source deals damage to a player."""
    from_draft = Draft(state)
    damage.damage_player(from_draft, damage.Source(frozenset(), 0), seat, amount)
    return from_draft.done()


def test_603_6c_leaving_the_game_is_leaving_the_battlefield() -> None:
    layout = Layout(3)
    row = layout.put(KILLER, 0)
    layout.put(creature("Mourner", 1, 1, Triggered(Leaves(CREATURE), (GainLife(You(), Fixed(1)),))), 2)
    layout.put(creature("Last Mourner", 1, 1, Triggered(Leaves(CREATURE), (GainLife(You(), Fixed(1)),))), 1)
    layout.put(BEAR, 1, n=3)
    state = kill(layout.done(), row, 1)
    assert [(state.rows[h].cls.controller, state.rows[h].n) for h in state.stack] == [(2, 4)]


def test_800_4b_what_an_aura_of_theirs_controlled_goes_back() -> None:
    """The Aura is another's: it is exiled, and it gives nobody control any more."""
    hold = Proto("Hold", ("enchantment",), ("Aura",), abilities=(Enchant(CREATURE), Static(ControlHost())))
    layout = Layout(3)
    row, bear, aura = layout.put(KILLER, 0), layout.put(BEAR, 0), layout.put(hold, 2, controller=1)
    layout.attach(aura, bear)
    healer = layout.put(creature("Healer", 1, 1, tap_ability(GainLife(You(), Fixed(1)))), 0)
    state = everyone(play(layout.done(), Choice("activate", 0, healer)))
    assert [r.cls.controller for r in named(state, "Bear")] == [1]
    state = kill(state, row, 1)
    assert [r.cls.controller for r in named(state, "Bear")] == [0]
    assert [r.cls.owner for r in named(state, "Hold", "exile")] == [2]


def test_800_4b_no_token_is_made_for_a_player_who_has_left() -> None:
    layout = Layout(3)
    row = layout.put(KILLER, 0)
    gift = creature("Gift", 1, 1, tap_ability(CreateTokens(Fixed(2), ELF, Seat(1))))
    giver = layout.put(gift, 0)
    state = kill(layout.done(), row, 1)
    state = everyone(play(state, Choice("activate", 0, giver)))
    assert not named(state, "Elf Warrior")


def test_800_4c_what_would_return_to_a_player_who_has_left_is_exiled() -> None:
    layout = Layout(3)
    row, thief = (
        layout.put(KILLER, 0),
        layout.put(
            creature("Borrower", 1, 1, tap_ability(GainControl(TargetRef(0), "turn"), targets=(TargetSpec(CREATURE),))),
            0,
        ),
    )
    bear = layout.put(BEAR, 2, controller=1)
    state = everyone(play(layout.done(), Choice("activate", 0, thief, targets=(bear,))))
    state = kill(state, row, 1)
    assert [r.cls.controller for r in named(state, "Bear")] == [0]
    state = advance(state, "upkeep", 2)
    assert not named(state, "Bear")
    assert [r.cls.owner for r in named(state, "Bear", "exile")] == [2]


def test_800_4d_their_waiting_and_delayed_triggers_are_never_put_on_the_stack() -> None:
    """Both lose life at the same time as the ability of the one who leaves triggers."""
    layout = Layout(3)
    storm = tap_ability(LoseLife(TargetRef(0), Fixed(20)), LoseLife(You(), Fixed(1)), targets=PLAYER)
    row = layout.put(creature("Storm", 1, 1, storm), 0)
    layout.put(creature("Gloater", 1, 1, Triggered(LifeLost("any"), (GainLife(You(), Fixed(5)),))), 1)
    state = kill(layout.done(), row, 1)
    assert asked(state) == "priority" and not state.stack
    assert (life(state, 0), life(state, 1)) == (19, 0)


def test_800_4e_attackers_of_a_player_who_left_deal_no_damage_to_them() -> None:
    layout = Layout(3, step="main1")
    bear, killer = layout.put(BEAR, 0), layout.put(KILLER, 2)
    other = layout.put(creature("Ogre", 3, 3), 0)
    state = passes(layout.done(), 3)
    while asked(state) != "attack":
        state = passes(state, 1)
    state = play(state, Choice("attack", 0, picks=((bear, 1), (other, 1)), targets=(2, 3)))
    state = passes(state, 2)
    state = everyone(play(state, Choice("activate", 2, killer, targets=(2,))))
    assert state.rows[bear].cls.prop("attacking")
    state = advance(state, "main2", 0)
    assert (life(state, 1), life(state, 2)) == (0, 17)


def test_506_4_attackers_of_a_player_who_leaves_are_gone_and_the_turn_goes_on() -> None:
    layout = Layout(3)
    bear, killer = layout.put(BEAR, 0, n=2), layout.put(KILLER, 2)
    state = layout.done()
    while asked(state) != "attack":
        state = passes(state, 1)
    state = play(state, Choice("attack", 0, picks=((bear, 2),), targets=(2,)))
    state = passes(state, 2)
    state = everyone(play(state, Choice("activate", 2, killer, targets=(1,))))
    assert decider(state) == 1 and state.game.prop("step") == "attackers"
    assert not [r for r in state.rows.values() if r.cls.prop("attacking")]
    assert life(advance(state, "main2", 0), 1) == 20


def asked_for(state: State, question: Question, controller: int | None = None) -> tuple[str, int, tuple[str, ...]]:
    """Kind, player and words of what is asked first for a question, as something that a player controls resolves, or by a rule."""
    draft = Draft(state)
    if controller is not None:
        draft.frames.append(Frame(controller, {}, {}, ()))
    with pytest.raises(Need) as need:
        decide(draft, question)
    return need.value.question.kind, need.value.question.seat, need.value.question.words


def test_800_4g_somebody_is_named_who_chooses_for_a_player_who_has_left() -> None:
    layout = Layout(4)
    row = layout.put(KILLER, 0)
    state = kill(layout.done(), row, 1)
    question = Question("yes", 1, words=("no", "yes"))
    assert asked_for(state, question, controller=0) == ("player", 0, ("p3", "p4"))  # another opponent of p1
    assert asked_for(state, question, controller=1) == (
        "player",
        2,
        ("p1", "p3", "p4"),
    )  # 800.4h: the next player names one
    assert asked_for(state, question) == ("yes", 2, ("no", "yes"))  # 800.4h: a choice by a rule


def test_800_4g_where_one_other_opponent_is_left_nobody_is_asked_who_chooses() -> None:
    layout = Layout(3)
    row = layout.put(KILLER, 0)
    state = kill(layout.done(), row, 1)
    assert asked_for(state, Question("yes", 1, words=("no", "yes")), controller=0) == ("yes", 2, ("no", "yes"))


def test_800_4f_a_player_who_has_left_pays_nothing() -> None:
    layout = Layout(3)
    row = layout.put(KILLER, 0)
    state = kill(layout.done(), row, 1)
    assert decide(Draft(state), Question("yes", 1, words=("no", "yes"), cost=True)).answer == "no"


def test_800_4i_life_and_cards_of_a_player_who_has_left_are_what_they_last_were_and_sets_of_cards_are_refused() -> None:
    layout = Layout(3)
    row = layout.put(KILLER, 0)
    layout.put(BEAR, 1, "hand", 4)
    layout.put(BEAR, 1, "graveyard", 2)
    state = kill(layout.done(), row, 1)
    around = Around(0, {"player": one(2)}, {})
    assert measure(state, around, LifeTotal(ThatPlayer())) == 0
    assert [measure(state, around, CardsIn(zone, ThatPlayer())) for zone in ("hand", "graveyard", "exile")] == [4, 2, 0]
    with pytest.raises(Unsupported) as refused:
        measure(state, around, CardsIn("hand", ThatPlayer(), CREATURE))
    assert refused.value.refusal.code == "rule-800.4i"


def test_800_4a_effects_on_a_player_who_has_left_do_nothing() -> None:
    layout = Layout(3)
    row = layout.put(KILLER, 0)
    doer = layout.put(creature("Doer", 1, 1, tap_ability(Discard(Seat(1), Fixed(1)), Draw(Seat(1), Fixed(1)))), 0)
    state = everyone(play(kill(layout.done(), row, 1), Choice("activate", 0, doer)))
    assert asked(state) == "priority"
    assert not state.rows[2].cls.prop("decked")


def test_800_4a_a_player_who_has_left_has_no_counters_to_proliferate() -> None:
    layout = Layout(4)
    row = layout.put(KILLER, 0)
    for seat in (1, 2):
        layout.set_player(seat, "counter.poison", 3)
    doer = layout.put(creature("Doer", 1, 1, tap_ability(Proliferate())), 0)
    state = everyone(play(kill(layout.done(), row, 1), Choice("activate", 0, doer)))
    assert (asked(state), question_of(state).rows) == ("answer", (3,))
    state = play(state, Choice("answer", 0, picks=((3, 1),)))
    assert [state.rows[h].get("counter.poison") for h in (2, 3)] == [3, 4]


def check_priority_goes_to_the_next_player() -> None:
    """The third player dies of their own cost with an ability on the stack: the fourth is next, not the active one."""
    layout = Layout(4)
    layout.set_player(2, "life", 3)
    row = layout.put(creature("Zealot", 1, 1, Activated((LifeCost(Fixed(3)),), (GainLife(You(), Fixed(1)),))), 2)
    state = play(passes(layout.done(), 2), Choice("activate", 2, row))
    assert (decider(state), asked(state), state.stack) == (3, "priority", ())


def test_800_4a_priority_passes_to_the_next_player_in_turn_order() -> None:
    check_priority_goes_to_the_next_player()


def leaving_in_their_own_turn(players: int = 3) -> State:
    layout = Layout(players)
    suicide = Activated((TapCost(),), (LoseLife(You(), Fixed(20)),))
    row = layout.put(creature("Martyr", 1, 1, suicide), 0)
    layout.put(BEAR, 1)
    layout.put(creature("Clock", 1, 1, EVERY_UPKEEP), 2)
    return everyone(play(layout.done(), Choice("activate", 0, row)))


def test_800_4j_the_turn_goes_on_without_an_active_player() -> None:
    state = leaving_in_their_own_turn()
    assert (state.game.prop("active"), state.game.prop("step")) == (0, "main1")
    assert (asked(state), decider(state)) == ("priority", 1)
    steps = []
    while state.game.prop("active") == 0:
        state = passes(state, 1)
        steps.append(state.game.prop("step"))
    assert {"combat", "endcombat", "main2", "end"} <= set(steps)
    assert state.game.prop("active") == 1
    assert not state.rows[1].cls.prop("decked")


def test_800_4j_nobody_draws_where_the_active_player_has_left() -> None:
    layout = Layout(3, active=0, step="upkeep")
    row = layout.put(KILLER, 1)
    state = play(layout.done(), Choice("pass", 0), Choice("activate", 1, row, targets=(1,)))
    state = everyone(state)
    state = advance(state, "draw", 0)
    assert not state.rows[1].cls.prop("decked")
    laws(state)


def test_500_7_after_anothers_extra_turn_the_turn_order_goes_on_where_it_was() -> None:
    layout = Layout(3)
    extra = layout.put(creature("Hourglass", 1, 1, tap_ability(ExtraTurn(Seat(2)))), 0)
    state = everyone(play(layout.done(), Choice("activate", 0, extra)))
    turns = [0]
    for _ in range(200):
        state = (
            play(state, Choice("attack", decider(state), answer="none"))
            if asked(state) == "attack"
            else passes(state, 1)
        )
        if state.game.prop("step") == "upkeep" and state.game.prop("active") != turns[-1]:
            turns.append(int(str(state.game.prop("active"))))
    assert turns[:6] == [0, 2, 1, 2, 0, 1]


def test_800_4j_where_the_active_player_has_left_nobody_is_the_active_player() -> None:
    layout = Layout(3)
    suicide = Activated((TapCost(),), (LoseLife(You(), Fixed(20)),))
    row = layout.put(creature("Martyr", 1, 1, suicide), 0)
    leech = layout.put(creature("Leech", 1, 1, tap_ability(LoseLife(ActivePlayer(), Fixed(5)))), 1)
    state = everyone(play(layout.done(), Choice("activate", 0, row)))
    state = everyone(play(state, Choice("activate", 1, leech)))
    assert (life(state, 1), life(state, 2)) == (20, 20)


def test_800_4k_a_player_who_has_left_begins_no_turn_not_even_an_extra_one() -> None:
    layout = Layout(3)
    row = layout.put(KILLER, 0)
    extra = layout.put(creature("Hourglass", 1, 1, tap_ability(ExtraTurn(Seat(1)))), 0)
    state = everyone(play(layout.done(), Choice("activate", 0, extra)))
    state = kill(state, row, 1)
    state = advance(state, "upkeep", 2)
    assert state.game.prop("active") == 2


def test_replaying_the_log_of_a_player_leaving_gives_the_same_state() -> None:
    layout = Layout(3)
    row = layout.put(KILLER, 0)
    layout.put(BEAR, 2, controller=1)
    layout.put(WARDEN, 1, n=4)
    start = layout.done()
    choices = [Choice("activate", 0, row, targets=(2,)), *[Choice("pass", s) for s in (0, 1, 2)]]
    end, log = played(start, *choices)
    assert same(end, replay(start, log))
    laws(end)


@given(boards(), st.integers(0, 1), st.integers(0, 2))
def test_whoever_leaves_the_log_replays_and_grouping_can_not_be_observed(state: State, gone: int, given: int) -> None:
    """On any board, with things of everybody's under other players' control."""
    draft = Draft(state)
    count = sum(row.cls.kind == "player" for row in state.rows.values())
    for seat in range(count):
        controller = (seat + given) % count
        cls = make_class("card", "battlefield", proto=BEAR, owner=seat, controller=controller)
        new_row(draft, "", Row(cls, {}, 2, {}))
    new_row(draft, "", Row(make_class("card", "battlefield", proto=KILLER, owner=0, controller=0), {}, 1, {}))
    state = draft.done()
    ends = []
    for start in (state, explode(state)):
        killer = next(h for h, r in start.rows.items() if r.cls.proto == KILLER)
        now, log = start, []
        for choice in [Choice("activate", 0, killer, targets=(1 + gone,)), *[Choice("pass", s) for s in range(count)]]:
            now, events = step(now, choice)
            log += events
        assert same(now, replay(start, log))
        laws(now)
        ends.append(now)
    assert same(*ends)
    if asked(ends[0]) != "over":
        assert not [r for r in ends[0].rows.values() if r.cls.kind == "card" and r.cls.owner == gone]
        assert all(r.cls.controller != gone for r in ends[0].rows.values() if r.cls.kind != "player")


def test_a_set_of_objects_reads_back_from_json() -> None:
    layout = Layout(2)
    graves = layout.put(creature("Digger", 1, 1, tap_ability(Move(EachCard("graveyard"), "exile", link=True))), 0)
    layout.put(BEAR, 1, "graveyard", n=3)
    state = everyone(play(layout.done(), Choice("activate", 0, graves)))
    assert any(getattr(ref, "mode", "") == "set" for row in state.rows.values() for ref in row.refs.values())
    assert same(state, state_from_json(state_to_json(state)))
