"""What pages ask of the workers, beside the verbs of the API: answers as rows of words, and boards as pictures.

These questions have no address. The words are those of the command line.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from reiterate.ask.answer_json import as_json
from reiterate.ask.building import Asking, answer
from reiterate.ask.building_combo import board_answer, combo_answer
from reiterate.ask.building_refusals import refusal_of
from reiterate.ask.session import not_assumed
from reiterate.cards import CardBook
from reiterate.cards.names import names_beginning, near, surely_named
from reiterate.combos.combo import STEPS, Asked, asked_of
from reiterate.lazy_module import Later
from reiterate.refusals import INPUT, Refusal, Where
from reiterate.script.position import Position, load
from reiterate.script.position_text import document_text, position_text
from reiterate.script.script import written_lines
from reiterate.script.yaml_text import FORMAT, Table, Text, read_yaml
from reiterate.service.verbs import COMPLETED, NEAREST, Books, Outcome, Request, refusal_outcome
from reiterate.show.brief import Brief
from reiterate.show.brief_answer import brief_of
from reiterate.show.screen_combo import page_brief
from reiterate.table.given_text import given, names_in
from reiterate.untrusted_text import json_text

if TYPE_CHECKING:
    from reiterate.table import card_faces, rounds, scenes
    from reiterate.table.rounds import Round
else:
    card_faces = Later("reiterate.table.card_faces")
    rounds = Later("reiterate.table.rounds")
    scenes = Later("reiterate.table.scenes")

#: Positions whose script is kept worked out, for the next move of a slider.
KEPT: Final = 4

#: Names that are told as perhaps meant.
MEANT: Final = 6

#: Names of which what is printed on their cards is told, too.
OFFERED: Final = 12

#: Names that begin as typed behind fewer than which those are told that may be meant.
FEW: Final = 4

#: Digits of a life total, numbers of players, and names of cards beside a combo.
MOST_DIGITS: Final = 100
PLAYERS: Final = ("2", "3", "4", "5", "6")
MOST_BESIDE: Final = 20

#: Who looks at a board that is no game: the player who proposes.
LOOKER: Final = "p1"

_KEPT: OrderedDict[tuple[str, str], tuple[Any, str]] = OrderedDict()


def brief_json(found: Brief, file: str, codes: str = "") -> str:
    """A brief as JSON, its sentences and its rows, with a position file; ``codes``: those that say why nothing is proved."""
    told = {
        "title": found.title,
        "verdict": found.verdict,
        "codes": codes,
        "plain": [*found.plain],
        "rows": [[head, list(lines)] for head, lines in found.rows],
        "file": file,
    }
    return json_text(told)


def _book(asked: Request, books: Books) -> CardBook | Refusal:
    """The cards that the server knows, and behind them those that came with the question (``own``: a card file)."""
    return books.kept if isinstance(books.kept, Refusal) else books.kept.with_brought(asked.get("own", ""))


def _combo(asked: Request, books: Books) -> Outcome:
    """A combo in the rows of its screen."""
    book = _book(asked, books)
    if isinstance(book, Refusal):
        return refusal_outcome(book)
    life, players = asked["life"] or "20", asked["players"] or "2"
    if not life.isascii() or not life.isdecimal() or len(life) > MOST_DIGITS or not int(life):
        where = Where(span="Life of each player")
        message, expected = f"'{life[:40]}' is no life total", "a whole number of at least 1"
        return refusal_outcome(Refusal(INPUT, "count", message, expected, "119", where=where))
    if players not in PLAYERS:
        return refusal_outcome(
            Refusal(INPUT, "player", f"{players[:9]} players", f"{PLAYERS[0]} to {PLAYERS[-1]} players")
        )
    others, held = (tuple(names_in(asked[each].replace(";", "\n"), book)[:MOST_BESIDE]) for each in ("others", "held"))
    wanted = Asked(life, int(players), others, STEPS, held)
    found = asked_of(asked["names"], book, wanted)
    if isinstance(found, Refusal):
        return refusal_outcome(found)
    brief, codes = page_brief(combo_answer(found, wanted, book).answer)
    return Outcome(0, brief_json(brief, found.text, codes))


def _find(asked: Request, books: Books) -> Outcome:
    """A loop on a board, in the words of a combo that was named; the file is the board with the script."""
    book = _book(asked, books)
    if isinstance(book, Refusal):
        return refusal_outcome(book)
    position = load(asked["position"], "board", book)
    if isinstance(position, Refusal):
        return refusal_outcome(position)
    unsaid = not_assumed(position.state, book)
    if unsaid is not None:
        return refusal_outcome(unsaid)
    if position.proposer:  # who is told of a loop as "you" is p1
        return _told_of_another(asked, position)
    found = board_answer(position, int(asked["steps"]))
    if isinstance(found, Refusal):
        return refusal_outcome(found)
    script = "".join(f"{each.text}\n" for each in written_lines(found.position.script))
    brief, codes = page_brief(found.answer)
    return Outcome(0, brief_json(brief, with_script(asked["position"], script), codes))


def _told_of_another(asked: Request, position: Position) -> Outcome:
    """A loop of another player than p1 on a board, in the rows of the screen of ``find``."""
    found = answer(position, ["find"], Asking(steps=int(asked["steps"])))
    if found.find is None:
        return refusal_outcome(refusal_of(found.refusals[0]))
    script = "".join(f"{line}\n" for line in found.find.script)
    return Outcome(0, brief_json(brief_of(found), with_script(asked["position"], script)))


def _card(asked: Request, books: Books) -> Outcome:
    """What a name stands for: a card, with its types and the clauses that are not understood.

    Where the name is of no one card, the answer has names that may be meant. ``known``: how many cards are known where none has the name. ``more`` says how more cards come to be known; it is "" where card files are read.
    """
    book = _book(asked, books)
    if isinstance(book, Refusal):
        return refusal_outcome(book)
    compiled_card = surely_named(book, asked["name"])
    if isinstance(compiled_card, Refusal):
        meant = [_printed(each, book) for each in near(book, asked["name"], MEANT)]
        return Outcome(
            0,
            json_text(
                {
                    "name": "",
                    "typed": asked["name"],
                    "unread": [],
                    "why": compiled_card.message,
                    "meant": meant,
                    "types": "",
                    "known": _known(book) if compiled_card.code == "card-unknown" else "",
                    "more": book.more,
                }
            ),
        )
    unread = [clause.text for clause in compiled_card.missing]
    facts = book.facts(compiled_card.name)
    types = "" if isinstance(facts, Refusal) else str(facts.get("type_line", ""))
    return Outcome(
        0,
        json_text(
            {"name": compiled_card.name, "unread": unread, "why": "", "meant": [], "types": types, "more": book.more}
        ),
    )


def _known(book: CardBook) -> str:
    """How many cards are known, as people read a number."""
    return f"{sum(len(list(each.places())) for each in book.sources):,}"


def _given(asked: Request, books: Books) -> Outcome:
    """What a text is that somebody brings, with the names in it or its title."""
    book = _book(asked, books)
    return refusal_outcome(book) if isinstance(book, Refusal) else _outcome(given(asked["text"], book))


def _names(asked: Request, books: Books) -> Outcome:
    """Names for letters that were typed: those that begin so, and behind a few of them those that may be meant. ``unknown``: no one card is called like that. ``more`` as ``_card`` has it."""
    book, begin = _book(asked, books), asked["begin"]
    if isinstance(book, Refusal):
        return refusal_outcome(book)
    found = sorted(names_beginning(book, begin, COMPLETED))
    if len(begin) > 2 and len(found) < FEW:
        found = list(dict.fromkeys([*found, *near(book, begin, NEAREST)]))
    unknown = len(begin) > 2 and not found and names_in(begin, book) == [begin]  # of several names one may be known
    cards = [_printed(each, book) for each in found[:OFFERED]]
    return Outcome(0, json_text({"cards": cards, "unknown": unknown, "more": book.more}))


def _printed(name: str, book: CardBook) -> dict[str, Any]:
    """What is printed on a card, of which its name is told alone where more is not known."""
    facts = book.facts(name)
    said: Mapping[str, Any] = {} if isinstance(facts, Refusal) else facts
    front = {**(said.get("card_faces") or [{}])[0], **said}
    size = "/".join(str(front[each]) for each in ("power", "toughness") if front.get(each) is not None)
    text = [line for line in str(front.get("oracle_text") or "").splitlines() if line]
    return {
        "name": name,
        "types": str(front.get("type_line") or ""),
        "cost": str(front.get("mana_cost") or ""),
        "colors": "".join(front.get("colors") or ()),
        "text": text,
        "size": size,
    }


def with_script(text: str, script: str) -> str:
    """A position file with another script."""
    document = read_yaml(text, "board")
    assert isinstance(document, Table)
    items = [
        (key, value) for key, value in document.items if key.text not in ("script", "end", "answers", "then", "expect")
    ]
    where = document.where
    return document_text(Table((*items, (Text("script", where), Text(script, where))), where))


def _board(asked: Request, books: Books) -> Outcome:
    """The board of a position file, the same file as text, and the faces of its cards."""
    found = _round(asked, books)
    if isinstance(found, Refusal):
        return refusal_outcome(found)
    now, text = found
    faces = [as_json(each) for each in card_faces.faces_of(now.game.state, now.book)]
    return Outcome(
        0,
        json_text(
            {"board": as_json(card_faces.board_with_texts(now.game.state, now.book)), "faces": faces, "file": text}
        ),
    )


def _faces(asked: Request, books: Books) -> Outcome:
    """What stands on cards by their names: on those of a board where they lie in a hand, as every card may."""
    hand = json.dumps([*asked["names"]])
    return _board({**asked, "position": f"format: {FORMAT}\nplayers: {{p1: {{hand: {hand}}}, p2: {{}}}}\n"}, books)


def _scene(asked: Request, books: Books) -> Outcome:
    """The script of a position file at one place of it."""
    found = _round(asked, books)
    if isinstance(found, Refusal):
        return refusal_outcome(found)
    wanted = scenes.Wanted(**{**asked["look"], "script": _script(found[1])})
    return _outcome(scenes.scene_of(found[0], LOOKER, wanted))


def _growth(asked: Request, books: Books) -> Outcome:
    """What grows over the iterations of a position file's script."""
    found = _round(asked, books)
    if isinstance(found, Refusal):
        return refusal_outcome(found)
    return _outcome(scenes.growth_of(found[0], LOOKER, _script(found[1]), asked["look"]["block"]))


