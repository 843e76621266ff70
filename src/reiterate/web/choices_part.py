"""The parts of a page for whoever acts: the legal choices, a line to type, a shortcut to propose, and undo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reiterate.games.kinds_of_choices import KINDS
from reiterate.script.one_block import HOW_OFTEN, Lap
from reiterate.show.game_words import line_words
from reiterate.show.quantity_words import MOST_DIGITS, Json, short_amount
from reiterate.table.first_steps import bare, first_steps_of
from reiterate.table.seat_entries import moved
from reiterate.table.seats import program_words
from reiterate.web.markup import (
    NOTHING,
    Inside,
    Markup,
    Value,
    button,
    line_field,
    line_shown,
    select,
    tag,
    with_symbols,
)
from reiterate.web.touch_part import narrowing, said_and_line

#: Choices that have a key of their own.
KEYS: Final = 9

#: Characters of a count that can be typed: more than a count may have, so that one too long is refused and never cut.
LONGEST_COUNT: Final = 10_100

#: What a number of times means, and how one is written.
NUMBER: Final = (
    "A number such as 7, 1,000 or 10^100 means so many more iterations from here. "
    "Where the loop itself ends or wins, choose “until it ends”: the engine counts."
)

#: What is said where not all that is legal is listed.
MORE_WAYS: Final = "Not every way is listed. “Edit” puts a line into the field below: change its targets, numbers, payment or group there."

#: What is said where there are more choices than keys for them.
TOUCH: Final = "Touch a card with a violet glow, on the board or in your hand."

#: Lines of an iteration that a question about it shows.
SHOWN_LINES: Final = 4


def choices(view: Json, beside: Inside = None, begun: Sequence[Json] = (), declared: Markup | None = None) -> Markup:
    """What the seat may do now: few choices as lines, more of them folded below what is touched on the board.

    ``beside``: what stands below the choices, such as the button that passes on. ``begun``: what is done with mana that is made first.
    ``declared``: what stands instead of them where creatures are touched.
    """
    status = tag("p", view["board"]["status"])
    if not view["board"]["decides"]:
        return tag("section.panel", tag("h2", "The game is over"), status, aria_label="The game is over")
    if view["decides"] != view["who"]:
        called = view["names"].get(view["decides"], view["decides"])
        return tag("section.panel.waits", tag("h2", f"{called} is to act"), status, aria_label="Who is to act")
    offered = sorted([*begun, *view["may"]], key=lambda each: KINDS.index(each["kind"]))
    question = view["question"]
    few = len(offered) <= KEYS and declared is None
    drawn = [_choice(number, each, view["last"]) for number, each in enumerate(offered, 1)]
    passing = drawn.pop() if not few and offered and offered[-1]["kind"] == "pass" else None
    rows = tag("ul#all-lines.lines", drawn)
    summary = tag("summary", "Type a line" if few else f"All {len(offered)} choices as lines")
    below = (summary, None if few else (narrowing("all-lines"), rows), _typed(question["words"]))
    return tag(
        "section#choices.panel.choices",
        tag("h2", "Your choice"),
        tag("p", line_words(question["text"])) if question["text"] else None,
        declared
        or (tag("p.small-text", TOUCH) if not few or any(each.get("object", True) for each in offered) else None),
        rows if few and offered else tag("ul.lines", passing) if passing else None,
        None if offered else tag("p.nothing", "nothing is offered; a line can still be typed"),
        beside,
        _not_now(view["not_now"]),
        tag("details#as-lines.stacked", below),
        tag("p.small-text", MORE_WAYS) if view["more"] else None,
        aria_label="Your choice",
    )


def _not_now(owed: Sequence[Json]) -> Markup | None:
    """What would be refused because another choice is owed: no buttons, but the reason and its rule."""
    if not owed:
        return None
    rules = [f" (rule {each['rule']})" if each["rule"] else "" for each in owed]
    whys = [f" not now, because {line_words(each['why'])}{rule}" for each, rule in zip(owed, rules, strict=True)]
    rows = [tag("li", line_shown(each["line"]), tag("span", why)) for each, why in zip(owed, whys, strict=True)]
    return tag("ul.not-now", rows, aria_label="Not now")


def why_not(name: str, reasons: Sequence[Json]) -> Markup:
    """Why nothing may be done now with a card that was touched; nothing where none was."""
    if not name:
        return NOTHING
    return tag(
        "section#why-not.panel",
        tag("h2", f"{line_words(name)}: not now"),
        _not_now(reasons) or tag("p", "Something may be done with it that is not offered: type its line."),
        button("Close", key="Escape", class_="cancel", data_do="touch", data_touch=""),
        role="status",
    )


def _choice(number: int, what: Json, last: int) -> Markup:
    """A choice in a player's words, with its line small where that is another text; or what touches the card that asks for the rest."""
    line, words = what.get("line", ""), what["words"]
    keys = [*([str(number)] if number <= KEYS else []), *(["p"] if line == "pass" else [])]
    said = (said_and_line(words, line), " ", tag("kbd", keys[0]) if keys else None)
    does: dict[str, Value] = {"data_do": "play", "data_line": line}
    if not line:
        does = {"data_do": "touch", "data_touch": what["touch"], "data_last": last, "data_whole": True}
    choice = button(said, class_="choice", data_key=" ".join(keys) or None, id=f"choice-{number}", **does)
    if not line or line == "pass":
        return tag("li", choice)
    fills = {"data_fill": line, "data_into": "line", "title": "put this line into the field, to change it"}
    return tag("li", choice, button("Edit", class_="edit", aria_label=f"Edit the line {line_words(line)}", **fills))


