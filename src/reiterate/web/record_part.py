"""The parts of a page beside the game: how it ends, what happened, what a judge says, what is taken along, who is invited."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import qrcode
from qrcode.image.svg import SvgPathImage

from reiterate.service.seat_links import Base, others_open, seat_path
from reiterate.show.game_words import (
    TEXTS,
    changed_words,
    entry_words,
    happened_words,
    listed,
    seconds_words,
    sentence,
    text_name,
)
from reiterate.show.quantity_words import Json, in_short
from reiterate.table.seat_entries import answers_to, nobody_at, said_in, ways_back
from reiterate.table.seat_words import LOWEST, TAKEN, acts_words, hand_words, next_words, won_words
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
from reiterate.web.site import Told

# --- ending part ---------------------------------------------------------------------------------


def _may_say(view: Json, what: str) -> bool:
    """Whether this seat may make a statement of the game itself."""
    return any(each["what"] == what for each in view["says"])


def outcome(view: Json) -> Markup:
    """How the game has ended, at every seat; and the way to another one."""
    ended = view["ended"]
    if ended is None:
        return NOTHING
    why, again = in_short(ended["why"]), _may_say(view, "want a rematch")
    wants = f"{listed(view['rematch'])} {'wants' if len(view['rematch']) == 1 else 'want'} to play again."
    hint = "The game begins anew once all players want that. The links stay."
    return tag(
        "section.answered",
        tag("h2#outcome", won_words(view)),
        tag("p", sentence(f"{why} [{ended['rule']}]")),
        tag("p", wants) if view["rematch"] else None,
        tag("p.small-text", hint) if again or view["rematch"] else None,
        button("Play again", class_="go", data_do="rematch", id="rematch") if again else None,
        aria_label="How the game has ended",
    )


def hands(view: Json) -> Markup:
    """Before the first turn: who keeps a hand, and how many mulligans each player has taken (103.5)."""
    if not view["hands"]:
        return NOTHING
    rows = [tag("li", f"{each['player']} {hand_words(each, view['decides'])}") for each in view["hands"]]
    words = "In turn order each player keeps a hand or takes a mulligan. Who takes one draws seven cards anew [103.5]."
    return tag("section#hands.panel", tag("h2", "Before the first turn"), tag("p.small-text", words), tag("ul", rows))


def ruled(view: Json) -> Markup:
    """The judge's ruling behind which nothing was done yet, at every seat."""
    found = view["ruling"]
    return ruling(found) if found is not None and found["newest"] else NOTHING


def _listed(rows: Sequence[Inside]) -> Markup | None:
    """Rows of words as a list; nothing where there are none."""
    return tag("ul.changes", [tag("li", row) for row in rows]) if rows else None


def ruling(found: Json) -> Markup:
    """A ruling in words: what holds, why, and what it takes back."""
    words = (
        in_short("The game is a draw." if found["sentence"] == "draw" else str(found["sentence"]))
        or "The ruling stands in the history."
    )
    back = found["takes_back"]
    effect = [f"The game goes on {in_short(found['place'])}."] if found["place"] else []
    effect += [f"{in_short(found['owes'])}."] if found["owes"] else []
    of = f" (entry {found['number']}, {text_name(found['policy'])})"
    return tag(
        "section.answered.ruled",
        tag("p", tag("strong", f"The judge rules: {words}"), of),
        tag("p", " ".join(effect)) if effect else None,
        tag("p", f"The ruling of entry {back} is taken back.") if back else None,
        _listed([with_symbols(in_short(each)) for each in found["because"]]),
        aria_label="The judge's ruling",
    )


def draw_asked(view: Json) -> Markup | None:
    """A loop that is a draw unless somebody acts: who is asked, and at that seat the answer."""
    found = view["draw"]
    if found is None:
        return None
    decline = button("I do nothing", class_="go", data_do="decline", id="decline")
    own = (tag("p", "You may act instead: see your choices."), decline) if _may_say(view, "no action") else None
    asked = f"{listed(found['waiting'])} could act, and is asked first." if found["waiting"] else "Nobody could act."
    return tag(
        "section#draw-asked.answered",
        tag("p", tag("strong", "Nobody keeps this loop up, and it never ends."), f" {asked}"),
        tag("p", f"If all who could act do nothing, the game is a draw [{found['rule']}]."),
        own,
        aria_label="A draw?",
    )


