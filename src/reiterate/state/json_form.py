"""A state as JSON and back: ``position`` for programs. Quantities are strings, rows are named by their place."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from reiterate.amounts import (
    Amount,
    Formula,
    Members,
    at_most,
    decimal_text,
    differs,
    identical,
    parse_quantity,
    plain,
    power_sum,
)
from reiterate.refusals import INPUT, Refusal
from reiterate.state.amount_slots import names
from reiterate.state.model import Class, Gone, Prop, Ref, Reference, Row, State, make_class
from reiterate.state.normal_form import tidy_num
from reiterate.state.progression_rows import members_of, stepping
from reiterate.state.properties import COUNTER
from reiterate.terms.base import Term
from reiterate.terms.code import BadTerm, from_json, to_json
from reiterate.terms.proto import Proto
from reiterate.terms.vocabulary import not_implemented

FORMAT: Final = "state/1"
#: No amount with more digits is read.
MAX_DIGITS: Final = 1_000_000

#: Powers in the exponent of a formula that are read.
MAX_TOWER: Final = 16


def state_to_json(state: State, told: Callable[[Class], Any] | None = None) -> dict[str, Any]:
    """The whole state, tallies and labels included. Raises ``TracedMisuse`` for a traced state.

    ``told``: what stands for a class instead of ``class_to_json``, such as a text that is kept.
    """
    told = told or class_to_json
    place = {handle: i for i, handle in enumerate(sorted(state.rows))}
    return {
        "format": FORMAT,
        "rows": [_row(state.rows[handle], place, told) for handle in sorted(state.rows)],
        "seqs": {name: [place[h] for h in seq] for name, seq in sorted(state.seqs.items()) if seq},
        "tally": {key: amount_to_json(value) for key, value in sorted(state.tally.items())},
        "labels": {label: place[handle] for label, handle in sorted(state.labels.items())},
    }


def amount_to_json(value: Amount) -> Any:
    """An amount as a JSON value: its digits, or the terms of its formula."""
    if isinstance(value, Formula):
        return [
            [
                decimal_text(c.numerator),
                decimal_text(c.denominator),
                [[decimal_text(prime), amount_to_json(exponent)] for prime, exponent in powers],
            ]
            for powers, c in value.terms
        ]
    n = plain(value)
    return "-" + decimal_text(-n) if n < 0 else decimal_text(n)


def _row(row: Row, place: dict[int, int], told: Callable[[Class], Any]) -> dict[str, Any]:
    made: dict[str, Any] = {"class": told(row.cls), "n": amount_to_json(row.n)}
    members = members_of(row)
    if members is not None:
        steps = {slot: value.step for slot, value in sorted(row.num.items()) if differs(value)}
        made["progression"] = {
            "count": amount_to_json(members.count),
            "width": amount_to_json(members.width),
            "steps": {slot: amount_to_json(step) for slot, step in steps.items()},
        }
    num = tidy_num(row.num)
    if num:
        made["num"] = {s: amount_to_json(v.first if differs(v) else v) for s, v in sorted(num.items())}
    if row.refs:
        made["refs"] = {slot: _reference(ref, place, told) for slot, ref in sorted(row.refs.items())}
    return made


def _reference(ref: Reference, place: dict[int, int], told: Callable[[Class], Any]) -> dict[str, Any]:
    if isinstance(ref, Ref):
        return {"mode": ref.mode, "row": place[ref.row]}
    return {
        "mode": "gone",
        "class": told(ref.cls),
        "num": {k: amount_to_json(v) for k, v in sorted(tidy_num(ref.num).items())},
    }


def class_to_json(cls: Class) -> dict[str, Any]:
    """The discrete part of a row."""
    made: dict[str, Any] = {"kind": cls.kind}
    if cls.zone:
        made["zone"] = cls.zone
    if cls.proto is not None:
        made["proto"] = to_json(cls.proto)
    if cls.term is not None:
        made["term"] = to_json(cls.term)
    for name in ("owner", "controller"):
        if getattr(cls, name) >= 0:
            made[name] = getattr(cls, name)
    for name in ("tapped", "sick"):
        if getattr(cls, name):
            made[name] = True
    if cls.marks:
        made["marks"] = to_json(cls.marks)
    if cls.props:
        made["props"] = {name: to_json(value) for name, value in cls.props}
    return made


class BadState(ValueError):
    """A JSON value that is no state; carries a refusal."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.refusal = Refusal(INPUT, "bad-state", message, f"a value of format {FORMAT}")


