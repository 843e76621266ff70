"""Copies with exceptions, read and then played: colours, types, sizes, what they enter with, copies of spells (707.9)."""

from __future__ import annotations

from reiterate.oracle.compile import compile_card
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.events.copying import copiable
from reiterate.rules.positions.layout import Layout
from reiterate.state.model import Row, State
from reiterate.terms.abilities import Keyword, Static
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import CountOf
from reiterate.terms.static_effects import Defines
from tests.support.acting import count, question, says, settled
from tests.support.boards import BEAR, CREATURE, creature, life, named, play

BIRD = Proto("Bird", ("artifact", "creature"), ("Bird",), (), ("W",), ("2",), 3, 3, None, (Keyword("flying"),))
HERD = Static(Defines(CountOf(CREATURE), CountOf(CREATURE)))
SWARM = Proto("Swarm", ("creature",), ("Insect",), (), (), ("1",), abilities=(HERD, Keyword("changeling")))
VOID = Proto("Void", ("creature",), ("Eldrazi",), (), ("U",), ("1",), 1, 1, None, (Keyword("devoid"),))
KING = creature("King", 3, 3, legendary=True)
WALKER = Proto("Walker", ("planeswalker",), ("Jace",), ("legendary",), ("U",), ("3",), loyalty=4)


def card(name: str, text: str, types: str = "Sorcery", cost: str = "{R}", **more: str) -> Proto:
    """A card of these words; every line of it is understood."""
    found = compile_card({"name": name, "type_line": types, "oracle_text": text, "mana_cost": cost, **more})
    assert found.complete, [clause.text for clause in found.missing]
    return found.proto


def not_read(text: str, types: str = "Sorcery") -> bool:
    """Whether words are refused."""
    return not compile_card({"name": "Name", "type_line": types, "oracle_text": text, "mana_cost": "{R}"}).complete


def token_of(exception: str, of: Proto, kind: str = "creature") -> tuple[State, Row, int]:
    """A token that is a copy with an exception: the position, its row and its handle."""
    layout = Layout(2)
    original = layout.put(of, 0)
    spell = layout.put(
        card("Twin", f"Create a token that's a copy of target {kind} you control, except {exception}."), 0, "hand"
    )
    layout.set_player(0, "mana.R", 1)
    state = settled(play(layout.done(), Choice("cast", 0, spell, targets=(original,))))
    (made,) = [h for h, row in state.rows.items() if row.cls.kind == "token"]
    return state, state.rows[made], made


def test_205_3d_a_copy_gains_no_subtype_without_its_card_type() -> None:
    """An Illusion is a creature: a copy of a creature becomes one, and a copy of a Vehicle that is no creature does not."""
    illusion = "it's an Illusion in addition to its other types"
    _, bird, _ = token_of(illusion, BIRD)
    _, cart, _ = token_of(illusion, Proto("Cart", ("artifact",), ("Vehicle",), (), (), ("2",)), "artifact")
    assert [row.cls.proto.subtypes for row in (bird, cart) if row.cls.proto] == [("Bird", "Illusion"), ("Vehicle",)]


def test_707_9b_colours_and_types_in_addition() -> None:
    words = "it's a 1/1 red Balloon creature in addition to its other colors and types and it has flying and haste"
    state, _, made = token_of(words, BIRD)
    now = view(state, made)
    assert set(now.colors) == {"W", "R"} and now.types == ("artifact", "creature")
    assert (now.subtypes, set(now.keywords)) == (("Bird", "Balloon"), {"flying", "haste"})
    assert (power(state, made), toughness(state, made)) == (1, 1)


def test_707_9b_a_colour_that_is_not_in_addition_replaces() -> None:
    state, _, made = token_of("it's a 4/4 black Zombie in addition to its other types", BIRD)
    now = view(state, made)
    assert (now.colors, now.subtypes, power(state, made)) == (("B",), ("Bird", "Zombie"), 4)


def test_205_1a_creature_types_that_are_not_in_addition_replace_creature_types_alone() -> None:
    state, _, made = token_of("it's a 1/1 green Frog", BIRD)
    now = view(state, made)
    assert (now.colors, now.subtypes, now.types) == (("G",), ("Frog",), ("artifact", "creature"))
    assert (power(state, made), set(now.keywords)) == (1, {"flying"})


def test_707_9d_what_defines_a_characteristic_that_is_set_is_not_copied() -> None:
    state, _, made = token_of("it's a 1/1 green Frog", SWARM)
    assert (power(state, made), toughness(state, made)) == (1, 1)  # the original has 2/2, with the token 2 creatures
    assert "changeling" not in view(state, made).keywords and copiable(state, made).abilities == ()
    state, _, made = token_of("it has haste", SWARM)
    assert power(state, made) == 2 and view(state, made).keywords == {"changeling", "haste"}
    state, _, made = token_of("it's a 4/4 black Zombie in addition to its other types", VOID)
    assert view(state, made).colors == ("B",)
    state, _, made = token_of("it's a 4/4 black Zombie in addition to its other colors and types", VOID)
    assert view(state, made).colors == ()


