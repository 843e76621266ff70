"""Answering what the engine asks of the players, out of their queues."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from reiterate.api import Asked, Choice, options, plenty, question, verify, words
from tests.peers import combat, mana
from tests.peers.cases import NotDriven
from tests.peers.filling import fill, owner_of, take
from tests.peers.queues import AHEAD, COLORS
from tests.peers.table import Table, plain, this, whole

_WAITING_WORDS = {"-1/-1 counter": " persist", "+1/+1 counter": " undying"}


def answer(table: Table) -> None:
    """Answer the question that the state waits for."""
    asked = question(table.state)
    if asked.what not in _ANSWERS:
        raise NotDriven(f"asks {asked.what}")
    _ANSWERS[asked.what](table, asked)


def _may(table: Table, asked: Asked) -> None:
    table.do(Choice("may", asked.seat, answer=_yes_or_no(table, asked.seat, "may")))


def _yes_or_no(table: Table, seat: int, what: str) -> str:
    said = table.queues[seat].yes()
    if said is None:
        said = table.open.choose(what, 2) == 0
    return "yes" if said else "no"


def _toll(table: Table, asked: Asked) -> None:
    """A payment that a resolution stands still for: mana is made for it here, if the player wants to pay (608.2g)."""
    wanted = _yes_or_no(table, asked.seat, "pay")
    pay = Choice("may", asked.seat, answer="yes")
    if wanted == "yes" and verify(plenty(table.state), pay) is None:
        while verify(table.state, pay) is not None:
            if not mana.make_some(table, asked.seat):
                break
    answer = wanted if verify(table.state, pay) is None else "no"
    if question(table.state).what == asked.what:
        table.do(Choice("may", asked.seat, answer=answer))


# --- triggers ----------------------------------------------------------------------------------------------------


def _order(table: Table, asked: Asked) -> None:
    """The next of one's waiting abilities: the one that the next choice names."""
    rows = [option for option in options(table.state) if option.verb == "order"]
    queue = table.queues[asked.seat].choices
    chosen = None
    if queue:
        chosen = next((o for o in rows if _trigger_fits(table, o.row, queue[0])), None)
        if chosen is not None:
            queue.pop(0)
    if chosen is None:
        distinct = list({(table.name(o.row), words(table.state, o.row)): o for o in rows}.values())
        chosen = distinct[table.open.choose("order", len(distinct))]
    slot = chosen.slot("count")
    table.do(Choice("order", asked.seat, chosen.row, count=slot.high if slot is not None else 0))


def _trigger_fits(table: Table, row: int, word: str) -> bool:
    wanted = plain(re.sub(r"</?i>", "", word)).replace("enters the battlefield", "enters")
    text = plain(this(words(table.state, row), "~")).replace("enters the battlefield", "enters")
    text += "".join(more for part, more in _WAITING_WORDS.items() if part in text)
    name = table.name(row)
    if name.lower().startswith(wanted) or (text and text.startswith(wanted)):
        return True
    lines = [plain(line).replace("enters the battlefield", "enters") for line in table.lines(name)]
    triggers = [line for line in lines if line.startswith(("when", "at the beginning")) or " - when" in line]
    return any(wanted in line for line in lines if line.startswith(wanted) or line in triggers) and len(triggers) <= 1


def _target(table: Table, asked: Asked) -> None:
    option = options(table.state)[0]
    choice = fill(table, option)
    slot = option.slot("count")
    aimed = any(slot.name in ("target", "divide") for slot in option.slots)
    table.do(replace(choice, count=1) if aimed and slot is not None and slot.high != 1 else choice)


# --- objects -----------------------------------------------------------------------------------------------------


def _pick(table: Table, asked: Asked) -> None:
    if asked.what == "cleanup" and table.turn == 0:
        raise NotDriven("a hand too large before the first turn")
    picks = take(table, asked.seat, list(asked.rows), whole(asked.low), whole(asked.high))
    table.do(Choice("pick", asked.seat, picks=tuple(picks)))


