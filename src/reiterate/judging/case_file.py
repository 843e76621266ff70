"""Case files (`case/1`): a position, a policy, what was said, and the facts that are expected. `docs/rulings.md` is the manual.

The closed vocabulary of ``expect`` in a case file: facts of the ruling, facts of a player, and facts of the board.

A path of ``docs/positions.md`` is a fact of the board at the place to which the game advances. ``case_facts`` works
the others out.

Shortcut words of a player's own (732.1a): any words will do, as long as all players know what they stand for.

``words:`` of a case file says it. A line of a script that is such a word is replaced by the lines that it stands for.
The script is read afterwards.

Case files (``case/1``): a position, a policy, and what was said. ``docs/rulings.md`` is the manual.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

from reiterate.cards import CardBook
from reiterate.judging.editions import EDITIONS, INFINITE_LOOPS, Edition, edition_of
from reiterate.judging.policies import COMPREHENSIVE, G18, POLICIES, SECTION_421, Policy
from reiterate.judging.statements import JUDGE, Said, read_statement
from reiterate.refusals import INPUT, Refusal, Where
from reiterate.script.expect import no_fact
from reiterate.script.places import parse_place, seat_named
from reiterate.script.position import Position, expected_facts, file_text, load, of_document
from reiterate.script.puzzle_lines import is_puzzle
from reiterate.script.script import Node, parse_script
from reiterate.script.yaml_text import FORMAT as POSITION_FORMAT
from reiterate.script.yaml_text import (
    Refused,
    Table,
    Text,
    Value,
    bad,
    items_of,
    quantity_of,
    read_yaml,
    seat_of,
    table_of,
    text_of,
    truth_of,
)
from reiterate.state.model import State
from reiterate.state.properties import PLAYER
from reiterate.terms.vocabulary import KEYWORDS

# --- fact names ----------------------------------------------------------------------------------

#: Facts of the ruling as a whole.
OF_THE_RULING: Final = frozenset(
    {
        "outcome",
        "outcome_if_declined",
        "reason",
        "shortcut_allowed",
        "repetitive",
        "iterations",
        "iterations_max",
        "iterations_max_safe",
        "rotations_started",
        "partial",
        "finite",
        "priority",
        "decides",
        "must_change",
        "mandatory",
        "deterministic",
        "deterministic_outcome",
        "deterministic_path",
        "state_repeats",
        "involved",
        "draw_players",
        "remaining_players",
        "forced_to_break",
        "forced_to_pay",
        "restart_allowed",
        "way_out",
        "number_allowed",
        "infraction",
        "judge_required",
        "governing",
        "arbiter",
        "turn_of",
        "step",
        "net_turns",
        "stack.controller",
        "accepted",
        "rejected",
        "last_word",
        "edition",
    }
)
#: Facts of one player: ``p2.may_pass``.
OF_A_PLAYER: Final = frozenset(
    {
        "higher_allowed",
        "required_iterations",
        "tokens_added",
        "may_pass",
        "may_refuse_without_deviation",
        "must_name_choice_in_advance",
        "life_at_max",
        "mana_total",
    }
)
#: In front of a path: what one iteration changes of it.
PER_ROTATION: Final = "per_rotation."
#: In front of a card's name: how many of its abilities have resolved.
RESOLVED: Final = "resolved."


def no_case_fact(path: str, players: int) -> Refusal | None:
    """The refusal of a path that names no fact of a case with so many players; None where it may name one."""
    if path.startswith(PER_ROTATION):
        return no_case_fact(path.removeprefix(PER_ROTATION), players)
    if path in OF_THE_RULING or (path.startswith(RESOLVED) and path != RESOLVED):
        return None
    head, _, rest = path.partition(".")
    seat = seat_named(head)
    if rest in OF_A_PLAYER and seat is not None:
        if 0 <= seat < players:
            return None
        return Refusal(INPUT, "no-such-player", f"no player {head} in this game", f"p1 to p{players}")
    if seat is None and path.rpartition(".")[2] in KEYWORDS:
        return None
    return no_fact(path, players)


# --- own words -----------------------------------------------------------------------------------

#: Lines that a script may have once its words are replaced.
LINES: Final = 20_000


def read_words(said: Mapping[str, str]) -> Mapping[str, tuple[str, ...]] | Refusal:
    """Words with the lines that they stand for; a refusal of a word for nothing, or for what is no sequence.

    In: each word with its text. A text may have words that are said before it.

    >>> read_words({"tick": "all pass", "tock": "tick\\ntick"})
    {'tick': ('all pass',), 'tock': ('all pass', 'all pass')}
    """
    found: dict[str, tuple[str, ...]] = {}
    for word, text in said.items():
        name = _plain(word)
        lines = tuple(line.rstrip() for line in in_full(text, found).splitlines() if line.strip())
        if not name or not lines or name.endswith(":"):
            message = f"'{word[:60]}' stands for nothing"
            return Refusal(INPUT, "own-word", message, "a word, and the lines that it stands for", "732.1a")
        parsed = parse_script("\n".join(lines))
        if isinstance(parsed, Refusal):
            return parsed
        found[name] = lines
    return found


def in_full(text: str, words: Mapping[str, tuple[str, ...]]) -> str:
    """A script with each line that is one of the words replaced by its lines, indented as it was."""
    if not words:
        return text
    done: list[str] = []
    for line in text.splitlines():
        lines = words.get(_plain(line))
        indent = " " * (len(line) - len(line.lstrip(" ")))
        done += [line] if lines is None else [indent + each for each in lines]
        if len(done) > LINES:
            return text
    return "\n".join(done)


def _plain(words: str) -> str:
    return " ".join(words.split()).casefold()


# --- case file -----------------------------------------------------------------------------------

#: Shortcut words with the lines that they stand for.
Words: TypeAlias = Mapping[str, tuple[str, ...]]

FORMAT: Final = "case/1"
_OWN: Final = (
    "policy", "edition", "happened", "said", "shown", "independent", "question", "expect", "script", "end", "then", "words",
)  # fmt: skip

#: What is asked of a case: what follows of what was said, whether the sequence is a loop, whether it may go on for
#: ever, and whether it comes to an end by itself.
WHAT_FOLLOWS: Final = "what follows"
IS_A_LOOP: Final = "is it a loop"
GO_ON: Final = "may it go on"
DOES_IT_END: Final = "does it end"
QUESTIONS: Final = (WHAT_FOLLOWS, IS_A_LOOP, GO_ON, DOES_IT_END)

#: Refusals of a script that say that it describes no proposal which the rules allow (732.2a).
NO_PROPOSAL: Final = frozenset({"conditional", "count", "count-not-a-number"})
#: In front of a place in ``end``: while the choice there is carried out.
_WITHIN: Final = "within "


@dataclass(frozen=True, slots=True)
class Case:
    """A case file, read. ``happened``: lines already played; ``shown``: how often the cycle was shown before.

    ``independent``: whether the file says that actions of several players depend on one another, None where it is silent.
    ``before``: the position before what has happened, None where ``position`` is that position.
    ``question``: one of ``QUESTIONS``. ``unproposable``: why the script is no sequence that may be proposed, None
    where it is one. ``within``: the proposed end lies inside of what the choice at the place of ``end`` brings about.
    ``laid_out``: the file is a position file, which other commands read too.
    """

    position: Position
    policy: Policy
    edition: Edition
    said: tuple[Said, ...]
    happened: tuple[Node, ...]
    shown: int
    independent: bool | None
    wheres: tuple[Where, ...]
    question: str = WHAT_FOLLOWS
    unproposable: Refusal | None = None
    within: bool = False
    before: State | None = None
    laid_out: bool = False


def load_case_file(path: Path, book: CardBook, edition: str = "") -> Case | Refusal:
    """Read a case file, as ``load_case`` reads its text. A file that can't be read is a refusal."""
    text = file_text(path)
    return text if isinstance(text, Refusal) else load_case(text, path.name, book, edition)


