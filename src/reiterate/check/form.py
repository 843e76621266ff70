"""Reading certificates: a strict form, with every length checked before anything is computed from it."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias

from reiterate.check import runs
from reiterate.check.arithmetic import Form, OutOfBudget, Polynomial
from reiterate.check.huge import Huge, huge, is_whole
from reiterate.check.small_values import (
    AFTER,
    BASE,
    CLOSED,
    GUARDS,
    STEP,
    NotAForm,
    Rejected,
    a_flag,
    a_list,
    a_number,
    a_pair,
    a_text,
    an_object,
    form,
    fraction,
    polynomial,
    small_places,
    whole,
)
from reiterate.check.start.state_places import misplaced, placed, written_whole
from reiterate.refusals import CERTIFIED_EDITIONS, EDITION
from reiterate.rules.access.choice import Choice
from reiterate.state.json_form import FORMAT as STATE_FORMAT
from reiterate.state.json_form import BadState, state_from_json, state_to_json
from reiterate.state.model import State

FORMAT: Final = "certificate/2"
EARLIER: Final = "certificate/1"  # without a field for clauses that are not understood

#: Characters of a file.
FILE_BUDGET: Final = 2_000_000
VALUE_BUDGET: Final = 300_000  # between commas; an honest file has one for ten characters
#: How deep values may nest, and blocks in blocks.
NESTING_BUDGET: Final = 120
BLOCK_BUDGET: Final = 8
#: Digits of a number that is no text: one printed on a card. All others are smaller (``a_number``).
PRINTED_BUDGET: Final = 4_000
#: Rows of the start.
ROW_BUDGET: Final = 300
#: Amounts of a period that change, with those of the blocks in it.
SLOT_BUDGET: Final = 200
#: Elementary choices of the whole file.
CHOICE_BUDGET: Final = 20_000

_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_BRACKET: Final = re.compile(r"[\[\]{}]")

#: An amount of a state by row and name, "n" for a row's count; tallies under the row -1.
Place: TypeAlias = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Move:
    """An elementary choice whose amounts are polynomials of the amounts around it (constants in plain play)."""

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
class Traced:
    """What was noted of something that is done again and again: which amounts change, and how."""

    slots: tuple[Place, ...]
    phi: tuple[int, ...]
    update: tuple[Polynomial, ...]
    guards: tuple[Comparison, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Rounds done at once: ``deeds`` is one of them. Amounts are numbered behind the ``around`` ones outside.

    ``closed`` are the amounts after m rounds, as polynomials of those outside and of m, which has
    the number ``around``.
    """

    around: int
    rounds: Polynomial
    deeds: tuple[Move | Block, ...]
    start: tuple[Polynomial, ...]
    noted: Traced
    closed: tuple[Polynomial, ...]


Deed: TypeAlias = Move | Block
Iterations: TypeAlias = tuple[tuple[Deed, ...], ...]


@dataclass(frozen=True, slots=True)
class Plain:
    """Iterations that are played choice by choice."""

    iterations: Iterations


@dataclass(frozen=True, slots=True)
class Joins:
    """Rows that are joined to runs where a period begins, and where it ends: each from its first value on."""

    head: tuple[tuple[int, ...], ...] = ()
    end: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Jump:
    """A period that is done ``periods`` times (None: for ever). ``closed``: None for powers of the matrix of the update."""

    iterations: Iterations
    periods: int | None
    start: tuple[int, ...]
    noted: Traced
    closed: tuple[Form, ...] | None
    joins: Joins
    choices: Any  # what is said of its choices, as it is written: read by ``claims.form``


