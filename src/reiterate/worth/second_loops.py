"""Second loops: what the cards of a proved loop give besides, each thing by a loop of its own that is proved.
Part of the solver: the answer.

A second loop repeats some iterations of the first one and then a *detour*. A detour is lines that lead back to where
they began and are paid for with what the iterations gave. Detours are looked for in three ways: an
iteration played otherwise, an iteration without a sacrifice, and a short search where mana is plenty.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, takewhile
from typing import Final, NamedTuple, TypeAlias

from reiterate.amounts import Poly, plain
from reiterate.loops.loop import Loop, find_loop
from reiterate.loops.play import DONE, play
from reiterate.refusals import Refusal, Unsupported
from reiterate.rules.access.choice import ACTIVATE, PASS, Choice, Option
from reiterate.rules.access.state_access import turn_into
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.positions.identity import same, skeleton
from reiterate.script.saying import say_mana
from reiterate.script.script import BodyReader, Line, Node, parse_script
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, State, player
from reiterate.state.normal_form import normal
from reiterate.state.properties import MANA, PLAYER, TOKEN, N
from reiterate.survey.consumers import wanted_mana
from reiterate.survey.moves import Seen, act, moves, priced
from reiterate.survey.period_keys import Marks, board_difference, head_of
from reiterate.survey.proof import is_motion, work_out
from reiterate.survey.script_of_play import nodes_of, write_down
from reiterate.terms.abilities import Activated, is_mana_ability
from reiterate.terms.proto import Proto
from reiterate.terms.vocabulary import MANA_KINDS
from reiterate.worth.deeds import NO, deeds_of, deeds_of_nodes
from reiterate.worth.period_observations import unbounded_slots
from reiterate.worth.refitted import refitted

#: How many iterations stand before a detour: the fewest that pay for it.
LAPS: Final = (0, 1, 2, 4, 8, 16)

#: Iterations after which a search for detours begins, and the mana that it wants to begin with.
BEGUN: Final = (16, 64, 256)
PLENTY: Final = 40

#: Choices that a search for detours plays, and moves that a detour has at most.
SEARCH_BUDGET: Final = 300
DEEPEST: Final = 8

#: The same of a search for detours that exile something and bring it back, where creatures are paired: pairs come about one behind the other.
BLINKING_BUDGET: Final = 600
BLINKING_DEEPEST: Final = 14

#: Names of a player's permanents up to which all of them may be targets of a detour.
NAMES: Final = 8

#: Objects on the stack that are resolved before a loop begins.
STACKED: Final = 4

#: How a loop is told in which a player says no once.
SAID_NO: Final = 'a "no" where the loop says "yes"'

_ATTACK: Final = re.compile(r"\battack with (.*)")
_UNTAPPED: Final = re.compile(r"\btarget untapped .*")
_BESIDE: Final = " and "  # between attackers
_ATTACKERS: Final = 4  # so many are tried alone
_LEAVING: Final = re.compile(r"all pass to .*|(p\d+: )?(attack with .*|no attack)")
_OTHERS: Final = re.compile(r"( targeting )p\d+(?= |$)")

#: Choices of an iteration that are written down.
LOOK_BUDGET: Final = 500

#: Lines that an iteration and a detour have at most.
LINES: Final = 200


def proved(start: State, body: Sequence[Node]) -> Loop | None:
    """A body's loop from ``start``, worked out to its end or to the proof that it has none; None where neither was shown."""
    loop = find_loop(start, BodyReader(body))
    return loop if work_out(loop) is None and loop.segments else None


#: Puts something beside a position.
Beside: TypeAlias = Callable[[State], State]


