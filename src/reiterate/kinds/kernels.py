"""Who keeps a loop up: the kernels of a loop, which are what can't be left out of it.

Actions that nobody has to take are left out, and choices are answered otherwise, as long as a loop goes on. The loop that
goes on may be a smaller one. What can't be left out is a *kernel*, and its players keep the loop up (MTR 4.4 paragraphs 2, 7 and 8). Where
a kernel holds neither action nor choice, nobody does (732.4). An action in no kernel is a *rider*.

Each way of leaving out actions is played (``replay``). Where the play comes round, the round is traced like any loop, and
the proof that the smaller loop goes on is that of loops. Whether an action is left out is decided only where it could be
taken, so ways that come to the same play are played once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from reiterate.amounts import identical
from reiterate.kinds.answers import Act, Unknown, answers, declining
from reiterate.kinds.choice_segments import ChoicePoint
from reiterate.kinds.kinds import LEAVES, Kept, Kernel, Statement
from reiterate.kinds.left_out import (
    Asked,
    NewQuestion,
    Place,
    Replay,
    Thing,
    Undecided,
    asks_unless,
    optional_act,
    places_of,
    products_of,
    thing_at,
)
from reiterate.kinds.orders import any_order
from reiterate.kinds.strategy import question_at
from reiterate.loops.loop import Loop, find_loop
from reiterate.loops.play import check_read
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.state_access import number_prop, text_prop
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.identity import skeleton
from reiterate.rules.turn.state_based_actions import over
from reiterate.script.sentences import say
from reiterate.shortcuts.lap import Changes, alike_changes, changes_of_choice
from reiterate.shortcuts.mana_first import is_mana
from reiterate.state.model import Row, State
from reiterate.state.normal_form import normal
from reiterate.state.properties import OUTCOME, PASSES, WHOLE_GAME

#: Ways of leaving out actions that are played before who keeps a loop up is "unknown".
WAYS_BUDGET: Final = 256

#: Choices of one such play, and of all of them.
PLAY_BUDGET: Final = 2_000
PLAYS_BUDGET: Final = 20_000

#: Iterations that a smaller loop has at least.
FEWEST: Final = 3

#: What happens in a loop: what comes to the top of the stack, what is done, and what is asked.
_Item: TypeAlias = "tuple[str, object]"

#: The changes of what changes nothing.
_NOTHING: Final[Changes] = frozenset()

#: What each thing that happens changes.
_Does: TypeAlias = "dict[_Item, Changes]"

#: What is part of a kernel: an action, or a question by the player who is asked.
_Key: TypeAlias = "tuple[str, object]"

_ACTION: Final = "action"
_CHOICE: Final = "choice"
_RESOLVES: Final = "resolves"

GOES_ON: Final = "goes on"
STOPS: Final = "stops"
NOT_KNOWN: Final = "not known"


@dataclass(frozen=True, slots=True)
class Stated:
    """What is said of the choices of a loop: each with its statement; ``doubt``: why further players may keep it up."""

    each: tuple[tuple[ChoicePoint, Statement], ...]
    doubt: str


@dataclass(frozen=True, slots=True)
class Kernels:
    """The kernels of a loop, its riders, and why the kernels are not known ("" where they are).

    ``doubt``: why a kernel may hold choices of further players. ``riding``: the actions in no kernel.
    """

    found: tuple[Kernel, ...]
    riders: tuple[Kept, ...] = ()
    riding: frozenset[Act] = frozenset()
    unknown: str = ""
    doubt: str = ""

    @property
    def nobody(self) -> bool:
        """Whether a kernel without any action or choice was proved."""
        return not self.unknown and any(not kernel.kept for kernel in self.found)


@dataclass(slots=True)
class _Play:
    """What one way of leaving out comes to: ``what`` (``GOES_ON``, ``STOPS``, ``NOT_KNOWN``), and why."""

    decided: Mapping[Act, bool]
    what: str = STOPS
    why: str = ""
    loop: Loop | None = None
    does: _Does = field(default_factory=dict)
    asked_of: set[int] = field(default_factory=set)  # whoever had several answers on the way
    open: bool = False  # whether somebody had them before the smaller loop begins

    @property
    def taken(self) -> frozenset[Act]:
        """The actions that are not left out."""
        return frozenset(act for act, taken in self.decided.items() if taken)

    @property
    def repeated(self) -> frozenset[Act]:
        """Those of them that the round holds; all of them where it holds none."""
        return frozenset(act for act in self.taken if (_ACTION, act) in self.does) or self.taken


@dataclass(frozen=True, slots=True)
class _Found:
    """What can't be left out of a loop or of a smaller one.

    ``does``: what happens in it; ``recurs``: whether it brings the position back.
    """

    parts: Mapping[_Key, Kept]
    does: _Does
    doubt: str
    recurs: bool


def kernels_of(loop: Loop, whole: Stated, across: bool, stated: Callable[[Loop], Stated] | None) -> Kernels:
    """The kernels of a loop.

    ``whole``: what is said of its own choices; ``stated`` says the same of a smaller one, and is
    None where no smaller one is looked for. ``across``: whether steps end
    in the course of the loop.
    """
    return _Kernels(loop, whole, across, stated).result()


class _Kernels:
    """The work of ``kernels_of``."""

    __slots__ = ("across", "does", "free", "idle", "left", "loop", "places", "products", "stated", "whole", "words")

    def __init__(self, loop: Loop, whole: Stated, across: bool, stated: Callable[[Loop], Stated] | None) -> None:
        points = [point for point, _ in whole.each]
        self.loop = loop
        self.whole = whole
        self.across = across
        self.stated = stated
        self.places: list[Place] = places_of(points)
        self.products: dict[Act, Thing] = products_of(points)
        self.words: dict[Act, Kept] = {}
        self.free: set[_Key] = set()
        makes_mana: set[_Key] = set()
        for point in points:
            act = optional_act(point.state, point.choice)
            if act is not None and is_mana(point.state, point.choice):
                makes_mana.add((_ACTION, act))
            if act is not None and act not in self.words:
                self.words[act] = Kept(point.choice.player, say(point.state, point.choice), True)
                if takes_nothing(point.state, point.choice):
                    self.free.add((_ACTION, act))
        self.does = _done((point.state, point.choice) for point in points)
        self.idle = {key for key in makes_mana if alike_changes(_NOTHING, self.does[key])}
        self.left = PLAYS_BUDGET

    def result(self) -> Kernels:
        """All kernels; the empty one alone where it was proved."""
        everything = self._found(frozenset(self.words), self.whole, self.loop, self.does)
        found, unknown = [everything], list[tuple[set[int], str]]()
        for play in self._plays(found) if self.words and self.stated is not None else ():
            if play.what == STOPS:
                continue
            one, why = self._one(play)
            if one is not None:
                if not one.parts:
                    return self._told([one], everything)
                found.append(one)
            elif play.taken:
                unknown.append((play.asked_of | {act[0] for act in play.taken}, why))
            else:
                return Kernels((), unknown=f"whether a loop goes on though nobody acts is not known: {why}")
        least = self._kernels_among(found)
        seats = {kept.seat for each in least for kept in each.parts.values()}
        for players, why in unknown:
            if len(seats | players) > 1:
                return Kernels((), unknown=f"whether a smaller loop goes on is not known: {why}")
        return self._told(least, everything)

    def _one(self, play: _Play) -> tuple[_Found | None, str]:
        """What can't be left out of the smaller loop of a play; None, and why, where that is not known."""
        if play.loop is None:
            return None, play.why
        if play.open:
            return None, "somebody chooses before the smaller loop begins"
        assert self.stated is not None
        try:
            said = self.stated(play.loop)
        except (
            Undecided,
            NewQuestion,
        ):  # after another answer of somebody's the smaller loop comes to what its play did not come to
            return None, "whether something is left out is not known after other answers"
        if said.doubt:
            return None, said.doubt
        return self._found(play.repeated, said, play.loop, play.does), ""

    def _found(self, taken: frozenset[Act], said: Stated, loop: Loop, does: _Does) -> _Found:
        parts: dict[_Key, Kept] = {(_ACTION, act): self.words[act] for act in self.words if act in taken}
        for point, statement in said.each:
            if statement.role == LEAVES:
                key = (_CHOICE, (statement.seat, question_at(point.state)))
                parts.setdefault(key, Kept(statement.seat, statement.choice, False))
        return _Found(parts, does, said.doubt, recurs(loop))

    def _told(self, least: Sequence[_Found], everything: _Found) -> Kernels:
        keys = {key for each in least for key in each.parts}
        riders = {key: kept for key, kept in everything.parts.items() if key not in keys}
        riding = frozenset(act for act in self.words if (_ACTION, act) not in keys)
        order = list(everything.parts)  # as the lap has them
        place = {key: order.index(key) if key in everything.parts else len(order) for key in keys}
        least = sorted(least, key=lambda each: [place[key] for key in each.parts])
        kernels = tuple(Kernel(tuple(each.parts.values()), each.recurs) for each in least)
        doubt = everything.doubt if everything in least else ""
        return Kernels(kernels, tuple(riders.values()), riding, "", doubt)

    def _kernels_among(self, found: Sequence[_Found]) -> list[_Found]:
        """The least of what was found, without what only rides along.

        A free action can be repeated alone whatever the loop does. So it is no kernel where more than that goes on, and
        does the same without the free action as in the whole loop. More are actions that cost something, and free actions
        that need one another.
        """
        least = _least(found)
        costly = _least([one for one in found if not one.parts.keys() <= self.free])
        for more in (costly, [one for one in least if len(one.parts) > 1]):
            if any(self._undisturbed(one) for one in more):
                return more
        return least

    def _undisturbed(self, one: _Found) -> bool:
        """Whether all that happens in a smaller loop changes what it changes in the whole one."""
        return all(self.does.get(item, done) == done for item, done in one.does.items())

    # --- plays ------------------------------------------------------------------------------------------------

    def _plays(self, found: Sequence[_Found]) -> Iterator[_Play]:
        """The plays of all ways of leaving something out, the way first in which all is left out."""
        todo: list[tuple[dict[Act, bool], dict[Asked, int]]] = [({}, {})]
        ways = 0
        while todo:
            decided, answered = todo.pop()
            if self._known(decided, found):
                continue
            if ways >= WAYS_BUDGET or self.left <= 0:
                name, budget = ("WAYS_BUDGET", WAYS_BUDGET) if self.left > 0 else ("PLAYS_BUDGET", PLAYS_BUDGET)
                yield _Play(decided, NOT_KNOWN, f"{name} ran out: {budget:,}", asked_of=self._everybody())
                return
            replay = Replay(self.loop.reader, self.places, self.products, decided, answered, self.across)
            play = _Play(decided)
            try:
                self._play(replay, play)
            except Undecided as here:
                todo += [({**decided, here.act: True}, answered), ({**decided, here.act: False}, answered)]
                continue
            except NewQuestion as here:
                todo += [(decided, {**answered, here.about: way}) for way in reversed(range(here.ways))]
                continue
            except Unknown as reason:
                play.what, play.why = NOT_KNOWN, str(reason)
            except Unsupported as error:
                play.what, play.why = NOT_KNOWN, error.refusal.message
            ways += 1
            yield play

    def _known(self, decided: Mapping[Act, bool], found: Sequence[_Found]) -> bool:
        """Whether nothing is left out, or no less than a kernel of actions is taken: nothing smaller comes of it.

        What is free may still come to be a part of a kernel that is more than that.
        """
        taken = {(_ACTION, act) for act, is_taken in decided.items() if is_taken}
        left_out = {(_ACTION, act) for act, is_taken in decided.items() if not is_taken}
        only_free = found[0].parts.keys() - left_out <= self.free
        known = (each for each in found if only_free or not each.parts.keys() <= self.free)
        return len(taken) == len(self.words) or any(each.parts.keys() <= taken for each in known)

    def _everybody(self) -> set[int]:
        return {point.choice.player for point, _ in self.whole.each}

    def _play(self, replay: Replay, play: _Play) -> None:
        """Play from the loop's head until a shape comes back, and find the loop that it begins; or until it stops."""
        state, at = self.loop.heads[0], 0
        seen: dict[object, int] = {}
        line: list[tuple[State, int, Choice]] = []
        while not over(state):
            self.left -= 1
            if self.left <= 0 or len(line) >= PLAY_BUDGET:
                play.what, play.why = NOT_KNOWN, f"PLAY_BUDGET ran out: {PLAY_BUDGET:,} choices, and no shape came back"
                return
            if asked(state) != "priority" or number_prop(state.game, PASSES) == 0:
                key = (at, skeleton(normal(state)))
                if key in seen:
                    self._come_round(replay, play, line, seen[key])
                    return
                seen[key] = len(line)
            check_read(state)
            read = replay.at(state, at)
            if isinstance(read, Refusal):
                return
            line.append((state, at, read[0]))
            state, at = step(state, read[0])[0], read[1]
        if self._ends_so(text_prop(state.game, OUTCOME)):
            play.what, play.why = NOT_KNOWN, "the game is over before a shape came back"

    def _come_round(self, replay: Replay, play: _Play, line: Sequence[tuple[State, int, Choice]], begin: int) -> None:
        """The loop of the choices of a line from a place on, if it goes on as the whole loop does."""
        play.does = _done((state, choice) for state, _, choice in line[begin:])
        if play.does.keys() <= self.idle and not self.does.keys() <= self.idle:
            return  # turns begin and end, and nothing else is repeated: mana that pays for nothing is gone (106.4)
        several = [i for i, (state, _, _) in enumerate(line) if _several(state)]
        play.asked_of = {line[i][2].player for i in several}
        play.open = any(i < begin for i in several)
        state, at, _ = line[begin]
        loop = find_loop(normal(state), replay.counted(at, len(line) - begin))
        refused = loop.extend(None)
        if refused is not None:
            if play.taken and not _moved(loop) <= _moved(self.loop):
                return  # it changes what the whole loop brings back, wherever that leads
            play.what, play.why = NOT_KNOWN, refused.message
            return
        if self._goes_on(loop) and (not play.taken or _moved(loop) <= _moved(self.loop)):
            play.what, play.loop = GOES_ON, loop

    def _goes_on(self, loop: Loop) -> bool:
        """Whether a smaller loop goes on as long as the whole one."""
        end, whole = loop.end, self.loop.end
        if end is None:
            return True
        if whole is None or end.iteration < FEWEST:
            return False
        if over(end.state):
            return self._ends_so(text_prop(end.state.game, OUTCOME))
        return not over(whole.state) and not end.iteration < whole.iteration

    def _ends_so(self, outcome: str) -> bool:
        """Whether the whole loop ends the game in the same way."""
        whole = self.loop.end
        return whole is not None and over(whole.state) and text_prop(whole.state.game, OUTCOME) == outcome