@dataclass(frozen=True, slots=True)
class Ending:
    """How the chain ends: endless, done, over; illegal or unread in an iteration, before a choice."""

    kind: str
    iteration: int = 0
    choice: int = 0
    deeds: tuple[Deed, ...] = ()
    refused: Move | None = None
    code: str = ""
    rule: str = ""
    outcome: str = ""
    left: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """What a certificate says of its chain in the end: whether it is a loop, and how long it goes on."""

    kind: str
    endless: bool
    iterations: str
    further: dict[str, Any]  # gains, needs and choices, as they are written: read by ``claims.form``


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that was read; nothing of it is believed yet."""

    terms: str
    terms_of_start: str
    start: State
    chain: tuple[Plain | Jump, ...]
    end: Ending
    claim: Claim
    closed_set: Any  # as it is written: read by ``claims.closed_set``
    clauses: Any  # as they are written: read by ``claims.clauses``
    written: Any  # the start as it is written
    choices_left: int  # of the budget for the whole file


def read(text: str) -> Certificate:
    """The certificate of a text. Raises ``NotAForm``, ``Rejected`` or ``OutOfBudget``."""
    if len(text) > FILE_BUDGET:
        raise OutOfBudget(f"more than {FILE_BUDGET} characters")
    unquoted = _STRING.sub("", text)
    if unquoted.count(",") > VALUE_BUDGET:
        raise OutOfBudget(f"more than {VALUE_BUDGET} values")
    depth = 0
    for bracket in _BRACKET.finditer(unquoted):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > NESTING_BUDGET:
            raise OutOfBudget(f"nested deeper than {NESTING_BUDGET}")
    try:
        value = json.loads(text, parse_int=_printed, parse_float=_no_number, parse_constant=_no_number)
        again = canonical(value)
    except (ValueError, RecursionError) as error:
        raise NotAForm(f"not JSON of this form: {error}") from error
    if again != text:
        raise NotAForm("not the canonical text of its value (sorted keys, no spaces, one line)")
    return _certificate(value)


def canonical(value: object) -> str:
    """The one text of a JSON value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"


def _printed(digits: str) -> int:
    if len(digits) > PRINTED_BUDGET:
        raise OutOfBudget(f"a printed number of more than {PRINTED_BUDGET} digits")
    return int(digits)


def _no_number(text: str) -> Any:
    raise NotAForm(f"{text[:20]} is no whole number")


def _certificate(value: Any) -> Certificate:
    fields = {"format", "versions", "terms", "start", "chain", "end", "claim", "closed_set"}
    found = an_object(value, "certificate", fields, frozenset({"clauses"}))
    if found["format"] != (FORMAT if "clauses" in found else EARLIER):
        raise NotAForm(f"not of format {FORMAT}, or of format {EARLIER} without clauses")
    versions = an_object(found["versions"], "set of versions", {"edition", "state"})
    if a_text(versions["edition"]) not in CERTIFIED_EDITIONS or a_text(versions["state"]) != STATE_FORMAT:
        raise Rejected(BASE, f"not for the rules of edition {EDITION} and states of format {STATE_FORMAT}")
    start = start_of(found["start"])
    protos = sorted({canonical(row["class"]["proto"]) for row in found["start"]["rows"] if "proto" in row["class"]})
    deeds = Deeds()
    return Certificate(
        a_text(found["terms"]),
        hashlib.sha256("".join(protos).encode()).hexdigest(),
        start,
        a_list(found["chain"], lambda piece: _piece(piece, deeds)),
        _ending(found["end"], deeds),
        _claim(found["claim"]),
        found["closed_set"],
        found.get("clauses", []),
        found["start"],
        deeds.left,
    )


# --- the start ---------------------------------------------------------------------------------------------------


def start_of(value: Any) -> State:
    """The state of a written start."""
    found = an_object(value, "state", {"format", "rows", "seqs", "tally", "labels"})
    small_places(found)
    rows = a_list(found["rows"], lambda row: row)
    if len(rows) > ROW_BUDGET:
        raise OutOfBudget(f"more than {ROW_BUDGET} rows")
    long: dict[Place, int | Huge] = {}
    try:
        written, state = _with_short_amounts(found, long)
        if canonical(state_to_json(state)) != canonical(written):
            raise Rejected(BASE, "the start is not the one form of its state")
    except BadState as error:
        raise Rejected(BASE, f"the start: {misplaced(found) or error}") from error
    except (KeyError, TypeError, AttributeError, ValueError, AssertionError) as error:
        raise Rejected(BASE, f"the start is no state: {misplaced(found) or type(error).__name__}") from error
    return with_amounts(runs.own(state), long)


