"""Whether the iterations of a chain are alike, so that there is one number of them.

A file divides its choices into iterations as it likes. Where all iterations are the same sequence of choices, and that is no
shorter sequence done several times, no other division into like iterations is there. Else periods are counted instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from reiterate.check.form import Block, Deed, Jump, Plain

#: A choice without the rows and amounts that it is about; of a block its round.
_Sign: TypeAlias = tuple[object, ...]


def alike(chain: Sequence[Plain | Jump]) -> bool:
    """Whether all iterations of a chain are the same choices, by who chooses what, and can't be divided further."""
    found = {tuple(map(_sign, deeds)) for piece in chain for deeds in piece.iterations}
    return len(found) == 1 and all(map(_indivisible, found))


def _sign(deed: Deed) -> _Sign:
    if isinstance(deed, Block):
        return ("block", *map(_sign, deed.deeds))
    choice = deed.choice
    return (choice.player, choice.verb, choice.index, choice.answer, choice.how)


def _indivisible(signs: tuple[_Sign, ...]) -> bool:
    size = len(signs)
    return size > 0 and not any(size % part == 0 and signs[:part] * (size // part) == signs for part in range(1, size))
