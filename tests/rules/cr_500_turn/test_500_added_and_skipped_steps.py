"""Additional steps and phases (500.8 to 500.10), and steps and phases that are skipped (500.11, 614.10)."""

from __future__ import annotations

import pytest

from reiterate.certify.chain import certify_plainly
from reiterate.check.certificate import Accepted, check
from reiterate.loops.loop import find_loop, jump
from reiterate.oracle.clause import Context, read_line
from reiterate.oracle.grammar.printing import show
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, NotUnderstood, SpellAbility, Static, Triggered
from reiterate.terms.base import Term
from reiterate.terms.effects_players import ExtraPhases, ExtraSteps, GainLife, SkipNext
from reiterate.terms.effects_structure import ForEachPlayer
from reiterate.terms.quantities import Fixed, XValue
from reiterate.terms.references import ActivePlayer, Seat, You
from reiterate.terms.replacement_effects import Skips
from reiterate.terms.trigger_events import StepBegins
from tests.support.acting import act, says
from tests.support.boards import BEAR, MANA_ELF, creature, life, named, play
from tests.support.loop_cases import body_reader
from tests.support.shown import shows

ONE = Fixed(1)
UPKEEP = ExtraSteps(ActivePlayer(), "upkeep", ONE)
MY_UPKEEP = StepBegins("upkeep", "you")


@pytest.mark.parametrize(
    "text",
    [
        "At the beginning of your upkeep, there is an additional upkeep step after this step.",
        "At the beginning of your end step, there is an additional end step after this step.",
        "Whenever Sample becomes untapped, you get an additional upkeep step after this step.",
        "Whenever Sample deals combat damage to a player, you get that many additional upkeep steps after this phase.",
        "At the beginning of each of your postcombat main phases, there is an additional beginning phase after this phase.",
        "Skip your draw step.",
        "Each player skips their untap step.",
        "Players skip their untap steps.",
        "When Sample dies, target player skips their next untap step.",
        "When Sample enters, target opponent skips their next combat phase.",
        "{0}: You skip your next draw step.",
    ],
)
def test_added_and_skipped_steps_are_read_and_print_back(text: str) -> None:
    (ability,) = read_line(text, Context("Sample"))
    assert not isinstance(ability, NotUnderstood), text
    assert read_line(show(ability, "Sample"), Context("Sample")) == (ability,)


@pytest.mark.parametrize(
    "text",
    [
        "At the beginning of your upkeep, there is an additional combat step after this step.",
        "Skip your main phase.",
        "Skip your draw step this turn.",
        "{0}: You skip your next end step.",
    ],
)
def test_other_steps_are_not_read(text: str) -> None:
    assert any(isinstance(ability, NotUnderstood) for ability in read_line(text, Context("Sample")))


def test_500_11_two_turns_are_skipped_one_after_the_other() -> None:
    (ability,) = read_line("Sample deals 0 damage to you. You skip your next two turns.", Context("Sample", spell=True))
    assert isinstance(ability, SpellAbility) and isinstance(ability.effects[-1], ForEachPlayer)
    state = in_step("main2", *ability.effects)
    assert state.rows[1].get("skip turns") == 2


def onward(state: State) -> State:
    """One choice on the way through the turns."""
    if asked(state) == "attack":
        return play(state, Choice("attack", decider(state), answer="none"))
    if asked(state) == "order":
        raise AssertionError("an order")
    return play(state, Choice("pass", decider(state)))


def steps_of(state: State, until: str, seat: int) -> list[str]:
    """The steps that begin with priority on the way to a step of a player, that one included."""
    seen: list[str] = []
    for _ in range(200):
        before = len(seen)
        now = str(state.game.prop("step"))
        if asked(state) == "priority" and not state.game.prop("passes") and not state.stack:
            seen.append(now)
        if len(seen) > before and now == until and state.game.prop("active") == seat:
            return seen
        state = onward(state)
    raise AssertionError(seen)


def in_step(step: str, *effects: Term) -> State:
    """The position in a step of the first player after these effects of an Actor resolved."""
    layout = Layout(2, step=step)
    return act(layout, *effects)


AFTER_UPKEEP = ["draw", "main1", "combat", "attackers", "endcombat", "main2", "end"]


@shows(ExtraSteps)
def test_500_9_additional_steps_follow_this_step_and_then_what_would_have_followed() -> None:
    state = in_step("upkeep", UPKEEP)
    assert steps_of(state, "end", 0) == ["upkeep", "upkeep", *AFTER_UPKEEP]
    state = in_step("upkeep", ExtraSteps(ActivePlayer(), "upkeep", Fixed(3)))
    assert steps_of(state, "end", 0) == ["upkeep"] * 4 + AFTER_UPKEEP
    assert state.tally["extra upkeep steps"] == 3


def test_500_9_the_most_recently_created_step_comes_first() -> None:
    state = in_step("upkeep", UPKEEP, ExtraSteps(ActivePlayer(), "end", ONE), UPKEEP)
    assert steps_of(state, "draw", 0) == ["upkeep", "upkeep", "end", "upkeep", "draw"]


