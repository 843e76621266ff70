"""Reading certificates: a strict form, with every length checked before anything is computed from it."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeVar

from reiterate.amounts import parse_quantity, plain
from reiterate.check.arithmetic import DEGREE_BUDGET, TERM_BUDGET, Form, OutOfBudget, Polynomial
from reiterate.refusals import EDITION, Refusal
from reiterate.rules.choices import Choice
from reiterate.state.model import State
from reiterate.state.store import FORMAT as STATE_FORMAT
from reiterate.state.store import BadState, state_from_json, state_to_json

FORMAT: Final = "certificate/1"

#: Characters of a file.
FILE_BUDGET: Final = 4_000_000
#: How deep values may nest.
NESTING_BUDGET: Final = 120
#: Digits of an amount, a number of periods, a factor.
DIGITS_BUDGET: Final = 10_100
#: Rows of the start.
ROW_BUDGET: Final = 300
#: Amounts of a period that change.
SLOT_BUDGET: Final = 200
#: Elementary choices of the whole file.
CHOICE_BUDGET: Final = 20_000

_WHOLE: Final = re.compile(r"0|-?[1-9][0-9]*")
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_BRACKET: Final = re.compile(r"[\[\]{}]")

T = TypeVar("T")


class NotAForm(Exception):
    """The file is no certificate in canonical form; the text says why."""


@dataclass(frozen=True, slots=True)
class Move:
    """An elementary choice whose amounts are polynomials of the period's first amounts (constants in plain play)."""

    choice: Choice
    amounts: dict[str, Polynomial | tuple[Polynomial, ...]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A guard: ``poly op 0`` is ``truth``, asked at a place by a rule."""

    poly: Polynomial
    op: str
    truth: bool
    rule: str
    place: int


@dataclass(frozen=True, slots=True)
class Plain:
    """Iterations that are played choice by choice."""

    iterations: tuple[tuple[Move, ...], ...]


@dataclass(frozen=True, slots=True)
class Jump:
    """A period that is done ``periods`` times (None: for ever)."""

    iterations: tuple[tuple[Move, ...], ...]
    periods: int | None
    slots: tuple[tuple[int, str], ...]
    start: tuple[int, ...]
    phi: tuple[int, ...]
    update: tuple[Polynomial, ...]
    guards: tuple[Comparison, ...]
    closed: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """How the road ends: endless; illegal or unread or over in an iteration, before a choice."""

    kind: str
    iteration: int = 0
    choice: int = 0
    choices: tuple[Move, ...] = ()
    refused: Move | None = None
    code: str = ""
    rule: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that was read; nothing of it is believed yet."""

    terms: str
    terms_of_start: str
    start: State
    chain: tuple[Plain | Jump, ...]
    end: Ending
    endless: bool
    iterations: str


def read(text: str) -> Certificate:
    """The certificate of a text. Raises ``NotAForm`` or ``OutOfBudget``."""
    if len(text) > FILE_BUDGET:
        raise OutOfBudget(f"more than {FILE_BUDGET} characters")
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub("", text)):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > NESTING_BUDGET:
            raise OutOfBudget(f"nested deeper than {NESTING_BUDGET}")
    try:
        value = json.loads(text, parse_int=_small, parse_float=_no_number, parse_constant=_no_number)
        again = canonical(value)
    except (ValueError, RecursionError) as error:
        raise NotAForm(f"not JSON of this form: {error}") from error
    if again != text:
        raise NotAForm("not the canonical text of its value (sorted keys, no spaces, one line)")
    return _certificate(value)


