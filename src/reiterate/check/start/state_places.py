"""Where a written state holds a value that stands in no state: asked once it couldn't be read, so that the answer names the place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeVar

from reiterate.check.small_values import NotAForm, whole

R = TypeVar("R")

#: Characters of a name that is told.
SAID_BUDGET: Final = 40

#: What a written class and a reference hold, by the kinds of values that may stand there.
_CLASS: Final[dict[str, tuple[type, ...]]] = {
    "kind": (str,),
    "zone": (str,),
    "proto": (dict,),
    "term": (dict,),
    "marks": (list,),
    "props": (dict,),
    "owner": (int,),
    "controller": (int,),
    "tapped": (bool,),
    "sick": (bool,),
}
_REFERENCE: Final[dict[str, tuple[type, ...]]] = {"mode": (str,), "row": (int,), "class": (dict,), "num": (dict,)}
_ROW: Final[dict[str, tuple[type, ...]]] = {
    "class": (dict,),
    "n": (str, list),
    "num": (dict,),
    "refs": (dict,),
    "progression": (dict,),
}


def misplaced(state: dict[str, Any]) -> str:
    """The first place at which a written state holds a value that stands in no state, with what that is; "" for none."""
    return next(_misplaced(state), "")


def _misplaced(state: dict[str, Any]) -> Iterator[str]:
    for name, kind in (("rows", list), ("seqs", dict), ("tally", dict), ("labels", dict)):
        if not isinstance(state.get(name), kind):
            yield f"{name}: {_said(state.get(name))}"
            return
    for i, row in enumerate(state["rows"]):
        yield from _row_misplaced(f"rows[{i}]", row)
    for name, seq in state["seqs"].items():
        if not isinstance(seq, list):
            yield f"{_at('seqs', name)}: {_said(seq)}"
        else:
            yield from (f"{_at('seqs', name)}[{i}]: {_said(h)}" for i, h in enumerate(seq) if type(h) is not int)
    yield from (f"{_at('tally', k)}: {_said(v)}" for k, v in state["tally"].items() if not isinstance(v, str | list))
    yield from (f"{_at('labels', k)}: {_said(v)}" for k, v in state["labels"].items() if type(v) is not int)


def _row_misplaced(at: str, row: Any) -> Iterator[str]:
    yield from _fields_misplaced(at, row, _ROW, ("class", "n"))
    if not isinstance(row, dict):
        return
    yield from _fields_misplaced(f"{at}.class", row.get("class"), _CLASS, ("kind",))
    yield from _amounts_misplaced(f"{at}.num", row.get("num", {}))
    for name, ref in row.get("refs", {}).items():
        where = _at(f"{at}.refs", name)
        gone = isinstance(ref, dict) and ref.get("mode") == "gone"
        yield from _fields_misplaced(where, ref, _REFERENCE, ("mode", *(("class", "num") if gone else ("row",))))
        if gone:
            yield from _fields_misplaced(f"{where}.class", ref.get("class"), _CLASS, ("kind",))
            yield from _amounts_misplaced(f"{where}.num", ref.get("num"))


def _fields_misplaced(
    at: str, value: Any, fields: Mapping[str, tuple[type, ...]], wanted: tuple[str, ...]
) -> Iterator[str]:
    """The fields of an object of JSON that hold no such value, that it lacks, or that it has not to have."""
    if not isinstance(value, dict):
        yield f"{at}: {_said(value)}"
        return
    yield from (f"{at}: {name!r} is missing" for name in wanted if name not in value)
    for name, part in value.items():
        kinds = fields.get(name)
        if kinds is None or type(part) not in kinds:
            yield f"{_at(at, name)}: {_said(part)}"


def _amounts_misplaced(at: str, value: Any) -> Iterator[str]:
    amounts = value.items() if isinstance(value, dict) else ()
    yield from (f"{_at(at, name)}: {_said(part)}" for name, part in amounts if not isinstance(part, str | list))


def _at(place: str, name: str) -> str:
    return f"{place}.{name[:SAID_BUDGET]}"


def _said(value: Any) -> str:
    """A value that stands where it can't, shortly."""
    kinds = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
        type(None): "null",
    }
    return f"{kinds.get(type(value), 'a value')} can't stand here"


def written_whole(amount: Any) -> Any:
    """An amount as it is written, where it is a whole number. Raises ``NotAForm``."""
    whole(amount)
    return amount


def placed(at: tuple[int, str], read: Callable[[Any], R], amount: Any) -> R:
    """What ``read`` makes of an amount of a row, -1 for the tallies, and a slot. A refusal names the place."""
    try:
        return read(amount)
    except NotAForm as error:
        where = "tally" if at[0] < 0 else f"rows[{at[0]}]"
        raise NotAForm(f"{where}, {at[1][:SAID_BUDGET]}: {error}") from error
