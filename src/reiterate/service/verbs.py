"""What the API answers: each verb as the command line answers it, with the same bytes.

``perform`` runs in a worker process. Nothing here knows a web server.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from reiterate.ask.answer import Answer
from reiterate.ask.answer_json import as_json
from reiterate.ask.answer_parts import BoardQuestion, Question
from reiterate.ask.building import Asking, answer, answer_with_certificate, exit_code
from reiterate.ask.building_refusals import refusal_of, refused_answer
from reiterate.ask.session import not_assumed
from reiterate.cards import Cache, CardBook
from reiterate.cards.names import names_beginning, near
from reiterate.cards.remembered import remembered
from reiterate.lazy_module import Later
from reiterate.refusals import INPUT, Refusal, Where
from reiterate.script.position import Position, load
from reiterate.script.puzzle_lines import is_puzzle
from reiterate.untrusted_text import json_text

if TYPE_CHECKING:
    from reiterate.ask import building_checked, building_combo, building_verdict, watched
    from reiterate.boards import dealing, new_position
    from reiterate.combos import combo
    from reiterate.judging import case_file
    from reiterate.show import card_text, explained
else:
    building_checked = Later("reiterate.ask.building_checked")
    building_combo = Later("reiterate.ask.building_combo")
    building_verdict = Later("reiterate.ask.building_verdict")
    watched = Later("reiterate.ask.watched")
    dealing = Later("reiterate.boards.dealing")
    new_position = Later("reiterate.boards.new_position")
    combo = Later("reiterate.combos.combo")
    case_file = Later("reiterate.judging.case_file")
    card_text = Later("reiterate.show.card_text")
    explained = Later("reiterate.show.explained")

#: Names that the completion of a name tells, and those that are told as perhaps meant.
COMPLETED: Final = 200
NEAREST: Final = 20

#: A request as a JSON object.
Request = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a verb has given.

    ``exit_code``: that of the command line. ``text``: what the command line prints; "" where it prints none.
    ``refusal``: why there is no answer; the text may then hold an answer that repeats the refusal.
    """

    exit_code: int
    text: str
    refusal: Refusal | None = None


class Books:
    """The cards that the server knows, opened once."""

    def __init__(self, files: Sequence[str], environ: Mapping[str, str] | None = None) -> None:
        """``files``: card files before those of the environment, as ``--cards`` names them."""
        self.files = list(files)
        self.environ = dict(os.environ if environ is None else environ)
        self.kept: CardBook | Refusal = self._opened(Cache.of(self.environ))

    def trusting_none(self) -> CardBook | Refusal:
        """The same cards, compiled anew: a checker asks no cache."""
        return self._opened(None)

    def _opened(self, cached: Cache | None) -> CardBook | Refusal:
        known = remembered(self.environ)
        if isinstance(known, Refusal):
            return known
        return CardBook.with_files(self.files, self.environ, cached, known)

    def assuming(self, words: Sequence[str]) -> CardBook | Refusal:
        """The cards, with clauses that are assumed not to matter."""
        return self.kept if isinstance(self.kept, Refusal) else self.kept.assuming(words)


def perform(verb: str, asked: Request, books: Books) -> Outcome:
    """The outcome of a verb of ``VERBS``; the request has been looked through by the model of the verb."""
    return VERBS[verb](asked, books)


def refusal_outcome(refusal: Refusal, question: Question | None = None) -> Outcome:
    """The outcome of a refusal; with the answer that holds it, where a question was asked of a board."""
    text = json_text(as_json(refused_answer(question, refusal))) if question is not None else ""
    return Outcome(refusal.exit_code, text, refusal)


# --- questions of a board -----------------------------------------------------------------------------------------


def _position(asked: Request, books: Books) -> Position | Refusal:
    book = books.assuming(asked["assume"])
    if isinstance(book, Refusal):
        return book
    wrong = _unlike(asked)
    position = wrong if wrong is not None else load(asked["position"], asked["name"], book)
    if isinstance(position, Refusal):
        return position
    return not_assumed(position.state, book) or position


def _unlike(asked: Request) -> Refusal | None:
    """Why a text is not of the format that the request says."""
    said = asked["format"]
    if not said or (said == "pzl") == is_puzzle(asked["position"]):
        return None
    expected = "[metadata] or [state] on the first line" if said == "pzl" else "a position file"
    message = "this is no puzzle of Forge" if said == "pzl" else "this is a puzzle of Forge"
    return Refusal(INPUT, "puzzle", message, expected, where=Where(asked["name"], 1, 1))


def _asking(asked: Request) -> Asking:
    return Asking(
        steps=_number(asked.get("steps")),
        played=asked.get("played", False),
        turns=asked.get("turns", False),
        focus=tuple(asked.get("focus", ())),
        once=asked.get("once", False),
    )


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)


def _board(question: BoardQuestion) -> Callable[[Request, Books], Outcome]:
    """The verb of one question."""

    def verb(asked: Request, books: Books) -> Outcome:
        position = _position(asked, books)
        if isinstance(position, Refusal):
            return refusal_outcome(position, question)
        return _told(answer(position, [question], _asking(asked)))

    return verb


def _several(asked: Request, books: Books) -> Outcome:
    """Several questions in one answer."""
    questions: list[BoardQuestion] = asked["questions"]
    position = _position(asked, books)
    if isinstance(position, Refusal):
        return refusal_outcome(position, questions[0])
    found = answer(position, questions, _asking(asked))
    return Outcome(0, json_text(as_json(found)))  # what is refused stands inside


