"""Which names of properties, slots, references and tallies the rules read, and which something writes.

A name is a text, or a beginning followed by ``*`` where the rest is made up as the program runs.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Mapping, Set
from functools import cache

from tests.support.trees import tree_of

PROPERTY, SLOT, REFERENCE, TALLY = "property", "slot", "reference", "tally"

#: What a table of a row is called where one of its entries is read or written.
_TABLES = {"by_prop": PROPERTY, "num": SLOT, "refs": REFERENCE, "tally": TALLY}

#: What stands for a row where ``get`` is asked of it.
_ROW = re.compile(r"(rows\[[^\]]*\]|\brow|\bplayer_row|\bsource|\borigin|\bthem|\bgame|\bme|_row\(.*\))$")

#: Functions that write a slot, with the place of its name among their arguments.
_WRITERS = {"add": 3, "put": 3, "Event": 3}


def constants(trees: Mapping[str, ast.Module]) -> dict[str, set[str]]:
    """The texts that module constants of a name stand for, in any module."""
    found: dict[str, set[str]] = defaultdict(set)
    for tree in trees.values():
        for node in tree.body:
            target: ast.AST | None = node.target if isinstance(node, ast.AnnAssign) else None
            if isinstance(node, ast.Assign) and len(node.targets) == 1:
                target = node.targets[0]
            value = getattr(node, "value", None)
            if isinstance(value, ast.Call) and len(value.args) == 1 and not value.keywords:
                value = value.args[0]  # a name with the type of its property
            if isinstance(target, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                found[target.id].add(value.value)
    return found


class Flow(ast.NodeVisitor):
    """Collects the reads and writes of one source."""

    def __init__(self, known: Mapping[str, Set[str]]) -> None:
        self.known = known
        self.reads: set[tuple[str, str]] = set()
        self.writes: set[tuple[str, str]] = set()

    def names(self, node: ast.AST) -> set[str]:
        """The names that an expression may stand for; "*" where nothing of it is known."""
        if isinstance(node, ast.Constant):
            return {node.value} if isinstance(node.value, str) else set()
        if isinstance(node, ast.Name | ast.Attribute):
            return set(self.known.get(node.id if isinstance(node, ast.Name) else node.attr, {"*"}))
        if isinstance(node, ast.Call) and len(node.args) == 1 and getattr(node.func, "id", "").endswith("Name"):
            return self.names(node.args[0])  # a name with the type of its property
        if isinstance(node, ast.JoinedStr) and node.values:
            first = node.values[0]
            begin = self.names(first.value if isinstance(first, ast.FormattedValue) else first)
            return {one.rstrip("*") + "*" for one in begin} if len(node.values) > 1 else begin
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return {one.rstrip("*") + "*" for one in self.names(node.left)}
        if isinstance(node, ast.IfExp):
            return self.names(node.body) | self.names(node.orelse)
        return {"*"}

    def read(self, kind: str, node: ast.AST) -> None:
        self.reads |= {(kind, name) for name in self.names(node) if name != "*"}

    def write(self, kind: str, node: ast.AST) -> None:
        self.writes |= {(kind, name) for name in self.names(node) if name != "*"}

    def visit_Call(self, node: ast.Call) -> None:  # the name that the visitor looks for
        call = node.func
        name = call.attr if isinstance(call, ast.Attribute) else getattr(call, "id", "")
        if isinstance(call, ast.Attribute) and node.args:
            if name == "prop":
                self.read(PROPERTY, node.args[0])
            elif name == "get":
                table = getattr(call.value, "attr", getattr(call.value, "id", ""))
                if table in _TABLES:
                    self.read(_TABLES[table], node.args[0])
                elif _ROW.search(ast.unparse(call.value)):
                    self.read(SLOT, node.args[0])
        if name == "with_prop" and node.args:
            self.write(PROPERTY, node.args[0])
        at = _WRITERS.get(name)
        if at is not None and len(node.args) > at:
            self.write(SLOT, node.args[at])
        for keyword in node.keywords:
            if keyword.arg:
                self.writes |= {(REFERENCE, keyword.arg), (PROPERTY, "keyword " + keyword.arg)}
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:  # as above
        table = getattr(node.value, "attr", getattr(node.value, "id", ""))
        if table in _TABLES:
            (self.read if isinstance(node.ctx, ast.Load) else self.write)(_TABLES[table], node.slice)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:  # as above
        table = getattr(node.comparators[0], "attr", "")
        if isinstance(node.ops[0], ast.In | ast.NotIn) and table in _TABLES:
            self.read(_TABLES[table], node.left)
        self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:  # as above
        for key in node.keys:
            if key is not None:
                self.write(SLOT, key)
                self.write(REFERENCE, key)
                self.write(PROPERTY, key)
        self.generic_visit(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:  # as above
        for kind in (SLOT, REFERENCE, PROPERTY):
            self.write(kind, node.key)
        self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:  # as above
        if len(node.elts) == 2 and isinstance(node.ctx, ast.Load):
            self.write(PROPERTY, node.elts[0])
            self.write(SLOT, node.elts[0])
        self.generic_visit(node)


def flow(sources: Mapping[str, str]) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """What is read and what is written in sources, as pairs of a kind and a name."""
    known = constants({path: tree_of(source) for path, source in sources.items()})
    told = frozenset((name, frozenset(texts)) for name, texts in known.items())
    reads: set[tuple[str, str]] = set()
    writes: set[tuple[str, str]] = set()
    for source in sources.values():
        read, written = _flow_of(source, told)
        reads |= read
        writes |= written
    return reads, writes


@cache
def _flow_of(
    source: str, known: frozenset[tuple[str, frozenset[str]]]
) -> tuple[frozenset[tuple[str, str]], frozenset[tuple[str, str]]]:
    """What one source reads and writes, where constants stand for these texts. It is gone through once for all who ask."""
    one = Flow(dict(known))
    one.visit(tree_of(source))
    return frozenset(one.reads), frozenset(one.writes)


def meets(read: str, written: str) -> bool:
    """Whether a name that is read may be one that is written."""
    if read.endswith("*") and written.endswith("*"):
        return read[:-1].startswith(written[:-1]) or written[:-1].startswith(read[:-1])
    if written.endswith("*"):
        return read.startswith(written[:-1])
    return written.startswith(read[:-1]) if read.endswith("*") else read == written


def unwritten(sources: Mapping[str, str]) -> list[tuple[str, str]]:
    """The names that are read and that nothing writes."""
    reads, writes = flow(sources)
    by_kind: dict[str, set[str]] = defaultdict(set)
    for kind, name in writes:
        by_kind[kind].add(name.removeprefix("keyword ") if kind == PROPERTY else name)
    return sorted((kind, name) for kind, name in reads if not any(meets(name, one) for one in by_kind[kind]))
