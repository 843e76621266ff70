"""What a ruling says in facts: the closed vocabulary of ``expect`` in a case file, each computed from the ruling.

A fact that is none of these is a path of ``docs/positions.md``, such as ``p1.life``, at the place to which the game
advances.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Final, TypeAlias

from reiterate.amounts import identical, plain, summed, value_of
from reiterate.judging import verdict as v
from reiterate.judging.case_file import DOES_IT_END, PER_ROTATION, RESOLVED
from reiterate.judging.decide import Findings, line_of, may_say
from reiterate.judging.findings import findings_of, was_random
from reiterate.judging.policies import ARBITER, LOWER
from reiterate.judging.ruling import FIRST_CHOICE, Ruling, outcome_of, owing_at, way_out
from reiterate.judging.statements import CUT, NUMBER, OPT_OUT
from reiterate.kinds.kinds import ACTS, AT, DECLINED, LEAVES, NEVER, YES
from reiterate.kinds.left_out import asks_unless
from reiterate.loops.loop import Count, Loop
from reiterate.loops.play import Played, play
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.access.state_access import active_seat
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.events.turn_changes import master
from reiterate.rules.positions.identity import same
from reiterate.rules.turn.state_based_actions import over
from reiterate.rules.turn.turn_structure import step_name
from reiterate.script.describe import find, in_play
from reiterate.script.expect import Difference, as_number, exact_number, fact_difference, look_up
from reiterate.script.places import seat_named
from reiterate.script.script import BodyReader, Repeat
from reiterate.shortcuts.duty import Break, Duty, Leave, NotBegin
from reiterate.shortcuts.played_script import last_safe
from reiterate.state.model import BATTLEFIELD, State, player
from reiterate.state.properties import MANA, TOKEN
from reiterate.terms.vocabulary import KEYWORDS

NOBODY: Final = "nobody"
UNKNOWN: Final = "not known"
NONE: Final = "none"

Fact: TypeAlias = Callable[[Ruling], str]


def fact(ruling: Ruling, path: str) -> str | Refusal:
    """The value of a fact of a ruling as text.

    In: the ruling; a fact's path, such as ``outcome``, ``p2.may_pass``, ``resolved.CARD`` or ``p1.life``. Behind
    ``per_rotation.`` it is what one iteration changes. Out: a refusal where no fact has that path, or its value is not worked out.
    """
    try:
        return _fact(ruling, path)
    except Unsupported as error:
        return error.refusal


def _fact(ruling: Ruling, path: str) -> str | Refusal:
    if path.startswith(PER_ROTATION):
        return _of_an_iteration(ruling, path.removeprefix(PER_ROTATION))
    if path in FACTS:
        return FACTS[path](ruling)
    if path.startswith(RESOLVED):
        return _resolved(ruling, path.removeprefix(RESOLVED))
    head, _, rest = path.partition(".")
    seat = seat_named(head)
    if seat is not None and rest in OF_PLAYER:
        return OF_PLAYER[rest](ruling, seat)
    return _of_state(ruling.state, path)


def _of_state(state: State, path: str) -> str | Refusal:
    """A fact of the board: a path of ``docs/positions.md``, a keyword of a permanent, or a sum."""
    head, _, rest = path.partition(".")
    seat = seat_named(head)
    if path == "net_turns":
        return exact_number(_tally(state, "extra turns") - _tally(state, "turns skipped"))
    if seat is not None and rest == "mana_total":
        row = state.rows[player(seat)]
        return exact_number(summed(amount for slot, amount in row.num.items() if slot.startswith(MANA)))
    words, _, last = path.rpartition(".")
    if seat is None and last in KEYWORDS:
        handle = find(state, words, in_play(state), "permanent")
        return handle if isinstance(handle, Refusal) else _truth(last in view(state, handle).keywords)
    return look_up(state, path, {})


def _tally(state: State, key: str) -> int:
    return plain(state.tally.get(key, 0))


def differences(ruling: Ruling) -> list[Difference]:
    """Where a ruling differs from what its case expects: each path with the expected and the actual value. [] where all is as expected."""
    found = []
    for path, wanted in ruling.case.position.expect_items():
        different = fact_difference(path, wanted, fact(ruling, path))
        if different is not None:
            found.append(different)
    return found


def facts(ruling: Ruling, paths: Sequence[str]) -> dict[str, str]:
    """The values of several facts by their paths. Of a path that ``fact`` refuses the value is the message of that refusal."""
    found = {path: fact(ruling, path) for path in paths}
    return {path: value.message if isinstance(value, Refusal) else value for path, value in found.items()}


# --- the vocabulary -----------------------------------------------------------------------------------------------


def _outcome(ruling: Ruling) -> str:
    """The game's own outcome where it is over, else the verdict's."""
    verdict = ruling.verdict
    if verdict.outcome in (v.DRAW, v.REJECTED, v.UNDETERMINED, v.OPEN):
        return verdict.outcome
    if verdict.outcome == v.MUST_CHANGE and not over(ruling.state):
        return verdict.outcome
    if verdict.winner is not None:
        return f"p{verdict.winner + 1}_wins"
    ended = outcome_of(ruling.state)
    if ended != v.GAME_CONTINUES:
        return ended
    if ruling.case.question == DOES_IT_END:
        return v.RUNS if verdict.outcome in (v.RUNS, v.STANDS) and not ruling.state.stack else verdict.outcome
    return v.GAME_CONTINUES if verdict.outcome == v.RUNS else verdict.outcome


def _if_declined(ruling: Ruling) -> str:
    """What follows if everybody who could do something else declines to (104.4b)."""
    if ruling.kind is None:
        return UNKNOWN
    return v.DRAW if ruling.kind.draw in (YES, DECLINED) else _outcome(ruling)


def _performed(ruling: Ruling) -> Count:
    """Whole iterations that were performed."""
    loop, stop = ruling.loop, ruling.verdict.stop
    if loop is not None and loop.end is not None and ruling.state is loop.end.state:
        return loop.end.iteration - 1 + (over(loop.end.state) and loop.end.choice > 1)
    if ruling.taken is not None:
        return ruling.taken.iterations
    return 0 if stop is None else stop.iterations


def _iterations_max(ruling: Ruling) -> str:
    """The greatest number of iterations that can be performed; ``none`` where nothing bounds it."""
    if ruling.loop is None:
        never = ruling.refusal is not None and ruling.refusal.code == FIRST_CHOICE
        return "0" if never else UNKNOWN
    end = ruling.loop.end
    if end is None:
        return NONE if ruling.loop.endless else UNKNOWN
    return exact_number(end.iteration - 1 + (over(end.state) and end.choice > 1))


def _max_safe(ruling: Ruling) -> str:
    """The greatest number of iterations after which the proposer has not lost."""
    most, loop = _iterations_max(ruling), ruling.loop
    if loop is None or loop.end is None:
        return most
    end = loop.end
    return exact_number(
        last_safe(loop, ruling.case.position.proposer, end.iteration - 1 + (over(end.state) and end.choice > 1))
    )


def _started(ruling: Ruling) -> str:
    """Iterations that were begun: the whole ones, and the one that was partly performed."""
    return exact_number(_performed(ruling) + (_partial(ruling) == "true"))


def _finite(ruling: Ruling) -> str:
    return UNKNOWN if ruling.kind is None else _truth({AT: True, NEVER: False}.get(ruling.kind.ending.when))


def _partial(ruling: Ruling) -> str:
    stop = ruling.verdict.stop
    if ruling.taken is not None:
        return _truth(ruling.taken.partial)
    return _truth(stop is not None and stop.choice > 1)


def _priority(ruling: Ruling) -> str:
    """Who has priority at the place, whatever lines follow it."""
    state = ruling.state if ruling.place is None else ruling.place
    return NOBODY if over(state) or asked(state) != "priority" else _player(decider(state))


def _decides(ruling: Ruling) -> str:
    """Whose choice it is at the place, with priority or at a decision, or who controls that player (723.5)."""
    state = ruling.state if ruling.place is None else ruling.place
    return NOBODY if over(state) else _player(master(state, decider(state)))


def _must_change(ruling: Ruling) -> str:
    verdict = ruling.verdict
    if verdict.must_change is None and ruling.taken is not None:
        return _player(ruling.taken.history.must_differ())
    return _player(verdict.must_change)


def _mandatory(ruling: Ruling) -> str:
    return UNKNOWN if ruling.kind is None else _truth(ruling.kind.mandatory)


def _deterministic(ruling: Ruling) -> str:
    if ruling.kind is None:
        return _truth(ruling.verdict.reason != "not_determined" and not was_random(ruling.case, ruling.state))
    return _truth(ruling.kind.determined)


def _path_determined(ruling: Ruling) -> str:
    return UNKNOWN if ruling.kind is None else _truth(ruling.kind.determined)


def _outcome_determined(ruling: Ruling) -> str:
    """Whether what follows is the same whatever the random events give."""
    if ruling.kind is None:
        return UNKNOWN
    return _truth(ruling.kind.determined or ruling.outcomes is not None)


def _repeats(ruling: Ruling) -> str:
    return UNKNOWN if ruling.kind is None else _truth(ruling.kind.recurs)


def _involved(ruling: Ruling) -> str:
    """Who keeps the loop up; where nobody does, whose objects take part."""
    if ruling.kind is None:
        return UNKNOWN
    return _players(ruling.kind.keepers or ruling.kind.involved)


def _remaining(ruling: Ruling) -> str:
    """Who plays on after a draw."""
    if ruling.verdict.outcome != v.DRAW or ruling.kind is None:
        return UNKNOWN
    return _players(tuple(seat for seat in sorted(ruling.kind.order) if seat not in ruling.verdict.in_draw))


def _forced(ruling: Ruling) -> str:
    """Whether somebody is made to end the loop (732.5): only who owes another choice is."""
    return _truth(ruling.verdict.must_change is not None)


def _forced_to_pay(ruling: Ruling) -> str:
    """Whether somebody keeps the loop up by not paying what follows "unless" (732.6)."""
    kind, loop = ruling.kind, ruling.loop
    if kind is None or loop is None:
        return UNKNOWN
    leaves = [loop.up_to(each.first, each.place) for each in kind.statements if each.role == LEAVES]
    return _truth(any(isinstance(there, Played) and asks_unless(there.state) for there in leaves))


def _restart(ruling: Ruling) -> str:
    """Whether the loop may be proposed again at once where it was stopped.

    Where no choice of the loop was made, no loop was shortcut, and MTR 4.4 par. 8 forbids nothing. Then the keeper may do what is left of
    the number that the keeper named.
    """
    stop = ruling.verdict.stop
    if ruling.case.policy.restart:
        return "true"
    if stop is None:
        return "false"
    nothing_made = stop.iterations == 0 and stop.choice == 1
    duties = (duty for duty in ruling.duties if isinstance(duty.demand, Break | Leave | NotBegin) and not duty.waits)
    return _truth(all(nothing_made and _has_more(duty) for duty in duties))


def _has_more(duty: Duty) -> bool:
    """Whether a player may not begin the loop for now, and iterations of that player's own number are left."""
    return isinstance(duty.demand, NotBegin) and not identical(duty.demand.to_come, 0)


