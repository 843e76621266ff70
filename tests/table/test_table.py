"""People at a table: seats and secrets, choices by hand, shortcuts with their answers, undo, statements, rulings."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from reiterate.ask.answer_json import as_json
from reiterate.ask.answer_verdict import Verdict
from reiterate.cards import CardBook
from reiterate.check.accepted import Accepted as Checked
from reiterate.check.certificate import check
from reiterate.refusals import Refusal
from reiterate.table.entries import is_log
from reiterate.table.exporting import Exported
from reiterate.table.seat_view import Preview, View
from reiterate.table.seats import Chair, kept_form
from reiterate.table.table import Accepted, Created, Table
from tests.table.laid_table import RULEBOOK, Sitting, opened, quick_folder, seated, taken_seats

LAP = (("p1", "activate Midnight Guard"), ("p1", "pass"), ("p2", "pass"), ("p1", "pass"), ("p2", "pass"))
SCRIPT = "repeat 1000:\n  activate Midnight Guard\n  all pass\n  all pass\n"


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as found:
        yield found


@pytest.fixture
def table(folder: Path) -> Iterator[Table]:
    with opened(folder, CardBook.builtin()) as found:
        yield found


@pytest.fixture
def game(table: Table) -> Sitting:
    return seated(table, RULEBOOK)


def view(sitting: Sitting, who: str) -> View:
    found = sitting.table.view(sitting[who])
    assert isinstance(found, View), found
    return found


def elves(sitting: Sitting, who: str = "p2") -> str:
    """How many Elf Warriors a chair sees."""
    permanents = as_json(view(sitting, who).board)["players"][0]["battlefield"]
    return str(next((each["count"] for each in permanents if each["name"] == "Elf Warrior"), "0"))


def refused(found: object) -> str:
    assert isinstance(found, Refusal), found
    return found.code


def lap(sitting: Sitting) -> None:
    for who, line in LAP:
        sitting.play(who, line)


def proposed(sitting: Sitting) -> None:
    found = sitting.table.propose(sitting["p1"], sitting.next, SCRIPT)
    assert isinstance(found, Accepted), found


# --- seats ---------------------------------------------------------------------------------------------------------


def test_a_stretch_with_more_choices_than_are_wanted_is_not_proved(game: Sitting) -> None:
    lap(game)
    whole = game.table.shown(game["p1"], "7")
    assert isinstance(whole, str) and whole.startswith("repeat 7:\n  activate Midnight Guard\n")
    told = [game.table.shown(game["p1"], "7", most) for most in range(1, 9)]
    assert told == ["", "", "", "", whole, whole, whole, whole]  # an activation, and two passes twice


def test_what_was_played_by_hand_ends_here_until_something_else_is_chosen(game: Sitting) -> None:
    assert game.table.shown_here(game["p1"]) is False
    lap(game)
    assert game.table.shown_here(game["p1"]) is True
    assert isinstance(game.table.play(game["p1"], game.next, "pass"), Accepted)
    assert game.table.shown_here(game["p1"]) is False
    assert isinstance(game.table.shown(game["p1"], "7"), str)


def test_every_chair_has_a_secret_of_its_own_and_only_digests_are_kept(table: Table, folder: Path) -> None:
    made = table.create(RULEBOOK)
    assert isinstance(made, Created)
    assert list(made.links) == ["p1", "p2", "judge", "spectator"] and len(set(made.links.values())) == 4
    table.close()
    kept = b"".join(path.read_bytes() for path in folder.iterdir())
    assert [secret for secret in made.links.values() if secret.encode() in kept] == []
    assert kept_form(made.game, made.links["p1"]).encode() in kept


def test_a_wrong_secret_and_a_game_that_is_not_there_are_refused_alike(table: Table, game: Sitting) -> None:
    wrong = table.enter(game.made.game, "x" * 32)
    assert wrong == table.enter("not-there", game.made.links["p1"]) == table.enter("x" * 9999, "y" * 9999)
    assert refused(wrong) == "no-such-seat"


def test_a_secret_opens_nothing_in_another_game(table: Table, game: Sitting) -> None:
    other = seated(table, RULEBOOK)
    assert refused(table.enter(other.made.game, game.made.links["p1"])) == "no-such-seat"


def test_a_table_has_at_most_six_seats(table: Table) -> None:
    players = "".join(f"  p{n}: {{}}\n" for n in range(1, 8))
    assert refused(table.create(f"format: position/1\nplayers:\n{players}")) == "table-seats"


def test_what_is_no_position_is_refused_at_its_place(table: Table) -> None:
    found = table.create("format: position/1\nplayers:\n  p1: {hand: [No Such Card]}\n  p2: {}\n")
    assert isinstance(found, Refusal) and found.where.line == 3 and "No Such Card" in found.message


def test_a_program_plays_a_seat_in_a_way_that_there_is(table: Table) -> None:
    assert refused(table.create(RULEBOOK, programs={"p3": "passes"})) == "no-such-player"
    assert refused(table.create(RULEBOOK, programs={"p2": "wins"})) == "table-program"


def test_examples_that_are_built_in_begin_games(table: Table) -> None:
    assert isinstance(table.create_example("million"), Created)
    found = table.create_example("no such one")
    assert isinstance(found, Refusal) and "million" in found.expected


# --- by hand -------------------------------------------------------------------------------------------------------


def test_every_line_that_is_offered_is_accepted_and_nobody_else_is_offered_any(table: Table, game: Sitting) -> None:
    lines = [each.line for each in view(game, "p1").may]
    assert lines == ["activate Midnight Guard", "pass"]
    assert view(game, "p2").may == [] and view(game, "spectator").may == []
    game.play("p1", lines[0])
    assert [each.line for each in view(game, "p1").may] == ["pass"]


def test_117_nobody_plays_for_somebody_else(table: Table, game: Sitting) -> None:
    assert refused(table.play(game["p2"], game.next, "pass")) == "not-your-decision"
    game.play("p1", "activate Midnight Guard")
    found = table.play(game["p1"], game.next, "all pass")
    assert isinstance(found, Refusal) and found.code == "not-your-choice" and "p2" in found.message
    assert refused(table.play(game["p1"], game.next, "p2: pass")) in ("not-your-choice", "not-your-decision", "not-you")
    assert view(game, "p1").last == 2


@pytest.mark.parametrize("who", ["judge", "spectator"])
def test_the_judge_and_spectators_play_no_cards(table: Table, game: Sitting, who: str) -> None:
    assert refused(table.play(game[who], game.next, "pass")) == "not-a-player"
    assert refused(table.propose(game[who], game.next, SCRIPT)) == "not-a-player"
    assert refused(table.answer(game[who], game.next, "accept")) == "not-a-player"
    assert refused(table.ask_undo(game[who], game.next, 1)) == "not-a-player"


def test_only_the_number_that_follows_is_accepted(table: Table, game: Sitting) -> None:
    for number in (-1, 0, 1, 3, 99, 10**9):
        assert refused(table.play(game["p1"], number, "activate Midnight Guard")) == "not-next"
    assert table.play(game["p1"], 2, "activate Midnight Guard") == Accepted(2, 2)
    assert refused(table.play(game["p1"], 2, "pass")) == "not-next"


def test_the_same_entry_sent_twice_is_answered_twice_and_kept_once(table: Table, game: Sitting) -> None:
    first = table.play(game["p1"], 2, "activate Midnight Guard")
    assert table.play(game["p1"], 2, "activate Midnight Guard") == first
    assert game.last == 2
    assert refused(table.play(game["p2"], 2, "activate Midnight Guard")) == "not-next"


def test_a_refusal_changes_nothing(table: Table, game: Sitting) -> None:
    before = view(game, "p1")
    for line in (
        "activate Lightning Bolt",
        "cast Lightning Bolt targeting p2",
        "",
        "repeat 3:\n  pass",
        "pass\npass",
        "#",
    ):
        assert isinstance(table.play(game["p1"], game.next, line), Refusal), line
    assert view(game, "p1") == before


def test_what_has_happened_is_told_in_numbers(table: Table, game: Sitting) -> None:
    lap(game)
    told = table.happened(game["p2"], 3)
    assert not isinstance(told, Refusal)
    assert [(one.entry.number, [each.path for each in one.changes]) for one in told] == [
        (4, ["p1.tokens.Elf Warrior", "p1.tokens.Elf Warrior.power", "p1.tokens.Elf Warrior.toughness"]),
        (5, []),
        (6, ["p1.Midnight Guard.tapped", "stack"]),
    ]


def test_long_words_are_refused_by_their_number(table: Table, game: Sitting) -> None:
    found = table.play(game["p1"], game.next, "x" * 2_001)
    assert isinstance(found, Refusal) and found.code == "too-long" and "2,001" in found.message
    assert refused(table.chat(game["p1"], game.next, "x" * 2_001)) == "too-long"
    assert refused(table.propose(game["p1"], game.next, "x" * 100_001)) == "too-long"
    assert refused(table.create(RULEBOOK, "x" * 201)) == "too-long"


# --- shortcuts -----------------------------------------------------------------------------------------------------


def test_732_1b_a_lap_by_hand_may_be_proposed_again(table: Table, game: Sitting) -> None:
    assert refused(table.again(game["p1"], game.next, "1000")) == "no-loop"
    lap(game)
    assert view(game, "p1").again and not view(game, "p2").again
    assert isinstance(table.again(game["p1"], game.next, "10^100"), Accepted)
    waiting = view(game, "spectator").proposal
    assert waiting is not None and waiting.to_answer == ["p2"] and waiting.proposer == "p1"
    assert isinstance(table.answer(game["p2"], game.next, "accept"), Accepted)
    assert elves(game) == str(10**100 + 1)


def test_732_2b_the_proposal_is_shown_at_every_place_before_anybody_answers(table: Table, game: Sitting) -> None:
    proposed(game)
    end = table.preview(game["p2"])
    assert isinstance(end, Preview) and view(game, "p2").board.players[0].battlefield[0].name == "Midnight Guard"
    assert [each.after.text() for each in end.changes if each.path == "p1.tokens.Elf Warrior"] == ["1,000"]
    there = table.preview(game["p2"], "7.3")
    assert isinstance(there, Preview)
    assert [each.after.text() for each in there.changes if each.path == "p1.tokens.Elf Warrior"] == ["6"]
    assert there.board.stack[0].text == "Create a 1/1 green Elf Warrior creature token"
    assert refused(table.preview(game["p2"], "1001.1")) == "no-such-place"
    assert elves(game) == "0"


def test_732_2c_after_a_cut_the_proposed_choice_is_refused_and_another_one_is_not(table: Table, game: Sitting) -> None:
    """Before choice 3 of iteration 7 six Elves are there, and the seventh one's ability is on the stack."""
    proposed(game)
    assert isinstance(table.answer(game["p2"], game.next, "cut 7.3"), Accepted)
    assert elves(game) == "6" and view(game, "p2").decides == "p2"
    found = table.play(game["p2"], game.next, "pass")
    assert isinstance(found, Refusal) and (found.code, found.rule) == ("must-differ", "732.2c")
    game.play("p2", "cast Lightning Bolt targeting Midnight Guard")


