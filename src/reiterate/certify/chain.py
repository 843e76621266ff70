"""The chain of a certificate: plain iterations and segments in order, and the end, with what is claimed of them.

Elementary choices are written as data, with the handles that the state has when it is read from the
certificate. The game gives out handles in a fixed way, so playing the certificate again finds the
same ones.
"""

from __future__ import annotations

from typing import Any, Final

from reiterate.amounts import Recorder, decimal_text, plain
from reiterate.certify.certificate_steps import (
    Deeds,
    Done,
    census,
    choice_json,
    corresponds,
    unmoved,
)
from reiterate.certify.clauses import Clauses
from reiterate.certify.form import FORMAT, beyond_printing, canonical, terms_digest
from reiterate.certify.gains import Growing
from reiterate.certify.keeping_up import Keeping
from reiterate.certify.needs import needs
from reiterate.certify.runs import joined_as
from reiterate.certify.segments import TracedPeriod
from reiterate.certify.size import Size, TooLarge, foreseen, periods_together
from reiterate.loops.head_slots import Slot, fill
from reiterate.loops.loop import End, Loop, Segment, find_loop
from reiterate.loops.play import DONE, ILLEGAL, OVER, OutOfWork, Reader, Work
from reiterate.loops.solve import Exponential
from reiterate.loops.traced_period import Period
from reiterate.refusals import EDITION, Refusal, Unsupported, unsupported
from reiterate.rules.access.state_access import text_prop
from reiterate.rules.turn.state_based_actions import over
from reiterate.state.json_form import FORMAT as STATE_FORMAT
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State
from reiterate.state.normal_form import normal
from reiterate.state.progression_rows import has_progressions
from reiterate.state.properties import OUTCOME

#: What ``Loop.kept`` names the loop of a certificate by.
_AGAIN: Final = "the loop of its certificate"


def certify_plainly(loop: Loop, of_rounds: bool = False) -> str | Refusal:
    """The certificate of a loop without closed set and exits, as a canonical text; a refusal where there is none.

    Choices with several answers stay ``unknown``. Where the game is over before anything recurs, it
    is one of what is done once. ``of_rounds``: say of the choices in the rounds of blocks what
    holds in one round. Only the checker knows whether it holds in all.
    """
    written = state_to_json(loop.heads[0])
    unwritable = beyond_printing(written)
    if unwritable is not None:
        return unwritable
    if loop.given_up is not None:
        return loop.given_up
    again = found_again(loop, written)
    try:
        refused = again.extend(None)
        if refused is not None:
            return refused
        if not again.segments and (again.end is None or again.end.kind != OVER):
            return _nothing_recurs(again)
        foreseen(again.segments)
        chain = Chain(again.heads[0], again.reader)
        chain.of_rounds = of_rounds
        chain.loop(again)
    except (Unsupported, OutOfWork, TooLarge) as error:
        return error.refusal
    return canonical(chain.certificate(written))


def found_again(loop: Loop, start: dict[str, Any]) -> Loop:
    """The same loop, from its start as a certificate writes the start: there the rows may have other handles.

    The found loop is kept with ``loop`` and used for all that is written of that loop.
    """
    again = loop.kept.get(_AGAIN)
    if not isinstance(again, Loop):
        loop.kept[_AGAIN] = again = find_loop(state_from_json(start), loop.reader)
    return again


def once_plainly(state: State, reader: Reader) -> str | Refusal:
    """The certificate of a script that is played once, as it is before the checker has read it."""
    written = state_to_json(state)
    unwritable = beyond_printing(written)
    if unwritable is not None:
        return unwritable
    chain = Chain(state_from_json(written), reader)
    try:
        refused = chain.once()
    except (Unsupported, OutOfWork, TooLarge) as error:
        return error.refusal
    return canonical(chain.certificate(written)) if refused is None else refused


