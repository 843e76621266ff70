"""Hand-written cards and boards for the tests of the rules, and Hypothesis strategies for boards."""

from __future__ import annotations

from hypothesis import strategies as st

from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import instances
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.layout import Layout
from reiterate.state.events import Event
from reiterate.state.model import Row, State
from reiterate.terms.abilities import Activated, Enchant, Static, Triggered
from reiterate.terms.base import Ability
from reiterate.terms.costs import ManaCost, SacrificeCost, TapCost
from reiterate.terms.effects_continuous import Pump
from reiterate.terms.effects_damage import DealDamage
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_permanents import PutCounters, Untap
from reiterate.terms.effects_players import GainLife, LoseLife
from reiterate.terms.effects_spells import CreateTokens
from reiterate.terms.effects_structure import May
from reiterate.terms.effects_zones import Draw
from reiterate.terms.proto import Proto
from reiterate.terms.quantities import Fixed
from reiterate.terms.references import Filter, Host, TargetRef, TargetSpec, This, You
from reiterate.terms.static_effects import GrantAbilities, ModifyPT
from reiterate.terms.trigger_events import Enters, LifeGained

CREATURE = Filter(types=("creature",))
ANOTHER = Filter(types=("creature",), another=True)
ANY_TARGET = TargetSpec(CREATURE, "any")


def creature(
    name: str, power: int = 1, toughness: int = 1, *abilities: Ability, cost: tuple[str, ...] = ("1",), **more: bool
) -> Proto:
    """A creature card, or a token with ``token=True``; legendary with ``legendary=True``."""
    supertypes = ("legendary",) if more.get("legendary") else ()
    token = more.get("token", False)
    return Proto(
        name, ("creature",), (name,), supertypes, (), None if token else cost, power, toughness, None, abilities, token
    )


def tap_ability(*effects: object, targets: tuple[TargetSpec, ...] = ()) -> Activated:
    """{T}: effects."""
    return Activated((TapCost(),), effects, targets)  # type: ignore[arg-type] # the tests pass effects


ELF = creature("Elf Warrior", token=True)
BEAR = creature("Bear", 2, 2)
GUARD = creature("Midnight Guard", 2, 3, Triggered(Enters(ANOTHER), (Untap(This()),)))
WARDEN = creature("Soul Warden", 1, 1, Triggered(Enters(ANOTHER), (GainLife(You(), Fixed(1)),)))
MAYBE = creature("Maybe Warden", 1, 1, Triggered(Enters(ANOTHER), (May((GainLife(You(), Fixed(1)),)),)))
DRAINER = creature(
    "Drainer", 1, 1, Triggered(LifeGained("you"), (LoseLife(TargetRef(0), Fixed(1)),), (TargetSpec(None, "opponent"),))
)
PINGER = creature("Pinger", 1, 1, tap_ability(DealDamage(This(), TargetRef(0), Fixed(1)), targets=(ANY_TARGET,)))
MAKER = creature("Maker", 1, 1, tap_ability(CreateTokens(Fixed(1), ELF)))
MANA_ELF = creature("Mana Elf", 1, 1, tap_ability(AddMana(("G",))))
RAINBOW = creature("Rainbow Elf", 1, 1, tap_ability(AddMana(choice=("W", "U"))))
PUMPER = creature("Pumper", 1, 1, Activated((ManaCost(("1",)),), (Pump(This(), Fixed(1), Fixed(1)),)))
GROWER = creature("Grower", 1, 1, Triggered(Enters(ANOTHER), (PutCounters(This(), "+1/+1", Fixed(1)),)))
EATER = creature("Eater", 1, 1, Activated((SacrificeCost(CREATURE),), (AddMana(("C",)),)))
LORD = creature(
    "Lord", 2, 2, Static(ModifyPT(Filter(types=("creature",), controller="you", another=True), Fixed(1), Fixed(1)))
)
READER = creature("Reader", 1, 1, tap_ability(Draw(You(), Fixed(1))))
GOND = Proto(
    "Presence of Gond",
    ("enchantment",),
    ("Aura",),
    (),
    ("G",),
    ("2", "G"),
    abilities=(Enchant(CREATURE), Static(GrantAbilities(Host(), (tap_ability(CreateTokens(Fixed(1), ELF)),)))),
)
FOREST = Proto("Forest", ("land",), ("Forest",), ("basic",), abilities=(tap_ability(AddMana(("G",))),))