def test_732_2b_answers_come_in_turn_order_and_the_end_never_moves_later(table: Table) -> None:
    text = RULEBOOK + "  p3: {hand: 2, battlefield: [Forest]}\n  p4: {hand: 1, battlefield: [Forest]}\n"
    game = seated(table, text)
    proposed(game)
    assert refused(table.answer(game["p3"], game.next, "accept")) == "answer-order"
    assert refused(table.answer(game["p1"], game.next, "cut 3.1")) == "own-proposal"
    assert isinstance(table.answer(game["p2"], game.next, "cut 20.3"), Accepted)
    assert isinstance(table.answer(game["p3"], game.next, "cut 9.4"), Accepted)
    assert isinstance(table.answer(game["p4"], game.next, "cut 500.5"), Accepted)  # behind the end: it accepts
    assert elves(game) == "8" and view(game, "p1").decides == "p3"


def test_732_2b_a_place_of_another_player_or_none_at_all_is_refused(table: Table, game: Sitting) -> None:
    proposed(game)
    for said, code in (
        ("cut 7.2", "not-your-decision"),
        ("cut 7.99", "no-such-place"),
        ("maybe", "answer"),
        ("cut x", "place"),
    ):
        assert refused(table.answer(game["p2"], game.next, said)) == code, said
    assert refused(table.play(game["p1"], game.next, "pass")) == "answers-missing"
    assert refused(table.propose(game["p1"], game.next, SCRIPT)) == "answers-missing"


