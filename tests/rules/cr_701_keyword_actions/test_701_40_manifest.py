"""Manifest (701.40), cloak (701.58) and manifest dread (701.62).

Every result was worked out from the rules before it was played.
"""

from __future__ import annotations

import pytest

from reiterate.amounts import Amount
from reiterate.check.claims.idle import could_act
from reiterate.oracle.grammar.printing import show
from reiterate.refusals import UNSUPPORTED, Refusal, Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.characteristics.evaluate import power, toughness, view
from reiterate.rules.characteristics.printed_characteristics import mana_value, proto_of
from reiterate.rules.decisions.not_offered import unoffered
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.verify import verify
from reiterate.rules.decisions.verify_actions import abilities_at
from reiterate.rules.positions.layout import UNKNOWN_CARD, Layout
from reiterate.rules.positions.seen_by import named_in, seen_by, shown_in
from reiterate.script.sentences import read_sentence, say
from reiterate.state.model import State
from reiterate.table.hiding import foreseen, reveals, seen_from, stays_hidden
from reiterate.terms.abilities import Carried, Triggered
from reiterate.terms.base import replace
from reiterate.terms.effects_permanents import Destroy, PutCounters, TurnFaceUp
from reiterate.terms.effects_spells import CopyToken
from reiterate.terms.effects_zones import Manifest, ManifestDread, ReturnToHand
from reiterate.terms.proto import FACE_DOWN, Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import EachPlayer, Filter, Result, You
from reiterate.terms.trigger_events import Enters, TurnedUp
from tests.support.acting import ONE_LIFE, act, count, handle, instant, only, says, settled, stack_size, top
from tests.support.boards import BEAR, FOREST, creature, play
from tests.support.shown import shows
from tests.support.written import card as written

ONE = Fixed(1)
TOP = Manifest(You(), ONE)
SPARK = instant("Spark", ONE_LIFE)
OGRE = replace(creature("Ogre", 4, 4), mana_cost=("2", "R"), colors=("R",), subtypes=("Ogre",))
FREE = replace(creature("Free", 0, 1), mana_cost=("0",))
COSTLESS = replace(creature("Costless", 1, 1), mana_cost=None)
SWELL = replace(creature("Swell", 1, 1), mana_cost=("X", "R"))


def hider(text: str) -> Proto:
    """A 4/5 for {4}{R} with these words."""
    return written(text, "Creature — Beast", "{4}{R}", "Hider", power="4", toughness="5")


def laid(*library: Proto, hand: tuple[Proto, ...] = (), there: tuple[Proto, ...] = (), mana: int = 5) -> Layout:
    layout = Layout(2)
    layout.library(0, [*((proto, 1) for proto in library), (FOREST, 9)])
    layout.library(1, [(BEAR, 1), (FOREST, 9)])
    for proto in hand:
        layout.put(proto, 0, "hand")
    for proto in there:
        layout.put(proto, 0)
    layout.set_player(0, "mana.R", mana)
    return layout


def manifested(*library: Proto, mana: int = 5, cloaked: bool = False, there: tuple[Proto, ...] = ()) -> State:
    return settled(act(laid(*library, mana=mana, there=there), replace(TOP, cloaked=cloaked)))


def turnings(state: State) -> list[Choice]:
    """The ways of turning the face-down permanent face up, as they are verified."""
    row = handle(state, FACE_DOWN)
    return [c for i in range(3) if verify(state, c := Choice("activate", 0, row, i)) is None]


def refused(state: State, index: int = 0) -> Refusal:
    found = verify(state, Choice("activate", 0, handle(state, FACE_DOWN), index))
    assert isinstance(found, Refusal)
    return found


# --- 701.40a ---------------------------------------------------------------------------------------------------


@shows(Manifest)
def test_701_40a_it_is_a_two_two_without_text_name_subtypes_or_mana_cost_whatever_the_card_is() -> None:
    for proto in (OGRE, SPARK, FOREST):
        state = manifested(proto)
        row = only(state, FACE_DOWN)
        there = handle(state, FACE_DOWN)
        now = proto_of(row.cls)
        assert (now.types, now.subtypes, now.colors, mana_value(now), now.abilities) == (("creature",), (), (), 0, ())
        assert (power(state, there), toughness(state, there), view(state, there).keywords) == (2, 2, frozenset())
        assert (row.cls.controller, row.cls.owner, row.cls.sick, row.cls.tapped) == (0, 0, True, False)
        assert top(state, 0) == [("Forest", 9)]


