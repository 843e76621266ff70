"""Plain numbers taken apart: the ways to write one as a sum, and to take one out of groups."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence


def compositions(whole: int, number: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as a sum of so many positive ones, in order."""
    if number == 1:
        yield (whole,)
        return
    for first_part in range(1, whole - number + 2):
        for rest in compositions(whole - first_part, number - 1):
            yield (first_part, *rest)


def shares(
    counts: Sequence[int],
    wanted: int,
    may: Callable[[tuple[int, ...], int], bool] | None = None,
    first: tuple[int, ...] = (),
) -> Iterator[tuple[int, ...]]:
    """The ways to take ``wanted`` things out of groups of these sizes.

    ``may``: whether any way is asked for that begins so, with so many things still to take; ``first`` is taken already.
    """
    if may is not None and not may(first, wanted):
        return
    if not counts:
        if wanted == 0:
            yield first
        return
    rest = sum(counts[1:])
    for here in range(max(0, wanted - rest), min(counts[0], wanted) + 1):
        yield from shares(counts[1:], wanted - here, may, (*first, here))


def parts(whole: int, number: int, most: int = 0) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as a sum of up to so many positive ones, the greatest first.

    None of them is more than ``most`` (0: any).
    """
    if whole == 0:
        yield ()
    elif number > 0:
        least = -(-whole // number)  # the greatest of so few is no less
        for first_part in range(min(whole, most or whole), least - 1, -1):
            for rest in parts(whole - first_part, number - 1, first_part):
                yield (first_part, *rest)
