"""The modules of the front end, as they name each other."""

import re
from graphlib import TopologicalSorter

from tests.support.assets import STATIC

NAMED = re.compile(r"""(?:from|import|import\()\s*["'](\.[^"']+)["']""")


def test_no_module_names_itself_by_way_of_others() -> None:
    """A file's name in a release has the hash of its text, with the names that are in it.

    So names that go round in a circle are never found, and `collectstatic` gives up. Types in
    comments count too.
    """
    modules = sorted(path for path in (STATIC / "js").rglob("*.js") if "vendor" not in path.parts)
    graph = {
        module: [(module.parent / name).resolve() for name in NAMED.findall(module.read_text())]
        for module in modules
    }
    assert sum(map(len, graph.values())) > len(modules)
    TopologicalSorter(graph).prepare()  # raises CycleError
