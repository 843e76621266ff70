"""The moves that the finder tries at a decision: few, in a fixed order; alike permanents once, and few ways to untap. Part of the solver: the search.

Permanents that the search takes for one another: unlike only in name, subtypes, colors, size and how many they are.
Part of the solver: the search.

Which of them acts seldom matters to a loop. So the search tries one of them first and the others
later (``search``). Nothing is left out by it.

The ways to untap permanents that a search tries first: as many of one's own as goes, and only tapped ones.
Part of the solver: the search.

The moves that the finder tries at a decision: few, in a fixed order, each with what it costs to look at.
Part of the solver: the search.

Nothing here decides what is legal: every move comes from ``rules.decisions.options``. What is left
out saves effort (``docs/finding.md``). A step is never left with an empty stack. Other players do
nothing that they need not do: they pass, and they decline. Of long lists of targets and payments the first ones are tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, islice, zip_longest
from typing import Final, TypeAlias

from reiterate.amounts import plain
from reiterate.records import replace
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import ACTIVATE, COUNT, DIVIDE, PASS, PICKS, RUN, TARGET, Choice, Option, X
from reiterate.rules.access.questions import COPIES, question_of
from reiterate.rules.access.state_access import number_prop, seats
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.costs.resolution_payments import TOLL
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.events.targets import NONE
from reiterate.state.amount_slots import names
from reiterate.state.model import BATTLEFIELD, HAND, Ref, State, player
from reiterate.state.properties import MANA as MANA_SLOT
from reiterate.state.properties import PASSES, PLAYER
from reiterate.survey.consumers import MOST_MANA, has_consumer, lacks_mana, wanted_mana, with_plenty
from reiterate.survey.copies_of_x import copied_first
from reiterate.survey.empty_costs import TAKES_NOTHING, takes_nothing
from reiterate.survey.helped_payments import helped
from reiterate.survey.over_stack import copies_spells
from reiterate.survey.proof import NARROW
from reiterate.survey.relevance import Key, key_of
from reiterate.survey.step_moves import acts_here
from reiterate.survey.untaps_of_x import most_untapped, taps_own
from reiterate.terms.abilities import Activated, SpellAbility, is_mana_ability
from reiterate.terms.base import Term, walk, with_fields
from reiterate.terms.costs import ManaCost, SacrificeCost, TapCost, TapOthers
from reiterate.terms.effects_continuous import Become
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_permanents import Untap
from reiterate.terms.print_spelling import COLOR_WORDS
from reiterate.terms.proto import Proto
from reiterate.terms.references import TargetRef, Targets, This
from reiterate.terms.word_changes import reworded_proto

# --- alike ---------------------------------------------------------------------------------------


class Alike:
    """The abilities of a position's permanents by what the search takes for the same."""

    __slots__ = ("met", "state", "tied")

    def __init__(self, state: State) -> None:
        self.state = state
        self.met: dict[tuple[object, ...], int] = {}
        self.tied = {handle for handle, row in state.rows.items() if row.refs}
        for row in state.rows.values():
            self.tied.update(ref.row for ref in row.refs.values() if isinstance(ref, Ref))

    def before(self, option: Option) -> int:
        """How many options that are taken for the same were asked about before this one.

        What refers to another object, or is referred to, is taken for nothing else.
        """
        row = self.state.rows.get(option.row)
        if option.verb != ACTIVATE or row is None or row.cls.zone != BATTLEFIELD or option.row in self.tied:
            return 0
        cls, now = row.cls, view(self.state, option.row)
        stands = (cls.kind, cls.owner, cls.controller, cls.tapped, cls.sick, cls.marks, cls.props)
        key = (stands, now.types, now.supertypes, now.abilities, tuple(names(row.num)), option.index, option.how)
        number = self.met.get(key, 0)
        self.met[key] = number + 1
        return number


# --- untapping -----------------------------------------------------------------------------------

#: How the question begins which permanents are untapped.
UNTAPS: Final = "untap up to"


