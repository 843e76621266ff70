"""Printed facts of cards together with their terms."""

from reiterate.cards.book import ENVIRONMENT, CardBook
from reiterate.cards.cache import Cache
from reiterate.cards.coverage import Coverage, Missing, coverage
from reiterate.cards.sources import CardFileError, Source
from reiterate.cards.usable import UnusableClause, fully_usable, unusable_clauses

__all__ = [
    "ENVIRONMENT",
    "Cache",
    "CardBook",
    "CardFileError",
    "Coverage",
    "Missing",
    "Source",
    "UnusableClause",
    "coverage",
    "fully_usable",
    "unusable_clauses",
]
