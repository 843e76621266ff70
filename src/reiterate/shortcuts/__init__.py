"""Shortcuts by the rules: ``proposing`` (732.2a), ``responding`` (732.2b), ``taking`` (732.2c), ``duty_to_differ`` (732.3).

``duty`` says what a player owes at a place, and all that follows of that.

``played_script`` works a proposed script out; ``fragmented_loops`` looks through it for positions
that come back (732.3).
"""

from reiterate.shortcuts.duty import Duty
from reiterate.shortcuts.played_script import Part, PlayedScript, Spot
from reiterate.shortcuts.procedure import Answer, Proposal, Taken, propose, respond, take, verify_after

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
