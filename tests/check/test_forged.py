"""Forged certificates: several fields changed so that they agree with each other. Each is refused for a stated obligation."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from itertools import combinations_with_replacement, product
from typing import Any, Final

import pytest

from reiterate.certify.form import canonical
from reiterate.check.certificate import Accepted, check
from reiterate.check.claims.exits import leads_out
from reiterate.check.claims.needs import _Course
from reiterate.check.claims.roles import Actions, unread
from reiterate.check.form import Move
from reiterate.check.numbers import Log
from reiterate.check.small_values import Rejected
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import CAST, Choice, Option
from reiterate.rules.costs.mana import pays_symbols
from reiterate.rules.decisions.options import options
from reiterate.state.json_form import state_from_json
from reiterate.state.model import Row, State
from reiterate.terms.abilities import Mode, NotUnderstood, SpellAbility
from reiterate.terms.base import replace
from reiterate.terms.code import to_json
from reiterate.terms.effects_permanents import Tap
from reiterate.terms.effects_zones import Draw
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, You
from tests.certify.certified import accepted
from tests.check.forging import (
    BASALT,
    BOND,
    CATHARS,
    CHIME,
    FULL,
    GOND,
    GRIND,
    Value,
    broken_off,
    digest,
    last,
    row,
    text_of,
)
from tests.support.as_shown import check_json, check_lines
from tests.support.worked import few_calls

Forgery = Callable[[Value], None]


def forged(name: str, forge: Forgery) -> str:
    """The certificate after a forger has been at it, in canonical form."""
    value = json.loads(text_of(name))
    forge(value)
    return canonical(value)


def amount(value: Value, place: list[Any]) -> int:
    """The number of an amount among those of the last segment."""
    found: int = last(value)["slots"].index(place)
    return found


# --- starts that no game could hold ------------------------------------------------------------------------------

BEYOND: Final = "1" + "0" * 300


def a_group_of_none(value: Value) -> None:
    """No Basalt Monolith is there, and it is tapped for mana."""
    row(value, 3)["n"] = "0"


def fewer_than_none_beyond_writing(value: Value) -> None:
    """Fewer than no cards in the library, written as a formula."""
    row(value, 6)["n"] = [["-1", "1", [["2", BEYOND]]]]
    value["claim"]["needs"] = "unknown"


def a_third_of_a_life(value: Value) -> None:
    """A life total that is no whole number, too long to write."""
    row(value, 2)["num"]["life"] = [["1", "3", [["2", BEYOND]]]]
    value["claim"]["needs"] = "unknown"


def counters_owed(value: Value) -> None:
    row(value, 5)["num"] = {"counter.+1/+1": "-5"}


def mana_owed(value: Value) -> None:
    row(value, 1)["num"]["mana.G"] = "-5"


def passes_to_come(value: Value) -> None:
    """Nobody resolves anything before many more passes."""
    row(value, 0)["class"]["props"]["passes"] = -7


def another_players_turn(value: Value) -> None:
    row(value, 0)["class"]["props"]["active"] = 6


def two_games(value: Value) -> None:
    row(value, 0)["n"] = "2"


def two_players_in_one(value: Value) -> None:
    row(value, 2)["n"] = "2"


def a_library_twice(value: Value) -> None:
    """The same 53 cards can be drawn twice."""
    value["start"]["seqs"]["library.0"] *= 2


def a_library_beside(value: Value) -> None:
    """The library's cards are not in it, so that nothing runs out."""
    del value["start"]["seqs"]["library.1"]


def anothers_library(value: Value) -> None:
    seqs = value["start"]["seqs"]
    seqs["library.0"], seqs["library.1"] = seqs["library.1"], seqs["library.0"]


def a_permanent_on_the_stack(value: Value) -> None:
    value["start"]["seqs"]["stack"] = [5]


def twice_in_order(value: Value) -> None:
    value["start"]["seqs"]["order"] *= 2


