"""The command line: ``reiterate demo | run | loop | find | certify | check | cards``. A face: it decides nothing.

Exit codes: 0 answered, 1 a claim is false, 2 input not accepted, 3 undetermined, 4 unsupported, 70
our bug.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from enum import Enum
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from typer.core import TyperCommand

from reiterate import __version__
from reiterate.limits import MEMORY, SECONDS, Watch, read_regular
from reiterate.refusals import INPUT, UNDETERMINED, Refusal, Where
from reiterate.shown_text import encodable, json_text, plain

if TYPE_CHECKING:
    from reiterate.show.answer import Answer, Question, Refused
    from reiterate.show.building import Asking

OUR_BUG: Final = 70

#: Characters of a certificate that are read at all; the checker refuses less than that.
MOST_CHARACTERS: Final = 5_000_000

app = typer.Typer(
    name="reiterate",
    help="Shortcuts and loops in Magic: The Gathering: lay out a position, propose, cut in, be there exactly.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
cards_app = typer.Typer(help="Look at cards: what is understood of their text.", no_args_is_help=True)
app.add_typer(cards_app, name="cards")


class Json(Enum):
    """The JSON forms of an answer: each command's own, or ``answer/0``, which is one for all (docs/answers.md)."""

    PLAIN = "plain"
    ANSWER = "answer"


class PlainJson(Enum):
    """The JSON form of a command whose answer is not of a board."""

    PLAIN = "plain"


class JsonCommand(TyperCommand):
    """A command whose ``--json`` may stand alone: it means ``--json=plain``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words behind the command's name; behind ``--`` stand no options."""
        end = args.index("--") if "--" in args else len(args)
        words = [f"--json={Json.PLAIN.value}" if word == "--json" else word for word in args[:end]]
        return super().parse_args(ctx, [*words, *args[end:]])


_JSON_HELP: Final = "Answer as JSON on standard output"
JsonOption = Annotated[
    Json | None, typer.Option("--json", help=f"{_JSON_HELP}: alone or =plain, the command's form; =answer, answer/0.")
]
PlainOption = Annotated[PlainJson | None, typer.Option("--json", help=f"{_JSON_HELP}.")]
CardsOption = Annotated[
    list[Path] | None, typer.Option("--cards", help="A card file in the shape of Scryfall's bulk files. Repeatable.")
]


def _refuse(refusal: Refusal, form: Json | PlainJson | None, question: Question = "run") -> typer.Exit:
    """Show a refusal, as JSON in a form of the ``question``; give the exit for it."""
    if form is not None:
        _print_json(_refusal_form(refusal, form.value, question))
    else:
        for line in _error_lines(refusal):
            sys.stderr.write(encodable(line, sys.stderr.encoding) + "\n")
    return typer.Exit(refusal.exit_code)


def _refusal_form(refusal: Refusal, form: str, question: Question) -> Any:
    from reiterate.show.answer_json import as_json
    from reiterate.show.building_refusals import refused_answer, refused_of
    from reiterate.show.shipped_forms import error

    if form == Json.ANSWER.value:
        return as_json(refused_answer(question, refusal))
    return as_json(error(refused_of(question, refusal)))


def _error_lines(refusal: Refusal) -> list[str]:
    """The lines of a refusal: foreign text in it stays on its line and is plain."""
    rule = f" [{refusal.rule}]" if refusal.rule else ""
    lines = [f"{_place_text(refusal)}{refusal.message}{rule} ({refusal.code})"]
    if refusal.where.span:
        lines.append(f"    {refusal.where.span}")
    if refusal.expected:
        lines.append(f"accepted would be: {refusal.expected}")
    return [plain(line) for line in lines]


def _refusal(refused: Refused) -> Refusal:
    """The refusal that a part of an answer tells."""
    where = Where(refused.where.file, refused.where.line, refused.where.column, refused.where.span)
    return Refusal(refused.kind, refused.code, refused.message, refused.expected, refused.rule, where)


def _place_text(refusal: Refusal) -> str:
    where = refusal.where
    parts = [where.file] if where.file else []
    parts += [str(n) for n in (where.line, where.column) if n]
    return ":".join(parts) + ": " if parts else ""


def _print_json(value: Any) -> None:
    text = json_text(value, sys.stdout.encoding)
    _WATCH.stop()
    sys.stdout.write(text)


def _print(lines: Sequence[str]) -> None:
    """Show lines that are laid out already; foreign text in them is made plain."""
    _print_text("".join(f"{plain(line)}\n" for line in lines))


def _print_text(text: str) -> None:
    sys.stdout.write(encodable(text, sys.stdout.encoding))


def _show(found: Answer, form: Json | None, shipped: Callable[[Answer], Any]) -> None:
    """Show an answer in a JSON form or on the screen, and end with its exit code where that is not 0.

    ``shipped``: makes the plain form of an answer. A refused question is shown as a refusal, but in
    ``answer/0``.
    """
    from reiterate.show.answer_json import as_json
    from reiterate.show.building import exit_code

    question = found.asked[0]
    refused = next((each for each in found.refusals if each.question == question), None)
    if form is Json.ANSWER:
        _print_json(as_json(found))
    elif refused is not None:
        raise _refuse(_refusal(refused), form, question)
    elif form is Json.PLAIN:
        _print_json(as_json(shipped(found)))
    else:
        _screen(found)
    if exit_code(found):
        raise typer.Exit(exit_code(found))


