"""Documents that are written are read again as they were, whatever texts they hold."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from reiterate.refusals import Where
from reiterate.script.position_text import commented, document_text
from reiterate.script.yaml_text import MAX_BLANKS, Listed, Table, Text, Value, read_yaml

NOWHERE = Where("document")

#: Any text, also with what YAML can't hold as it is; and texts as they stand in position files.
TEXTS = st.text(max_size=30) | st.text(st.characters(codec=None), max_size=8)
WORDS = TEXTS | st.text("aé1: -#'\"\\[]{},|>&*!%@`?\n\t", max_size=12) | st.lists(TEXTS, max_size=4).map("\n".join)


def text(words: str) -> Text:
    return Text(words, NOWHERE)


def table(items: dict[str, Value]) -> Table:
    return Table(tuple((text(key), value) for key, value in items.items()), NOWHERE)


VALUES: st.SearchStrategy[Value] = st.recursive(
    WORDS.map(text),
    lambda inner: (
        st.lists(inner, max_size=4).map(lambda items: Listed(tuple(items), NOWHERE))
        | st.dictionaries(WORDS, inner, max_size=4).map(table)
    ),
    max_leaves=10,
)
DOCUMENTS = st.dictionaries(WORDS, VALUES, min_size=1, max_size=4).map(table)


def bare(value: Value) -> object:
    """A value without its places."""
    if isinstance(value, Text):
        return value.text
    if isinstance(value, Listed):
        return [bare(item) for item in value.items]
    return [(key.text, bare(item)) for key, item in value.items]


@given(DOCUMENTS, st.lists(TEXTS, max_size=3))
@example(table({"note": text("\U0001f600")}), [])  # a pair of halves in JSON, one character in YAML
@example(table({"note": text("\ud800")}), [])
@example(table({"note": text("\x00\x7f\x85\ufffe")}), ["a\x00b", "\x1b[31m", "\ufffe", "\ud800", "a\x85b"])
@example(table({"k" * 1025: table({"k" * 1025: text("a")})}), [])  # YAML's keys on one line are short
def test_what_is_written_is_read_again(document: Table, comments: list[str]) -> None:
    found = read_yaml(commented(comments, document_text(document)), "document")
    assert not isinstance(found, Text | Listed), found
    assert isinstance(found, Table), found
    assert bare(found) == bare(document)


def test_only_the_limits_of_a_file_refuse_what_is_written() -> None:
    found = read_yaml(document_text(table({"note": text("a" + " " * (MAX_BLANKS + 1) + "b")})), "document")
    assert not isinstance(found, Table) and getattr(found, "code", "") == "blanks"
