"""Every name that stands in a state is a constant of ``state/properties.py``, and source code says the constant."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import Final

import pytest

from reiterate.check.start import game_lists
from reiterate.state import properties
from reiterate.state.amount_slots import SLOTS, WHEN_GONE
from reiterate.state.model import STACK, make_class
from reiterate.state.properties import ACTIVE, ASKED, LOST, MOVED, REST
from tests.house.bare_names import AMOUNT, KIND, PROPERTY, REFERENCE, SEQUENCE, TALLY, bare
from tests.support.files import ROOT
from tests.support.trees import nodes_of, tree_of

BASE: Final = ROOT / "src" / "reiterate"

#: What the annotations of the constants stand for.
KINDS_OF: Final = {
    "FlagName": PROPERTY,
    "NumberName": PROPERTY,
    "TextName": PROPERTY,
    "ListName": PROPERTY,
    "TermName": PROPERTY,
    "PropertyFamily": PROPERTY,
    "AmountName": AMOUNT,
    "ReferenceName": REFERENCE,
    "SequenceName": SEQUENCE,
    "TallyName": TALLY,
    "KindName": KIND,
}

#: Files that may write names out, each with the reason.
MAY_WRITE_OUT: Final[dict[str, str]] = {
    "check/start/game_lists.py": "the closed lists of the checker are its own",
    "check/form.py": "keys of certificates, some of which are called like names of a state",
}

#: Names that stand on two rows with unlike meanings, each with the reason.
TWICE: Final = {(PROPERTY, "text"): "of a question its wording, of a card the changes of its text"}

#: Properties that no start has, each with the reason.
IN_NO_START: Final = {
    "outcome": "a certificate starts before the end of a game",
    "rule": "a certificate starts before the end of a game",
    "beginning": "no start lies at the beginning of a step at which a player left",
}

#: References that no start has, each with the reason.
NOT_IN_A_START: Final = {
    "spell": "no start lies within the resolution of a spell",
    "looked": "nothing suspends a resolution while cards looked at are to be put somewhere",
}


@cache
def listed() -> dict[str, tuple[str, str]]:
    """The constants with their kind and text."""
    found: dict[str, tuple[str, str]] = {}
    for node in tree_of((BASE / "state" / "properties.py").read_text("utf-8")).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            told = node.value.func if isinstance(node.value, ast.Call) else node.annotation
            word = told.slice if isinstance(told, ast.Subscript) else told
            if isinstance(word, ast.Name) and word.id in KINDS_OF:
                found[node.target.id] = (KINDS_OF[word.id], getattr(properties, node.target.id))
    return found


def of_kind(kind: str) -> list[str]:
    """The texts of one kind."""
    return [text for of, text in listed().values() if of == kind]


def known(kind: str, text: str) -> bool:
    """Whether a text is a listed name, or begins with a listed family."""
    return any(text == name or (is_family(name) and text.startswith(name)) for name in of_kind(kind))


def is_family(text: str) -> bool:
    """Whether a listed text is the beginning of many names."""
    numbered = {name for constant, (_, name) in listed().items() if constant.startswith("NTH_")}
    return text.endswith((".", " ")) or text in numbered


@cache
def sources() -> dict[str, str]:
    """The sources by their paths."""
    return {path.relative_to(BASE).as_posix(): path.read_text("utf-8") for path in sorted(BASE.rglob("*.py"))}


def test_each_name_is_listed_once() -> None:
    seen = [entry for entry in listed().values() if entry not in TWICE]
    assert len(seen) > 150
    assert sorted(seen) == sorted(set(seen))
    assert all(list(listed().values()).count(entry) == 2 for entry in TWICE)


def test_no_bare_literal_stands_where_a_listed_name_is_meant() -> None:
    found = {path: bare(text, known) for path, text in sources().items() if path not in MAY_WRITE_OUT}
    assert {path: places for path, places in found.items() if places} == {}


def test_the_files_that_may_write_names_out_do_so() -> None:
    assert all(len(reason.split()) > 3 for reason in MAY_WRITE_OUT.values())
    assert all(any(f'"{text}"' in sources()[path] for _, text in listed().values()) for path in MAY_WRITE_OUT)


def test_each_listed_name_is_used() -> None:
    used = {
        getattr(node, "id", getattr(node, "attr", ""))
        for path, text in sources().items()
        if path != "state/properties.py"
        for node in nodes_of(text)
        if isinstance(node, ast.Name | ast.Attribute)
    }
    assert sorted(set(listed()) - used) == []


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ('cls.prop("ask")', PROPERTY),
        ('cls.with_prop("ask", what)', PROPERTY),
        ('number_prop(cls, "who")', PROPERTY),
        ('"lost" in cls.by_prop', PROPERTY),
        ('cls.prop(f"chosen.{what}")', PROPERTY),
        ('cls.with_prop(TextName("ask"), what)', PROPERTY),
        ('make_class(kind, props=(("active", 0),))', PROPERTY),
        ('row.get("life")', AMOUNT),
        ('state.rows[player(seat)].get("mana." + kind)', AMOUNT),
        ('add(draft, "", handle, "damage", 1)', AMOUNT),
        ('num: dict[str, Amount] = {"x": 1}', AMOUNT),
        ('Row(cls, {"x": 1}, 1, {})', AMOUNT),
        ('row.refs.get("host")', REFERENCE),
        ('refs["on"] = one(handle)', REFERENCE),
        ('Row(cls, {}, 1, {**row.refs, "host": one(to)})', REFERENCE),
        ('refs[f"target{i}"]', REFERENCE),
        ('state.seqs.get("turns")', SEQUENCE),
        ('tally(draft, f"etb.{name}", 1)', TALLY),
        ('row.cls.kind in ("card", "token")', KIND),
        ('make_class("card", zone)', KIND),
    ],
)
def test_what_counts_as_a_bare_literal(source: str, kind: str) -> None:
    assert {of for _, of, _ in bare(source, known)} == {kind}


@pytest.mark.parametrize("source", ["cls.prop(ASKED)", 'table.get("life")', 'row.get("class")', 'found == "life"'])
def test_what_does_not_count_as_one(source: str) -> None:
    assert bare(source, known) == []


def fits(pattern: str, text: str) -> bool:
    """Whether a name, or some name of a family, fits a pattern of a closed list."""
    if not is_family(text):
        return re.fullmatch(pattern, text) is not None
    begin = text.rstrip(" .")
    return re.search(rf"(^|[|(]){re.escape(begin)}", pattern.replace("\\", "")) is not None


def test_every_amount_is_on_the_list_of_slots() -> None:
    patterns = [slot.pattern for slots in (*SLOTS.values(), WHEN_GONE) for slot in slots]
    split = [f"{begin} {word}" for begin, word in (("commander", "damage."), ("commander", "casts."))]
    left = [text for text in of_kind(AMOUNT) if not any(fits(pattern, text) for pattern in patterns)]
    assert sorted(left) == sorted(["n", *split])  # a count is no slot; these two share a pattern: see below
    assert r"commander (damage|casts)\." in "".join(patterns)


def test_every_kind_property_reference_and_sequence_is_on_a_list_of_the_checker() -> None:
    kinds = [*game_lists.KINDS.values(), game_lists.SPELL, game_lists.ELSEWHERE]
    props = [pattern for kind in kinds for pattern, _ in kind.props]
    refs = [kind.refs for kind in kinds]
    assert set(of_kind(KIND)) == set(game_lists.KINDS)
    left = {text for text in of_kind(PROPERTY) if not any(fits(pattern, text) for pattern in props)}
    assert left == set(IN_NO_START)
    named = [text for text in of_kind(REFERENCE) if text != MOVED]
    assert {text for text in named if not any(fits(f"({of})@?", text) for of in refs)} == set(NOT_IN_A_START)
    in_order = {text for text in of_kind(SEQUENCE) if not is_family(text)} - {"order"}
    assert in_order == set(game_lists.SEQUENCES)


def test_every_name_on_the_lists_of_the_checker_is_listed() -> None:
    kinds = [*game_lists.KINDS.values(), game_lists.SPELL, game_lists.ELSEWHERE]
    plain = {
        name
        for kind in kinds
        for pattern, _ in kind.props
        if re.fullmatch("[a-z |]+", pattern)
        for name in pattern.split("|")
    }
    assert len(plain) > 40
    assert sorted(plain - set(of_kind(PROPERTY))) == []


def test_properties_are_read_with_their_types() -> None:
    cls = make_class("game", STACK, props=((ACTIVE, 1), (ASKED, "priority")))
    number: int = cls.prop(ACTIVE)
    text: str = cls.prop(ASKED, "")
    flag = cls.prop(LOST)
    rest: tuple[object, ...] = cls.prop(REST, ())
    assert (number, text, flag, rest) == (1, "priority", False, ())
    assert type(ACTIVE) is str is type(ASKED)  # as they run, names are plain texts