def untapping(state: State, option: Option, ways: Sequence[Choice], me: int) -> list[Choice] | None:
    """The ways of choosing an option that untap as much of one's own as goes; None where it isn't there to untap.

    ``ways``: those that are tried without this. Of the rows that may be untapped each comes first in one way.
    """
    most = most_untapped(state, option, me) if asked(state) == "priority" else None
    if most is None and asked(state) == "priority":
        most = copied_first(state, option, me)
    if most is not None:
        return [way for each in most for way in tried_ways(state, each, me)]
    if asked(state) == "answer" and question_of(state).text == UNTAPS:
        found = _picked(state, option, me)
    elif ways and _untaps_targets(state, option):
        found = _targeted(state, option, ways[0], me)
    else:
        return None
    return list(dict.fromkeys(choice for choice in found if verify(state, choice) is None))


def _picked(state: State, option: Option, me: int) -> Iterator[Choice]:
    slot = option.slot(PICKS)
    rows = _tapped(state, () if slot is None else slot.rows, me)
    for first in range(len(rows)):
        left, picks = plain(question_of(state).high), list[tuple[int, int]]()
        for row in [*rows[first:], *rows[:first]]:
            taken = min(left, plain(state.rows[row].n))
            picks += [(row, taken)] if taken else []
            left -= taken
        yield Choice(option.verb, option.player, picks=tuple(sorted(picks)))


def _untaps_targets(state: State, option: Option) -> bool:
    """Whether an option is an ability whose targets are untapped, all of them, and does nothing else."""
    if option.verb != ACTIVATE or option.how:
        return False
    effects = abilities_at(state, option.row)[option.index].effects
    return bool(effects) and all(map(_untaps_target, effects))


def _untaps_target(effect: Term) -> bool:
    return isinstance(effect, Untap) and isinstance(effect.object, TargetRef | Targets)


def _targeted(state: State, option: Option, way: Choice, me: int) -> Iterator[Choice]:
    slots = [slot for slot in option.slots if slot.name == TARGET]
    rows = _tapped(state, slots[0].rows if slots else (), me)
    for first in range(len(rows)):
        turned = [
            row for row in [*rows[first:], *rows[:first]] for _ in range(min(plain(state.rows[row].n), len(slots)))
        ]
        named = turned[: len(slots)]
        yield replace(way, targets=(*sorted(named), *(NONE for _ in slots[len(named) :])))


def _untaps_any(state: State, choice: Choice) -> bool:
    """Whether a way to untap things names one that is tapped."""
    named = (*choice.targets, *(row for row, _ in choice.picks))
    return any(state.rows[row].cls.tapped for row in named if row in state.rows)


def _tapped(state: State, rows: Sequence[int], me: int) -> list[int]:
    there = [row for row in rows if row in state.rows]
    return [row for row in there if state.rows[row].cls.tapped and state.rows[row].cls.controller == me]


# --- moves ---------------------------------------------------------------------------------------

#: Ways of filling an option's slots that are looked at, and that are kept of them.
LOOKED_AT: Final = 96
KEPT: Final = 16

#: Where more lands than these lie, they pay for several things: moves are played one by one, the cheapest first.
MANY_LANDS: Final = 11

#: Ways to pay that are tried of each: the first ones take colorless mana before colors.
PAYMENTS: Final = 2

#: The greatest announced X or chosen number that is tried besides the greatest possible one.
SMALL: Final = 3

#: Objects on the stack on top of which nothing more is put.
PILED: Final = 4

#: Of the attacks that are tried, how many of the greatest and of the smallest.
ATTACKS: Final = 2

#: Instead of a color: one mana of each color that is asked for, the rest of what there is most of.
SPREAD: Final = "spread"

#: Likewise, and nothing is sacrificed for it.
KEPT_ALL: Final = "kept"

#: What is done: the verb, the row, and the index of the ability.
_Done: TypeAlias = tuple[str, int, int]

#: The answer of a player who does not do what they may do.
NO: Final = "no"
YES: Final = "yes"

# What a move costs to look at: the search takes up the cheapest line of play first.
RESOLVE: Final = 2
ACT: Final = 10
MANA_COST: Final = 8
IDLE_MANA: Final = 30  # mana that nothing could be paid with
PAID_OTHERWISE: Final = 10  # more for the same thing paid for with other mana
UNTAPS_LESS: Final = 10  # more for untapping less of one's own than goes
UNTAPS_NOTHING: Final = 20  # more for untapping nothing
TAPS_OWN: Final = 20  # more for tapping X targets none of which is another player's
NONE_OF_SEVERAL: Final = 10  # more for choosing nothing where any number may be chosen
ON_STACK: Final = 6  # more for acting before the stack has resolved
STANDS_NOWHERE: Final = 20  # more for a color word that no text and nothing there has
MADE_IN_PARTS: Final = 12  # single mana where a player is asked whether to pay: what is lacking is made in one move
PILED_AGAIN: Final = 20  # more for activating an ability again before it has resolved
MORE_THAN_NEEDED: Final = 10  # more for tapping others beside those that pay alone
EXCHANGED: Final = 10  # more for a target of a copy that the copy may have in another place
INSTEAD: Final = 10  # more for each permanent that is tried before one that is taken for the same


