"""Whether a choice is legal now, and why not: the same questions that doing it answers (law 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from reiterate.amounts import Amount, is_zero, less, more
from reiterate.refusals import UNSUPPORTED, Refusal
from reiterate.rules.access import choices
from reiterate.rules.access.choices import Choice
from reiterate.rules.access.questions import question_of
from reiterate.rules.access.state_access import about, active_seat, game, is_paired, number_prop, stand_apart
from reiterate.rules.characteristics.derived import Around, holds, measure, view
from reiterate.rules.characteristics.printed_characteristics import CREATURE_TYPES, printed, proto_of
from reiterate.rules.costs import casting, combat_costs, payment, permission, restricted_mana
from reiterate.rules.costs.mana import demand, refuse, settle_mana
from reiterate.rules.costs.payment import Bill, work_out
from reiterate.rules.costs.resolution_payments import TOLL, payable_now
from reiterate.rules.events.replacement import cant
from reiterate.rules.events.targets import NONE, clash, legal_targets, may_target, others_of
from reiterate.rules.resolution import division, stacking
from reiterate.rules.resolution.effects import sacrifice_candidates
from reiterate.rules.resolution.put_triggers_on_stack import divided_by, trigger_targets
from reiterate.rules.resolution.resolving import HANDLERS
from reiterate.rules.resolution.stacking import specs_of
from reiterate.rules.turn import combat, combat_damage
from reiterate.rules.turn.state_based_actions import legends_like
from reiterate.rules.turn.turn_structure import excess_cards, step_name
from reiterate.state.model import BATTLEFIELD, HAND, LIBRARY, WAITING, Class, Gone, Ref, State, player
from reiterate.terms import creature_types
from reiterate.terms.abilities import Activated, Triggered, is_mana_ability
from reiterate.terms.base import Term, walk
from reiterate.terms.costs import LoyaltyCost
from reiterate.terms.effects_mana import AddMana
from reiterate.terms.effects_permanents import SacrificeChosen
from reiterate.terms.effects_structure import Effect, May
from reiterate.terms.effects_zones import Discard
from reiterate.terms.handled import not_understood
from reiterate.terms.print_abilities import show
from reiterate.terms.print_nouns import Unprintable
from reiterate.terms.references import TargetSpec, You


def verify(state: State, choice: Choice) -> Refusal | None:
    """None if the choice is legal now, else the reason with its rule. Raises ``Unsupported`` for what is not known."""
    plan = prepare(state, choice)
    return plan if isinstance(plan, Refusal) else None


class Plan:
    """A legal choice with its costs worked out."""

    __slots__ = ("ability", "bill", "costs")

    def __init__(
        self, ability: Activated | None = None, bill: Bill | None = None, costs: tuple[Term, ...] = ()
    ) -> None:
        self.ability = ability
        self.bill = bill
        self.costs = costs


#: Possible answers that a refusal lists.
_WORDS_SHOWN: Final = 6

_ASKED_BY: Final = {
    "priority": (choices.PASS, choices.ACTIVATE, choices.CAST, choices.PLAY),
    "order": (choices.ORDER,),
    "target": (choices.TARGET,),
    "may": (choices.MAY,),
    TOLL: (choices.MAY, choices.ACTIVATE),
    "pick": (choices.PICK,),
    "cleanup": (choices.PICK,),
    "keep": (choices.KEEP,),
    "attack": (choices.ATTACK, choices.ACTIVATE),
    "answer": (choices.ANSWER,),
    "continue": (choices.GO_ON,),
    "block": (choices.BLOCK, choices.ACTIVATE),
    "assign": (choices.ASSIGN,),
}


def asked(state: State) -> str:
    """What kind of decision the state waits for: priority, order, target, may, pick, cleanup, keep, attack, block,
    assign, toll, over."""
    value = game(state).prop("ask", "priority")
    assert isinstance(value, str)
    return str(value)


def decider(state: State) -> int:
    """The seat of the player who decides now."""
    return number_prop(game(state), "who")


def prepare(state: State, choice: Choice) -> Plan | Refusal:
    """Check a choice and work out its costs."""
    if choice.apart:
        state, choice = stand_apart(state, choice.apart).done(), replace(choice, apart=())
    ask = asked(state)
    if ask == "over":
        return refuse("game-over", "the game is over", "104.1", "nothing: no more choices can be made")
    if choice.verb not in _ASKED_BY[ask]:
        if ask == "priority":
            return refuse("nothing-asked", f"nothing asks for '{choice.verb}' now", "117.1", _lines_now(state))
        what, accepted = _awaited(state, ask)
        return refuse("decision-first", f"p{decider(state) + 1} decides first: {what}", "608.2", accepted)
    if choice.player != decider(state):
        message = f"p{choice.player + 1} does not decide here: p{decider(state) + 1} does"
        return refuse("not-your-decision", message, "117.1" if ask == "priority" else "608.2", f"p{decider(state) + 1}")
    return _CHECKS[choice.verb](state, choice)


#: What is decided where a state waits for more than an action or a pass, and the lines that decide it.
_AWAITED: Final = {
    "order": ("the order of abilities that wait to be put on the stack", "order X first"),
    "target": ("the targets", "target X"),
    "may": ("whether to do it", "yes, or no"),
    TOLL: ("whether to pay", "yes, no, or a mana ability"),
    "pick": ("which objects", "choose X"),
    "cleanup": ("what to discard", "choose X"),
    "keep": ("which of the legends to keep", "keep X"),
    "attack": ("the attackers", "attack with X, or no attack"),
    "block": ("the blockers", "X blocks Y, or no block"),
    "assign": ("how combat damage is assigned", "assign N to X"),
    "continue": ("whether the effect goes on", "continue"),
}


def _awaited(state: State, ask: str) -> tuple[str, str]:
    """What a state waits for in words, and the lines that decide it."""
    if ask in _AWAITED:
        return _AWAITED[ask]
    question = question_of(state)
    accepted = ", ".join(f"choose {word}" for word in question.words[:_WORDS_SHOWN]) or "choose X"
    return question.text or _AWAITED["pick"][0], accepted


def nothing_asked(state: State, what: str, rule: str) -> Refusal:
    """The refusal of an answer to what is not asked: it says what is asked, and of whom."""
    who, ask = f"p{decider(state) + 1}", asked(state)
    now = f"{who} has priority" if ask == "priority" else f"{who} decides first: {_awaited(state, ask)[0]}"
    return refuse("nothing-asked", f"{what}: {now}", rule, _lines_now(state))


def _lines_now(state: State) -> str:
    """The lines that a state waits for, and of whom."""
    who, ask = f"p{decider(state) + 1}", asked(state)
    return (
        f"an action or a pass of {who}, who has priority" if ask == "priority" else f"{who}: {_awaited(state, ask)[1]}"
    )


def _pass(state: State, choice: Choice) -> Plan | Refusal:
    if choice.over is not None:
        top = over_text(state)
        if top != choice.over:
            said = choice.over or "an empty stack"
            return refuse(
                "pass-over", f"the pass lets '{said}' resolve, but on top is {top or 'nothing'}", "117.4", said
            )
    return Plan()


def over_text(state: State) -> str:
    """What a pass lets resolve: the words of the stack's top entry, "" for an empty stack."""
    return entry_text(state, state.stack[0]) if state.stack else ""