def load_case(text: str, file: str, book: CardBook, edition: str = "") -> Case | Refusal:
    """Read the text of a case file. A position file, or a puzzle of Forge, is a case in which nothing was said yet.

    In: the text; the name of the file, for refusals. ``book``: the cards. ``edition``: the edition whose rule numbers a refusal
    cites, "" for that of the file. Out: the case; or a refusal with the line and column of what is wrong.
    """
    found = _loaded(text, file, book)
    dated = edition_of(edition or _dated(text, file)) if isinstance(found, Refusal) else found
    return dated.refused(found) if isinstance(dated, Edition) and isinstance(found, Refusal) else found


def _dated(text: str, file: str) -> str:
    """The edition that a case names, as far as its file can be read."""
    document = read_yaml(text, file)
    items = document.items if isinstance(document, Table) else ()
    return next((value.text for key, value in items if key.text == "edition" and isinstance(value, Text)), "")


def _loaded(text: str, file: str, book: CardBook) -> Case | Refusal:
    if is_puzzle(text):
        position = load(text, file, book)
        return position if isinstance(position, Refusal) else case_of(position)
    document = read_yaml(text, file)
    if isinstance(document, Refusal):
        return document
    try:
        return _read(table_of(document), book)
    except Refused as error:
        return error.refusal