def _number_allowed(ruling: Ruling) -> str:
    """Whether a number may be named of this loop."""
    return _truth(ruling.verdict.outcome not in (v.RUNS, v.DRAW, v.NOT_A_LOOP, v.REJECTED))


def _repetitive(ruling: Ruling) -> str:
    return _truth(any(isinstance(node, Repeat) for node in ruling.case.position.script))


def _allowed(ruling: Ruling) -> str:
    return _truth(ruling.verdict.allowed)


_STEPS: Final = {"combat": "beginning_of_combat", "main1": "precombat_main", "main2": "postcombat_main"}


def _step(ruling: Ruling) -> str:
    name = step_name(ruling.state)
    return _STEPS.get(name, name)


def _stack_controller(ruling: Ruling) -> str:
    """Who controls the topmost entry of the stack."""
    stack = ruling.state.stack
    return _player(ruling.state.rows[stack[0]].cls.controller if stack else None)


def _last_word(ruling: Ruling) -> str:
    """Whose action is the last one before the place."""
    kind, stop = ruling.kind, ruling.verdict.stop
    if kind is None or stop is None:
        return UNKNOWN
    acting = [(each.place, each.seat) for each in kind.statements if each.role == ACTS and each.offset == 0]
    begun = [each for each in acting if each[0] < stop.choice]
    if not begun and stop.iterations < 1:
        return NOBODY
    return _player(max(begun or acting, default=(0, None))[1])


