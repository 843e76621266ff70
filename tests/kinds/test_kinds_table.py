"""What is said of a loop falls when one thing on its board is altered; the table is ``kinds_table``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from types import ModuleType
from typing import Final

import pytest

from reiterate.amounts import plain
from reiterate.ask.session import Result, run_position, study_loop
from reiterate.kinds import answers, choice_segments, interval_numbers, reachable_set
from reiterate.kinds.interval_numbers import Branch
from reiterate.kinds.kinds import ACTS, AT, CONTINUES, NEVER, Kind
from reiterate.kinds.orders import any_order
from reiterate.kinds.reachable_set import Edge
from reiterate.loops.play import play
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import ORDER, PASS, Choice
from reiterate.rules.access.state_access import seats
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.step import step
from reiterate.rules.events.triggers import waiting_abilities
from reiterate.rules.positions.identity import same
from reiterate.script.position import Position, load
from reiterate.state.model import State
from tests.kinds.kinds_table import BASES, CLAIMS, GROWING, KEPT, ORDERS, SABOTAGE, Base, book, holds, judged
from tests.support.kinds_board import board
from tests.support.loop_cases import body_reader


@pytest.mark.parametrize("name", BASES)
def test_what_is_claimed_of_a_board_holds(name: str) -> None:
    kind = judged(BASES[name].text())
    assert isinstance(kind, Kind), kind
    claims = BASES[name].claims.split(", ")
    assert [claim for claim in claims if not holds(claim, kind)] == []


@pytest.mark.slow("many altered boards")
@pytest.mark.parametrize("entry", SABOTAGE, ids=lambda e: f"{e.base}-{e.claim}-{e.what}")
def test_a_claim_falls_when_one_thing_is_altered(entry: object) -> None:
    """Neither the altered board nor a refusal makes the statement."""
    assert entry in SABOTAGE
    (found,) = [e for e in SABOTAGE if e is entry]
    assert found.claim in BASES[found.base].claims.split(", ")
    kind = judged(found.text())
    assert isinstance(kind, Refusal) or not holds(found.claim, kind)


@pytest.mark.slow("works out every loop of the table")
def test_the_table_is_wide_enough() -> None:
    """Sixty entries over thirty boards at least; every claim is attacked, and hardly any entry ends in a refusal."""
    assert len(BASES) >= 30 and len(SABOTAGE) >= 60
    assert {e.claim.split(" in ")[0] for e in SABOTAGE} >= set(CLAIMS)
    refused = [e for e in SABOTAGE if isinstance(judged(e.text()), Refusal)]
    assert len(refused) <= 3


@pytest.mark.parametrize(
    ("what", "iteration"),
    [
        ("a price of life that is there from iteration 500 on", 500),
        ("a price of life that is there after 10^50 iterations", 10**50 - 20),
    ],
)
def test_a_far_alternative_is_found_in_its_iteration(what: str, iteration: int) -> None:
    """p1 has 20 + n life at the n-th choice."""
    entry = next(e for e in SABOTAGE if e.base == "chime" and e.what == what)
    kind = judged(entry.text())
    assert isinstance(kind, Kind)
    assert [(p.first, p.holds_until) for p in kind.could_act] == [(iteration, None)]


def test_what_options_never_offer_is_told_of_known_cards_only_where_they_lie() -> None:
    """A card with transmute in hand could be transmuted, one in the graveyard could not."""
    hand = next(e for e in SABOTAGE if "transmuted" in e.what).text()
    kind = judged(hand)
    assert isinstance(kind, Kind)
    assert [(p.seat, p.unknown) for p in kind.could_act] == [(1, "option-not-offered")]
    there = judged(hand.replace("hand: [Turning Page]", "hand: 0, graveyard: [Turning Page]"))
    assert isinstance(there, Kind)
    assert there.could_act == ()


def test_actions_that_were_not_all_looked_at_are_not_none() -> None:
    """Elves and Goblins that make each other have no closed form that tells when a price far away is there."""
    entry = next(e for e in SABOTAGE if e.base == "brood" and "10^50" in e.what)
    kind = judged(entry.text())
    assert isinstance(kind, Kind)
    assert (kind.could_act, kind.nobody_else) == ((), None)
    assert kind.unseen and kind.draw == "unknown"


# --- kinds of growth -----------------------------------------------------------------------------------------------

KINDS: Final = {
    "echo": ((), NEVER, "yes"),
    "doubling": ((), NEVER, "yes"),
    "brood": ((), NEVER, "yes"),
    "drain of two": ((), AT, "no"),
    "grinding": ((), AT, "no"),
    "guard": ((0,), NEVER, "no"),
}


@pytest.mark.parametrize("name", KINDS)
def test_the_kind_of_a_loop_by_its_growth(name: str) -> None:
    """Exponential, by doubling tokens, Fibonacci-like, in segments, inside one resolution, by somebody's actions."""
    kind = judged(BASES[name].text())
    assert isinstance(kind, Kind)
    assert (kind.keepers, kind.ending.when, kind.draw) == KINDS[name]
    assert (kind.unknown, kind.unseen, kind.determined) == ("", "", True)
    assert all(s.first == 1 for s in kind.statements if name not in ("drain of two", "grinding"))