def test_732_2a_no_proposal_without_priority_or_with_a_condition(table: Table, game: Sitting) -> None:
    assert refused(table.propose(game["p2"], game.next, SCRIPT)) == "not-your-decision"
    assert isinstance(
        table.propose(game["p1"], game.next, "repeat until p2 is dead:\n  activate Midnight Guard"), Refusal
    )
    assert refused(table.propose(game["p1"], game.next, "")) == "no-lines"


def test_400_2_nobody_learns_of_a_hand_by_naming_its_cards_in_a_proposal(table: Table, game: Sitting) -> None:
    """p2 holds Lightning Bolt. Naming it is refused like naming a card that nobody holds."""
    found = []
    for name in ("Lightning Bolt", "Shock"):
        script = f"activate Midnight Guard\npass\np2: cast {name} targeting Midnight Guard"
        refusal = table.propose(game["p1"], game.next, script)
        assert isinstance(refusal, Refusal)
        where = dataclasses.replace(refusal.where, span=refusal.where.span.replace(name, "NAME"))
        found.append(dataclasses.replace(refusal, message=refusal.message.replace(name, "NAME"), where=where))
    assert found[0] == found[1]


# --- programs ------------------------------------------------------------------------------------------------------


def test_a_program_that_passes_lets_everything_happen(table: Table) -> None:
    game = seated(table, RULEBOOK, {"p2": "passes"})
    game.play("p1", "activate Midnight Guard", "pass", "pass")
    proposed(game)
    assert elves(game) == "1001" and view(game, "p1").decides == "p1"


