"""The command line: a function for each command of ``reiterate``; ``WORKS`` lists them. A face: it decides nothing.

Exit codes: 0 answered, 1 a claim is false, 2 input not accepted, 3 undetermined, 4 unsupported, 70
our bug.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from reiterate import __version__
from reiterate.cli.command_face import JSON, QUESTIONS, Face, error_lines, short_refusal
from reiterate.cli.command_words import ANSWER, reader, with_forms
from reiterate.cli.streams import drop_output, not_taken, opened_streams, put
from reiterate.decoded import NotDecoded, decoded_text
from reiterate.limits import MEMORY, SECONDS, Watch, read_regular
from reiterate.refusals import EXIT_CODES, INPUT, UNDETERMINED, Refusal
from reiterate.untrusted_text import encodable, json_text, plain

if TYPE_CHECKING:
    from reiterate.ask.answer import Answer
    from reiterate.ask.answer_parts import BoardQuestion, Question
    from reiterate.ask.building import Asking
    from reiterate.cards import CardBook
    from reiterate.show.brief import Brief

OUR_BUG: Final = 70

#: The exit code of a run that its user stopped, and of one whose reader went away.
STOPPED: Final = 130
UNREAD: Final = 1

#: Characters of a certificate that are read at all; the checker refuses less than that.
MOST_CHARACTERS: Final = 5_000_000

#: How seldom memory that refers to itself is looked for: a command ends soon, and holds much that stays.
COLLECTED: Final = (200_000, 20, 20)

#: What stands for standard input, or for standard output.
PIPE: Final = "-"

#: Card files that are named, and what ``--json`` prints: ``None`` for a screen.
Cards = list[Path] | None
Form = str | None

#: Clauses that are assumed not to matter, as ``Card: words``.
Words = list[str] | None
#: How what was found is shown; the words of each command line set it.
_FACE: Final = Face()


def _refuse(refusal: Refusal, form: Form, question: Question = "run") -> SystemExit:
    """Show a refusal, as JSON in an answer to the ``question``; give the exit for it."""
    if form is not None:
        _print_json(_refusal_json(refusal, question))
    else:
        line = f"line {refusal.where.line}: " if refusal.where.line else ""
        _FACE.refuse(error_lines(refusal), plain(f"{line}{short_refusal(refusal).message} ({refusal.code})"))
    return SystemExit(refusal.exit_code)


def _refusal_json(refusal: Refusal, question: Question) -> Any:
    from reiterate.ask.answer_json import as_json
    from reiterate.ask.building_refusals import refused_answer

    return as_json(refused_answer(question, short_refusal(refusal)))


def _print_json(value: Any) -> None:
    if _FACE.file is None:
        _WATCH.stop()
    _FACE.give(value)


def _lines_text(lines: Sequence[str]) -> str:
    """Lines that are laid out already as a text; foreign text in them is made plain."""
    return "".join(f"{plain(line)}\n" for line in lines)


def _show(found: Answer, form: Form, written: str = "") -> None:
    """Show an answer as JSON or on the screen, and end with its exit code where that is not 0.

    On the screen a refused question is shown as a refusal. ``written``: where its certificate was written.
    """
    from reiterate.ask.answer_json import as_json
    from reiterate.ask.building import exit_code

    question = found.asked[0]
    refused = next((each for each in found.refusals if each.question == question), None)
    if form is not None:
        _print_json(as_json(found))
    elif refused is not None:
        from reiterate.ask.building_refusals import refusal_of

        raise _refuse(refusal_of(refused), form, question)
    else:
        _screen(found, written)
    if exit_code(found):
        raise SystemExit(exit_code(found))


def _screen(found: Answer, written: str = "") -> None:
    from reiterate.show.brief_answer import brief_of

    def whole() -> str:
        from reiterate.show.screen import page_of
        from reiterate.show.screen_answer import screen

        return screen(found, page_of(sys.stdout))

    _FACE.present(brief_of(found, written), whole)


def _ask(
    question: BoardQuestion, file: Path, cards: Cards, form: Form, assume: Words, asking: Asking | None = None
) -> Answer:
    from reiterate.ask.building import answer

    return answer(_load(file, cards, form, question, assume), [question], asking)


def _book(files: Cards, *, trusting: bool = True) -> CardBook | Refusal:
    """The cards of the files; ``trusting``: with what earlier runs kept of them."""
    from reiterate.cards import Cache, CardBook
    from reiterate.cards.remembered import remembered

    known = remembered(os.environ)
    if isinstance(known, Refusal):
        return known
    cached = Cache.of(os.environ) if trusting else None
    card_book = CardBook.with_files(files or [], cached=cached, remembered=known)
    if isinstance(card_book, Refusal):
        gone = [str(each) for each in known if card_book.where.file in (str(each), each.name)]
        return replace(card_book, expected=f"reiterate cards remove {gone[0]}") if gone else card_book
    _FACE.note(f"cards of {', '.join(source.label for source in card_book.sources)}")
    return card_book


def _load(file: Path, cards: Cards, form: Form, question: Question, assume: Words) -> Any:
    from reiterate.ask.session import not_assumed
    from reiterate.script.position import load, load_file

    book = _assuming(_book(cards), assume)
    if isinstance(book, Refusal):
        raise _refuse(book, form, question)
    position = load(_piped(form, question), "-", book) if str(file) == PIPE else load_file(file, book)
    refused = position if isinstance(position, Refusal) else not_assumed(position.state, book)
    if isinstance(refused, Refusal):
        raise _refuse(refused, form, question)
    assert not isinstance(position, Refusal)
    _FACE.aside([f"left out: {each}" for each in position.left_out])
    return position


def _assuming(book: CardBook | Refusal, assume: Words) -> CardBook | Refusal:
    return book if isinstance(book, Refusal) else book.assuming(assume or [])


def _piped(form: Form, question: Question = "run") -> str:
    """What stands on standard input."""
    try:
        return sys.stdin.read(MOST_CHARACTERS)
    except UnicodeDecodeError as error:
        raise _refuse(_no_file(Path(PIPE), error), form, question) from error


def run(file: Path, cards: Cards = None, form: Form = None, assume: Words = None) -> None:
    """Propose the file's shortcut, take the answers, show where the game is, and check what the file expects."""
    _show(_ask("run", file, cards, form, assume), form)


