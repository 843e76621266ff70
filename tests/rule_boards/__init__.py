"""Boards worked out by hand from the text of the rules, as plain tables, and what plays them.

``examples/CHAPTER.yaml`` holds the rules' own examples, ``interactions/SUBJECT.yaml`` boards on rules that meet. Each
file is a list of boards:

    - rule: "704.3"                  # the rule whose text decides
      example: 1                     # only in examples/: which example of that rule, counted from 1
      title: in our own words
      cards:                         # cards of our own; other names are those of the reference cards
        Ogre: {type: Creature — Ogre, cost: "{2}{R}", size: 3/3, text: "Haste"}
      players: {...}                 # the keys of a position file: players, step, active, script, then, expect, format ...
      script: |
        ...
      expect: {p1.life: 19}
      also:                          # facts that no path of ``expect`` names
        - Ogre has haste             # "has", "has no", "is", "is not": keywords; colours, types and subtypes
        - p1 graveyard Ogre 2        # zone of a player, name, how many
      legal: ["cast Ogre"]           # one line each: may be played where the script ended
      illegal: ["p2: cast Ogre"]     # may not
      loop:                          # what ``reiterate loop`` says of the last block of the script
        draw: if everybody declines to act
        kept up by: nobody           # players, or "nobody"
        asked: p2                    # who could do something else, in turn order
        in the draw: p1, p2          # for whom it would be one (104.4f)
        must differ: nobody
        ends: never                  # or the iteration

An entry that has only ``cards`` gives cards of our own to all boards behind it in the file. Expected results are worked out from the text of the rules before the board is played.
"""
