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
    """All nodes of that tree, in the order of ``ast.walk``, which takes more than twice as long."""
    found: list[ast.AST] = [tree_of(source)]
    for node in found:  # grows as it is gone through
        for name in node._fields:
            part = getattr(node, name, None)
            if isinstance(part, list):
                found += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST):
                found.append(part)
    return tuple(found)