def _typed(words: Sequence[str]) -> Markup:
    hint = f"A line; it asks for one of: {', '.join(words)}" if words else "A line of a script, such as pass"
    line = line_field("#line", name="line", spellcheck="false", maxlength=2000, data_once=True, data_key="l")
    return tag("form", tag("label", hint, for_="line"), line, tag("button", "Play", type="submit"), data_do="play")


def _times(kind: str, value: str, **attributes: Value) -> Markup:
    """The field for a number of times; the key g leads to the first one of a page."""
    shown = short_amount(value) if len(value) <= MOST_DIGITS else value
    return line_field(kind, name="times", value=shown, data_key="g", maxlength=LONGEST_COUNT, **attributes)


def again_asked(view: Json, lap: str, times: str = "") -> Markup:
    """The question that is asked once something played by hand may be repeated; nothing where there is none.

    ``lap``: the lines of the iteration, which is proved; "" for one that is too long to be proved unasked. ``times``: what stands in the field.
    """
    if not view["again"] or view["proposal"] is not None:
        return NOTHING
    lines = [line_words(line) for line in lap.splitlines()]
    told = "; ".join(lines[:SHOWN_LINES]) + ("; …" if len(lines) > SHOWN_LINES else "")
    if not lap:
        words = tag("p", "It is long. Have it written down below: then it is tested whether it can be repeated.")
        below = button("Go there", class_="go", data_lead="write-down")
        return tag("div#again-asked.panel.offered", tag("h2", "What you played has come back"), words, below)
    form = tag(
        "form",
        tag("input", type="hidden", name="lap", value=lap),
        _times("#again-times", times, aria_label="How many times"),
        tag("button#again-show.go", "Show where it leads", type="submit"),
        button("Other ways to count", data_lead="times", id="say-times"),
        data_do="foresee",
    )
    played = tag("p", "You have played one iteration by hand: ", tag("span.line", with_symbols(told)))
    head = tag("h2", "This can be repeated: how many times?")
    hint = tag("p.small-text", NUMBER)
    return tag("div#again-asked.panel.offered", head, played, form, hint, data_heir="propose")


