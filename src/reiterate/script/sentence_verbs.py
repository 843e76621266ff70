"""Verbs of a sentence: each reader turns the words behind its verb into a choice."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from reiterate.amounts import parse_quantity
from reiterate.refusals import AMBIGUOUS, ILLEGAL, INPUT, Refusal, Unsupported
from reiterate.rules.access.choice import ACTIVATE, ANSWER, CAST, KEEP, ORDER, PICK, PLAY, TARGET, Choice
from reiterate.rules.access.faces import face_chosen, other_faces, otherwise, turned
from reiterate.rules.access.questions import question_of
from reiterate.rules.access.state_access import about
from reiterate.rules.access.unread_clauses import ACTIVATED, CASTING, unread_use
from reiterate.rules.characteristics.printed_characteristics import proto_of
from reiterate.rules.costs.casting import ALTERNATIVES, castable_zones
from reiterate.rules.decisions.options import names_here
from reiterate.rules.decisions.pending import asked, entry_text, nothing_asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.decisions.verify_answers import pick_question
from reiterate.rules.events.players import library
from reiterate.rules.events.triggers import waiting_abilities
from reiterate.rules.resolution.effects_mana import could_add
from reiterate.rules.turn.state_based_actions import legends_like
from reiterate.script import which_ability
from reiterate.script.combat_words import (
    read_assign,
    read_attack,
)
from reiterate.script.describe import (
    find,
    in_hand,
    in_play,
    listing,
    name_of,
    narrow,
    unshield,
)
from reiterate.script.only_answers import about_targets, keeps_targets, kept
from reiterate.script.saying import NO_TARGET, ability_text, read_pay
from reiterate.script.sentence_clauses import (
    read_picks,
    read_targets,
    split_clauses,
    way_of_casting,
    with_announcements,
    with_parts,
)
from reiterate.script.which_ability import fitting as meant
from reiterate.script.whose import ability_told
from reiterate.state.model import COMMAND, EXILE, GRAVEYARD, HAND, LIBRARY, State
from reiterate.state.properties import CARD
from reiterate.terms.abilities import Activated, is_mana_ability
from reiterate.terms.print_spelling import COLOR_WORDS
from reiterate.terms.vocabulary import MANA_KINDS

_SYMBOLS: Final = re.compile(r"\{([WUBRGCP])\}")


def _activate(state: State, seat: int, text: str) -> Choice | Refusal:
    head, clauses = split_clauses(text)
    object_words, _, ability_words = head.partition(":")
    among = in_play(state, seat)
    object_words, how = way_of_casting(object_words, clauses)
    row = find(state, *narrow(state, object_words, among), "permanent you control")
    if isinstance(row, Refusal):
        elsewhere = find(state, *narrow(state, object_words, active_cards(state, seat)), "card with an ability")
        row = elsewhere if not isinstance(elsewhere, Refusal) else row
    if isinstance(row, Refusal):
        anywhere = find(state, object_words, in_play(state), "permanent")
        unread = _not_read(state, seat, object_words, anywhere)
        if unread is not None:
            return unread
        if not isinstance(anywhere, Refusal):
            message = f"p{seat + 1} does not control {name_of(state, anywhere)}"
            return Refusal(ILLEGAL, "not-controller", message, "a permanent you control", "602.2")
        able = [h for h in among if abilities_at(state, h)]
        unfit = row.code == "no-such-object"
        return listing(state, row, able, "nothing that you control has an ability to activate") if unfit else row
    index = _ability_index(state, row, ability_words.strip(), clauses)
    if isinstance(index, Refusal):
        return index
    known = abilities_at(state, row)
    modes = len(known[index].modes) if index < len(known) else 0
    wrong = next((word for word in how if word not in {f"mode {i}" for i in range(1, modes + 1)}), "")
    if wrong:
        expected = f"choosing mode 1 to mode {modes}" if modes else "no such words"
        return Refusal(INPUT, "how", f"'{wrong}' is no way to activate that", expected, "602.2b")
    unmade = _unmade(state, row, known[index], clauses) if index < len(known) else None
    if unmade is not None:
        return unmade
    answer = which_ability.answer_of(known[index], clauses) if index < len(known) else ""
    return with_announcements(state, clauses, Choice(ACTIVATE, seat, row, index, answer=answer, how=how), row)


def _not_read(state: State, seat: int, words: str, other: int | Refusal) -> Refusal | None:
    """The unread clause by which a player might use another player's permanent, or a card off the battlefield (law 8)."""
    if not isinstance(other, Refusal):
        return unread_use(proto_of(state.rows[other].cls), ACTIVATED, anybody=True)
    off = [h for h, r in state.rows.items() if r.cls.zone in (GRAVEYARD, HAND, EXILE, COMMAND) and r.cls.owner == seat]
    card = find(state, words, [h for h in off if state.rows[h].cls.kind == CARD], "card with an ability")
    return None if isinstance(card, Refusal) else unread_use(proto_of(state.rows[card].cls), ACTIVATED)