def tokens_owed(value: Value) -> None:
    """Less was made than nothing: the start, the segment and its closed form agree."""
    value["start"]["tally"]["tokens.Elf Warrior"] = "-5"
    at = amount(value, [-1, "tokens.Elf Warrior"])
    last(value)["start"][at] = "-3"
    last(value)["closed"][at][0][2] = "-3/1"


# --- cards -------------------------------------------------------------------------------------------------------


def a_card_altered(value: Value) -> None:
    """The card makes more tokens, under the digest of the card that does not."""
    proto = row(value, 4)["class"]["proto"]
    proto["name"] = "Presence of More"


def a_clause_unread(value: Value) -> None:
    """A clause that nobody understood is on a card that takes part; the digest is right."""
    row(value, 3)["class"]["proto"]["abilities"] = [UNREAD]
    digest(value)


UNREAD: Final = {
    "node": "NotUnderstood",
    "text": "At the beginning of each upkeep, frobnicate.",
    "start": 36,
    "end": 46,
}


def a_clause_unread_in_exile(value: Value) -> None:
    """A card with time counters waits in exile, with a clause that nobody understood."""
    made = copy.deepcopy(row(value, 3))
    made["class"] |= {"zone": "exile"}
    made["class"]["proto"] |= {"abilities": [UNREAD], "name": "Some Suspended Card"}
    made["num"] = {"counter.time": "3"}
    value["start"]["rows"].append(made)
    digest(value)
    value["claim"]["needs"] = "unknown"


# --- the chain ---------------------------------------------------------------------------------------------------


def one_period_more(value: Value) -> None:
    """One period too many, and one plain iteration less behind it."""
    last(value)["periods"] = str(int(last(value)["periods"]) + 1)
    value["chain"][-1]["iterations"].pop()


def two_periods_more(value: Value) -> None:
    """The library would be empty before the end of the segment; the number of iterations is the same."""
    last(value)["periods"] = str(int(last(value)["periods"]) + 2)
    value["chain"].pop()


def without_end(value: Value) -> None:
    """What ends goes on for ever: segment, end, claim and gains say so together."""
    last(value)["periods"] = ""
    while value["chain"][-1] is not last(value):
        value["chain"].pop()
    value["end"] = {"kind": "endless"}
    value["claim"] |= {"endless": True, "iterations": ""}
    for gain in value["claim"]["gains"]:
        gain |= {"size": "infinite", "most": ""}


def without_end_and_guards(value: Value) -> None:
    """And the comparisons that stand against it are not listed."""
    without_end(value)
    last(value)["guards"] = [guard for guard in last(value)["guards"] if guard["op"] != "<="]


def a_draw_without_end(value: Value) -> None:
    without_end(value)
    value["claim"]["draw"] = True


def a_term_that_is_right_at_first(value: Value) -> None:
    """2 + n and 1 + n + 2^n begin with the same amounts."""
    at = amount(value, [9, "n"])
    last(value)["closed"][at] = [["1", "0", "1/1"], ["1", "1", "1/1"], ["2", "0", "1/1"]]
    value["claim"]["gains"][-1]["change"] = [["1", "0", "1/1"], ["2", "0", "1/1"]]


def doubling(value: Value) -> None:
    """The tokens double each period: update, closed form and gain agree."""
    at = amount(value, [9, "n"])
    last(value)["update"][at] = [["2", [at]]]
    last(value)["closed"][at] = [["2", "0", "2/1"]]
    value["claim"]["gains"][-1]["change"] = [["2", "0", "2/1"]]


def with_slot(value: Value, at: int, place: list[Any], update: Any, closed: Any) -> None:
    """One more amount in a place of the last segment, 0 at first; all that is written counts it."""
    segment = last(value)
    for poly in (*segment["update"], *(guard["poly"] for guard in segment["guards"])):
        for term in poly:
            term[1] = [symbol + (symbol >= at) for symbol in term[1]]
    segment["slots"].insert(at, place)
    segment["start"].insert(at, "0")
    segment["update"].insert(at, update)
    segment["closed"].insert(at, closed)


