"""Sentences one behind the other: "if you do", "otherwise", "when you do", "instead", "it has ...", "it's still a land"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from reiterate.oracle.grammar import leaves
from reiterate.oracle.grammar.antecedents import Pass
from reiterate.oracle.grammar.leaves import Follow, NotRead, Pointer
from reiterate.oracle.grammar.walks import MADE, MOVED, ends_in_source, inside, leaves_of, single
from reiterate.terms import language as n
from reiterate.terms.base import replace, swap, with_fields
from reiterate.terms.effects_mana import all_but


def sentences(p: Pass, groups: Sequence[Any]) -> tuple[Any, ...]:
    """The effects of sentences, with what belongs to what is in front put there. Raises ``NotRead``."""
    done: list[Any] = []
    last = 0
    p.may_be_source = p.source_first
    for group in groups:
        if isinstance(group, Follow):
            p.check_rest(group.effects)
            _FOLLOWS[group.how](p, done, last, group)
            last = min(last, len(done) - 1)
            continue
        p.begins = group.at
        start = len(done)
        made = p.sequence(group.effects)
        _check_unasked(done, made)
        done += made
        p.begins = -1
        p.may_be_source = ends_in_source(group.effects)
        if len(done) > start:
            last = start
    if p.pool == "looked at":
        raise NotRead(0, "cards looked at that are put nowhere")
    return tuple(done)


def _check_unasked(done: Sequence[Any], made: Sequence[Any]) -> None:
    """ "If it isn't a land card", of a card that may never have been revealed: then nothing is asked of any card."""
    if not (done and isinstance(done[-1], n.MayPay | n.IfDone | n.May)):
        return
    asked = [e.condition for e in made if isinstance(e, n.Branch)]
    if any(isinstance(c, n.Not) and isinstance(c.condition, n.IsA) and n.Result() in inside(c) for c in asked):
        raise NotRead(0, "a condition on a card that may not be there")


_Followed = Callable[[Pass, "list[Any]", int, Follow], None]


def _last_inside(effect: Any) -> Any:
    return effect.effects[-1] if isinstance(effect, n.May) and effect.effects else effect


def _one_thing(done: Sequence[Any]) -> None:
    if len(done) > 1 and not isinstance(done[-1], n.May | n.MayPay):
        raise NotRead(0, "several things that were done")


def _behind(before: Any, then: tuple[Any, ...], otherwise: tuple[Any, ...]) -> Any:
    """An effect with what depends on its having been done."""
    if isinstance(before, n.Delayed):  # what is asked is whether that was done then
        return replace(before, effects=(*before.effects[:-1], _behind(before.effects[-1], then, otherwise)))
    if isinstance(before, n.Branch) and then:  # "if you do" speaks of what was done under the condition
        return replace(before, then=(*before.then[:-1], _behind(before.then[-1], then, otherwise)))
    if isinstance(before, n.Branch):
        return replace(before, otherwise=(*before.otherwise, *otherwise))
    if isinstance(before, n.FlipCoin):
        raise NotRead(0, "something that depends on a flip, and not on its result")
    if isinstance(before, n.MayPay | n.IfDone):
        return replace(before, then=(*before.then, *then), otherwise=(*before.otherwise, *otherwise))
    return n.IfDone((before,), then, otherwise)


def _need(done: list[Any]) -> Any:
    if not done:
        raise NotRead(0, "nothing in front that this belongs to")
    return done[-1]


def _done(p: Pass, done: list[Any], last: int, f: Follow) -> None:
    _need(done)
    then = p.sequence(f.effects)
    both = tuple(done[last:])
    if len(both) > 1 and all(isinstance(e, _PLAIN) for e in both):
        done[last:] = _all_done(both, then)
        return
    _one_thing(both)
    done[-1] = _behind(done[-1], then, ())


#: What is done at once and by no choice, and what is chosen for it.
_PLAIN: Final = (n.SacrificeObject, n.Exile, n.Destroy, n.Discard, n.AttachTo, n.ChooseObject, n.Tap, n.Untap)


def _all_done(effects: tuple[Any, ...], then: tuple[Any, ...]) -> tuple[Any, ...]:
    """ "A and B. If you do, C": C where each of them is done, and B also where A isn't (608.2c)."""
    first, *rest = effects
    if not rest:
        return (n.IfDone(effects, then),)
    if isinstance(first, n.ChooseObject):
        return (first, *_all_done(tuple(rest), then))
    return (n.IfDone((first,), _all_done(tuple(rest), then), tuple(rest)),)


