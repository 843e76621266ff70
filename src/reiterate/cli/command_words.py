"""The words of the command line: commands, arguments, options and examples, read by `argparse`.

Examples in the help of commands; a test runs every one of them.

They are run in turn in a folder that holds ``board.yaml``, as ``reiterate new`` writes it. The folder also holds a card file
``cards.json``, a puzzle ``puzzle.pzl``, a database ``combos.csv``, and the deck lists ``elves.txt`` and ``bears.txt``.

The words of the command line: commands, arguments and options, read by ``argparse``.

Only reading and help are here; what a command does stands in ``cli/main.py``. Nothing heavy is imported,
because each call of a command reads its words first.
"""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf
from pathlib import Path
from string import hexdigits
from typing import Any, Final, NoReturn, TypeVar

from reiterate.cli.command_face import FORMATS, JSON, TEXT
from reiterate.limits import MEMORY, SECONDS
from reiterate.untrusted_text import encodable, plain, shortened

# --- command examples ----------------------------------------------------------------------------

#: The examples of each command, without the name of the program.
EXAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "": ("demo", "new board.yaml", "run board.yaml", "find board.yaml --full"),
    "run": ("run board.yaml", "run board.yaml --full", "run *.yaml", "run - < board.yaml"),
    "loop": ("loop board.yaml", "loop board.yaml --format markdown > loop.md"),
    "find": ("find board.yaml", "find board.yaml --steps 20000", "find board.yaml --json"),
    "combo": (
        'combo "Midnight Guard" "Presence of Gond"',
        'combo kiki-jiki "zealous conscripts" --life 40',
    ),
    "survey": ("survey combos.csv", "survey combos.csv -o spellbook --workers 1"),
    "discover": ("discover --among elves.txt --workers 1", "discover --with gond --among elves.txt -o news --tries 4"),
    "deck": ("deck elves.txt", "deck elves.txt --own bears.txt --all-steps 2000 --json"),
    "certify": ("certify board.yaml -o loop.cert", "certify board.yaml -o - > loop.cert"),
    "check": ("check loop.cert", "certify board.yaml -o - | reiterate check -"),
    "judge": ("judge board.yaml", "judge board.yaml --why", "judge board.yaml --compare"),
    "play": ("play board.yaml",),
    "demo": ("demo", "demo list", "demo towers draw"),
    "cards": ('cards show "Midnight Guard"',),
    "cards show": ('cards show "Midnight Guard" "Presence of Gond"', "cards show island --cards cards.json"),
    "cards add": ("cards add cards.json",),
    "cards list": ("cards list",),
    "cards remove": ("cards remove cards.json",),
    "explain": ("explain mana-short", "explain loop"),
    "new": (
        "new > first.yaml",
        "new second.yaml",
        "new --puzzle puzzle.pzl > third.yaml",
        "new --decks elves.txt bears.txt > fourth.yaml",
    ),
    "doctor": ("doctor",),
    "serve": ("serve --port 0 --check", "serve --port 0 --limit rate=5 --check"),
    "table": ("table --check", "table --decks elves.txt bears.txt --opponent person --check"),
    "backup": ("backup kept.db --database sqlite:///games.db",),
    "mcp": ("mcp --check",),
    "completion": ("completion bash > reiterate.bash", "completion words -- cards show midn"),
    "cards coverage": ("cards coverage --cards cards.json", "cards coverage --missing --cards cards.json"),
}


def epilog(name: str) -> str:
    """The examples of a command as the end of its help; "" where it has none."""
    lines = [f"  reiterate {example}\n" for example in EXAMPLES.get(name, ())]
    return f"example{'s' if len(lines) > 1 else ''}:\n{''.join(lines)}" if lines else ""


# --- command words -------------------------------------------------------------------------------

T = TypeVar("T")
Number = TypeVar("Number", int, float)

#: What ``--json`` prints: ``answer/1``, one form for all commands (docs/answers.md). ``--json=answer`` says the same.
ANSWER: Final = "answer"

#: What the environment says of defaults: the seconds and the memory that a command may take, and the database of games.
_SECONDS: Final = "REITERATE_SECONDS"
_MEGABYTES: Final = "REITERATE_MEGABYTES"
_DATABASE: Final = "REITERATE_DATABASE"
_DEFAULTS: Final = (_SECONDS, _MEGABYTES, _DATABASE)

