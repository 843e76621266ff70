"""Trials: what a loop would give on a larger board, or with another color chosen, proved on the changed loop.
Part of the solver: the answer.

A creature that taps for mana is put beside the loop and used once in every iteration. Where the
loop is still proved never to end, it untaps that creature each time, and so any creature like it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, islice
from typing import Final

from reiterate.loops.loop import End, Loop, find_loop
from reiterate.loops.play import DONE, play
from reiterate.records import replace
from reiterate.refusals import Unsupported
from reiterate.rules.access.state_access import seats
from reiterate.rules.characteristics.evaluate import view
from reiterate.rules.decisions.step import step
from reiterate.rules.events.enters_battlefield import place
from reiterate.rules.events.players import add_mana
from reiterate.script.script import BodyReader, Line, Node
from reiterate.state.events import Draft
from reiterate.state.model import BATTLEFIELD, EXILE, Class, Row, State, make_class, player
from reiterate.state.normal_form import normal
from reiterate.state.progression_rows import WIDTH
from reiterate.state.properties import CARD, COUNT_ENTERS_OF, EFFECT, EOT_POWER, EOT_TOUGHNESS, MANA, OUTCOME, TOKEN, N
from reiterate.survey.proof import work_out
from reiterate.survey.script_of_play import lines_of, nodes_of
from reiterate.survey.wants import fits, holds
from reiterate.terms.abilities import Activated, Keyword
from reiterate.terms.base import Term, children, walk, with_fields
from reiterate.terms.costs import TapCost
from reiterate.terms.effects_mana import AddColorOf, AddMana, AddPerColor
from reiterate.terms.effects_permanents import Tap
from reiterate.terms.effects_spells import CopyForEach, CopyToken
from reiterate.terms.meanings import meaning
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import THAT_COLOR, Devotion
from reiterate.terms.references import Filter, Paired, TargetRef, TargetSpec
from reiterate.worth.period_observations import NONCREATURES, unbounded_slots
from reiterate.worth.second_loops import (
    BLINKING_BUDGET,
    BLINKING_DEEPEST,
    aimed_at,
    bystander_alone,
    detours,
    own_laps,
    plenty,
    ready_protos,
    spoken_in,
    untapped_out,
    with_bystander,
    written_out,
)

#: Iterations after which a changed loop that has not settled into a period is given up.
PROBE: Final = 8

#: Choices of an iteration that are played to see what it untaps.
LOOK_BUDGET: Final = 500

#: Lines of an iteration that are changed, or before which something is added.
LINES: Final = 12

#: Symbols of a color that may stay where mana is chosen in any combination.
KEPT: Final = 3

#: Mana that nothing in the loop could be paid with: what is paid in it stays the same.
OWN_WORDS: Final = "cast Bystander spells"
_MANA: Final = (Activated((TapCost(),), (AddMana(("C",), only=OWN_WORDS),)),)

#: What stands before the words for creatures of another size and of all colors: any creature is a small or a great one.
GREAT: Final = "great "

#: What is put beside a loop, by the words for all that is like it.
_SMALL: Final = {
    "creatures": Proto("Bystander Creature", ("creature",), power=1, toughness=1, abilities=_MANA),
    "artifacts": Proto("Bystander Artifact", ("artifact",), abilities=_MANA),
    "enchantments": Proto("Bystander Enchantment", ("enchantment",), abilities=_MANA),
    "lands": Proto("Bystander Land", ("land",), abilities=_MANA),
    "legendary creatures": Proto(
        "Bystander Legend", ("creature",), supertypes=("legendary",), power=1, toughness=1, abilities=_MANA
    ),
    "artifact creatures": Proto("Bystander Golem", ("artifact", "creature"), power=1, toughness=1, abilities=_MANA),
}

#: The kinds in the order in which they are tried: the second ones only where creatures are not proved.
_ROUNDS: Final = (
    ("creatures", f"{GREAT}creatures", "artifacts", "enchantments", "lands"),
    tuple(f"{great}{kind}" for kind in ("legendary creatures", "artifact creatures") for great in ("", GREAT)),
)

#: A helper that taps what is untapped, and nothing else.
_TAPPER: Final = Proto(
    "Bystander Tapper",
    ("enchantment",),
    abilities=(Activated((), (Tap(TargetRef(0)),), targets=(TargetSpec(Filter(tapped=False)),)),),
)

#: A permanent of all colors, which does nothing, and the words for it: where its colors matter, and where its cost does (700.5).
_ALL_COLORS: Final = Proto("Bystander Rainbow", ("artifact",), colors=tuple("WUBRG"), mana_cost=tuple("WUBRG"))
_OF_ALL: Final = ("a permanent of all colors more", "a permanent that costs {W}{U}{B}{R}{G} more")

_SIZED: Final = tuple(kind for kind, proto in _SMALL.items() if "creature" in proto.types)
#: Of each kind of great creatures the small ones.
_SMALLER: Final = {f"{GREAT}{kind}": kind for kind in _SIZED}

BYSTANDERS: Final = _SMALL | {
    f"{GREAT}{kind}": with_fields(
        _SMALL[kind], {"name": f"{_SMALL[kind].name} Giant", "colors": tuple("WUBRG"), "power": 9, "toughness": 9}
    )
    for kind in _SIZED
}

#: Kinds for which detours are searched, and of which other players' permanents are tried; how many detours are tried to prove.
SOUGHT: Final = ("creatures", "artifacts", "lands")
SOME: Final = 4

#: Creatures of an opponent that are exiled one by one.
THEIRS: Final = 10**30

_ONE_TARGET: Final = re.compile(r"(activate .*? targeting )[^,]+?((?: sacrificing| paying| discarding| tapping) .*)?")

#: Mana of a color that is put into the pool.
IN_POOL: Final = 8

#: What stands for the name of a bystander in a detour.
NAME: Final = "\0"

#: Sizes until end of turn: of power and toughness, and of power alone.
LARGE: Final = "large"
POWERFUL: Final = "powerful"

#: The kinds for which the words ``NONCREATURES`` stand.
_NONCREATURES: Final = frozenset({"artifacts", "enchantments", "lands"})

#: The widest words.
WIDE: Final = frozenset({"nonland permanents", "permanents"})

#: Where the mana begins that a line chooses or pays.
_CHOSEN: Final = re.compile(r" (?:for|paying) \{")

COLORS: Final = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


@dataclass(frozen=True, slots=True)
class Again:
    """The words of what is untapped again and again by a loop without end, or by a second loop of the same cards.

    ``ready``: what ends each iteration untapped, also what left and came back; ``untapped``: what the
    loop itself untaps; ``blinked``: what is exiled and comes back. What a wider word says is left out.
    ``grown``: the sizes until end of turn that any creature gets, ``LARGE`` or ``POWERFUL``. ``pooled``: the kinds of ``BYSTANDERS`` whose mana
    becomes ever more.
    """

    ready: set[str]
    untapped: set[str]
    blinked: set[str]
    grown: set[str]
    pooled: set[str]


@dataclass(frozen=True, slots=True)
class Copied:
    """What is told of copies of a kind: of those of any player, and that they are creatures where what is copied need not be."""

    of_anyone: bool
    creatures: bool


def made_untapped(loop: Loop, seat: int, asked: Iterable[str] = ("permanents",)) -> Again:
    """What a loop untaps or exiles and brings back, each kind proved with one more permanent of that kind.

    ``asked``: the words of what is looked for. Other kinds are left out.
    """
    wanted = set().union(*map(_asked_by, asked))
    together = _untapped_of(loop, seat, tuple(BYSTANDERS))
    once = together or {}
    again: dict[str, bool] = {}
    chosen: dict[str, Loop] = {}
    used: dict[str, Loop] = {}
    for kinds in [[kind for kind in kinds if kind in wanted] for kinds in _ROUNDS]:
        if {"creatures", f"{GREAT}creatures"} <= again.keys() and "creatures" not in kinds:
            break  # any creature: of legendary ones and artifacts nothing more is said
        used |= _used(loop, seat, [kind for kind in kinds if kind in once])
        again |= {kind: once[kind] for kind in kinds if kind in used}
        chosen |= _chosen(loop, seat, kinds, again.keys())
        again |= {kind: _anew(second, BYSTANDERS[kind].name) for kind, second in chosen.items()}
        if together is None:  # a line would have to say which of them is meant
            alone = _each_alone(loop, seat, [kind for kind in kinds if kind not in again])
            used |= _used(loop, seat, alone)
            again |= {kind: anew for kind, anew in alone.items() if kind in used}
    grown = _sizes(loop, seat, "creatures", chosen) & _sizes(loop, seat, f"{GREAT}creatures", chosen)
    untapped = {kind for kind, anew in again.items() if not anew}
    spoken = [kind for kind in _ROUNDS[0] if kind in wanted and _holds(loop.heads[0], partial(_speaks_of, kind=kind))]
    shown: dict[tuple[str, ...], None] = {}
    blinked: set[str] = set()
    for kind in spoken if _may_exile(loop.heads[0]) else ():
        if _small_too(kind, blinked) and _blinked(loop, seat, kind, shown):
            blinked.add(kind)
    slot = (player(seat), f"{MANA}C/{OWN_WORDS}")
    pooled = {kind for kind, each in {**used, **chosen}.items() if slot in unbounded_slots(each.segments[-1].period)}
    return Again(_widest(set(again)), _widest(untapped), _widest(blinked), grown, pooled)


def untapped_as_long(loop: Loop, seat: int) -> set[str]:
    """The kinds of permanents that a loop with an end untaps.

    Each kind is proved with one more permanent of that kind, which taps in each lap. The loop has no fewer laps then.
    """
    once = _once(loop, seat)
    return _widest(set(_used(loop, seat, [kind for kind, anew in once.items() if not anew])))


def untaps_theirs(loop: Loop, seat: int, kinds: Iterable[str]) -> set[str]:
    """The kinds, among some that a loop untaps of its player, of which it untaps those of all others too.

    Another player has a permanent of that kind, which a helper of the loop's player taps in each iteration. It can only do so
    again because the loop untaps that permanent.
    """
    found = {kind for kind in kinds if kind in SOUGHT}
    for other in seats(loop.heads[0]):
        if other != seat and found:
            once = _once(loop, other)
            sizes = {kind: (kind, f"{GREAT}{kind}") if kind in _SIZED else (kind,) for kind in found}
            found = {
                kind
                for kind in found
                if all(once.get(each) is False and _tapped_again(loop, seat, other, each) for each in sizes[kind])
            }
    return found


def copied_by_tokens(loop: Loop, seat: int) -> dict[str, Copied]:
    """The kinds of permanents of which a loop makes ever more tokens that are copies, each proved with one more permanent of that kind (707.2).

    That permanent is chosen by a second loop, and does nothing itself. None is looked for where each token has an effect of its own, such as haste.
    Effects stand in the order of their timestamps (613.7), so those on two sorts of tokens take turns for ever.
    """
    if not isinstance(loop.reader, BodyReader) or not _holds(loop.heads[0], _makes_copies):
        return {}
    last = loop.segments[-1].period
    if any(last.head.rows[row].cls.kind == EFFECT for row, _ in unbounded_slots(last) if row in last.head.rows):
        return {}
    found = {kind: each for kind in _ROUNDS[0] if (each := _copied(loop, seat, seat, kind)) is not None}
    others = [other for other in seats(loop.heads[0]) if other != seat]
    theirs = {kind for kind in found if all(_copied(loop, seat, other, kind) is not None for other in others)}
    made: dict[str, Copied] = {}
    for kind in _widest(set(found)) or set(found) & {"enchantments"}:
        made[kind] = Copied(theirs >= found.keys() & _within(kind), kind in _NONCREATURES and found[kind])
    if made.keys() >= {"artifacts", "lands"} and "enchantments" in found:
        creatures = all(found[kind] for kind in _NONCREATURES)
        made = {
            NONCREATURES: Copied(theirs >= _NONCREATURES, creatures),
            **{k: v for k, v in made.items() if k not in _NONCREATURES},
        }
    return made


def _within(kind: str) -> set[str]:
    """What is put beside a loop for the words of a kind."""
    whole = set(_ROUNDS[0]) if kind == "permanents" else set(_ROUNDS[0]) - {"lands"}
    return whole if kind in WIDE else {kind, f"{GREAT}{kind}"} & whole | {kind}


def _asked_by(kind: str) -> set[str]:
    """What is put beside a loop to find out about the words of a kind: of all creatures also those of fewer kinds."""
    return set(BYSTANDERS) if kind in WIDE else {kind, f"{GREAT}{kind}"}


def _copied(loop: Loop, seat: int, owner: int, kind: str) -> bool | None:
    """Whether copies of one player's permanent are creatures, of which a second loop makes ever more; None where none was found."""
    if not _holds(loop.heads[0], partial(_speaks_of, kind=kind)):
        return None
    assert isinstance(loop.reader, BodyReader)
    own = own_laps(loop, seat)
    name, beside = BYSTANDERS[kind].name, partial(_with, seat=owner, kinds=(kind,), tapped=True)
    laps = own.beside(beside(own.loop.heads[0]), beside)
    tried = aimed_at(laps.fit or own.lap or (), name)
    mana = plenty(loop, seat)
    if mana is not None:
        rich, token = beside(mana), f"p{seat + 1}.tokens.{name}"
        paid = detours(rich, rich, seat, spoken_in(loop.heads[0], loop.reader.body) | {name})
        tried = chain(tried, islice((each.lines for each in paid if token in each.brings), SOME))
    for lines in tried:  # its copies are untapped: a line says which one is meant
        second = laps.with_detour(nodes_of([line.replace(name, f"tapped {name}") for line in lines]))
        for creatures in _tokens_of(second, seat, name) if second is not None and second.endless else ():
            return creatures
    return None