def test_708_3_its_own_entering_abilities_do_not_trigger_and_what_watches_sees_a_creature() -> None:
    watch = Proto("Watch", ("enchantment",), abilities=(Triggered(Enters(Filter(types=("creature",))), (ONE_LIFE,)),))
    state = manifested(hider("When Hider enters, you gain 5 life."), there=(watch,))
    assert state.rows[1].get("life") == 21
    assert manifested(SPARK, there=(watch,)).rows[1].get("life") == 21


def test_701_40a_nothing_is_manifested_from_an_empty_library() -> None:
    layout = Layout(2)
    layout.library(0, [])
    state = settled(act(layout, TOP, PutCounters(Result(), "+1/+1", ONE)))
    assert count(state, FACE_DOWN) == 0 and "lost" not in state.rows[1].cls.by_prop


# --- 701.40b ---------------------------------------------------------------------------------------------------


def test_701_40b_a_creature_card_is_turned_face_up_for_its_mana_cost_without_the_stack() -> None:
    state = manifested(OGRE, mana=3)
    (made,) = turnings(state)
    assert could_act(state) and read_sentence(state, say(state, made)) == made
    assert made.row in {option.row for option in options(state) if option.verb == "activate"}
    state = play(state, made)
    there = handle(state, "Ogre")
    assert stack_size(state) == 0 and state.rows[1].get("mana.R") == 0
    assert (power(state, there), toughness(state, there), view(state, there).subtypes) == (4, 4, ("Ogre",))
    assert "manifested" not in state.rows[there].cls.by_prop and "printed" not in state.rows[there].cls.by_prop


def test_701_40b_a_cost_of_nothing_is_paid_and_a_cost_that_is_missing_is_not() -> None:
    assert turnings(manifested(FREE, mana=0))
    for proto in (COSTLESS, SPARK, FOREST):
        state = manifested(proto)
        assert not turnings(state) and refused(state).kind != UNSUPPORTED and not unoffered(state, 0)
    assert not turnings(manifested(OGRE, mana=2))


@shows(TurnedUp)
def test_701_40b_and_708_8_counters_stay_nothing_enters_and_what_watches_turning_triggers() -> None:
    text = "When Hider enters, you gain 5 life.\nWhen Hider is turned face up, you gain 1 life."
    state = settled(act(laid(hider(text)), TOP, PutCounters(Result(), "+1/+1", Fixed(2))))
    assert power(state, handle(state, FACE_DOWN)) == 4
    state = settled(play(state, *turnings(state)))
    assert (power(state, handle(state, "Hider")), state.rows[1].get("life")) == (6, 21)


def test_107_3d_an_x_in_the_mana_cost_is_refused_by_name() -> None:
    state = manifested(SWELL)
    assert (refused(state).kind, refused(state).code) == (UNSUPPORTED, "rule-107.3d")
    assert unoffered(state, 0) and not unoffered(state, 1) and could_act(state)
    assert [str(each) for each in unoffered(state, 0)] == [
        "not offered: way of being turned face up of face-down creature (107.3d)"
    ]


def test_701_40b_the_other_player_may_not_turn_it_face_up() -> None:
    state = play(manifested(OGRE), Choice("pass", 0))
    assert verify(state, Choice("activate", 1, handle(state, FACE_DOWN))) is not None


# --- 701.40c, 701.40d ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mana", "ways"), [(1, 0), (2, 1), (5, 2)])
def test_701_40c_a_card_with_morph_is_turned_up_for_either_cost(mana: int, ways: int) -> None:
    state = manifested(hider("Morph {1}{R}"), mana=mana)
    made = turnings(state)
    assert len(made) == ways
    assert all(read_sentence(state, say(state, each)) == each for each in made)
    left = sorted(int(str(play(state, each).rows[1].get("mana.R"))) for each in made)
    assert left == [0, 3][:ways] if ways == 2 else not made or left == [0]