def _outcome(found: Any) -> Outcome:
    return refusal_outcome(found) if isinstance(found, Refusal) else Outcome(0, json_text(as_json(found)))


def _round(asked: Request, books: Books) -> tuple[Round, str] | Refusal:
    """The position of a file as a game in which nothing has happened, and its text; the last few are kept."""
    text = asked["position"]
    key = text, asked.get("own", "")
    if key in _KEPT:
        _KEPT.move_to_end(key)
        return _KEPT[key]
    book = _book(asked, books)
    if isinstance(book, Refusal):
        return book
    now = rounds.begin(text, book)
    if isinstance(now, Refusal):
        return now
    plain = position_text(text, "board")
    if isinstance(plain, Refusal):
        return plain
    _KEPT[key] = now, plain
    while len(_KEPT) > KEPT:
        _KEPT.popitem(last=False)
    return now, plain


def _script(text: str) -> str:
    document = read_yaml(text, "board")
    said = document.get("script") if isinstance(document, Table) else None
    return said.text if isinstance(said, Text) else ""


#: What pages ask, by name.
PAGE_VERBS: Final[dict[str, Callable[[Request, Books], Outcome]]] = {
    "page combo": _combo,
    "page find": _find,
    "page card": _card,
    "page names": _names,
    "page given": _given,
    "page board": _board,
    "page faces": _faces,
    "page scene": _scene,
    "page growth": _growth,
}
