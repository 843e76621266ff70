"""Taking shortcuts, by rule number: proposal (732.2a), answers (732.2b), the end and the duty to differ (732.2c)."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from reiterate.cards import CardBook
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same
from reiterate.script.places import Place, parse_place
from reiterate.script.position import Position, load
from reiterate.shortcuts import Proposal, Taken, propose, respond, take, verify_after
from reiterate.state.model import Row, State, player
from reiterate.state.properties import MASTER
from tests.support.loop_cases import ALARM, CASES, GUARD, Case, read, there

GOND = "activate guard\nall pass\nall pass"
FOUR = GUARD + "p2: {}\np3: {hand: 1}\np4: {hand: 1}\n".replace("p", "    p")


def place(text: str) -> Place:
    found = parse_place(text)
    assert isinstance(found, Place)
    return found


def text_of(players: str, script: str, extra: str = "") -> str:
    """A position file from its players and its script."""
    head = Case("any", players, "pass").text().partition("script:")[0]
    return head + "script: |\n" + "\n".join("  " + line for line in script.splitlines()) + "\n" + extra


def proposed(players: str, script: str, end: str = "", proposer: int = 0, extra: str = "") -> Proposal | Refusal:
    position = read(text_of(players, script, extra))
    return propose(position.state, position.script, proposer, place(end) if end else None)


def legal(players: str, script: str, end: str = "", proposer: int = 0, extra: str = "") -> Proposal:
    found = proposed(players, script, end, proposer, extra)
    assert isinstance(found, Proposal), found
    return found


def refused(found: object, code: str, rule: str = "") -> Refusal:
    assert isinstance(found, Refusal), found
    assert found.code == code, found
    assert not rule or found.rule == rule, found
    return found


def answered(proposal: Proposal, seat: int, cut: str = "") -> Proposal:
    found = respond(proposal, seat, place(cut) if cut else None)
    assert isinstance(found, Proposal), found
    return found


def taken(proposal: Proposal) -> Taken:
    found = take(proposal)
    assert isinstance(found, Taken), found
    return found


def elves(state: State) -> int:
    found = 0
    for row in state.rows.values():
        if row.cls.kind == "token" and row.cls.zone == "battlefield" and row.cls.proto is not None:
            assert isinstance(row.n, int)
            found += row.n if row.cls.proto.name == "Elf Warrior" else 0
    return found


def repeat(count: object, body: str = GOND) -> str:
    return f"repeat {count}:\n" + "\n".join("  " + line for line in body.splitlines())


HAND = GUARD + "    p2:\n      hand: 1\n"

# --- 732.2a: the proposal --------------------------------------------------------------------------------------------


def test_732_2a_only_the_player_with_priority_proposes() -> None:
    found = refused(proposed(HAND, repeat(3), proposer=1), "no-priority", "732.2a")
    assert "p1" in found.message and "p2" in found.message


def test_732_2a_a_legal_proposal_is_taken_when_all_accept() -> None:
    proposal = legal(HAND, repeat("10^100"))
    found = taken(answered(proposal, 1))
    assert (found.iterations, found.partial, found.duty, elves(found.state)) == (10**100, False, None, 10**100)


def test_732_2a_the_greatest_number_is_named() -> None:
    """Spike Feeder has two counters and nothing puts more on it."""
    players = (
        "p1:\n  battlefield:\n    - {card: Spike Feeder, label: feeder, counters: {+1/+1: 2}}\n    - Glorious Anthem\n"
    )
    body = "activate feeder: gain 2 life\nall pass"
    assert taken(answered(legal(players, repeat(2, body)), 1)).iterations == 2
    found = refused(proposed(players, repeat(3, body)), "too-many-iterations")
    assert found.expected == "at most 2 iterations"


def test_732_2a_the_greatest_number_and_the_last_one_the_proposer_survives() -> None:
    """p2's Blood Artist drains p1 for each creature that p1 gives up."""
    players = """
        p1:
          life: 3
          battlefield:
            - Ashnod's Altar
            - {token: Elf Warrior, power: 1, toughness: 1, count: 20}
        p2:
          battlefield:
            - Blood Artist
    """
    body = "activate Ashnod's Altar sacrificing Elf Warrior\np2: target p1\nall pass"
    proposal = legal(players, repeat(2, body))
    assert taken(answered(proposal, 1)).iterations == 2
    found = refused(proposed(players, repeat(9, body)), "too-many-iterations")
    assert found.expected.startswith("at most 3 iterations") and "2" in found.expected.removeprefix("at most 3")