@dataclass(slots=True)
class Seen:
    """What a search saw besides positions: options that can't be told, and rules that stopped a line of play.

    ``more``: options beyond those of narrow boards, to be counted as work. ``aside``: actions that are not tried.
    """

    unknown: dict[str, int] = field(default_factory=dict)
    more: int = 0
    aside: frozenset[Key] = frozenset()

    def note(self, code: str) -> None:
        """Count one option or line of play that this code stopped."""
        self.unknown[code] = self.unknown.get(code, 0) + 1

    def options(self, state: State) -> list[Option]:
        """The options of a position, seen, without those that are set aside."""
        found = options(state)
        self.more += max(0, len(found) - NARROW)
        return [option for option in found if key_of(state, option) not in self.aside] if self.aside else found

    def more_options(self) -> int:
        """How many options beyond those of narrow boards were seen since this was asked last."""
        more, self.more = self.more, 0
        return more


@dataclass(slots=True)
class Moves:
    """The moves at a decision with what they cost: those tried at once, and the options that are tried later."""

    now: list[tuple[int, Choice]]
    later: list[tuple[int, Option]]


def act(state: State, choice: Choice, me: int) -> tuple[State, list[Choice]] | None:
    """Play a choice, then the passes of the other players up to the next decision that is one.

    None where that would leave the step with an empty stack.
    """
    made = [choice]
    state = step(state, choice)[0]
    while asked(state) == "priority" and decider(state) != me:
        if not state.stack and number_prop(state.game, PASSES) + 1 >= len(seats(state)):
            return None
        passed = Choice(PASS, decider(state), over=over_text(state))
        state = step(state, passed)[0]
        made.append(passed)
    return state, made


def moves(state: State, me: int, seen: Seen) -> Moves:
    """The moves at a decision, in a fixed order. Where there are many, each is played when it is the cheapest only."""
    found = Moves([], [])
    priority = asked(state) == "priority"
    consumer = priority and has_consumer(state, me)
    wanted = wanted_mana(state, me) if priority else ""
    alike = Alike(state)
    able = seen.options(state)
    wide = priority and (len(able) > NARROW or lands(state, me) > MANY_LANDS)
    toll = asked(state) == TOLL
    over = 0 if not state.stack or (priority and copies_spells(state, me)) else ON_STACK
    for option in able:
        if option.unknown:
            seen.note(option.unknown)
            continue
        if option.verb == PASS:
            if state.stack:
                found.now.append((RESOLVE, Choice(PASS, option.player, over=over_text(state))))
            continue
        if priority and _piled(state):
            continue
        cost = (
            _cost(state, option, consumer, over)
            if priority
            else MADE_IN_PARTS
            if toll and option.verb == ACTIVATE
            else 0
        )
        before = alike.before(option) if priority else 0
        if before or wide:
            found.later.append((cost + INSTEAD * before, option))
        else:
            found.now += priced(state, option, cost, me, wanted)
    if priority and decider(state) == me and not _piled(state):
        for option, choice in helped(state, me, lambda rich, each: tried_ways(rich, each, me)):
            if key_of(state, option) not in seen.aside:
                found.now.append((_cost(state, option, consumer, over), choice))
    if not priority and decider(state) != me:
        declined = [(cost, choice) for cost, choice in found.now if choice.answer == NO]
        found.now = declined or found.now
    return found


def lands(state: State, me: int) -> int:
    """How many lands a player controls."""
    mine = [row for row in state.rows.values() if row.cls.zone == BATTLEFIELD and row.cls.controller == me]
    return sum(plain(row.n) for row in mine if row.cls.proto is not None and "land" in row.cls.proto.types)


