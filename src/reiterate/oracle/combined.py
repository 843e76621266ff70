"""Sentences read by what they do together: tokens with abilities, hands that change, conditions on the target."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, Final, Protocol

from reiterate.oracle.antecedents import MADE, MOVED, Work, single
from reiterate.oracle.nouns import NotRead
from reiterate.oracle.word_pieces import Words
from reiterate.oracle.words import subtypes
from reiterate.terms import language as n
from reiterate.terms.base import Term, swap, walk
from reiterate.terms.pattern import Template
from reiterate.terms.print_spelling import COLOR_WORDS
from reiterate.terms.rows_core import by_kind


class Sentences(Protocol):
    """What the functions here need of the reader of sentences."""

    @property
    def work(self) -> Work: ...

    def sentence(self, words: Words) -> tuple[n.Effect, ...]: ...

    def number(self, words: Words) -> Any: ...

    def player(self, words: Words) -> Any: ...

    def template(self, what: str, words: Words) -> Any: ...

    def effects(self, words: Words) -> tuple[n.Effect, ...]: ...

    def condition(self, words: Words) -> Any: ...

    def quotes(self, words: Words) -> tuple[n.Ability, ...]: ...


def investigates(reader: Sentences, words: Words) -> tuple[n.Effect, ...]:
    """ "Investigate" (701.16a): create a Clue token."""
    if words not in (("investigate",), ("you", "investigate")):
        raise NotRead(0, "nothing that investigates")
    return reader.sentence(("create", "a", "Clue", "token"))


def for_each(reader: Sentences, words: Words) -> tuple[n.Effect, ...]:
    """ "Create a token for each ...": as many as there are."""
    at = next((i for i in range(len(words)) if words[i : i + 2] == ("for", "each")), -1)
    if at == 0 and "create" in words and words[words.index("create") - 1] == ",":
        cut = words.index("create")
        if "for" in words[cut:]:
            raise NotRead(0, "tokens for each of two things")
        words, at = (*words[cut:], *words[: cut - 1]), len(words) - cut
    if at < 0 or "create" not in words[:2]:
        raise NotRead(0, "no tokens for each of something")
    found = reader.sentence(words[:at])
    made = found[-1]
    if len(found) != 1 or not isinstance(made, n.CreateTokens) or made.count != n.Fixed(1):
        raise NotRead(0, "several tokens for each of something")
    return (replace(made, count=reader.template("foreach", words[at + 2 :])),)


def if_of_type(reader: Sentences, words: Words) -> tuple[n.Effect, ...]:
    """ "If it's a Spirit, ...": of the card that was put onto the battlefield, asked as the effect happens (608.2c)."""
    if words[:3] not in (("if", "it's", "a"), ("if", "it's", "an")) or words[4:5] != (",",):
        raise NotRead(0, "no type that is asked for")
    kind = subtypes().get(words[3], "")
    if not kind or reader.work.result != "card":
        raise NotRead(0, "no type of a card that was moved")
    return (n.Branch(n.IsA(n.Result(), n.Filter(subtypes=(kind,))), reader.effects(words[5:])),)


_HANDS: Final = (
    ("discards", "their", "hand"),
    ("discard", "your", "hand"),
    ("discards", "all", "the", "cards", "in", "their", "hand"),
)


def new_hand(reader: Sentences, words: Words) -> tuple[n.Effect, ...]:
    """ "Each player discards their hand, then draws seven cards": all discard, then all draw (701.9, 101.4)."""
    for hand in _HANDS:
        at = next((i for i in range(len(words)) if words[i : i + len(hand)] == hand), -1)
        if at < 0 or (at == 0) != ("your" in hand):
            continue
        who = reader.player(words[:at]) if at else n.You()
        rest = words[at + len(hand) :]
        while rest[:1] in ((",",), ("then",), ("and",)):
            rest = rest[1:]
        gone = n.ForEachPlayer(who, (n.Discard(n.ThatPlayer(), n.CardsIn("hand", n.ThatPlayer())),))
        if not rest:
            return (gone,)
        if rest == ("draw", "that", "many", "cards") and who == n.You():
            return (gone, n.Draw(who, n.Done()))
        if len(rest) != 3 or rest[0] not in ("draw", "draws") or rest[2] not in ("card", "cards"):
            raise NotRead(0, "something else behind a hand that is discarded")
        return (gone, n.Draw(who, reader.number(rest[1:2])))
    raise NotRead(0, "no hand that is discarded")


def if_colored(reader: Sentences, words: Words) -> tuple[n.Effect, ...]:
    """ "... if it's blue": of the only target, asked as the effect happens (608.2c)."""
    if words[-3:-1] != ("if", "it's") or words[-1] not in COLOR_WORDS or reader.work.targets or reader.work.result:
        raise NotRead(0, "no color that is asked for")
    found = reader.sentence(words[:-3])
    if len(reader.work.targets) != 1 or reader.work.targets[0].filter is None or reader.work.targets[0].divided:
        raise NotRead(0, "a color of something else than the target")
    condition = n.IsA(n.TargetRef(0), n.Filter(colors=(COLOR_WORDS[words[-1]],)))
    return (n.Branch(condition, found),)


def token_given(reader: Sentences, done: list[n.Effect], words: Words) -> bool:
    """ "It has "...": what a token is created with, said in a sentence of its own (111.3); whether it was that."""
    if words[:2] not in (("it", "has"), ("they", "have")) or not done or not words[2:3]:
        return False
    if len(words) != 3 or not words[2].startswith('"'):
        return False
    last = done[-1]
    made: Any = last.effects[-1] if isinstance(last, n.May) and last.effects else last
    if not isinstance(made, n.CreateTokens):
        raise NotRead(0, "an ability of no token that was created")
    token = replace(made.token, abilities=(*made.token.abilities, *reader.quotes(words[2:])))
    given = replace(made, token=token)
    done[-1] = replace(last, effects=(*last.effects[:-1], given)) if isinstance(last, n.May) else given
    return True


