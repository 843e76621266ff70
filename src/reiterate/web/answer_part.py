"""An answer in words, the work that leads to it, and the ways to a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from reiterate.examples.built_in import examples
from reiterate.service.seat_links import host_link, packed
from reiterate.show.brief import single_steps
from reiterate.show.game_words import seconds_words
from reiterate.show.quantity_words import Json
from reiterate.web import naming_part
from reiterate.web.markup import Inside, Markup, Value, button, field, inside, line_field, select, tag, with_symbols

#: What folds the exact rows of an answer.
EXACTLY: Final = "What it needs, each step, how it stops"

#: What stands before the codes of a verdict.
CODES: Final = "No certificate of it was accepted. For programs, the reason is "

#: Seconds by the clock, beside twice those of the work, from which on the server is said to be busy.
BUSY: Final = 3.0

#: Who plays p2, and in which words.
OPPONENTS: Final = {
    "person": "a person, with a link",
    "cuts": "the program, which stops one shortcut",
    "passes": "the program, which passes",
}

#: Said where no game can begin.
NO_GAMES: Final = "This server keeps no games: it was started without a database."

#: Time limits that a page offers, in seconds.
LIMITS: Final = (0, 30, 60, 180, 600, 3_600, 86_400)

#: What a text may be that a game begins from.
POSITION: Final = (
    "A position file, a puzzle of Forge (.pzl), or a judge's log (.jsonl): choose it, drop it here, or paste it"
)

#: The field for p2's cards.
HELD_LABEL: Final = "What the opponent holds, names with ; between them"
HELD_HINT: Final = (
    "In a game p2 can stop your shortcut with such a card, as with Lightning Bolt. "
    "Lands lie on the battlefield. Without any, those lie there that pay for each card once."
)

#: Said where no card of p2 is named.
NOT_HELD: Final = (
    "No card of the opponent is named here. In a game from this board, p2 can't stop a shortcut with an unknown card."
)


def combo_question() -> Markup:
    """What is asked beside the names of the cards."""
    players = select("#players", [(number, str(number)) for number in range(2, 7)], name="players")
    others = naming_part.field(
        "others", "What else you have on the battlefield, names with ; between them", several=True
    )
    fields = (
        field("Life of each player", "life", line_field("#life.short", name="life", value="20", maxlength=100)),
        field("Players", "players", players),
        tag("div.field.wide-field", others),
        tag("div.field.wide-field", naming_part.field("held", HELD_LABEL, HELD_HINT, several=True)),
    )
    summary = tag("summary", "Life, players, what else you have, what the opponent holds")
    return tag("details#more-asked", summary, tag("div.fields", fields))


def working(state: str, worked: float, most: float, passed: float = 0.0) -> Markup:
    """Work under way: how long it has taken, ``passed`` by the clock, and the button that stops it."""
    words = "waiting for its turn" if state == "waiting" else f"working: {worked:.1f} of at most {most:g} seconds"
    words += f"; the server is busy: you asked {passed:.0f} seconds ago" if passed > BUSY + 2 * worked else ""
    bar = tag("progress", value=f"{worked:.1f}", max=f"{most:g}", aria_label="Work")
    stop = button("Stop", class_="stop", data_do="stop-work", id="stop-work")
    return tag("div.panel.working", tag("p", words, role="status"), bar, stop)


def answer(found: Json, may_play: bool, number: int, old: bool = False) -> Markup:
    """An answer: the verdict first, what it means to players, and what can be done with it; then its exact rows.

    ``number``: of the answers of this page; a new one is scrolled to, and read aloud. ``old``: it is about other cards than those that stand there.
    """
    verdict, codes, plain = found["verdict"], found.get("codes"), found.get("plain", ())
    said = tag("small.old", " an earlier question") if old else None
    return tag(
        "section.panel",
        tag("h2#answer-title", found["title"] or "The board", said, tabindex=-1, data_focus=f"answer {number}"),
        tag("p.verdict", with_symbols(verdict), data_announce=verdict, title=f"code: {codes}" if codes else None),
        tag("p.small-text", CODES, tag("code", codes)) if codes else None,
        [tag("p", with_symbols(each)) for each in plain],
        tag("div.row", ways_to_play("play-this", may_play)),
        _not_held() if may_play and found.get("not held") else None,
        tag("details#the-rows", tag("summary", EXACTLY), told_rows(found["rows"]), open=not plain),
        file("answer-file", found["file"], download("answer-file", "board.yaml")),
        aria_label="Answer",
    )


def ways_to_play(do: str, may_play: bool) -> Markup | None:
    """The ways to a game, by the word of a button: the program plays p2 until somebody sits down there, or a person does."""
    alone = button("Play it against the program", class_="go", data_do=do, data_opponent="cuts", id=f"{do}-alone")
    return inside((alone, button("Play this with somebody", data_do=do, id=do))) if may_play else None


def brought(title: str, may_play: bool) -> Markup:
    """A board that was dropped, and the ways to play it."""
    said = (tag("strong", title), " is a board. ") if title else "This is a board. "
    how = "Who plays p2?" if may_play else NO_GAMES
    return tag("div.panel", tag("p", said, how), tag("div.row", ways_to_play("play-brought", may_play)), role="status")


def told_rows(rows: Iterable[tuple[str, Sequence[str]]]) -> Markup:
    """The rows of an answer: what each is about, and its lines, with the steps of a lap in lines of their own."""
    said = ((head, [tag("p", with_symbols(line)) for line in single_steps(lines)]) for head, lines in rows)
    return tag("dl.told-rows", [(tag("dt", head), tag("dd", lines)) for head, lines in said])


def _not_held() -> Markup:
    """What a game from this board lacks, and the way to name it."""
    lead = button("Name what the opponent holds", class_="small", data_lead="held", id="name-held")
    return tag("div#not-held.row.small-text", tag("span", NOT_HELD), lead)


def download(of: str, name: str) -> Markup:
    """The button that saves the text of a field as a file."""
    return button("Download the position file", data_download=name, data_of=of)


def file(name: str, text: str, *tools: Inside) -> Markup:
    """A position file to be read, copied or downloaded; ``tools``: what stands above the text."""
    kept: dict[str, Value] = {"rows": 12, "readonly": True, "spellcheck": "false", "data_fresh": True}
    written = tag(f"textarea#{name}", text, aria_label="Position file", **kept)
    return tag(f"details#{name}-shown", tag("summary", "The position file"), *tools, written)


def sits_down(made: Json, loop: str = "") -> Markup:
    """A game that was begun: the browser goes to the seat of whoever began it (``static/start.js``). There others are invited.

    ``loop``: the script of a loop that the own seat may propose at once, or "".
    """
    seat = host_link("", made["game"], "p1", made["secrets"], packed(loop))
    return tag("p.well", "The game is ready. ", tag("a#take-seat", "Take your seat", href=seat), role="status")


def new_game(may_play: bool) -> Markup:
    """How a game begins without a combo: an example, a file, two decks."""
    if not may_play:
        return tag("p.nothing", NO_GAMES)
    offered = [(name, f"{name}: {title}" if title else name) for name, title in examples()]
    example = (tag("label", "An example that is built in", for_="example"), select("#example", offered, name="example"))
    choose, endings = "Choose a position file, a puzzle or a log", ".yaml,.yml,.pzl,.txt,.jsonl"
    called = "What the game is called; empty for the names of its decks"
    title = line_field("#game-title", name="title", maxlength=200)
    decks = (tag("label", called, for_="game-title"), title, _deck(1), _deck(2))
    text = _text("position", "text", 5, POSITION, choose, endings)
    ways = (
        _way("example", "From an example", example, "Begin"),
        _way("text", "From a position file, a puzzle or a log", text, "Begin", " (a log keeps its own)"),
        _way("decks", "From two decks", decks, "Shuffle and begin"),
    )
    return inside(ways)


def _way(name: str, words: str, asked: Inside, begin: str, more: str = "") -> Markup:
    """A way to a new game: what is asked there, who plays p2, how long a decision may take, and the button that begins it.

    ``more``: words on the time.
    """
    limits = [(limit, seconds_words(limit) if limit else "no limit") for limit in LIMITS]
    opponent = select(f"#{name}-opponent", OPPONENTS.items(), name="opponent")
    form = tag(
        "form",
        asked,
        field("p2 is", f"{name}-opponent", opponent),
        field(f"Time for each decision{more}", f"{name}-limit", select(f"#{name}-limit", limits, name="limit")),
        tag("button.go", begin, type="submit"),
        data_do=f"begin-{name}",
    )
    return tag(f"details#by-{name}", tag("summary", words), form)


def _text(field: str, name: str, rows: int, words: str, choose: str, endings: str) -> Markup:
    """A text that is typed, pasted, dropped, or read from a file; ``field``: its id, ``endings``: of files that are offered."""
    file: dict[str, Value] = {"type": "file", "data_fresh": True, "data_into": field, "accept": endings}
    return inside(
        (
            tag("label", words, for_=field),
            tag(f"input#{field}-file", aria_label=choose, **file),
            tag(f"textarea#{field}", name=name, rows=rows, spellcheck="false", data_drop_file=True),
        )
    )


def _deck(number: int) -> Markup:
    words, choose = f"The deck of p{number}: a list such as “4 Forest”", f"Choose the deck list of p{number}"
    called = line_field(f"#name-{number}", name=f"name{number}", maxlength=40)
    label = tag("label", f"What p{number} is called", for_=f"name-{number}")
    return inside((label, called, _text(f"deck-{number}", f"deck{number}", 4, words, choose, ".txt,.dec,.dck")))