def test_732_2a_the_game_may_end_in_the_last_iteration() -> None:
    case = CASES[-2]
    script = case.before + "\n" + repeat(10, case.body)
    proposal = legal(case.players, script)
    state = taken(answered(proposal, 1)).state
    assert asked(state) == "over"
    found = refused(proposed(case.players, case.before + "\n" + repeat(11, case.body)), "too-many-iterations")
    assert found.expected == "at most 10 iterations"
    later = case.before + "\n" + repeat(10, case.body) + "\nactivate feeder: gain 2 life"
    refused(proposed(case.players, later), "game-over")


def test_732_2a_the_end_must_leave_somebody_with_priority() -> None:
    players = GUARD + "        - Soul Warden\n"
    body = "activate guard\nall pass\norder #1 first\nall pass\nall pass"
    refused(proposed(players, repeat(5, body), "1@5.4"), "end-without-priority", "732.2a")
    assert taken(answered(legal(players, repeat(5, body), "1@5.5"), 1)).iterations == 4


def test_732_2a_the_end_is_in_the_last_iteration() -> None:
    refused(proposed(HAND, repeat(10), "1@9.2"), "end-not-last", "732.2a")
    found = taken(answered(legal(HAND, repeat(10), "1@10.4"), 1))
    assert (found.iterations, found.partial, elves(found.state)) == (9, True, 10)


@pytest.mark.parametrize("end", ["1@11.1", "1@10.9", "7", "3@10.1"])
def test_732_2a_an_end_that_is_no_place(end: str) -> None:
    refused(proposed(HAND, repeat(10), end), "no-such-place")


def test_732_2a_prefix_nested_repeats_later_lines_and_other_players_actions() -> None:
    players = GUARD.replace("      battlefield:", "      battlefield:\n        - Ashnod's Altar") + (
        "    p2:\n      battlefield:\n        - Prodigal Sorcerer\n"
    )
    script = "\n".join(
        [
            "activate Ashnod's Altar sacrificing Midnight Guard",
            "repeat 3:",
            "  activate Ashnod's Altar sacrificing Elf Warrior",
        ]
    )
    refused(proposed(players, script), "no-such-object")
    script = "\n".join(
        [
            "activate guard",
            "all pass",
            "all pass",
            "repeat 3:",
            "  repeat 10:",
            "    activate guard",
            "    all pass",
            "    all pass",
            "  repeat 9:",
            "    activate Ashnod's Altar sacrificing Elf Warrior",
            "pass",
            "p2: activate Prodigal Sorcerer targeting p1",
            "pass",
            "pass",
        ]
    )
    players = players.replace("- {card: Midnight Guard", "- {card: Midnight Guard")
    empty = refused(proposed(players, script.replace("\npass\np2", "\np2", 1)), "not-your-decision")
    assert empty.where.line
    held = script.replace("\npass\np2", "\nactivate guard\npass\np2", 1) + "\nall pass\nall pass"
    proposal = legal(players, held)
    found = taken(answered(proposal, 1))
    assert elves(found.state) == 1 + 3 * (10 - 9) + 1
    assert found.iterations == 3


# --- 732.2b: the answers -----------------------------------------------------------------------------------------------