_WORDS: dict[tuple[Term, str], str] = {}


def entry_text(state: State, handle: int) -> str:
    """The words of a stack entry: a spell's name, or what an ability does."""
    cls = state.rows[handle].cls
    if cls.proto is not None:
        return cls.proto.name
    assert cls.term is not None
    source = state.rows[handle].refs.get("source")
    name = "~"
    if source is not None:
        name = label_of_class(source.cls if isinstance(source, Gone) else state.rows[source.row].cls)
    at = (cls.term, name)
    known = _WORDS.get(at)
    if known is None:
        assert isinstance(cls.term, (Activated, Triggered))
        try:
            text = show(cls.term, name).partition(": " if isinstance(cls.term, Activated) else ", ")[2].rstrip(".")
        except Unprintable:
            text = f"an ability of {name}"
        known = _WORDS[at] = text
    return known


def abilities_at(state: State, handle: int) -> tuple[Activated, ...]:
    """The abilities of an object that can be activated where it is (602.1, 113.6)."""
    cls = state.rows[handle].cls
    found = view(state, handle).activated if cls.zone == BATTLEFIELD else printed(cls).activated
    if cls.zone == BATTLEFIELD:
        found = payment.with_more_loyalty(state, handle, found)
    if all(ability.zone == cls.zone for ability in found):
        return found
    return tuple(ability for ability in found if ability.zone == cls.zone)


