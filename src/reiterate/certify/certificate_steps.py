"""The steps of a certificate as data: elementary choices, and rounds of blocks that are done at once.

The script is read for the last time here. Its sentences become choices that name rows by handles.
Amounts in them become polynomials of the amounts around. Comparisons that only reading made are not
written down.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

from reiterate.amounts import (
    RULES,
    Amount,
    Guard,
    Poly,
    Recorder,
    Traced,
    decimal_text,
    more,
    plain,
    value_of,
)
from reiterate.certify.choices import Mark, Watch
from reiterate.certify.clauses import Clauses
from reiterate.certify.keeping_up import Keeping
from reiterate.certify.size import Size
from reiterate.loops import block_summary
from reiterate.loops.distinctions import guard_differences
from reiterate.loops.head_slots import Slot, amount_at, fill, moved
from reiterate.loops.play import DONE, ILLEGAL, ITERATION_BUDGET, OVER, Block, Cursor, Reader, Work, check_read
from reiterate.loops.trace import SYMBOL_ROUNDS
from reiterate.refusals import UNDETERMINED, Refusal, Unsupported, unsupported
from reiterate.rules.access.choice import ATTACK, PASS, Choice
from reiterate.rules.access.results import quoted_result
from reiterate.rules.decisions.pending import asked, over_text
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import Correspondence, correspond
from reiterate.state.model import Gone, State
from reiterate.state.normal_form import normal, same_reference

#: Rows that a body may add while a block in it is played that has more rounds left than can be.
ROW_BUDGET: Final = 100

#: How often a choice of a round is counted here: it is verified, its clauses are read, and what could have been chosen is looked at.
WATCHED: Final = 4

#: The fields of a choice that may hold amounts, alone or beside a row or a kind of mana.
_AMOUNTS: Final = ("member", "x", "count")


class Done:
    """How far an iteration was played: the state, what was done, how many choices that were, and why it stopped."""

    __slots__ = ("choices", "deeds", "refusal", "refused", "state", "stop")

    def __init__(self, state: State, deeds: list[dict[str, Any]], choices: Amount, stop: str) -> None:
        self.state = state
        self.deeds = deeds
        self.choices = choices
        self.stop = stop
        self.refusal: Refusal | None = None  # why the next sentence fits nothing, or its choice is not legal
        self.refused: Choice | None = None


class Deeds:
    """Plays a body and writes down what is done; on ``symbols`` symbols, or with none on plain amounts."""

    __slots__ = ("clauses", "depth", "implied", "keeping", "rec", "rows", "shapes", "size", "symbols", "watch", "work")

    def __init__(
        self,
        rec: Recorder,
        symbols: int = 0,
        watch: Watch | None = None,
        keeping: Keeping | None = None,
        work: Work | None = None,
        size: Size | None = None,
    ) -> None:
        self.rec = rec
        self.size = Size() if size is None else size  # of what is written outside of blocks, and of whole blocks
        self.work = (
            Work() if work is None else work
        )  # what rounds of blocks are counted on; ``OutOfWork`` where it is spent
        self.keeping = keeping  # what looks at the choices of plain play
        self.symbols = symbols
        self.watch = watch
        self.depth = 0
        self.rows = 0  # discrete: how many the state had where the body begins
        self.implied: list[Guard] = []  # what blocks rest on
        self.shapes: set[tuple[frozenset[int], frozenset[str]]] = set()
        self.clauses = Clauses()  # those that are not understood, of all states

    def play(self, state: State, reader: Reader) -> Done:
        """A body from its beginning to its end, or as far as it goes."""
        done = Done(state, [], 0, DONE)
        self.rows = len(state.rows) if self.depth == 0 else self.rows
        at = reader.start()
        while True:
            block = self._next_block(done.state, reader, at)
            if block is not None:
                made, done.state, at, choices = block
                if self.keeping is not None:
                    self.keeping.say_nothing()
                self._write(done, made)
                done.choices = done.choices + choices
                self.rec.place += 1
                continue
            check_read(done.state)
            self.clauses.see(done.state)
            over = asked(done.state) == "over"
            read = None if over and not done.deeds else self._read(done.state, reader, at)
            if over or read is None:
                done.stop = OVER if over and (read is not None or not done.deeds) else DONE
                return done
            if isinstance(read, Refusal):
                done.stop, done.refusal = ILLEGAL, read
                return done
            choice, at = read
            if not self._do(done, choice):
                return done

    def _write(self, done: Done, deed: dict[str, Any]) -> None:
        """Write a choice or block down. Rounds that are tried are counted with their block, where it stays."""
        done.deeds.append(deed)
        if not self.depth:
            self.size.add(deed)

    def _do(self, done: Done, choice: Choice) -> bool:
        state = done.state
        if choice.verb == PASS:
            choice = dataclasses.replace(choice, over=over_text(state))
        if choice.verb == ATTACK:
            choice = _in_order(choice)
        if self.symbols:
            guard_differences(state)
            if self.depth == 0:
                self.shapes.add(census(state))
            if self.watch is not None:
                self.watch.see(state, choice, self.rec, self.depth)
        refusal = verify(state, choice)
        if refusal is not None:
            done.stop, done.refused, done.refusal = ILLEGAL, choice, refusal
            return False
        done.state = step(state, choice)[0]
        if self.keeping is not None and self.depth == 0:
            self.keeping.see(state, choice)
        self._write(done, choice_json(choice))
        if len(done.deeds) > ITERATION_BUDGET:
            message = f"one iteration has more than {ITERATION_BUDGET} choices"
            raise Unsupported(Refusal(UNDETERMINED, "iteration-budget", message))
        done.choices = done.choices + 1
        self.rec.place += 1
        if self.depth:
            self.work.choice(done.state, WATCHED)
        return True

    def _read(self, state: State, reader: Reader, at: Cursor) -> tuple[Choice, Cursor] | Refusal | None:
        """The next choice. What reading compares is forgotten: in a state of its own, so that it is asked again."""
        with self.rec.apart():
            try:
                return reader.next(_fresh(state), at)
            except Unsupported as error:
                return error.refusal

    # --- blocks ----------------------------------------------------------------------------------------------

    def _next_block(
        self, state: State, reader: Reader, at: Cursor
    ) -> tuple[dict[str, Any], State, Cursor, Amount] | None:
        with self.rec.apart():
            block = reader.block(_fresh(state), at)
        if block is None:
            return None
        if not self.symbols:
            self._within_reach(state, block)
        if not block_summary.wanted(block, bool(self.symbols)):
            return None
        kept = len(self.rec.guards)
        try:
            found = self._block(_fresh(state), block)
        except Unsupported:
            if isinstance(block.left, Traced):
                raise
            found = None
        if found is None:  # a known number of rounds: they are played, on what they ask themselves
            self.rec.forget(kept)
        return found

    def _within_reach(self, state: State, block: Block) -> None:
        """Refuse early where rounds are played one by one, and more of them are left than can be."""
        if block.made <= block_summary.ROUNDS_BEFORE or not more(block.left, ITERATION_BUDGET):
            return
        if len(state.rows) > self.rows + ROW_BUDGET:
            message = "a block inside an iteration keeps adding objects that differ from all others"
            raise unsupported("progression", message, "732.1b", "a block whose rounds come back to their shape")
        if block.made > block_summary.ROUNDS_TRACED:
            raise block_summary.refuse("its rounds do not come back to their shape, or their amounts have no sums")

    def _block(self, state: State, block: Block) -> tuple[dict[str, Any], State, Cursor, Amount] | None:
        head = normal(state)
        place = self.rec.place
        seen = None if self.watch is None else self.watch.mark()
        try:
            found = self._lemma(head, block)
        except Unsupported:
            self._forget(seen)
            raise
        finally:
            self.rec.place = place
        if found is None:
            self._forget(seen)
            return None
        made, lemma, slots = found
        rounds = block_summary.polynomial(block.left) - block.kept
        if rounds.is_const:
            rounds = Poly.const(block_summary.last_round(lemma, rounds.const_part, self.rec.values))
            if rounds.const_part < 1:
                return None
        if self.symbols:
            with self.rec.apart() as implied:
                block_summary.hold_for_all(lemma, self.rec, rounds)
            growing = [] if rounds.is_const else [Guard(rounds, "<=", False, RULES, "603.3", place)]
            self.implied += [*growing, *implied]
        values = dict(zip(slots, block_summary.filled_in(lemma, self.rec, rounds), strict=True))
        made["rounds"] = amount_json(block_summary.traced_amount(rounds, self.rec))
        behind = block.after(block.left - block_summary.traced_amount(rounds, self.rec))
        choices = block_summary.traced_amount(lemma.at(lemma.choices, rounds), self.rec)
        return made, fill(head, values), behind, choices

    def _forget(self, seen: Mark | None) -> None:
        """Rounds that are played again, or one by one: their choices are looked at then."""
        if self.watch is not None and seen is not None:
            self.watch.back_to(seen)

    def _lemma(self, head: State, block: Block) -> tuple[dict[str, Any], block_summary.Lemma, list[Slot]] | None:
        """One round on symbols of its own, and what that makes of m rounds; None where it doesn't come back."""
        slots: list[Slot] = []
        around, kept = self.symbols, self.implied
        seen = None if self.watch is None else self.watch.mark()
        for _ in range(SYMBOL_ROUNDS):
            self._forget(seen)
            self.symbols, self.implied = around + len(slots), []
            self.depth += 1
            try:
                with self.rec.apart() as guards:
                    self.rec.place = 0
                    done = self.play(filled(head, slots, self.rec, around), block.reader)
                    end, phi = comes_back(head, done) if done.stop == DONE else (head, None)
                guards = [guard for guard in guards if guard.purpose == RULES]
                implied = self.implied
            finally:
                self.depth -= 1
                self.symbols, self.implied = around, kept
            if phi is None:
                return None
            missing = unmoved(head, end, phi, slots)
            if missing:
                slots = sorted({*slots, *missing})
                continue
            return self._closed(head, end, phi, slots, done, (guards, implied))
        raise block_summary.refuse("amounts of its rounds keep depending on further amounts")

    def _closed(
        self,
        head: State,
        end: State,
        phi: Correspondence,
        slots: list[Slot],
        done: Done,
        asked_for: tuple[list[Guard], list[Guard]],
    ) -> tuple[dict[str, Any], block_summary.Lemma, list[Slot]]:
        guards, implied = asked_for
        around = self.symbols
        update = update_of(end, phi, slots)
        start = [block_summary.polynomial(amount_at(head, slot)) for slot in slots]
        symbols = list(range(around, around + len(slots)))
        rounds = around + len(slots)
        forms = block_summary.close_rounds(update, start, symbols, rounds)
        if any(form == Poly.const(0) for form in forms):
            raise block_summary.refuse("an amount of its rounds depends on others and is 0 in each of them")
        known = dict(zip(symbols, forms, strict=True))
        along = tuple(dataclasses.replace(g, poly=g.poly.substitute(known)) for g in (*guards, *implied))
        self.work.closing(along, self.rec.values)
        made = {
            "block": done.deeds,
            "start": [poly_json(poly) for poly in start],
            "closed": [poly_json(form.substitute({rounds: Poly.symbol(around)}), fraction_text) for form in forms],
            **noted_json(head, phi, slots, update, guards),
        }
        each = block_summary.polynomial(done.choices).substitute(known)
        return made, block_summary.Lemma(rounds, forms, along, block_summary.summed_over(each, rounds)), slots