def recurs(loop: Loop) -> bool:
    """Whether each period of the last segment of a loop brings the position back, tallies apart."""
    if not loop.segments:
        return False
    period = loop.segments[-1].period
    changes = zip(period.slots, period.amounts(0), period.amounts(1), strict=True)
    return all(before == after for (handle, _), before, after in changes if handle >= 0)


def _moved(loop: Loop) -> set[object]:
    """The amounts that a period of the last segment does not bring back, by what they are amounts of.

    Where actions together bring an amount back, what lets it grow is another loop (732.3).
    """
    if not loop.segments:
        return set()
    period = loop.segments[-1].period
    rows, changes = period.head.rows, zip(period.slots, period.amounts(0), period.amounts(1), strict=True)
    changed = [(rows[handle].cls, name) for (handle, name), before, after in changes if handle >= 0 and before != after]
    return {(cls.kind, cls.owner, cls.controller, cls.proto, cls.term, name) for cls, name in changed}


def _least(found: Sequence[_Found]) -> list[_Found]:
    """What holds no other one of what was found, each once."""
    least: list[_Found] = []
    for one in found:
        smaller = any(other.parts.keys() < one.parts.keys() for other in found)
        if not smaller and one.parts not in [each.parts for each in least]:
            least.append(one)
    return least


