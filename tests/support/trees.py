"""Syntax trees of source texts, parsed once in a process: a dozen guards look through all files, and parsing took most of their time."""

from __future__ import annotations

import ast
from functools import cache


@cache
def tree_of(source: str) -> ast.Module:
    """The tree of a source text. All who ask get the same one, so nobody changes it."""
    return ast.parse(source)


@cache
def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """All nodes of that tree, in the order of ``ast.walk``."""
    return tuple(ast.walk(tree_of(source)))