def _not(p: Pass, done: list[Any], last: int, f: Follow) -> None:
    coin = _last_inside(_need(done))
    if isinstance(coin, n.FlipCoin) and f.words == "otherwise" and coin.then and not coin.sides:
        done[-1] = _on_coin(p, done[-1], coin, f, False, False)
        return
    if isinstance(done[-1], n.Branch) and f.words != "otherwise":
        raise NotRead(0, "not done, of something under a condition")
    _one_thing(done[last:])
    if f.words == "can't" and getattr(done[-1], "amount", None) != n.Fixed(1):
        raise NotRead(0, "something of which a part could be done")
    otherwise = p.sequence(f.effects)
    _check_unpaid(done, otherwise)
    done[-1] = _behind(done[-1], (), otherwise)


def _check_unpaid(done: Sequence[Any], otherwise: tuple[Any, ...]) -> None:
    """ "You may pay. If you do, reveal a card. If it is one, A. Otherwise, B": without the payment nothing happens, nor B.

    What is done to the card alone does nothing where there is none.
    """
    asked = done[-1].condition if isinstance(done[-1], n.Branch) else None
    optional = len(done) > 1 and isinstance(done[-2], n.MayPay | n.IfDone | n.May)
    about_it = asked is not None and n.Result() in inside(asked)
    if about_it and optional and any(getattr(e, "object", None) != n.Result() for e in otherwise):
        raise NotRead(0, "something that happens otherwise, where a choice comes before the condition")


def _when(p: Pass, done: list[Any], last: int, f: Follow) -> None:
    """A reflexive triggered ability (603.12)."""
    before = _need(done)
    inner = Pass(p.quote, p.pointers, trigger=p.trigger, exile=p.exile)
    one = before.effects[0] if isinstance(before, n.May) and len(before.effects) == 1 else before
    if isinstance(one, n.SacrificeChosen) and one.who == n.You() and one.amount == n.Fixed(1):
        inner.result, inner.away, inner.told = "sacrificed", True, True
    if _moves_one(one):
        inner.result, inner.away, inner.origin = "card", True, n.Result()
    effects = inner.sequence(f.effects)
    _check_sacrifice(p, inner, effects)
    _check_pointed(p, inner)
    done[-1] = _behind(before, (n.Reflexive(effects, tuple(inner.targets)),), ())


def _moves_one(effect: Any) -> bool:
    """Whether an effect moves one thing, a target or one that is chosen: "it" behind that means this thing."""
    if isinstance(effect, n.MoveChosen):
        return effect.who == n.You() and effect.amount == n.Fixed(1)
    return isinstance(effect, n.Exile | n.Move | n.ReturnToHand) and isinstance(effect.object, n.TargetRef)


def _check_pointed(p: Pass, inner: Pass) -> None:
    """Refuse an "it" that would be the source or the event's, where a target was named or something made or moved."""
    made = p.result and p.origin not in (n.This(), n.That())
    if not (made or any(spec.filter is not None for spec in p.targets)):
        return
    for leaf, meaning in inner.known.items():
        if isinstance(leaf, Pointer) and meaning in (n.This(), n.That()):
            raise NotRead(leaf.at, "more than one thing that it could be, behind a reflexive ability")


