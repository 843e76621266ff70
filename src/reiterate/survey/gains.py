"""What a loop is good for, in the words of combo databases: "Infinite X" where nothing bounds it, else "Near-infinite X".
Part of the solver: the answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Final

from reiterate.amounts import Formula, Poly, in_total, is_zero, value_of
from reiterate.judge.kinds import YES, Kind
from reiterate.loops.loop import Loop, Segment
from reiterate.loops.traced_period import Period
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.events.replacement import destination
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, EACH, GRAVEYARD, Ref, State, is_player
from reiterate.state.progression_rows import STEP, VALUES, WIDTH, progressing
from reiterate.state.properties import (
    COUNTER,
    DAMAGE,
    DELAYED,
    EOT_POWER,
    EOT_TOUGHNESS,
    MANA,
    OUTCOME,
    PLAYER,
    POISON_COUNTERS,
    TOKEN,
    N,
)
from reiterate.survey.own_turns import outlasts, stays_own
from reiterate.survey.second_loops import Before, second_loops, turned, without_attacks
from reiterate.survey.sights import Sights, leaves_for_ever, sights, sights_from
from reiterate.survey.trials import (
    KINDS,
    SOUGHT,
    WIDE,
    doubles_any,
    exiles_all,
    in_other_colors,
    made_untapped,
    untapped_as_long,
    untaps_theirs,
)
from reiterate.survey.unbounded import unbounded_slots
from reiterate.terms.abilities import Triggered
from reiterate.terms.effects_permanents import SacrificeObject
from reiterate.terms.references import Result

#: Tallies of the whole game by the words for them.
_TALLIES: Final = {
    "etb": "ETB",
    "dies": "death triggers",
    "casts": "storm count",
    "sacrifices": "sacrifice triggers",
    "proliferates": "proliferate",
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

#: What the words of ``_TALLIES`` are where it is only others who get it.
_OF_OTHERS: Final = {"ETB": "ETB for opponents", "sacrifice triggers": "sacrifice triggers for an opponent"}

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


#: What a loop gives at whose end the player has won (104.2a).
WIN: Final = "Win the game"

#: What a line gives by which all players lose at the same time (104.4a).
DRAW_GAME: Final = "Draw the game"
ALL_LOSE: Final = "Each opponent loses the game"

#: What a loop gives that can exile creatures of opponents until none is left.
EXILED: Final = "Exile all creatures opponents control"

#: What a loop gives from whose start on no opponent takes a turn: its turns never end, or the player wins in one (500.7).
LOCK: Final = "Lock"

#: What is said without how much of it there is.
BARE: Final = (WIN, LOCK, EXILED, DRAW_GAME, ALL_LOSE)

#: Gains whose words say a size.
_SIZES: Final = ("large ", "powerful ")


#: All words that are said of no kind of counters, of no token's name and of no restriction of mana.
WORDS: Final = frozenset(
    {*BARE, *_TALLIES.values(), *_OF_OTHERS.values(), *(word for pair in _OF_PLAYERS.values() for word in pair)}
    | {"LTB", "turns", "combat damage", "draw triggers", "magecraft triggers", "landfall triggers"}
    | {"looting", "rummaging", "colored mana", *(f"{color} mana" for color in _COLORS.values())}
    | {f"{tapped}creature tokens{whose}" for tapped in ("", "tapped ") for whose in ("", " for opponents")}
    | {
        f"creature tokens with {word}{whose}"
        for word in ("haste", "defender", "0 power")
        for whose in ("", " for opponents")
    }
    | {"blinking", *(f"blinking of {kind}" for kind in WIDE)}
    | {"large creature until end of turn", "powerful creature until end of turn"}
    | {"toughness of a creature until end of turn", "damage to creatures"}
    | {f"{size} creatures you control until end of turn" for size in ("large", "powerful")}
    | {f"untap of {kind} you control" for kind in KINDS}
    | {f"untap of {kind}" for kind in SOUGHT}
    | {f"mana {kind} you control can produce" for kind in KINDS}
)


#: Second loops that are looked at.
SECOND: Final = 12
#: Iterations without a period that are compared one by one.
PLAYED: Final = 50

#: How much of something there has to be before it is told.
FEWEST: Final = 3


class Gain:
    """One thing that a loop gives: ``what``, and ``most`` in all, None where nothing bounds it.

    ``beside``: what has to be there for it that the loop's board lacks, "" for nothing: the gain is proved on the board with that.
    """

    __slots__ = ("beside", "most", "what")

    def __init__(self, what: str, most: int | Formula | None, beside: str = "") -> None:
        self.what = what
        self.most = most
        self.beside = beside

    @property
    def name(self) -> str:
        """The words of combo databases."""
        if self.what in BARE:
            return self.what
        if self.what.startswith(_SIZES):
            return f"{'Infinitely' if self.most is None else 'Near-infinitely'} {self.what}"
        return f"{'Infinite' if self.most is None else 'Near-infinite'} {self.what}"

    @property
    def alone(self) -> bool:
        """Whether it does something with nothing else on the board that sees it."""
        return self.what.removesuffix(" for an opponent") not in ALONE_NOTHING


def gains(loop: Loop, seat: int, before: Before | None = None) -> list[Gain]:
    """What the player in ``seat`` gets out of a loop that was worked out to its end or to the proof that it has none.

    An amount is infinite only if the loop never ends and the closed form of the amount has no
    bound. Where the loop ends, or goes on without the gain, the exact total from the loop's start
    is given. Empty where neither is known. ``before``: what was played before the loop, from where.
    """
    given = own_gains(loop, seat)
    try:
        return (_with_second if loop.endless else _with_endless)(loop, seat, given, before)
    except Unsupported:  # an amount that can't be written stops a second loop, and not the first one
        return given


def _with_endless(loop: Loop, seat: int, given: list[Gain], before: Before | None) -> list[Gain]:
    """The gains of a loop that ends, and those of second loops: with its player as the target, or without attacks."""
    found = {gain.what: gain for gain in _afterwards(turned(loop, seat, before), seat, {gain.what for gain in given})}
    found |= {gain.what: gain for gain in given}
    if WIN in found and loop.end is not None:
        laps = loop.end.iteration
        for kind in untapped_as_long(loop, seat):
            for what in (f"untap of {kind} you control", f"mana {kind} you control can produce"):
                found.setdefault(what, Gain(what, laps, _one_more(kind)))
    for peace in without_attacks(loop):
        endless = {gain.what: gain for gain in gains(peace, seat)}
        found |= {what: gain for what, gain in endless.items() if gain.most is None or what not in found}
    return [found[what] for what in sorted(found)]


def own_gains(loop: Loop, seat: int) -> list[Gain]:
    """What a loop gives by what it does itself, without second loops."""
    if loop.endless:
        last = loop.segments[-1].period
        shown = sights(loop, loop.segments[-1], seat)
        words = {what for key in unbounded_slots(last) for what in _words(last.head, key, seat, shown)}
        if leaves_for_ever(last):
            words.add("LTB")
        if _loots(last, seat) and not shown.turns:
            words.add(_looting(shown))
        if shown.turns and "turns" in words and stays_own(loop, seat):
            words.add(LOCK)
        words = _together(words)
        ended = _ended(loop, seat)
        more = [Gain(what, ended[what]) for what in ended.keys() - words]
        return sorted([*(Gain(what, None) for what in words), *more], key=lambda gain: gain.what)
    if loop.end is None or loop.end.iteration < 3:
        return []
    total = _totals(loop, loop.segments, loop.end.state, seat)
    if loop.segments and _loots(loop.segments[-1].period, seat) and "self-discard triggers" in total:
        shown = sights(loop, loop.segments[0], seat)
        if not shown.turns:  # a card drawn in a turn and one discarded at its end
            total[_looting(shown)] = total["self-discard triggers"]
    if loop.end.state.game.prop(OUTCOME) == f"p{seat + 1}_wins" and not outlasts(loop, seat):
        total[WIN] = 1
        if "turns" in total and stays_own(loop, seat):
            total[LOCK] = 1
    return [Gain(what, total[what]) for what in sorted(total) if what in BARE or total[what] >= FEWEST]


def _with_second(loop: Loop, seat: int, given: list[Gain], before: Before | None) -> list[Gain]:
    """The gains of a loop without end, and those of second loops that its cards and its mana make (``second_loops``)."""
    shown = sights(loop, loop.segments[-1], seat)
    words = {gain.what for gain in given}
    endless = {gain.what for gain in given if gain.most is None}
    more = {} if shown.turns else _with_more(loop, seat, shown, endless)
    more |= dict.fromkeys(_other_colors(loop, seat, shown, endless), "")
    if not shown.turns and "colored mana" not in more and doubles_any(loop, seat):
        more["colored mana"] = "mana of that color in the pool"
    found = [*given, *(Gain(what, None, beside) for what, beside in more.items() if what not in words)]
    if exiles_all(loop, seat):
        found.append(Gain(EXILED, 1))
    if not shown.turns:
        found += _afterwards(chain(turned(loop, seat, before), second_loops(loop, seat)), seat, words | more.keys())
    return sorted(found, key=lambda gain: gain.what)


def _with_more(loop: Loop, seat: int, shown: Sights, endless: Collection[str]) -> dict[str, str]:
    """What a loop gives with one more permanent on its board, by the words for it, each with the words for that permanent.

    Those words are "" where the board as it is shows the same: a period untaps, blinks or enlarges such a permanent, or makes
    ever more mana with one that it untaps.
    """
    again = made_untapped(loop, seat)
    mana = any(" mana" in what for what in endless)
    more: dict[str, str] = {}
    for what in again.ready:
        own = mana and shown.of_kind(what, shown.untapped) and shown.of_kind(what, shown.tapped_for_mana)
        more[f"mana {what} you control can produce"] = "" if own else _one_more(what)
    for what in again.untapped:
        more[f"untap of {what} you control"] = "" if shown.of_kind(what, shown.untapped) else _one_more(what)
    for what in untaps_theirs(loop, seat, again.untapped):
        more[f"untap of {what}"] = f"{_one_of(what)} of each player"
    for what in again.grown:
        own = any(what.removesuffix("s") in each for each in endless)
        more[f"{what} you control until end of turn"] = "" if own else _one_more("creatures")
    for what in again.blinked:
        own = shown.of_kind(what, shown.blinked)
        words = {"blinking", *({f"blinking of {what}"} & WORDS)}
        more |= {each: "" if own or more.get(each) == "" else _one_more(what) for each in words}
    return more


def _one_more(kind: str) -> str:
    """The words for one more permanent of a kind."""
    return f"{_one_of(kind)} more"


def _one_of(kind: str) -> str:
    """The words for one permanent of a kind that is told in the plural."""
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind.removesuffix('s')}"


def _afterwards(second: Iterable[Loop], seat: int, known: set[str]) -> list[Gain]:
    """What second loops give, without the words ``known`` and without what harms the player."""
    found: dict[str, Gain] = {}
    for each in islice(second, SECOND):
        for gain in own_gains(each, seat):
            harms = "yourself" in gain.what or gain.what in BARE
            if not harms and gain.what not in known and (gain.what not in found or gain.most is None):
                found[gain.what] = gain
    return list(found.values())


def _ended(loop: Loop, seat: int) -> dict[str, int | Formula]:
    """What a loop without end gives up to where its last segment begins, and no more of it after that."""
    last = loop.segments[-1]
    there = loop.reach(last.start)
    if len(loop.segments) < 2 or isinstance(there, Refusal):
        return {}
    moving = {slot for i, slot in enumerate(last.period.slots) if last.period.update[i] != Poly.symbol(i)}
    return {
        what: amount
        for what, amount in _totals(loop, loop.segments[:-1], there, seat, moving).items()
        if not is_zero(amount) and amount >= FEWEST
    }


def _totals(
    loop: Loop, segments: Sequence[Segment], end: State, seat: int, but: Collection[tuple[int, str]] = ()
) -> dict[str, int | Formula]:
    """What some first segments of a loop give from its start to ``end``, without the slots ``but``."""
    total: dict[str, int | Formula] = {}
    start = loop.heads[0]
    grew = {key for segment in segments for key in unbounded_slots(segment.period)} - set(but)
    if not segments:  # every iteration was played
        grew = {key for key, _ in _differences(start, end).items()}
        for n in _settled(loop):
            one, two = loop.reach(n - 1), loop.reach(n)
            if isinstance(one, State) and isinstance(two, State):
                grew &= {key for key, amount in _differences(one, two).items() if amount > 0}
    shown = sights(loop, segments[0], seat) if segments else sights_from(loop, 1, 1, seat)
    for key, amount in _differences(start, end).items():
        for what in _words(end, key, seat, shown) if key in grew else ():
            if amount > 0:
                total[what] = max(total.get(what, 0), amount)
    held = {what for key in grew if key[0] >= 0 for what in _last_words(segments, key, seat)}
    before, after = _held(start, seat), _held(end, seat)
    for what in held & after.keys():
        amount = after[what] - before.get(what, 0)
        if amount > 0:
            total[what] = amount
    return total


def _settled(loop: Loop) -> range:
    """The whole iterations, from 1, that show what a loop does again and again: without the first of three or more."""
    whole = loop.end.iteration - 1 if loop.end is not None else 2
    return range(2, whole + 1) if isinstance(whole, int) and 3 <= whole <= PLAYED else range(1, 3)


def _looting(shown: Sights) -> str:
    """Looting draws first, rummaging discards first."""
    return "rummaging" if shown.order[:1] == ["discards"] else "looting"


def _loots(period: Period, seat: int) -> bool:
    """Whether a player discards cards in every period, and draws no fewer."""
    rates = {slot: period.update[i] - Poly.symbol(i) for i, slot in enumerate(period.slots)}
    drawn, discarded = (rates.get((-1, f"{what}.p{seat + 1}")) for what in ("draws", "discards"))
    if drawn is None or discarded is None:
        return False
    more = drawn - discarded
    return more.is_const and more.const_part >= 0


def _together(words: set[str]) -> set[str]:
    """Words that say together what several say alone: both sizes."""
    power, toughness = "powerful creature until end of turn", "toughness of a creature until end of turn"
    if {power, toughness} <= words:
        words = words - {power, toughness} | {"large creature until end of turn"}
    return words


def _other_colors(loop: Loop, seat: int, shown: Sights, words: set[str]) -> set[str]:
    """The words for mana of the colors that may be chosen in the place of one, each proved: of any color where that is all of them."""
    if not shown.of_colors:
        return set()
    found: set[str] = set()
    for color, name in _COLORS.items():
        for what in sorted(words) if color != "C" else ():
            kind, mana, rest = what.partition(" mana")
            if kind != name or not mana:
                continue
            tried = {f"{_COLORS[other]} mana{rest}": made for other, made in in_other_colors(loop, seat, color)}
            given = {words for words, made in tried.items() if made is not None and _gets(made, seat, words)}
            if len(given) == len(tried):
                return {f"colored mana{rest}"}
            found |= given
    return found


def _gets(loop: Loop, seat: int, what: str) -> bool:
    """Whether an endless loop gives this, as far as the amounts alone say it."""
    last = loop.segments[-1].period
    return any(what in _of_a_row(last.head, *key, seat) for key in unbounded_slots(last) if key[0] >= 0)


def _differences(before: State, after: State) -> dict[tuple[int, str], int | Formula]:
    """What a whole loop changed, by slot: the tallies, and what the players' own rows hold."""
    found: dict[tuple[int, str], int | Formula] = {}
    for key, value in after.tally.items():
        found[(-1, key)] = value_of(value) - value_of(before.tally.get(key, 0))
    for handle, row in after.rows.items():
        if row.cls.kind == PLAYER and handle in before.rows:
            for slot, value in row.num.items():
                if slot.startswith((MANA, COUNTER)):
                    found[(handle, slot)] = value_of(value) - value_of(before.rows[handle].get(slot))
    return {key: value for key, value in found.items() if not is_zero(value)}


