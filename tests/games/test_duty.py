"""What is owed is one object (732.2c, 732.3, MTR 4.4): boards worked out from the texts, and a law over random play.

The law: whoever owes something has a choice that satisfies all of it, or is told that none exists; what is offered is what
is accepted; where several things are owed, all of them hold.
"""

from __future__ import annotations

import json
from random import Random
from typing import Final

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.games.game import Game, begin, not_now, offer, owing, play_line, replay, settle
from reiterate.games.offered import listed
from reiterate.judging import proposals
from reiterate.judging.ruling import Ruling, owing_at
from reiterate.judging.verdict import OPEN
from reiterate.kinds import kept_kinds
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.identity import same
from reiterate.rules.turn.state_based_actions import over
from reiterate.shortcuts.duty import Break, forbids, owes_the_choice
from reiterate.state.model import player
from reiterate.state.properties import LIFE
from tests.support.owed_boards import KINDS, POLICIES, TEXTS, owed_board

BOOK: Final = CardBook(
    (
        read_source(
            "cards",
            json.dumps([{"name": n, "type_line": "Artifact", "oracle_text": t} for n, t in TEXTS.items()]).encode(),
        ),
        builtin_source(),
    )
)
CHIMES: Final = "repeat 1:\n  all pass\n"
BELLS: Final = "repeat 1:\n  activate Bell\n  all pass\n"


def game(p1: str, p2: str = "", *more: str) -> Game:
    """A game in which these are on the battlefields."""
    rows = "".join(f"  p{seat}: {{battlefield: [{cards}]}}\n" for seat, cards in enumerate((p1, p2, *more), 1))
    found = begin(f"format: position/1\nplayers:\n{rows}", "board.yaml", BOOK)
    assert isinstance(found, Game), found
    return found


def played(table: Game, *lines: str) -> Game:
    for line in lines:
        assert play_line(table, line) is None, line
    return table


def settled(table: Game, script: str, *said: str) -> Ruling:
    found = settle(table, "tournament", script, said)
    assert isinstance(found, Ruling), found
    return found


def refused(table: Game, line: str) -> str:
    """The code of why a line may not be played."""
    found = play_line(table, line)
    assert found is not None, line
    return found.code


# --- MTR 4.4 par. 2: whoever named the number breaks the loop ------------------------------------------------------


def ringing(theirs: str) -> Game:
    """p1's Chime hears itself, nobody keeps that up, and p2 has named 3."""
    table = played(game("Spark, Chime", theirs), "activate Spark", "all pass")
    settled(table, CHIMES, "p1: no action", "p2: number 3")
    return table


def test_mtr_4_4_par_2_the_loop_is_not_broken_by_tapping_a_land() -> None:
    table = ringing("Hammer, Forest")
    assert refused(table, "pass") == "must-break"
    played(table, "tap Forest")
    assert refused(table, "pass") == "must-break"
    assert refused(table, "all pass") == "must-break"
    played(table, "activate Hammer", "all pass", "all pass")
    assert not table.state.stack and not owing(table).anything


def test_mtr_4_4_par_2_an_action_that_breaks_nothing_may_resolve_and_the_break_is_still_owed() -> None:
    table = ringing("Hammer, Bell")
    played(table, "activate Bell", "pass", "p1: pass")  # the Bell resolves, and not the Chime
    while decider(table.state) != 1:
        played(table, "pass")
    assert refused(table, "pass") == "must-break"


def test_mtr_4_4_par_2_mana_for_the_way_out_is_made_first() -> None:
    table = ringing("Dear Hammer, Forest")
    assert not owing(table).none_exists and refused(table, "pass") == "must-break"
    played(table, "tap Forest", "activate Dear Hammer", "all pass", "all pass")
    assert not table.state.stack


@pytest.mark.parametrize("theirs", ["Bell", "Forest", "Bell, Forest, Cup"])
def test_mtr_4_4_par_2_where_nothing_breaks_the_loop_that_is_told_and_the_interruption_is_lost(theirs: str) -> None:
    table = ringing(theirs)
    assert owing(table).none_exists
    played(table, "pass")
    assert not owing(table).anything


def test_mtr_4_4_par_2_who_has_used_up_the_way_out_is_told_that_none_exists() -> None:
    table = ringing("Dear Hammer, Forest, Mirror")
    played(table, "tap Forest")
    assert not owing(table).none_exists and refused(table, "pass") == "must-break"
    played(table, "activate Mirror")  # the mana is gone
    assert table.state.stack and owing(table).none_exists
    played(table, "pass")


# --- MTR 4.4 par. 3 and 5: whoever names less receives priority -----------------------------------------------------


@pytest.mark.parametrize("words", ["number 0", "cut 1.1", "number 7", "cut 7.3"])
def test_mtr_4_4_par_3_whoever_names_less_may_pass_and_has_then_lost_the_interruption(words: str) -> None:
    """p1 named nine, and does nine in all: whatever p2 named, p2 has done nothing."""
    table = game("Bell", "Forest")
    found = settled(table, BELLS, "p1: number 9", f"p2: {words}")
    assert decider(table.state) == 1 and found.verdict.must_change is None and not owing(table).none_exists
    played(table, "pass")
    while table.state.stack:
        played(table, "pass")
    for _ in range(29 - life(table, 0)):
        played(table, "activate Bell", "all pass")
    assert life(table, 0) == 29 and refused(table, "activate Bell") == "restart"


