"""Every word in a start is of somebody: of a card of its name, made by the rules of such words, or told as words of no card.

The places where words can stand are found in the closed lists and in the form of a state. At each of them stands a forgery
made from nothing. Random games show that what the rules make is never told as words of no card.
"""

from __future__ import annotations

import dataclasses
import json
import random
from contextlib import suppress
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from reiterate.ask.building_checked import checked
from reiterate.ask.checked_words import COMPARED, NO_CARD, NOT_COMPARED
from reiterate.ask.session import study_loop
from reiterate.certify.certificate import certify
from reiterate.certify.form import canonical
from reiterate.check.accepted import NoCards
from reiterate.check.certificate import Accepted, check
from reiterate.check.claims.whose_words import TOKEN_BUDGET, words_of
from reiterate.check.start import game_lists
from reiterate.loops.loop import find_loop
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import PASS, Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.positions.layout import Layout
from reiterate.script.position import Position, load
from reiterate.show.brief_answer import brief_of_checked
from reiterate.state import model
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import BATTLEFIELD, GRAVEYARD, State
from reiterate.terms import language as n
from reiterate.terms.code import from_json, to_json
from tests.check.forging import GOND, Value, digest, row, text_of
from tests.check.term_places import BEARS, BOOK, PLACES, kinds, table
from tests.soak import games
from tests.soak.card_pool import by_name, by_tag
from tests.support.as_shown import check_json, check_lines
from tests.support.boards import play
from tests.support.generated_loops import CREATURE, Made
from tests.support.texts import card

#: Words that no card says.
GAIN: Final = n.GainLife(n.You(), n.Fixed(1_000))
WHENEVER: Final = n.Triggered(n.LifeGained("you"), (GAIN,))
TAP: Final = n.Activated((), (GAIN,))
FALSE_BEARS: Final = n.Proto(**{name: getattr(BEARS, name) for name in BEARS.__struct_fields__} | {"abilities": (TAP,)})
GIVEN: Final = n.GainAbilities(n.This(), (TAP,))

#: What may stand at each place of a class, and is nobody's words; of an ability or effect by the kind of the row.
WORDS: Final[dict[str, Any]] = {
    "proto": FALSE_BEARS,
    "marks": (GIVEN,),
    "copiable": FALSE_BEARS,
    "copied": FALSE_BEARS,
    "printed": FALSE_BEARS,
    "enchant": n.Enchant(n.Filter(types=("land",))),
    "last known": FALSE_BEARS,
    "rest": (GAIN,),
    "term of ability": WHENEVER,
    "term of delayed": WHENEVER,
    "term of effect": GIVEN,
    "term of shield": n.PreventAll(n.This()),
}


# --- the places --------------------------------------------------------------------------------------------------


def test_every_place_of_the_form_of_a_state_is_looked_at() -> None:
    """A class has no other field, a row and what is gone no other part, in which words could stand."""
    assert set(model.FIELDS) == {"kind", "zone", "owner", "controller", "tapped", "sick"} | {
        "proto",
        "term",
        "marks",
        "props",
    }
    assert (set(model.Row.__slots__), set(model.Ref.__slots__), set(model.Gone.__slots__)) == (
        {"cls", "num", "n", "refs"},
        {"mode", "row"},
        {"cls", "num"},
    )
    assert set(state_to_json(table())) == {"format", "rows", "seqs", "tally", "labels"}
    assert {place for _, place in PLACES} == set(WORDS), "a place without a forgery"


# --- forgeries at each place -------------------------------------------------------------------------------------


def forged_class(name: str, place: str) -> Value:
    """A written class of a kind of row, with words of nobody at one place, and everything else of somebody."""
    kind = kinds()[name]
    words = to_json(WORDS[place])
    made: Value = {"kind": "card" if name in ("spell", "elsewhere") else name, "owner": 0, "controller": 0}
    zones = {"spell": "stack", "elsewhere": GRAVEYARD}
    made["zone"] = zones.get(name, kind.zones[0])
    if not made["zone"]:
        del made["zone"]
    if kind.card:
        made["proto"] = to_json(BEARS)
    if place in ("proto", "marks"):
        made[place] = words
    elif place.startswith("term of"):
        made["term"] = words
    else:
        made["props"] = {place: words}
    return made