def priced(state: State, option: Option, cost: int, me: int, wanted: str) -> Iterator[tuple[int, Choice]]:
    """The ways of choosing an option that are tried, with their costs. ``wanted``: see ``wanted_mana``."""
    priority = asked(state) == "priority"
    paid = Counter[Choice]()
    found = tried_ways(state, option, me)
    if asked(state) == "answer" and question_of(state).kind == "mixed":
        found = list(_mixed(state, found, wanted_mana(state, me)))
    first = untapping(state, option, found, me)
    several = asked(state) == "answer" and question_of(state).kind == "objects"
    words = _words_there(state) if asked(state) == "answer" and question_of(state).kind == "word" else None
    least = _least_picked(found) if option.verb == ACTIVATE else []
    aimed = _aimed_at(state) if several and question_of(state).text == COPIES else frozenset[int]()
    for i, choice in enumerate(_one_color(list(dict.fromkeys([*(first or ()), *found])), wanted)):
        unpaid = replace(choice, pay=())
        less = 0 if first is None or choice in first else UNTAPS_LESS if _untaps_any(state, choice) else UNTAPS_NOTHING
        less += NONE_OF_SEVERAL * (several and not choice.picks)
        less += MORE_THAN_NEEDED * any(_is_part(picked, choice) for picked in least)
        less += TAPS_OWN * (priority and taps_own(state, option, choice, me))
        less += EXCHANGED * bool(choice.picks and choice.picks[0][0] in aimed)
        less += STANDS_NOWHERE * (words is not None and choice.answer in COLOR_WORDS and choice.answer not in words)
        yield cost + min(i, 5) + PAID_OTHERWISE * paid[unpaid] + less, choice
        paid[unpaid] += priority


def _least_picked(ways: Sequence[Choice]) -> list[Choice]:
    """The ways that pick some permanents for a cost, where there are several such ways (702.122a)."""
    picked = [choice for choice in ways if choice.picks]
    return picked if len(picked) > 1 else []


def _is_part(one: Choice, other: Choice) -> bool:
    """Whether a way picks some of those that another one picks, and is that way else."""
    least, most = dict(one.picks), dict(other.picks)
    if least == most or not least.keys() <= most.keys() or replace(one, picks=other.picks) != other:
        return False
    return all(plain(n) <= plain(most[row]) for row, n in least.items())


def _aimed_at(state: State) -> frozenset[int]:
    """What something on the stack targets already, but for the target that a copy may keep: of targets that differ two would change places."""
    kept = question_of(state).rows[:1]
    refs = (ref for handle in state.stack for ref in state.rows[handle].refs.values())
    return frozenset(ref.row for ref in refs if isinstance(ref, Ref) and ref.row not in kept)


def _words_there(state: State) -> set[str]:
    """The color words that a text on the battlefield holds, or that name a color of something there: others change nothing (612.2)."""
    there = [handle for handle, row in state.rows.items() if row.cls.zone == BATTLEFIELD and row.cls.proto is not None]
    colors = {color for handle in there for color in view(state, handle).colors}
    protos = {proto for handle in there if (proto := state.rows[handle].cls.proto) is not None}
    return {
        word for word, color in COLOR_WORDS.items() if color in colors or any(_holds(proto, word) for proto in protos)
    }


@lru_cache(maxsize=1024)
def _holds(proto: Proto, word: str) -> bool:
    """Whether a text holds a color word: it would be another one with that word replaced."""
    other = next(each for each in COLOR_WORDS if each != word)
    return reworded_proto(proto, ((word, other),)) != proto


def leaving_moves(state: State, me: int, seen: Seen) -> Moves:
    """The moves of a search that leaves steps.

    With an empty stack nothing is done outside the main phases, added upkeeps and combats that ask for it. Mana is taken in
    the colors that something asks for.
    """
    priority = asked(state) == "priority"
    if priority and not state.stack and not acts_here(state, me):
        return Moves([], [])
    found = moves(state, me, seen)
    if asked(state) == "attack":
        return Moves(_few_attacks(found.now), [])
    return Moves(in_wanted_colors(found.now, wanted_mana(state, me) if priority else ""), found.later)


def in_wanted_colors(found: list[tuple[int, Choice]], wanted: str) -> list[tuple[int, Choice]]:
    """The moves without mana of colors that nothing asks for, where the same ability makes one that is asked for."""
    made = {(c.row, c.index) for _, c in found if c.verb == ACTIVATE and c.answer and c.answer in wanted}
    return [(n, c) for n, c in found if not c.answer or c.answer in wanted or (c.row, c.index) not in made]


