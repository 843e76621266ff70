"""Breakages of what keeps a forger of certificates out: work that is weighed, names that are quoted, answers that are others."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from reiterate import untrusted_text
from reiterate.ask import checked_words
from reiterate.certify.form import canonical
from reiterate.check import arithmetic, certificate, certificate_steps, chain, huge, same_shape, work
from reiterate.check.accepted import NoCards
from reiterate.check.arithmetic import Form, OutOfBudget, Signs
from reiterate.check.certificate import Accepted, check
from reiterate.check.certificate_steps import Player
from reiterate.check.claims import exits, made_facts, roles, whose_words
from reiterate.check.claims.iterations import Division
from reiterate.check.claims.made_words import Words
from reiterate.check.claims.resolutions import Resolution
from reiterate.check.form import Move
from reiterate.check.numbers import Log, Number
from reiterate.check.observer import Observer
from reiterate.check.start import legal_position
from reiterate.check.start.legal_position import bounded_cards
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.costs import object_costs
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import Ref, Row, State, make_class
from reiterate.terms.abilities import Activated
from reiterate.terms.costs import ManaCost
from reiterate.terms.effects_zones import Draw
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import You
from tests.check import test_asked_starts as questions
from tests.check import test_attacked as attacked
from tests.check import test_brought_about as brought
from tests.check import test_first_line as lines
from tests.check import test_made_facts as facts
from tests.check import test_named as named
from tests.check import test_resolutions as resolutions
from tests.check import test_whose_words as whose
from tests.check.forging import GOND, text_of
from tests.check.test_forged import gond
from tests.rules.cr_100_concepts import test_118_paid_twice as paid
from tests.sabotage.table import Sabotage


def unweighed(_good: Any) -> Callable[..., None]:
    """Nothing is counted."""
    return lambda *_: None


def always(_good: Any) -> Callable[..., bool]:
    """Everything is so."""
    return lambda *_: True


def too_much(do: Callable[[], object], units: int) -> None:
    """Doing it takes more than so many units of work."""
    with work.counted(units):
        try:
            do()
        except OutOfBudget:
            return
    raise AssertionError("it was not weighed")


def ring() -> None:
    """Cards that refer to each other in a ring are compared all against all."""
    start = gond()
    cls = make_class("card", "exile", proto=Proto("Odd", ("artifact",)), owner=0, controller=0)
    rows = {**start.rows, **{20 + i: Row(cls, {}, 1, {"host": Ref("one", 20 + (i + 1) % 20)}) for i in range(20)}}
    too_much(lambda: work.tidied(State(rows, start.seqs, {}, {}, 50)), 1_000)


def played() -> None:
    """A choice costs as much as there are rows."""
    deeds = Move(Choice("activate", 0, 3), {})
    too_much(lambda: Player(Signs(), Observer()).plainly(gond(), [deeds], "base"), 3)


def looked() -> None:
    """So does listing what could be chosen."""
    too_much(lambda: roles.looked_at(gond(), Choice("pass", 0, over="")), 3)


def apart() -> None:
    """Rows of one class whose amounts may change are compared in pairs at each place."""
    cls = make_class("token", "exile", proto=Proto("Odd", ("artifact",)), owner=0, controller=0)
    log = Log()
    ages: list[Any] = [Number(i * i + 1, {(i,): 1}, log) for i in range(40)]
    rows = {**gond().rows, **{20 + i: Row(cls, {"counter.age": age}, 1, {}) for i, age in enumerate(ages)}}
    too_much(lambda: same_shape.stay_apart(State(rows, {}, {}, {}, 99)), 500)


def long_values() -> None:
    """A long value of a form costs by its digits."""
    form = Form({(base, 0): 1 for base in range(3, 30)})  # type: ignore[misc] # whole factors
    too_much(lambda: form.at(40_000), 500)


def refused_sum(powers: tuple[tuple[int, int], ...]) -> None:
    """Such a sum is not worked out."""
    try:
        huge.huge([(powers, 1)])  # type: ignore[list-item] # a whole factor
    except OutOfBudget:
        return
    raise AssertionError("it was worked out")


def bases() -> None:
    """A sum has a bounded number of powers."""
    refused_sum(tuple((2**100 + 2 * i + 1, 10**20) for i in range(400)))


def long_bases() -> None:
    """A base has a bounded number of digits."""
    refused_sum(((10**60 + 7, 10**20),))


def refused_card(*abilities: Any) -> None:
    """A card with such abilities is not played with."""
    layout = Layout(2)
    layout.put(Proto("Odd", ("artifact",), abilities=abilities), 0)
    try:
        bounded_cards(layout.done())
    except OutOfBudget:
        return
    raise AssertionError("it is played with")


def either_or() -> None:
    """A cost has a bounded number of readings."""
    refused_card(Activated((ManaCost(("2/W", "2/U") * 10),), (Draw(You(), Fixed(1)),)))


def long_words() -> None:
    """A card has a bounded number of words."""
    refused_card(Activated((), (Draw(You(), Fixed(1)),) * 60_000))


def no_lines() -> None:
    """A card's name makes no line of the answer."""
    named.test_a_name_makes_no_line_of_the_answer("a line")


def no_lines_of_refusals() -> None:
    """Nor of a refusal."""
    named.test_a_name_makes_no_line_of_a_refusal("an escape")


def other_cards_are_told() -> None:
    """A card of another name is told."""
    named.test_a_card_of_another_name_is_told("Grizzly Bears")


def told(where: str) -> Callable[[], None]:
    """Words of nobody that stand there are told."""
    return lambda: whose.test_a_certificate_with_words_of_nobody_is_told_on_the_first_screen(where)


