"""What a loop is good for, in the words of combo databases: "Infinite X" where nothing bounds it, else "Near-infinite X".
Part of the solver: the answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final

from reiterate.amounts import Formula, Poly, in_total, is_zero, plain, value_of
from reiterate.kinds.kinds import YES, Kind
from reiterate.loops.loop import Loop, Segment
from reiterate.loops.traced_period import Period
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.characteristics.evaluate import power, view
from reiterate.rules.events.replacement import destination
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, EACH, EXILE, GRAVEYARD, LIBRARY, Ref, State, is_player
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
    TOKEN,
    N,
)
from reiterate.survey.own_turns import outlasts, stays_own
from reiterate.terms.abilities import Triggered
from reiterate.terms.base import Term
from reiterate.terms.effects_permanents import SacrificeObject
from reiterate.terms.effects_zones import Exile
from reiterate.terms.proto import Proto
from reiterate.terms.references import Result, This
from reiterate.terms.trigger_events import StepBegins
from reiterate.worth import given as g
from reiterate.worth.given import Given
from reiterate.worth.greater_x import greater_x
from reiterate.worth.more_life import LESS as LESS_LIFE
from reiterate.worth.more_life import WORDS as MORE_LIFE
from reiterate.worth.more_life import against_as_much_life, against_more_life, with_much_life
from reiterate.worth.period_observations import (
    COPIED_KINDS,
    KINDS,
    Sights,
    leaves_for_ever,
    sights,
    sights_from,
    unbounded_slots,
)
from reiterate.worth.richer_makers import richer_makers
from reiterate.worth.second_loops import (
    SAID_NO,
    Before,
    saying_no,
    second_loops,
    with_one_attacker,
    with_target_turned,
    without_attacks,
)
from reiterate.worth.spent_for_mana import mana_of_tokens, spent_for_mana
from reiterate.worth.trials import (
    COLORS,
    LARGE,
    POWERFUL,
    SOUGHT,
    WIDE,
    copied_by_tokens,
    doubles_any,
    exiles_all,
    in_other_colors,
    made_untapped,
    one_of_all,
    untapped_as_long,
    untaps_theirs,
    with_all_colors,
)

#: Tallies of the whole game, and of one player.
_TALLIES: Final = frozenset({g.ETB, g.DIES, g.CASTS, g.SACRIFICES, g.PROLIFERATES, g.COMBATS, g.COPIES})
_OF_PLAYERS: Final = frozenset(
    {g.LIFE_GAINED, g.LIFEGAIN, g.LIFE_LOST, g.DAMAGE, g.DRAWS, g.MILLS, g.DISCARDS, g.EXILES}
)
_OF_TOKENS: Final = (g.TOKENS, g.CREATURE_TOKENS)

#: What a large creature is said to be by one word: both sizes.
_OF_LARGE: Final = frozenset({Given(g.SIZE, POWERFUL), Given(g.SIZE, g.TOUGHNESS)})

#: The kinds of permanents of which one that makes more mana is tried.
_MADE_BY: Final = frozenset(SOUGHT)

#: The beginnings of the end step in its controller's next turn.
_AT_END: Final = (StepBegins("end", "each"), StepBegins("end", "you"))

#: Second loops that are looked at.
SECOND: Final = 12
#: Iterations without a period that are compared one by one.
PLAYED: Final = 50

#: How much of something there has to be before it is told.
FEWEST: Final = 3


class Gain:
    """One thing that a loop gives: ``given``, and ``most`` in all, None where nothing bounds it.

    ``beside``: what has to be there for it that the loop's board lacks, "" for nothing: the gain is proved on the board with that.
    """

    __slots__ = ("beside", "given", "most")

    def __init__(self, given: Given, most: int | Formula | None, beside: str = "") -> None:
        self.given = given
        self.most = most
        self.beside = beside

    @property
    def what(self) -> str:
        """The words of combo databases, without how much of it there is."""
        return self.given.words

    @property
    def name(self) -> str:
        """The words of combo databases."""
        if self.given.kind in g.BARE:
            return self.what
        if self.given.sized:
            return f"{'Infinitely' if self.most is None else 'Near-infinitely'} {self.what}"
        return f"{'Infinite' if self.most is None else 'Near-infinite'} {self.what}"


def gains(loop: Loop, seat: int, before: Before | None = None, asked: Collection[Given] | None = None) -> list[Gain]:
    """What the player in ``seat`` gets out of a loop that was worked out to its end or to the proof that it has none.

    An amount is infinite only if the loop never ends and the closed form of the amount has no
    bound. Where the loop ends, or goes on without the gain, the exact total from the loop's start
    is given. Empty where neither is known. ``before``: what was played before the loop, from where.
    ``asked``: what is looked for beside a loop without end, None for all. More may be found.
    """
    given = own_gains(loop, seat)
    try:
        if loop.endless:
            return _with_tokens(loop, seat, _with_second(loop, seat, given, before, asked))
        return _with_tokens(loop, seat, _with_endless(loop, seat, given, before))
    except Unsupported:  # an amount that can't be written stops a second loop, and not the first one
        return given


def _with_endless(loop: Loop, seat: int, given: list[Gain], before: Before | None) -> list[Gain]:
    """The gains of a loop that ends, and those of second loops: with its player as the target, or without attacks."""
    known = {gain.given for gain in given}
    others = chain(with_target_turned(loop, seat, before), with_one_attacker(loop))
    found = {gain.given: gain for gain in _afterwards(others, seat, known)}
    found |= {gain.given: gain for gain in given}
    if Given(g.WIN) in found and loop.end is not None:
        for kind in untapped_as_long(loop, seat):
            for each in (Given(g.UNTAPS, kind), Given(g.PRODUCES, kind)):
                found.setdefault(each, Gain(each, loop.end.iteration, _one_more(kind)))
    longer = against_more_life(loop, seat) if Given(g.WIN) in found else None
    for gain in () if longer is None else own_gains(longer, seat):
        if not gain.given.harms and gain.given.kind not in g.BARE:
            found.setdefault(gain.given, Gain(gain.given, gain.most, MORE_LIFE))
    shorter = against_as_much_life(loop, seat) if Given(g.TURNS) in found else None
    if shorter is not None and stays_own(shorter, seat):
        found.setdefault(Given(g.LOCK), Gain(Given(g.LOCK), 1, LESS_LIFE))
    for refusing in saying_no(loop, seat) if Given(g.WIN) not in found else ():
        for gain in own_gains(refusing, seat):
            if gain.most is None and not gain.given.harms:
                found[gain.given] = Gain(gain.given, None, SAID_NO)
    for peace in without_attacks(loop):
        endless = {gain.given: gain for gain in gains(peace, seat)}
        found |= {what: gain for what, gain in endless.items() if gain.most is None or what not in found}
    return _in_order(found.values())


def _with_tokens(loop: Loop, seat: int, given: list[Gain]) -> list[Gain]:
    """The gains, with the mana for which the tokens among them may be sacrificed."""
    tokens = {gain.given: gain for gain in given if gain.given.kind in _OF_TOKENS and gain.given.whose == g.OWN}
    known = {gain.given for gain in given}
    found = list(given)
    for name, kind in sorted(mana_of_tokens(loop, seat)) if tokens else ():
        mana = Given(g.MANA, kind or g.ANY_COLOR)
        made = tokens.get(Given(g.TOKENS, name)) or tokens.get(Given(g.CREATURE_TOKENS))
        if made is not None and mana not in known:
            known.add(mana)
            found.append(Gain(mana, made.most, made.beside))
    return _in_order(found)


def _in_order(found: Iterable[Gain]) -> list[Gain]:
    """Gains by their words, without what is said by a wider word: a large creature is powerful and has toughness."""
    told = list(found)
    given = (gain for gain in told if gain.most is None and gain.beside in ("", SAID_NO))
    large = any(gain.given == Given(g.SIZE, LARGE) for gain in given)
    return sorted((gain for gain in told if not large or gain.given not in _OF_LARGE), key=lambda gain: gain.what)


def own_gains(loop: Loop, seat: int) -> list[Gain]:
    """What a loop gives by what it does itself, without second loops."""
    if loop.endless:
        last = loop.segments[-1].period
        shown = sights(loop, loop.segments[-1], seat)
        given = {each for key in unbounded_slots(last) for each in _given(last.head, key, seat, shown)}
        if leaves_for_ever(last):
            given.add(Given(g.LTB))
        if _loots(last, seat) and not shown.turns:
            given.add(_looting(shown))
        if shown.turns and Given(g.TURNS) in given and stays_own(loop, seat):
            given.add(Given(g.LOCK))
        given = _together(given)
        ended = _ended(loop, seat)
        more = [Gain(each, ended[each]) for each in ended.keys() - given]
        return _in_order([*(Gain(each, None) for each in given), *more])
    if loop.end is None or loop.end.iteration < 3:
        return []
    won = loop.end.state.game.prop(OUTCOME) == f"p{seat + 1}_wins" and not outlasts(loop, seat)
    longer = with_much_life(loop, seat) if won and not loop.segments else None
    total = _totals(loop, (longer or loop).segments, loop.end.state, seat, shown_by=longer)
    if loop.segments and _loots(loop.segments[-1].period, seat) and Given(g.DISCARDS) in total:
        shown = sights(loop, loop.segments[0], seat)
        if not shown.turns:  # a card drawn in a turn and one discarded at its end
            total[_looting(shown)] = total[Given(g.DISCARDS)]
    if won:
        total[Given(g.WIN)] = 1
        if Given(g.TURNS) in total and stays_own(loop, seat):
            total[Given(g.LOCK)] = 1
    if exiles_library(loop.heads[0], loop.end.state, seat, total):
        total[Given(g.LIBRARY_EXILED)] = 1
    least = min(FEWEST, loop.end.iteration - 1) if longer is not None else FEWEST  # it wins before the last one is over
    return _in_order(Gain(each, much) for each, much in total.items() if each.kind in g.BARE or much >= least)


def _with_second(
    loop: Loop, seat: int, given: list[Gain], before: Before | None, asked: Collection[Given] | None
) -> list[Gain]:
    """The gains of a loop without end, and those of second loops that its cards and its mana make (``second_loops``)."""
    shown = sights(loop, loop.segments[-1], seat)
    known = {gain.given for gain in given}
    endless = {gain.given for gain in given if gain.most is None}
    more = {} if shown.turns else _with_more(loop, seat, shown, endless, asked)
    more |= dict.fromkeys(_other_colors(loop, seat, shown, endless), "")
    any_color = Given(g.MANA, g.ANY_COLOR)
    if not shown.turns and any_color not in more and doubles_any(loop, seat):
        more[any_color] = "mana of that color in the pool"
    for each in () if shown.turns else _among_colors(loop, seat, known):
        more.setdefault(each, one_of_all(loop))
    found = [*given, *(Gain(each, None, beside) for each, beside in more.items() if each not in known)]
    if exiles_all(loop, seat):
        found.append(Gain(Given(g.EXILED), 1))
    if not shown.turns:
        found += _afterwards(
            chain(with_target_turned(loop, seat, before), second_loops(loop, seat)), seat, known | more.keys()
        )
        found += _as_any_color(_afterwards(spent_for_mana(loop, seat), seat, {gain.given for gain in found}))
        found += _of_more(loop, seat, {gain.given for gain in found})
    return _in_order(found)


def _among_colors(loop: Loop, seat: int, known: set[Given]) -> set[Given]:
    """The mana that a loop gives beside a permanent of all colors, as it is or with another color chosen; without what is ``known``."""
    beside = with_all_colors(loop, seat)
    if beside is None:
        return set()
    made = {gain.given for gain in own_gains(beside, seat) if gain.given.kind == g.MANA and gain.most is None}
    return (made | _other_colors(beside, seat, sights(beside, beside.segments[-1], seat), made)) - known


def _of_more(loop: Loop, seat: int, known: set[Given]) -> list[Gain]:
    """What a loop gives with a greater X, without what is ``known``, each with what lies beside it for that."""
    found: dict[Given, Gain] = {}
    for second, beside in greater_x(loop, seat):
        for gain in _with_tokens(second, seat, own_gains(second, seat)):
            if gain.most is None and not gain.given.harms and gain.given not in known:
                found.setdefault(gain.given, Gain(gain.given, None, beside))
    return list(found.values())


def _as_any_color(found: list[Gain]) -> list[Gain]:
    """Gains of which mana of each color is told as mana of any color (105.4)."""
    each = {Given(g.MANA, color) for color in COLORS}
    endless = {gain.given for gain in found if gain.most is None}
    if not each <= endless:
        return found
    return [*(gain for gain in found if gain.given not in each), Gain(Given(g.MANA, g.ANY_COLOR), None)]


def _kinds_asked(asked: Collection[Given] | None, shown: Sights) -> set[str]:
    """The kinds of permanents that have to lie beside a loop to find what is asked for."""
    found: set[str] = set()
    for each in g.CLOSED if asked is None else asked:
        if each.kind in (g.UNTAPS, g.PRODUCES, g.BLINKING):
            found.add(each.of or ("" if shown.blinked else "permanents"))
        elif each.kind == g.MANA:
            found.add("lands")
        elif each.kind == g.SIZES:
            found.add("creatures")
    return found - {""}


def _with_more(
    loop: Loop, seat: int, shown: Sights, endless: Collection[Given], asked: Collection[Given] | None
) -> dict[Given, str]:
    """What a loop gives with one more permanent on its board, each with the words for that permanent.

    Those words are "" where the board as it is shows the same. It does where a period untaps, blinks or enlarges such a
    permanent, or makes ever more mana with one that it untaps. A land more may tap for mana of any kind in each period.
    """
    again = made_untapped(loop, seat, _kinds_asked(asked, shown))
    mana = any(each.kind == g.MANA for each in endless)
    more: dict[Given, str] = {}
    for kind in sorted(again.ready):
        own = mana and shown.of_kind(kind, shown.untapped) and shown.of_kind(kind, shown.tapped_for_mana)
        more[Given(g.PRODUCES, kind)] = "" if own else _one_more(kind)
    spent = not mana and not again.ready & WIDE  # all that permanents make is spent
    for kind in sorted(richer_makers(loop, seat, _MADE_BY - again.ready)) if spent else ():
        more[Given(g.PRODUCES, kind)] = f"{KINDS[kind].one} that taps for more mana"
    if "lands" in again.pooled:
        more[Given(g.MANA, g.ANY_COLOR)] = f"{KINDS['lands'].one} for mana of any color"
        more[Given(g.MANA, "C")] = f"{KINDS['lands'].one} for colorless mana"
    for kind in sorted(again.untapped):
        more[Given(g.UNTAPS, kind)] = "" if shown.of_kind(kind, shown.untapped) else _one_more(kind)
    for kind in sorted(untaps_theirs(loop, seat, again.untapped)):
        more[Given(g.UNTAPS, kind, g.ANYONE)] = f"{KINDS[kind].one} of each player"
    for size in sorted(again.grown):
        more[Given(g.SIZES, size)] = "" if Given(g.SIZE, size) in endless else _one_more("creatures")
    for kind, copied in sorted(copied_by_tokens(loop, seat).items()):
        whose, creatures = g.ANYONE if copied.of_anyone else g.OWN, g.CREATURE if copied.creatures else ""
        more[Given(g.COPIED, kind, whose, creatures)] = _one_more(kind)
    if shown.blinked:
        more[Given(g.BLINKING)] = ""
    for kind in sorted(again.blinked):
        own = shown.of_kind(kind, shown.blinked)
        for each in {Given(g.BLINKING), Given(g.BLINKING, kind)} & g.CLOSED:
            more[each] = "" if own or more.get(each) == "" else _one_more(kind)
    return more


def _one_more(kind: str) -> str:
    """The words for one more permanent of a kind."""
    return f"{COPIED_KINDS[kind].one} more"


def _afterwards(second: Iterable[Loop], seat: int, known: set[Given]) -> list[Gain]:
    """What second loops give, without what is ``known`` and without what harms the player."""
    found: dict[Given, Gain] = {}
    for each in islice(second, SECOND):
        for gain in own_gains(each, seat):
            given = gain.given
            told = not given.harms and given.kind not in g.BARE and given not in known
            if told and (given not in found or gain.most is None):
                found[given] = gain
    return list(found.values())


def _ended(loop: Loop, seat: int) -> dict[Given, int | Formula]:
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
    loop: Loop,
    segments: Sequence[Segment],
    end: State,
    seat: int,
    but: Collection[tuple[int, str]] = (),
    shown_by: Loop | None = None,
) -> dict[Given, int | Formula]:
    """What some first segments of a loop give from its start to ``end``, without the slots ``but``.

    ``shown_by``: the loop that the segments are of, where that is another one.
    """
    total: dict[Given, int | Formula] = {}
    start = loop.heads[0]
    grew = {key for segment in segments for key in unbounded_slots(segment.period)} - set(but)
    if not segments:  # every iteration was played
        grew = {key for key, _ in _differences(start, end).items()}
        for n in _settled(loop):
            one, two = loop.reach(n - 1), loop.reach(n)
            if isinstance(one, State) and isinstance(two, State):
                grew &= {key for key, amount in _differences(one, two).items() if amount > 0}
    shown = sights(shown_by or loop, segments[0], seat) if segments else sights_from(loop, 1, 1, seat)
    for key, amount in _differences(start, end).items():
        for what in _given(end, key, seat, shown) if key in grew else ():
            if amount > 0:
                total[what] = max(total.get(what, 0), amount)
    held = {what for key in grew if key[0] >= 0 for what in _last_given(segments, key, seat)}
    before, after = _held(start, seat), _held(end, seat)
    for what in held & after.keys():
        amount = after[what] - before.get(what, 0)
        if amount > 0:
            total[what] = amount
    return total


def exiles_library(start: State, end: State, seat: int, given: Mapping[Given, int | Formula]) -> bool:
    """Whether a player's library is empty behind some lines, and as many of their cards were exiled as it held.

    They may have been drawn on the way. ``given``: what the lines give, for cards that were exiled out of the library itself.
    """
    library = cards_in(start, seat, LIBRARY)
    if not library or cards_in(end, seat, LIBRARY):
        return False
    exiled = cards_in(end, seat, EXILE) - cards_in(start, seat, EXILE)
    return max(exiled, plain(given.get(Given(g.EXILES), 0))) >= library


def cards_in(state: State, seat: int, zone: str) -> int:
    """How many cards a player owns in a zone."""
    there = (row for row in state.rows.values() if row.cls.zone == zone and row.cls.owner == seat)
    return sum(plain(row.n) for row in there)


def _settled(loop: Loop) -> range:
    """The whole iterations, from 1, that show what a loop does again and again: without the first of three or more."""
    whole = loop.end.iteration - 1 if loop.end is not None else 2
    return range(2, whole + 1) if isinstance(whole, int) and 3 <= whole <= PLAYED else range(1, 3)


def _looting(shown: Sights) -> Given:
    """Looting draws first, rummaging discards first."""
    return Given(g.RUMMAGING if shown.order[:1] == ["discards"] else g.LOOTING)


def _loots(period: Period, seat: int) -> bool:
    """Whether a player discards cards in every period, and draws no fewer."""
    rates = {slot: period.update[i] - Poly.symbol(i) for i, slot in enumerate(period.slots)}
    drawn, discarded = (rates.get((-1, f"{what}.p{seat + 1}")) for what in ("draws", "discards"))
    if drawn is None or discarded is None:
        return False
    more = drawn - discarded
    return more.is_const and more.const_part >= 0


def _together(given: set[Given]) -> set[Given]:
    """What says together what several say alone: both sizes."""
    return given - _OF_LARGE | {Given(g.SIZE, LARGE)} if given >= _OF_LARGE else given


def _other_colors(loop: Loop, seat: int, shown: Sights, given: Collection[Given]) -> set[Given]:
    """Mana of the colors that may be chosen in the place of one, each proved: of any color where that is all of them."""
    if not shown.of_colors:
        return set()
    found: set[Given] = set()
    for color in COLORS:
        for each in sorted(each for each in given if each.kind == g.MANA and each.of == color):
            tried = {each._replace(of=other): made for other, made in in_other_colors(loop, seat, color)}
            proved = {what for what, made in tried.items() if made is not None and _gets(made, seat, what)}
            if len(proved) == len(tried):
                return {each._replace(of=g.ANY_COLOR)}
            found |= proved
    return found


def _gets(loop: Loop, seat: int, what: Given) -> bool:
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


def _last_given(segments: Sequence[Segment], key: tuple[int, str], seat: int) -> Iterator[Given]:
    """What grows on a row of the board in some of these segments."""
    for segment in segments:
        if key[0] in segment.period.head.rows and not is_player(segment.period.head, key[0]):
            yield from _of_a_row(segment.period.head, *key, seat)


def _held(state: State, seat: int) -> dict[Given, int | Formula]:
    """What there is on a board of tokens and counters, and until end of turn."""
    found: dict[Given, int | Formula] = {}
    for handle, row in state.rows.items():
        if row.cls.zone == BATTLEFIELD:
            for slot, value in (*row.num.items(), (N, 1)):
                for what in _of_a_row(state, handle, slot, seat):
                    found[what] = found.get(what, 0) + value_of(in_total(value, row.n))
    return found


def _given(state: State, key: tuple[int, str], seat: int, shown: Sights) -> Iterator[Given]:
    """What one growing amount gives."""
    handle, slot = key
    if handle >= 0:
        yield from _of_a_row(state, handle, slot, seat)
        return
    kind, _, rest = slot.partition(".")
    if not rest and kind in _TALLIES:
        yield from _of_all(kind, seat, shown)
    elif kind in _OF_PLAYERS and rest.startswith("p") and rest[1:].isdecimal():
        who = int(rest[1:]) - 1
        yield Given(kind, whose=g.OWN if who == seat else g.OPPONENT)
        if kind == g.DRAWS and who == seat:
            yield Given(g.DRAW_TRIGGERS)
        if kind == g.DAMAGE and who != seat and who in shown.combat - shown.struck:  # else how much of it is not known
            yield Given(g.COMBAT_DAMAGE)
    elif kind == "extra turns" and rest == f"p{seat + 1}":
        yield Given(g.TURNS)
    elif kind == "etb" and rest in shown.lands and seat in shown.entered.get(rest, ()):
        yield Given(g.LANDFALL)
    elif kind == "casts" and seat in shown.cast.get(rest, ()):
        yield Given(g.MAGECRAFT)


def _of_all(kind: str, seat: int, shown: Sights) -> Iterator[Given]:
    """What is counted of the whole game gives: whose it was is what one period showed."""
    if kind == g.ETB:
        who = {one for seats in shown.entered.values() for one in seats}
    elif kind == g.SACRIFICES:
        who = shown.sacrificed
    else:
        who = {seat}
    if seat in who:
        if kind != g.CASTS or not shown.turns:  # 702.40a: storm counts the spells of one turn
            yield Given(kind)
    elif who:
        yield Given(kind, whose=g.OPPONENT)
    if kind == g.DIES:
        yield Given(g.LTB)
    if kind == g.COPIES and shown.spells:
        yield Given(g.MAGECRAFT)
    if kind == g.COPIES and shown.permanent_spells:
        yield Given(g.SPELL_COPIES)


def _of_a_row(state: State, handle: int, slot: str, seat: int) -> Iterator[Given]:
    row = state.rows[handle]
    slot = slot.removesuffix(STEP)  # by how much they rise from token to token
    whose = g.OWN if row.cls.controller == seat else g.OPPONENT
    if is_player(state, handle):
        owner = g.OWN if row.cls.owner == seat else g.OPPONENT
        if slot.startswith(MANA) and owner == g.OWN:
            only = slot.partition("/")[2]
            yield Given(g.MANA, slot[len(MANA)], more=only)  # what stays is as good as what doesn't
        elif slot.startswith(COUNTER):
            yield Given(g.COUNTERS, slot.removeprefix(COUNTER), owner)
    elif row.cls.kind == DELAYED and slot == N:
        yield from _waiting(state, handle, seat)
    elif row.cls.zone != BATTLEFIELD:
        return
    elif slot in (N, WIDTH, VALUES):
        for differing in progressing(row) if slot == VALUES else ():  # each has more than those before it
            yield from _of_a_row(state, handle, differing, seat)
        if row.cls.kind == TOKEN:
            yield from _tokens(state, handle, whose)
            yield from _copies(row.cls.proto) if whose == g.OWN else ()
            yield from _at_end(state, handle) if whose == g.OWN else ()
    elif slot.startswith(COUNTER):
        for each in _bearers(state, handle):
            yield Given(g.COUNTERS_ON, slot.removeprefix(COUNTER), whose, each)
    elif slot == DAMAGE and whose != g.OWN and "creature" in view(state, handle).types:
        yield Given(g.HURT)
    elif slot in (EOT_POWER, EOT_TOUGHNESS) and whose == g.OWN:
        yield Given(g.SIZE, POWERFUL if slot == EOT_POWER else g.TOUGHNESS)


def _waiting(state: State, handle: int, seat: int) -> Iterator[Given]:
    """What delayed triggers give that become ever more, each of which sacrifices or exiles an own permanent of its own (603.7)."""
    row = state.rows[handle]
    how = _how_left(row.cls.term, Result())
    for ref in row.refs.values() if how else ():
        if not isinstance(ref, Ref) or ref.mode != EACH:
            return
        there = state.rows.get(ref.row)
        if there is None or there.cls.zone != BATTLEFIELD or {there.cls.controller, row.cls.controller} != {seat}:
            return
        yield from _leaves(state, ref.row, how)


def _how_left(ability: Term | None, what: Result | This) -> str:
    """How ``what`` leaves by an ability that does nothing but sacrifice or exile it; "" where it doesn't, or only on a condition."""
    leaving: dict[tuple[Term, ...], str] = {(SacrificeObject(what),): g.SACRIFICES, (Exile(what),): g.LTB}
    return leaving.get(ability.effects, "") if isinstance(ability, Triggered) and not ability.condition else ""