def _in_order(attack: Choice) -> Choice:
    """The same declaration, the attackers in the order of their rows: they attack at once (508.1a)."""
    if len(attack.picks) != len(attack.targets):
        return attack  # not legal
    declared = sorted(zip(attack.picks, attack.targets, strict=True), key=lambda each: (each[0][0], each[1]))
    return dataclasses.replace(attack, picks=tuple(p for p, _ in declared), targets=tuple(t for _, t in declared))


def _fresh(state: State) -> State:
    """The same state, with nothing worked out in it yet."""
    fresh = State(state.rows, state.seqs, state.tally, state.labels, state.fresh)
    fresh.only = state.only
    return fresh


def filled(head: State, slots: Sequence[Slot], rec: Recorder, first: int) -> State:
    """The head with a symbol in each of these slots, numbered from ``first``. A symbol has the value that stood there."""
    values: dict[Slot, Amount] = {}
    for i, slot in enumerate(slots):
        values[slot] = rec.amount(first + i, plain(value_of(amount_at(head, slot))))
    return fill(head, values)


def comes_back(head: State, done: Done) -> tuple[State, Correspondence | None]:
    """The normal form of the state behind a period, and where in it each row of the head stands.

    The second is None where the state has another shape than the head.
    """
    guard_differences(done.state)
    end = normal(done.state)
    return end, corresponds(head, end)


