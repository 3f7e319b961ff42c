"""How the processes of one machine share its cores.

A web process and its PostgreSQL wait for each other hundreds of times a second. Linux lets a
process that has got what it waited for interrupt the one that runs, which then loses its place in
the core's caches. With the policy SCHED_BATCH it waits until a core is free or its turn comes: at
50 tables of full speed 12 to 19 % more actions, and shorter latencies (decision 30). On a machine
with free cores this changes nothing.
"""

import os
from contextlib import suppress

CHRT = ("chrt", "--batch", "0")
"""The command that starts another one so; of util-linux."""


def interrupt_nobody() -> None:
    """Use SCHED_BATCH for this process, its later threads and children, where there is one."""
    with suppress(AttributeError, OSError):  # not Linux, or not allowed
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
