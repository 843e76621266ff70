"""Typecheck of terms: what a well-formed ability may say. ``problems`` returns texts, an empty list when all is well.

Checked: targets are declared and used (115.1). "That much" stands only under events with an amount,
"it" only under events with an object, "that player" only under events with a player. Only an Aura
or Equipment names its host. Numbers are not negative where nothing can be. Keywords, colours, mana
symbols, steps and players are known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from reiterate.terms import language as n
from reiterate.terms.abilities import costs_by_target, is_mana_ability
from reiterate.terms.base import Part, Term, children, has_kind, replace, walk
from reiterate.terms.conditions import COMBAT, HAD
from reiterate.terms.effects_mana import STAYS, only_of
from reiterate.terms.meanings import AT_NEXT_END, SUSPEND
from reiterate.terms.quantities import THAT_COLOR
from reiterate.terms.references import BY_EVENT, DEFENDING, LESSER, MODIFIED, RUNS, SEAT, THAT_PLAYER, WITH_X
from reiterate.terms.replacement_effects import OWN_ENTERING
from reiterate.terms.spell_kinds import history_of
from reiterate.terms.static_effects import BY_MORE
from reiterate.terms.trigger_events import (
    FIRST_TIME,
    GREATER_BESIDE,
    MOST_LIFE,
    TWO_BESIDE,
    WHILE_SADDLED,
    happens_to_source,
)
from reiterate.terms.unusable import INERT_KINDS
from reiterate.terms.vocabulary import MAY_HAVE_PARAMETER, ON_STACK, WITH_PARAMETER

_MANA: Final = re.compile(r"[0-9]+|[XYZCSWUBRG]|[WUBRG]/[WUBRG]|2/[WUBRG]|C/[WUBRG]|[WUBRG]/P|[WUBRG]/[WUBRG]/P")
_STEPS: Final = ("upkeep", "first upkeep", "draw", "combat", "end of combat", "main1", "main2", "end")
#: Events that may happen to several things at once, for "one or more".
_BATCHES: Final = (n.DealsDamage, n.Dies, n.Enters, n.ToGraveyard, n.TokensMade)
_FORBIDDEN: Final = ("block", "attack", "attack or block", "be blocked")
_ALONE: Final = ("attack alone", "block alone", "attack or block alone")
_INACTIVE: Final = ("be activated", "be activated unless mana")
_REQUIRED: Final = ("block", "attack", "attack or block")


#: A check takes the node of the class that it is filed under.
Check: TypeAlias = Callable[[Any], Iterator[str]]


def mana_symbol_known(symbol: str) -> bool:
    """Whether a symbol without braces is one of 107.4."""
    return _MANA.fullmatch(symbol) is not None


def problems(ability: n.Ability, proto: n.Proto | None = None, attached: bool | None = None) -> list[str]:
    """What is wrong with an ability.

    in: the ability; the printed card it stands on, or None where that is not known; ``attached``: whether the source
    is an Aura, Equipment or Fortification, by default read from ``proto`` (True where there is none).
    """
    if attached is None:
        attached = proto is None or bool({"Aura", "Equipment", "Fortification"} & set(proto.subtypes))
    return list(_ability(ability, attached))


def _ability(ability: Term, attached: bool, event: n.TriggerEvent | None = None) -> Iterator[str]:
    """The problems of one ability and of those inside it; ``event``: the event of the one around a reflexive one."""
    targets: tuple[n.TargetSpec, ...] = getattr(ability, "targets", ())
    own = getattr(ability, "trigger", None) or event
    used: set[int] = set()
    inner: list[Term] = []
    parts = tuple(child for _, child in children(ability)) if isinstance(ability, n.Reflexive) else ability
    nodes = list(_own_nodes(parts, inner))
    later = [node.trigger for node in nodes if isinstance(node, n.Delayed)]
    for node in nodes:
        trigger = next((t for t in later if _told_by(t, node)), own)
        yield from _node(node)
        if isinstance(node, n.TargetRef):
            used.add(node.index)
            if not 0 <= node.index < len(targets):
                yield f"target {node.index} of {len(targets)} targets"
        elif isinstance(node, n.Targets):
            used.update(range(node.first, node.first + max(node.count, 1)))
            run = node.first == len(targets) - 1 and targets[-1].run != ""
            if node.first < 0 or (node.count < 2 and not run) or node.first + node.count > len(targets):
                yield f"targets {node.first} and {node.count - 1} more of {len(targets)} targets"
        elif isinstance(node, n.ThatMuch | n.That) and isinstance(trigger, _BATCHES) and trigger.batch:
            yield "it or that much of one or more things at once"
        elif isinstance(node, n.ThatMuch) and not (trigger and trigger.says.amount):
            yield "that much without an event that has an amount"
        elif isinstance(node, n.ManaSpent | n.Outspends) and not isinstance(trigger, n.SpellCast | n.CastThis):
            yield "mana spent without an event of a spell that is cast"
        elif isinstance(node, n.That) and not (trigger and trigger.says.object):
            yield "it without an event that has an object"
        elif isinstance(node, n.EachPlayer) and node.other and not (_has_player(trigger) or _each_player(nodes)):
            yield "each other player without an event that has a player"
        elif isinstance(node, n.ThatPlayer) and not _has_player(trigger) and not _each_player(nodes):
            yield "that player without an event that has another player"
        elif isinstance(node, n.AddProduced) and not isinstance(trigger, n.TappedForMana):
            yield "mana of a type that nothing produced"
        elif isinstance(node, n.Adds) and _own_side(node):
            yield "mana that another player adds for what the controller has"
        elif (isinstance(node, n.Host) or getattr(node, "host", False) is True) and not attached:
            yield "the host of something that is not attached"
    for index in range(len(targets)):
        if index not in used:
            yield f"target {index} is not used"
    yield from _watched(own, nodes)
    yield from _targets(targets, ability)
    yield from _division(targets, nodes)
    yield from _comparisons(ability, own, nodes, targets)
    yield from _choosing(targets, ability)
    yield from _own_values(ability, nodes)
    yield from _asked_elsewhere(ability, own, nodes)
    if isinstance(ability, n.Triggered):  # elsewhere a cost may have been paid with what is spoken of
        yield from _counted_on_made(nodes)
    if isinstance(own, n.CyclesThis) and any(isinstance(node, n.This) for node in nodes):
        yield "a card that was cycled, looked for where it went"
    if _other_than_target(targets, nodes, isinstance(ability, n.SpellAbility)):
        yield "each other object beside a target: other than the target, not than the source"
    for one in inner:
        yield from _ability(one, attached=False, event=own if isinstance(one, n.Reflexive) else None)


def _asked_elsewhere(ability: Term, own: n.TriggerEvent | None, nodes: Sequence[Term]) -> Iterator[str]:
    """The problems of what is asked at a time at which nothing tells it: how something was cast, whether it attacks."""
    cast = any(isinstance(node, n.WasCast | n.Kicked | n.Spent | n.ColorsSpent) for node in nodes)
    if cast and not _as_it_enters(ability):
        yield "how something was cast, asked at another time than as it resolves or enters"
    if isinstance(ability, n.Triggered) and isinstance(own, n.Enters) and _asks_who_attacks(ability.condition):
        yield "whether something attacks, asked as something enters that may enter attacking"


def _unknown_there(ability: Term, own: n.TriggerEvent | None, nodes: Sequence[Term]) -> Iterator[str]:
    """The problems of what is known in no such place: what was attached to what has left, a colour that nothing chooses."""
    looked_at = _all_of((own, getattr(ability, "condition", None))) if isinstance(own, _LEAVING) else []
    if any(isinstance(node, n.Filter) and node.hung for node in looked_at):
        yield "what was attached to something that has left"
    chosen = [node.count for node in nodes if isinstance(node, n.AddMana) and node.choice]
    for node in nodes:
        if isinstance(node, n.Devotion) and node.color == THAT_COLOR and node not in chosen:
            yield "devotion to a color that nothing has chosen"


_NAMED: Final = (n.TargetRef, n.Result)
#: Events that look back at what something was (603.10).
_LEAVING: Final = (n.Dies, n.Leaves, n.ToGraveyard, n.Sacrifices)


def _watched(own: n.TriggerEvent | None, nodes: Sequence[Term]) -> Iterator[str]:
    """The problems of events of a thing that was named: delayed abilities alone watch one, and call it "it" (603.7c)."""
    if isinstance(getattr(own, "subject", None), _NAMED):
        yield "an event of a thing that nothing has named before"
    for node in nodes:
        named = getattr(node.trigger, "subject", None) if isinstance(node, n.Delayed) else None
        if isinstance(node, n.Delayed) and isinstance(named, _NAMED) and any(map(_points, _all_of(node.effects))):
            yield "a thing that a delayed ability watches, beside another that was named before"


def _points(node: Term) -> bool:
    return isinstance(node, (*_NAMED, n.Targets))


def _removes_all(ability: Term, kind: str) -> bool:
    """Whether an ability that uses the stack is paid for with all counters of one kind, and announces no X."""
    if not isinstance(ability, n.Activated) or is_mana_ability(ability):
        return False
    gone = [cost for cost in ability.costs if isinstance(cost, n.RemoveCountersCost)]
    x = any(isinstance(cost, n.ManaCost) and "X" in cost.symbols for cost in ability.costs)
    return (
        len(gone) == 1
        and kind in ("", gone[0].kind)
        and gone[0].amount == n.CountersOn(gone[0].kind, n.This())
        and not x
    )


def _comparisons(
    ability: Term, own: n.TriggerEvent | None, nodes: Sequence[Term], targets: tuple[n.TargetSpec, ...]
) -> Iterator[str]:
    """The problems of sets that are compared with numbers."""
    yield from _unknown_there(ability, own, nodes)
    compared = [node for node in nodes if isinstance(node, n.Compare)]
    if isinstance(ability, n.Static) and any(isinstance(node, n.Filter) and node.namesake for node in nodes):
        yield "a set by the name of something, in a static ability"
    if isinstance(ability, n.Static) and any(node.amount is not None for node in compared):
        yield "a set compared with what is counted, in a static ability"
    beside = [node for node in _all_of(targets) if isinstance(node, n.Compare)]
    if _gone_source(ability, own) and any(_reads_source(node.amount) for node in (*compared, *beside)):
        yield "a comparison with a number of a source that is gone by then"
    lesser = sum(node.op == LESSER for node in compared)
    known = isinstance(own, n.Dies | n.Leaves) and not getattr(own, "batch", False)
    if lesser and (not known or lesser > sum(node.op == LESSER for node in beside)):
        yield "something lesser than what has not left, or than several"
    if _compared_before(ability):
        yield "something compared with an X before that X is known"


def _intervening(ability: Term) -> list[Term]:
    """The condition of a triggered ability that functions in a graveyard (113.6b)."""
    if not isinstance(ability, n.Triggered) or ability.zone != "graveyard" or ability.condition is None:
        return []
    return _all_of(ability.condition)


def _all_of(part: Part) -> list[Term]:
    terms: list[Term] = []
    walk(part, terms.append)
    return terms


def _reads_source(amount: Term | None) -> bool:
    return amount is not None and any(isinstance(node, n.This | n.Host) for node in _all_of(amount))


def _asks_who_attacks(condition: Term | None) -> bool:
    """Whether a condition asks for attacking creatures: what enters attacking is one only once it has been put there (508.4)."""
    asked = _all_of(condition) if condition is not None else []
    return any(isinstance(node, n.Filter) and (node.attacking or node.fighting) for node in asked)


def _gone_source(ability: Term, event: n.TriggerEvent | None) -> bool:
    """Whether the source has left as an ability resolves: it is what left, or was given up as a cost."""
    if isinstance(ability, n.Activated):
        given = (n.SacrificeCost, n.ReturnCost, n.ExileCost)
        away = any(isinstance(cost, given) and cost.filter is None for cost in ability.costs)
        return (
            away
            or ability.zone != "battlefield"
            or any(isinstance(c, n.BottomCost | n.DiscardThis) for c in ability.costs)
        )
    left = isinstance(event, n.Dies | n.Leaves | n.ToGraveyard | n.Sacrifices)
    return isinstance(ability, n.SpellAbility) or (
        left and (happens_to_source(event) or getattr(event, "or_this", False))
    )


def _as_it_enters(ability: Term) -> bool:
    """Whether an ability is at work as a spell is cast or resolves, or as its permanent enters (400.7d, 614.12).

    How a permanent came about is known then. Later a position may not say it, and the controller may be another player.
    What is cast for a turn alone has an ability for as long as it is there (702.109a, 702.152a). What a spell has that functions on
    the stack alone is asked for there (702.61a).
    """
    if isinstance(ability, n.Static) and isinstance(ability.condition, n.Kicked):
        granted = ability.effect.abilities if isinstance(ability.effect, n.GrantAbilities) else ()
        on_stack = bool(granted) and all(isinstance(a, n.Keyword) and a.name in ON_STACK for a in granted)
        if on_stack or ability.condition.how in (*AT_NEXT_END, SUSPEND):
            return True
    if isinstance(ability, n.Triggered):
        return ability.trigger in (n.Enters(n.This()), n.CastThis())
    return isinstance(ability, n.SpellAbility) or (
        isinstance(ability, n.Static) and isinstance(ability.effect, OWN_ENTERING)
    )


def _choosing(targets: tuple[n.TargetSpec, ...], ability: Term) -> Iterator[str]:
    """The problems of how targets are chosen (601.2c): other than which, and which are there in some ways of casting."""
    objects = [spec for spec in targets if spec.filter is not None]
    if any(spec.filter is not None and spec.filter.another and not spec.other for spec in objects[1:]):
        yield "another target beside a target: other than the source, not than the target"
    if not isinstance(ability, n.SpellAbility):
        return
    always: set[int] = set()
    for effect in ability.effects:
        part: Part = effect
        if isinstance(effect, n.Branch) and isinstance(effect.condition, n.Kicked):
            part = effect.otherwise
        walk(part, partial(_aimed, always))
    if targets and not ability.modes and not always.issuperset(range(len(targets))):
        yield "a target that is chosen only where the spell was kicked"


def _aimed(found: set[int], node: Term) -> None:
    """Note the targets that a part of an effect speaks of."""
    if isinstance(node, n.TargetRef):
        found.add(node.index)
    elif isinstance(node, n.Targets):
        found.update(range(node.first, node.first + max(node.count, 1)))


def _own_values(ability: Term, nodes: list[Term]) -> Iterator[str]:
    """The problems of copies that keep a colour, or have the ability that made them copies (707.9a, 707.9c).

    Of chosen names too (201.4), and of a source that is asked for in a graveyard (113.6b).
    """
    if any(isinstance(node, n.Filter) and node.chosen == "name" for node in nodes) and n.ChooseName() not in nodes:
        yield "the chosen name where nobody chooses one"
    if any(isinstance(node, n.CountersRemoved) and not _removes_all(ability, node.kind) for node in nodes):
        yield "counters removed this way, of what removes none to pay for it"
    asked = [node for node in nodes if isinstance(node, n.InGraveyard)]
    if asked and len(asked) != sum(isinstance(node, n.InGraveyard) for node in _intervening(ability)):
        yield "the source in a graveyard, of what functions elsewhere"
    for node in nodes:
        if isinstance(node, n.CopyToken | n.CopySpell) and (node.but.own_color or node.but.this_ability):
            yield "a copy that is made and keeps something of its own"
    if not any(isinstance(node, n.Except) and node.this_ability for node in nodes):
        return
    plain = isinstance(ability, n.Activated) or (isinstance(ability, n.Triggered) and not ability.modes)
    if not plain or any(isinstance(node, n.Delayed) for node in nodes):
        yield "this ability where it is not the one that resolves"


def _counted_on_made(nodes: list[Term]) -> Iterator[str]:
    """The problem of tokens whose number is read off what nothing before them made, moved or chose."""
    for node in nodes:
        if isinstance(node, n.CreateTokens | n.CopyToken):
            terms: list[Term] = []
            walk(node.count, terms.append)
            if any(isinstance(part, n.Result) for part in terms):
                yield "a number of tokens that is read off the tokens"
            return
        if isinstance(node, n.Effect) and node.says.names:
            return


def _compared_before(ability: Term) -> bool:
    """Whether an event, a condition, a cost or a static ability compares something with the X announced."""
    terms: list[Term] = []
    parts = (
        (ability,)
        if isinstance(ability, n.Static)
        else (getattr(ability, "trigger", None), getattr(ability, "condition", None))
    )
    walk((*parts, *getattr(ability, "costs", ())), terms.append)
    return any(isinstance(node, n.Compare) and node.op in WITH_X for node in terms)


def _targets(targets: tuple[n.TargetSpec, ...], ability: Term) -> Iterator[str]:
    """The problems of what may be a target, and of how many there are (115, 601.2c)."""
    for index, spec in enumerate(targets):
        if not 0 <= spec.other <= index or (spec.other and (spec.divided or spec.run)):
            yield "a target other than more than there are in front of it"
        compare = None if spec.filter is None else spec.filter.compare
        if compare is not None and compare.op in WITH_X and not _may_compare(ability, targets):
            yield "a target compared with the X announced"
        if compare is not None and has_kind(compare, n.Result):
            yield "a target compared with what is given up after it is chosen"
        theirs = spec.filter is not None and spec.filter.controller == THAT_PLAYER
        if theirs and not (isinstance(ability, n.Triggered) and _has_player(_event(ability))):
            yield "a target of that player, without an event that has a player"
        if spec.run and not (spec.run in RUNS and index == len(targets) - 1 and _plain_run(spec)):
            yield "a number of targets that is announced, and that are not the last ones"
        if spec.run == BY_EVENT and not isinstance(ability, n.Triggered):
            yield "as many targets as an event says, of what no event sets off"
    if isinstance(ability, n.SpellAbility) and any(
        s.filter is not None and s.filter.another and not s.divided for s in targets
    ):
        yield "another target than a spell"


def _may_compare(ability: Term, targets: tuple[n.TargetSpec, ...]) -> bool:
    """Whether the one target of a spell or an activated ability is compared with the X announced: by its mana value."""
    if len(targets) != 1 or not isinstance(ability, n.Activated | n.SpellAbility):
        return False
    spec = targets[0]
    plain = not (spec.optional or spec.divided or spec.run or spec.players)
    return (
        plain
        and spec.filter is not None
        and spec.filter.compare is not None
        and spec.filter.compare.stat == "manavalue"
    )


def _event(ability: n.Triggered) -> n.TriggerEvent | None:
    return None if isinstance(ability.trigger, n.WhenDone) else ability.trigger


def _plain_run(spec: n.TargetSpec) -> bool:
    return not (spec.divided or spec.optional) and (spec.least, spec.most) == (0, 0)


def _division(targets: tuple[n.TargetSpec, ...], nodes: list[Term]) -> Iterator[str]:
    """The problems of what is divided among targets (601.2d): the last ones, named once, of an amount known then."""
    shared = [i for i, spec in enumerate(targets) if spec.divided]
    named = [node.index for node in nodes if isinstance(node, n.TargetRef)]
    sharing = [node for node in nodes if isinstance(node, (n.DealDivided, n.Distribute))]
    if [node.to for node in sharing] != [n.TargetRef(i) for i in shared]:
        yield "something divided among what are no such targets"
    if shared and (shared != [len(targets) - 1] or named.count(shared[0]) != 1):
        yield "targets that something is divided among are the last and named once"
    for node in sharing:
        terms: list[Term] = []
        walk(node.amount, terms.append)
        if any(isinstance(part, n.Done) for part in terms):
            yield "an amount divided that is not known when it is announced"


def _other_than_target(targets: tuple[n.TargetSpec, ...], nodes: list[Term], spell: bool) -> bool:
    """Whether "each other creature" stands behind a target object, or in a spell: then it is other than that one."""
    named = [i for i, spec in enumerate(targets) if spec.filter is not None]
    at = [k for k, node in enumerate(nodes) if isinstance(node, n.TargetRef) and node.index in named]
    at += [k for k, node in enumerate(nodes) if isinstance(node, n.Targets) and node.first in named]
    others = [k for k, node in enumerate(nodes) if isinstance(node, n.Each) and node.filter.another]
    return bool(at and others) and (spell or min(at) < max(others))


def _own_side(node: n.Adds) -> bool:
    """Whether mana of another player is counted or chosen by what stands on the controller's side."""
    terms: list[Term] = []
    walk(node.mana, terms.append)
    plain = all(not isinstance(f, n.Filter) or f.controller == "any" for f in terms)
    counted = [f for f in terms if isinstance(f, n.Measured) and not isinstance(f, n.CountersOn)]
    return not isinstance(node.mana, n.AddMana | n.AddMixed | n.AddProduced) or not plain or bool(counted)