def _nothing_recurs(loop: Loop) -> Refusal:
    """The refusal for a script that ends before anything recurs."""
    assert loop.end is not None
    cause = loop.ended(loop.end.iteration)
    message = f"nothing to certify: {cause.message}"
    return Refusal(cause.kind, "nothing-recurs", message, "a loop that comes back to its shape", cause.rule)


class Chain:
    """Writes the pieces of a chain in order, playing them."""

    __slots__ = (
        "chain",
        "clauses",
        "end",
        "growing",
        "iteration",
        "keeping",
        "of_rounds",
        "reader",
        "shapes",
        "size",
        "start",
        "state",
        "work",
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
        self.growing = Growing()
        self.clauses = Clauses()
        self.work = Work()
        self.size = Size()

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
        done = self._played()
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
        """The certificate of this chain as data, for ``canonical``. ``start``: the state at the start, as ``state_to_json`` writes it."""
        endless = self.end["kind"] == "endless"
        once = all(piece["kind"] == "plain" for piece in self.chain)
        growing = self.growing
        gains = growing.endless() if endless else growing.ended(self.start, self.state, once)
        self.clauses.see(self.start)
        self.clauses.see(self.state)
        return {
            "format": FORMAT,
            "clauses": self.clauses.json(),
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

    def _played(self) -> Done:
        """The body from where the chain has come to, on plain amounts."""
        deeds = Deeds(Recorder(), keeping=self.keeping, work=self.work, size=self.size)
        done = deeds.play(self.state, self.reader)
        self.clauses.join(deeds.clauses)
        return done

    def _plain(self, iterations: int) -> None:
        made = []
        for _ in range(iterations):
            done = self._played()
            assert done.stop == DONE, "an iteration of the chain could not be played again"
            made.append(done.deeds)
            self.state = done.state
        if made:
            self.iteration += iterations
            self.chain.append({"kind": "plain", "iterations": made})

    def _segment(self, segment: Segment) -> None:
        found = segment.period
        together = periods_together(found.closed) if isinstance(found.closed, Exponential) else 1
        periods = None if segment.periods is None else plain(segment.periods) // together
        if periods == 0:
            self._plain(plain(segment.periods or 0) * found.iterations)
            return
        size = together * found.iterations
        runs = has_progressions(found.head)
        joins = joined_as(self.state, found.head)[1] if runs else []
        head, slots = (found.head, found.slots) if runs else self._here(found)
        traced = TracedPeriod(head, slots, self.reader, size, runs, self.of_rounds, self.work, self.size)
        traced.close(periods)
        while idle := traced.idle():  # a certificate lists no amount that is 0 in every period
            slots = [slot for slot in slots if slot not in idle]
            traced = TracedPeriod(head, slots, self.reader, size, runs, self.of_rounds, self.work)
            traced.close(periods)
        made = traced.json(periods, joins)
        self.clauses.join(traced.deeds.clauses)
        self.chain.append(made)
        if made["choices"] == "unknown":
            self.keeping.say_nothing()
        else:
            self.keeping.segment(made["choices"], traced.watch)
        self.shapes = traced.deeds.shapes
        self.growing.segment(made, dict(traced.growing()))
        if periods is not None:
            self.iteration += size * periods
            self.state = fill(head, dict(zip(slots, traced.closed.at(periods), strict=True)))
            self._plain((plain(segment.periods or 0) - periods * together) * found.iterations)

    def _here(self, found: Period) -> tuple[State, list[Slot]]:
        """The head of a period as it was come to here: rows that came of rounds played one by one have other handles."""
        head = normal(self.state)
        phi = corresponds(found.head, head)
        if phi is None or unmoved(found.head, head, phi, ()):
            raise unsupported("certificate-growth", "the choices as data lead to another position", "732.1b")
        return head, sorted((phi[handle], name) if handle >= 0 else (handle, name) for handle, name in found.slots)

    def _end(self, end: End | None) -> None:
        done = self._played()
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
