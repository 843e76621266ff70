"""What certificates say of choices in periods with blocks: of one round, which stands for all."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final

import pytest

from reiterate.certify.certificate import certify
from reiterate.certify.chain import certify_plainly
from reiterate.certify.form import canonical
from reiterate.check.certificate import check
from reiterate.kinds.kinds import Kind
from reiterate.loops.loop import Loop
from reiterate.refusals import Refusal
from reiterate.state.json_form import state_to_json
from tests.certify.certified import OBLIGATIONS, accepted, fits
from tests.certify.choice_boards import CHOICES, agrees, claimed, loop_of, refused
from tests.certify.near_misses import moved
from tests.kinds.kinds_table import GROWING, judged
from tests.support.worked import few_calls

#: Beside p1's own, and p2's: what somebody else could do in the block, from the first round on.
PINGER: Final = "hand: 0, [Prodigal Sorcerer]"


def growing(beside: str = "", p2: str = "hand: 0, []") -> str:
    """A board with a block of ever more triggers."""
    text = GROWING.text()
    assert ", 2 Soul Warden]" in text and "p2: {hand: 0, battlefield: []}" in text
    other = p2.replace("[", "battlefield: [", 1)
    text = text.replace("p2: {hand: 0, battlefield: []}", f"p2: {{{other}}}")
    return text.replace(", 2 Soul Warden]", f", 2 Soul Warden{beside}]")


@cache
def loop(beside: str = "", p2: str = "hand: 0, []") -> Loop:
    """Its loop."""
    found = loop_of(growing(beside, p2))
    assert isinstance(found, Loop), found
    return found


@cache
def certificate(beside: str = "", p2: str = "hand: 0, []") -> str:
    """Its certificate."""
    text = certify(loop(beside, p2))
    assert isinstance(text, str), text
    return text


def segment(value: dict[str, Any]) -> Any:
    """What is said of the choices of the only segment."""
    (found,) = [piece["choices"] for piece in value["chain"] if piece["kind"] == "segment"]
    return found


def test_the_choices_of_a_round_are_said_of_all_rounds() -> None:
    text = certificate()
    fits(text)
    assert '"block"' in text
    found = accepted(text)
    assert (found.kept_up_by, found.draw) == ((0,), False)
    stated = segment(json.loads(text))
    assert stated["roles"][0] == "acts" and stated["roles"].count("passes") >= 8 and stated["could"] == []
    kind = judged(growing())
    if isinstance(kind, Kind):
        agrees(found.kept_up_by, found.draw, kind)
    for other in ("nobody", "unknown", [1], [0, 1]):
        assert refused(claimed(text, kept_up_by=other)).code == CHOICES


def test_what_somebody_else_could_do_in_a_round_is_listed() -> None:
    """So the certificate without it is none of that board."""
    text = certificate(p2=PINGER)
    accepted(text)
    stated = segment(json.loads(text))
    assert [(each["player"], each["verb"]) for each in stated["could"]] == [(1, "activate")]
    stated["could"] = []
    value = json.loads(text)
    segment(value)["could"] = []
    assert refused(canonical(value)).code == CHOICES


#: What becomes possible in some round only: where so much life has been gained.
LATER: Final = ("Fount of 500", "Fount of Far")


@pytest.mark.slow("blocks of many rounds")
@pytest.mark.parametrize("card", LATER[:1])
def test_what_becomes_possible_in_some_round_is_no_statement_about_all(card: str) -> None:
    """Nothing is said; what holds in the first round is rejected where it is said of all."""
    own = certificate(f", {card}")
    accepted(own)
    assert segment(json.loads(own)) == "unknown" or segment(json.loads(own))["until"]
    first = certify_plainly(loop(f", {card}"), of_rounds=True)
    assert isinstance(first, str)
    value = json.loads(first)
    stated = segment(value)
    if isinstance(stated, dict):
        for until in ("", "5000"):
            stated["until"] = until
            assert refused(canonical(value)).code == CHOICES


@pytest.mark.parametrize(
    ("beside", "p2"),
    [("", PINGER), (", Breaker", "hand: 0, []"), ("", "hand: 1, []"), (", Fount of 500", "hand: 0, []")],
    ids=["a pinger", "a breaker", "an unknown card", "something from 520 life on"],
)
def test_the_certificate_moved_to_a_board_where_somebody_could_do_something_is_rejected(beside: str, p2: str) -> None:
    begun = state_to_json(loop(beside, p2).heads[0])
    found = check(canonical(moved(certificate(), begun)))
    assert isinstance(found, Refusal) and found.code in OBLIGATIONS, found


@pytest.mark.slow("every field of a certificate is changed")
def test_every_changed_role_and_place_is_rejected_by_name() -> None:
    """Those of the rounds too."""
    value = json.loads(certificate())
    stated = segment(value)
    roles = list(stated["roles"])
    tried = 0
    for at, role in enumerate(roles):
        for other in ("passes", "acts", "only answer", "declines", "continues", "leaves", "unknown"):
            if other == role:
                continue
            stated["roles"] = [*roles[:at], other, *roles[at + 1 :]]
            assert refused(canonical(value)).code == CHOICES, (at, other)
            tried += 1
    for fewer in (roles[:-1], [*roles, "passes"], []):
        stated["roles"] = fewer
        assert refused(canonical(value)).code == CHOICES
    stated["roles"] = roles
    for name, content in (("until", "3"), ("unseen", [1])):
        kept, stated[name] = stated[name], content
        assert refused(canonical(value)).code == CHOICES
        stated[name] = kept
    assert tried >= 50


def test_very_many_roles_of_rounds_are_answered_by_few_calls() -> None:
    value = json.loads(certificate())
    segment(value)["roles"] *= 10_000
    with few_calls():
        found = check(canonical(value))
    assert isinstance(found, Refusal) and found.code == CHOICES
