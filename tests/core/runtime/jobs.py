"""Jobs of the tests' workers. Importable by a process without Django."""

import os
import sys
from pathlib import Path

from tests.support.waiting import wait_until


class Stubborn(Exception):
    """An exception that can be pickled but not unpickled."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one)


def add(one: int, two: int) -> int:
    return one + two


def about_me() -> tuple[int, int, bool]:
    """The process id, its nice value, and whether Django is loaded."""
    return os.getpid(), os.nice(0), "django" in sys.modules


def pid_as_hash(*_: object) -> str:
    return f"$argon2id${os.getpid()}"


def open_sockets() -> list[str]:
    """Sockets among the open files of this process."""
    links = [path for path in Path("/proc/self/fd").iterdir() if path.is_symlink()]
    return [name for link in links if (name := os.readlink(link)).startswith("socket:")]


def wait_for(path: str) -> str:
    """Return once there is a file of this name."""
    wait_until(lambda: os.path.exists(path), path)
    return path


def mark(path: str) -> None:
    Path(path).write_text("begun")


def die() -> None:
    os._exit(3)


def refuse() -> None:
    raise ValueError("no")


def refuse_stubbornly() -> None:
    raise Stubborn("no", "never")


def spin() -> None:
    while True:
        pass


def prepare() -> None:
    os.environ["PREPARED"] = "yes"


def prepared() -> str | None:
    return os.environ.get("PREPARED")
