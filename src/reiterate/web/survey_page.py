"""The report of a survey as one page that needs nothing else: no network, no server, no other file.

``write_page(outcomes, tally, title, file)`` writes it; with a book of cards, rows also open the printed text of their cards. What each row opens is packed, and unpacked by the browser when the row is opened. The page's own
policy allows only the style and the script that stand in it, by their digests.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import msgspec

from reiterate.cards import CardBook
from reiterate.databases.reports import Tally
from reiterate.databases.row_outcomes import CALLED, CERTIFIED, Came, Outcome
from reiterate.refusals import Refusal
from reiterate.show.brief import by_digest
from reiterate.web.answer_part import told_rows
from reiterate.web.board_drawing import draw_board
from reiterate.web.markup import Inside, Markup, button, inside, tag, with_symbols

#: Rows that a page holds. The other files of a survey hold all of them.
MOST_ROWS: Final = 10_000

_STYLES: Final = ("page.css", "cards.css", "survey.css")
_SCRIPT: Final = "survey.js"
_SYMBOLS: Final = "symbols.svg"

#: Width of the bars.
_WIDE: Final = 1000

_WRITTEN: Final = msgspec.json.Encoder()


def write_page(outcomes: Iterable[Outcome], tally: Tally, title: str, file: Path, book: CardBook | None = None) -> None:
    """Write the page; ``book``: whose card text it holds, None for none. Raises ``OSError``."""
    with file.open("w", encoding="utf-8", newline="\n") as opened:
        for part in _parts(outcomes, tally, title, book):
            opened.write(part)


def _parts(outcomes: Iterable[Outcome], tally: Tally, title: str, book: CardBook | None) -> Iterator[str]:
    """The page from its beginning to its end, with one row at a time in memory."""
    style, script = "".join(_file(name) for name in _STYLES), _file(_SCRIPT)
    policy = f"default-src 'none'; style-src {by_digest(style)}; script-src {by_digest(script)}; base-uri 'none'; form-action 'none'"
    head = (
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("title", f"Survey: {title}"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("style", Markup(style)),
    )
    yield f'<!doctype html><html lang="en">{tag("head", head)}<body>'
    yield _file(_SYMBOLS).replace("<svg ", '<svg class="unseen" aria-hidden="true" ', 1)
    yield tag("header.head", tag("div.titles", tag("h1", f"Survey: {title}")))
    yield f'<main id="main" class="stacked survey">{_summary(tally)}{_search(tally)}'
    yield '<script type="application/json" id="data">['
    for number, found in enumerate(outcomes):
        if number == MOST_ROWS:
            break
        row = _WRITTEN.encode(_row(found, book)).decode("utf-8").replace("<", "\\u003c")
        yield f"{',' if number else ''}{row}\n"
    yield f"]</script></main><script>{script}</script></body></html>\n"


@cache
def _file(name: str) -> str:
    return (resources.files("reiterate.web") / "static" / name).read_text(encoding="utf-8")


def _summary(tally: Tally) -> Markup:
    """What share is proved, and why the rest is not, as bars and as words."""
    there = [came for came in CALLED if tally.came[came]]
    bars: list[Markup] = []
    at = 0.0
    for came in there:
        wide = _WIDE * tally.came[came] / max(tally.all, 1)
        bars.append(_bar(came, wide, 40, at))
        at += wide
    words = f"{tally.share(tally.certified)} rows are certified"
    bar = tag("svg.whole", bars, viewBox=f"0 0 {_WIDE} 40", preserveAspectRatio="none", role="img", aria_label=words)
    why = [_why(came, tally) for came in there if came not in CERTIFIED[:2]]
    return tag("section.panel", tag("h2", words), bar, tag("div.why", why), aria_label="Summary")


def _bar(came: Came, wide: float, high: int, at: float = 0) -> Markup:
    return tag("rect", x=f"{at:.2f}", y=0, width=f"{wide:.2f}", height=high, class_=_class(came))


def _why(came: Came, tally: Tally) -> Markup | None:
    """The most frequent reasons of an outcome."""
    reasons = tally.most(came)
    if not reasons:
        return None
    top = reasons[0][1]
    rows = []
    for words, many in reasons:
        drawn = _bar(came, 100 * many / top, 10)
        bar = tag("svg.bar", drawn, viewBox="0 0 100 10", preserveAspectRatio="none", aria_hidden="true")
        rows.append(tag("li", tag("span.many", f"{many:,}"), bar, tag("span", words)))
    return tag("div", tag("h3", f"{CALLED[came]}: why"), tag("ul.reasons", rows))


def _search(tally: Tally) -> Markup:
    """The search, a switch for each outcome, and the place of the rows."""
    switches = []
    for came in (each for each in CALLED if tally.came[each]):
        dot = tag("span", class_=f"dot {_class(came)}", aria_hidden="true")
        words = (dot, f" {CALLED[came]} ({tally.came[came]:,})")
        switches.append(button(words, aria_pressed="false", data_came=came))
    more = f"The page holds the first {MOST_ROWS:,} rows of {tally.all:,}." if tally.all > MOST_ROWS else None
    return tag(
        "section.panel",
        tag("h2", "Rows"),
        tag("p", more) if more else None,
        tag("label", "Search for cards, ids, claims and reasons; all words have to be there", for_="search"),
        tag("input#search", type="search", autocomplete="off", spellcheck="false"),
        tag("div.row", switches, role="group", aria_label="What came of a row"),
        tag("p#count", role="status"),
        tag("ol#rows.found-rows"),
        button("Show more", id="more", hidden=True),
        tag("noscript", tag("p", "This page shows its rows by a script of its own, which this browser does not run.")),
        aria_label="Rows",
    )


def _class(came: Came) -> str:
    return f"came-{came.replace(' ', '-')}"


def _row(found: Outcome, book: CardBook | None) -> tuple[Any, ...]:
    """What the page knows of a row: number, id, cards, what came, why, claims, and what it opens, packed."""
    cards = " + ".join(found.cards) or f"row {found.number}"
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    opens = inside(_opened(found, book)).replace("/web/symbols.svg#", "#")
    content = packed.compress(opens.encode("utf-8")) + packed.flush()
    opened = b64encode(content).decode("ascii")
    return found.number, found.id, cards, found.came, found.how or found.verdict, ", ".join(found.claims), opened


def _opened(found: Outcome, book: CardBook | None) -> Iterator[Inside]:
    """What a row opens."""
    yield tag("p.verdict", with_symbols(found.verdict)) if found.verdict else None
    yield tag("p", found.how) if found.how else None
    about = [("claims", found.claims), ("gives", found.gains), ("asks for", found.beside)]
    rows = [(head, [", ".join(names)]) for head, names in about if names]
    rows += [("code", [found.code])] if found.code else []
    told = (*rows, *found.told)
    yield told_rows(told)
    printed = [] if book is None else [with_symbols(line) for name in found.cards for line in _printed(name, book)]
    if printed:
        yield tag("details", tag("summary", "The text of the cards"), [tag("p", line) for line in printed])
    if found.board is not None:
        yield tag("details", tag("summary", "The board at the start"), draw_board(found.board))
    called = f"row {found.number}"
    for words, text in (
        ("Draft of a correction", found.draft),
        ("Position file with the script", found.position),
        ("Certificate", found.certificate),
    ):
        if text:
            field = tag("textarea", text, rows=10, readonly=True, spellcheck="false", aria_label=f"{words}, {called}")
            yield tag("details", tag("summary", words), field)


def _printed(name: str, book: CardBook) -> Iterator[str]:
    """The printed lines of a card, face by face; none where nobody knows it."""
    facts = book.facts(name)
    if isinstance(facts, Refusal):
        return
    for face in facts.get("card_faces") or [facts]:
        yield " ".join(filter(None, (face.get("name"), face.get("mana_cost"), face.get("type_line"))))
        yield from (face.get("oracle_text") or "").splitlines()
