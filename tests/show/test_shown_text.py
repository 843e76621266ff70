"""Foreign text on its way to a screen: nothing hidden passes, nothing plain changes, JSON keeps its value."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reiterate.untrusted_text import MOST_MARKS, encodable, hidden, json_text, plain

#: Text that a terminal obeys or that a reader can't see, and what is shown for it.
HOSTILE = [
    ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
    ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
    ("a\nb\r\nc\td", "a\\nb\\r\\nc\\td"),
    ("\x9b2J", "\\x9b2J"),
    ("\x7f\x00\x08", "\\x7f\\x00\\x08"),
    ("\u202edrawkcab\u202c", "\\u202edrawkcab\\u202c"),
    ("\u2066a\u2069\u200e\u200f\u061c", "\\u2066a\\u2069\\u200e\\u200f\\u061c"),
    ("a\u200bb\ufeff\u00ad", "a\\u200bb\\ufeff\\xad"),
    ("a\u2028b\u2029c\x85d", "a\\u2028b\\u2029c\\x85d"),
    ("\U000e0041\ud800", "\\U000e0041\\ud800"),
    ("a" + "\u0301" * 9, "a" + "\u0301" * MOST_MARKS + "\\u0301" * (9 - MOST_MARKS)),
]


@pytest.mark.parametrize(("text", "shown"), HOSTILE)
def test_hidden_characters_are_written_out(text: str, shown: str) -> None:
    assert plain(text) == shown


@pytest.mark.parametrize(
    "text", ["", "Lim-Dûl's Vault", "Márton Stromgald", "−1/−1 × ½ —", "灯火", "10^100", "a\u0301"]
)
def test_plain_text_stays(text: str) -> None:
    assert plain(text) == text


@given(st.text())
def test_what_is_shown_is_one_printable_line(text: str) -> None:
    shown = plain(text)
    assert len(shown.splitlines()) <= 1
    assert not any(unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for c in shown)
    assert plain(shown) == shown


@given(st.dictionaries(st.text(), st.text()), st.sampled_from([None, "ascii", "utf-8", "latin-1", "cp1252"]))
def test_json_keeps_its_value_and_shows_nothing_hidden(value: dict[str, str], encoding: str | None) -> None:
    text = json_text(value, encoding)
    assert json.loads(text) == value
    assert not any(hidden(letter) for letter in text.replace("\n", ""))
    assert text.encode(encoding or "utf-8")


@pytest.mark.parametrize("encoding", [None, "ascii", "cp1252"])
def test_a_stream_takes_what_is_made_for_it(encoding: str | None) -> None:
    assert encodable("é−\u202e", encoding).encode(encoding or "utf-8")


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text('ab"\\\n{}[]:, 7é'),
    lambda inner: st.lists(inner) | st.dictionaries(st.text('ab"\\\n{}[]:, '), inner),
    max_leaves=20,
)


@given(_JSON)
def test_json_is_written_as_the_standard_library_writes_it(value: object) -> None:
    assert json_text(value) == json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
