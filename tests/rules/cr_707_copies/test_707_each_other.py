"""Each other creature becomes a copy of a target (707.2, 707.9b): which ones, with what exception, and until when."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from reiterate.ask.session import Result, run_position
from reiterate.oracle import CompiledCard
from reiterate.oracle.grammar.printing import show
from reiterate.rules.characteristics.evaluate import view
from reiterate.script.position import Position, load
from reiterate.terms.abilities import SpellAbility
from reiterate.terms.base import Term, walk
from reiterate.terms.effects_spells import BecomeCopy
from tests.support.own_cards import own_book

_CHOSEN: Final = (
    "Choose target creature you control. Each other creature you control becomes a copy of it until end of turn"
)

OWN: Final = {
    "Lord": ("Legendary Creature — Elf", ""),
    "Bear": ("Creature — Bear", ""),
    "Ogre": ("Creature — Ogre", ""),
    "Rod": ("Artifact", ""),
    "Equal": (
        "Sorcery",
        f"{_CHOSEN}, except those creatures aren't legendary if the chosen creature is legendary.",
    ),
    "Weave": ("Instant", "Each other creature becomes a copy of target nonlegendary creature until end of turn."),
    "Mirror": ("Artifact", "{0}: Each other creature becomes a copy of target creature until end of turn."),
}


def names(script: str) -> Counter[tuple[str, bool]]:
    """How many creatures of each name there are, with whether they are legendary."""
    board = "{p1: {battlefield: [Lord, 2 Bear, Rod], hand: [Equal, Weave]}, p2: {battlefield: [Ogre]}}"
    lines = "\n  ".join(script.split("; "))
    position = load(f"format: position/1\nplayers: {board}\nscript: |\n  {lines}\n", "board.yaml", own_book(OWN))
    assert isinstance(position, Position), position
    result = run_position(position)
    assert isinstance(result, Result), result
    found: Counter[tuple[str, bool]] = Counter()
    for handle, row in result.state.rows.items():
        if row.cls.zone == "battlefield" and "creature" in view(result.state, handle).types:
            seen = view(result.state, handle)
            assert isinstance(row.n, int)
            found[(seen.name, "legendary" in seen.supertypes)] += row.n
    return found


def test_the_chosen_one_stays_what_it_is_and_the_others_are_not_legendary() -> None:
    """707.9b: two nonlegendary copies beside the legend, so that 704.5j has nothing to do; the opponent's is none of them."""
    assert names("cast Equal targeting Lord; all pass") == {("Lord", True): 1, ("Lord", False): 2, ("Ogre", False): 1}


def test_each_other_creature_is_of_all_players() -> None:
    assert names("cast Weave targeting Ogre; all pass") == {("Ogre", False): 4}


def test_514_2_they_are_themselves_again_as_the_turn_ends() -> None:
    before = {("Lord", True): 1, ("Bear", False): 2, ("Ogre", False): 1}
    assert (
        names("cast Weave targeting Ogre; all pass; all pass to declare attackers; no attack; all pass to next turn")
        == before
    )


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("Each other creature becomes a copy of target nonlegendary creature until end of turn.", True),
        (f"{_CHOSEN}, except it isn't legendary.", True),
        (
            "Put a +1/+1 counter on target creature you control. Each other Elf becomes a copy of it until end of turn.",
            True,
        ),
        (
            "Choose a creature you control. Each other creature you control becomes a copy of it until end of turn.",
            False,
        ),
        ("Each other creature becomes a copy of enchanted creature until end of turn.", False),
    ],
)
def test_which_words_are_read(text: str, reads: bool) -> None:
    own = own_book({"It": ("Sorcery", text)}).find("It")
    assert isinstance(own, CompiledCard) and own.complete == reads
    if reads:
        (ability,) = own.proto.abilities
        assert isinstance(ability, SpellAbility)
        made = ability.effects[-1]
        assert isinstance(made, BecomeCopy) and made.other
        again = own_book({"It": ("Sorcery", show(ability, "It"))}).find("It")
        assert isinstance(again, CompiledCard) and again.proto.abilities == own.proto.abilities


def test_in_an_ability_of_a_permanent_others_are_others_than_its_source() -> None:
    """Of "each other creature" in an ability of an artifact nothing says that the target is left out."""
    mirror = own_book(OWN).find("Mirror")
    assert isinstance(mirror, CompiledCard)
    found: list[Term] = []
    walk(mirror.proto.abilities, found.append)
    assert not any(getattr(node, "other", False) for node in found if isinstance(node, BecomeCopy))
