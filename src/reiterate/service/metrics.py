"""What is measured, in the text format that Prometheus reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Final

#: The bounds of the buckets of times, in seconds.
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)

_Labels = tuple[tuple[str, str], ...]


class Metrics:
    """Counters, times and gauges. All label values come from closed sets: addresses of the API, codes, states."""

    def __init__(self) -> None:
        self.counted: dict[str, dict[_Labels, float]] = defaultdict(lambda: defaultdict(float))
        self.times: dict[str, dict[_Labels, list[float]]] = defaultdict(dict)
        self.gauges: dict[str, Callable[[], Mapping[str, float]]] = {}
        self.help: dict[str, str] = {}

    def count(self, name: str, meaning: str, /, **labels: str) -> None:
        """One more."""
        self.help[name] = meaning
        self.counted[name][tuple(sorted(labels.items()))] += 1

    def time(self, name: str, meaning: str, seconds: float, /, **labels: str) -> None:
        """Something took so many seconds."""
        self.help[name] = meaning
        row = self.times[name].setdefault(tuple(sorted(labels.items())), [0.0] * (len(BUCKETS) + 2))
        for i, bound in enumerate(BUCKETS):
            row[i] += seconds <= bound
        row[-2] += 1
        row[-1] += seconds

    def gauge(self, name: str, meaning: str, read: Callable[[], Mapping[str, float]]) -> None:
        """Something that is asked for when it is wanted: values by the label ``state``."""
        self.help[name] = meaning
        self.gauges[name] = read

    def text(self) -> str:
        """All of it."""
        lines: list[str] = []
        for name, rows in sorted(self.counted.items()):
            lines += self._head(name, "counter")
            lines += [f"{name}{_labels(labels)} {value:g}" for labels, value in sorted(rows.items())]
        for name, times in sorted(self.times.items()):
            lines += self._head(name, "histogram")
            for labels, row in sorted(times.items()):
                bounds = [*(f"{bound:g}" for bound in BUCKETS), "+Inf"]
                lines += [
                    f"{name}_bucket{_labels((*labels, ('le', le)))} {n:g}" for le, n in zip(bounds, row, strict=False)
                ]
                lines += [f"{name}_sum{_labels(labels)} {row[-1]:g}", f"{name}_count{_labels(labels)} {row[-2]:g}"]
        for name, read in sorted(self.gauges.items()):
            lines += self._head(name, "gauge")
            lines += [f"{name}{_labels((('state', state),))} {value:g}" for state, value in sorted(read().items())]
        return "".join(f"{line}\n" for line in lines)

    def _head(self, name: str, kind: str) -> list[str]:
        return [f"# HELP {name} {self.help[name]}", f"# TYPE {name} {kind}"]


def _labels(labels: _Labels) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