def gained(value: Value, at: int, change: Any) -> None:
    """A gain without bound, of the amount in a place of the last segment."""
    place = last(value)["slots"][at]
    value["claim"]["gains"].insert(
        at, {"alone": True, "amount": place, "change": change, "most": "", "size": "infinite"}
    )


def an_amount_made_up(value: Value) -> None:
    """Something that nothing counts grows, from 0 on, and is gained."""
    with_slot(value, 7, [-1, "turns skipped"], [["1", []], ["1", [7]]], [["1", "1", "1/1"]])
    gained(value, 7, [["1", "0", "1/1"]])


def rows_exchanged(value: Value) -> None:
    """The token and the library come back as each other."""
    phi = last(value)["phi"]
    phi[7], phi[8] = phi[8], phi[7]


def a_group_that_ages(value: Value) -> None:
    """The new token is the row, and the old one has gone."""
    last(value)["phi"][-1] += 4


def nothing_done(value: Value) -> None:
    """A loop of no choices goes on for ever."""
    last(value)["iterations"] = [[]]
    last(value)["update"] = [[["1", [i]]] for i in range(len(last(value)["slots"]))]
    last(value)["guards"] = []


def passes_alone(value: Value) -> None:
    """Both players pass with nothing to resolve, and that comes back: nobody acts, and it is a draw."""
    segment = last(value)
    segment["iterations"] = [[{"over": "", "player": 0, "verb": "pass"}, {"over": "", "player": 1, "verb": "pass"}]]
    segment |= {"update": [[["1", [i]]] for i in range(len(segment["slots"]))], "guards": []}
    segment["phi"] = list(range(9))
    segment["choices"] |= {"roles": ["passes", "passes"]}
    value["claim"] |= {"kept_up_by": "nobody", "draw": True}


def a_pass_of_whatever(value: Value) -> None:
    """A pass that does not say what it lets resolve may let anything."""
    for piece in value["chain"]:
        for deed in (deed for each in piece["iterations"] for deed in each if deed["verb"] == "pass"):
            del deed["over"]


def two_endless_ones(value: Value) -> None:
    """A segment behind one without end."""
    value["chain"].append(copy.deepcopy(last(value)))


def first_values_shifted(value: Value) -> None:
    """The segment begins with one token more than the plain iterations made, and goes on from there."""
    at = amount(value, [9, "n"])
    last(value)["start"][at] = "3"
    last(value)["closed"][at][0][2] = "3/1"


def powers_of_what_falls(value: Value) -> None:
    """Without closed forms, for a library that becomes smaller."""
    last(value)["closed"] = "powers"


# --- ends --------------------------------------------------------------------------------------------------------


NO_OBJECT: Final = {
    "kind": "illegal",
    "refused": {"player": 0, "row": 77, "verb": "activate"},
    "code": "no-such-object",
    "rule": "602.2",
    "message": "no such permanent is on the battlefield",
}


def a_legal_choice_refused(value: Value) -> None:
    """The next choice of the loop is said to be illegal."""
    broken_off(value, "5", {**NO_OBJECT, "refused": {"player": 0, "row": 3, "verb": "activate"}})


def anothers_choice_refused(value: Value) -> None:
    """Another player's choice is not legal there, for the reason stated."""
    broken_off(value, "5", {**NO_OBJECT, "refused": {"player": 1, "row": 77, "verb": "activate"}})


def another_reason(value: Value) -> None:
    broken_off(value, "5", {**NO_OBJECT, "rule": "104.3a", "message": "the game is lost"})


def it_left_its_shapes(value: Value) -> None:
    """The script fits nothing any more, and the position is none of the loop."""
    broken_off(value, "5", {"kind": "unread", "left": True})


