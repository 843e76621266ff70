"""Card text to its normal form: tokens, each with its place in the printed text.

Rules of the normal form: reminder text is left out (207.2a). The object itself is "~" (201.5). All
is lower case but for subtypes. Numbers are digits. Possessive endings are tokens of their own. Old
wordings are replaced by the present ones, from the tables below and nowhere else. The text that
``show`` prints gets the same normal form, so that both can be compared.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from reiterate.oracle.words import CARD_TYPES, subtypes
from reiterate.terms.print_spelling import COLOR_WORDS, NUMBER_WORDS, plural
from reiterate.terms.unusable import UNUSED_KEYWORDS
from reiterate.terms.vocabulary import KEYWORDS


class Token(NamedTuple):
    """A token of the normal form and the span it stands for in the printed text."""

    text: str
    start: int
    end: int
    inner: tuple[Token, ...] = ()  # the tokens of a text in quotes


@dataclass(frozen=True, slots=True)
class Normal:
    """A text in normal form."""

    tokens: tuple[Token, ...]

    @property
    def text(self) -> str:
        """The tokens with one space after each."""
        return "".join(f"{token.text} " for token in self.tokens)

    def span_at(self, position: int) -> tuple[int, int]:
        """The printed span of the token at a position of ``text``; the end of the text behind the last one."""
        token = _token_at(self.tokens, position)
        if token is None:
            end = self.tokens[-1].end if self.tokens else 0
            return end, end
        return token.start, token.end


def without_reminders(text: str) -> str:
    """A text without its reminder text and the spaces in front of that (207.2a)."""
    return _SPACED_REMINDER.sub("", text).strip()


def _token_at(tokens: Sequence[Token], position: int) -> Token | None:
    """The token that covers a position of the tokens' text, inside quotes the one inside them."""
    reached = 0
    for token in tokens:
        begin, reached = reached, reached + len(token.text) + 1
        if position < reached:
            return _token_at(token.inner, position - begin - 2) or token
    return None


#: What "this ..." may call the object itself.
_SELF_NOUNS: Final = (
    "creature enchantment artifact land permanent planeswalker spell token aura equipment vehicle saga class spacecraft"
)

#: Phrases with one meaning and two spellings, old (left) and present (right), word by word.
SYNONYMS: Final[tuple[tuple[str, str], ...]] = (
    ("enters the battlefield", "enters"),
    ("enter the battlefield", "enter"),
    ("comes into play", "enters"),
    ("enters under your control", "you control enters"),
    ("is put into a graveyard from the battlefield", "dies"),
    ("to your mana pool", ""),
    (
        "this effect can't reduce the amount of mana an ability costs to activate to less than",
        "this effect can't reduce the mana in that cost to less than",
    ),
    ("converted mana cost", "mana value"),
    ("activate this ability only", "activate only"),
    ("activate only any time you could cast a sorcery", "activate only as a sorcery"),
    ("activate only any time you could cast an instant", "activate only as an instant"),
    (
        "activate only as a sorcery and only once each turn",
        "activate only as a sorcery . activate only once each turn",
    ),
    ("activate only as a sorcery and only once", "activate only as a sorcery . activate only once"),
    (
        "activate only during your turn and only once each turn",
        "activate only during your turn . activate only once each turn",
    ),
    ("this ability triggers only 1 time each turn", "this ability triggers only once each turn"),
    ("each player 's upkeep", "each upkeep"),
    ("each player 's end step", "each end step"),
    ("of the end step", "of each end step"),
    ("if your opponents control", "if your opponents together control"),
    ("unless your opponents control", "unless your opponents together control"),
    ("as long as your opponents control", "as long as your opponents together control"),
    ("your opponents control", "an opponent controls"),
    ("opponents control", "an opponent controls"),
    ("exile target creature other than ~", "exile another target creature"),
    ("any 1 color", "any one color"),
    (
        "exile all cards from all hands and graveyards",
        "exile all cards from all hands . exile all cards from all graveyards",
    ),
    ("can't attack and can't block", "can't attack or block"),
    ("shuffle your library", "shuffle"),
    ("the number of artifact you control", "the number of artifacts you control"),
    ("the sacrificed creatures power", "the sacrificed creature 's power"),
    ("activate an ability , if it isn't a mana ability ,", "activate an ability that isn't a mana ability ,"),
)