def loop(file: Path, cards: Cards = None, form: Form = None, assume: Words = None) -> None:
    """Find the loop of a file's script: its places, what one iteration changes, where it ends, what kind it is."""
    _show(_ask("loop", file, cards, form, assume), form)


def find(
    file: Path,
    cards: Cards = None,
    steps: int | None = None,
    played: bool = False,
    turns: bool = False,
    focus: Sequence[str] = (),
    form: Form = None,
    assume: Words = None,
) -> None:
    """Find a loop on a board: a script that can be pasted into the file, what an iteration changes, where it ends."""
    from reiterate.ask.building import Asking

    asking = Asking(steps=steps, played=played, turns=turns, focus=tuple(focus))
    _show(_ask("find", file, cards, form, assume, asking), form)


def combo(
    names: list[str],
    cards: Cards = None,
    others: list[str] | None = None,
    life: int = 20,
    players: int = 2,
    steps: int | None = None,
    save: Path | None = None,
    why: bool = False,
    form: Form = None,
    assume: Words = None,
) -> None:
    """Prove a combo from the names of its cards alone: what it gives, how it wins, what it needs, how it stops."""
    from functools import partial
    from time import perf_counter

    from reiterate.ask.answer_json import as_json
    from reiterate.ask.building import exit_code
    from reiterate.ask.building_combo import combo_answer
    from reiterate.cards.names import names_in
    from reiterate.combos.combo import STEPS, Asked, asked_of
    from reiterate.show.screen import page_of
    from reiterate.show.screen_combo import brief_of_combo, combo_screen

    begun = perf_counter()
    book = _assuming(_book(cards), assume)
    if isinstance(book, Refusal):
        raise _refuse(book, form, "combo")
    beside = tuple(names_in(book, _typed_words(others or ())))
    asked = Asked(str(life), players, beside, STEPS if steps is None else steps)
    found = asked_of(names_in(book, _typed_words(names)), book, asked)
    if isinstance(found, Refusal):
        raise _refuse(found, form, "combo")
    unwritten = None if save is None else put(save, found.text, cards or ())
    if unwritten is not None:
        raise _refuse(unwritten, form, "combo")
    told = combo_answer(found, asked, book).answer
    if form is not None:
        _print_json(as_json(told))
    else:
        screens = partial(combo_screen, told, page_of(sys.stdout), perf_counter() - begun)
        _FACE.present(brief_of_combo(told), lambda: screens(True), screens, why)
    if exit_code(told):
        raise SystemExit(exit_code(told))