def test_701_40c_a_megamorph_has_its_counter_only_where_its_megamorph_cost_was_paid() -> None:
    state = manifested(hider("Megamorph {1}{R}"))
    after = [only(play(state, each), "Hider").get("counter.+1/+1") for each in turnings(state)]
    assert sorted(map(str, after)) == ["0", "1"]


def test_701_40d_a_manifested_card_with_disguise_has_no_ward() -> None:
    state = manifested(hider("Disguise {R}"), mana=1)
    assert proto_of(only(state, FACE_DOWN).cls).abilities == ()
    assert len(turnings(state)) == 1


def test_law_8_a_morph_that_is_not_understood_is_told_and_hides_no_way() -> None:
    """What else its controller could pay can't be told; its mana cost can be paid."""
    clause = Carried("Morph—Reveal a white card in your hand.", 0, 5, "casting", "Morph", ())
    state = manifested(replace(OGRE, abilities=(clause,)), mana=0)
    assert refused(state, 1).code == "clause-not-understood" and could_act(state) and unoffered(state, 0)


# --- 701.40e ---------------------------------------------------------------------------------------------------


def test_701_40e_several_cards_of_a_library_are_manifested_one_at_a_time() -> None:
    """ "One or more" would trigger once for each, which is refused by name; it triggers once for those of a hand."""
    group = written("Whenever one or more creatures you control enter, you gain 1 life.")
    with pytest.raises(Unsupported) as found:
        act(laid(OGRE, SPARK, there=(group,)), Manifest(You(), Fixed(2)))
    assert found.value.refusal.code == "rule-603.2c"
    assert count(settled(act(laid(OGRE, SPARK), Manifest(You(), Fixed(2)))), FACE_DOWN) == 2
    from_hand = laid(hand=(OGRE, SPARK), there=(group,))
    state = settled(act(from_hand, Manifest(You(), Fixed(2), "hand")))
    assert count(state, FACE_DOWN) == 2 and state.rows[1].get("life") == 21


@pytest.mark.parametrize("amount", [101, 10**100])
def test_701_40e_very_many_cards_are_refused_by_name(amount: Amount) -> None:
    layout = Layout(2)
    layout.library(0, [(FOREST, 10**101)])
    with pytest.raises(Unsupported) as found:
        settled(act(layout, Manifest(You(), Fixed(amount))))  # type: ignore[arg-type] # a whole number
    assert found.value.refusal.code == "rule-701.40e"


def test_701_40e_as_many_as_there_are() -> None:
    assert count(settled(act(laid(OGRE), Manifest(You(), Fixed(30)))), FACE_DOWN) == 10


# --- 701.40g ---------------------------------------------------------------------------------------------------


@shows(TurnFaceUp)
def test_701_40g_an_instant_card_that_would_turn_face_up_stays_face_down() -> None:
    watch = Proto("Watch", ("enchantment",), abilities=(Triggered(TurnedUp(Filter()), (ONE_LIFE,)),))
    state = settled(act(laid(SPARK, there=(watch,)), TOP, TurnFaceUp(Result())))
    assert count(state, FACE_DOWN) == 1 and state.rows[1].get("life") == 20
    state = settled(act(laid(FOREST, there=(watch,)), TOP, TurnFaceUp(Result())))
    assert count(state, "Forest") == 1 and state.rows[1].get("life") == 21


# --- 708 -------------------------------------------------------------------------------------------------------


def test_708_9_where_it_goes_it_is_the_card_and_a_copy_of_it_is_no_manifested_permanent() -> None:
    for effect, zone in ((Destroy(Result()), "graveyard"), (ReturnToHand(Result()), "hand")):
        state = settled(act(laid(SPARK), TOP, effect))
        assert count(state, "Spark", zone) == 1 and count(state, FACE_DOWN) == 0
    state = settled(act(laid(OGRE), TOP, CopyToken(ONE, Result(), You())))
    (token,) = [h for h, row in state.rows.items() if row.cls.kind == "token"]
    assert verify(state, Choice("activate", 0, token)) is not None and power(state, token) == 2


def _names_it(state: State, name: str = "Ogre") -> bool:
    return any(name in f"{row.cls.props}{row.cls.proto}{row.cls.term}" for row in state.rows.values())


