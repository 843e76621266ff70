"""The procedure of shortcuts: a proposal, the answers in turn order, the place where the game then is (730.2)."""

from reiterate.shortcuts.played_script import Part, PlayedScript, Spot
from reiterate.shortcuts.procedure import Answer, Duty, Proposal, Taken, propose, respond, take, verify_after

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
