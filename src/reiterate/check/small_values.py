"""The small values of a certificate: texts, whole numbers, fractions, polynomials. Lengths are checked before anything else.

A value of another type can't be read (``NotAForm``). A value of the right type may still make no
sense, such as a polynomial of amounts that are not there. Then it breaks the obligation that it
belongs to (``Rejected``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, Final, TypeVar

from reiterate.amounts import parse_quantity
from reiterate.check.arithmetic import DEGREE_BUDGET, TERM_BUDGET, Form, OutOfBudget, Polynomial
from reiterate.refusals import Refusal, Unsupported, fault_said

#: Digits of an amount, a number of periods, a factor.
DIGITS_BUDGET: Final = 10_100
#: Digits of a number that is no text and not printed on a card.
SMALL_BUDGET: Final = 9
#: Digits of a base or a power.
SHORT_BUDGET: Final = 40

BASE: Final = "base"
STEP: Final = "step"
CLOSED: Final = "closed"
GUARDS: Final = "guards"
AFTER: Final = "after"
GAINS: Final = "gains"
CHOICES: Final = "choices"
NEEDS: Final = "needs"

_WHOLE: Final = re.compile(r"0|-?[1-9][0-9]*")

T = TypeVar("T")


class NotAForm(Exception):
    """The file can't be read as a certificate; the text says why."""


class Rejected(Exception):
    """An obligation that does not hold, or that nothing of this kind can meet."""

    def __init__(self, obligation: str, message: str) -> None:
        super().__init__(message)
        self.obligation = obligation


@contextmanager
def engine_refusals(obligation: str, uncovered: str, failed: str) -> Iterator[None]:
    """What the engine refuses or raises inside is ``Rejected``: what a hostile file makes of the engine is no proof.

    ``uncovered`` and ``failed``: what is said where the rules do not cover it, and of any other error. Budgets pass through.
    An error that no file should bring about keeps its name, so that it is noticed.
    """
    try:
        yield
    except (Rejected, OutOfBudget):
        raise
    except Unsupported as error:
        raise Rejected(obligation, f"{uncovered}: {error.refusal.message}") from error
    except Exception as error:
        raise Rejected(obligation, f"{failed}: {fault_said(error)}") from error


def an_object(value: Any, what: str, wanted: set[str], allowed: frozenset[str] = frozenset()) -> dict[str, Any]:
    """An object of JSON with all fields of ``wanted``, perhaps some of ``allowed``, and no others.

    ``what``: its name for the message. Raises ``NotAForm`` for any other value. Out: the same object.
    """
    if not isinstance(value, dict) or not wanted <= set(value) <= wanted | allowed:
        raise NotAForm(f"a {what} has the fields {', '.join(sorted(wanted))}")
    return value


def a_list(value: Any, one: Callable[[Any], T]) -> tuple[T, ...]:
    """A list of JSON, each item read by ``one``. Raises ``NotAForm`` for any other value.

    >>> a_list(["1", "2"], int)
    (1, 2)
    """
    if not isinstance(value, list):
        raise NotAForm("a list is wanted")
    return tuple(one(item) for item in value)


def a_pair(value: Any) -> list[Any]:
    """A list of two items, as it is. Raises ``NotAForm`` for any other value."""
    if not isinstance(value, list) or len(value) != 2:
        raise NotAForm("a pair is wanted")
    return value


