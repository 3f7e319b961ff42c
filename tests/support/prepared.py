"""State folders with a migrated cluster: initdb and migrations take ten seconds, a copy a tenth.

The cluster is made once from the current code, as the template of the test databases is
(`tests.support.database`), and kept beside the services of the tests.
"""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from django.conf import settings

from config.embedded import services
from config.embedded.binaries import Account, ServiceFolder
from tests.support.database import digest

ROOT = Path(__file__).resolve().parent.parent.parent
HIDDEN = ("DATABASE_URL", "VALKEY_URL", "OWNER_DATABASE_URL", "DJANGO_SETTINGS_MODULE")
"""Variables that would lead a platform of a test's own to other servers."""
PARTS = ("postgres", "secret_key")


def fill(folder: Path) -> None:
    """Give the new state folder `folder` a stopped cluster with the database, migrated.

    And the secret of the platform that migrated it, whose key the database has published.
    """
    store = Path(settings.DATA_DIR) / "prepared"
    store.mkdir(parents=True, exist_ok=True)
    made = store / digest()
    with (store / "making.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            for older in store.glob("*/"):
                shutil.rmtree(older)
            _make(made)
    for name in PARTS:
        _copy(made / name, folder / name)


def _make(made: Path) -> None:
    # Not in the store: its parents may be closed to the account the servers use when we are root.
    root = Path(tempfile.gettempdir()) / f"cards-prepared-{os.getpid()}"
    folder = root / "state"
    folder.mkdir(parents=True)
    try:
        environment = {k: v for k, v in os.environ.items() if k not in HIDDEN}
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity=0"],
            cwd=ROOT,
            env=environment | {"CARDHOUSE_DATA": str(folder)},
            check=True,
        )
        services.stop(ServiceFolder(folder, folder / "run", Account(), durable=True))
        part = made.with_name("part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        for name in PARTS:
            _copy(folder / name, part / name)
        part.rename(made)
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _copy(source: Path, target: Path) -> None:
    """Copy with owners and modes, which PostgreSQL checks."""
    subprocess.run(["cp", "-a", str(source), str(target)], check=True)
