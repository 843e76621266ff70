"""Examples in the help of commands; a test runs every one of them.

They are run in turn in a folder that holds ``board.yaml``, which ``reiterate new`` writes, a card file ``cards.json``,
a puzzle ``puzzle.pzl``, a database ``combos.csv``, and the deck lists ``elves.txt`` and ``bears.txt``.
"""

from __future__ import annotations

from typing import Final

#: The examples of each command, without the name of the program.
EXAMPLES: Final[dict[str, tuple[str, ...]]] = {
    "": ("demo", "new board.yaml", "run board.yaml", "find board.yaml --full"),
    "run": ("run board.yaml", "run board.yaml --full", "run *.yaml", "run - < board.yaml"),
    "loop": ("loop board.yaml", "loop board.yaml --format markdown > loop.md"),
    "find": ("find board.yaml", "find board.yaml --steps 20000", "find board.yaml --json"),
    "combo": (
        'combo "Midnight Guard" "Presence of Gond"',
        'combo kiki-jiki "zealous conscripts" --life 40',
    ),
    "survey": ("survey combos.csv", "survey combos.csv -o spellbook --workers 1"),
    "discover": ("discover --among elves.txt --workers 1", "discover --with gond --among elves.txt -o news --tries 4"),
    "deck": ("deck elves.txt", "deck elves.txt --own bears.txt --all-steps 2000 --json"),
    "certify": ("certify board.yaml -o loop.cert", "certify board.yaml -o - > loop.cert"),
    "check": ("check loop.cert", "certify board.yaml -o - | reiterate check -"),
    "judge": ("judge board.yaml", "judge board.yaml --why", "judge board.yaml --compare"),
    "play": ("play board.yaml",),
    "demo": ("demo", "demo list", "demo towers draw"),
    "cards": ('cards show "Midnight Guard"',),
    "cards show": ('cards show "Midnight Guard" "Presence of Gond"', "cards show island --cards cards.json"),
    "cards add": ("cards add cards.json",),
    "cards list": ("cards list",),
    "cards remove": ("cards remove cards.json",),
    "explain": ("explain mana-short", "explain loop"),
    "new": (
        "new > first.yaml",
        "new second.yaml",
        "new --puzzle puzzle.pzl > third.yaml",
        "new --decks elves.txt bears.txt > fourth.yaml",
    ),
    "doctor": ("doctor",),
    "serve": ("serve --port 0 --check", "serve --port 0 --limit rate=5 --check"),
    "table": ("table --check", "table --decks elves.txt bears.txt --opponent person --check"),
    "backup": ("backup kept.db --database sqlite:///games.db",),
    "mcp": ("mcp --check",),
    "completion": ("completion bash > reiterate.bash", "completion words -- cards show midn"),
    "cards coverage": ("cards coverage --cards cards.json", "cards coverage --missing --cards cards.json"),
}


def epilog(name: str) -> str:
    """The examples of a command as the end of its help; "" where it has none."""
    lines = [f"  reiterate {example}\n" for example in EXAMPLES.get(name, ())]
    return f"example{'s' if len(lines) > 1 else ''}:\n{''.join(lines)}" if lines else ""
