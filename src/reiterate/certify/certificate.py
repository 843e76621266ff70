"""Certificates: a loop's road written down so that another program can repeat the whole argument (docs/certificates.md).

Elementary choices are written as data, with the handles that the state has when it is read from the certificate; the
game gives out handles in a fixed way, so playing the certificate again finds the same ones.
"""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from typing import Any, Final

from reiterate.amounts import OPTIONS, RULES, Formula, Guard, Recorder, decimal_text, plain, value_of
from reiterate.amounts.beyond import beyond
from reiterate.certify.certificate_steps import (
    Deeds,
    census,
    choice_json,
    corresponds,
    filled,
    fraction_text,
    noted_json,
    unmoved,
    update_of,
)
from reiterate.certify.choices import Keeping, Watch
from reiterate.certify.inert_gains import alone, read_in
from reiterate.certify.joining import Joins, folded_end, joined_as
from reiterate.certify.needs import needs
from reiterate.loops.closed_forms import ClosedForms, Form, PolynomialForms, close
from reiterate.loops.distinctions import guard_differences
from reiterate.loops.growth import Growth
from reiterate.loops.head_slots import Slot, amounts_of, fill
from reiterate.loops.iterated import Iterated
from reiterate.loops.loop import End, Loop, Segment, find_loop
from reiterate.loops.monotone import LOOKAHEAD, Monotone
from reiterate.loops.play import DONE, ILLEGAL, OVER
from reiterate.loops.reader import Reader
from reiterate.loops.solve import Exponential
from reiterate.loops.traced_period import MAX_DEGREE, Period, horizon
from reiterate.refusals import EDITION, UNSUPPORTED, Refusal, Unsupported, unsupported
from reiterate.rules.access.state_access import text_prop
from reiterate.rules.turn.state_based_actions import over
from reiterate.state.model import State
from reiterate.state.normal_form import normal
from reiterate.state.progressions import has_progressions
from reiterate.state.properties import OUTCOME, PLAYER, N
from reiterate.state.store import FORMAT as STATE_FORMAT
from reiterate.state.store import state_from_json, state_to_json

FORMAT: Final = "certificate/1"

#: Digits of a number printed on a card that a certificate holds; its reader reads no more.
PRINTED_BUDGET: Final = 4_000


