"""Time and chance from the seed, wherever the platform asks for them."""

import datetime
import os
import random
import sys
import time
import types
import uuid
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from lobby.tables.ws import room, room_chat, step_frames
from tests.simulation.database import EPOCH_S
from tests.simulation.scheduler import Scheduler


def replace(patch: Callable[[Any, str, Any], None], scheduler: Scheduler, seed: int) -> None:
    """Let clocks tell virtual time and random numbers come from the seed.

    `patch` is `MonkeyPatch.setattr`.
    """
    chance = random.Random(f"chance {seed}")

    def seconds() -> float:
        return EPOCH_S + scheduler.now + scheduler.clock_skew()

    def now(tz: Any = None) -> datetime.datetime:
        return datetime.datetime.fromtimestamp(seconds(), tz)

    class Clock(datetime.datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return now(tz)

    module = types.SimpleNamespace(**{**vars(datetime), "datetime": Clock})
    patch(time, "time", seconds)
    patch(time, "monotonic", lambda: scheduler.now + 1_000.0)
    patch(timezone, "now", lambda: now(datetime.UTC))
    patch(room, "datetime", Clock)
    patch(room_chat, "datetime", Clock)
    patch(step_frames, "datetime", module)
    patch(os, "urandom", chance.randbytes)
    patch(random, "_urandom", chance.randbytes)
    for name in ("secrets", "uuid"):
        assert name in sys.modules
    patch(uuid, "uuid1", lambda *_: uuid.UUID(bytes=chance.randbytes(16), version=4))