def canonical(value: object) -> str:
    """The one text of a JSON value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"


def _small(digits: str) -> int:
    if len(digits) > 9:
        raise NotAForm("a number of more than 9 digits that is no text")
    return int(digits)


def _no_number(text: str) -> Any:
    raise NotAForm(f"{text[:20]} is no whole number")


def _certificate(value: Any) -> Certificate:
    found = _object(value, "certificate", {"format", "versions", "terms", "start", "chain", "end", "claim"})
    if found["format"] != FORMAT or found["versions"] != {"edition": EDITION, "state": STATE_FORMAT}:
        raise NotAForm(f"not of format {FORMAT} for edition {EDITION} and {STATE_FORMAT}")
    start = _state(found["start"])
    protos = sorted({canonical(row["class"]["proto"]) for row in found["start"]["rows"] if "proto" in row["class"]})
    claim = _object(found["claim"], "claim", {"endless", "iterations"})
    moves = _Moves()
    return Certificate(
        _text(found["terms"]),
        hashlib.sha256("".join(protos).encode()).hexdigest(),
        start,
        _list(found["chain"], lambda piece: _piece(piece, moves)),
        _ending(found["end"], moves),
        _flag(claim["endless"]),
        _text(claim["iterations"]),
    )


# --- small values ------------------------------------------------------------------------------------------------


def _object(value: Any, what: str, wanted: set[str], allowed: frozenset[str] = frozenset()) -> dict[str, Any]:
    if not isinstance(value, dict) or not wanted <= set(value) <= wanted | allowed:
        raise NotAForm(f"a {what} has the fields {', '.join(sorted(wanted))}")
    return value


def _list(value: Any, one: Callable[[Any], T]) -> tuple[T, ...]:
    if not isinstance(value, list):
        raise NotAForm("a list is wanted")
    return tuple(one(item) for item in value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise NotAForm("a text is wanted")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise NotAForm("true or false is wanted")
    return value


def _number(value: Any) -> int:
    if type(value) is not int:
        raise NotAForm("a small whole number is wanted")
    return value


def whole(value: Any) -> int:
    """A whole number written as a text of digits."""
    text = _text(value)
    if len(text) > DIGITS_BUDGET:
        raise OutOfBudget(f"a number of more than {DIGITS_BUDGET} digits")
    if _WHOLE.fullmatch(text) is None:
        raise NotAForm(f'"{text[:20]}" is no whole number')
    found = parse_quantity(text.removeprefix("-"), cap_digits=DIGITS_BUDGET)
    if isinstance(found, Refusal):
        raise NotAForm(found.message)
    return -found if text.startswith("-") else found


def _fraction(value: Any) -> Fraction:
    top, _, bottom = _text(value).partition("/")
    found = (whole(top), whole(bottom))
    if found[1] < 1:
        raise NotAForm("a denominator below 1")
    made = Fraction(*found)
    if (made.numerator, made.denominator) != found:
        raise NotAForm("a fraction that is not in lowest terms")
    return made


def _polynomial(value: Any, slots: int) -> Polynomial:
    if not isinstance(value, list) or len(value) > TERM_BUDGET:
        raise OutOfBudget(f"a polynomial is a list of at most {TERM_BUDGET} products")
    found: Polynomial = {}
    for term in value:
        if not isinstance(term, list) or len(term) != 2:
            raise NotAForm("a product is its factor and its slots")
        product = _list(term[1], _number)
        if len(product) > DEGREE_BUDGET:
            raise OutOfBudget(f"a product of more than {DEGREE_BUDGET} slots")
        if any(not 0 <= slot < slots for slot in product) or list(product) != sorted(product) or product in found:
            raise NotAForm("a product of slots that are not there, not in order, or twice")
        found[product] = whole(term[0])
    if list(found) != sorted(found) or not all(found.values()):
        raise NotAForm("products not in order, or with the factor 0")
    return found


def _form(value: Any) -> Form:
    found: dict[tuple[int, int], Fraction] = {}
    for term in _list(value, lambda one: one):
        if not isinstance(term, list) or len(term) != 3:
            raise NotAForm("a term of a closed form is base, power of n and factor")
        if any(len(_text(part)) > 40 for part in term[:2]):
            raise OutOfBudget("a base or a power of more than 40 digits")
        base, power, c = whole(term[0]), whole(term[1]), _fraction(term[2])
        if base < 1 or power < 0 or (base, power) in found or not c:
            raise NotAForm("a term with a base below 1, a negative power, the factor 0, or twice")
        found[base, power] = c
    if list(found) != sorted(found):
        raise NotAForm("terms of a closed form not in order")
    return Form(found)


# --- the start ---------------------------------------------------------------------------------------------------


def _state(value: Any) -> State:
    found = _object(value, "state", {"format", "rows", "seqs", "tally", "labels"})
    rows = _list(found["rows"], lambda row: row)
    if len(rows) > ROW_BUDGET:
        raise OutOfBudget(f"more than {ROW_BUDGET} rows")
    try:
        amounts = [row["n"] for row in rows] + list(found["tally"].values())
        for row in rows:
            if "progression" in row:
                raise NotAForm("tokens that differ by equal steps, which no certificate holds")
            amounts += row.get("num", {}).values()
            for ref in row.get("refs", {}).values():
                amounts += ref.get("num", {}).values()
        for amount in amounts:
            whole(amount)
        state = state_from_json(value)
        if canonical(state_to_json(state)) != canonical(value):
            raise NotAForm("the start is not the one form of its state")
    except BadState as error:
        raise NotAForm(f"the start: {error}") from error
    except (KeyError, TypeError, AttributeError, ValueError, AssertionError) as error:
        raise NotAForm(f"the start is no state: {type(error).__name__}") from error
    if any(plain(row.n) < 0 for row in state.rows.values()):
        raise NotAForm("a row of fewer than no objects")
    return state


# --- choices -----------------------------------------------------------------------------------------------------

#: All but what names members of groups that differ by equal steps: no certificate holds such groups.
_FIELDS: Final = {field.name: field for field in dataclasses.fields(Choice) if field.name != "apart"}


class _Moves:
    """Reads choices, counting them."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = CHOICE_BUDGET

    def read(self, value: Any, slots: int) -> Move:
        """One choice. An amount is digits, or a polynomial of so many slots."""
        self.left -= 1
        if self.left < 0:
            raise OutOfBudget(f"more than {CHOICE_BUDGET} choices")
        found = _object(value, "choice", {"verb", "player"}, frozenset(_FIELDS))
        fields: dict[str, Any] = {"verb": _text(found["verb"]), "player": _number(found["player"])}
        amounts: dict[str, Polynomial | tuple[Polynomial, ...]] = {}
        for name, content in found.items():
            if name in ("verb", "player"):
                continue
            if name in ("member", "x", "count"):
                amounts[name] = _amount(content, slots)
                made: Any = amounts[name]
            elif name in ("picks", "pay"):
                pairs = _list(content, _pair)
                first: Callable[[Any], Any] = _number if name == "picks" else _text
                fields[name] = made = tuple(first(pair[0]) for pair in pairs)
                amounts[name] = tuple(_amount(pair[1], slots) for pair in pairs)
            elif name == "sizes":
                amounts[name] = made = _list(content, lambda n: _amount(n, slots))
            elif name in ("targets", "how", "ways"):
                fields[name] = made = _list(content, _number if name == "targets" else _text)
            else:
                fields[name] = made = _number(content) if name in ("row", "index") else _text(content)
            if made in ({}, ()) or (name in fields and made == _FIELDS[name].default):
                raise NotAForm(f"a choice that says what goes without saying: {name}")
        return Move(Choice(**fields), amounts)