def _last_words(segments: Sequence[Segment], key: tuple[int, str], seat: int) -> Iterator[str]:
    """The words of what grows on a row of the board in some of these segments."""
    for segment in segments:
        if key[0] in segment.period.head.rows and not is_player(segment.period.head, key[0]):
            yield from _of_a_row(segment.period.head, *key, seat)


def _held(state: State, seat: int) -> dict[str, int | Formula]:
    """The permanents of a board by the words for what there is of tokens and counters, and until end of turn."""
    found: dict[str, int | Formula] = {}
    for handle, row in state.rows.items():
        if row.cls.zone == BATTLEFIELD:
            for slot, value in (*row.num.items(), (N, 1)):
                for what in _of_a_row(state, handle, slot, seat):
                    found[what] = found.get(what, 0) + value_of(in_total(value, row.n))
    return found


def _words(state: State, key: tuple[int, str], seat: int, shown: Sights) -> Iterator[str]:
    """The words for one growing amount."""
    handle, slot = key
    if handle >= 0:
        yield from _of_a_row(state, handle, slot, seat)
        return
    kind, _, rest = slot.partition(".")
    if not rest and kind in _TALLIES:
        yield from _of_all(kind, seat, shown)
    elif kind in _OF_PLAYERS and rest.startswith("p") and rest[1:].isdigit():
        who = int(rest[1:]) - 1
        yield _OF_PLAYERS[kind][0 if who == seat else 1]
        if kind == "draws" and who == seat:
            yield "draw triggers"
        if kind == "damage" and who != seat and who in shown.combat - shown.struck:  # else how much of it is not known
            yield "combat damage"
    elif kind == "extra turns" and rest == f"p{seat + 1}":
        yield "turns"
    elif kind == "etb" and rest in shown.lands and seat in shown.entered.get(rest, ()):
        yield "landfall triggers"
    elif kind == "casts" and seat in shown.cast.get(rest, ()):
        yield "magecraft triggers"


