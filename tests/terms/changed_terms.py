"""Random terms of every node: abilities of the corpus with parts put in the place of others of the same kind.

Parts and words come from the clauses of the corpus. So a node of which the corpus has a clause needs no strategy of its own.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, get_type_hints

from reiterate.oracle.clause import Context
from reiterate.oracle.gone import gone
from reiterate.terms import language as n
from reiterate.terms.base import Part, Term, children, has_kind, walk, with_fields
from reiterate.terms.check import problems
from reiterate.terms.code import NODES
from tests.oracle.oracle_corpus import CONTEXTS, corpus, read

#: What says how an ability is written as a whole: no words of their own stand for these.
_WHOLE: Final = ("targets", "modes", "zone", "action")
#: Nodes with two terms for one sentence where what is paid is an effect too, and where all players do the same.
TWICE: Final = (n.MayPay, n.ForEachPlayer)
#: Nodes that no clause of the corpus says, and why.
UNSAID: Final = {
    "Again": "what a repeated process becomes; on no card",
    "Seat": "what each of several players becomes; on no card",
    "WhenDone": "the event of a reflexive ability, which is printed as an effect",
    "PairUp": "soulbond stands for it, and is printed as the keyword",
    "CanPair": "soulbond stands for it, and is printed as the keyword",
    "SwapEnchant": "a word of its clause can be left out without another meaning",
    "MoreTokens": "a word of its clause can be left out without another meaning",
    "NotUnderstood": "a clause that is not read",
    "Carried": "a clause that is not read",
    "Watched": "a clause that is not read",
    "Unmet": "a clause that is not read",
    "Assumed": "a clause that is not read",
    "Inert": "a clause that says nothing: it is printed as it stands",
}
#: How often another part is tried before an ability stays as it stands in the corpus.
TRIES: Final = 20
#: Numbers of targets of a part from another ability begin here.
_ELSEWHERE: Final = 100


@dataclass(frozen=True, slots=True)
class Sample:
    """An ability of the corpus, and what its card tells about it."""

    ability: Any
    context: Context


@dataclass(frozen=True, slots=True)
class Place:
    """A part of an ability: the fields that lead to it, with places in tuples, and what it is."""

    path: tuple[str | int, ...]
    kind: str
    value: Part


@cache
def samples() -> tuple[Sample, ...]:
    """The abilities of all clauses of the corpus that are one ability each."""
    found = []
    for kind, text, right in corpus():
        abilities = () if right.startswith(("not:", "inert:")) else read(kind, text)
        if len(abilities) == 1:
            found.append(Sample(abilities[0], CONTEXTS[kind]))
    return tuple(found)


@cache
def said() -> dict[str, tuple[Sample, ...]]:
    """The samples with each node, by the node's name."""
    found: defaultdict[str, list[Sample]] = defaultdict(list)
    for sample in samples():
        nodes: list[Term] = []
        walk(sample.ability, nodes.append)
        for name in {type(node).__name__ for node in nodes}:
            found[name].append(sample)
    return {name: tuple(here) for name, here in found.items()}


@cache
def _hints(node: str) -> dict[str, str]:
    """What may stand in each field: nodes by the kinds of nodes, all else by the field itself."""
    hints = {name: str(hint) for name, hint in get_type_hints(NODES[node]).items()}
    return {name: hint if "reiterate." in hint else f"{node}.{name}" for name, hint in hints.items()}


def places(node: Part, path: tuple[str | int, ...] = (), kind: str = "") -> Iterator[Place]:
    """All parts of an ability but itself, its targets, and whole effects: what those say hangs on the sentences in front."""
    if path and not (
        isinstance(node, n.Effect) or (isinstance(node, tuple) and any(isinstance(e, n.Effect) for e in node))
    ):
        yield Place(path, kind, node)
    if isinstance(node, tuple):
        for at, part in enumerate(node):
            yield from places(part, (*path, at), f"{kind}[]")
    elif isinstance(node, Term):
        for name, part in children(node):
            if name not in _WHOLE:
                yield from places(part, (*path, name), _hints(type(node).__name__)[name])


