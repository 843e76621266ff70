"""Day and night (731), daybound and nightbound (702.145): when they come, and what transforms.

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

from functools import cache

from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.positions.layout import Layout, under_control, undone_action
from reiterate.state.model import GAME, State
from reiterate.terms.proto import Proto
from reiterate.terms.static_effects import Bound
from tests.support.acting import count, handle, only, settled, until
from tests.support.boards import BEAR, FOREST, play
from tests.support.shown import shows
from tests.support.written import card as written

FACES = {
    "Miller": ("Wolfman", "Daybound", "Nightbound\nWhenever this creature deals damage, you gain 1 life."),
    "Baker": ("Howler", "Daybound\nWhen this creature enters, you gain 10 life.", "Nightbound\nWhen this creature enters, you gain 1 life."),
}  # fmt: skip


@cache
def double(name: str) -> Proto:
    back, text, other = FACES[name]
    day: dict[str, object] = {"name": name, "type_line": "Creature — Human", "mana_cost": "{0}", "oracle_text": text}
    night: dict[str, object] = {"name": back, "type_line": "Creature — Werewolf", "mana_cost": "", "oracle_text": other}
    day |= {"power": "1", "toughness": "1", "colors": []}
    night |= {"power": "3", "toughness": "3", "colors": []}
    found = compile_card({"name": f"{name} // {back}", "layout": "transform", "card_faces": [day, night]})
    assert found.complete, found.missing
    return found.proto


MOON = written("Transform all creatures.", "Instant", "{0}", "Moon")
NOTHING = written("You gain 0 life.", "Instant", "{0}", "Nothing")
MOLD = written("Create a token that's a copy of target creature.", "Instant", "{0}", "Mold")
MIME = written(
    "You may have this creature enter as a copy of any creature on the battlefield.",
    "Creature — Mime",
    "{0}",
    "Mime",
    power="1",
    toughness="1",
)


def laid(*there: Proto, hand: tuple[Proto, ...] = (), night: bool = False) -> State:
    layout = Layout(2)
    for proto in there:
        if night and proto.back is not None:
            layout.put(proto.back, 0, card=proto)
        else:
            layout.put(proto, 0)
    for proto in dict.fromkeys(hand):
        layout.put(proto, 0, "hand", n=hand.count(proto))
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    return under_control(layout.done())


def cast(state: State, name: str, *targets: int) -> State:
    return settled(play(state, Choice("cast", 0, handle(state, name, "hand"), targets=targets)))


def time(state: State) -> object:
    return state.rows[GAME].cls.by_prop.get("daytime", "")


@shows(Bound)
def test_731_2a_it_becomes_night_where_the_active_player_cast_no_spell_and_731_2b_day_with_two() -> None:
    state = laid(double("Miller"), hand=(NOTHING, NOTHING, NOTHING))
    assert time(state) == "day"
    state = until(state, "upkeep", 1)
    assert time(state) == "night" and count(state, "Wolfman") == 1
    state = until(state, "main1", 0)
    assert time(state) == "night"  # nobody cast two spells
    state = cast(cast(state, "Nothing"), "Nothing")
    state = until(state, "upkeep", 1)
    assert time(state) == "day" and count(state, "Miller") == 1


def test_731_2a_one_spell_of_the_active_player_keeps_the_day() -> None:
    state = cast(laid(double("Miller"), hand=(NOTHING,)), "Nothing")
    state = until(state, "upkeep", 1)
    assert time(state) == "day"
    state = until(state, "upkeep", 0)
    assert time(state) == "night"  # the second player cast nothing in their turn


def test_731_2b_spells_of_others_do_not_count() -> None:
    state = laid(double("Miller"), hand=(NOTHING, NOTHING), night=True)
    assert time(state) == "night"
    state = until(state, "main1", 1)
    state = play(state, Choice("pass", 1))
    for _ in range(2):
        state = play(state, Choice("cast", 0, handle(state, "Nothing", "hand")))
    state = until(settled(state), "upkeep", 0)
    assert time(state) == "night"


def test_731_1_without_anything_bound_it_is_neither() -> None:
    state = until(laid(BEAR), "upkeep", 1)
    assert time(state) == ""


def test_702_145d_it_becomes_day_as_a_daybound_permanent_enters() -> None:
    state = laid(BEAR, hand=(double("Baker"),))
    assert time(state) == ""
    state = cast(state, "Baker")
    assert time(state) == "day" and count(state, "Baker") == 1 and state.rows[1].get("life") == 30


def test_702_145b_at_night_it_enters_transformed() -> None:
    state = laid(double("Miller"), hand=(double("Baker"),), night=True)
    state = cast(state, "Baker")
    assert count(state, "Howler") == 1 and state.rows[1].get("life") == 21
    row = only(state, "Howler")
    assert row.cls.by_prop["printed"] == double("Baker")


def test_702_145b_nothing_else_transforms_it() -> None:
    state = cast(laid(double("Miller"), hand=(MOON,)), "Moon")
    assert count(state, "Miller") == 1


def test_702_145b_a_token_copy_enters_transformed_as_well() -> None:
    state = laid(double("Baker"), hand=(MOLD,))
    state = until(state, "upkeep", 1)
    assert count(state, "Howler") == 1
    state = play(state, Choice("pass", 1))
    state = cast(state, "Mold", handle(state, "Howler"))
    assert count(state, "Howler") == 2


def test_702_145b_a_copy_that_is_not_double_faced_does_not_transform() -> None:
    state = laid(double("Miller"), hand=(MIME,))
    state = play(state, Choice("cast", 0, handle(state, "Mime", "hand")))
    state = settled(state)
    state = settled(play(state, Choice("answer", 0, picks=((handle(state, "Miller"), 1),))))
    assert count(state, "Miller") == 2
    state = until(state, "upkeep", 1)
    assert time(state) == "day"  # a spell was cast
    state = until(state, "upkeep", 0)
    assert (time(state), count(state, "Miller"), count(state, "Wolfman")) == ("night", 1, 1)


def test_702_145g_it_becomes_night_with_nightbound_alone() -> None:
    assert time(laid(double("Miller"), night=True)) == "night"


def test_702_145f_a_start_in_which_something_would_transform_is_refused() -> None:
    layout = Layout(2)
    layout.put(double("Miller"), 0)
    state = layout.done()
    found = undone_action(state)
    assert found is not None and found[2] == "702.145d"
    layout.put(double("Baker").back, 0, card=double("Baker"))  # type: ignore[arg-type] # it has one
    found = undone_action(under_control(layout.done()))
    assert found is not None and found[2] == "702.145c"


def test_731_1_the_day_stays_as_its_permanents_leave() -> None:
    kill = written("Destroy target creature.", "Instant", "{0}", "Kill")
    state = laid(double("Miller"), hand=(kill,))
    state = cast(state, "Kill", handle(state, "Miller"))
    assert time(state) == "day"
    assert time(until(state, "upkeep", 1)) == "day"
