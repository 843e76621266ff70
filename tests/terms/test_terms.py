"""Terms: JSON and back, text and back, and what the typecheck refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from reiterate.oracle.clause import Context, read_line
from reiterate.oracle.grammar.printing import Unprintable, show, show_clause
from reiterate.terms import language as n
from reiterate.terms.base import Term, field_names, walk
from reiterate.terms.check import mana_symbol_known, problems
from reiterate.terms.code import NODES, BadTerm, from_json, to_json
from reiterate.terms.print_spelling import article, listed, plural, third_person
from reiterate.terms.vocabulary import WITH_PARAMETER
from tests.terms.term_strategies import abilities

ELF = n.Proto("Elf Warrior", ("creature",), ("Elf", "Warrior"), (), ("G",), None, 1, 1, token=True)
CREATURE = n.Filter(types=("creature",))


# --- JSON --------------------------------------------------------------------------------------------------------


@given(abilities)
def test_json_round_trip(ability: n.Ability) -> None:
    text = json.dumps(to_json(ability))
    assert from_json(json.loads(text)) == ability


def test_json_leaves_out_defaults() -> None:
    assert to_json(n.TargetRef()) == {"node": "TargetRef"}
    assert to_json(n.Untap(n.This())) == {"node": "Untap", "object": {"node": "This"}}


@pytest.mark.parametrize(
    ("text", "why", "kind"),
    [
        ("Partner", "deck: matters only before the game begins", "deck"),
        ("Bestow {U}", "option: a way of casting or an ability of another zone that nobody uses here", "option"),
        ("Banding", "combat: matters only when creatures block", "combat"),
        ("back face of the layout transform", "option: the card can't be turned over or played as its back face here", "turned"),
        ("back face of the layout modal_dfc", "option: the card can't be turned over or played as its back face here", "modal"),
    ],
)  # fmt: skip
def test_inert_clauses_of_earlier_files_are_read(text: str, why: str, kind: str) -> None:
    """The sentences are those that files of version 2 of certificates held before the kind stood in a field of its own."""
    assert from_json({"node": "Inert", "text": text, "why": why}) == n.Inert(text, kind)


def test_an_inert_clause_of_another_reason_is_refused() -> None:
    with pytest.raises(BadTerm, match="is no reason of an inert clause"):
        from_json({"node": "Inert", "text": "Partner", "why": "deck: something else"})


@pytest.mark.parametrize(
    "value",
    [
        3,
        "Tap",
        {"node": "Nothing"},
        {"node": "Tap"},
        {"node": "Tap", "object": {"node": "This"}, "more": 1},
        {"node": "Tap", "object": {"node": "You"}},
        {"node": "Tap", "object": "This"},
        {"node": "Fixed", "value": "3"},
        {"node": "Fixed", "value": True},
        {"node": "Filter", "types": "creature"},
        {"node": "Filter", "types": [1]},
        {"node": "Filter", "token": 1},
        {"object": {"node": "This"}},
        [{"node": "This"}, 4],
    ],
)
def test_json_is_read_strictly(value: Any) -> None:
    with pytest.raises(BadTerm):
        from_json(value)


def test_json_knows_every_node() -> None:
    assert len(NODES) > 60
    assert {"Activated", "Filter", "Proto", "ChooseOne"} <= set(NODES)


# --- text --------------------------------------------------------------------------------------------------------


@given(abilities)
def test_what_is_printed_reads_back(ability: n.Ability) -> None:
    context = Context("Test Card", spell=isinstance(ability, n.SpellAbility))
    assert problems(ability) == []
    assert read_line(show(ability), context) == (ability,)


MAY_DRAW = n.May((n.Draw(n.You(), n.Fixed(2)),))
FOR_EACH = n.CountOf(n.Filter(types=("land",)), 3)


@pytest.mark.parametrize(
    "effects",
    [
        (n.Proliferate(), MAY_DRAW),
        (n.Proliferate(), n.DealDamage(n.This(), n.You(), FOR_EACH)),
        (n.ReturnToHand(n.Each(CREATURE)), n.Proliferate()),
        (n.DealDamage(n.This(), n.EachPlayer(True), FOR_EACH), n.Proliferate()),
        (n.May((n.Draw(n.EachPlayer(), n.Fixed(1)),), n.EachPlayer()),),
        (n.Proliferate(), n.May((n.Draw(n.EachPlayer(True), n.Fixed(2)),), n.EachPlayer(True))),
    ],
)
def test_a_sentence_is_the_same_alone_and_beside_another(effects: tuple[n.Effect, ...]) -> None:
    ability = n.SpellAbility(effects)
    assert read_line(show(ability), Context("Test Card", spell=True)) == (ability,)


@pytest.mark.parametrize("behind", [(), (n.Proliferate(),)])
def test_discarding_any_card_is_one_term(behind: tuple[n.Effect, ...]) -> None:
    ability = n.Activated((n.DiscardCost(),), (n.Untap(n.This()), *behind))
    assert show(ability).startswith("Discard a card: ")
    assert read_line(show(ability), Context("Test Card", spell=False)) == (ability,)


def test_every_keyword_is_read_where_it_is_given() -> None:
    for word in n.KEYWORDS:
        if word not in WITH_PARAMETER:
            given = n.Static(n.GrantAbilities(CREATURE, (n.Keyword("flying"), n.Keyword(word), n.Keyword("menace"))))
            assert word in ("flying", "menace") or read_line(show(given), Context("Test Card", spell=False)) == (given,)


@pytest.mark.parametrize(
    ("ability", "text"),
    [
        (n.Activated((n.TapCost(),), (n.CreateTokens(n.Fixed(1), ELF),)), "{T}: Create a 1/1 green Elf Warrior creature token."),
        (n.Static(n.DoesntUntap(CREATURE)), "Creatures don't untap during their controllers' untap steps."),
        (n.Static(n.UntapsToo(CREATURE)), "Untap all creatures during each other player's untap step."),
        (n.Triggered(n.LifeGained("you"), (n.LoseLife(n.TargetRef(), n.ThatMuch()),), (n.TargetSpec(None, "opponent"),)), "Whenever you gain life, target opponent loses that much life."),
        (n.Enchant(CREATURE), "Enchant creature"),
        (n.Keyword("first strike"), "First strike"),
        (n.SpellAbility((n.Untap(n.Each(CREATURE)),)), "Untap all creatures."),
    ],
)  # fmt: skip
def test_canonical_text(ability: n.Ability, text: str) -> None:
    assert show(ability) == text


def test_a_self_name_may_be_given() -> None:
    assert show(n.Static(n.EntersTapped()), "This land") == "This land enters tapped."


def test_static_abilities_of_one_line_are_one_sentence() -> None:
    host = n.Host()
    pair = (n.Static(n.ModifyPT(host, n.Fixed(2), n.Fixed(2))), n.Static(n.CantDo(host, "block")))
    assert show_clause(pair) == "Enchanted creature gets +2/+2 and can't block."


def test_an_unhandled_node_raises() -> None:
    class Unheard(Term):
        """A node without a printing rule."""

    odd: Any = n.SpellAbility((Unheard(),))  # type: ignore[arg-type]  # the node is unknown on purpose
    with pytest.raises(Unprintable):
        show(odd)
    with pytest.raises(Unprintable):
        show(n.SpellAbility((n.Tap(n.TargetRef(3)),)))


# --- typecheck ---------------------------------------------------------------------------------------------------

BAD: list[tuple[n.Ability, str]] = [
    (n.SpellAbility((n.Tap(n.TargetRef(0)),)), "target 0 of 0"),
    (n.SpellAbility((n.Draw(n.You(), n.Fixed(1)),), (n.TargetSpec(CREATURE),)), "target 0 is not used"),
    (n.SpellAbility((n.GainLife(n.You(), n.ThatMuch()),)), "that much"),
    (n.Triggered(n.StepBegins("end", "you"), (n.Untap(n.That()),)), "it without"),
    (n.Triggered(n.LifeGained("you"), (n.LoseLife(n.ThatPlayer(), n.Fixed(1)),)), "that player"),
    (n.SpellAbility((n.Draw(n.You(), n.Fixed(-1)),)), "negative"),
    (n.Keyword("bananas"), "keyword bananas"),
    (n.Inert("Juggling", "bananas"), "because of bananas"),
    (n.Activated((n.ManaCost(("Q",)),), (n.Untap(n.This()),)), "mana symbol Q"),
    (n.Activated((), (n.Untap(n.This()),)), "without costs"),
    (n.SpellAbility((n.AddMana(("S",)),)), "kind S"),
    (n.SpellAbility((n.AddMana(),)), "both or neither"),
    (n.Triggered(n.StepBegins("tea", "you"), (n.Untap(n.This()),)), "step tea"),
    (n.Static(n.CantDo(n.This(), "sing")), "sing"),
    (n.Static(n.CostReduction(1)), "both or neither"),
    (n.Enchant(n.Filter(colors=("P",))), "color P"),
    (n.Enchant(n.Filter(keyword="sings")), "keyword sings"),
]


@pytest.mark.parametrize(("ability", "words"), BAD)
def test_typecheck_refuses(ability: n.Ability, words: str) -> None:
    assert any(words in problem for problem in problems(ability))


def test_the_host_is_named_only_by_what_is_attached() -> None:
    ability = n.Activated((n.TapCost(),), (n.Untap(n.Host()),))
    assert problems(ability, n.Proto("A", ("creature",), ("Elf",)))
    assert problems(ability, n.Proto("A", ("enchantment",), ("Aura",))) == []
    granted = n.Static(n.GrantAbilities(n.Host(), (ability,)))
    assert problems(granted, n.Proto("A", ("enchantment",), ("Aura",)))


@pytest.mark.parametrize("symbol", ["2", "X", "W", "C", "R/W", "2/B", "G/P", "G/W/P", "S"])
def test_mana_symbols(symbol: str) -> None:
    assert mana_symbol_known(symbol)
    assert not mana_symbol_known(symbol + "!")


@given(abilities)
def test_terms_hold_plain_values(ability: n.Ability) -> None:
    def plain(node: Any) -> None:
        for name in field_names(type(node)):
            value = getattr(node, name)
            assert value is None or isinstance(value, Term | tuple) or type(value) in (int, str, bool)

    walk(read_line(show(ability), Context("Test Card", spell=True)), plain)


# --- spelling ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Elf", "Elves"),
        ("Ally", "Allies"),
        ("Fox", "Foxes"),
        ("creature", "creatures"),
        ("Myr", "Myr"),
        ("Monkey", "Monkeys"),
    ],
)
def test_plurals(one: str, many: str) -> None:
    assert plural(one) == many


def test_small_words() -> None:
    assert (article("Elf"), article("Unicorn"), article("land")) == ("an Elf", "a Unicorn", "a land")
    assert listed(["a", "b", "c"]) == "a, b, and c"
    assert [third_person(v) for v in ("gain", "have", "can't", "don't")] == ["gains", "has", "can't", "doesn't"]