#: How alike two options are spelled, of 1, where one of them is told as meant.
_NEAR: Final = 0.7

_TITLE: Final = "Shortcuts and loops in Magic: The Gathering: lay out a position, propose, cut in, be there exactly."
_FILE: Final = "Position files (docs/positions.md); - for standard input."
_SCRIPT_FILE: Final = "Position files whose script holds the loop; - for standard input."


class _Help(argparse.HelpFormatter):
    """Help in which examples stand line by line as they are typed."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if text.startswith("example"):
            return text
        return super()._fill_text(text, width, indent)


class _Words(argparse.ArgumentParser):
    """A reader of words that shows foreign text plainly, with options between arguments."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=_Help, **settings)
        self._mixing = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Read words; without ``--``, arguments may stand apart: ``cards show A --cards FILE B``."""
        if self._mixing or self._subparsers is not None or "--" in (args or ()):
            return super().parse_known_args(args, namespace)
        self._mixing = True
        try:
            found, unknown = self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing = False
        if unknown:
            self.error(self._no_words(unknown))
        return found, unknown

    def _no_words(self, unknown: Sequence[str]) -> str:
        """That there are no such words here, and the options that are spelled like them."""
        said = ["--json" if word == f"--json={ANSWER}" else word for word in unknown]
        near = [
            close
            for word in said
            if word.startswith("-")
            for close in difflib.get_close_matches(word.partition("=")[0], self._option_string_actions, 1, _NEAR)
        ]
        return "; near: ".join([f"unrecognized arguments: {' '.join(said)}", *([", ".join(near)] if near else [])])

    def error(self, message: str) -> NoReturn:
        """Say what was expected on standard error, and end with exit code 2."""
        sys.stderr.write(self.format_usage())
        sys.stderr.write(encodable(f"{self.prog}: error: {plain(shortened(message))}\n", sys.stderr.encoding))
        raise SystemExit(2)


def _at_least(least: Number) -> Callable[[str], Number]:
    """A reader of numbers of the type of ``least`` that are not below it."""
    kind = type(least)

    def read(text: str) -> Number:
        try:
            found = kind(text)
        except ValueError:
            found = None
        if found is None or not found >= least or found == inf:
            raise argparse.ArgumentTypeError(f"{text!r} is no number of at least {least:g}")
        return found

    return read


def _command(commands: Any, name: str, work: Callable[..., None]) -> _Words:
    """A command with its ``--json``; its help is the docstring of the function ``work``."""
    text = work.__doc__ or ""
    short = " ".join(text.split("\n\n")[0].split())
    words: _Words = commands.add_parser(name, help=short, description=text, epilog=epilog(words_of(commands, name)))
    words.set_defaults(work=work)
    say = "the answer as JSON on standard output: answer/1 (docs/answers.md); =answer says the same"
    written = words.add_mutually_exclusive_group()
    written.add_argument("--json", dest="form", choices=(ANSWER,), help=say)
    written.add_argument(
        "--format", choices=FORMATS, default=argparse.SUPPRESS, help="text, json (as --json), markdown or html"
    )
    words.add_argument(
        "--full", action="store_true", default=argparse.SUPPRESS, help="the whole screen, not twelve lines"
    )
    _takes_loudness(words)
    _takes_bounds(words)
    return words


def words_of(commands: Any, name: str) -> str:
    """The words of a command behind the program's name: ``cards show``."""
    return " ".join([*commands._prog_prefix.split()[1:], name])


def _takes_loudness(words: _Words) -> None:
    how = words.add_mutually_exclusive_group()
    quiet = "show nothing but errors and data that was asked for"
    how.add_argument("--quiet", "-q", action="store_true", default=argparse.SUPPRESS, help=quiet)
    loud = "say on standard error what is read and how long it takes"
    how.add_argument("--verbose", "-v", action="store_true", default=argparse.SUPPRESS, help=loud)


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
    _takes_assumptions(words)


def _takes_boards(words: _Words, text: str) -> None:
    """Files with boards, on which clauses may be assumed not to matter."""
    _takes_files(words, text)
    _takes_assumptions(words)


