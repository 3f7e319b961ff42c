"""Pin container images and CI actions by digest: scripts/digests.py, or --check to list the rest.

A tag can be moved to something else; a digest cannot. `name:tag` becomes `name:tag@sha256:...` and
`owner/action@v4` becomes `owner/action@<commit> # v4`. Run again, it takes what the tags name now.
Needs docker, git and the network.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMAGES = {
    "Dockerfile": r"^FROM (\S+)",
    "docker-compose.yml": r"^ +image: (\S+)",
    ".gitlab-ci.yml": r"^ +image: (\S+)",
    ".woodpecker.yml": r"^ +image: (\S+)",
}
OWN = "cardhouse"
"""The image that is built here."""
ACTIONS = re.compile(r"(uses: )([\w./-]+)@(\S+)(?: # (\S+))?")


def digest_of(image: str) -> str:
    """The digest that a tag names now. Raises `CalledProcessError`."""
    command = ["docker", "buildx", "imagetools", "inspect", image]
    return _said(*command, "--format", "{{.Manifest.Digest}}").strip()


def commit_of(action: str, tag: str) -> str:
    """The commit that a tag of an action names now. Raises `CalledProcessError`."""
    refs = _said("git", "ls-remote", f"https://github.com/{action}", f"refs/tags/{tag}*")
    found = {name: commit for commit, name in map(str.split, refs.splitlines())}
    name = f"refs/tags/{tag}"
    return (
        found.get(f"{name}^{{}}") or found[name]
    )  # a tag with a message of its own, or a plain one


def _said(*command: str) -> str:
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def pinned_images(text: str, pattern: str) -> str:
    """The text with each image by tag and digest."""

    def pin(line: re.Match[str]) -> str:
        image = line[1].partition("@")[0]
        return line[0] if image == OWN else line[0].replace(line[1], f"{image}@{digest_of(image)}")

    return re.sub(pattern, pin, text, flags=re.MULTILINE)


def pinned_actions(text: str) -> str:
    """The text with each action by commit, its tag behind it."""

    def pin(use: re.Match[str]) -> str:
        begin, action, version, tag = use.groups()
        tag = tag or version
        return f"{begin}{action}@{commit_of(action, tag)} # {tag}"

    return ACTIONS.sub(pin, text)


def unpinned() -> list[str]:
    """Every image and action that is named by a tag alone, with its file."""
    found = []
    for name, pattern in IMAGES.items():
        for image in re.findall(pattern, (ROOT / name).read_text(), re.MULTILINE):
            if image != OWN and not re.search(r"@sha256:[0-9a-f]{64}$", image):
                found.append(f"{name}: {image}")
    for path in sorted((ROOT / ".github/workflows").glob("*.yml")):
        for _begin, action, version, _tag in ACTIONS.findall(path.read_text()):
            if not re.fullmatch(r"[0-9a-f]{40}", version):
                found.append(f".github/workflows/{path.name}: {action}@{version}")
    return found


def main() -> int:
    """Pin everything, or with `--check` only list what is not pinned; the exit status."""
    if sys.argv[1:] != ["--check"]:
        try:
            for name, pattern in IMAGES.items():
                path = ROOT / name
                path.write_text(pinned_images(path.read_text(), pattern))
            for path in (ROOT / ".github/workflows").glob("*.yml"):
                path.write_text(pinned_actions(path.read_text()))
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"digests.py: {error}", file=sys.stderr)
            return 1
    rest = unpinned()
    print("\n".join(rest) or "Everything is pinned by digest.")
    return bool(rest)


if __name__ == "__main__":
    sys.exit(main())