def test_732_2b_another_player_names_a_place_where_they_decide() -> None:
    found = taken(answered(legal(HAND, repeat(1000)), 1, "1@7.5"))
    assert (found.iterations, elves(found.state)) == (6, 7)
    assert found.duty is not None and found.duty.seat == 1 and found.duty.instead_of.verb == "pass"
    assert decider(found.state) == 1


def test_732_2b_a_place_of_another_players_decision_is_refused() -> None:
    refused(respond(legal(HAND, repeat(10)), 1, place("1@7.4")), "not-your-decision", "732.2b")


def test_732_2b_a_decision_of_another_player_is_refused() -> None:
    """Choice 4 is p1's order of triggers: nobody has priority, and p2 decides nothing there."""
    players = GUARD + "        - Soul Warden\n    p2: {hand: 1}\n"
    body = "activate guard\nall pass\norder #1 first\nall pass\nall pass"
    refused(respond(legal(players, repeat(5, body)), 1, place("1@3.4")), "not-your-decision", "732.2b")


@pytest.mark.parametrize("cut", ["1@11.1", "1@0+11.3", "1@10.6", "9@1.1", "2", "1@1/1@1.1"])
def test_732_2b_a_place_that_never_existed_is_refused(cut: str) -> None:
    refused(respond(legal(HAND, repeat(10)), 1, place(cut)), "no-such-place", "732.2b")


def test_732_2b_a_place_behind_the_proposed_end_never_existed() -> None:
    proposal = legal(HAND, repeat(10), "1@10.4")
    refused(respond(proposal, 1, place("1@10.5")), "no-such-place", "732.2b")


def test_732_2b_a_place_behind_the_present_end_counts_as_accepting() -> None:
    proposal = legal(FOUR, repeat(1000))
    proposal = answered(answered(proposal, 1), 2, "1@12.8")
    later = answered(proposal, 3, "1@400.9")
    assert later.end == proposal.end and later.answers[-1].cut is None
    assert taken(later).duty == proposal.duty and taken(later).iterations == 11


def test_732_2b_the_proposer_does_not_shorten_their_own_proposal() -> None:
    refused(respond(legal(HAND, repeat(10)), 0, place("1@7.1")), "own-proposal", "732.2b")


def test_732_2b_answers_come_in_turn_order_after_the_proposer() -> None:
    proposal = legal(FOUR, repeat(1000))
    assert proposal.to_answer == [1, 2, 3]
    refused(respond(proposal, 2, None), "answer-order", "732.2b")
    refused(take(proposal), "answers-missing", "732.2c")
    refused(respond(answered(proposal, 1), 1, None), "answer-order", "732.2b")
    done = answered(answered(answered(proposal, 1), 2), 3)
    refused(respond(done, 1, None), "answer-order", "732.2b")


def test_732_2b_turn_order_starts_after_a_proposer_who_is_not_p1() -> None:
    players = """
        p1: {}
        p2: {}
        p3:
          battlefield:
            - {card: Midnight Guard, label: guard}
            - {card: Presence of Gond, attached to: guard}
        p4: {}
    """
    proposal = legal(players, repeat(5), proposer=2, extra="active: p3\n")
    assert proposal.to_answer == [3, 0, 1]
    script = read(text_of(players, repeat(1))).script
    state = there(Case("pass", players, "pass\npass").loop(), 1, 3)
    proposal_found = propose(state, script, 2)
    assert isinstance(proposal_found, Proposal)
    assert proposal_found.to_answer == [3, 0, 1]


def test_732_2b_of_two_cuts_the_earlier_place_counts() -> None:
    proposal = answered(legal(FOUR, repeat(1000)), 1)
    found = taken(answered(answered(proposal, 2, "1@12.8"), 3, "1@7.9"))
    assert (found.iterations, found.duty is not None and found.duty.seat) == (6, 3)
    later = answered(answered(proposal, 2, "1@7.8"), 3, "1@12.9")
    assert later.end.iteration == 7 and later.duty is not None and later.duty.seat == 2


