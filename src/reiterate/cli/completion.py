"""``reiterate completion SHELL``: a script for a shell, and the words that may stand where a person types.

The script of each shell asks ``reiterate completion words`` with the words so far. What may stand there is read from the
reader of command lines itself, so that no list can be out of date. File names are left to the shell.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from reiterate.lazy_module import Later
from reiterate.refusals import Refusal
from reiterate.untrusted_text import hidden

if TYPE_CHECKING:
    from reiterate import cards
    from reiterate.cards import names, remembered, sources
    from reiterate.cli import demonstrations
    from reiterate.judging import case_file, policies
    from reiterate.rules.access import state_access
    from reiterate.script.position import Position
    from reiterate.show import explained
    from reiterate.state import model
    from reiterate.state.model import State
else:
    cards = Later("reiterate.cards")
    names = Later("reiterate.cards.names")
    remembered = Later("reiterate.cards.remembered")
    sources = Later("reiterate.cards.sources")
    demonstrations = Later("reiterate.cli.demonstrations")
    explained = Later("reiterate.show.explained")
    state_access = Later("reiterate.rules.access.state_access")
    case_file = Later("reiterate.judging.case_file")
    policies = Later("reiterate.judging.policies")
    model = Later("reiterate.state.model")

#: Candidates that are told at most: nobody reads more.
MOST: Final = 200

_BASH: Final = """\
_reiterate() {
    local IFS=$'\\n'
    COMPREPLY=()
    local word
    while read -r word; do
        [[ -n $word ]] && COMPREPLY+=("$(printf '%q' "$word")")
    done < <(reiterate completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _reiterate reiterate
"""

_ZSH: Final = """\
#compdef reiterate
_reiterate() {
    local -a found
    found=("${(@f)$(reiterate completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    found=(${found:#})
    if (( ${#found} )); then
        compadd -a found
    else
        _files
    fi
}
compdef _reiterate reiterate
"""

_FISH: Final = """\
function __reiterate_words
    set -l typed (commandline -opc) (commandline -ct)
    reiterate completion words -- $typed[2..-1] 2>/dev/null
end
complete -c reiterate -a '(__reiterate_words)'
"""

#: The script of each shell.
SCRIPTS: Final = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}


def completions(words: argparse.ArgumentParser, typed: Sequence[str], environ: Mapping[str, str]) -> list[str]:
    """What may stand in the place of the last of the words ``typed``, which may be empty; sorted, at most ``MOST``."""
    *before, last = map(_unquoted, typed or [""])
    at, path = words, []
    for word in before:
        inner = _inner(at)
        if word in inner:
            at = inner[word]
            path.append(word)
    found = set(_of_options(at, before, last)) | set(_named_behind(before, environ))
    found = found or set(_words_at(at, " ".join(path), last, environ))
    wanted = last.casefold()
    return [each for each in sorted(found) if each.casefold().startswith(wanted) and not any(map(hidden, each))][:MOST]


def _unquoted(word: str) -> str:
    """A word as a person means it who has typed it with the quotes and strokes of a shell."""
    return re.sub(r"\\(.)", r"\1", word.lstrip("\"'"))


def _inner(words: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    """The commands of a reader of words, by their names."""
    for action in words._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _of_options(at: argparse.ArgumentParser, before: Sequence[str], last: str) -> Iterator[str]:
    """The options of a command, and what may stand behind the option that was typed before."""
    name, equals, _ = last.partition("=")
    for action in at._actions:
        if before and before[-1] in action.option_strings and action.nargs != 0:
            yield from map(str, action.choices or ())
        elif equals and name in action.option_strings:
            yield from (f"{name}={choice}" for choice in action.choices or ())
        elif last.startswith("-") and action.help != argparse.SUPPRESS:
            yield from action.option_strings


def _named_behind(before: Sequence[str], environ: Mapping[str, str]) -> Iterator[str]:
    """What may stand behind an option whose words no list holds: names of a board's cards, its players, policies."""
    option = before[-1] if before else ""
    if option == "--policy":
        yield from policies.POLICIES
    elif option in ("--focus", "--seat"):
        for found in filter(None, (_board(word, environ) for word in before)):
            yield from _cards_of(found.state) if option == "--focus" else _players_of(found.state)


def _board(word: str, environ: Mapping[str, str]) -> Position | None:
    """The position in a file that was typed; None where the word is no such file."""
    path = Path(word)
    if word.startswith("-") or not path.is_file():
        return None
    book = _book(environ)
    found = None if book is None else case_file.load_case_file(path, book)
    return None if found is None or isinstance(found, Refusal) else found.position


def _cards_of(state: State) -> Iterator[str]:
    """The names of the cards and tokens outside of the libraries."""
    for row in state.rows.values():
        if row.cls.proto is not None and row.cls.zone != model.LIBRARY and row.cls.proto.name:
            yield row.cls.proto.name


def _players_of(state: State) -> Iterator[str]:
    """The players as commands call them."""
    yield from (f"p{seat + 1}" for seat in state_access.seats(state))


def _words_at(at: argparse.ArgumentParser, command: str, last: str, environ: Mapping[str, str]) -> Iterator[str]:
    """Commands, or what the arguments of a command are."""
    if last.startswith("-"):
        return
    yield from _inner(at)
    if command == "explain":
        yield from explained.explained_words()
    elif command == "demo":
        yield from ("list", "all", *(name for name, _ in demonstrations.listed().rows))
    elif command == "completion":
        yield from SCRIPTS
    elif command in NAMES_CARDS:
        yield from card_names(last, environ)


#: Commands whose arguments are names of cards.
NAMES_CARDS: Final = frozenset({"cards show", "combo"})


def card_names(begun: str, environ: Mapping[str, str]) -> Iterator[str]:
    """The names of known cards that begin so; none for fewer than two letters."""
    if len(sources.key_of(begun)) < names.LETTERS:
        return
    book = _book(environ)
    if book is None:
        return
    yield from names.names_beginning(book, begun, MOST)


def _book(environ: Mapping[str, str]) -> cards.CardBook | None:
    """The cards that every command knows; None where a card file can't be read."""
    known = remembered.remembered(environ)
    book = cards.CardBook.with_files((), environ, cards.Cache.of(environ), [] if isinstance(known, Refusal) else known)
    return None if isinstance(book, Refusal) else book