def _leaves(state: State, handle: int, how: str) -> Iterator[Given]:
    """What a permanent gives that is sacrificed or exiled."""
    yield from dict.fromkeys((Given(how), Given(g.LTB)))
    cls = state.rows[handle].cls
    dies = how == g.SACRIFICES and "creature" in view(state, handle).types
    if dies and destination(Draft(state), handle, cls, GRAVEYARD) == GRAVEYARD:
        yield Given(g.DIES)


def _at_end(state: State, handle: int) -> Iterator[Given]:
    """What tokens give that become ever more, each of which sacrifices or exiles itself at the beginning of the end step (513.1a)."""
    for ability in view(state, handle).triggers.get(StepBegins.__name__, ()):
        how = _how_left(ability, This()) if ability.trigger in _AT_END else ""
        yield from _leaves(state, handle, how) if how else ()


def _tokens(state: State, handle: int, whose: str) -> Iterator[Given]:
    """What tokens give that become ever more."""
    row, chars = state.rows[handle], view(state, handle)
    tapped = g.TAPPED if row.cls.tapped else ""
    if "creature" not in chars.types:
        assert row.cls.proto is not None
        yield Given(g.TOKENS, row.cls.proto.name, whose, tapped)
        return
    yield Given(g.CREATURE_TOKENS, whose=whose, more=tapped)
    for word in (g.HASTE, g.DEFENDER):
        if word in chars.keywords and (word != g.HASTE or not tapped):
            yield Given(g.CREATURE_TOKENS, whose=whose, more=word)
    if power(state, handle) == 0:
        yield Given(g.CREATURE_TOKENS, whose=whose, more=g.NO_POWER)


