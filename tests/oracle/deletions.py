"""Words that a reading overlooks: each word, and each phrase that narrows, is deleted, and the rest is read again.

A reading depends on every word of its text. A text that reads the same without a word has either a word that was
overlooked, or one that says nothing there: ``IDLE`` names the classes of those.

``python -m tests.oracle.deletions`` deletes in every card of the reference file that is read whole (three minutes of
processor time), prints what no class explains, and how often each class was needed.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from reiterate.cards.sources import facts_in_order, open_source
from reiterate.oracle.card import UNDERSTOOD, Clause, CompiledCard
from reiterate.oracle.clause import Context, read_line
from reiterate.oracle.compile import compile_card, context_of, face_alone, lines_of
from reiterate.oracle.face import front, proto_of
from reiterate.oracle.normal_text import Token, normalise
from reiterate.terms.abilities import Inert, NotUnderstood
from reiterate.terms.base import Ability
from tests.support.files import data_file

#: Phrases that narrow or limit as a whole, in normal form. Single words need no list: every word is deleted.
PHRASES: Final = tuple(
    tuple(words.split())
    for words in (
        "until end of turn",
        "until your next turn",
        "this turn",
        "each turn",
        "only once each turn",
        "for the first time each turn",
        "during your turn",
        "during each of your turns",
        "if able",
        "at random",
        "you control",
        "you own",
        "you don't control",
        "an opponent controls",
        "that player controls",
        "up to 1",
        "up to 2",
        "up to 3",
        "1 or more",
        "or more",
        "or less",
        "more than",
        "less than",
        "at least",
        "other than ~",
        "you may",
        "under your control",
        "under its owner 's control",
        "from your hand",
        "from your graveyard",
        "from a graveyard",
        "of your choice",
        "of the chosen type",
        "of the chosen color",
        "an additional",
        "in addition to",
        "for each",
        "as a sorcery",
        "on the battlefield",
        "face down",
        "combat damage",
        "to you",
        "to a player",
        "to an opponent",
        "with flying",
        "without flying",
    )
)

#: What a command begins with where "you" in front of it says nothing more.
_COMMANDS: Final = (
    "add|attach|choose|create|destroy|discard|draw|exile|gain|get|lose|mill|put|remove|return|reveal|sacrifice|scry|search"
    "|shuffle|skip|surveil|take|tap|untap|win"
)
_COLORED: Final = "(white|blue|black|red|green)"
#: Subtypes that are their own plural.
_BOTH_NUMBERS: Final = "(Equipment|Eldrazi|Kithkin|Merfolk|Myr|Samurai)"
#: Nouns of many; a subtype may be any word with a capital letter.
_PLURALS: Final = "(artifacts|creatures|enchantments|lands|permanents|planeswalkers|tokens|(?-i:[A-Z])\\w+s)"

#: Why a word says nothing where it stands, by the text with the deleted words in brackets. Each is a class of words.
IDLE: Final[tuple[tuple[str, str], ...]] = (
    (r"those tokens plus an \[additional\]", "what is created plus those tokens is additional to them"),
    (r"[,.][\"”]? \[then\] ", "a joiner: a comma or the end of a sentence stands for it"),
    (r"you own \[that\] (an opponent|your opponents) control", "a relative pronoun that may be left out"),
    (r", \[and\] ", "the last of a list behind commas: the comma stands for it"),
    (rf"{_COLORED} \[and\] {_COLORED} ", "two colors in front of a noun: both of them"),
    (r"creatures \[and\] \w+ lands in addition", "two types that things have at once (205.1b)"),
    (
        rf"(^|[.,:•—\"“] |[\"“]|\b(and|then) )\[you\] ({_COMMANDS}|control target (player|opponent)|have no maximum)\b",
        "a command is an instruction to the controller of the ability (608.2c)",
    ),
    (
        r"(^|[,:•—] |[\"“]|\b(destroy|exile|gain control of|put|regenerate|return|sacrifice|tap|untap|and|then|on|from|of) )"
        rf"\[all\] ((?!damage|combat)[\w/-]+,? ){{0,5}}?({_PLURALS}|{_BOTH_NUMBERS})\b",
        "a plural without a number means all of them",
    ),
    (
        rf"\[each\] (other )?{_BOTH_NUMBERS}\b",
        "a subtype that is its own plural: all of them",
    ),
    (r"\[each\] (become|get|gain|have|draw)\b", "what several objects or players do, each of them does"),
    (r"\[on the battlefield\]", "a description without a zone means permanents (109.2)"),
    (
        r"(to|onto) the battlefield( tapped| transformed)? \[under your control\]",
        "so it enters where nothing else is said (110.2a)",
    ),
    (r"(^|• )(?!\[?(choose|when|at)\b)[^.,:•—]*\[[^\]]+\][^.,:•—]* — ", "a name in front of a dash (207.2d)"),
    (r"\[spells\] and .* spells", "the noun of two adjectives"),
    (r" or \[an?\] |is \[a\] [A-Z]", "the article of one in a list"),
    (r"except \[it\]|and,? \[it\] (has|loses|isn't)", "the subject of the first verb goes on"),
    (r"[Ii]f it's an? [\w ]*\[card\]", "what was revealed, exiled or found is a card"),
    (r"draws \w+ \[additional\] cards", "what an ability makes a player draw adds to the draw of the step (504.1)"),
    (r"amass \[Zombies\] ", "amass without a subtype is of Zombies (701.47d)"),
    (r"rest \[back\] on top", "cards looked at stay in the library until they are put elsewhere (701.20b)"),
    (r"that \[(creature|permanent)\]|the \[sacrificed\] ", "what was named in front"),
    (r"other \[(creature|land|card)\] types", "types of one kind are kept beside those of that kind (205.1b)"),
    (r"loses all \[other\] abilities", "abilities of the same effect are not lost by it (613.1f)"),
    (
        r"remove any number of ([\w+/-]+) counters .*\[\1\] counter removed this way",
        "counters of the one kind that the cost removes (118.1)",
    ),
    (r"\[you may\] cast any number of ", "any number may be none (107.1c)"),
    (r"adds \[an additional\] ", "a triggered mana ability adds to what there is (605.1b)"),
    (
        r"whenever [^.]*\b(deals combat damage|attacks?|becomes blocked|blocks)\b.* after this \[combat\] phase,",
        "what combat sets off resolves in the combat phase, which is this phase (500.2, 500.8)",
    ),
    (r"creature put onto the battlefield \[with\]|enchanted creature \[card\]", "what the source is attached to"),
)


class Line(NamedTuple):
    """A line of a card that is read whole, and what it was read as."""

    card: str
    text: str
    context: Context
    abilities: tuple[Ability, ...]


class Miss(NamedTuple):
    """A line that reads the same without some words, which stand in brackets."""

    card: str
    marked: str
    why: str  # the class of words that say nothing; "" for words that were overlooked


def lines_read_whole(rows: Iterable[Mapping[str, Any]]) -> Iterator[Line]:
    """The understood lines of all faces of the cards that are read whole, each wording once."""
    seen = set()
    for row in rows:
        found = compile_card(row)
        if not found.complete:
            continue
        for face, clauses in _faces(row, found):
            lines = lines_of(str(face.get("oracle_text") or ""))
            context = context_of(proto_of(face), lines)
            for line, clause in zip(lines, clauses, strict=False):
                words = normalise(line, context.name, context.legendary).text
                key = (words, context.spell, context.host, context.attached, context.has_x, context.types)
                if clause.status != UNDERSTOOD or key in seen:
                    continue
                seen.add(key)
                abilities = read_line(line, context)
                if abilities and not isinstance(abilities[0], Inert | NotUnderstood):
                    yield Line(found.name, line, context, abilities)


def _faces(row: Mapping[str, Any], found: CompiledCard) -> Iterator[tuple[Mapping[str, Any], Sequence[Clause]]]:
    """The facts of each face of a card with the clauses of its lines: back faces, Adventures and second halves too."""
    yield front(row), found.clauses
    for face in (row.get("card_faces") or ())[1:]:
        alone = face_alone(face)
        yield alone, compile_card(alone).clauses


def misses(line: Line) -> Iterator[Miss]:
    """The deletions after which a line reads the same."""
    for start, end in _places(line):
        before, after = line.text[:start], line.text[end:]
        without = f"{before.rstrip(' ')}{after}" if before else after.lstrip(" ")
        if read_line(without, line.context) == line.abilities:
            marked = f"{before}[{line.text[start:end]}]{after}"
            yield Miss(line.card, marked, excused(marked))


def excused(marked: str) -> str:
    """Why the words in brackets say nothing; "" where no class says so."""
    return next((why for form, why in IDLE if re.search(form, marked, re.IGNORECASE)), "")


def _places(line: Line) -> Iterator[tuple[int, int]]:
    """Where each word and each phrase of ``PHRASES`` begins and ends; words that one present spelling stands for are one."""
    have: list[Token] = []
    for token in _flat(normalise(line.text, line.context.name, line.context.legendary).tokens):
        if not have or (have[-1].start, have[-1].end) != (token.start, token.end):
            have.append(token)
    words = [token.text for token in have]
    for number, token in enumerate(have):
        if token.text[:1].isalpha():
            yield token.start, token.end
        for phrase in PHRASES:
            if tuple(words[number : number + len(phrase)]) == phrase:
                yield token.start, have[number + len(phrase) - 1].end


def _flat(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens, those of texts in quotes instead of the whole text."""
    for token in tokens:
        yield from _flat(token.inner) if token.inner else (token,)


def main() -> int:
    """Delete in every card; 1 where a word was overlooked."""
    path = data_file("cards.jsonl")
    if path is None:
        print("cards.jsonl is absent (set REITERATE_DATA)")
        return 2
    lines = list(lines_read_whole(facts_in_order(open_source(path))))
    found = [miss for line in lines for miss in misses(line)]
    overlooked = [miss for miss in found if not miss.why]
    for miss in overlooked:
        print(f"{miss.card}: {miss.marked}")
    for why, times in Counter(miss.why for miss in found if miss.why).most_common():
        print(f"{times:5}  {why}")
    print(f"{len(lines)} lines, {len(found)} words that say nothing, {len(overlooked)} of them overlooked")
    return bool(overlooked)


if __name__ == "__main__":
    sys.exit(main())
