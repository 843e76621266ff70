"""Certificates of boards with clauses that are not understood: what is listed, and every forgery of it is refused.

The honest board: Chime goes off for ever. Beside it stand an unread activated ability, an unread trigger whose event never
happens, and another one in the graveyard.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any, Final

import pytest

from reiterate.certify.chain import certify_plainly
from reiterate.certify.form import canonical
from reiterate.check.certificate import Accepted, check
from reiterate.loops.loop import Loop
from reiterate.oracle import unread_lines
from reiterate.refusals import Refusal
from tests.certify.certified import accepted
from tests.check.forging import digest
from tests.check.mutants import changes, with_change
from tests.support.schemas import validate
from tests.support.unread_boards import board, book, certificate, loop_of, new_book

Value = dict[str, Any]
BOARD: Final = board("Chime", "Thinker", "Listener", graveyard="Counter of Elves")
THINKER: Final = 4

THOUGHT: Final = "{5}: Contemplate the infinite."
HEARD: Final = "Whenever an opponent casts a spell, you contemplate the infinite."


def refused(forge: Callable[[Value], None]) -> Refusal:
    """Why the forged certificate is refused; fails where it is accepted."""
    value = json.loads(certificate(STATICS if forge in OF_STATICS else BOARD))
    forge(value)
    found = check(canonical(value), book().protos)
    assert isinstance(found, Refusal), found
    return found


def row(value: Value, name: str) -> Value:
    """The row of a card of the start."""
    (found,) = [r for r in value["start"]["rows"] if r["class"].get("proto", {}).get("name") == name]
    made: Value = found
    return made


def ability(value: Value, name: str) -> Value:
    """The only ability of a card of the start."""
    (found,) = row(value, name)["class"]["proto"]["abilities"]
    made: Value = found
    return made


def test_a_board_without_such_clauses_lists_none() -> None:
    value = json.loads(certificate(board("Chime")))
    assert (value["format"], value["clauses"]) == ("certificate/2", [])


def test_a_certificate_of_an_earlier_version_is_read() -> None:
    """Without clauses certificates were of another format, and had no field for them: they prove the same."""
    now = certificate(board("Chime"))
    value = json.loads(now)
    value["format"] = "certificate/1"
    del value["clauses"]
    assert accepted(canonical(value)) == accepted(now)


def test_an_unread_card_in_a_hand_is_no_clause_of_the_chain() -> None:
    text = board("Chime").replace("    hand: 0\n", "    hand: [Thinker]\n", 1)
    assert json.loads(certificate(text))["clauses"] == []


def test_the_list_of_clauses_is_that_of_the_board() -> None:
    value = json.loads(certificate(BOARD))
    assert value["format"] == "certificate/2"
    assert value["claim"]["draw"] is False
    never = "never: Whenever "
    assert value["clauses"] == [
        {
            "card": "Counter of Elves",
            "text": "Whenever a creature enters, you contemplate the infinite.",
            "state": "silent",
            "kind": "trigger",
            "obligation": f"{never}a creature enters",
        },
        {
            "card": "Listener",
            "text": HEARD,
            "state": "silent",
            "kind": "trigger",
            "obligation": f"{never}an opponent casts a spell",
        },
        {
            "card": "Thinker",
            "text": THOUGHT,
            "state": "carried",
            "kind": "activated",
            "obligation": "nobody uses it: {5} ability",
        },
    ]
    found = check(certificate(BOARD), book().protos)
    assert isinstance(found, Accepted)
    assert found.nobodys.others == ()
    validate(value, "certificate", 2)


def test_a_loop_with_silent_clauses_alone_is_still_a_draw() -> None:
    value = json.loads(certificate(board("Chime", "Listener")))
    assert value["format"] == "certificate/2"
    assert value["claim"]["draw"] is True
    assert accepted(canonical(value)).draw


def test_clauses_in_blocks_and_plain_pieces_are_seen() -> None:
    text = board("Seed", "Listener", body="activate Seed; all pass", first="-")
    assert [c["card"] for c in json.loads(certificate(text))["clauses"]] == ["Listener"]


STATICS: Final = board("Chime", "Gaoler", "Envy", "Latecomer")


def test_what_is_about_nothing_that_is_there_is_listed() -> None:
    value = json.loads(certificate(STATICS))
    assert value["claim"]["draw"] is True
    assert [(c["card"], c["kind"], c["obligation"]) for c in value["clauses"]] == [
        ("Envy", "static", "never: an opponent would gain life"),
        ("Gaoler", "static", "never there: creatures your opponents control"),
        ("Latecomer", "static", "never: Latecomer enters"),
    ]
    assert accepted(canonical(value)).draw


# --- forgeries ---------------------------------------------------------------------------------------------------


def left_out(value: Value) -> None:
    """A clause is missing from the list."""
    del value["clauses"][1]


def none_listed(value: Value) -> None:
    """The board with clauses says that it has none."""
    value["format"] = "certificate/1"
    del value["clauses"]


def an_empty_list(value: Value) -> None:
    value["clauses"] = []


def one_more(value: Value) -> None:
    """A clause that stands on no card."""
    value["clauses"].insert(0, {**value["clauses"][0], "card": "Abacus"})


def another_obligation(value: Value) -> None:
    value["clauses"][0]["obligation"] = "never: Whenever a player draws a card"


def another_state(value: Value) -> None:
    value["clauses"][2] |= {"state": "assumed", "kind": "", "obligation": "it does not matter"}


def a_false_event(value: Value) -> None:
    """The trigger waits for an event that its words do not say."""
    ability(value, "Listener")["trigger"] = {"node": "CardDrawn", "who": "opponent"}
    value["clauses"][1]["obligation"] = "never: Whenever an opponent draws a card"
    digest(value)


def an_event_of_one_player(value: Value) -> None:
    """Of the event of any player only that of an opponent is watched."""
    words = "Whenever a player gains life, you contemplate the infinite."
    ability(value, "Listener").update(
        {"text": words, "start": 34, "end": 45, "trigger": {"node": "LifeGained", "who": "opponent"}}
    )
    value["clauses"][1] |= {"text": words, "obligation": "never: Whenever an opponent gains life"}
    digest(value)


def an_event_that_happens(value: Value) -> None:
    """The words and the term say an event of the loop."""
    words = "Whenever you gain life, you contemplate the infinite."
    ability(value, "Listener").update(
        {"text": words, "start": 0, "end": 0, "trigger": {"node": "LifeGained", "who": "you"}}
    )
    value["clauses"][1] |= {"text": words, "obligation": "never: Whenever you gain life"}
    digest(value)


def a_trigger_as_an_ability(value: Value) -> None:
    """What happens by itself is said to be used by somebody."""
    made = {**ability(value, "Thinker"), "text": HEARD}
    del made["zones"]
    row(value, "Listener")["class"]["proto"]["abilities"] = [made]
    value["clauses"][1] |= {"state": "carried", "kind": "activated", "obligation": "nobody uses it: {5} ability"}
    digest(value)


def a_static_as_a_way_of_casting(value: Value) -> None:
    words = "As long as you contemplate, creatures get +1/+1."
    made = {**ability(value, "Thinker"), "what": "casting", "used": words, "text": words, "zones": ["hand"]}
    row(value, "Listener")["class"]["proto"]["abilities"] = [made]
    obligation = f"nobody uses it: {words}"
    value["clauses"][1] |= {"state": "carried", "kind": "casting", "text": words, "obligation": obligation}
    digest(value)


def a_clause_as_a_face(value: Value) -> None:
    made = {**ability(value, "Thinker"), "what": "face", "used": "other face", "text": HEARD, "zones": ["hand"]}
    row(value, "Listener")["class"]["proto"]["abilities"] = [made]
    value["clauses"][1] |= {"state": "carried", "kind": "face", "obligation": "nobody uses it: other face"}
    digest(value)


def an_ability_nowhere(value: Value) -> None:
    """An ability of no zone is offered to nobody: so it would be a draw."""
    del ability(value, "Thinker")["zones"]
    digest(value)
    for piece in value["chain"]:
        if piece["kind"] == "segment":
            piece["choices"]["could"] = []
            offered = [[o for o in each if o["unknown"] == ""] for each in piece["choices"]["options"]["shapes"]]
            piece["choices"]["options"]["shapes"] = offered
    value["claim"]["draw"] = True


def an_understood_line_unread(value: Value) -> None:
    """A line that is understood is carried as if it were not: here Chime itself stays silent beside another."""
    words = "{5}: You gain 1 life."
    ability(value, "Thinker").update({"text": words})
    value["clauses"][2]["text"] = words
    digest(value)


def an_ability_that_is_used(value: Value) -> None:
    """The chain begins with the unread ability."""
    activate = {"verb": "activate", "player": 0, "row": THINKER}
    value["chain"][0:0] = [{"kind": "plain", "iterations": [[activate]]}]


def an_option_that_is_used(value: Value) -> None:
    """The chain begins with the option that is not known, by its number."""
    activate = {"verb": "activate", "player": 0, "row": THINKER, "ability": -1}
    value["chain"][0:0] = [{"kind": "plain", "iterations": [[activate]]}]


def a_token_of_it(value: Value) -> None:
    """A token has the clause, as if it had been copied."""
    made = copy.deepcopy(row(value, "Thinker"))
    made["class"] |= {"kind": "token"}
    made["class"]["proto"]["token"] = True
    value["start"]["rows"].append(made)
    value["claim"]["needs"] = "unknown"
    digest(value)


def nothing_known(value: Value) -> None:
    """A clause of which nothing is known stands beside the others."""
    words = "Contemplation is infinite."
    made = {"node": "NotUnderstood", "text": words, "start": 0, "end": 0}
    row(value, "Thinker")["class"]["proto"]["abilities"].append(made)
    value["clauses"].insert(
        2, {"card": "Thinker", "text": words, "state": "carried", "kind": "casting", "obligation": ""}
    )
    digest(value)


def a_board_that_takes_abilities(value: Value) -> None:
    """Something in force takes abilities away."""
    row(value, "Thinker")["class"]["proto"]["abilities"].append(
        {
            "node": "Static",
            "effect": {"node": "LoseAbilities", "subject": {"node": "Filter", "types": ["creature"]}},
        }
    )
    value["start"]["seqs"]["order"] = [THINKER]
    digest(value)


def another_player(value: Value) -> None:
    """Of the life that an opponent would gain it is said that somebody else never gains it."""
    words = "If you would gain life, contemplate it instead."
    ability(value, "Envy").update({"text": words, "start": 24})
    value["clauses"][0]["text"] = words
    digest(value)


def another_event(value: Value) -> None:
    """Nobody loses life; but that is not what the words say."""
    ability(value, "Envy").update({"event": "lose", "words": "an opponent would lose life"})
    value["clauses"][0]["obligation"] = "never: an opponent would lose life"
    digest(value)


def another_set(value: Value) -> None:
    """Of a set that is there another one is said not to be there."""
    ability(value, "Gaoler")["subject"]["types"] = ["land"]
    digest(value)


def a_set_that_is_there(value: Value) -> None:
    """The words and the term speak of the artifacts of the board."""
    words = "Artifacts you control enter in deep contemplation."
    subject = {"node": "Filter", "types": ["artifact"], "controller": "you"}
    said = "artifacts you control"
    ability(value, "Gaoler").update({"text": words, "subject": subject, "words": said})
    value["clauses"][1] |= {"text": words, "obligation": f"never there: {said}"}
    digest(value)


def a_static_of_two_parts(value: Value) -> None:
    """How a card enters, and something else besides."""
    words = "Latecomer enters tapped and contemplates all the time."
    ability(value, "Latecomer")["text"] = words
    value["clauses"][2]["text"] = words
    digest(value)


OF_STATICS: Final = (another_player, another_event, another_set, a_set_that_is_there, a_static_of_two_parts)
CLAUSES: Final = "certificate-clauses"
FORGED: Final[tuple[tuple[str, Callable[[Value], None], tuple[str, ...]], ...]] = (
    ("a clause left out", left_out, (CLAUSES,)),
    ("no clause listed", none_listed, (CLAUSES,)),
    ("an empty list", an_empty_list, (CLAUSES,)),
    ("one clause more", one_more, (CLAUSES,)),
    ("another obligation", another_obligation, (CLAUSES,)),
    ("a carried clause assumed", another_state, (CLAUSES,)),
    ("a false event", a_false_event, (CLAUSES,)),
    ("an event of one player", an_event_of_one_player, (CLAUSES,)),
    ("an event that happens", an_event_that_happens, ("certificate-base",)),
    ("a trigger as an ability", a_trigger_as_an_ability, (CLAUSES,)),
    ("a static as a way of casting", a_static_as_a_way_of_casting, (CLAUSES,)),
    ("a clause as a face", a_clause_as_a_face, (CLAUSES,)),
    ("an ability nowhere", an_ability_nowhere, (CLAUSES,)),
    ("an understood line unread", an_understood_line_unread, (CLAUSES,)),
    ("an ability that is used", an_ability_that_is_used, ("certificate-base",)),
    ("an option that is used", an_option_that_is_used, ("certificate-form",)),
    ("a token of it", a_token_of_it, ("certificate-step",)),
    ("another player", another_player, (CLAUSES,)),
    ("another event", another_event, (CLAUSES,)),
    ("another set", another_set, (CLAUSES,)),
    ("a set that is there", a_set_that_is_there, ("certificate-step",)),
    ("a static of two parts", a_static_of_two_parts, (CLAUSES,)),
    ("nothing known of a clause", nothing_known, ("certificate-step",)),
    ("a board that takes abilities", a_board_that_takes_abilities, ("certificate-step",)),
)


@pytest.mark.parametrize(("title", "forge", "codes"), FORGED, ids=[title for title, _, _ in FORGED])
def test_every_forgery_is_refused_for_a_stated_obligation(
    title: str, forge: Callable[[Value], None], codes: tuple[str, ...]
) -> None:
    found = refused(forge)
    assert found.code in codes, found


def test_every_change_of_the_list_is_refused() -> None:
    text = certificate(BOARD)
    value = json.loads(text)
    tried = 0
    for path, _, instead in changes(text, ("clauses",)):
        found = check(with_change(value, path, instead))
        assert isinstance(found, Refusal), path
        assert found.code in (CLAUSES, "certificate-form", "certificate-budget"), found
        tried += 1
    assert tried > 30


@pytest.mark.parametrize(
    ("name", "broken", "card"), [("_goes_on_as_effect", True, "Listed"), ("is_cost", True, "Riddler")]
)
def test_a_broken_compiler_is_noticed_by_the_second_recogniser(
    name: str, broken: object, card: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unread_lines, name, lambda *_: broken)
    loop = loop_of(board("Chime", card), new_book())
    assert isinstance(loop, Loop), loop
    text = certify_plainly(loop)  # before the checker has read it
    assert isinstance(text, str), text
    found = check(text)
    assert isinstance(found, Refusal)
    assert found.code == CLAUSES