def test_a_drain_of_two_goes_on_after_one_has_left_and_ends_with_the_other() -> None:
    kind = judged(BASES["drain of two"].text())
    assert isinstance(kind, Kind)
    assert (kind.ending.iteration, kind.ending.choice, kind.ending.outcome) == (51, 1, "p1_wins")
    passing = Counter((s.seat, s.first, s.holds_until) for s in kind.statements)
    assert all(until is None or until <= 51 for _, _, until in passing)
    second = [until for seat, _, until in passing if seat == 1]
    assert max(until for until in second if until is not None) == 21  # p2 passes no more once it has left
    assert max(until for seat, _, until in passing if seat == 2 and until is not None) == 51


def test_inside_one_resolution_nobody_is_asked_and_it_ends_with_the_library() -> None:
    kind = judged(BASES["grinding"].text())
    assert isinstance(kind, Kind)
    assert kind.within_resolution
    assert (kind.ending.iteration, kind.ending.choice, kind.ending.outcome) == (21, 1, "")
    assert (kind.could_act, kind.open, kind.to_ask) == ((), (), ())


def test_a_loop_with_a_block_of_ever_more_triggers_has_a_kind() -> None:
    """Each copy of the Warden sees the next one: n triggers beside the one that untaps, in any order."""
    kind = judged(GROWING.text())
    assert isinstance(kind, Kind)
    assert (kind.keepers, kind.unknown, kind.unseen, kind.ending.when) == ((0,), "", "", NEVER)
    acts = [s for s in kind.statements if s.role == ACTS]
    order = [s for s in kind.statements if s.role == CONTINUES]
    assert [(s.place, s.holds_until) for s in acts] == [(1, None)]
    assert [(s.witness, s.first, s.holds_until) for s in order] == [("every order leads to the same position", 1, None)]


@pytest.mark.parametrize("name", [name for name, base in BASES.items() if base.claims == KEPT])
def test_who_acts_keeps_it_up_alone(name: str) -> None:
    kind = judged(BASES[name].text())
    assert isinstance(kind, Kind)
    assert (kind.keepers, kind.draw, kind.mandatory) == ((0,), "no", False)


def test_732_6_who_does_what_follows_unless_each_time_acts() -> None:
    """Paying each time is an optional action; that nobody pays is none."""
    paid = judged(next(e for e in SABOTAGE if e.what == "the price is paid").text())
    assert isinstance(paid, Kind)
    assert paid.keepers == (0,)
    unpaid = judged(BASES["toll"].text())
    assert isinstance(unpaid, Kind)
    assert (unpaid.keepers, unpaid.draw, unpaid.to_ask) == ((), "if everybody declines to act", (0,))


def test_104_4b_live_play_never_ends_by_itself_and_everybody_able_is_asked_in_turn_order() -> None:
    """Also where the loop is a draw if nobody acts, the game goes on as long as it is played."""
    text = BASES["three players"].text().replace("[Grizzly Bears]", "[Prodigal Sorcerer]")
    text = text.replace("battlefield: [Chime, Spark]", "battlefield: [Chime, Seal of Cleansing, Spark]")
    position = load(text, "board.yaml", book())
    assert isinstance(position, Position)
    result = run_position(position)
    assert isinstance(result, Result)
    assert result.facts["outcome"] == "game_continues"
    kind = judged(text)
    assert isinstance(kind, Kind)
    assert (kind.draw, kind.to_ask) == ("if everybody declines to act", (0, 2))


def test_a_script_that_wins_at_once_is_one_shot_and_no_loop() -> None:
    text = board("hand: 0, [Ember]", "life: 1, hand: 0, []", "activate Ember\nall pass")
    position = load(text, "board.yaml", book())
    assert isinstance(position, Position)
    found = study_loop(position)
    assert isinstance(found, Refusal)
    assert found.code == "no-loop"
    assert found.message.startswith("one shot, no loop") and "p1_wins" in found.message


