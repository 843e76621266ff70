"""The words of the command line: commands, arguments and options, read by ``argparse``.

Only reading and help are here; what a command does stands in ``cli.py``. Nothing heavy is imported,
because each call of a command reads its words first.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from reiterate.limits import MEMORY, SECONDS
from reiterate.shown_text import encodable, plain

T = TypeVar("T")
Number = TypeVar("Number", int, float)

#: The forms of ``--json``: a command's own, or ``answer/0``, which is one for all (docs/answers.md).
PLAIN: Final = "plain"
ANSWER: Final = "answer"

_TITLE: Final = "Shortcuts and loops in Magic: The Gathering: lay out a position, propose, cut in, be there exactly."
_FILE: Final = "A position file (docs/positions.md)."
_SCRIPT_FILE: Final = "A position file whose script holds the loop."


class _Words(argparse.ArgumentParser):
    """A reader of words that shows foreign text plainly, with options between arguments."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)
        self._mixing = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Read words; without ``--``, arguments may stand apart: ``cards show A --cards FILE B``."""
        if self._mixing or self._subparsers is not None or "--" in (args or ()):
            return super().parse_known_args(args, namespace)
        self._mixing = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing = False

    def error(self, message: str) -> NoReturn:
        """Say what was expected on standard error, and end with exit code 2."""
        sys.stderr.write(self.format_usage())
        sys.stderr.write(encodable(f"{self.prog}: error: {plain(message)}\n", sys.stderr.encoding))
        raise SystemExit(2)


def _at_least(least: Number) -> Callable[[str], Number]:
    """A reader of numbers of the type of ``least`` that are not below it."""
    kind = type(least)

    def read(text: str) -> Number:
        try:
            found = kind(text)
        except ValueError:
            found = None
        if found is None or not found >= least:
            raise argparse.ArgumentTypeError(f"{text!r} is no number of at least {least:g}")
        return found

    return read


def _command(commands: Any, name: str, work: Callable[..., None], forms: Sequence[str] = (PLAIN, ANSWER)) -> _Words:
    """A command with its ``--json``; its help is the docstring of the function ``work``."""
    text = work.__doc__ or ""
    short = " ".join(text.split("\n\n")[0].split())
    words: _Words = commands.add_parser(name, help=short, description=text)
    words.set_defaults(work=work)
    say = "answer as JSON on standard output: alone or =plain"
    if ANSWER in forms:
        say += ", the command's form; =answer, answer/0"
    words.add_argument("--json", dest="form", choices=forms, help=say)
    return words


def _takes_cards(words: _Words) -> None:
    words.add_argument(
        "--cards",
        type=Path,
        action="append",
        metavar="FILE",
        help="a card file in the shape of Scryfall's bulk files; repeatable",
    )


def _takes_file(words: _Words, text: str) -> None:
    words.add_argument("file", type=Path, help=text)
    _takes_cards(words)


def _takes_board(words: _Words, text: str) -> None:
    """A file with a board, on which clauses may be assumed not to matter."""
    _takes_file(words, text)
    words.add_argument(
        "--assume",
        action="append",
        metavar="WORDS",
        help="a clause that is not understood does not matter: 'Card: words of the clause'; repeatable, and said in the answer",
    )


def _all_commands(version: str) -> _Words:
    """The reader of all words, with the options that stand before a command."""
    words = _Words(prog="reiterate", description=_TITLE)
    words.add_argument("--version", action="version", version=f"reiterate {version}")
    words.add_argument(
        "--seconds",
        type=_at_least(0.0),
        default=os.environ.get("REITERATE_SECONDS") or float(SECONDS),
        help="seconds that a command may take; 0: no end (REITERATE_SECONDS; default: %(default)s)",
    )
    words.add_argument(
        "--megabytes",
        type=_at_least(0),
        default=os.environ.get("REITERATE_MEGABYTES") or MEMORY // 1_000_000,
        help="memory that it may take; 0: no end (REITERATE_MEGABYTES; default: %(default)s)",
    )
    return words


def reader(works: dict[str, Callable[..., None]], version: str) -> _Words:
    """The reader of command lines.

    in: the function of each command by the command's name, and the version. Out: a reader whose
    ``parse_args`` gives the function as ``work``, and its arguments by name.
    """
    words = _all_commands(version)
    commands = words.add_subparsers(title="commands", metavar="COMMAND")
    _takes_board(_command(commands, "run", works["run"]), _FILE)
    _takes_board(_command(commands, "loop", works["loop"]), _SCRIPT_FILE)
    find = _command(commands, "find", works["find"])
    _takes_board(find, "A position file; its script is not looked at, unless --played.")
    find.add_argument(
        "--steps",
        type=_at_least(1),
        help="how many choices the search may play before it is undetermined (default: 10000)",
    )
    find.add_argument(
        "--played", action="store_true", help="take the file's script as what was played, and find its period"
    )
    find.add_argument("--turns", action="store_true", help="also try iterations that go through the opponents' turns")
    find.add_argument(
        "--focus",
        action="append",
        default=[],
        metavar="NAME",
        help="a card that the loop is to go through: what has nothing to do with it is tried later; may be repeated",
    )
    _combo(commands, works["combo"])
    certify = _command(commands, "certify", works["certify"])
    _takes_board(certify, _SCRIPT_FILE)
    certify.add_argument("--output", "-o", type=Path, required=True, help="where to write the certificate")
    certify.add_argument(
        "--once", action="store_true", help="certify the whole script as something done once: a win, or equal events"
    )
    _takes_file(_command(commands, "check", works["check"], (PLAIN,)), "A certificate that 'reiterate certify' wrote.")
    _judging(commands, works)
    _command(commands, "demo", works["demo"])
    _card_commands(commands, works)
    return words


def _combo(commands: Any, work: Callable[..., None]) -> None:
    combo = _command(commands, "combo", work)
    combo.add_argument("names", nargs="+", metavar="CARD", help="two to five card names; a part of a name will do")
    _takes_cards(combo)
    combo.add_argument("--others", nargs="+", default=[], metavar="CARD", help="what else you have on the battlefield")
    combo.add_argument("--life", type=_at_least(1), default=20, help="the life of each player (default: 20)")
    combo.add_argument("--players", type=_at_least(2), default=2, help="how many players there are (default: 2)")
    combo.add_argument("--steps", type=_at_least(1), help="how many choices the search may play (default: 20000)")
    combo.add_argument("--save", type=Path, metavar="FILE", help="write the board and the loop as a position file")
    combo.add_argument("--why", action="store_true", help="the whole answer to the loop, below the screen")


def _judging(commands: Any, works: dict[str, Callable[..., None]]) -> None:
    judge = _command(commands, "judge", works["judge"])
    _takes_board(judge, "A case or a position file (docs/rulings.md); - for standard input.")
    judge.add_argument("--why", action="store_true", help="every reason, and all that could be done")
    judge.add_argument("--compare", action="store_true", help="what each policy says, side by side")
    judge.add_argument("--policy", default="", help="comprehensive, tournament or g18, instead of the file's own")
    judge.add_argument(
        "--seat", default="", metavar="PLAYER", help="what that player is told: nothing that others hide"
    )
    judge.add_argument("--edition", default="", metavar="DATE", help="rule numbers as of a day, such as 2017-01-20")
    text = " ".join((works["play"].__doc__ or "").split("\n\n")[0].split())
    playing: _Words = commands.add_parser("play", help=text, description=works["play"].__doc__)
    playing.set_defaults(work=works["play"])
    _takes_file(playing, "A position file, or a game that was kept.")


def _card_commands(commands: Any, works: dict[str, Callable[..., None]]) -> None:
    text = "Look at cards: what is understood of their text."
    about: _Words = commands.add_parser("cards", help=text, description=text)
    about.set_defaults(words=about)
    inner = about.add_subparsers(title="commands", metavar="COMMAND")
    show = _command(inner, "show", works["cards show"], (PLAIN,))
    show.add_argument("names", nargs="+", help="card names")
    _takes_cards(show)
    _takes_cards(_command(inner, "coverage", works["cards coverage"], (PLAIN,)))


def with_forms(given: Sequence[str]) -> list[str]:
    """The words with ``--json`` alone as ``--json=plain``; behind ``--`` stand no options."""
    end = given.index("--") if "--" in given else len(given)
    words = [f"--json={PLAIN}" if word == "--json" else word for word in given[:end]]
    return [*words, *given[end:]]
