"""The command line: ``reiterate demo | run | loop | find | certify | check | cards``. A face: it decides nothing.

Exit codes: 0 answered, 1 a claim is false, 2 input not accepted, 3 undetermined, 4 unsupported, 70 our bug.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console

from reiterate import __version__
from reiterate.limits import MEMORY, SECONDS, Watch, read_regular
from reiterate.refusals import EDITION, INPUT, UNDETERMINED, Refusal
from reiterate.shown_text import encodable, json_text, plain

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

JsonFlag = Annotated[bool, typer.Option("--json", help="Answer as JSON on standard output.")]
CardsOption = Annotated[
    list[Path] | None, typer.Option("--cards", help="A card file in the shape of Scryfall's bulk files. Repeatable.")
]


def _refuse(refusal: Refusal, as_json: bool) -> typer.Exit:
    """Show a refusal and give the exit for it."""
    if as_json:
        _print_json(_error_json(refusal))
    else:
        for line in _error_lines(refusal):
            sys.stderr.write(encodable(line, sys.stderr.encoding) + "\n")
    return typer.Exit(refusal.exit_code)


def _error_json(refusal: Refusal) -> Any:
    where = refusal.where
    return {
        "error": {
            "code": refusal.code,
            "message": refusal.message,
            "where": {"file": where.file, "line": where.line, "column": where.column, "span": where.span},
            "expected": refusal.expected,
            "rule": refusal.rule,
            "edition": EDITION,
        }
    }


def _error_lines(refusal: Refusal) -> list[str]:
    """What a refusal shows: foreign text in it stays on its line and is plain."""
    rule = f" [{refusal.rule}]" if refusal.rule else ""
    lines = [f"{_place_text(refusal)}{refusal.message}{rule} ({refusal.code})"]
    if refusal.where.span:
        lines.append(f"    {refusal.where.span}")
    if refusal.expected:
        lines.append(f"accepted would be: {refusal.expected}")
    return [plain(line) for line in lines]


def _place_text(refusal: Refusal) -> str:
    where = refusal.where
    parts = [where.file] if where.file else []
    parts += [str(n) for n in (where.line, where.column) if n]
    return ":".join(parts) + ": " if parts else ""


def _print_json(value: Any) -> None:
    text = json_text(value, sys.stdout.encoding)
    _WATCH.stop()
    sys.stdout.write(text)


def _print(lines: list[str]) -> None:
    """Lines of an answer; every one goes through here, so that foreign text in it is plain."""
    shown = [encodable(plain(line), sys.stdout.encoding) for line in lines]
    if not sys.stdout.isatty():
        sys.stdout.write("".join(f"{line}\n" for line in shown))
        return
    console = Console(highlight=False, soft_wrap=True, emoji=False)
    for line in shown:
        style = "bold" if line and not line.startswith(" ") and line.endswith(":") else None
        console.print(line, markup=False, style=style)


def _book(files: list[Path] | None) -> Any:
    from reiterate.cards import CardBook
    from reiterate.cards.book import CardFileError

    try:
        return CardBook.builtin().with_files(files or [])
    except CardFileError as error:
        return error.refusal


def _load(file: Path, cards: list[Path] | None, as_json: bool) -> Any:
    from reiterate.script.position import load_file

    book = _book(cards)
    if isinstance(book, Refusal):
        raise _refuse(book, as_json)
    position = load_file(file, book)
    if isinstance(position, Refusal):
        raise _refuse(position, as_json)
    return position


@app.command()
def run(
    file: Annotated[Path, typer.Argument(help="A position file (docs/positions.md).")],
    cards: CardsOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Propose the file's shortcut, take the answers, show where the game is, and check what the file expects."""
    from reiterate.show.session import report_json, report_lines, run_position

    position = _load(file, cards, as_json)
    result = run_position(position)
    if isinstance(result, Refusal):
        raise _refuse(result, as_json)
    if as_json:
        _print_json(report_json(result))
    else:
        _print(report_lines(result))
    if result.differences:
        raise typer.Exit(1)


@app.command()
def loop(
    file: Annotated[Path, typer.Argument(help="A position file whose script holds the loop.")],
    cards: CardsOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Find the loop of a file's script: its places, what one iteration changes, where it ends, what kind it is."""
    from reiterate.judge.kinds import kind_of
    from reiterate.show.board import fold
    from reiterate.show.kinds import kind_json, kind_lines
    from reiterate.show.session import loop_json, loop_lines, study_loop
    from reiterate.survey.gains import gain_lines, gains_json, worth

    position = _load(file, cards, as_json)
    result = study_loop(position)
    if isinstance(result, Refusal):
        raise _refuse(result, as_json)
    kind = kind_of(result.part.loop)
    found = worth(result.part.loop, position.proposer, kind)
    if as_json:
        _print_json({**loop_json(result), "kind": kind_json(kind), "gains": gains_json(found)})
    else:
        _print([*loop_lines(result), *fold(kind_lines(kind)), "", *fold(gain_lines(found))])


@app.command()
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
    as_json: JsonFlag = False,
) -> None:
    """Find a loop on a board: a script that can be pasted into the file, what an iteration changes, where it ends."""
    from reiterate.show.found import found_json, found_lines
    from reiterate.survey.finder import find_on_board
    from reiterate.survey.period import period_of

    position = _load(file, cards, as_json)
    if played:
        result = period_of(position.state, position.script, position.proposer, steps)
    else:
        result = find_on_board(position.state, position.proposer, steps, turns=turns)
    if isinstance(result, Refusal):
        raise _refuse(result, as_json)
    if as_json:
        _print_json(found_json(result, position.title))
    else:
        _print(found_lines(result, position.title))


