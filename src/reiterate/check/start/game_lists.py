"""Closed lists of what a game is made of: kinds of rows, their zones, properties, references, sequences, decisions.

A start comes out of a file. What is on no list is in no game, whatever the rules engine would make
of it. The amounts of rows are listed in ``reiterate.state.amount_slots``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from reiterate.rules.turn.turn_structure import STEPS
from reiterate.state.model import (
    BATTLEFIELD,
    COMMAND,
    EFFECTS,
    EXILE,
    GRAVEYARD,
    HAND,
    LIBRARY,
    NOWHERE,
    STACK,
    WAITING,
    Class,
)
from reiterate.state.properties import DESIGNATED
from reiterate.terms.vocabulary import DESIGNATIONS


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of row: its zones, whether a card or an ability says what it is, its properties and references by pattern."""

    zones: tuple[str, ...]
    card: bool = False
    terms: tuple[str, ...] | None = ()  # the names of what its term may be; None: any
    props: tuple[tuple[str, Callable[[Any], bool]], ...] = ()
    refs: str = ""
    gone: bool = True  # whether a reference to it may be left when it is gone


def _flag(value: Any) -> bool:
    return value is True


def _number(value: Any) -> bool:
    return type(value) is int and value >= 0


def _landed(value: Any) -> bool:
    return value is True or (type(value) is int and value > 1)


