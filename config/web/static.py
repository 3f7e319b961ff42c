"""Static files: an asynchronous WhiteNoise, and the storage that adds content hashes to names."""

import asyncio
import json
import posixpath
import re
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase
from typing_extensions import override
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

HASHED = re.compile(r"\.[0-9a-f]{12}\.[^/]+$")
CURRENT = ".release.json"
"""The names of the present release's files, in the folder of kept ones."""


def _statement(before: str) -> str:
    return rf"""(?m)(?P<matched>^{before}['"](?P<url>[./][^'"]*)['"]\s*;)"""


_IMPORT = re.compile(r"""(?m)^@import "(?P<url>[^"]+)";\n""")
_ADDRESS = re.compile(r"""url\("(?P<url>[^":]+)"\)""")


def bundle(name: str, read: Callable[[str], str]) -> str:
    """The stylesheet `name` with every imported sheet in place of its import.

    `read` returns the text of a sheet by name. Names are paths below the static root; URLs in an
    imported sheet are rewritten relative to `name`.
    """
    home = posixpath.dirname(name)

    def inline(match: re.Match[str]) -> str:
        part = posixpath.normpath(posixpath.join(home, match["url"]))
        folder = posixpath.dirname(part)

        def moved(address: re.Match[str]) -> str:
            target = posixpath.join(folder, address["url"])
            return f'url("{posixpath.relpath(target, home)}")'

        return _ADDRESS.sub(moved, bundle(part, read))

    return _IMPORT.sub(inline, read(name))


class ManifestStorage(CompressedManifestStaticFilesStorage):
    """Names with content hashes, also inside `import` statements of ES modules."""

    # Django's own patterns for modules match across statements and in comments, and then replace a
    # name twice. Here a statement must begin its line.
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "*.js",
            (
                (
                    _statement(r"import(?P<what>[\s{*][^;'\"]*?)\bfrom\s*"),
                    'import%(what)sfrom "%(url)s";',
                ),
                (
                    _statement(r"export(?P<what>[\s{*][^;'\"]*?)\bfrom\s*"),
                    'export%(what)sfrom "%(url)s";',
                ),
                (_statement(r"import\s*"), 'import "%(url)s";'),
                (r"""(?P<matched>import\(["'](?P<url>[^"']*)["']\))""", 'import("%(url)s")'),
            ),
        ),
    )
    bundles = "bundles/"
    """The folder of files that have the hash of their content in their name already."""
    max_post_process_passes = 12
    """One pass for each level of the longest import chain; the client has more than five."""

    @override
    def stored_name(self, name: str) -> str:
        """The name with a hash of the content; bundles keep theirs, because they go in circles."""
        if name.startswith(self.bundles):
            return name
        stored: str = super().stored_name(name)
        return stored

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Bundle each of our lists of stylesheets, then hash and compress everything."""

        def read(name: str) -> str:
            storage, path = paths[name]
            with storage.open(path) as file:
                text: str = file.read().decode()
            return text

        if not dry_run:
            lists = [
                name for name in paths if name.startswith("css/") and _IMPORT.search(read(name))
            ]
            for name, text in {name: bundle(name, read) for name in lists}.items():
                Path(self.path(name)).write_text(text, "utf-8")
                paths[name] = (self, name)  # the bundle is hashed and compressed
        bundles = [name for name in paths if name.startswith(self.bundles)]
        others = {name: paths[name] for name in paths if name not in bundles}
        yield from super().post_process(others, dry_run, **options)
        if not dry_run:
            for name, compressed in self.compress_files(bundles):
                yield name, compressed, True


def kept_path(folder: Path, name: str) -> Path | None:
    """The file of that name in the folder, None if there is none in it."""
    path = folder / name
    inside = path.resolve().is_relative_to(folder.resolve())
    return path if inside and path.is_file() and not path.name.startswith(".") else None


def keep(release: Path, kept: Path, *, seconds: float) -> tuple[int, int]:
    """Copy a release's files to the folder in which those of earlier ones are kept for a while.

    Returns how many files are new there and how many were deleted: those that no release has had
    for so many seconds. Only files are copied whose names have a hash of what is in them, so that
    those of two releases never meet under one name.
    """
    kept.mkdir(parents=True, exist_ok=True)
    note = kept / CURRENT
    before = set(json.loads(note.read_text())) if note.exists() else set()
    files = {str(path.relative_to(release)) for path in release.rglob("*") if path.is_file()}
    names = {
        name for name in files if name.startswith(ManifestStorage.bundles) or HASHED.search(name)
    }
    for name in before - names:  # they are old from now on
        if (kept / name).exists():
            (kept / name).touch()
    fresh = [name for name in names if not (kept / name).exists()]
    part = kept / f"{CURRENT}.part"  # nobody reads half a file
    for name in fresh:
        (kept / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(release / name, part)
        part.replace(kept / name)
    part.write_text(json.dumps(sorted(names)))
    part.replace(note)
    oldest = time.time() - seconds
    old = [
        path
        for path in kept.rglob("*")
        if path.is_file()
        and path != note
        and str(path.relative_to(kept)) not in names
        and path.stat().st_mtime < oldest
    ]
    for path in old:
        path.unlink()
    return len(fresh), len(old)


class StaticFiles(WhiteNoiseMiddleware):
    """WhiteNoise as asynchronous middleware.

    WhiteNoise itself is synchronous: under ASGI each request would switch to a thread and back, and
    whole files would be read before the first byte is sent.
    """

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        self.asynchronous = iscoroutinefunction(get_response)
        if self.asynchronous:
            markcoroutinefunction(self)

    @override
    def immutable_file_test(self, path: str, url: str) -> bool:
        """Whether the name of a file says its content, so that browsers may keep it."""
        bundles = f"{self.static_prefix}{ManifestStorage.bundles}"
        return url.startswith(bundles) or bool(super().immutable_file_test(path, url))

    @override
    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self.asynchronous:
            return self.answer(request)
        response: HttpResponseBase = super().__call__(request)
        return response

    def find_kept(self, url: str) -> StaticFile | None:
        """A file of another release, for a page that was opened in its time."""
        folder = settings.STATIC_KEPT
        path = folder and kept_path(folder, url.removeprefix(self.static_prefix))
        if not path or not self.url_is_canonical(url):
            return None
        found: StaticFile = self.get_static_file(str(path), url)
        return found

    async def answer(self, request: HttpRequest) -> HttpResponseBase:
        """The file at the path, or the response of the rest of the site."""
        if not request.path_info.startswith(self.static_prefix):
            passed: HttpResponseBase = await self.get_response(request)
            return passed
        if self.autorefresh:
            found = await asyncio.to_thread(self.find_file, request.path_info)
        else:
            found = self.files.get(request.path_info)
        if found is None and settings.STATIC_KEPT:
            found = await asyncio.to_thread(self.find_kept, request.path_info)
        if found is None:
            missed: HttpResponseBase = await self.get_response(request)
            return missed
        response: FileResponse = self.serve(found, request)
        chunks: Any = response.streaming_content
        response.streaming_content = in_thread(chunks)
        return response


async def in_thread(chunks: Iterable[Any]) -> AsyncIterator[bytes]:
    """The same chunks, each read in a thread."""
    iterator = iter(chunks)
    while (chunk := await asyncio.to_thread(next, iterator, None)) is not None:
        yield chunk