def _takes_files(words: _Words, text: str) -> None:
    words.add_argument("files", type=Path, nargs="+", metavar="file", help=text)
    _takes_cards(words)


def _takes_assumptions(words: _Words) -> None:
    """Clauses that are assumed not to matter."""
    words.add_argument(
        "--assume",
        action="append",
        metavar="WORDS",
        help="a clause that is not understood does not matter: 'Card: words of the clause'; repeatable, and said in the answer",
    )


def _all_commands(version: str) -> _Words:
    """The reader of all words, with the options that stand before a command."""
    words = _Words(prog="reiterate", description=_TITLE, epilog=epilog(""))
    words.set_defaults(format=TEXT, full=False, quiet=False, verbose=False)
    words.add_argument("--version", action="version", version=f"reiterate {version}")
    _takes_loudness(words)
    text = "seconds that a command may take; 0: no end (REITERATE_SECONDS; default: %(default)s)"
    seconds = os.environ.get(_SECONDS) or float(SECONDS)
    words.add_argument("--seconds", type=_at_least(0.0), default=seconds, help=text)
    text = "memory that it may take; 0: no end (REITERATE_MEGABYTES; default: %(default)s)"
    megabytes = os.environ.get(_MEGABYTES) or MEMORY // 1_000_000
    words.add_argument("--megabytes", type=_at_least(0), default=megabytes, help=text)
    return words


