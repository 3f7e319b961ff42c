"""docs/under-django.md lists each private part of a library that the code touches, with a test."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from tests.support.modules import ROOT, modules, nodes

PAGE = ROOT / "docs/under-django.md"
ROW = re.compile(r"^\| `([\w.]+)` \| `([\w./]+)` \| [^|]+ \| `([\w./]+?\.py)::(\w+)` \|$", re.M)
DOCUMENTED = {"_asdict", "_default_manager", "_exit", "_fields", "_meta", "_replace", "_state"}
"""Names that their library's documentation promises, in spite of the underscore."""
KEPT_TO_ITSELF = (
    "channels.security",
    "django.contrib.admin.options",
    "django.contrib.admin.utils",
    "django.contrib.auth.management",
    "django.core.cache.backends",
    "django.core.handlers",
    "django.db.migrations.loader",
    "django.db.migrations.recorder",
    "django.db.models.base",
    "django.db.utils.DatabaseErrorWrapper",
    "django.middleware.csrf.",
    "psycopg.errors.error_from_result",
    "psycopg.pq.abc",
    "psycopg_pool.base",
    "rest_framework.views.set_rollback",
    "uvicorn.protocols",
    "whitenoise.responders",
)
"""Modules, or names in modules, that their library's documentation does not describe."""
PUBLIC = {"django.middleware.csrf.get_token"}


def is_private(full: str) -> bool:
    """Whether a library keeps what is imported under this name to itself."""
    parts = full.split(".")
    internal = any(part == "internal" or part.startswith("_") for part in parts)
    listed = full == "django.middleware.csrf" or full.startswith(KEPT_TO_ITSELF)
    return (internal or listed) and full not in PUBLIC and parts[0] != "__future__"


@cache
def own_names() -> set[str]:
    """The names with an underscore that our code defines, as functions, variables or attributes."""
    found: set[str] = set()
    for path in modules().values():
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                found.add(node.attr)
            elif isinstance(node, ast.alias):
                found.add(node.asname or node.name)
    return found


def touched(path: Path, own: set[str]) -> set[str]:
    """The private parts of libraries that a module imports, asks for, or overrides."""
    found = set()
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {full for full in names if is_private(full)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if is_private(alias.name)}
        elif isinstance(node, ast.Attribute):
            name = node.attr
            if re.match(r"_[a-z]", name) and name not in own | DOCUMENTED:
                found.add(name)
    ours = {name for name in found if "." in name and name.partition(".")[0] in OURS}
    return found - ours


OURS = {name.partition(".")[0] for name in modules()}


def overridden(path: Path) -> set[str]:
    """Methods with an underscore that a class of ours has over one of a library."""
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    methods = {
        (kind.name, part.name)
        for kind in nodes(path)
        if isinstance(kind, ast.ClassDef)
        for part in kind.body
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
        and re.match(r"_[a-z]", part.name)
    }
    if not methods:
        return set()
    loaded = __import__(module, fromlist=["*"])
    return {
        name
        for kind, name in methods
        for base in getattr(getattr(loaded, kind, None), "__mro__", ())[1:]
        if base.__module__.partition(".")[0] not in OURS and name in vars(base)
    }


def test_the_page_lists_exactly_the_private_parts_that_are_touched() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for path in modules().values():
        for name in touched(path, own_names()) | overridden(path):
            found[name].add(str(path.relative_to(ROOT)))
    listed = {part: where for part, where, *_test in ROW.findall(PAGE.read_text())}
    assert listed.keys() == found.keys()
    for part, where in listed.items():
        assert where in found[part], part


def test_each_part_has_a_test_that_exists() -> None:
    rows = ROW.findall(PAGE.read_text())
    assert len(rows) == PAGE.read_text().count("\n| `")
    for part, _where, file, name in rows:
        assert (ROOT / file).is_file(), part
        assert re.search(rf"def {name}\b", (ROOT / file).read_text()), part


def test_private_parts_are_found(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text(
        "import django.db._hidden\n"
        "from allauth.core.internal import ratelimit\n"
        "from django.middleware.csrf import get_token\n"
        "from uvicorn.protocols.utils import ClientDisconnected\n"
        "def f(site, one):\n    return site._registry, one._meta, one._mine\n"
    )
    assert touched(planted, {"_mine"}) == {
        "django.db._hidden",
        "allauth.core.internal.ratelimit",
        "uvicorn.protocols.utils.ClientDisconnected",
        "_registry",
    }