def canonical(value: object) -> str:
    """The one text of a JSON value: sorted keys, no spaces, one line."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"


def terms_digest(start: dict[str, Any]) -> str:
    """The digest of the compiled cards of a written state."""
    protos = sorted({canonical(row["class"]["proto"]) for row in start["rows"] if "proto" in row["class"]})
    return hashlib.sha256("".join(protos).encode()).hexdigest()


def beyond_printing(written: Any) -> Refusal | None:
    """The refusal for a written state with a printed number of more digits than a certificate holds; None where all fit."""
    todo = [written]
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            todo += value.values()
        elif isinstance(value, list):
            todo += value
        elif type(value) is int and abs(value) >= 10**PRINTED_BUDGET:
            message = f"certificates hold no printed number of more than {PRINTED_BUDGET} digits"
            return Refusal(UNSUPPORTED, "certificate-printed", message, "a smaller number on the card", "730.2")
    return None


def certify(loop: Loop, of_rounds: bool = False) -> str | Refusal:
    """The certificate of a loop, as a canonical text; a refusal where there is nothing to certify, or no way to.

    A script that is over before anything recurs because the game is has a certificate of what is done once. ``of_rounds``:
    it says of the choices in the rounds of blocks what holds in one round; whether in all, only the checker knows.
    """
    written = state_to_json(loop.heads[0])
    unwritable = beyond_printing(written)
    if unwritable is not None:
        return unwritable
    start = state_from_json(written)
    again = find_loop(start, loop.reader)
    try:
        refused = again.extend(None)
        if refused is not None:
            return refused
        if not again.segments and (again.end is None or again.end.kind != OVER):
            return _nothing_recurs(again)
        road = _Road(start, again.reader)
        road.of_rounds = of_rounds
        road.loop(again)
    except Unsupported as error:
        return error.refusal
    return canonical(road.certificate(written))


def certify_once(state: State, reader: Reader) -> str | Refusal:
    """The certificate of a script that is played once: it wins at once, or does something a number of times, or both."""
    written = state_to_json(state)
    unwritable = beyond_printing(written)
    if unwritable is not None:
        return unwritable
    road = _Road(state_from_json(written), reader)
    try:
        refused = road.once()
    except Unsupported as error:
        return error.refusal
    return canonical(road.certificate(written)) if refused is None else refused


def _nothing_recurs(loop: Loop) -> Refusal:
    """The refusal for a script that ends before anything recurs."""
    assert loop.end is not None
    cause = loop.ended(loop.end.iteration)
    message = f"nothing to certify: {cause.message}"
    return Refusal(cause.kind, "nothing-recurs", message, "a loop that comes back to its shape", cause.rule)


class _Road:
    """Writes the pieces of a road in order, playing it along."""

    __slots__ = (
        "chain",
        "end",
        "growing",
        "iteration",
        "keeping",
        "last",
        "of_rounds",
        "read",
        "reader",
        "shapes",
        "start",
        "state",
    )

    def __init__(self, start: State, reader: Reader) -> None:
        self.reader = reader
        self.of_rounds = False
        self.start = start
        self.state = start
        self.iteration = 0
        self.keeping = Keeping()
        self.chain: list[dict[str, Any]] = []
        self.end: dict[str, Any] = {"kind": "endless"}
        self.shapes: set[tuple[frozenset[int], frozenset[str]]] = set()
        self.growing: dict[Slot, Any] = {}  # what grows beyond every bound in some segment, and in the last one
        self.last: dict[Slot, Any] = {}
        self.read: set[Slot] = set()  # what something in a segment depends on

    def loop(self, loop: Loop) -> None:
        """All pieces and the end of a loop."""
        for segment in loop.segments:
            self._plain(plain(segment.start - self.iteration))
            self._segment(segment)
        if loop.end is not None:
            self._plain(plain(loop.end.iteration - 1 - self.iteration))
            self._end(loop.end)

    def once(self) -> Refusal | None:
        """The body, played once."""
        done = Deeds(Recorder(), keeping=self.keeping).play(self.state, self.reader)
        if done.stop == ILLEGAL:
            return done.refusal
        if over(done.state):
            self._end(None)
            return None
        self.chain = [{"kind": "plain", "iterations": [done.deeds]}]
        self.end = {"kind": "done"}
        self.state, self.iteration = done.state, 1
        return None

    def certificate(self, start: dict[str, Any]) -> dict[str, Any]:
        """The whole as data."""
        endless = self.end["kind"] == "endless"
        once = all(piece["kind"] == "plain" for piece in self.chain)
        gains = self._endless_gains() if endless else self._gains(once)
        return {
            "format": FORMAT,
            "versions": {"edition": EDITION, "state": STATE_FORMAT},
            "terms": terms_digest(start),
            "start": start,
            "chain": self.chain,
            "end": self.end,
            "closed_set": {"keep": "", "nodes": []},
            "claim": {
                "kind": "once" if once else "loop",
                "endless": endless,
                "iterations": "" if endless else decimal_text(self.iteration),
                "gains": gains,
                "needs": needs(self.start, self.chain, self.end, gains),
                **({"kept_up_by": "no loop", "draw": False} if once else self.keeping.json(endless, self.start)),
            },
        }

    def _plain(self, iterations: int) -> None:
        made = []
        for _ in range(iterations):
            done = Deeds(Recorder(), keeping=self.keeping).play(self.state, self.reader)
            assert done.stop == DONE, "an iteration of the road could not be played again"
            made.append(done.deeds)
            self.state = done.state
        if made:
            self.iteration += iterations
            self.chain.append({"kind": "plain", "iterations": made})

    def _segment(self, segment: Segment) -> None:
        found = segment.period
        if isinstance(found.closed, Iterated):
            raise unsupported("certificate-growth", "a period that was iterated has no certificate", "730.1b")
        if len(found.update) > len(found.slots):
            raise unsupported(
                "certificate-growth", "a power with an amount in the exponent has no certificate", "730.1b"
            )
        together = _together(found)
        periods = None if segment.periods is None else plain(segment.periods) // together
        if periods == 0:
            self._plain(plain(segment.periods or 0) * found.iterations)
            return
        size = together * found.iterations
        runs = has_progressions(found.head)
        joins = joined_as(self.state, found.head)[1] if runs else []
        head, slots = (found.head, found.slots) if runs else self._here(found)
        traced = _Traced(head, slots, self.reader, size, runs, self.of_rounds)
        traced.close(periods)
        made = traced.json(periods, joins)
        self.chain.append(made)
        if made["choices"] == "unknown":
            self.keeping.say_nothing()
        else:
            self.keeping.segment(made["choices"], traced.watch)
        self.shapes = traced.deeds.shapes
        self.read |= read_in(made)
        self.last = dict(traced.growing())
        self.growing |= self.last
        if periods is not None:
            self.iteration += size * periods
            self.state = fill(head, dict(zip(slots, traced.closed.at(periods), strict=True)))
            self._plain((plain(segment.periods or 0) - periods * together) * found.iterations)

    def _here(self, found: Period) -> tuple[State, list[Slot]]:
        """The head of a period as it was come to here: rows that came of rounds played one by one have other handles."""
        head = normal(self.state)
        phi = corresponds(found.head, head)
        if phi is None or unmoved(found.head, head, phi, ()):
            raise unsupported("certificate-growth", "the choices as data lead to another position", "730.1b")
        return head, sorted((phi[handle], name) if handle >= 0 else (handle, name) for handle, name in found.slots)

    def _end(self, end: End | None) -> None:
        done = Deeds(Recorder(), keeping=self.keeping).play(self.state, self.reader)
        self.state = done.state
        made: dict[str, Any] = {
            "kind": "over" if end is None or done.stop == OVER else "unread",
            "iteration": decimal_text(self.iteration + 1),
            "choice": decimal_text(plain(done.choices) + 1),
            "choices": done.deeds,
        }
        if made["kind"] == "over":
            made["outcome"] = text_prop(done.state.game, OUTCOME)
        elif done.refused is None:
            made["left"] = census(done.state) not in self.shapes
        else:
            assert done.refusal is not None
            made |= {"kind": "illegal", "refused": choice_json(done.refused)}
            made |= {"code": done.refusal.code, "rule": done.refusal.rule, "message": done.refusal.message}
        self.end = made

    # --- gains ---------------------------------------------------------------------------------------------------

    def _endless_gains(self) -> list[dict[str, Any]]:
        return [self._gain(slot, self.last[slot], "", "infinite") for slot in sorted(self.last)]

    def _gains(self, once: bool) -> list[dict[str, Any]]:
        """What there is more of in the end: tallies, and what the players' own rows hold."""
        before, after = amounts_of(self.start), amounts_of(self.state)
        found = []
        for slot in sorted(after):
            handle, name = slot
            if handle >= 0 and (self.state.rows[handle].cls.kind != PLAYER or name == N):
                continue
            more = value_of(after[slot]) - value_of(before.get(slot, 0))
            if (once or slot in self.growing) and more > 0:
                change = "" if once else self.growing[slot]
                found.append(self._gain(slot, change, _number_json(more), "once" if once else "near-infinite"))
        return found

    def _gain(self, slot: Slot, change: Any, most: Any, size: str) -> dict[str, Any]:
        by_itself = alone(slot, self.read)
        return {"amount": list(slot), "alone": by_itself, "change": change, "most": most, "size": size}


