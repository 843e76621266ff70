"""Printed facts of cards together with their terms."""

from reiterate.cards.book import ENVIRONMENT, CardBook
from reiterate.cards.cache import Cache
from reiterate.cards.coverage import Coverage, Missing, coverage
from reiterate.cards.sources import CardFileError, Source

__all__ = [
    "ENVIRONMENT",
    "Cache",
    "CardBook",
    "CardFileError",
    "Coverage",
    "Missing",
    "Source",
    "coverage",
]
