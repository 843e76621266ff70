"""Productions as text: ``[category]`` and lines ``words and {holes:category} = meaning``.

``word|word`` are spellings of one word, ``word?`` may be missing. A category ``[name*]`` stands for two, ``name.s`` and
``name.p``: what stands in the third person singular, and all else. In them ``verb~`` is the verb in that person, and a hole of
``other*`` is of the same person. A meaning is an expression of declarations, functions of ``phrase_meanings``, holes and plain
values. ``AT`` is where the phrase begins. Of the words that a line stands for the first are printed;
what may be missing is not, but for signs. ``- `` in front of a line: it is read and never printed; ``+ ``: the other way, and names that are no holes stand for anything.

``grammar_of`` refuses at import: unknown names, holes that a meaning does not use, categories that nothing defines or nothing
reaches, and left recursion. It also refuses twins: two lines of a category with the same words and holes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

from reiterate.oracle.grammar.chart import Build, Grammar, Hole, Lexical, Match, Production, Symbol, Value
from reiterate.oracle.grammar.meaning_patterns import head_of, match_of
from reiterate.terms.print_spelling import third_person

_HOLE: Final = re.compile(r"\{(\w+):([\w.*]+)\}")
_LINE: Final = re.compile(r"(?P<only>[-+] )?(?P<words>.*?) = (?P<meaning>.*)")
#: The name of a hole for words of one meaning, which no meaning uses.
SPELLING: Final = "_"
#: The two persons of a category with a star.
PERSONS: Final = ("s", "p")

#: In front of a line: it is read and never printed, or printed and never read.
ONLY_READ: Final = "- "
ONLY_PRINTED: Final = "+ "
#: Words that may be missing, and are printed.
PRINTED: Final = frozenset({".", "—", ","})

Evaluate = Callable[[Mapping[str, Value]], Value]


class BadGrammar(ValueError):
    """A text of productions that can't be used; says which line, and why."""


def productions_of(text: str, names: Mapping[str, Any]) -> list[Production]:
    """The productions of a text. ``names``: the declarations and functions that meanings may use. Raises ``BadGrammar``."""
    productions: list[Production] = []
    category = ""
    for line in _joined(text):
        if line.startswith("["):
            category = line.strip("[]")
            continue
        match = _LINE.fullmatch(line)
        if match is None or not category:
            raise BadGrammar(f"no production: {line}")
        meaning = _meaning(match["meaning"], names, line)
        for person in PERSONS if category.endswith("*") else ("",):
            name = category.replace("*", f".{person}")
            for i, symbols in enumerate(_variants(match["words"], person)):
                only_printed = match["only"] == ONLY_PRINTED
                build = _unread if only_printed else _build(meaning[:2], symbols, line)
                label = f"{category}: {match['words']}"
                printed = None if i or match["only"] == ONLY_READ else meaning[2]
                productions.append(Production(name, symbols, build, label, printed, not only_printed, meaning[3]))
    return productions


def _joined(text: str) -> Iterator[str]:
    """The lines without comments; an indented line goes on with the one before."""
    held = ""
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("  "):
            held += f" {line.strip()}"
            continue
        if held:
            yield held
        held = line.strip()
    if held:
        yield held


def _variants(words: str, person: str) -> Iterator[tuple[Symbol, ...]]:
    """Every sequence of words and holes that a pattern stands for."""
    pieces: list[tuple[Symbol | None, ...]] = []
    for word in words.split():
        hole = _HOLE.fullmatch(word)
        if hole is not None:
            pieces.append((Hole(hole[1], hole[2].replace("*", f".{person}") if person else hole[2]),))
            continue
        missing = word.endswith("?") and len(word) > 1
        some = [_person(one, person) for one in (word[:-1] if missing else word).split("|")]
        printed = word[:-1] in PRINTED
        pieces.append(tuple(some) if not missing else (*some, None) if printed else (None, *some))
    for chosen in product(*pieces):
        yield tuple(symbol for symbol in chosen if symbol is not None)


def _person(word: str, person: str) -> str:
    if not word.endswith("~") or len(word) == 1:
        return word
    return third_person(word[:-1]) if person == "s" else word[:-1]


def _unread(at: int, values: tuple[Value, ...]) -> Value:
    """What a line that is only printed builds."""
    raise NotImplementedError


def _build(meaning: tuple[Evaluate, frozenset[str]], symbols: tuple[Symbol, ...], line: str) -> Build:
    holes = tuple(symbol.name for symbol in symbols if isinstance(symbol, Hole))
    evaluate, used = meaning
    for hole in holes:
        if hole not in used and hole != SPELLING:
            raise BadGrammar(f"the hole {hole} is not used: {line}")
    for name in used - {*holes, "AT"}:
        raise BadGrammar(f"{name} is neither a hole nor known: {line}")
    if holes and evaluate is _ONLY.get(holes[0]) and len(holes) == 1:
        return lambda at, values: values[0]

    def build(at: int, values: tuple[Value, ...]) -> Value:
        return evaluate({**dict(zip(holes, values, strict=True)), "AT": at})

    return build


#: The meanings that are one hole and no more, by the name of the hole.
_ONLY: Final[dict[str, Evaluate]] = {}