def _tap(state: State, seat: int, text: str) -> Choice | Refusal:
    """``tap X``: its mana ability."""
    head, clauses = split_clauses(text)
    other = next((word for word in clauses if word != "for"), "")
    if other:
        return Refusal(INPUT, "not-a-sentence", f"'tap X' takes no '{other}' clause", "tap X, or tap X for {G}")
    among = in_play(state, seat)
    row = find(state, head, [h for h in among if not state.rows[h].cls.tapped], "permanent you control")
    if isinstance(row, Refusal) and row.kind != AMBIGUOUS:
        row = find(state, head, among, "permanent you control")
    if isinstance(row, Refusal):
        able = [h for h in among if not state.rows[h].cls.tapped and any(map(is_mana_ability, abilities_at(state, h)))]
        unfit = row.code == "no-such-object"
        return listing(state, row, able, "no untapped permanent of yours has a mana ability") if unfit else row
    abilities = abilities_at(state, row)
    every = [i for i, a in enumerate(abilities) if is_mana_ability(a)]
    found = which_ability.narrowed(abilities, every, clauses, tap=True)
    if len({abilities[i] for i in found}) != 1:
        unread = None if found else unread_use(proto_of(state.rows[row].cls), ACTIVATED)
        kinds = which_ability.kinds_said(clauses)
        return unread or _which_mana(state, row, head, [abilities[i] for i in found], kinds)
    also = which_ability.unread_meant(proto_of(state.rows[row].cls), "", clauses, tap=True)
    if also:
        return _or_unread(name_of(state, row), also, [ability_text(state, row, abilities[found[0]])])
    unmade = _unmade(state, row, abilities[found[0]], clauses)
    if unmade is not None:
        return unmade
    answer = which_ability.answer_of(abilities[found[0]], clauses)
    return Choice(ACTIVATE, seat, row, found[0], answer=answer)


def _unmade(state: State, row: int, ability: Activated, clauses: dict[str, str]) -> Refusal | None:
    """Why a mana ability can't add the kinds behind "for" as the board stands; None where it could, or nobody can tell before.

    ``row``: the permanent with the ability. What a land "could produce", or a commander's identity, depends on the board (106.7, 903.4).
    """
    kinds = which_ability.kinds_said(clauses)
    if not kinds or not is_mana_ability(ability) or not which_ability.makes(ability, kinds):
        return None
    try:
        possible = could_add(state, ability, row)
    except Unsupported:
        return None
    lacking = [kind for kind in kinds if kind not in possible]
    if not lacking:
        return None
    message = f"{name_of(state, row)} can't add {_in_braces(lacking)} as the board stands"
    expected = (
        f"for {_in_braces(sorted(possible, key=MANA_KINDS.index))}" if possible else "a board on which it adds mana"
    )
    return Refusal(ILLEGAL, "mana-kind", message, expected, "106.7")


def _in_braces(kinds: Sequence[str]) -> str:
    return " or ".join(f"{{{kind}}}" for kind in kinds)


def _which_mana(state: State, row: int, head: str, fitting: list[Activated], kinds: Sequence[str]) -> Refusal:
    """The refusal of a ``tap X`` that several mana abilities fit: each of them, as a line that means it."""
    readings = [f"activate {head}: {ability_text(state, row, ability)}" for ability in dict.fromkeys(fitting)]
    making = " that make that" if kinds and all(which_ability.makes(each, kinds) for each in fitting) else ""
    message = f"'{head}' has {len(readings)} mana abilities{making}"
    return Refusal(AMBIGUOUS, "which-ability", message, " | ".join(readings), "602.1")