def beside(of: Value, gone: bool) -> State:
    """The empty table with one row more, or with a row of a card to which something was linked that is gone."""
    value = state_to_json(table())
    if gone:
        bears = {"kind": "card", "zone": BATTLEFIELD, "owner": 0, "controller": 0, "proto": to_json(BEARS)}
        linked = {"link0": {"mode": "gone", "class": of, "num": {}}}
        value["rows"].append({"class": bears, "n": "1", "refs": linked})
    else:
        value["rows"].append({"class": of, "n": "1"})
    return state_from_json(value)


@pytest.mark.parametrize("gone", [False, True], ids=["there", "gone"])
@pytest.mark.parametrize(("name", "place"), PLACES, ids=lambda part: part)
def test_words_of_nobody_are_told_wherever_they_stand(name: str, place: str, gone: bool) -> None:
    state = beside(forged_class(name, place), gone)
    assert game_lists.complaint(last_class(state)) == "", "the closed lists let it stand there"
    found = words_of(state, BOOK.protos)
    assert found.words or found.others == ("Grizzly Bears",), (name, place)


def last_class(state: State) -> model.Class:
    """The class that was forged."""
    made = state.rows[max(state.rows)]
    gone = made.refs.get("link0")
    return gone.cls if isinstance(gone, model.Gone) else made.cls


@pytest.mark.parametrize(
    ("name", "grants"),
    [("flashback", True), ("may play", "exiled"), ("sheltered", "flying")],
    ids=lambda part: str(part),
)
def test_what_nobody_grants_is_told(name: str, grants: Any) -> None:
    value = state_to_json(table())
    if name == "sheltered":
        value["rows"][1]["class"]["props"] = {name: grants}
    else:
        of = {"kind": "card", "zone": GRAVEYARD, "owner": 0, "controller": 0, "proto": to_json(BEARS)}
        value["rows"].append({"class": of | {"props": {name: grants}}, "n": "1"})
    assert [each.place for each in words_of(state_from_json(value), BOOK.protos).words] == [name]


def test_a_copiable_text_is_one_that_a_changed_text_comes_from() -> None:
    """Words of a card are nobody's where no effect could have put them there (612, 707.2)."""
    of = {"kind": "card", "zone": BATTLEFIELD, "owner": 0, "controller": 0, "proto": to_json(BEARS)}
    (other,) = BOOK.protos("Midnight Guard")
    found = words_of(beside(of | {"props": {"copiable": to_json(other)}}, False), BOOK.protos)
    assert [each.place for each in found.words] == ["copiable"]


def test_a_token_that_some_card_makes_is_of_that_card() -> None:
    elf = n.Proto("Elf Warrior", ("creature",), ("Elf", "Warrior"), (), ("G",), None, 1, 1, None, (), True)
    of = {"kind": "token", "zone": BATTLEFIELD, "owner": 0, "controller": 0, "proto": to_json(elf)}
    assert words_of(beside(of, False), BOOK.protos) == NoCards((), ())
    of["proto"]["power"] = 2
    assert [each.place for each in words_of(beside(of, False), BOOK.protos).words] == ["proto"]


def test_so_many_tokens_are_looked_up_and_no_more() -> None:
    """What is not looked up is told as words of no card."""
    value = state_to_json(table())
    asked: list[str] = []
    for i in range(2 * TOKEN_BUDGET):
        made = n.Proto(f"Thing {i}", ("creature",), (), (), (), None, 1, 1, None, (), True)
        of = {"kind": "token", "zone": BATTLEFIELD, "owner": 0, "controller": 0, "proto": to_json(made)}
        value["rows"].append({"class": of, "n": "1"})

    def look(name: str) -> list[n.Proto]:
        asked.append(name)
        return []

    assert len(words_of(state_from_json(value), look).words) == 2 * TOKEN_BUDGET
    assert sum(name.endswith(" token") for name in asked) == TOKEN_BUDGET


