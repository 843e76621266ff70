"""Morph (702.37), megamorph, disguise (702.168) and face-down spells and permanents (708).

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.cards import fully_usable
from reiterate.check.claims.idle import could_act
from reiterate.oracle.compile import compile_card
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.characteristics.printed_characteristics import mana_value, proto_of
from reiterate.rules.decisions.filling import first
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.layout import Layout
from reiterate.rules.positions.seen_by import named_in, seen_by, shown_in
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.table.hiding import seen_from, stays_hidden
from reiterate.terms.abilities import Static, Triggered
from reiterate.terms.effects_permanents import Destroy, PutCounters, TurnFaceUp
from reiterate.terms.effects_spells import CopySpell, CopyToken
from reiterate.terms.effects_zones import ReturnToHand
from reiterate.terms.proto import FACE_DOWN, Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, You
from reiterate.terms.static_effects import LoseAbilities, ModifyPT, PlayerCant, SpellCost
from reiterate.terms.trigger_events import AbilityActivated, Enters, SpellCast, TurnedUp
from tests.support.acting import ONE_LIFE, count, handle, instant, only, says, settled, stack_size
from tests.support.boards import BEAR, FOREST, play
from tests.support.shown import shows
from tests.support.written import card as written

CREATURE = TargetSpec(Filter(types=("creature",)))
SPELL = TargetSpec(Filter(), zone="stack")
GROW = instant("Grow", PutCounters(TargetRef(0), "+1/+1", Fixed(1)), targets=(CREATURE,))
BURN = instant("Burn", Destroy(TargetRef(0)), targets=(CREATURE,))
LIFT = instant("Lift", ReturnToHand(TargetRef(0)), targets=(CREATURE,))
MOLD = instant("Mold", CopyToken(Fixed(1), TargetRef(0), You()), targets=(CREATURE,))
TWIN = instant("Twin", CopySpell(TargetRef(0)), targets=(SPELL,))
FACE = "face-down creature"


def card(text: str, cost: str = "{4}{R}") -> Proto:
    """A 4/5 red flyer of these words, all of it usable."""
    facts = {"name": "Hider", "type_line": "Creature — Beast", "mana_cost": cost, "power": "4", "toughness": "5"}
    found = compile_card({**facts, "oracle_text": f"Flying\n{text}"})
    assert fully_usable(found), found.missing
    return found.proto


def laid(text: str, *hand: Proto, there: tuple[Proto, ...] = (), mana: int = 5) -> State:
    layout = Layout(2)
    layout.put(card(text), 0, "hand")
    for proto in hand:
        layout.put(proto, 0, "hand")
    for proto in there:
        layout.put(proto, 0)
    layout.set_player(0, "mana.R", mana)
    for seat in (0, 1):
        layout.library(seat, [(FOREST, 20)])
    return layout.done()


def down(state: State) -> Choice:
    return Choice("cast", 0, handle(state, "Hider", "hand"), how=("back face",))


def hidden(state: State) -> State:
    """The card is cast face down and resolves."""
    return settled(play(state, down(state)))


def up(state: State) -> Choice:
    return Choice("activate", 0, handle(state, FACE))


def aim(state: State, name: str, at: str = FACE) -> State:
    return settled(play(state, Choice("cast", 0, handle(state, name, "hand"), targets=(handle(state, at),))))


MORPH = "Morph {1}{R}"


def test_702_37a_it_is_cast_for_three_as_a_creature_without_text_name_or_mana_cost() -> None:
    state = laid(MORPH, mana=3)
    (made,) = [first(state, o) for o in options(state) if o.verb == "cast"]
    assert made == down(state)
    assert say(state, made).startswith("p1: cast Hider face down")
    assert read_sentence(state, say(state, made)) == made
    state = play(state, made)
    spell = proto_of(state.rows[state.stack[0]].cls)
    assert (spell.types, spell.subtypes, spell.colors, mana_value(spell), spell.abilities) == (
        ("creature",),
        (),
        (),
        0,
        (),
    )
    assert state.rows[1].get("mana.R") == 0
    state = settled(state)
    there = handle(state, FACE)
    assert (power(state, there), toughness(state, there), view(state, there).keywords) == (2, 2, frozenset())


def test_702_37e_turning_it_face_up_uses_no_stack_and_is_no_activation() -> None:
    heard = Proto("Heard", ("artifact",), abilities=(Triggered(AbilityActivated("any", Filter()), (ONE_LIFE,)),))
    state = hidden(laid(MORPH, there=(heard,)))
    made = up(state)
    assert verify(state, made) is None and could_act(state)
    assert read_sentence(state, say(state, made)) == made
    state = play(state, made)
    there = handle(state, "Hider")
    assert stack_size(state) == 0 and state.rows[1].get("mana.R") == 0
    assert (power(state, there), toughness(state, there)) == (4, 5) and "flying" in view(state, there).keywords


def test_702_37e_face_up_it_has_no_such_action_and_face_down_it_costs_its_morph_cost() -> None:
    state = hidden(laid(MORPH, mana=4))
    assert verify(state, up(state)) is not None
    state = settled(play(laid(MORPH), Choice("cast", 0, handle(laid(MORPH), "Hider", "hand"))))
    assert count(state, "Hider") == 1
    assert not [o for o in options(state) if o.verb == "activate"]


@shows(TurnFaceUp, TurnedUp)
def test_708_3_and_708_8_nothing_of_its_entering_happens_but_what_watches_turning_does() -> None:
    text = f"When Hider enters, you gain 5 life.\nWhen Hider is turned face up, you gain 1 life.\n{MORPH}"
    state = hidden(laid(text))
    assert state.rows[1].get("life") == 20
    state = play(state, up(state))
    assert stack_size(state) == 1
    assert settled(state).rows[1].get("life") == 21


def test_708_4_only_the_face_down_characteristics_say_whether_and_for_what_it_is_cast() -> None:
    """A red spell costs {1} less and a creature spell too: the face-down one is no red spell. Red ones are forbidden."""
    red = Proto("Red", ("artifact",), abilities=(Static(SpellCost("you", Filter(colors=("R",)), Fixed(1))),))
    any_one = Proto("Any", ("artifact",), abilities=(Static(SpellCost("you", Filter(types=("creature",)), Fixed(1))),))
    ban = Proto("Ban", ("artifact",), abilities=(Static(PlayerCant("any", "cast", Filter(colors=("R",)))),))
    assert verify(laid(MORPH, there=(red,), mana=2), down(laid(MORPH, there=(red,)))) is not None
    assert verify(laid(MORPH, there=(any_one,), mana=2), down(laid(MORPH, there=(any_one,)))) is None
    assert verify(laid(MORPH, there=(ban,), mana=3), down(laid(MORPH, there=(ban,)))) is None


def test_708_8_effects_and_counters_stay_and_it_is_the_same_object() -> None:
    lord = Proto("Lord", ("artifact",), abilities=(Static(ModifyPT(Filter(types=("creature",)), Fixed(1), Fixed(0))),))
    state = aim(hidden(laid(MORPH, GROW, there=(lord,), mana=6)), "Grow")
    there = handle(state, FACE)
    assert (power(state, there), toughness(state, there)) == (4, 3)
    state = play(state, up(state))
    there = handle(state, "Hider")
    assert (power(state, there), toughness(state, there)) == (6, 6)


@pytest.mark.parametrize(("name", "zone"), [("Burn", "graveyard"), ("Lift", "hand")])
def test_708_9_where_it_goes_it_is_the_card(name: str, zone: str) -> None:
    state = aim(hidden(laid(MORPH, BURN, LIFT)), name)
    assert count(state, "Hider", zone) == 1 and count(state, FACE) == 0


def test_702_37b_a_megamorph_has_a_counter_as_it_is_turned_up() -> None:
    state = hidden(laid("Megamorph {1}{R}"))
    state = play(state, up(state))
    assert only(state, "Hider").get("counter.+1/+1") == 1 and stack_size(state) == 0


def test_702_168a_disguise_gives_ward_two_while_it_is_face_down() -> None:
    state = hidden(laid("Disguise {R}", BURN))
    assert [str(a) for a in proto_of(only(state, FACE).cls).abilities] == ["Keyword(name='ward', parameter='{2}')"]
    state = play(state, up(state))
    assert "ward" not in view(state, handle(state, "Hider")).keywords


def test_707_2_a_copy_of_it_is_a_two_two_that_stays_one() -> None:
    state = aim(hidden(laid(MORPH, MOLD)), "Mold")
    assert (
        sum(
            int(str(r.n))
            for r in state.rows.values()
            if r.cls.zone == "battlefield" and r.cls.proto == card(MORPH).back
        )
        == 1
    )
    tokens = [h for h, r in state.rows.items() if r.cls.kind == "token"]
    assert len(tokens) == 1 and verify(state, Choice("activate", 0, tokens[0])) is not None


def test_708_4_a_copy_of_the_spell_is_refused_by_name() -> None:
    state = play(laid(MORPH, TWIN), down(laid(MORPH, TWIN)))
    with pytest.raises(Unsupported) as refused:
        settled(play(state, Choice("cast", 0, handle(state, "Twin", "hand"), targets=(state.stack[0],))))
    assert refused.value.refusal.code == "rule-708.4"


def _names_it(state: State) -> bool:
    return any("Hider" in f"{row.cls.props}{row.cls.proto}{row.cls.term}" for row in state.rows.values())


def test_708_5_only_its_controller_may_look_at_it() -> None:
    """On the stack and on the battlefield; the line that cast it is for its own player alone."""
    before = laid(MORPH)
    cast = play(before, down(before))
    for state in (cast, settled(cast)):
        assert _names_it(seen_by(state, 0)) and not _names_it(seen_by(state, 1))
        assert _names_it(seen_from(state, "p1")) and not _names_it(seen_from(state, "p2"))
        assert not _names_it(seen_from(state, "spectator"))
    assert stays_hidden(before, down(before), cast)
    assert not shown_in(before, cast) and not named_in(before, {}, before, down(before))
    turned = play(settled(cast), up(settled(cast)))
    assert _names_it(seen_by(turned, 1))


@pytest.mark.parametrize("subject", [TargetRef(0), Filter(types=("creature",))])
def test_702_37e_what_would_have_no_morph_cost_face_up_is_not_turned_face_up(subject: TargetRef | Filter) -> None:
    """Whether its abilities are gone for a turn, or as long as something is on the battlefield."""
    if isinstance(subject, Filter):
        blank = Proto("Blank", ("artifact",), abilities=(Static(LoseAbilities(subject)),))
        state = hidden(laid(MORPH, there=(blank,)))
    else:
        wipe = written("Target creature loses all abilities until end of turn.", "Instant", "{0}", "Wipe")
        state = aim(hidden(laid(MORPH, wipe)), "Wipe")
    assert verify(state, up(state)) is not None
    assert not [o for o in options(state) if o.verb == "activate"]


@pytest.mark.parametrize(("changed", "copied"), [(FACE, "Bear"), ("Bear", FACE)])
def test_708_10_what_becomes_a_copy_face_down_is_refused_by_name(changed: str, copied: str) -> None:
    """Face up, a copy of it has no morph cost of its own card either (707.2)."""
    ape = written(
        "Target creature you control becomes a copy of another target creature until end of turn.",
        "Instant",
        "{0}",
        "Ape",
    )
    state = hidden(laid(MORPH, ape, there=(BEAR,)))
    aims = (handle(state, changed), handle(state, copied))
    with pytest.raises(Unsupported) as refused:
        settled(play(state, Choice("cast", 0, handle(state, "Ape", "hand"), targets=aims)))
    assert refused.value.refusal.code == "rule-708.10"


def test_707_2_what_enters_as_a_copy_of_it_is_refused_by_name() -> None:
    clone = written(
        "You may have Clone enter as a copy of any creature on the battlefield.",
        "Creature — Shapeshifter",
        "{0}",
        "Clone",
        power="0",
        toughness="0",
    )
    state = hidden(laid(MORPH, clone))
    state = settled(play(state, Choice("cast", 0, handle(state, "Clone", "hand"))))
    with pytest.raises(Unsupported) as refused:
        says(state, picks=((handle(state, FACE), 1),))
    assert refused.value.refusal.code == "rule-708.10"


def test_what_watches_spells_and_creatures_sees_a_creature() -> None:
    watch = Proto(
        "Watch",
        ("enchantment",),
        abilities=(
            Triggered(SpellCast("you", Filter(types=("creature",))), (ONE_LIFE,)),
            Triggered(Enters(Filter(types=("creature",))), (ONE_LIFE,)),
        ),
    )
    state = hidden(laid(MORPH, there=(watch,)))
    assert settled(state).rows[1].get("life") == 22


def test_a_face_down_creature_is_called_so() -> None:
    assert FACE == FACE_DOWN
    facts = {
        "name": "Own",
        "type_line": "Creature — Beast",
        "power": "1",
        "toughness": "1",
        "oracle_text": "Morph {X}{R}",
    }
    assert not compile_card(facts).complete