def _told_by(event: n.TriggerEvent, node: Term) -> bool:
    """Whether an event could give a node its meaning."""
    if isinstance(node, n.ThatMuch):
        return event.says.amount
    if isinstance(node, n.That):
        return event.says.object
    if isinstance(node, n.AddProduced):
        return isinstance(event, n.TappedForMana)
    return bool(event.says.player) and not isinstance(
        event, n.StepBegins
    )  # "that player" of a later step is the one before


def _own_nodes(node: Part, inner: list[Term]) -> Iterator[Term]:
    """The nodes of an ability but those of abilities inside it, which go to ``inner``."""
    if isinstance(node, tuple):
        for one in node:
            yield from _own_nodes(one, inner)
    elif isinstance(node, n.Reflexive):
        inner.append(node)
    elif isinstance(node, Term):
        yield node
        for name, child in children(node):
            if name in ("abilities", "modes"):
                inner.extend(child)
            else:
                yield from _own_nodes(child, inner)


def _each_player(nodes: list[Term]) -> bool:
    return any(isinstance(node, n.ForEachPlayer) for node in nodes)


def _has_player(trigger: n.TriggerEvent | None) -> bool:
    if trigger is None or not trigger.says.player:
        return False
    field, *others = trigger.says.player
    return getattr(trigger, field) in others