def _copies(proto: Proto | None) -> Iterator[Given]:
    """What tokens that are copies of a noncreature permanent are called: unlike other tokens these have a mana cost (202.1b)."""
    if proto is not None and proto.mana_cost is not None and "creature" not in proto.types:
        yield from (Given(g.COPIED_ONE, kind) for kind in proto.types)


def _bearers(state: State, handle: int) -> Iterator[str]:
    """The words for what has counters, the widest first."""
    chars = view(state, handle)
    bearer = "creature" if "creature" in chars.types else min(chars.types, default="permanent")
    words = f"{'an' if bearer[0] in 'aeiou' else 'a'} {bearer}"
    yield words
    if state.rows[handle].cls.kind == TOKEN:
        yield f"{words} token"
        if bearer == "creature" and g.HASTE in chars.keywords:
            yield f"{words} token with {g.HASTE}"


def given_by(start: State, end: State, shown: Sights, seat: int) -> dict[Given, int | Formula]:
    """What there is more of for the player in ``seat`` at the end of what was played once.

    ``shown``: what was seen of the line between the two positions.
    """
    found: dict[Given, int | Formula] = {}
    for key, amount in _differences(start, end).items():
        for what in _given(end, key, seat, shown) if amount > 0 else ():
            found[what] = max(found.get(what, 0), amount)
    before, after = _most_held(start, seat), _most_held(end, seat)
    for what, there in after.items():
        more = there - before.get(what, 0)
        if more > 0:
            found[what] = more
    return found


def _most_held(state: State, seat: int) -> dict[Given, int | Formula]:
    """The permanents of a board as ``_held`` has them; of counters and sizes what the one with most of them has."""
    found = {what: n for what, n in _held(state, seat).items() if what.kind in _OF_TOKENS}
    for handle, row in state.rows.items():
        for slot, value in row.num.items() if row.cls.zone == BATTLEFIELD else ():
            for what in _of_a_row(state, handle, slot, seat):
                if what.kind not in _OF_TOKENS:
                    found[what] = max(found.get(what, 0), value_of(in_total(value, 1)))
    return found


def worth(loop: Loop, me: int, kind: Kind | Refusal, before: Before | None = None) -> list[Gain] | None:
    """What a loop gives the player; None where the game is a draw by it, so that it gives nobody anything (104.4b).

    ``before``: as ``gains`` has it.
    """
    return None if isinstance(kind, Kind) and kind.draw == YES else gains(loop, me, before)
