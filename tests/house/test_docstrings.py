"""No docstring of the package has a sentence that is too long for a first reading, and every example in one is true."""

from __future__ import annotations

import doctest
import importlib
from typing import Final

import pytest

from tests.house import layout
from tests.house.measures import docstrings, long_sentences, sources

#: Examples that need more than their module: they show a page that is open in a browser.
OF_A_PAGE: Final = frozenset({"web/live.py"})


def long_docstrings(texts: dict[str, str]) -> list[str]:
    """The long sentences of all docstrings, each with its file."""
    return [
        f"{path}: {sentence}"
        for path, text in texts.items()
        for doc in docstrings(text)
        for sentence in long_sentences(doc)
    ]


def with_examples(texts: dict[str, str]) -> list[str]:
    """The files of which a docstring has an example."""
    return sorted(path for path, text in texts.items() if any(">>> " in doc for doc in docstrings(text)))


SOURCES: Final = sources()
#: To look for examples is to parse the files; a worker that runs other tests parses those alone in which one could stand.
EXAMPLES: Final = with_examples({path: text for path, text in SOURCES.items() if ">>> " in text})


def test_no_sentence_of_a_docstring_has_more_than_25_words() -> None:
    assert long_docstrings(SOURCES) == []


def test_a_long_sentence_is_found_wherever_a_docstring_stands() -> None:
    words = " ".join(["word"] * 26)
    for code in (
        f'"""{words}."""',
        f'class A:\n    """Short.\n\n    {words}.\n    """',
        f'def a():\n    """{words}."""',
    ):
        assert long_docstrings({"a.py": code}) == [f"a.py: {words}."]
    assert long_docstrings({"a.py": f'"""{" ".join(["word"] * 25)}. {" ".join(["Word"] * 25)}."""'}) == []


def test_examples_are_found() -> None:
    assert len(EXAMPLES) >= 10 and set(EXAMPLES) >= OF_A_PAGE


@pytest.mark.parametrize("path", [path for path in EXAMPLES if path not in OF_A_PAGE])
def test_an_example_of_a_docstring_gives_what_it_says(path: str) -> None:
    module = importlib.import_module(".".join((layout.PACKAGE, *path.removesuffix(".py").split("/"))))
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    examples = [each for each in doctest.DocTestFinder(exclude_empty=True).find(module) if each.examples]
    for each in examples:
        runner.run(each, out=told.append)
    assert examples and not told, "".join(told)
