"""Sentences read by what they do together: tokens with abilities, hands that change, conditions on the target."""

from __future__ import annotations

from typing import Final

from reiterate.oracle.nouns import NotRead
from reiterate.oracle.sentence_reader import SentenceReader
from reiterate.oracle.word_pieces import Words
from reiterate.oracle.words import subtypes
from reiterate.terms import language as n
from reiterate.terms.base import replace
from reiterate.terms.print_spelling import COLOR_WORDS


def investigates(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
    """ "Investigate" (701.16a): create a Clue token."""
    if words not in (("investigate",), ("you", "investigate")):
        raise NotRead(0, "nothing that investigates")
    return reader.sentence(("create", "a", "Clue", "token"))


def for_each(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
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


def if_of_type(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
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


_SHUFFLED: Final = (("shuffles", "their"), ("shuffle", "your"))


def shuffled_hand(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
    """ "Each player shuffles their hand and graveyard into their library, then draws seven cards" (701.24, 101.4)."""
    for verb, whose in _SHUFFLED:
        said = (verb, whose, "hand", "and", "graveyard", "into", whose, "library", ",", "then")
        at = next((i for i in range(len(words)) if words[i : i + len(said)] == said), -1)
        if at < 0 or (at == 0) != (whose == "your"):
            continue
        who = reader.player(words[:at]) if at else n.You()
        rest = words[at + len(said) :]
        if len(rest) != 3 or rest[0] != ("draws" if at else "draw") or rest[2] not in ("card", "cards"):
            raise NotRead(0, "something else behind what is shuffled in")
        return (n.ShuffleIn(who, ("hand", "graveyard")), n.Draw(who, reader.number(rest[1:2])))
    raise NotRead(0, "no hand that is shuffled in")


def new_hand(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
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


def if_colored(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
    """ "... if it's blue": of the only target, asked as the effect happens (608.2c)."""
    if words[-3:-1] != ("if", "it's") or words[-1] not in COLOR_WORDS or reader.work.targets or reader.work.result:
        raise NotRead(0, "no color that is asked for")
    found = reader.sentence(words[:-3])
    if len(reader.work.targets) != 1 or reader.work.targets[0].filter is None or reader.work.targets[0].divided:
        raise NotRead(0, "a color of something else than the target")
    condition = n.IsA(n.TargetRef(0), n.Filter(colors=(COLOR_WORDS[words[-1]],)))
    return (n.Branch(condition, found),)


def known_token(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
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


def named_token(reader: SentenceReader, words: Words) -> tuple[n.Effect, ...]:
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


RULES: Final = (investigates, for_each, new_hand, shuffled_hand, if_colored, if_of_type, known_token, named_token)