# --- orders --------------------------------------------------------------------------------------------------------


def at_the_order(base: Base) -> State:
    """The state in which the order is asked, behind the first lines of the script."""
    found = load(base.text(), "board.yaml", book())
    assert isinstance(found, Position), found
    played = play(found.state, body_reader(base.script.split("repeat")[0]))
    assert asked(played.state) == "order", (played.refusal, asked(played.state))
    return played.state


def resolved(state: State) -> State:
    """The state when nothing is on the stack any more; questions of order are answered by the first option."""
    while asked(state) != "over" and (state.stack or asked(state) != "priority"):
        if asked(state) == "order":
            first = options(state)[0]
            state = step(state, Choice(ORDER, first.player, first.row))[0]
            continue
        assert asked(state) == "priority", asked(state)
        for _ in seats(state):
            if state.stack and asked(state) == "priority":
                state = step(state, Choice(PASS, decider(state), over=over_text(state)))[0]
    return state


def every_end(state: State) -> list[State]:
    """Where every order of the waiting abilities leads, one copy at a time."""
    ends: list[State] = []
    assert sum(plain(state.rows[h].n) for h in waiting_abilities(state)) <= 5
    copies = [h for h in waiting_abilities(state) for _ in range(plain(state.rows[h].n))]
    for sequence in sorted(set(permutations(copies))):
        here = state
        classes = [state.rows[h].cls for h in sequence]
        for cls in classes:
            row = next((h for h in waiting_abilities(here) if here.rows[h].cls is cls), None)
            if asked(here) == "order" and row is not None:
                here = step(here, Choice(ORDER, decider(here), row, count=1))[0]
        ends.append(resolved(here))
    return ends


@pytest.mark.parametrize("name", ORDERS)
def test_603_3b_an_order_that_is_said_not_to_matter_does_not(name: str) -> None:
    """Every order of every copy, played: where they are said to agree they do; the table says which are."""
    state = at_the_order(ORDERS[name][0])
    ends = every_end(state)
    agree = all(same(ends[0], other) for other in ends[1:])
    said = any_order(state)
    assert len(ends) > 1
    assert agree or not said
    assert said == ORDERS[name][1]


# --- budgets -------------------------------------------------------------------------------------------------------


def told_unknown(text: str) -> str:
    """Why the keepers of a loop, or what else could be done in it, are not known."""
    judged.cache_clear()
    kind = judged(text)
    judged.cache_clear()
    if isinstance(kind, Refusal):
        return kind.message
    assert kind.mandatory is None or kind.nobody_else is None
    assert kind.draw != "yes"
    return kind.unknown or kind.unseen


@pytest.mark.parametrize(
    ("module", "name", "least", "base"),
    [
        (reachable_set, "NODE_BUDGET", 2, "aimed"),
        (reachable_set, "VISIT_BUDGET", 2, "aimed"),
        (interval_numbers, "BRANCH_BUDGET", 1, "aimed"),
        (answers, "ANSWER_BUDGET", 1, "aimed"),
        (choice_segments, "CHOICE_SEGMENT_BUDGET", 1, "drain of two"),
        (choice_segments, "PLACE_BUDGET", 1, "drain of two"),
    ],
)
def test_what_is_unknown_names_the_budget_and_what_was_seen(
    module: ModuleType, name: str, least: int, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a budget that is spent at once nothing is claimed, and the reason has its name, its number and what was seen."""
    monkeypatch.setattr(module, name, least)
    if name == "BRANCH_BUDGET":
        monkeypatch.setattr(reachable_set, name, least)
    said = told_unknown(BASES[base].text())
    assert said.startswith(f"{name} ran out: more than {least} ")
    assert "; seen: " in said


@pytest.mark.parametrize("change", ["of more ways", "of something else"])
@pytest.mark.parametrize("name", ["aimed", "finks"])
def test_a_branch_that_is_another_when_it_is_followed_again_is_unknown(
    name: str, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next run was to take a way of another question: nothing is claimed of the loop, and nothing fails."""

    def changed(run: Callable[[Branch], Edge]) -> list[Edge]:
        branch = Branch([])
        found = [run(branch)]
        for at, made in enumerate(branch.made):
            more = made._replace(ways=made.ways + 1, way=made.ways)
            another = more if change == "of more ways" else made._replace(about="something else")
            run(Branch([*branch.made[:at], another]))
        return found

    monkeypatch.setattr(reachable_set, "every_branch", changed)
    assert told_unknown(BASES[name].text()) == "a course that is followed again asks something else than before"