def _of_all(kind: str, seat: int, shown: Sights) -> Iterator[str]:
    """The words for what is counted of the whole game: whose it was is what one period showed."""
    what = _TALLIES[kind]
    if kind == "etb":
        who = {one for seats in shown.entered.values() for one in seats}
    elif kind == "sacrifices":
        who = shown.sacrificed
    else:
        who = {seat}
    if seat in who:
        if kind != "casts" or not shown.turns:  # 702.40a: storm counts the spells of one turn
            yield what
    elif who:
        yield _OF_OTHERS[what]
    if kind == "dies":
        yield "LTB"
    if kind == "copies" and shown.spells:
        yield "magecraft triggers"


def _of_a_row(state: State, handle: int, slot: str, seat: int) -> Iterator[str]:
    row = state.rows[handle]
    slot = slot.removesuffix(STEP)  # by how much they rise from token to token
    mine = row.cls.controller == seat
    if is_player(state, handle):
        if slot.startswith(MANA) and row.cls.owner == seat:
            kind, _, only = slot.removeprefix(MANA).partition("/")
            yield f"{_COLORS[kind]} mana" + (f" that can only be spent to {only}" if only else "")
        elif slot.startswith(COUNTER):
            bad = slot == POISON_COUNTERS
            whose = "" if bad != (row.cls.owner == seat) else " on yourself" if bad else " on an opponent"
            yield f"{slot.removeprefix(COUNTER)} counters{whose}"
    elif row.cls.kind == DELAYED and slot == N:
        yield from _waiting(state, handle, seat)
    elif row.cls.zone != BATTLEFIELD:
        return
    elif slot in (N, WIDTH, VALUES):
        for differing in progressing(row) if slot == VALUES else ():  # each has more than those before it
            yield from _of_a_row(state, handle, differing, seat)
        if row.cls.kind == TOKEN:
            yield from _tokens(state, handle, "" if mine else " for opponents")
    elif slot.startswith(COUNTER):
        whose = "" if mine else " an opponent controls"
        yield f"{slot.removeprefix(COUNTER)} counters on {_bearer(state, handle)}{whose}"
    elif slot == DAMAGE and not mine and "creature" in view(state, handle).types:
        yield "damage to creatures"
    elif slot in (EOT_POWER, EOT_TOUGHNESS) and mine:
        yield (
            "powerful creature until end of turn" if slot == EOT_POWER else "toughness of a creature until end of turn"
        )


