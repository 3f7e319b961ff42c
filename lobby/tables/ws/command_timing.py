"""How long commands of sockets wait, and how long they take until they are answered."""

import asyncio
from collections.abc import Iterable, Sequence
from time import perf_counter
from typing import NamedTuple

from core.runtime import metrics, tracing
from core.runtime.tracing import Span
from lobby.tables.metrics import STAGES
from lobby.tables.play.play import Answer, PlayedAction

BATCH = metrics.histogram(
    "batch_commands", "Commands that share a transaction", buckets=(1, 2, 4, 8, 16, 32, 64)
)


class Waiting(NamedTuple):
    """A command in the queue, the future of its answer, and when it came (`perf_counter`)."""

    command: PlayedAction
    answer: asyncio.Future[Answer]
    came: float


def note_answers(
    waiting: Sequence[Waiting],
    answers: Sequence[Answer],
    began: float,
    stages: Iterable[Span | None],
) -> None:
    """Note commands that were answered just now, whose transaction began then.

    `stages` are traced, but for None and for what began before.
    """
    if not waiting:
        return
    now = perf_counter()
    BATCH.observe(len(waiting))
    for one, answer in zip(waiting, answers, strict=True):
        STAGES.observe(began - one.came, "wait")
        STAGES.observe(now - one.came, "total")
        if tracing.is_on():
            tracing.record(
                Span("action", one.came, now),
                [Span("wait", one.came, began), *(s for s in stages if s and s.began >= began)],
                {"outcome": answer.code or "accepted", "batch": len(waiting)},
            )