def time_limit(view: Json) -> Markup | None:
    """How long each decision may take, at every seat; nothing where the game has no limit, or is over."""
    if not view["limit"] or not view["decides"]:
        return None
    began = view["since"].partition("T")[2].partition(".")[0]
    return tag(
        "p#time-limit.small-text",
        f"Each decision may take {seconds_words(view['limit'])}.",
        f" That of {view['decides']} began at {began} UTC." if began else None,
    )


def leaving(view: Json) -> Markup | None:
    """Conceding, and what is done about a player who is gone."""
    says = [each for each in view["says"] if each["what"] not in ("no action", "want a rematch")]
    if not says:
        return None
    rows = []
    for each in says:
        who = each["player"]
        if each["what"] == "concede":
            rows.append(button("Concede", class_="stop", data_open="really", id="concede"))
        elif each["what"] == "agree to remove":
            words = f"{who} is gone: remove {who}, if all others agree"
            rows.append(button(words, data_do="remove", data_player=who, id=f"remove-{who}"))
        else:
            words = f"The time of {who} is over ({seconds_words(view['limit'])})"
            rows.append(button(words, data_do="time-over", id="time-over"))
    gone = view["removing"]
    asked = [f"{each['player']}: {listed(each['agreed'])} agreed, {listed(each['waiting'])} not yet" for each in gone]
    return tag(
        "details#leaving.panel",
        tag("summary", "Concede, or somebody is gone"),
        tag("div.stacked", rows),
        _listed(asked),
        open=bool(asked),
        data_opens=bool(asked),
    )


# --- record part ---------------------------------------------------------------------------------

#: Entries that are shown, the latest first.
SHOWN: Final = 40

KEYS_LIST: Final = (
    ("Tab, Enter", "from card to card; touch the card"),
    ("1 to 9", "the choice with that number"),
    ("p", "pass"),
    ("u", "pass until what is chosen beside the button; once more: stop passing"),
    ("l", "type a line"),
    ("w, g", "unfold the proposal; say how many times"),
    ("f, o", "show where a proposal leads; propose it"),
    ("i", "the slider: arrows one iteration, Page keys ten times as many, Home and End"),
    ("e", "an exact iteration"),
    ("← →", "from card to card of a row, from place to place, from point to point of the plot"),
    ("a, s, j", "accept, stop it here, ask a judge"),
    ("Esc", "out of a field, so that keys are keys again; let go of what was touched"),
    ("?", "this list"),
)


def latest(entries: Sequence[Json], view: Json) -> Markup:
    """What just happened, and who is to act: the line that is read aloud. It tells the tab whether this seat is asked for anything, and whether that rings."""
    found = entries[-1] if entries else None
    words = happened_words(found, view["names"]) if found else "the game began"
    asked = view["who"] in view["waits_for"] and view["who"] not in view["programs"]
    others = found is not None and found["entry"]["who"] not in (view["who"], *view["programs"])
    title = f"Your turn – {view['title'] or 'Reiterate'}" if asked else None
    shown = (tag("b", with_symbols(words)), f" — {acts_words(view)}")
    return tag("p.latest", shown, data_title=title, data_rings=asked and others)


def what_others_said(entries: Sequence[Json], view: Json) -> Markup:
    """What others have said of this seat's own proposal, until this seat acts again: who, where, and what to do next (732.2b)."""
    said = answers_to(view["who"], [each["entry"] for each in entries])
    if not said or view["ended"]:  # how the game has ended is said once
        return NOTHING
    words = [tag("strong", f"{entry_words(each, view['names'])}. ") for each in said]
    stopped = any(said_in(each).cuts for each in said)
    kind = f"div.answered.{'stopped' if stopped else 'well'}"
    return tag(kind, tag("p", words), tag("p", next_words(view, stopped)))


def happened(entries: Sequence[Json], view: Json) -> Markup:
    """What has happened, the latest first, with the changes of each entry and a way back."""
    back = ways_back([each["entry"] for each in entries], view["undo_from"]) if view["undo"] is None else set()
    lowest = {view["undo_from"]: LOWEST.get(view["undo_stop"], "")}
    rows = [
        _entry(each, each["entry"]["number"] in back, lowest.get(each["entry"]["number"], ""), view["names"])
        for each in entries[: -SHOWN - 1 : -1]
    ]
    what = "What happened"
    return tag("section.panel", tag("h2", what), tag("ol.past", rows, reversed=True, tabindex=0), aria_label=what)


