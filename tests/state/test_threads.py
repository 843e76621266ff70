"""Classes are interned once, also where several threads meet the same one at the same time."""

from __future__ import annotations

import sys
import threading

from reiterate.state.model import BATTLEFIELD, Class, make_class


def test_threads_that_meet_a_class_at_the_same_time_have_the_same_object() -> None:
    slice_of_time = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    found: list[list[Class]] = [[] for _ in range(4)]
    start = threading.Barrier(4)

    def make(own: list[Class]) -> None:
        start.wait()
        own += [make_class("card", BATTLEFIELD, props=((f"thread test {number}", number),)) for number in range(300)]

    try:
        threads = [threading.Thread(target=make, args=(own,)) for own in found]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(slice_of_time)
    assert all(one is other for own in found[1:] for one, other in zip(own, found[0], strict=True))