def _ability(state: State, choice: Choice) -> Activated | Refusal:
    row = state.rows.get(choice.row)
    if row is None or row.cls.proto is None or row.cls.kind not in ("card", "token"):
        return refuse("no-such-object", "no such permanent is on the battlefield", "602.2", "a permanent you control")
    if row.cls.controller != choice.player:
        message = f"p{choice.player + 1} does not control {proto_of(row.cls).name}"
        return refuse("not-controller", message, "602.2", "a permanent you control")
    abilities = abilities_at(state, choice.row)
    if not 0 <= choice.index < len(abilities):
        message = f"{proto_of(row.cls).name} has no such activated ability now"
        return refuse("no-such-ability", message, "602.2", "one of its activated abilities")
    ability = abilities[choice.index]
    if not ability.modes:
        return refuse("how", "the ability has no modes", "700.2", "no mode") if choice.how else ability
    chosen = [i for i in range(1, len(ability.modes) + 1) if f"mode {i}" in choice.how]
    if len(chosen) != 1 or len(choice.how) != 1:
        return refuse("mode", "one mode is chosen", "700.2", "mode 1 to mode " + str(len(ability.modes)))
    mode = ability.modes[chosen[0] - 1]
    return replace(ability, effects=mode.effects, targets=mode.targets, modes=())


def _activate(state: State, choice: Choice) -> Plan | Refusal:
    ability = _ability(state, choice)
    if isinstance(ability, Refusal):
        return ability
    row = state.rows[choice.row]
    refused = (
        _member(state, choice, row.n)
        or _inactive(state, choice.row, ability)
        or _while_declaring(state, choice.player, ability)
    )
    if refused is not None:
        return refused
    unknown = unhandled(ability.effects)
    if unknown:
        return Refusal(UNSUPPORTED, "rule-effect", f"{unknown} is not implemented", rule="602")
    if ability.timing == "sorcery" and not sorcery_time(state, choice.player):
        return refuse(
            "sorcery-timing", "only any time a sorcery could be cast", "602.5d", "your main phase, empty stack"
        )
    if ability.condition is not None and not holds(
        state, Around(choice.player, {}, {"x": choice.x}, choice.row, row), ability.condition
    ):
        return refuse("only-if", "the condition for activating this ability is not met", "602.5c", "its condition")
    loyalty = any(isinstance(cost, LoyaltyCost) for cost in ability.costs)
    if loyalty and (not sorcery_time(state, choice.player) or payment.used_loyalty(row.cls)):
        return refuse("loyalty-timing", "one loyalty ability each turn, at sorcery speed", "606.3", "your main phase")
    if ability.limit and row.cls.prop(f"used.{choice.index}"):
        return refuse("once-each-turn", "this ability was activated already this turn", "602.5b", "another turn")
    refused = check_targets(state, ability.targets, ability.effects, choice) or _mana_answer(ability, choice)
    if refused is not None:
        return refused
    bill = work_out(state, choice, choice.row, ability)
    if isinstance(bill, Refusal):
        return bill
    return Plan(ability, bill, ability.costs)


def _inactive(state: State, handle: int, ability: Activated) -> Refusal | None:
    """Why an ability of a permanent can't be activated at all (602.5), or None."""
    if state.rows[handle].cls.zone != BATTLEFIELD:
        return None
    cant = view(state, handle).cant
    if "be activated" in cant or ("be activated unless mana" in cant and not is_mana_ability(ability)):
        name = proto_of(state.rows[handle].cls).name
        return refuse("inactive", f"activated abilities of {name} can't be activated", "602.5", "another ability")
    return None


def _while_declaring(state: State, seat: int, ability: Activated) -> Refusal | None:
    """While attackers or blockers are declared, mana abilities alone, for a cost of that (508.1i, 509.1e)."""
    asks = asked(state)
    if asks == "priority":
        return None
    if asks == TOLL:
        if is_mana_ability(ability):
            return None
        return refuse("decision-first", "a payment comes first", "608.2g", "a mana ability, yes, or no")
    return combat_costs.cant_activate(state, seat, ability, combat.costs_something(state, seat, asks), asks)


def _member(state: State, choice: Choice, n: Amount) -> Refusal | None:
    if type(choice.member) is int and choice.member == 0:
        return None
    if less(choice.member, 1, "107.1") or less(n, choice.member, "107.1") or not is_paired(state, choice.row):
        return refuse(
            "no-such-member", "no such member of that group", "109.1", "a member counted from the top of the stack"
        )
    return None


