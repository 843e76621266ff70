"""Rows of the table of templates: damage changed and prevented, cards looked at, copies, control, what a turn has seen."""

from __future__ import annotations

from typing import Final

from reiterate.terms import language as n
from reiterate.terms.pattern import Template
from reiterate.terms.pattern import template as _t

_YOU: Final = n.You()
_THIS: Final = n.This()
_HOST: Final = n.Host()
_ONE: Final = n.Fixed(1)
_CHOSEN: Final = n.Filter(chosen="color")

#: Whom damage would be dealt to, in the words of an effect that changes it, and how "it deals ... to" names them again.
_HURT: Final = (
    ("a permanent or player", "any", "that permanent or player"),
    ("a player or permanent", "any", "that player or permanent"),
    ("a creature or player", "creature or player", "that creature or player"),
    ("a player", "player", "that player"),
    ("a creature", "creature", "that creature"),
    ("an opponent or a permanent an opponent controls", "opponent", "that player or permanent"),
)
_MUCH: Final = (
    ("double that damage", n.Changed(by=2)),
    ("twice that much damage", n.Changed(by=2)),
    ("triple that damage", n.Changed(by=3)),
    ("3 times that much damage", n.Changed(by=3)),
    ("that much damage plus 1", n.Changed(more=1)),
    ("that much damage plus 2", n.Changed(more=2)),
    ("that much damage plus 3", n.Changed(more=3)),
)


def _damage() -> tuple[Template, ...]:
    """ "if a source you control would deal damage to ..., it deals double that damage to ... instead"."""
    return tuple(
        _t(
            "static",
            f"if {{source:source}} would deal damage to {hurt} , it deals {much} {again}instead",
            n.ChangeDamage,
            to=to,
            change=change,
        )
        for hurt, to, named in _HURT
        for much, change in _MUCH
        for again in ("", f"to {named} ")
    )


def _prevented() -> tuple[Template, ...]:
    """ "prevent all (combat) damage that would be dealt to / by / to and dealt by ..."."""
    found: list[Template] = []
    for which, combat in (("", False), ("combat ", True)):
        start = f"prevent all {which}damage that would be dealt"
        for words, what in (
            ("~", _THIS),
            ("enchanted creature|permanent", _HOST),
            ("equipped creature", _HOST),
            ("you", _YOU),
        ):
            found.append(_t("static", f"{start} to {words}", n.PreventDamage, to=what, combat=combat))
            if what is not _YOU:
                found.append(_t("static", f"{start} by {words}", n.PreventDamage, by=what, combat=combat))
                for both in ("to and dealt by", "to and by"):
                    whole = f"{start} {both} {words}"
                    found.append(_t("static", whole, n.PreventDamage, to=what, combat=combat, both=True))
        found.append(_t("static", f"{start} to {{to:many}}", n.PreventDamage, combat=combat))
        found.append(_t("static", f"{start} by {{by:many}}", n.PreventDamage, combat=combat))
        found.append(_t("effect", f"{start} this turn", n.PreventAll, combat=combat))
        found.append(_t("effect", f"{start} by {{object:object}} this turn", n.PreventAll, combat=combat))
        for both in ("to and dealt by", "to and by"):
            found.append(
                _t("effect", f"{start} {both} {{object:object}} this turn", n.PreventAll, combat=combat, both=True)
            )
    found.append(
        _t("effect", "prevent all damage that would be dealt to {to:receiver} this turn", n.Prevent, amount=None)
    )
    for words, what in (("~", _THIS), ("enchanted creature", _HOST)):
        found.append(
            _t(
                "static",
                f"if damage would be dealt to {words} , prevent that damage . "
                f"put a {{counters:kind}} counter on {words} for each 1 damage prevented this way",
                n.PreventDamage,
                to=what,
            )
        )
    found.append(
        _t(
            "static",
            "if damage would be dealt to {to:one} , prevent that damage . "
            "put a {counters:kind} counter on that creature for each 1 damage prevented this way",
            n.PreventDamage,
        )
    )
    return tuple(found)