def test_500_9_an_additional_step_may_follow_the_end_step_and_its_triggers_happen_again() -> None:
    layout = Layout(2, step="main2")
    layout.put(creature("Watcher", 1, 1, Triggered(StepBegins("end", "you"), (GainLife(You(), ONE),))), 0)
    row = layout.put(creature("Maker", 1, 1, Activated((), (ExtraSteps(ActivePlayer(), "end", ONE),))), 0)
    state = layout.done()
    while state.game.prop("step") != "end" or state.stack:
        state = onward(state)
    assert life(state, 0) == 21
    state = play(state, Choice("activate", 0, row), Choice("pass", 0), Choice("pass", 1))
    while state.game.prop("active") == 0:
        state = onward(state)
    assert life(state, 0) == 22


def test_500_9_upkeep_triggers_trigger_in_each_additional_upkeep() -> None:
    layout = Layout(2)
    layout.put(creature("Watcher", 1, 1, Triggered(MY_UPKEEP, (GainLife(You(), ONE),))), 1)
    doubling = Triggered(MY_UPKEEP, (ExtraSteps(ActivePlayer(), "upkeep", ONE),), limit="turn")
    layout.put(creature("Haze", 1, 1, doubling), 1)
    state = layout.done()
    while state.game.prop("step") != "draw":
        if asked(state) == "order":
            state = play(state, Choice("order", decider(state), next(iter(_waiting(state))), count=1))
        else:
            state = onward(state)
    assert (life(state, 1), state.tally["extra upkeep steps"]) == (22, 1)


def _waiting(state: State) -> list[int]:
    return [h for h, r in state.rows.items() if r.cls.zone == "waiting"]


def test_500_10a_nobody_gets_a_step_in_the_turn_of_another_player() -> None:
    state = in_step("upkeep", ExtraSteps(Seat(1), "upkeep", ONE))
    assert steps_of(state, "draw", 0) == ["upkeep", "draw"]
    assert "extra upkeep steps" not in state.tally


def test_500_10_a_step_after_a_phase_is_a_phase_without_its_other_steps() -> None:
    state = in_step("main1", ExtraSteps(You(), "upkeep", Fixed(2), "phase"))
    assert steps_of(state, "end", 0) == [
        "main1",
        "upkeep",
        "upkeep",
        "combat",
        "attackers",
        "endcombat",
        "main2",
        "end",
    ]


def test_500_9_no_steps_at_all_for_the_number_0() -> None:
    state = in_step("upkeep", ExtraSteps(You(), "upkeep", XValue()))
    assert steps_of(state, "draw", 0) == ["upkeep", "draw"]


def test_500_8_an_additional_beginning_phase_untaps_and_draws_and_does_not_wake_the_new() -> None:
    layout = Layout(2, step="main2")
    elf = layout.put(MANA_ELF, 0, tapped=True)
    bear = layout.put(BEAR, 0, sick=True)
    state = act(layout, ExtraPhases(("beginning",)))
    assert steps_of(state, "end", 0) == ["main2", "upkeep", "draw", "end"]
    while state.game.prop("step") != "end":
        state = onward(state)
    assert not state.rows[elf].cls.tapped
    assert state.rows[bear].cls.sick  # 302.6: it has not been there since the turn began
    assert state.tally["draws.p1"] == 1


@pytest.mark.parametrize(("step", "following"), [("upkeep", "main1"), ("main1", "combat"), ("end", "upkeep")])
def test_500_8_additional_phases_follow_the_phase_in_which_they_are_made(step: str, following: str) -> None:
    state = in_step(step, ExtraPhases(("main",)))
    between = ["draw"] if step == "upkeep" else []
    seat = 1 if step == "end" else 0
    assert steps_of(state, following, seat) == [step, *between, "main2", following]


def test_500_8_and_500_9_an_additional_upkeep_inside_an_additional_beginning_phase() -> None:
    layout = Layout(2, step="main2")
    row = layout.put(creature("Maker", 1, 1, Activated((), (UPKEEP,))), 0)
    state = act(layout, ExtraPhases(("beginning",)))
    while state.game.prop("step") != "upkeep":
        state = onward(state)
    state = play(state, Choice("activate", 0, row), Choice("pass", 0), Choice("pass", 1))
    assert steps_of(state, "end", 0) == ["upkeep", "upkeep", "draw", "end"]


def passing(*statics: Skips, seat: int = 1, **slots: int) -> State:
    """The first player's end step; the static effects are of the second player's permanent."""
    layout = Layout(2, step="end")
    if statics:
        layout.put(creature("Rule", 1, 1, *(Static(effect) for effect in statics)), seat)
    layout.put(MANA_ELF, 1, tapped=True)
    layout.put(BEAR, 1, sick=True)
    for slot, amount in slots.items():
        layout.set_player(1, f"skip next {slot}", amount)
    return layout.done()


def of_second(state: State, until: str = "end") -> list[str]:
    return steps_of(state, until, 1)[1:]