def life(table: Game, seat: int) -> int:
    found = table.state.rows[player(seat)].get(LIFE)
    assert isinstance(found, int)
    return found


def test_mtr_4_4_par_8_no_loop_was_shortcut_where_none_of_it_was_done() -> None:
    table = game("Bell")
    settled(table, BELLS, "p1: number 0", "p2: agree")
    played(table, "activate Bell")


def test_mtr_4_4_par_8_what_the_other_player_does_may_be_relevant() -> None:
    table = game("Bell", "Cup")
    settled(table, BELLS, "p1: number 9", "p2: number 7")
    played(table, "activate Cup targeting p2", "all pass")
    while decider(table.state) != 0:
        played(table, "pass")
    for _ in range(5):
        played(table, "activate Bell", "all pass")


# --- MTR 4.4 par. 8: the same again --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rider",
    [
        ["tap Forest"],
        ["activate Cup targeting p1", "all pass"],
        ["activate Cup targeting p2", "all pass", "tap Forest"],
    ],
)
def test_mtr_4_4_par_8_a_rider_or_a_tapped_land_is_no_relevant_change(rider: list[str]) -> None:
    table = game("Bell, Cup, Forest")
    settled(table, BELLS, "p1: number 7", "p2: agree")
    played(table, *rider)
    assert refused(table, "activate Bell") == "restart"
    again = settle(table, "tournament", BELLS, ["p1: number 3", "p2: agree"])
    assert isinstance(again, Refusal) and again.code == "restart"
    proposed = offer(table, BELLS)
    assert proposed is not None and proposed.code == "restart"
    assert refused(table, "activate Bell") == "restart"


def test_mtr_4_4_par_8_nor_is_what_is_done_in_a_proposal_before_the_loop() -> None:
    table = game("Bell, Cup")
    settled(table, BELLS, "p1: number 7", "p2: agree")
    proposed = offer(table, "activate Cup targeting p1\nall pass\nrepeat 5:\n  activate Bell\n  all pass\n")
    assert proposed is not None and proposed.code == "restart"


@pytest.mark.parametrize("twin", ["Bell", "Other Bell"])
def test_mtr_4_4_par_8_the_twin_of_a_permanent_begins_the_same_loop(twin: str) -> None:
    table = game(f"{{card: Bell, label: one}}, {{card: {twin}, label: two}}")
    settled(table, "repeat 1:\n  activate one\n  all pass\n", "p1: number 7", "p2: agree")
    assert refused(table, "activate two") == "restart"


def test_mtr_4_4_par_4_a_card_that_was_drawn_is_a_relevant_change() -> None:
    text = "format: position/1\nplayers:\n  p1: {battlefield: [Bell, Scroll], library: [Forest, Forest]}\n  p2: {}\n"
    table = begin(text, "board.yaml", BOOK)
    assert isinstance(table, Game)
    settled(table, BELLS, "p1: number 7", "p2: agree")
    assert refused(table, "activate Bell") == "restart"
    played(table, "activate Scroll", "all pass", "activate Bell")


def test_mtr_4_4_par_8_a_loop_that_does_something_else_now_is_another_one() -> None:
    """The Chime that p1 puts beside the Bell makes of each lap something else."""
    text = "format: position/1\nplayers:\n  p1: {battlefield: [Bell], hand: [Sol Ring], mana: {C: 1}}\n  p2: {}\n"
    table = begin(text, "board.yaml", BOOK)
    assert isinstance(table, Game)
    settled(table, BELLS, "p1: number 7", "p2: agree")
    played(table, "cast Sol Ring", "all pass")
    assert refused(table, "activate Bell") == "restart"  # a Sol Ring has no part in it


# --- the law --------------------------------------------------------------------------------------------------------

TWO_LAMPS: Final = """repeat 1:
  activate Lamp
  all pass
  all pass
  activate Other Lamp
  all pass
  all pass
"""


@pytest.mark.parametrize(("one", "other"), [("Lamp", "Other Lamp"), ("Other Lamp", "Lamp")])
def test_mtr_4_4_par_8_one_of_two_engines_is_lit_no_more_often_than_was_named(one: str, other: str) -> None:
    """Either Lamp wakes both, so either keeps the loop up. p2 named 1 and passes: of p1's 3 two are left, for either Lamp."""
    table = game("Lamp, Other Lamp, Waker")
    found = settled(table, TWO_LAMPS, "p1: number 3", "p2: number 1")
    assert found.kind is not None and len(found.kind.kernels) == 2
    played(table, "pass")  # p2 has lost the interruption
    for _ in range(2):
        played(table, f"activate {one}", "all pass", "all pass")
    assert refused(table, f"activate {one}") == "restart"
    for _ in range(2):
        played(table, f"activate {other}", "all pass", "all pass")
    assert refused(table, f"activate {one}") == refused(table, f"activate {other}") == "restart"