def _check_sacrifice(p: Pass, inner: Pass, effects: tuple[Any, ...]) -> None:
    """Refuse "that creature" behind "when you do" where it isn't the permanent sacrificed, or is more than read."""
    if p.sacrificed and n.That() in inside(effects):
        raise NotRead(0, "what was sacrificed by the effect before")
    if not inner.told:
        return
    made = next((i for i, e in enumerate(effects) if isinstance(e, (*MADE, *MOVED))), len(effects))
    about = inside(effects[: made + 1])  # behind what was made or moved, the words mean that
    numbers = [e for e in about if isinstance(e, n.StatOf) and e.object == n.Result()]
    if about.count(n.Result()) != len(numbers) or (numbers and n.Result() not in inside(effects[:1])):
        raise NotRead(0, "something done to what was sacrificed")


def _final(p: Pass, done: list[Any], last: int, f: Follow) -> None:
    before = _need(done)
    if not isinstance(before, n.Destroy):
        raise NotRead(0, "nothing that is destroyed")
    done[-1] = replace(before, final=True)


def _still(p: Pass, done: list[Any], last: int, f: Follow) -> None:
    before = _need(done)
    if not isinstance(before, n.Become):
        raise NotRead(0, "nothing that becomes something")
    done[-1] = replace(before, instead=False, retype=False)


def _has(p: Pass, done: list[Any], last: int, f: Follow) -> None:
    """What a token is created with, said in a sentence of its own (111.3)."""
    before = _need(done)
    made = _last_inside(before)
    if not isinstance(made, n.CreateTokens):
        raise NotRead(0, "an ability of no token that was created")
    quotes = tuple(a for q in f.effects if isinstance(q, leaves.Quoted) for a in p.quote(q.text))
    given = replace(made, token=replace(made.token, abilities=(*made.token.abilities, *quotes)))
    done[-1] = replace(before, effects=(*before.effects[:-1], given)) if isinstance(before, n.May) else given


def _retarget(p: Pass, done: list[Any], last: int, f: Follow) -> None:
    _need(done)
    copies = [node for node in inside(tuple(done[last:])) if isinstance(node, n.CopySpell)]
    if len(copies) != 1 or copies[0].retarget:
        raise NotRead(0, "no copy that new targets are chosen for")
    done[last:] = swap(tuple(done[last:]), copies[0], replace(copies[0], retarget=True))


def _countered(p: Pass, done: list[Any], last: int, f: Follow) -> None:
    counters = [node for node in inside(_need(done)) if isinstance(node, n.CounterSpell)]
    if len(counters) != 1 or counters[0].to != "graveyard":
        raise NotRead(0, "no spell that is put elsewhere")
    to, _, place = f.words.partition(" ")
    done[-1] = swap(done[-1], counters[0], replace(counters[0], to=to, place=place))


def _only(p: Pass, done: list[Any], last: int, f: Follow) -> None:
    """What the mana of the sentence in front may be spent on, or can't (106.6)."""
    _need(done)
    only = all_but(f.words) if f.how == "barred" else f.words.replace(" ,", ",")
    if not only:
        raise NotRead(0, "what mana can't be spent on, in words that are not known")
    made: list[Any] = []
    for effect in done[last:]:
        added = effect.effects[0] if isinstance(effect, n.May) and len(effect.effects) == 1 else effect
        if not isinstance(added, n.AddMana | n.AddMixed | n.AddPerColor) or added.only:
            raise NotRead(0, "a restriction of what adds no mana")
        made.append(swap(effect, added, replace(added, only=only)))
    done[last:] = made


def _stays(theirs: bool) -> _Followed:
    """How long the mana that the sentence in front adds stays as steps and phases end (500.5); ``theirs``: another player's."""

    def rule(p: Pass, done: list[Any], last: int, f: Follow) -> None:
        made = tuple(_staying(effect, f.words, theirs) for effect in done[last:])
        if made == tuple(done[last:]):
            raise NotRead(0, "this mana, where none was added")
        done[last:] = made

    return rule


