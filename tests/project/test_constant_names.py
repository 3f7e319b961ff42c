"""Names of numbers: unit and limit come last, so that a reader knows what a constant bounds."""

import ast
from collections.abc import Iterable

from tests.support.modules import modules, nodes

UNITS = (
    *("S", "MS", "MINUTES", "HOURS", "DAYS", "BYTES", "CHARS", "PX", "CHIPS", "STAKES", "HANDS"),
    *("DEALS", "LEAVES", "NUMBERS", "BARS", "WORKERS"),
)
LIMITS = ("MAX", "MIN", "DEFAULT", "COUNT", "COUNTS", "RATIO", "SHARE", "RATE", "FACTOR", "COST")
MOMENTS = ("AFTER", "WITHIN", "WINDOW", "LIFETIME", "PAUSE", "GRACE")
KINDS = ("CODE", "LOCK", "LEVEL", "VERSION", "SHAPE", "NICENESS")
"""Numbers that name or set something, and bound nothing."""
ENDINGS = {*UNITS, *LIMITS, *MOMENTS, *KINDS}
WHOLE = {"LOCK", "NICENESS", "VERSION", "MINUTE", "DAY", "NO_WAIT"}
"""Names that say all by themselves."""
LEFT_OUT = (
    *("games.engines", "games.bots", "games.odds", "games.fair.signatures", "games.fair.tfair2"),
    "config.formats",
    "config.settings",
)
"""Packages with the numbers of rules, policies, odds, a specification and of Django."""


def is_number(node: ast.expr) -> bool:
    """Whether an expression is a number, a duration or a tuple of them, written out."""
    match node:
        case ast.Constant(value=bool()):
            return False
        case ast.Constant(value=int() | float()):
            return True
        case ast.BinOp(left=left, right=right):
            return is_number(left) and is_number(right)
        case ast.UnaryOp(operand=operand):
            return is_number(operand)
        case ast.Tuple(elts=elements):
            return bool(elements) and all(map(is_number, elements))
        case ast.Call(func=function):
            return ast.unparse(function).endswith("timedelta")
    return False


def constants(tree: Iterable[ast.AST]) -> list[str]:
    """The names of the constants that are numbers among the nodes of a module."""
    found = []
    for node in tree:
        match node:
            case ast.Assign(targets=[ast.Name() as name], value=value):
                pairs = [(name, value)]
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = list(zip(names, values, strict=False))
            case ast.AnnAssign(target=ast.Name() as name, value=ast.expr() as value):
                pairs = [(name, value)]
            case _:
                continue
        found += [
            name.id
            for name, value in pairs
            if isinstance(name, ast.Name) and name.id.isupper() and is_number(value)
        ]
    return found


def says_little(name: str) -> bool:
    """Whether the name of a number says neither its unit nor what it limits."""
    *first, last = name.strip("_").split("_")
    return name.strip("_") not in WHOLE and not (first and last in ENDINGS)


def test_constants_name_their_unit_or_limit() -> None:
    found = {
        name: short
        for name, path in modules().items()
        if not name.startswith(LEFT_OUT)
        and (short := [one for one in constants(nodes(path)) if says_little(one)])
    }
    assert found == {}


def test_a_constant_that_says_little_is_found() -> None:
    planted = "MANY, SPAN = 5, timedelta(seconds=10)\nMOST: int = 2**8\nLINES_MAX = 3\nON = True\n"
    assert [one for one in constants(ast.walk(ast.parse(planted))) if says_little(one)] == [
        "MANY",
        "SPAN",
        "MOST",
    ]
