"""Static files with production's names: every URL in every module leads to a file."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from config.static import ManifestStorage, bundle

STATEMENT = re.compile(
    r"""^(?:import|export)\b[^;'"]*?['"](\.[^'"]+)['"]|import\(['"](\.[^'"]+)['"]\)""", re.MULTILINE
)
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


class Named(ManifestStorage):
    """Production's storage without compressed copies, which take long."""

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


@pytest.mark.slow
def test_modules_import_modules_by_their_content(collected: Path):
    modules = [file for file in (collected / "js").rglob("*.js") if HASHED.search(file.name)]
    assert len(modules) > 60
    for module in modules:
        for static, dynamic in STATEMENT.findall(module.read_text()):
            target = static or dynamic
            assert HASHED.search(target), (module.name, target)
            assert (module.parent / target).is_file(), (module.name, target)


def test_styles_reference_images_by_their_content(collected: Path):
    style = next((collected / "css").glob("rules.????????????.css")).read_text()
    (felt, *_more) = re.findall(r'url\("\.\./img/(felt[^"]+)"\)', style)
    assert re.fullmatch(r"felt\.[0-9a-f]{12}\.svg", felt)
    assert (collected / "img" / felt).is_file()


def test_a_list_of_stylesheets_becomes_one_file(collected: Path):
    for name in ("site", "table", "dou_dizhu", "rules"):
        (sheet,) = (collected / "css").glob(f"{name}.????????????.css")
        text = sheet.read_text()
        assert "@import" not in text
        source = (Path(__file__).resolve().parents[2] / f"static/css/{name}.css").read_text()
        for part in re.findall(r'@import "([^"]+)"', source):
            owns = (sheet.parent / part).read_text().partition("*/")[0]
            assert owns in text, part
        for address in re.findall(r'url\("([^"]+)"\)', text):
            assert (sheet.parent / address).is_file(), address
            assert re.search(r"\.[0-9a-f]{12}\.svg$", address), address


def test_a_bundle_keeps_the_order_and_rewrites_urls():
    sheets = {
        "css/a.css": '/* A. */\n@import "parts/b.css";\n@import "c.css";\n',
        "css/parts/b.css": 'b { background: url("../../img/b.svg") }\n',
        "css/c.css": 'c { background: url("../img/c.svg"), url("data:image/gif,x") }\n',
    }
    assert bundle("css/a.css", sheets.__getitem__) == (
        '/* A. */\nb { background: url("../img/b.svg") }\n'
        'c { background: url("../img/c.svg"), url("data:image/gif,x") }\n'
    )