def test_732_2b_where_nothing_else_is_possible_there_is_nothing_to_choose_differently() -> None:
    refused(respond(legal(GUARD, repeat(10)), 1, place("1@7.5")), "nothing-else", "732.2b")


# --- 723.5: a controlled player's choices -------------------------------------------------------------------------------


def mastered(players: str, script: str, seat: int, by: int) -> tuple[State, Position]:
    """A position in which another player makes one player's choices."""
    position = read(text_of(players, script))
    rows = dict(position.state.rows)
    them = rows[player(seat)]
    rows[player(seat)] = Row(them.cls.with_prop(MASTER, f"p{by + 1}"), them.num, them.n, them.refs)
    state = position.state
    return State(rows, state.seqs, state.tally, state.labels, state.fresh), position


def test_723_5_who_controls_the_player_with_priority_proposes() -> None:
    state, position = mastered(HAND, repeat(3), 0, by=1)
    assert refused(propose(state, position.script, 0), "no-priority").message.startswith("p1 can't")
    found = propose(state, position.script, 1)
    assert isinstance(found, Proposal)
    assert found.to_answer == [0]


def test_723_5_who_controls_a_player_names_that_players_places() -> None:
    """Choice 6 of an iteration is p2's pass, which p3 makes; p2's card is unknown."""
    state, position = mastered(HAND + "    p3: {}\n", repeat(100), 1, by=2)
    proposal = propose(state, position.script, 0)
    assert isinstance(proposal, Proposal)
    found = refused(respond(proposal, 1, place("1@7.6")), "not-your-decision")
    assert found.message == "at '1@7.6' p3 decides, not p2"
    done = taken(answered(answered(proposal, 1), 2, "1@7.6"))
    assert done.duty is not None and done.duty.seat == 2 and decider(done.state) == 1
    refused(verify_after(done, Choice("pass", 1)), "must-differ")


def test_a_place_in_a_line_behind_the_blocks_is_no_part_of_an_iteration() -> None:
    found = taken(answered(legal(HAND, repeat(10) + "\nactivate guard\nall pass\nall pass"), 1, "6@1.2"))
    assert (found.iterations, found.partial) == (10, False)


# --- 732.2c: the end, and the duty to differ ----------------------------------------------------------------------------


def test_732_2c_the_proposed_choice_is_refused_and_any_other_accepted() -> None:
    players = ALARM + "        - Prodigal Sorcerer\n"
    found = taken(answered(legal(players, repeat(100, CASES[0].body)), 1, "1@7.3"))
    assert found.duty is not None
    again = refused(verify_after(found, found.duty.instead_of), "must-differ", "732.2c")
    assert "differently" in again.message
    others = [c for option in options(found.state) for c in instances(found.state, option, 50) if c.verb != "pass"]
    assert others
    for choice in others:
        assert verify(found.state, choice) is None and verify_after(found, choice) is None
    assert verify_after(found, Choice("pass", 0)) is not None  # it is not p1's decision


def test_732_2c_who_accepted_has_no_duty() -> None:
    found = taken(answered(legal(HAND, repeat(10)), 1))
    assert found.duty is None
    assert verify_after(found, Choice("pass", 0)) is None


def test_732_2c_the_state_is_that_of_performing_it() -> None:
    proposal = legal(HAND, repeat(1000))
    for cut in ("1@1.3", "1@2.5", "1@999.3", "1@1000.5"):
        found = taken(answered(proposal, 1, cut))
        iteration, choice = cut.removeprefix("1@").split(".")
        by_hand = there(Case("guard", HAND, GOND).loop(), int(iteration), int(choice))
        assert same(found.state, by_hand)
        assert found.iterations == int(iteration) - 1


def test_732_2c_a_proposal_is_a_value() -> None:
    proposal = legal(HAND, repeat(10))
    before = dataclasses.replace(proposal)
    answered(proposal, 1, "1@7.5")
    assert (proposal.end, proposal.to_answer, proposal.answers) == (before.end, before.to_answer, [])


