"""Text-changing effects: rule 612, and their place among the others (613.1c)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from reiterate.certify.chain import certify_plainly
from reiterate.check.certificate import Accepted, check
from reiterate.loops.loop import find_loop, jump
from reiterate.oracle.clause import Context, read_line
from reiterate.oracle.grammar.printing import show
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.characteristics.evaluate import power, types_of, view
from reiterate.rules.characteristics.protection import protected
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.verify import verify
from reiterate.rules.events.copying import copiable
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentences import read_sentence, say
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State
from reiterate.terms.abilities import Activated, Enchant, Keyword, NotUnderstood, SpellAbility, Static
from reiterate.terms.base import Ability
from reiterate.terms.code import NODES
from reiterate.terms.costs import TapCost
from reiterate.terms.effects_continuous import Become, ChangeText
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_permanents import Destroy
from reiterate.terms.effects_players import GainLife
from reiterate.terms.effects_spells import BecomeCopy, CopySpell, CopyToken, CounterSpell, CreateTokens, Except
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Devotion, Fixed
from reiterate.terms.references import Filter, TargetRef, TargetSpec, This, You
from reiterate.terms.replacement_effects import OthersEnter
from reiterate.terms.static_effects import Are, GrantAbilities, ModifyPT
from reiterate.terms.word_changes import COLOR, ONLY, QUALITY, TYPE, WORDS, composed, reworded, reworded_proto
from tests.support.acting import around, handle, instant, settled, until
from tests.support.boards import BEAR, CREATURE, creature, life, named, play
from tests.support.loop_cases import body_reader
from tests.support.shown import shows

ANY_SPELL = TargetSpec(Filter(), zone="battlefield or stack")
PERMANENT = TargetSpec(Filter())
COLORS = instant("Recolor", ChangeText(TargetRef(0), ("color",)), targets=(ANY_SPELL,))
LANDS = instant("Resettle", ChangeText(TargetRef(0), ("land",)), targets=(ANY_SPELL,))
BOTH = instant("Reword", ChangeText(TargetRef(0), ("color", "land"), "turn"), targets=(PERMANENT,))
BREEDS = instant("Rebreed", ChangeText(TargetRef(0), ("creature",), never="Wall"), targets=(ANY_SPELL,))
VAMPIRES = instant("Turned", ChangeText(TargetRef(0), ("creature",), new="Vampire"), targets=(PERMANENT,))
SWAMP = Proto("Swamp", ("land",), ("Swamp",), ("basic",), abilities=(Activated((TapCost(),), (AddMana(("B",)),)),))
MOUNTAIN = Proto("Mountain", ("land",), ("Mountain",), ("basic",))


def board(*things: Proto, hand: tuple[Proto, ...] = (COLORS, LANDS, BOTH, BREEDS, VAMPIRES)) -> State:
    """Permanents of the first player, who has mana for everything and the text changers in hand."""
    layout = Layout(2)
    for proto in things:
        layout.put(proto, 0)
    for proto in hand:
        layout.put(proto, 0, "hand", n=3)
    layout.set_player(0, "mana.R", 20)
    return layout.done()


def change(state: State, spell: str, target: str, *words: str) -> State:
    """Cast a text changer at something and choose the words."""
    state = play(state, Choice("cast", 0, handle(state, spell, "hand"), targets=(handle(state, target),)))
    state = around(state)
    for word in words:
        assert asked(state) == "answer", asked(state)
        state = play(state, Choice("answer", 0, answer=word))
    return state


KNIGHT = creature("Knight", 2, 2, Keyword("protection", "from black"))


@pytest.mark.parametrize(
    "text",
    [
        "Change the text of target permanent by replacing all instances of one color word with another.",
        "Change the text of target spell or permanent by replacing all instances of one basic land type with another.",
        "Change the text of target spell or permanent by replacing all instances of one color word with another or one basic land type with another until end of turn.",
        "Change the text of target permanent by replacing all instances of one creature type with another until end of turn.",
        "Change the text of target spell or permanent by replacing all instances of one creature type with another. The new creature type can't be Wall.",
        "Change the text of target creature by replacing all instances of one creature type with Vampire.",
    ],
)
def test_what_changes_a_text_is_read_and_prints_back(text: str) -> None:
    (ability,) = read_line(text, Context("Sample", spell=True))
    assert not isinstance(ability, NotUnderstood), text
    assert read_line(show(ability, "Sample"), Context("Sample", spell=True)) == (ability,)


@pytest.mark.parametrize(
    "text",
    [
        "Change the text of target permanent by replacing all instances of one color word with another color.",
        "Change the text of target permanent by replacing one color word with another.",
        "Change the text of target permanent by replacing all instances of one creature type with Sorcery.",
    ],
)
def test_what_changes_a_text_in_other_words_is_not_read(text: str) -> None:
    (ability,) = read_line(text, Context("Sample", spell=True))
    assert isinstance(ability, NotUnderstood)


@shows(ChangeText)
def test_612_1_a_color_word_is_replaced_and_protection_follows_it() -> None:
    state = board(KNIGHT, creature("Black", 1, 1), creature("Red", 1, 1))
    knight = handle(state, "Knight")
    black = Proto("Source", ("creature",), colors=("B",), power=1, toughness=1)
    red = Proto("Source", ("creature",), colors=("R",), power=1, toughness=1)
    layout_of = board(KNIGHT, black, red, hand=(COLORS,))
    sources = [h for h, r in layout_of.rows.items() if r.cls.proto in (black, red)]
    knight = handle(layout_of, "Knight")
    assert [protected(layout_of, knight, h) for h in sources] == [True, False]
    state = change(layout_of, "Recolor", "Knight", "black", "red")
    assert [protected(state, knight, h) for h in sources] == [False, True]
    assert view(state, knight).abilities == (Keyword("protection", "from red"),)


def test_612_2_names_mana_symbols_and_colors_stay() -> None:
    swamp_thing = Proto(
        "Swamp Elf",
        ("creature",),
        ("Elf",),
        (),
        ("B",),
        ("B",),
        power=1,
        toughness=1,
        abilities=(Activated((TapCost(),), (AddMana(("B",)),)),),
    )
    state = board(swamp_thing)
    for spell, words in (("Recolor", ("black", "red")), ("Resettle", ("Swamp", "Forest")), ("Rebreed", ("Elf", "Ape"))):
        state = change(state, spell, "Swamp Elf", *words)
    (row,) = named(state, "Swamp Elf")
    made = row.cls.proto
    assert made is not None
    assert (made.colors, made.mana_cost, made.abilities) == (("B",), ("B",), swamp_thing.abilities)
    assert made.subtypes == ("Ape",)


def test_612_2_tokens_that_a_text_describes_change_with_it_and_in_name() -> None:
    token = Proto("Elf Warrior", ("creature",), ("Elf", "Warrior"), (), ("G",), power=1, toughness=1, token=True)
    named_one = Proto("Twin", ("creature",), ("Elf",), (), ("G",), power=1, toughness=1, token=True)
    effects = (CreateTokens(Fixed(1), token, You()), CreateTokens(Fixed(1), named_one, You()))
    maker = creature("Maker", 1, 1, Activated((), effects))
    state = board(maker)
    state = change(state, "Rebreed", "Maker", "Elf", "Goblin")
    state = change(state, "Recolor", "Maker", "green", "white")
    state = around(play(state, Choice("activate", 0, handle(state, "Maker"))))
    (row,) = named(state, "Goblin Warrior")
    assert row.cls.proto is not None
    assert (row.cls.proto.subtypes, row.cls.proto.colors) == (("Goblin", "Warrior"), ("W",))
    (twin,) = named(state, "Twin")
    assert twin.cls.proto is not None and twin.cls.proto.subtypes == ("Goblin",)


def test_612_2_a_token_on_the_battlefield_keeps_its_name() -> None:
    token = Proto("Elf", ("creature",), ("Elf",), (), ("G",), power=1, toughness=1, token=True)
    state = change(board(token), "Rebreed", "Elf", "Elf", "Ape")
    (row,) = named(state, "Elf")
    assert row.cls.proto is not None and row.cls.proto.subtypes == ("Ape",)


def test_305_6_a_basic_land_type_takes_its_mana_ability_along() -> None:
    state = change(board(SWAMP), "Resettle", "Swamp", "Swamp", "Island")
    now = view(state, handle(state, "Swamp"))
    assert now.subtypes == ("Island",)
    assert now.activated == (Activated((TapCost(),), (AddMana(("U",)),)),)
    state = play(state, Choice("activate", 0, handle(state, "Swamp")))
    assert state.rows[1].get("mana.U") == 1


def test_305_6_what_is_printed_beside_the_land_type_stays() -> None:
    """A land of two types of which one becomes the other has one mana ability of it, and its printed one."""
    mine = Activated((TapCost(),), (AddMana(("B",)),))
    two = Proto(
        "Bog", ("land",), ("Swamp", "Forest"), abilities=(mine, Activated((TapCost(),), (AddMana(("G",)),)), mine)
    )
    made = reworded_proto(two, (("Swamp", "Forest"),))
    assert made.subtypes == ("Forest",)
    assert made.abilities == (Activated((TapCost(),), (AddMana(("G",)),)), mine)


def test_613_1c_texts_change_before_types_colors_and_abilities() -> None:
    """An effect that makes Swamps Forests makes an Island one when its own text says so; what it grants is not its text."""
    are = creature("Grower", 1, 1, Static(Are(Filter(subtypes=("Swamp",)), subtypes=("Forest",), instead=True)))
    island = Proto("Islet", ("land",), ("Island",), abilities=(Activated((TapCost(),), (AddMana(("U",)),)),))
    state = change(board(are, SWAMP, island), "Resettle", "Grower", "Swamp", "Island")
    assert view(state, handle(state, "Swamp")).subtypes == ("Swamp",)
    assert view(state, handle(state, "Islet")).subtypes == ("Forest",)
    # layer 6: an ability that another object grants is not in the text
    giver = creature("Giver", 1, 1, Static(GrantAbilities(CREATURE, (Keyword("protection", "from black"),))))
    state = change(board(giver, BEAR), "Recolor", "Bear", "black", "red")
    assert Keyword("protection", "from black") in view(state, handle(state, "Bear")).abilities
    # layer 4 after layer 3: a type that an effect sets is not in the text
    state = board(BEAR)
    state = change(state, "Rebreed", "Bear", "Bear", "Ape")
    assert view(state, handle(state, "Bear")).subtypes == ("Ape",)


def test_613_1c_a_later_type_effect_sees_the_changed_words() -> None:
    lord = creature("Lord", 1, 1, Static(ModifyPT(Filter(subtypes=("Elf",), controller="you"), Fixed(1), Fixed(1))))
    elf = Proto("Scout", ("creature",), ("Elf",), power=1, toughness=1)
    goblin = Proto("Raider", ("creature",), ("Goblin",), power=1, toughness=1)
    state = board(lord, elf, goblin)
    assert (power(state, handle(state, "Scout")), power(state, handle(state, "Raider"))) == (2, 1)
    state = change(state, "Rebreed", "Lord", "Elf", "Goblin")
    assert (power(state, handle(state, "Scout")), power(state, handle(state, "Raider"))) == (1, 2)
    state = change(state, "Rebreed", "Scout", "Elf", "Goblin")
    assert power(state, handle(state, "Scout")) == 2


def test_613_7_texts_change_in_timestamp_order() -> None:
    """White to black, then black to red: what was white is red; the other way round it is black."""
    guard = creature("Guard", 1, 1, Keyword("protection", "from white"))
    state = change(board(guard), "Recolor", "Guard", "white", "black")
    state = change(state, "Recolor", "Guard", "black", "red")
    assert Keyword("protection", "from red") in view(state, handle(state, "Guard")).abilities
    state = change(board(guard), "Recolor", "Guard", "black", "red")
    state = change(state, "Recolor", "Guard", "white", "black")
    assert Keyword("protection", "from black") in view(state, handle(state, "Guard")).abilities


def test_613_7_replacements_that_undo_each_other_leave_what_they_leave() -> None:
    """There and back again: what was blue from the start has become white as well, nothing else is left of it."""
    assert composed((("white", "blue"),), (("blue", "white"),)) == (("blue", "white"),)
    assert composed((("blue", "white"),), (("blue", "green"),)) == (("blue", "white"),)
    state = board(KNIGHT)
    there = change(state, "Recolor", "Knight", "black", "green")
    back = change(there, "Recolor", "Knight", "green", "black")
    again = change(back, "Recolor", "Knight", "green", "black")
    (one,), (two,) = named(back, "Knight"), named(again, "Knight")
    assert one.cls is two.cls  # so a loop of such changes recurs


def test_612_1_until_end_of_turn_it_has_its_text_again() -> None:
    state = board(KNIGHT, hand=(COLORS, BOTH))
    state = change(state, "Recolor", "Knight", "black", "green")
    state = change(state, "Reword", "Knight", "green", "blue")
    assert Keyword("protection", "from blue") in view(state, handle(state, "Knight")).abilities
    state = until(state, "upkeep", 1)
    assert view(state, handle(state, "Knight")).abilities == (Keyword("protection", "from green"),)
    state = change(board(KNIGHT, hand=(COLORS, BOTH)), "Reword", "Knight", "black", "green")
    (row,) = named(until(state, "upkeep", 1), "Knight")
    assert row.cls.proto == KNIGHT and not row.cls.props


def test_608_2d_the_words_are_chosen_on_resolution_and_are_of_one_kind() -> None:
    state = board(KNIGHT)
    state = play(state, Choice("cast", 0, handle(state, "Reword", "hand"), targets=(handle(state, "Knight"),)))
    state = around(state)
    assert asked(state) == "answer" and decider(state) == 0
    refused = verify(state, Choice("answer", 0, answer="Elf"))
    assert refused is not None and refused.code == "answer"
    state = play(state, Choice("answer", 0, answer="Swamp"))
    words = {word for option in options(state) for slot in option.slots for word in slot.words}
    assert words == {"Plains", "Island", "Mountain", "Forest"}
    for wrong in ("Swamp", "red"):
        assert verify(state, Choice("answer", 0, answer=wrong)) is not None


def test_608_2d_the_creature_type_is_another_one_and_not_what_is_barred() -> None:
    state = board(BEAR)
    state = play(state, Choice("cast", 0, handle(state, "Rebreed", "hand"), targets=(handle(state, "Bear"),)))
    state = around(state)
    for wrong in ("Swamp", "elf", ""):
        assert verify(state, Choice("answer", 0, answer=wrong)) is not None, wrong
    state = play(state, Choice("answer", 0, answer="Bear"))
    for wrong in ("Bear", "Wall", "Equipment"):
        assert verify(state, Choice("answer", 0, answer=wrong)) is not None, wrong
    words = {word for option in options(state) for slot in option.slots for word in slot.words}
    assert words and not words & {"Bear", "Wall"}
    assert all(verify(state, Choice("answer", 0, answer=word)) is None for word in words)
    assert verify(state, Choice("answer", 0, answer="Ape")) is None


def test_612_a_printed_new_word_asks_only_for_the_old_one() -> None:
    state = change(
        board(creature("Lord", 1, 1, Static(OthersEnter(Filter(subtypes=("Elf",)), True)))), "Turned", "Lord", "Elf"
    )
    (row,) = named(state, "Lord")
    assert asked(state) == "priority"
    assert row.cls.proto is not None
    assert row.cls.proto.abilities == (Static(OthersEnter(Filter(subtypes=("Vampire",)), True)),)


def test_400_7a_the_text_of_a_permanent_spell_stays_changed() -> None:
    state = board(hand=(COLORS, Proto("Knight", ("creature",), (), (), ("R",), ("R",), 2, 2, None, KNIGHT.abilities)))
    state = play(state, Choice("cast", 0, handle(state, "Knight", "hand")))
    spell = state.stack[0]
    state = play(state, Choice("cast", 0, handle(state, "Recolor", "hand"), targets=(spell,)))
    state = around(state)
    state = play(state, Choice("answer", 0, answer="black"), Choice("answer", 0, answer="blue"))
    state = settled(state)
    assert view(state, handle(state, "Knight")).abilities == (Keyword("protection", "from blue"),)


def test_608_2b_a_spell_whose_text_changed_checks_its_targets_by_the_new_words() -> None:
    terror = instant(
        "Terror", Destroy(TargetRef(0)), targets=(TargetSpec(Filter(types=("creature",), without_colors=("B",))),)
    )
    red = Proto("Ogre", ("creature",), colors=("R",), power=2, toughness=2)
    for new, dies in (("red", False), ("white", True)):
        state = board(red, hand=(COLORS, terror))
        state = play(state, Choice("cast", 0, handle(state, "Terror", "hand"), targets=(handle(state, "Ogre"),)))
        state = play(state, Choice("cast", 0, handle(state, "Recolor", "hand"), targets=(state.stack[0],)))
        state = around(state)
        state = settled(play(state, Choice("answer", 0, answer="black"), Choice("answer", 0, answer=new)))
        assert bool(named(state, "Ogre", "graveyard")) == dies
        (card,) = named(state, "Terror", "graveyard")
        assert card.cls.proto == terror  # 400.7: a new object with its printed text


def test_115_1_a_spell_is_no_ability() -> None:
    pinger = creature("Pinger", 1, 1, Activated((), (AddMana(("B",)),), (TargetSpec(CREATURE),)))
    no = instant("No", CounterSpell(TargetRef(0)), targets=(TargetSpec(Filter(), zone="stack"),))
    state = board(pinger, hand=(COLORS, no))
    state = play(state, Choice("activate", 0, handle(state, "Pinger"), targets=(handle(state, "Pinger"),)))
    assert len(state.stack) == 1
    for spell in ("Recolor", "No"):
        refused = verify(state, Choice("cast", 0, handle(state, spell, "hand"), targets=(state.stack[0],)))
        assert refused is not None and refused.code == "illegal-target"


def test_707_2_a_copy_has_the_printed_text() -> None:
    copier = instant("Copier", CopyToken(Fixed(1), TargetRef(0), You()), targets=(PERMANENT,))
    state = change(board(KNIGHT, hand=(COLORS, copier)), "Recolor", "Knight", "black", "green")
    knight = handle(state, "Knight")
    assert copiable(state, knight) == KNIGHT
    state = play(state, Choice("cast", 0, handle(state, "Copier", "hand"), targets=(knight,)))
    (token,) = [r for r in named(around(state), "Knight") if r.cls.kind == "token"]
    assert token.cls.proto is not None and token.cls.proto.abilities == KNIGHT.abilities


def test_707_10_a_copy_of_a_spell_has_its_printed_text() -> None:
    terror = instant(
        "Terror", Destroy(TargetRef(0)), targets=(TargetSpec(Filter(types=("creature",), without_colors=("B",))),)
    )
    twice = instant("Twice", CopySpell(TargetRef(0)), targets=(TargetSpec(Filter(), zone="stack"),))
    state = board(Proto("Ogre", ("creature",), colors=("R",), power=2, toughness=2), hand=(COLORS, terror, twice))
    state = play(state, Choice("cast", 0, handle(state, "Terror", "hand"), targets=(handle(state, "Ogre"),)))
    spell = state.stack[0]
    state = play(state, Choice("cast", 0, handle(state, "Recolor", "hand"), targets=(spell,)))
    state = play(around(state), Choice("answer", 0, answer="black"), Choice("answer", 0, answer="red"))
    state = around(play(state, Choice("cast", 0, handle(state, "Twice", "hand"), targets=(spell,))))
    copy = state.rows[state.stack[0]].cls
    assert (copy.kind, copy.proto, copy.prop("text"), copy.prop("copiable")) == ("copy", terror, False, False)
    assert named(settled(state), "Ogre", "graveyard")


def test_613_1a_what_becomes_a_copy_has_the_new_text_with_the_words_changed() -> None:
    other = creature("Other", 1, 1, Keyword("protection", "from black"), Keyword("haste"))
    becomes = instant(
        "Becomes", BecomeCopy(TargetRef(0), TargetRef(1), "turn", Except()), targets=(PERMANENT, PERMANENT)
    )
    state = change(board(KNIGHT, other, hand=(COLORS, becomes)), "Recolor", "Knight", "black", "green")
    aims = (handle(state, "Knight"), handle(state, "Other"))
    state = around(play(state, Choice("cast", 0, handle(state, "Becomes", "hand"), targets=aims)))
    changed = (Keyword("protection", "from green"), Keyword("haste"))
    assert sorted(view(state, h).abilities == changed for h in aims) == [False, True]
    state = until(state, "upkeep", 1)
    assert view(state, handle(state, "Knight")).abilities == (Keyword("protection", "from green"),)


def test_400_7_what_leaves_and_comes_back_has_its_own_text() -> None:
    flicker = instant("Murder", Destroy(TargetRef(0)), targets=(PERMANENT,))
    state = change(board(KNIGHT, hand=(COLORS, flicker)), "Recolor", "Knight", "black", "green")
    state = around(play(state, Choice("cast", 0, handle(state, "Murder", "hand"), targets=(handle(state, "Knight"),))))
    (card,) = named(state, "Knight", "graveyard")
    assert card.cls.proto == KNIGHT and not card.cls.props


def test_303_4c_an_aura_whose_text_no_longer_fits_falls_off() -> None:
    aura = Proto("Growth", ("enchantment",), ("Aura",), abilities=(Enchant(Filter(subtypes=("Swamp",))),))
    layout = Layout(2)
    layout.attach(layout.put(aura, 0), layout.put(SWAMP, 0))
    layout.put(LANDS, 0, "hand")
    layout.set_player(0, "mana.R", 5)
    state = change(layout.done(), "Resettle", "Growth", "Swamp", "Forest")
    assert named(state, "Growth", "graveyard")


def test_a_changed_text_can_be_stored_and_is_seen_by_identity() -> None:
    state = board(KNIGHT)
    changed = change(state, "Reword", "Knight", "black", "red")
    other = change(state, "Reword", "Knight", "black", "green")
    read = state_from_json(state_to_json(changed))
    assert same(read, changed) and not same(changed, other)


def test_the_words_are_said_and_read_back() -> None:
    state = board(KNIGHT)
    state = around(play(state, Choice("cast", 0, handle(state, "Reword", "hand"), targets=(handle(state, "Knight"),))))
    for word in ("black", "red"):
        choice = Choice("answer", 0, answer=word)
        line = say(state, choice)
        assert read_sentence(state, line) == choice, line
        state = play(state, choice)
    state = board(BEAR)
    state = around(play(state, Choice("cast", 0, handle(state, "Rebreed", "hand"), targets=(handle(state, "Bear"),))))
    for word in ("Bear", "Ape"):
        choice = Choice("answer", 0, answer=word)
        assert read_sentence(state, say(state, choice)) == choice
        state = play(state, choice)


def test_a_loop_of_changed_texts_is_found_certified_and_jumped() -> None:
    """Words go round in a period of two; the life gained on the way grows."""
    recolor = Activated((), (ChangeText(This(), ("color",)), GainLife(You(), Fixed(1))))
    knight = creature("Knight", 2, 2, *KNIGHT.abilities, recolor)
    layout = Layout(2)
    row = layout.put(knight, 0, label="knight")
    rounds = [
        f"activate knight\nall pass\nchoose {old}\nchoose {new}" for old, new in (("black", "red"), ("red", "black"))
    ]
    loop = find_loop(layout.done(), body_reader("\n".join(rounds)))
    assert loop.extend(None) is None and loop.endless
    text = certify_plainly(loop)
    assert isinstance(text, str), text
    assert isinstance(check(text), Accepted)
    far = jump(loop, 10**50)
    assert not isinstance(far, Refusal)
    assert life(far, 0) == 20 + 2 * 10**50
    assert view(far, row).abilities[0] == Keyword("protection", "from black")


# --- the words of every node -------------------------------------------------------------------------------------

#: Fields of words that a text-changing effect never touches: names, kinds of counters, types, zones, words of the rules.
UNTOUCHED = frozenset(
    re.findall(
        r"\w+",
        """
    name time types any_of without_types supertypes without_supertypes named namesake into controller keyword without_keyword counter
    without_name steps chosen stat op symbols choice zone whose players kind keywords what who step limit timing how text why
    rest counters ability hung but after to place control zones duration phases kinds size everywhere type by mana_cost instead until power toughness loyalty
    side origin used words event so stats action cause mana run designation otherwise element elements
    """,
    )
)


def nodes() -> list[Any]:
    return [NODES[name] for name in sorted(NODES)]


def test_every_field_of_words_is_declared() -> None:
    seen = 0
    for kind in nodes():
        if kind is Proto:
            continue
        for name, written in kind.__annotations__.items():
            words = WORDS.get(kind, {})
            if "str" not in written:
                assert name not in words, (kind, name)
                continue
            seen += 1
            assert (name in words) != (name in UNTOUCHED), f"{kind.__name__}.{name} is not declared"
    assert seen > 80


EXAMPLES: dict[str, tuple[Any, Any]] = {
    COLOR: (Devotion("B"), Devotion("R")),
    TYPE: (Filter(any_subtype=("Elf", "Ape")), Filter(any_subtype=("Goblin", "Ape"))),
    QUALITY: (Keyword("protection", "from Elves"), Keyword("protection", "from Goblins")),
    ONLY: (AddMana(("B",), only="cast an Elf spell"), AddMana(("B",), only="cast a Goblin spell")),
}


@pytest.mark.parametrize("rule", sorted(EXAMPLES))
def test_each_kind_of_field_is_replaced(rule: str) -> None:
    before, after = EXAMPLES[rule]
    assert reworded(before, (("Elf", "Goblin"), ("black", "red"))) == after
    assert rule in {r for held in WORDS.values() for r in held.values()}


def test_nested_abilities_are_replaced_too() -> None:
    inner: tuple[Ability, ...] = (Keyword("protection", "from black"),)
    given = Become(This(), "turn", subtypes=("Elf",), colors=("B",), abilities=inner)
    spell = SpellAbility((given,), (TargetSpec(Filter(colors=("B", "R"))),))
    made = reworded(spell, (("Elf", "Ape"), ("black", "red")))
    other = Become(This(), "turn", subtypes=("Ape",), colors=("R",), abilities=(Keyword("protection", "from red"),))
    assert made == SpellAbility((other,), (TargetSpec(Filter(colors=("R",))),))
    assert types_of(board(BEAR), handle(board(BEAR), "Bear")) == ("creature",)