def state_from_json(value: Any) -> State:
    """The state that ``state_to_json`` wrote as this JSON value. Raises ``BadState`` for any other value."""
    try:
        if value["format"] != FORMAT:
            raise BadState(f"format {value['format']!r} is not {FORMAT}")
        rows = {i: _numbered_row(i, row) for i, row in enumerate(value["rows"])}
        seqs = {str(name): tuple(int(h) for h in seq) for name, seq in value["seqs"].items()}
        tally: dict[str, Amount] = {str(key): amount_from_json(n) for key, n in value["tally"].items()}
        labels = {str(label): int(h) for label, h in value["labels"].items()}
    except (KeyError, TypeError, AttributeError, ValueError, BadTerm) as error:
        if isinstance(error, BadState):
            raise
        raise BadState(f"not a state: {error!r}") from error
    named = [h for seq in seqs.values() for h in seq] + list(labels.values())
    named += [r.row for row in rows.values() for r in row.refs.values() if isinstance(r, Ref)]
    if any(h not in rows for h in named):
        raise BadState("a reference to a row that is not there")
    return State(rows, seqs, tally, labels, len(rows))


def _read_formula(terms: list[Any], depth: int) -> int | Formula:
    """A sum of terms: numerator, denominator, and pairs of a base and its exponent, which may be such a sum itself."""
    if depth > MAX_TOWER:
        raise BadState("a formula with more powers in its exponents than are read")
    found = []
    for top, bottom, powers in terms:
        exponents = {plain(amount_from_json(base)): amount_from_json(exponent, depth + 1) for base, exponent in powers}
        if any(base < 2 or exponent < 0 for base, exponent in exponents.items()) or amount_from_json(bottom) == 0:
            raise BadState("a formula with such a base, exponent or denominator")
        found.append((exponents, Fraction(plain(amount_from_json(top)), plain(amount_from_json(bottom)))))
    return power_sum(found)


def amount_from_json(text: Any, depth: int = 0) -> int | Formula:
    if isinstance(text, list):
        return _read_formula(text, depth)
    if not isinstance(text, str):
        raise BadState(f"the amount {text!r} is not a string of digits")
    n = parse_quantity(text.removeprefix("-"), cap_digits=MAX_DIGITS)
    if isinstance(n, Refusal):
        raise BadState(n.message)
    return -n if text.startswith("-") else n


def _numbered_row(number: int, value: Any) -> Row:
    """A row; what is wrong with it is told with its number."""
    try:
        return _read_row(value)
    except (BadState, BadTerm) as error:
        raise BadState(f"row {number}: {error}") from error
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadState(f"row {number}: not a state: {error!r}") from error


def _read_row(value: Any) -> Row:
    num = _read_num(value.get("num", {}))
    refs = {str(k): _read_reference(v) for k, v in value.get("refs", {}).items()}
    row = Row(_read_class(value["class"]), num, amount_from_json(value["n"]), refs)
    return _progressing(row, value["progression"]) if "progression" in value else row


def _read_num(value: Any) -> dict[str, Amount]:
    """Amounts by name; ``BadState`` where they are counters whose rules are not implemented (122.1).

    What stands behind a "|" is no part of a kind: such names are of runs, and no row has them.
    """
    num: dict[str, Amount] = {str(k): amount_from_json(v) for k, v in value.items()}
    for name in names(num, COUNTER):
        kind = name.removeprefix(COUNTER).partition("|")[0]
        if not_implemented(kind):
            raise BadState(f"{kind} counters do something by the rules that is not implemented")
    return num


def _progressing(row: Row, value: Any) -> Row:
    """A row whose members differ by equal steps; ``BadState`` where it does not stand for as many as it says."""
    count, width = amount_from_json(value["count"]), amount_from_json(value["width"])
    steps = {str(slot): amount_from_json(step) for slot, step in value["steps"].items()}
    fine = (
        all(type(step) is not int or step != 0 for step in steps.values()) and steps and steps.keys() <= row.num.keys()
    )
    if not fine or at_most(count, 1) or at_most(width, 0) or not identical(row.n, count * width):
        raise BadState("a progression without steps, or of another number of members than its row")
    return stepping(row, steps, Members(count, width))


def _read_reference(value: Any) -> Reference:
    if value["mode"] == "gone":
        return Gone(_read_class(value["class"]), _read_num(value["num"]))
    if value["mode"] not in ("one", "each", "set"):
        raise BadState(f"no kind of reference: {value['mode']!r}")
    return Ref(str(value["mode"]), int(value["row"]))


def _read_class(value: Any) -> Class:
    proto = from_json(value["proto"]) if "proto" in value else None
    term = from_json(value["term"]) if "term" in value else None
    marks = from_json(value.get("marks", []))
    if not (proto is None or isinstance(proto, Proto)) or not (term is None or isinstance(term, Term)):
        raise BadState("a class whose card or ability is none")
    return make_class(
        str(value["kind"]),
        str(value.get("zone", "")),
        proto=proto,
        term=term,
        owner=int(value.get("owner", -1)),
        controller=int(value.get("controller", -1)),
        tapped=bool(value.get("tapped", False)),
        sick=bool(value.get("sick", False)),
        marks=marks,
        props=tuple((str(k), _read_prop(v)) for k, v in value.get("props", {}).items()),
    )


def _read_prop(value: Any) -> Prop:
    if isinstance(value, str | bool | int):
        return value
    if isinstance(value, list):
        return tuple(_read_prop(one) for one in value)
    found = from_json(value)
    if not isinstance(found, Term):
        raise BadState("a property that is no value")
    return found
