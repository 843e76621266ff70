"""From the names of some cards to a proved loop: boards are laid out and searched, and what the loop needs is found.
Part of the solver: the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from typing import Final

from reiterate.amounts.numerals import parse_quantity
from reiterate.cards import CardBook
from reiterate.cards.names import named
from reiterate.combos.attackers import fewer_attackers
from reiterate.combos.found_before import FoundBefore, Kept, Line, Nothing, Place
from reiterate.combos.helpers import STARTERS, Helper, creature_helper, lands_for
from reiterate.combos.idle_cards import alongside, beside_idle, handed_over, idle_names, with_all_resolved
from reiterate.combos.layouts import MOST as MOST_BOARDS
from reiterate.combos.layouts import Against, Layout, board_text, layouts
from reiterate.combos.least_board import LeastBoard
from reiterate.combos.life_bounds import LifeBounds, life_bounds
from reiterate.combos.life_totals import OURS, THEIRS, lap_of_win, lives
from reiterate.combos.longer_turns import longer
from reiterate.combos.mending import Mending
from reiterate.combos.none_found import clause_unread, none_found
from reiterate.combos.one_shots import WIN, Once
from reiterate.combos.outlets import Outlet, Outlets, with_outlet
from reiterate.combos.paid_once import cast_instead, from_nowhere
from reiterate.combos.played_once import PlayedOnce, Single, generic_mana
from reiterate.combos.set_off import again_and_again, setting_off
from reiterate.combos.smaller import face_names, only, without_stand_ins
from reiterate.combos.stand_ins import merely_there, stood_in, with_creature
from reiterate.combos.start_anywhere import at_once, leaner
from reiterate.combos.worth_telling import (
    as_long_as_life,
    attacking,
    falls_short,
    gives_all,
    only_draws,
    own_names,
    tellable,
    turns_alone,
    worth_it,
)
from reiterate.oracle import CompiledCard
from reiterate.refusals import INPUT, UNDETERMINED, Refusal
from reiterate.script.position import Position, load
from reiterate.survey.feeds import idle_cards, may_end
from reiterate.survey.finder import find_on_board
from reiterate.survey.needs import Needs, needs
from reiterate.survey.own_turns import goes_round
from reiterate.survey.period_plans import can_recur
from reiterate.survey.proof import Found, Meter, NoLoop, Prover, as_good
from reiterate.survey.wants import counters_at_first, permanent
from reiterate.terms.proto import Proto

#: Steps of search that all boards together may take.
STEPS: Final = 20_000

#: Parts of the steps, of so many, that are searched where a clause of a card is not understood, or where a line does that is played once.
FEWER_PARTS: Final = (3, 10)

#: How many boards are looked at in turn, and the steps that one of them may take each time. Behind the first time a line is looked for that is played once.
ROUNDS: Final = ((6, 200), (4, 1_000), (MOST_BOARDS, 200), (MOST_BOARDS, 4_000))

#: The round before which boards are mended by what lacks on them, and the steps of the search on each.
MENDED: Final = 3
LAST_ROUND: Final = len(ROUNDS) + 1
MENDED_STEPS: Final = 600

#: Steps of search for a loop where no board gives all of the cards what they ask for again and again.
UNFED: Final = 1_000

#: Steps of search for a loop where the terms have no part in any for one of the cards.
NO_PART: Final = 500

#: Steps of search for a loop that needs all cards, once one was found that works without some of them.
NOT_THIS: Final = 3_200

#: Boards that are searched for longer then, before others get a little.
LIKELIEST: Final = 2

#: Boards that are looked at once more, for a loop in which all cards play a part.
MORE: Final = 6

#: Boards without counters from nowhere or added spells that are searched where a loop needs such, and the steps of each.
NEARER: Final = 2
NEARER_STEPS: Final = 600

#: Steps of a search with a creature that attacks, beside a loop of turns that ends.
ARMED_STEPS: Final = 600

FEWEST: Final = 2
MOST: Final = 5

_ME: Final = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """How a combo is asked for: life totals, players, what else the proposer has on the battlefield, and steps. ``once``: whether lines that are played once count.

    ``held``: what p2 holds, () for unknown cards. Lands among it lie on p2's battlefield.
    ``lands``: those lands, with how many; where none is named, those that pay for each card once. ``asked_of`` fills them in.
    """

    life: str = "20"
    players: int = 2
    others: tuple[str, ...] = ()
    steps: int = STEPS
    held: tuple[str, ...] = ()
    lands: tuple[tuple[str, int], ...] = ()
    once: bool = True


@dataclass(frozen=True, slots=True)
class Combo:
    """A proved loop of some cards.

    ``text``: its position file, which ``position`` is. ``helpers``: what the loop needs beside the
    cards, with how many; ``against``: what an opponent has to have. ``starters``: kinds of ``STARTERS`` that it needs once. ``idle``: cards that
    play no part; ``stopping``: those of them with which on the battlefield the same lines are no loop. ``counters``: those that each card enters with. ``needs``: all that it needs. ``ours``, ``theirs``: the proposer's life, and that of each opponent. ``wins_at``: the
    iteration in which the proposer wins with the life that was asked for; 0 where none is known. ``generic``: whether no cost asks for
    colorless mana itself. ``library``: the proposer's, "" for unknown cards. ``milled``: each opponent's, "" for unknown ones. ``life``: between which life totals of
    the proposer the loop is proved, None where it is with the one that was asked for. ``unbounded``: against opponents with much life nothing else ends the loop. ``outlet``: cards
    that the loop does without, and that win with what it gives: these are not ``idle``.
    """

    cards: tuple[str, ...]
    position: Position
    text: str
    found: Found
    needs: Needs
    helpers: tuple[tuple[Helper, int], ...]
    against: Against
    starters: tuple[str, ...]
    idle: tuple[str, ...]
    stopping: tuple[str, ...]
    counters: dict[str, dict[str, int]]
    ours: str
    theirs: str
    wins_at: int
    generic: bool
    library: str
    milled: str
    life: LifeBounds | None
    steps: int
    unbounded: bool
    outlet: Outlet | None


def asked_of(names: Sequence[str], book: CardBook, asked: Asked) -> Combo | Single | Refusal:
    """A proved loop of the cards that a person names, as ``combo`` gives it; a refusal where a name is no card's.

    Also where there are fewer than two names, or more than five.
    """
    if not FEWEST <= len(names) <= MOST:
        many = f"{len(names)} card{'' if len(names) == 1 else 's'}"
        return Refusal(
            INPUT, "combo-size", f"{many}: a combo is looked for among two to five", "two to five card names"
        )
    compiled_cards: list[CompiledCard] = []
    for name in (*names, *asked.others, *asked.held):
        card = named(book, name)
        if isinstance(card, Refusal):
            return card
        compiled_cards.append(card)
    beside, theirs = compiled_cards[len(names) :][: len(asked.others)], compiled_cards[len(names) + len(asked.others) :]
    others = tuple(card.name for card in beside)
    spells = next((card for card in beside if not permanent(card.proto)), None)
    if spells is not None:
        message = f"{spells.name} can't be on the battlefield"
        return Refusal(INPUT, "wrong-zone", message, "a permanent card for --others", "304.4")
    held = tuple(card.name for card in theirs if "land" not in card.proto.types)
    named_lands = [card.name for card in theirs if "land" in card.proto.types]
    lands = tuple((Counter(named_lands) or lands_for([card.proto for card in theirs])).items())
    return combo(compiled_cards[: len(names)], book, replace(asked, others=others, held=held, lands=lands))


def combo(cards: Sequence[CompiledCard], book: CardBook, asked: Asked) -> Combo | Single | Refusal:
    """A proved loop of the cards, on the likeliest board that has one; else a line of play that wins once.

    Out: the loop, or the line of play. Or a refusal: of a clause that is not read, of a board that can't be, or
    undetermined, with the nearest thing to a loop.
    """
    search = _Searching(tuple(cards), book, asked)
    before = FoundBefore([*cards, *search.beside], book, repr(asked))
    kept = before.found()
    if kept is not None and (again := search.again(kept)) is not None:
        return again
    best = None if search.hopeless() else search.run()
    if best is not None and not search.wins_instead(*best):
        layout, found, _ = best
        before.keep(Place(layout, found.prefix, found.body, search.left))
        return search.told(*best)
    if search.unread() is not None or not may_end(search.terms):
        return search.nothing()
    single = search.single or (None if search.looked_once else search.once())
    lesser = search.lesser or search.lines.much() if single is None else None
    single = single or (lesser and (search.lines.longer() or lesser))
    if single is None:
        refused = search.nothing()
        before.keep(Nothing(refused.message, refused.expected, refused.rule, search.spent))
        return refused
    if search.lines.line is not None:
        before.keep(search.lines.line)
    return single


@dataclass(slots=True)
class _Searching:
    """The search over the boards of some cards."""

    cards: tuple[CompiledCard, ...]
    book: CardBook
    asked: Asked
    left: int = 0  # discrete: steps that are left
    budget: int = 0  # discrete: steps that there were
    unfed: tuple[str, ...] = ()  # cards that no loop has a part for, as the terms tell
    refused: list[Refusal] = field(default_factory=list)
    worthless: bool = False  # whether a loop was found that gives nothing
    single: Single | None = None  # a line that is played once, looked for before the long searches
    lesser: Single | None = None  # one that gives much, looked for behind that
    looked_once: bool = False  # whether it was looked for
    boards: list[Layout] = field(default_factory=list)
    fed: list[int] = field(default_factory=list)  # discrete: of each board, how many of the cards are fed there
    laid: dict[int, Position] = field(default_factory=dict)  # of boards by their identity: the position
    looked: dict[int, int] = field(default_factory=dict)  # discrete: of boards by their number, the steps that they had
    done: set[int] = field(default_factory=set)  # boards that need no further search
    searched: set[int] = field(default_factory=set)  # boards by their identity that were searched
    near: dict[int, None] = field(default_factory=dict)  # boards with a loop in which other turns go by
    mending: bool = False  # whether the board that is searched was mended
    lines: PlayedOnce = field(init=False)  # the search for a line that is played once

    def __post_init__(self) -> None:
        asked = self.asked
        self.lines = PlayedOnce(self.cards, self.book, asked.life, asked.once, self._text, self.refused)

    def once(self) -> Single | None:
        """A line of play that wins or empties a library with all of the cards."""
        self.looked_once = True
        return self.lines.once()

    @property
    def beside(self) -> list[CompiledCard]:
        """The cards that were asked for beside the combo, p2's too."""
        asked = self.asked
        found = [named(self.book, name) for name in (*asked.others, *asked.held, *(name for name, _ in asked.lands))]
        return [card for card in found if not isinstance(card, Refusal)]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the cards."""
        return tuple(card.name for card in self.cards)

    @property
    def spent(self) -> int:
        """Steps that the search for a loop took."""
        return self.budget - self.left

    @property
    def counters_at_first(self) -> dict[str, dict[str, int]]:
        """The counters that each card enters with."""
        return {card.name: counters_at_first(card.proto) for card in self.cards}

    def again(self, kept: Kept) -> Combo | Single | Refusal | None:
        """What was found before, played and proved once more; None where that is not possible."""
        if isinstance(kept, Nothing):
            return NoLoop(UNDETERMINED, "combo-not-found", kept.message, kept.expected, kept.rule, steps=kept.steps)
        layout = kept.layout
        if not STARTERS.keys() >= set(layout.starters):
            return None
        if isinstance(kept, Line):
            line = Once(kept.what, kept.lines, 0, frozenset(kept.words))
            return self.lines.single(layout, line) if self.lines.does(layout, line) else None
        position = self._laid(layout, OURS, THEIRS)
        if isinstance(position, Refusal):
            return None
        proved = Prover(position.state, _ME, Meter(STEPS)).prove(kept.prefix, kept.body)
        if not isinstance(proved, Found):
            return None
        self.left = kept.left
        return self.told(layout, proved, self.needed(layout, proved))

    @property
    def terms(self) -> list[Proto]:
        """The terms of the cards, and behind them those of what else is there."""
        return [card.proto for card in (*self.cards, *self.beside)]

    def hopeless(self) -> bool:
        """Whether the terms tell that no loop has a part for any of the cards: no board is searched for one."""
        self.unfed = tuple(self.names[i] for i in idle_cards(self.terms) or () if i < len(self.cards))
        return len(self.unfed) == len(self.cards)

    def run(self) -> tuple[Layout, Found, Needs] | None:
        """The best loop: one in which all cards play a part, else the first one.

        A loop in which other players' turns go by comes last, and only if all cards play a part in it.
        """
        self._lay_out()
        most = max(self.fed, default=0)
        self._allot()
        best: tuple[Layout, Found, Needs] | None = None
        around: list[tuple[Layout, Found, int]] = []  # what they need is worked out only where nothing else is found
        tries = MORE
        done = self.done
        for number in range(LAST_ROUND + 1):
            if number == 1 and best is None and self.unread() is None and may_end(self.terms):
                self.single = self.once()
                self.lesser = None if self.single is not None else self.lines.much()
                if self.single is not None or self.lesser is not None:
                    self.left = min(self.left, self.asked.steps * FEWER_PARTS[0] // FEWER_PARTS[1])
            # where a card is idle the likeliest boards come first; of what is left each board gets a little
            again = number == 1 and best is not None
            due = islice(self._due(number, most), LIKELIEST if again else None)
            for i, layout, steps in chain(self._mended(number, most) if best is None else (), due):
                if self.left <= 0 or (best is not None and tries <= 0):
                    break
                tries -= best is not None and not again
                found = self._searched(layout, steps)
                if isinstance(found, Refusal):
                    if found.code != "find-budget":
                        done.add(i)
                    continue
                done.add(i)
                if not tellable(found) or not worth_it(found):
                    # it is over before anything recurs or after a few laps, gives nothing, or is another player's
                    self.worthless = True
                    if number <= 1:  # with more steps the same board may have another
                        done.discard(i)
                    continue
                if goes_round(found.loop, _ME):  # with more steps there may be one in which no other turn goes by
                    done.discard(i)
                    self.near[i] = None
                    self.worthless = True
                    around.append((layout, found, steps))
                    continue
                layout, found, needed = self._fuller(layout, self._begun(found))
                idle = self.idle(needed)
                if not idle:
                    found, needed = self._acting(layout, found, needed)
                    return self._nearer(self._armed(*self._longer(*self.smaller(layout, found, needed))))
                # a loop that all cards are idle in is the board's own, like two libraries that run out
                if len(idle) < len(self.names):
                    best = best or (layout, found, needed)
                    self.left = min(self.left, NOT_THIS)
                self._without_stand_ins(layout, needed, most)
            if best is not None and number and not again:
                return self._not_this(best)
        told = (self._around(*each) for each in around)
        return next((each for each in told if each is not None), None)

    def _around(self, layout: Layout, raw: Found, steps: int) -> tuple[Layout, Found, Needs] | None:
        """A loop in which other players' turns go by, with its lines worked over, where all cards play a part in it."""
        if only_draws(raw) or self.idle(self.needed(layout, raw)):
            return None
        found = self._again(layout, steps)
        found = raw if isinstance(found, Refusal) else self._begun(found)
        needed = self.needed(layout, found)
        return None if only_draws(found) or self.idle(needed) else (layout, found, needed)

    def _fuller(self, layout: Layout, found: Found) -> tuple[Layout, Found, Needs]:
        """The loop with the idle cards that act beside it, where it has some, and with cards that do more than any creature would."""
        at = partial(self._laid, ours=OURS, theirs=THEIRS)
        found = with_all_resolved(found)
        told = alongside((layout, found, self.needed(layout, found)), self.cards, at, self.needed)
        return told if self.idle(told[2]) else self._plainly(*told)

    def _acting(self, layout: Layout, found: Found, needed: Needs) -> tuple[Found, Needs]:
        """A loop in whose laps something is sacrificed to a card that is used only before the first one; else the given loop."""
        at = setting_off(found, self.cards)
        other = None if at < 0 else again_and_again(found, at)
        if other is None or not tellable(other) or goes_round(other.loop, _ME):
            return found, needed
        other = self._begun(other)
        again = self.needed(layout, other)
        return (found, needed) if self.idle(again) else (other, again)

    def _without_stand_ins(self, layout: Layout, needed: Needs, most: int) -> None:
        """Add the board without the helpers that take the place of an idle card, where it is no board yet."""
        less = without_stand_ins(layout, needed)
        if all(less != replace(each, cost=less.cost) for each in self.boards):
            self.boards.append(less)
            self.fed.append(most)

    def _plainly(self, layout: Layout, found: Found, needed: Needs) -> tuple[Layout, Found, Needs]:
        """A loop in which each card does more than any creature would. Else the loop without a card for which any creature does, or the given one."""
        card = next((card for card in self.cards if merely_there(found, card)), None)
        at = partial(self._laid, ours=OURS, theirs=THEIRS)
        plain = None if card is None else stood_in(layout, found, card, at)
        if plain is None:
            return layout, found, needed
        told = alongside((*plain, self.needed(*plain)), self.cards, at, self.needed)
        if not self.idle(told[2]):
            return told
        more = with_creature(layout)
        other = self._again(more, NEARER_STEPS)
        if isinstance(other, Found) and tellable(other):
            other = self._begun(other)
            again = self.needed(more, other)
            all_act = not self.idle(again) and not any(merely_there(other, each) for each in self.cards)
            if all_act and gives_all(other, found) and not goes_round(other.loop, _ME):
                return more, other, again
        return self.smaller(*told)

    def _due(self, number: int, most: int) -> Iterator[tuple[int, Layout, int]]:
        """The boards that one round looks at, each with its steps: also those that are added meanwhile."""
        if number == LAST_ROUND:
            return
        many, steps = (*ROUNDS, (MOST_BOARDS, self.asked.steps))[number]
        fed = [i for i, each in enumerate(self.fed) if each == most][:many]
        for i, layout in (*((i, self.boards[i]) for i in self.near), *enumerate(self.boards)):
            if i in self.done:
                continue
            if self.fed[i] < most:  # what the cards ask for is given on other boards
                if number > ROUNDS.index((MOST_BOARDS, ROUNDS[0][1])):
                    self.done.add(i)
                    yield i, layout, ROUNDS[0][1]
            elif id(layout) not in self.laid or (i in fed and self.looked.get(i, 0) < steps):
                self.looked[i] = steps
                yield i, layout, steps

    def _mended(self, number: int, most: int) -> Iterator[tuple[int, Layout, int]]:
        """Boards mended by what lacks on others, each with its own steps. Each is made once the one before gave nothing.

        Before the long searches those are mended that were seen whole: no more steps help there. At the end the others are.
        """
        if number not in (MENDED, LAST_ROUND) or most < len(set(self.names)) or self.single is not None:
            return
        fed = [i for i, many in enumerate(self.fed) if many == most and (i in self.done) == (number == MENDED)]
        left, self.mending = self.left, True
        for layout, position in Mending(self.names, partial(self._laid, ours=OURS, theirs=THEIRS)).run(
            [self.boards[i] for i in fed]
        ):
            self.boards.append(layout)
            self.fed.append(most)
            self.laid[id(layout)] = position
            self.left = max(left, MENDED_STEPS)
            yield len(self.boards) - 1, layout, MENDED_STEPS
            self.done.add(len(self.boards) - 1)
        self.left, self.mending = left, False

    def _allot(self) -> None:
        """Set the steps of the search. There are fewer where a clause is not read, or a card is fed on no board or has no part.

        Two cards that have one may loop by themselves, and the others be what uses the loop.
        """
        parts, whole = FEWER_PARTS if any(card.missing for card in self.cards) else (1, 1)
        self.left = self.asked.steps * parts // whole
        names = set(self.names)
        parted = names - set(self.unfed)
        alone = len(parted) > 1
        if max(self.fed, default=0) < len(parted if alone else names):
            self.left = min(self.left, UNFED)
        if self.unfed and not alone:
            self.left = min(self.left, NO_PART)
        self.budget = self.left

    def _lay_out(self) -> None:
        """Lay the boards out that can be, with how many of the cards are fed there: what they ask for is given again and again."""
        names = {face for name in self.names for face in face_names(name)}
        for layout in layouts(self.cards):
            position = self._laid(layout, OURS, THEIRS)
            if isinstance(position, Refusal):
                self.refused.append(position)
                continue
            rows = position.state.rows
            protos = [rows[handle].cls.proto for handle in can_recur(position.state, _ME)]
            self.boards.append(layout)
            self.fed.append(len({proto.name for proto in protos if proto is not None} & names))
            self.laid[id(layout)] = position

    def wins_instead(self, layout: Layout, found: Found, needed: Needs) -> bool:
        """Whether a loop gives less than a life total of anything with the life that was asked for, and a line played once wins."""
        life = parse_quantity(self.asked.life)
        if found.endless or as_long_as_life(found) or not isinstance(life, int) or not may_end(self.terms):
            return False
        position = self._laid(only(layout, needed, self.counters_at_first), self.asked.life, self.asked.life)
        wins = self._wins_at(layout, self.asked.life, found)
        if wins or self.unread() or isinstance(position, Refusal) or not falls_short(position.state, found, life):
            return False
        self.single = self.single or (None if self.looked_once else self.once())
        return self.single is not None and self.single.what == WIN

    def _not_this(self, best: tuple[Layout, Found, Needs]) -> tuple[Layout, Found, Needs] | None:
        """A loop in which a card is idle; nothing where a line that is played once needs all cards, or where a clause is unread."""
        if self.unread() is not None:
            return None
        if not self.looked_once and may_end(self.terms):
            self.single = self.once()
        return None if self.single is not None else best

    def _longer(self, layout: Layout, found: Found, needed: Needs) -> tuple[Layout, Found, Needs]:
        """A loop of turns that goes on for longer with a known library; else the given loop."""
        more = longer(layout, found, [card.proto for card in self.cards], partial(self._laid, ours=OURS, theirs=THEIRS))
        again = None if more is None else self.needed(*more)
        return (layout, found, needed) if more is None or again is None or self.idle(again) else (*more, again)

    def _armed(self, layout: Layout, found: Found, needed: Needs) -> tuple[Layout, Found, Needs]:
        """A loop of turns with a creature that attacks in them, where they end before anybody loses anything; else the given loop."""
        if not turns_alone(found):
            return layout, found, needed
        armed = replace(layout, helpers=(*layout.helpers, (creature_helper(), 1)))
        position = self._laid(armed, OURS, THEIRS)
        proved = None if isinstance(position, Refusal) else attacking(position.state, found, creature_helper().name)
        other = proved or self._again(armed, ARMED_STEPS)
        if isinstance(other, Refusal) or turns_alone(other) or not gives_all(other, found):
            return layout, found, needed
        other = self._begun(other)
        again = self.needed(armed, other)
        return (layout, found, needed) if self.idle(again) else (armed, other, again)

    def _nearer(self, far: tuple[Layout, Found, Needs]) -> tuple[Layout, Found, Needs]:
        """A loop that gives the same things without counters from nowhere or spells that were added; else the given loop."""
        spells = only(far[0], far[2], self.counters_at_first).starters if self.mending else ()
        if (cast := self._cast_first(far) if self._grown(far[0]) else None) is not None:
            return cast
        bare = [i for i, layout in enumerate(self.boards) if i not in self.done and not self._grown(layout)]
        if spells:  # a board with one of them would be dearer by one
            bare = [i for i in bare if not (own := self.boards[i]).starters and own.cost <= far[0].cost + len(spells)]
        elif not self._grown(far[0]):
            return far
        bare.sort(key=lambda i: -self.fed[i])
        for i in bare[:NEARER]:
            layout = self.boards[i]
            found = self._again(layout, NEARER_STEPS)
            if isinstance(found, Refusal) or not tellable(found):
                continue
            found = self._begun(found)
            if goes_round(found.loop, _ME) or not gives_all(found, far[1]):
                continue
            needed = self.needed(layout, found)
            if not self.idle(needed):
                return self.smaller(layout, found, needed)
        return far

    def _cast_first(self, far: tuple[Layout, Found, Needs]) -> tuple[Layout, Found, Needs] | None:
        """The same loop where what enters with X counters is cast for so much (107.3m), instead of lying there with them; None where that is no loop."""
        layout, found, needed = far
        least, lines = cast_instead(only(layout, needed, self.counters_at_first), self.cards)
        position = self._laid(least, OURS, THEIRS) if lines and not self._grown(least) else None
        if not isinstance(position, Position):
            return None
        proved = Prover(position.state, _ME, Meter(STEPS)).prove((*lines, *found.prefix), found.body)
        if not isinstance(proved, Found) or not gives_all(proved, found):
            return None
        again = self.needed(least, proved)
        return None if self.idle(again) else self.smaller(least, proved, again)

    def _grown(self, layout: Layout) -> bool:
        """Whether a card begins with more counters than it enters with."""
        return from_nowhere(layout, self.counters_at_first)

    def _lean(self, found: Found) -> Found:
        """A loop with no more lines than give the same things."""
        less = leaner(found)
        return less if less is found or own_names(found) <= own_names(less) else found

    def needed(self, layout: Layout, found: Found) -> Needs:
        """What a loop needs to give the same things, if maybe less of each; where that loses one, to give as much."""
        fewer = needs(found, as_good)
        if fewer.needs is None:
            return fewer
        small = self._laid(only(layout, fewer, self.counters_at_first), OURS, THEIRS)
        if isinstance(small, Position):
            proved = Prover(small.state, _ME, Meter(STEPS)).prove(found.prefix, found.body)
            if isinstance(proved, Found) and gives_all(proved, found):
                return fewer
        return needs(found)

    def smaller(self, layout: Layout, found: Found, needed: Needs) -> tuple[Layout, Found, Needs]:
        """A loop that gives the same things on the smallest board on which one is found."""
        laid = partial(self._laid, ours=OURS, theirs=THEIRS)
        least = LeastBoard(self.cards, self.counters_at_first, laid, self._again, self.needed, self._begun)
        return least.of((layout, found, needed))

    def _begun(self, found: Found) -> Found:
        """A loop begun at once, with no more lines than give the same things."""
        return fewer_attackers(self._lean(at_once(found)))

    def _again(self, layout: Layout, steps: int) -> Found | Refusal:
        """A search on a smaller board, which takes nothing of the steps that are left."""
        position = self._laid(layout, OURS, THEIRS)
        return position if isinstance(position, Refusal) else find_on_board(position.state, _ME, steps)

    def unread(self) -> Refusal | None:
        """The refusal for a clause that is not understood, of a board or of a card anywhere."""
        return clause_unread(self.cards, self.refused)

    def idle(self, needed: Needs) -> tuple[str, ...]:
        """The cards that a loop does without."""
        return idle_names(self.names, needed)

    def _searched(self, layout: Layout, steps: int) -> Found | Refusal:
        position = self.laid.get(id(layout)) or self._laid(layout, OURS, THEIRS)
        if isinstance(position, Refusal):
            self.refused.append(position)
            return position
        most = min(steps, self.left)
        self.searched.add(id(layout))
        found = find_on_board(position.state, _ME, most, untold=lambda each: goes_round(each.loop, _ME))
        if isinstance(found, Refusal):
            self.left -= most if found.code == "find-budget" else most // 20 + 1
            self.refused.append(found)
        else:
            self.left -= found.steps
        return found

    def _laid(self, layout: Layout, ours: str, theirs: str) -> Position | Refusal:
        return load(self._text(layout, ours, theirs), "combo.yaml", self.book)

    def _text(self, layout: Layout, ours: str, theirs: str, script: Sequence[str] = ()) -> str:
        asked = self.asked
        table = layout.table(ours, theirs, asked.players, asked.others, asked.held, asked.lands)
        return board_text(table, " + ".join(self.names), script)

    # --- what is told of none ------------------------------------------------------------------------------------

    def nothing(self) -> Refusal:
        """The refusal where no loop was found: the clause that is not understood, or how near a board came."""
        unread = self.unread()
        if unread is not None:
            return unread
        unfed = bool(self.unfed) and not self.boards
        return none_found(self.cards, self.refused, self.spent, len(self.searched), unfed, self.worthless)

    # --- what is told --------------------------------------------------------------------------------------------

    def told(self, layout: Layout, found: Found, needed: Needs) -> Combo | Refusal:
        """The loop on the smallest board that has it, with the life that was asked for where that does."""
        idle = self.idle(needed)
        for board, ours, theirs in self._to_tell(layout, needed):
            position = self._laid(board, ours, theirs)
            if isinstance(position, Refusal):
                continue
            proved = Prover(position.state, _ME, Meter(STEPS), known=True).prove(found.prefix, found.body)
            if not isinstance(proved, Found):
                continue
            at = partial(self._laid, ours=ours, theirs=theirs)
            outlet = self._outlet(board, proved, idle)
            more = None if outlet else handed_over((layout, found, needed), self.cards, at, self.needed)
            if more is not None:
                return self.told(*more)
            if outlet is not None:
                idle = tuple(name for name in idle if name not in outlet.cards)
                board, proved = with_outlet(outlet, board, proved, at)
            idle_cards = [card for card in dict.fromkeys(self.cards) if card.name in idle]
            board, proved, stopping = beside_idle(board, proved, idle_cards, at)
            text = self._text(board, ours, theirs, proved.script_lines())
            final = load(text, "combo.yaml", self.book)
            assert isinstance(final, Position)
            return Combo(
                self.names,
                final,
                text,
                proved,
                needed.with_life(life) if isinstance(life := parse_quantity(ours), int) else needed,
                board.helpers,
                board.against,
                board.starters,
                idle,
                stopping,
                self.counters_at_first,
                board.life or ours,
                theirs,
                self._wins_at(board, ours, found),
                generic_mana([card.proto for card in self.cards]),
                board.library,
                "" if board.theirs.isdecimal() else board.theirs,
                self._bounds(board, proved, at),
                self.asked.steps - self.left,
                found.endless or as_long_as_life(found),
                outlet,
            )
        raise AssertionError("a loop that was found is proved on its own board")

    def _to_tell(self, layout: Layout, needed: Needs) -> Iterator[tuple[Layout, str, str]]:
        """The boards that a loop is told on, the least first, with life totals: those that were asked for before those of a board."""
        least = only(layout, needed, self.counters_at_first)
        if least.life:
            yield replace(least, life=""), self.asked.life, self.asked.life
        for board in (least, layout):
            for ours, theirs in lives(self.asked.life, needed):
                yield board, ours, theirs

    def _bounds(self, board: Layout, found: Found, at: Callable[[Layout], Position | Refusal]) -> LifeBounds | None:
        """Between which life totals of its player a loop is proved; None where it is with the one that was asked for."""
        there, usual = parse_quantity(board.life or self.asked.life), parse_quantity(self.asked.life)
        if not board.life or not isinstance(there, int) or not isinstance(usual, int):
            return None

        def does(life: int) -> bool:
            position = at(replace(board, life=str(life)))
            if isinstance(position, Refusal):
                return False
            tried = Prover(position.state, _ME, Meter(STEPS), known=True).prove(found.prefix, found.body)
            return isinstance(tried, Found) and gives_all(tried, found)

        return life_bounds(there, does, None if does(usual) else usual)

    def _outlet(self, board: Layout, found: Found, idle: Sequence[str]) -> Outlet | None:
        """What idle cards win with behind iterations of a loop, with the life that was asked for."""
        if not (idle and self.asked.once):
            return None
        life, cards = self.asked.life, [card for card in dict.fromkeys(self.cards) if card.name in idle]
        return Outlets(found, cards, self.book, lambda at, lines: self._text(at, life, life, lines)).on(board)

    def _wins_at(self, board: Layout, ours: str, found: Found) -> int:
        """The iteration in which the proposer wins where each opponent has the life that was asked for; 0 for none."""
        position = self._laid(board, ours, self.asked.life)
        return 0 if isinstance(position, Refusal) else lap_of_win(position.state, found)