# --- single nodes ------------------------------------------------------------------------------------------------


def _node(node: Term) -> Iterator[str]:
    check = _CHECKS.get(type(node))
    if check is not None:
        yield from check(node)
    signed = isinstance(node, n.Pump | n.ModifyPT)
    for name, child in children(node):
        if isinstance(child, n.Fixed) and child.value < 0 and not signed:
            yield f"a negative {name}"
        if isinstance(child, n.Proto):
            yield from _proto(child)


def _casts(node: n.SpellCast) -> Iterator[str]:
    yield from _who(node)
    counted = node.kinds or (node.filter,)
    if (node.kinds and (not node.nth or node.filter != n.Filter())) or node.nth < 0:
        yield "kinds of a spell of no number"
    if node.nth and not all(history_of(replace(each, another=False)) for each in counted):
        yield "the number of a spell of a kind that is not counted"


def _deals(node: n.DealsDamage) -> Iterator[str]:
    if node.combat and node.noncombat:
        yield "damage that is combat damage and none"
    if node.source and (not isinstance(node.subject, n.Filter) or node.batch):
        yield "a source of damage that is no set"


def _pump(node: n.Pump) -> Iterator[str]:
    if node.but not in ("", "power", "toughness") or (node.but and node.minus):
        yield f"a half {node.but} that is taken off"


