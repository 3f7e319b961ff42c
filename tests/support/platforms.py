"""Commands of separate platforms, each with a cluster of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.support.prepared import HIDDEN

ROOT = Path(__file__).resolve().parents[2]


class Platform:
    """Separate clusters, by folder; all have the same keys."""

    def __init__(self, root: Path, **settings: str) -> None:
        self.root, self.settings = root, settings

    def manage(self, folder: str, *arguments: str) -> str:
        environment = {k: v for k, v in os.environ.items() if k not in HIDDEN}
        environment |= {"CARDHOUSE_DATA": str(self.root / folder), "SECRET_KEY": "k3y" * 20}
        environment |= self.settings
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def states(self, folder: str, *scripts: str) -> list[list[object]]:
        """Run scripts in order in one process; returns the output of each STATE among them."""
        said = self.manage(folder, "shell", "--no-imports", "-c", "\n".join(scripts))
        received = [line for line in said.splitlines() if line.startswith("STATE ")]
        return [json.loads(line.removeprefix("STATE ")) for line in received]
