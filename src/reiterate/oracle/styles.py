"""The spellings that a normal text may have used: where the template language has two ways to say one thing."""

from __future__ import annotations

from collections.abc import Iterator

from reiterate.terms.print_phrases import Style


def styles(text: str) -> Iterator[Style]:
    """The spellings that a normal text may have used, by the words it has."""
    equal = "equal to the number of" in text
    suffix = " as long as " in text
    after = "that's tapped" in text or "that are tapped" in text
    its = "its controller" in text
    spellings = ((True, True), (True, False), (False, False))
    plain = ("bare",) if " get " in text else ()
    for every in ("", *(word for word in ("all", "each") if f"{word} " in text), *plain):
        for elide, terse in spellings:
            for late in (False, True) if equal else (False,):
                yield Style(equal, late, elide, suffix, every, after, terse, its)
