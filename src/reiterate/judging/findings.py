"""What came before a matter, and what is true of its loop: the findings that policies ask of a case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from reiterate.judging import statements as said
from reiterate.judging.case_file import Case
from reiterate.judging.decide import Findings
from reiterate.judging.laying import left_out, own_places
from reiterate.judging.policies import INDEPENDENT, NO_RESTART, RECURRENCE, SEEN_THROUGH, WHO_COULD_ACT, Policy
from reiterate.judging.policies import Line as PolicyLine
from reiterate.kinds.independence import independence_of
from reiterate.kinds.kept_kinds import kept_kind_of
from reiterate.kinds.kind_of_loop import NOT_DETERMINED
from reiterate.kinds.kinds import Kind
from reiterate.kinds.loops_in_play import ProvedLoop
from reiterate.loops.loop import Loop, find_loop
from reiterate.loops.play import play
from reiterate.refusals import ILLEGAL, INPUT, Refusal, Unsupported, Where
from reiterate.rules.access.choice import PASS
from reiterate.rules.decisions.pending import decider
from reiterate.rules.decisions.step import step
from reiterate.script.script import BodyReader, Line, Node, Repeat, results_in
from reiterate.shortcuts.duty import Duty, NotBegin, all_after, forbids
from reiterate.shortcuts.duty_to_differ import assumed
from reiterate.shortcuts.lap import lap_of
from reiterate.shortcuts.net_change import first_period
from reiterate.shortcuts.played_script import PlayedScript
from reiterate.shortcuts.procedure import hides_cards
from reiterate.state.model import HAND, LIBRARY, State
from reiterate.state.properties import PLAYER, SHUFFLED

#: Passes of an iteration that are looked at, to see whether it is nothing else.
PASSES_READ: Final = 1_000


def opened(case: Case) -> Case | Refusal:
    """The case at the position in which its matter is opened: behind what has happened."""
    if not case.happened:
        return case
    script = PlayedScript(case.position.state)
    refused = script.extend(case.happened, case.position.proposer)
    return refused or replace(case, position=replace(case.position, state=script.final), before=case.position.state)


def recognised(case: Case, proved: ProvedLoop) -> Case:
    """The case with the loop that its players came to by hand as its script: what follows is asked of that loop."""
    block = Repeat(0, 1, proved.body, Where())
    return replace(case, position=replace(case.position, script=(block,)))


def shown_by_hand(case: Case) -> Case | None:
    """The case with the cycle that was shown at the end of what has happened as its script: a block, or the same lines twice.

    None where no cycle was shown.
    """
    lines = tuple(case.happened)
    last = lines[-1] if lines else None
    body = last.body if isinstance(last, Repeat) else None
    for size in range(1, len(lines) // 2 + 1) if body is None else ():
        if _alike(lines[-size:], lines[-2 * size : -size]):
            body = lines[-size:]
            break
    if body is None or results_in(body) is not None:
        return None
    return replace(case, position=replace(case.position, script=(Repeat(0, 1, tuple(body), Where()),)))


def findings_of(case: Case, kind: Kind, loop: Loop) -> Findings:
    """What is true of the loop of a case whose matter is opened."""
    block = _block(case)
    independent, why = _independent(case, kind, loop)
    return Findings(
        kind,
        proposer=case.position.proposer,
        shown=case.shown or _shown(case.happened, block.body),
        independent=independent,
        why_independent=why,
        differing=_unlike(case) and any(one.what == said.NUMBER for one in case.said),
        unlike=_unlike(case),
        restarted=_restarted(case, block),
        only_draws=_only_draws(loop),
        hidden=tuple(seat for seat in kind.order if hides_cards(loop.heads[0], seat)),
        period=first_period(loop),
        assumptions=assumed(loop.heads[0]),
    )


def _independent(case: Case, kind: Kind, loop: Loop) -> tuple[bool | None, str]:
    """Whether the actions of several keepers do not depend on one another, and how that is known (421.5).

    The case's own word counts first. Where the text does not ask, nothing is looked at.
    """
    if INDEPENDENT not in case.policy.lines or len(kind.keepers) < 2:
        return False, ""
    if case.independent is not None:
        word = "do not depend" if case.independent else "depend"
        return case.independent, f"the case says that the actions {word} on one another"
    found, why = independence_of(loop, kind)
    if found is None:
        return None, why
    return found, f"the actions {'do not depend' if found else 'depend'} on one another: {why}"


def order_is_random(state: State) -> bool:
    """Whether the order of some library is random: it was shuffled, and its cards are not all alike."""
    return any(row.cls.kind == PLAYER and row.cls.prop(SHUFFLED) for row in state.rows.values())


def no_place(loop: Loop, line: PolicyLine | None, one: said.Said) -> Refusal | None:
    """Why a place that was named can't be one where a player stops the loop; None where it can, or no place was named.

    An iteration has no more places than choices. Whoever stops what nobody keeps up by a cut does so at an own
    decision; a tournament hands priority over instead. A place behind the loop's end is left to ``settle``, and so is one
    behind something random or hidden.
    """
    if one.place is None or one.what not in (said.NUMBER, said.CUT):
        return None
    iteration, choice = one.place.path[-1][1] if one.place.path else 1, one.place.choice
    end = loop.end
    if end is not None and not iteration < end.iteration:
        return None
    try:
        behind, here = loop.up_to(iteration, choice + 1), loop.up_to(iteration, choice)
    except Unsupported as error:
        if error.refusal.code not in NOT_DETERMINED:
            raise
        return None
    if isinstance(behind, Refusal) or isinstance(here, Refusal):
        return None
    if len(behind.choices) < choice:
        message = f"an iteration has no choice {choice}: it has {len(behind.choices)}"
        return Refusal(INPUT, "no-such-place", message, "a place of an iteration, such as 7.1", "732.2b")
    if line is not None and line.asked == WHO_COULD_ACT and decider(here.state) != one.seat:
        message = f"at {one.place} p{decider(here.state) + 1} decides, not p{one.seat + 1}"
        return Refusal(ILLEGAL, "not-your-decision", message, "a place where you decide or have priority", "732.2b")
    return None


def only_passes(loop: Loop) -> bool:
    """Whether an iteration of a loop is nothing but passes, as far as it can be played."""
    state, cursor = loop.heads[0], loop.reader.start()
    for _ in range(PASSES_READ):
        read = loop.reader.next(state, cursor)
        if read is None:
            return True
        if isinstance(read, Refusal) or read[0].verb != PASS:
            return False
        try:
            state, cursor = step(state, read[0])[0], read[1]
        except Unsupported:
            return True
    return False


def was_random(case: Case, state: State) -> bool:
    """Whether what has happened was not determined: a result was given, or the order of a library is random."""
    return results_in(case.happened) is not None or order_is_random(state)


def stops_alone(policy: Policy, random: bool) -> bool:
    """Whether a player who brings a position back alone must stop: what was random is no excuse, nor is a detour."""
    return policy.says(RECURRENCE) if random else policy.says(SEEN_THROUGH)


def _block(case: Case) -> Repeat:
    """The last block of the script."""
    return next(node for node in reversed(case.position.script) if isinstance(node, Repeat))


def _alike(one: Sequence[Node], other: Sequence[Node]) -> bool:
    """Whether two parts of scripts say the same, wherever they were written."""
    if len(one) != len(other):
        return False
    for a, b in zip(one, other, strict=True):
        if isinstance(a, Line) or isinstance(b, Line):
            if not (isinstance(a, Line) and isinstance(b, Line)) or a.text.split() != b.text.split():
                return False
        elif type(a) is not type(b) or getattr(a, "count", 1) != getattr(b, "count", 1) or not _alike(a.body, b.body):
            return False
    return True


def _shown(happened: Sequence[Node], body: Sequence[Node]) -> int:
    """How often a cycle was shown at the end of what has happened: by hand, or as a block."""
    left, times = list(happened), 0
    while left:
        last = left[-1]
        if isinstance(last, Repeat) and isinstance(last.count, int) and _alike(last.body, body):
            times += last.count
            del left[-1]
        elif len(left) >= len(body) and _alike(left[-len(body) :], body):
            times += 1
            del left[-len(body) :]
        else:
            break
    return times


def _unlike(case: Case) -> bool:
    """Whether some iterations of a script are others than the rest: one number does not do for them."""
    script = case.position.script
    blocks = [node for node in script if isinstance(node, Repeat)]
    return script[-1] is not blocks[-1] or any(not _alike(blocks[-1].body, each.body) for each in blocks)


def _restarted(case: Case, block: Repeat) -> bool:
    """Whether this loop was shortcut before, and nothing relevant has changed since (MTR 4.4 par. 8).

    Each block of what has happened is a loop that was shortcut. The choices behind that block are looked at one by one.
    So are those of one iteration of the loop that is proposed now, because a rider may come first in it.
    """
    if case.before is None or not case.policy.says(NO_RESTART):
        return False
    script = PlayedScript(case.before)
    duties: tuple[Duty, ...] = ()
    for node in case.happened:
        behind = script.final
        if script.extend([node], case.position.proposer) is not None:
            return False
        duties, _ = _followed(duties, behind, replace(node, count=1) if isinstance(node, Repeat) else node)
        if isinstance(node, Repeat):
            duties = (*duties, *_shortcut(find_loop(behind, BodyReader(node.body)), script.final, case))
    return _followed(duties, case.position.state, replace(block, count=1))[1]


def _followed(duties: tuple[Duty, ...], state: State, node: Node) -> tuple[tuple[Duty, ...], bool]:
    """What is still owed behind a line, or behind one iteration of a block; and whether a duty refuses a choice in it."""
    seen: list[State] = []
    if not duties:
        return (), False
    refused = False
    played = play(state, BodyReader((node,)), observe=lambda state, _: seen.append(state))
    for before, choice, behind in zip(seen, played.choices, [*seen[1:], played.state], strict=False):
        refused = refused or any(forbids(duty, before, choice) is not None for duty in duties)
        duties = all_after(duties, before, choice, behind)
    return duties, refused


def _shortcut(loop: Loop, state: State, case: Case) -> tuple[Duty, ...]:
    """What whoever keeps a loop up owes behind it: not to begin that loop again."""
    lap, kind = lap_of(loop, 0), kept_kind_of(loop)
    if lap is None or isinstance(kind, Refusal):
        return ()
    lap, cites = lap.without(left_out(kind, lap)), case.policy.cite(NO_RESTART)
    return tuple(Duty(seat, state, NotBegin(lap, own_places(kind, lap, seat)), cites) for seat in kind.keepers)


def _only_draws(loop: Loop) -> bool:
    """Whether an iteration changes hands and libraries, and nothing else."""
    if not loop.segments:
        return False
    period = loop.segments[-1].period
    changes = zip(period.slots, period.amounts(0), period.amounts(1), strict=True)
    changed = {handle for (handle, _), before, after in changes if handle >= 0 and before != after}
    rows = period.at(0).rows
    return bool(changed) and all(rows[handle].cls.zone in (HAND, LIBRARY) for handle in changed)
