"""Acting by gestures: an object is touched, then what it does, then targets and a way to pay; out comes a line of a script.

The ways to pay for an action: mana abilities that are activated before it, and mana of the pool (601.2g, 601.2h).

Ways that lead to positions which are the same for the rules are one way: no player could tell them apart, so nobody is asked.

Acting by gestures: an object is touched, then what it does, then targets one after another; out comes a line of a script.

``follow(state, calls, touches)`` says what the touches so far ask for next. Nothing is remembered between two touches.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Final, TypeAlias

from reiterate.amounts import Amount, identical, less, parse_quantity, value_of
from reiterate.games.offered import KINDS, kind_of, listed
from reiterate.refusals import AMBIGUOUS, ILLEGAL, Refusal, Unsupported
from reiterate.rules.access.choice import (
    ACTIVATE,
    ANSWER,
    CAST,
    ITSELF,
    PAY,
    PICKS,
    PLAY,
    TARGET,
    Choice,
    Option,
    Slot,
    X,
)
from reiterate.rules.decisions.filling import told_apart
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.outlook import plenty
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at, mana_choice
from reiterate.rules.events.targets import NONE
from reiterate.rules.positions.identity import equal_rows, same_for_rules, short_mark
from reiterate.script.describe import exact_name
from reiterate.script.places import digits
from reiterate.script.saying import act_words, player_words
from reiterate.script.sentences import read_sentence, said_of
from reiterate.shortcuts.mana_first import SHORT, is_mana, made, mana_first, may_be_made, played, with_plenty
from reiterate.state.model import BATTLEFIELD, Ref, Row, State
from reiterate.terms.abilities import is_mana_ability

# --- paying --------------------------------------------------------------------------------------

#: Positions that are looked at while mana is made for one action, and ways that are told.
POSITIONS: Final = 100
TOLD: Final = 6
#: Payments out of one pool that are tried.
PAYMENTS: Final = 64

Steps: TypeAlias = tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Ways:
    """Ways to pay that lead to positions which differ for the rules: the choices of each, the action last.

    ``more``: not all ways were looked at, so there may be another one.
    """

    ways: tuple[Steps, ...]
    more: bool = False

    @property
    def only(self) -> Steps | None:
        """The one way that there is; None where there is none, several, or maybe another one."""
        return self.ways[0] if len(self.ways) == 1 and not self.more else None


def ways_to_pay(state: State, action: Choice) -> Ways:
    """How a player with priority may pay for an action.

    In: the action without a payment. Out: the ways; none has a mana ability that it could do without. Where a search for all of them would be long,
    the first one is among those that are told.
    """
    first = mana_first(state, action)
    if first is None:
        return Ways(())
    search = _Search(state, action)
    search.look()
    ready = played(state, first)
    if search.more and not search.found and ready is not None:
        search.pay(ready, first)
    return Ways(tuple(steps for steps, _ in search.found), search.more)


class _Search:
    """Positions that mana abilities lead to, each looked at once, the nearest first; and those in which the action is paid for."""

    def __init__(self, start: State, action: Choice) -> None:
        self.start = start
        self.action = action
        self.found: list[tuple[Steps, State]] = []
        self.seen: dict[int, list[State]] = {}
        self.more = False

    def look(self) -> None:
        """Look at all positions, or at so many of them that there is no time for more."""
        waiting: deque[tuple[State, Steps]] = deque([(self.start, ())])
        left = POSITIONS
        while waiting:
            state, steps = waiting.popleft()
            if may_be_made(state, self.action):
                self.pay(state, steps)
                continue
            for each in self._mana_abilities(state):
                after = played(state, (each,))
                if after is None:
                    self.more = True  # it asks for something besides: such a way is gone by hand
                elif self._is_new(after):
                    waiting.append((after, (*steps, each)))
                    left -= 1
            if left < 0 or len(self.found) >= TOLD:
                self.more = self.more or bool(waiting)
                return

    def _is_new(self, state: State) -> bool:
        like = self.seen.setdefault(short_mark(state), [])
        if any(same_for_rules(state, other) for other in like):
            return False
        like.append(state)
        return True

    def pay(self, state: State, steps: Steps) -> None:
        """Keep the ways to pay in a position, unless an earlier mana ability was not needed."""
        if any(self._may_do_without(steps[:at] + steps[at + 1 :]) for at in range(len(steps))):
            return
        for paid in payments(state, self.action):
            after = made(state, paid)
            if after is None:
                self.more = True
            elif not any(same_for_rules(after, other) for _, other in self.found):
                self.found.append(((*steps, paid), after))

    def _may_do_without(self, fewer: Steps) -> bool:
        after = played(self.start, fewer)
        return after is not None and may_be_made(after, self.action)

    def _mana_abilities(self, state: State) -> Iterator[Choice]:
        """The mana abilities that may be activated; one that asks for more than a kind of mana is left for the hand."""
        pointed = {ref.row for row in state.rows.values() for ref in row.refs.values() if isinstance(ref, Ref)}
        known: list[Row] = []
        for handle, row in state.rows.items():
            if row.cls.zone != BATTLEFIELD or row.cls.controller != self.action.player or row.cls.proto is None:
                continue
            if handle not in pointed and not row.refs:  # one of two such rows that are alike stands for both
                if any(equal_rows(each, row) for each in known):
                    continue
                known.append(row)
            for index, ability in enumerate(abilities_at(state, handle)):
                if not is_mana_ability(ability):
                    continue
                for kind in mana_choice(ability) or ("",):
                    choice = Choice(ACTIVATE, self.action.player, handle, index=index, answer=kind)
                    if self._may_be(state, choice):
                        yield choice

    def _may_be(self, state: State, choice: Choice) -> bool:
        try:
            refused = verify(state, choice)
        except Unsupported:
            self.more = True
            return False
        self.more = self.more or (refused is not None and refused.kind == AMBIGUOUS)
        return refused is None


def payments(state: State, action: Choice) -> Iterator[Choice]:
    """The ways to pay for an action out of the pool, in a position in which it may be made."""
    try:
        if verify(state, action) is None:
            yield action
            return
        alike = (action.verb, action.row, action.index, action.how)
        for option in options(state):
            if option.unknown or (option.verb, option.row, option.index, option.how) != alike:
                continue
            ways = chain.from_iterable(told_apart(state, fixed(option, action), PAYMENTS))
            for each in islice(ways, PAYMENTS):
                if replace(each, pay=()) == action and verify(state, each) is None:
                    yield each
    except Unsupported:
        return


def fixed(option: Option, choice: Choice) -> Option:
    """An option with the targets, the X and the answer of a choice, so that only the rest is left open."""
    named = iter(choice.targets)
    return replace(option, slots=tuple(_fixed(slot, named, choice) for slot in option.slots))


def _fixed(slot: Slot, named: Iterator[int], choice: Choice) -> Slot:
    if slot.name == TARGET:
        return replace(slot, rows=(next(named),))
    if slot.name == X:
        return replace(slot, low=choice.x, high=choice.x)
    return replace(slot, words=(choice.answer,)) if slot.name == ANSWER else slot


# --- gestures ------------------------------------------------------------------------------------

#: Ways that are told at once; with more of them the rest can be typed.
MOST_GESTURES: Final = 40
#: Numbers that are tried to find the greatest X.
TRIED_NUMBERS: Final = 30
#: The word for no target.
NOBODY: Final = "no target"

ACTIONS: Final = (ACTIVATE, CAST, PLAY)


@dataclass(frozen=True, slots=True)
class Way:
    """Something to choose: its words, and the touches that choose it, one a line; or its lines, where nothing else is asked.

    ``kind``: what is done, one of ``games.offered.KINDS``.
    """

    words: str
    touch: str
    lines: tuple[str, ...] = ()
    kind: str = "other"


@dataclass(frozen=True, slots=True)
class Asks:
    """What is asked next: an ``object``, an ``act``, a ``target``, what to ``give`` up, a ``number``, a ``word``, a ``way``, a ``payment``; "" for nothing more.

    ``rows``: the objects that may be touched. ``ways``: what may be chosen from a list. Before the first touch
    they are what is done with mana that is made first, which ``listed`` has not. ``low``, ``high``: the least and the greatest number, None where nothing limits it. ``lines``: what all of it is, once nothing is asked. ``more``: there may be others, which can be typed or paid by hand.
    """

    what: str
    words: str = ""
    rows: tuple[int, ...] = ()
    ways: tuple[Way, ...] = ()
    low: Amount = 0
    high: Amount | None = None
    lines: tuple[str, ...] = ()
    more: bool = False


class _Asked(Exception):
    """Raised where the touches are used up: what is asked then."""

    def __init__(self, asks: Asks) -> None:
        super().__init__(asks.what)
        self.asks = asks


class _Wrong(Exception):
    """Raised where a touch is none that was asked for, or where what it chooses is refused."""

    def __init__(self, refused: Refusal | None = None) -> None:
        super().__init__()
        self.refused = refused or Refusal(
            ILLEGAL, "gesture", "that can't be touched now", "one of what is lit", "601.2"
        )


def follow(state: State, calls: Mapping[int, str], touches: Sequence[str]) -> Asks | Refusal:
    """What is asked behind some touches. In: a position as its player sees it, and what each row is called there.

    A touch is ``object NAME``, ``choose NUMBER`` from a list, ``number X`` or ``word W``. A refusal where one of them was not asked for, or where nothing pays.
    """
    try:
        if asked(state) != "priority":
            return _answering(state, calls, touches)
        return _Acting(state, calls, touches).asks()
    except _Asked as asking:
        return asking.asks
    except _Wrong as wrong:
        return wrong.refused
    except Unsupported as error:
        return error.refusal


def may_begin(state: State) -> list[int]:
    """The rows with which the player with priority may do something, with the mana that their mana abilities make."""
    now = _now(state)
    return sorted({option.row for option in [*now, *_later(state, now, with_plenty(state))]})


def _later(state: State, possible: Sequence[Option], then: Sequence[Option]) -> list[Option]:
    """What the player with priority may do once mana is made for it (601.2g); of what is ``possible`` now a greater X alone.

    ``then``: what could be done with plenty of mana.
    """
    found = []
    now = {_same(option): option for option in possible}
    for option in then:
        if option.verb in ACTIONS and not option.unknown and not is_mana(state, option):
            there = now.get(_same(option))
            more = option if there is None else _with_more(option, there.slot(X))
            if more is not None and _is_payable(state, more):
                found.append(option)
    return found


def _same(option: Option) -> tuple[str, int, int, tuple[str, ...]]:
    return option.verb, option.row, option.index, option.how


def _with_more(option: Option, paid: Slot | None) -> Option | None:
    """An option with the least X for which the mana that is there does not do; None where it has none."""
    if paid is None or identical(paid.high, -1):
        return None
    return _with_x(option, paid.high + 1)


def _with_x(option: Option, number: Amount) -> Option:
    slots = tuple(replace(each, low=number, high=number) if each.name == X else each for each in option.slots)
    return replace(option, slots=slots)


def highest(state: State, option: Option) -> Amount | None:
    """The greatest X that a player with priority can pay for, with mana that is made first; None where nothing limits it."""
    asked_for = option.slot(X)
    if asked_for is None or identical(asked_for.high, -1):
        return None
    there = next((each.slot(X) for each in _now(state) if _same(each) == _same(option)), None)
    best = asked_for.low if there is None or less(there.high, asked_for.low, "107.3") else there.high
    step: Amount = 1
    for _ in range(TRIED_NUMBERS):
        if _is_payable(state, _with_x(option, best + step)):
            best, step = best + step, step * 2
        elif identical(step, 1):
            return best
        else:
            step = 1
    return best


def _now(state: State) -> list[Option]:
    return [one for one in options(state) if one.verb in ACTIONS and not one.unknown]


def _is_payable(state: State, option: Option) -> bool:
    first = next(_unpaid(plenty(state), option), None)
    return first is not None and mana_first(state, first) is not None


def _unpaid(state: State, option: Option) -> Iterator[Choice]:
    """The ways of choosing an option, without their payments."""
    free = replace(option, slots=tuple(slot for slot in option.slots if slot.name != PAY))
    return chain.from_iterable(told_apart(state, free, MOST_GESTURES))


class _Acting:
    """Touches of a player with priority."""

    def __init__(self, state: State, calls: Mapping[int, str], touches: Sequence[str]) -> None:
        self.state = state
        self.rich = plenty(state)
        self.calls = calls
        self.touches = list(touches)
        self.now, self.then = _now(state), with_plenty(state)
        self.payable: list[Option] = []  # what is known to be payable
        self.only = ""  # the one thing that the object does, which nobody was asked about

    def asks(self) -> Asks:
        """Follow the touches; raises ``_Asked`` where they end."""
        if not self.touches:
            return self._begun()
        option = self._act(self._take("object", Asks("object")))
        for at, slot in enumerate(option.slots):
            option = replace(
                option, slots=(*option.slots[:at], self._filled(option, at, slot), *option.slots[at + 1 :])
            )
        choice = self._way(list(islice(_unpaid(self.rich, option), MOST_GESTURES + 1)))
        if self.touches:
            raise _Wrong
        return self._payment(choice)

    def _take(self, kind: str, ask: Asks) -> str:
        """The next touch; what is asked where there is none."""
        if not self.touches:
            raise _Asked(ask)
        said, _, value = self.touches.pop(0).partition(" ")
        if said != kind:
            raise _Wrong
        return value

    def _choose(self, what: str, words: str, ways: Sequence[str], more: bool = False) -> int:
        """Which of some things in a list."""
        self.only = ""
        told = tuple(Way(each, f"choose {number}") for number, each in enumerate(ways))
        value = self._take("choose", Asks(what, words, ways=told, more=more))
        if not value.isdecimal() or len(value) > 4 or int(value) >= len(ways):
            raise _Wrong
        return int(value)

    def _begun(self) -> Asks:
        """What may be touched first, and what is done with mana that is made first."""
        later = self.payable = _later(self.state, self.now, self.then)
        ways: dict[str, Way] = {}
        for option in later:
            called, words = self.calls.get(option.row, ""), self._begin_words(option)
            able = list(self._able(called)) if words not in ways else []
            if self._act_words(option) in able:
                which = f"\nchoose {able.index(self._act_words(option))}" if len(able) > 1 else ""
                ways[words] = Way(words, f"object {called}{which}", kind=kind_of(self.rich, option))
        rows = sorted({option.row for option in [*self.now, *later]})
        return Asks(
            "object", rows=tuple(rows), ways=tuple(sorted(ways.values(), key=lambda way: KINDS.index(way.kind)))
        )

    def _able(self, called: str) -> dict[str, Option]:
        """What may be done with what is called so, by its words."""
        rows = [row for row, name in self.calls.items() if name == called]
        found: dict[str, Option] = {}
        for option in [*self.then, *self.now]:
            if option.row in rows and option.verb in ACTIONS and not option.unknown:
                found.setdefault(self._act_words(option), option)
        return {words: option for words, option in found.items() if self._is_able(option)}

    def _act(self, called: str) -> Option:
        """What is done with the object that was touched."""
        able = self._able(called)
        if not able:
            raise _Wrong
        if len(able) == 1:
            self.only, option = next(iter(able.items()))
            return option
        return list(able.values())[self._choose("act", "", list(able))]

    def _is_able(self, option: Option) -> bool:
        return option.verb == PLAY or option in self.payable or _is_payable(self.state, option)

    def _begin_words(self, option: Option) -> str:
        """What is done with an object, as a player says it before anything else is chosen."""
        choice = Choice(option.verb, option.player, option.row, option.index, how=option.how)
        line = said_of(self.rich, choice).text
        words = player_words(self.rich, choice, line) if option.verb == ACTIVATE else f"{line[:1].upper()}{line[1:]}"
        return f"{words}, choosing X" if option.slot(X) is not None else words

    def _act_words(self, option: Option) -> str:
        how = said_of(self.rich, Choice(option.verb, option.player, option.row, option.index, how=option.how)).how
        how = how if option.how else ""
        if option.verb == ACTIVATE:
            return act_words(self.state, option.row, abilities_at(self.state, option.row)[option.index]) + how
        return f"{option.verb.capitalize()}{how}"

    def _filled(self, option: Option, at: int, slot: Slot) -> Slot:
        """A slot of an option as it was touched."""
        if slot.name == TARGET:
            legal = tuple(row for row in slot.rows if self._exists(option, at, replace(slot, rows=(row,))))
            return replace(slot, rows=(self._row("target", option, legal),))
        if slot.name == PICKS and len(slot.rows) > 1 and _is_one(slot):
            return replace(slot, rows=(self._row("give", option, slot.rows),))
        if slot.name == X:
            self.only = ""
            if not self.touches:
                words = f"{self._called(option)}: choose X"
                raise _Asked(Asks("number", words, low=slot.low, high=highest(self.state, option)))
            typed = parse_quantity(self._take("number", Asks("number")).replace(",", "").strip())
            if isinstance(typed, Refusal):
                raise _Wrong
            self._refuse_more(option, slot, typed)
            return replace(slot, low=typed, high=typed)
        if slot.name == ANSWER and len(slot.words) > 1:
            return replace(
                slot,
                words=(slot.words[self._choose("word", "", [f"{{{w}}}" if len(w) == 1 else w for w in slot.words])],),
            )
        return slot

    def _refuse_more(self, option: Option, slot: Slot, typed: Amount) -> None:
        """Raise ``_Wrong`` where an X is greater than what can be paid, and say how great it can be."""
        if _is_payable(self.state, _with_x(option, typed)):
            return
        most = highest(self.state, option)
        if most is not None and less(most, typed, "107.3"):
            most_text = digits(value_of(most))
            message, range_ = (
                f"X can be {most_text} at most",
                f"a number from {digits(value_of(slot.low))} to {most_text}",
            )
            raise _Wrong(Refusal(ILLEGAL, SHORT, message, range_, "601.2f"))

    def _exists(self, option: Option, at: int, slot: Slot) -> bool:
        one = replace(option, slots=(*option.slots[:at], slot, *option.slots[at + 1 :]))
        return next(told_apart(self.rich, one, 1), None) is not None

    def _row(self, what: str, option: Option, rows: Sequence[int]) -> int:
        """The row that was touched; where several are called alike, which of them."""
        self.only = ""
        named = [(row, option.actor[0] if row == ITSELF else row) for row in rows if row != NONE]
        nobody = (Way(NOBODY, f"object {NOBODY}"),) if NONE in rows else ()
        shown = tuple(dict.fromkeys(row for _, row in named if row in self.calls))
        words = f"{self._called(option)}: choose {'a target' if what == 'target' else 'what to give up'}"
        value = self._take("object", Asks(what, words, rows=shown, ways=nobody))
        if value == NOBODY and nobody:
            return NONE
        found = [row for row, real in named if self.calls.get(real) == value]
        if not found:
            raise _Wrong
        if len(found) == 1:
            return found[0]
        names = ["itself" if row == ITSELF else exact_name(self.state, row) for row in found]
        return found[0] if len(set(names)) == 1 else found[self._choose("word", "which of them?", names)]

    def _called(self, option: Option) -> str:
        proto = self.state.rows[option.row].cls.proto
        return proto.name if proto is not None else "it"

    def _way(self, ways: Sequence[Choice]) -> Choice:
        if not ways:
            raise _Wrong
        if len(ways) == 1:
            return ways[0]
        words = [player_words(self.rich, each, said_of(self.rich, each).text) for each in ways[:MOST_GESTURES]]
        return ways[self._choose("way", "", words, more=len(ways) > MOST_GESTURES)]

    def _payment(self, choice: Choice) -> Asks:
        """The lines that the touches are, paid in the only way that there is; else the ways to pay."""
        found = ways_to_pay(self.state, choice)
        told = [said for steps in found.ways if (said := _said(self.state, steps))]
        if found.only is not None and told:
            lines = tuple(line for line, _ in told[0])
            return Asks("act", ways=(Way(self.only, "", lines),)) if self.only else Asks("", lines=lines)
        if not told:
            raise _Wrong(verify(self.state, choice))
        ways = []
        for said in told:
            words = [words for _, words in said]
            ways.append(Way("; ".join(words[:-1]) or words[0], "", tuple(line for line, _ in said)))
        return Asks("payment", "these ways to pay lead to different positions", ways=tuple(ways), more=found.more)


def _is_one(slot: Slot) -> bool:
    """Whether one of some rows is given up, whatever it is worth."""
    return not slot.kinds and not slot.words and (slot.low, slot.high) == (1, 0)


def _said(state: State, steps: Steps) -> list[tuple[str, str]]:
    """Choices that are made one after the other, each as a line and as a player says it; none where one does not read back."""
    found: list[tuple[str, str]] = []
    for at, choice in enumerate(steps):
        there = played(state, steps[:at])
        if there is None:
            return []
        line = said_of(there, choice).text
        if isinstance(read_sentence(there, line), Refusal):
            return []
        found.append((line, player_words(there, choice, line)))
    return found


def _answering(state: State, calls: Mapping[int, str], touches: Sequence[str]) -> Asks | Refusal:
    """What is left of the lines that are offered, once they have to name all that was touched."""
    offers = listed(state)
    left = offers.choices
    for touch in touches:
        kind, _, called = touch.partition(" ")
        left = {line: choice for line, choice in left.items() if called in _names(choice, calls)}
        if kind != "object" or not left:
            return _Wrong().refused
    if touches and len(left) == 1:
        return Asks("", lines=tuple(left))
    named = {name for choice in left.values() for name in _names(choice, calls)}
    rows = tuple(row for row, name in calls.items() if name in named and f"object {name}" not in touches)
    return Asks(
        "way" if touches else "object",
        rows=rows,
        ways=tuple(Way(player_words(state, choice, line), "", (line,)) for line, choice in left.items()),
        more=offers.more,
    )


def _names(choice: Choice, calls: Mapping[int, str]) -> set[str]:
    """What the objects are called that a choice names."""
    rows = (choice.row, *choice.targets, *(row for row, _ in choice.picks))
    return {calls[row] for row in rows if row in calls}