def test_708_5_only_its_controller_sees_it() -> None:
    before = laid(OGRE)
    state = manifested(OGRE)
    assert _names_it(seen_by(state, 0)) and not _names_it(seen_by(state, 1))
    assert _names_it(seen_from(state, "p1")) and not _names_it(seen_from(state, "p2"))
    assert not _names_it(seen_from(state, "spectator"))
    assert not shown_in(before.done(), state)
    covered = seen_by(state, 1)
    assert refused(covered).code == "unknown-card" and unoffered(covered, 0)
    turned = play(state, *turnings(state))
    assert _names_it(seen_by(turned, 1))


def test_708_5_the_card_of_another_player_is_seen_by_who_controls_it_alone() -> None:
    state = settled(act(laid(), Manifest(You(), ONE, of=EachPlayer(True))))
    row = only(state, FACE_DOWN)
    assert (row.cls.owner, row.cls.controller, top(state, 1)) == (1, 0, [("Forest", 9)])
    assert _names_it(seen_from(state, "p1"), "Bear") and not _names_it(seen_from(state, "p2"), "Bear")


def test_708_5_a_place_of_a_shortcut_does_not_show_what_will_be_manifested() -> None:
    now, there = laid(OGRE).done(), manifested(OGRE)
    assert not _names_it(seen_from(foreseen(now, there, "p1", ""), "p1"))
    assert reveals(now, there)


def test_701_40a_a_card_of_the_hand_is_chosen_in_secret() -> None:
    before = act(laid(hand=(OGRE, BEAR)), Manifest(You(), ONE, "hand"))
    picked = Choice("answer", 0, picks=((handle(before, "Ogre", "hand"), 1),))
    after = play(before, picked)
    assert stays_hidden(before, picked, after) and not shown_in(before, after)
    assert (count(after, "Bear", "hand"), count(after, "Ogre", "hand"), count(after, FACE_DOWN)) == (1, 0, 1)
    assert not _names_it(seen_from(after, "p2")) and _names_it(seen_from(after, "p1"))


# --- unknown cards ---------------------------------------------------------------------------------------------


def test_law_8_an_unknown_card_is_manifested_and_nothing_is_said_of_what_it_is() -> None:
    state = manifested(UNKNOWN_CARD)
    assert power(state, handle(state, FACE_DOWN)) == 2
    assert (refused(state).kind, refused(state).code) == (UNSUPPORTED, "unknown-card")
    assert could_act(state) and not unoffered(state, 1)
    assert [str(each) for each in unoffered(state, 0)] == [
        "not known: face-down creature's way of being turned face up"
    ]
    assert count(settled(act(laid(UNKNOWN_CARD), TOP, Destroy(Result()))), FACE_DOWN) == 0
    with pytest.raises(Unsupported) as found:
        settled(act(laid(UNKNOWN_CARD), TOP, TurnFaceUp(Result())))
    assert found.value.refusal.code == "unknown-card"


# --- cloak -----------------------------------------------------------------------------------------------------


def test_701_58a_what_is_cloaked_has_ward_two_until_it_is_turned_face_up() -> None:
    state = manifested(OGRE, mana=3, cloaked=True)
    assert [str(a) for a in proto_of(only(state, FACE_DOWN).cls).abilities] == ["Keyword(name='ward', parameter='{2}')"]
    state = play(state, *turnings(state))
    assert "ward" not in view(state, handle(state, "Ogre")).keywords


# --- manifest dread --------------------------------------------------------------------------------------------


@shows(ManifestDread)
def test_701_62a_one_of_two_is_manifested_and_the_other_is_put_into_the_graveyard() -> None:
    state = act(laid(OGRE, SPARK), ManifestDread(You()))
    assert asked(state) == "answer" and set(question_of(state).words) == {"Ogre", "Spark"}
    after = settled(says(state, "Ogre"))
    assert (count(after, FACE_DOWN), count(after, "Spark", "graveyard"), top(after, 0)) == (1, 1, [("Forest", 9)])
    assert stays_hidden(state, Choice("answer", 0, answer="Ogre"), after)
    assert not named_in(state, {}, state, Choice("answer", 0, answer="Ogre"))
    assert not _names_it(seen_from(after, "p2")) and _names_it(seen_from(after, "p1"))
    other = settled(says(state, "Spark"))
    assert (count(other, FACE_DOWN), count(other, "Ogre", "graveyard")) == (1, 1)