def _entry(found: Json, back: bool, lowest: str, names: Mapping[str, str]) -> Markup:
    """An entry. ``back``: there is a way back to it. ``lowest``: why there is none to an earlier one, or ""."""
    entry = found["entry"]
    number, told = entry["number"], happened_words(found, names)
    opens = {"data_do": "behind", "data_number": number, "title": "show the board just after this"}
    goes = {"data_do": "undo", "data_to": number, "title": "ask the others to go back to just after this entry"}
    asks = f"Go back to just after entry {number}, if all agree"
    return tag(
        "li",
        tag("span.number", f"{number} "),
        button(told if entry["kind"] == "chat" else with_symbols(told), class_="opens", id=f"entry-{number}", **opens),
        _exactly(found),
        button("Go back", class_="back", aria_label=asks, **goes) if back else None,
        tag("span.notes.lowest", lowest) if lowest else None,
    )


def _exactly(found: Json) -> Markup | None:
    """The line of an entry and all that it has changed, folded below its words."""
    line, changes = found["entry"]["body"].get("text", ""), changed_words(found)
    if not changes and (line == "pass" or not found.get("did")):
        return None
    rows = [line_shown(each) for each in line.splitlines() if found.get("did")] + [*map(with_symbols, changes)]
    return tag("details.notes", tag("summary", "Exactly"), _listed(rows))


def naming(view: Json) -> Markup | None:
    """For a player without a name: the field for it. The browser remembers the last one."""
    if not view["who"].startswith("p") or view["who"] in view["names"] or view["who"] in view["programs"]:
        return None
    form = tag(
        "form",
        tag("label.unseen", "What do the others call you?", for_="called"),
        line_field(
            "#called", name="name", maxlength=40, autocomplete="nickname", placeholder="Your name", data_kept="called"
        ),
        tag("button#be-called", "That's me", type="submit"),
        data_do="be-called",
    )
    return tag("section.panel", form, aria_label="Your name")


def past_heading(found: Json, entries: Sequence[Json], view: Json) -> Markup:
    """What stands above a board of the past: behind which entry it is, the entries beside it, and the way back to now."""
    number, last = found["number"], view["last"]
    there = next((each for each in entries if each["entry"]["number"] == number), None)
    words = happened_words(there, view["names"]) if there is not None else "an earlier entry"
    step = partial(button, data_do="behind")
    return tag(
        "div.panel.then",
        tag("p", tag("strong", f"The board just after entry {number}: "), with_symbols(words)),
        tag(
            "div.row",
            button("Back to now", key="Escape", class_="go", data_do="behind", data_number=0, id="back-to-now"),
            step("← earlier", data_number=number - 1) if number > 1 else None,
            step("later →", data_number=number + 1) if number < last else None,
        ),
        role="status",
    )


def talk(view: Json) -> Markup:
    """Words to all, and statements for a judge."""
    secret = tag("label", tag("input#secret", type="checkbox", name="secret"), " for the judge alone until the ruling")
    stated = [tag("li", tag("b", each["who"]), f": {each['text'] or 'something secret'}") for each in view["said"]]
    state = _said("state", "statement", "State for a ruling, such as: number 9", secret, "State")
    return tag(
        "details#talk.panel",
        tag("summary", "Talk and statements"),
        _said("chat", "chat", "Say to all", None, "Say"),
        tag("ul", stated) if stated else None,
        None if view["who"] == "spectator" else state,
    )


def _said(do: str, name: str, words: str, more: Inside, send: str) -> Markup:
    """A form for words; ``name``: the id of its field, ``more``: what stands behind that."""
    typed = line_field(f"#{name}", name="text", maxlength=2000, data_once=True)
    return tag("form", tag("label", words, for_=name), typed, more, tag("button", send, type="submit"), data_do=do)


def judging(rulings: Mapping[str, Any], view: Json) -> Markup:
    """What each policy makes of the loop; for the judge's seat the ruling."""
    rows = [
        tag("div.ruling", tag("h3", text_name(name)), tag("p.small-text", TEXTS.get(name, ("", ""))[1]), _ruling(found))
        for name, found in rulings.items()
    ]
    same = {found if isinstance(found, Told) else None for found in rulings.values()}
    if len(same) == 1 and None not in same:  # one reason for all texts is told once
        rows = [tag("div.ruling", _ruling(*same))]
    ask = button("What would a judge say?", data_do="judge", id="judge")
    return tag(
        "details#judging.panel",
        tag("summary", "A judge"),
        ask,
        ruling(view["ruling"]) if view["ruling"] is not None and not view["ruling"]["newest"] else None,
        tag("div.stacked", rows, role="status") if rows else None,
        _rule(view) if view["who"] == "judge" else None,
        open=bool(rulings) or view["who"] == "judge",
        data_opens=bool(rulings),
    )