_TUTORED: Final = (
    "search your library for {filter:acard} , then shuffle and put that card on top",
    "search your library for {filter:acard} , then shuffle and put that card on top of it",
    "search your library for {filter:acard} , reveal it , then shuffle and put that card on top",
    "search your library for {filter:acard} , reveal it , then shuffle and put the card on top",
    "search your library for {filter:acard} and reveal that card . shuffle , then put the card on top of it",
    "search your library for {filter:acard} , reveal that card , shuffle , then put the card on top of it",
)
_INTO_HAND: Final = (
    "search your library for {filter:acard} and put that card into your hand . then shuffle",
    "search your library for {filter:acard} and put that card into your hand . then shuffle",
    "search your library for {filter:acard} , reveal it , and put it into your hand . then shuffle",
    "search your library for {filter:acard} , reveal that card , and put it into your hand . then shuffle",
)
_INTO_GRAVE: Final = (
    "search your library for {filter:acard} , put that card into your graveyard , then shuffle",
    "search your library for {filter:acard} , put it into your graveyard , then shuffle",
    "search your library for {filter:acard} and put that card into your graveyard . then shuffle",
)
#: Up to some cards searched for: the words behind them, and the zone they are put into.
_SOME: Final = (
    ("put them into your graveyard , then shuffle", "graveyard", False),
    ("put those cards into your graveyard , then shuffle", "graveyard", False),
    ("reveal them , put them into your hand , then shuffle", "hand", False),
    ("reveal those cards , put them into your hand , then shuffle", "hand", False),
    ("put them onto the battlefield tapped , then shuffle", "battlefield", True),
    ("put them onto the battlefield , then shuffle", "battlefield", False),
)
_REVEALED: Final = (
    "{who:player} reveals their hand . you choose {filter:acard} from it . that player discards that card",
    "{who:player} reveals their hand . you choose {filter:acard} from it and that player discards that card",
)


def _prevented_in_part() -> tuple[Template, ...]:
    """ "if a source would deal damage to you, prevent 1 of that damage" (615.10)."""
    start = "if {by:source} would deal damage to"
    end = ", prevent {amount:int} of that damage"
    return (
        *(
            _t("static", f"{start} {words} {end}", n.PreventPart, to=what)
            for words, what in (
                ("you", _YOU),
                ("~", _THIS),
                ("enchanted creature", _HOST),
                ("equipped creature", _HOST),
            )
        ),
        _t("static", f"{start} {{to:one}} {end}", n.PreventPart),
    )


def _cards() -> tuple[Template, ...]:
    """Cards looked at, searched for, shown and countered."""
    look = "look at the top {amount:n} cards of your library"
    pick = f"{look} . put 1 of them into your hand and the"
    found = [
        *(_t("effect", words, n.Search, who=_YOU, to="library") for words in _TUTORED),
        *(_t("effect", words, n.Search, who=_YOU, to="hand") for words in _INTO_HAND),
        *(_t("effect", words, n.Search, who=_YOU, to="graveyard") for words in _INTO_GRAVE),
        *(_t("effect", words, n.RevealDiscard) for words in _REVEALED),
        _t("effect", f"{look} , then put them back in any order", n.Rearrange),
        _t("effect", f"{look} . put them back in any order", n.Rearrange),
        _t("effect", f"{pick} rest on the bottom of your library in any order", n.LookTake, take=1, rest="bottom"),
        _t("effect", f"{pick} other on the bottom of your library", n.LookTake, take=1, rest="bottom"),
        _t("effect", f"{pick} rest into your graveyard", n.LookTake, take=1, rest="graveyard"),
        _t("effect", f"{pick} other into your graveyard", n.LookTake, take=1, rest="graveyard"),
    ]
    for words, take in (("2 of them", 2), ("3 of them", 3)):
        start = f"{look} . put {words} into your hand and the rest"
        found.append(
            _t("effect", f"{start} on the bottom of your library in any order", n.LookTake, take=take, rest="bottom")
        )
        found.append(_t("effect", f"{start} into your graveyard", n.LookTake, take=take, rest="graveyard"))
    for words, to, tapped in _SOME:
        start = f"search your library for up to {{amount:int}} {{filter:cards}} , {words}"
        found.append(_t("effect", start, n.Search, who=_YOU, to=to, tapped=tapped))
    return tuple(found)