def paid_for(state: State, me: int, seen: Seen, moved: Moves | None = None) -> Iterator[tuple[list[Choice], State]]:
    """What a player can pay for only after making mana: the mana abilities with it, and the position before it.

    Mana is made in one order for each color that is asked for, as little as does; other ways are
    left to single moves. ``moved``: the moves that are tried there, also in combat and over a stack; None: those of a search that leaves steps, over none.
    """
    over = state.stack and moved is None
    if asked(state) != "priority" or over or decider(state) != me:
        return
    moved = leaving_moves(state, me, seen) if moved is None else moved
    here = moved.now
    before = {(c.verb, c.row, c.index) for _, c in here}
    before |= {(option.verb, option.row, option.index) for _, option in moved.later}
    if not lacks_mana(state, me, before):
        return
    wanted = wanted_mana(state, me)
    makers = [c for _, c in here if _for_mana(state, c)]
    within = _with_plenty(state, me, seen) if makers else set[_Done]()  # what mana alone could be lacking for
    colors = dict.fromkeys(c.answer for c in makers)
    kept = [c for c in makers if not _gives_up(state, c)]
    orders = [KEPT_ALL] if 0 < len(kept) < len(makers) else []
    orders += [SPREAD] if len({_kind(state, c) for c in makers}) > 1 else []
    for color in (*orders, *colors):
        made: list[Choice] = []
        now, able = state, seen.options(state)
        while len(made) < MOST_MANA and within - before:
            if color == KEPT_ALL:
                able = [option for option in able if not _gives_up(now, option)]
            spread = color in (SPREAD, KEPT_ALL)
            best = _spread(now, able, me, wanted) if spread else _one_mana(now, able, me, color, wanted)
            played = act(now, best, me) if best is not None else None
            if best is None or played is None or asked(played[0]) != "priority":
                break
            now = played[0]
            made += played[1]
            able = seen.options(now)
            for option in able:
                what = (option.verb, option.row, option.index)
                if option.unknown or option.verb == PASS or what in before or _is_mana(now, option):
                    continue
                ways = tried_ways(now, option, me)
                if ways:  # where no target has to be chosen, what is paid for has one all the same (601.2c)
                    before.add(what)
                    yield [*made, next((way for way in ways if way.targets), ways[0])], now


def _with_plenty(state: State, me: int, seen: Seen) -> set[_Done]:
    """What could be activated or cast with plenty of mana, but for mana abilities."""
    rich = with_plenty(state, me)
    able = [option for option in seen.options(rich) if option.verb != PASS and not option.unknown]
    return {(option.verb, option.row, option.index) for option in able if not _is_mana(rich, option)}


def _gives_up(state: State, made: Choice | Option) -> bool:
    """Whether mana is made for a permanent, as a Treasure is sacrificed: where other mana does, that permanent stays."""
    costs = abilities_at(state, made.row)[made.index].costs if made.verb == ACTIVATE and made.row in state.rows else ()
    return any(isinstance(cost, SacrificeCost) for cost in costs)


def paid_toll(state: State, me: int, seen: Seen) -> Iterator[tuple[list[Choice], State]]:
    """To pay what a player is asked whether to pay, after making the mana for it: the choices, and the position before the last one.

    Mana is made in one order for each color that is asked for, as little as does.
    """
    if asked(state) != TOLL or decider(state) != me:
        return
    here = seen.options(state)
    if _yes(state, here, me) is not None:
        return
    wanted = wanted_mana(state, me)
    makers = [way for option in here if _is_mana(state, option) for way in tried_ways(state, option, me)]
    found: list[list[Choice]] = []
    for color in dict.fromkeys((SPREAD, *(choice.answer for choice in makers))):
        made: list[Choice] = []
        now, able = state, here
        while len(made) < MOST_MANA:
            best = _spread(now, able, me, wanted) if color == SPREAD else _one_mana(now, able, me, color, wanted)
            played = act(now, best, me) if best is not None else None
            if played is None or asked(played[0]) != TOLL:
                break
            now, able = played[0], seen.options(played[0])
            made += played[1]
            paid = _yes(now, able, me)
            if paid is not None and made not in found:
                found.append(made)
                yield [*made, paid], now
            if paid is not None:
                break


def _yes(state: State, able: Sequence[Option], me: int) -> Choice | None:
    """To pay what a player is asked whether to pay; None where they can't."""
    ways = (way for option in able if option.verb != ACTIVATE for way in tried_ways(state, option, me))
    return next((way for way in ways if way.answer == YES), None)


