"""Kinds of loops made by hand: what policies ask of a loop, without the loop."""

from __future__ import annotations

from collections.abc import Sequence

from reiterate.kinds.kinds import ACTS, AT, NEVER, UNKNOWN, Ending, Kept, Kernel, Kind, Possible, Statement


def made(
    keepers: tuple[int, ...] = (),
    *,
    players: int = 2,
    active: int = 0,
    ends: str = NEVER,
    across_turns: bool = False,
    recurs: bool = False,
    read: str = "",
    unknown: str = "",
    could_act: Sequence[int] = (),
    role: str = ACTS,
) -> Kind:
    """A kind of loop. ``keepers`` stand in turn order from the active player; ``could_act``: who could do more."""
    order = tuple((active + seat) % players for seat in range(players))
    return Kind(
        keepers=keepers,
        unknown=unknown,
        across_turns=across_turns,
        within_resolution=False,
        recurs=recurs,
        involved=keepers or (active,),
        in_draw=tuple(range(players)),
        ending=Ending(ends, 20 if ends == AT else 0, 1, "", "a budget" if ends == UNKNOWN else "", ""),
        determined=not read,
        read=read,
        statements=tuple(Statement(1, None, 0, 1, seat, "a choice", role, 2, "") for seat in keepers),
        could_act=tuple(Possible(1, None, seat, "an action", False, "") for seat in could_act),
        open=(),
        order=order,
        unseen="",
        kernels=(Kernel(tuple(Kept(seat, "a choice", role == ACTS) for seat in keepers)),),
    )
