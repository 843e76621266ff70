"""Certificates of loops that cast a card with an unread clause: the clause is listed, and what may matter as it is cast is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest

from reiterate.certify.chain import certify_plainly
from reiterate.certify.form import canonical
from reiterate.check.certificate import check
from reiterate.loops.loop import Loop
from reiterate.refusals import Refusal
from reiterate.rules.access import unread_clauses
from reiterate.rules.decisions import verify_actions
from reiterate.state import model
from tests.certify.certified import accepted
from tests.support.unread_boards import board, book, certificate, loop_of

Value = dict[str, Any]
CLAUSES: Final = "certificate-clauses"
BODY: Final = "activate Uplift targeting {0}; all pass; activate Spring; cast {0}; all pass"


def text_of(card: str) -> str:
    return board("Uplift", "Spring", card, body=BODY.format(card), first="-")


@pytest.mark.parametrize(
    ("card", "state", "kind"),
    [("Thinker", "carried", "activated"), ("Early Riser", "silent", "trigger"), ("Gaoler", "silent", "static")],
)
def test_a_loop_that_casts_a_card_with_an_unread_clause_is_certified(card: str, state: str, kind: str) -> None:
    value = json.loads(certificate(text_of(card)))
    assert [(c["card"], c["state"], c["kind"]) for c in value["clauses"]] == [(card, state, kind)]
    assert not accepted(canonical(value)).draw


@pytest.mark.parametrize("card", ["Slow Law", "Toll", "Own Law", "Wide Toll", "Slow Vault"])
def test_what_hinders_casting_or_turns_is_listed_and_the_loop_is_still_a_draw(card: str) -> None:
    value = json.loads(certificate(board("Chime", card)))
    assert [(c["card"], c["state"], c["kind"]) for c in value["clauses"]] == [(card, "silent", "static")]
    assert accepted(canonical(value)).draw


def left_out(value: Value) -> None:
    del value["clauses"][0]
    value["format"] = "certificate/1"
    del value["clauses"]


def as_a_way_of_casting(value: Value) -> None:
    value["clauses"][0]["kind"] = "casting"


def never_cast(value: Value) -> None:
    value["clauses"][0]["state"] = "assumed"


@pytest.mark.parametrize("forge", [left_out, as_a_way_of_casting, never_cast])
def test_a_forged_list_is_refused(forge: Callable[[Value], None]) -> None:
    value = json.loads(certificate(text_of("Thinker")))
    forge(value)
    found = check(canonical(value), book().protos)
    assert isinstance(found, Refusal), found
    assert found.code == CLAUSES


def silent_on_the_stack(good: Callable[..., str | None]) -> Callable[..., str | None]:
    """What blocks in a zone, with nothing that blocks the stack."""

    def blocking(abilities: object, zone: str, types: tuple[str, ...] = ()) -> str | None:
        return None if zone == "stack" else good(abilities, zone, types)

    return blocking


@contextmanager
def rules_that_let_all_be_cast() -> Iterator[None]:
    """The rules broken: no clause keeps a card from being cast, and none blocks the stack."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(model, "_CLASSES", {})  # classes remember what the rules said of them
        patch.setattr(verify_actions, "kept_from_casting", lambda _proto: None)
        for place in (model, unread_clauses):
            patch.setattr(place, "blocking", silent_on_the_stack(place.blocking))
        yield


def refused_though_the_rules_let_it_pass(card: str) -> None:
    """What broken rules let be cast is refused by the checker."""
    with rules_that_let_all_be_cast():
        loop = loop_of(text_of(card))
        assert isinstance(loop, Loop)
        text = certify_plainly(loop)  # before the checker has read it
        assert isinstance(text, str)
        found = check(text, book().protos)
    assert isinstance(found, Refusal), found
    assert found.code == CLAUSES
    assert card in found.message


@pytest.mark.parametrize("card", ["Cheap", "Dear", "Picky", "Kicked", "Stacker"])
def test_a_cost_or_a_restriction_that_the_rules_let_pass_is_refused_by_the_checker(card: str) -> None:
    refused_though_the_rules_let_it_pass(card)
