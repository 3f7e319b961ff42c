"""JSON values as dataclasses, by their annotations.

Unknown fields are ignored, so that an older client understands a newer server; a missing one that
may be null, a list or a truth value is null, empty or false, so that a newer client understands an
older server. A field whose name is a Python keyword gets a trailing underscore: `from_`.
"""

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")


def read(kind: type[T], value: Any) -> T:
    """Return the value as a `kind`: a dataclass of dataclasses, lists and plain values."""
    reader: Callable[[Any], T] = _reader(cast(Any, kind))
    return reader(value)


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    if is_dataclass(kind):
        return _object(kind)
    parts = get_args(kind)
    if get_origin(kind) is list:
        each = _reader(parts[0])
        return lambda values: [each(value) for value in values]
    if get_origin(kind) in (Union, UnionType):
        some = [part for part in parts if part is not type(None)]
        if len(some) > 1:  # values that a game makes stay JSON
            return lambda value: value
        inner = _reader(some[0])
        return lambda value: None if value is None else inner(value)
    return lambda value: value


def _object(kind: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    parts = [(f.name, f.name.rstrip("_"), _reader(hints[f.name])) for f in fields(kind)]
    missing = {
        f.name.rstrip("_"): _missing(hints[f.name])
        for f in fields(kind)
        if f.default is MISSING and _missing(hints[f.name]) is not MISSING
    }

    def build(value: Any) -> Any:
        value = missing | value
        return kind(**{name: part(value[key]) for name, key, part in parts if key in value})

    return build


def _missing(kind: Any) -> Any:
    """Return the value of a field that an older server does not send; MISSING if there is none."""
    if type(None) in get_args(kind):
        return None
    if get_origin(kind) is list:
        return []
    return False if kind is bool else MISSING