def case_of(position: Position) -> Case:
    """A position as a case under the newest Comprehensive Rules; what the position expects is not asked."""
    newest = edition_of("")
    assert isinstance(newest, Edition)
    return Case(replace(position, expect=[]), COMPREHENSIVE, newest, (), (), 0, False, (), laid_out=True)


def under(case: Case, policy: str, edition: str) -> Case | Refusal:
    """The case under another policy or edition; "" keeps its own. A refusal for what is none of them."""
    dated = edition_of(edition) if edition else case.edition
    if isinstance(dated, Refusal):
        return dated
    own = COMPREHENSIVE if case.policy is SECTION_421 else case.policy
    if policy and policy not in POLICIES:
        return Refusal(INPUT, "policy", f"'{policy[:40]}' is no policy", ", ".join(POLICIES))
    found = POLICIES[policy] if policy else own
    if not dated.section and found is not G18:
        message = f"the text of '{found.name}' is not known for that date"
        return Refusal(INPUT, "edition", message, f"policy g18, or a date from {EDITIONS[0].since} on")
    if dated.section == INFINITE_LOOPS and found is COMPREHENSIVE:
        found = SECTION_421
    return replace(case, edition=dated, policy=found)


def _read(top: Table, book: CardBook) -> Case:
    own = {key.text: value for key, value in top.items if key.text in _OWN}
    is_case = any(key.text == "format" and isinstance(v, Text) and v.text == FORMAT for key, v in top.items)
    position = of_document(_without(top, own) if is_case else top, book)
    if isinstance(position, Refusal):
        raise Refused(position)
    players = sum(row.cls.kind == PLAYER for row in position.state.rows.values())
    unproposable, within = None, False
    words: Words = {}
    if not is_case:
        position.expect = []  # facts of ``reiterate run``, whose words are others
    else:
        words = _words(own.get("words"))
        position.expect = expected_facts(own.get("expect"), players, no_case_fact)
        position.then = _script(own.get("then"), words)
        unproposable = _proposed(position, own.get("script"), words)
        within = _ends(position, own.get("end"))
    edition = edition_of(text_of(own["edition"])) if "edition" in own else edition_of("")
    if isinstance(edition, Refusal):
        raise Refused(edition.at(own["edition"].where))
    if "said" in own and position.answers:
        raise bad("said-twice", "'answers' and 'said' stand together", own["said"].where, "one of the two", "732.2b")
    said, wheres = _said(own.get("said"), players)
    return Case(
        position,
        _policy(own.get("policy"), edition, own.get("edition")),
        edition,
        said,
        _script(own.get("happened"), words),
        quantity_of(own["shown"]) if "shown" in own else 0,
        truth_of(own["independent"]) if "independent" in own else None,
        wheres,
        _question(own.get("question")),
        unproposable,
        within,
        laid_out=not is_case,
    )