def test_a_program_that_cuts_once_cuts_in_iteration_seven_acts_and_then_accepts(table: Table) -> None:
    game = seated(table, RULEBOOK, {"p2": "cuts once"})
    proposed(game)
    said = [(each.who, each.body.get("text")) for each in table.entries(game["spectator"], 2)]  # type: ignore[union-attr] # a list
    assert said[0] == ("p2", "cut 1@7.3") and str(said[1][1]).startswith("cast Lightning Bolt")
    assert view(game, "p1").decides == "p1"


def test_a_program_agrees_to_an_undo(table: Table) -> None:
    game = seated(table, RULEBOOK, {"p2": "passes"})
    game.play("p1", "activate Midnight Guard")
    assert isinstance(table.ask_undo(game["p1"], game.next, 1), Accepted)
    assert [each.line for each in view(game, "p1").may] == ["activate Midnight Guard", "pass"]


# --- undo ----------------------------------------------------------------------------------------------------------


def test_an_undo_needs_everybody_and_leads_back_to_the_same_position(table: Table) -> None:
    game = seated(table, RULEBOOK + "  p3: {}\n")
    before = view(game, "p1")
    game.play("p1", "activate Midnight Guard", "pass")
    assert isinstance(table.ask_undo(game["p1"], game.next, 1), Accepted)
    request = view(game, "p3").undo
    assert request is not None and request.waiting == ["p2", "p3"]
    assert refused(table.answer_undo(game["p1"], game.next, True)) == "no-undo-asked"
    assert isinstance(table.answer_undo(game["p3"], game.next, True), Accepted)
    assert isinstance(table.answer_undo(game["p2"], game.next, True), Accepted)
    after = view(game, "p1")
    assert (after.board, after.may, after.decides) == (before.board, before.may, before.decides)
    game.play("p1", "activate Midnight Guard")