def _screen(found: Answer) -> None:
    from reiterate.show.screen import page_of
    from reiterate.show.screen_answer import screen

    _print_text(screen(found, page_of(sys.stdout)))


def _ask(
    question: Question, file: Path, cards: list[Path] | None, form: Json | None, asking: Asking | None = None
) -> Answer:
    from reiterate.show.building import answer

    return answer(_load(file, cards, form, question), [question], asking)


def _book(files: list[Path] | None) -> Any:
    from reiterate.cards import CardBook
    from reiterate.cards.book import CardFileError

    try:
        return CardBook.builtin().with_files(files or [])
    except CardFileError as error:
        return error.refusal


def _load(file: Path, cards: list[Path] | None, form: Json | None, question: Question) -> Any:
    from reiterate.script.position import load_file

    book = _book(cards)
    if isinstance(book, Refusal):
        raise _refuse(book, form, question)
    position = load_file(file, book)
    if isinstance(position, Refusal):
        raise _refuse(position, form, question)
    return position


@app.command(cls=JsonCommand)
def run(
    file: Annotated[Path, typer.Argument(help="A position file (docs/positions.md).")],
    cards: CardsOption = None,
    form: JsonOption = None,
) -> None:
    """Propose the file's shortcut, take the answers, show where the game is, and check what the file expects."""
    from reiterate.show import shipped_forms

    _show(_ask("run", file, cards, form), form, shipped_forms.ruling)


@app.command(cls=JsonCommand)
def loop(
    file: Annotated[Path, typer.Argument(help="A position file whose script holds the loop.")],
    cards: CardsOption = None,
    form: JsonOption = None,
) -> None:
    """Find the loop of a file's script: its places, what one iteration changes, where it ends, what kind it is."""
    from reiterate.show import shipped_forms
    from reiterate.show.building import Asking

    asking = Asking(needed=form is not Json.PLAIN)
    _show(_ask("loop", file, cards, form, asking), form, shipped_forms.loop)


@app.command(cls=JsonCommand)
def find(
    file: Annotated[Path, typer.Argument(help="A position file; its script is not looked at, unless --played.")],
    cards: CardsOption = None,
    steps: Annotated[
        int, typer.Option("--steps", min=1, help="How many choices the search may play before it is undetermined.")
    ] = 10_000,
    played: Annotated[
        bool, typer.Option("--played", help="Take the file's script as what was played, and find its period.")
    ] = False,
    turns: Annotated[
        bool, typer.Option("--turns", help="Also try iterations that go through the opponents' turns.")
    ] = False,
    form: JsonOption = None,
) -> None:
    """Find a loop on a board: a script that can be pasted into the file, what an iteration changes, where it ends."""
    from reiterate.show import shipped_forms
    from reiterate.show.building import Asking

    asking = Asking(steps=steps, played=played, turns=turns, judged=form is not Json.PLAIN)
    _show(_ask("find", file, cards, form, asking), form, shipped_forms.find)


@app.command(cls=JsonCommand)
def certify(
    file: Annotated[Path, typer.Argument(help="A position file whose script holds the loop.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Where to write the certificate.")],
    cards: CardsOption = None,
    once: Annotated[
        bool, typer.Option("--once", help="Certify the whole script as something done once: a win, or equal events.")
    ] = False,
    form: JsonOption = None,
) -> None:
    """Write a certificate of the loop of a file's script (docs/certificates.md)."""
    from reiterate.show import shipped_forms
    from reiterate.show.building import Asking, answer_with_certificate

    position = _load(file, cards, form, "certify")
    found, text = answer_with_certificate(position, Asking(once=once))
    if found.certificate is not None:
        try:
            output.write_text(text, encoding="utf-8")
        except OSError as error:
            raise _refuse(_no_file(output, error), form, "certify") from error
        if form is None:
            _print([f"certificate written to {output}"])
    _show(found, form, lambda _: shipped_forms.certified(str(output), len(text)))


@app.command(cls=JsonCommand)
def check(
    file: Annotated[Path, typer.Argument(help="A certificate that 'reiterate certify' wrote.")],
    cards: CardsOption = None,
    form: PlainOption = None,
) -> None:
    """Check a certificate without the solver: accepted, or rejected with the obligation that fails.

    Each card of its start is compared with the card of that name, compiled anew.
    """
    from reiterate.check.certificate import check
    from reiterate.show import shipped_forms
    from reiterate.show.answer_json import as_json
    from reiterate.show.checked import checked
    from reiterate.show.checked_words import checked_lines

    book = _book(cards)
    if isinstance(book, Refusal):
        raise _refuse(book, form)
    try:
        text = read_regular(file, 4 * MOST_CHARACTERS).decode("utf-8")[:MOST_CHARACTERS]
    except (OSError, UnicodeDecodeError) as error:
        raise _refuse(_no_file(file, error), form) from error
    result = check(text, book.protos)
    if isinstance(result, Refusal):
        raise _refuse(result, form)
    if form is not None:
        _print_json(as_json(shipped_forms.checked(checked(result))))
    else:
        _print(checked_lines(checked(result)))


