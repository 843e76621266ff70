"""Words for names, with no game at hand: whose an ability is, and what is said again and again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from reiterate.script.places import digits

#: So many names are said where an ability may be of any of them.
MOST_NAMES: Final = 4


def possessive(name: str) -> str:
    """A name with its possessive: ``Grizzly Bears'``, ``Midnight Guard's``."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def any_of(names: Sequence[str], owning: bool = False) -> str:
    """Names of which one is meant: "Alpha", "Alpha or Beta". ``owning``: "Alpha's or Beta's"."""
    said = [*names[:MOST_NAMES], *(["another card"] if len(names) > MOST_NAMES else [])]
    said = [possessive(name) for name in said] if owning else said
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} or {said[-1]}"


def ability_called(names: Sequence[str], triggered: bool) -> str:
    """What an ability is called, by its possible sources or by its controller: "Alpha's trigger", "Alpha's or Beta's ability"."""
    return f"{any_of(names, owning=True)} {'trigger' if triggered else 'ability'}"


def in_a_row(said: Iterable[str]) -> list[str]:
    """Words of choices that are made one after another; those that are said again at once are said once, with how often."""
    runs = ((words, sum(1 for _ in again)) for words, again in groupby(said))
    return [words if times == 1 else f"{words} ({digits(times)} times)" for words, times in runs]
