"""The rows of the table of sentences: no twins, and holes with a closed set of words."""

from __future__ import annotations

from collections import Counter

import pytest

from reiterate.oracle.clause import Context, read_line
from reiterate.oracle.holes import HOLES as READ
from reiterate.terms import language as n
from reiterate.terms.hole_words import WORDED
from reiterate.terms.print_abilities import show
from reiterate.terms.print_holes import HOLES as PRINTED
from reiterate.terms.sentence_table import TABLE

CREATURE = n.Filter(types=("creature",))
RED = n.Filter(colors=("R",), controller="you")


def test_no_row_stands_twice() -> None:
    rows = Counter((row.kind, row.pattern, row.make, repr(row.fixed)) for row in TABLE)
    assert [row for row, times in rows.items() if times > 1] == []


def test_each_type_of_hole_is_read_and_printed_and_used() -> None:
    used = {kind for row in TABLE for kind in row.holes.values()}
    assert used <= READ.keys()
    assert used <= PRINTED.keys()
    assert WORDED.keys() <= used


@pytest.mark.parametrize("kind", WORDED)
def test_no_words_of_a_hole_say_two_things(kind: str) -> None:
    words = [words for words, _ in WORDED[kind]]
    assert len({*words}) == len(words)


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        *(
            (f"If a red source you control would deal damage to a player, it deals {words} instead.", n.ChangeDamage(RED, "player", change))
            for words, change in WORDED["much"]
        ),
        *(
            (f"If a red source you control would deal damage to {words}, it deals double that damage instead.", n.ChangeDamage(RED, to, n.Changed(by=2)))
            for words, to in WORDED["hurt"]
        ),
        ("Prevent all combat damage that would be dealt to and dealt by ~.", n.PreventDamage(n.This(), combat=True, both=True)),
        ("Players skip their draw steps.", n.Skips("any", "draw")),
        ("~ can't attack or block alone.", n.CantDo(n.This(), "attack or block alone")),
        ("~ can't block unless you pay {2}.", n.CombatToll(n.This(), "block", n.Fixed(2))),
    ],
)  # fmt: skip
def test_a_static_sentence_with_such_words(text: str, effect: n.StaticEffect) -> None:
    context = Context("~", spell=False)
    assert read_line(text, context) == (n.Static(effect),)
    assert read_line(show(n.Static(effect)), context) == (n.Static(effect),)


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        *(
            (
                "Reveal cards from the top of your library until you reveal a creature card. "
                f"Put that card onto the battlefield {words}.",
                n.RevealUntil(n.You(), CREATURE, "battlefield", rest),
            )
            for words, rest in WORDED["rest"]
        ),
        (
            "Look at the top seven cards of your library. Put four of them into your hand and the rest into your graveyard.",
            n.LookTake(n.Fixed(7), 4, "graveyard"),
        ),
        ("You skip your next combat phase.", n.SkipNext(n.You(), "combat")),
    ],
)
def test_an_effect_with_such_words(text: str, effect: n.Effect) -> None:
    context = Context("~", spell=True)
    assert read_line(text, context) == (n.SpellAbility((effect,)),)
    assert read_line(show(n.SpellAbility((effect,))), context) == (n.SpellAbility((effect,)),)


@pytest.mark.parametrize(
    "text",
    [
        "If a red source you control would deal damage to a creature, it deals double that damage to that player instead.",
        "If a red source you control would deal damage to a spell, it deals double that damage instead.",
        "Skip your combat phase.",
        "Skip your end step.",
        "~ can't attack or attack alone.",
    ],
)
def test_words_that_no_table_has_are_not_read(text: str) -> None:
    (found,) = read_line(text, Context("~", spell=False))
    assert isinstance(found, n.NotUnderstood)
