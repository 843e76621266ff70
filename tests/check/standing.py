"""Rows with words and facts on an empty table, and what is told of them."""

from __future__ import annotations

from typing import Any

from reiterate.check.claims.whose_words import words_of
from reiterate.check.start import game_lists
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.terms import language as n
from reiterate.terms.code import to_json
from tests.check.forging import Value
from tests.check.term_places import BOOK, table


def card(proto: n.Proto, zone: str = "battlefield", kind: str = "card", **more: Any) -> Value:
    """A row with a card's words."""
    return {
        "class": {"kind": kind, "zone": zone, "owner": 0, "controller": 0, "proto": to_json(proto)} | more,
        "n": "1",
    }


def saying(*effects: Any) -> n.Proto:
    """A card that some book has under this name, with these effects."""
    return n.Proto("Bringer", ("sorcery",), mana_cost=("1",), abilities=(n.SpellAbility(effects),))


def told(
    rows: list[Value], *cards: n.Proto, player: Value | None = None, game: Value | None = None, **seqs: Any
) -> Any:
    """What is told of a table with these rows more, where the book holds its own cards and these."""
    value = state_to_json(table())
    value["rows"] += [*rows, *(card(each, "graveyard") for each in cards)]
    for at, more in ((1, player or {}), (0, game or {})):
        value["rows"][at]["class"].setdefault("props", {}).update(more.get("props", {}))
        value["rows"][at].setdefault("num", {}).update(more.get("num", {}))
    if not value["rows"][0]["num"]:
        del value["rows"][0]["num"]
    value["seqs"] |= seqs
    state = state_from_json(value)
    assert not [found for found in (game_lists.complaint(r.cls) for r in state.rows.values()) if found]
    return words_of(state, lambda name: [each for each in cards if each.name == name] or BOOK.protos(name))


def lasting(kind: str, term: Any, **props: Any) -> Value:
    """A row of an effect or a delayed ability."""
    of = {"kind": kind, "zone": "effects", "owner": 0, "controller": 0, "term": to_json(term), "props": props}
    return {"class": of, "n": "1"}
