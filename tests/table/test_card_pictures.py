"""Addresses of pictures come from the card file, as it has them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from reiterate.cards import CardBook
from reiterate.cards.sources import builtin_source, read_source
from reiterate.script.position import Position, load
from reiterate.table.card_faces import faces_of

PLAIN: dict[str, Any] = {"name": "Plain Bell", "type_line": "Artifact", "mana_cost": "{1}", "oracle_text": ""}
UP = {"small": "https://a.example/s.jpg", "normal": "https://a.example/n.jpg"}


@pytest.mark.parametrize(
    ("more", "address"),
    [
        ({"image_uris": UP}, "https://a.example/n.jpg"),
        ({"image_uris": {"small": "https://a.example/s.jpg"}}, ""),
        ({"image_uris": "https://a.example/n.jpg"}, ""),
        ({}, ""),
    ],
)
def test_a_face_has_the_address_that_its_card_has(more: dict[str, Any], address: str) -> None:
    book = CardBook((read_source("cards", json.dumps([{**PLAIN, **more}]).encode()), builtin_source()))
    text = "format: position/1\nplayers:\n  p1: {battlefield: [Plain Bell, Grizzly Bears]}\n  p2: {}\n"
    position = load(text, "board.yaml", book)
    assert isinstance(position, Position), position
    found = {face.name: face.picture for face in faces_of(position.state, book)}
    assert found == {"Plain Bell": address, "Grizzly Bears": ""}