def corresponds(head: State, end: State) -> Correspondence | None:
    """How the rows of a period's end correspond to the head's; None where it is not the same play again."""
    phi = correspond(head, end, amounts=False)
    if phi is None or {label: phi[handle] for label, handle in head.labels.items()} != end.labels:
        return None
    ages = [phi[handle] for handle in sorted(head.rows)]
    lasting = all(
        same_reference(ref, end.rows[phi[handle]].refs[slot])
        for handle, row in head.rows.items()
        for slot, ref in row.refs.items()
        if isinstance(ref, Gone)
    )
    return phi if ages == sorted(ages) and lasting else None


def unmoved(head: State, end: State, phi: Correspondence, slots: Sequence[Slot]) -> list[Slot]:
    """The slots outside ``slots`` whose amounts at ``end`` differ from those at ``head``. ``phi``: where each row of the head stands at the end."""
    return [slot for slot in moved(head, end, phi) if slot not in slots]


def update_of(end: State, phi: Correspondence, slots: Sequence[Slot]) -> list[Poly]:
    """What the amounts of some slots have become, as polynomials of the amounts at the head.

    In: ``end``, the state behind the period. ``phi``: where each row of the head stands there. Out: one polynomial a slot, in order.
    """
    return [block_summary.polynomial(amount_at(end, _there(phi, slot))) for slot in slots]


