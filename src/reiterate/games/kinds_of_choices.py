"""What is said of choices where no game is at hand, as on a page: their kinds, and that a number is missing."""

from __future__ import annotations

from typing import Final

from reiterate.refusals import INPUT, Refusal
from reiterate.rules.access.choice import ATTACK, BLOCK

#: What is done with a choice, in the order in which people look for it: spells and lands, abilities, mana, anything else, a pass.
KINDS: Final = ("cast", "ability", "mana", "other", "pass")

#: What is asked where creatures are declared.
DECLARED: Final = (ATTACK, BLOCK)

#: What is said where a number of times is missing.
NO_NUMBER: Final = Refusal(
    INPUT, "count-not-a-number", "say how many times", "a number such as 7, 1000 or 10^99+7", "732.2a"
)