class Laps:
    """The iterations of a body from a start, to which detours are added.

    ``alone`` and ``beside``: the same iterations without something, and what puts that beside a position of theirs.
    ``fit``: the lines of one, where they were made to fit the start.
    """

    __slots__ = ("_behind", "alone", "beside", "body", "fit", "start")

    def __init__(
        self,
        start: State,
        body: Sequence[Node],
        alone: Laps | None = None,
        beside: Beside | None = None,
        fit: tuple[str, ...] = (),
    ) -> None:
        self.start = start
        self.fit = fit
        self.body = tuple(body)
        self.alone = alone
        self.beside = beside
        self._behind: list[State | None] = [start]  # the positions behind so many of them, as far as they were played

    def behind(self, many: int) -> State | None:
        """The position behind so many of them; None where they can't be played. What only lies beside them is put there again."""
        if many > 1 and self.alone is not None and self.beside is not None:
            one, here = self.alone.behind(1), self.behind(1)
            there = self.alone.behind(many)
            if one is not None and here is not None and there is not None and same(self.beside(one), here):
                return self.beside(there)
        while len(self._behind) <= many:
            last = self._behind[-1]
            played = None if last is None else _after(last, self.body)
            self._behind.append(None if played is None else normal(played))
        return self._behind[many]

    @property
    def after(self) -> State | None:
        """A position behind many of them; None where they can't be played."""
        return self.behind(LAPS[-1])

    def with_detour(self, detour: Sequence[Node]) -> Loop | None:
        """The loop of some iterations and a detour: of the fewest with which it never ends, else the one that ends last.

        None where none of them is proved to repeat.
        """
        best: Loop | None = None
        detour = tuple(detour)
        if self.after is None or _after(self.after, (*detour, *self.body)) is None:
            return None
        for many in LAPS:
            if many and many * len(self.body) + len(detour) > LINES:
                break
            here = self.behind(many)
            if here is None or _after(here, detour) is None:
                continue
            found = proved(self.start, (*(self.body * many), *detour))
            if found is not None and found.endless:
                return found
            if found is not None and found.end is not None:
                best = found if best is None or best.end is None or found.end.iteration > best.end.iteration else best
        return best


class OwnLaps(NamedTuple):
    """A loop begun with an empty stack, and its iterations as they stand and written out.

    Written out, other mana in the pool changes no payment: ``lap`` has the lines of one iteration, ``written`` is None
    where these can't be done again and again.
    """

    loop: Loop
    lap: tuple[str, ...] | None
    plain: Laps
    written: Laps | None

    @property
    def laps(self) -> Laps:
        """The iterations written out, else as they stand."""
        return self.written or self.plain

    def beside(self, start: State, beside: Beside) -> Laps:
        """The iterations from a start at which something lies beside: written out, else as they stand."""
        if self.written is not None:
            laps = Laps(start, self.written.body, self.written, beside)
            if laps.after is not None:
                return laps
            other = refitted(start, self.lap or (), _names(start) - _names(self.loop.heads[0]))
            if other is not None:
                laps = Laps(start, nodes_of(other), fit=other)
                if laps.after is not None:
                    return laps
        return Laps(start, self.plain.body, self.plain, beside)


def _names(state: State) -> set[str]:
    """The names of what is in a position."""
    return {row.cls.proto.name for row in state.rows.values() if row.cls.proto is not None}


def own_laps(loop: Loop, me: int) -> OwnLaps:
    """The iterations of a loop of lines, found once for each loop."""
    assert isinstance(loop.reader, BodyReader)
    found = loop.kept.get((OwnLaps, me))
    if not isinstance(found, OwnLaps):
        begun, body = calm(loop), loop.reader.body
        head = begun.heads[0]
        lap = written_out(head, body, me)
        written = Laps(head, nodes_of(lap)) if lap else None
        written = written if written is not None and written.after is not None else None
        found = loop.kept[OwnLaps, me] = OwnLaps(begun, lap, Laps(head, body), written)
    return found


def _after(start: State, lines: Sequence[Node]) -> State | None:
    """The position after some lines; None where they can't be played to their end."""
    try:
        played = play(start, BodyReader(lines), upto=LOOK_BUDGET)
    except Unsupported:
        return None
    return played.state if played.stop == DONE else None


