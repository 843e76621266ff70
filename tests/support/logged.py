"""What is logged while a test runs, for the report of one that fails.

Pytest's own plugin for that begins and ends two handlers for each part of each test, which took longer than many a short test.
"""

from __future__ import annotations

import logging
from typing import Final

import pytest


class Logged(logging.Handler):
    """Keeps what is logged until the test is over."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record as text, with the trace of what was raised."""
        self.lines.append(self.format(record))

    def told(self, report: pytest.TestReport) -> None:
        """Put what was logged into the report of a part that failed; behind the last part everything is forgotten."""
        if report.failed and self.lines:
            report.sections.append((f"Captured log {report.when}", "\n".join(self.lines)))
        if report.when == "teardown":
            self.lines.clear()


#: Hears of everything that is logged in this process.
LOGGED: Final = Logged()
