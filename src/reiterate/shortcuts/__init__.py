"""The procedure of shortcuts: a proposal, the answers in turn order, the place where the game then is (730.2)."""

from reiterate.shortcuts.played_script import Part, PlayedScript, Spot
from reiterate.shortcuts.proposing import Answer, Duty, Proposal, propose
from reiterate.shortcuts.responding import respond
from reiterate.shortcuts.taking import Taken, take, verify_after

__all__ = [
    "Answer",
    "Duty",
    "Part",
    "PlayedScript",
    "Proposal",
    "Spot",
    "Taken",
    "propose",
    "respond",
    "take",
    "verify_after",
]