def _ruling(found: Any) -> Inside:
    if isinstance(found, Told):
        words = f"{sentence(found.message)}{f' Try: {found.expected}' if found.expected else ''}"
        return tag("p.nothing", in_short(words), title=f"code: {found.code}", data_code=found.code)
    because = [
        (with_symbols(in_short(each["what"])), tag("small", f" [{each['cites']}]") if each["cites"] else None)
        for each in found["because"]
    ]
    asked = [f"{each['player']} may say: {', '.join(each['may_say'])}" for each in found["ask"]]
    return (
        tag("p", f"Of {found['title']}:") if found["title"] else None,
        tag("p", tag("strong", with_symbols(in_short(found["sentence"])))),
        _listed(asked),
        tag("details", tag("summary", "Why"), _listed(because)) if because else None,
    )


def _rule(view: Json) -> Markup:
    """The judge's form: a ruling on a loop, and one button for each ruling on the game itself."""
    found = view["ruling"] if view["ruling"] is not None and view["ruling"]["newest"] else None
    here = [each["name"] for each in view["board"]["players"]] if found or not view["ended"] else []
    ends = ["draw"] if here else []
    ends += [words.format(who) for words in ("{} wins", "remove {}") for who in here if who not in view["left"]]
    return tag(
        "form",
        tag("label", "Rule on the loop that was shown, by what was stated", for_="policy"),
        select("#policy", [(name, text_name(name)) for name in TEXTS], name="policy"),
        tag("label", "Your own words, such as: p2 must choose differently", for_="own"),
        line_field("#own", name="own", maxlength=2000),
        tag("label", "The loop as a script; empty for what was shown by hand", for_="of"),
        tag("textarea#of", name="script", rows=3, spellcheck="false"),
        tag("div.row", tag("button.go", "Rule", type="submit"), _ruled("Is a loop", "is a loop") if here else None),
        tag("h3", "Or rule on the game itself") if ends or found else None,
        tag("div.row", [_sure(words) for words in ends], _ruled("Take back", "take back") if found else None),
        data_do="rule",
    )


def _ruled(said: str, own: str, **looks: Value) -> Markup:
    """A button that rules with these words of the judge's own."""
    return tag("button", said, type="submit", name="own", value=own, **looks)


def _sure(own: str) -> Markup:
    """A ruling that ends the game, for one player or for all: it is asked whether that is meant."""
    return tag("details.sure", tag("summary", own), _ruled(f"Yes, I am sure: {own}", own, class_="stop"))


def take_along(view: Json) -> Markup:
    """Links to what can be taken along."""
    base = f"{seat_path(view['game'], view['who'])}/take"
    rows = []
    for what, words in TAKEN.items():
        if what != "log" or view["who"] == "judge":
            opens = {"target": "_blank", "rel": "noopener" if what == "sheet" else None}
            rows.append(tag("li", tag("a", what, href=f"{base}/{what}", **opens), f": {words}"))
    return tag("details#take.panel", tag("summary", "Take along"), tag("ul.changes", rows))


def inviting(game: str, who: str = "", looks: str | None = None) -> Markup:
    """The button that shows links to the other seats; ``who``: the seat at whose side the button stands, "" for the header."""
    words = f"Invite {who}" if who else "Invite"
    return button(words, data_invites=game, data_open="invites", id=f"invite{who and '-'}{who}", class_=looks)


def missing(view: Json, entries: Sequence[Json]) -> dict[str, Markup]:
    """At the seat that has the links: for each player whose seat no person has taken yet the button that invites one."""
    played, may = view["programs"], view["who"] == "p1" and view["decides"]
    free = [*played, *nobody_at(view, entries)] if may else []
    return {who: inviting(view["game"], who, "small" if who in played else "small go") for who in free if who != "p1"}