def test_704_5j_a_copy_that_is_not_legendary_stays_beside_the_original() -> None:
    for words in ("it's not legendary", "it isn't legendary"):
        state, row, _ = token_of(words, KING)
        assert asked(state) == "priority" and count(state, "King") == 2
        assert row.cls.proto is not None and row.cls.proto.supertypes == ()


def test_707_9_what_no_copy_is_said_to_be_is_refused() -> None:
    start = "Create a token that's a copy of target creature you control, except"
    for words in ("it's a 1/1 green Aura", "it's a 1/1 green", "it's a land", "it enters with a +1/+1 counter on it"):
        assert not_read(f"{start} {words}."), words


# --- as it enters ------------------------------------------------------------------------------------------------


def entered(text: str, of: Proto, types: str = "Creature — Shapeshifter", x: int = 0) -> tuple[State, int]:
    """A card that enters as a copy of the only permanent there is: the position and its row."""
    layout = Layout(2)
    original = layout.put(of, 0)
    cost = "{X}{R}" if x else "{R}"
    spell = layout.put(card("Mimic", text, types, cost, power="0", toughness="0"), 0, "hand")
    layout.set_player(0, "mana.R", 9)
    state = play(layout.done(), Choice("cast", 0, spell, x=x))
    while asked(state) == "priority" and state.stack:
        state = play(state, Choice("pass", decider(state)))
    assert question(state)[0] == "object"
    state = says(state, picks=((original, 1),))
    (made,) = [h for h, r in state.rows.items() if r.cls.zone == "battlefield" and r.cls.prop("printed")]
    return state, made


def test_205_1a_a_copy_that_is_an_artifact_is_nothing_else() -> None:
    text = 'You may have Mimic enter as a copy of any creature on the battlefield, except it\'s an artifact and it has "{T}: Add {U}."'
    state, made = entered(text, BIRD, "Artifact")
    now = view(state, made)
    assert (now.types, now.subtypes, set(now.keywords)) == (("artifact",), (), {"flying"})
    assert now.name == "Bird" and len(now.activated) == 1
    state = play(state, Choice("activate", 0, made))
    assert state.rows[1].get("mana.U") == 1


X_MORE = "You may have Mimic enter as a copy of any creature on the battlefield, except it enters with X additional +1/+1 counters on it."


def test_707_5_a_copy_enters_with_counters_that_are_no_copiable_value() -> None:
    state, made = entered(X_MORE, BEAR, x=3)
    assert state.rows[made].get("counter.+1/+1") == 3 and power(state, made) == 5
    assert copiable(state, made) == BEAR


def test_614_1c_counters_by_what_the_copy_is() -> None:
    text = (
        "You may have Mimic enter as a copy of a creature or planeswalker you control, except it enters with an additional "
        "+1/+1 counter on it if it's a creature, it enters with an additional loyalty counter on it if it's a planeswalker, "
        "and it isn't legendary if that permanent is legendary."
    )
    state, made = entered(text, KING)
    assert (power(state, made), state.rows[made].get("counter.loyalty"), count(state, "King")) == (4, 0, 2)
    state, made = entered(text, WALKER)
    assert (state.rows[made].get("counter.loyalty"), state.rows[made].get("counter.+1/+1")) == (5, 0)
    assert count(state, "Walker") == 2 and asked(state) == "priority"


# --- copies of spells --------------------------------------------------------------------------------------------


def test_707_10_a_copy_of_a_creature_spell_that_is_not_legendary() -> None:
    layout = Layout(2)
    king = layout.put(creature("King", 3, 3, legendary=True, cost=("R",)), 0, "hand")
    double = layout.put(
        card(
            "Double",
            "Copy target creature spell you control, except it isn't legendary if the spell is legendary.",
            "Instant",
        ),
        0,
        "hand",
    )
    layout.set_player(0, "mana.R", 2)
    state = play(layout.done(), Choice("cast", 0, king))
    state = settled(play(state, Choice("cast", 0, double, targets=(state.stack[0],))))
    kings = named(state, "King")
    assert sorted((row.cls.kind, row.cls.proto.supertypes) for row in kings if row.cls.proto is not None) == [
        ("card", ("legendary",)),
        ("token", ()),
    ]


def test_707_9b_a_copy_of_a_spell_is_red() -> None:
    layout = Layout(2)
    shock = Proto("Shock", ("instant",), (), (), ("B",), ("R",), abilities=card("Shock", "You gain 3 life.").abilities)
    row = layout.put(shock, 0, "hand")
    fork = layout.put(
        card(
            "Fork",
            "Copy target instant or sorcery spell, except that the copy is red. You may choose new targets for the copy.",
            "Instant",
        ),
        0,
        "hand",
    )
    layout.set_player(0, "mana.R", 2)
    state = play(layout.done(), Choice("cast", 0, row))
    state = play(state, Choice("cast", 0, fork, targets=(state.stack[0],)))
    while len(state.stack) == 2 and state.rows[state.stack[0]].cls.kind != "copy":
        state = play(state, Choice("pass", decider(state)))
    on_stack = [state.rows[h].cls.proto for h in state.stack]
    assert [p.colors for p in on_stack if p is not None] == [("R",), ("B",)]
    assert life(settled(state), 0) == 26
