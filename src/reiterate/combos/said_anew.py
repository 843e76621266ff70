"""Lines of a loop said anew from the choices that they are: with another name for something, or without casting a card.
Part of the solver: taking away.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple, TypeAlias

from reiterate.amounts import plain
from reiterate.records import replace
from reiterate.rules.access.choice import ACTIVATE, CAST, Choice
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.script.describe import name_of
from reiterate.script.saying import Spoken, spoken
from reiterate.state.model import State, player
from reiterate.state.properties import MANA
from reiterate.survey.proof import Found
from reiterate.survey.wants import colors_asked
from reiterate.terms.costs import ManaCost
from reiterate.terms.vocabulary import MANA_KINDS
from reiterate.worth.deeds import Deed, card_name, deeds_of, said

COLORLESS: Final = "C"

#: The lines before a loop and those in it.
Said: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]


class Part(NamedTuple):
    """Lands of a ``name``, all but a ``few`` of which become ``other`` ones: those make colorless mana in the place of a ``color``."""

    name: str
    few: int
    other: str
    color: str


def _of_part(deed: Deed, part: Part, acted: int, me: int) -> str:
    """The line of player ``me`` with other lands in the place of some, of which so many acted in lines before."""
    return said([_with_part(state, choice, part, acted) for state, choice in deed.choices], me)


def _with_part(state: State, choice: Choice, part: Part, acted: int) -> Spoken:
    """A choice with other lands in the place of some: as what acts, as what is picked, and in the mana that is paid."""
    picks: list[tuple[int, int]] = []
    names: list[str] = []  # of what is picked, in the order in which it is said
    for row, n in choice.picks:
        kept = min(plain(n), part.few) if card_name(state, row) == part.name else plain(n)
        for many, words in ((kept, name_of(state, row)), (plain(n) - kept, part.other)):
            picks += [(row, many)] if many else []
            names += [words] if many else []
    picked = iter(names)
    pay = _paid(state, choice)
    more = pay.get(part.color, 0) - colors_asked(_symbols(state, choice)).count(part.color)
    if more > 0:
        pay |= {part.color: pay[part.color] - more, COLORLESS: pay.get(COLORLESS, 0) + more}

    def called(state: State, row: int) -> str:
        if row == choice.row:
            gone = choice.verb == ACTIVATE and acted >= part.few and card_name(state, row) == part.name
            return f"untapped {part.other}" if gone else name_of(state, row)
        return next(picked) if row in dict(picks) else name_of(state, row)

    paid = tuple(
        sorted(((kind, n) for kind, n in pay.items() if n), key=lambda one: (*MANA_KINDS, "P").index(one[0][0]))
    )
    return spoken(state, replace(choice, picks=tuple(picks), pay=paid), called)


def _paid(state: State, choice: Choice) -> dict[str, int]:
    """The mana that a choice pays, by kind: as it says, or what goes from the pool where there is but one way to pay."""
    if choice.pay or choice.verb not in (ACTIVATE, CAST):
        return {kind: plain(n) for kind, n in choice.pay}
    pools = [at.rows[player(choice.player)].num for at in (state, step(state, choice)[0])]
    gone = {
        kind: plain(pools[0].get(f"{MANA}{kind}", 0)) - plain(pools[1].get(f"{MANA}{kind}", 0)) for kind in MANA_KINDS
    }
    return {} if any(n < 0 for n in gone.values()) else {kind: n for kind, n in gone.items() if n}


def _symbols(state: State, choice: Choice) -> tuple[str, ...]:
    """The symbols of the mana cost of what is cast or activated; none where that has no such cost."""
    if choice.verb == CAST:
        proto = state.rows[choice.row].cls.proto
        return (proto.mana_cost or ()) if proto is not None else ()
    if choice.verb != ACTIVATE:
        return ()
    costs = abilities_at(state, choice.row)[choice.index].costs
    return tuple(symbol for cost in costs if isinstance(cost, ManaCost) for symbol in cost.symbols)


def renamed(found: Found, name: str, other: str) -> Said | None:
    """The lines of a loop, before it and in it, with another name for what has a name; None where they can't be played one by one."""
    told: list[tuple[str, ...]] = []
    state: State | None = found.start
    for lines in (found.prefix, found.body):
        if state is None:
            return None
        deeds, state = deeds_of(state, lines)
        told.append(tuple(deed.with_another({name}, other, found.me) for deed in deeds))
    return (told[0], told[1]) if state is not None else None


def renamed_in_part(found: Found, part: Part) -> Said | None:
    """The lines of a loop with other lands in the place of some: the first that act in the lines stay. None as above."""
    told: list[tuple[str, ...]] = []
    state: State | None = found.start
    for lines in (found.prefix, found.body):
        if state is None:
            return None
        deeds, state = deeds_of(state, lines)
        acted = 0
        anew: list[str] = []
        for deed in deeds:
            pays = any(_paid(at, choice).get(part.color) for at, choice in deed.choices)
            anew.append(_of_part(deed, part, acted, found.me) if pays or deed.speaks_of({part.name}) else deed.line)
            acted += deed.acts({part.name})
        told.append(tuple(anew))
    return (told[0], told[1]) if state is not None else None


def without_casting(found: Found, names: Collection[str]) -> Iterator[tuple[str, ...]]:
    """The lines before a loop without the one that casts or plays a card, and without more and more of those behind it.

    Those may be of what the card does as it enters. First what stands before goes as well: it may only have paid for the card.
    Nothing where a lap casts the card, too.
    """
    before, state = deeds_of(found.start, found.prefix)
    lap, _ = deeds_of(state, found.body) if state is not None else ([], None)
    casts = [at for at, deed in enumerate(before) if deed.casts(names)]
    if len(casts) != 1 or any(deed.casts(names) for deed in lap):
        return
    at, lines = casts[0], found.prefix
    for end in range(at + 1, len(lines) + 1):
        for kept in dict.fromkeys(((), lines[:at])):
            yield (*kept, *lines[end:])
