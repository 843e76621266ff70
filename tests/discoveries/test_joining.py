"""The join: which cards feed each other, worked out by hand, and which pairs it loses."""

from __future__ import annotations

import json
from functools import cache

import pytest

from reiterate.cards import CardBook
from reiterate.cards.usable import fully_usable
from reiterate.discoveries.candidates import Wanted, candidates
from reiterate.discoveries.feeding import WORDS
from reiterate.discoveries.joining import Joined, balanced, in_turn, join
from reiterate.discoveries.signatures import signatures
from reiterate.oracle import CompiledCard
from reiterate.survey.feeds import doings_of, fed
from reiterate.terms.declared import KINDS

GUARD, GOND, KIKI, ZEALOUS = "Midnight Guard", "Presence of Gond", "Kiki-Jiki, Mirror Breaker", "Zealous Conscripts"


@cache
def book() -> CardBook:
    return CardBook.builtin()


def card(name: str) -> CompiledCard:
    found = book().find(name)
    assert isinstance(found, CompiledCard)
    return found


@cache
def usable() -> list[CompiledCard]:
    """The built-in cards that are fully usable, with the terms known."""
    source = book().sources[0]
    found = {name: card(name) for name in sorted({json.loads(source.text(at))["name"] for at in source.places()})}
    return [each for each in found.values() if fully_usable(each) and doings_of([each.proto]) is not None]


def joined(*names: str) -> set[frozenset[str]]:
    found, _ = signatures(card(name) for name in names)
    cards = [each.cards[0].name for each in found]
    return {frozenset((cards[pair.one], cards[pair.other])) for pair in join(found).pairs}


def test_cards_that_feed_each_other_are_joined() -> None:
    """Gond's creature taps for a token; a creature that enters untaps Guard. Kiki-Jiki copies Conscripts, which untaps him."""
    found = joined(GUARD, GOND, KIKI, ZEALOUS, "Grizzly Bears")
    assert {GUARD, GOND} in found and {KIKI, ZEALOUS} in found
    assert all("Grizzly Bears" not in pair for pair in found)


def test_a_side_leaves_out_pairs_without_it() -> None:
    found, _ = signatures(map(card, (GUARD, GOND, KIKI, ZEALOUS)))
    sides = [each.cards[0].name == GUARD for each in found]
    pairs = join(found, sides).pairs
    assert pairs and all(sides[pair.one] or sides[pair.other] for pair in pairs)
    assert len(pairs) < len(join(found).pairs)


def test_signatures_have_the_cards_of_the_same_doings() -> None:
    found, untold = signatures(map(card, ("Grizzly Bears", "Llanowar Elves", "Birds of Paradise")))
    assert [[each.name for each in one.cards] for one in found] == [
        ["Birds of Paradise", "Llanowar Elves"],
        ["Grizzly Bears"],
    ]
    assert untold == []


@pytest.mark.parametrize(
    ("one", "other", "kept"),
    [
        (KIKI, ZEALOUS, True),
        ("Splinter Twin", "Deceiver Exarch", True),
        ("Sanguine Bond", "Exquisite Blood", True),
        ("Archangel of Thune", "Spike Feeder", True),
        ("Heliod, Sun-Crowned", "Walking Ballista", True),
        ("Dualcaster Mage", "Heat Shimmer", True),
        ("Isochron Scepter", "Dramatic Reversal", True),
        # Combos that the join loses: one card changes what the other one costs or gets (docs/discover.md).
        ("Devoted Druid", "Vizier of Remedies", False),
        ("Basalt Monolith", "Power Artifact", False),
    ],
)
def test_which_combos_the_join_keeps(one: str, other: str, kept: bool) -> None:
    assert joined(one, other) == ({frozenset((one, other))} if kept else set())


@pytest.mark.parametrize(("one", "other"), [("Burning Anger", "Glistening Oil"), ("Archaeomancer", "Cloudshift")])
def test_a_pair_with_a_balance_may_be_lost_all_the_same(one: str, other: str) -> None:
    """Together both have a part in a balance, and alone neither has: still the join does not keep the pair."""
    found, _ = signatures([card(one), card(other)])
    doings = doings_of([each.proto for each in found])
    assert doings is not None and fed(doings, 0) and fed(doings, 1) and balanced(*found)
    assert joined(one, other) == set()


def test_others_have_their_turn() -> None:
    pairs = [Joined(i, 0, i) for i in range(1, 8)] + [Joined(9, 8, 9)]
    assert [pair.other for pair in in_turn(pairs, 4)] == [1, 2, 3, 9]


@pytest.mark.parametrize("known", [(), ((GUARD, GOND),)])
def test_candidates_leave_out_what_is_known(known: tuple[tuple[str, ...], ...]) -> None:
    pairs, counts = candidates([card(name) for name in (GUARD, GOND, KIKI, ZEALOUS)], Wanted(known=known), 9)
    names = {frozenset(pair.cards) for pair in pairs}
    assert ({GUARD, GOND} in names) == (not known)
    assert {KIKI, ZEALOUS} in names
    assert (counts.cards, counts.signatures, counts.looked) == (4, 4, 10)


def test_a_neighbour_of_a_known_combo_is_a_candidate() -> None:
    """Exarch and Glamermite have one signature: each taps or untaps something when it enters."""
    cards = [card(name) for name in (KIKI, "Deceiver Exarch", "Glamermite")]
    pairs, _ = candidates(cards, Wanted(known=((KIKI, "Deceiver Exarch"),)), 9)
    near = [pair for pair in pairs if pair.near]
    assert [set(pair.cards) for pair in near] == [{KIKI, "Glamermite"}]
    assert near[0].near == (KIKI, "Deceiver Exarch")


def test_whatever_one_card_gives_another_has_words() -> None:
    assert WORDS.keys() >= KINDS - {"safety"}  # which nothing asks for


def test_a_pair_says_why() -> None:
    pairs, _ = candidates([card(KIKI), card(ZEALOUS)], Wanted(), 9)
    assert [(pair.cards, pair.first_gives, pair.second_gives) for pair in pairs] == [
        ((KIKI, ZEALOUS), ("a new object",), ("an untapped permanent",))
    ]