# --- forged certificates, from the forged board on ---------------------------------------------------------------

GUARD: Final = """
format: position/1
players:
  p1:
    battlefield: [Midnight Guard, {card: Presence of Gond, attached to: Midnight Guard}]
    graveyard: [Grizzly Bears]
    library: [10 unknown]
  p2: {battlefield: [Grizzly Bears], library: [10 unknown]}
script: |
  repeat 10:
    activate Midnight Guard: create
    all pass
    all pass
"""


def certified(change: Any) -> Accepted | Refusal:
    """What the checker says of the certificate of the loop of a board that was forged, as ``certify`` writes it."""
    found = load(GUARD, "guard.yaml", BOOK)
    assert isinstance(found, Position), found
    value = state_to_json(found.state)
    change(value)
    study = study_loop(dataclasses.replace(found, state=state_from_json(value)))
    assert not isinstance(study, Refusal), study
    text = certify(study.part.loop)
    assert isinstance(text, str), text
    return check(text, BOOK.protos)


def bears(value: Value) -> Value:
    """The row of p2's Bears, which play no part."""
    found: Value = [r for r in value["rows"] if r["class"].get("proto", {}).get("name") == "Grizzly Bears"][-1]
    return found


def added(of: Value, **more: Any) -> Any:
    """One more row, beside or in the order of timestamps."""

    def change(value: Value) -> None:
        handle = len(value["rows"])
        on = next(i for i, r in enumerate(value["rows"]) if r is bears(value))
        refs = {"on": {"mode": "one", "row": on}} if of["kind"] in ("effect", "shield") else {}
        value["rows"].append({"class": {"zone": "effects", "owner": 0, "controller": 0} | of, "n": "1"} | more)
        if refs:
            value["rows"][-1]["refs"] = refs
        if of["kind"] == "effect":
            value["seqs"]["order"] = [*value["seqs"].get("order", []), handle]

    return change


def prop(name: str) -> Any:
    """A property of p2's Bears."""
    return lambda value: bears(value)["class"].update(props={name: to_json(WORDS[name])})


LIVE: Final[dict[str, Any]] = {
    "proto": lambda value: bears(value)["class"].update(proto=to_json(FALSE_BEARS)),
    "copiable": prop("copiable"),
    "copied": prop("copied"),
    "printed": prop("printed"),
    "enchant": prop("enchant"),
    "marks": lambda value: bears(value)["class"].update(marks=to_json((GIVEN,))),
    "effect": added({"kind": "effect", "term": to_json(GIVEN), "props": {"duration": "game"}}),
    "delayed": added({"kind": "delayed", "term": to_json(WHENEVER), "props": {"duration": "game"}}),
    "shield": added(
        {"kind": "shield", "term": to_json(n.PreventAll(n.This())), "props": {"duration": "turn"}},
    ),
}


def test_the_board_without_a_forgery_is_of_its_cards() -> None:
    found = certified(lambda value: None)
    assert isinstance(found, Accepted) and found.nobodys == NoCards((), ())
    assert check_json(found)["proved_cards"] is True and COMPARED in check_lines(found)


@pytest.mark.parametrize("where", LIVE)
def test_a_certificate_with_words_of_nobody_is_told_on_the_first_screen(where: str) -> None:
    found = certified(LIVE[where])
    assert isinstance(found, Accepted), found
    told = check_json(found)
    assert told["proved_cards"] is False
    assert told["other_cards"] or told["unowned"]
    assert NOT_COMPARED in check_lines(found) and COMPARED not in check_lines(found)
    (cards,) = [lines for title, lines in brief_of_checked(checked(found)).rows if title == "cards"]
    assert cards[0] == NOT_COMPARED
    assert all(line.isprintable() for line in cards)
    if told["unowned"]:
        assert any(line.startswith(f"{NO_CARD}: ") and "GainLife" in line for line in cards) or where in (
            "enchant",
            "shield",
        )