_NEW_TARGETS: Final = tuple(
    ("you", "may", "choose", "new", "targets", "for", *what)
    for what in (("the", "copy"), ("the", "copies"), ("that", "copy"))
)


def new_targets(done: list[n.Effect], words: Words) -> bool:
    """ "You may choose new targets for the copy" behind the one effect before that copies (707.10c)."""
    if words not in _NEW_TARGETS or not done:
        return False
    found: list[Any] = []
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


def countered(done: list[n.Effect], words: Words) -> bool:
    """ "If that spell is countered this way, exile it instead ..." behind the one effect before that counters (614.1a)."""
    if words[: len(_COUNTERED)] != _COUNTERED or not done:
        return False
    where = _ELSEWHERE.get(words[len(_COUNTERED) :])
    found: list[Any] = []
    walk(done[-1], found.append)
    counters = [node for node in found if isinstance(node, n.CounterSpell)]
    if where is None or len(counters) != 1 or counters[0].to != "graveyard":
        raise NotRead(0, "no spell that is put elsewhere")
    done[-1] = swap(done[-1], counters[0], replace(counters[0], to=where[0], place=where[1]))
    return True


def known_token(reader: Sentences, words: Words) -> tuple[n.Effect, ...]:
    """ "Create a colorless Treasure artifact token with "..."": a predefined token spelled out (111.10)."""
    at = next((i for i in range(len(words)) if words[i : i + 1] == ("with",)), -1)
    head = words[:at]
    if at < 0 or len(words) != at + 2 or "colorless" not in head or head[-2:-1] != ("artifact",):
        raise NotRead(0, "no predefined token spelled out")
    name = words[at - 3]
    found = reader.sentence((*(w for w in head[:-2] if w != "colorless"), head[-1]))
    if len(found) != 1 or not isinstance(found[0], n.CreateTokens) or found[0].token.name != name:
        raise NotRead(0, "no predefined token")
    if reader.quotes(words[at + 1 :]) != found[0].token.abilities:
        raise NotRead(0, "another ability than that of the predefined token")
    return found


#: The greatest number of words in the name of a token.
_NAME: Final = 4
_SMALL: Final = ("of", "the", "to", "in", "and")


def named_token(reader: Sentences, words: Words) -> tuple[n.Effect, ...]:
    """ "Create Boo, a legendary 1/1 red Hamster creature token with ...": a token with a name of its own (111.4)."""
    at = words.index(",") if "," in words else 0
    name = words[1:at]
    if words[:1] != ("create",) or words[at + 1 : at + 3] != ("a", "legendary") or not 0 < len(name) <= _NAME:
        raise NotRead(0, "no token with a name")
    if not all(part.isalpha() for word in name for part in word.split("-")) or name[0] in _SMALL:
        raise NotRead(0, "no name of a token")
    found = reader.sentence(("create", "a", *words[at + 3 :]))
    made = found[0]
    if len(found) != 1 or not isinstance(made, n.CreateTokens) or made.token.power is None or made.count != n.Fixed(1):
        raise NotRead(0, "no token with a name")
    spelled = " ".join(word if word in _SMALL else _spelled(word) for word in name)
    return (replace(made, token=replace(made.token, name=spelled, supertypes=("legendary",))),)


def _spelled(word: str) -> str:
    """A word of a name with the capital letters that the normal form took away."""
    return "-".join(part[0].upper() + part[1:] for part in word.split("-"))


@cache
def _several() -> tuple[Template, ...]:
    return tuple(t for t in by_kind("effect") if " . " in t.pattern)


def how_many(sentences: list[Words]) -> list[int]:
    """How many of the sentences in front could be one template, the greatest number first."""
    found = []
    for number in range(min(4, len(sentences)), 1, -1):
        have = {word for sentence in sentences[:number] for word in sentence}
        stops = number - 1
        if any(t.pattern.count(" . ") == stops and t.words - {"."} <= have for t in _several()):
            found.append(number)
    return found


#: Sentences, and those that belong to the one before, in the order in which they are tried.
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


def instead(reader: Sentences, done: list[n.Effect], last: int, words: Words) -> bool:
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


RULES: Final = (investigates, for_each, new_hand, if_colored, if_of_type, known_token, named_token)
BEHIND: Final = (new_targets, countered)