def the_game_is_over(value: Value) -> None:
    broken_off(value, "5", {"kind": "over", "outcome": "p1_wins"})


def another_winner(value: Value) -> None:
    value["end"]["outcome"] = "p2_wins"


def an_iteration_later(value: Value) -> None:
    """End and claim name one iteration more than there are."""
    value["end"]["iteration"] = str(int(value["end"]["iteration"]) + 1)
    value["claim"]["iterations"] = str(int(value["claim"]["iterations"]) + 1)


# --- gains and needs ---------------------------------------------------------------------------------------------


def more_in_the_end(value: Value) -> None:
    gain = value["claim"]["gains"][0]
    gain["most"] = str(int(gain["most"]) + 2)


def a_constant_gained(value: Value) -> None:
    """What does not move has a slot, truly, and is gained without end."""
    with_slot(value, 7, [-1, "turns skipped"], [["1", [7]]], [["1", "0", "3/1"]])
    value["start"]["tally"]["turns skipped"] = last(value)["start"][7] = "3"
    gained(value, 7, [])


def a_count_that_matters(value: Value) -> None:
    """How many entered is said to do something by itself."""
    gain = next(gain for gain in value["claim"]["gains"] if gain["amount"] == [-1, "etb"])
    gain["alone"] = True


def a_card_less_needed(value: Value) -> None:
    """It goes on without Intruder Alarm."""
    value["claim"]["needs"].pop()


def a_bystander_needed(value: Value) -> None:
    """The one that began it and has nothing to do any more."""
    value["claim"]["needs"].append({"least": "1", "row": 5, "what": "n"})


# --- choices -----------------------------------------------------------------------------------------------------


def nobody_acts(value: Value) -> None:
    """The activation has no other answer; the options agree, and so does the draw."""
    choices = last(value)["choices"]
    choices["roles"][0] = "only answer"
    choices["options"]["shapes"][0].pop(0)
    value["claim"] |= {"kept_up_by": "nobody", "draw": True}


def an_action_declined(value: Value) -> None:
    choices = last(value)["choices"]
    choices["roles"][0] = "declines"
    value["claim"] |= {"kept_up_by": "nobody", "draw": True}


def the_other_player_acts(value: Value) -> None:
    value["claim"]["kept_up_by"] = [1]


def an_action_left_out(value: Value) -> None:
    """Spike Feeder could be activated at every place; neither options nor possible actions say so."""
    choices = last(value)["choices"]
    choices["could"] = []
    for shape in choices["options"]["shapes"]:
        shape[:] = [option for option in shape if option["verb"] == "pass"]


def a_hand_unseen(value: Value) -> None:
    """The unknown cards are in hand and could be anything; the draw stays, and nothing says that they are there."""
    at = next(i for i, r in enumerate(value["start"]["rows"]) if r["class"].get("zone") == "library")
    row(value, at)["class"]["zone"] = "hand"
    del value["start"]["seqs"][f"library.{row(value, at)['class']['owner']}"]


def a_way_out_of_passes(value: Value) -> None:
    """A pass is said to lead out, so that its player keeps the loop up."""
    choices = last(value)["choices"]
    choices["roles"][1] = "leaves"
    choices["leaves"] = [{"place": 1, "play": [{"over": "you gain 1 life", "player": 0, "verb": "pass"}]}]


def a_closed_set_of_nothing(value: Value) -> None:
    """The start is a node of a closed set that holds every amount; nothing in it resolves for ever."""
    node = {"bounds": [], "memory": 0, "move": [], "state": {**value["start"], "labels": {}, "tally": {}}}
    value["closed_set"] = {"keep": "", "nodes": [node]}
    value["claim"] |= {"kept_up_by": "nobody", "draw": True}


def a_move_that_nobody_makes(value: Value) -> None:
    """The same with a move: the loop's own action, after which the node is said to be there again."""
    a_closed_set_of_nothing(value)
    value["closed_set"]["nodes"][0]["move"] = [last(value)["iterations"][0][0], 0]