def _filter(f: n.Filter) -> Iterator[str]:
    if f.controller not in ("any", "you", "opponent", DEFENDING, THAT_PLAYER) and not f.controller.startswith(SEAT):
        yield f"controller {f.controller}"
    for color in (*f.colors, *f.any_colors, *f.without_colors):
        if color not in n.COLORS:
            yield f"color {color}"
    if f.hung not in ("", "Equipment", "Aura", MODIFIED):
        yield f"something {f.hung}"
    for keyword in (f.keyword, f.without_keyword):
        if keyword and keyword not in n.KEYWORDS:
            yield f"keyword {keyword}"


_COMPARISONS: Final = (">=", "<=", "==", LESSER, *WITH_X)


def _compare(c: n.Compare) -> Iterator[str]:
    plain = c.op == "==" and c.amount is None
    if c.stat not in ("power", "toughness", "manavalue", *(["size"] if plain else [])) or c.op not in _COMPARISONS:
        yield f"comparison of {c.stat} by {c.op}"
    if c.amount is not None and not (isinstance(c.amount, n.Quantity) and c.value == 0 and c.op in (">=", "<=", "==")):
        yield "a comparison with what is no quantity, or with two numbers"


def _until(node: n.NoMaximumHandSize) -> Iterator[str]:
    if node.until not in ("next turn", "game"):
        yield f"no maximum hand size until {node.until}"