def test_an_activation_limited_to_once_each_turn_is_not_repeated(tmp_path: Path) -> None:
    card = {
        "name": "Once Fountain",
        "mana_cost": "{1}",
        "type_line": "Artifact",
        "oracle_text": "{0}: You gain 1 life. Activate only once each turn.",
        "colors": [],
    }
    path = tmp_path / "cards.json"
    path.write_text(json.dumps([card]), encoding="utf-8")
    mixed = CardBook.with_files([path])
    assert isinstance(mixed, CardBook), mixed
    text = text_of("p1:\n  battlefield:\n    - Once Fountain\n", repeat(2, "activate Once Fountain\nall pass"))
    position = load(text, "board.yaml", mixed)
    assert isinstance(position, Position), position
    found = propose(position.state, position.script, 0)
    assert isinstance(found, Refusal)
    assert found.code == "too-many-iterations"
    assert found.rule == "602.5b"
    assert "activated already this turn" in found.message


# --- near misses ---------------------------------------------------------------------------------------------------------


def test_without_intruder_alarm_the_second_activation_is_refused() -> None:
    players = ALARM.partition("    p2:")[0]
    body = "activate bears\nall pass"
    assert taken(answered(legal(players, repeat(1, body)), 1)).iterations == 1
    found = refused(proposed(players, repeat(2, body)), "too-many-iterations")
    assert found.expected == "at most 1 iteration" and "tapped" in found.message


def test_a_creature_with_summoning_sickness_does_not_begin() -> None:
    found = proposed(GUARD.replace("label: guard}", "label: guard, sick: yes}"), repeat(2))
    assert isinstance(found, Refusal) and found.rule.startswith(("302.6", "602.5"))


def test_one_mana_short() -> None:
    case = CASES[3]
    assert isinstance(proposed(case.players, repeat(5, case.body)), Proposal)
    players = case.players.replace('"Zirda, the Dawnwaker"', "Grizzly Bears").replace("mana: {C: 2}", "mana: {C: 0}")
    found = proposed(players, repeat(5, case.body))
    assert isinstance(found, Refusal) and found.kind == "illegal"


def test_118_3_exactly_one_mana_short() -> None:
    body = "tap Grim Monolith\nactivate Grim Monolith: untap\nall pass"
    one_more = "p1:\n  mana: {C: 1}\n  battlefield:\n    - Grim Monolith\n"
    assert isinstance(proposed(one_more, repeat(1, body)), Proposal)
    found = proposed(one_more.replace("C: 1", "C: 0"), repeat(1, body))
    assert isinstance(found, Refusal)
    assert (found.code, found.rule) == ("mana-short", "118.3")


def test_unsupported_a_clause_that_is_not_understood_names_card_and_clause(tmp_path: Path) -> None:
    card = {
        "name": "Odd Thing",
        "mana_cost": "{1}",
        "type_line": "Artifact",
        "oracle_text": "Whenever the moon winks, each clock sneezes.",
        "colors": [],
    }
    path = tmp_path / "cards.json"
    path.write_text(json.dumps([card]), encoding="utf-8")
    mixed = CardBook.with_files([path])
    assert isinstance(mixed, CardBook), mixed
    text = text_of(GUARD + "        - Odd Thing\n", repeat(2))
    position = load(text, "board.yaml", mixed)
    assert isinstance(position, Position), position
    found = refused(propose(position.state, position.script, 0), "clause-not-understood")
    assert found.exit_code == 4
    assert "Odd Thing" in found.message and "clock sneezes" in found.message


def test_unknown_cards_that_are_drawn_are_an_assumption_that_is_said() -> None:
    players = """
        p1:
          mana: {C: 5}
          battlefield:
            - Staff of Domination
    """
    found = taken(answered(legal(players, "activate Staff of Domination: draw\nall pass"), 1))
    assert len(found.assumptions) == 1 and "unknown cards are plain" in found.assumptions[0]
    assert taken(answered(legal(HAND, repeat(10)), 1)).assumptions == ()
