"""Sentences that belong to the one before: "if you do", "otherwise", "when you do", "instead", "it has ...", "it's still a land"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from reiterate.oracle.antecedents import MADE, MOVED, check_behind_sacrifice, single, told_behind
from reiterate.oracle.nouns import NotRead
from reiterate.oracle.sentence_reader import BehindRule, SentenceReader
from reiterate.oracle.word_pieces import Words
from reiterate.oracle.words import subtypes
from reiterate.terms import language as n
from reiterate.terms.base import Term, replace, swap, walk


def _token_given(reader: SentenceReader, done: list[n.Effect], last: int, words: Words) -> bool:
    """ "It has "...": what a token is created with, said in a sentence of its own (111.3); whether it was that."""
    if words[:2] not in (("it", "has"), ("they", "have")) or not done or not words[2:3]:
        return False
    if len(words) != 3 or not words[2].startswith('"'):
        return False
    before = done[-1]
    made: Any = before.effects[-1] if isinstance(before, n.May) and before.effects else before
    if not isinstance(made, n.CreateTokens):
        raise NotRead(0, "an ability of no token that was created")
    token = replace(made.token, abilities=(*made.token.abilities, *reader.quotes(words[2:])))
    given = replace(made, token=token)
    done[-1] = replace(before, effects=(*before.effects[:-1], given)) if isinstance(before, n.May) else given
    return True


_NEW_TARGETS: Final = tuple(
    ("you", "may", "choose", "new", "targets", "for", *what)
    for what in (("the", "copy"), ("the", "copies"), ("that", "copy"))
)


def _new_targets(reader: SentenceReader, done: list[n.Effect], last: int, words: Words) -> bool:
    """ "You may choose new targets for the copy" behind the one effect before that copies (707.10c)."""
    if words not in _NEW_TARGETS or not done:
        return False
    found: list[Term] = []
    walk(done[-1], found.append)
    copies = [node for node in found if isinstance(node, n.CopySpell)]
    if len(copies) != 1 or copies[0].retarget:
        raise NotRead(0, "no copy that new targets are chosen for")
    done[-1] = swap(done[-1], copies[0], replace(copies[0], retarget=True))
    return True


_COUNTERED: Final = ("if", "that", "spell", "is", "countered", "this", "way", ",")
_ELSEWHERE: Final = {
    tuple(words.split()): where
    for words, where in (
        ("put it into its owner 's hand instead of into that player 's graveyard", ("hand", "")),
        ("put it on top of its owner 's library instead of into that player 's graveyard", ("library", "top")),
        (
            "put it on the bottom of its owner 's library instead of into that player 's graveyard",
            ("library", "bottom"),
        ),
        ("exile it instead of putting it into its owner 's graveyard", ("exile", "")),
    )
}


def _countered(reader: SentenceReader, done: list[n.Effect], last: int, words: Words) -> bool:
    """ "If that spell is countered this way, exile it instead ..." behind the one effect before that counters (614.1a)."""
    if words[: len(_COUNTERED)] != _COUNTERED or not done:
        return False
    where = _ELSEWHERE.get(words[len(_COUNTERED) :])
    found: list[Term] = []
    walk(done[-1], found.append)
    counters = [node for node in found if isinstance(node, n.CounterSpell)]
    if where is None or len(counters) != 1 or counters[0].to != "graveyard":
        raise NotRead(0, "no spell that is put elsewhere")
    done[-1] = swap(done[-1], counters[0], replace(counters[0], to=where[0], place=where[1]))
    return True


def _instead(words: Words) -> tuple[Words, Words] | None:
    """The condition and the effect of "if C, B instead", "if C, instead B", "B instead if C"."""
    if "instead" not in words or "would" in words:
        return None
    at = words.index("instead")
    if words[0] != "if":
        return (words[at + 2 :], words[:at]) if words[at + 1 : at + 2] == ("if",) else None
    comma = next((i for i, word in enumerate(words[:at]) if word == ","), -1)
    if comma < 0 or at not in (comma + 1, len(words) - 1):
        return None
    return words[1:comma], (*words[comma + 1 : at], *words[at + 1 :])


_TOKENS: Final = (n.CreateTokens, n.CopyToken)