def _edition(ruling: Ruling) -> str:
    """The sentence that decides who is asked, with the first day of its edition."""
    line = None
    if ruling.kind is not None and ruling.loop is not None:
        line = line_of(ruling.case.policy, findings_of(ruling.case, ruling.kind, ruling.loop))
    cited = ruling.case.policy.governing if line is None else ruling.case.edition.renumbered(line.cites[0])
    return f"CR {cited} (since {ruling.case.edition.since})" if cited[:1].isdecimal() else cited


FACTS: Final[Mapping[str, Fact]] = MappingProxyType(
    {
        "outcome": _outcome,
        "outcome_if_declined": _if_declined,
        "reason": lambda ruling: ruling.verdict.reason or NONE,
        "shortcut_allowed": _allowed,
        "repetitive": _repetitive,
        "iterations": lambda ruling: exact_number(_performed(ruling)),
        "iterations_max": _iterations_max,
        "iterations_max_safe": _max_safe,
        "rotations_started": _started,
        "partial": _partial,
        "finite": _finite,
        "priority": _priority,
        "decides": _decides,
        "must_change": _must_change,
        "mandatory": _mandatory,
        "deterministic": _deterministic,
        "deterministic_outcome": _outcome_determined,
        "deterministic_path": _path_determined,
        "state_repeats": _repeats,
        "involved": _involved,
        "draw_players": lambda ruling: _players(ruling.verdict.in_draw),
        "remaining_players": _remaining,
        "forced_to_break": _forced,
        "forced_to_pay": _forced_to_pay,
        "restart_allowed": _restart,
        "way_out": lambda ruling: NOBODY if (found := way_out(ruling)) is None else _truth(found),
        "number_allowed": _number_allowed,
        "infraction": lambda ruling: ruling.verdict.reason if ruling.verdict.outcome == v.PENALTY else NONE,
        "judge_required": lambda ruling: _truth(ruling.verdict.outcome == v.DISCRETION),
        "governing": lambda ruling: ruling.case.policy.governing,
        "arbiter": lambda ruling: "judge" if ruling.case.policy.says(ARBITER) else "the players",
        "turn_of": lambda ruling: _player(active_seat(ruling.state)),
        "step": _step,
        "stack.controller": _stack_controller,
        "accepted": lambda ruling: "; ".join(ruling.verdict.accepted) or NONE,
        "rejected": lambda ruling: "; ".join(ruling.verdict.rejected) or NONE,
        "last_word": _last_word,
        "edition": _edition,
        "net_turns": lambda ruling: str(_of_state(ruling.state, "net_turns")),
    }
)


