"""Card text to terms."""

from reiterate.oracle.card import INERT, NOT_UNDERSTOOD, UNDERSTOOD, Clause, CompiledCard
from reiterate.oracle.compile import compile_card

__all__ = ["INERT", "NOT_UNDERSTOOD", "UNDERSTOOD", "Clause", "CompiledCard", "compile_card"]
