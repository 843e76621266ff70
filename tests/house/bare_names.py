"""Literals that stand where the name of a property, amount, reference, sequence, tally or kind is meant.

``reiterate.state.properties`` has a constant for each such name, and source code says the constant. Found here are
the places where a text stands instead, by the place alone: what a call takes, what a table of a row is asked for.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Final

from tests.support.trees import tree_of

PROPERTY, AMOUNT, REFERENCE, SEQUENCE, TALLY, KIND = "property", "amount", "reference", "sequence", "tally", "kind"

#: What the tables of a state and of its rows are called, and what their keys are.
TABLES: Final = {"by_prop": PROPERTY, "num": AMOUNT, "refs": REFERENCE, "seqs": SEQUENCE, "tally": TALLY}

#: Functions that take a name, with the place of it among their arguments.
CALLS: Final = {
    ("prop", 0): PROPERTY,
    ("with_prop", 0): PROPERTY,
    ("number_prop", 1): PROPERTY,
    ("text_prop", 1): PROPERTY,
    ("ask_for", 2): PROPERTY,
    ("add", 3): AMOUNT,
    ("put", 3): AMOUNT,
    ("written", 1): AMOUNT,
    ("flagged", 1): AMOUNT,
    ("without", 1): AMOUNT,
    ("names", 1): AMOUNT,
    ("set_player", 1): AMOUNT,
    ("numbered", 1): REFERENCE,
    ("set_results", 3): REFERENCE,
    ("set_seq", 1): SEQUENCE,
    ("tally", 1): TALLY,
    ("make_class", 0): KIND,
}

#: Functions that take whole tables, with the places of them.
TAKERS: Final = {
    ("Row", 1): AMOUNT,
    ("Row", 3): REFERENCE,
    ("Around", 1): REFERENCE,
    ("Around", 2): AMOUNT,
    ("set_refs", 2): REFERENCE,
    ("delay", 3): REFERENCE,
    ("delay", 4): AMOUNT,
}

#: What stands for a row where ``get`` is asked of it.
ROW: Final = re.compile(r"(rows\[.*\]|\brow|\bplayer_row|\borigin|_row\(.*\))$")


def last(node: ast.AST) -> str:
    """The last word of a name with dots."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def table(node: ast.AST) -> str:
    """What the keys of a table are; "" where it is no table of a state or a row."""
    name = last(node)
    return TABLES.get(name, REFERENCE if name.endswith("refs") else "")


def literals(node: ast.AST) -> Iterator[str]:
    """The texts that an expression is, or begins with."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.JoinedStr) and node.values:
        yield from literals(node.values[0])
    elif isinstance(node, ast.FormattedValue):
        yield from literals(node.value)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from literals(node.left)
    elif isinstance(node, ast.Call) and len(node.args) == 1 and last(node.func).endswith("Name"):
        yield from literals(node.args[0])
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for one in node.elts:
            yield from literals(one)


class Bare(ast.NodeVisitor):
    """Collects what is found in one source: line, kind of name, text."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str, str]] = []

    def take(self, kind: str, node: ast.AST) -> None:
        if kind:
            self.found += [(getattr(node, "lineno", 0), kind, text) for text in literals(node)]

    def keys(self, kind: str, node: ast.AST) -> None:
        """The keys of a table that is written out, and of tables put into it."""
        if isinstance(node, ast.IfExp):
            self.keys(kind, node.body)
            self.keys(kind, node.orelse)
        elif isinstance(node, ast.BinOp):
            self.keys(kind, node.left)
            self.keys(kind, node.right)
        elif isinstance(node, ast.DictComp):
            self.take(kind, node.key)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if key is None:
                    self.keys(kind, value)
                else:
                    self.take(kind, key)

    def visit_Call(self, node: ast.Call) -> None:  # the name that the visitor looks for
        name = last(node.func)
        for i, given in enumerate(node.args):
            self.take(CALLS.get((name, i), ""), given)
            self.keys(TAKERS[name, i], given) if (name, i) in TAKERS else None
        if isinstance(node.func, ast.Attribute) and name in ("get", "pop") and node.args:
            kind = table(node.func.value)
            if not kind and name == "get" and len(node.args) == 1 and ROW.search(ast.unparse(node.func.value)):
                kind = AMOUNT
            self.take(kind, node.args[0])
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:  # as above
        self.take(table(node.value), node.slice)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:  # as above
        other = node.comparators[0]
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            self.take(table(other), node.left)
        if isinstance(node.left, ast.Attribute) and node.left.attr == "kind" and last(node.left.value) == "cls":
            self.take(KIND, other)
        self.generic_visit(node)

    def _assigned(self, target: ast.AST, value: ast.AST | None) -> None:
        if value is not None and isinstance(target, ast.Name | ast.Attribute) and table(target):
            self.keys(table(target), value)
        if value is not None and last(target) == "props" and isinstance(value, ast.Tuple | ast.List):
            self._pairs(value)

    def _pairs(self, value: ast.Tuple | ast.List) -> None:
        for pair in value.elts:
            if isinstance(pair, ast.Tuple) and len(pair.elts) == 2:
                self.take(PROPERTY, pair.elts[0])

    def visit_Assign(self, node: ast.Assign) -> None:  # as above
        for target in node.targets:
            self._assigned(target, node.value)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:  # as above
        self._assigned(node.target, node.value)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:  # as above
        self._assigned(node.target, node.value)
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:  # as above
        if node.arg == "props" and isinstance(node.value, ast.Tuple | ast.List):
            self._pairs(node.value)
        self.generic_visit(node)


def bare(source: str, known: Callable[[str, str], bool]) -> list[tuple[int, str, str]]:
    """The literals of a source in such places that are ``known`` names of their kind."""
    visitor = Bare()
    visitor.visit(tree_of(source))
    return [(line, kind, text) for line, kind, text in visitor.found if known(kind, text)]
