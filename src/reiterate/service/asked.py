"""What a request may hold: one Struct for each verb, and bodies that are JSON.

What a request may hold: one Struct for each verb. Quantities are strings of digits, as everywhere in JSON.

The types bound the depth, so that reading a hostile body costs no more than its bytes.

Bodies of requests: said to be JSON, and refused where they are none.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from fastapi import Request
from fastapi.responses import Response
from msgspec import Meta

from reiterate.cards.book import MOST_BROUGHT
from reiterate.decoded import NotDecoded, json_of
from reiterate.refusals import INPUT, Refusal, Where
from reiterate.service.problems import problem, refused_request, response, told_of

# --- asked ---------------------------------------------------------------------------------------

#: Characters of a name, of an assumption, and of a position file; the reader of files has its own bounds.
NAME: Final = 200
WORDS: Final = 2_000
FILE: Final = 1_000_000

Name = Annotated[str, Meta(max_length=NAME)]
Full = Annotated[str, Meta(min_length=1, max_length=NAME)]
Names = Annotated[list[Name], Meta(max_length=20)]
Words = Annotated[list[Annotated[str, Meta(max_length=WORDS)]], Meta(max_length=20)]
File = Annotated[str, Meta(max_length=FILE, description="The text of a position file (docs/positions.md).")]
Deck = Annotated[str, Meta(max_length=100_000, description="A deck list (docs/imports.md).")]
Decks = Annotated[list[Deck], Meta(max_length=6)]
Count = Annotated[str, Meta(pattern="^[1-9][0-9]{0,8}$", description="A whole number of at least 1, in digits.")]
Life = Annotated[str, Meta(pattern="^[1-9][0-9]{0,99}$", description="A life total of at least 1, in digits.")]
Players = Annotated[str, Meta(pattern="^[2-6]$", description="The number of players, 2 to 6.")]
Seconds = Annotated[str, Meta(pattern="^[1-9][0-9]{0,3}$", description="Seconds of work at most.")]
Format = Literal["", "position", "pzl"]
Question = Literal["run", "loop", "find", "certify", "judge"]

#: The words of a game: a line or what is said, a script, a log; the number that a new entry will have.
Line = Annotated[str, Meta(max_length=WORDS)]
Script = Annotated[str, Meta(max_length=100_000)]
Number = Annotated[int, Meta(ge=1, le=1_000_000)]
Secret = Annotated[str, Meta(min_length=1, max_length=64)]


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request. ``seconds``: of work at most, where that is less than the server allows."""

    seconds: Seconds | None = None


class OfBoard(Asked, frozen=True, kw_only=True):
    """A question of a board.

    ``format``: ``position`` or ``pzl``; without it the text itself says which it is. ``name``: what the file is called in
    refusals. ``assume``: clauses that don't matter, as ``Card: words``.
    """

    position: File
    format: Format = ""
    name: Name = "position.yaml"
    assume: Words = []


class RunAsked(OfBoard, frozen=True, kw_only=True):
    """Propose the file's shortcut, take the answers, and check what the file expects."""


class LoopAsked(OfBoard, frozen=True, kw_only=True):
    """Find the loop of the file's script."""


class FindAsked(OfBoard, frozen=True, kw_only=True):
    """Find a loop on the board. The fields are the options of ``reiterate find``."""

    steps: Count | None = None
    played: bool = False
    turns: bool = False
    focus: Names = []


class CertifyAsked(OfBoard, frozen=True, kw_only=True):
    """Prove the loop of the file's script; ``once``: the whole script as something done once."""

    once: bool = False


class SeveralAsked(FindAsked, frozen=True, kw_only=True):
    """Several questions of one board, in one answer."""

    questions: Annotated[list[Question], Meta(min_length=1, max_length=5)]
    once: bool = False


class Seen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The position that another engine sees behind a line, as the text of a position file."""

    behind: Number
    position: File


class WatchAsked(OfBoard, frozen=True, kw_only=True):
    """Watch a game that another engine plays: which loops are recognised in it?

    ``lines``: what was played from ``position`` on, one line of a script each. ``after``: only what is recognised behind
    that line is told. ``seen``: what the other engine sees behind some lines; a difference is a refusal.
    """

    lines: Annotated[list[Line], Meta(max_length=5_000)]
    after: Annotated[int, Meta(ge=0, le=5_000)] = 0
    seen: Annotated[list[Seen], Meta(max_length=5_000)] = []


class JudgeAsked(OfBoard, frozen=True, kw_only=True):
    """Judge a case. The fields are the options of ``reiterate judge``; ``compare`` gives one verdict for each policy."""

    policy: Name = ""
    edition: Name = ""
    seat: Name = ""
    compare: bool = False


class ComboAsked(Asked, frozen=True, kw_only=True):
    """Prove a combo from names. The fields are the options of ``reiterate combo``; ``board`` gives the position file instead."""

    names: Annotated[list[Full], Meta(min_length=1, max_length=20)]
    others: Names = []
    life: Life = "20"
    players: Players = "2"
    steps: Count | None = None
    assume: Words = []
    board: bool = False


class PositionAsked(Asked, frozen=True, kw_only=True):
    """The position file of a puzzle of Forge (``pzl``), or of a new game between ``decks``, which a ``seed`` may shuffle."""

    pzl: File = ""
    decks: Decks = []
    seed: Name = ""
    name: Name = "puzzle.pzl"


class CardsAsked(Asked, frozen=True, kw_only=True):
    """Which clauses of cards are understood?"""

    names: Annotated[list[Full], Meta(min_length=1, max_length=20)]


class NamesAsked(Asked, frozen=True, kw_only=True):
    """Names that begin so; or with ``like`` those that may be meant."""

    begin: Name = ""
    like: Name = ""


class OfGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that is done at a game. ``number``: the number that the new entry will have."""

    number: Number