def _spread(state: State, able: Sequence[Option], me: int, wanted: str) -> Choice | None:
    """A way to make mana of a color that is asked for and not in the pool yet; else by what there is most of."""
    pool = state.rows[player(me)]
    found: list[tuple[bool, int, Choice]] = []
    for option in able:
        if option.unknown or not _is_mana(state, option):
            continue
        for choice in tried_ways(state, option, me):
            kind = _kind(state, choice)
            lacking = bool(kind) and kind in wanted and not plain(pool.get(f"{MANA_SLOT}{kind}"))
            found.append((lacking, plain(state.rows[choice.row].n), choice))
    return max(found, key=lambda each: each[:2])[2] if found else None


def _kind(state: State, choice: Choice) -> str:
    """The kind of mana that an activation makes, if it is one; "" else."""
    effects = abilities_at(state, choice.row)[choice.index].effects
    printed = {kind for effect in effects if isinstance(effect, AddMana) for kind in effect.symbols}
    return choice.answer or ("".join(printed) if len(printed) == 1 else "")


def _one_mana(state: State, able: Sequence[Option], me: int, color: str, wanted: str) -> Choice | None:
    """A way to make mana: of this color where there is one, else the first way."""
    first: Choice | None = None
    for option in able:
        if option.unknown or not _is_mana(state, option):
            continue
        choices = tried_ways(state, option, me)
        for choice in [c for c in choices if not c.answer or c.answer in wanted] or choices[:1]:
            if choice.answer == color:
                return choice
            first = first or choice
    return first


def _is_mana(state: State, option: Option) -> bool:
    if option.verb != ACTIVATE or option.row not in state.rows:
        return False
    return is_mana_ability(abilities_at(state, option.row)[option.index])


def _few_attacks(found: list[tuple[int, Choice]]) -> list[tuple[int, Choice]]:
    """The greatest attacks, the smallest ones and none."""
    size = sorted(found, key=lambda pair: (-sum(plain(n) for _, n in pair[1].picks), pair[0]))
    few = size if len(size) <= 2 * ATTACKS else [*size[:ATTACKS], *size[-ATTACKS:]]
    return [(i, choice) for i, (_, choice) in enumerate(few)]


def _for_mana(state: State, choice: Choice) -> bool:
    if choice.verb != ACTIVATE or choice.row not in state.rows:
        return False
    return is_mana_ability(abilities_at(state, choice.row)[choice.index])


def _piled(state: State) -> bool:
    """Whether so much waits on the stack that nothing is put on top of it."""
    return sum(plain(state.rows[handle].n) for handle in state.stack) >= PILED


def _one_color(ways: list[Choice], wanted: str) -> Iterator[Choice]:
    """The ways, with one kind of mana for all those that nothing asks for."""
    needless: set[Choice] = set()
    for choice in ways:
        if choice.verb == ACTIVATE and choice.answer and choice.answer not in wanted:
            same = replace(choice, answer="")
            if same in needless:
                continue
            needless.add(same)
        yield choice


def _mixed(state: State, ways: list[Choice], wanted: str) -> Iterator[Choice]:
    """The ways to divide mana among its kinds: all of one that is asked for, then of each as much as is asked for."""
    asked_for = {kind: wanted.count(kind) for choice in ways for kind, _ in choice.pay if kind in wanted}
    yield from [choice for choice in ways if choice.pay[0][0] in asked_for] or ways[:1]
    for most in asked_for if len(asked_for) > 1 else ():
        whole = next(choice for choice in ways if choice.pay[0][0] == most)
        shares = {kind: n for kind, n in asked_for.items() if kind != most}
        rest = plain(whole.pay[0][1]) - sum(shares.values())
        if rest > 0:
            spread = replace(whole, pay=tuple((kind, rest if kind == most else shares[kind]) for kind in asked_for))
            if verify(state, spread) is None:
                yield spread


def _cost(state: State, option: Option, consumer: bool, over: int) -> int:
    """What an option costs to look at. ``over``: how much more over a stack."""
    if option.verb != ACTIVATE:
        return ACT + over
    ability = abilities_at(state, option.row)[option.index]
    if taps_for_mana(ability):  # before what is on the stack as well as after it
        return (MANA_COST if consumer else IDLE_MANA) + over
    again = PILED_AGAIN * (
        any(state.rows[handle].cls.term == ability for handle in state.stack) or _is_so(state, option.row, ability)
    )
    again += TAKES_NOTHING * takes_nothing(state, option)
    return ACT + again + over


