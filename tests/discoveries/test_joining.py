"""The join: which cards feed each other, worked out by hand, and which pairs it loses."""

from __future__ import annotations

import json
from functools import cache
from itertools import islice

import pytest

from reiterate.cards import CardBook
from reiterate.cards.usable import fully_usable
from reiterate.discoveries.candidates import Candidates, Wanted
from reiterate.discoveries.feeding import WORDS
from reiterate.discoveries.joining import Joined, in_turn, join
from reiterate.discoveries.likeness import Likeness
from reiterate.discoveries.signatures import Signature, signatures
from reiterate.oracle import CompiledCard
from reiterate.survey.card_doings import DOUBLED, ENTERED, FOUND, LANDS, REPEATED
from reiterate.survey.feeds import PrintedReading, doings_of, fed, idle_cards
from reiterate.terms.base import KINDS
from reiterate.terms.proto import Proto
from tests.support.card_files import reference_book, shared_book
from tests.support.dice import dice
from tests.support.files import ROOT, needs_data, require_data

GUARD, GOND, KIKI, ZEALOUS = "Midnight Guard", "Presence of Gond", "Kiki-Jiki, Mirror Breaker", "Zealous Conscripts"


@cache
def book() -> CardBook:
    return shared_book()


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
    pairs = list(join(found, sides).pairs)
    assert pairs and all(sides[pair.one] or sides[pair.other] for pair in pairs)
    assert len(pairs) < len(list(join(found).pairs))


def test_signatures_have_the_cards_of_the_same_doings() -> None:
    found, untold = signatures(map(card, ("Grizzly Bears", "Llanowar Elves", "Birds of Paradise")))
    assert [[each.name for each in one.cards] for one in found] == [
        ["Birds of Paradise", "Llanowar Elves"],
        ["Grizzly Bears"],
    ]
    assert untold == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (KIKI, ZEALOUS),
        ("Splinter Twin", "Deceiver Exarch"),
        ("Sanguine Bond", "Exquisite Blood"),
        ("Archangel of Thune", "Spike Feeder"),
        ("Heliod, Sun-Crowned", "Walking Ballista"),
        ("Dualcaster Mage", "Heat Shimmer"),
        ("Isochron Scepter", "Dramatic Reversal"),
        ("Devoted Druid", "Vizier of Remedies"),  # the one changes what the other one puts on itself
        ("Basalt Monolith", "Power Artifact"),  # or what its abilities cost
    ],
)
def test_which_combos_the_join_keeps(one: str, other: str) -> None:
    assert joined(one, other) == {frozenset((one, other))}


def test_the_join_keeps_each_pair_with_a_balance_that_needs_both() -> None:
    """Built-in cards, drawn anew each time: where both have a part in a balance, and neither has one alone, the pair is kept."""
    found, _ = signatures(usable())
    kept = {(pair.one, pair.other) for pair in join(found).pairs}
    numbers = [i for i, each in enumerate(found) if not each.alone]
    drawn = dice("pairs of built-in cards")
    pairs = {tuple(sorted(drawn.sample(numbers, 2))) for _ in range(2_000)}
    asked = [pair for pair in sorted(pairs) if _balanced(*(found[i].proto for i in pair))]
    assert asked
    assert [tuple(found[i].cards[0].name for i in pair) for pair in asked if pair not in kept] == []


def _balanced(one: Proto, other: Proto) -> bool:
    doings = list(PrintedReading((one, other)).doings())
    return fed(doings, 0) and fed(doings, 1)


@cache
def corpus() -> tuple[list[Signature], list[list[CompiledCard]]]:
    """The proved loops of the corpus of gains, and the signatures of their cards."""
    whole = reference_book()
    lines = require_data("combos.jsonl").read_text(encoding="utf-8").splitlines()
    listed = {row["id"]: row["cards"] for row in map(json.loads, lines)}
    kept = json.loads((ROOT / "tests/survey/combos_found.json").read_text(encoding="utf-8"))
    ids = [row["id"] for row in kept if "once" not in row]
    rows = [
        [each for each in map(whole.find, listed[id]) if isinstance(each, CompiledCard)] for id in ids if id in listed
    ]
    return signatures({each.name: each for row in rows for each in row}.values())[0], rows


#: Proved combos that the join does not keep, and why.
NOT_JOINED = {
    frozenset(("Painter's Servant", "Grindstone")): "the terms of a card don't tell",
    frozenset(("Teysa, Orzhov Scion", "Mind Bend")): "words of a text are changed (612)",
}