def _keywords(node: n.GainKeywords | n.LoseKeywords) -> Iterator[str]:
    for keyword in node.keywords:
        if keyword not in n.KEYWORDS or (keyword in WITH_PARAMETER and isinstance(node, n.GainKeywords)):
            yield f"keyword {keyword}"


def _keyword(node: n.Keyword) -> Iterator[str]:
    if bool(node.parameter) != (node.name in WITH_PARAMETER) and node.name not in MAY_HAVE_PARAMETER:
        yield f"{node.name} {node.parameter or 'without what it needs'}"
    if node.name not in n.KEYWORDS:
        yield f"keyword {node.name}"


def _paired(node: n.Static) -> Iterator[str]:
    if isinstance(getattr(node.effect, "subject", None), n.Paired) and not isinstance(
        node.effect, n.GrantAbilities | n.ModifyPT
    ):
        yield f"{type(node.effect).__name__} of paired creatures"


def _rest(node: n.PutRest) -> Iterator[str]:
    if node.exiled and (node.to, node.place) != ("library", "random"):
        yield f"exiled cards put to {node.to}"


def _inert(node: n.Inert) -> Iterator[str]:
    if node.kind not in INERT_KINDS:
        yield f"a clause that does nothing because of {node.kind}"


def _attacks(node: n.Attacks) -> Iterator[str]:
    if node.so not in ("", GREATER_BESIDE, MOST_LIFE, TWO_BESIDE, WHILE_SADDLED, FIRST_TIME) or (
        node.so and node.alone
    ):
        yield f"an attack that is {node.so}"


