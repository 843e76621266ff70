"""Two parsers read position files: the compiled one takes what is right, and the one in Python tells what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from reiterate.refusals import Refusal
from reiterate.script import yaml_text
from reiterate.script.yaml_text import read_yaml
from tests.support.files import ROOT

FILES: Final = sorted([*(ROOT / "examples").rglob("*.yaml"), *(ROOT / "src" / "reiterate" / "examples").glob("*.yaml")])

#: What documents are made of: words, signs of the language, breaks and indents, quotes, blocks, and what is not accepted.
PIECES: Final = (
    "a", "b: ", "- ", ": ", ":", "{", "}", "[", "]", ", ", ",", "\n", "\n  ", "\n    ", '"', "'", '"x y"', "'q'", "#", " # c",
    "|", "|\n  ", ">\n  ", "|-", "|+", ">-", "&a ", "*a", "!t ", "? ", "?", "-", "--", "---\n", "...\n", "~", "1:30", "\\", "\\n",
    "a b", " ", "  ", "—", "é", "\U0001f600", "@", "`", "%", "=", "<<: ", "a:b", "http://x", "{a: 1}", "[1, 2]", "{a: 1, }",
    "[,]", "{a}", "{a, b: c}", '{"a":1}', ": \n", "- - a\n", "a:\n- b\n", "k: |\n  line\n  other\n", "\n\n", ".", '"\\u0041"',
    '"\\x"', "\t", "\r\n", "\x85", "\ufeff", "\x00", "\ud800",
)  # fmt: skip
DOCUMENTS: Final = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


def in_python(text: str) -> object:
    """What is read without the compiled parser."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(yaml_text, "_COMPILED", None)
        return read_yaml(text, "f.yaml")


@settings(max_examples=300)
@given(st.sampled_from(("{}", "k: {}\nz: c", "players:\n  p1: {{hand: [a, {}]}}\n")), DOCUMENTS)
def test_a_document_is_read_alike_by_both(around: str, text: str) -> None:
    """The same value with the same places, or the same refusal."""
    text = around.format(text)
    found = read_yaml(text, "f.yaml")
    event("refused" if isinstance(found, Refusal) else "read")
    assert found == in_python(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_an_example_is_read_alike_by_both(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = read_yaml(text, "f.yaml")
    assert not isinstance(found, Refusal) and found == in_python(text)


@pytest.mark.parametrize("text", ["a: [" + "b, " * 20_000 + "]", "[" * 65 + "a" + "]" * 65, "- " * 65 + "a"])
def test_what_is_too_much_is_refused_at_the_same_place(text: str) -> None:
    found = read_yaml(text, "f.yaml")
    assert isinstance(found, Refusal) and found == in_python(text)


@pytest.mark.parametrize(
    "text",
    [
        "b: ",  # nothing stands at two places
        "a: |# no number\n  b",
        "{a: b?}",
        "a:\tb",
        "\ufeffa: b",
        "a: b\x85c: d",
        "%YAML 1.1\n---\na: b",
        "a: b\n---\nc: d",
        "{a: b, a: c}",
        "a: " + "b" + " " * 301 + "c",
    ],
)
def test_what_the_parsers_see_otherwise_is_left_to_the_one_in_python(text: str) -> None:
    assert yaml_text._quickly(text, "f.yaml", yaml_text._Quotes(text)) is None
    assert read_yaml(text, "f.yaml") == in_python(text)
