"""Words are made once, at the end: with nonsense for every message and every table of words the answers are the same.

Examples, cases, combos, decks, certificates, cards, rows of databases and games are asked twice: with the program's own words, and with nonsense
for them. Nonsense stands for the texts of all refusals and of what is not proved, for every table of words of every room, for the words of gains, and
for what functions of words give. Only texts may differ: no outcome, no code, no number, no option, no place, no exit code.
"""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, Final

import msgspec
import pytest

import reiterate.ask
import reiterate.show
from reiterate import api
from reiterate.ask import verdict_phrases
from reiterate.ask.answer import Answer, Gain
from reiterate.ask.answer_json import as_json
from reiterate.ask.building import answer, exit_code
from reiterate.ask.building_checked import check_answer
from reiterate.ask.building_deck import deck_answer
from reiterate.ask.building_verdict import judged, verdict_of
from reiterate.boards.deck_list import Deck, read_deck
from reiterate.cards import CardBook
from reiterate.cards.assumed import assumption
from reiterate.certify import certificate
from reiterate.combos.deck_loops import DeckAsked
from reiterate.databases.combo_rows import Row
from reiterate.databases.row_outcomes import Asked as RowAsked
from reiterate.databases.row_outcomes import outcome
from reiterate.games.offered import listed
from reiterate.judging.case_file import Case, load_case_file
from reiterate.judging.ruling import Ruling, judge
from reiterate.oracle.compile import compile_card
from reiterate.refusals import FALSE, ILLEGAL, Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.costs.mana import ManaShort
from reiterate.rules.decisions.step import step_if_legal
from reiterate.script.position import Position, load_file
from reiterate.show.card_text import cards_answer
from reiterate.show.screen import Page
from reiterate.show.screen_answer import screen
from reiterate.show.screen_combo import page_brief
from reiterate.state.model import State
from reiterate.survey.proof import NoLoop, Unproved
from reiterate.table.scenes import Wanted
from reiterate.terms.code import to_json
from reiterate.web.record_part import draw_asked, leaving
from reiterate.web.record_part import outcome as ended
from reiterate.worth.given import Given
from tests.support.case_files import CARDS, FILES, book
from tests.support.drawn import check_all, drawn_some
from tests.support.files import ROOT, needs_data
from tests.table.laid_table import LAP, THREE, opened, quick_folder, seated, view_of

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

#: Rooms beside ``ask`` and ``show``: of each of them every table of words is rewritten.
ROOMS: Final = tuple(
    found.name
    for found in pkgutil.iter_modules(reiterate.__path__)
    if found.name not in {"ask", "show", "__main__", "examples"}
)
#: Tables of these rooms that hold words which are no sentences: names of amounts, lines of scripts, what persons, cards and files of others say.
NAMES: Final = {
    "reiterate.cli.command_words.EXAMPLES": "lines to type",
    "reiterate.cli.completion.SCRIPTS": "programs of shells",
    "reiterate.databases.row_outcomes.COARSER": "words of a database",
    "reiterate.oracle.unread_lines._CASTERS": "words of cards",
    "reiterate.oracle.unread_lines._WHAT": "words of cards",
    "reiterate.rules.characteristics.references.TOLD": "names of amounts",
    "reiterate.rules.events.players.OF_OPPONENTS": "names of tallies",
    "reiterate.script.describe._PLACES": "lines of scripts",
    "reiterate.script.position_under_way._HISTORY": "what files of positions say",
    "reiterate.script.saying._GIVING": "lines of scripts",
    "reiterate.service.worker.FIRST": "a question that every worker begins with",
    "reiterate.worth.given._SAID": "words of gains, rewritten in order of their letters",
    "reiterate.worth.given._SIZE_WORDS": "words of gains, rewritten in order of their letters",
    "reiterate.rules.turn.step_names.STEP_NAMES": "scripts read steps by these names",
    "reiterate.rules.decisions.pending._WORDS": "kept words of cards, by the ability: no table",
    "reiterate.judging.statements._ALSO": "what persons say",
    "reiterate.survey.step_moves._BEFORE": "lines of scripts",
    "reiterate.survey.script_of_play._SAID": "steps as lines of scripts say them",
    "reiterate.survey.step_moves._STEPS": "steps as lines of scripts say them",
    "reiterate.survey.wants._COUNTED": "names of kinds of layouts",
}
_SENTENCE: Final = re.compile(r"[a-z] [a-z]")

