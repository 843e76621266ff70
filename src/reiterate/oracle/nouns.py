"""Parse trees of noun phrases and numbers to filters, targets and quantities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from lark import Token, Tree

from reiterate.oracle.words import CARD_TYPES, SUPERTYPES, subtypes
from reiterate.terms.base import replace
from reiterate.terms.counter_kinds import not_implemented
from reiterate.terms.filters import Compare, Filter
from reiterate.terms.print_spelling import COLOR_WORDS, plural
from reiterate.terms.quantities import CountOf, Fixed, Quantity, ThatMuch, XValue
from reiterate.terms.references import TargetSpec

Node: TypeAlias = Any  # a lark Tree or Token, or None for an absent optional part

ANY_TARGET: Final = TargetSpec(Filter(any_of=("creature", "planeswalker", "battle")), "any")
#: The types of spells that don't become permanents: every other spell is a permanent spell (110.4b).
NO_PERMANENTS: Final = ("instant", "sorcery")
_TYPES: Final = {plural(t): t for t in CARD_TYPES} | {t: t for t in CARD_TYPES}
_PLAYERS: Final = {"player": "any", "players": "any", "opponent": "opponent", "opponents": "opponent"}
_STATS: Final = {"power": "power", "toughness": "toughness", "mana value": "manavalue"}
_OPS: Final = {"greater": ">=", "more": ">=", "less": "<=", "fewer": "<="}


class NotRead(Exception):
    """The text parses, but nothing here has that meaning; ``position`` in the normal text."""

    def __init__(self, position: int, why: str) -> None:
        super().__init__(why)
        self.position = position
        self.why = why


def place(node: Node) -> int:
    """Where a tree or token begins in the normal text; -1 for an empty one."""
    if isinstance(node, Token):
        return node.start_pos or 0
    if isinstance(node, Tree):
        for child in node.children:
            found = place(child)
            if found >= 0:
                return found
    return -1


def refuse(node: Node, why: str) -> NotRead:
    """The error for a node that has no meaning here."""
    return NotRead(max(place(node), 0), why)


def kind(node: Node) -> str:
    """The rule name of a tree, the terminal's name of a token."""
    return str(node.data) if isinstance(node, Tree) else str(getattr(node, "type", ""))


def strings(nodes: Iterable[Node]) -> list[str]:
    """The texts of the tokens among the nodes."""
    return [str(node) for node in nodes if isinstance(node, Token)]


def subtree(node: Tree[Token], name: str) -> Tree[Token] | None:
    """The first child that is a tree of this rule."""
    for child in node.children:
        if isinstance(child, Tree) and child.data == name:
            return child
    return None