@cache
def parts() -> dict[str, tuple[tuple[Part, tuple[n.TargetSpec, ...]], ...]]:
    """The parts of the corpus by their kind, each once, with the targets of their abilities."""
    found: defaultdict[str, dict[tuple[Part, tuple[n.TargetSpec, ...]], None]] = defaultdict(dict)
    for sample in samples():
        for place in places(sample.ability):
            if not _own_targets(place.value):
                specs = getattr(sample.ability, "targets", ()) if has_kind(place.value, n.TargetRef) else ()
                found[place.kind][place.value, specs] = None
    return {kind: tuple(values) for kind, values in found.items()}


def _own_targets(part: Part) -> bool:
    """Whether a part speaks of several targets, or has some of its own."""
    found: list[bool] = []
    walk(part, lambda node: found.append(isinstance(node, n.Targets) or bool(getattr(node, "targets", ()))))
    return any(found)


def _put(node: Part, path: tuple[str | int, ...], value: Part) -> Part:
    if not path:
        return value
    first, rest = path[0], path[1:]
    if isinstance(first, int):
        return (*node[:first], _put(node[first], rest, value), *node[first + 1 :])
    return with_fields(node, {first: _put(getattr(node, first), rest, value)})


def _renumbered(node: Part, numbers: dict[int, int]) -> Part:
    """A part whose targets have other numbers."""
    if isinstance(node, n.TargetRef):
        return n.TargetRef(numbers.get(node.index, node.index))
    if isinstance(node, tuple):
        return tuple(_renumbered(part, numbers) for part in node)
    if isinstance(node, Term):
        return with_fields(
            node, {name: _renumbered(part, numbers) for name, part in children(node) if name != "targets"}
        )
    return node


def _numbers(node: Part) -> list[int]:
    found: list[int] = []
    walk(node, lambda part: found.append(part.index) if isinstance(part, n.TargetRef) else None)
    return list(dict.fromkeys(found))


def _changed(ability: Any, dice: random.Random) -> Any:
    """The ability with another part in one place; None where that is no ability, or has several targets."""
    place = dice.choice(list(places(ability)))
    value, specs = dice.choice(parts().get(place.kind) or ((place.value, ()),))
    if value == place.value:
        return None
    value = _renumbered(value, {at: at + _ELSEWHERE for at in range(len(specs))})
    try:
        made = _put(ability, place.path, value)
    except (TypeError, ValueError):
        return None
    own = getattr(ability, "targets", ())
    used = _numbers(made)
    if used == list(range(len(own))):
        return made
    known = {*range(len(own)), *range(_ELSEWHERE, _ELSEWHERE + len(specs))}
    if (
        len(used) > 1
        or not hasattr(made, "targets")
        or not known.issuperset(used)
        or any(_own_targets(part) for _, part in children(made))
    ):
        return None
    made = _renumbered(made, dict.fromkeys(used, 0))
    chosen = [specs[at - _ELSEWHERE] if at >= _ELSEWHERE else own[at] for at in used]
    return with_fields(made, {"targets": tuple(chosen)})


def changed(seed: int, most: int = 2) -> Sample:
    """A sample with a node, each node as often, changed in up to so many places: a well-formed ability of the language."""
    dice = random.Random(seed)
    sample = dice.choice(said()[dice.choice(sorted(said()))])
    ability = sample.ability
    for _ in range(dice.randint(1, most)):
        for _ in range(TRIES):
            made = _changed(ability, dice)
            if made is not None and not problems(made) and not gone(made):
                ability = made
                break
    return Sample(ability, sample.context)


def compared(part: Part) -> Part:
    """A part without what its other parts decide: which object "it" is, and the zone in which an ability works.

    "Return the exiled card to its owner's hand" is one term more than there should be: as ``Move`` and as ``ReturnToHand``.
    """
    if isinstance(part, n.That | n.Result | n.TargetRef | n.This | n.Host | n.Linked):
        return n.That()
    if isinstance(part, tuple):
        return tuple(compared(each) for each in part)
    if not isinstance(part, Term):
        return part
    values = {name: compared(each) for name, each in children(part)}
    if isinstance(part, n.Move) and part == n.Move(part.object, "hand"):
        return n.ReturnToHand(values["object"])
    if isinstance(part, n.Activated | n.Triggered):
        values.update(dict.fromkeys(values.keys() & {"zone", "action"}, ""))
    return with_fields(part, values)