def _ability_index(state: State, row: int, words: str, clauses: dict[str, str]) -> int | Refusal:
    abilities = abilities_at(state, row)
    words = unshield(words)
    unread = unread_use(proto_of(state.rows[row].cls), ACTIVATED)
    if unread is not None and (not abilities or (words.startswith("#") and words[1:].isdecimal())):
        return unread  # nor is known at which place of the card's text the others stand
    if not abilities:
        message = f"{name_of(state, row)} has no activated ability now"
        return Refusal(ILLEGAL, "no-such-ability", message, "another permanent", "602.1")
    if words.startswith("#") and words[1:].isdecimal():
        return int(words[1:]) - 1
    # Without words any ability fits: its own are asked for in a refusal alone.
    low = [ability_text(state, row, a).casefold() if words else "" for a in abilities]
    fitting = [i for i, text in enumerate(low) if words.casefold() in text]
    if not words and "targeting" in clauses:
        fitting = [i for i in fitting if abilities[i].targets]
    first = [i for i in fitting if words and low[i] == words.casefold()]
    first = first or [i for i in fitting if words and low[i].startswith(words.casefold())]
    exactly = [i for i in first if low[i] == words.casefold()]
    fitting = first if len({abilities[i] for i in first}) == 1 else which_ability.narrowed(abilities, fitting, clauses)
    also = "" if exactly else which_ability.unread_meant(proto_of(state.rows[row].cls), words, clauses)
    if not also and len({abilities[i] for i in fitting}) == 1:
        return fitting[0]
    if not fitting and unread is not None:
        return unread
    name, texts = name_of(state, row), [ability_text(state, row, a) for a in abilities]
    if fitting and also:
        return _or_unread(name, also, [texts[i] for i in dict.fromkeys(fitting)])
    if not fitting:
        message = f"{name} has no ability " + (f"with '{words}'" if words else "that has targets")
        return Refusal(ILLEGAL, "no-such-ability", message, " | ".join(texts), "602.1")
    message = f"{name} has more than one ability that fits '{words}'"
    return Refusal(AMBIGUOUS, "which-ability", message, "activate X: and words of one of: " + " | ".join(texts))


def _or_unread(name: str, unread: str, texts: Sequence[str]) -> Refusal:
    """The refusal of a line that may mean an ability which was not read, beside one that was."""
    message = f'{name} has another ability that this may mean, and that is not understood: "{unread}"'
    expected = "activate X: and words of one of: " + " | ".join(texts)
    return Refusal(AMBIGUOUS, "which-ability", message, expected, "602.1")


def active_cards(state: State, seat: int) -> list[int]:
    """Cards of a player off the battlefield that have something to do where they are."""
    return [
        h
        for h, r in state.rows.items()
        if r.cls.zone in (GRAVEYARD, HAND, EXILE, COMMAND)
        and r.cls.owner == seat
        and r.cls.kind == CARD
        and abilities_at(state, h)
    ]


#: Where a card is played from, behind its name.
_WHENCE: Final = re.compile(
    r"\s+from (?:the |my )?(hand|graveyard|exile|command zone|(?:top of (?:the |my )?)?library)$", re.IGNORECASE
)


def _cast(state: State, seat: int, text: str) -> Choice | Refusal:
    head, clauses = split_clauses(text)
    head, how = way_of_casting(head, clauses)
    row = _card_to_play(state, seat, head, tuple(ALTERNATIVES[word] for word in how if ALTERNATIVES.get(word)))
    row, how = _by_its_back(state, seat, head, row, how)
    if isinstance(row, Refusal):
        return _of_kind(state, seat, row, land=False)
    return with_announcements(state, clauses, Choice(CAST, seat, row, how=how))


def _by_its_back(
    state: State, seat: int, words: str, row: int | Refusal, how: tuple[str, ...]
) -> tuple[int | Refusal, tuple[str, ...]]:
    """The card whose back face or half has the name that is said, where no card has it; with its face as the way.

    It lies in the hand, or in the graveyard or exile: a half may be cast from there (702.127a, 709.3).
    """
    name, place = _said_place(words)
    wanted = unshield(name).strip().casefold()
    if not isinstance(row, Refusal):  # a split card is found by the name of a half
        proto = state.rows[row].cls.proto
        halves = other_faces(state.rows[row].cls) if proto is not None and proto.halves else {}
        said = [word for word, face in halves.items() if face.name.casefold() == wanted and not face_chosen(how)]
        return row, (*said, *how)
    if row.code != "no-such-object":
        return row, how
    for zone in (place,) if place else (HAND, GRAVEYARD, EXILE):
        rows = [h for h, r in state.rows.items() if r.cls.owner == seat and r.cls.zone == zone]
        faces = [(h, word, face) for h in rows for word, face in other_faces(state.rows[h].cls).items()]
        found = [(h, word) for h, word, face in faces if face.name.casefold() == wanted]
        if len(found) == 1 and not face_chosen(how):
            return found[0][0], (found[0][1], *how)
    return row, how