def _keep(table: Table, asked: Asked) -> None:
    queue = table.queues[asked.seat].choices
    row = next((h for h in asked.rows if queue and table.fits(h, queue[0])), None)
    if row is None:
        row = asked.rows[table.open.choose("legend", len(asked.rows))]
    else:
        queue.pop(0)
    table.do(Choice("keep", asked.seat, row))


def _go_on(table: Table, asked: Asked) -> None:
    table.do(Choice("continue", asked.seat))


def _objects(table: Table, asked: Asked) -> Choice:
    rows = list(asked.rows)
    seat, low, high = asked.seat, whole(asked.low), whole(asked.high)
    queue = table.queues[seat]
    room = {h: 1 if table.state.rows[h].cls.kind == "player" else table.count(h) for h in rows}
    if asked.text == "targets of the copies":
        return _copies(table, asked, low, high)
    if asked.text == "enter as a copy of":
        said = queue.yes() if queue.choices and queue.choices[0] in ("Yes", "No") else None
        if said is False or not rows:
            return Choice("answer", seat)
        return Choice("answer", seat, picks=tuple(take(table, seat, rows, 1, 1, room)))
    return Choice("answer", seat, picks=tuple(take(table, seat, rows, low, high, room)))


def _copies(table: Table, asked: Asked, low: int, high: int) -> Choice:
    """New targets for copies: those named next, else the same ones or others, which is open."""
    queue = table.queues[asked.seat]
    rows = list(asked.rows)
    near = [part for word in (queue.targets + queue.choices)[: 2 * AHEAD] for part in word.split("^")]
    if any(table.fits(h, word) for h in rows for word in near):
        while queue.choices and queue.choices[0] in ("Yes", "No"):
            queue.choices.pop(0)
        room = dict.fromkeys(rows, high)
        return Choice("answer", asked.seat, picks=tuple(take(table, asked.seat, rows, low, high, room)))
    while queue.choices and queue.choices[0] == "No":
        queue.choices.pop(0)
    theirs = sorted(rows, key=lambda h: owner_of(table, h) == asked.seat)
    return Choice("answer", asked.seat, picks=((theirs[table.open.choose("copies", len(theirs))], low),))


# --- questions in the middle -------------------------------------------------------------------------------------


def _answer(table: Table, asked: Asked) -> None:
    if options(table.state) and all(option.unknown for option in options(table.state)):
        raise NotDriven(f"question unknown: {options(table.state)[0].unknown}")
    table.do(_middle(table, asked))


def _middle(table: Table, asked: Asked) -> Choice:
    seat, queue = asked.seat, table.queues[asked.seat]
    if asked.kind in ("object", "objects"):
        return _objects(table, asked)
    if asked.kind == "yes" or set(asked.words) == {"yes", "no"}:
        return Choice("answer", seat, answer=_yes_or_no(table, seat, asked.text))
    if asked.kind in ("mana", "color"):
        return Choice("answer", seat, answer=queue.color(asked.words) or _open_word(table, asked))
    if asked.kind in ("scry", "surveil"):
        return Choice("answer", seat, answer=_put_away(table, asked))
    if asked.kind == "number":
        return Choice("answer", seat, count=_number(table, asked))
    if asked.kind == "mode":
        return Choice("answer", seat, answer=_mode(table, asked))
    if asked.kind == "pay":
        return _pay(table, asked)
    if asked.kind == "mixed":
        return _mixed(table, asked)
    if asked.kind in ("type", "other type", "word", "tap", "order", "player", "opponent"):
        return Choice("answer", seat, answer=_word(table, asked))
    return Choice("answer", seat, answer=queue.word(asked.words) or _open_word(table, asked))


def _open_word(table: Table, asked: Asked) -> str:
    if not asked.words:
        raise NotDriven(f"question {asked.kind}: {asked.text}")
    return asked.words[table.open.choose(asked.kind, len(asked.words))]


def _put_away(table: Table, asked: Asked) -> str:
    """Where a card that is looked at goes: away if the queue names it, else it stays."""
    away = next(word for word in asked.words if word != "top")
    name = asked.text.partition(": ")[2]
    queue = table.queues[asked.seat]
    for entries in (queue.targets, queue.choices):
        if entries and name and name in entries[0].split("^"):
            rest = entries[0].split("^")
            rest.remove(name)
            entries[0:1] = ["^".join(rest)] if rest else []
            return away
    return "top"