def _no_file(file: Path, error: Exception) -> Refusal:
    reason = getattr(error, "strerror", None) or "not UTF-8"
    return Refusal(INPUT, "file", f"{file.name}: {reason}", "a file that can be opened")


@app.command(cls=JsonCommand)
def demo(form: JsonOption = None) -> None:
    """The rulebook's example: a million Elves, a cut inside iteration 7, and 10^100 Elves."""
    from reiterate.cards import CardBook
    from reiterate.script.position import load
    from reiterate.show.answer_json import as_json
    from reiterate.show.building import answer, exit_code
    from reiterate.show.shipped_forms import ruling

    shown = []
    for name in ("million.yaml", "cut.yaml", "googol.yaml"):
        text = resources.files("reiterate.examples").joinpath(name).read_text(encoding="utf-8")
        position = load(text, name, CardBook.builtin())
        if isinstance(position, Refusal):
            raise _refuse(position, form)
        found = answer(position, ["run"])
        if form is None:
            _screen(found)
            _print([""])
        else:
            shown.append(as_json(found if form is Json.ANSWER else ruling(found)))
        if exit_code(found):
            raise typer.Exit(exit_code(found))
    if form is not None:
        _print_json(shown)


@cards_app.command("show", cls=JsonCommand)
def cards_show(
    names: Annotated[list[str], typer.Argument(help="Card names.")],
    cards: CardsOption = None,
    form: PlainOption = None,
) -> None:
    """Show cards clause by clause: understood, understood and inert, or not understood."""
    from reiterate.show.answer_json import as_json
    from reiterate.show.card_text import card_form, card_lines

    book = _book(cards)
    if isinstance(book, Refusal):
        raise _refuse(book, form)
    shown = []
    for name in names:
        card = book.find(os.fsencode(name).decode("utf-8", "replace"))  # whatever letters the terminal has
        if isinstance(card, Refusal):
            raise _refuse(card, form)
        if form is not None:
            shown.append(as_json(card_form(card)))
        else:
            _print([*card_lines(card), ""])
    if form is not None:
        _print_json(shown)


@cards_app.command("coverage", cls=JsonCommand)
def cards_coverage(cards: CardsOption = None, form: PlainOption = None) -> None:
    """Count how many cards compile completely, partly, not, and the most frequent missing forms."""
    from reiterate.cards.coverage import coverage
    from reiterate.show.answer_json import as_json
    from reiterate.show.coverage_text import coverage_form, coverage_lines

    book = _book(cards)
    if isinstance(book, Refusal):
        raise _refuse(book, form)
    found = coverage(cards[0] if cards and len(cards) == 1 else book)
    if form is not None:
        _print_json(as_json(coverage_form(found)))
    else:
        _print(coverage_lines(found))


def _version(value: bool) -> None:
    if value:
        sys.stdout.write(f"reiterate {__version__}\n")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", min=0, envvar="REITERATE_SECONDS", help="Seconds that a command may take; 0: no end."
        ),
    ] = SECONDS,
    megabytes: Annotated[
        int,
        typer.Option("--megabytes", min=0, envvar="REITERATE_MEGABYTES", help="Memory that it may take; 0: no end."),
    ] = MEMORY // 1_000_000,
) -> None:
    """Options before any command."""
    _WATCH.seconds = seconds
    _WATCH.memory = megabytes * 1_000_000


def _end(refusal: Refusal) -> None:
    """End the run from beside it: the refusal goes out past whatever the work holds."""
    asked = [word.partition("=")[2] for word in sys.argv if word == "--json" or word.startswith("--json=")]
    if asked:
        question: Question = next((q for q in _QUESTIONS if q in sys.argv), "run")
        number, text = 1, json_text(_refusal_form(refusal, asked[-1], question), sys.stdout.encoding)
    else:
        number, text = 2, "".join(f"{line}\n" for line in _error_lines(refusal))
    os.write(number, text.encode("ascii", "backslashreplace"))
    os._exit(refusal.exit_code)


#: The commands that ask a question of a board.
_QUESTIONS: Final[tuple[Question, ...]] = ("run", "loop", "find", "certify")

#: What ends a run that takes too long. Only ``main`` starts it; who calls the commands otherwise is not watched.
_WATCH: Final = Watch(SECONDS, MEMORY, _end)


def main() -> None:
    """Run the command line; a bug of ours is loud and exits with 70.

    What a terminal has no letters for is written as its number.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    _WATCH.start()
    try:
        app()
    except MemoryError:
        _end(Refusal(UNDETERMINED, "memory-spent", "the system gives no more memory", "a smaller board or script"))
    except Exception:
        for line in traceback.format_exc().splitlines():
            sys.stderr.write(encodable(plain(line), sys.stderr.encoding) + "\n")
        sys.stderr.write("reiterate: this is a bug in reiterate, please report it with the input above\n")
        raise SystemExit(OUR_BUG) from None
