"""Card text to terms: ``reiterate.oracle.compile.compile_card``; here the names of what it gives."""

from reiterate.oracle.card import INERT, NOT_UNDERSTOOD, UNDERSTOOD, Clause, CompiledCard

__all__ = ["INERT", "NOT_UNDERSTOOD", "UNDERSTOOD", "Clause", "CompiledCard"]