# --- blocks and runs ---------------------------------------------------------------------------------------------


def block(value: Value) -> Value:
    """The block of the last segment."""
    found: Value = next(deed for each in last(value)["iterations"] for deed in each if "block" in deed)
    return found


def one_round_more(value: Value) -> None:
    """As many rounds as there are triggers, and one."""
    rounds = block(value)["rounds"]
    constant = next((term for term in rounds if not term[1]), None)
    if constant is None:
        rounds.insert(0, ["1", []])
    else:
        constant[0] = str(int(constant[0]) + 1)


def rounds_alike(value: Value) -> None:
    """The rounds change nothing: slots, update and closed forms agree."""
    made = block(value)
    made["update"] = [[["1", [symbol]]] for symbol in range(len(last(value)["slots"]))][: len(made["slots"])]


def no_guards_in_rounds(value: Value) -> None:
    block(value)["guards"] = []


def the_number_of_the_round(value: Value) -> None:
    """A round's first amount is read as the number of rounds: both have the same number."""
    made = block(value)
    around = len(last(value)["slots"])
    made["closed"] = [
        [*[["1/1", term[1]] for term in poly if not term[1]], ["1/1", [around]]] for poly in made["start"]
    ]


def a_run_without_a_member(value: Value) -> None:
    """The newest token is not joined where the period begins."""
    last(value)["joined"]["head"][0].pop(0)


def a_run_the_other_way(value: Value) -> None:
    last(value)["joined"]["head"][0].reverse()


def a_longer_run(value: Value) -> None:
    """The run has one value more, wherever it is named."""
    at = amount(value, [9, "n|count"])
    last(value)["start"][at] = "6"
    last(value)["closed"][at][0][2] = "6/1"


# --- kinds of claims ---------------------------------------------------------------------------------------------


def once_with_a_loop(value: Value) -> None:
    """What recurs is said to be done once, and by nobody."""
    value["claim"] |= {"kind": "once", "kept_up_by": "no loop"}


def a_loop_without_a_segment(value: Value) -> None:
    """Two plain iterations are said to go on for ever."""
    value["chain"] = value["chain"][:1]