#: Ability words (207.2c) have no rules meaning; they and their dash are left out.
ABILITY_WORDS: Final = frozenset(
    {
        "adamant",
        "addendum",
        "alliance",
        "battalion",
        "bloodrush",
        "celebration",
        "channel",
        "chroma",
        "cohort",
        "constellation",
        "converge",
        "corrupted",
        "council 's dilemma",
        "coven",
        "delirium",
        "descend 4",
        "descend 8",
        "domain",
        "eerie",
        "eminence",
        "fathomless descent",
        "fateful hour",
        "ferocious",
        "flurry",
        "formidable",
        "grandeur",
        "hellbent",
        "heroic",
        "inspired",
        "join forces",
        "kinship",
        "landfall",
        "lieutenant",
        "magecraft",
        "metalcraft",
        "morbid",
        "pack tactics",
        "paradox",
        "parley",
        "radiance",
        "raid",
        "rally",
        "renew",
        "revolt",
        "secret council",
        "spell mastery",
        "strive",
        "survival",
        "sweep",
        "tempting offer",
        "threshold",
        "undergrowth",
        "valiant",
        "vivid",
        "enrage",
        "imprint",
        "will of the council",
        "void",
    }
)

_REMINDER: Final = re.compile(r"\([^()]*\)")
_SPACED_REMINDER: Final = re.compile(r"\s*\([^()]*\)")
_TOKEN: Final = re.compile(
    r"\{[^{}\s]+\}"
    r"|[+\-−–][0-9X*]+/[+\-−–][0-9X*]+|[0-9]+/[0-9]+"
    r"|^\s*[+\-][0-9]+(?=:)"
    r"|[0-9]+(?![^\W_])"
    r"|[^\W\d_]+(?:['’-][^\W\d_]+)*"
    r"|['’]s(?![^\W_])"
    r"|\S"
)
_MARK: Final = "\ue000"
_TENS: Final = {
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "sixty": "60",
    "seventy": "70",
    "eighty": "80",
    "ninety": "90",
}
_CONTRACTIONS: Final = frozenset({"that's", "it's", "you're", "he's", "she's"})
_CANON: Final = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "–": "-"})

#: A dash that is typed as hyphens: two of them, or one between a number and a cost.
_DASH: Final = re.compile(r"--|(?<=\d)-(?=\{)")


@cache
def _synonyms() -> dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]]:
    """The table by first word."""
    found: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for old, new in SYNONYMS:
        words = tuple(old.split())
        found.setdefault(words[0], []).append((words, tuple(new.split())))
    return found


@cache
def _list_words() -> frozenset[str]:
    """Words whose lists "a, b, or c" are rewritten as "a or b or c"."""
    kinds = [*CARD_TYPES, *(plural(t) for t in CARD_TYPES), *COLOR_WORDS, *subtypes()]
    return frozenset(kinds)


def self_names(name: str, legendary: bool = False) -> tuple[str, ...]:
    """The names by which a card's text calls itself: the full one, and the part before a comma (201.5c).

    Of a legendary object also the part before "the" or "of", and its first word, where no such word has a meaning of its own.
    """
    short = name.partition(",")[0]
    called = _EPITHET.split(short)[0] if legendary else ""
    parts = [part for part in (called, called.partition(" ")[0]) if not _has_meaning(part)]
    return tuple(dict.fromkeys(part for part in (name, short, *parts) if part))


def _has_meaning(name: str) -> bool:
    """Whether a word is one of card text: it is no name by itself."""
    word = name.lower()
    return any(each in _list_words() or each in subtypes() for each in (name, word)) or word in _grammar_words()


@cache
def _grammar_words() -> frozenset[str]:
    """All words that stand in the productions of the grammar, and in names of keywords."""
    folder = Path(__file__).parent / "grammar" / "productions"
    texts = [*(file.read_text("utf-8") for file in sorted(folder.glob("*.txt"))), *KEYWORDS, *UNUSED_KEYWORDS]
    return frozenset(word for text in texts for word in _LETTERS.findall(text))