def a_text(value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise NotAForm("a text is wanted")
    return value


def a_flag(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise NotAForm("true or false is wanted")
    return value


def a_number(value: Any) -> int:
    """A small whole number, such as a place or the number of a row."""
    if type(value) is not int or abs(value) >= 10**SMALL_BUDGET:
        raise NotAForm("a small whole number is wanted")
    return value


#: What a written state says of cards, abilities and their parts: numbers in it are printed ones.
_TERMS: Final = frozenset({"proto", "term", "marks", "props"})


def small_places(state: Any) -> None:
    """``NotAForm`` where a written state names a row or a player by a number that is not small."""
    todo = [state]
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            todo += [content for name, content in value.items() if name not in _TERMS]
        elif isinstance(value, list):
            todo += value
        elif type(value) is int:
            a_number(value)


def whole(value: Any) -> int:
    """A whole number written as a text of digits."""
    text = a_text(value)
    if len(text) > DIGITS_BUDGET:
        raise OutOfBudget(f"a number of more than {DIGITS_BUDGET} digits")
    if _WHOLE.fullmatch(text) is None:
        raise NotAForm(f'"{text[:20]}" is no whole number')
    quantity = parse_quantity(text.removeprefix("-"), cap_digits=DIGITS_BUDGET)
    if isinstance(quantity, Refusal):
        raise NotAForm(quantity.message)
    return -quantity if text.startswith("-") else quantity


def fraction(value: Any, obligation: str) -> Fraction:
    """A fraction ``p/q`` in lowest terms."""
    top, slash, bottom = a_text(value).partition("/")
    found = (whole(top), whole(bottom))
    if not slash or found[1] < 1:
        raise NotAForm("a fraction with a denominator below 1")
    made = Fraction(*found)
    if (made.numerator, made.denominator) != found:
        raise Rejected(obligation, "a fraction that is not in lowest terms")
    return made


def factor(value: Any, obligation: str) -> int | Fraction:
    """A whole number in digits, or a fraction that is none."""
    if "/" not in a_text(value):
        return whole(value)
    found = fraction(value, obligation)
    if found.denominator == 1:
        raise Rejected(obligation, "a whole factor that is written as a fraction")
    return found


def polynomial(
    value: Any, symbols: int, obligation: str, read: Callable[[Any, str], int | Fraction] = factor
) -> Polynomial:
    """A polynomial of ``symbols`` amounts, from a pair for every product: its factor, as ``read`` reads it, and its amounts.

    Raises ``Rejected`` for products out of order, twice, with the factor 0, or of an amount that is not there; it names
    ``obligation``. Raises ``NotAForm`` for another value, and ``OutOfBudget`` for too many products or amounts in one.

    >>> polynomial([["3", []], ["2", [0, 1]]], 2, "step")
    {(): 3, (0, 1): 2}
    """
    if isinstance(value, list) and len(value) > TERM_BUDGET:
        raise OutOfBudget(f"a polynomial of more than {TERM_BUDGET} products")
    found: Polynomial = {}
    for text, names in a_list(value, a_pair):
        product = a_list(names, a_number)
        if len(product) > DEGREE_BUDGET:
            raise OutOfBudget(f"a product of more than {DEGREE_BUDGET} amounts")
        c = read(text, obligation)
        if any(not 0 <= symbol < symbols for symbol in product):
            raise Rejected(obligation, "a product of an amount that is not there")
        if list(product) != sorted(product) or product in found or not c:
            raise Rejected(obligation, "a product that is not in order, or twice, or has the factor 0")
        found[product] = c
    if list(found) != sorted(found):
        raise Rejected(obligation, "the products of a polynomial are not in order")
    return found


def form(value: Any, obligation: str = CLOSED) -> Form:
    """A closed form: base, power of n and factor of every term, in order."""
    found: dict[tuple[int, int], Fraction] = {}
    for term in a_list(value, lambda one: one):
        if not isinstance(term, list) or len(term) != 3:
            raise NotAForm("a term of a closed form is base, power of n and factor")
        if any(len(a_text(part)) > SHORT_BUDGET for part in term[:2]):
            raise OutOfBudget(f"a base or a power of more than {SHORT_BUDGET} digits")
        base, power, c = whole(term[0]), whole(term[1]), fraction(term[2], obligation)
        if base < 1 or power < 0:
            raise Rejected(obligation, "a term with a base below 1 or a negative power of n")
        if (base, power) in found or not c:
            raise Rejected(obligation, "a term of a closed form that is there twice, or has the factor 0")
        found[base, power] = c
    if list(found) != sorted(found):
        raise Rejected(obligation, "the terms of a closed form are not in order")
    return Form(found)
