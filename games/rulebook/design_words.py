"""The words for pay tables: their parameters, lines and changes, in the language of a reader."""

from collections.abc import Iterable

from core.messages import Catalogue


def field_label(catalogue: Catalogue, game: str, field: str) -> str:
    """Return the name of a field of a pay table, or of one of its lines: `ante_bonus.trail`."""
    parameter, _dot, line = field.partition(".")
    key = f"{game}.line.{line}" if line else f"designer.parameter.{parameter}"
    return catalogue.text(key) if key in catalogue else field


def design_text(catalogue: Catalogue, game: str, title: str, changes: Iterable[str]) -> str:
    """Return a design in words, with its changes, each as `dealer_qualifies=jack_high`."""
    changed = [_change(catalogue, game, *change.split("=", 1)) for change in changes]
    if not changed:
        return title
    listed = catalogue.text("common.list_separator").join(changed)
    return catalogue.text("designer.changed", {"design": title, "changes": listed})


def _change(catalogue: Catalogue, game: str, name: str, value: str) -> str:
    args = {
        "parameter": field_label(catalogue, game, name),
        "value": _value(catalogue, game, name, value),
    }
    return catalogue.text("designer.change", args)


def _value(catalogue: Catalogue, game: str, name: str, value: str) -> str:
    """Return a choice by its name, lines with theirs, or a number as it is."""
    key = f"designer.parameter.{name}.{value}"
    if key in catalogue:
        return catalogue.text(key)
    parts = [part.split(":") for part in value.split(",")]
    if any(len(part) != 2 for part in parts):
        return value
    lines = [
        {"line": field_label(catalogue, game, f"{name}.{line}"), "odds": odds}
        for line, odds in parts
    ]
    return " ".join(catalogue.text("designer.paid", args) for args in lines)