def calm(loop: Loop) -> Loop:
    """The loop begun with an empty stack, where it is proved from there too; else itself."""
    if not isinstance(loop.reader, BodyReader):
        return loop
    state: State | None = loop.heads[0]
    for _ in range(STACKED):
        if state is not None and state.stack:
            state = _after(normal(state), nodes_of(["all pass"]))
    if state is None or state is loop.heads[0] or state.stack:
        return loop
    again = proved(normal(state), loop.reader.body)
    return again if again is not None and again.endless else loop


@dataclass(frozen=True, slots=True)
class Before:
    """What was played before a loop: the lines of ``script`` from ``start``."""

    start: State
    script: tuple[Node, ...]


def without_attacks(loop: Loop) -> Iterator[Loop]:
    """The loop of the same lines with no attack in it, and within one step, where those never end."""
    if not isinstance(loop.reader, BodyReader):
        return
    body = loop.reader.body
    if not any(isinstance(node, Line) and _ATTACK.search(node.text) for node in body):
        return
    rest = tuple(node for node in body if not isinstance(node, Line) or not _LEAVING.fullmatch(node.text))
    resolve = nodes_of(["all pass"])
    for tried in ((*rest, *resolve), rest, tuple(_changed(node, _ATTACK, "no attack") for node in body)):
        found = proved(loop.heads[0], tried) if tried and _after(loop.heads[0], (*tried, *tried)) is not None else None
        if found is not None and found.endless:
            yield found


def saying_no(loop: Loop, me: int) -> Iterator[Loop]:
    """The loop of the same lines in which player ``me`` once says no instead of yes, where those never end.

    What was chosen behind the yes goes.
    """
    body = loop.reader.body if isinstance(loop.reader, BodyReader) else ()
    deeds, _ = deeds_of_nodes(loop.heads[0], body)
    for at in (i for i, deed in enumerate(deeds) if deed.agrees(me)):
        rest = next((i for i in range(at + 1, len(deeds)) if not deeds[i].chooses()), len(deeds))
        tried = (*body[:at], *nodes_of([NO]), *body[rest:])
        found = proved(loop.heads[0], tried) if _after(loop.heads[0], (*tried, *tried)) is not None else None
        if found is not None and found.endless:
            yield found


def with_one_attacker(loop: Loop) -> Iterator[Loop]:
    """The loop of the same lines in which one creature attacks where several do: the others stay untapped (508.1f)."""
    if not isinstance(loop.reader, BodyReader):
        return
    body = loop.reader.body
    attacks = (_ATTACK.search(node.text) for node in body if isinstance(node, Line))
    said = next((seen[1] for seen in attacks if seen is not None), "")
    for attacker in said.split(_BESIDE)[:_ATTACKERS] if _BESIDE in said else ():
        alone = tuple(_changed(node, _ATTACK, f"attack with {attacker}") for node in body)
        # it is no longer the only untapped one
        named = tuple(_changed(node, _UNTAPPED, f"target {attacker}") for node in alone)
        for tried in dict.fromkeys((alone, named)):
            found = proved(loop.heads[0], tried) if _after(loop.heads[0], (*tried, *tried)) is not None else None
            if found is not None:
                yield found
                break


def with_target_turned(loop: Loop, me: int, before: Before | None) -> Iterator[Loop]:
    """The loop with its player targeted in the place of others, in its lines and in those before it."""
    if not isinstance(loop.reader, BodyReader):
        return
    own = rf"\g<1>p{me + 1}"
    body = tuple(_changed(node, _OTHERS, own) for node in loop.reader.body)
    script = tuple(_changed(node, _OTHERS, own) for node in before.script) if before is not None else ()
    head: State | None = loop.heads[0]
    if before is not None and script != before.script:
        head = _after(before.start, script)
    elif body == loop.reader.body:
        return
    found = proved(head, body) if head is not None else None
    if found is not None:
        yield found


def _changed(node: Node, pattern: re.Pattern[str], text: str) -> Node:
    """A node with a pattern replaced in its lines."""
    if isinstance(node, Line):
        return replace(node, text=pattern.sub(text, node.text))
    return replace(node, body=tuple(_changed(inner, pattern, text) for inner in node.body))


# --- an iteration written down ---------------------------------------------------------------------------------------