def _number_json(n: int | Formula) -> Any:
    if not isinstance(n, Formula):
        return decimal_text(n)
    return [
        [decimal_text(c.numerator), decimal_text(c.denominator), [[decimal_text(b), _exponent(e)] for b, e in powers]]
        for powers, c in sorted(n.terms)
    ]


def _exponent(e: int | Formula) -> str:
    if isinstance(e, Formula):
        raise unsupported("certificate-growth", "certificates hold no exponent that is a formula itself", "730.2")
    return decimal_text(e)


# --- periods -----------------------------------------------------------------------------------------------------


class _Traced:
    """A period played once more on symbols, with its choices as data."""

    __slots__ = ("closed", "deeds", "end", "guards", "head", "iterations", "joins", "phi", "slots", "update", "watch")

    closed: ClosedForms

    def __init__(self, head: State, slots: list[Slot], reader: Reader, size: int, runs: bool, of_rounds: bool) -> None:
        self.head = head
        self.slots = slots
        rec = Recorder()
        self.watch = Watch(of_rounds)
        self.deeds = Deeds(rec, len(slots), self.watch)
        state = filled(head, slots, rec, 0)
        self.iterations = []
        for _ in range(size):
            done = self.deeds.play(state, reader)
            if done.stop != DONE:
                raise unsupported("certificate-growth", "several periods together end before they do", "730.1b")
            self.iterations.append(done.deeds)
            state = done.state
        guard_differences(done.state)
        end, self.joins = folded_end(done.state) if runs else (normal(done.state), [])
        phi = corresponds(head, end)
        if phi is None or unmoved(head, end, phi, slots):
            raise unsupported("certificate-growth", "the choices depend on further amounts", "730.1b")
        self.end, self.phi = end, phi
        self.update = update_of(end, phi, slots)
        self.guards: list[Guard] = list(rec.guards)

    def close(self, periods: int | None) -> None:
        """Its closed forms; ``Unsupported`` where the choices as data hold for fewer periods."""
        before = amounts_of(self.head)
        start = [plain(before.get(slot, 0)) for slot in self.slots]
        closed = close(self.update, start, max_degree=MAX_DEGREE)
        if isinstance(closed, Refusal):
            raise Unsupported(closed)
        if isinstance(closed, Exponential) and (
            closed.stride > 1 or any(b < 0 for g in closed.growths for b in g.parts)
        ):
            raise unsupported("certificate-growth", "the closed form of the period has no certificate yet", "730.1b")
        flip = horizon([*self.guards, *self.deeds.implied], closed, RULES)
        if flip is not None and (periods is None or flip < periods):
            raise unsupported("certificate-growth", "the choices as data hold for fewer periods", "730.1b")
        self.closed = closed

    def json(self, periods: int | None, joins: Joins) -> dict[str, Any]:
        """The segment, at whose head these rows are joined."""
        before = amounts_of(self.head)
        growths = self._growths()
        return {
            "kind": "segment",
            "iterations": self.iterations,
            "periods": "" if periods is None else decimal_text(periods),
            "start": [decimal_text(plain(before.get(slot, 0))) for slot in self.slots],
            "closed": "powers" if growths is None else [_terms_json(growth) for growth in growths],
            "choices": self._choices(periods),
            **noted_json(self.head, self.phi, self.slots, self.update, self.guards),
            **({"joined": {"head": joins, "end": self.joins}} if joins or self.joins else {}),
        }

    def _growths(self) -> list[Growth] | None:
        if isinstance(self.closed, PolynomialForms):
            return [Growth({1: _powers(form)}) for form in self.closed.forms]
        assert not isinstance(self.closed, Iterated)
        return None if isinstance(self.closed, Monotone) else list(self.closed.growths)

    def _choices(self, periods: int | None) -> Any:
        """What is said of the choices; nothing where a block does many at once or what could be chosen is not known."""
        blocks = any("block" in deed for each in self.iterations for deed in each)
        if self.watch.unknown or (blocks and not self.watch.of_rounds):
            return "unknown"
        try:
            until = horizon(self.watch.guards, self.closed, OPTIONS)
        except Unsupported:
            return "unknown"
        if until is not None and periods is not None and until >= periods:
            until = None
        return "unknown" if isinstance(until, Formula) else self.watch.json(until)

    def growing(self) -> list[tuple[Slot, Any]]:
        """The amounts that grow beyond every bound, with their change each period ("" where it has no closed form)."""
        growths = self._growths()
        if growths is None:
            assert isinstance(self.closed, Monotone)
            return [(slot, "") for i, slot in enumerate(self.slots) if _rises(self.closed, i)]
        return [
            (slot, _terms_json(growth.shifted() - growth))
            for slot, growth in zip(self.slots, growths, strict=True)
            if _unbounded(growth)
        ]