def _typed_words(words: Sequence[str]) -> list[str]:
    """The words of a command as text, whatever letters the terminal has."""
    return [os.fsencode(word).decode("utf-8", "replace") for word in words]


def survey(file: Path | None = None, cards: Cards = None, **given: Any) -> None:
    """Prove every combo of a database, row by row, and write what comes of each with a report (docs/survey.md).

    --seconds and --megabytes before the command bound each row. The same command goes on where it was ended.
    """
    from reiterate.cli.surveyed import surveyed

    found, refusal = surveyed(file, cards or [], _bounds(), _FACE.progress.tell, **given)
    if found is not None:
        _briefly(found)
    _told(refusal)


def discover(cards: Cards = None, **given: Any) -> None:
    """Find new combos of two cards: pairs that feed each other by their texts, each one proved (docs/discover.md)."""
    from reiterate.cli.discover import discovered

    found, refusal = discovered(cards or [], _bounds(), _FACE.progress.tell, **given)
    if found is not None:
        _briefly(found)
    _told(refusal)


def deck(file: Path, cards: Cards = None, form: Form = None, **given: Any) -> None:
    """Find the loops that a deck holds, and those for which it lacks one card. Each loop is proved.

    --seconds before the command bounds each piece of the work, not all of it.
    """
    from reiterate.ask.answer_json import as_json
    from reiterate.cli.deck import deck_holds
    from reiterate.show.deck_words import brief_of_deck, deck_lines

    book = _book(cards)
    text = _piped(form, "deck") if str(file) == PIPE else None
    found = book if isinstance(book, Refusal) else deck_holds(file, text, book, _WATCH.again, **given)
    if isinstance(found, Refusal):
        raise _refuse(found, form, "deck")
    if form is not None:
        _print_json(as_json(found))
    else:
        _FACE.present(brief_of_deck(found), lambda: _lines_text(deck_lines(found)))


def certify(
    file: Path, output: Path, cards: Cards = None, once: bool = False, form: Form = None, assume: Words = None
) -> None:
    """Write a certificate of the loop of a file's script (docs/certificates.md)."""
    from reiterate.ask.building import Asking, answer_with_certificate

    position = _load(file, cards, form, "certify", assume)
    if form is not None and str(output) == PIPE:
        message = "with --json the answer stands on standard output, so the certificate can't"
        raise _refuse(Refusal(INPUT, "file", message, "--output FILE"), form, "certify")
    found, text = answer_with_certificate(position, Asking(once=once))
    if found.certificate is not None:
        if str(output) == PIPE:
            _FACE.write(text)
            return
        unwritten = put(output, text, (file, *(cards or ())))
        if unwritten is not None:
            raise _refuse(unwritten, form, "certify")
    _show(found, form, str(output))


def check(file: Path, cards: Cards = None, form: Form = None) -> None:
    """Check a certificate without the solver: accepted, or rejected with the obligation that fails.

    Each card of its start is compared with the card of that name, read and compiled anew: no cache is asked.
    """
    from reiterate.ask.answer_json import as_json
    from reiterate.ask.building_checked import checked, checked_answer
    from reiterate.ask.checked_words import checked_lines
    from reiterate.check.certificate import check
    from reiterate.show.brief_answer import brief_of_checked

    book = _book(cards, trusting=False)
    if isinstance(book, Refusal):
        raise _refuse(book, form, "check")
    text = _certificate_text(file, form)
    result = check(text, book.protos)
    if isinstance(result, Refusal):
        raise _refuse(replace(result, where=replace(result.where, file=file.name)), form, "check")
    found = checked(result)
    if form is not None:
        _print_json(as_json(checked_answer(text, found)))
    else:
        _FACE.present(brief_of_checked(found), lambda: _lines_text(checked_lines(found)))


