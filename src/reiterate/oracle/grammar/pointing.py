"""What words that point mean: "it", "that creature", "those tokens", each by a rule of its own.

A rule asks the pass of antecedents for what was named, made or moved so far (``Pass``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from reiterate.oracle.grammar import leaves
from reiterate.oracle.grammar.antecedents import Pass
from reiterate.oracle.grammar.leaves import NotRead, Pointer
from reiterate.oracle.grammar.walks import (
    asks_controller,
    has_object,
    has_player,
    inside,
    named_so,
    of_opponent,
    on_permanent,
    put_in,
)
from reiterate.terms import language as n
from reiterate.terms.base import Term
from reiterate.terms.trigger_events import ToGraveyard, happens_to_source

_Rule = Callable[[Pass, Pointer, Any, dict[Term, Any]], Any]


def _it(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    if leaf.at == p.begins and p.may_be_source:
        return n.This()
    if p.result == "sacrificed":
        raise NotRead(leaf.at, "an it that was sacrificed, or the source")
    named = p.named_self or any(isinstance(before, leaves.Named) for before in known)
    if isinstance(p.trigger, n.StateIs) and n.This() in inside(p.trigger) and p.alone() and not p.spell:
        return n.This()
    if p.named_self and isinstance(p.trigger, n.SpellCast) and isinstance(node, n.PutCounters) and p.alone():
        return n.This()  # "if ~ has no counters on it, put a counter on it": no spell has any (122.1)
    if named and p.about_this() and not p.spell and not p.named_host:
        return n.This()
    if p.apart and on_permanent(node) == leaf and (p.pointed_last or p.named_self):
        # "Destroy that creature. Otherwise, it gets +3/+3", "put a counter on ~. Otherwise, sacrifice it": no card
        return _permanent(p) if p.pointed_last else _source(p)
    return p.it()


def _source(p: Pass) -> Any:
    """The source, which was named last, where no other permanent was named."""
    if p.targets or not (p.of_event() is None or happens_to_source(p.trigger)):
        raise NotRead(0, "more than one thing that it could be")
    return n.This()


def _that(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    return _of_type(p, _permanent(p), leaf.subtype)


def _permanent(p: Pass) -> Any:
    """ "That land": a permanent, and never a card that was revealed or moved elsewhere (109.2)."""
    if not (p.apart and p.origin is None):
        return p.it(points=True)
    found = p.named_before(True)
    if isinstance(found, n.TargetRef) and p.targets[found.index].zone != "battlefield":
        raise NotRead(0, "a target that was a card as it was chosen")
    return found


def _of_type(p: Pass, ref: Any, called: str) -> Any:
    """What "that land" means, unless a target or the event named a thing of other types: the words mean something else."""
    f: Any = None
    if isinstance(ref, n.TargetRef):
        f = p.targets[ref.index].filter
    elif isinstance(ref, n.That):
        f = getattr(p.trigger, "filter" if isinstance(p.trigger, n.SpellCast) else "subject", None)
    types = (*f.types, *f.any_of) if called and isinstance(f, n.Filter) else ()
    if types and called not in ("permanent", *types) and "permanent" not in types:
        raise NotRead(0, f"no {called} that was named")
    return ref


def _that_creature(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    """A token that is no creature is not meant, and what is attached is not what it is attached to (301.5c, 303.4d)."""
    attached = isinstance(node, n.AttachTo) and put_in(node.what, known) == n.Result()
    if attached or (p.result == "token" and not p.creature):
        return p.named_before(True)
    return _of_type(p, _permanent(p), "creature")


def _that_kind(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    """ "That Elf": the one thing that was named as an Elf, which only the event or a target can be here."""
    subtype = leaf.subtype
    found: list[Any] = [
        n.TargetRef(i) for i, spec in enumerate(p.targets) if spec.filter is not None and named_so(spec.filter, subtype)
    ]
    if has_object(p.trigger) and named_so(getattr(p.trigger, "subject", None), subtype):
        found.append(n.That())
    if len(found) != 1 or p.result or p.sacrificed:
        raise NotRead(leaf.at, f"more or less than one {subtype} that it could be")
    return found[0]


def _them(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    if p.all_of is not None:
        return p.whole_set(node)
    if p.result and not p.sacrificed:
        p.check_newest()
        return n.Result()
    return _those(p, leaf, node, known)


def _those(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    if p.all_of is not None:
        return p.whole_set(node)
    if p.result:
        if p.sacrificed:
            raise NotRead(leaf.at, "something else was sacrificed")
        return p.pointed()
    group = p.group
    objects = [i for i, spec in enumerate(p.targets) if spec.filter is not None]
    if group is None or objects != list(range(group.first, group.first + max(group.count, 1))):
        raise NotRead(leaf.at, "nothing about several targets")
    spec = p.targets[group.first]
    if spec.zone != "battlefield" or spec.players:
        raise NotRead(leaf.at, "nothing about several permanents")
    return group


def _the_creature(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    if not p.result:
        raise NotRead(leaf.at, "nothing that was made or moved")
    return _those(p, leaf, node, known)


def _made(kind: str) -> _Rule:
    def rule(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
        if p.result != kind or p.given:
            raise NotRead(leaf.at, f"no {kind} that was made or moved")
        return n.Result()

    return rule


def _card(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    """What was moved; or the card that a permanent became as it died (603.6c)."""
    aimed = any(spec.filter is not None for spec in p.targets)
    put_there = isinstance(p.trigger, ToGraveyard | n.Dies) and not p.trigger.batch
    if not p.result and not aimed and put_there:
        return n.That()
    return _made("card")(p, leaf, node, known)


def _exiled(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    if p.exile == "before":
        raise NotRead(leaf.at, "a card exiled before something else was made or moved")
    return n.Result() if p.exile else n.Linked()


def _one_exiled(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    """ "A card exiled with ~": one of them all, which is chosen (607.3)."""
    if p.exile:
        raise NotRead(leaf.at, "a card exiled before, or the one exiled now")
    return n.Linked(one=True)


def _itself(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    source = put_in(getattr(node, "source", None), known)
    if source is None or isinstance(source, n.Each):
        raise NotRead(leaf.at, "each of several dealing damage to itself")
    return source


def _spell(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    if p.named_self and isinstance(p.trigger, n.SpellCast) and not (p.spell or p.result or p.targets or p.sacrificed):
        return n.That()  # the source that was named in between is a permanent
    found = p.it(points=False)
    if not p.on_stack(found) and not isinstance(p.trigger, n.CastThis):
        raise NotRead(leaf.at, "nothing on the stack")
    return found


def _owner(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    return n.This() if p.about_this() else p.it()


def _player(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    return p.player()


def _others(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    """ "Each other player": than the player of the event, else than the controller where no other player was spoken of."""
    if of_opponent(p.trigger) or p.acted or any(spec.filter is None for spec in p.targets):
        raise NotRead(leaf.at, "more than one player beside whom these are others")
    return n.EachPlayer(other=True) if has_player(p.trigger) else n.EachPlayer(True)


def _their(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    """ "Their library", of the player that the sentence is about, or of each of several."""
    for name in ("who", "to"):
        about = put_in(getattr(node, name, None), known)
        if isinstance(about, n.TargetRef) and p.targets[about.index].filter is None:
            return about
        if isinstance(about, n.ThatPlayer | n.EachPlayer) or (
            isinstance(about, n.Targets) and p.targets[about.first].filter is None
        ):
            return n.ThatPlayer()
    return p.player()


def _given_up(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    if p.result == "sacrificed" or p.given:
        return n.Result()
    if p.result or p.sacrificed:
        raise NotRead(leaf.at, "more than one thing that was sacrificed or made")
    p.paid = "exiled" if leaf.what.startswith("exiled") else "sacrificed"
    return n.Result()


def _given(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    """ "That creature's power" behind a permanent that was sacrificed just now: no number of anything else."""
    if not p.given:
        raise NotRead(leaf.at, "nothing that was sacrificed just now")
    return n.Result()


def _target(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    if len(p.targets) != 1 or p.targets[0].filter is None or p.targets[0].divided or p.result:
        raise NotRead(leaf.at, "a color of something else than the target")
    return n.TargetRef(0)


def _buried(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    """The source, in the graveyard where its ability functions (113.6m): said at the beginning."""
    p.buried = True
    if p.targets or p.result:
        raise NotRead(leaf.at, "a card returned from the graveyard behind something else")
    return n.This()


def _ability(p: Pass, leaf: Pointer, node: Any, known: dict[Term, Any]) -> Any:
    trigger = p.trigger
    if not (isinstance(trigger, n.AbilityActivated) and trigger.nonmana) or p.targets or p.result:
        raise NotRead(leaf.at, "no ability that was activated")
    return n.Result()


POINTERS: Final[dict[str, _Rule]] = {
    "it": _it,
    "that": _that,
    "that creature": _that_creature,
    "that kind": _that_kind,
    "that's": _that,
    "them": _them,
    "those": _those,
    "the creature": _the_creature,
    "token": _made("token"),
    "card": _card,
    "exiled": _exiled,
    "one exiled": _one_exiled,
    "itself": _itself,
    "spell": _spell,
    "its": lambda p, leaf, node, known: p.holder() if asks_controller(node, leaf) else p.its(),
    "its owner": _owner,
    "player": _player,
    "they": _player,
    "others": _others,
    "their": _their,
    "sacrificed": _given_up,
    "exiled as a cost": _given_up,
    "given up": _given,
    "target": _target,
    "ability": _ability,
    "buried": _buried,
}