FORGERIES: Final[dict[str, tuple[tuple[str, str, Forgery], ...]]] = {
    "base": (
        ("a group of none", BASALT, a_group_of_none),
        ("fewer than none, beyond writing", GOND, fewer_than_none_beyond_writing),
        ("a third of a life", GOND, a_third_of_a_life),
        ("counters owed", GOND, counters_owed),
        ("mana owed", GOND, mana_owed),
        ("passes to come", GOND, passes_to_come),
        ("another player's turn", GOND, another_players_turn),
        ("two games", GOND, two_games),
        ("two players in one", GOND, two_players_in_one),
        ("a library twice", GOND, a_library_twice),
        ("a library beside", GRIND, a_library_beside),
        ("another's library", GOND, anothers_library),
        ("a permanent on the stack", GOND, a_permanent_on_the_stack),
        ("twice in order", GOND, twice_in_order),
        ("tokens owed", GOND, tokens_owed),
        ("a card altered", GOND, a_card_altered),
        ("first values shifted", GOND, first_values_shifted),
        ("a run without a member", CATHARS, a_run_without_a_member),
        ("a run the other way", CATHARS, a_run_the_other_way),
        ("a longer run", CATHARS, a_longer_run),
        ("a pass of whatever", GOND, a_pass_of_whatever),
        ("a loop without a segment", GOND, a_loop_without_a_segment),
    ),
    "step": (
        ("a clause unread", GOND, a_clause_unread),
        ("a clause unread in exile", GOND, a_clause_unread_in_exile),
        ("without end and guards", GRIND, without_end_and_guards),
        ("doubling", GOND, doubling),
        ("an amount made up", GOND, an_amount_made_up),
        ("rows exchanged", GOND, rows_exchanged),
        ("a group that ages", GOND, a_group_that_ages),
        ("nothing done", GOND, nothing_done),
        ("passes alone", GOND, passes_alone),
        ("one round more", FULL, one_round_more),
        ("rounds alike", FULL, rounds_alike),
        ("no guards in rounds", FULL, no_guards_in_rounds),
    ),
    "closed": (
        ("a term that is right at first", GOND, a_term_that_is_right_at_first),
        ("powers of what falls", GRIND, powers_of_what_falls),
        ("the number of the round", FULL, the_number_of_the_round),
    ),
    "guards": (
        ("one period more", GRIND, one_period_more),
        ("two periods more", GRIND, two_periods_more),
        ("without end", GRIND, without_end),
        ("without end", BOND, without_end),
        ("a draw without end", BOND, a_draw_without_end),
    ),
    "after": (
        ("two endless ones", GOND, two_endless_ones),
        ("a legal choice refused", GOND, a_legal_choice_refused),
        ("another's choice refused", GOND, anothers_choice_refused),
        ("another reason", GOND, another_reason),
        ("it left its shapes", GOND, it_left_its_shapes),
        ("the game is over", GOND, the_game_is_over),
        ("another winner", BOND, another_winner),
        ("an iteration later", BOND, an_iteration_later),
        ("once with a loop", GOND, once_with_a_loop),
    ),
    "choices": (
        ("nobody acts", GOND, nobody_acts),
        ("an action declined", GOND, an_action_declined),
        ("the other player acts", GOND, the_other_player_acts),
        ("an action left out", BOND, an_action_left_out),
        ("a hand unseen", CHIME, a_hand_unseen),
        ("a way out of passes", CHIME, a_way_out_of_passes),
        ("a closed set of nothing", GOND, a_closed_set_of_nothing),
        ("a move that nobody makes", GOND, a_move_that_nobody_makes),
    ),
    "gains": (
        ("more in the end", GRIND, more_in_the_end),
        ("a constant gained", GOND, a_constant_gained),
        ("a count that matters", GOND, a_count_that_matters),
    ),
    "needs": (
        ("a card less needed", GOND, a_card_less_needed),
        ("a bystander needed", BOND, a_bystander_needed),
    ),
}

ALL: Final = [
    pytest.param(f"certificate-{obligation}", name, forge, id=f"{obligation}: {title}, {name}")
    for obligation, forgeries in FORGERIES.items()
    for title, name, forge in forgeries
]


@pytest.mark.slow("more than fifty forged certificates")
@pytest.mark.parametrize(("code", "name", "forge"), ALL)
def test_a_forgery_is_refused_for_its_obligation(code: str, name: str, forge: Forgery) -> None:
    assert isinstance(check(text_of(name)), Accepted)
    with few_calls():
        found = check(forged(name, forge))
    assert isinstance(found, Refusal), forge.__doc__
    assert found.code == code, found.message


# --- ends that are not the loop's --------------------------------------------------------------------------------

NOT_THE_LOOPS: Final = "not checked: that the choices behind the last segment are what the loop does next"


def by_any_choice(value: Value) -> None:
    """An endless loop is broken off by a choice that is legal nowhere, and called finite."""
    broken_off(value, "5", NO_OBJECT)


def by_another_choice(value: Value) -> None:
    """The same a few choices into the next iteration, by passing where the loop acts."""
    passed = [{"over": "", "player": seat, "verb": "pass"} for seat in (0, 1)]
    broken_off(value, "5", {**NO_OBJECT, "choices": passed, "choice": "3", "rule": "", "message": ""})


def test_breaking_a_loop_off_does_not_say_that_the_loop_ends() -> None:
    found = accepted(forged(GOND, by_any_choice))
    assert not found.endless and not found.follows
    assert NOT_THE_LOOPS in check_lines(found)
    assert check_json(found)["proved_end"] is False
    assert isinstance(check(forged(GOND, by_another_choice)), Refusal)