def _player_has(node: n.PlayerHas) -> Iterator[str]:
    if node.who not in ("opponent", "any") or node.what not in HAD or node.op not in (">=", "<="):
        yield f"{node.who} has {node.op} {node.value} {node.what}"


def _during(node: n.During) -> Iterator[str]:
    if (
        not node.steps
        or not set(node.steps) <= {*_STEPS, "untap", "cleanup", *COMBAT}
        or node.whose not in ("you", "opponent", "any")
    ):
        yield f"during {node.steps} of {node.whose}"


def _bound(node: n.Bound) -> Iterator[str]:
    if node.time not in ("day", "night"):
        yield f"bound to {node.time}"


def _discard(node: n.Discard) -> Iterator[str]:
    several = isinstance(node.who, n.ControllerOf) and isinstance(node.who.object, n.Each | n.Targets)
    if node.counted is not None and several:
        yield "several permanents that connive at once"


def _outgrows(node: n.Outgrows | n.Outspends) -> Iterator[str]:
    if not node.stats or not set(node.stats) <= {"power", "toughness"}:
        yield f"{node.stats} of an object"


def _spec(spec: n.TargetSpec) -> Iterator[str]:
    if spec.players not in ("", "any", "opponent"):
        yield f"players {spec.players}"
    if spec.filter is None and not spec.players:
        yield "a target that can be nothing"