def _certificate_text(file: Path, form: Form) -> str:
    if str(file) == PIPE:
        return _piped(form, "check")
    try:
        return decoded_text(read_regular(file, 4 * MOST_CHARACTERS))[:MOST_CHARACTERS]
    except (OSError, NotDecoded) as error:
        raise _refuse(_no_file(file, error), form, "check") from error


def _no_file(file: Path, error: Exception) -> Refusal:
    reason = getattr(error, "strerror", None) or "not UTF-8"
    return Refusal(INPUT, "file", f"{file.name}: {reason}", "a file that can be opened")


def judge(
    file: Path,
    cards: Cards = None,
    form: Form = None,
    why: bool = False,
    compare: bool = False,
    policy: str = "",
    edition: str = "",
    assume: Words = None,
    seat: str = "",
) -> None:
    """Judge a case: what follows of a loop and of what was said, in one sentence, and why."""
    from functools import partial

    from reiterate.ask.answer_json import as_json
    from reiterate.ask.building_verdict import compared_policies, exit_code_of, ruling_for, verdict_of
    from reiterate.ask.building_verdict import judged as as_answer
    from reiterate.show.screen import page_of
    from reiterate.show.screen_verdict import brief_of_compared, brief_of_verdict, compared_screen, verdict_screen

    case = _case(file, cards, form, (policy, edition), assume)
    if compare:
        found = compared_policies(case)
        if isinstance(found, Refusal):
            raise _refuse(found, form, "judge")
        if form is not None:
            _print_json({name: as_json(as_answer(case, each)) for name, each in found.items()})
        else:
            screen = partial(compared_screen, found, page_of(sys.stdout))
            _FACE.present(brief_of_compared(found), screen, screen)
        return
    ruling = ruling_for(case, seat)
    if isinstance(ruling, Refusal):
        raise _refuse(ruling, form, "judge")
    verdict = verdict_of(ruling, file.name)
    if form is not None:
        _print_json(as_json(as_answer(case, verdict)))
    else:
        page = page_of(sys.stdout)
        short, whole = (lambda: verdict_screen(verdict, page)), (lambda: verdict_screen(verdict, page, True))
        _FACE.present(brief_of_verdict(verdict), whole, short, why)
    if exit_code_of(verdict):
        raise SystemExit(exit_code_of(verdict))


def _case(file: Path, cards: Cards, form: Form, instead: tuple[str, str], assume: Words) -> Any:
    """A case from a file, or from standard input for ``-``; policy and edition ``instead`` of the file's own."""
    from reiterate.ask.session import not_assumed
    from reiterate.judging.case_file import load_case, load_case_file, under

    book = _assuming(_book(cards), assume)
    if isinstance(book, Refusal):
        raise _refuse(book, form, "judge")
    piped = str(file) == PIPE
    case = load_case(_piped(form, "judge"), PIPE, book, instead[1]) if piped else load_case_file(file, book, instead[1])
    found = case if isinstance(case, Refusal) else under(case, *instead)
    refused = found if isinstance(found, Refusal) else not_assumed(found.position.state, book)
    if refused is not None:
        raise _refuse(refused, form, "judge")
    return found


def play(file: Path, cards: Cards = None) -> None:
    """Play on from a position, all players at this terminal: choices by number or line, again N, judge, undo.

    The game is kept beside the file, entry by entry; the same command goes on with it.
    """
    from reiterate.cli.hot_seat import HotSeat, opened
    from reiterate.show.screen import page_of

    book = _book(cards)
    found = book if isinstance(book, Refusal) else opened(file, book)
    if isinstance(found, Refusal) or isinstance(book, Refusal):
        assert isinstance(found, Refusal)
        raise _refuse(found, None)
    _WATCH.stop()  # people think as long as they like
    try:
        HotSeat(*found, book, _typed, _tell, page_of(sys.stdout)).play()
    except OSError as error:
        raise _refuse(_no_file(found[1], error), None) from error


def _tell(text: str) -> None:
    """Show a text at once; foreign text in it is made plain."""
    _FACE.write("\n".join(plain(line) for line in text.split("\n")))
    sys.stdout.flush()


def _typed(prompt: str) -> str | None:
    """The next line that is typed; None where there is none."""
    _tell(prompt)
    line = sys.stdin.readline()
    return line if line else None