def has(node: Tree[Token], terminal: str) -> bool:
    """Whether a token of this terminal is a child."""
    return any(isinstance(c, Token) and c.type == terminal for c in node.children)


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase: its determiner, the set it names, and the players among what it names."""

    node: Node
    det: tuple[str, ...]
    filter: Filter | None  # None: players only
    players: str = ""
    spell: bool = False


def read_noun(tree: Tree[Token]) -> Noun:
    """Read an ``np`` tree that has heads."""
    det = subtree(tree, "det")
    words = tuple(strings(det.children)) if det is not None else ()
    return noun_of(tree, words)


def noun_of(tree: Tree[Token], det: tuple[str, ...] = ()) -> Noun:
    """Read the heads and qualities that are children of ``tree``."""
    heads = subtree(tree, "heads")
    assert heads is not None
    tokens = [child for child in heads.children if isinstance(child, Token)]
    players, tokens = _players(heads, tokens)
    spell = bool(tokens) and tokens[-1] in ("spell", "spells")
    if not tokens:
        posts = [child for child in tree.children if kind(child) in _POSTS]
        if posts:
            raise refuse(posts[0], "a player has no such quality")
        return Noun(tree, det, None, players)
    found = _heads(tokens[:-1] if spell else tokens, spell)
    for child in tree.children:
        if kind(child) in _POSTS:
            found = _quality(found, child)
    if "another" in det or "other" in det or has(tree, "OTHER"):
        found = replace(found, another=True)
    return Noun(tree, det, found, players, spell)


def _players(heads: Tree[Token], tokens: list[Token]) -> tuple[str, list[Token]]:
    """The players named in "player", "creature or player", "player or planeswalker"; and the other words."""
    who = [token for token in tokens if token in _PLAYERS]
    if not who:
        return "", tokens
    if len(who) > 1:
        raise refuse(who[1], "two kinds of players")
    rest = [token for token in tokens if token not in _PLAYERS]
    if len(tokens) == 1:
        return _PLAYERS[who[0]], []
    if len(rest) == 2 and tokens[1].type == "OR":
        return _PLAYERS[who[0]], [token for token in rest if token.type != "OR"]
    raise refuse(heads, "players with other words")


def _heads(tokens: Sequence[Token], spell: bool) -> Filter:
    chain = [i for i, token in enumerate(tokens) if token.type == "OR"]
    found = Filter()
    rest = list(tokens)
    if chain:
        if chain != list(range(1, chain[-1] + 1, 2)) or chain[-1] + 1 >= len(tokens):
            raise refuse(tokens[0], "words before a list with or")
        members = tokens[0 : chain[-1] + 2 : 2]
        rest = list(tokens[chain[-1] + 2 :])
        found = _chain(members, bool(rest) or spell)
    for token in rest:
        found = _head(found, token)
    if spell and any(token in ("permanent", "permanents") for token in rest):
        found = replace(found, without_types=(*found.without_types, *NO_PERMANENTS))
    nouns = (found.types, found.any_of, found.subtypes, found.any_subtype, found.token)
    named = any(nouns) or any(t in ("permanent", "permanents") for t in rest)
    if not named and not spell:
        raise refuse(tokens[-1] if tokens else None, "a quality without a noun")
    return found


def _chain(members: Sequence[Token], more: bool) -> Filter:
    """The filter of "artifact or enchantment", "Elf or Warrior"."""
    if all(token in _TYPES for token in members):
        return Filter(any_of=tuple(_TYPES[token] for token in members))
    if all(token in subtypes() for token in members):
        return Filter(any_subtype=tuple(subtypes()[token] for token in members))
    raise refuse(members[0], "a list with or of different kinds")


def _head(f: Filter, token: Token) -> Filter:
    """The filter with one more word."""
    word = str(token)
    bare = word.removeprefix("non-") if word.startswith("non-") else word.removeprefix("non")
    if word in _TYPES:
        return replace(f, types=(*f.types, _TYPES[word]))
    if word in subtypes():
        return replace(f, subtypes=(*f.subtypes, subtypes()[word]))
    if word in ("permanent", "permanents"):
        return f
    if word in ("token", "tokens"):
        return replace(f, token=True)
    if word == "nontoken":
        return replace(f, token=False)
    if word in ("tapped", "untapped"):
        return replace(f, tapped=word == "tapped")
    if word in SUPERTYPES:
        return replace(f, supertypes=(*f.supertypes, word))
    if word in COLOR_WORDS:
        return replace(f, colors=(*f.colors, COLOR_WORDS[word]))
    if word == "colorless":
        return replace(f, colorless=True)
    if word.startswith("non") and bare != word:
        return _without(f, token, bare)
    raise refuse(token, f"no meaning for {word} in a noun phrase")


def _without(f: Filter, token: Token, bare: str) -> Filter:
    if bare in COLOR_WORDS:
        return replace(f, without_colors=(*f.without_colors, COLOR_WORDS[bare]))
    if bare in CARD_TYPES:
        return replace(f, without_types=(*f.without_types, bare))
    if bare in SUPERTYPES:
        return replace(f, without_supertypes=(*f.without_supertypes, bare))
    if bare in subtypes():
        return replace(f, without_subtypes=(*f.without_subtypes, subtypes()[bare]))
    raise refuse(token, f"no meaning for {token} in a noun phrase")


_POSTS: Final = frozenset({"post", "with_stat", "with_keyword", "without_keyword", "with_counter"})


def _quality(f: Filter, post: Node) -> Filter:
    words = strings(post.children)
    match kind(post):
        case "post":
            if f.controller != "any":
                raise refuse(post, "two controllers")
            return replace(f, controller="you" if has(post, "YOU_CONTROL") else "opponent")
        case "with_stat":
            stat, value, more = words
            if f.compare is not None or more not in ("greater", "less"):
                raise refuse(post, "a comparison that is not one of a single number")
            return replace(f, compare=Compare(_STATS[stat], _OPS[more], int(value)))
        case "with_keyword":
            return replace(f, keyword=words[0])
        case "without_keyword":
            return replace(f, without_keyword=words[0])
        case _:
            found = subtree(post, "kind")
            assert found is not None
            return replace(f, counter=counter_kind(found))


def counter_kind(tree: Tree[Token]) -> str:
    """The kind of a counter, as printed."""
    name = str(tree.children[0])
    if ruled_counter(name):
        raise refuse(tree, "a counter with rules of its own")
    return name


def ruled_counter(name: str) -> bool:
    """Whether the rules of a kind of counters are not covered (122.1a: other changes of power; 122.1b: keywords)."""
    return name == "stun" or not_implemented(name)


def target_of(noun: Noun) -> TargetSpec:
    """The target that a noun phrase with "target" names."""
    if noun.spell:
        raise refuse(noun.node, "a target on the stack")
    return TargetSpec(noun.filter, noun.players)


def objects(noun: Noun) -> Filter:
    """The set of permanents that a noun phrase names."""
    if noun.filter is None or noun.players or noun.spell:
        raise refuse(noun.node, "not a set of permanents")
    return noun.filter


def spells(noun: Noun) -> Filter:
    """The set of spells that a noun phrase names."""
    if noun.filter is None or noun.players or not noun.spell:
        raise refuse(noun.node, "not a set of spells")
    return noun.filter


# --- numbers -----------------------------------------------------------------------------------------------------


def comparison(words: Sequence[str]) -> Compare:
    """The comparison of "power is 5 or greater", as its words."""
    stat, value, more = words
    return Compare(_STATS[stat], _OPS[more], int(value))


def operator(word: str) -> str:
    """The operator of "or more", "or fewer"."""
    return _OPS[word]


def counted(tree: Tree[Token] | None, each: int = 1) -> CountOf | None:
    """The number of a set, for the tree of "for each ..." or "equal to the number of ..."."""
    return None if tree is None else CountOf(objects(noun_of(tree)), each)


def number(node: Node) -> Quantity:
    """The quantity of an ``amount``, a count of counters, or a determiner token."""
    token: Any = node.children[0] if isinstance(node, Tree) else node
    match token.type:
        case "NUMBER":
            return Fixed(int(token))
        case "X":
            return XValue()
        case "A" | "AN" | "ANOTHER":
            return Fixed(1)
        case "THAT_MANY" | "THAT_MUCH":
            return ThatMuch()
    raise refuse(token, "no number")


def times(count: Quantity, per: Tree[Token] | None) -> Quantity:
    """ "2 life for each ..." as a quantity."""
    if per is None:
        return count
    if not isinstance(count, Fixed):
        raise refuse(per, "a number that is not fixed for each of a set")
    return CountOf(objects(noun_of(per)), count.value)
