"""What kind of loop it is: who keeps it up, whose objects take part, whether it ends, whether it is determined.

Three questions, not one label. Acting or choosing keeps a loop up; passing, triggers and answers that are forced
don't. A choice that the loop demands counts only where some legal answer would not continue the loop, and "continues"
means: for every mixture of answers, for ever (``closure``). What is said of choices is said of iterations from one to
another: an alternative that becomes legal at iteration 500 is found there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, TypeAlias

from reiterate.judge.answers import ACTIONS, DECLARATIONS, Driver, Unknown, act_of, acts, answers, declining
from reiterate.judge.choice_segments import ChoicePoint, ChoiceSegment, choice_points, choice_segments_of
from reiterate.judge.involved import involved_in
from reiterate.judge.mana_uses import pays_for
from reiterate.judge.orders import answered, any_order, any_order_along, at_place
from reiterate.judge.reachable_set import Node, ReachableSet, locate, reachable_from
from reiterate.judge.strategy import Strategy, leaves_out_a_question, why_not_kept_up
from reiterate.loops.loop import Count, Loop
from reiterate.loops.play import OVER
from reiterate.loops.reader import Cursor
from reiterate.refusals import UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access import choices
from reiterate.rules.access.choices import Choice
from reiterate.rules.access.influence import in_range
from reiterate.rules.access.option_slots import Option
from reiterate.rules.access.questions import question_of
from reiterate.rules.access.state_access import active_seat, seats, text_prop
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.costs.resolution_payments import TOLL
from reiterate.rules.decisions.options import NOT_OFFERED, options
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import abilities_at, asked, decider
from reiterate.rules.events.turn_changes import ADDED
from reiterate.rules.turn.layout import UNKNOWN_CARD
from reiterate.rules.turn.state_based_actions import over
from reiterate.rules.turn.turn_structure import STEPS, step_name
from reiterate.script.describe import name_of
from reiterate.script.saying import ability_text
from reiterate.script.sentences import say
from reiterate.state.model import HAND, State
from reiterate.terms.nodes import is_mana_ability

# What a choice of the loop is.
PASS: Final = "passes"
ACTS: Final = "acts"
FORCED: Final = "forced"  # the only answer, or one that nobody can be made to give another instead of (730.6)
CONTINUES: Final = "continues"  # there are other answers, and with each the loop goes on
LEAVES: Final = "leaves"  # some other legal answer would not continue the loop
ENDS: Final = "ends"  # the loop's own answer ends it, and some other one is not shown to
UNKNOWN: Final = "unknown"

# Whether it ends.
NEVER: Final = "never"
AT: Final = "at"

# Whether it is a draw by itself.
YES: Final = "yes"
NO: Final = "no"
DECLINED: Final = "if everybody declines to act"

_GOES_ON: Final = "whatever is answered, those who keep the loop up can go on with its actions"

#: Choices after which a loop that is answered another way every time is no longer followed.
PATIENCE: Final = 500

#: What is read of random or hidden things, by the codes of the refusals.
_UNDETERMINED: Final = frozenset({"random-result", "unknown-card"})


@dataclass(frozen=True, slots=True)
class Statement:
    """What is true of one choice of the loop from iteration ``first`` on, up to before ``holds_until`` (None: always).

    ``place``: which choice of the iteration; ``offset``: which iteration of the period, from 0. ``answers``: how many
    legal ones there are, where the loop demands an answer. ``witness``: another answer and what comes of it.
    """

    first: Count
    holds_until: Count | None
    offset: int
    place: int
    seat: int
    choice: str
    role: str
    answers: int
    witness: str


@dataclass(frozen=True, slots=True)
class Possible:
    """Something that a player could do with priority during the loop and that is no part of it.

    ``pays_for``: of a mana ability what it would pay for, in the first of these iterations.
    """

    first: Count
    holds_until: Count | None
    seat: int
    what: str
    mana: bool
    unknown: str  # the code of why it can't be told whether it is possible
    pays_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """Whether a loop ends: never; at choice ``choice`` of iteration ``iteration``; or not known, with the reason."""

    when: str
    iteration: Count
    choice: int
    outcome: str  # "" where the game goes on
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Kind:
    """The answers. ``keepers`` are the players who keep the loop up in some segment, in turn order.

    ``in_draw``: the players for whom it would be a draw: all, or with a limited range of influence those who control an
    object that is involved and those within their range (104.4f).
    ``unknown``: why the keepers may not be all ("" where they are); ``unseen``: why ``could_act`` may not be. ``open``:
    players with unknown cards in hand, who may be able to do more than ``could_act`` says. ``order``: turn order from
    the active player.
    """

    keepers: tuple[int, ...]
    unknown: str
    across_turns: bool
    within_resolution: bool
    recurs: bool
    involved: tuple[int, ...]
    in_draw: tuple[int, ...]
    ending: Ending
    determined: bool
    read: str
    statements: tuple[Statement, ...]
    could_act: tuple[Possible, ...]
    open: tuple[int, ...]
    order: tuple[int, ...]
    unseen: str

    @property
    def nobody_else(self) -> bool | None:
        """Whether nobody could do anything that is no part of the loop; None where that is not known."""
        if self.to_ask:
            return False
        return None if self.unseen else True

    @property
    def mandatory(self) -> bool | None:
        """Whether nobody keeps the loop up; None where that is not known."""
        if self.keepers:
            return False
        return None if self.unknown else True

    @property
    def draw(self) -> str:
        """Whether the game is a draw by 104.4b: yes; if everybody declines to act (each is asked in turn order); no."""
        if self.keepers or self.ending.when == AT or not self.determined:
            return NO
        if self.unknown or self.unseen or self.ending.when == UNKNOWN:
            return UNKNOWN
        return DECLINED if self.to_ask else YES

    @property
    def to_ask(self) -> tuple[int, ...]:
        """The players who are asked in turn order before the loop is a draw: those who could do something else."""
        able = {p.seat for p in self.could_act} | set(self.open)
        return tuple(seat for seat in self.order if seat in able)

    @property
    def must_differ(self) -> int | None:
        """The player who must choose differently where several bring back a position (730.3), or None."""
        return self.keepers[0] if len(self.keepers) > 1 and self.recurs and self.ending.when != AT else None


def kind_of(loop: Loop) -> Kind | Refusal:
    """What kind of loop it is. The road is worked out to its end first; a refusal names what stands in the way.

    What a loop read of random or hidden things is no refusal: it makes the loop one that is not determined.
    """
    refused: Refusal | None
    try:
        refused = loop.extend(None)
    except Unsupported as error:
        refused = error.refusal
        if refused.code not in _UNDETERMINED:
            return refused
    try:
        return _Study(loop, refused).kind()
    except Unsupported as error:
        return error.refusal


@dataclass(slots=True)
class _Findings:
    """What is true in one piece."""

    statements: list[Statement] = field(default_factory=list)
    possible: list[Possible] = field(default_factory=list)


class _Study:
    """The work of ``kind_of``."""

    __slots__ = (
        "acts",
        "all_points",
        "driver",
        "explained",
        "graph",
        "known",
        "later",
        "leaving",
        "loop",
        "own",
        "parts",
        "refused",
        "unknown",
    )

    def __init__(self, loop: Loop, refused: Refusal | None) -> None:
        self.loop = loop
        self.refused = refused
        self.parts, self.unknown = choice_segments_of(loop, refused is not None)
        if refused is not None:
            self.unknown = self.unknown or refused.message
        self.all_points = [(segment, list(choice_points(segment, loop.reader))) for segment in self.parts]
        every = [point for _, found in self.all_points for point in found]
        acting = any(acts(point.state, point.choice) for point in every)
        empty = any(point.choice.verb == choices.PASS and not point.state.stack for point in every)
        self.driver = Driver(loop.reader, acting, empty)
        self.leaving: frozenset[int] = frozenset()  # who was seen to be able to leave the loop
        self.graph: ReachableSet | None = None
        self.explained: set[int] | None = None  # the nodes with a way out that is known to be one
        self.known: dict[tuple[int, Choice], str] = {}  # why an answer at a place leaves the loop, by their identity
        self.later: set[int] = set()  # who may leave at a question that the scripted answers do not come to
        self.acts = {act_of(point.state, point.choice) for point in every if point.choice.verb in ACTIONS}
        self.own = {_acted(point.state, point.choice) for point in every if point.choice.verb in ACTIONS}

    def kind(self) -> Kind:
        """All the answers."""
        findings = [self._findings(segment, found) for segment, found in self.all_points]
        self._while_others_stay(findings)
        statements = _timeline([t.statements for t in findings])
        keepers = {s.seat for s in statements if s.role in (ACTS, LEAVES)}
        doubtful = [s for s in statements if s.role == UNKNOWN and s.seat not in keepers]
        unknown = self.unknown or (doubtful[0].witness if doubtful else "")
        shown = {s.seat for s in statements if s.witness == _GOES_ON}
        later = self.later - keepers - (shown - {s.seat for s in statements if s.role == UNKNOWN})
        if later and not unknown:
            unknown = f"p{min(later) + 1} may be able to leave the loop at a later question"
        start = self.loop.heads[0]
        ending = self._ending()
        last = self.loop.segments[-1] if self.loop.segments else None
        recurs = last is not None and all(
            before == after
            for (handle, _), before, after in zip(
                last.period.slots, last.period.amounts(0), last.period.amounts(1), strict=True
            )
            if handle >= 0
        )
        determined, read = self._determined()
        involved = involved_in(self.all_points, self.loop)
        now = self.loop.state
        priority = [p for _, found in self.all_points for p in found if asked(p.state) == "priority"]
        return Kind(
            tuple(seat for seat in _order(start) if seat in keepers),
            unknown,
            _across_turns([p.state for _, found in self.all_points for p in found]),
            any(found for _, found in self.all_points) and not priority,
            recurs,
            tuple(seat for seat in _order(start) if seat in involved),
            tuple(seat for seat in _order(now) if any(in_range(now, other, seat) for other in involved)),
            ending,
            determined,
            read,
            tuple(statements),
            tuple(_timeline_of_actions([t.possible for t in findings])),
            tuple(seat for seat in _order(start) if any(_unknown_cards(p.state, seat) for p in priority)),
            tuple(_order(start)),
            self.unknown,
        )

    def _while_others_stay(self, findings: list[_Findings]) -> None:
        """What is not known is looked at again where players who do not act can leave the loop: they keep it up, too."""
        self.leaving = frozenset(s.seat for each in findings for s in each.statements if s.role == LEAVES)
        if not self.leaving or not self.acts:
            return
        for each, (_, found) in zip(findings, self.all_points, strict=True):
            for i, s in enumerate(each.statements):
                if s.role == UNKNOWN and self._own_actions_missing(found[i]) == "":
                    each.statements[i] = replace(s, role=CONTINUES, witness=_GOES_ON)

    # --- choices ------------------------------------------------------------------------------------------------

    def _findings(self, segment: ChoiceSegment, found: list[ChoicePoint]) -> _Findings:
        """What is true of the choices of a piece; the statements still say how long the piece lasts, no more."""
        findings = _Findings()
        until = None if segment.periods is None else segment.start + segment.periods * segment.size + 1
        for point in found:
            role, many, witness = self._role(point)
            said = say(point.state, point.choice)
            first = segment.start + 1 + point.offset
            seat = point.choice.player
            findings.statements.append(
                Statement(first, until, point.offset, point.number, seat, said, role, many, witness)
            )
            if asked(point.state) == "priority" or declining(point.state) == point.choice:
                try:
                    findings.possible += _possible(point, first, until, self.own)
                except Unsupported as error:
                    self.unknown = self.unknown or error.refusal.message
        return findings

    def _role(self, point: ChoicePoint) -> tuple[str, int, str]:
        """What a choice is, how many answers there were, and a witness."""
        if acts(point.state, point.choice):
            return ACTS, 0, ""
        if point.choice.verb == choices.PASS or declining(point.state) is not None:
            return PASS, 0, ""
        if self._in_any_order(point):
            return CONTINUES, len(options(point.state)), "every order leads to the same position"
        if _unless(point.state):
            if point.choice.answer == "no":
                return FORCED, 0, "nobody can be made to do what follows 'unless' (730.6)"
            return ACTS, 0, "nobody can be made to do what follows 'unless' (730.6)"
        try:
            found = answers(point.state)
            if len(found) <= 1:
                return FORCED, len(found), ""
            return self._among(point, found)
        except Unknown as reason:
            return UNKNOWN, 0, str(reason)
        except Unsupported as error:
            return UNKNOWN, 0, error.refusal.message

    def _in_any_order(self, point: ChoicePoint) -> bool:
        """Whether an order is asked at a place that is shown not to matter, in every period of its piece."""
        if not any_order(point.state):
            return False
        segment, found = next((p, f) for p, f in self.all_points if any(point is other for other in f))
        if segment.loop_segment is None or segment.periods == 1:
            return True
        before = next(i for i, other in enumerate(found) if other is point)
        return any_order_along(segment.loop_segment.period, segment.state, self.loop.reader, before)

    def _among(self, point: ChoicePoint, found: list[Choice]) -> tuple[str, int, str]:
        """What a choice among several answers is: does the loop go on with each of them?"""
        missing = self._own_actions_missing(point)
        if missing == "":
            return CONTINUES, len(found), _GOES_ON
        graph = self._everything()
        if self._goes_round(graph):
            return CONTINUES, len(found), f"whatever is answered, one of {len(graph.all_nodes())} shapes comes back"
        now_only = ""
        for answer in found:
            why = self._leaves(point, answer) if answer != point.choice else ""  # its own answer is no witness
            if why and why != self._anyway(point):
                witness = f"{say(point.state, answer)}: {why}"
                if self._always_leaves(point, answer):
                    return LEAVES, len(found), witness
                now_only = now_only or witness
        others = [self._leaves(point, answer) for answer in found if answer != point.choice]
        if not now_only and self._anyway(point) and not all(others):
            return ENDS, len(found), self._anyway(point)
        if now_only:
            return (
                UNKNOWN,
                len(found),
                f"it can be left in the first of these iterations ({now_only}); later is not shown",
            )
        reason = graph.unknown or self._unproved(graph, self._other_rounds(graph))
        if not reason and point.choice.player in self.later:
            return UNKNOWN, len(found), "its player may be able to leave the loop at a later question"
        if not reason:
            return CONTINUES, len(found), "whatever is answered here, the loop goes on while nobody else leaves it"
        for answer in found:
            why = self._ends_in_time(point, answer)
            if why:
                return LEAVES, len(found), f"{say(point.state, answer)}, as often as it is asked: {why}"
        return UNKNOWN, len(found), reason

    def _ends_in_time(self, point: ChoicePoint, answer: Choice) -> str:
        """Why an endless loop ends where its player gives another answer every time; "" where that is not seen."""
        if not self.loop.endless or answer == point.choice:
            return ""
        wanted = say(point.state, answer)
        state, cursor = step(point.state, answer)[0], point.following if self.driver.acting else ()
        for _ in range(PATIENCE):
            if asked(state) == "over":
                return "the game is over"
            if asked(state) == "priority":
                made = self.driver.at_priority(state, cursor)
                if isinstance(made, str):
                    return made
                state, cursor = step(state, made[0])[0], made[1]
                continue
            ways = answers(state)
            again = [way for way in ways if decider(state) == answer.player and say(state, way) == wanted]
            if len(ways) != 1 and len(again) != 1:
                return ""
            cursor = self.driver.after_answer(state, cursor)
            state = step(state, (ways if len(ways) == 1 else again)[0])[0]
        return ""

    def _goes_round(self, graph: ReachableSet) -> bool:
        """Whether nothing leads out of a graph, and every way round is one of the loop."""
        if graph.unknown or graph.exits() or graph.root is None or id(graph.root) in graph.lost():
            return False
        return not self._other_rounds(graph)

    def _other_rounds(self, graph: ReachableSet) -> str:
        """Why not every way round is one of the loop: it takes every action of the loop, and where steps end and nobody acts it
        asks every question of it."""
        if self.driver.empty and not self.acts:
            points = (point for _, found in self.all_points for point in found)
            return (
                "something that the loop asks may never be asked again" if leaves_out_a_question(graph, points) else ""
            )
        left_out = any(graph.leaves_out(action) for action in self.acts)
        return "some mixture of answers may leave out an action of the loop for ever" if left_out else ""

    def _own_actions_missing(self, point: ChoicePoint) -> str | None:
        """Why those who act may not be able to go on with the loop's actions, whatever everybody else answers from a place
        on; "" where it is shown that they are, in every period of its piece. None where that is no question."""
        points = [other for _, found in self.all_points for other in found]
        try:
            strategy = Strategy(self.loop.reader, points, self.leaving)
            if (
                not (strategy.actions and strategy.within and self.loop.endless)
                or point.choice.player in strategy.keepers
            ):
                return None
            there = self._lasting(point)
            if there is None:
                return "what comes before it may differ in a later iteration"
            return why_not_kept_up(there, strategy, strategy.behind(points, point))
        except Unknown as reason:
            return str(reason)
        except Unsupported as error:
            return error.refusal.message

    def _lasting(self, point: ChoicePoint) -> State | None:
        """The position at a place in every period of its piece, on bounds of its amounts; None where that is not known."""
        segment, found = next((p, f) for p, f in self.all_points if any(point is other for other in f))
        if segment.loop_segment is None or segment.periods == 1:
            return point.state
        before = next(i for i, other in enumerate(found) if other is point)
        return at_place(segment.loop_segment.period, segment.state, self.loop.reader, before)

    def _everything(self) -> ReachableSet:
        """All that can happen from the start of the loop."""
        if self.graph is None:
            self.graph = reachable_from(self.loop.heads[0], self.driver, self.driver.start())
        return self.graph

    def _leaves(self, point: ChoicePoint, answer: Choice) -> str:
        """Why the loop does not go on after an answer, whatever happens then; "" where that is not proved."""
        at = (id(point), answer)
        if at not in self.known:
            self.known[at] = self._left(point, answer)
        return self.known[at]

    def _always_leaves(self, point: ChoicePoint, answer: Choice) -> bool:
        """Whether an answer that leaves the loop at a place does so in every period of its piece: shown on bounds."""
        segment = next(p for p, f in self.all_points if any(point is other for other in f))
        if segment.loop_segment is None or segment.periods == 1:
            return True
        there = self._lasting(point)
        after = None if there is None else answered(there, answer)
        if after is None:
            return False
        graph = reachable_from(after, self.driver, point.following if self.driver.acting else (), self._homes(point))
        return not graph.unknown and graph.root is not None and id(graph.root) in graph.lost()

    def _anyway(self, point: ChoicePoint) -> str:
        """Why the loop does not go on after its own answer either: at its end no answer is what ends it."""
        return self._left(point, point.choice, near_home=False)

    def _left(self, point: ChoicePoint, answer: Choice, near_home: bool = True) -> str:
        cursor = point.following if self.driver.acting else ()
        after = step(point.state, answer)[0]
        graph = reachable_from(after, self.driver, cursor, self._homes(point) if near_home else ())
        if graph.unknown or graph.root is None or id(graph.root) not in graph.lost():
            return ""
        return next(e.why for n in graph.all_nodes() for e in n.edges if e.target is None)

    def _homes(self, point: ChoicePoint) -> list[tuple[State, Cursor]]:
        """The states of the piece that a place is in, with how far the script has come."""
        found = next(found for _, found in self.all_points if any(point is other for other in found))
        return [(other.state, other.cursor if self.driver.acting else ()) for other in found]

    def _unproved(self, graph: ReachableSet, other_rounds: str) -> str:
        """Why the ways out of a graph are not all explained by a choice of the loop that is known to leave it."""
        if self.explained is None:
            self.explained = {id(node) for node in self._leaving_nodes(graph)}
        explained = self.explained
        for node in graph.exits():
            if id(node) in explained:
                continue
            if graph.chosen(node):
                self.later.add(node.edges[0].seat)
            else:
                why = next((e.why for e in node.edges if e.target is None), "a later choice leaves the loop")
                return f"some mixture of answers may end the loop: {why}"
        if other_rounds:
            return other_rounds
        return "" if explained or self.later else "whether the loop goes on whatever is answered was not proved"

    def _leaving_nodes(self, graph: ReachableSet) -> Iterable[Node]:
        for _, found in self.all_points:
            for point in found:
                if asked(point.state) in ("priority", "over") or declining(point.state) is not None:
                    continue
                try:
                    ways = answers(point.state)
                except Unknown:
                    continue
                if len(ways) > 1 and any(self._leaves(point, answer) for answer in ways):
                    node = locate(graph, point.state, self.driver, point.cursor if self.driver.acting else ())
                    if node is not None:
                        yield node

    # --- the other questions ------------------------------------------------------------------------------------

    def _ending(self) -> Ending:
        end = self.loop.end
        if end is not None and (end.refusal is None or end.refusal.kind != UNSUPPORTED):
            outcome = text_prop(end.state.game, "outcome") if over(end.state) else ""
            reason = end.refusal.message if end.refusal is not None else "the game is over"
            rule = end.refusal.rule if end.refusal is not None else "104.1"
            assert end.kind == OVER or end.refusal is not None
            return Ending(AT, end.iteration, end.choice, outcome, reason, rule)
        if self.loop.endless:
            return Ending(NEVER, 0, 0, "", "its last segment was proved never to end", "")
        refusal = self.refused if end is None else end.refusal
        return Ending(UNKNOWN, 0, 0, "", refusal.message if refusal is not None else "", "")

    def _determined(self) -> tuple[bool, str]:
        """Whether nothing random or hidden was read, else what was."""
        end = self.loop.end
        for refusal in (self.refused, None if end is None else end.refusal):
            if refusal is not None and refusal.code in _UNDETERMINED:
                return False, refusal.message
        return True, ""


def _order(state: State) -> list[int]:
    return seats(state)


def _unless(state: State) -> bool:
    """Whether a player is asked to pay so that something else doesn't happen ("unless", 118.12)."""
    if asked(state) == TOLL:
        return True
    if asked(state) != "answer":
        return False
    question = question_of(state)
    return question.kind == "yes" and question.text == "pay"