def _is_so(state: State, row: int, ability: Activated) -> bool:
    """Whether all that an ability does is to make its source what it was made already, as a Vehicle that was crewed (702.122a)."""
    made = [effect for effect in ability.effects if isinstance(effect, Become) and effect.object == This()]
    types = view(state, row).types
    return (
        bool(made)
        and len(made) == len(ability.effects)
        and all(set(effect.types) <= set(types) and effect.power is None and not effect.abilities for effect in made)
    )


def taps_for_mana(ability: Activated) -> bool:
    """Whether an ability is a mana ability that costs nothing but tapping and mana."""
    return is_mana_ability(ability) and all(isinstance(cost, TapCost | TapOthers | ManaCost) for cost in ability.costs)


def tried_ways(state: State, option: Option, me: int) -> list[Choice]:
    """The ways of choosing an option that are tried: legal ones, nearest targets first, whole groups and single ones."""
    tops = {slot.name: plain(slot.high) for slot in option.slots if slot.name in (X, COUNT)}
    number = asked(state) == "answer" and question_of(state).kind == "number"
    found: dict[Choice, tuple[int, ...]] = {}
    try:
        width = _width(option)
        looked = _in_order(_narrow(state, option, tops, number), _runs_of_targets(state, option))
        if width == KEPT:
            looked = islice(looked, width)
        for choice in islice(_few_payments(looked, state, me), width):
            found.setdefault(choice, tuple(_nearness(state, row, me) for row in choice.targets))
    except Unsupported:
        return []
    nearest = sorted(found.items(), key=lambda pair: pair[1])  # stable: the engine's order among equals
    legal = [choice for choice, _ in nearest if verify(state, choice) is None]
    return _by_turns(legal)[:KEPT] if X in tops and option.slot(DIVIDE) is not None else legal[:KEPT]


def _by_turns(ways: Sequence[Choice]) -> list[Choice]:
    """The ways of each X in turn, the first ones of all first: else the ways to divide small numbers would hide great ones."""
    by_x: dict[int, list[Choice]] = {}
    for way in ways:
        by_x.setdefault(plain(way.x), []).append(way)
    return [way for turn in zip_longest(*by_x.values()) for way in turn if way is not None]


def _few_payments(found: Iterator[Choice], state: State, me: int) -> Iterator[Choice]:
    """The ways without the same thing paid for again and again: else its payments would hide other targets.

    Mana that nothing asks for is spent before mana of the colors that something asks for, and what is scarce comes last.
    """
    if asked(state) == "answer":
        yield from found
        return
    for _, group in groupby(found, key=lambda choice: replace(choice, pay=())):
        payments = list(islice(group, LOOKED_AT))
        if len(payments) > PAYMENTS:
            wanted = wanted_mana(state, me)
            payments.sort(
                key=lambda c: (sum(plain(n) for kind, n in c.pay if kind in wanted), -_left_for(state, c, wanted, me))
            )
        yield from payments[:PAYMENTS]


def _left_for(state: State, choice: Choice, wanted: str, me: int) -> Fraction:
    """For how much of what asks for colors a payment leaves mana: of the color of which least is left, measured by that."""
    paid = dict(choice.pay)
    pool = {
        slot.removeprefix(MANA_SLOT): n for slot, n in state.rows[player(me)].num.items() if slot.startswith(MANA_SLOT)
    }
    left = {kind: plain(n) - plain(paid.get(kind, 0)) for kind, n in pool.items()}
    return min((Fraction(n, wanted.count(kind)) for kind, n in left.items() if kind in wanted), default=Fraction(0))


def _runs_of_targets(state: State, option: Option) -> tuple[tuple[int, int], ...]:
    """The runs of targets that what is activated or cast does the same to: the first one and how many."""
    many = sum(slot.name == TARGET for slot in option.slots)
    if many < 2 or option.row not in state.rows or option.how:
        return ()
    proto = state.rows[option.row].cls.proto
    if option.verb == ACTIVATE:
        abilities: Sequence[Term] = [abilities_at(state, option.row)[option.index]]
    else:
        abilities = () if proto is None else [each for each in proto.abilities if isinstance(each, SpellAbility)]
    if len(abilities) != 1 or not isinstance(abilities[0], Activated | SpellAbility):
        return ()
    return _alike_targets(abilities[0]) if len(abilities[0].targets) == many else ()