def proposing(
    shown: bool,
    said: Lap,
    foreseen: bool,
    problem: Inside = None,
    brought: bool = False,
    here: bool = True,
    about: str = "",
) -> Markup:
    """A shortcut to propose: how many times, which lines. ``said``: what stands in its fields.

    ``shown``: something that was played by hand may be proposed; ``here``: it ends at the present position.
    ``foreseen``: it is seen where the fields lead. ``problem``: why a proposal was not shown, which stands in sight.
    ``brought``: the lines came with the game, which is young.
    ``about``: a new word where what was typed as the number of times is to be forgotten.
    """
    opens = bool(problem or ((shown or brought) and not foreseen))
    head = "This loop came with the game: how many times?" if brought else "Propose a shortcut"
    if foreseen:
        head = "Another number of times"
    elif shown:
        head = "This can be repeated: how many times?" if here and said.lines else "Something that you played came back"
    by_hand = button("Write down what was played by hand", data_do="write-down", id="write-down")
    meant: dict[str, Value] = {"placeholder": "such as 7 or 10^100", "aria_describedby": "times-meant"}
    fields = tag(
        "form#proposing",
        tag("label", "How many times", for_="times"),
        _times("#times", said.times, data_about=about, **meant),
        tag("p#times-meant.small-text", NUMBER),
        select("#how", HOW_OFTEN.items(), said.how, name="how", aria_label="How it is counted", data_about=about),
        _lines("First, once: the lines before the loop", "before", said.before, 1, 6) if said.before else None,
        _lines("One iteration: a line for each choice", "lap", said.lines, 3, 8),
        tag("button#foresee.go", "Show where it leads ", tag("kbd", "f"), type="submit", data_key="f"),
        data_do="foresee",
    )
    summary = tag("summary", tag("strong", head), data_key="w")
    asked = (summary, problem, by_hand if shown and not said.lines else None, fields)
    return tag(
        "section",
        tag("details#proposal-form", *asked, open=opens, data_opens=opens or foreseen),
        class_=f"panel proposing{' offered' if shown else ''}",
        aria_label="Propose a shortcut",
    )


def _lines(words: str, name: str, lines: str, fewest: int, most: int) -> Inside:
    """The field for lines of a script, with at least and at most so many rows; ``name``: its name and its id."""
    rows = min(most, max(fewest, lines.count("\n") + 1))
    typed = tag(f"textarea#{name}", lines, name=name, rows=rows, spellcheck="false")
    return tag("label", words, for_=name), typed


def foreseen() -> Markup:
    """What is done with a shortcut that nobody has proposed and that is looked at."""
    propose = button("Propose this", key="o", class_="go", data_do="propose", id="propose")
    row = tag("div.row", propose, button("Back to the game", data_do="forget"))
    return tag("section.panel.foreseen", row, aria_label="What is looked at")


def undo_asked(view: Json) -> Markup | None:
    """A request to go back that waits, and for whoever is asked the buttons."""
    request = view["undo"]
    if request is None:
        return None
    agree = button("Agree", class_="go", data_do="undo-answer", data_agree="yes")
    decline = button("Decline", data_do="undo-answer", data_agree="no")
    asked = view["who"] in request["waiting"]
    waits = tag("div.row", agree, decline) if asked else tag("p", f"waiting for {', '.join(request['waiting'])}")
    words = f"{request['player']} asks to go back to just after entry {request['to']}."
    return tag("section.panel", tag("h2", "Undo"), tag("p", words), waits)


def first_steps(view: Json) -> Markup:
    """Three things to try at this seat: whoever begins proposes, the other players answer, a judge rules, a spectator looks on.

    They are unfolded while a game is young.
    """
    young = view["last"] <= 2 and bool(view["board"]["decides"])
    others = {who: way for who, way in view["programs"].items() if who != view["who"]}
    programs = [f"{who} is played by {program_words(way)}." for who, way in others.items()]
    return tag(
        "details.panel",
        tag("summary", "Three things to try"),
        tag("ol.steps", [tag("li", step) for step in first_steps_of(view["who"], view["armed"])]),
        tag("p", " ".join(programs)) if programs else None,
        tag("p.of-keys", "The key on a button presses it; the key ? lists all keys."),
        id="first-steps" if young else "steps",
        open=young,
    )


def nothing_here(view: Json, entries: Sequence[Json]) -> Markup | None:
    """A warning at a board without any card on it, before anything was done there, with the ways to one that has some."""
    if not view["board"]["decides"] or not bare(view["board"]) or moved(entries):
        return None
    why = "No player has a card on the battlefield or in hand, so there is nothing to do but to pass."
    first = ("Cards are put on a board before its game begins: on ", tag("a", "the first page", href="/"))
    how = " search for a card under “Build a board” and put it on a battlefield, or begin from an example."
    head = tag("h2", "There is nothing on this board")
    return tag("section#bare.panel.warned", head, tag("p", why), tag("p", first, how), role="note")