#: Functions of modules of words that give no words: costs, numbers and formulas in their notation.
NOTATION: Final = frozenset(
    {"text_of", "place_form", "slot_name", "newton_text", "growth_text", "_powers", "_sum", "_factor"}
)

#: Fields of an answer that hold sentences for people, by the end of their path. A client reads none of them (docs/answers.md).
SENTENCES: Final = (
    ".message", ".expected", ".status", ".sentence", ".because[].what", ".differs[].what", ".differs[].then", ".end.reason", ".ends.reason", ".duties[].until",
    ".witness", ".read", ".not_known", ".could_act_not_known", ".stands[]", ".refused",
    ".gains[].name", ".gains[].what", ".words", ".said.verdict", ".said.gets", ".said.wins", ".said.start", ".said.after", ".said.stops",
)  # fmt: skip


#: What is counted of a certificate, in which the refusal at the end of a loop stands with its words. The checker compares them with nothing.
WRITTEN: Final = (".certificate.characters", ".certificate.digest")


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
    for kind, texts in (
        (Refusal, _REFUSED),
        (NoLoop, (*_REFUSED, "near")),
        (ManaShort, (*_REFUSED, "cost")),
        (Unproved, ("why",)),
    ):
        monkeypatch.setattr(kind, "__init__", _saying_nonsense(kind, texts))
    monkeypatch.setattr(Given, "words", property(partial(_in_order, vars(Given)["words"].fget)))
    tables, functions = _tables_beside(monkeypatch), 0
    for module in _modules_of_words():
        for name, value in list(vars(module).items()):
            if isinstance(value, dict | MappingProxyType) and name not in DATA and not name.startswith("__"):
                monkeypatch.setattr(module, name, {key: _other(each) for key, each in value.items()})
                tables += 1
            elif _makes_words(module, name, value):
                _everywhere(monkeypatch, name, value)
                functions += 1
    return tables, functions


@cache
def _modules_of_words() -> tuple[ModuleType, ...]:
    """The modules of ``ask`` and ``show``."""
    rooms = (reiterate.ask, reiterate.show)
    found = [f"{room.__name__}.{each.name}" for room in rooms for each in pkgutil.iter_modules(room.__path__)]
    return tuple(map(importlib.import_module, found))


def _in_order(words: Callable[[Given], str], given: Given) -> str:
    """Other words for a gain, letter by letter: gains are told in the order of their words, and stay so."""
    return "".join(chr(ord(letter) + 0x2000) for letter in words(given))


#: What a refusal says: fields that nobody reads but persons.
_REFUSED: Final = ("message", "expected")


def _saying_nonsense(kind: type, texts: tuple[str, ...]) -> Callable[..., None]:
    """What makes a value of a kind with nonsense for its texts."""
    made = kind.__init__  # type: ignore[misc] # the classes are named above, and nothing inherits from them here

    def saying(self: object, *given: Any, **named: Any) -> None:
        made(self, *given, **named)
        for name in texts:
            object.__setattr__(self, name, nonsense(getattr(self, name)))

    return saying


@cache
def word_tables() -> tuple[tuple[ModuleType, str, dict[Any, Any]], ...]:
    """The tables of words of the rooms beside ``show``: the module, the name, and the table. They are looked for once."""
    return tuple(_word_tables())


def _word_tables() -> Iterator[tuple[ModuleType, str, dict[Any, Any]]]:
    for room in ROOMS:
        package = importlib.import_module(f"reiterate.{room}")
        below = pkgutil.walk_packages(getattr(package, "__path__", []), f"{package.__name__}.")
        for module in (package, *(importlib.import_module(found.name) for found in below)):
            for name, value in list(vars(module).items()):
                if isinstance(value, dict | MappingProxyType) and value and not name.startswith("__"):
                    texts = [text for each in value.values() for text in (each if isinstance(each, tuple) else (each,))]
                    if all(isinstance(text, str) for text in texts) and any(map(_SENTENCE.search, texts)):
                        yield module, name, dict(value)


