"""Amounts by name: which slots a row may have, which of them grow, and what "it is there" means.

An absent amount is 0, and a written 0 is absent: nobody may ask whether a name is there. What is asked instead is whether
the amount is anything but 0 (``written``), or whether a flag of a resolving ability is set (``flagged``).
"""

from __future__ import annotations

from collections.abc import Mapping

from reiterate.amounts import Amount


def written(num: Mapping[str, Amount], slot: str) -> bool:
    """Whether an amount is anything but plain 0. Records nothing: it may only decide whether to look more closely."""
    value = num.get(slot, 0)
    return not (type(value) is int and value == 0)


def flagged(num: Mapping[str, Amount], slot: str) -> bool:
    """Whether a flag is set: an amount that is 0 or 1, and never grows."""
    value = num.get(slot, 0)
    if type(value) is not int:
        raise TypeError(f"the flag {slot} is no flag")
    return value != 0


def without(num: Mapping[str, Amount], slot: str) -> dict[str, Amount]:
    """The amounts but one."""
    return {name: amount for name, amount in num.items() if name != slot}
