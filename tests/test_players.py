"""Several players: leaving the game (800.4), commander (903); 801 is in test_players_range."""

from __future__ import annotations

import pytest

from reiterate.refusals import Refusal, Unsupported
from reiterate.rules import damage
from reiterate.rules.asking import Question, decide
from reiterate.rules.chars import Around, measure
from reiterate.rules.choices import Choice
from reiterate.rules.options import instances, options
from reiterate.rules.setup import Layout
from reiterate.rules.verify import asked, decider, verify
from reiterate.script.sentences import read_sentence, say
from reiterate.shortcuts.board import board_lines
from reiterate.shortcuts.session import run_position
from reiterate.state.events import Draft, replay
from reiterate.state.identity import same
from reiterate.state.model import State, one
from reiterate.state.normal import explode, normal
from reiterate.state.store import state_from_json, state_to_json
from reiterate.terms.deeds import (
    CopySpell,
    CopyToken,
    ExtraTurn,
    GainControl,
    Move,
    Prevent,
    Redirect,
    Scry,
)
from reiterate.terms.nodes import (
    Activated,
    CreateTokens,
    DealDamage,
    Destroy,
    Dies,
    Discard,
    Draw,
    EachPlayer,
    Enchant,
    Exile,
    Filter,
    Fixed,
    GainLife,
    Leaves,
    LifeCost,
    LifeLost,
    LoseLife,
    Proto,
    ReturnToHand,
    Seat,
    Static,
    StepBegins,
    TapCost,
    TargetRef,
    TargetSpec,
    ThatPlayer,
    This,
    Triggered,
    You,
)
from reiterate.terms.standing import ControlHost, ZoneInstead
from reiterate.terms.values import CardsIn, LifeTotal
from tests.boards import BEAR, CREATURE, ELF, FOREST, WARDEN, creature, life, named, play, played, tap_ability
from tests.test_positions import laid_out, read, value

PLAYER = (TargetSpec(None, "any"),)
KILL = tap_ability(LoseLife(TargetRef(0), Fixed(20)), targets=PLAYER)
KILLER = creature("Killer", 1, 1, KILL)


def passes(state: State, count: int) -> State:
    """The state after so many passes."""
    for _ in range(count):
        state = play(state, Choice("pass", decider(state)))
    return state


def everyone(state: State) -> State:
    """Everybody still in the game passes once."""
    return passes(state, sum(not r.cls.prop("lost") for r in state.rows.values() if r.cls.kind == "player"))


def advance(state: State, step: str, active: int) -> State:
    """Pass, without attacks, until a step of a player's turn."""
    for _ in range(300):
        if state.game.prop("step") == step and state.game.prop("active") == active and asked(state) == "priority":
            return state
        if asked(state) in ("attack", "block"):
            state = play(state, Choice(asked(state), decider(state), answer="none"))
        else:
            state = passes(state, 1)
    raise AssertionError(f"no {step}")


def kill(state: State, killer: int, seat: int) -> State:
    """The owner of the killer, who decides, makes a player lose."""
    return everyone(play(state, Choice("activate", decider(state), killer, targets=(1 + seat,))))


def laws(state: State) -> None:
    """Grouping can't be observed, and a state reads back from its JSON."""
    assert same(state, normal(explode(state)))
    assert same(state, state_from_json(state_to_json(state)))


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


def test_800_4g_a_choice_of_a_player_who_has_left_is_refused_by_name() -> None:
    layout = Layout(3)
    row = layout.put(KILLER, 0)
    state = kill(layout.done(), row, 1)
    with pytest.raises(Unsupported) as refused:
        decide(Draft(state), Question("yes", 1, words=("no", "yes")))
    assert (refused.value.refusal.code, refused.value.refusal.rule) == ("rule-800.4g", "800.4g")


def test_800_4h_the_life_of_a_player_who_has_left_is_what_it_last_was_and_their_cards_are_refused() -> None:
    layout = Layout(3)
    row = layout.put(KILLER, 0)
    state = kill(layout.done(), row, 1)
    around = Around(0, {"player": one(2)}, {})
    assert measure(state, around, LifeTotal(ThatPlayer())) == 0
    with pytest.raises(Unsupported) as refused:
        measure(state, around, CardsIn("hand", ThatPlayer()))
    assert refused.value.refusal.code == "rule-800.4h"