def _tables_beside(monkeypatch: pytest.MonkeyPatch) -> int:
    """Put nonsense into the tables of words beside ``show``; how many there are."""
    named = {id(getattr(importlib.import_module(path.rpartition(".")[0]), path.rpartition(".")[2])) for path in NAMES}
    count = 0
    for module, name, table in word_tables():
        if id(vars(module)[name]) not in named:
            monkeypatch.setattr(module, name, {key: _other(each) for key, each in table.items()})
            count += 1
    assert count >= 20, "tables that nobody rewrites prove nothing"
    return count


def _makes_words(module: ModuleType, name: str, value: Any) -> bool:
    """Whether a function makes words: by its name, or because it stands in a module of words."""
    own = isinstance(value, FunctionType) and value.__module__ == module.__name__
    words = name.endswith("_words") or (module.__name__.endswith("_words") and name not in NOTATION)
    return own and words and value.__annotations__.get("return") == "str"


def _everywhere(monkeypatch: pytest.MonkeyPatch, name: str, function: Any) -> None:
    """Put what gives nonsense for a function into every module that has it."""
    for module in [each for at, each in sys.modules.items() if at.startswith("reiterate.")]:
        if vars(module).get(name) is function:
            monkeypatch.setattr(module, name, _other(function))


def _position(path: Path) -> Position:
    position = load_file(path, BOOK)
    assert isinstance(position, Position), position
    return position


def _answered(path: Path) -> Answer:
    return answer(_position(path), QUESTIONS)


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
    assert exit_code(plain) == exit_code(other)
    return _differing(as_json(plain), as_json(other))


def _differing(plain: Any, other: Any) -> set[str]:
    """The fields, without their places in lists, in which two values of JSON differ."""
    one, two = (list(_fields(each, "")) for each in (plain, other))
    assert [where for where, _ in one] == [where for where, _ in two]
    return {where for (where, said), (_, nonsense) in zip(one, two, strict=True) if said != nonsense}


@pytest.mark.slow("all questions about six examples, twice")
@pytest.mark.parametrize("path", drawn_some(EXAMPLES, 6, "words at the end"), ids=lambda path: path.stem)
def test_nonsense_for_words_changes_words_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _words_alone_change(path, monkeypatch)


@pytest.mark.soak
def test_nonsense_for_words_changes_words_alone_in_every_example() -> None:
    check_all(EXAMPLES, _words_of_one_change, lambda path: path.stem)


def _words_of_one_change(path: Path) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        _words_alone_change(path, monkeypatch)


