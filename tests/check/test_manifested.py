"""A face-down permanent of a start is what some card of the start manifests or cloaks (701.40a, 701.58a)."""

from __future__ import annotations

import pytest

from reiterate.check.accepted import NoCards
from reiterate.rules.positions.layout import UNKNOWN_CARD
from reiterate.terms import language as n
from reiterate.terms.code import to_json
from reiterate.terms.proto import face_down
from tests.check.forging import Value
from tests.check.standing import card, saying, told
from tests.check.term_places import BEARS

MANIFEST = saying(n.Manifest(n.You(), n.Fixed(1)))
CLOAK = saying(n.Manifest(n.You(), n.Fixed(1), cloaked=True))
DREAD = saying(n.ManifestDread(n.You()))
PLAIN = face_down()
WARDED = face_down(n.Keyword("ward", "{2}"))


def down(shown: n.Proto, own: n.Proto = BEARS) -> Value:
    return card(shown, props={"manifested": True, "printed": to_json(own)})


@pytest.mark.parametrize(
    ("shown", "by", "fine"),
    [
        (PLAIN, MANIFEST, True),
        (PLAIN, DREAD, True),
        (PLAIN, CLOAK, False),
        (WARDED, CLOAK, True),
        (WARDED, MANIFEST, False),
        (face_down(n.Keyword("flying")), MANIFEST, False),
    ],
)
def test_701_40a_it_has_the_characteristics_that_a_card_of_the_start_gives(
    shown: n.Proto, by: n.Proto, fine: bool
) -> None:
    assert (told([down(shown)], by, BEARS) == NoCards((), ())) is fine


def test_701_40a_it_may_be_a_card_that_nobody_knows_and_no_card_of_nobody() -> None:
    assert told([down(PLAIN, UNKNOWN_CARD)], MANIFEST) == NoCards((), ())
    assert told([down(PLAIN, n.Proto("Nobody", ("creature",)))], MANIFEST) != NoCards((), ())
    assert told([down(PLAIN)], BEARS) != NoCards((), ())
