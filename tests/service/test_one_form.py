"""One form of answers: for the same question the library, the command line, HTTP and the tools for assistants give the same bytes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from jsonschema_rs import Draft202012Validator
from mcp import Client

from reiterate import api
from reiterate.service.mcp_server import tool_server
from reiterate.service.settings import Settings
from reiterate.untrusted_text import json_text
from tests.support.apart import run_apart
from tests.support.command_line import in_process
from tests.support.served import EXAMPLES, Served, asked, text_of

BOOK: Final = api.CardBook.builtin()
VALIDATOR: Final = Draft202012Validator(api.answer_schema())


class Question(NamedTuple):
    """A question as each way asks it. ``verb``: over HTTP and as a tool; ``certified``: of a certificate's text."""

    name: str
    library: Callable[[], api.Answer]
    words: tuple[str, ...]
    verb: str
    fields: dict[str, Any]


def _of_board(example: str, question: Any, **more: Any) -> api.Answer:
    position = api.load(text_of(example), f"{example}.yaml", BOOK)
    assert isinstance(position, api.Position), position
    return api.answer(position, [question], api.Asking(**more))


def _judged(example: str) -> api.Answer:
    case = api.load_case(text_of(example), f"{example}.yaml", BOOK)
    assert isinstance(case, api.Case), case
    found = api.judge(case)
    assert isinstance(found, api.Ruling), found
    return api.judge_answer(case, api.verdict(found, f"{example}.yaml"))


def _combo(*names: str) -> api.Answer:
    found = api.combo(names, BOOK)
    assert isinstance(found, api.ComboAnswer), found
    return found.answer


def _cards(*names: str) -> api.Answer:
    found = [BOOK.find(name) for name in names]
    return api.cards_answer([each for each in found if isinstance(each, api.CompiledCard)])


def _file(example: str) -> str:
    return str(EXAMPLES / f"{example}.yaml")


GUARD: Final = ("midnight guard", "presence of gond")
QUESTIONS: Final = (
    Question("run", lambda: _of_board("cut", "run"), ("run", _file("cut")), "run", asked("cut")),
    Question("loop", lambda: _of_board("million", "loop"), ("loop", _file("million")), "loop", asked("million")),
    Question(
        "find",
        lambda: _of_board("million", "find", steps=500),
        ("find", _file("million"), "--steps", "500"),
        "find",
        asked("million", steps="500"),
    ),
    Question("judge", lambda: _judged("draw"), ("judge", _file("draw")), "judge", asked("draw")),
    Question("combo", lambda: _combo(*GUARD), ("combo", *GUARD), "combo", {"names": list(GUARD)}),
    Question(
        "cards", lambda: _cards("Midnight Guard"), ("cards", "show", "Midnight Guard"), "cards", {"names": ["Midnight Guard"]}
    ),
)  # fmt: skip


@pytest.fixture(scope="module")
def tools() -> dict[str, str]:
    """What the tools say, by the question; also of the certificate of a board."""

    async def story() -> dict[str, str]:
        async with Client(tool_server(Settings(workers=1, long_workers=1))) as client:

            async def ask(verb: str, given: dict[str, Any]) -> str:
                (content,) = (await client.call_tool(verb, given)).content
                return str(getattr(content, "text", ""))

            told = {each.name: await ask(each.verb, each.fields) for each in QUESTIONS}
            certificate = await ask("certificate", asked("million"))
            return {**told, "certificate": certificate, "check": await ask("check", {"certificate": certificate})}

    return run_apart(story())


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_the_same_question_has_the_same_bytes_everywhere(
    question: Question, served: Served, tools: dict[str, str]
) -> None:
    library = json_text(api.as_json(question.library()))
    VALIDATOR.validate(json.loads(library))
    assert in_process(*question.words, "--json")[1] == library
    posted = (
        served.ask("GET", "/api/v1/cards?name=Midnight%20Guard")
        if question.verb == "cards"
        else served.post(question.verb, question.fields)
    )
    assert posted.text == library
    assert tools[question.name] == library


def test_a_certificate_is_checked_the_same_everywhere(served: Served, tools: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "loop.cert"
    file.write_text(tools["certificate"], encoding="utf-8")
    library = json_text(api.as_json(api.check_answer(tools["certificate"], BOOK.protos)))
    assert in_process("check", str(file), "--json")[1] == library
    posted = served.ask("POST", "/api/v1/check", tools["certificate"], content_type="application/json")
    assert posted.text == tools["check"] == library


def test_a_deck_is_answered_by_the_library_as_on_the_command_line(tmp_path: Path) -> None:
    text = "1 Midnight Guard\n1 Presence of Gond\n38 Forest\n"
    (tmp_path / "deck.txt").write_text(text, encoding="utf-8")
    deck = api.read_deck(text, "deck.txt", BOOK, partly=True)
    assert isinstance(deck, api.Deck)
    library = json_text(api.as_json(api.deck_answer(deck, BOOK)))
    assert in_process("deck", str(tmp_path / "deck.txt"), "--json")[1] == library