def _watch(asked: Request, books: Books) -> Outcome:
    """What is recognised in a game that another engine plays."""
    book = books.assuming(asked["assume"])
    if isinstance(book, Refusal):
        return refusal_outcome(book)
    position = _position(asked, books)
    if isinstance(position, Refusal):
        return refusal_outcome(position)
    seen = {each["behind"]: each["position"] for each in asked["seen"]}
    found = watched.watched(position, asked["lines"], asked["after"], seen, book)
    return refusal_outcome(found) if isinstance(found, Refusal) else Outcome(0, json_text(as_json(found)))


def _told(found: Answer) -> Outcome:
    """An answer to one question; refused where the question is."""
    text, code = json_text(as_json(found)), exit_code(found)
    no = next((each for each in found.refusals if each.question == found.asked[0]), None)
    return Outcome(code, text, None if no is None else refusal_of(no))


def _certificate(asked: Request, books: Books) -> Outcome:
    """The certificate itself, as ``certify -o -`` writes it."""
    position = _position(asked, books)
    if isinstance(position, Refusal):
        return refusal_outcome(position, "certify")
    found, text = answer_with_certificate(position, _asking(asked))
    return Outcome(0, text) if found.certificate is not None else _told(found)


def _check(asked: Request, books: Books) -> Outcome:
    book = books.trusting_none()
    if isinstance(book, Refusal):
        return refusal_outcome(book, "check")
    return _told(building_checked.check_answer(asked["certificate"], book.protos))


def _judge(asked: Request, books: Books) -> Outcome:
    book = books.assuming(asked["assume"])
    if isinstance(book, Refusal):
        return refusal_outcome(book, "judge")
    wrong = _unlike(asked)
    case = wrong if wrong is not None else case_file.load_case(asked["position"], asked["name"], book, asked["edition"])
    found = case if isinstance(case, Refusal) else case_file.under(case, asked["policy"], asked["edition"])
    if isinstance(found, Refusal):
        return refusal_outcome(found, "judge")
    unsaid = not_assumed(found.position.state, book)
    if unsaid is not None:
        return refusal_outcome(unsaid, "judge")
    if asked["compare"]:
        verdicts = building_verdict.compared_policies(found)
        if isinstance(verdicts, Refusal):
            return refusal_outcome(verdicts, "judge")
        return Outcome(
            0, json_text({name: as_json(building_verdict.judged(found, each)) for name, each in verdicts.items()})
        )
    ruling = building_verdict.ruling_for(found, asked["seat"])
    if isinstance(ruling, Refusal):
        return refusal_outcome(ruling, "judge")
    verdict = building_verdict.verdict_of(ruling, asked["name"])
    text = json_text(as_json(building_verdict.judged(found, verdict)))
    return Outcome(building_verdict.exit_code_of(verdict), text)


# --- cards and words ----------------------------------------------------------------------------------------------


def _combo(asked: Request, books: Books) -> Outcome:
    book = books.assuming(asked["assume"])
    if isinstance(book, Refusal):
        return refusal_outcome(book, "combo")
    steps = combo.STEPS if asked["steps"] is None else int(asked["steps"])
    wanted = combo.Asked(asked["life"], int(asked["players"]), tuple(asked["others"]), steps)
    found = combo.asked_of(asked["names"], book, wanted)
    if isinstance(found, Refusal):
        return refusal_outcome(found, "combo")
    return Outcome(0, found.text) if asked["board"] else _told(building_combo.combo_answer(found, wanted, book).answer)


def _made(asked: Request, books: Books) -> Outcome:
    """The position file of a puzzle, or of a new game between decks."""
    if isinstance(books.kept, Refusal):
        return refusal_outcome(books.kept)
    if bool(asked["pzl"]) == bool(asked["decks"]):
        return refusal_outcome(Refusal(INPUT, "shape", "a position is made of one thing", "pzl, or decks"))
    if asked["pzl"]:
        text = new_position.of_puzzle(asked["pzl"], asked["name"], books.kept)
        return refusal_outcome(text) if isinstance(text, Refusal) else Outcome(0, text)
    lists = [(deck, f"deck {number}") for number, deck in enumerate(asked["decks"], 1)]
    made = dealing.dealt(lists, books.kept, asked["seed"])
    return refusal_outcome(made) if isinstance(made, Refusal) else Outcome(0, made.text)


def _cards(asked: Request, books: Books) -> Outcome:
    if isinstance(books.kept, Refusal):
        return refusal_outcome(books.kept, "cards")
    found = []
    for name in asked["names"]:
        card = books.kept.find(name)
        if isinstance(card, Refusal):
            return refusal_outcome(card, "cards")
        found.append(card)
    return _told(card_text.cards_answer(found))


def _names(asked: Request, books: Books) -> Outcome:
    """Names that begin so, sorted as the completion of a shell has them; with ``like`` those that may be meant."""
    if isinstance(books.kept, Refusal):
        return refusal_outcome(books.kept)
    if asked["like"]:
        return Outcome(0, json_text(near(books.kept, asked["like"], NEAREST)))
    return Outcome(0, json_text(sorted(names_beginning(books.kept, asked["begin"], COMPLETED))))


def _explain(asked: Request, _: Books) -> Outcome:
    brief = explained.explained(asked["word"])
    if isinstance(brief, Refusal):
        return refusal_outcome(brief)
    rows = [{"head": head, "lines": list(lines)} for head, lines in brief.rows]
    return Outcome(0, json_text({"format": "explained/1", "meaning": brief.verdict, "rows": rows}))


#: What can be asked, by the last part of its address.
VERBS: Final[dict[str, Callable[[Request, Books], Outcome]]] = {
    "run": _board("run"),
    "loop": _board("loop"),
    "find": _board("find"),
    "certify": _board("certify"),
    "answer": _several,
    "certificate": _certificate,
    "check": _check,
    "watch": _watch,
    "judge": _judge,
    "combo": _combo,
    "position": _made,
    "cards": _cards,
    "names": _names,
    "explain": _explain,
}
