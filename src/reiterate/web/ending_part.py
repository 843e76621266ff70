"""The parts of a page about how a game ends: the outcome, a ruling, a loop that may be a draw, leaving, playing again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from reiterate.web.amounts_shown import in_short
from reiterate.web.markup import NOTHING, Markup, button, tag
from reiterate.web.told_words import listed, seconds_words, text_name

Json = Mapping[str, Any]

#: What a judge's word on the game itself means.
_WORDS: Final = {"draw": "The game is a draw."}


def _may_say(view: Json, what: str) -> bool:
    """Whether this seat may make a statement of the game itself."""
    return any(each["what"] == what for each in view["says"])


def outcome(view: Json) -> Markup:
    """How the game has ended, at every seat; and the way to another one."""
    ended = view["ended"]
    if ended is None:
        return NOTHING
    who = ended["winners"]
    said = "The game is a draw" if not who else "You have won" if view["who"] in who else f"{listed(who)} has won"
    again = None
    if _may_say(view, "want a rematch"):
        again = button("Play again", class_="go", data_do="rematch", id="rematch")
    wants = f"{listed(view['rematch'])} {'wants' if len(view['rematch']) == 1 else 'want'} to play again."
    return tag(
        "section.answered",
        tag("h2#outcome", f"{said}."),
        tag("p", f"{in_short(ended['why'])} [{ended['rule']}]."),
        tag("p", wants) if view["rematch"] else None,
        tag("p.small-text", "The game begins anew once all players want that. The links stay.")
        if again is not None or view["rematch"]
        else None,
        again,
        aria_label="How the game has ended",
    )


def hands(view: Json) -> Markup:
    """Before the first turn: who keeps a hand, and how many mulligans each player has taken (103.5)."""
    if not view["hands"]:
        return NOTHING
    rows = [tag("li", f"{each['player']} {_hand(each, view['decides'])}") for each in view["hands"]]
    words = "In turn order each player keeps a hand or takes a mulligan. Who takes one draws seven cards anew [103.5]."
    return tag("section#hands.panel", tag("h2", "Before the first turn"), tag("p.small-text", words), tag("ul", rows))


def _hand(found: Json, decides: str) -> str:
    many = found["mulligans"]
    taken = f", {many} {'mulligan' if many == 1 else 'mulligans'} taken" if many else ""
    if found["to_put"]:
        return f"puts {found['to_put']} on the bottom of the library{taken}"
    return f"{'keeps' if found['kept'] else 'decides' if found['player'] == decides else 'is to decide'}{taken}"


def ruled(view: Json) -> Markup:
    """The judge's ruling behind which nothing was done yet, at every seat."""
    found = view["ruling"]
    return ruling(found) if found is not None and found["newest"] else NOTHING


def ruling(found: Json) -> Markup:
    """A ruling in words: what holds, why, and what it takes back."""
    words = in_short(str(_WORDS.get(found["sentence"], found["sentence"]))) or "The ruling stands in the history."
    back = found["takes_back"]
    effect = [f"The game goes on {in_short(found['place'])}."] if found["place"] else []
    effect += [f"{in_short(found['owes'])}."] if found["owes"] else []
    return tag(
        "section.answered.ruled",
        tag(
            "p", tag("strong", f"The judge rules: {words}"), f" (entry {found['number']}, {text_name(found['policy'])})"
        ),
        tag("p", " ".join(effect)) if effect else None,
        tag("p", f"The ruling of entry {back} is taken back.") if back else None,
        tag("ul.changes", [tag("li", in_short(each)) for each in found["because"]]) if found["because"] else None,
        aria_label="The judge's ruling",
    )


def draw_asked(view: Json) -> Markup | None:
    """A loop that is a draw unless somebody acts: who is asked, and at that seat the answer."""
    found = view["draw"]
    if found is None:
        return None
    own = _may_say(view, "no action")
    decline = button("I do nothing", class_="go", data_do="decline", id="decline")
    asked = f"{listed(found['waiting'])} could act, and is asked first." if found["waiting"] else "Nobody could act."
    return tag(
        "section#draw-asked.panel",
        tag("p", tag("strong", "Nobody keeps this loop up, and it never ends."), f" {asked}"),
        tag("p", f"If all who could act do nothing, the game is a draw [{found['rule']}]."),
        tag("p", "You may act instead: see your choices.") if own else None,
        decline if own else None,
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
            rows.append(button("Concede", class_="stop", data_do="concede", id="concede"))
        elif each["what"] == "agree to remove":
            words = f"{who} is gone: remove {who}, if all others agree"
            rows.append(button(words, data_do="remove", data_player=who, id=f"remove-{who}"))
        else:
            words = f"The time of {who} is over ({seconds_words(view['limit'])})"
            rows.append(button(words, data_do="time-over", id="time-over"))
    asked = [
        tag("li", f"{each['player']}: {listed(each['agreed'])} agreed, {listed(each['waiting'])} not yet")
        for each in view["removing"]
    ]
    return tag(
        "details#leaving.panel",
        tag("summary", "Concede, or somebody is gone"),
        tag("p.small-text", "Who concedes loses and leaves the game at once (104.3a). The others play on."),
        tag("div.stacked", rows),
        tag("ul.changes", asked) if asked else None,
        open=bool(asked),
        data_opens=bool(asked),
    )
