"""Images and actions are pinned by digest, whatever stood there before."""

from pathlib import Path

import pytest

from scripts import digests

DIGEST, COMMIT = "sha256:" + "a" * 64, "b" * 40


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files with images and actions, and registries that answer."""
    for name in (*digests.IMAGES, ".github/workflows/ci.yml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((digests.ROOT / name).read_text())
    monkeypatch.setattr(digests, "ROOT", tmp_path)
    monkeypatch.setattr(digests, "digest_of", lambda _image: DIGEST)
    monkeypatch.setattr(digests, "commit_of", lambda _action, _tag: COMMIT)
    monkeypatch.setattr(digests.sys, "argv", ["digests.py"])
    return tmp_path


def test_everything_is_pinned_and_can_be_pinned_anew(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        assert digests.main() == 0
        text = "".join(path.read_text() for path in copy.rglob("*") if path.is_file())
        assert text.count(DIGEST) >= 8
        assert f"uses: actions/checkout@{COMMIT} # v4" in text
        assert f"postgres:18@{DIGEST}\n" in text
        assert f"FROM node:24-slim@{DIGEST} AS bundles" in text
        assert "image: cardhouse\n" in text
        assert digests.unpinned() == []
    dockerfile = copy / "Dockerfile"
    dockerfile.write_text(dockerfile.read_text().replace(f"node:24-slim@{DIGEST}", "node:25"))
    assert digests.unpinned() == ["Dockerfile: node:25"]
    monkeypatch.setattr(digests.sys, "argv", ["digests.py", "--check"])
    assert digests.main() == 1


def test_without_a_registry_nothing_is_invented(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_image: str) -> str:
        raise OSError("no route to host")

    monkeypatch.setattr(digests, "digest_of", away)
    before = (copy / "Dockerfile").read_text()
    assert digests.main() == 1
    assert (copy / "Dockerfile").read_text() == before