BYSTANDERS = (
    ELF,
    BEAR,
    GUARD,
    WARDEN,
    MAYBE,
    DRAINER,
    PINGER,
    MAKER,
    MANA_ELF,
    RAINBOW,
    PUMPER,
    GROWER,
    EATER,
    LORD,
    READER,
)


def board(*objects: tuple[Proto, int], players: int = 2, step: str = "main1") -> tuple[State, list[int]]:
    """A board with these permanents (card, seat), and their rows."""
    layout = Layout(players, step=step)
    rows = [layout.put(proto, seat) for proto, seat in objects]
    return layout.done(), rows


def gond_board() -> tuple[State, int]:
    """Midnight Guard enchanted with Presence of Gond, and the Guard's row."""
    layout = Layout(2)
    guard = layout.put(GUARD, 0)
    layout.attach(layout.put(GOND, 0), guard)
    return layout.done(), guard


def play(state: State, *made: Choice) -> State:
    """The state after these choices."""
    for choice in made:
        state, _ = step(state, choice)
    return state


def played(state: State, *made: Choice) -> tuple[State, list[Event]]:
    """The state after these choices, and the events on the way."""
    log: list[Event] = []
    for choice in made:
        state, events = step(state, choice)
        log += events
    return state, log


def resolve(state: State) -> State:
    """Both players pass, so that the top of the stack resolves."""
    return play(state, Choice("pass", 0), Choice("pass", 1))


def named(state: State, name: str, zone: str = "battlefield") -> list[Row]:
    """The rows of things with this name in a zone."""
    return [
        r for r in state.rows.values() if r.cls.zone == zone and r.cls.proto is not None and r.cls.proto.name == name
    ]


def life(state: State, seat: int) -> object:
    """A player's life total."""
    return state.rows[1 + seat].get("life")


@st.composite
def boards(draw: st.DrawFn) -> State:
    """Boards with groups, counters, tapped and summoning-sick things, two or three players, and same-named rows."""
    layout = Layout(draw(st.integers(2, 3)))
    players = len(layout.seats())
    for _ in range(draw(st.integers(1, 5))):
        proto = draw(st.sampled_from(BYSTANDERS))
        counters = draw(st.sampled_from(({}, {}, {"+1/+1": 1}, {"+1/+1": 2})))
        layout.put(
            proto,
            draw(st.integers(0, players - 1)),
            n=draw(st.sampled_from((1, 1, 2, 3))),
            tapped=draw(st.sampled_from((False, False, True))),
            sick=draw(st.sampled_from((False, False, False, True))),
            counters=dict(counters),
        )
    for kind in draw(st.sets(st.sampled_from(("G", "W", "C")), max_size=2)):
        layout.set_player(0, f"mana.{kind}", draw(st.integers(1, 3)))
    if draw(st.booleans()):
        layout.put(FOREST, 0, "hand")
    if draw(st.booleans()):
        layout.put(PUMPER, 0, "hand", n=draw(st.integers(1, 2)))
    if draw(st.booleans()):
        layout.put(GOND, 0, "hand")
    return layout.done()


def wander(state: State, data: st.DataObject) -> tuple[State, Choice, list[Event]] | None:
    """One of the first legal choices, drawn, and played: the state after it, the choice, the events; None at the end."""
    if asked(state) == "over":
        return None
    choice = data.draw(st.sampled_from([c for o in options(state) for c in instances(state, o, 3)]))
    try:
        after, events = step(state, choice)
    except Unsupported:
        return None
    return after, choice, events