def _words(pattern: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _named(*names: str) -> Callable[[Any], bool]:
    return lambda value: type(value).__name__ in names


def _listed(value: Any) -> bool:
    """A list of words and numbers, or of such lists: no terms."""
    return isinstance(value, tuple) and all(isinstance(one, str | int) or _listed(one) for one in value)


def _changes(value: Any) -> bool:
    """Text changes: durations with pairs of words."""
    return _listed(value) and all(
        isinstance(one, tuple) and len(one) == 2 and isinstance(one[1], tuple) and all(map(_two_words, one[1]))
        for one in value
    )


def _two_words(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(word, str) for word in value)


def _term(value: Any) -> bool:
    return not isinstance(value, str | int | tuple)


def _terms(value: Any) -> bool:
    return isinstance(value, tuple) and all(_term(one) for one in value)


_STEP: Final = "|".join(STEPS)
_SEAT: Final = "p[1-9][0-9]*"
_RULE: Final = r"[1-9][0-9]{2}\.[0-9]+[a-z]?"
_UNTIL: Final = "turn|game|battlefield|controlled|tapped|next|next end|next turn"
#: How long a card in exile may be played: this turn or the next, behind this turn, and from then on (601.3, 702.143a, 702.170d).
_MAY_PLAY: Final = "turn|next|later|exiled|plot|plotted|foretell|foretold|remains|free|airbend"
_OF_WORDS: Final = r"source|host|that|player|defender|link[0-9]+|res[0-9]+|target[0-9]+|hurt[0-9]*"

#: What a card stays to be: of whom it is the commander, what it was cast or chosen as.
_CARRIED: Final = (("commander", _words(rf"{_SEAT}(\.[1-9])?")), ("commander arrived", _flag))
_CAST: Final = (
    ("cast", _words("hand|graveyard|exile|library|command")),
    (r"how\..+", _flag),
    ("text", _changes),
    ("copiable|copied|printed", _named("Proto")),
)
_PERMANENT: Final = (
    *_CARRIED,
    *_CAST,
    (r"chosen\.(color|type|player)", _words(".+")),
    (r"kept chosen\.(color|type|player)", _words(".+")),
    (r"used\.([0-9]+|loyalty)|spent\.[0-9]+|triggered\.[0-9]+(\.[0-9]+)?", _flag),
    (
        "attacking|blocked|blocking|struck|assigned|binds|deathtouched|kept|paired|saddled|manifested|entered|attacked before|world settled|leaves to exile|dies to exile",
        _flag,
    ),
    (r"attacked\.p[0-9]{1,2}", _flag),
    *((re.escape(f"{DESIGNATED}{each}"), _flag) for each in DESIGNATIONS),
    ("level", lambda value: _number(value) and value > 1),
    ("arrived", _words("new|due")),
    ("stays tapped", _words(f"controller|{_SEAT}")),
    ("enchant", _named("Enchant")),
    ("under", _words(_SEAT)),
    ("last known", _named("Proto")),
)
_ELSEWHERE: Final = (
    *_CARRIED,
    ("may only cast|flashback", _flag),
    ("may play", _words(_MAY_PLAY)),
    ("entered|discarded", _flag),
)

#: All kinds of rows. "card" is one on the battlefield; ``ELSEWHERE`` and ``SPELL`` are cards in other places.
KINDS: Final[Mapping[str, Kind]] = {
    "game": Kind(
        (NOWHERE,),
        props=(
            ("active|who|next|passes", _number),
            ("range", lambda value: _number(value) and value > 0),
            ("ask", _words(".+")),
            ("step", _words(_STEP)),
            ("after", _words(_STEP)),
            ("resume", _words(f"{_STEP}|turn ends")),
            ("added", _words("beginning|upkeep|combat|main")),
            ("turn of", _words(_SEAT)),
            ("extra turn", _flag),
            ("daytime", _words("day|night")),
            ("cast lately", _words("none|two")),
            ("attacked|paying", _flag),
        ),
        refs="about",
        gone=False,
    ),
    "player": Kind(
        (NOWHERE,),
        props=(
            ("blessed|decked|losing|winning|shuffled|partly shuffled|unseated", _flag),
            ("landed", _landed),
            ("unlimited", _words("next turn|game")),
            ("sheltered", _words(r"[a-zA-Z ]+(/[a-zA-Z ]+)*(;[a-zA-Z ]+(/[a-zA-Z ]+)*)*")),
            ("lost", _words(f"{_RULE}|draw")),
            ("master|next master", _words(_SEAT)),
        ),
        gone=False,
    ),
    "card": Kind((BATTLEFIELD,), card=True, props=_PERMANENT, refs=r"host|pair|attacks|blocks|link[0-9]+|hurt[0-9]*"),
    "token": Kind((BATTLEFIELD,), card=True, props=_PERMANENT, refs=r"host|pair|attacks|blocks|link[0-9]+|hurt[0-9]*"),
    "copy": Kind((STACK,), card=True, props=_CAST, refs=r"(target|res|link)[0-9]+"),
    "ability": Kind((STACK, WAITING), terms=("Activated", "Triggered"), refs=_OF_WORDS),
    "delayed": Kind(
        (EFFECTS,), terms=("Triggered",), props=(("duration", _words(_UNTIL)), ("once", _flag)), refs=_OF_WORDS
    ),
    "effect": Kind((EFFECTS,), terms=None, props=(("duration", _words(_UNTIL)),), refs="on|source"),
    "shield": Kind(
        (EFFECTS,),
        terms=("Prevent", "PreventAll", "Redirect", "Regenerate"),
        props=(("duration", _words("turn")),),
        refs="on|to",
    ),
    "until": Kind((EFFECTS,), refs="on|card[0-9]+"),
    "frame": Kind((NOWHERE,), props=(("rest", _terms),), refs=rf"{_OF_WORDS}|offered[0-9]+", gone=False),
    "pending": Kind(
        (NOWHERE,),
        props=(
            (r"[0-9]{3}\.(index|pay|rows|text|ways)", _listed),
            (r"[0-9]{3}\.(picks|sizes)", _number),
            ("choices|who", _number),
            ("words", _listed),
            ("ask|kind|text", lambda value: isinstance(value, str)),
        ),
        refs=r"[0-9]{3}\.[rp][0-9]{3}|option[0-9]+|about",
        gone=False,
    ),
    "phase": Kind((NOWHERE,), props=(("phases", _listed),), gone=False),
    "step": Kind((NOWHERE,), props=(("step", _words(_STEP)),), gone=False),
    "turn": Kind((NOWHERE,), gone=False),
}
SPELL: Final = Kind((STACK,), card=True, props=(*_CARRIED, *_CAST), refs=r"(target|res|link)[0-9]+")
ELSEWHERE: Final = Kind((HAND, LIBRARY, GRAVEYARD, EXILE, COMMAND), card=True, props=_ELSEWHERE)

#: Sequences with the kinds of their rows; libraries hold cards, the stack what is in that zone.
SEQUENCES: Final[Mapping[str, str]] = {"phases": "phase", "steps": "step", "turns": "turn"}

#: The tallies that play counts: whole names, families by player, color, phase or step, and families by a name or a kind of counters.
_COUNTED: Final = re.compile(
    "activations|mana activations|resolved\\.(trigger|ability)|casts|copies|countered|etb|dies|sacrifices|taps|untaps"
    "|attacks|blocks|searches|populates|proliferates|repetitions|scry|surveil|extra turns|turns skipped|mana\\.[WUBRGC]"
    "|(damage|life gained|lifegain|life lost|draws|discards|mills|exiles|flips|extra turns|controlled turns|turns skipped)"
    rf"\.{_SEAT}|(untap|upkeep|draw|combat) skipped\.{_SEAT}|extra (beginning|combat|main|{_STEP}) (phases|steps)"
)
NAMED_TALLIES: Final = ("casts.", "etb.", "dies.", "tokens.", "counters.")

#: What a start may wait for, with the kind of row that this is about.
ASKS: Final[Mapping[str, str]] = {
    "priority": "",
    "order": "",
    "attack": "",
    "block": "",
    "cleanup": "",
    "target": "ability",
    "may": "frame",
    "pick": "frame",
    "continue": "frame",
    "answer": "pending",
    "keep": "permanent",
    "assign": "permanent",
}
#: Decisions of one step only.
STEP_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "attack": ("attackers",),
    "block": ("blockers",),
    "cleanup": ("cleanup",),
    "assign": ("firststrike", "damage"),
}


