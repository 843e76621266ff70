"""The blocks of a page, between lines of three ticks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """A block of a page: its language, why it is a fragment ("" where it runs), and its text."""

    page: str
    line: int
    language: str
    fragment: str
    text: str


def blocks(page: str, text: str) -> list[Block]:
    """The blocks of a page between lines of three ticks."""
    found: list[Block] = []
    head = ""
    body: list[str] | None = None
    begin = 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip().startswith("```"):
            if body is None:
                head, body, begin = line.strip()[3:], [], number
            else:
                language, _, fragment = head.partition(" fragment: ")
                found.append(Block(page, begin, language.strip(), fragment.strip(), "\n".join(body) + "\n"))
                body = None
        elif body is not None:
            body.append(line)
    assert body is None, f"{page}: a block that nothing ends"
    return found