def _said_place(words: str) -> tuple[str, str]:
    """The words for a card without where it lies, and the zone that they say; "" for none."""
    whence = _WHENCE.search(words)
    if whence is None:
        return words, ""
    return words[: whence.start()], whence.group(1).lower().removesuffix(" zone").split()[-1]


def _card_to_play(state: State, seat: int, words: str, zones: tuple[str, ...] = ()) -> int | Refusal:
    """The card that a player means to play: in the hand, or where the words or the way of casting say that it lies."""
    name, place = _said_place(words)
    row = find(state, name, in_hand(state, seat), "card in hand")
    zones = (place,) if place else zones
    if zones == (HAND,) or not (zones or isinstance(row, Refusal)):
        return row
    zones = zones or ("graveyard", "exile", "command", LIBRARY)
    top = state.seqs.get(library(seat), ())[:1]
    cards = [
        h
        for h, r in state.rows.items()
        if r.cls.zone in zones
        and r.cls.owner == seat
        and r.cls.kind == CARD
        and (r.cls.zone != LIBRARY or h in top)
        and (castable_zones(state, h) or any(castable_zones(turned(state, h, word), h) for word in other_faces(r.cls)))
    ]
    elsewhere = find(state, name, cards, "card that may be played")
    if not isinstance(elsewhere, Refusal):
        return elsewhere
    lying = [h for h, r in state.rows.items() if r.cls.zone in zones and r.cls.owner == seat and r.cls.kind == CARD]
    there = find(state, name, [h for h in lying if state.rows[h].cls.zone != LIBRARY or h in top], "card")
    unread = None if isinstance(there, Refusal) else unread_use(proto_of(state.rows[there].cls), CASTING)
    return unread or (row if isinstance(row, Refusal) else elsewhere)


def _play(state: State, seat: int, text: str) -> Choice | Refusal:
    head, how = way_of_casting(text, {})
    row, how = _by_its_back(state, seat, head, _card_to_play(state, seat, head), how)
    other = next(iter(otherwise(how)), "")
    if other:
        return Refusal(INPUT, "how", f"a land is played in no way such as '{other}'", "play X", "305.1")
    return _of_kind(state, seat, row, land=True) if isinstance(row, Refusal) else Choice(PLAY, seat, row, how=how)


def _of_kind(state: State, seat: int, refusal: Refusal, land: bool) -> Refusal:
    """The refusal of a card that is not there, with what else of the hand can be played as a land, or cast."""
    if refusal.code != "no-such-object":
        return refusal
    known = [(h, state.rows[h].cls.proto) for h in in_hand(state, seat)]
    there = [(h, proto, None if proto.turning else proto.back) for h, proto in known if proto]
    faces = [(h, {"land" in face.types for face in (proto, back) if face}) for h, proto, back in there]
    rows = [h for h, lands in faces if land in lands]
    return listing(
        state, refusal, rows, "no card in your hand is a land" if land else "no card in your hand can be cast"
    )


def _target(state: State, seat: int, text: str) -> Choice | Refusal:
    if asked(state) == "answer" and about_targets(question_of(state)):
        return _answer(state, seat, text)
    if text.lower() in NO_TARGET and verify(state, Choice(TARGET, seat)) is None:
        return Choice(TARGET, seat)  # of any number of targets none (115.6)
    shared = read_targets(state, {"targeting": text}, Choice(TARGET, seat))
    if isinstance(shared, Refusal):
        return shared
    return with_parts(state, Choice(TARGET, seat, targets=shared[0]), shared[1])