@app.command()
def certify(
    file: Annotated[Path, typer.Argument(help="A position file whose script holds the loop.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Where to write the certificate.")],
    cards: CardsOption = None,
    once: Annotated[
        bool, typer.Option("--once", help="Certify the whole script as something done once: a win, or equal events.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """Write a certificate of the loop of a file's script (docs/certificates.md)."""
    from reiterate.certify.certificate import certify, certify_once
    from reiterate.script.script import BodyReader
    from reiterate.show.session import study_loop

    position = _load(file, cards, as_json)
    if once:
        text = certify_once(position.state, BodyReader(position.script))
    else:
        result = study_loop(position)
        if isinstance(result, Refusal):
            raise _refuse(result, as_json)
        text = certify(result.part.loop)
    if isinstance(text, Refusal):
        raise _refuse(text, as_json)
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise _refuse(_no_file(output, error), as_json) from error
    if as_json:
        _print_json({"format": "certify/1", "file": str(output), "characters": str(len(text))})
    else:
        _print([f"certificate written to {output} ({len(text):,} characters)"])


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A certificate that 'reiterate certify' wrote.")],
    cards: CardsOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Check a certificate without the solver: accepted, or rejected with the obligation that fails.

    Each card of its start is compared with the card of that name, compiled anew.
    """
    from reiterate.check.certificate import check

    book = _book(cards)
    if isinstance(book, Refusal):
        raise _refuse(book, as_json)
    try:
        text = read_regular(file, 4 * MOST_CHARACTERS).decode("utf-8")[:MOST_CHARACTERS]
    except (OSError, UnicodeDecodeError) as error:
        raise _refuse(_no_file(file, error), as_json) from error
    result = check(text, book.protos)
    if isinstance(result, Refusal):
        raise _refuse(result, as_json)
    if as_json:
        _print_json(result.as_json())
    else:
        _print(result.lines())


def _no_file(file: Path, error: Exception) -> Refusal:
    reason = getattr(error, "strerror", None) or "not UTF-8"
    return Refusal(INPUT, "file", f"{file.name}: {reason}", "a file that can be opened")


@app.command()
def demo(as_json: JsonFlag = False) -> None:
    """The rulebook's example: a million Elves, a cut inside iteration 7, and 10^100 Elves."""
    from reiterate.cards import CardBook
    from reiterate.script.position import load
    from reiterate.show.session import report_json, report_lines, run_position

    shown = []
    for name in ("million.yaml", "cut.yaml", "googol.yaml"):
        text = resources.files("reiterate.examples").joinpath(name).read_text(encoding="utf-8")
        position = load(text, name, CardBook.builtin())
        if isinstance(position, Refusal):
            raise _refuse(position, as_json)
        result = run_position(position)
        if isinstance(result, Refusal):
            raise _refuse(result, as_json)
        if as_json:
            shown.append(report_json(result))
        else:
            _print([*report_lines(result), ""])
        if result.differences:
            raise typer.Exit(1)
    if as_json:
        _print_json(shown)


@cards_app.command("show")
def cards_show(
    names: Annotated[list[str], typer.Argument(help="Card names.")],
    cards: CardsOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Show cards clause by clause: understood, understood and inert, or not understood."""
    from reiterate.show.card_text import card_json, card_lines

    book = _book(cards)
    if isinstance(book, Refusal):
        raise _refuse(book, as_json)
    shown = []
    for name in names:
        card = book.find(os.fsencode(name).decode("utf-8", "replace"))  # whatever letters the terminal has
        if isinstance(card, Refusal):
            raise _refuse(card, as_json)
        if as_json:
            shown.append(card_json(card))
        else:
            _print([*card_lines(card), ""])
    if as_json:
        _print_json(shown)


@cards_app.command("coverage")
def cards_coverage(cards: CardsOption = None, as_json: JsonFlag = False) -> None:
    """Count how many cards compile completely, partly, not, and the most frequent missing forms."""
    from reiterate.cards.coverage import coverage

    book = _book(cards)
    if isinstance(book, Refusal):
        raise _refuse(book, as_json)
    found = coverage(cards[0] if cards and len(cards) == 1 else book)
    if as_json:
        _print_json(found.as_json())
    else:
        _print(found.lines())


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
    if "--json" in sys.argv:
        number, text = 1, json_text(_error_json(refusal), sys.stdout.encoding)
    else:
        number, text = 2, "".join(f"{line}\n" for line in _error_lines(refusal))
    os.write(number, text.encode("ascii", "backslashreplace"))
    os._exit(refusal.exit_code)


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
