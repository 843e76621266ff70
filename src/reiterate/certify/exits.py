"""Ways out of a loop for certificates: another answer, and all courses behind it in which nobody acts.

In a loop with actions none of these may be possible on the way or behind it. In a loop that passes
on an empty stack, only the end of the game leads out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from reiterate.certify.certificate_steps import choice_json
from reiterate.certify.chain import found_again
from reiterate.certify.form import stated_choices
from reiterate.certify.keeping_up import kept_up_by
from reiterate.check.certificate import Accepted
from reiterate.kinds.answers import ACTIONS, DECLARATIONS, Unknown, act_of, acts, answers, declining
from reiterate.kinds.choice_segments import ChoicePoint, choice_points, choice_segments_of
from reiterate.loops.loop import Loop
from reiterate.refusals import Unsupported
from reiterate.rules.access.choice import PASS, Choice, Option
from reiterate.rules.access.state_access import number_prop, seats
from reiterate.rules.decisions.options import options
from reiterate.rules.decisions.pending import asked, decider, over_text
from reiterate.rules.decisions.step import step
from reiterate.state.model import State
from reiterate.state.properties import PASSES

#: Choices behind an answer up to the way out.
LONGEST: Final = 100


class WaysOut:
    """Looks for ways out of a loop with these places."""

    __slots__ = ("left", "passing", "taken")

    def __init__(self, places: Iterable[ChoicePoint], more: Iterable[ChoicePoint]) -> None:
        found = [*places, *more]
        self.taken = [act_of(p.state, p.choice) for p in found if acts(p.state, p.choice)]
        self.passing = any(p.choice.verb == PASS and not p.state.stack for p in found)
        self.left = 0  # how many choices more all courses may have together

    def at(self, place: ChoicePoint) -> list[Any] | None:
        """Another answer at a place and what follows it, up to the way out of the loop, as a certificate writes it.

        None where no answer is seen to lead out.
        """
        try:
            for answer in answers(place.state):
                self.left = LONGEST
                play = None if answer == place.choice else self._followed(place.state, answer)
                if play is not None:
                    return play
        except (Unknown, Unsupported):
            pass
        return None

    def _followed(self, state: State, answer: Choice) -> list[Any] | None:
        """The way from an answer on."""
        play: list[Any] = [choice_json(answer)]
        if self._goes_on(state):
            return None
        state = step(state, answer)[0]
        while self.left > 0:
            self.left -= 1
            if asked(state) == "over":
                return play
            if self._goes_on(state):
                return None
            nothing = declining(state)
            if asked(state) == "priority":
                if not state.stack and not self.passing:
                    return None if self._goes_on_behind(state) else play
                choice = Choice(PASS, decider(state), over=over_text(state))
            elif nothing is not None:
                choice = nothing
            else:
                ways = answers(state)
                if len(ways) != 1:
                    each = [way for other in ways if (way := self._followed(state, other)) is not None]
                    return [*play, {"each": each}] if len(each) == len(ways) else None
                choice = ways[0]
            play.append(choice_json(choice))
            state = step(state, choice)[0]
        return None

    def _goes_on(self, state: State) -> bool:
        """Whether an action of the loop could be taken."""
        return bool(self.taken) and any(act_of(state, option) in self.taken for option in _actions(state))

    def _goes_on_behind(self, state: State) -> bool:
        """The same of all who get priority on an empty stack before everybody has passed."""
        while not self._goes_on(state):
            if number_prop(state.game, PASSES) + 1 >= len(seats(state)):
                return False
            state = step(state, Choice(PASS, decider(state), over=over_text(state)))[0]
        return True


def _actions(state: State) -> list[Option]:
    return [o for o in options(state) if o.verb in DECLARATIONS or (o.verb in ACTIONS and o.index >= 0)]


# --- in a certificate ---


def with_exits(value: dict[str, Any], loop: Loop) -> tuple[str, Accepted] | None:
    """The certificate with a play for each choice that leads out of the loop by another answer.

    In: ``value``, the certificate as data, which is changed; the loop that it is of. Out: its text, and what the checker
    says of that text. None where no other answer is shown to lead out, or the checker refuses.
    """
    again = found_again(loop, value["start"])
    if again.extend(None) is not None:
        return None
    stated = stated_choices(value)
    begun = [
        next((p for p in choice_segments_of(again)[0] if p.loop_segment is segment), None) for segment in again.segments
    ]
    if len(begun) != len(stated):
        return None
    every = [place for piece in choice_segments_of(again)[0] for place in choice_points(piece, loop.reader)]
    keepers = {place.choice.player for place in every if acts(place.state, place.choice)}
    for one, piece in zip(stated, begun, strict=True):
        if one == "unknown" or piece is None:
            continue
        found = list(choice_points(piece, loop.reader))
        if len(found) != len(one["roles"]):
            continue  # several periods are written as one
        ways = WaysOut(found, every)
        for at, place in enumerate(found):
            play = ways.at(place) if one["roles"][at] == "unknown" else None
            if play is not None:
                one["roles"][at] = "leaves"
                one["leaves"].append({"place": at, "play": play})
                keepers.add(place.choice.player)
    if not any(one != "unknown" and one["leaves"] for one in stated):
        return None
    return kept_up_by(value, keepers)