def _order(state: State, seat: int, text: str) -> Choice | Refusal:
    words = re.sub(r"\s+first$", "", unshield(text), flags=re.IGNORECASE).casefold()
    mine = [h for h in waiting_abilities(state) if state.rows[h].cls.controller == seat]
    if words.startswith("#") and words[1:].isdecimal() and 1 <= int(words[1:]) <= len(mine):
        return Choice(ORDER, seat, mine[int(words[1:]) - 1])
    fitting = meant(state, mine, words)
    texts = " | ".join(f"#{i} {ability_told(state, h)}" for i, h in enumerate(mine, 1))
    if not mine:
        return nothing_asked(state, "no abilities wait to be put in order now", "603.3b")
    if not fitting:
        return Refusal(ILLEGAL, "order", f"no waiting ability fits '{text}'", texts, "603.3b")
    if len({entry_text(state, h) for h in fitting}) > 1:
        return Refusal(AMBIGUOUS, "order", f"'{text}' fits more than one waiting ability", texts, "603.3b")
    return Choice(ORDER, seat, fitting[0])


def _choose(state: State, seat: int, text: str) -> Choice | Refusal:
    if asked(state) == "answer":
        return _answer(state, seat, text)
    if asked(state) not in ("pick", "cleanup"):
        return nothing_asked(state, "no objects are to be chosen now", "608.2d")
    picks = read_picks(state, text, pick_question(state)[0], "object to choose")
    return picks if isinstance(picks, Refusal) else Choice(PICK, seat, picks=picks)


def _answer(state: State, seat: int, text: str) -> Choice | Refusal:
    """``choose X`` as the answer to a question in the middle of something."""
    question = question_of(state)
    kind = question.kind
    if text.lower() in ("nothing", "none"):
        return Choice(ANSWER, seat)
    if kind in ("object", "objects"):
        picks = read_picks(state, text, list(question.rows), "object to choose", seat)
        return picks if isinstance(picks, Refusal) else Choice(ANSWER, seat, picks=picks)
    if kind == "number":
        count = parse_quantity(text)
        return count if isinstance(count, Refusal) else Choice(ANSWER, seat, count=count)
    if kind in ("mixed", "pay"):
        found = _SYMBOLS.findall(text)
        if _SYMBOLS.sub("", text).strip():
            return Refusal(INPUT, "payment", f"'{text}' is not mana alone", "mana symbols such as {G}{G}", "106.4")
        return Choice(ANSWER, seat, pay=tuple((k, found.count(k)) for k in dict.fromkeys(found)))
    word = unshield(text).strip().strip("{}")
    if kind in ("color", "mana"):
        word = COLOR_WORDS.get(word.lower(), word.upper())
    elif kind == "word":
        word = next((one for one in question.words if one.lower() == word.lower()), word)
    elif kind in ("type", "other type"):
        word = word[:1].upper() + word[1:]
    elif kind == "name":
        word = next((name for name in names_here(state, seat) if name.lower() == word.lower()), word)
    elif kind != "order":
        word = word.lower()
    return Choice(ANSWER, seat, answer=word)


def _keep(state: State, seat: int, text: str) -> Choice | Refusal:
    if keeps_targets(text):
        if asked(state) == "answer" and about_targets(question_of(state)):
            return Choice(ANSWER, seat, picks=kept(question_of(state)))
        if asked(state) != "keep":
            return nothing_asked(state, "no new targets may be chosen now", "707.10c")
    if asked(state) != "keep":
        return nothing_asked(state, "the legend rule applies to nothing now", "704.5j")
    row = find(state, text, legends_like(state, about(state)), "legend")
    return row if isinstance(row, Refusal) else Choice(KEEP, seat, row)


def with_payment(
    reader: Callable[[State, int, str], Choice | Refusal],
) -> Callable[[State, int, str], Choice | Refusal]:
    """The reader of a declaration that says at its end which mana pays for it (508.1i, 509.1f)."""

    def read(state: State, seat: int, text: str) -> Choice | Refusal:
        head, clauses = split_clauses(text)
        if "paying" not in clauses:
            return reader(state, seat, text)
        found, pay = reader(state, seat, head), read_pay(clauses)
        if isinstance(found, Refusal):
            return found
        return pay if isinstance(pay, Refusal) else replace(found, pay=pay)

    return read


READERS: Final = {
    "activate": _activate,
    "tap": _tap,
    "cast": _cast,
    "play": _play,
    "target": _target,
    "order": _order,
    "choose": _choose,
    "keep": _keep,
    "attack": with_payment(read_attack),
    "assign": read_assign,
}