def test_an_invented_delayed_trigger_on_an_empty_board_is_told() -> None:
    """A draw on a board without a card: a delayed trigger, and what set it off, of nobody."""
    board = Made("nothing", "nothing", cards=[("Wall", CREATURE, "")], lives=["20", "20"], entries=[[], []])
    board.body = ["all pass"]
    state, reader = board.loop()
    value = state_to_json(state)
    own = {"owner": 0, "controller": 0}
    delayed = own | {"kind": "delayed", "zone": "effects", "term": to_json(WHENEVER), "props": {"duration": "game"}}
    entry = own | {"kind": "ability", "zone": "stack", "term": to_json(WHENEVER)}
    value["rows"] += [{"class": delayed, "n": "1"}, {"class": entry, "n": "1"}]
    value["seqs"]["stack"] = [len(value["rows"]) - 1]
    from_loop = certify(find_loop(state_from_json(value), reader))
    assert isinstance(from_loop, str), from_loop
    found = check(from_loop, BOOK.protos)
    assert isinstance(found, Accepted) and found.draw
    assert {each.place for each in found.nobodys.words} == {"ability"} and len(found.nobodys.words) == 2
    assert check_json(found)["proved_cards"] is False


def test_a_copiable_ability_that_was_invented_is_told() -> None:
    """The honest certificate with an invented ability in the copiable values of a card: the digest agrees."""
    value = json.loads(text_of(GOND))
    false = row(value, 3)["class"]["proto"] | {"abilities": [to_json(TAP)]}
    row(value, 3)["class"]["props"] = {"copiable": false}
    digest(value)
    found = check(canonical(value), BOOK.protos)
    assert isinstance(found, Refusal) or found.nobodys.words


# --- what the rules make -----------------------------------------------------------------------------------------


def test_603_3c_an_ability_whose_mode_is_asked_for_is_of_its_card() -> None:
    """The question is asked as the ability is put on the stack. The ability is no object there yet."""
    proto = card(
        "At the beginning of combat on your turn, choose one —\n• You gain 1 life.\n• Draw a card.", name="Chooser"
    )
    layout = Layout(2, step="main1")
    layout.put(proto, 0)
    state = layout.done()
    while asked(state) == "priority":
        state = play(state, Choice(PASS, decider(state)))
    question = question_of(state)
    assert question is not None
    assert question.kind == "mode"
    assert words_of(state, lambda name: [proto] if name == "Chooser" else []) == NoCards((), ())


class Told(games.Reached):
    """The positions of a random game."""

    def __init__(self) -> None:
        super().__init__()
        self.states: list[State] = []

    def place(self, state: State) -> None:
        """A place of a game."""
        self.states.append(state)


@pytest.mark.slow("random games, asked at every place of them")
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**64), st.deferred(lambda: st.sampled_from(sorted(by_tag(False)))))
@example(2**64, "trigger Leaves")  # 800.4a: who lost by words of a card that left with them
@example(
    159399380, "condition Compared"
)  # 608.2h: the last size of an artifact that was a creature as large as its mana value
@example(242, "condition Compared")  # 603.3d: a target that "that player" controls
def test_what_the_rules_make_of_cards_is_of_those_cards(number: int, theme: str) -> None:
    """Tokens, copies, effects, delayed abilities, shields, frames: nothing of a played game is words of no card."""
    cards, told = by_name(False), Told()
    with suppress(games.GameFailed):  # the laws of play are asked for by tests/soak
        games.play_game(games.draw_game(random.Random(number), False, 60, theme), False, told)
    for state in told.states:
        found = words_of(state, lambda name: [cards[name]] if name in cards else [])
        assert found == NoCards((), ())


def test_terms_are_read_back_as_they_were_written() -> None:
    """The forgeries are words of the language: the reader takes each."""
    for words in WORDS.values():
        assert from_json(to_json(words)) == words
