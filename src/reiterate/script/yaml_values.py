"""Values of a YAML document read as what a position file wants there; each refusal names the place."""

from __future__ import annotations

import difflib
import re
from typing import Final

from reiterate.refusals import INPUT, Refusal, Where
from reiterate.script.describe import seat_named
from reiterate.script.places import quantity
from reiterate.script.yaml_text import Listed, Table, Text, Value

#: The form of position files that are written; files of the earlier one are read, too (``position.py``).
FORMAT: Final = "position/2"


class Refused(Exception):
    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def bad(code: str, message: str, where: Where, expected: str = "", rule: str = "") -> Refused:
    return Refused(Refusal(INPUT, code, message, expected, rule, where))


def text_of(value: Value) -> str:
    if not isinstance(value, Text):
        raise bad("shape", "this is not a single value", value.where, "one word or number")
    return value.text


def table_of(value: Value) -> Table:
    if not isinstance(value, Table):
        raise bad(
            "shape", "names with values belong here", value.where, "a name, a colon and its value, such as 'life: 20'"
        )
    return value


def known_keys(table: Table, keys: tuple[str, ...], later: tuple[str, ...] = ()) -> None:
    """Refuse a key that is not among these; of the ``later`` ones the refusal says which format has them."""
    for key, _ in table.items:
        if key.text in later:
            raise bad("unknown-key", f"the key '{key.text}' is not known here", key.where, f"format: {FORMAT}")
        if key.text not in keys:
            near = difflib.get_close_matches(key.text, keys, 1)
            hint = f"'{near[0]}'" if near else ", ".join(keys)
            raise bad("unknown-key", f"the key '{key.text}' is not known here", key.where, hint)


def quantity_of(value: Value) -> int:
    found = quantity(text_of(value))
    if isinstance(found, Refusal):
        raise Refused(found.at(value.where))
    return found


def count_of(value: Value) -> int:
    found = quantity_of(value)
    if found < 1:
        raise bad("count", f"'{text_of(value)}' is no number of objects", value.where, "a count of at least 1")
    return found


def truth_of(value: Value) -> bool:
    word = text_of(value).lower()
    if word not in ("yes", "no", "true", "false"):
        raise bad("flag", f"'{word}' is neither yes nor no", value.where, "yes or no")
    return word in ("yes", "true")


def seat_of(value: Value, players: int) -> int:
    seat = seat_named(text_of(value))
    if seat is None or not 0 <= seat < players:
        raise bad("player", f"'{text_of(value)}' is no player of this position", value.where, f"p1 to p{players}")
    return seat


def items_of(value: Value) -> tuple[Value, ...]:
    return value.items if isinstance(value, Listed) else (value,)


def flag_of(table: Table, key: str) -> bool:
    value = table.get(key)
    return value is not None and truth_of(value)


_COUNTED: Final = re.compile(r"(\d+(?:\*10\^\d+)?|10\^\d+)(?:\s*x)?\s+(.+)")


def counted(item: Value) -> tuple[int, str]:
    """The count and name of an entry such as "3 Forest"."""
    written = text_of(item).strip()
    found = _COUNTED.fullmatch(written)
    if found is None:
        return 1, written
    return count_of(Text(found.group(1), item.where)), found.group(2)
