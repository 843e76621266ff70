"""Modules that are imported when they are first used: a command starts with its own rooms alone.

A name is imported under ``if TYPE_CHECKING`` for type checkers and for the guards of layers, and is
a ``Later`` otherwise. A test compares the two.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Later:
    """A module in place of which this stands until one of its names is asked for."""

    __slots__ = ("_module",)

    def __init__(self, module: str) -> None:
        """``module``: the full name."""
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._module), name)
