"""Where programs read words that the program itself made: cutting them up, searching them, comparing them (by the syntax tree).

Four kinds of places are found:

- a text of a refusal or of a finding (``message``, ``expected``, ``why``, ``sentence``) that is compared, searched or cut;
- a text that an answer says (``verdict``, ``how``, ``cites``, ``shown``, ``words``) that is cut or searched: elsewhere these names hold codes, too;
- what a function that makes words gives back (``show``, ``said_of``, ``..._words``, ``repr``), or a name that holds it, that is searched or cut;
- any text that is cut at a phrase, a literal or a constant with a blank, or in which a literal phrase is searched.

What persons typed, card texts and formats of others are read by phrases, too: ``EXCEPTIONS`` of ``test_own_words`` names them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from tests.support.trees import tree_of

#: Attributes that hold words for people.
WORDS: Final = frozenset({"message", "expected", "why", "sentence"})
#: Names of what an answer says, which are read where they are cut or searched; of a variable the first ones alone.
SAID: Final = frozenset({"verdict", "how", "cites", "shown"})
SAID_OF: Final = SAID | {"words"}
#: Ways of reading a text.
CUTS: Final = frozenset(
    {"partition", "rpartition", "split", "rsplit", "splitlines", "startswith", "endswith", "removeprefix", "removesuffix", "find", "index"}
)  # fmt: skip
#: Functions of regular expressions.
SEARCHES: Final = frozenset({"match", "search", "fullmatch", "findall", "finditer", "sub"})
#: Functions that make words, by their names.
MAKERS: Final = re.compile(
    r"repr|show|show_deed|show_clause|say|say_\w+|said_of|line_of_answer|ability_text|deed_text|entry_text|event_words|\w+_words|\w+_sentence|sentence_of"
)
_PHRASE: Final = re.compile(r"[A-Za-z,:;'] +[A-Za-z]|[A-Za-z]{3,}[:;,]? $|^[:;] $|^ [A-Za-z]{3,}")


class Reading(NamedTuple):
    """A place where own words may be read: the function around it, the line, and what kind of place it is."""

    function: str
    line: int
    kind: str


def constants(source: str) -> dict[str, str]:
    """The texts that a module gives names to, by these names."""
    found: dict[str, str] = {}
    for node in tree_of(source).body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=str(text))):
                found[name] = text
    return found


def readings(source: str, known: Mapping[str, str] | None = None) -> Iterator[Reading]:
    """The readings in a source; ``known``: texts of constants that are imported, by their names."""
    tree = tree_of(source)
    texts = {**(known or {}), **constants(source)}
    yield from _below(tree, "", texts, frozenset())


def _below(node: ast.AST, function: str, texts: Mapping[str, str], made: frozenset[str]) -> Iterator[Reading]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{function}.{child.name}" if function else child.name
            yield from _below(child, name, texts, _made_in(child))
            continue
        kind = _kind(child, texts, made)
        if kind:
            yield Reading(function, child.lineno, kind)  # type: ignore[attr-defined] # only expressions have a kind
        yield from _below(child, function, texts, made)


def _made_in(node: ast.AST) -> frozenset[str]:
    """The names that hold words which a function makes."""
    found = set()
    for each in ast.walk(node):
        if isinstance(each, ast.Assign | ast.AnnAssign | ast.NamedExpr) and _is_made(each.value, frozenset()):
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return frozenset(found)


def _is_made(node: ast.AST | None, made: frozenset[str]) -> bool:
    """Whether an expression is words for people."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if isinstance(node.func, ast.Attribute) and name in {"lower", "casefold", "strip", "rstrip", *CUTS}:
            return _is_made(node.func.value, made)
        return MAKERS.fullmatch(name) is not None
    if isinstance(node, ast.Attribute):
        return node.attr in WORDS or (node.attr in {"text", "line", "brief", "head"} and _is_made(node.value, made))
    if isinstance(node, ast.Subscript):
        return _is_made(node.value, made)
    return isinstance(node, ast.Name) and node.id in made


def _kind(node: ast.AST, texts: Mapping[str, str], made: frozenset[str]) -> str:
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        if any(_is_made(side, made) for side in sides) and not any(_is_empty(side) for side in sides):
            return "words are compared"
        searched = any(isinstance(op, ast.In | ast.NotIn) for op in node.ops)
        return "a phrase is searched" if searched and _is_phrase(node.left, {}) else ""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return ""
    if node.func.attr in CUTS:
        if _is_made(node.func.value, made) or _is_said(node.func.value):
            return "words are cut"
        return "a text is cut at a phrase" if any(_is_phrase(each, texts) for each in _flat(node.args)) else ""
    if node.func.attr in SEARCHES and any(_is_made(each, made) or _is_said(each) for each in node.args):
        return "words are searched"
    return ""


def _is_said(node: ast.AST) -> bool:
    """Whether an expression is what an answer says, by its name."""
    if isinstance(node, ast.Attribute):
        return node.attr in SAID_OF
    return isinstance(node, ast.Name) and node.id in SAID


def _flat(nodes: list[ast.expr]) -> Iterator[ast.expr]:
    for node in nodes:
        yield from node.elts if isinstance(node, ast.Tuple) else (node,)


def _is_empty(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and not node.value


def _is_phrase(node: ast.AST, texts: Mapping[str, str]) -> bool:
    """Whether a text has words of a sentence: a blank between letters, or at an end."""
    if isinstance(node, ast.JoinedStr):
        return any(_is_phrase(part, texts) for part in node.values)
    text = (
        texts.get(node.id, "") if isinstance(node, ast.Name) else node.value if isinstance(node, ast.Constant) else ""
    )
    return isinstance(text, str) and _PHRASE.search(text) is not None