def _may_pass(ruling: Ruling, seat: int) -> str:
    """Whether a player may pass at the place: not where something else is owed there."""
    state = ruling.state if ruling.place is None else ruling.place
    if over(state) or asked(state) != "priority" or master(state, decider(state)) != seat:
        return "true"
    at_place = ruling if ruling.place is None else replace(ruling, state=state, duties=ruling.owed_there)
    return _truth(owing_at(at_place).not_now(Choice(PASS, decider(state))) is None)


def _may_refuse(ruling: Ruling, seat: int) -> str:
    """Whether a player who is asked may say no without naming a place at which they choose differently (732.2b)."""
    line = None if ruling.kind is None else line_of(ruling.case.policy, Findings(ruling.kind))
    return UNKNOWN if line is None else _truth(OPT_OUT in line.others)


def _must_name(ruling: Ruling, seat: int) -> str:
    """Whether a player who cuts has to say beforehand what they will choose (732.2b): not where the cut was taken."""
    cut = any(one.seat == seat and one.what == CUT for one in ruling.case.said)
    return _truth(not (cut and ruling.taken is not None and ruling.taken.duty is not None))


def _life_at_max(ruling: Ruling, seat: int) -> str:
    """A player's life after the greatest number of iterations."""
    loop = ruling.loop
    if loop is None or loop.end is None:
        return UNKNOWN
    found = look_up(loop.end.state, f"p{seat + 1}.life", {})
    return UNKNOWN if isinstance(found, Refusal) else found


def _tokens_added(ruling: Ruling, seat: int) -> str:
    """Tokens that a player controls at the place, beyond those where the matter was opened."""
    before, after = (
        summed(
            r.n
            for r in state.rows.values()
            if r.cls.kind == TOKEN and r.cls.zone == BATTLEFIELD and r.cls.controller == seat
        )
        for state in (ruling.case.position.state, ruling.state)
    )
    return exact_number(value_of(after) - value_of(before))