def _with_short_amounts(value: dict[str, Any], long: dict[Place, int | Huge]) -> tuple[dict[str, Any], State]:
    """The state with 1 in the place of each amount that is too long to write; those are kept in ``long``."""

    def short(at: Place, amount: Any) -> Any:
        if not isinstance(amount, list):
            return placed(at, written_whole, amount)
        long[at] = placed(at, amount_of, amount)
        return "1"

    rows = []
    for i, row in enumerate(value["rows"]):
        if "progression" in row:
            _of_members(row)
            rows.append(row)
            continue
        made = row | {"n": short((i, "n"), row["n"])}
        if "num" in row:
            made["num"] = {name: short((i, name), amount) for name, amount in row["num"].items()}
        for ref in row.get("refs", {}).values():
            for amount in ref.get("num", {}).values():
                whole(amount)
        rows.append(made)
    tally = {key: short((-1, key), amount) for key, amount in value["tally"].items()}
    written = value | {"rows": rows, "tally": tally}
    return written, state_from_json(written)


def _of_members(row: dict[str, Any]) -> None:
    """A row whose members differ: all its amounts can be written."""
    differing = an_object(row["progression"], "progression", {"count", "width", "steps"})
    if not isinstance(differing["steps"], dict) or not isinstance(row.get("num"), dict):
        raise NotAForm("a progression that names no steps")
    amounts = [row["n"], differing["count"], differing["width"], *differing["steps"].values(), *row["num"].values()]
    if any(isinstance(amount, list) for amount in amounts):
        raise Rejected(BASE, "members that differ by amounts too long to write")
    for amount in amounts:
        whole(amount)


def amount_of(value: Any) -> int | Huge:
    """An amount: digits, or a sum of terms (numerator, denominator, and bases with their exponents)."""
    if not isinstance(value, list):
        return whole(value)
    terms = []
    for term in a_list(value, lambda one: one):
        if not isinstance(term, list) or len(term) != 3:
            raise NotAForm("a term of a formula is a numerator, a denominator, and powers")
        powers = tuple((whole(a_pair(power)[0]), whole(power[1])) for power in a_list(term[2], a_pair))
        bottom = whole(term[1])
        if bottom < 1 or any(base < 2 or exponent < 1 for base, exponent in powers):
            raise Rejected(BASE, "a formula with such a base, exponent or denominator")
        terms.append((powers, Fraction(whole(term[0]), bottom)))
    found = huge(terms)
    if not isinstance(found, Huge) or len(found.terms) != len(terms):
        raise Rejected(BASE, "a formula that is not in its one form")
    if not is_whole(found):
        raise Rejected(BASE, "a formula of a number that is not whole")
    return found


def with_amounts(state: State, values: dict[Place, Any]) -> State:
    """The state with other amounts in some places, such as ``{(7, "n"): 3}``; a negative row stands for the state's tallies."""
    tally = dict(state.tally)
    by_row: dict[int, dict[str, Any]] = {}
    for (handle, name), value in values.items():
        if handle < 0:
            tally[name] = value
        else:
            by_row.setdefault(handle, {})[name] = value
    rows = state.rows | {handle: runs.filled(state.rows[handle], found) for handle, found in by_row.items()}
    return State(rows, dict(state.seqs), tally, dict(state.labels), state.fresh)


# --- choices -----------------------------------------------------------------------------------------------------

#: All but what names one member of a group whose members differ: no certificate takes such a group apart.
#: What a choice may say. No random result is taken from a certificate: it would hold in no other iteration.
_FIELDS: Final = {field.name: field for field in dataclasses.fields(Choice) if field.name not in ("apart", "results")}
_BLOCK: Final = {"block", "rounds", "start", "slots", "phi", "update", "guards", "closed"}


def _digits(value: Any, _: str) -> int:
    return whole(value)