def _takes_bounds(words: _Words) -> None:
    """The bounds of a command may stand behind its name as well; its help leaves them to that of all commands."""
    words.add_argument("--seconds", type=_at_least(0.0), default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    words.add_argument("--megabytes", type=_at_least(0), default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def reader(works: dict[str, Callable[..., None]], version: str) -> _Words:
    """The reader of command lines; a process that reads many is given the same one while the environment says the same of defaults.

    in: the function of each command by the command's name, and the version. Out: a reader whose
    ``parse_args`` gives the function as ``work``, and its arguments by name.
    """
    return _reader(tuple(works.items()), version, tuple(os.environ.get(name) for name in _DEFAULTS))


@lru_cache(maxsize=1)
def _reader(named: tuple[tuple[str, Callable[..., None]], ...], version: str, said: tuple[str | None, ...]) -> _Words:
    """A reader of command lines, made anew. ``said``: what the environment says of defaults, each of which is read where its option is made."""
    works = dict(named)
    words = _all_commands(version)
    commands = words.add_subparsers(title="commands", metavar="COMMAND")
    _takes_boards(_command(commands, "run", works["run"]), _FILE)
    _takes_boards(_command(commands, "loop", works["loop"]), _SCRIPT_FILE)
    find = _command(commands, "find", works["find"])
    _takes_boards(find, "Position files; the script is not looked at, unless --played.")
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
    _survey(commands, works["survey"])
    _discover(commands, works["discover"])
    _deck(commands, works["deck"])
    certify = _command(commands, "certify", works["certify"])
    _takes_board(certify, "A position file whose script holds the loop; - for standard input.")
    certify.add_argument(
        "--output", "-o", type=Path, required=True, help="where to write the certificate; - for standard output"
    )
    certify.add_argument(
        "--once", action="store_true", help="certify the whole script as something done once: a win, or equal events"
    )
    _takes_files(
        _command(commands, "check", works["check"]),
        "Certificates that 'reiterate certify' wrote; - for standard input.",
    )
    _judging(commands, works)
    demo = _command(commands, "demo", works["demo"])
    demo.add_argument("names", nargs="*", metavar="name", help="towers, progression, end, nest, draw; all, or list")
    _card_commands(commands, works)
    _helping(commands, works)
    return words


def _combo(commands: Any, work: Callable[..., None]) -> None:
    combo = _command(commands, "combo", work)
    combo.add_argument("names", nargs="+", metavar="CARD", help="two to five card names; a part of a name will do")
    _takes_cards(combo)
    _takes_assumptions(combo)
    combo.add_argument("--others", nargs="+", default=[], metavar="CARD", help="what else you have on the battlefield")
    combo.add_argument("--life", type=_at_least(1), default=20, help="the life of each player (default: 20)")
    combo.add_argument("--players", type=_at_least(2), default=2, help="how many players there are (default: 2)")
    combo.add_argument("--steps", type=_at_least(1), help="how many choices the search may play (default: 20000)")
    combo.add_argument("--save", type=Path, metavar="FILE", help="write the board and the loop as a position file")
    combo.add_argument("--why", action="store_true", help="the whole answer to the loop, below the screen")


def _survey(commands: Any, work: Callable[..., None]) -> None:
    survey = _plainly(commands, "survey", work)
    text = "combos: variants.json of Commander Spellbook, JSON lines, or CSV; also packed by gzip, xz or bzip2"
    survey.add_argument("file", type=Path, nargs="?", help=text)
    text = "a deck list: only combos that it holds whole; without a file of combos, the pairs of its cards that feed each other"
    survey.add_argument("--deck", type=Path, metavar="FILE", help=text)
    text = "the folder of the results (default: the file's name with .survey, here)"
    survey.add_argument("--output", "-o", type=Path, metavar="FOLDER", help=text)
    _takes_cards(survey)
    survey.add_argument("--workers", type=_at_least(1), default=2, help="rows at once, each in a process (default: 2)")
    _takes_a_cluster(survey, "rows")
    text = "the page also holds the printed text of the cards"
    survey.add_argument("--with-text", action="store_true", help=text)
    survey.add_argument("--life", type=_at_least(1), default=20, help="the life of each player (default: 20)")
    survey.add_argument("--players", type=_at_least(2), default=2, help="how many players there are (default: 2)")
    survey.add_argument("--steps", type=_at_least(1), help="how many choices a search may play (default: 20000)")


def _discover(commands: Any, work: Callable[..., None]) -> None:
    discover = _plainly(commands, "discover", work)
    text = "only pairs with this card; a part of its name will do"
    discover.add_argument("--with", dest="with_card", metavar="CARD", help=text)
    text = "only pairs with a card of this list, in any format that a deck may have: new cards against all others"
    discover.add_argument("--new", type=Path, metavar="FILE", help=text)
    text = "only pairs among the cards of this list"
    discover.add_argument("--among", type=Path, metavar="FILE", help=text)
    text = "combos that are known, a JSON object a line with the names in 'cards': they are left out, and their neighbours are tried"
    discover.add_argument("--known", type=Path, metavar="FILE", help=text)
    discover.add_argument(
        "--output", "-o", type=Path, metavar="FOLDER", help="the folder of the results (default: discoveries)"
    )
    _takes_cards(discover)
    discover.add_argument("--tries", type=_at_least(1), help="how many pairs the first round has (default: 200)")
    discover.add_argument(
        "--workers", type=_at_least(1), default=2, help="pairs at once, each in a process (default: 2)"
    )
    _takes_a_cluster(discover, "pairs")
    discover.add_argument("--life", type=_at_least(1), default=20, help="the life of each player (default: 20)")


def _deck(commands: Any, work: Callable[..., None]) -> None:
    deck = _command(commands, "deck", work)
    _takes_files(deck, "Deck lists in any format (docs/imports.md); - for standard input.")
    text = "combos that are known, in any form that 'survey' reads; what the deck lacks one card for is told, too"
    deck.add_argument("--known", type=Path, metavar="FILE", help=text)
    text = "a list of cards that you own, in any format: a card that the deck lacks is told to be yours"
    deck.add_argument("--own", type=Path, metavar="FILE", help=text)
    deck.add_argument("--life", type=_at_least(1), default=20, help="the life of each player (default: 20)")
    deck.add_argument(
        "--steps", type=_at_least(1), help="how many choices the search of one pair may play (default: 2000)"
    )
    deck.add_argument(
        "--all-steps", type=_at_least(0), help="how many choices all of them may play together (default: 40000)"
    )


def _plainly(commands: Any, name: str, work: Callable[..., None]) -> _Words:
    """A command without JSON, whose help is the docstring of ``work``."""
    text = " ".join((work.__doc__ or "").split("\n\n")[0].split())
    words: _Words = commands.add_parser(name, help=text, description=text, epilog=epilog(words_of(commands, name)))
    words.set_defaults(work=work)
    _takes_loudness(words)
    _takes_bounds(words)
    return words


def _takes_a_cluster(words: _Words, works_on: str) -> None:
    text = f"work on the {works_on} with the Dask cluster whose scheduler is there, such as tcp://10.0.0.5:8786"
    words.add_argument("--dask", default="", metavar="ADDRESS", help=text)


def _takes_format(words: _Words) -> None:
    formats = [each for each in FORMATS if each != JSON]
    words.add_argument("--format", choices=formats, default=argparse.SUPPRESS, help="text, markdown or html")


def _helping(commands: Any, works: dict[str, Callable[..., None]]) -> None:
    explain = _plainly(commands, "explain", works["explain"])
    explain.add_argument(
        "asked",
        nargs="+",
        metavar="word",
        help="a code such as mana-short, a word such as loop, or a rule such as 732.2a",
    )
    _takes_format(explain)
    new = _plainly(commands, "new", works["new"])
    new.add_argument("output", type=Path, nargs="?", default=Path("-"), metavar="file", help="default: standard output")
    new.add_argument("--force", action="store_true", help="also where the file is there already")
    of = new.add_mutually_exclusive_group()
    of.add_argument("--puzzle", type=Path, metavar="FILE", help="the position of a puzzle of Forge (.pzl)")
    of.add_argument("--decks", type=Path, nargs="+", metavar="FILE", help="a new game: a deck list for each player")
    new.add_argument("--seed", default="", help="words that decide how the decks are shuffled (default: at random)")
    _takes_cards(new)
    _takes_format(_plainly(commands, "doctor", works["doctor"]))
    _serving(commands, works["serve"], works["mcp"])
    _table(commands, works["table"])
    backup = _plainly(commands, "backup", works["backup"])
    backup.add_argument("file", type=Path, help="the file of the backup, which a server can be started on too")
    backup.add_argument("--restore", action="store_true", help="bring the games of the file into an empty database")
    _takes_database(backup, "the database of games, such as sqlite:///games.db (default: REITERATE_DATABASE)")
    completion = _plainly(commands, "completion", works["completion"])
    shells = ("bash", "zsh", "fish", "words")
    completion.add_argument("shell", choices=shells, help="words: what may stand in the place of the last word typed")
    completion.add_argument("typed", nargs="*", metavar="word", help="behind words and --: the words so far")


def _serving(commands: Any, serving: Callable[..., None], tools: Callable[..., None]) -> None:
    serve = _plainly(commands, "serve", serving)
    _takes_cards(serve)
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
    serve.add_argument("--port", type=_at_least(0), default=8421, help="its port; 0: any (default: %(default)s)")
    serve.add_argument("--public", action="store_true", help="the address may be one that other machines reach")
    _takes_database(serve, "the database of games, such as sqlite:///games.db (REITERATE_DATABASE; default: no games)")
    for option, text in (
        ("--name", "a name by which the server is called besides its address; repeatable"),
        ("--origin", "another site whose pages may ask, such as https://example.org; repeatable"),
        ("--proxy", "the address of a proxy whose word about clients is taken; repeatable"),
    ):
        serve.add_argument(option, action="append", metavar="WORD", help=text)
    serve.add_argument("--pages", action="store_true", help="serve pages for people, too (docs/web.md)")
    _takes_pictures(serve)
    _takes_workers(serve)
    mcp = _plainly(commands, "mcp", tools)
    _takes_cards(mcp)
    _takes_workers(mcp)


def _table(commands: Any, opening: Callable[..., None]) -> None:
    table = _plainly(commands, "table", opening)
    text = "the first game: a deck list for each player, shuffled now (default: a board to begin with)"
    table.add_argument("--decks", type=Path, nargs="+", metavar="FILE", help=text)
    table.add_argument("--seed", default="", help="words that decide how the decks are shuffled (default: at random)")
    _takes_cards(table)
    _takes_pictures(table)
    table.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
    table.add_argument("--port", type=_at_least(0), default=0, help="the port to listen on (default: a free one)")
    table.add_argument("--public", action="store_true", help="the address may be one that other machines reach")
    text = "the database of games, such as sqlite:///games.db (default: in your data folder)"
    table.add_argument("--database", default="", metavar="URL", help=text)
    text = "who plays p2: the program, which stops you once (cuts) or passes, or a person (default: %(default)s)"
    table.add_argument("--opponent", choices=("cuts", "passes", "person"), default="cuts", help=text)
    table.add_argument("--no-browser", action="store_false", dest="browser", help="write the links and open nothing")
    table.add_argument("--check", action="store_true", help="say whether the table could begin, and end")


def _takes_pictures(words: _Words) -> None:
    text = "pictures of cards on pages: a folder, an address with {name} in it, or 'cards' for those of the card file (default: none)"
    words.add_argument("--pictures", default="", metavar="WHERE", help=text)


def _takes_database(words: _Words, text: str) -> None:
    words.add_argument("--database", default=os.environ.get(_DATABASE, ""), metavar="URL", help=text)


def _takes_workers(words: _Words) -> None:
    """How much a server may do at once."""
    words.add_argument("--workers", type=_at_least(1), default=2, help="processes for quick work (default: 2)")
    text = "processes for work that takes longer than a second (default: 2)"
    words.add_argument("--long-workers", type=_at_least(1), default=2, help=text)
    text = "another limit, as NAME=NUMBER; a wrong name lists them all; repeatable"
    words.add_argument("--limit", action="append", metavar="WORD", help=text)
    words.add_argument("--check", action="store_true", help="say whether the server could begin, and end")


def _judging(commands: Any, works: dict[str, Callable[..., None]]) -> None:
    judge = _command(commands, "judge", works["judge"])
    _takes_boards(judge, "Cases or position files (docs/rulings.md); - for standard input.")
    judge.add_argument("--why", action="store_true", help="every reason, and all that could be done")
    judge.add_argument("--compare", action="store_true", help="what each policy says, side by side")
    judge.add_argument("--policy", default="", help="comprehensive, tournament or g18, instead of the file's own")
    judge.add_argument(
        "--seat", default="", metavar="PLAYER", help="what that player is told: nothing that others hide"
    )
    judge.add_argument("--edition", default="", metavar="DATE", help="rule numbers as of a day, such as 2017-01-20")
    playing = _plainly(commands, "play", works["play"])
    _takes_file(playing, "A position file, or a game that was kept.")


def _digits(given: str) -> str:
    """Hexadecimal digits, or none. Raises ``ArgumentTypeError`` for anything else."""
    if given.strip(hexdigits):
        raise argparse.ArgumentTypeError(
            f"'{shortened(plain(given))}' is no beginning of a hash: expected hexadecimal digits, such as 0"
        )
    return given


def _card_commands(commands: Any, works: dict[str, Callable[..., None]]) -> None:
    text = "Look at cards: what is understood of their text, and which card files are known."
    about: _Words = commands.add_parser("cards", help=text, description=text, epilog=epilog("cards"))
    about.set_defaults(words=about)
    inner = about.add_subparsers(title="commands", metavar="COMMAND")
    show = _command(inner, "show", works["cards show"])
    show.add_argument("names", nargs="+", help="card names")
    _takes_cards(show)
    covered = _command(inner, "coverage", works["cards coverage"])
    _takes_cards(covered)
    covered.add_argument(
        "--missing", action="store_true", help="which words are not read, and what each would complete"
    )
    covered.add_argument(
        "--combos", type=Path, metavar="FILE", help="the same, counted in combos: a JSON object a line"
    )
    covered.add_argument(
        "--held-out",
        type=_digits,
        default="",
        metavar="HEX",
        help="the same without unread cards whose name's SHA-256 begins so: they are kept for measuring",
    )
    for name in ("add", "remove"):
        words = _plainly(inner, name, works[f"cards {name}"])
        words.add_argument("card_files", type=Path, nargs="+", metavar="file", help="a file of cards in JSON")
    _plainly(inner, "list", works["cards list"])


def with_forms(given: Sequence[str]) -> list[str]:
    """The words with ``--json`` alone as ``--json=answer``; behind ``--`` stand no options."""
    end = given.index("--") if "--" in given else len(given)
    words = [f"--json={ANSWER}" if word == "--json" else word for word in given[:end]]
    return [*words, *given[end:]]
