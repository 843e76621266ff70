"""Sentences that are read in other words than they are printed in: the terms."""

from __future__ import annotations

import pytest

from reiterate.terms import language as n
from reiterate.terms.base import Term, walk
from tests.oracle.oracle_corpus import read


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("{1}{G}: Adapt 1.", n.Not(n.HasCounter(n.This(), "+1/+1"))),  # 701.46a
        ("At the beginning of your upkeep, if Test Card isn't a token, draw a card.", n.Filter(token=True)),
        ("{T}: Add {C} for each card you've drawn this turn.", n.ThisTurn("cards drawn", n.You())),
        ("Whenever you lose life, you gain 2 life for each 1 life you lost.", n.Times(n.ThatMuch(), 2)),
        ("{1}: Double target player's life total.", n.SetLife(n.ThatPlayer(), n.Times(n.LifeTotal(n.ThatPlayer()), 2))),
        ("{1}: Target player takes two extra turns after this one.", n.ExtraTurn(n.TargetRef(0), n.Fixed(2))),
        (
            "Creature spells you cast cost {1} less to cast for each +1/+1 counter on Test Card.",
            n.SpellCost("you", n.Filter(types=("creature",)), n.CountersOn("+1/+1", n.This())),
        ),
        (
            "At the beginning of the end step, if you control four or more creatures named Test Card, you win the game.",
            n.Controls(n.Filter(types=("creature",), named="~"), ">=", 4),
        ),
        ("When Test Card enters or attacks, draw a card.", n.Enters(n.This())),
        (  # a copy targets, but is not cast
            "Whenever you cast a spell that targets Test Card, put a +1/+1 counter on it.",
            n.BecomesTarget(n.This(), "cast", "you"),
        ),
        (  # counters put as a cost are not put by an effect
            "If an effect would put one or more counters on a permanent you control, "
            "it puts twice that many of those counters on that permanent instead.",
            n.ChangeCounters(n.Filter(controller="you"), "", n.Changed(by=2), effects=True),
        ),
    ],
)
def test_read_in_other_words(text: str, part: Term) -> None:
    found: list[Term] = []
    walk(read("creature", text), found.append)
    assert part in found


def test_an_x_that_is_explained_is_what_the_explanation_says() -> None:
    text = "{1}: Create X 1/1 white Pegasus creature tokens with flying, where X is your life total."
    (ability,) = read("creature", text)
    assert isinstance(ability, n.Activated)
    (made,) = ability.effects
    assert isinstance(made, n.CreateTokens)
    assert made.count == n.LifeTotal(n.You())


def test_two_events_of_one_ability_are_two_abilities() -> None:
    first, second = read("creature", "When Test Card enters or dies, you gain 1 life.")
    assert isinstance(first, n.Triggered)
    assert isinstance(second, n.Triggered)
    assert (first.trigger, second.trigger) == (n.Enters(n.This()), n.Dies(n.This()))
    assert first.effects == second.effects