def test_800_4a_effects_on_a_player_who_has_left_do_nothing() -> None:
    layout = Layout(3)
    row = layout.put(KILLER, 0)
    doer = layout.put(creature("Doer", 1, 1, tap_ability(Discard(Seat(1), Fixed(1)), Draw(Seat(1), Fixed(1)))), 0)
    state = everyone(play(kill(layout.done(), row, 1), Choice("activate", 0, doer)))
    assert asked(state) == "priority"
    assert not state.rows[2].cls.prop("decked")


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


# --- 903: commander ----------------------------------------------------------------------------------------------

GENERAL = creature("General", 5, 5, legendary=True)


def commanded(*others: tuple[Proto, int, str], players: int = 3, mana: int = 9) -> tuple[State, int, list[int]]:
    """p1's commander in the command zone, with mana, and other cards; their rows."""
    layout = Layout(players)
    general = layout.put(GENERAL, 0, "command")
    layout.commander(general)
    layout.set_player(0, "mana.C", mana)
    rows = [layout.put(proto, seat, zone) for proto, seat, zone in others]
    return layout.done(), general, rows


def where(state: State) -> list[str]:
    """The zones of the cards that are commanders."""
    return [r.cls.zone for r in state.rows.values() if r.cls.prop("commander")]


def cast_general(state: State) -> State:
    (general,) = [h for h, r in state.rows.items() if r.cls.prop("commander")]
    return everyone(play(state, Choice("cast", 0, general)))


DIRGE = creature("Dirge", 1, 1, Triggered(Dies(CREATURE), (GainLife(You(), Fixed(1)),)))
BLADE = creature("Blade", 1, 1, tap_ability(Destroy(TargetRef(0)), targets=(TargetSpec(CREATURE),)))
EXILER = creature("Exiler", 1, 1, tap_ability(Exile(TargetRef(0)), targets=(TargetSpec(CREATURE),)))
BOUNCER = creature("Bouncer", 1, 1, tap_ability(ReturnToHand(TargetRef(0)), targets=(TargetSpec(CREATURE),)))
TUCKER = creature("Tucker", 1, 1, tap_ability(Move(TargetRef(0), "library"), targets=(TargetSpec(CREATURE),)))


def general_of(state: State) -> int:
    (found,) = [h for h, r in state.rows.items() if r.cls.prop("commander")]
    return found


def sent(proto: Proto, *answers: str) -> State:
    """The general was cast and something of p1 sends it away; these answers to what is asked."""
    state, _, (row,) = commanded((proto, 0, "battlefield"))
    state = cast_general(state)
    state = everyone(play(state, Choice("activate", 0, row, targets=(general_of(state),))))
    for answer in answers:
        assert (asked(state), decider(state)) == ("answer", 0)
        state = play(state, Choice("answer", 0, answer=answer))
    return state


def test_903_8_a_commander_is_cast_from_the_command_zone_and_stays_one() -> None:
    state, general, _ = commanded()
    assert any(o.verb == "cast" and o.row == general for o in options(state))
    state = cast_general(state)
    assert where(state) == ["battlefield"]
    assert state.rows[1].get("commander casts.p1") == 1
    laws(state)


def check_each_earlier_cast_costs_two_more() -> None:
    state, _, (row,) = commanded((BLADE, 0, "battlefield"), mana=4)
    state = cast_general(state)
    state = everyone(play(state, Choice("activate", 0, row, targets=(general_of(state),))))
    state = play(state, Choice("answer", 0, answer="yes"))
    choice = Choice("cast", 0, general_of(state))
    assert verify(state, choice) is None
    state = everyone(play(state, choice))
    assert (state.rows[1].get("mana.C"), state.rows[1].get("commander casts.p1")) == (0, 2)


def test_903_8_each_earlier_cast_from_the_command_zone_costs_two_more() -> None:
    check_each_earlier_cast_costs_two_more()