class Deeds:
    """Reads what is done, counting it. ``obligation``: what a choice breaks that can't be made in any state."""

    __slots__ = ("left", "obligation")

    def __init__(self, left: int = CHOICE_BUDGET, obligation: str = BASE) -> None:
        self.left = left
        self.obligation = obligation

    def all(self, value: Any, symbols: int, depth: int = 0) -> tuple[Deed, ...]:
        """Read a list of choices and blocks, in order. Raises what ``small_values`` raises for a value that is no such list.

        In: ``symbols``, how many there are: an amount is digits, or a polynomial of them. ``depth``: how deep the list stands in blocks.
        """
        return a_list(value, lambda deed: self._deed(deed, symbols, depth))

    def iterations(self, value: Any, symbols: int) -> Iterations:
        """Iterations, each of at least one choice."""
        found = a_list(value, lambda iteration: self.all(iteration, symbols))
        if not found or not all(found):
            raise Rejected(self.obligation, "an iteration without a choice")
        return found

    def _deed(self, value: Any, symbols: int, depth: int) -> Deed:
        nested = isinstance(value, dict) and "block" in value
        return self._block(value, symbols, depth + 1) if nested else self.move(value, symbols)

    def _block(self, value: Any, around: int, depth: int) -> Block:
        if depth > BLOCK_BUDGET:
            raise OutOfBudget(f"blocks nested deeper than {BLOCK_BUDGET}")
        found = an_object(value, "block", _BLOCK)
        slots = _slots(found["slots"], self.obligation)
        inside = around + len(slots)
        if inside > SLOT_BUDGET:
            raise OutOfBudget(f"more than {SLOT_BUDGET} amounts that change")
        _one_for_each(found, len(slots), self.obligation)
        made = Block(
            around,
            self._amount(found["rounds"], around),
            self.all(found["block"], inside, depth),
            a_list(found["start"], lambda poly: polynomial(poly, around, self.obligation, _digits)),
            _traced(found, slots, inside),
            a_list(found["closed"], lambda poly: polynomial(poly, around + 1, CLOSED, fraction)),
        )
        if not made.deeds:
            raise Rejected(self.obligation, "a block without a choice")
        return made

    def move(self, value: Any, symbols: int) -> Move:
        """One choice."""
        self.left -= 1
        if self.left < 0:
            raise OutOfBudget(f"more than {CHOICE_BUDGET} choices")
        found = an_object(value, "choice", {"verb", "player"}, frozenset(_FIELDS))
        fields: dict[str, Any] = {"verb": a_text(found["verb"]), "player": a_number(found["player"])}
        amounts: dict[str, Polynomial | tuple[Polynomial, ...]] = {}
        for name, content in found.items():
            if name in ("verb", "player"):
                continue
            if name in ("member", "x", "count"):
                amounts[name] = self._amount(content, symbols)
                made: Any = amounts[name]
            elif name in ("picks", "pay"):
                pairs = a_list(content, a_pair)
                first: Callable[[Any], Any] = a_number if name == "picks" else a_text
                fields[name] = made = tuple(first(pair[0]) for pair in pairs)
                amounts[name] = tuple(self._amount(pair[1], symbols) for pair in pairs)
            elif name == "sizes":
                amounts[name] = made = a_list(content, lambda n: self._amount(n, symbols))
            elif name in ("targets", "how", "ways"):
                fields[name] = made = a_list(content, a_number if name == "targets" else a_text)
            else:
                fields[name] = made = a_number(content) if name in ("row", "index") else a_text(content)
            if made in ({}, ()) or (name in fields and made == _FIELDS[name].default):
                raise Rejected(self.obligation, f"a choice that says what goes without saying: {name}")
        return Move(Choice(**fields), amounts)

    def _amount(self, value: Any, symbols: int) -> Polynomial:
        if not isinstance(value, list):
            n = whole(value)
            return {(): n} if n else {}
        found = polynomial(value, symbols, self.obligation, _digits)
        if set(found) <= {()}:
            raise Rejected(self.obligation, "a constant amount that is not written as digits")
        return found


# --- pieces ------------------------------------------------------------------------------------------------------

_JUMP: Final = {"kind", "iterations", "periods", "slots", "start", "phi", "update", "guards", "closed", "choices"}


def _piece(value: Any, deeds: Deeds) -> Plain | Jump:
    if not isinstance(value, dict) or value.get("kind") == "plain":
        return Plain(deeds.iterations(an_object(value, "plain piece", {"kind", "iterations"})["iterations"], 0))
    found = an_object(value, "segment", _JUMP, frozenset({"joined"}))
    if found["kind"] != "segment":
        raise NotAForm("a piece is plain or a segment")
    slots = _slots(found["slots"], BASE)
    closed = found["closed"]
    _one_for_each(found, len(slots), BASE)
    deeds.obligation = STEP
    made = Jump(
        deeds.iterations(found["iterations"], len(slots)),
        None if found["periods"] == "" else whole(found["periods"]),
        a_list(found["start"], whole),
        _traced(found, slots, len(slots)),
        None if closed == "powers" else a_list(closed, form),
        _joins(found["joined"]) if "joined" in found else Joins(),
        found["choices"],
    )
    deeds.obligation = AFTER
    if made.periods is not None and made.periods < 1:
        raise Rejected(GUARDS, "a segment of no periods")
    return made


