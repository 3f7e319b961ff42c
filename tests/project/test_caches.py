"""Results that are kept for all callers cannot be changed by one of them."""

import ast

from tests.support.modules import modules, nodes

CHANGEABLE = {"dict", "list", "set", "bytearray", "defaultdict", "Counter", "deque"}


def test_cached_functions_return_what_no_caller_can_change():
    """A type such as `Mapping` has no way to change it, so mypy finds a caller that tries."""
    cached = [(name, one) for name, path in modules().items() for one in nodes(path) if kept(one)]
    assert len(cached) > 50
    assert [f"{name}.{one.name}" for name, one in cached if names(one.returns) & CHANGEABLE] == []


def kept(node):
    """Whether this is a function whose results are kept."""
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return any(names(one) & {"cache", "lru_cache"} for one in decorators)


def names(node):
    parts = ast.walk(node) if node else ()
    return {getattr(one, "id", getattr(one, "attr", None)) for one in parts}
