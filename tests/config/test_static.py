"""Static files as production names them: every address in every module leads to a file."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from config.static import ManifestStorage

STATEMENT = re.compile(
    r"""^(?:import|export)\b[^;'"]*?['"](\.[^'"]+)['"]|import\(['"](\.[^'"]+)['"]\)""", re.MULTILINE
)
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


class Named(ManifestStorage):
    """The storage of production without its compressed copies, which take long."""

    def compress_files(self, paths):
        return iter(())


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("static")
    with override_settings(
        STATIC_ROOT=root,
        STORAGES={"staticfiles": {"BACKEND": f"{__name__}.Named"}},
        STATICFILES_FINDERS=["django.contrib.staticfiles.finders.FileSystemFinder"],
    ):
        call_command("collectstatic", interactive=False, verbosity=0)
    return root


def test_modules_import_modules_by_their_content(collected: Path):
    modules = [file for file in (collected / "js").rglob("*.js") if HASHED.search(file.name)]
    assert len(modules) > 60
    for module in modules:
        for static, dynamic in STATEMENT.findall(module.read_text()):
            target = static or dynamic
            assert HASHED.search(target), (module.name, target)
            assert (module.parent / target).is_file(), (module.name, target)


def test_styles_name_pictures_by_their_content(collected: Path):
    style = next((collected / "css").glob("rules.????????????.css")).read_text()
    (felt, *_more) = re.findall(r'url\("\.\./img/(felt[^"]+)"\)', style)
    assert re.fullmatch(r"felt\.[0-9a-f]{12}\.svg", felt)
    assert (collected / "img" / felt).is_file()
