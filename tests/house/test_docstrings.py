"""No docstring of the package has a sentence that is too long for a first reading."""

from __future__ import annotations

from tests.house.measures import docstrings, long_sentences, sources


def long_docstrings(texts: dict[str, str]) -> list[str]:
    """The long sentences of all docstrings, each with its file."""
    return [
        f"{path}: {sentence}"
        for path, text in texts.items()
        for doc in docstrings(text)
        for sentence in long_sentences(doc)
    ]


def test_no_sentence_of_a_docstring_has_more_than_25_words() -> None:
    assert long_docstrings(sources()) == []


def test_a_long_sentence_is_found_wherever_a_docstring_stands() -> None:
    words = " ".join(["word"] * 26)
    for code in (
        f'"""{words}."""',
        f'class A:\n    """Short.\n\n    {words}.\n    """',
        f'def a():\n    """{words}."""',
    ):
        assert long_docstrings({"a.py": code}) == [f"a.py: {words}."]
    assert long_docstrings({"a.py": f'"""{" ".join(["word"] * 25)}. {" ".join(["Word"] * 25)}."""'}) == []