def _waiting(state: State, handle: int, seat: int) -> Iterator[str]:
    """The words for delayed triggers that become ever more, each of which sacrifices an own permanent of its own (603.7)."""
    row = state.rows[handle]
    ability = row.cls.term
    if not isinstance(ability, Triggered) or ability.effects != (SacrificeObject(Result()),) or ability.condition:
        return
    for ref in row.refs.values():
        if not isinstance(ref, Ref) or ref.mode != EACH:
            return
        there = state.rows.get(ref.row)
        if there is None or there.cls.zone != BATTLEFIELD or {there.cls.controller, row.cls.controller} != {seat}:
            return
        yield from ("sacrifice triggers", "LTB")
        chars = view(state, ref.row)
        if "creature" in chars.types and destination(Draft(state), ref.row, there.cls, GRAVEYARD) == GRAVEYARD:
            yield "death triggers"


def _tokens(state: State, handle: int, whose: str) -> Iterator[str]:
    """The words for tokens that become ever more."""
    row, chars = state.rows[handle], view(state, handle)
    tapped = "tapped " if row.cls.tapped else ""
    if "creature" not in chars.types:
        assert row.cls.proto is not None
        yield f"{tapped}{row.cls.proto.name} tokens{whose}"
        return
    yield f"{tapped}creature tokens{whose}"
    for word in ("haste", "defender"):
        if word in chars.keywords and (word != "haste" or not tapped):
            yield f"creature tokens with {word}{whose}"
    if power(state, handle) == 0:
        yield f"creature tokens with 0 power{whose}"


