"""Simulate for hours, or play one seed again: see `docs/simulation.md`.

python -m tests.simulation --hours 8
python -m tests.simulation --seed 1234 --seconds 60 --trace trace.txt
python -m tests.simulation --plant head_not_locked --seed 2 --seconds 20
"""

import argparse
import os
import sys
import time
from pathlib import Path


def main() -> int:
    """Run seed after seed; status 1 if a run found something, or missed a planted bug."""
    asked = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    asked.add_argument("--seed", type=int, default=1, help="the first seed")
    asked.add_argument("--seconds", type=float, default=60.0, help="virtual seconds of each run")
    asked.add_argument("--hours", type=float, default=0.0, help="how long; else one run")
    asked.add_argument("--plant", help="a bug of tests/simulation/planted.py")
    asked.add_argument("--trace", type=Path, help="write every step of the last run to this file")
    options = asked.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    import django

    django.setup()
    from django.conf import settings

    from tests.simulation import planted, world
    from tests.support import database

    plant = getattr(planted, options.plant) if options.plant else None
    name = settings.DATABASES["default"]["TEST"]["NAME"]
    database.create(name)
    until = time.perf_counter() + options.hours * 3_600
    seed, hands, bad = options.seed, 0, 0
    try:
        while True:
            run = world.run(seed, seconds=options.seconds, plant=plant)
            hands += run.hands
            bad += bool(run.found)
            print(run, flush=True)
            if options.trace:
                options.trace.write_text(
                    "".join(f"{at} {who} {did}\n" for at, who, did in run.trace)
                )
            if time.perf_counter() >= until:
                break
            seed += 1
    finally:
        database.drop(name)
    print(f"{seed - options.seed + 1} runs, {hands} hands, {bad} with findings")
    return int(bool(bad) != (plant is not None))


if __name__ == "__main__":
    sys.exit(main())