def _unknown_cards(state: State, seat: int) -> bool:
    return any(
        row.cls.zone == HAND and row.cls.owner == seat and row.cls.proto == UNKNOWN_CARD for row in state.rows.values()
    )


def _across_turns(states: list[State]) -> bool:
    """Whether a turn ends in the course of the loop."""
    for before, after in pairwise(states):
        if active_seat(before) != active_seat(after):
            return True
        was, now = step_name(before), step_name(after)
        added = ADDED in after.game.by_prop  # a beginning phase of the same turn
        if now in ("upkeep", "draw") and STEPS.index(now) < STEPS.index(was) and not added:
            return True
    return False


#: An action by player, kind, card and number of the ability: the same whichever of like objects does it.
_ActionKey: TypeAlias = tuple[int, str, object, int]


def _acted(state: State, action: Choice | Option) -> _ActionKey:
    return (action.player, action.verb, state.rows[action.row].cls.proto, action.index)


def _possible(point: ChoicePoint, first: Count, until: Count | None, own: set[_ActionKey]) -> list[Possible]:
    """What the player with priority could do that is no part of the loop; unknown cards are told of elsewhere."""
    found = []
    for option in options(point.state):
        if option.verb in DECLARATIONS and (option.unknown or option.slots):
            words = "declare attackers" if option.verb == choices.ATTACK else "declare blockers"
            found.append(Possible(first, until, decider(point.state), words, False, option.unknown))
        if option.verb not in ACTIONS or option.unknown == "unknown-card":
            continue
        if _acted(point.state, option) not in own:
            words, mana = _action(point.state, option)
            found.append(Possible(first, until, decider(point.state), words, mana, option.unknown))
    if any(p.mana for p in found):
        paid = pays_for(point.state, lambda state, option: _action(state, option)[0])
        found = [replace(p, pays_for=paid.get(p.what, ())) if p.mana else p for p in found]
    return found