def _meaning(text: str, names: Mapping[str, Any], line: str) -> tuple[Evaluate, frozenset[str], Match, Any]:
    """A meaning as a function of the values of the holes, the names it does not know: those of holes, and its way back."""
    try:
        tree = _tree(text)
    except SyntaxError as error:
        raise BadGrammar(f"no meaning: {line}") from error
    used: set[str] = set()
    return _evaluate(tree, names, used, line), frozenset(used), _when_asked(text, names), head_of(tree, names)


def _tree(text: str) -> ast.expr:
    return ast.parse(text.strip(), mode="eval").body


def _when_asked(text: str, names: Mapping[str, Any]) -> Match:
    """The way back of a meaning, worked out when it is first gone: what a command prints takes few of them."""
    made: list[Match] = []

    def match(value: Value, bound: Mapping[str, Value]) -> Iterator[Mapping[str, Value]]:
        if not made:
            made.append(match_of(_tree(text), names))
        return made[0](value, bound)

    return match


def _evaluate(node: ast.expr, names: Mapping[str, Any], used: set[str], line: str) -> Evaluate:
    match node:
        case ast.Constant(value):
            return lambda holes: value
        case ast.UnaryOp(ast.USub(), ast.Constant(int(value))):
            return lambda holes: -value
        case ast.Name(name):
            if name in names:
                known = names[name]
                return lambda holes: known
            used.add(name)
            if name not in _ONLY:
                _ONLY[name] = lambda holes: holes[name]
            return _ONLY[name]
        case ast.Tuple(parts):
            return _tuple(parts, names, used, line)
        case ast.Call(ast.Name(name), positional, keywords):
            if name not in names:
                raise BadGrammar(f"{name} is not known: {line}")
            make = names[name]
            args = _tuple(positional, names, used, line)
            named = [(str(k.arg), _evaluate(k.value, names, used, line)) for k in keywords]
            if not named:
                return lambda holes: make(*args(holes))
            return lambda holes: make(*args(holes), **{key: rule(holes) for key, rule in named})
    raise BadGrammar(f"no meaning: {line}")


def _tuple(parts: Iterable[ast.expr], names: Mapping[str, Any], used: set[str], line: str) -> Evaluate:
    rules: list[tuple[bool, Evaluate]] = []
    for part in parts:
        starred = isinstance(part, ast.Starred)
        inner = part.value if isinstance(part, ast.Starred) else part
        rules.append((starred, _evaluate(inner, names, used, line)))
    if not any(starred for starred, _ in rules):
        plain = tuple(rule for _, rule in rules)
        return lambda holes: tuple([rule(holes) for rule in plain])

    def made(holes: Mapping[str, Value]) -> Value:
        done: list[Value] = []
        for starred, rule in rules:
            done += rule(holes) if starred else (rule(holes),)
        return tuple(done)

    return made


def grammar_of(parts: Sequence[Sequence[Production]], lexical: Mapping[str, Lexical], starts: Iterable[str]) -> Grammar:
    """A grammar of productions whose categories are all defined, reached and not left recursive. Raises ``BadGrammar``.

    ``parts``: the productions of each file; a category stands in one of them.
    """
    productions = [p for part in parts for p in part]
    places: dict[str, int] = {}
    for i, part in enumerate(parts):
        for p in part:
            if places.setdefault(p.category, i) != i or p.category in lexical:
                raise BadGrammar(f"the category {p.category} is defined in two places: {p.label}")
    defined = {p.category for p in productions}
    for p in productions:
        for symbol in p.symbols:
            if isinstance(symbol, Hole) and symbol.category not in defined and symbol.category not in lexical:
                raise BadGrammar(f"nothing defines the category {symbol.category}: {p.label}")
        if not p.symbols:
            raise BadGrammar(f"a production without words: {p.label}")
    seen: dict[tuple[str, tuple[str, ...]], str] = {}
    are_read = [p for p in productions if p.read]
    for p in are_read:
        shape = (p.category, tuple(s if isinstance(s, str) else f"{{{s.category}}}" for s in p.symbols))
        if shape in seen:
            raise BadGrammar(f"twins: {seen[shape]} and {p.label}")
        seen[shape] = p.label
    _check_reached(productions, defined, starts)
    _check_recursion(are_read)
    return Grammar(productions, lexical)


def _check_reached(productions: list[Production], defined: set[str], starts: Iterable[str]) -> None:
    inside: dict[str, set[str]] = {}
    for p in productions:
        inside.setdefault(p.category, set()).update(s.category for s in p.symbols if isinstance(s, Hole))
    reached: set[str] = set()
    todo = list(starts)
    while todo:
        category = todo.pop()
        if category not in reached:
            reached.add(category)
            todo += inside.get(category, ())
    bases = {category.partition(".")[0] for category in reached}
    for category in sorted(defined - reached):
        if category.partition(".")[0] not in bases:  # of a category with a star one person may be all that is asked for
            raise BadGrammar(f"nothing reaches the category {category}")


def _check_recursion(productions: list[Production]) -> None:
    first: dict[str, set[str]] = {}
    for p in productions:
        symbol = p.symbols[0]
        if isinstance(symbol, Hole):
            first.setdefault(p.category, set()).add(symbol.category)
    done: set[str] = set()

    def visit(category: str, path: tuple[str, ...]) -> None:
        if category in path:
            raise BadGrammar(f"left recursion: {' > '.join((*path[path.index(category) :], category))}")
        if category in done:
            return
        for following in sorted(first.get(category, ())):
            visit(following, (*path, category))
        done.add(category)

    for category in sorted(first):
        visit(category, ())
