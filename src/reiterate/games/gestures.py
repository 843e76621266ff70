"""Acting by gestures: an object is touched, then what it does, its modes and targets one after another; out comes a line of a script.

``follow(state, calls, touches)`` says what the touches so far ask for next. Nothing is remembered between two touches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Final

from reiterate.amounts import parse_quantity
from reiterate.games.asking import Asks, Way, Wrong
from reiterate.games.declaring import DECLARED, declare
from reiterate.games.offered import listed
from reiterate.games.paying import said, ways_to_pay
from reiterate.refusals import Refusal, Unsupported
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
from reiterate.script.saying import ability_text, is_mode, mode_words, player_words
from reiterate.script.sentences import said_of
from reiterate.shortcuts.mana_first import is_mana, mana_first, with_plenty
from reiterate.state.model import State

#: Ways that are told at once; with more of them the rest can be typed.
MOST_GESTURES: Final = 40
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
    found = {option.row for option in _now(state)}
    for option in with_plenty(state):
        new = option.row not in found and option.verb in ACTIONS and not option.unknown
        if new and not is_mana(state, option) and _is_payable(state, option):
            found.add(option.row)
    return sorted(found)


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
        self.only = ""  # the one thing that the object does, which nobody was asked about

    def asks(self) -> Asks:
        """Follow the touches; raises ``_Asked`` where they end."""
        if not self.touches:
            return Asks("object", rows=tuple(may_begin(self.state)))
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

    def _act(self, called: str) -> Option:
        """What is done with the object that was touched."""
        rows = [row for row, name in self.calls.items() if name == called]
        found: dict[tuple[str, frozenset[str]], Option] = {}
        for option in [*with_plenty(self.state), *_now(self.state)]:
            if option.row in rows and option.verb in ACTIONS and not option.unknown:
                found.setdefault((self._act_words(option), frozenset(filter(is_mode, option.how))), option)
        able = {key: option for key, option in found.items() if self._is_able(option)}
        if not able:
            raise Wrong
        acts = list(dict.fromkeys(words for words, _ in able))
        self.only = acts[0] if len(acts) == 1 else ""
        act = self.only or acts[self._choose("act", "", acts)]
        return self._moded({modes: option for (words, modes), option in able.items() if words == act})

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
        return option.verb == PLAY or _is_payable(self.state, option)

    def _act_words(self, option: Option) -> str:
        unmoded = tuple(word for word in option.how if not is_mode(word))
        how = said_of(self.rich, Choice(option.verb, option.player, option.row, option.index, how=unmoded)).how
        how = how if option.how else ""
        if option.verb == ACTIVATE:
            return ability_text(self.state, option.row, abilities_at(self.state, option.row)[option.index]) + how
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
            asked = Asks("number", f"{self._called(option)}: choose X", low=slot.low)
            typed = parse_quantity(self._take("number", asked).replace(",", "").strip())
            if isinstance(typed, Refusal):
                raise Wrong
            return replace(slot, low=typed, high=typed)
        if slot.name == ANSWER and len(slot.words) > 1:
            return replace(
                slot,
                words=(slot.words[self._choose("word", "", [f"{{{w}}}" if len(w) == 1 else w for w in slot.words])],),
            )
        return slot

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
            raise Wrong
        if len(found) == 1:
            return found[0]
        names = ["itself" if row == ITSELF else exact_name(self.state, row) for row in found]
        return found[0] if len(set(names)) == 1 else found[self._choose("word", "which of them?", names)]

    def _called(self, option: Option) -> str:
        proto = self.state.rows[option.row].cls.proto
        return proto.name if proto is not None else "it"

    def _way(self, ways: Sequence[Choice]) -> Choice:
        if not ways:
            raise Wrong
        if len(ways) == 1:
            return ways[0]
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
            ways.append(Way("; ".join(words[:-1]) or words[0], "", tuple(line for line, _ in steps)))
        return Asks("payment", "these ways to pay lead to different positions", ways=tuple(ways), more=found.more)


def _is_one(slot: Slot) -> bool:
    """Whether one of some rows is given up, whatever it is worth."""
    return not slot.kinds and not slot.words and (slot.low, slot.high) == (1, 0)


def _answering(state: State, calls: Mapping[int, str], touches: Sequence[str]) -> Asks | Refusal:
    """What is left of the lines that are offered, once they have to name all that was touched."""
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
        ways=tuple(Way(player_words(state, choice, line), "", (line,)) for line, choice in left.items()),
        more=offers.more,
    )


def _names(choice: Choice, calls: Mapping[int, str]) -> set[str]:
    """What the objects are called that a choice names."""
    rows = (choice.row, *choice.targets, *(row for row, _ in choice.picks))
    return {calls[row] for row in rows if row in calls}
