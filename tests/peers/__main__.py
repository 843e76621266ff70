"""``python -m tests.peers [WORDS]``: the cases whose names have these words, with verdicts; alone, also each choice made."""

from __future__ import annotations

import sys
from collections import Counter

from tests.peers.cases import missing
from tests.peers.opened import opened
from tests.peers.run import drive
from tests.peers.verdicts import listed
from tests.support.files import require_data


def main(words: list[str]) -> int:
    """Print each case that doesn't pass, and the counts; 1 where one fails that isn't listed."""
    cards, cases = opened(require_data("peer_cases.jsonl"), require_data("cards.jsonl"))
    chosen = [case for case in cases if all(word in case.name for word in words)]
    counted = [case for case in chosen if not missing(cards, case)]
    known = listed()
    tally: Counter[str] = Counter({"not counted: cards not understood": len(chosen) - len(counted)})
    reasons: Counter[str] = Counter()
    for case in counted:
        verdict = drive(cards, case)
        line = known.get(case.name)
        status = f"{verdict.status}, {line.whose}" if line is not None and verdict.status == "fail" else verdict.status
        tally[status] += 1
        if verdict.status == "not driven":
            reasons[verdict.why.split(":")[0] if verdict.why.startswith("open") else verdict.why] += 1
        if verdict.status != "pass" or len(counted) == 1:
            print(f"{status}: {case.name}: {verdict.why}")
        if len(counted) == 1:
            print("\n".join(verdict.log))
    for what, number in [*tally.most_common(), *reasons.most_common()]:
        print(f"{number:5} {what}")
    return 1 if tally["fail"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
