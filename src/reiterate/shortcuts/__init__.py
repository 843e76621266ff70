"""Shortcuts by the rules: ``proposing`` (730.2a), ``responding`` (730.2b), ``taking`` (730.2c), ``duty_to_differ`` (730.3).

``played_script`` works a proposed script out; ``fragmented_loops`` looks through it for positions
that come back (730.3).
"""

from reiterate.shortcuts.played_script import Part, PlayedScript, Spot
from reiterate.shortcuts.proposing import Answer, DutyAfterCut, Proposal, propose
from reiterate.shortcuts.responding import respond
from reiterate.shortcuts.taking import Taken, take, verify_after

__all__ = [
    "Answer",
    "DutyAfterCut",
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