def _bearer(state: State, handle: int) -> str:
    types = view(state, handle).types
    bearer = "creature" if "creature" in types else min(types, default="permanent")
    return f"{'an' if bearer[0] in 'aeiou' else 'a'} {bearer}"


def given_by(start: State, end: State, shown: Sights, seat: int) -> dict[str, int | Formula]:
    """What there is more of for the player in ``seat`` at the end of what was played once, by the words for it.

    ``shown``: what was seen of the line between the two positions.
    """
    found: dict[str, int | Formula] = {}
    for key, amount in _differences(start, end).items():
        for what in _words(end, key, seat, shown) if amount > 0 else ():
            found[what] = max(found.get(what, 0), amount)
    before, after = _most_held(start, seat), _most_held(end, seat)
    for what, there in after.items():
        more = there - before.get(what, 0)
        if more > 0:
            found[what] = more
    return found


def _most_held(state: State, seat: int) -> dict[str, int | Formula]:
    """The permanents of a board as ``_held`` has them; of counters and sizes what the one with most of them has."""
    found = {what: n for what, n in _held(state, seat).items() if "tokens" in what}
    for handle, row in state.rows.items():
        for slot, value in row.num.items() if row.cls.zone == BATTLEFIELD else ():
            for what in _of_a_row(state, handle, slot, seat):
                if "tokens" not in what:
                    found[what] = max(found.get(what, 0), value_of(in_total(value, 1)))
    return found


def worth(loop: Loop, me: int, kind: Kind | Refusal, before: Before | None = None) -> list[Gain] | None:
    """What a loop gives the player; None where the game is a draw by it, so that it gives nobody anything (104.4b).

    ``before``: as ``gains`` has it.
    """
    return None if isinstance(kind, Kind) and kind.draw == YES else gains(loop, me, before)