#: A capitalised word right behind a shortened name: it is another name, which begins alike.
_GOES_ON: Final = re.compile(r" [A-Z][a-z]")
_LETTERS: Final = re.compile(r"[a-z]+")
#: What stands between the name of somebody and what they are called besides.
_EPITHET: Final = re.compile(r" (?:the|of) ")


def normalise(text: str, name: str = "", legendary: bool = False) -> Normal:
    """The normal form of one line of card text. Never raises; a strange sign is a token of its own."""
    plain = _DASH.sub(lambda m: "—".rjust(len(m[0])), text.translate(_CANON))
    blank = _REMINDER.sub(lambda m: " " * len(m[0]), plain)
    tokens = _words(blank, [n.translate(_CANON) for n in self_names(name, legendary)])
    return Normal(tuple(_quotes(tokens)))


def _words(text: str, names: Sequence[str]) -> list[Token]:
    """The words of a text, "~" where a name of the object stands."""
    marked, ends = _mark_names(text, names)
    tokens: list[Token] = []
    for match in _TOKEN.finditer(marked):
        word, start, end = match[0], match.start(), match.end()
        if word == _MARK:
            tokens.append(Token("~", start, ends[start]))
        elif word.endswith("'s") and word != "'s" and word.lower() not in _CONTRACTIONS:
            tokens.append(Token(_case(word[:-2]), start, end - 2))
            tokens.append(Token("'s", end - 2, end))
        else:
            tokens.append(Token(_case(word), start, end))
    return tokens


def _mark_names(text: str, names: Sequence[str]) -> tuple[str, dict[int, int]]:
    """The text with each name replaced by a mark and blanks, and where each name ends by where it begins.

    A name inside a longer word is no name; a mark that stands in the text itself is none either.
    """
    ends: dict[int, int] = {}
    marked = text.replace(_MARK, "?")
    for name in names:
        start = marked.find(name)
        while start >= 0:
            end = start + len(name)
            before, after = marked[start - 1 : start] if start else "", marked[end : end + 1]
            longer = name != names[0] and _GOES_ON.match(marked, end) is not None
            if not _in_word(before) and not _in_word(after) and not longer:
                ends[start] = end
                marked = marked[:start] + _MARK.ljust(len(name)) + marked[end:]
            start = marked.find(name, end)
    return marked, ends


