"""The program doesn't read its own sentences: every place where it might is listed with a reason, and none is new."""

from __future__ import annotations

from typing import Final

import pytest

from tests.house import own_words
from tests.support.files import ROOT

SRC: Final = ROOT / "src" / "reiterate"

#: Places that read texts by phrases, by the reason why they may: the file and the function.
EXCEPTIONS: Final[dict[str, frozenset[tuple[str, str]]]] = {
    "A number in its notation is set in brackets.": frozenset(
        {
            ("amounts/amount_text.py", "_exponent"),
            ("amounts/amount_text.py", "_power"),
            ("amounts/amount_text.py", "_term"),
        }
    ),
    "Texts of cards, and words of terms that are words of a card's text.": frozenset(
        {
            ("cards/book.py", "CardBook.protos"),
            ("check/claims/clauses.py", "_static"),
            ("oracle/clause.py", "_names_stand"),
            ("oracle/grammar/following.py", "_countered"),
            ("oracle/grammar/phrase_meanings.py", "enchant_quote"),
            ("rules/characteristics/protection.py", "has_quality"),
        }
    ),
    "What a person typed, or wrote in a file, and what words typed by a person call.": frozenset(
        {
            ("judging/case_file.py", "_ends"),
            ("script/combat_words.py", "_clauses"),
            ("script/combat_words.py", "_some"),
            ("script/describe.py", "Wanted._head"),
            ("script/describe.py", "_ability_of"),
            ("script/position.py", "_Reader._answers"),
            ("script/position_announced.py", "Announced.named"),
            ("script/position_announced.py", "Announced.source"),
            ("script/script.py", "_block"),
            ("script/sentence_clauses.py", "way_of_casting"),
            ("script/sentence_clauses.py", "_target_of"),
            ("script/sentence_clauses.py", "read_targets"),
            ("script/sentence_verbs.py", "_said_place"),
            ("script/sentences.py", "_read_plainly"),
            ("script/which_ability.py", "fitting"),
            ("script/places.py", "step_meant"),
            ("table/opening_hands.py", "hands_after_choice"),
            ("table/replay.py", "_to_play_again"),
        }
    ),
    "Messages of a library that has no codes.": frozenset(
        {
            ("decoded.py", "guarded"),
            ("service/asked.py", "_refusal"),
        }
    ),
    "Names of slots, of questions, of ways of casting, of effects: each stands in a table, and no text for people is read.": frozenset(
        {
            ("check/claims/named_facts.py", "not_named"),
            ("rules/costs/casting.py", "check_how"),
            ("rules/characteristics/printed_characteristics.py", "is_kicker"),
            ("script/position_under_way.py", "UnderWayReader._spells_cast"),
            ("rules/costs/object_costs.py", "give_up"),
            ("rules/costs/payment.py", "_hand_over"),
            ("rules/decisions/verify_actions.py", "_ability"),
            ("rules/decisions/verify_actions.py", "_inactive"),
            ("rules/events/commander.py", "lethal"),
            ("rules/events/commander.py", "wounded"),
            ("rules/resolution/effects_structure.py", "choose_one"),
            ("rules/resolution/put_triggers_on_stack.py", "_with_mode"),
            ("rules/resolution/stacking.py", "spell_abilities_of"),
            ("rules/turn/combat_damage.py", "_acts"),
            ("rules/turn/combat_damage.py", "strength_of"),
            ("rules/turn/declarations.py", "not_alone"),
            ("rules/turn/state_based_actions.py", "_not_spared"),
            ("rules/turn/declarations.py", "cant"),
            ("rules/turn/declarations.py", "must"),
            ("rules/turn/declare_attackers.py", "attacker_refusal"),
            ("rules/turn/declare_blockers.py", "_evades"),
            ("script/expect.py", "_of_player"),
            ("script/only_answers.py", "about_targets"),
            ("script/saying.py", "is_mode"),
            ("script/saying.py", "mode_words"),
            ("script/script.py", "BodyReader._past_said"),
            ("script/script.py", "BodyReader.next"),
            ("script/sentence_clauses.py", "_legal"),
            ("ask/building_board.py", "_player"),
            ("ask/counter_words.py", "count_name"),
            ("state/index.py", "names_off_stack"),
            ("survey/gain_order.py", "_counted"),
        }
    ),
    "Lines of scripts: a language with a reader of its own (docs/script.md). What is written otherwise is read and proved again.": frozenset(
        {
            ("survey/needs.py", "needs.reworded"),
            ("combos/one_shots.py", "Once.attacks"),
            ("combos/outlets.py", "_only_attacks"),
            ("worth/second_loops.py", "_acts"),
            ("worth/second_loops.py", "written_out"),
            ("worth/second_loops.py", "with_one_attacker"),
            ("script/one_block.py", "_begins"),
            ("script/one_block.py", "lap_of_loop"),
            ("show/game_words.py", "_often"),
        }
    ),
    "Citations: numbers of rules and of sentences, a notation of its own.": frozenset(
        {
            ("ask/answer_verdict.py", "Reason.citations"),
        }
    ),
    "A command: a language with a reader of its own (docs/cli.md).": frozenset({("show/screen_verdict.py", "_shown")}),
    "A helper's words without their article: both are words for people.": frozenset(
        {
            ("combos/layouts.py", "_Making._counted_of_others"),
        }
    ),
    "The words that tell an ability apart are those that read back as it.": frozenset(
        {
            ("script/saying.py", "_ability_words"),
            ("script/saying.py", "ability_of"),
        }
    ),
    "The printer of card text joins phrases that it has made itself, and takes a phrase apart as the grammar put it together.": frozenset(
        {
            ("oracle/grammar/ways_back.py", "_from_quality"),
            ("oracle/grammar/ways_back.py", "_kicker"),
            ("oracle/grammar/ways_back_lines.py", "_also_except"),
        }
    ),
    "Touches of a page: a language of words and a number, with a reader of its own.": frozenset(
        {
            ("games/gestures.py", "_Acting._begun"),
            ("games/gestures.py", "_answering"),
        }
    ),
    "The seat that stands in a set for the player of an event.": frozenset(
        {
            ("rules/characteristics/printed_characteristics.py", "filter_holds"),
            ("terms/check.py", "_filter"),
        }
    ),
    "Whether a word of a card's name is a word of card text.": frozenset({("oracle/normal_text.py", "_has_meaning")}),
    "What all ways of a list begin with is left out of each.": frozenset({("games/gestures.py", "_Acting._told")}),
    "Whether two texts for the same page differ.": frozenset(
        {
            ("show/growth_scale.py", "together"),
            ("web/markup.py", "line_shown"),
        }
    ),
}