def _tokens_of(loop: Loop, seat: int, name: str) -> Iterator[bool]:
    """Of the tokens with a name that become ever more in a loop, whether they are creatures."""
    head = loop.segments[-1].period.head
    for handle, slot in unbounded_slots(loop.segments[-1].period):
        cls = head.rows[handle].cls if handle in head.rows else None
        where = () if cls is None else (cls.kind, cls.zone, cls.controller)
        if slot in (N, WIDTH) and where == (TOKEN, BATTLEFIELD, seat) and _named(head, handle) == name:
            yield "creature" in view(head, handle).types


@lru_cache(maxsize=1_000)
def _makes_copies(part: Term) -> bool:
    """Whether a term makes tokens that are copies of something."""
    return holds(part, CopyToken | CopyForEach)


def _tapped_again(loop: Loop, seat: int, other: int, kind: str) -> bool:
    """Whether a loop is proved without end in which another player's permanent is tapped once in each iteration."""
    if not isinstance(loop.reader, BodyReader):
        return False
    body = loop.reader.body
    draft = Draft(_with(loop.heads[0], other, (kind,)))
    cls = make_class(CARD, BATTLEFIELD, proto=_TAPPER, owner=seat, controller=seat)
    place(draft, Row(cls, {}, 1, {}), "")
    start = normal(draft.done())
    tap = nodes_of((f"activate {_TAPPER.name} targeting {BYSTANDERS[kind].name}", "all pass"))
    return any(_endless(start, (*body[:at], *tap, *body[at:])) is not None for at in range(min(len(body), LINES) + 1))