def written_out(state: State, body: Sequence[Node], me: int) -> tuple[str, ...] | None:
    """The lines of one iteration with all that is paid in them; None where it can't be played or said."""
    try:
        played = play(state, BodyReader(body), upto=LOOK_BUDGET)
    except Unsupported:
        return None
    if played.stop != DONE:
        return None
    states = [state]
    for choice in played.choices:
        states.append(step(states[-1], choice)[0])
    track = write_down(states, played.choices, me)
    lines: list[str] = []
    for before, after, line in zip(track.states[:-1], track.states[1:], track.lines, strict=True):
        paid = _paid(before, after, me)
        lines.append(
            f"{line} paying {paid}"
            if paid and line.startswith(("activate ", "cast ")) and " paying " not in line
            else line
        )
    return None if isinstance(parse_script("\n".join(lines)), Refusal) else tuple(lines)


def _paid(before: State, after: State, me: int) -> str:
    """The mana that went from a player's pool, as a script says it; "" where any came into it."""
    pools = [
        {s: plain(v) for s, v in state.rows[player(me)].num.items() if s.startswith(MANA)} for state in (before, after)
    ]
    gone = {slot: n - pools[1].get(slot, 0) for slot, n in pools[0].items() if n != pools[1].get(slot, 0)}
    if any(n < 0 for n in gone.values()) or any(n > pools[0].get(slot, 0) for slot, n in pools[1].items()):
        return ""
    paid: dict[str, int] = {}
    for slot, n in gone.items():
        kind = slot.removeprefix(MANA).partition("/")[0]  # whatever it may be spent on: what may be is paid first
        paid[kind] = paid.get(kind, 0) + n
    return say_mana(tuple(paid.items()))


# --- an iteration played otherwise -----------------------------------------------------------------------------------

_LIST: Final = re.compile(
    r"((?:p\d+: )?(?:activate|cast) .*? targeting |(?:p\d+: )?(?:choose|target) )(.+?)( paying .*)?"
)
_AND: Final = re.compile(r", and |, | and ")
_COUNTED: Final = re.compile(r"(\d+) (.+)")
_ACTS: Final = re.compile(r"(?:p\d+: )?(?:activate|cast|play|attack) ")
_STATES: Final = re.compile(r"^(?:(?:un)?tapped |sick )+")


def with_bystander(lines: Sequence[str], name: str) -> Iterator[tuple[str, ...]]:
    """The lines with a bystander among what one line chooses or targets: beside the others, or in the place of one.

    It acts first, or in the place of the line by which what it replaces acted.
    """
    for j, line in enumerate(lines):
        read = _LIST.fullmatch(line)
        if read is None:
            continue
        parts = _AND.split(read[2])
        for changed, gone in _put_in(parts, name):
            now = f"{read[1]}{' and '.join(changed)}{read[3] or ''}"
            acted = [i for i, each in enumerate(lines) if gone and _acts(each, gone)]
            rest = [*lines[:j], now, *lines[j + 1 :]]
            for i in acted:
                yield (*rest[:i], f"activate {name}", *rest[i + 1 :])
            yield (f"activate {name}", *rest)


def bystander_alone(lines: Sequence[str], name: str) -> Iterator[tuple[str, ...]]:
    """One line that chooses or targets a bystander in the place of something, with what answers that line; the bystander acts first."""
    for j, line in enumerate(lines):
        read = _LIST.fullmatch(line)
        for changed, gone in _put_in(_AND.split(read[2]), name) if read is not None else ():
            if read is not None and gone:
                now = f"{read[1]}{' and '.join(changed)}{read[3] or ''}"
                yield (f"activate {name}", now, *takewhile(lambda each: _ACTS.match(each) is None, lines[j + 1 :]))


def aimed_at(lines: Sequence[str], name: str) -> Iterator[tuple[str, ...]]:
    """The lines with one that chooses or targets a bystander besides or instead, or that one alone; the bystander itself does nothing."""
    act = f"activate {name}"
    for changed in chain(with_bystander(lines, name), bystander_alone(lines, name)):
        if changed[0] == act:
            yield changed[1:]