def changed_texts() -> None:
    """A changed text is of an effect that changes texts."""
    whose.test_a_copiable_text_is_one_that_a_changed_text_comes_from()


def won_by_nobody() -> None:
    """A player is about to win by an effect of some card."""
    brought.test_what_no_card_brings_about_is_told("winning")


def left_by_nobody() -> None:
    """A resolution has left what some ability has left."""
    resolutions.test_608_2c_what_is_left_is_the_end_of_an_abilitys_effects("as often as it is said")


def changed_by_nobody() -> None:
    """A size is changed as effects change it."""
    facts.test_613_4c_a_change_is_one_that_effects_come_to("+1/+1")


def cast_by_nobody() -> None:
    """A spell was cast in a way that something gives."""
    facts.test_601_2b_a_way_of_casting_that_nobody_gives_is_told("flashback")


def copied_by_nobody() -> None:
    """A card is no token."""
    brought.test_111_1_a_token_is_no_card_and_a_card_no_token("battlefield")


def ever_delayed() -> None:
    """A delayed ability triggers once."""
    brought.test_603_7b_a_delayed_ability_triggers_as_often_as_its_card_says({"duration": "game"}, False)


def another_question() -> None:
    """A question of a start is asked."""
    questions.test_608_2d_the_question_of_a_start_is_the_one_that_its_choice_asks("mixed")


def halves() -> None:
    """Iterations are what the owner counts."""
    lines.test_halves_that_are_unlike_are_no_iterations(("Left", "Right"))


def nothing(*_: object) -> tuple[object, ...]:
    """Nothing is found."""
    return ()


def what_was_proved() -> None:
    """Another life total is another answer."""
    value = json.loads(text_of(GOND))
    before = named.answer(value)
    named.CHANGES["a life total"](value)
    assert [line for line in named.answer(value) if line not in before and "sha256" not in line]


def ends_by_rules() -> None:
    """What is not implemented ends no loop."""
    value = json.loads(text_of(GOND))
    attacked.by_an_unknown_card(value)
    assert isinstance(check(canonical(value)), Refusal)
    assert isinstance(check(text_of(GOND)), Accepted)


def one_creature_once() -> None:
    """One creature is tapped for one mana."""
    paid.test_702_51a_each_creature_is_tapped_for_one_mana([("a", 1), ("a", 1)], "cost-picks")


CHECKER: tuple[Sabotage, ...] = (
    Sabotage("a normal form is not weighed", ring, work, "normal", lambda good: lambda state, spend: good(state)),
    Sabotage("a choice is not weighed", played, certificate_steps, "spend", unweighed),
    Sabotage("options are not weighed", looked, roles, "spend", unweighed),
    Sabotage("pairs of rows are not weighed", apart, same_shape, "spend", unweighed),
    Sabotage("long values are not weighed", long_values, arithmetic, "spend_product", unweighed),
    Sabotage("a sum has any number of powers", bases, huge, "POWERS", lambda good: 10**9),
    Sabotage("a base has any number of digits", long_bases, huge, "BASE_BITS", lambda good: 10**9),
    Sabotage("a cost has any number of readings", either_or, legal_position, "EITHER_BUDGET", lambda good: 10**9),
    Sabotage("a card has any number of words", long_words, legal_position, "NODE_BUDGET", lambda good: 10**9),
    Sabotage("a name is printed as it is", no_lines, untrusted_text, "clean", lambda good: lambda text: text),
    Sabotage(
        "a refusal is printed as it is", no_lines_of_refusals, certificate, "clean", lambda good: lambda text: text
    ),
    Sabotage(
        "no card is compared",
        other_cards_are_told,
        certificate,
        "words_of",
        lambda good: lambda start, cards: NoCards((), ()),
    ),
    Sabotage("any ability is of a card", told("delayed"), whose_words, "_term_said", always),
    Sabotage("any property is of a card", told("enchant"), whose_words, "_property_said", always),
    Sabotage("any copiable text is of a card", changed_texts, whose_words, "_worded", always),
    Sabotage("anything is brought about", won_by_nobody, whose_words, "_not_brought_about", lambda good: nothing),
    Sabotage("anything is left of a resolution", left_by_nobody, Resolution, "is_left", always),
    Sabotage("any change comes about", changed_by_nobody, made_facts, "_is_sum", always),
    Sabotage("a spell was cast in any way", cast_by_nobody, made_facts, "_is_way", always),
    Sabotage("anything is a copy", copied_by_nobody, whose_words, "_copied", always),
    Sabotage("any delayed ability is of a card", ever_delayed, Words, "delays", always),
    Sabotage("any question is asked", another_question, legal_position, "_same", always),
    Sabotage("halves are iterations", halves, Division, "alike", lambda good: property(lambda self: True)),
    Sabotage("any effect until end of turn is of a card", told("marks"), Words, "lasts", always),
    Sabotage("any shield is of a card", told("shield"), Words, "shields", always),
    Sabotage("any enchant ability is of a card", told("enchant"), Words, "enchants", always),
    Sabotage(
        "amounts of the start are not shown", what_was_proved, checked_words, "_details", lambda good: lambda row: "x"
    ),
    Sabotage("what is not implemented ends a loop", ends_by_rules, chain, "UNSUPPORTED", lambda good: "nothing"),
    Sabotage(
        "the loop's own answer leads out of it",
        attacked.test_a_way_out_is_another_answer,
        exits,
        "same_answer",
        lambda good: lambda one, other: False,
    ),
    Sabotage("what is named pays twice", one_creature_once, object_costs, "left_of", lambda good: lambda *_: 9),
)
