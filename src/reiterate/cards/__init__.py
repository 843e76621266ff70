"""Printed facts of cards together with their terms."""

from reiterate.cards.book import ENVIRONMENT, CardBook, CardFileError, Source
from reiterate.cards.coverage import Coverage, Missing, coverage

__all__ = [
    "ENVIRONMENT",
    "CardBook",
    "CardFileError",
    "Coverage",
    "Missing",
    "Source",
    "coverage",
]