def demo(names: list[str] | None = None, form: Form = None) -> None:
    """The rulebook's example: a million Elves, a cut inside iteration 7, and 10^100 Elves; or the demonstrations named.

    Each is a position that is built in: towers, progression, end, nest, draw; list tells what each shows, all shows all.
    """
    from reiterate.ask.answer_json import as_json
    from reiterate.ask.building import answer, exit_code
    from reiterate.cli.demonstrations import demonstrations_named, listed, position_of

    if names == ["list"]:
        told = listed()
        _print_json({name: lines[0] for name, lines in told.rows}) if form is not None else _briefly(told)
        return
    shows = demonstrations_named(names or [])
    if isinstance(shows, Refusal):
        raise _refuse(shows, form)
    shown: list[Any] = []
    for i, show in enumerate(shows):
        position = position_of(show)
        if isinstance(position, Refusal):
            raise _refuse(position, form)
        found = answer(position, [show.question])
        if form is None:
            _FACE.between() if i else None
            _screen(found)
        else:
            shown.append(as_json(found))
        if exit_code(found):
            raise SystemExit(exit_code(found))
    if form is not None:
        _print_json(shown)


def cards_show(names: list[str], cards: Cards = None, form: Form = None) -> None:
    """Show cards clause by clause: understood, understood and inert, or not understood."""
    from reiterate.ask.answer_json import as_json
    from reiterate.cards.names import names_in
    from reiterate.show.brief import LINES
    from reiterate.show.card_text import brief_of_cards, card_lines, cards_answer

    book = _book(cards)
    if isinstance(book, Refusal):
        raise _refuse(book, form, "cards")
    said = [book.find(name) for name in names_in(book, _typed_words(names))]
    found = [card for card in said if not isinstance(card, Refusal)]
    unknown = [card for card in said if isinstance(card, Refusal)]
    if unknown and not found:
        raise _refuse(unknown[0], form, "cards")
    if form is not None:
        _print_json(as_json(cards_answer(found, unknown)))
    else:
        one = card_lines(found[0]) if len(found) == 1 else []
        short = (lambda: _lines_text(one)) if 0 < len(one) <= LINES else None
        _FACE.present(brief_of_cards(found), lambda: "\n".join(_lines_text(card_lines(card)) for card in found), short)
        for refusal in unknown:
            _refuse(refusal, form)
    if unknown:
        raise SystemExit(EXIT_CODES[INPUT])


def cards_coverage(
    cards: Cards = None, missing: bool = False, combos: Path | None = None, held_out: str = "", form: Form = None
) -> None:
    """Count how many cards compile completely, partly, not, and the most frequent missing forms; or what the reader lacks."""
    from reiterate.ask.answer_json import as_json
    from reiterate.cli.card_files import coverage_ledger

    book = _book(cards)
    if isinstance(book, Refusal):
        raise _refuse(book, form, "coverage")
    found = coverage_ledger(cards[0] if cards and len(cards) == 1 else book, missing, combos, held_out, _WATCH.again)
    if isinstance(found, Refusal):
        raise _refuse(found, form, "coverage")
    if form is not None:
        _print_json(as_json(found.answer))
    else:
        _FACE.present(found.brief, lambda: _lines_text(found.lines))


def cards_add(card_files: list[Path]) -> None:
    """Remember card files: every later command knows their cards."""
    from reiterate.cli.card_files import remember_card_files

    _briefly(remember_card_files(card_files, os.environ))


def cards_remove(card_files: list[Path]) -> None:
    """Remember card files no longer; the files themselves stay."""
    from reiterate.cli.card_files import removed

    _briefly(removed(card_files, os.environ))


def cards_list() -> None:
    """List the sources of cards in the order in which they are asked."""
    from reiterate.cli.card_files import listed

    _briefly(listed(os.environ))


def _briefly(found: Brief | Refusal) -> None:
    """Show an answer of few lines, or a refusal."""
    from reiterate.show.brief import markdown

    if isinstance(found, Refusal):
        raise _refuse(found, None)
    _FACE.present(found, lambda: markdown(found))


def explain(asked: list[str]) -> None:
    """Explain a refusal code, a word of the glossary or a rule on loops: reiterate explain 732.2a."""
    from reiterate.show.explained import explained

    _briefly(explained(" ".join(asked)))