def _unbounded(growth: Growth) -> bool:
    if not growth.parts:
        return False
    top = max(growth.parts)
    leading = growth.parts[top]
    return (top > 1 or len(leading) > 1) and leading[-1] > 0


def _rises(closed: Monotone, i: int) -> bool:
    """Whether an amount gains at least 1 in each period from some period on, as its factors show."""
    gain = list(closed.matrix[i])
    gain[i] -= 1
    for _ in range(LOOKAHEAD):
        if all(f >= 0 for f in gain[:-1]) and sum(f * x for f, x in zip(gain, closed.start, strict=True)) > 0:
            return True
        gain = [sum(f * c for f, c in zip(gain, column, strict=True)) for column in zip(*closed.matrix, strict=True)]
    return False


def _together(period: Period) -> int:
    """How many periods make one whose growth has only bases above 0."""
    closed = period.closed
    if not isinstance(closed, Exponential):
        return 1
    negative = any(base < 0 for growth in closed.growths for base in growth.parts)
    return closed.stride * (2 if negative else 1)


def _terms_json(growth: Growth) -> list[list[str]]:
    """Base, power of n and factor of every term, in order."""
    return [
        [decimal_text(base), str(power), fraction_text(c)]
        for base, cs in sorted(growth.parts.items())
        for power, c in enumerate(cs)
        if c
    ]


def _powers(form: Form) -> tuple[Fraction, ...]:
    """A form in Newton's basis as coefficients of 1, n, n^2, ...; ``Unsupported`` for those too long to write."""
    total = [Fraction(0)] * len(form)
    basis = [Fraction(1)]
    for j, c in enumerate(form):
        if not isinstance(c, int):
            raise beyond("a certificate")
        for k, x in enumerate(basis):
            total[k] += c * x
        shifted = [Fraction(0), *basis]  # n * basis
        basis = [(s - j * x) / (j + 1) for s, x in zip(shifted, [*basis, Fraction(0)], strict=True)]
    return tuple(total)