def _there(phi: Correspondence, slot: Slot) -> Slot:
    handle, name = slot
    return (phi[handle], name) if handle >= 0 else slot


def census(state: State) -> tuple[frozenset[int], frozenset[str]]:
    """Which classes of rows there are, and which sequences that are not empty: states of one shape have it in common."""
    there = frozenset(id(row.cls) for row in state.rows.values() if not (type(row.n) is int and row.n == 0))
    return there, frozenset(name for name, seq in state.seqs.items() if seq)


# --- as data -------------------------------------------------------------------------------------------------------


def noted_json(
    head: State, phi: Correspondence, slots: Sequence[Slot], update: Sequence[Poly], guards: Sequence[Guard]
) -> dict[str, Any]:
    """What was noted of a period or a round, as a certificate writes it.

    In: ``head``, the state before. ``phi``: where each row of the head stands afterwards. ``slots``: the amounts that
    change. ``update``: what each of them becomes, as a polynomial of all of them. ``guards``: what was compared.
    Out: the fields "slots", "phi" (in order of the head's rows), "update" and "guards".
    """
    return {
        "slots": [[handle, name] for handle, name in slots],
        "phi": [phi[handle] for handle in sorted(head.rows)],
        "update": [poly_json(poly, _factor) for poly in update],
        "guards": [
            {
                "poly": poly_json(guard.poly, _factor),
                "op": guard.op,
                "truth": guard.truth,
                "purpose": guard.purpose,
                "rule": guard.rule,
                "place": guard.place,
            }
            for guard in guards
        ],
    }


def _whole(coefficient: int | Fraction) -> str:
    if isinstance(coefficient, Fraction) and coefficient.denominator != 1:
        raise unsupported("certificate-growth", "an amount with fractions of sums has no certificate yet", "732.1b")
    return decimal_text(int(coefficient))


def fraction_text(c: int | Fraction) -> str:
    """A fraction in lowest terms."""
    return f"{decimal_text(c.numerator)}/{decimal_text(c.denominator)}"


def _factor(c: int | Fraction) -> str:
    return fraction_text(c) if c.denominator != 1 else decimal_text(c.numerator)


def poly_json(poly: Poly, written: Callable[[int | Fraction], str] = _whole) -> list[Any]:
    """A polynomial as a certificate writes it: a pair for every product, of its factor in digits and the numbers of its amounts.

    ``written``: how a factor becomes text; the usual way raises ``Unsupported`` for fractions.

    >>> x, y = Poly.symbol(0), Poly.symbol(1)
    >>> poly_json(x * y * 2 + 3)
    [['3', []], ['2', [0, 1]]]
    """
    return [[written(c), list(monomial)] for monomial, c in poly.key()]


def amount_json(amount: Amount) -> Any:
    """An amount: digits, or a polynomial."""
    return poly_json(amount.poly) if isinstance(amount, Traced) else decimal_text(plain(amount))


def choice_json(choice: Choice) -> dict[str, Any]:
    """An elementary choice; fields that go without saying are left out. ``Unsupported`` where it names a member of a run."""
    if choice.apart:
        message = "a choice of one member of a group whose members differ has no certificate yet"
        raise unsupported("progression", message, "732.1b", "a choice of whole groups")
    if choice.results:
        message = f"a choice with the random {quoted_result(choice.results[0])} has no certificate"
        raise unsupported("random-result", message, "732.2a", "a loop without random results")
    made: dict[str, Any] = {"verb": choice.verb, "player": choice.player}
    for field in dataclasses.fields(choice):
        content = getattr(choice, field.name)
        if field.name in made or (type(content) is type(field.default) and content == field.default):
            continue
        if field.name in _AMOUNTS:
            made[field.name] = amount_json(content)
        elif field.name in ("picks", "pay"):
            made[field.name] = [[at, amount_json(n)] for at, n in content]
        elif field.name == "sizes":
            made[field.name] = [amount_json(n) for n in content]
        else:
            made[field.name] = list(content) if isinstance(content, tuple) else content
    return made