@pytest.mark.parametrize("name", ["combos/gravecrawler-altar", "combos/niv-curiosity", GRIND, BOND, "two-loops"])
def test_the_end_of_a_loop_is_proved_where_its_choices_lead_there(name: str) -> None:
    found = accepted(text_of(name))
    assert found.follows and not found.endless
    assert NOT_THE_LOOPS not in check_lines(found)


def test_a_plain_iteration_that_is_another_is_noticed() -> None:
    """What is done behind the segment has to be its period, rows by their later names."""
    value = json.loads(text_of("combos/niv-curiosity"))
    behind = value["chain"][-1]["iterations"][-1]
    assert behind[-1] == {"answer": "yes", "player": 0, "verb": "may"}
    behind[-1]["answer"] = "no"
    found = check(canonical(value))
    assert not (isinstance(found, Accepted) and found.follows)


# --- what is said in words ---------------------------------------------------------------------------------------


def test_cards_and_players_are_named_with_their_rows() -> None:
    lines = check_lines(accepted(text_of(GOND)))
    assert 'gains: infinite objects of "Elf Warrior" (row 9)' in lines
    bears = '"Grizzly Bears" (row 3)'
    needs = f"{bears}, {bears} not sick, {bears} not tapped"
    assert f'needs: {needs}, "Presence of Gond" (row 4), "Intruder Alarm" (row 5)' in lines
    assert "gains: infinite mana.C of p1 (row 1)" in check_lines(accepted(text_of(BASALT)))
    assert "it stops there: a choice is not legal: no process is repeated now: p1 has priority [117.1]" in check_lines(
        accepted(text_of(GRIND))
    )


# --- what was missing --------------------------------------------------------------------------------------------


def gond() -> State:
    """The start of a loop."""
    return state_from_json(json.loads(text_of(GOND))["start"])


def test_what_is_asked_about_actions_leaves_no_answers_in_the_state_that_is_played_on() -> None:
    """Else a comparison would be kept with what is said of choices, and not be asked when the choice is made."""
    state = gond()
    act = Choice("activate", 0, 3)
    Actions().take(state, act, options(unread(state)))
    assert not state.view


def test_an_action_that_is_not_offered_everywhere_it_is_taken_makes_the_options_no_list() -> None:
    state = gond()
    act = Choice("activate", 0, 3)
    found = Actions()
    found.take(state, act, options(state))
    assert not found.unlisted
    found.take(state, act, [])
    assert found.unlisted


def test_702_51_a_spell_that_could_be_cast_with_convoke_only_keeps_a_way_from_leading_out() -> None:
    """No option says that it can be cast, only that something is not offered."""
    state = gond()
    cast = Choice(CAST, 0, 3)
    found = Actions()
    found.take(state, cast, [Option(CAST, 0, 3)])
    found.compare()
    found.could(state, [Option("activate", 0, 3, -1, unknown="option-not-offered", how=("convoke", "702.51"))])
    with pytest.raises(Rejected):
        found.compare()


def test_a_gain_of_a_row_that_no_longer_comes_is_lost() -> None:
    """Without a card the tokens it makes do not come; under another name they do."""
    state = gond()
    token = state.rows[3].cls
    course = _Course([], [], (), (), "", [(9, "n")])
    course.made_of = {9: token}
    more = State({**state.rows, 12: Row(token, {}, 2, {})}, state.seqs, {}, {}, 13)
    gone = State({h: r for h, r in state.rows.items() if h != 3}, state.seqs, {}, {}, 13)
    assert course._rises((9, "n"), state, more)
    assert not course._rises((9, "n"), gone, gone)