def _joins(value: Any) -> Joins:
    found = an_object(value, "joining of rows", {"head", "end"})
    made = Joins(*(a_list(found[at], lambda rows: a_list(rows, a_number)) for at in ("head", "end")))
    for lists, obligation in ((made.head, BASE), (made.end, STEP)):
        oldest = [min(rows, default=-1) for rows in lists]
        if oldest != sorted(set(oldest)):
            raise Rejected(obligation, "the rows joined are not in order, or there twice")
    if made == Joins():
        raise Rejected(BASE, "a joining of no rows")
    return made


def _slots(value: Any, obligation: str) -> tuple[Place, ...]:
    slots = a_list(value, lambda slot: (a_number(a_pair(slot)[0]), a_text(slot[1])))
    if len(slots) > SLOT_BUDGET:
        raise OutOfBudget(f"more than {SLOT_BUDGET} amounts that change")
    if list(slots) != sorted(set(slots)):
        raise Rejected(obligation, "the amounts that change are not in order, or one is there twice")
    return slots


def _one_for_each(found: dict[str, Any], slots: int, obligation: str) -> None:
    """One first value, update and closed form for each slot; the one of the four that is alone in its length is wrong."""
    sizes = {name: len(a_list(found[name], lambda one: one)) for name in ("start", "update")}
    sizes["closed"] = slots if found["closed"] == "powers" else len(a_list(found["closed"], lambda one: one))
    wrong = [name for name, size in sizes.items() if size != slots]
    if len(wrong) == 1:
        named = {"start": obligation, "update": STEP, "closed": CLOSED}
        raise Rejected(named[wrong[0]], f"not one value of '{wrong[0]}' for each amount that changes")
    if wrong:
        raise Rejected(obligation, "not one amount that changes for each first value, update and closed form")


def _traced(found: dict[str, Any], slots: tuple[Place, ...], symbols: int) -> Traced:
    return Traced(
        slots,
        a_list(found["phi"], a_number),
        a_list(found["update"], lambda poly: polynomial(poly, symbols, STEP)),
        a_list(found["guards"], lambda guard: _comparison(guard, symbols)),
    )


def _comparison(value: Any, symbols: int) -> Comparison:
    found = an_object(value, "guard", {"poly", "op", "truth", "purpose", "rule", "place"})
    if found["op"] not in ("==", "<=") or found["purpose"] != "rules":
        raise NotAForm("a guard compares with == or <=, for the rules")
    poly = polynomial(found["poly"], symbols, STEP)
    return Comparison(poly, found["op"], a_flag(found["truth"]), a_text(found["rule"]), a_number(found["place"]))


# --- the end -----------------------------------------------------------------------------------------------------

_ENDS: Final[dict[str, set[str]]] = {
    "endless": set(),
    "done": set(),
    "over": {"iteration", "choice", "choices", "outcome"},
    "unread": {"iteration", "choice", "choices", "left"},
    "illegal": {"iteration", "choice", "choices", "refused", "code", "rule", "message"},
}


def _ending(value: Any, deeds: Deeds) -> Ending:
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in _ENDS:
        raise NotAForm(f"a chain ends in one of these ways: {', '.join(_ENDS)}")
    found = an_object(value, "end", {"kind", *_ENDS[kind]})
    deeds.obligation = AFTER
    if kind in ("endless", "done"):
        return Ending(kind)
    texts = {name: a_text(found[name]) for name in ("code", "rule", "outcome") if name in found}
    a_text(found.get("message", ""))  # words for people: a text, and not compared with anything
    return Ending(
        kind,
        whole(found["iteration"]),
        whole(found["choice"]),
        deeds.all(found["choices"], 0),
        deeds.move(found["refused"], 0) if kind == "illegal" else None,
        left=a_flag(found.get("left", False)),
        **texts,
    )


def _claim(value: Any) -> Claim:
    found = an_object(value, "claim", {"kind", "endless", "iterations", "gains", "kept_up_by", "draw", "needs"})
    if found["kind"] not in ("loop", "once"):
        raise NotAForm("what is claimed is a loop, or done once")
    iterations = a_text(found["iterations"])
    if iterations:
        whole(iterations)
    return Claim(found["kind"], a_flag(found["endless"]), iterations, found)
