"""The grammar: what a text of productions is refused for at import, what the chart keeps, and which readings are left."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from reiterate.oracle.clause import Context, read_line
from reiterate.oracle.compile import compile_card
from reiterate.oracle.grammar.chart import Chart, Grammar, NoMeaning, TooMany
from reiterate.oracle.grammar.notation import BadGrammar, grammar_of, productions_of
from reiterate.oracle.grammar.reading import grammar, readings
from reiterate.oracle.normal_text import normalise
from reiterate.terms import language as n
from reiterate.terms.base import Ability
from tests.oracle.oracle_corpus import CONTEXTS, NAME, corpus


def even(value: int) -> int:
    """A meaning that odd numbers don't have."""
    if value % 2:
        raise NoMeaning
    return value


NAMES: dict[str, Any] = {"Fixed": n.Fixed, "Times": n.Times, "even": even}
LEXICAL: dict[str, Callable[[str], Any]] = {"int": lambda word: int(word) if word.isdecimal() else None}


def of(text: str, start: str = "a") -> Grammar:
    """The grammar of a text."""
    return grammar_of([productions_of(text, NAMES)], LEXICAL, [start])


def read_as(text: str, words: str, start: str = "a") -> list[Any]:
    """Every reading of words by the grammar of a text."""
    return Chart(of(text, start), tuple(words.split())).whole(start)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[a]\nx {n:b} = n\n", "nothing defines the category b"),
        ("[a]\nx = 1\n[b]\ny = 1\n", "nothing reaches the category b"),
        ("[a]\n{n:a} x = n\n", "left recursion: a > a"),
        ("[a]\n{n:b} x = n\n[b]\n{n:a} y = n\nz = 1\n", "left recursion: a > b > a"),
        ("[a]\nx {n:int} = 1\n", "the hole n is not used"),
        ("[a]\nx = Fixed(m)\n", "m is neither a hole nor known"),
        ("[a]\nx = Banana(1)\n", "Banana is not known"),
        ("[a]\nx = 1 + 2\n", "no meaning"),
        ("[a]\nx = 1\nx = 2\n", "twins"),
        ("[a]\nx|x = 1\n", "twins"),
        ("[a]\nx? = 1\n", "a production without words"),
        ("x = 1\n", "no production"),
    ],
)
def test_a_text_that_can_not_be_used_is_refused_with_its_reason(text: str, why: str) -> None:
    with pytest.raises(BadGrammar, match=re.escape(why)):
        of(text)


def test_a_category_stands_in_one_file() -> None:
    parts = [productions_of(text, NAMES) for text in ("[a]\nx {n:b} = n\n[b]\ny = 1\n", "[b]\nz = 2\n")]
    with pytest.raises(BadGrammar, match="b is defined in two places"):
        grammar_of(parts, LEXICAL, ["a"])


def test_every_reading_is_kept_and_equal_ones_are_one() -> None:
    text = "[a]\n{n:b} {m:b} = (n, m)\n{n:b} and {m:b} = (n, m)\n[b]\n{n:int} = Fixed(n)\n{n:int} and = Fixed(n)\n"
    assert read_as(text, "1 and 2") == [(n.Fixed(1), n.Fixed(2))]
    both = "[a]\n{n:int} {m:int} = (n, m)\n{n:int} {m:b} = (m, n)\n[b]\n{n:int} = n\n"
    assert sorted(read_as(both, "1 2")) == [(1, 2), (2, 1)]


def test_words_without_a_meaning_are_no_reading() -> None:
    text = "[a]\n{n:int} = Fixed(even(n))\n"
    assert read_as(text, "2") == [n.Fixed(2)]
    assert read_as(text, "3") == []


def test_a_verb_has_the_person_of_its_category() -> None:
    text = "[a]\nshe {v:verb.s} = v\nthey {v:verb.p} = v\n[verb*]\ndraw~ {n:int} = n\n"
    assert read_as(text, "she draws 2") == [2]
    assert read_as(text, "they draw 2") == [2]
    assert read_as(text, "she draw 2") == read_as(text, "they draws 2") == []


def test_the_furthest_word_is_where_reading_stopped() -> None:
    chart = Chart(of("[a]\nx y z = 1\n"), ("x", "y", "q"))
    assert chart.whole("a") == []
    assert chart.furthest == 2


def test_a_text_with_too_many_readings_is_given_up() -> None:
    text = "[a]\n{n:b} = n\n[b]\n1 = (1,)\n1 {n:b} = (1, *n)\n1 1 {n:b} = (2, *n)\n"
    with pytest.raises(TooMany):
        Chart(of(text), ("1",) * 40).whole("a")