def _not_done(before: n.Effect, then: tuple[n.Effect, ...]) -> tuple[n.Effect, ...]:
    """What happens instead of an effect: "that card" is what the effect in front names, which hasn't moved it."""
    found: list[Term] = []
    walk(then[:1], found.append)
    if n.Result() not in found or not isinstance(before, (*MADE, *MOVED)):
        return then
    named = single(before)
    if named is None:
        raise NotRead(0, "a thing that is not made or moved where something else happens instead")
    return (swap(then[0], n.Result(), named), *then[1:])


def _replaced(reader: SentenceReader, done: list[n.Effect], last: int, words: Words) -> bool:
    """ "A. If C, B instead": B where C is true as this happens, else A (608.2c); whether the sentence is of that kind."""
    said = _instead(words)
    if said is None or not done:
        return False
    condition, effect = said
    before = tuple(done[last:])
    if len(before) != 1 or isinstance(before[0], (n.Branch, n.AddMana)):
        raise NotRead(0, "something else instead of several effects, or of mana")
    targets = len(reader.work.targets)
    holds = reader.condition(condition)
    amount = effect[2:-1] if effect[:2] in (("it", "deals"), ("~", "deals")) and effect[-1:] == ("damage",) else ()
    if amount and isinstance(before[0], n.DealDamage):
        then: tuple[n.Effect, ...] = (replace(before[0], amount=reader.number(amount)),)
    else:
        then = _not_done(before[0], reader.sentence(effect))
        first = then[0] if then else None
        if isinstance(first, n.DealDamage) and isinstance(before[0], n.DealDamage) and effect[:2] == ("it", "deals"):
            then = (replace(first, source=before[0].source), *then[1:])  # "it" is what deals the damage in front
    alike = all(isinstance(t, _TOKENS if isinstance(before[0], _TOKENS) else type(before[0])) for t in then)
    if len(reader.work.targets) != targets or not (alike or len(done) == 1):
        raise NotRead(0, "something of another kind instead of the effect before")
    done[last:] = [n.Branch(holds, then, before)]
    return True


#: A sentence that says what the mana of the sentence before may be spent on (106.6).
_SPEND: Final = ("spend", "this", "mana", "only", "to")


def _restricted_to(done: Sequence[n.Effect], words: Words) -> list[n.Effect]:
    """The effects of a sentence that adds mana, with the restriction of the sentence behind it."""
    only = " ".join(words).replace(" ,", ",")
    found: list[n.Effect] = []
    for effect in done:
        if not isinstance(effect, n.AddMana | n.AddMixed | n.AddPerColor) or effect.only:
            raise NotRead(0, "a restriction of what adds no mana")
        found.append(replace(effect, only=only))
    if any(word[:1].isupper() and word not in subtypes() for word in words if word != ","):
        raise NotRead(0, "no subtype that is known")
    return found


_IF_DONE: Final = (("if", "you", "do", ","), ("if", "that", "player", "does", ","), ("if", "they", "do", ","))
_IF_NOT: Final = (
    ("if", "you", "don't", ","),
    ("if", "they", "don't", ","),
    ("if", "you", "can't", ","),
    ("otherwise", ","),
)
_STILL: Final = (
    ("it's", "still", "a", "land"),
    ("it's", "still", "a", "planeswalker"),
    ("they're", "still", "lands"),
)
#: Sentences behind "destroy ..." that leave no regeneration (701.19).
_FINAL: Final = tuple(
    (*who.split(), "can't", "be", "regenerated")
    for who in ("it", "they", "that creature", "those creatures", "creatures destroyed this way")
)
_REPEAT: Final = (("repeat", "this", "process"),)


def _if_done(reader: SentenceReader, done: list[n.Effect], last: int, words: Words) -> bool:
    """ "If you do, ...": what depends on the effect before having been done."""
    for start in _IF_DONE:
        if words[: len(start)] == start and done:
            _one_thing(reader, done[last:])
            done[-1] = _done(done[-1], reader.effects(words[len(start) :]), ())
            return True
    return False