def _small_too(kind: str, found: Collection[str]) -> bool:
    """Whether a kind is worth a trial: of great creatures nothing is told where that is not so of small ones."""
    return kind not in _SMALLER or _SMALLER[kind] in found


def _chosen(loop: Loop, seat: int, kinds: Sequence[str], already: Collection[str]) -> dict[str, Loop]:
    """What a second loop untaps of these kinds but those found ``already``, as it is chosen or targeted; with that loop."""
    if not isinstance(loop.reader, BodyReader):
        return {}
    body = loop.reader.body
    own = own_laps(loop, seat)
    loop, lap = own.loop, own.lap
    head = loop.heads[0]
    mana = plenty(loop, seat)
    found: dict[str, Loop] = {}
    shown: dict[tuple[str, ...], None] = {}  # detours that untapped something, with NAME in the place of its name
    for kind in kinds if lap is not None or mana is not None else ():
        wanted = kind not in already and _small_too(kind, {*already, *found})
        if not wanted or not _holds(head, partial(_speaks_of, kind=kind)):
            continue
        name = BYSTANDERS[kind].name
        beside = partial(_with, seat=seat, kinds=(kind,))
        laps = own.beside(beside(head), beside)
        known = [tuple(line.replace(NAME, name) for line in lines) for lines in shown]
        tried = chain(
            known,
            with_bystander(laps.fit or lap, name) if lap is not None else (),
            bystander_alone(laps.fit or lap, name) if lap is not None else (),
            _searched(mana, seat, kind, spoken_in(head, body)) if mana is not None and kind in SOUGHT else (),
        )
        for detour in tried:
            second = laps.with_detour(nodes_of(detour))
            if second is not None and second.endless:
                found[kind] = second
                shown[tuple(line.replace(name, NAME) for line in detour)] = None
                break
    return found