def _action(state: State, option: Option) -> tuple[str, bool]:
    """An action in words, and whether it is a mana ability."""
    name = proto_of(state.rows[option.row].cls).name
    if option.index == NOT_OFFERED:
        return f"not offered: {option.how[0]} of {name} ({option.how[1]})", False
    if option.verb != choices.ACTIVATE:
        return f"{option.verb} {name}", False
    ability = abilities_at(state, option.row)[option.index]
    return f"activate {name_of(state, option.row)}: {ability_text(state, option.row, ability)}", is_mana_ability(
        ability
    )


# --- timelines ---------------------------------------------------------------------------------------------------


def _timeline(by_segment: list[list[Statement]]) -> list[Statement]:
    """Statements of neighbouring pieces that say the same made one."""
    found: list[Statement] = []
    running: dict[tuple[object, ...], int] = {}
    for findings in by_segment:
        now: dict[tuple[object, ...], int] = {}
        for s in findings:
            key = (s.offset, s.place, s.seat, s.choice, s.role, s.answers, s.witness)
            at = running.get(key)
            if at is not None and found[at].holds_until == s.first - s.offset:
                found[at] = replace(found[at], holds_until=s.holds_until)
            else:
                at = len(found)
                found.append(s)
            now[key] = at
        running = now
    return found


def _timeline_of_actions(by_segment: list[list[Possible]]) -> list[Possible]:
    """What could be done in neighbouring pieces made one."""
    found: list[Possible] = []
    for findings in by_segment:
        for p in findings:
            at = next(
                (
                    i
                    for i, q in enumerate(found)
                    if (q.seat, q.what, q.unknown) == (p.seat, p.what, p.unknown)
                    and (q.holds_until is None or q.holds_until >= p.first)
                ),
                None,
            )
            if at is None:
                found.append(p)
                continue
            more = tuple(what for what in p.pays_for if what not in found[at].pays_for)
            if more:
                found[at] = replace(found[at], pays_for=found[at].pays_for + more)
            until = found[at].holds_until
            if until is not None and (p.holds_until is None or p.holds_until > until):
                found[at] = replace(found[at], holds_until=p.holds_until)
    return found