def seat_taken(view: Json) -> Markup | None:
    """Who sits here, where that is no player: the judge; or the program, and the button with which whoever looks on plays the seat."""
    who = view["who"]
    words = "You are the judge." if who == "judge" else f"The program plays {who}, and you watch."
    if who != "judge" and who not in view["programs"]:
        return None
    take = button(f"Play {who} myself", class_="go", data_do="take-seat", id="take-this-seat")
    more = button("To the ruling", data_lead="own") if who == "judge" else take
    return tag("section.panel.watched", tag("p", words), more, aria_label="Who plays this seat")


def invites(base: Base, game: str, links: Mapping[str, str], seats: Mapping[str, str] | None = None) -> Markup:
    """Links and QR codes of the other seats, the players' first, where this browser has their secrets. ``seats``: who is there (``invited``)."""
    head = tag("div.row", tag("h2", "Invite"), button("Close", data_close=True))
    if not links:
        words = "Whoever began the game has the links to its seats; this browser has none of them."
        return tag("div.stacked", head, tag("p", words))
    players_first = sorted(links.items(), key=lambda seat: (not re.fullmatch("p[1-6]", seat[0]), seat[0]))
    rows = [
        invited(base, who, f"{base.address}{seat_path(game, who)}#{secret}", (seats or {}).get(who, ""))
        for who, secret in players_first
    ]
    return tag("div.stacked", head, tag("p", ONE_SEAT), tag("div.invites", rows), only_here(base))


def really(view: Json) -> Markup:
    """The question whether one really concedes."""
    stays = button("No, play on", data_close=True)
    leaves = button("Yes, concede", class_="stop", data_do="concede", data_close=True, id="concede-really")
    others = len(view["board"]["players"]) - len(view["left"]) - 1
    then = "The others play on." if others > 1 else "The other player wins, and the game ends."
    words = tag("p", f"Who concedes loses and leaves the game at once (104.3a). {then}")
    return tag("div.stacked", tag("h2", "Really concede?"), words, tag("div.row", stays, leaves))


def keys() -> Markup:
    """All keys."""
    rows = [(tag("dt", tag("kbd", key)), tag("dd", words)) for key, words in KEYS_LIST]
    close = button("Close", data_close=True)
    return tag("div.stacked", tag("h2", "Keys"), tag("dl.keys", rows), close)


# --- links ---------------------------------------------------------------------------------------

#: What links to seats are to whoever has them.
ONE_SEAT: Final = "Each link opens one seat. Whoever has it may play there."


def only_here(base: Base) -> Markup:
    """That only this machine opens the links, and what to do about it; nothing where others do."""
    if not base.command:
        return NOTHING
    only = tag("summary", tag("strong", "Only this machine opens these links. "), "How others get in")
    how = "To let others in, press Ctrl-C in the terminal of the table, and start it with this command. The games stay:"
    return tag(
        "details.unknown.only-here",
        only,
        tag("p", "Here, use another browser of this machine, or its private window."),
        tag("p", how),
        tag("p", tag("code", base.command), " ", button("Copy", data_copy=base.command, class_="small")),
        tag("p", others_open(base)),
    )


def qr_code(text: str) -> Markup:
    """A text as a QR code: an SVG that is drawn here, in the colour of the text around it."""
    made = qrcode.QRCode(border=2, image_factory=SvgPathImage)
    made.add_data(text)
    out = io.BytesIO()
    made.make_image().save(out)
    drawn = out.getvalue().decode("utf-8")
    drawn = drawn[drawn.index("<svg") :].replace(' id="qr-path"', "")  # several stand on one page
    return Markup(drawn.replace("<svg", '<svg class="qr" role="img" aria-label="QR code of the link"', 1))


def invited(base: Base, who: str, link: str, seat: str = "") -> Markup:
    """The link of one seat, with a QR code where others can open the link.

    ``seat``: ``program`` plays there until somebody takes the seat; ``free``: nobody plays there yet, so the program may; ``here``: its page is open.
    """
    does = {"data_do": "let-program", "data_secret": link.partition("#")[2], "id": f"let-{who}"}
    told = {
        "program": f"The program plays {who}; whoever opens this link can take the seat.",
        "here": f"{who} is here.",
    }
    address = tag("input.link", type="text", readonly=True, value=link, aria_label=f"link for {who}", data_fresh=True)
    return tag(
        "section.invite",
        tag("h3", who),
        tag("p.well" if seat == "here" else "p.small-text", told[seat]) if seat in told else None,
        button(f"Let the program play {who}", data_close=True, **does) if seat == "free" else None,
        qr_code(link) if not base.command and seat != "program" else None,
        address,
        button("Copy", data_copy=link),
    )