def test_mtr_4_4_par_8_whole_laps_of_two_engines_are_counted_once() -> None:
    table = game("Lamp, Other Lamp, Waker")
    settled(table, TWO_LAMPS, "p1: number 3", "p2: number 1")
    played(table, "pass")
    for _ in range(2):
        played(table, "activate Lamp", "all pass", "all pass", "activate Other Lamp", "all pass", "all pass")
    assert refused(table, "activate Lamp") == refused(table, "activate Other Lamp") == "restart"


DICE: Final = st.randoms(use_true_random=False)


def drawn(kind: str, dice: Random) -> tuple[Game, str]:
    """A table with a loop of a kind, which has begun, and its script."""
    board = owed_board(kind, dice)
    table = begin(board.text, "board.yaml", BOOK)
    assert isinstance(table, Game), table
    return played(table, *board.first), board.script


def agreed_on(dice: Random, table: Game, policy: str, script: str) -> Ruling | None:
    """The loop settled by what is said at random; None where it is refused."""
    said: list[str] = []
    for tries in range(40):
        found = settle(replayed(table), policy, script, said)
        if isinstance(found, Refusal):
            said.pop()
            continue
        if found.verdict.outcome != OPEN and not found.verdict.to_speak:
            again = settle(table, policy, script, said)
            assert isinstance(again, Ruling)
            return again
        seat, may = found.verdict.to_speak[0]
        words = [one for one in may if one not in ("number", "cut")]
        if "number" in may:
            words += [f"number {dice.randint(0, 4)}"] * 2
        if "cut" in may:
            words.append(f"cut {dice.randint(1, 4)}.{dice.choice((2 + seat, 1 + seat, dice.randint(1, 6)))}")
        said.append(f"p{seat + 1}: {dice.choice(words) if tries < 20 else words[0]}")
    return None


def replayed(table: Game) -> Game:
    found = replay(table.entries, BOOK)
    assert isinstance(found, Game), found
    return found


@settings(max_examples=12)
@given(st.sampled_from(POLICIES), st.sampled_from(KINDS), DICE)
def test_whoever_owes_has_a_choice_or_is_told_and_what_is_offered_is_accepted(
    policy: str, kind: str, dice: Random
) -> None:
    table, script = drawn(kind, dice)
    ruling = agreed_on(dice, table, policy, script)
    if ruling is None or over(table.state):
        return
    # A ruling that somebody must choose differently moves no game: nothing has come back there yet (732.3).
    breaks = [one for one in table.duties if isinstance(one.demand, Break) and owes_the_choice(one, table.state)]
    if breaks and asked(table.state) == "priority" and not owing(table).none_exists:
        # nobody keeps it up, whatever rides along
        assert not_now(table, Choice(PASS, decider(table.state))) is not None
    told = owing_at(ruling) if ruling.verdict.stop is not None and same(ruling.state, table.state) else None
    event(f"{policy}, {kind}: {', '.join(type(duty.demand).__name__ for duty in table.duties) or 'nothing owed'}")
    for _ in range(12):
        if over(table.state):
            break
        holds(table)
        may = {line: one for line, one in listed(table.state).choices.items() if not_now(table, one) is None}
        for line, choice in listed(table.state).choices.items():
            if told is not None:
                assert (told.not_now(choice) is None) == (line in may), "then: and the game differ"
            if line not in may:
                found = play_line(table, line)
                assert found is not None and found.code in ("restart", "must-break", "must-differ")
        line = dice.choice(sorted(may))
        played(table, line)
        if told is not None:
            told.play(may[line], table.state)
    again = replayed(table)
    assert same(again.state, table.state) and len(again.duties) == len(table.duties)


def holds(table: Game) -> None:
    """The law in one position."""
    now, state = owing(table), table.state
    choices = listed(state).choices
    may = [one for one in choices.values() if now.not_now(one) is None]
    assert may, "somebody is left without a choice"
    mine = [duty for duty in now.duties if owes_the_choice(duty, state)]
    if now.none_exists:
        event("told that nothing satisfies it")
        assert mine
        if asked(state) == "priority":
            assert Choice(PASS, decider(state)) in may
        return
    for choice in may:
        assert all(forbids(duty, state, choice) is None for duty in mine), "not all duties hold"


@pytest.mark.parametrize("kind", ["one", "several", "nobody", "unless", "may"])
def test_a_kind_that_is_kept_rules_as_one_that_is_found_anew(kind: str) -> None:
    """Which loop it is never depends on what was said of it, so it is worked out once for all words."""
    table, script = drawn(kind, Random(kind))
    words = next(
        one
        for one in (["p1: number 3"], ["p1: no action"])
        if isinstance(settle(replayed(table), "tournament", script, one), Ruling)
    )
    first = settled(replayed(table), script, *words)
    kept = settled(replayed(table), script, *words)
    assert kept.kind is first.kind
    kept_kinds.forget()
    proposals._KEPT.clear()
    anew = settled(replayed(table), script, *words)
    assert anew.kind is not first.kind
    assert (anew.verdict, anew.kind, same(anew.state, kept.state)) == (kept.verdict, kept.kind, True)
