"""Walks over readings: their nodes, their leaves in the order of the words, and what an effect names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from reiterate.oracle.grammar import leaves
from reiterate.oracle.grammar.leaves import Follow, Group
from reiterate.oracle.known_tokens import KNOWN_TOKENS
from reiterate.terms import language as n
from reiterate.terms.base import Part, Term, children, defaults, replace, walk
from reiterate.terms.trigger_events import DealsDamage, Discards, ToGraveyard

LEAVES: Final = (
    leaves.Named,
    leaves.Attached,
    leaves.Aim,
    leaves.AimSeveral,
    leaves.AimBoth,
    leaves.Pointer,
    leaves.Own,
    leaves.Meant,
)

#: Leaves that introduce targets.
AIMS: Final = (leaves.Aim, leaves.AimSeveral, leaves.AimBoth)
#: Effects made of others, whose parts are resolved one by one.
MADE_OF: Final = (
    n.May, n.ChooseOne, n.IfDone, n.Branch, n.MayPay, n.ForEachPlayer, n.RepeatProcess, n.Delayed, n.Reflexive
)  # fmt: skip
#: Effects that make tokens, and those that move or show cards.
MADE: Final = (n.CreateTokens, n.CopyToken, n.CopyForEach)
MOVED: Final = (
    n.Exile, n.Move, n.ReturnToBattlefield, n.MoveChosen, n.Search, n.RevealUntil, n.PutFromHand, n.MillUntil, n.ExileTop,
    n.ExileTopUntil, n.Take, n.RevealTop, n.ChooseObject, n.ReturnAtRandom, n.Manifest, n.ManifestDread,
)  # fmt: skip
#: Effects that do to several things at once what they do to one, and the field that names it.
DONE_TO: Final[dict[type, str]] = {
    **dict.fromkeys(
        (n.Tap, n.Untap, n.Destroy, n.Exile, n.ReturnToHand, n.PutCounters, n.RemoveCounters, n.Pump, n.GainKeywords,
         n.LoseKeywords, n.Forbid, n.Require, n.SetBasePT, n.SwitchPT, n.Move, n.ReturnToBattlefield, n.GainControl,
         n.GainAbilities, n.ExileLeaving, n.ChooseTarget, n.Become, n.StaysTapped),
        "object",
    ),
    **dict.fromkeys((n.Draw, n.Discard, n.Mill, n.GainLife, n.LoseLife), "who"),
    n.DealDamage: "to",
}  # fmt: skip


def inside(node: Part) -> list[Term]:
    """All nodes below a node, itself among them; not what is inside abilities that it gives."""
    terms: list[Term] = []
    _inside(node, terms)
    return terms


def _inside(node: Part, found: list[Term]) -> None:
    if isinstance(node, tuple):
        for child in node:
            _inside(child, found)
    elif isinstance(node, Term):
        given = bool(found) and isinstance(node, n.Ability)
        found.append(node)
        for _, child in () if given else children(node):
            _inside(child, found)


def leaves_of(node: Part) -> list[Any]:
    """The leaves in a node, in the order of the words, each once."""
    found = {leaf: None for leaf in inside(node) if isinstance(leaf, LEAVES)}
    return sorted(found, key=lambda leaf: leaf.at)


def put_in(node: Part, known: dict[Term, Any]) -> Part:
    """A node with leaves replaced by what they mean; a leaf that stands for several abilities is spread."""
    if isinstance(node, tuple):
        done: list[Part] = []
        for child in node:
            made = put_in(child, known)
            done += made if isinstance(child, leaves.Quoted) else (made,)
        return tuple(done)
    if not isinstance(node, Term):
        return node
    if node in known:
        return known[node]
    values = {name: put_in(child, known) for name, child in children(node)}
    return node if all(values[name] is child for name, child in children(node)) else type(node)(**values)


def lasts(effect: Any) -> Any:
    """An effect without its duration."""
    return effect.effect if isinstance(effect, n.Lasting) else effect


def single(effect: Any) -> Any:
    """The one thing that an effect names, or None."""
    found = getattr(effect, "object", None)
    return found if isinstance(found, n.TargetRef | n.That | n.This | n.Host) else None


def kept_set(effect: Any) -> n.Each | None:
    """The set whose members an effect changed, none of them so that it is not of the set any more (608.2c)."""
    made = lasts(effect)
    about = getattr(made, "object", None)
    if not (isinstance(made, _KEEPING) and isinstance(about, n.Each)):
        return None
    said = {name for name, plain in defaults(n.Filter).items() if getattr(about.filter, name) != plain}
    return about if said <= _STAYING else None


#: Effects that change no card type, subtype, colour or controller of what they are about.
_KEEPING: Final = (n.Pump, n.GainKeywords, n.PutCounters, n.Untap, n.Tap)
#: What a set says that none of these effects changes.
_STAYING: Final = frozenset(
    ("types", "any_of", "without_types", "supertypes", "without_supertypes", "subtypes", "any_subtype",
     "without_subtypes", "colors", "any_colors", "without_colors", "colorless", "token", "named", "without_name",
     "controller", "another", "attacking", "blocking", "fighting", "chosen", "namesake")
)  # fmt: skip


def one_given(effect: Any) -> bool:
    """Whether an effect lets one player sacrifice one permanent: what is read off it behind that is read off that (608.2h)."""
    who = getattr(effect, "who", None)
    one = isinstance(effect, n.SacrificeChosen) and effect.amount == n.Fixed(1)
    return one and isinstance(who, n.You | n.TargetRef | n.ThatPlayer)


def place_of(node: Part) -> int:
    """Where the first leaf of a part stands; at the end for a part without leaves."""
    found = leaves_of(node)
    return found[0].at if found else 10_000


def ends_in_source(effects: Sequence[Any]) -> bool:
    """Whether a sentence ends in "on ~", "tap ~" or "untap ~"."""
    last = effects[-1] if effects else None
    found = leaves_of(last)[-1:]
    return isinstance(last, n.PutCounters | n.Tap | n.Untap) and found == [last.object] and _is_named(found)


def _is_named(found: list[Any]) -> bool:
    return bool(found) and isinstance(found[0], leaves.Named)


def exiles(effect: Any) -> bool:
    return isinstance(effect, n.Exile | n.ExileTop | n.ExileTopUntil) or "exile" in (
        getattr(effect, "zone", ""),
        getattr(effect, "to", ""),
    )


def spread(node: Part) -> Iterator[Term]:
    """The leaves that are left; none in a finished term."""
    terms: list[Term] = []
    walk(node, terms.append)
    for part in terms:
        if isinstance(part, (*LEAVES, leaves.Quoted, leaves.Subj, leaves.Theirs, leaves.Open, Group, Follow)):
            yield part


def to_others(made: n.DealDamage) -> n.DealDamage:
    """ "Target creature deals damage to each other creature": to each other than that one, which deals it."""
    to = made.to
    if not (isinstance(to, n.Each) and to.filter.another and isinstance(made.source, n.TargetRef)):
        return made
    return replace(made, to=n.Each(replace(to.filter, another=False), to.held, made.source))


def has_object(trigger: Term | None) -> bool:
    """Whether an event has an object that "it" could mean."""
    return trigger is not None and trigger.says.object  # type: ignore[attr-defined] # events declare it


def has_player(trigger: Term | None) -> bool:
    """Whether an event has another player that "that player" could mean."""
    if isinstance(trigger, n.StepBegins):
        return trigger.whose != "you"
    if isinstance(trigger, DealsDamage):
        return trigger.to in ("player", "opponent")
    if isinstance(trigger, ToGraveyard):
        return trigger.whose == "opponent"
    if isinstance(trigger, Discards):
        return trigger.who != "you"
    return isinstance(trigger, n.LifeGained | n.LifeLost | n.CardDrawn | n.SpellCast) and trigger.who != "you"


def of_opponent(trigger: Term | None) -> bool:
    """Whether an event is about a permanent that an opponent controls."""
    subject = getattr(trigger, "subject", None)
    return isinstance(subject, n.Filter) and subject.controller == "opponent"


def watches_named(trigger: Term | None) -> bool:
    """Whether an event is one of a thing that was named as a delayed ability was set up (603.7c)."""
    return isinstance(getattr(trigger, "subject", None), n.TargetRef | n.Result)


def names_host(trigger: Term | None) -> bool:
    """Whether the words of an event that has no object name what the source is attached to."""
    if trigger is None or has_object(trigger):
        return False
    if isinstance(trigger, n.StepBegins):
        return trigger.whose == "host"
    return n.Host() in inside(trigger) or (isinstance(trigger, n.TappedForMana) and trigger.host)


def lies_apart(effect: Any) -> bool:
    """Whether the cards that an effect moves or shows lie anywhere but on the battlefield then."""
    if isinstance(effect, n.PutFromHand | n.ReturnToBattlefield | n.ChooseObject | n.Manifest | n.ManifestDread):
        return False
    return "battlefield" not in (getattr(effect, "to", ""), getattr(effect, "zone", ""))


#: Effects that only a permanent can be subjected to: a card elsewhere is not tapped, destroyed or changed (110.1).
_ON_PERMANENTS: Final = (
    n.Tap, n.Untap, n.Destroy, n.Pump, n.GainKeywords, n.LoseKeywords, n.SetBasePT, n.SwitchPT, n.GainControl, n.StaysTapped,
    n.SacrificeObject, n.Forbid, n.Require,
)  # fmt: skip


def on_permanent(effect: Any) -> Any:
    """What an effect is about that only a permanent can be subjected to; None for any other effect."""
    return effect.object if isinstance(effect, _ON_PERMANENTS) else None


def other_than_host(node: Any) -> bool:
    """Whether a set leaves out something that is no Aura or Equipment by its types: then it is not the source that is left out."""
    if not (isinstance(node, n.Filter) and node.another):
        return False
    types = {*node.types, *node.any_of, *node.subtypes, *node.any_subtype}
    return bool(types) and not types & {"artifact", "enchantment", "Aura", "Equipment"}


def other_than_known(token: n.Proto) -> bool:
    """Whether a predefined token is spelled out with another ability than the one of that token."""
    known = KNOWN_TOKENS.get(token.name)
    return known is not None and token != known and token.power is None


def named_so(f: Any, subtype: str) -> bool:
    """Whether a set is called by a subtype."""
    return isinstance(f, n.Filter) and subtype in (*f.subtypes, *f.any_subtype)


def asks_controller(node: Any, leaf: leaves.Pointer) -> bool:
    """Whether "its" is that of "its controller"."""
    held: list[Any] = [part.object for part in inside(node) if isinstance(part, n.ControllerOf)]
    return leaf in held
