"""Places in words, and abilities named by their source: what people say instead of numbers of choices."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reiterate.ask.building_verdict import verdict_of
from reiterate.ask.session import Result, run_position
from reiterate.cards import CardBook
from reiterate.judging.case_file import Case, load_case, under
from reiterate.judging.ruling import Ruling, judge
from reiterate.judging.statements import Said, read_statement
from reiterate.loops.play import Played
from reiterate.refusals import Refusal
from reiterate.rules.access.state_access import active_seat
from reiterate.rules.decisions.pending import decider, entry_text
from reiterate.rules.positions.identity import same
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.places import Place, parse_place
from reiterate.script.position import load

#: The rulebook's example: choice 4 of an iteration is p1's pass over the untap trigger, choice 5 is p2's.
BOARD = """\
format: position/1
players:
  p1:
    battlefield:
      - {card: Grizzly Bears, label: bears}
      - {card: Presence of Gond, attached to: bears}
  p2: {hand: 1, battlefield: [Intruder Alarm]}
script: |
  repeat 1000000:
    activate bears
    all pass
    all pass
"""
UNTAP = "with the untap trigger on the stack"


def ran(text: str) -> Result | Refusal:
    position = load(text, "board.yaml", CardBook.builtin())
    assert not isinstance(position, Refusal), position
    return run_position(position)


def spots(text: str) -> tuple[object, ...]:
    """The facts of a run, and who has cut in where."""
    result = ran(text)
    assert isinstance(result, Result) and result.proposal is not None, result
    return (sorted(result.facts.items()), result.proposal.answers, result.proposal.end)


@pytest.mark.parametrize(
    "words",
    [
        f"iteration 7 {UNTAP}",
        f"iteration 7 of line 1 {UNTAP}",
        f"1@7 {UNTAP}",
        f"7 {UNTAP}",
        "Iteration 7 with an untap trigger on the stack",
        "iteration 7 with untap all creatures on the stack",
        "iteration 7 with Intruder Alarm's trigger on the stack",
        "iteration 7 with the trigger of Intruder Alarm on the stack",
        "iteration 10^1-3 with the trigger on the stack",
    ],
)
def test_732_2b_a_cut_in_words_is_the_first_place_where_that_player_has_priority(words: str) -> None:
    assert spots(BOARD + f"answers:\n  - p2: cut {words}\n") == spots(BOARD + "answers:\n  - p2: cut 1@7.5\n")


def test_the_ability_below_is_on_the_stack_before_the_trigger() -> None:
    words = "cut iteration 7 with the ability of bears on the stack"
    assert spots(BOARD + f"answers:\n  - p2: {words}\n") == spots(BOARD + "answers:\n  - p2: cut 1@7.3\n")


def test_732_2a_an_end_in_words_is_where_anybody_first_has_priority() -> None:
    words = f"end: iteration 1000000 {UNTAP}\n"
    assert spots(BOARD + words) == spots(BOARD + "end: 1@1000000.4\n")


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("iteration 7 with the storm trigger on the stack", "no-such-place", "untap all creatures"),
        ("iteration 7 with a spell on the stack", "no-such-place", "on the stack there"),
        (f"iteration 2000000 {UNTAP}", "no-such-place", "from 1 to 1000000"),
        (f"iteration 7 of line 9 {UNTAP}", "no-such-place", "a line of the script's outermost level"),
    ],
)
def test_a_place_in_words_that_is_not_there_is_refused(words: str, code: str, says: str) -> None:
    refused = ran(BOARD + f"answers:\n  - p2: cut {words}\n")
    assert isinstance(refused, Refusal)
    assert refused.code == code and says in refused.expected and refused.where.line == 14, refused
    assert words.split(" with ")[0].split()[1] in refused.message


@pytest.mark.parametrize(
    "words", ["iteration 0 with x on the stack", "iteration -1 with x on the stack", "with x on the stack"]
)
def test_words_that_name_no_iteration_are_no_place(words: str) -> None:
    found = parse_place(words)
    assert isinstance(found, Refusal) and "untap trigger on the stack" in found.expected + parse_place("?").expected  # type: ignore[union-attr] # both are refusals


@given(
    factor=st.integers(1, 1_100),
    power=st.integers(0, 400),
    more=st.integers(-(10**7), 10**7),
    line=st.integers(0, 40),
)
@example(factor=1, power=100, more=1000, line=0)
@example(factor=1, power=60, more=10**7 + 1, line=4)
def test_a_place_in_any_iteration_is_written_as_it_reads(factor: int, power: int, more: int, line: int) -> None:
    """Long iterations are sums of powers of ten without separators, or stand in digits."""
    place = Place(((line, max(1, factor * 10**power + more)),), 0, 3)
    assert parse_place(str(place)) == place


def test_a_place_in_words_is_written_as_it_reads() -> None:
    place = parse_place(f"4@7 {UNTAP}")
    assert isinstance(place, Place) and str(place) == "iteration 7 of line 4 with untap trigger on the stack"
    assert parse_place(str(place)) == place


@pytest.mark.parametrize("policy", ["comprehensive", "tournament"])
def test_a_judge_reads_places_in_words_as_those_in_numbers(policy: str) -> None:
    ruled = []
    for cut in (f"iteration 7 {UNTAP}", "1@7.5"):
        case = load_case(BOARD + f"answers:\n  - p2: cut {cut}\n", "board.yaml", CardBook.builtin())
        assert isinstance(case, Case)
        ruling = judge(case if policy == case.policy.name else _under(case, policy))
        assert isinstance(ruling, Ruling), ruling
        ruled.append(ruling)
    verdicts = [(each.verdict.outcome, each.verdict.reason, str(verdict_of(each, "board.yaml"))) for each in ruled]
    assert verdicts[0] == verdicts[1] and same(ruled[0].state, ruled[1].state)


def _under(case: Case, policy: str) -> Case:
    found = under(case, policy, "")
    assert isinstance(found, Case), found
    return found


@pytest.mark.parametrize("policy", ["comprehensive", "tournament"])
def test_732_2b_a_statement_may_name_its_place_in_words(policy: str) -> None:
    ruled = []
    for cut in (f"iteration 7 {UNTAP}", "1@7.5"):
        said = f"said:\n  - p1: number 1000\n  - p2: cut {cut}\n"
        text = BOARD.replace("position/1", f"case/1\npolicy: {policy}") + said
        case = load_case(text, "board.yaml", CardBook.builtin())
        assert isinstance(case, Case), case
        ruling = judge(case)
        assert isinstance(ruling, Ruling), ruling
        ruled.append(ruling)
    assert [each.verdict.stop for each in ruled[1:]] == [ruled[0].verdict.stop] and same(ruled[0].state, ruled[1].state)


#: The rulebook's example of 732.2b: "Go", and another player wants to act in the beginning of combat step.
GO = """\
format: position/1
step: main1
players:
  p1: {battlefield: [Grizzly Bears]}
  p2: {hand: [Lightning Bolt], mana: {R: 1}, battlefield: [Mountain]}