def test_a_traced_chart_names_the_productions_of_a_reading() -> None:
    words = tuple(token.text for token in normalise("{T}: Draw a card.").tokens)
    chart = Chart(grammar(), words, traced=True)
    (value,) = chart.whole("line")
    labels = chart.traces["line", 0, len(words), value]
    assert {"cards: a card", "deed*: draw~ {n:cards}", "cost: {T}"} <= labels


# --- the grammar of card text ------------------------------------------------------------------------------------


def one(text: str, spell: bool = False) -> Ability:
    """The only ability of a line."""
    (ability,) = read_line(text, Context("Test Card", spell=spell, has_x=spell))
    return ability


def test_608_2d_a_may_covers_every_command_behind_it() -> None:
    (may,) = one("You may exile target creature you control, then return that card to the battlefield.", True).effects  # type: ignore[attr-defined] # a kind of ability that has the field
    assert isinstance(may, n.May) and len(may.effects) == 2
    two = one("You may draw a card and each opponent loses 1 life.", True).effects  # type: ignore[attr-defined] # a kind of ability that has the field
    assert [type(effect) for effect in two] == [n.May, n.LoseLife]


def test_603_4_an_if_behind_an_event_is_an_intervening_one() -> None:
    ability = one("When Test Card enters, if you control an artifact, draw a card.")
    assert isinstance(ability, n.Triggered) and isinstance(ability.condition, n.Controls)
    late = one("When Test Card enters, draw a card if you control an artifact.")
    assert isinstance(late, n.Triggered) and late.condition is None and isinstance(late.effects[0], n.Branch)


def test_a_subject_with_several_verbs_is_one_target() -> None:
    ability = one("Target player draws three cards and loses 3 life.", True)
    assert isinstance(ability, n.SpellAbility) and len(ability.targets) == 1
    assert [effect.who for effect in ability.effects] == [n.TargetRef(0)] * 2  # type: ignore[union-attr] # a kind of ability that has the field


def test_leaves_are_resolved_in_the_order_of_the_words() -> None:
    ability = one("Test Card deals damage to target player equal to target creature's power.", True)
    assert isinstance(ability, n.NotUnderstood) or ability.targets[0].filter is None  # type: ignore[attr-defined] # a kind of ability that has the field


@pytest.mark.parametrize(
    "text",
    [
        "Target creature gains flying and becomes black, then target land becomes a Swamp until end of turn.",
        "{T}: Test Card deals damage to target creature equal to its power.",
        "At the beginning of your upkeep, draw a card. Whenever a creature dies, you gain 1 life.",
        "Whenever Test Card deals damage to a creature, destroy that creature.",
    ],
)
def test_words_that_may_mean_two_things_are_refused(text: str) -> None:
    assert isinstance(one(text), n.NotUnderstood)


def test_no_clause_of_the_corpus_has_more_than_one_reading() -> None:

    for kind, text, _ in corpus():
        words = tuple(token.text for token in normalise(text, NAME).tokens)
        assert len(readings(words, CONTEXTS[kind]).readings) <= 1, text


@pytest.mark.parametrize(
    "text",
    [
        "Search your library for a basic land card, reveal it, put it into your hand, then shuffle. If you control a Dragon, put "
        "that card onto the battlefield instead.",
        "Solved — Whenever you cast a creature spell, draw a card.",
        "To solve — At the beginning of your end step, draw a card.",
        "Exile target creature. Put a +1/+1 counter on it.",
        "Choose one or both —\n• Draw a card.\n• You gain 1 life.\n• You lose 1 life.",
        "Exile the top card of their library.",
        "You may exile the top card of their library.",
        "Discard their hand.",
        "You lose half their life, rounded up.",
    ],
)
def test_words_that_were_read_as_something_else_are_not_read(text: str) -> None:
    """What "instead" replaces (614.6), keywords in front of a dash (719.3), both of two (700.2), and what is "theirs" of nobody (109.5)."""
    for kind in ("Sorcery", "Creature — Elf"):
        row = {
            "name": "Test Card",
            "type_line": kind,
            "mana_cost": "{X}{G}",
            "oracle_text": text,
            "power": "1",
            "toughness": "1",
        }
        assert not compile_card(row).complete, kind


@pytest.mark.parametrize(
    "text",
    [
        "Enchant permanent\nWhen Test Card enters, if enchanted permanent is tapped, untap it.",
        "Enchant creature\nAt the beginning of your upkeep, enchanted creature deals 1 damage to its owner.",
    ],
)
def test_it_is_not_the_aura_where_its_host_was_named(text: str) -> None:
    row = {"name": "Test Card", "type_line": "Enchantment — Aura", "mana_cost": "{G}", "oracle_text": text}
    assert not compile_card(row).complete