class GameAsked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Begin a game from a position file, a puzzle of Forge (``pzl``), deck lists, a built-in example, or an exported log.

    ``decks``: one list for each player in turn order; ``seed`` decides how they are shuffled. ``programs``: seats that a
    program plays. ``limit``: seconds that each decision may take, 0 for any. ``names``: what the people at seats are called.
    ``cards``: a card file, which the game alone knows behind the cards of the server; from a position, a puzzle or decks.
    """

    position: File = ""
    pzl: File = ""
    decks: Decks = []
    seed: Name = ""
    example: Name = ""
    log: Annotated[str, Meta(max_length=5_000_000)] = ""
    title: Name = ""
    programs: Annotated[dict[Name, Name], Meta(max_length=6)] = {}
    limit: Annotated[int, Meta(ge=0, le=2_592_000)] = 0
    names: Annotated[dict[Name, Name], Meta(max_length=6)] = {}
    cards: Annotated[str, Meta(max_length=MOST_BROUGHT)] = ""


class SessionAsked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Exchange the secret of a link for a cookie that no script reads and no other site sends."""

    secret: Secret


class PlayAsked(OfGame, frozen=True, kw_only=True):
    """Make one or more choices by hand, as a line of a script."""

    line: Line


class ProposeAsked(OfGame, frozen=True, kw_only=True):
    """Propose a script as a shortcut (732.2a)."""

    script: Script


class AgainAsked(OfGame, frozen=True, kw_only=True):
    """Propose what was shown by hand, so many times more: ``1000``, ``10^100``, ``until it ends``."""

    times: Line


class AnswerAsked(OfGame, frozen=True, kw_only=True):
    """Answer the proposal: ``accept``, or ``cut PLACE`` (732.2b)."""

    said: Line


class SayAsked(OfGame, frozen=True, kw_only=True):
    """Make a statement, such as ``number 9``; a secret one is the judge's alone until the judge has ruled."""

    text: Line
    secret: bool = False


class ChatAsked(OfGame, frozen=True, kw_only=True):
    """Say words to ``all``, or to the ``judge`` alone."""

    text: Line
    to: Name = "all"


class UndoAsked(OfGame, frozen=True, kw_only=True):
    """Ask to go back to the position behind entry ``to``."""

    to: Number


class UndoAnswerAsked(OfGame, frozen=True, kw_only=True):
    """Agree to go back, or decline."""

    agree: bool


class SeatAsked(OfGame, frozen=True, kw_only=True):
    """Play one's own seat from now on, which a program has played until now."""


class ProgramAsked(OfGame, frozen=True, kw_only=True):
    """Let a program play one's own seat from now on, until somebody takes it: ``passes``, or ``cuts once``."""

    way: Name


class BeCalledAsked(OfGame, frozen=True, kw_only=True):
    """Say what one is called at one's seat; the name stands beside the seat for everybody."""

    name: Name


class ConcedeAsked(OfGame, frozen=True, kw_only=True):
    """Lose and leave the game at once (104.3a)."""


class RemoveAsked(OfGame, frozen=True, kw_only=True):
    """Agree that another player, who is gone, is taken out of the game; the last agreement of all others does it."""

    player: Name


class TimeOverAsked(OfGame, frozen=True, kw_only=True):
    """Take the player for whom the game waits out of the game: the time limit of the game is over."""


class RematchAsked(OfGame, frozen=True, kw_only=True):
    """Want to play again; when all players do, the game begins anew with the same links."""


class RuleAsked(OfGame, frozen=True, kw_only=True):
    """The judge's ruling on a loop, by what the players have said."""

    policy: Name
    script: Script = ""
    own: Line = ""


class ExplainAsked(Asked, frozen=True, kw_only=True):
    """What does a code of a refusal, an exit code or a word of the glossary mean?"""

    word: Full


Kind = TypeVar("Kind", bound=msgspec.Struct)


def read(body: bytes, kind: type[Kind]) -> Kind | Refusal:
    """The request that a body holds; a refusal names the field that is wrong."""
    try:
        return json_of(body, kind)
    except NotDecoded as error:
        if error.value:
            return _refusal(error.why)
        return Refusal(INPUT, "not-json", "the body of the request is no JSON", "a JSON object in UTF-8")


def made(values: dict[str, Any], kind: type[Kind]) -> Kind | Refusal:
    """The same of values that stand in an address."""
    try:
        return msgspec.convert(values, type=kind)
    except msgspec.ValidationError as error:
        return _refusal(str(error))


def _refusal(said: str) -> Refusal:
    what, _, place = said.partition(" - at ")
    code = "unknown-key" if "unknown field" in what else "shape"
    return Refusal(
        INPUT, code, what.replace("`", "'"), "what /api/v1/openapi.json says", where=Where(span=place.strip("`"))
    )


def fields(asked: msgspec.Struct) -> dict[str, Any]:
    """A request as a JSON object with all fields."""
    found: dict[str, Any] = msgspec.to_builtins(asked)
    return found


# --- bodies --------------------------------------------------------------------------------------

JSON: Final = "application/json"


async def json_body(request: Request) -> bytes | Response:
    """The body, which has to be said to be JSON: so no form of another site's page can send one."""
    said = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if said != JSON:
        found = refused_request(415, "media-type", "the body of the request is not said to be JSON", JSON, said)
        return response(found)
    return await request.body()


def unread(refusal: Refusal) -> Response:
    """The response to a body that is no request."""
    return response(problem(told_of(refusal), 400 if refusal.code == "not-json" else None))