def test_a_card_with_an_unread_clause_on_a_way_out_is_no_way_out() -> None:
    """What the way brings into play is looked at as what the chain does."""
    state = gond()
    proto = state.rows[3].cls.proto
    assert proto is not None
    strange = replace(proto, abilities=(NotUnderstood("Frobnicate.", 0, 10),))
    rows = {**state.rows, 3: Row(state.rows[3].cls.but("proto", strange), {}, 1, {})}
    made = State(rows, state.seqs, {}, {}, state.fresh)
    try:
        leads_out(made, (Move(Choice("pass", 0, over=""), {}),), Log(), Actions())
    except Rejected as error:
        why = str(error)
    else:
        why = ""
    assert why.endswith('a clause is not understood: "Frobnicate."')


# --- long answers ------------------------------------------------------------------------------------------------


def in_hand(value: Value, proto: Proto) -> None:
    """The first library is a hand of these cards instead, and eight more creatures are there."""
    at = next(i for i, r in enumerate(value["start"]["rows"]) if r["class"].get("zone") == "library")
    row(value, at)["class"] |= {"zone": "hand", "proto": to_json(proto)}
    del value["start"]["seqs"]["library.0"]
    for i in range(8):
        made = copy.deepcopy(row(value, 3))
        made["class"]["proto"]["name"] = f"Bear {i}"
        value["start"]["rows"].append(made)
    digest(value)


def instant(ability: SpellAbility, mana: tuple[str, ...] = ()) -> Proto:
    """An instant with one ability."""
    return Proto("Some Instant", ("instant",), mana_cost=mana, abilities=(ability,))


def targets_that_differ(number: int) -> SpellAbility:
    """Other creatures each time."""
    made = tuple(TargetSpec(Filter(types=("creature",)), other=i) for i in range(number))
    return SpellAbility(tuple(Tap(TargetRef(i)) for i in range(number)), made)


DRAW: Final = (Draw(You(), Fixed(1)),)
WAYS: Final = {
    "eight targets": instant(targets_that_differ(8)),
    "nine targets": instant(targets_that_differ(9)),
    "twelve targets": instant(targets_that_differ(12)),
    "fifteen of thirty modes": instant(SpellAbility((), modes=(Mode(DRAW),) * 30, least=15, most=15)),
    "forty Phyrexian symbols": instant(SpellAbility(DRAW), ("U/P",) * 40),
}


@pytest.mark.parametrize("name", WAYS)
def test_a_card_with_very_many_ways_is_answered_by_few_calls(name: str) -> None:
    value = json.loads(text_of(GOND))
    in_hand(value, WAYS[name])
    with few_calls():
        found = check(canonical(value))
    assert isinstance(found, Refusal)
    assert found.code in ("certificate-base", "certificate-budget") and "not a state" not in found.message


def test_very_many_counters_are_answered_by_few_calls() -> None:
    for number in (900, 20_000):
        value = json.loads(text_of(GOND))
        row(value, 3)["num"] = {f"counter.kind {i}": "1" for i in range(number)}
        with few_calls():
            found = check(canonical(value))
        assert isinstance(found, Refusal) and found.code in ("certificate-needs", "certificate-budget")


def test_107_4f_phyrexian_symbols_are_paid_with_life_and_mana_in_any_mixture() -> None:
    """As trying every way says."""
    kinds = [("U",), ("W", "U"), ("U", "P"), ("W", "P"), ("W", "U", "P")]
    for number in range(5):
        for singles in combinations_with_replacement(kinds, number):
            for blue, white, life in product(range(4), range(3), range(4)):
                left: dict[str, Any] = {"U": blue, "W": white, "P": life}
                assert pays_symbols(left, list(singles)) == by_trying(left, list(singles)), (left, singles)


def by_trying(left: dict[str, int], singles: list[tuple[str, ...]]) -> bool:
    """Whether all life and enough mana can be handed out to the symbols."""
    ways = product(*singles)
    return any(way.count("P") == left["P"] and all(way.count(k) <= left[k] for k in "UW") for way in ways)
