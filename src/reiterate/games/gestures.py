"""Acting by gestures: an object is touched, then what it does, its modes and targets one after another; out comes a line of a script.

``follow(state, calls, touches)`` says what the touches so far ask for next. Nothing is remembered between two touches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice, takewhile
from typing import Final

from reiterate.amounts import Amount, identical, less, parse_quantity, value_of
from reiterate.games.asking import Asks, Way, Wrong
from reiterate.games.declaring import declare
from reiterate.games.kinds_of_choices import DECLARED, KINDS
from reiterate.games.offered import kind_of, listed
from reiterate.games.paying import Lines, said, told_ways, ways_to_pay
from reiterate.refusals import ILLEGAL, Refusal, Unsupported
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
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.events.targets import NONE
from reiterate.script.describe import exact_name
from reiterate.script.naming_words import in_a_row
from reiterate.script.places import digits
from reiterate.script.saying import act_words, is_mode, mode_words, player_words
from reiterate.script.sentences import said_of
from reiterate.shortcuts.mana_first import SHORT, is_mana, mana_first, surely_lacks, with_plenty
from reiterate.state.model import State

#: Ways that are told at once; with more of them the rest can be typed.
MOST_GESTURES: Final = 40
#: Numbers that are tried to find the greatest X.
TRIED_NUMBERS: Final = 30
#: What ends a choice of modes, and the word for that. A mode is touched by its own word: what was touched in haste means what was read.
NO_MORE: Final = "No other mode"
ENOUGH: Final = "enough"
#: The word for no target.
NOBODY: Final = "no target"

ACTIONS: Final = (ACTIVATE, CAST, PLAY)


class _Asked(Exception):
    """Raised where the touches are used up: what is asked then."""

    def __init__(self, asks: Asks) -> None:
        super().__init__(asks.what)
        self.asks = asks


def follow(state: State, calls: Mapping[int, str], touches: Sequence[str]) -> Asks | Refusal:
    """What is asked behind some touches. In: a position as its player sees it, and what each row is called there.

    A touch is ``object NAME``, ``choose NUMBER`` from a list, ``number X`` or ``word W``. A refusal where one of them was not asked for, or where nothing pays.
    """
    try:
        if asked(state) in DECLARED:
            return declare(state, calls, touches)
        if asked(state) != "priority":
            return _answering(state, calls, touches)
        return _Acting(state, calls, touches).asks()
    except _Asked as asking:
        return asking.asks
    except Wrong as wrong:
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
    """The greatest X that a player with priority can pay for, with mana that is made first; None where none is known for sure."""
    asked_for = option.slot(X)
    if asked_for is None or identical(asked_for.high, -1):
        return None
    there = next((each.slot(X) for each in _now(state) if _same(each) == _same(option)), None)
    best = asked_for.low if there is None or less(there.high, asked_for.low, "107.3") else there.high
    step, grows = 1, True
    for _ in range(TRIED_NUMBERS):
        if _is_payable(state, _with_x(option, best + step)):
            best, step = best + step, step * 2 if grows else step
        elif step == 1:
            return best if _is_surely_too_much(state, _with_x(option, best + 1)) else None
        else:
            step, grows = step // 2, False
    return None


def _now(state: State) -> list[Option]:
    return [one for one in options(state) if one.verb in ACTIONS and not one.unknown]


def _is_payable(state: State, option: Option) -> bool:
    first = next(_unpaid(plenty(state), option), None)
    return first is not None and mana_first(state, first) is not None


def _is_surely_too_much(state: State, option: Option) -> bool:
    first = next(_unpaid(plenty(state), option), None)
    return first is not None and surely_lacks(state, first)


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
        self.begun = len(touches)
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
            raise Wrong
        return self._payment(choice)

    def _take(self, kind: str, ask: Asks) -> str:
        """The next touch; what is asked where there is none."""
        if not self.touches:
            raise _Asked(ask)
        said, _, value = self.touches.pop(0).partition(" ")
        if said != kind:
            raise Wrong
        return value

    def _choose(self, what: str, words: str, ways: Sequence[str], more: bool = False) -> int:
        """Which of some things in a list."""
        self.only = ""
        told = tuple(Way(each, f"choose {number}") for number, each in enumerate(ways))
        value = self._take("choose", Asks(what, words, ways=told, more=more))
        if not value.isdecimal() or len(value) > 4 or int(value) >= len(ways):
            raise Wrong
        return int(value)

    def _begun(self) -> Asks:
        """What may be touched first, and what is done with mana that is made first."""
        later = self.payable = _later(self.state, self.now, self.then)
        ways: dict[str, Way] = {}
        for option in later:
            called, words = self.calls.get(option.row, ""), self._begin_words(option)
            acts = list(self._able(called)) if words not in ways else []
            act = self._act_words(option)
            if act in acts:
                which = f"\nchoose {acts.index(act)}" if len(acts) > 1 else ""
                ways[words] = Way(words, f"object {called}{which}", kind=kind_of(self.rich, option))
        rows = sorted({option.row for option in [*self.now, *later]})
        in_order = tuple(sorted(ways.values(), key=lambda way: KINDS.index(way.kind)))
        return Asks("object", rows=tuple(rows), ways=in_order)

    def _able(self, called: str) -> dict[str, dict[frozenset[str], Option]]:
        """What may be done with what is called so, by its words, and by its modes."""
        rows = [row for row, name in self.calls.items() if name == called]
        found: dict[tuple[str, frozenset[str]], Option] = {}
        for option in [*self.then, *self.now]:
            if option.row in rows and option.verb in ACTIONS and not option.unknown:
                found.setdefault((self._act_words(option), frozenset(filter(is_mode, option.how))), option)
        able: dict[str, dict[frozenset[str], Option]] = {}
        for (words, modes), option in found.items():
            if self._is_able(option):
                able.setdefault(words, {})[modes] = option
        return able

    def _act(self, called: str) -> Option:
        """What is done with the object that was touched."""
        able = self._able(called)
        if not able:
            raise Wrong
        acts = list(able)
        self.only = acts[0] if len(acts) == 1 else ""
        return self._moded(able[self.only or acts[self._choose("act", "", acts)]])

    def _moded(self, by: Mapping[frozenset[str], Option]) -> Option:
        """What is done with the modes that are touched, one after another (601.2b, 700.2)."""
        chosen: frozenset[str] = frozenset()
        told: list[str] = []
        while True:
            left = {modes: option for modes, option in by.items() if chosen <= modes}
            more = sorted(frozenset().union(*left) - chosen)
            if not more:
                return left[chosen]
            option = next(iter(left.values()))
            one = Choice(option.verb, option.player, option.row, option.index)
            words = [mode_words(self.rich, one, mode) for mode in more]
            asks = f"{self._called(option)}: choose {'another' if chosen else 'a'} mode"
            asks += f" besides “{'” and “'.join(told)}”" if told else ""
            ways = [Way(each, f"word {mode}") for mode, each in zip(more, words, strict=True)]
            ways += [Way(NO_MORE, f"word {ENOUGH}")] if chosen in left else []
            self.only = ""
            touched = self._take("word", Asks("mode", asks, ways=tuple(ways)))
            if touched not in more and not (touched == ENOUGH and chosen in left):
                raise Wrong
            if touched == ENOUGH:
                return left[chosen]
            chosen |= {touched}
            told.append(words[more.index(touched)])

    def _is_able(self, option: Option) -> bool:
        return option.verb == PLAY or option in self.payable or _is_payable(self.state, option)

    def _begin_words(self, option: Option) -> str:
        """What is done with an object, as a player says it before anything else is chosen."""
        unmoded = tuple(word for word in option.how if not is_mode(word))
        choice = Choice(option.verb, option.player, option.row, option.index, how=unmoded)
        line = said_of(self.rich, choice).text
        words = player_words(self.rich, choice, line) if option.verb == ACTIVATE else f"{line[:1].upper()}{line[1:]}"
        return f"{words}, choosing X" if option.slot(X) is not None else words

    def _act_words(self, option: Option) -> str:
        unmoded = tuple(word for word in option.how if not is_mode(word))
        how = said_of(self.rich, Choice(option.verb, option.player, option.row, option.index, how=unmoded)).how
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
                raise Wrong
            self._refuse_more(option, slot, typed)
            return replace(slot, low=typed, high=typed)
        if slot.name == ANSWER and len(slot.words) > 1:
            return replace(
                slot,
                words=(slot.words[self._choose("word", "", [f"{{{w}}}" if len(w) == 1 else w for w in slot.words])],),
            )
        return slot

    def _refuse_more(self, option: Option, slot: Slot, typed: Amount) -> None:
        """Raise ``Wrong`` where an X is greater than what can be paid, and say how great it can be."""
        if _is_payable(self.state, _with_x(option, typed)):
            return
        most = highest(self.state, option)
        if most is not None and less(most, typed, "107.3"):
            most_text = digits(value_of(most))
            message, range_ = (
                f"X can be {most_text} at most",
                f"a number from {digits(value_of(slot.low))} to {most_text}",
            )
            raise Wrong(Refusal(ILLEGAL, SHORT, message, range_, "601.2f"))

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
        finished = () if self.touches else self._finished(option)
        value = self._take("object", Asks(what, words, rows=shown, ways=nobody + finished))
        if value == NOBODY and nobody:
            return NONE
        found = [row for row, real in named if self.calls.get(real) == value]
        if not found:
            raise Wrong
        if len(found) == 1:
            return found[0]
        names = ["itself" if row == ITSELF else exact_name(self.state, row) for row in found]
        return found[0] if len(set(names)) == 1 else found[self._choose("word", "which of them?", names)]

    def _finished(self, option: Option) -> tuple[Way, ...]:
        """All that is left to choose, as one way each, where it would take several touches behind two; () elsewhere.

        So the last touch says what is given up and what pays. There are more of them than are told at once: then they are chosen one after another.
        """
        if self.begun < 2 or any(slot.name == X and not identical(slot.low, slot.high) for slot in option.slots):
            return ()
        choices = list(islice(_unpaid(self.rich, option), MOST_GESTURES + 1))
        if len(choices) > MOST_GESTURES:
            return ()
        told = told_ways(self.state, choices)
        asked_for = sum(1 for slot in option.slots if slot.name in (TARGET, PICKS) and len(slot.rows) > 1)
        if asked_for < 2 and all(len(ways) < 2 for _, ways in told):
            return ()
        return self._told(told)

    def _told(self, told: Sequence[tuple[Choice, Sequence[Lines]]]) -> tuple[Way, ...]:
        """Choices with their ways to pay, each in the words that tell it from the others."""
        spoken = [player_words(self.rich, choice, said_of(self.rich, choice).text).split() for choice, _ in told]
        known = sum(1 for _ in takewhile(lambda said: len({*said}) == 1, zip(*spoken, strict=False)))
        found = []
        for words, (_, ways) in zip(spoken, told, strict=True):
            for lines in ways:
                made = "; ".join(in_a_row(each for _, each in lines[:-1])) or lines[-1][1]
                left = " ".join(words[known:])
                found.append(Way(f"{left}: {made}" if left else made, "", tuple(line for line, _ in lines)))
        return tuple(found)

    def _called(self, option: Option) -> str:
        proto = self.state.rows[option.row].cls.proto
        return proto.name if proto is not None else "it"

    def _way(self, ways: Sequence[Choice]) -> Choice:
        if not ways:
            raise Wrong
        if len(ways) == 1:
            return ways[0]
        if not self.touches and self.begun >= 2 and len(ways) <= MOST_GESTURES:
            told = told_ways(self.state, ways)
            raise _Asked(Asks("way", ways=self._told(told)))
        words = [player_words(self.rich, each, said_of(self.rich, each).text) for each in ways[:MOST_GESTURES]]
        return ways[self._choose("way", "", words, more=len(ways) > MOST_GESTURES)]

    def _payment(self, choice: Choice) -> Asks:
        """The lines that the touches are, paid in the only way that there is; else the ways to pay."""
        found = ways_to_pay(self.state, choice)
        told = [each for steps in found.ways if (each := said(self.state, steps))]
        if found.only is not None and told:
            lines = tuple(line for line, _ in told[0])
            return Asks("act", ways=(Way(self.only, "", lines),)) if self.only else Asks("", lines=lines)
        if not told:
            raise Wrong(verify(self.state, choice))
        ways = []
        for steps in told:
            words = [words for _, words in steps]
            ways.append(Way("; ".join(in_a_row(words[:-1])) or words[0], "", tuple(line for line, _ in steps)))
        return Asks("payment", "these ways to pay lead to different positions", ways=tuple(ways), more=found.more)


def _is_one(slot: Slot) -> bool:
    """Whether one of some rows is given up, whatever it is worth."""
    return not slot.kinds and not slot.words and (slot.low, slot.high) == (1, 0)


def _answering(state: State, calls: Mapping[int, str], touches: Sequence[str]) -> Asks | Refusal:
    """What is left of the lines that are offered, once they have to name all that was touched; before the first touch ``listed`` has them."""
    offers = listed(state)
    left = offers.choices
    for touch in touches:
        kind, _, called = touch.partition(" ")
        left = {line: choice for line, choice in left.items() if called in _names(choice, calls)}
        if kind != "object" or not left:
            return Wrong().refused
    if touches and len(left) == 1:
        return Asks("", lines=tuple(left))
    named = {name for choice in left.values() for name in _names(choice, calls)}
    rows = tuple(row for row, name in calls.items() if name in named and f"object {name}" not in touches)
    return Asks(
        "way" if touches else "object",
        rows=rows,
        ways=tuple(Way(player_words(state, each, line), "", (line,)) for line, each in left.items()) if touches else (),
        more=offers.more,
    )


def _names(choice: Choice, calls: Mapping[int, str]) -> set[str]:
    """What the objects are called that a choice names."""
    rows = (choice.row, *choice.targets, *(row for row, _ in choice.picks))
    return {calls[row] for row in rows if row in calls}
