"""Small steps of combat for tests: declaring by sentences, fighting, passing on."""

from __future__ import annotations

from reiterate.oracle.compile import compile_card
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import Choice
from reiterate.rules.decisions.filling import covers
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider
from reiterate.rules.decisions.step import step
from reiterate.rules.decisions.verify import verify
from reiterate.rules.positions.identity import same
from reiterate.rules.positions.layout import Layout
from reiterate.script.sentence_passes import passes_of
from reiterate.script.sentences import read_sentence, say
from reiterate.state.json_form import state_from_json, state_to_json
from reiterate.state.model import State
from reiterate.state.normal_form import explode
from reiterate.terms.abilities import Keyword
from reiterate.terms.proto import Proto
from tests.support.boards import creature, play


def keyed(name: str, power: int, toughness: int, *words: str) -> Proto:
    """A creature with keywords."""
    return creature(name, power, toughness, *(Keyword(word) for word in words))


def combat(layout: Layout) -> State:
    """The position as attackers are declared."""
    return run(layout.done(), "all pass to declare attackers")


def run(state: State, *lines: str) -> State:
    """The state after these sentences; each choice reads back to itself."""
    for line in lines:
        read = read_sentence(state, line)
        assert not isinstance(read, Refusal), (line, read)
        if isinstance(read, Choice):
            state = once(state, read)
            continue
        rest = read
        while rest:
            found = passes_of(state, rest)
            assert not isinstance(found, Refusal), (line, found)
            if found is None:
                break
            choice, rest = found
            state = once(state, choice)
    return state


def once(state: State, choice: Choice) -> State:
    """One choice: it is legal, is among the options, and its line reads back to a choice alike."""
    assert verify(state, choice) is None, (choice, verify(state, choice))
    assert covers(state, options(state), choice)
    after = step(state, choice)[0]
    again = read_sentence(state, say(state, choice))
    assert isinstance(again, Choice), (say(state, choice), again)
    assert same(step(state, again)[0], after), say(state, choice)
    assert same(state_from_json(state_to_json(after)), after)
    return after


def answering(state: State, *lines: str) -> State:
    """The stack resolves up to a question that none of these lines answers; each of them answers one on the way, in turn."""
    rest = list(lines)
    while asked(state) != "priority" or state.stack:
        if asked(state) == "priority":
            state = play(state, Choice("pass", decider(state)))
        elif rest:
            state = run(state, rest.pop(0))
        else:
            break
    return state


def refused(state: State, line: str) -> tuple[str, str]:
    """Code and rule of a sentence's refusal."""
    read = read_sentence(state, line)
    found = verify(state, read) if isinstance(read, Choice) else read
    assert isinstance(found, Refusal), line
    return found.code, found.rule


def passed(state: State) -> State:
    """Both players pass once, or the stack resolves."""
    while asked(state) == "priority":
        now = state.game.prop("step")
        state = play(state, Choice("pass", decider(state)))
        if state.game.prop("step") != now:
            break
    return state


def struck(state: State) -> State:
    """On to the end of the combat damage step or to the next decision."""
    for _ in range(40):
        if asked(state) != "priority" or state.game.prop("step") == "endcombat":
            break
        state = play(state, Choice("pass", decider(state)))
    return state


def fight(mine: Proto, theirs: Proto | None, n: int = 1, *lines: str) -> State:
    """One attack by all of ``mine``, blocked by ``theirs`` where lines say so, after damage."""
    layout = Layout(2)
    layout.put(mine, 0, n=n)
    if theirs is not None:
        layout.put(theirs, 1)
    state = passed(run(combat(layout), "attack with everything"))
    return struck(run(state, *lines))


def both(layout: Layout, *lines: str) -> State:
    """The end of the lines played on groups; played exploded it is the same (law 3)."""
    state = layout.done()
    grouped = struck(run(state, *lines))
    apart = struck(run(explode(state), *lines))
    assert same(grouped, apart)
    return grouped


PROPAGANDA = (
    "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."
)


def written(name: str, text: str, type_line: str = "Enchantment", **more: str) -> Proto:
    """A card of this text, understood in full."""
    card = {"name": name, "type_line": type_line, "mana_cost": "{2}", "oracle_text": text, **more}
    made = compile_card(card)
    assert made.complete, made
    return made.proto