def _if_not(reader: SentenceReader, done: list[n.Effect], last: int, words: Words) -> bool:
    """ "If you don't, ...", "otherwise, ..."."""
    for start in _IF_NOT:
        if words[: len(start)] == start and done:
            coin = _last_inside(done[-1])
            if isinstance(coin, n.FlipCoin) and words[0] == "otherwise" and coin.then and not coin.sides:
                done[-1] = _on_coin(reader, done[-1], coin, words[len(start) :], False, False)
                return True
            if isinstance(done[-1], n.Branch) and words[0] != "otherwise":
                raise reader.fail(words, "not done, of something under a condition")
            _one_thing(reader, done[last:])
            if words[2] == "can't" and getattr(done[-1], "amount", None) != n.Fixed(1):
                raise reader.fail(words, "something of which a part could be done")
            done[-1] = _done(done[-1], (), reader.effects(words[len(start) :]))
            return True
    return False


def _when_done(reader: SentenceReader, done: list[n.Effect], last: int, words: Words) -> bool:
    """ "When you do, ...": a reflexive triggered ability (603.12)."""
    if words[:4] != ("when", "you", "do", ",") or not done:
        return False
    inner = reader.inside(told_behind(reader.work, done[-1]))
    inner.work.exile = reader.work.exile
    effects = inner.effects(words[4:])
    check_behind_sacrifice(reader.work, inner.work, effects)
    done[-1] = _done(done[-1], (n.Reflexive(effects, tuple(inner.work.targets)),), ())
    return True


#: What stands in front of the effects of a flip, by who flips: of winning it, of losing it, of heads, of tails (705.2).
_FLIPPED: Final[dict[Words, tuple[n.PlayerRef | None, bool, bool]]] = {
    **{("if", "you", f"{verb}", "the", "flip", ","): (n.You(), verb == "win", False) for verb in ("win", "lose")},
    **{
        ("if", "they", f"{verb}", "the", "flip", ","): (n.ThatPlayer(), verb == "win", False)
        for verb in ("win", "lose")
    },
    **{
        ("if", *coin, "comes", "up", side, ","): (None, side == "heads", True)
        for coin in (("the", "coin"), ("it",))
        for side in ("heads", "tails")
    },
}
_FOR_EACH_WON: Final = tuple(("for", "each", "flip", "you", verb) for verb in ("win", "won"))


def _flipped(reader: SentenceReader, done: list[n.Effect], last: int, words: Words) -> bool:
    """ "If you win the flip, ...", "if the coin comes up tails, ...": what depends on the coin flipped before (705.2)."""
    start = next((start for start in _FLIPPED if words[: len(start)] == start), None)
    coin = _last_inside(done[-1]) if done else None
    if start is None or not isinstance(coin, n.FlipCoin):
        return False
    who, first, sides = _FLIPPED[start]
    if (who is not None and coin.who != who) or (sides != coin.sides and (coin.then or coin.otherwise)):
        raise reader.fail(words, "another flip than the one before")
    done[-1] = _on_coin(reader, done[-1], coin, words[len(start) :], first, sides)
    return True


def _on_coin(
    reader: SentenceReader, before: n.Effect, coin: n.FlipCoin, words: Words, first: bool, sides: bool
) -> n.Effect:
    """The effect that ends in a flip, with what happens on one of its results."""
    if coin.then if first else coin.otherwise:
        raise reader.fail(words, "two sentences about one result of a flip")
    effects = reader.effects(words)
    found: list[Term] = []
    walk(effects[:1], found.append)
    if n.Result() in found and (coin.then or coin.otherwise):
        raise reader.fail(words, "what the other result of the flip made or moved")
    made = replace(coin, sides=sides, then=effects) if first else replace(coin, sides=sides, otherwise=effects)
    return replace(before, effects=(*before.effects[:-1], made)) if isinstance(before, n.May) else made


def _last_inside(effect: n.Effect) -> n.Effect:
    """An effect, or the last one of what may be done."""
    return effect.effects[-1] if isinstance(effect, n.May) and effect.effects else effect


