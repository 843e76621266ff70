"""A field for a card's name that completes as one types, and the names that were chosen."""

from __future__ import annotations

from collections.abc import Sequence

from reiterate.web.markup import NOTHING, Inside, Markup, tag

#: Names that are offered.
MOST = 12


def field(name: str, label: str, hint: str = "") -> Markup:
    """The field called ``name``; the names that it offers are drawn by ``offered`` into an element of its own."""
    return tag(
        "div",
        tag("label", label, for_=name),
        tag(
            "input",
            type="text",
            id=name,
            name="name",
            autocomplete="off",
            autocapitalize="off",
            spellcheck="false",
            role="combobox",
            aria_expanded="false",
            aria_autocomplete="list",
            aria_controls=f"{name}-names",
            aria_describedby=f"{name}-hint" if hint else None,
            data_typed="complete",
            data_field=name,
            data_once=True,
            maxlength=200,
        ),
        tag("small", hint, id=f"{name}-hint") if hint else None,
        class_="naming",
    )


def offered(name: str, names: Sequence[str], do: str, draggable: bool = False) -> Markup:
    """The names that the field ``name`` offers; each is chosen by a click, or by the arrow keys and Enter."""
    if not names:
        return NOTHING
    rows = [
        tag(
            "li",
            each,
            role="option",
            id=f"{name}-name-{number}",
            aria_selected="false",
            data_do=do,
            data_name=each,
            data_of=name,
            draggable="true" if draggable else None,
        )
        for number, each in enumerate(names[:MOST])
    ]
    return tag("ul", rows, role="listbox", id=f"{name}-names", aria_label="Card names", class_="names")


def chosen(names: Sequence[str]) -> Markup:
    """The cards that were chosen, each with a button that takes it away."""
    if not names:
        return tag("p", "no card yet: two to five make a combo", class_="nothing")
    rows: list[Inside] = [
        tag(
            "li",
            tag("span", each),
            tag(
                "button",
                "×",
                type="button",
                data_do="unpick",
                data_name=each,
                aria_label=f"take {each} away",
                title=f"take {each} away",
            ),
            class_="chip",
        )
        for each in names
    ]
    return tag("ul", rows, class_="chips", aria_label="Chosen cards")