def test_an_undo_that_is_declined_takes_nothing_back(table: Table, game: Sitting) -> None:
    game.play("p1", "activate Midnight Guard")
    table.ask_undo(game["p1"], game.next, 1)
    assert isinstance(table.answer_undo(game["p2"], game.next, False), Accepted)
    assert view(game, "p1").undo is None and len(view(game, "p1").board.stack) == 1
    assert refused(table.answer_undo(game["p2"], game.next, True)) == "no-undo-asked"


def test_a_choice_ends_a_request_to_undo(table: Table, game: Sitting) -> None:
    game.play("p1", "activate Midnight Guard")
    table.ask_undo(game["p1"], game.next, 1)
    game.play("p1", "pass")
    assert view(game, "p2").undo is None


def test_no_undo_takes_back_what_somebody_has_seen(table: Table, game: Sitting) -> None:
    game.play("p1", "activate Midnight Guard", "pass")
    assert view(game, "p2").undo_from == 1
    game.play("p2", "cast Lightning Bolt targeting p1", "pass")
    cast = game.last - 1
    assert refused(table.ask_undo(game["p2"], game.next, cast - 1)) == "undo-revealed"
    told = {who: view(game, who).undo_from for who in ("p1", "p2", "judge", "spectator")}
    assert told == {"p1": cast, "p2": cast, "judge": 0, "spectator": 0}
    assert isinstance(table.ask_undo(game["p2"], game.next, cast), Accepted)
    assert isinstance(table.answer_undo(game["p1"], game.next, True), Accepted)
    assert view(game, "p2").decides == "p2" and len(view(game, "p2").board.stack) == 2


def test_an_undo_of_an_undo_goes_where_the_entry_stood(table: Table, game: Sitting) -> None:
    game.play("p1", "activate Midnight Guard")  # 2
    table.ask_undo(game["p1"], game.next, 1)
    table.answer_undo(game["p2"], game.next, True)  # 4
    game.play("p1", "pass")  # 5
    assert refused(table.ask_undo(game["p1"], game.next, 2)) == "nothing-to-undo"
    assert isinstance(table.ask_undo(game["p2"], game.next, 1), Accepted)
    assert isinstance(table.answer_undo(game["p1"], game.next, True), Accepted)
    assert [each.line for each in view(game, "p1").may] == ["activate Midnight Guard", "pass"]


# --- words and rulings ----------------------------------------------------------------------------------------------


def words_of(table: Table, game: Sitting, who: str) -> str:
    return json.dumps([as_json(each) for each in table.entries(game[who])])  # type: ignore[union-attr] # a list


def test_words_to_the_judge_and_secret_statements_are_for_the_judge(table: Table, game: Sitting) -> None:
    table.chat(game["p1"], game.next, "hello everybody")
    table.chat(game["p2"], game.next, "a whisper", to="judge")
    table.say(game["p2"], game.next, "number 86753098675309", secret=True)
    for who in ("p1", "spectator"):
        told = words_of(table, game, who) + json.dumps(as_json(view(game, who)))
        assert "hello everybody" in told and "whisper" not in told and "86753098675309" not in told
    for who in ("p2", "judge"):
        assert "whisper" in words_of(table, game, who) and "86753098675309" in words_of(table, game, who)
    assert refused(table.chat(game["p1"], game.next, "  ")) == "no-words"
    assert refused(table.say(game["spectator"], game.next, "number 3")) == "not-a-player"