_EFFECTS: Final = Effect.__args__
_UNHANDLED: dict[tuple[Term, ...], str] = {}


def unhandled(effects: tuple[Term, ...]) -> str:
    """The name of the first effect without a handler, those inside others included, or ""."""
    known = _UNHANDLED.get(effects)
    if known is None:
        found: list[str] = []

        def visit(node: Term) -> None:
            if isinstance(node, _EFFECTS) and type(node) not in HANDLERS:
                found.append(type(node).__name__)

        walk(effects, visit)
        known = _UNHANDLED[effects] = found[0] if found else ""
    return known


def _mana_answer(ability: Activated, choice: Choice) -> Refusal | None:
    kinds = mana_choice(ability)
    if not kinds and choice.answer:
        return refuse("mana-kind", "the ability offers no choice of mana", "106.4", "no kind of mana")
    if kinds and choice.answer not in kinds:
        expected = " or ".join(f"{{{k}}}" for k in kinds)
        return refuse("mana-kind", "the ability adds one of several kinds of mana", "106.4", expected)
    return None


def mana_choice(ability: Activated) -> tuple[str, ...]:
    """The kinds of mana that a mana ability lets its controller choose from; () if none."""
    for effect in ability.effects:
        if isinstance(effect, AddMana) and effect.choice:
            return effect.choice
    return ()


def sorcery_time(state: State, seat: int) -> bool:
    """Whether a player could cast a sorcery now (307.1)."""
    return active_seat(state) == seat and not state.stack and step_name(state) in ("main1", "main2")


def check_targets(
    state: State, specs: tuple[TargetSpec, ...], effects: tuple[Term, ...], choice: Choice
) -> Refusal | None:
    """Whether the choice names a legal target for each specification (115, 601.2c), and how it divides (601.2d)."""
    wanted = division.each_target(specs, len(choice.targets))
    if wanted is None:
        want = division.wanted(specs)
        return refuse("targets", f"{want} wanted, {len(choice.targets)} named", "601.2c", want)
    if choice.sizes and division.divided(specs) is None:
        return refuse("division", "nothing is divided among these targets", "601.2d", "targets without parts")
    for spec, target in zip(wanted, choice.targets, strict=True):
        if target == NONE and spec.optional:
            continue
        itself = target == choices.ITSELF and choice.verb == choices.ACTIVATE
        if target == choice.row and choice.verb == choices.CAST and not more(state.rows[target].n, 1, "601.2a"):
            return refuse("illegal-target", "the spell is on the stack by now", "601.2a", "another target")
        another = itself and spec.filter is not None and spec.filter.another
        if another or not may_target(state, spec, choice.row if itself else target, choice.player, choice.row):
            names = ", ".join(
                sorted({label_of(state, h) for h in legal_targets(state, spec, choice.player, choice.row)})
            )
            return refuse("illegal-target", "that is no legal target", "115.4", names or "no legal target is there")
    several = len(wanted) > 1
    if several and clash(state, others_of(wanted), choice.targets, choice.row, choice.verb == choices.ACTIVATE):
        return refuse("illegal-target", "one target is named twice", "115.3", "different targets")
    if division.divided(specs) is None:
        return None
    return division.check(state, specs, choice, division.of_choice(state, effects, choice))


def label_of(state: State, handle: int) -> str:
    """A short name of a row for a message; an ability on the stack by its place there, top first."""
    if state.rows[handle].cls.kind == "ability" and handle in state.stack:
        return f"ability #{state.stack.index(handle) + 1}"
    return label_of_class(state.rows[handle].cls)


def label_of_class(cls: Class) -> str:
    """A short name of a row of this class for a message."""
    return cls.proto.name if cls.proto is not None else f"p{cls.owner + 1}"


def spell_specs(state: State, handle: int, how: tuple[str, ...] = ()) -> tuple[TargetSpec, ...]:
    """The targets that a spell wants."""
    return specs_of(proto_of(state.rows[handle].cls), how)


def known_card(state: State, choice: Choice) -> Refusal | None:
    """Why a card can't be cast or played because of what it is, or None."""
    proto = proto_of(state.rows[choice.row].cls)
    if not proto.types:
        return Refusal(UNSUPPORTED, "unknown-card", "an unknown card can't be cast or played", rule="601")
    text = not_understood(proto.abilities)
    if text is not None:
        return Refusal(UNSUPPORTED, "clause-not-understood", f'{proto.name}: not understood: "{text}"', rule="601")
    return None