script: |
  go
"""


@pytest.mark.parametrize(
    ("words", "step", "turn"),
    [
        ("at the beginning of combat", "combat", "p1"),
        ("the beginning of combat", "combat", "p1"),
        ("at the start of combat", "combat", "p1"),
        ("in p1's end of combat", "endcombat", "p1"),
        ("during the second main phase", "main2", "p1"),
    ],
)
def test_732_2b_a_cut_is_said_in_the_words_of_a_step(words: str, step: str, turn: str) -> None:
    found = ran(GO + f"answers:\n  - p2: cut {words}\n")
    assert isinstance(found, Result) and found.proposal is not None, found
    answered = found.proposal.answers[0].cut
    assert answered is not None
    there = found.proposal.played_script.at(answered)
    assert isinstance(there, Played)
    assert (decider(there.state), f"p{active_seat(there.state) + 1}") == (1, turn)
    assert step_name(there.state) == step


@pytest.mark.parametrize("words", ["in the upkeep", "in p2's end of combat", "in my second main phase"])
def test_a_step_that_is_not_on_the_way_is_no_place(words: str) -> None:
    refused = ran(GO + f"answers:\n  - p2: cut {words}\n")
    assert isinstance(refused, Refusal) and refused.code == "no-such-place", refused


@pytest.mark.parametrize(
    ("words", "again"),
    [
        ("at the beginning of combat", "at the beginning of combat"),
        ("in the end step of p2", "in p2's end step"),
        ("iteration 3 in my upkeep", "iteration 3 in my upkeep"),
        ("in the draw step of iteration 10^2-1", "iteration 99 in the draw step"),
        (
            "2@3 in the end step with the trigger on the stack",
            "iteration 3 of line 2 in the end step with trigger on the stack",
        ),
    ],
)
def test_a_step_is_written_as_it_reads(words: str, again: str) -> None:
    place = parse_place(words)
    assert isinstance(place, Place), place
    assert str(place) == again and parse_place(again) == place
    said = read_statement(1, f"cut {words}")
    assert isinstance(said, Said) and said.place == place


CRUSADE = """\
format: position/1
players:
  p1:
    battlefield:
      - Midnight Guard
      - {card: Presence of Gond, attached to: Midnight Guard}
      - Cathars' Crusade