def test_mtr_4_4_the_judge_rules_on_what_the_players_have_said(table: Table, game: Sitting) -> None:
    """p1 keeps the loop up and names 9; p2 lowers it to 4: four laps are performed, and p1 has priority again."""
    lap(game)
    assert refused(table.rule(game["p1"], game.next, "tournament")) == "not-the-judge"
    assert isinstance(table.say(game["p1"], game.next, "number 9"), Accepted)
    assert isinstance(table.say(game["p2"], game.next, "number 4"), Accepted)
    found = table.rule(game["judge"], game.next, "tournament")
    assert isinstance(found, Accepted), found
    assert elves(game) == "5"
    assert view(game, "p1").said == []


def test_secret_statements_are_open_once_the_judge_has_ruled(table: Table, game: Sitting) -> None:
    lap(game)
    table.say(game["p1"], game.next, "number 9", secret=True)
    assert "number 9" not in words_of(table, game, "p2")
    table.say(game["p2"], game.next, "number 4")
    assert isinstance(table.rule(game["judge"], game.next, "tournament"), Accepted)
    assert "number 9" in words_of(table, game, "p2")


def test_what_a_text_makes_of_a_loop_is_told_of_what_the_asker_sees(table: Table, game: Sitting) -> None:
    lap(game)
    found = {who: table.ruling(game[who], "comprehensive") for who in ("p1", "p2", "judge", "spectator")}
    told = {who: json.dumps(as_json(each)) for who, each in found.items() if not isinstance(each, Refusal)}
    assert [who for who, words in told.items() if "Lightning Bolt" in words] == ["p2", "judge"] and len(told) == 4
    assert refused(table.ruling(game["p1"], "no such text")) == "policy"


@pytest.mark.parametrize(
    ("said", "came", "sentence"),
    [
        ("accept", "all have accepted it", "All agree: "),
        ("cut 7.3", "p2 stopped it: iteration 7, before choice 3", "Stop inside iteration 7: there p2 "),
    ],
)
def test_732_2c_a_judge_who_is_called_after_a_shortcut_rules_on_the_loop_that_was_taken(
    table: Table, game: Sitting, said: str, came: str, sentence: str
) -> None:
    """Nothing was played by hand since: the texts tell of the loop from where it was proposed, with what was answered. Nobody is asked again."""
    lap(game)
    proposed(game)
    before = {who: table.ruling(game[who], "comprehensive") for who in ("p1", "p2", "judge", "spectator")}
    assert isinstance(table.answer(game["p2"], game.next, said), Accepted)
    for who, waiting in before.items():
        found = table.ruling(game[who], "comprehensive")
        assert isinstance(found, Verdict) and isinstance(waiting, Verdict), found
        assert found.title == f"the loop of entry 7, from the position where it was proposed; {came}"
        assert found.sentence.startswith(sentence) and found.ask == [] and waiting.ask != []
    assert "the loop of entry 7, from the position" in exported(game, "judge", "sheet").text
    entered = table.rule(game["judge"], game.next, "comprehensive")
    assert isinstance(entered, Refusal) and entered.expected.endswith("or the loop as a script")


# --- exports -------------------------------------------------------------------------------------------------------


def exported(sitting: Sitting, who: str, what: str) -> Exported:
    found = sitting.table.export(sitting[who], what)
    assert isinstance(found, Exported), found
    return found


def test_positions_and_scripts_are_taken_along_without_what_is_hidden(table: Table, game: Sitting) -> None:
    lap(game)
    proposed(game)
    table.answer(game["p2"], game.next, "cut 7.3")
    assert "Lightning Bolt" in exported(game, "p2", "position").text
    assert exported(game, "judge", "position").text == RULEBOOK
    for who in ("p1", "spectator"):
        text = exported(game, who, "position").text
        assert "Lightning Bolt" not in text
        assert isinstance(table.create(text), Created)
    assert exported(game, "p1", "script").text.splitlines() == [
        *(line for _, line in LAP), "# 7: p1 proposes", *(f"# {line}" for line in SCRIPT.splitlines()), "# 8: p2: cut 7.3",
        "# what was taken:", SCRIPT.splitlines()[0].replace("1000", "6"), *SCRIPT.splitlines()[1:], "activate Midnight Guard", "p1: pass",
    ]  # fmt: skip
    assert refused(table.export(game["p1"], "everything")) == "no-such-export"