def _put_in(parts: Sequence[str], name: str) -> Iterator[tuple[list[str], str]]:
    """A list with a bystander in it, and what it takes the place of; "" for nothing."""
    for at, part in enumerate(parts):
        counted = _COUNTED.fullmatch(part)
        many, what = (int(counted[1]), counted[2]) if counted else (1, part)
        left = [part] if many < 1 else [] if many == 1 else [what if many == 2 else f"{many - 1} {what}"]
        yield [*parts[:at], *left, *parts[at + 1 :], name], _STATES.sub("", what)
    yield [*parts, name], ""


def _acts(line: str, name: str) -> bool:
    """Whether a line activates an ability of what has this name, without a cost in mana."""
    word = _STATES.sub("", line.removeprefix("activate "))
    return (
        line.startswith("activate ")
        and " paying " not in line
        and re.match(rf"{re.escape(name)}(?:$|[: ])", word) is not None
    )


_SYMBOLS: Final = re.compile(r" paying ((?:\{\w\})+)$")


def paid_otherwise(lines: Sequence[str], kinds: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """The lines with one kind of mana, of ``kinds``, in the place of another in what they pay: one symbol, then all."""
    paid = [(i, read[1]) for i, line in enumerate(lines) if (read := _SYMBOLS.search(line)) is not None]
    for kind in kinds:
        others = dict.fromkeys(symbol for _, said in paid for symbol in re.findall(r"\{(\w)\}", said) if symbol != kind)
        for other in others:
            for at, said in paid:
                if f"{{{other}}}" in said:
                    head = lines[at].removesuffix(said)
                    yield (*lines[:at], head + said.replace(f"{{{other}}}", f"{{{kind}}}", 1), *lines[at + 1 :])
        for changed in (set(others), set(others) - set("WUBRG")):
            if changed:
                swap = str.maketrans(dict.fromkeys(changed, kind))
                yield tuple(_paying(line, swap) for line in lines)


def _paying(line: str, swap: dict[int, str]) -> str:
    read = _SYMBOLS.search(line)
    return line if read is None else line.removesuffix(read[1]) + read[1].translate(swap)


def left_undone(laps: Laps, lap: Sequence[str], me: int) -> Iterator[Loop]:
    """The loops of some iterations and one without a sacrifice: what is not sacrificed stays, where the other iterations make up for it.

    What stays may be another object of the same name. The lines then say that the newest one is meant.
    """
    deeds, _ = deeds_of(laps.start, lap)
    newest = [deed.of_newest(me) for deed in deeds]
    for i, deed in enumerate(deeds):
        if not deed.sacrifices() or deed.line in lap[:i]:
            continue
        rest = (*lap[:i], *lap[i + 1 :])
        second = laps.with_detour(nodes_of(rest))
        if second is None:
            second = Laps(laps.start, nodes_of(newest)).with_detour(nodes_of([*newest[:i], *newest[i + 1 :]]))
        if second is not None:
            yield second


# --- a search where mana or tokens are plenty -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Detour:
    """Lines that lead back: ``brings``, what they change or count besides mana, by the keys of the search."""

    lines: tuple[str, ...]
    brings: frozenset[str]


def plenty(loop: Loop, me: int) -> State | None:
    """A position after some iterations in which a player has plenty of mana; None where the loop doesn't give it."""
    for many in BEGUN:
        state = loop.reach(many)
        if isinstance(state, Refusal):
            return None
        if any(slot.startswith(MANA) and plain(n) >= PLENTY for slot, n in state.rows[player(me)].num.items()):
            return state
    return None


def crowded(loop: Loop, me: int) -> State | None:
    """A position after some iterations in which a player has ever more tokens that act without mana of their own; None where there are none."""
    last = loop.segments[-1].period
    for handle, slot in unbounded_slots(last):
        cls = last.head.rows[handle].cls if handle in last.head.rows else None
        if slot != N or cls is None or (cls.kind, cls.controller) != (TOKEN, me) or cls.proto is None:
            continue
        if any(isinstance(each, Activated) and not is_mana_ability(each) for each in cls.proto.abilities):
            state = loop.reach(BEGUN[0])
            return None if isinstance(state, Refusal) else state
    return None


def detours(
    start: State,
    goal: State,
    me: int,
    spoken: frozenset[str],
    budget: int = SEARCH_BUDGET,
    deepest: int = DEEPEST,
) -> Iterator[Detour]:
    """Detours from ``start`` to what holds all that ``goal`` does, the cheapest first.

    ``spoken``: names of what may be targeted. No mana is made, and what there is plenty of is paid. ``budget``: choices that are
    played; ``deepest``: moves that a detour has at most.
    """
    head, end = head_of(normal(goal)), Marks(normal(goal), me)
    first = normal(start)
    heap: list[tuple[int, int, State, tuple[tuple[Choice, ...], ...]]] = [(0, 0, first, ())]
    known = {_key(first)}
    number, left = 0, budget
    while heap and left > 0:
        cost, _, state, made = heapq.heappop(heap)
        for more, choice in _tried(state, me, spoken) if sum(map(len, made)) < deepest * 2 else ():
            left -= 1
            played = _acted(state, choice, me)
            if played is None:
                continue
            after, chosen = played
            key = _key(after)
            if key in known:
                continue
            known.add(key)
            number += 1
            line = (*made, chosen)
            if head_of(after) == head and Marks(after, me).holds(end):
                detour = _detour(line, first, after, me)
                if not isinstance(parse_script("\n".join(detour.lines)), Refusal):
                    yield detour
            heapq.heappush(heap, (cost + more, number, after, line))
            if left <= 0:
                return


def _acted(state: State, choice: Choice, me: int) -> tuple[State, tuple[Choice, ...]] | None:
    """The position after a choice and the passes behind it, with all these."""
    try:
        played = act(state, choice, me)
    except Unsupported:
        return None
    return None if played is None or asked(played[0]) == "over" else (normal(played[0]), tuple(played[1]))


def _key(state: State) -> int:
    amounts = tuple((handle, *sorted(state.rows[handle].num.items())) for handle in sorted(state.rows))
    return hash((skeleton(state), amounts))


def untapped_out(state: State, seat: int, types: Sequence[str]) -> State:
    """The position with all of a player's permanents of some types untapped; itself where none is tapped."""
    mine = [h for h, row in state.rows.items() if (row.cls.zone, row.cls.controller) == (BATTLEFIELD, seat)]
    tapped = [h for h in mine if state.rows[h].cls.tapped and set(types) <= set(view(state, h).types)]
    draft = Draft(state)
    for handle in tapped:
        turn_into(draft, "", handle, state.rows[handle].cls.but("tapped", False))
    return normal(draft.done()) if tapped else state


def ready_protos(state: State) -> set[Proto | None]:
    """What is untapped on the battlefield."""
    return {row.cls.proto for row in state.rows.values() if row.cls.zone == BATTLEFIELD and not row.cls.tapped}


def grown(state: State, me: int) -> list[str]:
    """The kinds of mana of which a player has plenty."""
    there = state.rows[player(me)]
    return [kind for kind in MANA_KINDS if plain(there.get(f"{MANA}{kind}")) >= PLENTY // 2]


def _tried(state: State, me: int, spoken: frozenset[str]) -> list[tuple[int, Choice]]:
    try:
        found = moves(state, me, Seen())
        wanted = wanted_mana(state, me)
        others = [(cost, option) for cost, option in found.later if not _makes_mana(state, option)]
        later = [each for cost, option in others for each in priced(state, option, cost, me, wanted)]
    except Unsupported:
        return []
    if asked(state) != "priority":
        return found.now
    useful = [(cost, choice) for cost, choice in [*found.now, *later] if _useful(state, choice, spoken)]
    kinds = grown(state, me)
    paid = {_paid_from(state, choice, kinds): cost for cost, choice in reversed(useful)}
    return sorted(((cost, choice) for choice, cost in paid.items()), key=lambda pair: pair[0])


def _paid_from(state: State, choice: Choice, kinds: Sequence[str]) -> Choice:
    """The choice with all that can be paid with the first of some kinds paid so."""
    scarce = sum(plain(n) for kind, n in choice.pay if kind not in kinds)
    for kind in kinds if scarce else ():
        had = {each: plain(n) for each, n in choice.pay if each in kinds}
        pay = {**had, kind: had.get(kind, 0) + scarce}
        tried = replace(choice, pay=tuple(sorted(pay.items(), key=lambda one: MANA_KINDS.index(one[0]))))
        if verify(state, tried) is None:
            return tried
    return choice


def _useful(state: State, choice: Choice, spoken: frozenset[str]) -> bool:
    if choice.verb == PASS:
        return True
    named = all(
        state.rows[t].cls.kind == PLAYER or _name(state, t) in spoken for t in choice.targets if t in state.rows
    )
    return named and not _makes_mana(state, choice)


def _makes_mana(state: State, one: Choice | Option) -> bool:
    """Whether a choice or an option activates a mana ability (605.1a)."""
    return one.verb == ACTIVATE and is_mana_ability(abilities_at(state, one.row)[one.index])


def _name(state: State, row: int) -> str:
    there = state.rows.get(row)
    return there.cls.proto.name if there is not None and there.cls.proto is not None else ""


def spoken_in(state: State, body: Sequence[Node]) -> frozenset[str]:
    """The names of what acts in one iteration, and of what that targets."""
    try:
        played = play(state, BodyReader(body), upto=LOOK_BUDGET)
    except Unsupported:
        return frozenset()
    names: set[str] = set()
    for choice in played.choices:
        names |= {_name(state, row) for row in (choice.row, *choice.targets)}
        state = step(state, choice)[0]
    return frozenset(names - {""})


def _detour(made: Sequence[Sequence[Choice]], first: State, after: State, me: int) -> Detour:
    states: list[State] = []
    state = first
    for choices in made:
        for choice in choices:
            states.append(state)
            state = step(state, choice)[0]
        state = normal(state)
    track = write_down([*states, after], [choice for choices in made for choice in choices], me)
    counts = {key for key, n in after.tally.items() if plain(n) > plain(first.tally.get(key, 0)) and not is_motion(key)}
    board = {key for key, n in board_difference(first, after).items() if n > 0 and f".{MANA}" not in key}
    return Detour(track.lines, frozenset(counts | board))


# --- all of them -----------------------------------------------------------------------------------------------------


def second_loops(loop: Loop, me: int) -> Iterator[Loop]:
    """The second loops of a loop without end on its own board: they pay otherwise, leave a sacrifice out, or have a detour."""
    if not isinstance(loop.reader, BodyReader):
        return
    mana = plenty(calm(loop), me) or crowded(calm(loop), me)
    if mana is None:
        return
    begun = own_laps(loop, me)
    loop, lap, laps = begun.loop, begun.lap, begun.laps
    if lap is None:
        return
    assert isinstance(loop.reader, BodyReader)
    head, body = loop.heads[0], loop.reader.body
    yield from left_undone(laps, lap, me)
    for changed in dict.fromkeys(paid_otherwise(lap, grown(mana, me))):
        second = laps.with_detour(nodes_of(changed))
        if second is not None:
            yield second
    brought: set[str] = set(_counted_by(loop))
    own = {_name(mana, h) for h, row in mana.rows.items() if row.cls.zone == BATTLEFIELD and row.cls.controller == me}
    for detour in detours(mana, mana, me, spoken_in(head, body) | (own if len(own) <= NAMES else set())):
        if detour.brings - brought:
            second = laps.with_detour(nodes_of(detour.lines))
            if second is not None:
                brought |= detour.brings
                yield second


def _counted_by(loop: Loop) -> Iterator[str]:
    """What the periods of a loop count."""
    last = loop.segments[-1].period
    for i, (handle, key) in enumerate(last.slots):
        if handle == -1 and last.update[i] != Poly.symbol(i):
            yield key