def _cast(state: State, choice: Choice) -> Plan | Refusal:
    row = state.rows.get(choice.row)
    if row is None or row.cls.kind != "card" or row.cls.owner != choice.player:
        return refuse("no-such-object", "no such card is in that hand", "601.3", "a card in your hand")
    refused = _buried(state, choice) or casting.may_cast(state, choice) or known_card(state, choice)
    if refused is not None:
        return refused
    proto = proto_of(row.cls)
    if not casting.instant_speed(state, choice) and not sorcery_time(state, choice.player):
        return refuse(
            "sorcery-timing", f"{proto.name} can be cast only at sorcery speed", "307.1", "your main phase, empty stack"
        )
    for ability in casting.spell_abilities(proto):
        if unhandled(ability.effects):
            return Refusal(UNSUPPORTED, "rule-effect", f"{unhandled(ability.effects)} is not implemented", rule="608")
    refused = casting.check_how(row.cls, choice) or check_targets(
        state, spell_specs(state, choice.row, choice.how), stacking.effects_of(proto, choice.how), choice
    )
    if refused is not None:
        return refused
    costs = casting.costs_of(proto, choice.how)
    refused = payment.check_x(choice, payment.announces_x(costs))
    if refused is not None:
        return refused
    off, more = casting.changes(state, choice.row, choice.player)
    bill = payment.bill_of(state, choice, choice.row, costs, off, more)
    return bill if isinstance(bill, Refusal) else Plan(None, bill, costs)


def _play(state: State, choice: Choice) -> Plan | Refusal:
    row = state.rows.get(choice.row)
    if row is None or row.cls.kind != "card" or row.cls.owner != choice.player or row.cls.zone == BATTLEFIELD:
        return refuse("no-such-object", "no such card is in that hand", "601.3", "a card in your hand")
    proto = proto_of(row.cls)
    refused = _buried(state, choice) or known_card(state, choice)
    if refused is not None:
        return refused
    if "land" not in proto.types:
        return refuse("not-a-land", f"{proto.name} is no land", "305.1", "a land card")
    if row.cls.zone != HAND and not permission.let(state, choice.row, choice.player, land=True):
        return refuse("no-such-object", "that land can't be played from where it is", "305.1", "a land in your hand")
    if not sorcery_time(state, choice.player):
        return refuse(
            "land-timing", "a land can be played only in your main phase", "305.1", "your main phase, empty stack"
        )
    if cant(state, choice.player, "play lands"):
        return refuse(
            "land-forbidden", "an effect forbids that player to play lands", "101.2", "no effect that forbids it"
        )
    played = casting.played(state.rows[player(choice.player)].cls)
    if played and not less(played, casting.lands(state, choice.player), "305.2"):
        return refuse("land-played", "a land was played already this turn", "305.2", "another turn")
    return Plan()


def _buried(state: State, choice: Choice) -> Refusal | None:
    """Why a card of a library, or an unknown one out of the hand, can't be played: nothing lets its owner (401.5, 601.3)."""
    cls = state.rows[choice.row].cls
    buried = cls.zone == LIBRARY and choice.row != permission.top(state, choice.player)
    if cls.zone not in (HAND, LIBRARY) and not proto_of(cls).types:
        buried = not permission.anywhere(state, choice.row, choice.player)
    return refuse("no-such-object", "no such card is in that hand", "601.3", "a card in your hand") if buried else None


def _order(state: State, choice: Choice) -> Plan | Refusal:
    row = state.rows.get(choice.row)
    if row is None or row.cls.zone != WAITING or row.cls.controller != choice.player:
        return refuse(
            "order", "that is no ability waiting to be put on the stack", "603.3b", "one of your waiting abilities"
        )
    return _part_of(choice.count, row.n) or Plan()


def _part_of(count: Amount, n: Amount) -> Refusal | None:
    if type(count) is int and count == 0:
        return None
    if less(count, 1, "603.3b") or less(n, count, "603.3b"):
        return refuse("count", "that many like abilities are not waiting", "603.3b", "1 up to as many as there are")
    return None