def _number(table: Table, asked: Asked) -> int:
    if asked.text.startswith(("scry", "surveil")):
        return 0
    said = table.queues[asked.seat].number()
    low, high = whole(asked.low), whole(asked.high)
    return said if said is not None else low + table.open.choose(asked.text, min(high - low + 1, 12))


def _mode(table: Table, asked: Asked) -> str:
    queue = table.queues[asked.seat]
    if queue.modes:
        at = int(queue.modes[0]) - 1 if queue.modes[0].isdigit() else -1
        if not 0 <= at < len(asked.words):
            raise NotDriven("a mode that isn't asked for")
        queue.modes.pop(0)
        return asked.words[at]
    for i, word in enumerate(queue.choices[:AHEAD]):
        if word.lower() in COLORS and len(asked.words) == 5 and word.lower() != "colorless":
            queue.choices.pop(i)
            return asked.words["WUBRG".index(COLORS[word.lower()])]
    said = queue.yes() if len(asked.words) == 2 else None
    if said is not None:
        return asked.words[0 if said else 1]
    return _open_word(table, asked)


def _pay(table: Table, asked: Asked) -> Choice:
    """A payment out of the pool while something resolves."""
    slot = next((s for o in options(table.state) for s in o.slots if s.name == "pay"), None)
    need = (list(slot.symbols), whole(slot.low)) if slot is not None else ([], whole(asked.low))
    made = mana.plan(table, asked.seat, need, no_sources=True)
    if made is None:
        raise NotDriven("a payment while something resolves")
    return Choice("answer", asked.seat, pay=tuple((k, n) for k, n in made.paid[0].items() if n))


def _mixed(table: Table, asked: Asked) -> Choice:
    """Mana in any combination: an amount for each colour in the order of the colours."""
    queue = table.queues[asked.seat]
    left = whole(asked.low)
    pay: list[tuple[str, int]] = []
    for kind in sorted(asked.words, key="WUBRGC".index):
        if left and queue.choices and re.fullmatch(r"X=\d+", queue.choices[0]):
            amount = int(queue.choices.pop(0)[2:])
            left -= amount
            pay += [(kind, amount)] if amount else []
    if queue.choices and queue.choices[0] == "[choice_skip]":
        queue.choices.pop(0)
    if left:
        kind = asked.words[table.open.choose("mixed", len(asked.words))]
        pay.append((kind, left + sum(n for k, n in pay if k == kind)))
        pay = [(k, n) for k, n in pay[:-1] if k != kind] + pay[-1:]
    return Choice("answer", asked.seat, pay=tuple(pay))


def _word(table: Table, asked: Asked) -> str:
    """A word: the next choice that the engine takes, as it stands or as a player; a yes or no for tapping."""
    queue = table.queues[asked.seat]
    if asked.kind == "tap":
        said = queue.yes()
        found = queue.word(asked.words)
        if found is None and said is not None:
            found = asked.words[0 if said else 1]
        return found or _open_word(table, asked)
    for entries in (queue.choices, queue.targets):
        for i, word in enumerate(entries[:AHEAD]):
            tried = [word, re.sub(r"^Player(.)$", lambda m: f"p{table.case.order.index(m[1]) + 1}", word)]
            tried += [w for w in asked.words if w.lower() == word.lower() or plain(w).startswith(plain(word))]
            for text in tried:
                if verify(table.state, Choice("answer", asked.seat, answer=text)) is None:
                    entries.pop(i)
                    return text
    if asked.kind in ("type", "other type") and not asked.words:
        raise NotDriven("a creature type that isn't said")
    return _open_word(table, asked)


_ANSWERS: dict[str, Callable[[Table, Asked], None]] = {
    "may": _may,
    "toll": _toll,
    "order": _order,
    "target": _target,
    "pick": _pick,
    "cleanup": _pick,
    "keep": _keep,
    "continue": _go_on,
    "answer": _answer,
    "attack": combat.attack,
    "block": combat.block,
    "assign": combat.assign,
}