def test_701_62a_with_like_cards_one_card_or_none() -> None:
    state = settled(act(laid(), ManifestDread(You())))
    assert (count(state, FACE_DOWN), count(state, "Forest", "graveyard"), top(state, 0)) == (1, 1, [("Forest", 7)])
    for cards, down in (([(OGRE, 1)], 1), ([], 0)):
        layout = Layout(2)
        layout.library(0, cards)
        state = settled(act(layout, ManifestDread(You())))
        assert (count(state, FACE_DOWN), count(state, "Ogre", "graveyard"), top(state, 0)) == (down, 0, [])


def test_701_62a_that_creature_is_the_one_that_was_manifested() -> None:
    state = act(laid(OGRE, BEAR), ManifestDread(You()), PutCounters(Result(), "+1/+1", Fixed(2)))
    state = settled(says(state, "Bear"))
    assert power(state, handle(state, FACE_DOWN)) == 4 and count(state, "Ogre", "graveyard") == 1


# --- refused by name -------------------------------------------------------------------------------------------


def test_101_4_several_players_at_once_are_refused_by_name() -> None:
    for effect in (Manifest(EachPlayer(), ONE), ManifestDread(EachPlayer())):
        with pytest.raises(Unsupported) as found:
            settled(act(laid(), effect))
        assert found.value.refusal.code == "rule-101.4"


# --- words -----------------------------------------------------------------------------------------------------


def test_its_controller_manifests_and_equipment_is_attached_to_that_creature() -> None:
    text = (
        "When Tool enters, manifest dread, then attach Tool to that creature.\nEquipped creature gets +2/+1.\nEquip {4}"
    )
    tool = written(text, "Artifact — Equipment", "{0}", "Tool")
    state = laid(hand=(tool,)).done()
    state = settled(play(state, Choice("cast", 0, handle(state, "Tool", "hand"))))
    assert (power(state, handle(state, FACE_DOWN)), toughness(state, handle(state, FACE_DOWN))) == (4, 3)
    unmade = written("Destroy target creature. Its controller manifests dread.", "Instant", "{0}", "Unmade")
    layout = laid(hand=(unmade,))
    bear = layout.put(BEAR, 1)
    state = layout.done()
    state = settled(play(state, Choice("cast", 0, handle(state, "Unmade", "hand"), targets=(bear,))))
    state = says(state, "Bear")
    assert only(state, FACE_DOWN).cls.controller == 1 and count(state, "Forest", "graveyard") == 1


def test_603_10a_as_many_are_manifested_as_there_were_counters_on_what_died() -> None:
    text = "When Mother dies, manifest a number of cards from the top of your library equal to the number of counters on it."
    mother = written(text, "Creature — Spirit", "{0}", "Mother", power="1", toughness="1")
    murder = written("Destroy target creature.", "Instant", "{0}", "Murder")
    layout = laid(OGRE, SPARK, BEAR, hand=(murder,))
    row = layout.put(mother, 0, counters={"+1/+1": 2})
    state = layout.done()
    state = settled(play(state, Choice("cast", 0, handle(state, "Murder", "hand"), targets=(row,))))
    assert count(state, FACE_DOWN) == 2 and top(state, 0)[0] == ("Bear", 1)


def test_608_2d_nobody_may_choose_to_manifest_a_card_where_there_is_none() -> None:
    text = "Whenever you gain life, you may manifest the top card of your library."
    for cards, able in (([(OGRE, 1)], True), ([], False)):
        layout = Layout(2)
        layout.library(0, cards)
        layout.put(written(text), 0)
        state = settled(act(layout, ONE_LIFE))
        yes = Choice("may", 0, answer="yes")
        assert (verify(state, yes) is None) is able
        assert not able or count(settled(play(state, yes)), FACE_DOWN) == 1


def test_the_action_has_words() -> None:
    state = manifested(OGRE)
    (option,) = [each for each in options(state) if each.verb == "activate"]
    assert show(abilities_at(state, option.row)[option.index]) == "Turn ~ face up for {2}{R}"