def _target(state: State, choice: Choice) -> Plan | Refusal:
    handle = about(state)
    options = trigger_targets(state, handle)
    term = state.rows[handle].cls.term
    assert isinstance(term, Triggered)
    wanted = division.each_target(term.targets, len(choice.targets))
    if wanted is None:
        want = division.wanted(term.targets)
        return refuse("targets", f"{want} wanted", "603.3d", want)
    shared = division.divided(term.targets) is not None
    if shared:
        options = [*options[:-1], *[options[-1]] * (len(wanted) - len(options) + 1)]
    if choice.sizes and not shared:
        return refuse("division", "nothing is divided among these targets", "601.2d", "targets without parts")
    for legal, target in zip(options, choice.targets, strict=True):
        if target not in legal:
            names = ", ".join(sorted({label_of(state, h) for h in legal if h >= 0}) or "no target")
            return refuse("illegal-target", "that is no legal target", "115.4", names)
    if clash(state, others_of(wanted), choice.targets, -1, acting=False):
        return refuse("illegal-target", "one target is named twice", "115.3", "different targets")
    refused = division.check(state, term.targets, choice, divided_by(state, handle)) if shared else None
    return refused or _part_of(choice.count, state.rows[handle].n) or Plan()


def _may(state: State, choice: Choice) -> Plan | Refusal:
    if choice.answer not in ("yes", "no"):
        return refuse("answer", f"'{choice.answer}' is no answer", "608.2d", "yes or no")
    if choice.answer == "yes" and asked(state) == TOLL and not payable_now(state):
        return refuse("mana-short", "the cost can't be paid with what is there now", "118.3", "no, or a mana ability")
    if choice.answer == "yes" and asked(state) == "may" and not can_begin(state):
        return refuse("cost-short", "there is not so much to give up", "608.2d", "no")
    return Plan()


def can_begin(state: State) -> bool:
    """Whether what a player may do begins with nothing impossible: sacrificing or discarding more than they have (608.2d)."""
    effect = frame_effect(state)
    start = effect.effects[0] if isinstance(effect, May) and effect.effects else effect
    if not isinstance(start, (Discard, SacrificeChosen)) or not isinstance(start.who, You):
        return True
    handles, wanted = _asked_of(state, decider(state), start)
    there: Amount = 0
    for handle in handles:
        there = there + state.rows[handle].n
    return not less(there, wanted, "608.2d")


def pick_question(state: State) -> tuple[list[int], Amount]:
    """What a pick chooses from, and how many: a discard, a sacrifice, or the discard of the cleanup step."""
    seat = decider(state)
    if asked(state) == "cleanup":
        return payment.in_hand(state, seat), excess_cards(state, seat)
    effect = frame_effect(state)
    assert isinstance(effect, (Discard, SacrificeChosen))
    return _asked_of(state, seat, effect)


def _asked_of(state: State, seat: int, effect: Discard | SacrificeChosen) -> tuple[list[int], Amount]:
    """What of a player's an effect of the frame could take, and how much it takes."""
    frame = state.rows[about(state)]
    ref = frame.refs.get("source")
    source = ref.row if isinstance(ref, Ref) else -1
    if isinstance(effect, Discard):
        handles = payment.in_hand(state, seat)
    else:
        handles = sacrifice_candidates(state, source, seat, effect)
    around = Around(frame.cls.controller, frame.refs, frame.num, source)
    return handles, measure(state, around, effect.amount)


def frame_effect(state: State) -> Term:
    """The effect that a suspended frame waits in."""
    rest = state.rows[about(state)].cls.prop("rest", ())
    assert isinstance(rest, tuple)
    effect = rest[0]
    assert isinstance(effect, Term)
    return effect


def _pick(state: State, choice: Choice) -> Plan | Refusal:
    handles, wanted = pick_question(state)
    missing = wanted
    seen: set[int] = set()
    for handle, count in choice.picks:
        if handle not in handles or handle in seen:
            return refuse("pick", "that can't be chosen", "608.2d", "what the effect names")
        if less(count, 1, "608.2d") or less(state.rows[handle].n, count, "608.2d"):
            return refuse("pick", "not that many are there", "608.2d", "as many as there are")
        seen.add(handle)
        missing = missing - count
    if not is_zero(missing, "608.2d"):
        return refuse("pick", "not exactly as many as the effect asks for", "608.2d", "exactly as many as asked")
    return Plan()


