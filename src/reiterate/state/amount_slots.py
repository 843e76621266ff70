"""Amounts by name: which slots a row may have, which of them grow, and what "it is there" means.

An absent amount is 0, and a written 0 is absent: nobody may ask whether a name is there. What is
asked instead is whether the amount is anything but 0 (``written``), or whether a flag of a
resolving ability is set (``flagged``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from reiterate.amounts import Amount
from reiterate.state.model import BATTLEFIELD, COMMAND, EXILE, STACK, Class
from reiterate.state.properties import (
    ABILITY,
    ASSIGNED_DAMAGE,
    CARD,
    COPY,
    DAMAGE,
    DELAYED,
    DONE_AMOUNT,
    EFFECT,
    FRAME,
    LEFT,
    LIFE,
    MANA,
    MANA_SPENT,
    MANA_TIMES,
    PENDING,
    PLAYER,
    RESULT_GIVEN,
    SHIELD,
    SKIP_TURNS,
    THAT_MUCH,
    TIMES,
    TOKEN,
    TURNED,
    WHOLE_GAME,
    N,
    X,
)
from reiterate.terms.effects_mana import STAYS, only_of
from reiterate.terms.spell_kinds import HISTORIES


def written(num: Mapping[str, Amount], slot: str) -> bool:
    """Whether an amount is anything but plain 0. Records nothing: it may only decide whether to look more closely."""
    value = num.get(slot, 0)
    return not (type(value) is int and value == 0)


def names(num: Mapping[str, Amount], prefix: str = "") -> list[str]:
    """The names of all amounts but 0, in order; only of those that begin so."""
    return sorted(slot for slot in num if slot.startswith(prefix) and written(num, slot))


def flagged(num: Mapping[str, Amount], slot: str) -> bool:
    """Whether a flag is set: an amount that is 0 or 1, and never grows."""
    value = num.get(slot, 0)
    if type(value) is not int:
        raise TypeError(f"the flag {slot} is no flag")
    return value != 0


def amounts_without(num: Mapping[str, Amount], slot: str) -> dict[str, Amount]:
    """The amounts but one."""
    return {name: amount for name, amount in num.items() if name != slot}


# --- which slots there are ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Slot:
    """An amount that rows of a sort may have: its name as a pattern, and the least that it ever is (None: anything).

    ``grows``: whether it counts something. A flag is 1 where it is set, and says something about
    what resolves now.
    """

    pattern: str
    least: int | None = 0
    grows: bool = True


_KIND: Final = r"counter\.[-+/a-z0-9]+( [-+/a-z0-9]+)*"
_MANA: Final = rf"mana\.[WUBRGC]( until ({'|'.join(STAYS)}))?(/.+)?"
_COMMANDER: Final = r"p[1-9][0-9]*(\.[1-9][0-9]*)?"
_HISTORY: Final = (
    r"turn\.(life gained|life lost|life lost by opponents|damage dealt|damage dealt to opponents"
    rf"|attackers declared|creatures died|permanents left|{'|'.join(map(re.escape, HISTORIES))}|spells cast by all|mana spent on spells"
    r"|cards drawn|cards drawn in the draw step|spells cast by all last turn|most spells cast last turn)"
)

_OF_A_SPELL: Final = (Slot(X), Slot("part[0-9]+"), Slot(RESULT_GIVEN, 1, grows=False))
_TURNED: Final = Slot(TURNED, 1, grows=False)
_OF_AN_ABILITY: Final = (
    *_OF_A_SPELL,
    Slot(THAT_MUCH),
    Slot(MANA_SPENT),
    Slot(DONE_AMOUNT),
    Slot("produced\\.[WUBRGC]", 1, grows=False),
    _TURNED,
)

#: The sorts of rows (see ``sort_of``) and all amounts that they may have, beside how many the row stands for.
SLOTS: Final[Mapping[str, tuple[Slot, ...]]] = {
    PLAYER: (
        Slot(LIFE, None),
        Slot(_MANA),
        Slot(_KIND),
        Slot(_HISTORY),
        Slot(r"cast before\..+"),
        Slot(rf"commander (damage|casts)\.{_COMMANDER}"),
        Slot(SKIP_TURNS),
        Slot("skip next (untap|upkeep|draw|combat)"),
        Slot(r"last cards\.(hand|library|graveyard|exile)"),
    ),
    "permanent": (Slot(_KIND), Slot(DAMAGE), Slot(r"eot\.(power|toughness)", None), Slot(ASSIGNED_DAMAGE)),
    "set aside": (Slot(_KIND),),  # time counters on a card in exile
    "spell": _OF_A_SPELL,
    ABILITY: _OF_AN_ABILITY,
    FRAME: (
        *_OF_AN_ABILITY,
        Slot(MANA_TIMES, 2),
        Slot("did|happened|together|res none|res two", 1, grows=False),
        Slot("mana\\.[WUBRGC]", 1, grows=False),
        Slot("how\\..+", 1, grows=False),
    ),
    DELAYED: (Slot(THAT_MUCH), Slot(MANA_SPENT), Slot(X), _TURNED),
    EFFECT: (Slot(TIMES, 1),),
    SHIELD: (Slot(LEFT, 1),),
    PENDING: (Slot("low|high", None), Slot("[0-9]{3}\\.(member|x|count|[spy][0-9]{3})")),
}

#: Of an object that is gone, beside what it had (608.2h).
WHEN_GONE: Final = (Slot(r"last\.(power|toughness)", None),)

#: What a card is in each zone in which it has amounts.
_SORTS: Final = {BATTLEFIELD: "permanent", STACK: "spell", EXILE: "set aside", COMMAND: "set aside"}

#: Kinds of rows that always stand for one.
_SINGLE: Final = frozenset({WHOLE_GAME, PLAYER, FRAME, PENDING})


def sort_of(cls: Class) -> str:
    """What a row is, for its amounts: a player, a permanent, a spell, an ability, ...; "" where it has none."""
    if cls.kind in (CARD, TOKEN):
        return _SORTS.get(cls.zone, "")
    return "spell" if cls.kind == COPY else cls.kind


def slot_of(cls: Class, name: str, gone: bool = False) -> Slot | None:
    """What an amount of this name is in a row of this class, or last was; None where there is none such."""
    if name == N:
        return None if gone or cls.kind in _SINGLE else Slot(N, 1)
    return _slot(sort_of(cls), name, gone)


@lru_cache(maxsize=4096)
def _slot(sort: str, name: str, gone: bool) -> Slot | None:
    known = SLOTS.get(sort, ())
    if gone and sort == "permanent":
        known += WHEN_GONE
    found = next((slot for slot in known if re.fullmatch(slot.pattern, name)), None)
    only = name.partition("/")[2] if name.startswith(MANA) else ""
    return None if only and only_of(only) is None else found