@pytest.mark.parametrize(("mana", "legal"), [(4, False), (5, True)])
def test_903_8_the_tax_has_to_be_paid(mana: int, legal: bool) -> None:
    layout = Layout(2)
    general = layout.put(GENERAL, 0, "command")
    layout.commander(general, casts=2)
    layout.set_player(0, "mana.C", mana)
    state = layout.done()
    refused = verify(state, Choice("cast", 0, general))
    assert (refused is None) == legal
    assert any(o.verb == "cast" for o in options(state)) == legal


def test_903_8_from_hand_there_is_no_tax_and_only_a_commander_is_cast_from_there() -> None:
    layout = Layout(2)
    general, bear = layout.put(GENERAL, 0, "hand"), layout.put(BEAR, 0, "command")
    layout.commander(general, casts=7)
    layout.set_player(0, "mana.C", 1)
    state = layout.done()
    assert verify(state, Choice("cast", 0, bear)) is not None
    state = everyone(play(state, Choice("cast", 0, general)))
    assert state.rows[1].get("commander casts.p1") == 7


@pytest.mark.parametrize(("answer", "zone"), [("yes", "command"), ("no", "graveyard")])
def test_903_9a_from_a_graveyard_its_owner_may_put_it_into_the_command_zone(answer: str, zone: str) -> None:
    state = sent(BLADE, answer)
    assert (where(state), asked(state)) == ([zone], "priority")
    assert not general_of(state) or not state.rows[general_of(state)].cls.prop("commander arrived")
    laws(state)


def test_903_9a_it_is_asked_once_only() -> None:
    state = passes(sent(EXILER, "no"), 9)
    assert where(state) == ["exile"]
    assert asked(state) in ("priority", "attack")


def test_903_9a_it_died_first() -> None:
    state, _, (row, _) = commanded((BLADE, 0, "battlefield"), (DIRGE, 0, "battlefield"))
    state = cast_general(state)
    state = everyone(play(state, Choice("activate", 0, row, targets=(general_of(state),))))
    state = play(state, Choice("answer", 0, answer="yes"))
    assert len(state.stack) == 1 and where(state) == ["command"]


@pytest.mark.parametrize("proto", [BOUNCER, TUCKER])
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_903_9b_instead_of_a_hand_or_library_it_may_go_to_the_command_zone(proto: Proto, answer: str) -> None:
    state = sent(proto, answer)
    assert where(state) == ["command" if answer == "yes" else "hand" if proto is BOUNCER else "library"]
    laws(state)


def test_903_9b_a_drawn_commander_may_go_to_the_command_zone() -> None:
    layout = Layout(2)
    layout.library(0, [(GENERAL, 1), (BEAR, 5)])
    (general,) = [h for h, r in layout.rows.items() if r.cls.proto is GENERAL]
    layout.commander(general)
    row = layout.put(creature("Reader", 1, 1, tap_ability(Draw(You(), Fixed(2)))), 0)
    state = everyone(play(layout.done(), Choice("activate", 0, row)))
    state = play(state, Choice("answer", 0, answer="yes"))
    assert where(state) == ["command"]
    assert [r.n for r in named(state, "Bear", "hand")] == [1]


def strikes(damage: int, before: int = 0) -> State:
    """p1's commander attacks p2, who has 40 life."""
    layout = Layout(3)
    general = layout.put(creature("General", damage, 5, legendary=True), 0)
    layout.commander(general)
    layout.set_player(1, "life", 40)
    if before:
        layout.set_player(1, "commander damage.p1", before)
    state = layout.done()
    while asked(state) != "attack":
        state = passes(state, 1)
    state = play(state, Choice("attack", 0, picks=((general, 1),), targets=(2,)))
    while state.game.prop("step") in ("attackers", "blockers"):
        state = passes(state, 1)
    return state


@pytest.mark.parametrize(("before", "lost"), [(0, False), (15, False), (16, True), (20, True)])
def test_903_10a_twenty_one_combat_damage_by_one_commander_loses(before: int, lost: bool) -> None:
    state = strikes(5, before)
    assert (life(state, 1), state.rows[2].cls.prop("lost")) == (35, "903.10a" if lost else False)