script: |
  repeat 3:
    activate Midnight Guard
    all pass
    order ORDER first
    all pass
    all pass
"""


@pytest.mark.parametrize(
    "order", ["Cathars' Crusade", "Cathars' Crusade's trigger", "trigger of Cathars' Crusade", "+1/+1 counter"]
)
def test_603_3b_triggers_are_ordered_by_their_source(order: str) -> None:
    """The counters are put first: the Guard untaps behind them. The Guard's own words still mean its own trigger."""
    named = ran(CRUSADE.replace("ORDER", order))
    other = ran(CRUSADE.replace("ORDER", "Midnight Guard"))
    assert isinstance(named, Result) and isinstance(other, Result), named
    assert named.facts == other.facts
    said = [each.proposal.played_script.parts[0].loop for each in (named, other) if each.proposal is not None]
    first = [here.state for loop in said if isinstance(here := loop.place(1, 5), Played)]
    assert [entry_text(state, state.stack[-1]).startswith("put a +1/+1") for state in first] == [True, False]


def test_an_order_by_a_source_that_has_no_trigger_is_refused() -> None:
    refused = ran(CRUSADE.replace("ORDER", "Presence of Gond"))
    assert isinstance(refused, Refusal) and refused.code == "order"


# --- a line that names the only answer ---------------------------------------------------------------------------

COMBAT = """\
format: position/1
players: {p1: {battlefield: [MINE]}, p2: {battlefield: [THEIRS]}}
script: |
"""
BEAR, LAND = "Grizzly Bears", "Island"


def combat(mine: str, theirs: str, *lines: str) -> Result | Refusal:
    head = COMBAT.replace("MINE", mine).replace("THEIRS", theirs)
    return ran(head + "".join(f"  {line}\n" for line in lines))


ATTACKERS, BLOCKERS, END = (f"all pass to {step}" for step in ("declare attackers", "declare blockers", "end step"))


def test_508_1_no_attack_is_said_where_nobody_could_attack_and_where_somebody_could() -> None:
    for mine in (LAND, BEAR):
        result = combat(mine, BEAR, ATTACKERS, "no attack", END)
        assert isinstance(result, Result), result
        assert result.facts["outcome"] == "game_continues"


def test_509_1_no_block_is_said_where_nobody_could_block_and_where_somebody_could() -> None:
    for theirs in (LAND, BEAR):
        lines = [ATTACKERS, f"attack with {BEAR}", BLOCKERS, "no block", "all pass to combat damage"]
        result = combat(BEAR, theirs, *lines)
        assert isinstance(result, Result), result
        assert str(result.state.rows[2].get("life")) == "18"


@pytest.mark.parametrize(
    "lines",
    [
        ("no attack",),
        (ATTACKERS, f"attack with {BEAR}", "no attack"),
        (ATTACKERS, f"attack with {BEAR}", BLOCKERS, f"{BEAR} blocks {BEAR}", "no block"),
        (ATTACKERS, f"attack with {BEAR}", "no block"),
        (ATTACKERS, "no attack", "pass", "no attack"),
    ],
)
def test_what_was_not_so_is_not_said(lines: tuple[str, ...]) -> None:
    refused = combat(BEAR, BEAR, *lines)
    assert isinstance(refused, Refusal), refused