def new(
    output: Path,
    force: bool = False,
    puzzle: Path | None = None,
    decks: list[Path] | None = None,
    seed: str = "",
    cards: Cards = None,
) -> None:
    """Write a position to begin with: one with comments that runs as it stands, a puzzle of Forge, or a game between decks."""
    from reiterate.boards.new_position import kept, new_position_text

    book = _book(cards) if puzzle is not None or decks else None
    text = book if isinstance(book, Refusal) else new_position_text(puzzle, decks or [], seed, book)
    if not isinstance(text, Refusal) and str(output) != PIPE:
        text = kept(output, text, force) or text
    if isinstance(text, Refusal):
        raise _refuse(text, None)
    if str(output) == PIPE:
        _FACE.write(text)
    elif not _FACE.quiet:
        _FACE.write(plain(f"{output} is written; reiterate run {output} plays it") + "\n")


def completion(shell: str, typed: list[str]) -> None:
    """Print the script that completes words in a shell: commands, options, codes, demonstrations, card names.

    bash: source <(reiterate completion bash); zsh: the same with zsh; fish: reiterate completion fish | source.
    """
    from reiterate.cli.completion import SCRIPTS, completions

    if shell in SCRIPTS:
        _FACE.write(SCRIPTS[shell])
    else:
        _FACE.write("".join(f"{word}\n" for word in completions(reader(WORKS, __version__), typed, os.environ)))


def doctor() -> None:
    """Examine the installation: versions, extras, card files, the cache, the terminal."""
    from reiterate.cli.doctor import examined

    found, wrong = examined(__version__, os.environ, sys.stdout)
    _briefly(found)
    if wrong is not None:
        raise SystemExit(wrong.exit_code)


def serve(cards: Cards = None, **given: Any) -> None:
    """Serve the API to programs and pages until the process is told to stop (docs/service.md).

    --seconds and --megabytes before the command bound each request.
    """
    from reiterate.cli.serving import served

    found = served(__version__, _bounds(), tuple(str(file) for file in cards or ()), _FACE.quiet, **given)
    _told(found)


def _bounds() -> tuple[float, int]:
    """The seconds and megabytes of each request; the server itself is not watched."""
    _WATCH.stop()
    return _WATCH.seconds, _WATCH.memory // 1_000_000


def _told(found: str | Refusal | None) -> None:
    """Say what is left to be said, or refuse."""
    if isinstance(found, Refusal):
        raise _refuse(found, None)
    if found:
        _FACE.write(plain(found) + "\n")


def table(cards: Cards = None, decks: list[Path] | None = None, seed: str = "", **given: Any) -> None:
    """Open a table in the browser: a game that is ready, with an opponent played by the program (docs/web.md).

    --seconds and --megabytes before the command bound each request.
    """
    from reiterate.extras import PAGES, missing

    _told(missing("reiterate table", PAGES))
    from reiterate.cli.opening import dealt_of, opened

    dealt = dealt_of(decks, seed, _book(cards)) if decks else None
    if isinstance(dealt, Refusal):
        raise _refuse(dealt, None)
    _told(opened(__version__, _bounds(), [str(file) for file in cards or ()], dealt, _FACE.line, **given))


def backup(file: Path, database: str = "", restore: bool = False) -> None:
    """Write the games of a database to a file while servers go on, or bring them back from one (docs/operations.md)."""
    from reiterate.extras import missing

    _told(missing("reiterate backup"))
    from reiterate.table.backup import backed_up, restored

    _bounds()
    _told(restored(file, database) if restore else backed_up(database, file))


def mcp(cards: Cards = None, **given: Any) -> None:
    """Serve the questions as tools for assistants (Model Context Protocol) over standard input and output (docs/service.md).

    --seconds and --megabytes before the command bound each question.
    """
    from reiterate.extras import missing

    _told(missing("reiterate mcp", ("mcp",), "mcp"))
    from reiterate.cli.mcp_opening import opened

    _told(opened(__version__, _bounds(), tuple(str(file) for file in cards or ()), **given))


