"""Case files (``case/1``): a position, a policy, and what was said. ``docs/rulings.md`` is the manual."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reiterate.cards import CardBook
from reiterate.refusals import Refusal, Where
from reiterate.rulings.editions import EDITIONS, INFINITE_LOOPS, Edition, edition_of
from reiterate.rulings.policies import COMPREHENSIVE, G18, POLICIES, SECTION_421, Policy
from reiterate.rulings.statements import JUDGE, Said, read_statement
from reiterate.script.position import FORMAT as POSITION_FORMAT
from reiterate.script.position import Position, file_text, of_document
from reiterate.script.script import Node, parse_script
from reiterate.script.yaml_text import Table, Text, Value, read_yaml
from reiterate.script.yaml_values import Refused, bad, items_of, quantity_of, seat_of, table_of, text_of
from reiterate.state.properties import PLAYER

FORMAT: Final = "case/1"
_OWN: Final = ("policy", "edition", "happened", "said", "shown", "independent")


@dataclass(frozen=True, slots=True)
class Case:
    """A case file, read. ``happened``: lines already played; ``shown``: how often the cycle was shown before."""

    position: Position
    policy: Policy
    edition: Edition
    said: tuple[Said, ...]
    happened: tuple[Node, ...]
    shown: int
    independent: bool
    wheres: tuple[Where, ...]


def load_case_file(path: Path, book: CardBook) -> Case | Refusal:
    """Read a case file; a position file is a case in which nothing was said yet."""
    text = file_text(path)
    return text if isinstance(text, Refusal) else load_case(text, path.name, book)


def load_case(text: str, file: str, book: CardBook) -> Case | Refusal:
    """Read the text of a case file."""
    document = read_yaml(text, file)
    if isinstance(document, Refusal):
        return document
    try:
        return _read(table_of(document), book)
    except Refused as error:
        return error.refusal


def _read(top: Table, book: CardBook) -> Case:
    own = {key.text: value for key, value in top.items if key.text in _OWN}
    is_case = any(key.text == "format" and isinstance(v, Text) and v.text == FORMAT for key, v in top.items)
    position = of_document(_without(top, own) if is_case else top, book)
    if isinstance(position, Refusal):
        raise Refused(position)
    players = sum(row.cls.kind == PLAYER for row in position.state.rows.values())
    edition = edition_of(text_of(own["edition"])) if "edition" in own else edition_of("")
    if isinstance(edition, Refusal):
        raise Refused(edition.at(own["edition"].where))
    if "said" in own and position.answers:
        raise bad("said-twice", "'answers' and 'said' stand together", own["said"].where, "one of the two", "730.2b")
    said, wheres = _said(own.get("said"), players)
    return Case(
        position,
        _policy(own.get("policy"), edition, own.get("edition")),
        edition,
        said,
        _script(own.get("happened")),
        quantity_of(own["shown"]) if "shown" in own else 0,
        "independent" in own and text_of(own["independent"]).lower() in ("yes", "true"),
        wheres,
    )


def _without(top: Table, own: dict[str, Value]) -> Table:
    """The position that a case holds."""
    items: list[tuple[Text, Value]] = []
    for key, value in top.items:
        if key.text == "format":
            items.append((key, Text(POSITION_FORMAT, value.where)))
        elif key.text not in own:
            items.append((key, value))
    return Table(tuple(items), top.where)


def _policy(value: Value | None, edition: Edition, dated: Value | None) -> Policy:
    name = COMPREHENSIVE.name if value is None else text_of(value).strip().lower()
    if name not in POLICIES:
        assert value is not None
        raise bad("policy", f"'{name}' is no policy", value.where, ", ".join(POLICIES))
    if not edition.section and name != G18.name:
        assert dated is not None
        message = f"the text of '{name}' is not known for that date"
        raise bad("edition", message, dated.where, f"policy g18, or a date from {EDITIONS[0].since} on")
    return SECTION_421 if edition.section == INFINITE_LOOPS and name == COMPREHENSIVE.name else POLICIES[name]


def _said(value: Value | None, players: int) -> tuple[tuple[Said, ...], tuple[Where, ...]]:
    found, wheres = [], []
    for item in items_of(value) if value is not None else ():
        for key, words in table_of(item).items:
            seat = JUDGE if key.text.lower() == "judge" else seat_of(key, players)
            one = read_statement(seat, text_of(words))
            if isinstance(one, Refusal):
                raise Refused(one.at(words.where))
            found.append(one)
            wheres.append(words.where)
    return tuple(found), tuple(wheres)


def _script(value: Value | None) -> tuple[Node, ...]:
    if value is None:
        return ()
    parsed = parse_script(text_of(value), value.where.file, value.where.line + 1, value.where.column)
    if isinstance(parsed, Refusal):
        raise Refused(parsed)
    return parsed
