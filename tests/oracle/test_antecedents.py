"""What "it", "that creature" and their like mean: the terms, where the print alone would not show the difference."""

from __future__ import annotations

import pytest

from reiterate.terms import language as n
from reiterate.terms.base import Term
from tests.oracle.oracle_corpus import read

_ONE = n.Fixed(1)


def effects(kind: str, text: str) -> tuple[Term, ...]:
    """The effects of a clause with one ability."""
    (ability,) = read(kind, text)
    assert isinstance(ability, n.Triggered | n.Activated | n.SpellAbility), text
    return ability.effects


@pytest.mark.parametrize(
    ("text", "last"),
    [
        (
            "Whenever another creature dies, create a 1/1 white Soldier creature token and put a +1/+1 counter on it.",
            n.PutCounters(n.Result(), "+1/+1", _ONE),
        ),
        (
            "Whenever another creature enters, create a Treasure token. Put a +1/+1 counter on that creature.",
            n.PutCounters(n.That(), "+1/+1", _ONE),
        ),
        (
            "Whenever you cast a creature spell, put a +1/+1 counter on Test Card and it deals 1 damage to you.",
            n.DealDamage(n.This(), n.You(), _ONE),
        ),
        (
            "Whenever another creature enters, Test Card deals 1 damage to it.",
            n.DealDamage(n.This(), n.That(), _ONE),
        ),
        (
            "Whenever a creature dies, its owner loses 1 life.",
            n.LoseLife(n.OwnerOf(n.That()), _ONE),
        ),
        (
            "Whenever an opponent casts a spell, Test Card deals damage equal to its power to that player.",
            n.DealDamage(n.This(), n.ThatPlayer(), n.StatOf("power", n.This())),
        ),
    ],
)
def test_what_it_means_in_a_trigger(text: str, last: Term) -> None:
    assert effects("creature", text)[-1] == last


@pytest.mark.parametrize(
    ("text", "last"),
    [
        (
            "Exile target creature. You gain life equal to its power.",  # 608.2h: as it last was
            n.GainLife(n.You(), n.StatOf("power", n.TargetRef(0))),
        ),
        (
            "Return target creature card from a graveyard to the battlefield.",  # 110.2a: under your control
            n.ReturnToBattlefield(n.TargetRef(0), "you"),
        ),
        (
            "Target creature deals 2 damage to itself.",
            n.DealDamage(n.TargetRef(0), n.TargetRef(0), n.Fixed(2)),
        ),
        (
            "Target land becomes an Island until end of turn.",  # 305.7: its other land types are gone
            n.Become(n.TargetRef(0), "turn", subtypes=("Island",), instead=True),
        ),
        (
            "Search your library for a basic land card, put that card onto the battlefield, then shuffle.",
            n.Search(n.You(), n.Filter(types=("land",), supertypes=("basic",)), "battlefield"),
        ),
    ],
)
def test_what_it_means_in_a_spell(text: str, last: Term) -> None:
    assert effects("spell", text)[-1] == last


def test_500_8_he_is_the_creature_and_the_phase_may_stand_in_front() -> None:
    """The words of one ability in both of their orders: they mean the same."""
    attacks = "Whenever this creature is dealt damage, if {} attacking, untap it and {}."
    phase = "after this phase, there is an additional combat phase"
    told = effects("creature", attacks.format("it's", phase))
    assert told[-1] == n.ExtraPhases(("combat",))
    for word in ("it's", "he's", "she's"):
        assert effects("creature", attacks.format(word, "there is an additional combat phase after this phase")) == told