def _for_each_won(reader: SentenceReader, done: list[n.Effect], last: int, words: Words) -> bool:
    """ "... for each flip you win" behind "flip a coin until you lose a flip"."""
    before = done[-1] if done else None
    if words[-5:] not in _FOR_EACH_WON:
        return False
    found = reader.sentence(words[:-5])
    effect = found[0]
    if not isinstance(before, n.FlipUntilLost) or before.then or len(found) > 1:
        raise reader.fail(words, "no flips until one is lost")
    if not isinstance(effect, n.PutCounters | n.Draw | n.GainLife | n.LoseLife) or effect.amount != n.Fixed(1):
        raise reader.fail(words, "an effect that is not done once for each flip")
    done[-1] = replace(before, then=(replace(effect, amount=n.Done()),))
    return True


def _final(reader: SentenceReader, done: list[n.Effect], last: int, words: Words) -> bool:
    """ "It can't be regenerated" behind "destroy ..." (701.19)."""
    before = done[-1] if done else None
    if words not in _FINAL or not isinstance(before, n.Destroy):
        return False
    done[-1] = replace(before, final=True)
    return True


def _still(reader: SentenceReader, done: list[n.Effect], last: int, words: Words) -> bool:
    """ "It's still a land" behind what becomes something: what it was it still is (205.1b)."""
    before = done[-1] if done else None
    if words not in _STILL or not isinstance(before, n.Become):
        return False
    done[-1] = replace(before, instead=False, retype=False)
    return True


def _later(reader: SentenceReader, done: list[n.Effect], last: int, words: Words) -> bool:
    """A delayed triggered ability set up by a sentence of its own (603.7)."""
    if words[:1] != ("when",):
        return False
    done.append(reader.later(words))
    return True


def _spent_only(reader: SentenceReader, done: list[n.Effect], last: int, words: Words) -> bool:
    """ "Spend this mana only to ..." behind what adds mana (106.6)."""
    if words[: len(_SPEND)] != _SPEND or not done:
        return False
    done[last:] = _restricted_to(done[last:], words[len(_SPEND) :])
    return True


def _repeated(reader: SentenceReader, done: list[n.Effect], last: int, words: Words) -> bool:
    """ "If ..., repeat this process": everything before, again while the condition holds."""
    if words in _REPEAT and done:
        raise reader.fail(words)
    again = _repeat_condition(words)
    if again is None or not done:
        return False
    done[:] = [n.RepeatProcess(tuple(done), reader.condition(again))]
    return True


def _one_thing(reader: SentenceReader, done: list[n.Effect]) -> None:
    """Refuse "if you do" behind a sentence of several effects of which the last is not what may be done."""
    if len(done) > 1 and not isinstance(done[-1], n.May | n.MayPay):
        raise reader.fail((), "several things that were done")


def _repeat_condition(words: Words) -> Words | None:
    if words[:1] == ("if",) and words[-4:] == (",", "repeat", "this", "process"):
        return words[1:-4]
    return None


def _done(before: n.Effect, then: tuple[n.Effect, ...], otherwise: tuple[n.Effect, ...]) -> n.Effect:
    """An effect with what depends on its having been done."""
    if isinstance(before, n.Delayed):  # what is asked is whether that was done then
        return replace(before, effects=(*before.effects[:-1], _done(before.effects[-1], then, otherwise)))
    if isinstance(before, n.MayPay):
        return replace(before, then=(*before.then, *then), otherwise=(*before.otherwise, *otherwise))
    if isinstance(before, n.Branch) and then:  # "if you do" speaks of what was done under the condition
        return replace(before, then=(*before.then[:-1], _done(before.then[-1], then, otherwise)))
    if isinstance(before, n.Branch):
        return replace(before, otherwise=(*before.otherwise, *otherwise))
    if isinstance(before, n.FlipCoin):
        raise NotRead(0, "something that depends on a flip, and not on its result")
    if isinstance(before, n.IfDone):
        return replace(before, then=(*before.then, *then), otherwise=(*before.otherwise, *otherwise))
    return n.IfDone((before,), then, otherwise)


#: In the order in which they are tried.
BEHIND: Final[tuple[BehindRule, ...]] = (
    _token_given,
    _new_targets,
    _countered,
    _replaced,
    _flipped,
    _for_each_won,
    _if_done,
    _if_not,
    _when_done,
    _final,
    _still,
    _later,
    _spent_only,
    _repeated,
)