def _without(top: Table, own: dict[str, Value]) -> Table:
    """The position that a case holds."""
    items: list[tuple[Text, Value]] = []
    for key, value in top.items:
        if key.text == "format":
            items.append((key, Text(POSITION_FORMAT, value.where)))
        elif key.text not in own:
            items.append((key, value))
    return Table(tuple(items), top.where)


def _question(value: Value | None) -> str:
    asked = WHAT_FOLLOWS if value is None else " ".join(text_of(value).lower().rstrip("?").split())
    if value is not None and asked not in QUESTIONS:
        raise bad("question", f"'{asked[:60]}' is no question of a case", value.where, ", ".join(QUESTIONS))
    return asked


def _words(value: Value | None) -> Words:
    """The players' own shortcut words, with the lines that they stand for (732.1a)."""
    if value is None:
        return {}
    words = read_words({key.text: text_of(said) for key, said in table_of(value).items})
    if isinstance(words, Refusal):
        raise Refused(words.at(value.where))
    return words


def _proposed(position: Position, value: Value | None, words: Words) -> Refusal | None:
    """Give the position its script; a refusal where the words are read and describe no proposal (732.2a)."""
    if value is None:
        return None
    where = value.where
    parsed = parse_script(in_full(text_of(value), words), where.file, where.line + 1, where.column)
    if not isinstance(parsed, Refusal):
        position.script = parsed
        return None
    if parsed.code in NO_PROPOSAL:
        return parsed
    raise Refused(parsed)


def _ends(position: Position, value: Value | None) -> bool:
    """Give the position its proposed end; whether that lies within what a choice brings about."""
    if value is None:
        return False
    words = text_of(value)
    within = words.lower().startswith(_WITHIN)
    place = parse_place(words[len(_WITHIN) :] if within else words)
    if isinstance(place, Refusal):
        raise Refused(place.at(value.where))
    position.end = place
    position.wheres["end"] = value.where
    return within


def _policy(value: Value | None, edition: Edition, dated: Value | None) -> Policy:
    name = COMPREHENSIVE.name if value is None else text_of(value).strip().lower()
    if name not in POLICIES:
        assert value is not None
        raise bad("policy", f"'{name}' is no policy", value.where, ", ".join(POLICIES))
    if not edition.section and name != G18.name:
        assert dated is not None
        message = f"the text of '{name}' is not known for that date"
        raise bad("edition", message, dated.where, f"policy g18, or a date from {EDITIONS[0].since} on")
    return SECTION_421 if edition.section == INFINITE_LOOPS and name == COMPREHENSIVE.name else POLICIES[name]


def _said(value: Value | None, players: int) -> tuple[tuple[Said, ...], tuple[Where, ...]]:
    found, wheres = [], []
    for item in items_of(value) if value is not None else ():
        for key, words in table_of(item).items:
            seat = JUDGE if key.text.lower() == "judge" else seat_of(key, players)
            one = read_statement(seat, text_of(words))
            if isinstance(one, Refusal):
                raise Refused(one.at(words.where))
            found.append(one)
            wheres.append(words.where)
    return tuple(found), tuple(wheres)


def _script(value: Value | None, words: Words) -> tuple[Node, ...]:
    if value is None:
        return ()
    parsed = parse_script(in_full(text_of(value), words), value.where.file, value.where.line + 1, value.where.column)
    if isinstance(parsed, Refusal):
        raise Refused(parsed)
    return parsed
