"""Cards by name, each looked up once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reiterate.api import CardBook, Refusal


class Cards:
    """A card book that remembers what it was asked, also what it doesn't know."""

    def __init__(self, book: CardBook) -> None:
        self.book = book
        self._facts: dict[str, Mapping[str, Any] | None] = {}

    def facts(self, name: str) -> Mapping[str, Any] | None:
        """The printed facts of a card by the name of it or of a face; None where there is none."""
        if name not in self._facts:
            found = self.book.facts(name) if self.book.knows(name) else None  # a refusal looks for near names
            self._facts[name] = None if isinstance(found, Refusal) else found
        return self._facts[name]

    def full_name(self, name: str) -> str:
        """The name of the whole card, all its faces; "" where there is none."""
        facts = self.facts(name)
        return "" if facts is None else str(facts["name"])

    def layout(self, name: str) -> str:
        """The layout of a card, such as "split"."""
        facts = self.facts(name)
        return "" if facts is None else str(facts.get("layout", ""))

    def lines(self, name: str) -> list[str]:
        """The lines of a card's printed text, or of the face with that name."""
        facts = self.facts(name)
        if facts is None:
            return []
        text = str(facts.get("oracle_text") or "")
        for face in facts.get("card_faces") or []:
            if not text or face.get("name") == name:
                text = str(face.get("oracle_text") or text)
        return [line for line in text.split("\n") if line]

    def missing(self, name: str) -> list[str]:
        """The clauses of a card that are not read; a card that isn't known is one."""
        card = self.book.find(name)
        return [f"no card {name}"] if isinstance(card, Refusal) else [ability.text for ability in card.missing]