@needs_data("combos.jsonl")
@needs_data("cards.jsonl")
def test_the_filter_and_the_join_lose_no_proved_combo() -> None:
    """All rows of the corpus of gains: no card is idle, and the join keeps the pair; each exception has a name."""
    found, rows = corpus()
    number = {each.name: i for i, one in enumerate(found) for each in one.cards}
    kept = {(pair.one, pair.other) for pair in join(found).pairs}
    assert len(rows) >= 100
    lost = set()
    for row in rows:
        names = [each.name for each in row]
        assert not idle_cards([each.proto for each in row]), names
        at = sorted(number.get(name, -1) for name in names)
        if tuple(at) not in kept:
            lost.add(frozenset(names))
    assert lost == NOT_JOINED.keys()


@pytest.mark.slow("a join of the cards of all proved combos and of all built-in cards")
@needs_data("combos.jsonl")
@needs_data("cards.jsonl")
@pytest.mark.soak
def test_proved_combos_come_early_where_others_are_known() -> None:
    """Every second proved combo is known. More of the others are among the first hundredth of all pairs than by the rank of the join."""
    _, rows = corpus()
    found, _ = signatures({each.name: each for cards in (usable(), *rows) for each in cards}.values())
    number = {each.name: i for i, one in enumerate(found) for each in one.cards}
    pairs = list(dict.fromkeys(tuple(sorted(number.get(each.name, -1) for each in row)) for row in rows))
    kept = join(found)
    known, others = pairs[::2], set(pairs[1::2])
    hundredth = len(kept) // 100
    liked = Likeness(kept, [(one, other) for one, other in known if one >= 0]).pairs(hundredth)
    early = []
    for ranked in (liked, kept.pairs):
        first = {(each.one, each.other) for each in islice(ranked, hundredth)}
        early.append(len(first & others))
    assert early[0] >= 15 and early[0] > early[1], early


def test_others_have_their_turn() -> None:
    pairs = [Joined(0, i, 0, i) for i in range(1, 8)] + [Joined(0, 9, 8, 9)]
    assert [pair.other for pair in in_turn(pairs, 4)] == [1, 2, 3, 9]


@pytest.mark.parametrize("known", [(), ((GUARD, GOND),)])
def test_candidates_leave_out_what_is_known(known: tuple[tuple[str, ...], ...]) -> None:
    made = Candidates([card(name) for name in (GUARD, GOND, KIKI, ZEALOUS)], Wanted(known=known), 9)
    names = {frozenset(pair.cards) for pair in made.more(9)}
    counts = made.counts
    assert ({GUARD, GOND} in names) == (not known)
    assert {KIKI, ZEALOUS} in names
    assert (counts.cards, counts.signatures, counts.looked) == (4, 4, 10)


def test_a_neighbour_of_a_known_combo_is_a_candidate() -> None:
    """Exarch and Glamermite have one signature: each taps or untaps something when it enters."""
    cards = [card(name) for name in (KIKI, "Deceiver Exarch", "Glamermite")]
    pairs = Candidates(cards, Wanted(known=((KIKI, "Deceiver Exarch"),)), 9).more(9)
    near = [pair for pair in pairs if pair.near]
    assert [set(pair.cards) for pair in near] == [{KIKI, "Glamermite"}]
    assert near[0].near == (KIKI, "Deceiver Exarch")


def test_what_cards_exchange_in_known_combos_ranks_first() -> None:
    """A token for an untapped permanent is exchanged by Guard and Gond; Kiki-Jiki and Conscripts exchange a new object for it."""
    found, _ = signatures(map(card, (GUARD, GOND, KIKI, ZEALOUS, "Deceiver Exarch", "Intruder Alarm", "Devoted Druid")))
    number = {each.name: i for i, one in enumerate(found) for each in one.cards}
    kept = join(found)
    firsts: list[list[set[str]]] = []
    for known in ((GUARD, GOND), (KIKI, "Deceiver Exarch")):
        pair = tuple(sorted(number[name] for name in known))
        ranked = list(Likeness(kept, [(pair[0], pair[1])]).pairs(9))
        assert sorted(ranked) == sorted(set(ranked)) and len(ranked) == len(kept)
        others = [(each.one, each.other) for each in ranked if (each.one, each.other) != pair]
        firsts.append([{found[i].cards[0].name for i in other} for other in others[:2]])
    assert {"Intruder Alarm", GOND} in firsts[0] and {KIKI, ZEALOUS} not in firsts[0]
    assert {KIKI, ZEALOUS} in firsts[1] and {"Intruder Alarm", GOND} not in firsts[1]


def test_whatever_one_card_gives_another_has_words() -> None:
    more = {ENTERED} | {kind for kind, _ in (DOUBLED, FOUND, LANDS, REPEATED)}
    assert WORDS.keys() >= (KINDS | more) - {"safety"}  # which nothing asks for


def test_a_pair_says_why() -> None:
    pairs = Candidates([card(KIKI), card(ZEALOUS)], Wanted(), 9).more(9)
    assert [(pair.cards, pair.first_gives, pair.second_gives) for pair in pairs] == [
        ((KIKI, ZEALOUS), ("a new object",), ("an untapped permanent",))
    ]