def _required(ruling: Ruling, seat: int) -> str:
    """The least number of iterations within which the game is won by a player; ``none`` where no number wins it."""
    end = None if ruling.loop is None else ruling.loop.end
    if end is None or not over(end.state) or outcome_of(end.state) != f"p{seat + 1}_wins":
        return NONE
    return exact_number(end.iteration if end.choice > 1 else end.iteration - 1)


def _higher(ruling: Ruling, seat: int) -> str:
    """Whether a player who is asked may name a higher number than the one that stands."""
    if ruling.kind is None or ruling.loop is None:
        return UNKNOWN
    findings = findings_of(ruling.case, ruling.kind, ruling.loop)
    line = line_of(ruling.case.policy, findings)
    if line is None:
        return UNKNOWN
    return _truth(line.later != LOWER and NUMBER in may_say(line, findings, seat))


OF_PLAYER: Final[Mapping[str, Callable[[Ruling, int], str]]] = MappingProxyType(
    {
        "may_pass": _may_pass,
        "may_refuse_without_deviation": _may_refuse,
        "must_name_choice_in_advance": _must_name,
        "life_at_max": _life_at_max,
        "tokens_added": _tokens_added,
        "required_iterations": _required,
        "higher_allowed": _higher,
        "mana_total": lambda ruling, seat: str(_of_state(ruling.state, f"p{seat + 1}.mana_total")),
    }
)

#: Choices that are played one by one to see which abilities resolve.
CHOICES_SEEN: Final = 20_000
#: States of the end of the script among which the place is looked for.
STATES_BEHIND: Final = 64


def _resolved(ruling: Ruling, name: str) -> str:
    """How often abilities of a source, or spells of a name, resolve before the place; not known where it is too far."""
    position = ruling.case.position
    states: list[State] = []
    played = play(position.state, BodyReader(position.script), upto=CHOICES_SEEN, observe=lambda s, _: states.append(s))
    states.append(played.state)
    last = max(len(states) - STATES_BEHIND, 0)
    at = next((i for i in range(len(states) - 1, last - 1, -1) if same(states[i], ruling.state)), None)
    if at is None:
        return UNKNOWN
    resolved = 0
    for before, after in pairwise(states[: at + 1]):
        done = sum(_tally(after, key) - _tally(before, key) for key in _RESOLVED if key in after.tally)
        if done and before.stack and _is_of(before, before.stack[0], name):
            resolved += done
    return str(resolved)


_RESOLVED: Final = ("resolved.trigger", "resolved.ability", "resolved.spell")


def _is_of(state: State, handle: int, name: str) -> bool:
    """Whether an entry of the stack is a spell of a name, or an ability that a card of that name has."""
    row = state.rows[handle]
    if row.cls.proto is not None:
        return row.cls.proto.name == name
    cards = (other.cls.proto for other in state.rows.values() if other.cls.proto is not None)
    return any(row.cls.term in card.abilities for card in cards if card.name == name)


def _of_an_iteration(ruling: Ruling, path: str) -> str:
    """What one iteration of the last block changes of a path: the first one and the last whole one alike."""
    loop = ruling.loop
    if loop is None:
        return UNKNOWN
    block = next(node for node in reversed(ruling.case.position.script) if isinstance(node, Repeat))
    last = block.count if loop.end is None or block.count < loop.end.iteration else loop.end.iteration - 1
    changes = {_change(loop, 1, path), _change(loop, last, path)}
    return changes.pop() if len(changes) == 1 else "not the same in each iteration"


def _change(loop: Loop, iteration: Count, path: str) -> str:
    """What one iteration changes of a path that is a number."""
    values = []
    for state in (loop.reach(iteration - 1), loop.reach(iteration)):
        found = _of_state(state, path) if isinstance(state, State) else state
        number = None if isinstance(found, Refusal) else as_number(found)
        if number is None:
            return UNKNOWN
        values.append(number)
    return exact_number(values[1] - values[0])


def _truth(value: bool | None) -> str:
    return UNKNOWN if value is None else "true" if value else "false"


def _player(seat: int | None) -> str:
    return NOBODY if seat is None else f"p{seat + 1}"


def _players(seats: Sequence[int]) -> str:
    return "; ".join(f"p{seat + 1}" for seat in sorted(seats)) or NOBODY
