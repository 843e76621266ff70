"""Words are made once, at the end: with nonsense for every message and every table of words the answers are the same.

Each example and some cases are asked twice: with the program's own words, and with nonsense for them. Only texts may differ: no outcome, no
code, no number, no option, no place.
"""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, Final

import msgspec
import pytest

import reiterate.show
from reiterate.cards import CardBook
from reiterate.refusals import ILLEGAL, Refusal
from reiterate.rulings.case_file import Case, load_case_file
from reiterate.rulings.ruling import Ruling, judge
from reiterate.script.position import Position, load_file
from reiterate.show.answer import Answer
from reiterate.show.answer_json import as_json
from reiterate.show.building import answer
from reiterate.show.building_verdict import judged, verdict_of
from reiterate.show.screen import Page
from reiterate.show.screen_answer import screen
from tests.support.case_files import CARDS, FILES, book
from tests.support.files import ROOT, needs_data

BOOK: Final = CardBook.builtin()
#: Examples of which the loops take long to work out, and say no more than shorter ones.
LONG: Final = frozenset({"progression", "nest", "cathars-crusade", "extra-turns", "three-deep", "end"})
EXAMPLES: Final = [
    path
    for folder in (ROOT / "examples", ROOT / "src" / "reiterate" / "examples")
    for path in sorted(folder.glob("*.yaml"))
    if path.stem not in LONG
]
#: Every ninth case of the reference data.
CASES: Final = FILES[::9]
QUESTIONS: Final = ("run", "loop", "judge")

_SLOT: Final = re.compile(r"\{[^{}]*\}")
#: Tables of ``show`` that hold no words: codes, names of fields and of demands, cards, and what scripts read back.
DATA: Final = frozenset(
    {"EXIT_CODES", "POLICIES", "STARTERS", "STEP_NAMES", "SCHEMA", "_ALLOWED", "_OF_ROWS", "_ONCE", "DEMANDS"}
)

#: Fields of an answer that hold sentences for people, by the end of their path. A client reads none of them (docs/answers.md).
SENTENCES: Final = (
    ".message", ".expected", ".status", ".sentence", ".because[].what", ".differs[].what", ".differs[].then", ".end.reason", ".ends.reason",
    ".witness", ".read", ".not_known", ".could_act_not_known", ".stands[]", ".refused",
)  # fmt: skip


def nonsense(text: str) -> str:
    """Other words for a text; equal texts have equal ones, and none of its own words is left. What is filled in stays."""
    if not text.strip():
        return text
    slots = "".join(f" {slot}" for slot in _SLOT.findall(text))
    return f"zzq{hashlib.sha256(text.encode()).hexdigest()[:12]}{slots}"


def _other(value: Any) -> Any:
    """Nonsense for a value of a table of words: a text, texts, or what makes them."""
    if isinstance(value, str):
        return nonsense(value)
    if isinstance(value, tuple):
        return tuple(_other(each) for each in value)
    return (lambda *given: _other(value(*given))) if callable(value) else value


def _say_nonsense(monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Put nonsense for all messages of refusals, tables of words, and functions that make words; how many of both there are."""
    made = Refusal.__init__

    def refused(self: Refusal, *given: Any, **named: Any) -> None:
        made(self, *given, **named)
        object.__setattr__(self, "message", nonsense(self.message))

    monkeypatch.setattr(Refusal, "__init__", refused)
    tables, functions = 0, 0
    for found in pkgutil.iter_modules(reiterate.show.__path__):
        module = importlib.import_module(f"reiterate.show.{found.name}")
        for name, value in list(vars(module).items()):
            if isinstance(value, dict | MappingProxyType) and name not in DATA and not name.startswith("__"):
                monkeypatch.setattr(module, name, {key: _other(each) for key, each in value.items()})
                tables += 1
            elif _makes_words(module, name, value):
                _everywhere(monkeypatch, name, value)
                functions += 1
    return tables, functions


def _makes_words(module: ModuleType, name: str, value: Any) -> bool:
    own = isinstance(value, FunctionType) and value.__module__ == module.__name__
    return own and name.endswith("_words") and value.__annotations__.get("return") == "str"


def _everywhere(monkeypatch: pytest.MonkeyPatch, name: str, function: Any) -> None:
    """Put what gives nonsense for a function into every module that has it."""
    for module in [each for at, each in sys.modules.items() if at.startswith("reiterate.")]:
        if vars(module).get(name) is function:
            monkeypatch.setattr(module, name, _other(function))


def _answered(path: Path) -> Answer:
    position = load_file(path, BOOK)
    assert isinstance(position, Position), position
    return answer(position, QUESTIONS)


def _ruled(path: Path) -> Answer:
    case = load_case_file(path, book())
    assert isinstance(case, Case), case
    ruling = judge(case)
    assert isinstance(ruling, Ruling), ruling
    return judged(case, verdict_of(ruling))


def _fields(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _fields(each, f"{path}.{key}")
    elif isinstance(value, list):
        yield f"{path}[]", len(value)
        for each in value:
            yield from _fields(each, f"{path}[]")
    else:
        yield path, value


def _changed(path: Path, asked: Callable[[Path], Answer], monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The fields of an answer that are others with nonsense for all words. The answer is shown both times, too."""
    plain = asked(path)
    screen(plain, Page())
    tables, functions = _say_nonsense(monkeypatch)
    assert tables > 20 and functions > 10
    other = asked(path)
    screen(other, Page())
    one, two = (list(_fields(as_json(each), "")) for each in (plain, other))
    assert [where for where, _ in one] == [where for where, _ in two]
    return {where for (where, said), (_, nonsense) in zip(one, two, strict=True) if said != nonsense}


@pytest.mark.slow("all questions about the examples, twice")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_nonsense_for_words_changes_words_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = _changed(path, _answered, monkeypatch)
    assert not {where for where in changed if not where.endswith(SENTENCES)}
    assert changed, "nonsense that nobody sees proves nothing"


@needs_data(CARDS)
@pytest.mark.slow("judges cases twice")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_nonsense_for_words_changes_no_ruling(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = _changed(path, _ruled, monkeypatch)
    assert not {where for where in changed if not where.endswith(SENTENCES)}


def test_what_reads_a_message_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sabotage: with an answer that looks into a message, a field that is no sentence is another one."""

    def sabotaged(path: Path) -> Answer:
        found = _answered(path)
        refused = Refusal(ILLEGAL, "no-loop", "the script has no 'repeat' block")
        return msgspec.structs.replace(found, title="a loop" if "repeat" in refused.message else "no loop")

    assert ".title" in _changed(EXAMPLES[0].with_name("go.yaml"), sabotaged, monkeypatch)