def test_a_certificate_is_taken_along_and_holds(table: Table, game: Sitting) -> None:
    assert refused(table.export(game["p1"], "certificate")) == "no-proposal"
    proposed(game)
    text = exported(game, "p1", "certificate").text
    assert isinstance(check(text), Checked)
    assert "Lightning Bolt" not in text and "Lightning Bolt" in exported(game, "judge", "certificate").text


def test_the_judges_sheet_is_a_page_that_stands_by_itself(table: Table, game: Sitting) -> None:
    lap(game)
    page = exported(game, "judge", "sheet")
    assert page.media == "text/html" and page.text.startswith("<!doctype html>")
    assert all(f"<h1>{policy}</h1>" in page.text for policy in ("comprehensive", "tournament", "g18"))
    assert "Lightning Bolt" not in exported(game, "p1", "sheet").text


def test_a_log_goes_to_the_judge_alone_and_begins_the_game_anew(table: Table, game: Sitting) -> None:
    lap(game)
    proposed(game)
    table.answer(game["p2"], game.next, "cut 7.3")
    assert refused(table.export(game["p1"], "log")) == "not-the-judge"
    made = table.load(exported(game, "judge", "log").text)
    assert isinstance(made, Created) and made.links["p1"] != game.made.links["p1"]
    again = taken_seats(table, made)
    assert view(again, "p2").board == view(game, "p2").board
    assert refused(table.play(again["p2"], again.next, "pass")) == "must-differ"


def test_a_log_is_told_from_a_position(table: Table, game: Sitting) -> None:
    text = exported(game, "judge", "log").text
    assert is_log(text) and is_log(text.splitlines()[0])
    assert not any(map(is_log, (RULEBOOK, "", "null", "{", '{"format": "position/1"}\n')))
    found = table.create(text)
    assert refused(found) == "format" and isinstance(found, Refusal) and found.expected == "the same text as a log"


def forged(text: str, number: int, change: dict[str, object]) -> str:
    """A log with something else in one of its entries."""
    lines = text.splitlines()
    lines[number] = json.dumps({**json.loads(lines[number]), **change})
    return "\n".join(lines)


def test_forged_and_reordered_logs_are_refused(table: Table, game: Sitting) -> None:
    lap(game)
    text = exported(game, "judge", "log").text
    lines = text.splitlines()
    swapped = [*lines[:3], lines[4], lines[3], *lines[5:]]
    twice = [*lines[:3], lines[2], *lines[3:]]
    for bad in (
        forged(text, 2, {"body": {"text": "pass"}}),
        forged(text, 2, {"who": "p2"}),
        forged(text, 3, {"state": "0" * 64}),
        forged(text, 3, {"reveals": True}),
        forged(text, 3, {"number": 9}),
        forged(text, 3, {"kind": "position"}),
        forged(text, 1, {"kind": "choice"}),
        forged(text, 4, {"kind": "undo agreed", "body": {"to": "99"}}),
        forged(text, 4, {"extra": 1}),
        forged(text, 4, {"body": [1]}),
        "\n".join(swapped),
        "\n".join(twice),
        "\n".join(lines[:2] + lines[3:]),
        "", "{}", "null", "[" * 5_000,
    ):  # fmt: skip
        assert refused(table.load(bad)) == "game-damaged", bad[:80]


def test_waiting_ends_with_the_next_entry_or_with_its_time(table: Table, game: Sitting) -> None:
    assert table.wait(game["p2"], 0, 5.0) == 1
    assert table.wait(game["p2"], 1, 0.01) == 1
    assert isinstance(game["p2"], Chair)
