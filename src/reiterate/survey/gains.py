"""What a loop is good for, in the words of combo databases: "Infinite X" where nothing bounds it, else "Near-infinite X"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reiterate.amounts import EQ, Formula, Poly, digits_text, is_zero, quantity_json, value_of
from reiterate.loops.closed import AnyClosed, Closed
from reiterate.loops.iterate import Iterated
from reiterate.loops.loop import Loop
from reiterate.loops.monotone import Monotone
from reiterate.loops.trace import Period
from reiterate.state.model import State, is_player
from reiterate.state.progressions import STEP, VALUES, progressing
from reiterate.survey.sights import Sights, leaves_for_ever, sights

#: Tallies of the whole game by the words for them.
_TALLIES: Final = {
    "etb": "ETB",
    "dies": "death triggers",
    "casts": "storm count",
    "sacrifices": "sacrifice triggers",
    "proliferates": "proliferate",
    "extra turns": "turns",
    "extra combat phases": "combat phases",
    "copies": "copies of spells and abilities",
}

#: Tallies of one player: the words where it is the one who runs the loop, and where it is an opponent.
_OF_PLAYERS: Final = {
    "life gained": ("lifegain", "lifegain for an opponent"),
    "lifegain": ("lifegain triggers", "lifegain triggers for an opponent"),
    "life lost": ("lifeloss for yourself", "lifeloss"),
    "damage": ("damage to yourself", "damage"),
    "draws": ("card draw", "card draw for an opponent"),
    "mills": ("self-mill", "mill"),
    "discards": ("self-discard triggers", "discard triggers for an opponent"),
    "exiles": ("exile from your library", "exile from an opponent's library"),
}

_COLORS: Final = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless"}

#: What does nothing unless something else sees it.
ALONE_NOTHING: Final = frozenset(
    {
        "ETB",
        "LTB",
        "death triggers",
        "storm count",
        "sacrifice triggers",
        "lifegain triggers",
        "draw triggers",
        "magecraft triggers",
        "landfall triggers",
    }
    | {"self-discard triggers", "proliferate", "self-mill", "copies of spells and abilities"}
)


_POISON: Final = "counter.poison"

#: Gains whose words say a size.
_SIZES: Final = ("large ", "powerful ")


class Gain:
    """One thing that a loop gives: ``what``, and ``most`` in all, None where nothing bounds it."""

    __slots__ = ("most", "what")

    def __init__(self, what: str, most: int | Formula | None) -> None:
        self.what = what
        self.most = most

    @property
    def name(self) -> str:
        """The words of combo databases."""
        if self.what.startswith(_SIZES):
            return f"{'Infinitely' if self.most is None else 'Near-infinitely'} {self.what}"
        return f"{'Infinite' if self.most is None else 'Near-infinite'} {self.what}"

    @property
    def alone(self) -> bool:
        """Whether it does something with nothing else on the board that sees it."""
        return self.what.removesuffix(" for an opponent") not in ALONE_NOTHING


def gains(loop: Loop, seat: int) -> list[Gain]:
    """What the player in ``seat`` gets out of a loop that was worked out to its end or to the proof that it has none.

    An amount is infinite only if the loop never ends and the amount's closed form has no bound; with an end the exact
    total from the loop's start to its end is given. Empty for a loop of which neither is known.
    """
    if loop.endless:
        last = loop.segments[-1].period
        shown = sights(loop, loop.segments[-1], seat)
        words = {what for key in _growing(last) for what in _words(last.head, key, seat, shown)}
        if leaves_for_ever(last):
            words.add("LTB")
        if _loots(last, seat):
            words.add("looting")
        endless = _together(words, shown)
        total = _totals(loop, last.head, seat, shown, {slot for slot, _ in _changing(last)})
        bounded = [Gain(what, total[what]) for what in total.keys() - endless]
        return sorted([*(Gain(what, None) for what in endless), *bounded], key=lambda gain: gain.what)
    if loop.end is None or loop.end.iteration < 3:
        return []
    shown = sights(loop, loop.segments[0], seat) if loop.segments else Sights(seat)
    total = _totals(loop, loop.end.state, seat, shown, set())
    if loop.segments and _loots(loop.segments[-1].period, seat) and "self-discard triggers" in total:
        total["looting"] = total["self-discard triggers"]
    return [Gain(what, total[what]) for what in sorted(total)]


def _totals(loop: Loop, end: State, seat: int, shown: Sights, moving: set[tuple[int, str]]) -> dict[str, int | Formula]:
    """How much more there is of what grew along the way to ``end``, by words; not of amounts that go on ``moving``."""
    grew = {key for segment in loop.segments for key in _growing(segment.period)} - moving
    if not loop.segments:  # every iteration was played
        grew = {key for key, _ in _differences(loop.heads[0], end).items()}
        for n in (1, 2):
            before, after = loop.reach(n - 1), loop.reach(n)
            if isinstance(before, State) and isinstance(after, State):
                grew &= {key for key, amount in _differences(before, after).items() if amount > 0}
    found: dict[str, int | Formula] = {}
    for key, amount in _differences(loop.heads[0], end).items():
        for what in _words(end, key, seat, shown) if key in grew else ():
            if amount > 0:
                found[what] = max(found.get(what, 0), amount)
    return found


def _changing(period: Period) -> Iterator[tuple[tuple[int, str], Poly]]:
    """The slots whose amounts are others after a period, with what they become."""
    for i, slot in enumerate(period.slots):
        if period.update[i] != Poly.symbol(i):
            yield slot, period.update[i]


def _loots(period: Period, seat: int) -> bool:
    """Whether a player draws as many cards in every period as that player discards."""
    rates = [
        period.update[i] - Poly.symbol(i)
        for i, slot in enumerate(period.slots)
        if slot in ((-1, f"draws.p{seat + 1}"), (-1, f"discards.p{seat + 1}"))
    ]
    return len(rates) == 2 and rates[0] == rates[1]


def _together(words: set[str], shown: Sights) -> set[str]:
    """Words that say together what several say alone: both sizes; any color where the color was chosen out of all."""
    power, toughness = "powerful creature until end of turn", "toughness of a creature until end of turn"
    if {power, toughness} <= words:
        words = words - {power, toughness} | {"large creature until end of turn"}
    if shown.any_color and any(f"{color} mana" in words for color in _COLORS.values() if color != "colorless"):
        words = words | {"colored mana"}
    return words


def _growing(period: Period) -> Iterator[tuple[int, str]]:
    """The slots whose amounts have no upper bound along a period that lasts for ever."""
    for i, slot in enumerate(period.slots):
        if _unbounded(period.closed, i, period.update[i]):
            yield slot


def _unbounded(closed: AnyClosed, i: int, update: Poly) -> bool:
    if isinstance(closed, Closed):
        form = closed.forms[i]
        return len(form) > 1 and form[-1] > 0
    if isinstance(closed, Iterated):
        return False  # nothing is known of it for ever
    if isinstance(closed, Monotone):
        return update != Poly.symbol(i) and _rises(closed, update - Poly.symbol(i))
    growth = closed.growths[i]
    top = max(growth.parts, key=lambda base: (abs(base), base), default=1)
    if top < 0 or not growth.parts:
        return top < -1
    leading = growth.parts[top]
    return (top > 1 or len(leading) > 1) and leading[-1] > 0


def _rises(closed: Monotone, gain: Poly) -> bool:
    """Whether an amount that never falls grows from some period on for ever."""
    later = closed.first_flip(gain, EQ, truth=True)
    return later is not None


def _differences(before: State, after: State) -> dict[tuple[int, str], int | Formula]:
    """What a whole loop changed, by slot: the tallies, and what players and permanents that were there before hold."""
    found: dict[tuple[int, str], int | Formula] = {}
    for key, value in after.tally.items():
        found[(-1, key)] = value_of(value) - value_of(before.tally.get(key, 0))
    for handle, row in after.rows.items():
        if handle not in before.rows:
            continue
        own = ("mana.", _POISON) if row.cls.kind == "player" else ("counter.",)
        for slot, value in row.num.items():
            if slot.startswith(own):
                found[(handle, slot)] = value_of(value) - value_of(before.rows[handle].get(slot))
    return {key: value for key, value in found.items() if not is_zero(value)}


def _words(state: State, key: tuple[int, str], seat: int, shown: Sights) -> Iterator[str]:
    """The words for one growing amount."""
    handle, slot = key
    if handle >= 0:
        yield from _of_a_row(state, handle, slot, seat)
        return
    kind, _, rest = slot.partition(".")
    if not rest and kind in _TALLIES:
        yield _TALLIES[kind]
        if kind == "dies":
            yield "LTB"
        if kind == "copies" and shown.spells:
            yield "magecraft triggers"
    elif kind in _OF_PLAYERS and rest.startswith("p") and rest[1:].isdigit():
        mine = int(rest[1:]) - 1 == seat
        yield _OF_PLAYERS[kind][0 if mine else 1]
        if kind == "draws" and mine:
            yield "draw triggers"
    elif kind == "tokens":
        made = next(
            (r.cls.proto for r in state.rows.values() if r.cls.proto is not None and r.cls.proto.name == rest), None
        )
        creature = made is None or "creature" in made.types
        yield "creature tokens" if creature else f"{rest} tokens"
        if creature and rest in shown.haste:
            yield "creature tokens with haste"
    elif kind == "etb" and rest in shown.lands:
        yield "landfall triggers"
    elif kind == "casts":
        cast = next(
            (r.cls.proto for r in state.rows.values() if r.cls.proto is not None and r.cls.proto.name == rest), None
        )
        if cast is not None and {"instant", "sorcery"} & set(cast.types):
            yield "magecraft triggers"


def _of_a_row(state: State, handle: int, slot: str, seat: int) -> Iterator[str]:
    row = state.rows[handle]
    if slot == VALUES:  # so many tokens that each have more than those before them
        for differing in progressing(row):
            yield from _of_a_row(state, handle, differing, seat)
    slot = slot.removesuffix(STEP)  # by how much they rise from token to token
    if is_player(state, handle):
        if slot.startswith("mana.") and row.cls.owner == seat:
            kind, _, only = slot.removeprefix("mana.").partition("/")
            yield f"{_COLORS[kind]} mana" + (f" only to {only}" if only else "")
        elif slot == _POISON:
            yield "poison counters on yourself" if row.cls.owner == seat else "poison counters"
    elif slot.startswith("counter."):
        bearer = _main_type(row.cls.proto)
        article = "an" if bearer[0] in "aeiou" else "a"
        yield f"{slot.removeprefix('counter.')} counters on {article} {bearer}"
    elif slot in ("eot.power", "eot.toughness"):
        yield (
            "powerful creature until end of turn"
            if slot == "eot.power"
            else "toughness of a creature until end of turn"
        )


def _main_type(proto: object) -> str:
    types = getattr(proto, "types", ())
    return "creature" if "creature" in types else types[0] if types else "permanent"


def gain_lines(found: list[Gain]) -> list[str]:
    """The gains in words, those that do nothing alone behind the others."""
    lines = []
    for gain in sorted(found, key=lambda g: (not g.alone, g.what)):
        most = "" if gain.most is None else f": {digits_text(gain.most)}"
        lines.append(f"  {gain.name}{most}{'' if gain.alone else ' (nothing by itself)'}")
    return ["gains:", *lines] if lines else ["gains: nothing"]


def gains_json(found: list[Gain]) -> list[dict[str, object]]:
    """The gains as JSON; quantities are strings."""
    return [
        {"name": g.name, "most": None if g.most is None else quantity_json(g.most), "alone": g.alone} for g in found
    ]
