"""Puzzles that tests begin with, of cards that are built in."""

from __future__ import annotations

from typing import Final

#: Most of what can be carried over, in Forge's older spelling.
GUARD: Final = """\
[metadata]
Name:Guards and Bears
URL:http://example.org/guards
Goal:Win
Turns:1
# a comment
[state]
turn=3
ActivePlayer=Human
ActivePhase=Main1
HumanLife=9
AILife=6
humancounters=POISON=2
humanmanapool=W W C
humanlandsplayed=1
humanlandsplayedlastturn=1
humanhand=Lightning Bolt|Set:M10; Giant Growth
humanlibrary=Mountain|Set:DTK; Island; Island;
humangraveyard=Forest
humanbattlefield=Island|Set:DTK; Island|Set:DTK; Midnight Guard|Id:12|Tapped|Counters:P1P1=1; Presence of Gond|AttachedTo:12;\
 t:Knight,P:2,T:2,Cost:no cost,Types:Creature-Knight,Keywords:Vigilance,Image:w_2_2_knight_rtr|Tapped
humanexile=
aibattlefield=Grizzly Bears|Owner:Human|SummonSick;Serra Avatar|Damage:3;T:w_1_1_soldier_flying
ailibrary=
aiName=Nick
"""

#: The same in words of a position file, by hand.
GUARD_AS_POSITION: Final = """\
format: position/2
players:
  p1:
    life: 9
    poison: 2
    mana: {W: 2, C: 1}
    hand: [Lightning Bolt, Giant Growth]
    library: [Mountain, 2 Island]
    graveyard: [Forest]
    battlefield:
      - 2 Island
      - {card: Midnight Guard, label: Midnight Guard 12, tapped: yes, counters: {+1/+1: 1}}
      - {card: Presence of Gond, attached to: Midnight Guard}
      - {token: Knight, power: 2, toughness: 2, colors: [W], keywords: [vigilance], tapped: yes}
      - {card: Grizzly Bears, sick: yes, controller: p2}
  p2:
    life: 6
    library: 0
    battlefield:
      - {card: Serra Avatar, damage: 3}
      - {token: Soldier, power: 1, toughness: 1, colors: [W], keywords: [flying]}
this turn:
  p1: {lands played: 1}
"""

#: An attack in the newer spelling, with three players and an exiled card.
ATTACK: Final = """\
[metadata]
Name=Two attack
[state]
activeplayer=p1
activephase=COMBAT_DECLARE_ATTACKERS
p0life=5
p0battlefield=Runeclaw Bear
p0library=Forest
p1life=20
p1battlefield=Grizzly Bears|Attacking|Tapped;Runeclaw Bear|Attacking|Tapped;Fiend Hunter|Id:7
p0exile=Llanowar Elves|ExiledWith:7
"""

#: A state alone, with a card behind a name that YAML would read otherwise.
SMALL: Final = "[state]\nactiveplayer=human\nactivephase=MAIN2\nhumanbattlefield=Forest\nailife=1\n"

ALL: Final = (GUARD, ATTACK, SMALL)
