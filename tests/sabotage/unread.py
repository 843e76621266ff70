"""Breakages of what lets clauses stand unread on a board, each noticed by a named check."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from reiterate.check.claims import clauses
from reiterate.check.start import legal_position
from reiterate.loops import play
from reiterate.oracle import unread_lines
from reiterate.rules.access import unread_clauses
from reiterate.rules.costs import resolution_payments
from reiterate.rules.decisions import not_offered, verify_actions
from reiterate.rules.events import copying, enters_battlefield, life, replacement, triggers, turn_changes
from reiterate.rules.resolution import effects_continuous, stacking
from reiterate.terms import unusable
from tests.check import test_clauses as forged
from tests.check import test_clauses_of_spells as of_spells
from tests.oracle import test_unread_lines as lines
from tests.rules import test_unread_clauses as boards
from tests.sabotage.table import Sabotage, instead


def forgeries(*titles: str) -> Callable[[], None]:
    """Each of these forged certificates is refused for the clauses."""
    chosen = [forge for title, forge, _ in forged.FORGED if title in titles]
    assert len(chosen) == len(titles)

    def all_refused() -> None:
        for forge in chosen:
            assert forged.refused(forge).code == forged.CLAUSES

    return all_refused


def a_list_is_no_event() -> None:
    """A cut in the middle of a list of events is no event."""
    text = "Whenever Thing attacks, blocks, or contemplates, draw a card."
    lines.test_603_1_the_event_of_an_unread_trigger_is_read(text, None, False)


def more_words_are_no_list() -> None:
    """What goes on with a third part of a list is no effect, however it begins."""
    text = "Whenever Thing attacks, each player blocks, or you contemplate, draw a card."
    lines.test_603_1_the_event_of_an_unread_trigger_is_read(text, None, False)


def a_word_of_a_cost() -> None:
    """A word and a colon are no cost."""
    lines.test_113_2_all_else_is_not_understood_as_before("Choose one: Contemplate the infinite.")


def another_trigger() -> None:
    """An ability that also triggers on something else is not read."""
    text = "Whenever Thing attacks, you contemplate. This ability also triggers if Thing blocks."
    lines.test_603_1_the_event_of_an_unread_trigger_is_read(text, None, False)


def a_thinker_is_named() -> None:
    """Who could use an unread ability is named."""
    boards.test_602_2_an_unread_ability_is_named_and_is_no_draw(
        ["Thinker"], [], [(0, "not known: Thinker's {5} ability")]
    )


def refused_as_stated(title: str) -> Callable[[], None]:
    """A forged certificate is refused for an obligation that its table states."""
    ((forge, codes),) = [(forge, codes) for name, forge, codes in forged.FORGED if name == title]

    def refused() -> None:
        assert forged.refused(forge).code in codes

    return refused


def riddle_is_refused() -> None:
    """A clause that could do something by itself refuses the board."""
    boards.test_113_2_a_clause_that_could_do_something_by_itself_refuses_as_before("Riddle")


def nothing_fits(_good: Any) -> re.Pattern[str]:
    """A pattern that fits no words."""
    return re.compile(r"(?!)")


def nothing_seen(_good: Any) -> Callable[..., None]:
    """Nothing is looked at."""
    return lambda *_: None


def instead_text(_good: Any) -> str:
    """Another word."""
    return "nothing"


def met(mine: list[str], theirs: list[str], body: str) -> Callable[[], None]:
    """A board is refused for what an unread clause is about."""
    return lambda: boards.test_604_1_what_is_met_is_refused_by_name(mine, theirs, body)


def two_parts() -> None:
    """How a card enters and what else it does are no single thing."""
    text = "Thing enters with a thought counter on it and can't block."
    lines.test_604_1_the_subject_of_an_unread_static_ability_is_read(text, "", "", "")


def cast_again(card: str, rule: str) -> Callable[[], None]:
    """A card that is cast again and again is refused for what matters then."""
    return lambda: boards.test_601_what_matters_as_a_card_is_cast_enters_or_leaves_is_refused_by_name(card, rule)


def more_than_casting() -> None:
    """A sentence that hinders casting and does something else is no such sentence."""
    lines.test_604_1_the_subject_of_an_unread_static_ability_is_read("Players can't cast spells or think.", "", "", "")


def a_turn_begins() -> None:
    """A turn that begins while the card is tapped is refused."""
    line = "activate Tapper targeting Slow Vault; all pass; "
    boards.test_614_10_a_turn_that_begins_while_it_is_tapped_is_refused(line, refused=True)


UNREAD: tuple[Sabotage, ...] = (
    Sabotage("a sentence about more than casting", more_than_casting, unread_lines, "_BESIDES", nothing_fits),
    Sabotage("a turn that begins unseen", a_turn_begins, turn_changes, "stop_turn", nothing_seen),
    Sabotage(
        "casting that is hindered unseen",
        boards.test_601_3_whether_an_opponent_may_cast_is_not_known,
        verify_actions,
        "hindered",
        instead(None),
    ),
    Sabotage(
        "a cost that nobody reads", cast_again("Cheap", "601"), verify_actions, "kept_from_casting", instead(None)
    ),
    Sabotage("words about a spell unseen", cast_again("Stacker", "601"), unusable, "_OF_SPELLS", nothing_fits),
    Sabotage("a way of casting on the stack", cast_again("Kicked", "601"), unusable, "_CASTING", instead_text),
    Sabotage(
        "an instant as quiet as a permanent",
        boards.test_112_1_an_instant_with_an_unread_clause_is_not_cast,
        unusable,
        "_NO_PERMANENTS",
        lambda _good: (),
    ),
    Sabotage(
        "what enters from the stack unseen",
        cast_again("Latecomer", "614.1"),
        enters_battlefield,
        "stop_itself",
        nothing_seen,
    ),
    Sabotage(
        "what triggers as it enters unseen", cast_again("Greeter", "603.2"), triggers, "SilentTrigger", lambda _good: ()
    ),
    Sabotage(
        "copies of unread spells",
        boards.test_707_10_a_spell_with_an_unread_clause_is_not_copied,
        stacking,
        "understood",
        lambda _good: lambda proto: proto,
    ),
    Sabotage(
        "spells whose clauses the checker doesn't read",
        lambda: of_spells.refused_though_the_rules_let_it_pass("Dear"),
        clauses,
        "_read_as_of_a_spell",
        nothing_seen,
    ),
    Sabotage("what a player would do unseen", met(["Chime", "Replacer"], [], ""), life, "stop_at", nothing_seen),
    Sabotage(
        "a card that enters unseen",
        met(["Latecomer", "Blinker"], [], "activate Blinker targeting Latecomer; all pass"),
        enters_battlefield,
        "stop_itself",
        nothing_seen,
    ),
    Sabotage(
        "a card that leaves unseen",
        met(["Last Words", "Ender"], [], "activate Ender targeting Last Words; all pass"),
        replacement,
        "stop_itself",
        nothing_seen,
    ),
    Sabotage(
        "a set that is there unseen",
        met(["Chime", "Gaoler"], ["Grizzly Bears"], ""),
        unread_clauses,
        "_may_be",
        instead(False),
    ),
    Sabotage(
        "a set of other types unseen",
        met(["Chime", "Gaoler", "Painter"], [], ""),
        unread_clauses,
        "_sets_types",
        instead(False),
    ),
    Sabotage(
        "a set that is there for a moment",
        met(["Elf Herd", "Firefly"], [], "activate Firefly; all pass"),
        enters_battlefield,
        "stop_where_met",
        nothing_seen,
    ),
    Sabotage("a second part of a sentence", two_parts, unread_lines, "_SECOND", nothing_fits),
    Sabotage(
        "a set of a certificate that nobody looks at",
        refused_as_stated("a set that is there"),
        unread_clauses,
        "_may_be",
        instead(False),
    ),
    Sabotage(
        "another subject that nobody reads anew",
        forgeries("another player", "another event", "another set"),
        clauses,
        "_read_anew",
        nothing_seen,
    ),
    Sabotage(
        "an unread trigger that triggers unseen",
        boards.test_603_2_a_trigger_whose_event_happens_is_refused_by_name,
        triggers,
        "SilentTrigger",
        lambda _good: (),
    ),
    Sabotage("options of unread abilities left out", a_thinker_is_named, not_offered, "carried", instead([])),
    Sabotage(
        "mana of unread abilities left out of payments",
        boards.test_118_12_a_payment_may_be_made_with_mana_of_an_unread_ability,
        resolution_payments,
        "_unread_mana",
        instead(False),
    ),
    Sabotage(
        "unread clauses copied",
        boards.test_707_2_an_unread_clause_is_not_copied,
        copying,
        "not_understood",
        instead(None),
    ),
    Sabotage(
        "unread clauses changed",
        boards.test_612_the_text_of_an_unread_clause_is_not_changed,
        effects_continuous,
        "not_understood",
        instead(None),
    ),
    Sabotage(
        "unread clauses taken away",
        lambda: boards.test_613_1f_nothing_may_take_an_unread_clause_away("Thinker"),
        unread_clauses,
        "_takes",
        instead(False),
    ),
    Sabotage("a board that nobody looks at", riddle_is_refused, play, "blocked", instead(None)),
    Sabotage("a cost of any words", a_word_of_a_cost, unread_lines, "is_cost", instead(True)),
    Sabotage("an effect of any words", a_list_is_no_event, unread_lines, "_goes_on_as_effect", instead(True)),
    Sabotage("a list that goes on", more_words_are_no_list, unread_lines, "_LIST", nothing_fits),
    Sabotage("a second trigger in the words", another_trigger, unread_lines, "_AGAIN", nothing_fits),
    Sabotage(
        "clauses that nobody reads anew",
        forgeries("a false event", "an event of one player", "an understood line unread"),
        clauses,
        "_read_anew",
        nothing_seen,
    ),
    Sabotage(
        "clauses that are not gathered",
        forgeries("a clause left out", "no clause listed"),
        clauses,
        "unread_clauses",
        instead([]),
    ),
    Sabotage(
        "a start that nobody looks at",
        refused_as_stated("nothing known of a clause"),
        legal_position,
        "blocked",
        instead(None),
    ),
)