#: Effects within which mana is added as the sentence says it, and the fields with what they do.
_AROUND: Final = {
    n.May: ("effects",),
    n.IfDone: ("first", "then", "otherwise"),
    n.MayPay: ("then", "otherwise"),
    n.Branch: ("then", "otherwise"),
}


def _staying(effect: Any, until: str, theirs: bool) -> Any:
    """An effect whose mana stays; ``theirs``: another player's, which that player adds."""
    if isinstance(effect, n.Adds):
        made = _staying(effect.mana, until, False) if theirs and effect.who != n.You() else effect.mana
        return replace(effect, mana=made)
    if isinstance(effect, n.AddMana | n.AddMixed | n.AddPerColor) and not theirs:
        if effect.until:
            raise NotRead(0, "mana that stays in two ways")
        return replace(effect, until=until)
    if isinstance(effect, n.ManaEffect):
        raise NotRead(0, "mana of such a kind that stays")
    fields = _AROUND.get(type(effect), ())
    within = {name: tuple(_staying(each, until, theirs) for each in getattr(effect, name)) for name in fields}
    return with_fields(effect, within) if within else effect


_TOKENS: Final = (n.CreateTokens, n.CopyToken)


def _searches(effects: tuple[Any, ...]) -> bool:
    return any(isinstance(one, n.Search) for one in inside(effects))


def _replaced(p: Pass, done: list[Any], last: int, f: Follow) -> None:
    """ "A. If C, B instead": B where C is true as this happens, else A (608.2c)."""
    before = tuple(done[last:])
    paid = before[0] if len(before) == 1 and isinstance(before[0], n.MayPay | n.IfDone) else None
    if paid is not None and paid.then and not paid.otherwise:  # "if you do, A. If C, B instead": A alone is replaced
        inner = list(paid.then)
        _replaced(p, inner, len(inner) - 1, f)
        done[last:] = [replace(paid, then=tuple(inner))]
        return
    if len(before) != 1 or isinstance(before[0], n.Branch | n.AddMana):
        raise NotRead(0, "something else instead of several effects, or of mana")
    if _searches(before) and not _searches(f.effects):
        raise NotRead(0, "another place for a card that was searched for")  # the search itself is not replaced
    targets = len(p.targets)
    holds = p.plain(f.condition)
    if f.how == "more":
        if not isinstance(before[0], n.DealDamage):
            raise NotRead(0, "no damage that is more")
        amount = p.plain(f.effects[0])
        then: tuple[Any, ...] = (replace(before[0], amount=amount),)
    elif f.how == "tokens":
        if not isinstance(before[0], _TOKENS):
            raise NotRead(0, "no tokens of which there are more")
        then = (replace(before[0], count=p.plain(f.effects[0])),)
    else:
        then = _or_chosen(_not_done(before[0], p.sequence(f.effects)), before[0], f.words == "all of it")
        first = then[0] if then else None
        if isinstance(first, n.DealDamage) and isinstance(before[0], n.DealDamage):
            said = leaves_of(f.effects[0])[:1]
            if said and isinstance(said[0], Pointer) and said[0].what == "it":
                then = (replace(first, source=before[0].source), *then[1:])
    made = then[0].options[1] if then and isinstance(then[0], n.ChooseOne) else then
    alike = all(isinstance(t, _TOKENS if isinstance(before[0], _TOKENS) else type(before[0])) for t in made)
    if len(p.targets) != targets or not (alike or len(done) == 1):
        raise NotRead(0, "something of another kind instead of the effect before")
    done[last:] = [n.Branch(holds, then, before)]


def _or_chosen(then: tuple[Any, ...], before: Any, all_of_it: bool) -> tuple[Any, ...]:
    """ "A. If C, you may B instead": where C is true, the controller chooses between A and B, and one of them happens (608.2d).

    ``all_of_it``: "if C, instead you may B". That replaces a choice whether to do A by one whether to do B. Read is a choice between two
    things that are done to the same object, so that neither is impossible.
    """
    if not any(_optional(each) for each in then):
        return then
    if all_of_it and _optional(before):
        return then
    first, *more = then
    done = getattr(before, "object", None)
    plain = not (all_of_it or more) and isinstance(first, n.May) and first.who == n.You() and not _optional(before)
    if plain and done is not None and all(getattr(each, "object", None) == done for each in first.effects):
        return (n.ChooseOne(((before,), first.effects)),)
    raise NotRead(0, "something that may be done instead, and what happens where it is not")