@lru_cache(maxsize=1024)
def _alike_targets(ability: Activated | SpellAbility) -> tuple[tuple[int, int], ...]:
    """The runs of targets that an ability does the same to, as "up to three target lands"; none where it has modes."""
    runs: list[tuple[int, int]] = []
    single: set[int] = set()

    def visit(node: Term) -> None:
        if isinstance(node, Targets) and node.count > 1:
            runs.append((node.first, node.count))
        elif isinstance(node, TargetRef):
            single.add(node.index)

    walk(ability.effects, visit)
    found: list[tuple[int, int]] = []
    for first, count in () if ability.modes else dict.fromkeys(runs):
        run = range(first, first + count)
        crossed = any(other != (first, count) and set(run) & set(range(other[0], sum(other))) for other in runs)
        specs = {with_fields(spec, {"other": 0}) for spec in ability.targets[first : first + count]}
        if len(specs) == 1 and not crossed and single.isdisjoint(run):
            found.append((first, count))
    return tuple(found)


def _in_order(found: Iterator[Choice], runs: Sequence[tuple[int, int]]) -> Iterator[Choice]:
    """The ways that name the targets of each run in one order, with those that are not named behind them."""
    for choice in found:
        parts = (choice.targets[first : first + count] for first, count in runs)
        if choice.sizes or all(part == tuple(sorted(part, key=lambda row: (row == NONE, row))) for part in parts):
            yield choice


def _width(option: Option) -> int:
    """How many instances are looked at: a few where they differ in the payment alone."""
    return LOOKED_AT if any(slot.name in (TARGET, PICKS, RUN, X) for slot in option.slots) else KEPT


def _narrow(state: State, option: Option, tops: dict[str, int], number: bool) -> Iterator[Choice]:
    """The instances with small or greatest numbers; a count of a whole group is said as the whole group."""
    aimed = option.slot(TARGET) is not None and not tops
    spared = {0, 1, _for_the_rest(state, option)} if X in tops else set[int]()
    if X in tops and option.slot(DIVIDE) is not None:
        yield from _divided(state, option, tops[X], spared)
        return
    for choice in instances(state, option, LOOKED_AT * (16 if aimed else 4)):
        if X in tops and plain(choice.x) > SMALL and tops[X] - plain(choice.x) not in spared:
            continue
        if COUNT in tops and not number:
            if choice.count not in (1, tops[COUNT]):
                continue
            yield replace(choice, count=0) if choice.count == tops[COUNT] else choice
            continue
        yield choice


def _divided(state: State, option: Option, top: int, spared: Collection[int]) -> Iterator[Choice]:
    """The instances that divide an X, each number by itself: there are many ways to divide a number in between.

    Nothing is announced that is more than the least and goes to no target.
    """
    low = next(plain(slot.low) for slot in option.slots if slot.name == X)
    great = sorted(top - less for less in spared if top - less > low + SMALL)
    for x in (*range(low, min(top, low + SMALL) + 1 if top >= 0 else low + SMALL + 1), *great):
        slots = tuple(replace(slot, low=x, high=x) if slot.name == X else slot for slot in option.slots)
        ways = islice(instances(state, replace(option, slots=slots), LOOKED_AT), KEPT)
        yield from (choice for choice in ways if choice.sizes or x == low)


def _for_the_rest(state: State, option: Option) -> int:
    """How much less an X may be than it could, so that the other cards in hand can still be cast."""
    if option.verb == ACTIVATE:
        return 0
    rest = 0
    for handle, row in state.rows.items():
        if row.cls.zone == HAND and row.cls.owner == option.player and row.cls.proto is not None:
            symbols = row.cls.proto.mana_cost or ()
            rest += (
                sum(int(each) if each.isdecimal() else each != "X" for each in symbols) if handle != option.row else 0
            )
    return rest


def _nearness(state: State, row: int, me: int) -> int:
    """Other players first, then one's own objects, then the rest, oneself last."""
    there = state.rows.get(row)
    if there is None:
        return 2
    if there.cls.kind == PLAYER:
        return 3 if row == player(me) else 0
    return 1 if there.cls.controller == me else 2
