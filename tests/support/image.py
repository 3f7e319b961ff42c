"""The steps of the Dockerfile, run in a folder where no container engine is.

Each stage is a folder; absolute paths of the image are paths in it. Programs are those of this
machine, so what a base image lacks is not noticed, and steps that need root are left out.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = ("useradd ",)
"""Steps that only root may run."""
_PATHS = re.compile(r"(?<![\w./-])/(?=app\b|venv\b|tmp\b)")


@dataclass
class Stage:
    """One stage of the image: its folder, its working directory and its environment."""

    folder: Path
    workdir: str = "/"
    environment: dict[str, str] = field(default_factory=dict)

    def at(self, path: str) -> Path:
        """The place of a path of the image."""
        return self.folder / os.path.join(self.workdir, path).lstrip("/")

    def run(self, command: str) -> str:
        """The output of a command in this stage. Raises `AssertionError` with it on failure."""
        bin_of_tests = Path(sys.executable).parent
        named = {name: self._inside(value) for name, value in self.environment.items()}
        path = f"{bin_of_tests}:{os.environ['PATH']}"
        if "PATH" in named:
            path = named["PATH"].replace("$PATH", path)
        self.at("").mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            ["/bin/sh", "-euc", self._inside(command)],
            cwd=self.at(""),
            env={"HOME": str(self.folder), **named, "PATH": path, **_REGISTRIES},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}"
        return done.stdout

    def _inside(self, text: str) -> str:
        return _PATHS.sub(f"{self.folder}/", text)


_REGISTRIES = {
    name: value
    for name, value in os.environ.items()
    if name.lower().startswith(("pip_", "npm_config_", "http", "no_proxy"))
}
"""How packages are found from this machine."""


def build(folder: Path) -> tuple[Stage, list[str]]:
    """Run every step of the Dockerfile below `folder`: the last stage, and the steps left out."""
    context = _context(folder / "context")
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    stages: dict[str, Stage] = {}
    stage, left_out = Stage(folder), []
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "FROM":
            name = rest.split(" AS ")[1] if " AS " in rest else "last"
            stage = stages[name] = Stage(folder / name)
            stage.at("/tmp").mkdir(parents=True)
        elif word == "WORKDIR":
            stage.workdir = rest
            stage.at("").mkdir(parents=True, exist_ok=True)
        elif word == "ENV":
            stage.environment.update(pair.split("=", 1) for pair in rest.split())
        elif word == "COPY":
            _copy(rest, stage, stages, context)
        elif word == "RUN" and rest.startswith(LEFT_OUT):
            left_out.append(rest)
        elif word == "RUN":
            stage.run(rest)
    return stage, left_out


def _context(folder: Path) -> Path:
    """The build context: files of git, without those that .dockerignore names."""
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.split("\0")
    ignored = {line.strip("/") for line in (ROOT / ".dockerignore").read_text().split()}
    for name in filter(None, names):
        if name.partition("/")[0] not in ignored and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def _copy(rest: str, stage: Stage, stages: dict[str, Stage], context: Path) -> None:
    *sources, target = rest.split()
    origin = None
    if sources[0].startswith("--from="):
        origin = stages[sources.pop(0).removeprefix("--from=")]
    for source in sources:
        found = origin.at(source) if origin else context / source
        place = stage.at(target)
        if found.is_dir():
            shutil.copytree(found, place, symlinks=True, dirs_exist_ok=True)
        else:
            place = place / found.name if target.endswith("/") else place
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(found, place)