def _end(refusal: Refusal) -> None:
    """End the run from beside it: the refusal goes out past whatever the work holds."""
    if _FACE.asked is not None:
        question = QUESTIONS.get(_FACE.command, "run")
        number, text = 1, json_text(_refusal_json(refusal, question), sys.stdout.encoding)
    else:
        _FACE.progress.clear()
        number, text = 2, "".join(f"{line}\n" for line in error_lines(refusal))
    os.write(number, text.encode("ascii", "backslashreplace"))
    os._exit(refusal.exit_code)


#: What ends a run that takes too long. Only ``main`` starts it; who calls the commands otherwise is not watched.
_WATCH: Final = Watch(SECONDS, MEMORY, _end, _FACE.progress.beat)


#: What each command does.
WORKS: Final[dict[str, Callable[..., None]]] = {
    "run": run,
    "loop": loop,
    "find": find,
    "combo": combo,
    "survey": survey,
    "discover": discover,
    "deck": deck,
    "certify": certify,
    "check": check,
    "judge": judge,
    "play": play,
    "demo": demo,
    "cards show": cards_show,
    "cards coverage": cards_coverage,
    "cards add": cards_add,
    "cards remove": cards_remove,
    "cards list": cards_list,
    "explain": explain,
    "new": new,
    "doctor": doctor,
    "serve": serve,
    "table": table,
    "backup": backup,
    "mcp": mcp,
    "completion": completion,
}


def command(given: Sequence[str]) -> None:
    """Do what the words of a command line ask. Raises ``SystemExit`` with an exit code other than 0 where there is one."""
    words = reader(WORKS, __version__)
    read = vars(words.parse_args(with_forms(given)))
    _WATCH.seconds = read.pop("seconds")
    _WATCH.memory = read.pop("megabytes") * 1_000_000
    format_, full, quiet, verbose = (read.pop(name) for name in ("format", "full", "quiet", "verbose"))
    if format_ == JSON:
        read["form"] = ANSWER
    about = read.pop("words", words)
    work = read.pop("work", None)
    _FACE.set(JSON if read.get("form") else format_, full, quiet, verbose)
    _FACE.begun(next((name for name, one in WORKS.items() if one is work), ""), read.get("form"))
    if work is None:
        about.print_help()
        raise SystemExit(EXIT_CODES[INPUT])
    began = time.monotonic()
    try:
        _each(work, read.pop("files", None), read)
    finally:
        _FACE.finish()
        _FACE.note(f"{time.monotonic() - began:.2f} seconds")


def _each(work: Callable[..., None], files: list[Path] | None, read: dict[str, Any]) -> None:
    """Do the work once, or on each file in turn; then the worst exit code is that of the command."""
    name = work.__name__.replace("_", " ")
    files = None if files is None else list(dict.fromkeys(files))
    if files is None or len(files) == 1:
        _FACE.progress.begin(name + "".join(f" {file}" for file in files or ()), sys.stderr)
        work(*(files or ()), **read)
        return
    worst = 0
    for file in files:
        _FACE.begin(str(file))
        _FACE.progress.begin(f"{name} {file}", sys.stderr)
        _WATCH.again()
        try:
            work(file, **read)
            _FACE.ended(0)
        except SystemExit as ended:
            _FACE.ended(int(ended.code or 0))
            worst = max(worst, int(ended.code or 0))
    if worst:
        raise SystemExit(worst)


def main() -> None:
    """Run the command line; a bug of ours is loud and exits with 70.

    What a terminal has no letters for is written as its number.
    """
    opened_streams()
    _WATCH.start()
    gc.set_threshold(*COLLECTED)
    atexit.register(gc.freeze)  # what is left goes with the process: to look through it took half of a short command
    try:
        command(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
        raise SystemExit(UNREAD) from None
    except KeyboardInterrupt:
        raise SystemExit(STOPPED) from None
    except MemoryError:
        _end(Refusal(UNDETERMINED, "memory-spent", "the system gives no more memory", "a smaller board or script"))
    except Exception as error:
        refusal = not_taken(error) if isinstance(error, OSError) else None
        if refusal is not None:
            drop_output()
            raise _refuse(refusal, None) from None
        for line in traceback.format_exc().splitlines():
            sys.stderr.write(encodable(plain(line), sys.stderr.encoding) + "\n")
        sys.stderr.write("reiterate: this is a bug in reiterate, please report it with the input above\n")
        raise SystemExit(OUR_BUG) from None