def _words_alone_change(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = _changed(path, _answered, monkeypatch)
    assert not {where for where in changed if not where.endswith(SENTENCES)}
    assert changed, "nonsense that nobody sees proves nothing"


@pytest.mark.slow("searches and certifies twice")
@pytest.mark.parametrize(
    "path",
    [path for path in EXAMPLES if path.stem in {"guard-gond", "warden-twin", "draw"}],
    ids=lambda path: path.stem,
)
def test_nonsense_for_words_finds_and_certifies_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = _changed(path, lambda at: answer(_position(at), ("find", "certify")), monkeypatch)
    assert not {where for where in changed if not where.endswith((*SENTENCES, *WRITTEN))}


@pytest.mark.slow("searches combos twice")
@pytest.mark.parametrize(
    "names", [("Midnight Guard", "Presence of Gond"), ("Grizzly Bears", "Forest")], ids=["a loop", "none"]
)
def test_nonsense_for_words_changes_no_combo(names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    plain = api.combo(names, steps=2_000)
    _say_nonsense(monkeypatch)
    other = api.combo(names, steps=2_000)
    assert type(plain) is type(other)
    if isinstance(plain, Refusal) or isinstance(other, Refusal):
        assert isinstance(plain, Refusal) and isinstance(other, Refusal)
        assert (plain.kind, plain.code, plain.rule, plain.exit_code) == (
            other.kind,
            other.code,
            other.rule,
            other.exit_code,
        )
        assert plain.message != other.message, "nonsense that nobody sees proves nothing"
    else:
        assert (plain.needs, plain.combo.file) == (other.needs, other.combo.file)
        assert [_typed(gain) for gain in plain.gains] == [_typed(gain) for gain in other.gains]
        assert [gain.name for gain in plain.gains] != [gain.name for gain in other.gains]
        assert plain.combo.said.wins != other.combo.said.wins
        assert exit_code(plain.answer) == exit_code(other.answer)


def _typed(gain: Gain) -> tuple[object, ...]:
    return gain.kind, gain.of, gain.whose, gain.more, gain.most, gain.alone


@pytest.mark.slow("plays the examples twice")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_nonsense_for_words_changes_no_option(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines that are offered in a position, and behind the first of them; with the choices that they are."""
    plain = _offered(_position(path).state)
    _say_nonsense(monkeypatch)
    assert _offered(_position(path).state) == plain


def _offered(state: State) -> list[dict[str, Choice]]:
    found = []
    for _ in range(3):
        choices = dict(listed(state).choices)
        found.append(choices)
        if not choices:
            break
        made = step_if_legal(state, next(iter(choices.values())))
        if isinstance(made, Refusal):
            break
        state = made[0]
    return found


@needs_data(CARDS)
@pytest.mark.slow("judges cases twice")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_nonsense_for_words_changes_no_ruling(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = _changed(path, _ruled, monkeypatch)
    assert not {where for where in changed if not where.endswith(SENTENCES)}


# --- the other rooms ---------------------------------------------------------------------------------------------


def _deck() -> Any:
    text = "1 Midnight Guard\n1 Presence of Gond\n1 Devoted Druid\n1 Grizzly Bears\n36 Forest\n"
    deck = read_deck(text, "deck.txt", BOOK, partly=True)
    assert isinstance(deck, Deck), deck
    known = (("Devoted Druid", "Vizier of Remedies"), ("Sanguine Bond", "No Such Card"))
    return as_json(deck_answer(deck, BOOK, DeckAsked(known=known)))


def _certificate() -> str:
    found = api.combo(["Midnight Guard", "Presence of Gond"], BOOK)
    assert isinstance(found, api.ComboAnswer)
    return found.certificate


#: Cards with a clause of each state, and with each thing beside their text: other faces, keywords that can't be used, sizes, type lines.
SHOWN: Final = [
    {"name": "Ninja", "type_line": "Creature — Human Ninja", "power": "1", "toughness": "1", "oracle_text": "Transmute {U}"},
    {"name": "Banding", "type_line": "Creature — Human", "power": "*", "toughness": "1+*", "oracle_text": "Banding"},
    {"name": "Leader", "type_line": "Legendary Creature — Elf", "power": "1", "toughness": "1", "oracle_text": "Partner\nJuggle."},
    {"name": "Ship", "type_line": "Artifact — Spacecraft", "power": "3", "toughness": "3", "oracle_text": "Flying"},
    {"name": "Day", "type_line": "Creature — Elf", "layout": "transform", "oracle_text": "", "power": "1", "toughness": "1"},
    {"name": "Bridge", "type_line": "Creature — Elf", "layout": "adventure", "oracle_text": "", "power": "1", "toughness": "1"},
    {"name": "Odd", "type_line": "Strange Battle", "oracle_text": "{T}: Juggle two cards."},
]  # fmt: skip


def _cards() -> Any:
    """What is told of these cards, which of their clauses may be assumed away, and what the options of one in a hand are."""
    compiled = [compile_card(each) for each in SHOWN]
    told = as_json(cards_answer(compiled))
    assumed = [
        type(assumption(card, clause.text[:12], clause.text)).__name__ for card in compiled for clause in card.clauses
    ]
    return {**told, "assumed": assumed, "terms": [to_json(card.proto.abilities) for card in compiled]}


def _rows() -> Any:
    rows = [
        Row(number=1, id="a", cards=("Midnight Guard", "Presence of Gond"), claims=()),
        Row(number=2, id="b", cards=("Forest", "Nobody at All"), claims=()),
        Row(number=3, id="c", cards=("Forest", "Island"), claims=()),
    ]  # fmt: skip
    found = [msgspec.to_builtins(outcome(row, BOOK, RowAsked())) for row in rows]
    return {"rows": [{**each, "board": None} for each in found]}


def _page() -> Any:
    """The page of a combo whose certificate is not taken: why not stands beside the verdict."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(certificate, "check", lambda *_: Refusal(FALSE, "certificate-step", "step: it does not follow"))
        found = api.combo(["Midnight Guard", "Presence of Gond"], BOOK)
    assert isinstance(found, api.ComboAnswer)
    brief, codes = page_brief(found.answer)
    assert codes
    return {"verdict": brief.verdict, "codes": codes}


def _game() -> Any:
    """A game at a table: choices, a loop that is proposed, looked at, cut and proposed again, a ruling, and a concession."""
    seen: list[Any] = []
    with quick_folder() as folder, opened(folder, BOOK) as table:
        game = seated(table, THREE)

        def look() -> None:
            for who in game.chairs:
                view = view_of(game, who)
                buttons = re.findall(r'data-do="[a-z-]*"', f"{leaving(view)}{draw_asked(view)}{ended(view)}")
                scene = table.scene(game[who], Wanted(iteration="2"))
                seen.append([view, buttons, scene.code if isinstance(scene, Refusal) else as_json(scene)])

        look()
        seen.append(type(table.propose(game["p1"], game.next, LAP.format(9))).__name__)
        look()
        for who, text in (("p2", "accept"), ("p3", "cut 2.1")):
            answered = table.answer(game[who], game.next, text)
            seen.append(type(answered).__name__)
            look()
        seen.append(type(table.concede(game["p2"], game.next)).__name__)
        look()
    return {"seen": seen}


#: What else of these answers is sentences, or another one each time: the names of gains in rows, markers of cards with their lengths, a game's link.
TOLD: Final[dict[Callable[[], Any], tuple[str, ...]]] = {
    _deck: (),
    _page: (".verdict",),
    _cards: (".clauses[].text", ".clauses[].span[]", ".terms[][].text", ".terms[][].end"),
    _rows: (".how", ".verdict", ".gains", ".told", ".draft"),
    _game: (".stops[].top", ".game", ".since"),
}


@pytest.mark.slow("decks, rows and games, twice")
@pytest.mark.parametrize("asked", TOLD, ids=lambda asked: asked.__name__[1:])
def test_nonsense_for_words_changes_words_alone_everywhere(
    asked: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = asked()
    _say_nonsense(monkeypatch)
    changed = _differing(plain, asked())
    assert not {where for where in changed if not where.endswith((*SENTENCES, *TOLD[asked]))}
    assert changed, "nonsense that nobody sees proves nothing"


@pytest.mark.slow("proves a combo")
def test_nonsense_for_words_checks_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = _certificate()
    plain = as_json(check_answer(text, BOOK.protos))
    _say_nonsense(monkeypatch)
    assert not {
        where for where in _differing(plain, as_json(check_answer(text, BOOK.protos))) if not where.endswith(SENTENCES)
    }


def _by_message(found: Answer) -> bool:
    return "repeat" in Refusal(ILLEGAL, "no-loop", "the script has no 'repeat' block").message


def _by_gain(found: Answer) -> bool:
    return found.loop is not None and any("tokens" in gain.what for gain in found.loop.gains or ())


def _by_table(found: Answer) -> bool:
    return "a coin flip" in vars(verdict_phrases)["_EVENTS"].values()


@pytest.mark.parametrize("reads", [_by_message, _by_gain, _by_table], ids=["a message", "a gain", "a table of words"])
def test_what_reads_words_is_found(reads: Callable[[Answer], bool], monkeypatch: pytest.MonkeyPatch) -> None:
    """Sabotage: with an answer that looks into words, a field that is no sentence is another one."""

    def sabotaged(path: Path) -> Answer:
        found = _answered(path)
        return msgspec.structs.replace(found, title="yes" if reads(found) else "no")

    assert ".title" in _changed(EXAMPLES[0].with_name("guard-gond.yaml"), sabotaged, monkeypatch)