def is_counted(name: str) -> bool:
    """Whether play counts something under this name."""
    return _COUNTED.fullmatch(name) is not None or name.startswith(NAMED_TALLIES)


def kind_of(cls: Class) -> Kind | None:
    """What a row of this class is; None where there is no such row."""
    if cls.kind == "card" and cls.zone != BATTLEFIELD:
        return SPELL if cls.zone == STACK else ELSEWHERE
    return KINDS.get(cls.kind)


def complaint(cls: Class) -> str:
    """What of a class is on no list; "" where all of it is."""
    kind = kind_of(cls)
    if kind is None:
        return f"a row of the kind {cls.kind!r}"
    if cls.zone not in kind.zones:
        return f"a {cls.kind} in the zone {cls.zone!r}"
    if (cls.proto is not None) != kind.card:
        return f"a {cls.kind} {'without' if kind.card else 'with'} a card's text"
    if kind.terms is None:
        if cls.term is None:
            return f"a {cls.kind} without words"
    elif (type(cls.term).__name__ if cls.term is not None else "") not in (kind.terms or ("",)):
        return f"a {cls.kind} of an ability that it never is of"
    if cls.zone != BATTLEFIELD and (cls.tapped or cls.sick or cls.marks):
        return f"a {cls.kind} that is tapped, sick or changed until end of turn, and no permanent"
    if not _terms(cls.marks):
        return "effects until end of turn that are none"
    for name, value in cls.props:
        if not any(re.fullmatch(pattern, name) and fits(value) for pattern, fits in kind.props):
            return f"a {cls.kind} with the property {name!r}"
    return ""


@lru_cache(maxsize=4096)
def _refers(refs: str, name: str) -> bool:
    return re.fullmatch(f"({refs})@?", name) is not None


def may_refer(cls: Class, name: str) -> bool:
    """Whether rows of a class have a reference of this name; "@" marks one to where something went (400.7)."""
    kind = kind_of(cls)
    return kind is not None and _refers(kind.refs, name)