def _pair(value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) != 2:
        raise NotAForm("a pair is wanted")
    return value


def _amount(value: Any, slots: int) -> Polynomial:
    if isinstance(value, list):
        found = _polynomial(value, slots)
        if set(found) <= {()}:
            raise NotAForm("a constant amount is written as digits")
        return found
    n = whole(value)
    return {(): n} if n else {}


def _played(value: Any, moves: _Moves, slots: int) -> tuple[tuple[Move, ...], ...]:
    found = _list(value, lambda iteration: _list(iteration, lambda choice: moves.read(choice, slots)))
    if not found or not all(found):
        raise NotAForm("an iteration without a choice")
    return found


# --- pieces ------------------------------------------------------------------------------------------------------

_JUMP: Final = {"kind", "iterations", "periods", "slots", "start", "phi", "update", "guards", "closed"}


def _piece(value: Any, moves: _Moves) -> Plain | Jump:
    if not isinstance(value, dict) or value.get("kind") == "plain":
        return Plain(_played(_object(value, "plain piece", {"kind", "iterations"})["iterations"], moves, 0))
    found = _object(value, "segment", _JUMP)
    if found["kind"] != "segment":
        raise NotAForm("a piece is plain or a segment")
    slots = _list(found["slots"], lambda slot: (_number(_pair(slot)[0]), _text(slot[1])))
    if len(slots) > SLOT_BUDGET:
        raise OutOfBudget(f"more than {SLOT_BUDGET} amounts that change")
    size = len(slots)
    made = Jump(
        _played(found["iterations"], moves, size),
        None if found["periods"] == "" else whole(found["periods"]),
        slots,
        _list(found["start"], whole),
        _list(found["phi"], _number),
        _list(found["update"], lambda poly: _polynomial(poly, size)),
        _list(found["guards"], lambda guard: _comparison(guard, size)),
        _list(found["closed"], _form),
    )
    if not size == len(made.start) == len(made.update) == len(made.closed):
        raise NotAForm("not one start, update and closed form for each slot")
    if list(slots) != sorted(set(slots)):
        raise NotAForm("slots not in order, or twice")
    if made.periods is not None and made.periods < 1:
        raise NotAForm("a segment of no periods")
    return made


def _comparison(value: Any, slots: int) -> Comparison:
    found = _object(value, "guard", {"poly", "op", "truth", "purpose", "rule", "place"})
    if found["op"] not in ("==", "<=") or found["purpose"] != "rules":
        raise NotAForm("a guard compares with == or <=, for the rules")
    poly = _polynomial(found["poly"], slots)
    return Comparison(poly, found["op"], _flag(found["truth"]), _text(found["rule"]), _number(found["place"]))


def _ending(value: Any, moves: _Moves) -> Ending:
    kind = value.get("kind") if isinstance(value, dict) else None
    if kind == "endless":
        _object(value, "end", {"kind"})
        return Ending("endless")
    wanted = {"kind", "iteration", "choice", "choices"}
    if kind == "illegal":
        wanted |= {"refused", "code", "rule", "message"}
    elif kind not in ("over", "unread"):
        raise NotAForm("a road is endless, or ends illegal, unread or over")
    found = _object(value, "end", wanted)
    return Ending(
        kind,
        whole(found["iteration"]),
        _number(found["choice"]),
        _list(found["choices"], lambda choice: moves.read(choice, 0)),
        moves.read(found["refused"], 0) if kind == "illegal" else None,
        *(_text(found.get(name, "")) for name in ("code", "rule", "message")),
    )
