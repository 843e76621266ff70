"""What happened at a game and what has changed, in words: of the JSON that the table gives (``table/seat_view.py``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Final

from reiterate.rules.turn.step_names import STEP_NAMES
from reiterate.show.quantity_words import Json, in_short, short_amount

#: What symbols are called (107.4).
SYMBOLS: Final = {
    "W": "white mana",
    "U": "blue mana",
    "B": "black mana",
    "R": "red mana",
    "G": "green mana",
    "C": "colourless mana",
    "S": "snow mana",
    "T": "tap",
    "Q": "untap",
    "E": "energy",
    "P": "2 life",
}

#: Last parts of paths of numbers, in words.
_PARTS: Final = {
    "power": "total power of",
    "toughness": "total toughness of",
    "tapped": "tapped",
    "damage": "damage on",
}

#: Words of a script that tell objects apart, as ``line_words`` says them.
_SICK: Final = re.compile(r"(?<![\w-])sick(?= [A-Z])")
_NUMBERED: Final = re.compile(r" #(\d+) of (p[1-6])\b(?: on the battlefield\b)?")
_FIRSTS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")

_SEAT: Final = re.compile(r"p[1-6]\b")

_ZONES: Final = ("hand", "library", "graveyard", "exile")

#: The texts by the names of their policies: what each is called, and what it is.
TEXTS: Final = {
    "comprehensive": ("Comprehensive Rules", "the rules of any game: the section on shortcuts"),
    "tournament": ("Tournament Rules 4.4", "what holds at tournaments besides"),
    "g18": ("Rule G.18 of 1999", "the old text on “infinity”, from before the rules had a section on loops"),
}


def path_words(path: str) -> str:
    """A number of the board by its path, in words: ``p1.tokens.Elf Warrior`` is ``Elf Warrior tokens of p1``."""
    if path == "stack":
        return "objects on the stack"
    who, _, rest = path.partition(".")
    if rest == "life":
        return f"life of {who}"
    if rest in _ZONES:
        return f"cards in the {rest} of {who}"
    if rest.startswith("mana."):
        return f"mana {rest.removeprefix('mana.')} of {who}"
    token = rest.startswith("tokens.")
    rest = rest.removeprefix("tokens.")
    name, last = rest, ""
    if ".counters." in rest:
        name, _, kind = rest.partition(".counters.")
        return f"{kind} counters on {_named(name, token)} of {who}"
    for part in _PARTS:
        if rest.endswith(f".{part}"):
            name, last = rest.removesuffix(f".{part}"), part
    if last == "tapped":
        return f"tapped {_named(name, token)} of {who}"
    return f"{_PARTS[last]} {_named(name, token)} of {who}" if last else f"{_named(name, token)} of {who}"


def _named(name: str, token: bool) -> str:
    return f"{name} tokens" if token else name


def change_words(change: Json) -> str:
    """A change of a number: ``Elf Warrior tokens of p1: 0 → 10^100``."""
    return f"{path_words(change['path'])}: {short_amount(change['before'])} → {short_amount(change['after'])}"


def told_changes(changes: Sequence[Json]) -> list[Json]:
    """The changes that people look for first: life, then the rest; sizes that only follow the number of objects are left out."""
    counted = {each["path"]: (each["before"], each["after"]) for each in changes}
    found = []
    for each in changes:
        base, _, last = each["path"].rpartition(".")
        if last in ("power", "toughness") and (base in counted or each["path"].endswith(".toughness")):
            continue
        found.append(each)
    return sorted(found, key=lambda each: (not each["path"].endswith(".life"), each["path"] == "stack", each["path"]))


def step_words(step: str) -> str:
    """A step or phase by its name in words: ``main1`` is ``first main phase``."""
    return STEP_NAMES.get(step, step)


def line_words(line: str) -> str:
    """A line of a script for people: long numbers in short, ``sick`` as ``newly arrived``, ``#2 of p1`` as ``(p1's second)``.

    The script calls a creature with haste ``sick`` too, which isn't held back by 302.6.
    """
    named = _NUMBERED.sub(lambda found: f" ({found.group(2)}'s {_numbered(found.group(1))})", line)
    return in_short(_SICK.sub("newly arrived", named))


def _numbered(digits: str) -> str:
    return _FIRSTS[int(digits) - 1] if len(digits) == 1 and digits != "0" else f"number {short_amount(digits)}"


def stack_words(found: Json) -> list[str]:
    """What a choice has put on the stack and what has left the stack, in words."""
    onto = [f"onto the stack: {line_words(each)}" for each in found["onto"]]
    return [*onto, *(f"off the stack: {line_words(each)}" for each in found["off"])]


def changed_words(found: Json) -> list[str]:
    """All that an entry has changed: what came onto the stack and left it, then the other changes.

    Where the stack is told of in words, its size is not told.
    """
    moved = stack_words(found)
    told = [each for each in told_changes(found["changes"]) if not moved or each["path"] != "stack"]
    return [*moved, *map(change_words, told)]


def happened_words(found: Json, names: Mapping[str, str] | None = None) -> str:
    """An entry as a player says it, and what came of it; as its line says it where no more is known. ``names``: what people are called, by their seats."""
    entry = found["entry"]
    who, did = (names or {}).get(entry["who"], entry["who"]), found.get("did", "")
    said = f"{who} {did}{_random_words(entry)}" if did else entry_words(entry, names)
    return "; ".join((said, *found.get("then", ())))


def entry_words(entry: Json, names: Mapping[str, str] | None = None) -> str:
    """An entry of a game in words. ``names``: what people are called, by their seats."""
    who, body, kind = (names or {}).get(entry["who"], entry["who"]), entry["body"], entry["kind"]
    text = line_words(body.get("text", "")) if kind == "choice" else in_short(body.get("text", ""))
    if kind == "position":
        return "the game began"
    if kind == "choice":
        return (f"{who}: {text}" if text else f"{who} made a choice that stays hidden") + _random_words(entry)
    if kind == "chat":
        to = " to the judge" if body.get("to") == "judge" else ""
        return f"{who}{to}: “{text}”" if text else f"{who} said something to the judge"
    if kind == "rematch begins":
        return "all want to play again: the game begins anew"
    if kind == "hands are dealt":
        return "new hands are dealt" if "mulligans" in body else "all hands are kept: the first turn begins"
    if kind == "outcome":
        return "nobody acts, and the loop never ends: the game is a draw [104.4b]"
    if kind == "undo agreed" and "ruling" in body:
        return f"the judge takes back the ruling of entry {body['ruling']}"
    if kind == "undo agreed":
        return f"all agree: the game goes on from just after entry {body.get('to', '')}"
    if kind == "ruling":
        return f"the judge rules under {text_name(body.get('policy', ''))}{_ruled(body)}"
    return f"{who} {_stated(body, text)}"


def _random_words(entry: Json) -> str:
    """What came at random with an entry, in brackets."""
    return "".join(f" ({came_words(each)})" for each in entry["body"].get("came", "").splitlines())


#: What the table throws in words, by the first word of the result; the others stand as they are, with the cards.
_CAME: Final = {"wins": "the flip is won", "loses": "the flip is lost", "heads": "heads", "tails": "tails"}


def came_words(result: str) -> str:
    """What came at random, in words: of a coin its side or whether the flip is won; else the cards."""
    verb, _, cards = result.partition(" ")
    return _CAME.get(verb) or f"at random: {cards}"


def _ruled(body: Json) -> str:
    """What a ruling brings about: its outcome, the place, what is owed there, and the reasons."""
    said = [body.get("sentence", "").removesuffix(".") or body.get("outcome", ""), body.get("place", "")]
    told = "; ".join(each for each in (*said, body.get("owes", "")) if each)
    because = "; ".join(body.get("because", "").splitlines())
    back = f" (instead of the ruling of entry {body['takes back']})" if body.get("takes back") else ""
    return in_short(f"{': ' if told else ''}{told}{f', because {because}' if because else ''}") + back


def text_name(policy: str) -> str:
    """What a text is called, by the name of its policy."""
    return TEXTS[policy][0] if policy in TEXTS else policy


#: Statements in words, with fields of their entries.
_STATED: Final = {
    "be called": "is called {text}",
    "ask undo": "asks to go back to just after entry {to}",
    "agree to remove": "agrees that {player} is out of the game",
    "remove": "agrees that {player} is out of the game",
    "time is over": "says that the time of {player} is over, who is out of the game",
    "concede": "concedes",
    "want a rematch": "wants to play again",
    "agree to undo": "agrees to go back",
    "decline undo": "declines to go back",
    "let the program play": "lets the program play this seat from now on",
    "take the seat": "plays this seat from now on, and the program no longer does",
}


def _stated(body: Json, text: str) -> str:
    what: str = body.get("what", "")
    if what == "propose":
        return f"proposes {script_words(text)}"
    if what == "answer":
        return f"stops the shortcut at {place_words(text[4:])}" if text.startswith("cut") else "accepts the shortcut"
    if what == "say":
        return f"states: {text}" if text else "states something secret"
    if what not in _STATED:
        return what
    return _STATED[what].format(text=text, to=body.get("to", ""), player=body.get("player", ""))


def script_words(script: str) -> str:
    """A script as one says it: ``10^100 times: activate bears; all pass``. A block inside of another one stands in brackets."""
    said: list[str] = []
    lines = [line for line in script.splitlines() if line.strip()]
    while lines:
        block = _block_of(lines)
        often, nested = _often(lines[0].strip()), _depth(lines[0]) > 0
        inner = script_words("\n".join(block))
        told = f"{often}: {inner}" if block else lines[0].strip()
        said.append(f"({told})" if block and nested else told)
        lines = lines[1 + len(block) :]
    return "; ".join(said)


def _block_of(lines: Sequence[str]) -> list[str]:
    """The lines behind the first one that stand further in than it."""
    return list(takewhile(lambda each: _depth(each) > _depth(lines[0]), lines[1:]))


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _often(line: str) -> str:
    """How often a block is done: ``repeat 10^100:`` is ``10^100 times``, ``repeat until it ends:`` is ``until it ends``."""
    count = line.removesuffix(":").removeprefix("repeat").strip()
    return count if count.startswith(("until ", "as ")) else f"{count} times"


def seconds_words(seconds: int) -> str:
    """So many seconds, in the largest unit that measures them: ``3 minutes``."""
    for unit, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds and seconds % unit == 0:
            return f"{seconds // unit:,} {name}{'' if seconds == unit else 's'}"
    return f"{seconds:,} second{'' if seconds == 1 else 's'}"


def place_words(place: str) -> str:
    """A place in words: ``1@7.5`` is ``iteration 7, before choice 5``."""
    line, at, rest = place.rpartition("@")
    iteration, dot, choice = rest.partition(".")
    if not dot or "/" in line:
        return place
    number = short_amount(iteration) if iteration.isdecimal() else iteration
    of_line = f" of line {line}" if at and line not in ("", "1") else ""
    return f"iteration {number}{of_line}, before choice {choice}"


def sentence(words: str) -> str:
    """Words as a sentence: with a full stop, and a capital letter unless they begin with a player's name."""
    first = words[:1] if _SEAT.match(words) else words[:1].upper()
    return f"{first}{words[1:]}{'' if words[-1:] in tuple('.?!:') else '.'}"


def listed(names: Iterable[str]) -> str:
    """Names as people list them: ``p1, p2 and p3``."""
    found = list(names)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}" if found else "nobody"


def names_at_seat(view: Json) -> dict[str, str]:
    """What the people at the seats are called by whoever looks: "you", "Ann (you)", "the program"."""
    names = {**view["names"], **dict.fromkeys(view["programs"], "the program")}
    me = view["who"]
    if not me.startswith("p") or me in view["programs"]:
        return names
    return {**names, me: f"{view['names'][me]} (you)" if me in view["names"] else "you"}


def whose(who: str, names: Mapping[str, str]) -> str:
    """A player by name: ``p1 (you)``, or ``p2, the program (cuts)``. ``names``: what players are called."""
    called = names.get(who, "")
    return f"{who} (you)" if called == "you" else f"{who}, {called}" if called else who