DEALINGS: Final = (
    *_damage(),
    *_prevented(),
    *_prevented_in_part(),
    *_cards(),
    _t(
        "static",
        "if 1 or more {kind:kind} counters would be put on {filter:one} , twice that many {kind:kind} counters are put on that creature instead",
        n.ChangeCounters,
        change=n.Changed(by=2),
    ),
    _t(
        "static",
        "if 1 or more {kind:kind} counters would be put on {filter:one} , that many plus 1 {kind:kind} counters are put on that creature instead",
        n.ChangeCounters,
        change=n.Changed(more=1),
    ),
    # draws
    _t(
        "static",
        "if you would draw a card except the first 1 you draw in each of your draw steps , draw 2 cards instead",
        n.ChangeDraw,
        who="you",
        change=n.Changed(by=2),
        later=True,
    ),
    # copies and control
    _t("effect", "populate", n.Populate),
    _t("effect", "{who:player} gain|gains control of {object:object}", n.GainControl, duration="game"),
    _t("effect", "exchange control of {one:object} and {other:object}", n.ExchangeControl),
    _t("effect", "each player returns {filter:acard} from their graveyard to the battlefield", n.EachReturns),
    _t("effect", "each player puts {filter:acard} from their graveyard onto the battlefield", n.EachReturns),
    _t(
        "effect",
        "copy that ability . you may choose new targets for the copy",
        n.CopySpell,
        object=n.Result(),
        retarget=True,
    ),
    _t("effect", "copy that ability", n.CopySpell, object=n.Result()),
    _t("q", "its mana value", n.StatOf, stat="manavalue", object=n.That()),
    _t("q", "its toughness", n.StatOf, stat="toughness", object=n.That()),
    # hands
    _t(
        "effect",
        "put {amount:int} cards from your hand on top of your library in any order",
        n.PutBack,
    ),
    _t("effect", "{who:player} may draw {amount:n} card|cards", n.MayDraw),
    # life
    _t("effect", "you lose half your life , rounded up", n.LoseLife, who=_YOU, amount=n.Half(n.LifeTotal(_YOU), True)),
    _t(
        "effect",
        "you lose half your life , rounded down",
        n.LoseLife,
        who=_YOU,
        amount=n.Half(n.LifeTotal(_YOU), False),
    ),
    _t("cond", "you gained life this turn", n.Compared, left=n.ThisTurn("life gained", _YOU), op=">=", right=_ONE),
    _t("cond", "you've gained life this turn", n.Compared, left=n.ThisTurn("life gained", _YOU), op=">=", right=_ONE),
    _t("cond", "you lost life this turn", n.Compared, left=n.ThisTurn("life lost", _YOU), op=">=", right=_ONE),
    _t(
        "cond", "you gained {right:n} or more life this turn", n.Compared, left=n.ThisTurn("life gained", _YOU), op=">="
    ),
    _t("cond", "you lost {right:n} or more life this turn", n.Compared, left=n.ThisTurn("life lost", _YOU), op=">="),
    # events
    _t("event", "whenever you cast your second spell each turn", n.CastsNth, who="you", nth=2),
    _t("event", "whenever an opponent casts their second spell each turn", n.CastsNth, who="opponent", nth=2),
    _t("event", "whenever a player casts their second spell each turn", n.CastsNth, who="any", nth=2),
    _t("event", "whenever you expend {nth:int}", n.Expends, who="you"),
    _t("event", "whenever you draw your second card each turn", n.DrawsNth, who="you", nth=2),
    _t("event", "whenever you draw your third card each turn", n.DrawsNth, who="you", nth=3),
    _t("event", "whenever an opponent draws their second card each turn", n.DrawsNth, who="opponent", nth=2),
    _t("event", "whenever a player draws their second card each turn", n.DrawsNth, who="any", nth=2),
    _t(
        "event",
        "whenever you activate an ability that isn't a mana ability",
        n.AbilityActivated,
        who="you",
        filter=n.Filter(),
        nonmana=True,
    ),
    *(
        _t("event", f"whenever {who} cast{third} a spell of the chosen color", n.SpellCast, who=whose, filter=_CHOSEN)
        for who, third, whose in (("you", "", "you"), ("a player", "s", "any"), ("an opponent", "s", "opponent"))
    ),
    _t("event", "whenever you cast or copy {filter:aspell}", n.CastOrCopied, who="you"),
    _t(
        "event",
        "whenever 1 or more {subject:many} deal combat damage to a player",
        n.DealsDamage,
        to="player",
        combat=True,
        batch=True,
    ),
    _t(
        "event",
        "whenever 1 or more {subject:many} deal combat damage to an opponent",
        n.DealsDamage,
        to="opponent",
        combat=True,
        batch=True,
    ),
    _t("event", "whenever 1 or more {subject:many} die", n.Dies, batch=True),
)