def _in_word(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def _case(word: str) -> str:
    """Lower case but for subtypes, X, symbols and words with a subtype behind "non-"."""
    if word == "X" or word.startswith("{"):
        return word.upper()
    if word[:1] in "+-" or not word[:1].isalpha():
        return word
    known = subtypes()
    if word in known:
        return word
    head, dash, rest = word.partition("-")
    if dash and head.lower() == "non" and rest in known:
        return f"non-{rest}"
    low = word.lower()
    if low in NUMBER_WORDS:
        return str(NUMBER_WORDS.index(low))
    if low in _TENS:
        return _TENS[low]
    return low


#: What 704.5j is called, in quotes.
_QUOTED_RULE: Final = ["legend", "rule"]


def _quotes(tokens: Sequence[Token]) -> list[Token]:
    """Texts in quotes as one token each, then the tables applied to what is outside and inside."""
    done: list[Token] = []
    inside: list[Token] | None = None
    opened = 0
    for token in tokens:
        if token.text != '"':
            (done if inside is None else inside).append(token)
        elif inside is None:
            inside, opened = [], token.start
        elif [t.text for t in inside] == _QUOTED_RULE:  # no ability, but what a rule is called
            done += inside
            inside = None
        else:
            foreign = [t._replace(text="~name") if t.text == "~" else t for t in inside]
            inner = tuple(_tables(foreign))
            text = "".join(f"{t.text} " for t in inner)
            done.append(Token(f'" {text}"', opened, token.end, inner))
            inside = None
    if inside is not None:
        done += [Token('"', opened, opened + 1), *inside]
    return _tables(done)


def _tables(tokens: Sequence[Token]) -> list[Token]:
    """Ability words, self references, lists and synonyms."""
    return _colors(_lists(_replace(_own(_ability_word(tokens)))))


def _colors(tokens: Sequence[Token]) -> list[Token]:
    """ "a 1/1 blue and red Insect" as "a 1/1 blue red Insect": both colours, no list."""
    done: list[Token] = []
    for i, token in enumerate(tokens):
        before, size = tokens[i - 1].text, tokens[i - 2].text if i > 1 else ""
        following = tokens[i + 1].text if i + 1 < len(tokens) else ""
        sized = "/" in size and size[:1].isdecimal()
        if token.text == "and" and sized and before in COLOR_WORDS and following in COLOR_WORDS:
            continue
        done.append(token)
    return done


def _ability_word(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens without a leading ability word."""
    for length in (1, 2, 3, 4):
        words = " ".join(token.text for token in tokens[:length])
        if words in ABILITY_WORDS and len(tokens) > length and tokens[length].text == "—":
            return tokens[length + 1 :]
    return tokens


def _own(tokens: Sequence[Token]) -> list[Token]:
    """ "this creature" and its like as "~"."""
    done: list[Token] = []
    nouns = _SELF_NOUNS.split()
    for token in tokens:
        if done and done[-1].text == "this" and token.text.lower() in nouns:
            done[-1] = Token("~", done[-1].start, token.end)
        else:
            done.append(token)
    return done


def _replace(tokens: Sequence[Token]) -> list[Token]:
    """Each phrase of the table by its present spelling; the new tokens share the old span."""
    done: list[Token] = []
    table = _synonyms()
    todo = list(tokens)
    while todo:
        for old, new in table.get(todo[0].text, ()):
            if len(todo) >= len(old) and all(t.text == w for t, w in zip(todo, old, strict=False)):
                span = todo[0].start, todo[len(old) - 1].end
                made = [Token(word, *span) for word in new]
                rest = todo[len(old) :]
                again = bool(new) and new[: len(old)] != old
                todo = [*made, *rest] if again else rest
                if not again:
                    done += made
                break
        else:
            done.append(todo.pop(0))
    return done


def _lists(tokens: Sequence[Token]) -> list[Token]:
    """ "a, b, or c" of types, colours and symbols as "a or b or c"."""
    done = list(tokens)
    words = _list_words()

    def member(index: int) -> bool:
        return 0 <= index < len(done) and (done[index].text in words or done[index].text.startswith("{"))

    index = len(done) - 2
    while index > 0:
        if done[index].text == "," and done[index + 1].text == "or" and member(index - 1):
            del done[index]
            back = index - 2
            while back > 0 and done[back].text == "," and member(back - 1) and member(back + 1):
                done[back] = Token("or", done[back].start, done[back].end)
                back -= 2
        index -= 1
    return done


# --- comparison of two normal forms ------------------------------------------------------------------------------

#: Signs and words that join parts. Where they stand is compared, which of them it is isn't.
_JOINERS: Final = frozenset({",", ".", "and", "then"})
_SAME_WORD: Final = {"when": "whenever", "an": "a"}
_POINTED: Final = frozenset({"creature", "permanent", "land", "artifact", "enchantment", "token"})
_COMMANDS: Final = frozenset(
    {"add", "create", "destroy", "discard", "draw", "exile", "gain", "get", "lose", "mill", "put"}
    | {"remove", "return", "sacrifice", "switch", "tap", "untap"}
)


def loose(normal: Normal) -> tuple[str, ...]:
    """The words that two spellings of one clause share.

    Joiners become one sign; "when" is "whenever"; "that creature" is "it"; "you" is dropped in
    front of a command.
    """
    done: list[str] = []
    words = [word for token in normal.tokens for word in token.text.split()]
    for word in words:
        last = done[-1] if done else "|"
        if word in _JOINERS:
            if last != "|":
                done.append("|")
        elif word in _POINTED and last == "that":
            done[-1] = "it"
        elif word in _COMMANDS and last == "you":
            done[-1] = word
        else:
            done.append(_SAME_WORD.get(word, word))
    while done and done[-1] == "|":
        done.pop()
    return tuple(done)
