"""Every production reads a clause of the reference file, or stands in a list with its reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from benchmarks.production_use import used
from reiterate.cards.sources import open_source
from reiterate.oracle.grammar import reading

#: Productions that read no clause, by why they stay.
UNUSED: Final = {
    "the first line of its category that says a value, so it is printed": """
        act: choose {f:chosenof} with the least toughness among them
        act: have {o:object} enter combat attacking
        act: put {o:object.p} into {_:ownershand.p}
        act: look at the top 1 card of your library
        act: reveal the top 1 card of your library
        act: ~ 's level becomes {v:figure}
        cond: it is a|an {f:set.s}
        cond: you cast it from your hand and you've cast another spell named ~ this game
        during: your turn , before attackers are declared
        followed: it
        more: when {e:namedhappening} , {c:plain}
        namedhappening: {o:followed} dies or is put into exile
        owncond: ~ is level {v:figure}
        triggered: {e:event} , if {c:cond} , {g:groups} . {_:once} .?
        uncast: the exiled cards that weren't cast this way
    """,
    "another number or person of a wording that is read": """
        act: add 1 mana of any color for each {f:foreach}
        card.p: cards of the chosen {w:choice}
        exceptpart: he's|she's {w:beingwords.s}
        exceptpart: he's|she's {w:beingwords.s} {t:tail.s}
        firsts: {f:firstkind}
        firstsrest: {f:firstkind} , {r:firstsrest}
        its.s: his|her
        nextuntap.p: its controller 's next untap step
        object.p: {f:many} {p:holder}
        plainstatic: {s:subject.p} {v:svps.p} during your turn
        realcard.p: {h:chosenhead} cards of the chosen {w:choice}
    """,
    "one of a row of words, others of which are read": """
        castkind: creature
        castkind: noncreature
        foreach: {w:castkind} spell you've cast this turn
        happening: {s:anysource} deals combat damage to {t:hurt}
        happening: {s:anysource} deals noncombat damage
        happening: {s:watched} deals noncombat damage to {t:hurt}
        nth: eighth
        nth: fourth
        nth: ninth
        nth: sixth
        nth: tenth
        quality: colorless
        stats: mana values
        stats: toughnesses
    """,
    "no clause says it, but what another wording says may be printed so": """
        act: add an amount of {m:mana} equal to X
        act: amass {n:figures}
        act: exile all {c:realcard.p} from {p:player.s} 's graveyard
        act: return a|an {c:card.s} with mana value X from your graveyard to your hand
        cards: {n:count} cards for each {f:foreach}
        clause: for each of {s:severalobjects} , create a token that's a copy of {_:eachcopied}
        clause: {a:player.s} creates {t:attackers}
        clause: {a:player} may search their library for up to {v:int} {f:card.p} , {t:searchedsome}
        clause: {a:player} may search their library for {f:acard} and {t:searchedand}
        compared: with {s:stat} X or greater
        cond: at least {v:int} {c:color} mana was spent to cast it
        cond: no opponent has more life than you
        cond: you have more life than each opponent
        cond: you've cast another spell named ~ this game
        cond: {l:q} is greater than or equal to {r:q}
        cond: ~ 's {s:stat} is {v:int} or less
        costsubject: abilities you activate
        countersorrest: {c:counters} , {r:countersorrest}
        damaged: a player
        damages: {d:damageto} and {r:damages}
        deedcost: tap any number of other untapped creatures you control with total power {v:int} or greater
        divided: {k:dividing} other targets
        divided: {k:dividing} target {f:set.p} and / or players
        effect: {f:somespells} {w:casting} of the chosen {k:choice} cost {g:generic} more to cast
        exceptmore: {e:exceptleft} and {r:exceptmore}
        followed: that land
        followed: that permanent
        followed: that token
        foreach: other {f:set.s} {p:holder}
        had: cards in hand
        happens: becomes the target of a spell or ability
        measured: the number of basic land types among lands {p:holder}
        measured: the number of times you've cast your commander from the command zone this game
        modal: choose 1 . if ~ was kicked , choose 2 instead . {m:modes} .?
        modal: choose 1 . if ~ was kicked , choose both instead . {m:modes} .?
        momentary: {a:player.p} {v:pvp.p}
        namedobject: that planeswalker
        plainstatic: you may cast ~ from your graveyard or from exile
        prevented: prevent all damage that would be dealt to and dealt by {o:object} this turn
        preventedby: {f:many}
        spelltarget: target {k:abilitykind} ability an opponent controls
        stepof: the end step of {_:hostwords} controller
        subjected: {c:mayclause} and {d:subjected}
        taxed: {f:one}
        taxed: {h:host}
        textwords: 1 creature type with another
        tokens: {n:count} tapped {t:token.p} for each {f:foreach}
        tokens: {n:count} {t:token.p} for each {f:foreach}
        triggered: {n:roman} — {h:choose} {m:modes} .?
        untillist: {c:untilclause} , and? {d:momentary}
        when: during {d:during} and only if {c:cond}
    """,
    "only texts that tests of the rules make up say it": """
        act: discard your hand , then draw that many cards
        act: lose half your life , rounded down
        act: tap {a:objecttarget} and {b:objecttarget}
        behind: after this step
        damage: {d:damageto} , {r:damages}
        damages: {d:damageto} , and {r:damages}
        effect: any player may cast {f:spells} {c:compared} without paying their mana costs|cost and as though they had flash
        effect: you may cast {f:spells} from your hand without paying their mana costs|cost
        exceptpart: it enters with {n:n} additional {k:kind} counters|counter on it if it's a|an {t:type.s}
        extrastep: end step
        fate*: get~ an additional upkeep step {w:behind}
        measured: the number of different {s:stats} among {f:many}
        much: twice that much damage
        ovp*: connive~ {v:figure}
        owncond: ~ is level {v:figure} or greater
        parametrised: hexproof from {q:quality} and from {r:quality}
        prevented: prevent all damage that would be dealt this turn
        rest: and shuffle the rest into your library
    """,
}
#: Productions of this category are made from the list of keywords, whether a card gives them to another or not.
MADE: Final = "keyword "


def _listed() -> set[str]:
    return {line.strip() for lines in UNUSED.values() for line in lines.splitlines() if line.strip()}


def test_the_list_names_productions_that_are_there() -> None:
    assert _listed() <= {each.label for each in reading.grammar().productions if each.read}


@pytest.mark.soak
def test_every_production_reads_a_clause_or_has_its_reason(data: Callable[[str], Path]) -> None:
    counted = used(open_source(data("cards.jsonl")))
    assert {label for label, count in counted.items() if not count and not label.startswith(MADE)} == _listed()
