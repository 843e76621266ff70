"""Words of a position file that stand on closed lists: one line or a list is read, and an unknown word is refused with the list."""

from __future__ import annotations

import pytest

from reiterate.cards import CardBook
from reiterate.refusals import INPUT, Refusal
from reiterate.script.position import Position, load
from reiterate.state.properties import TOKEN
from reiterate.terms.proto import Proto


def laid_out(entry: str) -> Position | Refusal:
    return load(
        f"format: position/1\nplayers:\n  p1:\n    battlefield:\n      - {{{entry}}}\n  p2: {{}}\n",
        "board.yaml",
        CardBook.builtin(),
    )


def token(entry: str) -> Proto:
    found = laid_out(entry)
    assert isinstance(found, Position), found
    protos = [row.cls.proto for row in found.state.rows.values() if row.cls.kind == TOKEN]
    assert len(protos) == 1 and protos[0] is not None
    return protos[0]


def test_205_1_a_type_line_is_several_words() -> None:
    made = token(
        "token: Servo, types: legendary artifact creature, subtypes: elf Warriors, colors: green, power: 1, toughness: 1"
    )
    assert made.types == ("artifact", "creature")
    assert made.supertypes == ("legendary",)
    assert made.subtypes == ("Elf", "Warrior")
    assert made.colors == ("G",)


def test_a_list_says_the_same_as_a_line() -> None:
    line = token("token: Servo, types: artifact creature, subtypes: Elf Warrior, colors: G W, power: 1, toughness: 1")
    many = token(
        "token: Servo, types: [artifact, creature], subtypes: [Elf, Warrior], colors: [white, G], power: 1, toughness: 1"
    )
    assert line == many


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("types: artifact kreature", "token"),
        ("types: instant", "token"),
        ("subtypes: Elv", "token"),
        ("colors: purple", "token"),
        ("keywords: fliing", "keyword"),
    ],
)
def test_an_unknown_word_is_refused_and_quoted(words: str, code: str) -> None:
    found = laid_out(f"token: Servo, power: 1, toughness: 1, {words}")
    assert isinstance(found, Refusal)
    assert (found.kind, found.code) == (INPUT, code)
    assert words.split()[-1].lower() in found.message.lower()
    assert found.expected