def test_903_10a_damage_by_another_commander_or_outside_combat_is_not_added() -> None:
    layout = Layout(3)
    pinger = tap_ability(DealDamage(This(), TargetRef(0), Fixed(5)), targets=PLAYER)
    row = layout.put(creature("General", 1, 1, pinger, legendary=True), 0)
    layout.commander(row)
    layout.set_player(1, "commander damage.p1", 20)
    layout.set_player(1, "commander damage.p3", 20)
    state = everyone(play(layout.done(), Choice("activate", 0, row, targets=(2,))))
    assert (life(state, 1), state.rows[2].cls.prop("lost")) == (15, False)


def test_903_3_a_copy_of_a_commander_is_none() -> None:
    twin = creature(
        "Twin", 1, 1, tap_ability(CopyToken(Fixed(1), TargetRef(0), You()), targets=(TargetSpec(CREATURE),))
    )
    state, _, (row,) = commanded((twin, 0, "battlefield"))
    state = cast_general(state)
    state = everyone(play(state, Choice("activate", 0, row, targets=(general_of(state),))))
    assert asked(state) == "keep"
    assert where(state) == ["battlefield"]


def test_903_3_a_copy_of_a_commander_spell_becomes_a_token_that_is_none() -> None:
    echo = creature("Echo", 1, 1, tap_ability(CopySpell(TargetRef(0)), targets=(TargetSpec(Filter(), zone="stack"),)))
    state, general, (row,) = commanded((echo, 0, "battlefield"))
    state = play(state, Choice("cast", 0, general))
    state = everyone(play(state, Choice("activate", 0, row, targets=(state.stack[0],))))
    state = everyone(state)
    assert [r.cls.kind for r in named(state, "General")] == ["token"]
    assert where(state) == ["stack"]


def test_903_3_a_land_that_is_played_is_still_the_commander() -> None:
    layout = Layout(2)
    card = layout.put(FOREST, 0, "hand")
    layout.commander(card)
    assert where(play(layout.done(), Choice("play", 0, card))) == ["battlefield"]


def test_903_9b_moving_within_a_library_asks_nothing() -> None:
    layout = Layout(2)
    layout.library(0, [(GENERAL, 1), (BEAR, 5)])
    (general,) = [h for h, r in layout.rows.items() if r.cls.proto is GENERAL]
    layout.commander(general)
    row = layout.put(creature("Seer", 1, 1, tap_ability(Scry(You(), Fixed(1)))), 0)
    state = everyone(play(layout.done(), Choice("activate", 0, row)))
    state = play(state, Choice("answer", 0, answer="bottom"))
    assert (asked(state), where(state)) == ("priority", ["library"])


def test_903_9b_also_where_another_effect_sends_it_to_a_hand() -> None:
    """614.5: what would have died would be put into its owner's hand, and may go to the command zone instead of that."""
    safe = Proto("Safe", ("artifact",), abilities=(Static(ZoneInstead("you", "hand")),))
    state, _, (row, _) = commanded((BLADE, 0, "battlefield"), (safe, 0, "battlefield"))
    state = cast_general(state)
    state = everyone(play(state, Choice("activate", 0, row, targets=(general_of(state),))))
    state = play(state, Choice("answer", 0, answer="yes"))
    assert where(state) == ["command"]


def test_903_8_the_options_of_paying_know_the_tax() -> None:
    layout = Layout(2)
    general = layout.put(GENERAL, 0, "command")
    layout.commander(general, casts=2)
    for kind in ("C", "G"):
        layout.set_player(0, f"mana.{kind}", 4)
    state = layout.done()
    (option,) = [o for o in options(state) if o.verb == "cast"]
    slot = option.slot("pay")
    assert slot is not None and slot.low == 5
    for choice in instances(state, option, 50):
        assert verify(state, choice) is None


