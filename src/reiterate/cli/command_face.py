"""How a command shows what it found: in short or whole, in each format, of several files, with progress on a terminal.

Progress on a terminal: what a command works on and for how long, once that takes more than a second.

How a command shows what it found: in short or whole, as text, Markdown or HTML, of one file or of several.

``cli/main.py`` has one ``Face``. The words of the command line set it; nothing here decides what is answered.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TextIO

from reiterate.lazy_module import Later
from reiterate.refusals import Refusal
from reiterate.untrusted_text import encodable, json_text, plain, shortened

if TYPE_CHECKING:
    from reiterate.ask.answer_parts import Question
    from reiterate.show import brief, screen, screen_brief
    from reiterate.show.brief import Brief
else:
    brief = Later("reiterate.show.brief")
    screen = Later("reiterate.show.screen")
    screen_brief = Later("reiterate.show.screen_brief")

# --- progress ------------------------------------------------------------------------------------

#: Seconds of work after which something is said.
PATIENCE: Final = 1.0


class Progress:
    """One line on standard error that comes and goes; nothing where that is no terminal."""

    def __init__(self) -> None:
        self.what = "working"
        self.stream: TextIO | None = None
        self._shown = 0
        self._since = 0.0
        self._now = 0.0
        self._lock = threading.Lock()

    def begin(self, what: str, stream: TextIO | None) -> None:
        """Work begins on something; ``stream``: where to say so, None for nowhere."""
        self.clear()
        with self._lock:
            self.what, self._since = what, self._now
            self.stream = stream if stream is not None and stream.isatty() else None

    def beat(self, seconds: float) -> None:
        """So many seconds have passed since the run began."""
        with self._lock:
            self._now = seconds
            if self.stream is None or seconds - self._since < PATIENCE:
                return
            text = encodable(f"{plain(self.what)} ... {int(seconds - self._since)} s", self.stream.encoding)
            self._write(f"\r{text[:70].ljust(self._shown)}")
            self._shown = min(len(text), 70)

    def tell(self, what: str, seconds: float) -> None:
        """Say what is worked on now; so many seconds have passed since the run began."""
        self.what = what
        self.beat(seconds)

    def clear(self) -> None:
        """Take the line away, before anything else is written; nothing more is said until work begins again."""
        with self._lock:
            if self._shown:
                self._write("\r" + " " * self._shown + "\r")
                self._shown = 0
            self.stream = None

    def _write(self, text: str) -> None:
        if self.stream is not None:
            self.stream.write(text)
            self.stream.flush()


# --- command face --------------------------------------------------------------------------------

TEXT: Final = "text"
JSON: Final = "json"
MARKDOWN: Final = "markdown"
HTML: Final = "html"

#: The formats of ``--format``.
FORMATS: Final = (TEXT, JSON, MARKDOWN, HTML)

#: What an exit code says of a file, in the summary of several.
_ENDED: Final = {0: "answered", 1: "false", 2: "not accepted", 3: "undetermined", 4: "unsupported"}

#: The question that a command asks.
QUESTIONS: Final[dict[str, Question]] = {
    "run": "run",
    "loop": "loop",
    "find": "find",
    "certify": "certify",
    "judge": "judge",
    "combo": "combo",
    "deck": "deck",
    "check": "check",
    "cards show": "cards",
    "cards coverage": "coverage",
}


class Face:
    """What was asked of the output, and what has been said so far."""

    def __init__(self) -> None:
        self.progress = Progress()
        self.set()

    def set(self, form: str = TEXT, full: bool = False, quiet: bool = False, verbose: bool = False) -> None:
        """Begin anew: the format, the whole screen rather than the short one, nothing but data, and more on the way."""
        self.form = form
        self.full = full
        self.quiet = quiet
        self.verbose = verbose
        self.file: str | None = None  # among several files the one that is worked on
        self.forms: dict[str, Any] = {}
        self.pages: list[tuple[Brief, str]] = []
        self.ends: list[int] = []
        self.begun("", None)

    def begun(self, command: str, form: str | None) -> None:
        """Which command runs, and the JSON form that was asked for; None for none."""
        self.command = command
        self.asked = form

    # --- what is shown -------------------------------------------------------------------------------------------

    def present(
        self, found: Brief, whole: Callable[[], str], short: Callable[[], str] | None = None, full: bool = False
    ) -> None:
        """Show an answer: in short, or ``whole()``, which is the text of its whole screen.

        ``short``: the text of a short screen of its own. ``full``: the whole one, also where nobody asked for it.
        """
        if self.quiet:
            return
        full = full or self.full
        if self.form in (MARKDOWN, HTML):
            self.pages.append((found, whole() if full else ""))
        elif full:
            self.write((f"{plain(self.file)}:\n" if self.file is not None else "") + whole())
        elif self.file is not None:
            self.write(brief.one_line(found, self.file) + "\n")
        else:
            self.write(short() if short else screen_brief.brief_screen(found, screen.page_of(sys.stdout)))

    def between(self) -> None:
        """An empty line between two answers of one command."""
        if self.form == TEXT and not self.quiet:
            self.write("\n")

    def give(self, value: Any) -> None:
        """Give a JSON value: at once, or with those of the other files."""
        if self.file is not None:
            self.forms[self.file] = value
        else:
            self.write(json_text(value, sys.stdout.encoding), made=True)

    def refuse(self, lines: list[str], said: str) -> None:
        """Show the lines of a refusal; ``said``: the same in one line, for one file among several."""
        if self.file is None or self.quiet:
            self.progress.clear()
            for line in lines:
                sys.stderr.write(encodable(line, sys.stderr.encoding) + "\n")
        else:
            found = brief.Brief(self.file, said, more="")
            self.present(found, lambda: "".join(f"{line}\n" for line in lines))

    def note(self, text: str) -> None:
        """Say on standard error what is done, where ``--verbose`` asks for that."""
        if self.verbose:
            self.progress.clear()
            sys.stderr.write(encodable(plain(text), sys.stderr.encoding) + "\n")

    def aside(self, lines: list[str]) -> None:
        """Say on standard error what plays no part in an answer, unless ``--quiet`` asks for data alone."""
        for line in [] if self.quiet else lines:
            self.progress.clear()
            sys.stderr.write(encodable(plain(line), sys.stderr.encoding) + "\n")

    def write(self, text: str, made: bool = False) -> None:
        """Write a text to standard output; ``made``: the stream can take all of its letters."""
        self.progress.clear()
        sys.stdout.write(text if made else encodable(text, sys.stdout.encoding))

    def line(self, text: str) -> None:
        """Write a line of a command that goes on; it is read at once."""
        self.write(plain(text) + "\n")
        sys.stdout.flush()

    # --- several files -------------------------------------------------------------------------------------------

    def begin(self, file: str) -> None:
        """The next of several files."""
        self.file = file

    def ended(self, exit_code: int) -> None:
        """How the work on that file has ended."""
        self.ends.append(exit_code)

    def finish(self) -> None:
        """Show what waited for the end: values and pages of all files, and the summary."""
        several = self.file is not None
        self.file = None
        if several and self.form == JSON:
            self.give(self.forms)
        if self.form == MARKDOWN:
            self.write("\n".join(brief.markdown(*each) for each in self.pages))
        if self.form == HTML and self.pages:
            self.write(brief.page_of_html(self.pages))
        if several and self.form == TEXT and not self.quiet:
            self.write(self.summary() + "\n")
        self.pages = []

    def summary(self) -> str:
        """How the files have ended: ``3 files: 2 answered, 1 not accepted``."""
        counts = Counter(self.ends)
        said = [f"{counts[code]} {_ENDED.get(code, f'ended with {code}')}" for code in sorted(counts)]
        return f"{len(self.ends)} files: {', '.join(said)}"


def short_refusal(refusal: Refusal) -> Refusal:
    """A refusal that tells very long words of a command line or a file shortly."""
    where = replace(refusal.where, file=shortened(refusal.where.file), span=shortened(refusal.where.span))
    return replace(refusal, message=shortened(refusal.message), where=where)


def error_lines(refusal: Refusal) -> list[str]:
    """The lines of a refusal: foreign text in it stays on its line and is plain."""
    refusal = short_refusal(refusal)
    rule = f" [{refusal.rule}]" if refusal.rule else ""
    lines = [f"{_place_text(refusal)}{refusal.message}{rule} ({refusal.code})"]
    if refusal.where.span:
        lines.append(f"    {refusal.where.span}")
    if refusal.expected:
        lines.append(f"accepted would be: {refusal.expected}")
    return [plain(line) for line in lines]


def _place_text(refusal: Refusal) -> str:
    where = refusal.where
    parts = [where.file] if where.file else []
    parts += [str(n) for n in (where.line, where.column) if n]
    return ":".join(parts) + ": " if parts else ""