def _optional(effect: Any) -> bool:
    """Whether an effect happens only where a player says so."""
    if isinstance(effect, n.MayPay):
        return not effect.otherwise
    return isinstance(effect, n.May | n.CastFree | n.CastFor) or getattr(effect, "may", False) is True


def _not_done(before: Any, then: tuple[Any, ...]) -> tuple[Any, ...]:
    """What happens instead of an effect: "that card" is what the effect in front names, which hasn't moved it."""
    if n.Result() not in inside(then[:1]) or not isinstance(before, (*MADE, *MOVED)):
        return then
    named = single(before)
    if named is None:
        raise NotRead(0, "a thing that is not made or moved where something else happens instead")
    return (swap(then[0], n.Result(), named), *then[1:])


def _on_coin(p: Pass, before: Any, coin: n.FlipCoin, f: Follow, first: bool, sides: bool) -> Any:
    """The effect that ends in a flip, with what happens on one of its results."""
    if coin.then if first else coin.otherwise:
        raise NotRead(0, "two sentences about one result of a flip")
    effects = p.sequence(f.effects)
    if n.Result() in inside(effects[:1]) and (coin.then or coin.otherwise):
        raise NotRead(0, "what the other result of the flip made or moved")
    made = replace(coin, sides=sides, then=effects) if first else replace(coin, sides=sides, otherwise=effects)
    return replace(before, effects=(*before.effects[:-1], made)) if isinstance(before, n.May) else made


def _flip(who: Any, first: bool, sides: bool) -> _Followed:
    def rule(p: Pass, done: list[Any], last: int, f: Follow) -> None:
        coin = _last_inside(_need(done))
        if not isinstance(coin, n.FlipCoin):
            raise NotRead(0, "no flip in front")
        if (who is not None and coin.who != who) or (sides != coin.sides and (coin.then or coin.otherwise)):
            raise NotRead(0, "another flip than the one before")
        done[-1] = _on_coin(p, done[-1], coin, f, first, sides)

    return rule


def _each_won(p: Pass, done: list[Any], last: int, f: Follow) -> None:
    before = _need(done)
    found = p.sequence(f.effects)
    effect = found[0]
    if not isinstance(before, n.FlipUntilLost) or before.then or len(found) > 1:
        raise NotRead(0, "no flips until one is lost")
    if not isinstance(effect, n.PutCounters | n.Draw | n.GainLife | n.LoseLife) or effect.amount != n.Fixed(1):
        raise NotRead(0, "an effect that is not done once for each flip")
    done[-1] = replace(before, then=(replace(effect, amount=n.Done()),))


def _repeat(p: Pass, done: list[Any], last: int, f: Follow) -> None:
    _need(done)
    done[:] = [n.RepeatProcess(tuple(done), p.plain(f.condition))]


_FOLLOWS: Final[dict[str, _Followed]] = {
    "done": _done,
    "not": _not,
    "when": _when,
    "final": _final,
    "still": _still,
    "has": _has,
    "retarget": _retarget,
    "countered": _countered,
    "only": _only,
    "barred": _only,
    "stays": _stays(False),
    "theirs stays": _stays(True),
    "instead": _replaced,
    "more": _replaced,
    "tokens": _replaced,
    "win": _flip(n.You(), True, False),
    "lose": _flip(n.You(), False, False),
    "they win": _flip(n.ThatPlayer(), True, False),
    "they lose": _flip(n.ThatPlayer(), False, False),
    "heads": _flip(None, True, True),
    "tails": _flip(None, False, True),
    "each won": _each_won,
    "repeat": _repeat,
}