def test_903_8_a_jump_over_casts_with_a_growing_tax_is_the_same_as_playing_them() -> None:
    """The n-th cast costs 2n and gives one mana back: n casts take n times n."""
    text = """
players:
  p1: {{commander: Grizzly Bears, mana: {{G: 10^9}}, battlefield: [Phyrexian Altar]}}
script: |
  repeat {n}:
    cast Grizzly Bears from command zone
    all pass
    activate Phyrexian Altar sacrificing Grizzly Bears for {{G}}
    yes
expect:
  p1.mana.G: {left}
  p1.commander_casts: {n}
"""
    for n in (1, 3, 7, 10**4):
        result = run_position(laid_out(text.format(n=n, left=10**9 - n * n)))
        assert not isinstance(result, Refusal), result
        assert result.differences == []


def test_the_log_with_a_commanders_way_replays() -> None:
    state, general, (row,) = commanded((BLADE, 0, "battlefield"))
    cast, log = played(state, Choice("cast", 0, general), *[Choice("pass", s) for s in (0, 1, 2)])
    assert same(cast, replay(state, log))
    way = [Choice("activate", 0, row, targets=(general_of(cast),)), *[Choice("pass", s) for s in (0, 1, 2)]]
    end, log = played(cast, *way, Choice("answer", 0, answer="yes"))
    assert same(end, replay(cast, log))
    laws(end)


def test_identity_sees_the_tax_the_damage_and_who_is_a_commander() -> None:
    state, general, _ = commanded()
    others = []
    for change in ("casts", "damage", "plain"):
        layout = Layout(3)
        row = layout.put(GENERAL, 0, "command")
        if change != "plain":
            layout.commander(row, casts=int(change == "casts"))
        layout.set_player(0, "mana.C", 9)
        if change == "damage":
            layout.set_player(2, "commander damage.p1", 1)
        others.append(layout.done())
    assert general
    assert not any(same(state, other) for other in others)


# --- positions and scripts ---------------------------------------------------------------------------------------


def test_903_6_position_files_put_commanders_where_they_belong() -> None:
    position = laid_out(
        """
rules: commander
players:
  p1: {commander: Grizzly Bears, mana: {G: 4}, commander damage: {p2: 14}}
  p2: {commander: {card: Soul Warden, casts: 3}, battlefield: [Soul Warden]}
  p3: {life: 33, commander: [Llanowar Elves, Essence Warden], graveyard: [Essence Warden]}
"""
    )
    state = position.state
    for path, expected in (
        ("p1.life", "40"),
        ("p3.life", "33"),
        ("p1.command", "1"),
        ("p2.command", "0"),
        ("p3.command", "1"),
        ("p2.commander_casts", "3"),
        ("p1.commander_damage.p2", "14"),
    ):
        assert value(state, path) == expected
    zones = {r.cls.prop("commander"): r.cls.zone for r in state.rows.values() if r.cls.prop("commander")}
    assert zones == {"p1": "command", "p2": "battlefield", "p3": "command", "p3.2": "graveyard"}


def test_903_8_a_script_casts_from_the_command_zone() -> None:
    position = laid_out("players:\n  p1: {commander: Grizzly Bears, mana: {G: 2}}\n  p2: {}\n")
    state = position.state
    read = read_sentence(state, "cast Grizzly Bears from command zone")
    assert isinstance(read, Choice)
    assert say(state, read) == "p1: cast Grizzly Bears from command zone"
    assert read_sentence(state, say(state, read)) == read
    assert "command 1" in "\n".join(board_lines(state))
    state = everyone(play(state, read))
    assert value(state, "p1.commander_casts") == "1"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("rules: emperor\n", "rules"),
        ("range: 0\n", "count"),
        ("players:\n  p1: {commander: Forest, battlefield: [2 Forest]}\n", "commander"),
        ("players:\n  p1: {commander: {casts: 2}}\n", "commander"),
        ("players:\n  p1: {commander damage: {p2: 3}}\n", "commander"),
        ("players:\n  p1: {commander: Nobody Special}\n", "card-unknown"),
    ],
)
def test_what_a_position_file_says_wrongly_of_variants_is_refused(text: str, code: str) -> None:
    refused = read(text)
    assert isinstance(refused, Refusal)
    assert refused.code == code