def _done(choices: Iterable[tuple[State, Choice]]) -> _Does:
    """What happens in such choices, and what each of it changes."""
    found: _Does = {}
    for state, choice in choices:
        for item in items_of(state, choice):
            found.setdefault(item, frozenset())
            with suppress(Unsupported):  # what chance decides is in no smaller loop either
                found[item] |= changes_of_choice(state, step(state, choice)[0])
    return found


def takes_nothing(state: State, choice: Choice) -> bool:
    """Whether an action costs nothing that the board has: so nothing has to be given back before it is taken again."""
    behind = step(state, choice)[0].rows
    return all(_unchanged(row, behind.get(at)) for at, row in state.rows.items() if row.cls.kind != WHOLE_GAME)


def _unchanged(row: Row, now: Row | None) -> bool:
    if now is None or row.cls is not now.cls or not identical(row.n, now.n):
        return False
    return all(identical(row.get(slot), now.get(slot)) for slot in row.num.keys() | now.num.keys())


def items_of(state: State, choice: Choice) -> Iterator[_Item]:
    """What a choice adds to what happens: an action, an answer, or what is on top of the stack meanwhile."""
    act = optional_act(state, choice)
    if act is not None:
        yield _ACTION, act
    elif asked(state) == "priority":
        if state.stack:
            yield _RESOLVES, thing_at(state)
    elif declining(state) is None:
        yield _CHOICE, (decider(state), question_at(state))


def _several(state: State) -> bool:
    """Whether somebody has several answers, and they may lead elsewhere."""
    if asked(state) in ("priority", "over") or declining(state) is not None or asks_unless(state) or any_order(state):
        return False
    return len(answers(state)) > 1
