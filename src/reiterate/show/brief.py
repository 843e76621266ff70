"""The default screen of a command: a verdict and what follows from it, at most twelve lines, in several formats.

A ``Brief`` is text alone. The same brief becomes a screen, Markdown or a page of HTML. Everything else that is known
stands in the whole screen, which ``--full`` asks for.
"""

from __future__ import annotations

import html
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from reiterate.untrusted_text import plain

#: Lines of a screen that nobody asked to be longer.
LINES: Final = 12

#: Characters of the items of a list that stand in one row.
ROW: Final = 170

#: What is said where a screen was cut, or more could be asked for.
MORE: Final = "(more: --full)"

#: What stands between two steps on one line.
BETWEEN: Final = "   "

#: What a row of a brief is called, and its lines.
Row = tuple[str, Sequence[str]]

_MARKS: Final = re.compile(r"([\\`*_{}\[\]<>#|~])")


@dataclass(frozen=True, slots=True)
class Brief:
    """What a command answers in short.

    ``title``: what it is about, or "". ``verdict``: the answer in one sentence. ``plain``: what that means to players, in sentences, where
    pages have room for them; the rows are folded behind them. ``script``: lines to be pasted, which
    are never folded. ``rows``: what else matters, most important first. ``more``: how to ask for the rest.
    """

    title: str
    verdict: str
    rows: Sequence[Row] = ()
    script: Sequence[str] = ()
    more: str = MORE
    plain: Sequence[str] = ()


def single_steps(lines: Sequence[str]) -> list[str]:
    """Lines of a screen, on which steps stand apart, as one line for each step."""
    return [step for line in lines for step in line.strip().split(BETWEEN) if step]


def listed(items: Sequence[str], separator: str = ", ") -> str:
    """Items of a list in one line, as many of them as have room, and how many more there are."""
    shown: list[str] = []
    for i, item in enumerate(items):
        if shown and sum(map(len, shown)) + len(item) + len(separator) * i > ROW:
            return separator.join([*shown, f"and {len(items) - i} more"])
        shown.append(item)
    return separator.join(shown)


def one_line(found: Brief, name: str) -> str:
    """A brief among those of other files: the file's name and the verdict."""
    return plain(f"{name}: {found.verdict}")


def markdown(found: Brief, whole: str = "") -> str:
    """A brief as Markdown; ``whole``: the text of the whole screen, which stands below as it is."""
    lines = [f"# {_escaped(found.title)}", ""] if found.title else []
    lines += [f"**{_escaped(found.verdict)}**", ""]
    lines += [*_fenced("\n".join(map(plain, found.script))), ""] if found.script else []
    for head, texts in found.rows:
        lines.append(f"- {_escaped(head)}: {'; '.join(_escaped(each) for each in texts)}")
    if whole:
        lines += ["", *_fenced(whole.rstrip("\n"))]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return _MARKS.sub(r"\\\1", plain(text))


def _fenced(text: str) -> list[str]:
    """A text between fences that are longer than any in it."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence, text, fence]


#: The style of a page of briefs, which a policy may allow by its digest.
STYLE: Final = """
body { font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
th { text-align: left; vertical-align: top; padding-right: 1.5em; font-weight: normal; color: #666; }
pre { overflow-x: auto; background: #f4f4f4; padding: 1em; }
@page { margin: 18mm; }
@media print {
body { max-width: none; margin: 0; padding: 0; font-size: 11pt; }
th { color: #000; }
pre { white-space: pre-wrap; background: none; border: 1px solid #999; font-size: 9pt; }
section + section { break-before: page; }
h1, tr { break-inside: avoid; break-after: avoid-page; }
}
"""


def by_digest(text: str) -> str:
    """The source in a ``Content-Security-Policy`` that allows this very text of a style or a script."""
    return f"'sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


#: The page needs nothing from anywhere else: no script, no font, no picture.
_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}</body>
</html>
"""


def page_of_html(found: Sequence[tuple[Brief, str]]) -> str:
    """Briefs, each with its whole screen or "", as one page of HTML that stands by itself."""
    title = next((brief.title for brief, _ in found if brief.title), "reiterate")
    return _PAGE.format(title=_in_html(title), style=STYLE, body="".join(html_section(*each) for each in found))


def html_section(found: Brief, whole: str) -> str:
    """A brief as a part of a page of HTML; ``whole``: the text of its whole screen, which stands below, or ""."""
    lines = [f"<h1>{_in_html(found.title)}</h1>"] if found.title else []
    lines.append(f"<p><strong>{_in_html(found.verdict)}</strong></p>")
    lines += [f"<p>{_in_html(each)}</p>" for each in found.plain]
    if found.script:
        lines.append("<pre>" + "\n".join(map(_in_html, found.script)) + "</pre>")
    if found.rows:
        rows = [
            f"<tr><th>{_in_html(head)}</th><td>{'<br>'.join(map(_in_html, texts))}</td></tr>"
            for head, texts in found.rows
        ]
        table = ["<table>", *rows, "</table>"]
        lines += ["<details><summary>exactly</summary>", *table, "</details>"] if found.plain else table
    if whole:
        lines.append(f"<pre>{html.escape(whole)}</pre>")
    return "".join(f"{line}\n" for line in ("<section>", *lines, "</section>"))


def _in_html(text: str) -> str:
    return html.escape(plain(text))
