"""Programs that do the same, measured in turns: what else the machine does falls on all of them."""

import time
from collections.abc import Callable, Mapping
from statistics import median

ROUNDS = 5


def in_turns(
    plays: Mapping[str, Callable[[], int]], rounds: int = ROUNDS
) -> dict[str, list[float]]:
    """Return the CPU microseconds an action of each program by round; a play returns how many."""
    took: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(rounds):
        for name, play in plays.items():
            start = time.process_time()
            actions = play()
            took[name].append(1e6 * (time.process_time() - start) / actions)
    return took


def told(took: Mapping[str, list[float]]) -> str:
    """Return a table: the median time of each, and how many times that of the first it is."""
    first, *_others = took.values()
    lines = []
    for name, each in took.items():
        times = sorted(one / ours for one, ours in zip(each, first, strict=True))
        factor = f"{median(times):7.1f} times ({times[0]:.1f} to {times[-1]:.1f})"
        lines.append(f"{name:34}{median(each):9.1f} us an action {factor}")
    return "\n".join(lines)
