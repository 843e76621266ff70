"""An enumeration of what a player with priority could do, by trying: each card, ability, way, X, target, object and payment.

It knows nothing of options: it asks ``prepare``, which ``step`` plays by, of everything that could be said on a small board.
What is refused for its targets is tried with no payment, and so on: a refusal names what it is about.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product
from typing import Final, TypeAlias

from reiterate.refusals import UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.choice import ACTIVATE, CAST, ITSELF, PASS, PLAY, Choice, Paid, Pick
from reiterate.rules.decisions.pending import decider
from reiterate.rules.decisions.verify import prepare
from reiterate.state.model import GRAVEYARD, State, player
from reiterate.terms.abilities import Activated, SpellAbility, SpellCosts

#: What each choice comes to: what is done with what, and what is paid. Two ways to say one thing are one.
Key: TypeAlias = "tuple[object, ...]"

#: Refusals that say nothing of what is not said yet.
OF_TARGETS: Final = ("targets", "illegal-target", "division")
OF_PICKS: Final = ("cost-picks", "cost-ambiguous", "cost-short")
OF_PAYMENT: Final = ("payment", "payment-ambiguous", "mana-short")
LATER: Final = (*OF_PICKS, *OF_PAYMENT, "life-short")

#: The ways of casting that no card needs to have.
GIVEN: Final = ("no mana cost", "flashback", "escape")
TOGETHER: Final = ("kicker", "buyback")
MOST_X: Final = 8
MOST_PICKS: Final = 4
#: Whole choices tried of one way, where targets, objects and payments make more.
SHOWN: Final = 60


def key(state: State, choice: Choice) -> Key | None:
    """What a choice comes to; None where it is refused. Raises ``Unsupported`` where that is not known."""
    plan = prepare(state, choice)
    if isinstance(plan, Refusal):
        if plan.kind == UNSUPPORTED:
            raise Unsupported(plan)
        return None
    said = (choice.verb, choice.row, choice.index, frozenset(choice.how), choice.x, choice.targets, choice.answer)
    if plan.bill is None:
        return said
    picks: dict[tuple[str, int], object] = {}
    for what, (row, count) in plan.bill.picks:
        picks[what, row] = picks.get((what, row), 0) + count  # type: ignore[operator] # plain numbers here
    return (*said, frozenset(plan.bill.mana), plan.bill.life, frozenset(picks.items()))


class Tried:
    """What could be done at a place, by trying everything; and the choices of which nothing could be told."""

    def __init__(self, state: State, rng: random.Random) -> None:
        self.state = state
        self.rng = rng
        self.seat = decider(state)
        self.legal: dict[Key, Choice] = {}
        self.untold: list[Choice] = []
        self.asked = 0
        self._note(Choice(PASS, self.seat))
        for row in state.rows:
            self._note(Choice(PLAY, self.seat, row))
            for base in (*self._casts(row), *self._activations(row)):
                self._fill(base)

    def _note(self, choice: Choice) -> None:
        self.asked += 1
        try:
            found = key(self.state, choice)
        except Unsupported:
            self.untold.append(choice)
            return
        if found is not None:
            self.legal.setdefault(found, choice)

    def _code(self, choice: Choice) -> tuple[str, str]:
        """Why a choice is refused, "" where it is not, and the message; nothing where that is not known."""
        self.asked += 1
        try:
            found = prepare(self.state, choice)
        except Unsupported as unknown:
            self.untold.append(choice)
            return "unsupported", unknown.refusal.message
        if not isinstance(found, Refusal):
            return "", ""
        if found.kind == UNSUPPORTED:
            self.untold.append(choice)
            return "unsupported", found.message
        return found.code, found.message

    # --- what could be begun -------------------------------------------------------------------------------------

    def _casts(self, row: int) -> Iterator[Choice]:
        proto = self.state.rows[row].cls.proto
        if proto is None:
            return
        words = {a.how for a in proto.abilities if isinstance(a, SpellCosts) and a.how}
        modes = max((len(a.modes) for a in proto.abilities if isinstance(a, SpellAbility)), default=0)
        named = [f"mode {k + 1}" for k in range(modes)]
        chosen = [some for many in range(modes + 1) for some in combinations(named, many)]
        more = sorted(words & {*TOGETHER})
        besides = [some for many in range(len(more) + 1) for some in combinations(more, many)]
        instead = [(), *((word,) for word in sorted((words - {*TOGETHER}) | {*GIVEN}))]
        for way, extra, mode in product(instead, besides, chosen):
            yield Choice(CAST, self.seat, row, how=(*way, *extra, *mode))

    def _activations(self, row: int) -> Iterator[Choice]:
        proto = self.state.rows[row].cls.proto
        printed = sum(isinstance(a, Activated) for a in proto.abilities) if proto is not None else 0
        for index in range(printed + 1):
            for how in ((), ("mode 1",), ("mode 2",)):
                for answer in ("", "R", "G"):
                    yield Choice(ACTIVATE, self.seat, row, index, how=how, answer=answer)

    # --- what is to be said besides ------------------------------------------------------------------------------

    def _fill(self, base: Choice) -> None:
        for x in range(MOST_X + 1):
            announced = _but(base, x=x)
            code, _ = self._code(announced)
            if code and code not in (*OF_TARGETS, *LATER):
                if x == 0 and code != "x":
                    return
                continue
            targets = list(self._targets(announced))
            if not targets:
                continue
            aimed = _but(announced, targets=targets[0])
            code, _ = self._code(aimed)
            if code and code not in LATER:
                continue
            picks = list(self._picks(aimed, ()))
            pays = [pay for some in picks[:1] for pay in self._payments(_but(aimed, picks=some))]
            whole = list(product(targets, picks, pays))
            for target, some, pay in whole if len(whole) <= SHOWN else self.rng.sample(whole, SHOWN):
                self._note(_but(announced, targets=target, picks=some, pay=pay))

    def _targets(self, base: Choice) -> Iterator[tuple[int, ...]]:
        n = self.state.rows[base.row].n
        rows = [-1, *((ITSELF,) if base.verb == ACTIVATE and isinstance(n, int) and n > 1 else ()), *self.state.rows]
        for many in range(3):
            if self._code(_but(base, targets=(player(0),) * many))[0] == "targets":
                continue
            for named in product(rows, repeat=many):
                if self._code(_but(base, targets=named))[0] not in OF_TARGETS:
                    yield named

    def _picks(self, base: Choice, before: tuple[Pick, ...]) -> Iterator[tuple[Pick, ...]]:
        """The ways to name what is given up, one after the other: nothing follows what can't be chosen."""
        code, message = self._code(_but(base, picks=before))
        if code not in OF_PICKS:
            yield before
            return
        unfinished = code == "cost-ambiguous" or "too few" in message or "evidence" in message
        if not unfinished or len(before) == MOST_PICKS or (before and "can't be exiled" in message):
            return
        collects = "evidence" in message  # of a set: in one order
        for row, there in self.state.rows.items():
            if there.cls.proto is None or not isinstance(there.n, int) or there.cls.owner != self.seat:
                continue
            if collects and (there.cls.zone != GRAVEYARD or (before and row <= before[-1][0])):
                continue
            for count in range(1, min(there.n, 2) + 1):
                yield from self._picks(base, (*before, (row, count)))

    def _payments(self, base: Choice) -> Iterator[tuple[Paid, ...]]:
        code, _ = self._code(base)
        if code not in OF_PAYMENT:
            yield ()
            return
        there: dict[str, int] = {"P": 3}
        for slot, amount in self.state.rows[player(self.seat)].num.items():
            if slot.startswith("mana.") and isinstance(amount, int):
                kind = slot.removeprefix("mana.").partition("/")[0]
                there[kind] = there.get(kind, 0) + amount
        for amounts in product(*(range(amount + 1) for amount in there.values())):
            pay = tuple((kind, amount) for kind, amount in zip(there, amounts, strict=True) if amount)
            if pay and self._code(_but(base, pay=pay))[0] not in OF_PAYMENT:
                yield pay


def _but(choice: Choice, **changed: object) -> Choice:
    values = {name: getattr(choice, name) for name in Choice.__slots__}
    return Choice(**{**values, **changed})
