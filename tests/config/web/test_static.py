"""Static files with production's names: every URL in every module leads to a file."""

import os
import re
import time
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from config.web.static import StaticFiles, bundle, keep

STATEMENT = re.compile(
    r"""^(?:import\b[^;'"]*?|export\b[^;'"]*?\bfrom )['"](\.[^'"]+)['"]|"""
    r"""import\(['"](\.[^'"]+)['"]\)""",
    re.MULTILINE,
)
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("static")
    with override_settings(
        STATIC_ROOT=root,
        STORAGES={"staticfiles": {"BACKEND": "tests.support.named_files.Named"}},
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
    (dealer_table, *_more) = re.findall(r'url\("\.\./img/(felt[^"]+)"\)', style)
    assert re.fullmatch(r"felt\.[0-9a-f]{12}\.svg", dealer_table)
    assert (collected / "img" / dealer_table).is_file()


def test_a_list_of_stylesheets_becomes_one_file(collected: Path):
    for name in ("site", "table", "dou_dizhu", "rules"):
        (sheet,) = (collected / "css").glob(f"{name}.????????????.css")
        text = sheet.read_text()
        assert "@import" not in text
        source = (Path(__file__).resolve().parents[3] / f"static/css/{name}.css").read_text()
        for part in re.findall(r'@import "([^"]+)"', source):
            owns = (sheet.parent / part).read_text().partition("*/")[0]
            assert owns in text, part
        for address in re.findall(r'url\("([^"]+)"\)', text):
            assert (sheet.parent / address).is_file(), address
            assert re.search(r"\.[0-9a-f]{12}\.(svg|woff2)$", address), address


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


OLD, NEW, SAME = "js/a.0123456789ab.js", "js/a.ba9876543210.js", "bundles/chunk-Xy_1.js"
DAY_S = 86_400


def release_of(folder: Path, *names: str) -> Path:
    for name in (*names, "js/a.js", "staticfiles.json"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"// {name}")
    return folder


def kept_in(folder: Path) -> set[str]:
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    return {name for name in files if not name.startswith(".")}


def test_files_of_a_release_are_kept_for_a_day_after_the_next(tmp_path: Path):
    kept = tmp_path / "kept"
    first = release_of(tmp_path / "1", OLD, f"{OLD}.gz", SAME)
    second = release_of(tmp_path / "2", NEW, SAME)
    assert keep(first, kept, seconds=DAY_S) == (3, 0)
    for name in kept_in(kept):  # the first release was there for a month
        os.utime(kept / name, (0, time.time() - 30 * DAY_S))
    assert keep(first, kept, seconds=DAY_S) == (0, 0)
    assert keep(second, kept, seconds=DAY_S) == (1, 0)
    assert kept_in(kept) == {OLD, f"{OLD}.gz", NEW, SAME}
    for name in (OLD, f"{OLD}.gz"):
        os.utime(kept / name, (0, time.time() - DAY_S - 1))
    assert keep(second, kept, seconds=DAY_S) == (0, 2)
    assert kept_in(kept) == {NEW, SAME}


def test_a_folder_for_kept_files_must_be_set(settings):
    settings.STATIC_KEPT = None
    with pytest.raises(CommandError, match="STATIC_KEPT"):
        call_command("keep_static")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (OLD, 200),
        ("js/missing.0123456789ab.js", 404),
        (".release.json", 404),
        ("../secret.txt", 404),
        ("js/../../secret.txt", 404),
        ("js", 404),
    ],
)
async def test_pages_of_the_release_before_find_their_modules(
    tmp_path: Path, settings, path: str, status: int
):
    settings.STATIC_KEPT = tmp_path / "kept"
    keep(release_of(tmp_path / "1", OLD), settings.STATIC_KEPT, seconds=DAY_S)
    (tmp_path / "secret.txt").write_text("a secret")

    async def rest(_request):
        return HttpResponse(status=404)

    request = RequestFactory().get("/static/x")
    request.path_info = f"/static/{path}"
    response = await StaticFiles(rest)(request)
    assert response.status_code == status
    if status == 200:
        assert "javascript" in response["Content-Type"]
        assert b"".join([chunk async for chunk in response]) == f"// {OLD}".encode()
