"""The company of a pair: known combos whose cards are like those of the pair."""

from __future__ import annotations

from reiterate.discoveries.likeness import Company

#: The traits of some cards. The first and the second card untap something, the third and the fourth tap for something; all are of one type.
UNTAPS, UNTAPS_TOO, TAPS, TAPS_TOO, OTHER, ANOTHER = range(6)
TRAITS = [(0, 1), (0, 1, 7), (0, 2), (0, 2, 8), (0, 3), (0, 4)]


def test_a_pair_like_a_known_combo_comes_before_others() -> None:
    company = Company(TRAITS, [(UNTAPS, TAPS)])
    like = company.log_odds(UNTAPS_TOO, TAPS_TOO)
    assert like > company.log_odds(UNTAPS_TOO, OTHER)
    assert like > company.log_odds(UNTAPS, UNTAPS_TOO)
    assert like < company.log_odds(UNTAPS_TOO, TAPS) < company.log_odds(UNTAPS, TAPS)


def test_which_card_comes_first_makes_no_difference() -> None:
    company = Company(TRAITS, [(UNTAPS, TAPS), (OTHER, TAPS_TOO)])
    for one in range(len(TRAITS)):
        for other in range(len(TRAITS)):
            assert abs(company.log_odds(one, other) - company.log_odds(other, one)) < 1e-9


def test_a_card_of_many_known_combos_draws_others() -> None:
    """A card that stands in two of them draws a card that is like both partners more than one that stands in one does."""
    often = Company(TRAITS, [(TAPS, UNTAPS), (TAPS, UNTAPS_TOO)])
    seldom = Company(TRAITS, [(TAPS, UNTAPS)])
    assert often.log_odds(TAPS, UNTAPS_TOO) > seldom.log_odds(TAPS, UNTAPS_TOO)


def test_what_all_cards_have_makes_none_alike() -> None:
    company = Company(TRAITS, [(UNTAPS, TAPS)])
    assert company.log_odds(OTHER, ANOTHER) == Company(TRAITS, []).log_odds(OTHER, ANOTHER)