def _searched(mana: State, seat: int, kind: str, spoken: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """The detours that lead from a tapped permanent of a kind back to an untapped one, with its own line before them.

    What untaps all of that kind at once leads back only where the others of it were untapped before.
    """
    name = BYSTANDERS[kind].name
    ready = untapped_out(mana, seat, BYSTANDERS[kind].types)
    for state in (mana,) if ready is mana else (ready, mana):
        start, goal = _with(state, seat, (kind,), tapped=True), _with(state, seat, (kind,))
        found = detours(start, goal, seat, spoken | {name})
        yield from ((f"activate {name}", *each.lines) for each in islice(found, SOME))


def _sizes(loop: Loop, seat: int, kind: str, chosen: Mapping[str, Loop]) -> set[str]:
    """The words for what a creature beside a loop gets more and more of until end of turn, by itself or as it is chosen.

    The creature does nothing itself: one that has to be tapped for it is not any creature (107.6).
    """
    slots: set[str] = set()
    name = BYSTANDERS[kind].name
    if kind not in chosen and isinstance(loop.reader, BodyReader) and _growing(loop, ""):
        second = _endless(_with(loop.heads[0], seat, (kind,)), loop.reader.body)
        slots = _growing(second, name) if second is not None else set()
    elif kind in chosen:
        slots = next((found for found in _grown_as_chosen(loop, seat, kind) if EOT_POWER in found), set())
    if EOT_POWER not in slots:
        return set()
    return {LARGE if EOT_TOUGHNESS in slots else POWERFUL}


def _grown_as_chosen(loop: Loop, seat: int, kind: str) -> Iterator[set[str]]:
    """What grows of a creature that second loops choose and never activate, of each such loop."""
    if not isinstance(loop.reader, BodyReader):
        return
    name = BYSTANDERS[kind].name
    own = own_laps(loop, seat)
    lap, beside = own.lap, partial(_with, seat=seat, kinds=(kind,))
    laps = own.beside(beside(own.loop.heads[0]), beside)
    for lines in islice(with_bystander(lap or (), name), LINES):
        second = laps.with_detour(nodes_of([line for line in lines if line != f"activate {name}"]))
        if second is not None and second.endless:
            yield _growing(second, name)


def _growing(loop: Loop, name: str) -> set[str]:
    """The sizes until end of turn that grow in the periods of a loop, of what has a name, or of anything."""
    last = loop.segments[-1].period
    return {
        slot
        for handle, slot in unbounded_slots(last)
        if slot in (EOT_POWER, EOT_TOUGHNESS) and name in ("", _named(last.head, handle))
    }


def _named(state: State, handle: int) -> str:
    proto = state.rows[handle].cls.proto
    return proto.name if proto is not None else ""


def _anew(loop: Loop, name: str) -> bool:
    """Whether what has this name enters again and again in a loop."""
    return (-1, f"{COUNT_ENTERS_OF}{name}") in unbounded_slots(loop.segments[-1].period)


def _blinked(loop: Loop, seat: int, kind: str, shown: dict[tuple[str, ...], None]) -> bool:
    """Whether a loop, or a second one that chooses it, exiles a permanent of a kind and brings it back in every period.

    ``shown``: detours that did so, with ``NAME`` in the place of a name. They are tried first, and one that does is added.
    """
    if not isinstance(loop.reader, BodyReader):
        return False
    body, name = loop.reader.body, BYSTANDERS[kind].name
    own = own_laps(loop, seat)
    loop = own.loop
    start = _with(loop.heads[0], seat, (kind,))
    if _exiled(start, body, kind):
        second = _endless(start, body)
        return second is not None and _anew(second, name)
    laps = own.beside(start, partial(_with, seat=seat, kinds=(kind,)))
    lap = laps.fit or (lines_of(laps.body) if laps.body == own.plain.body else ()) or own.lap
    chosen = chain(
        [tuple(line.replace(NAME, name) for line in lines) for lines in shown],
        (tuple(line for line in lines if line != f"activate {name}") for lines in with_bystander(lap or (), name)),
        _once_more(lap or (), name),
    )
    mana = plenty(loop, seat)
    if mana is not None:
        there = _with(mana, seat, (kind,))
        spoken = spoken_in(start, body) | {name}
        far = (BLINKING_BUDGET, BLINKING_DEEPEST) if _holds(mana, _speaks_of_pairs) else ()
        paid = detours(there, there, seat, spoken, *far)
        entered = f"{COUNT_ENTERS_OF}{name}"
        chosen = chain(chosen, (each.lines for each in paid if entered in each.brings))
    for lines in islice(chosen, LINES):
        detour = nodes_of(lines)
        if laps.after is not None and _exiled(laps.after, detour, kind):
            second = laps.with_detour(detour)
            if second is not None and second.endless and _anew(second, name):
                shown[tuple(line.replace(name, NAME) for line in lines)] = None
                return True
    return False


def _once_more(lap: Sequence[str], name: str) -> Iterator[tuple[str, ...]]:
    """The lines with one that targets something done once more before it, with a bystander as its target."""
    for i, read in _targeting(lap):
        yield (*lap[:i], read[1] + name + (read[2] or ""), "all pass", *lap[i:])


def _may_exile(state: State) -> bool:
    """Whether a term of anything in a position speaks of exile: without one nothing leaves for it and comes back."""
    return _holds(state, _speaks_of_exile)


def _holds(state: State, says: Callable[[Term], bool]) -> bool:
    """Whether a term of anything in a position says something."""
    classes = {row.cls for row in state.rows.values()}
    return any(says(part) for cls in classes for part in (cls.proto, cls.term) if part is not None)


@lru_cache(maxsize=1_000)
def _speaks_of_exile(part: Term) -> bool:
    """Whether a node is named after exile, or has a field that is named so or says so."""
    hits: list[Term] = []

    def visit(node: Term) -> None:
        fields = [(name, value) for name, value in children(node) if value]
        said = any(
            EXILE in name or value == EXILE or (isinstance(value, tuple) and EXILE in value) for name, value in fields
        )
        if said or EXILE in type(node).__name__.lower():
            hits.append(node)

    walk(part, visit)
    return bool(hits)


@lru_cache(maxsize=5_000)
def _speaks_of(part: Term, kind: str) -> bool:
    """Whether a node is a set that what is put beside a loop could be one of: else nothing chooses it or brings it back."""
    hits: list[Filter] = []

    def visit(node: Term) -> None:
        if isinstance(node, Keyword):
            walk(meaning(node), visit)
        elif isinstance(node, Filter) and fits(with_fields(node, {"controller": "any"}), BYSTANDERS[kind]):
            hits.append(node)

    walk(part, visit)
    return bool(hits)


@lru_cache(maxsize=1_000)
def _speaks_of_pairs(part: Term) -> bool:
    """Whether a node speaks of paired creatures: pairs come about one behind the other (702.95a)."""
    return holds(part, Paired)


def _exiled(state: State, body: Sequence[Node], kind: str) -> bool:
    """Whether a permanent of a kind is exiled and enters again while a body is played twice.

    What left in one iteration may come back in the next.
    """
    proto = BYSTANDERS[kind]
    try:
        played = play(state, BodyReader((*body, *body)), upto=LOOK_BUDGET)
        key = f"{COUNT_ENTERS_OF}{proto.name}"
        if played.stop != DONE or played.state.tally.get(key, 0) == state.tally.get(key, 0):
            return False
        for choice in played.choices:
            state, events = step(state, choice)
            for event in events:
                cls = getattr(event.value, "cls", event.value)  # a new row, or the new class of one
                if isinstance(cls, Class) and cls.proto == proto and cls.zone == EXILE:
                    return True
    except Unsupported:
        pass
    return False


def exiles_all(loop: Loop, seat: int) -> bool:
    """Whether a loop whose iterations target something can exile one creature of an opponent in each, until there is none."""
    if not isinstance(loop.reader, BodyReader):
        return False
    head, kinds = loop.heads[0], ("creatures", f"{GREAT}creatures")
    other = next((each for each in seats(head) if each != seat), seat)
    lap = written_out(head, loop.reader.body, seat) or ()
    chosen = [(i, read[1] + NAME + (read[2] or "")) for i, read in _targeting(lap)]
    instead = ((*lap[:i], line, *lap[i + 1 :]) for i, line in chosen)
    below = ((*lap[:i], line, *lap[i:], "all pass") for i, line in chosen)  # it resolves behind all others
    return any(all(_all_exiled(head, other, lines, kind) for kind in kinds) for lines in chain(instead, below))


def _targeting(lap: Sequence[str]) -> Iterator[tuple[int, re.Match[str]]]:
    for i, line in enumerate(lap[:LINES]):
        read = _ONE_TARGET.fullmatch(line)
        if read is not None:
            yield i, read


def _all_exiled(head: State, other: int, lines: Sequence[str], kind: str) -> bool:
    """Whether many creatures of another player are exiled one by one by lines that target them, and nothing stops it before."""
    proto = BYSTANDERS[kind]
    draft = Draft(head)
    cls = make_class(CARD, BATTLEFIELD, proto=proto, owner=other, controller=other)
    place(draft, Row(cls, {}, THEIRS, {}), "")
    loop = find_loop(normal(draft.done()), BodyReader(nodes_of([line.replace(NAME, proto.name) for line in lines])))
    if work_out(loop) is not None or loop.end is None or not loop.segments:
        return False
    there = {row.cls.zone: row.n for row in loop.end.state.rows.values() if row.cls.proto == proto}
    return there == {EXILE: THEIRS}


def _widest(found: set[str]) -> set[str]:
    """The widest words for some kinds: any creature is a small one or a great one."""
    found = {kind for kind in found if kind not in _SIZED or f"{GREAT}{kind}" in found}
    found &= _SMALL.keys()
    if {"creatures", "artifacts", "enchantments"} <= found:
        found = found - {"creatures", "artifacts", "enchantments"} | {"nonland permanents"}
        if "lands" in found:
            found = found - {"lands", "nonland permanents"} | {"permanents"}
    found = found - {"enchantments"}
    if found & {"creatures", "nonland permanents", "permanents"}:
        found -= {"legendary creatures", "artifact creatures"}
    return found - {"artifact creatures"} if "artifacts" in found else found


def _once(loop: Loop, seat: int) -> dict[str, bool]:
    """What is untapped by the first two iterations where it is tapped at their start; and whether it entered anew.

    All kinds lie there at once; each by itself where a line would then have to say which one is meant.
    """
    found = _untapped_of(loop, seat, tuple(BYSTANDERS))
    return _each_alone(loop, seat, tuple(BYSTANDERS)) if found is None else found


def _each_alone(loop: Loop, seat: int, kinds: Sequence[str]) -> dict[str, bool]:
    """The same of each kind by itself."""
    alone = (_untapped_of(loop, seat, (kind,)) or {} for kind in kinds)
    return {kind: anew for each in alone for kind, anew in each.items()}


def _untapped_of(loop: Loop, seat: int, kinds: Sequence[str]) -> dict[str, bool] | None:
    """The same of some kinds; None where the lines can't be played beside them. What an iteration puts on the stack may resolve in the next one."""
    try:
        state = _with(loop.heads[0], seat, kinds, tapped=True)
        played = play(state, loop.reader, upto=LOOK_BUDGET)
        last = normal(played.state)
        if played.stop == DONE:
            played = play(last, loop.reader, upto=LOOK_BUDGET)
    except Unsupported:
        return None
    if played.stop != DONE:
        return None
    after = played.state
    ready = ready_protos(after)
    if len(ready) < len(kinds):  # what is away where an iteration ends may be there on the way
        for choice in played.choices:
            last = step(last, choice)[0]
            ready |= ready_protos(last)
    named = {kind: BYSTANDERS[kind] for kind in kinds if BYSTANDERS[kind] in ready}
    names = {what: f"{COUNT_ENTERS_OF}{proto.name}" for what, proto in named.items()}
    return {what: after.tally.get(name, 0) != state.tally.get(name, 0) for what, name in names.items()}


def _with(state: State, seat: int, kinds: Sequence[str], tapped: bool = False) -> State:
    draft = Draft(state)
    for kind in kinds:
        cls = make_class(CARD, BATTLEFIELD, proto=BYSTANDERS[kind], owner=seat, controller=seat, tapped=tapped)
        place(draft, Row(cls, {}, 1, {}), "")
    return normal(draft.done())


def _used(loop: Loop, seat: int, kinds: Iterable[str]) -> dict[str, Loop]:
    """The loop with each of some kinds beside it and used once in every iteration, where it goes on as long as without."""
    found: dict[str, Loop] = {}
    body = loop.reader.body if isinstance(loop.reader, BodyReader) else ()
    goes_on = _endless if loop.endless else partial(_as_long, loop.end)
    for kind in kinds if body else ():
        start = _with(loop.heads[0], seat, (kind,))
        line = Line(0, f"p{seat + 1}: activate {BYSTANDERS[kind].name}: {OWN_WORDS}")  # it may have been given others
        tried = (goes_on(start, (*body[:at], line, *body[at:])) for at in range(min(len(body), LINES) + 1))
        second = next((each for each in tried if each is not None), None)
        found |= {kind: second} if second is not None else {}
    return found


def _as_long(end: End | None, start: State, body: Sequence[Node]) -> Loop | None:
    """A body's loop where it has an end that comes no sooner than ``end``, and with the same outcome."""
    loop = find_loop(start, BodyReader(body))
    if end is None or work_out(loop) is not None or loop.end is None or loop.end.iteration < end.iteration:
        return None
    return loop if loop.end.state.game.prop(OUTCOME) == end.state.game.prop(OUTCOME) else None


def _endless(start: State, body: Sequence[Node]) -> Loop | None:
    """A body's loop where it is proved never to end."""
    loop = find_loop(start, BodyReader(body))
    try:
        refused = loop.extend(PROBE)
        if refused is None and loop.segments:
            refused = loop.extend(None)
    except Unsupported:
        return None
    return loop if refused is None and loop.endless else None


def in_other_colors(loop: Loop, seat: int, color: str) -> Iterator[tuple[str, Loop | None]]:
    """Each other color with the loop proved in which it is chosen in the place of ``color`` and becomes ever more; None where none is.

    Where the lines as they stand don't do, they are tried with all that ``seat`` pays in them.
    """
    if not isinstance(loop.reader, BodyReader):
        return
    body = loop.reader.body
    own = own_laps(loop, seat)
    begun, written, laps = own.loop, own.lap, own.laps
    lap = nodes_of(written or ())
    for other in COLORS:
        if other != color:
            tries = chain(
                (_endless(loop.heads[0], changed) for changed in _recolored(body, color, other)),
                (_endless(begun.heads[0], changed) for changed in _recolored(lap, color, other)),
                (laps.with_detour(changed) for changed in _recolored(lap, color, other)),
            )
            yield other, next((tried for tried in tries if tried is not None and _makes(tried, seat, other)), None)


def _makes(loop: Loop, seat: int, color: str) -> bool:
    """Whether a loop without end makes ever more mana of a color, whatever that may be spent on."""
    mine, slot = player(seat), f"{MANA}{color}"
    grows = unbounded_slots(loop.segments[-1].period) if loop.endless else ()
    return any(row == mine and key.partition("/")[0] == slot for row, key in grows)


def with_all_colors(loop: Loop, seat: int) -> Loop | None:
    """The loop beside a permanent of all colors, where something adds mana by the colors among permanents or their costs; None where it ends then."""
    if not isinstance(loop.reader, BodyReader) or not _holds(loop.heads[0], _adds_by_colors):
        return None
    draft = Draft(loop.heads[0])
    cls = make_class(CARD, BATTLEFIELD, proto=_ALL_COLORS, owner=seat, controller=seat)
    place(draft, Row(cls, {}, 1, {}), "")
    return _endless(normal(draft.done()), loop.reader.body)


@lru_cache(maxsize=1_000)
def _adds_by_colors(part: Term) -> bool:
    return holds(part, AddPerColor | AddColorOf) or _counts_devotion(part)


def one_of_all(loop: Loop) -> str:
    """The words for the permanent of all colors beside a loop."""
    return _OF_ALL[_holds(loop.heads[0], _counts_devotion)]


@lru_cache(maxsize=1_000)
def _counts_devotion(part: Term) -> bool:
    return holds(part, AddMana, _by_devotion)


def _by_devotion(node: Term) -> bool:
    """Whether as much mana is added as devotion to its color (700.5)."""
    return isinstance(node, AddMana) and node.count == Devotion(THAT_COLOR)


def doubles_any(loop: Loop, seat: int) -> bool:
    """Whether mana of each color that is in the pool before becomes more without end, as where all of it is doubled."""
    if not isinstance(loop.reader, BodyReader):
        return False
    lap = nodes_of(written_out(loop.heads[0], loop.reader.body, seat) or ())
    return bool(lap) and all(_doubled(loop, seat, color, lap) for color in COLORS)


def _doubled(loop: Loop, seat: int, color: str, lap: Sequence[Node]) -> bool:
    draft = Draft(loop.heads[0])
    add_mana(draft, seat, color, IN_POOL)
    second = _endless(normal(draft.done()), lap)
    if second is None:
        return False
    return (player(seat), f"{MANA}{color}") in unbounded_slots(second.segments[-1].period)


def _recolored(body: Sequence[Node], color: str, other: str) -> Iterator[tuple[Node, ...]]:
    """Bodies with one color in the place of another.

    The color is changed everywhere, on one line, on one line every second time, and for part of a line.
    """
    whole = tuple(_changed(node, color, other) for node in body)
    if whole != tuple(body):
        yield whole
        for at in range(min(len(body), LINES)):
            if whole[at] != body[at]:
                once = (*body[:at], whole[at], *body[at + 1 :])
                yield once
                yield (*body, *once)
                for kept in range(1, KEPT + 1):
                    part = _all_but(body[at], color, other, kept)
                    if part is not None:
                        yield (*body[:at], part, *body[at + 1 :])


def _all_but(node: Node, color: str, other: str, kept: int) -> Node | None:
    """A line that chooses mana in any combination (106.4), with another color but for the last symbols that are kept.

    None where the line has no more symbols than those.
    """
    if not isinstance(node, Line):
        return None
    named, chosen = _parted(node.text)
    parts = chosen.split(f"{{{color}}}")
    cut = len(parts) - 1 - kept
    if cut <= 0:
        return None
    text = named + f"{{{other}}}".join(parts[: cut + 1]) + "".join(f"{{{color}}}{part}" for part in parts[cut + 1 :])
    return replace(node, text=text)


def _parted(line: str) -> tuple[str, str]:
    """A line in two parts: the words that name the ability, and the mana that is chosen or paid.

    Symbols in the first part stay as printed. A line without such mana is all second part.
    """
    mana = _CHOSEN.search(line)
    return (line[: mana.start()], line[mana.start() :]) if mana is not None else ("", line)


def _changed(node: Node, color: str, other: str) -> Node:
    if not isinstance(node, Line):
        body = tuple(_changed(inner, color, other) for inner in node.body)
        return replace(node, body=body)
    named, chosen = _parted(node.text)
    text = named + chosen.replace(f"{{{color}}}", f"{{{other}}}")
    if re.match(r"(p\d+: *)?choose ", text):
        text = re.sub(rf"\b(?:{color}|{COLORS[color]})\b", other, text)
    return replace(node, text=text)