@shows(Skips)
def test_614_10_a_player_skips_a_step_in_every_turn() -> None:
    state = passing(Skips("you", "draw"))
    assert of_second(state) == ["upkeep", "main1", "combat", "attackers", "endcombat", "main2", "end"]
    assert "draws.p2" not in state.tally
    state = passing(Skips("you", "upkeep"))
    assert of_second(state, "main1") == ["draw", "main1"]
    assert of_second(passing(Skips("any", "draw"), seat=0), "main1") == ["upkeep", "main1"]
    assert of_second(passing(Skips("you", "draw"), seat=0), "main1") == ["upkeep", "draw", "main1"]


def test_614_10_without_an_untap_step_nothing_untaps_and_sickness_ends() -> None:
    for state in (passing(Skips("you", "untap")), passing(untap=1)):
        while state.game.prop("active") == 0:
            state = onward(state)
        (elf,), (bear,) = named(state, MANA_ELF.name), named(state, "Bear")
        assert elf.cls.tapped and not bear.cls.sick


@shows(SkipNext)
def test_614_10a_two_effects_that_skip_the_next_one_skip_the_next_two() -> None:
    state = in_step("end", SkipNext(Seat(1), "draw"), SkipNext(Seat(1), "draw"))
    assert state.rows[2].get("skip next draw") == 2
    turns = []
    for _ in range(3):
        for seat in (0, 1):
            while state.game.prop("active") != seat:
                state = onward(state)
        turns.append("draw" in steps_of(state, "main1", 1))
        while state.game.prop("active") != 0:
            state = onward(state)
    assert turns == [False, False, True]


def test_614_10a_a_skipped_combat_phase_is_skipped_whole_also_an_additional_one() -> None:
    state = in_step("main1", SkipNext(You(), "combat"))
    assert steps_of(state, "end", 0) == ["main1", "main2", "end"]
    state = in_step("main1", SkipNext(You(), "combat"), ExtraPhases(("combat",)))
    assert steps_of(state, "end", 0) == ["main1", "combat", "attackers", "endcombat", "main2", "end"]
    state = in_step("combat", SkipNext(You(), "combat"), ExtraPhases(("combat", "main")))
    assert steps_of(state, "end", 0) == ["combat", "attackers", "endcombat", "main2", "main2", "end"]


def test_614_10a_a_skip_of_the_next_upkeep_takes_one_of_several_additional_ones() -> None:
    state = in_step("upkeep", ExtraSteps(You(), "upkeep", Fixed(3)), SkipNext(You(), "upkeep"))
    assert steps_of(state, "draw", 0) == ["upkeep", "upkeep", "upkeep", "draw"]


@pytest.mark.parametrize(("answer", "left"), [("yes", 0), ("no", 1)])
def test_616_1_what_is_skipped_twice_uses_up_the_effect_that_its_player_chooses(answer: str, left: int) -> None:
    state = passing(Skips("you", "draw"), draw=1)
    while asked(state) != "answer":
        state = onward(state)
    assert decider(state) == 1
    state = says(state, answer)
    assert (state.game.prop("step"), state.rows[2].get("skip next draw")) == ("main1", left)


def test_604_2_a_condition_says_whether_the_step_is_skipped() -> None:
    (ability,) = read_line("Skip your upkeep step if you have no cards in hand.", Context("Sample"))
    assert isinstance(ability, NotUnderstood)  # "if" is no condition of a static ability in the language
    (ability,) = read_line("As long as you have no cards in hand, skip your draw step.", Context("Sample"))
    for cards, drawn in ((0, False), (1, True)):
        layout = Layout(2, step="end")
        layout.put(creature("Rule", 1, 1, ability), 1)
        layout.put(BEAR, 1, "hand", n=cards) if cards else None
        assert ("draw" in of_second(layout.done(), "main1")) == drawn


def test_500_9_own_upkeeps_without_end_are_a_loop() -> None:
    """Each upkeep makes another one and gives a life: the loop crosses steps, is certified and jumped."""
    layout = Layout(2, step="upkeep")
    again = Activated((), (GainLife(You(), ONE), UPKEEP))
    layout.put(creature("Clock", 1, 1, again), 0, label="clock")
    loop = find_loop(layout.done(), body_reader("activate clock\nall pass\np1: pass\np2: pass"))
    assert loop.extend(None) is None and loop.endless
    text = certify_plainly(loop)
    assert isinstance(text, str), text
    assert isinstance(check(text), Accepted)
    far = jump(loop, 10**40)
    assert not isinstance(far, Refusal)
    assert (life(far, 0), far.game.prop("step"), far.tally["extra upkeep steps"]) == (20 + 10**40, "upkeep", 10**40)


def test_500_9_a_number_of_steps_that_grows_is_counted() -> None:
    """Steps pile up by the thousand: one row with a count, in which the loop goes on."""
    layout = Layout(2, step="upkeep")
    layout.put(creature("Clock", 1, 1, Activated((), (UPKEEP,))), 0, label="clock")
    loop = find_loop(layout.done(), body_reader("activate clock\nall pass"))
    assert loop.extend(None) is None and loop.endless
    far = jump(loop, 10**30)
    assert not isinstance(far, Refusal)
    (row,) = [r for r in far.rows.values() if r.cls.kind == "step"]
    assert row.n == 10**30