def _keep(state: State, choice: Choice) -> Plan | Refusal:
    if choice.row not in legends_like(state, about(state)):
        return refuse("keep", "that is not one of the legends", "704.5j", "one of the legendary permanents")
    return Plan()


def _attack(state: State, choice: Choice) -> Plan | Refusal:
    return combat.check_attack(state, choice) or Plan()


def _block(state: State, choice: Choice) -> Plan | Refusal:
    return combat.check_block(state, choice) or Plan()


def _assign(state: State, choice: Choice) -> Plan | Refusal:
    return combat_damage.check_assign(state, choice) or Plan()


def _answer(state: State, choice: Choice) -> Plan | Refusal:
    """Whether an answer is one of those that the question allows."""
    asked_for = question_of(state)
    kind = asked_for.kind
    if kind in ("object", "objects"):
        return _picked(state, choice, asked_for.rows, asked_for.low, asked_for.high) or Plan()
    if kind == "number":
        fine = not less(choice.count, asked_for.low, "107.1") and not less(asked_for.high, choice.count, "107.1")
        return Plan() if fine else refuse("answer", "that number is not possible", "608.2d", "a number in the range")
    if kind == "pay":
        allowed = restricted_mana.usable_else(state, asked_for.seat)
        paid = settle_mana(state, asked_for.seat, demand(asked_for.words, asked_for.low), choice.pay, allowed)
        return paid if isinstance(paid, Refusal) else Plan()
    if kind == "mixed":
        total: Amount = 0
        for symbol, amount in choice.pay:
            if symbol not in asked_for.words or less(amount, 0, "106.4"):
                return refuse("mana-kind", f"{symbol} can't be added", "106.4", ", ".join(asked_for.words))
            total = total + amount
        fine = not less(total, asked_for.low, "106.4") and not less(asked_for.low, total, "106.4")
        return Plan() if fine else refuse("answer", "not exactly that much mana", "106.4", "as much as is added")
    if kind in ("type", "other type"):
        barred = asked_for.words if kind == "other type" else ()
        fine = _is_creature_type(state, choice.answer) and choice.answer not in barred
        return Plan() if fine else refuse("answer", "no creature type", "205.3m", "a creature type")
    if choice.answer not in asked_for.words:
        return refuse("answer", f"'{choice.answer}' is no answer", "608.2d", " or ".join(asked_for.words))
    return Plan()


def _is_creature_type(state: State, word: str) -> bool:
    """Whether a word is one creature type: of the rules, or printed on a creature card of this game (205.3e, 205.3m)."""
    return word in creature_types.NAMED or any(
        word in row.cls.proto.subtypes and word in CREATURE_TYPES
        for row in state.rows.values()
        if row.cls.proto is not None and "creature" in row.cls.proto.types
    )


def _picked(state: State, choice: Choice, rows: tuple[int, ...], low: Amount, high: Amount) -> Refusal | None:
    total: Amount = 0
    seen: set[int] = set()
    for handle, count in choice.picks:
        if handle not in rows or handle in seen:
            return refuse("pick", "that can't be chosen", "608.2d", "what the question names")
        if less(count, 1, "608.2d") or (
            state.rows[handle].cls.kind != "player"
            and asked_single(state)
            and less(state.rows[handle].n, count, "608.2d")
        ):
            return refuse("pick", "not that many are there", "608.2d", "as many as there are")
        seen.add(handle)
        total = total + count
    if less(total, low, "608.2d") or less(high, total, "608.2d"):
        return refuse("pick", "not as many as the question asks for", "608.2d", "as many as asked")
    return None


def asked_single(state: State) -> bool:
    """Whether an object may be chosen only as often as it is there (not so for targets of several copies)."""
    return question_of(state).text != "targets of the copies"


def _go_on(state: State, choice: Choice) -> Plan | Refusal:
    return Plan()


_CHECKS: Final[dict[str, Callable[[State, Choice], Plan | Refusal]]] = {
    choices.PASS: _pass,
    choices.ACTIVATE: _activate,
    choices.CAST: _cast,
    choices.PLAY: _play,
    choices.ORDER: _order,
    choices.TARGET: _target,
    choices.MAY: _may,
    choices.PICK: _pick,
    choices.KEEP: _keep,
    choices.ATTACK: _attack,
    choices.ANSWER: _answer,
    choices.GO_ON: _go_on,
    choices.BLOCK: _block,
    choices.ASSIGN: _assign,
}
