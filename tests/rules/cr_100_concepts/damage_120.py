"""The results of damage as a table, written from the text of 120.3, 702 and 903.10 alone.

Each row is one sentence of the rules: what it asks of the source, of the damage and of the recipient, and what then
happens. No row looks at another one. ``expected`` adds up the rows that apply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

#: What a source can have that its damage has results of.
PROPERTIES: Final = ("infect", "wither", "lifelink", "deathtouch", "toxic", "commander")
TOXIC: Final = 3


class Blow(NamedTuple):
    """Damage dealt: what the source has, what it is dealt to, whether it is combat damage, how much of it there is."""

    source: frozenset[str]
    to: frozenset[str]  # "player", or the types of a permanent and its "indestructible"
    combat: bool
    amount: int


class Rule(NamedTuple):
    """One sentence: its number, when it applies, and which figure it moves by how much."""

    number: str
    applies: Callable[[Blow], bool]
    figure: str
    by: Callable[[Blow], int]


def _amount(blow: Blow) -> int:
    return blow.amount


_SHRINKING: Final = frozenset({"wither", "infect"})

RULES: Final = (
    Rule("120.3a", lambda b: "player" in b.to and "infect" not in b.source, "life lost", _amount),
    Rule("120.3b", lambda b: "player" in b.to and "infect" in b.source, "poison", _amount),
    Rule("120.3c", lambda b: "planeswalker" in b.to, "loyalty removed", _amount),
    Rule("120.3d", lambda b: "creature" in b.to and bool(b.source & _SHRINKING), "-1/-1 counters", _amount),
    Rule("120.3e", lambda b: "creature" in b.to and not b.source & _SHRINKING, "marked", _amount),
    Rule("120.3f", lambda b: "lifelink" in b.source, "life gained", _amount),
    Rule("120.3g", lambda b: "player" in b.to and b.combat and "toxic" in b.source, "poison", lambda b: TOXIC),
    Rule("903.10a", lambda b: "player" in b.to and b.combat and "commander" in b.source, "of a commander", _amount),
    Rule("120.3h", lambda b: "battle" in b.to, "defense removed", _amount),
    Rule("704.5h", lambda b: _destroyed(b), "destroyed", lambda b: 1),
)

#: The sentences that nothing here carries out, each with the code that says so.
NOT_IMPLEMENTED: Final = {"120.3h": "rule-310.6"}


def _destroyed(blow: Blow) -> bool:
    """702.2b, 704.5h and 702.12b: whatever else the damage did."""
    return "deathtouch" in blow.source and "creature" in blow.to and "indestructible" not in blow.to


def expected(blow: Blow) -> dict[str, int]:
    """The figures of a blow, but those that are 0. Damage of 0 isn't dealt at all (120.8)."""
    found: dict[str, int] = {}
    for rule in RULES if blow.amount else ():
        if rule.applies(blow):
            found[rule.figure] = found.get(rule.figure, 0) + rule.by(blow)
    if found.get("destroyed"):  # what is marked on it and put on it is gone with it
        found = {k: v for k, v in found.items() if k not in ("marked", "-1/-1 counters", "loyalty removed")}
    return found


def refusal(blow: Blow) -> str:
    """The code by which a blow is refused: that of a sentence which applies and isn't implemented; empty for none."""
    missing = (code for r in RULES if r.applies(blow) and (code := NOT_IMPLEMENTED.get(r.number)))
    return next(missing, "") if blow.amount else ""


@dataclass(frozen=True)
class Recipient:
    """A kind of recipient: what it is, and whether combat damage can be dealt to it by an attack or a block."""

    name: str
    to: frozenset[str]
    attacked: bool


PLAYER: Final = Recipient("player", frozenset({"player"}), True)
CREATURE: Final = Recipient("creature", frozenset({"creature"}), False)
HARD: Final = Recipient("indestructible creature", frozenset({"creature", "indestructible"}), False)
WALKER: Final = Recipient("planeswalker", frozenset({"planeswalker"}), True)
BOTH: Final = Recipient("creature planeswalker", frozenset({"creature", "planeswalker"}), True)
HARD_BOTH: Final = Recipient(
    "indestructible creature planeswalker", frozenset({"creature", "planeswalker", "indestructible"}), True
)
RECIPIENTS: Final = (PLAYER, CREATURE, HARD, WALKER, BOTH, HARD_BOTH)
BATTLES: Final = tuple(Recipient(" ".join(sorted(to)), to, True) for to in map(frozenset, (
    {"battle"}, {"battle", "creature"}, {"battle", "planeswalker"}, {"battle", "creature", "indestructible"},
)))  # fmt: skip


def sources() -> Iterator[frozenset[str]]:
    """No property, each one, each pair of them, and all at once."""
    for size in (0, 1, 2, len(PROPERTIES)):
        yield from (frozenset(some) for some in combinations(PROPERTIES, size))