def _mana(node: n.ManaCost) -> Iterator[str]:
    for symbol in node.symbols:
        if not mana_symbol_known(symbol):
            yield f"mana symbol {symbol}"


def _only(node: n.AddMana | n.AddMixed | n.AddPerColor) -> Iterator[str]:
    if node.only and only_of(node.only) is None:
        yield f"mana spent only to {node.only}"
    if node.until and node.until not in STAYS:
        yield f"mana that stays until {node.until}"


def _add(node: n.AddMana) -> Iterator[str]:
    yield from _only(node)
    for symbol in (*node.symbols, *node.choice):
        if symbol not in n.MANA_KINDS:
            yield f"mana of the kind {symbol}"
    if bool(node.symbols) == bool(node.choice):
        yield "mana that is both or neither of fixed and chosen"


def _keeps(node: n.KeepsMana | n.KeepMana) -> Iterator[str]:
    if not node.kinds or any(kind not in n.MANA_KINDS for kind in node.kinds):
        yield f"unspent mana of the kinds {node.kinds}"
    if isinstance(node, n.KeepsMana) and node.who not in ("you", "any"):
        yield f"player {node.who}"


def _becomes(node: n.LostManaBecomes) -> Iterator[str]:
    if node.kind not in n.MANA_KINDS:
        yield f"mana of the kind {node.kind}"


def _who(node: n.LifeGained | n.LifeLost | n.CardDrawn | n.SpellCast) -> Iterator[str]:
    if node.who not in ("you", "opponent", "any"):
        yield f"player {node.who}"


def _designation(node: n.Designate | n.IsDesignated | n.BecomesDesignated) -> Iterator[str]:
    if node.designation not in n.DESIGNATIONS:
        yield f"designation {node.designation}"


def _step(node: n.StepBegins) -> Iterator[str]:
    if node.step not in _STEPS or node.whose not in ("you", "opponent", "each", "host"):
        yield f"step {node.step} of {node.whose}"


def _op(node: n.LifeIs | n.Controls) -> Iterator[str]:
    if node.op not in (">=", "<=") or node.value < 0:
        yield f"comparison {node.op} {node.value}"


def _what(node: n.Forbid | n.CantDo) -> Iterator[str]:
    if node.what not in _FORBIDDEN and not (isinstance(node, n.CantDo) and node.what in (*_INACTIVE, *_ALONE, BY_MORE)):
        yield f"nothing is forbidden by {node.what}"