def sources() -> dict[str, str]:
    return {path.relative_to(SRC).as_posix(): path.read_text("utf-8") for path in sorted(SRC.rglob("*.py"))}


def found() -> set[tuple[str, str]]:
    """All readings of the program's source: the file and the function."""
    texts: dict[str, str] = {}
    read = sources()
    for source in read.values():
        texts |= own_words.constants(source)
    return {(path, each.function) for path, source in read.items() for each in own_words.readings(source, texts)}


def test_own_words_are_read_only_where_there_is_a_reason() -> None:
    listed = [place for places in EXCEPTIONS.values() for place in places]
    assert len(listed) == len(set(listed))
    read = found()
    new, gone = read - set(listed), set(listed) - read
    assert not new, (
        f"own words are read here: give what is read a type, or list the place with its reason: {sorted(new)}"
    )
    assert not gone, f"nothing is read here any more: {sorted(gone)}"


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ('if "repeat" in refused.message: pass', "words are compared"),
        ("if one.refusal.message == other.refusal.message: pass", "words are compared"),
        ("refused.expected.removeprefix(start)", "words are cut"),
        ('clause.why.partition(": ")', "words are cut"),
        ("def f():\n    told = say(state, choice)\n    return told.startswith(begin)", "words are cut"),
        ("def f():\n    told = said_of(state, choice).text\n    return PATTERN.search(told)", "words are searched"),
        ('kind_words(loop).split(";")', "words are cut"),
        ('found.how.split(":")[0]', "words are cut"),
        ("def f(verdict):\n    return _CODES.search(verdict)", "words are searched"),
        ('if "That()" in repr(term): pass', "words are compared"),
        ('line.startswith("an ability of ")', "a text is cut at a phrase"),
        ('BEGIN: Final = "the nearest was: "\ntext.partition(BEGIN)', "a text is cut at a phrase"),
        ('if "draws a card" in text: pass', "a phrase is searched"),
        ('if f"{name} gains life" in text: pass', "a phrase is searched"),
    ],
)
def test_a_reading_is_found(source: str, kind: str) -> None:
    assert [each.kind for each in own_words.readings(source)] == [kind]


@pytest.mark.parametrize(
    "source",
    [
        "print(refused.message)",
        'why = refused.message or "the game is over"',
        'if refused.message != "": pass',
        'if refused.code == "no-loop": pass',
        'slot.startswith("counter.")',
        'if "creature" in types: pass',
        'name.split(",")',
        'if choice.how == "flashback": pass',
    ],
)
def test_what_reads_no_words_is_left_alone(source: str) -> None:
    assert not list(own_words.readings(source))
