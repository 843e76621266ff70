"""Printed facts of cards together with their terms."""

from reiterate.cards.book import ENVIRONMENT, CardBook, CardFileError, Source

__all__ = ["ENVIRONMENT", "CardBook", "CardFileError", "Source"]