def _required(node: n.Require) -> Iterator[str]:
    if node.what not in _REQUIRED:
        yield f"nothing is required by {node.what}"


def _activated(node: n.Activated) -> Iterator[str]:
    if not node.costs or not (node.effects or node.modes):
        yield "an activated ability without costs or effects"
    if node.timing not in ("", "sorcery", "instant", "cast") or node.limit not in ("", "turn", "once", "exhaust"):
        yield f"timing {node.timing} and limit {node.limit}"
    if costs_by_target(node) and not (len(node.targets) == 1 and _one_object(node.targets[0])):
        yield "a cost that asks about the target, of an ability without one target that is an object"
    if node.less_if is not None and node.less is None:
        yield "a condition of costing less, of what doesn't cost less"
    if node.action and any("X" in getattr(cost, "symbols", ()) for cost in node.costs):
        yield "X in the cost of a special action"


def _one_object(spec: n.TargetSpec) -> bool:
    several = spec.optional or spec.divided or spec.run or spec.other
    return spec.filter is not None and not spec.players and spec.zone == "battlefield" and not several


def _spell_costs(node: n.SpellCosts) -> Iterator[str]:
    if any(isinstance(cost, n.DiscardCost) and isinstance(cost.amount, n.CardsIn) for cost in node.costs):
        yield "a hand as a cost of casting a card that is part of it"


def _paid_later(node: n.CastFor) -> Iterator[str]:
    if any("X" in getattr(cost, "symbols", ()) for cost in node.costs):
        yield "X in a cost that is paid as something resolves"


def _reduction(node: n.CostReduction) -> Iterator[str]:
    if (node.whose == "you") == (node.subject is not None):
        yield "a cost reduction of both or neither of a player's abilities and an object's"
    if node.amount < 0 or node.floor < 0:
        yield "a negative cost reduction"


def _empty(name: str) -> Check:
    def check(node: Term) -> Iterator[str]:
        if not getattr(node, name):
            yield f"{type(node).__name__} without {name}"

    return check


def _modal(node: n.Triggered | n.SpellAbility) -> Iterator[str]:
    if not node.effects and not node.modes:
        yield f"{type(node).__name__} without effects"


def _proto(proto: n.Proto) -> Iterator[str]:
    """The problems of printed characteristics."""
    for color in proto.colors:
        if color not in n.COLORS:
            yield f"color {color}"
    for symbol in proto.mana_cost or ():
        if not mana_symbol_known(symbol):
            yield f"mana symbol {symbol}"
    if not proto.types:
        yield "a card without types"


_CHECKS: Final[dict[type, Check]] = {
    n.CastFor: _paid_later,
    n.Filter: _filter,
    n.Compare: _compare,
    n.GainKeywords: _keywords,
    n.NoMaximumHandSize: _until,
    n.LoseKeywords: _keywords,
    n.Keyword: _keyword,
    n.Inert: _inert,
    n.PutRest: _rest,
    n.Static: _paired,
    n.TargetSpec: _spec,
    n.Attacks: _attacks,
    n.PlayerHas: _player_has,
    n.During: _during,
    n.Bound: _bound,
    n.Discard: _discard,
    n.Designate: _designation,
    n.IsDesignated: _designation,
    n.BecomesDesignated: _designation,
    n.Outgrows: _outgrows,
    n.Outspends: _outgrows,
    n.ManaCost: _mana,
    n.AddMana: _add,
    n.AddMixed: _only,
    n.KeepsMana: _keeps,
    n.KeepMana: _keeps,
    n.LostManaBecomes: _becomes,
    n.AddPerColor: _only,
    n.LifeGained: _who,
    n.LifeLost: _who,
    n.CardDrawn: _who,
    n.SpellCast: _casts,
    n.StepBegins: _step,
    n.LifeIs: _op,
    n.Controls: _op,
    n.Pump: _pump,
    n.DealsDamage: _deals,
    n.Forbid: _what,
    n.Require: _required,
    n.CantDo: _what,
    n.Activated: _activated,
    n.SpellCosts: _spell_costs,
    n.Triggered: _modal,
    n.SpellAbility: _modal,
    n.GrantAbilities: _empty("abilities"),
    n.May: _empty("effects"),
    n.ChooseOne: _empty("options"),
    n.CostReduction: _reduction,
}
