"""The situation of a loop: the one question that all policies ask of it first, answered from its kind."""

from __future__ import annotations

from typing import Final

from reiterate.kinds.kinds import AT, UNKNOWN, Kind

#: It can't be told what the loop is; the kind holds the reason.
NOT_KNOWN: Final = "not known"
#: The loop reads something random or hidden.
NOT_DETERMINED: Final = "not determined"
#: Nobody keeps the loop up, and it ends by itself.
ENDS: Final = "nobody keeps it up, it ends"
#: Nobody keeps the loop up, and it never ends.
MANDATORY: Final = "nobody keeps it up, it never ends"
#: One player keeps the loop up.
ONE: Final = "one player keeps it up"
#: The same across turns, and something is different in each iteration.
ONE_ACROSS_ANEW: Final = "one player keeps it up across turns, the position does not come back"
#: Several players keep the loop up, and their actions together bring the position back.
FRAGMENTED: Final = "several keep it up, the position comes back"
#: Several players keep the loop up, and the position never comes back.
SEVERAL: Final = "several keep it up, the position does not come back"
#: The same two across turns.
ACROSS_TURNS: Final = "several keep it up across turns, the position comes back"
ACROSS_TURNS_ANEW: Final = "several keep it up across turns, the position does not come back"

#: All situations.
SITUATIONS: Final = frozenset(
    {
        NOT_KNOWN,
        NOT_DETERMINED,
        ENDS,
        MANDATORY,
        ONE,
        ONE_ACROSS_ANEW,
        FRAGMENTED,
        SEVERAL,
        ACROSS_TURNS,
        ACROSS_TURNS_ANEW,
    }
)


def situation_of(kind: Kind) -> str:
    """The situation of a loop, by who keeps it up, whether it ends, and whether it is determined."""
    if not kind.determined:
        return NOT_DETERMINED
    again = kind.recurs and kind.ending.when != AT
    if len(kind.keepers) == 1:
        if kind.unknown:
            return NOT_KNOWN
        return ONE_ACROSS_ANEW if kind.across_turns and not again else ONE
    if kind.keepers:
        if kind.across_turns:
            return ACROSS_TURNS if again else ACROSS_TURNS_ANEW
        return FRAGMENTED if again else SEVERAL
    if kind.unknown or kind.ending.when == UNKNOWN:
        return NOT_KNOWN
    return ENDS if kind.ending.when == AT else MANDATORY


def by_choices(kind: Kind, seat: int) -> bool:
    """Whether a player sustains the loop by choices alone: no kernel holds an action of that player (MTR 4.4 par. 7)."""
    own = [kept.acts for kernel in kind.kernels for kept in kernel.kept if kept.seat == seat]
    return bool(own) and not any(own)
