"""The part of ICU MessageFormat that our messages use, read into trees that JSON can hold.

    {name}                               a text, or what `Named` calls something
    {count, number}                      a whole number with its digits in groups
    {net, number, ::+?}                  the same with its sign, unless it is 0; ::+_: without
    {count, plural, =0 {none} one {# card} other {# cards}}      `#` is the number
    {place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}
    {reason, select, left {leaves} other {folds}}                also true, false and none

An apostrophe quotes a brace or `#` that follows it; two apostrophes are one.
"""

import re
from typing import Any, Final

Part = str | list[Any]
Message = str | list[Part]
"""A text, or a list of texts and arguments: `[name]`, `[name, "number", style]` and
`[name, "plural" | "selectordinal" | "select", {choice: message}]`."""

SIGNED: Final = "::+?"
UNSIGNED: Final = "::+_"
_TOKEN = re.compile(r"''|'[{}#](?:''|[^'])*'|[{}#]|[^'{}#]+|'(?![{}#])")
_NAME = re.compile(r"\s*([a-z][a-z0-9_]*)\s*([,}])")
_TYPE = re.compile(r"\s*(number|plural|selectordinal|select)\s*([,}])")
_STYLE = re.compile(r"\s*([^\s}]+)\s*}")
_CHOICE = re.compile(r"\s*(=?[a-z0-9_]+)\s*{")
_END = re.compile(r"\s*}")
_PLURALS = re.compile("=[0-9]+|zero|one|two|few|many|other")


class InvalidMessage(ValueError):
    """A message that cannot be read, or that does not fit its arguments."""


def parse(pattern: str) -> Message:
    """Return the tree of a message; raises `InvalidMessage`."""
    reader = _Reader(pattern)
    message = reader.message()
    if reader.at < len(pattern):
        raise reader.error("a brace that closes nothing")
    return message


class _Reader:
    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0

    def error(self, what: str) -> InvalidMessage:
        return InvalidMessage(f"{what} at {self.at} in {self.pattern!r}")

    def take(self, expected: re.Pattern[str], what: str) -> re.Match[str]:
        found = expected.match(self.pattern, self.at)
        if found is None:
            raise self.error(f"no {what}")
        self.at = found.end()
        return found

    def message(self, counted: str = "") -> Message:
        """Read up to the end or the brace that closes; `#` is the number called `counted`."""
        parts: list[Part] = [""]
        while self.at < len(self.pattern) and self.pattern[self.at] != "}":
            piece = self.take(_TOKEN, "end of a quotation")[0]
            part: Part = piece
            if piece == "{":
                part = self.argument(counted)
            elif piece == "#" and counted:
                part = [counted, "number"]
            elif piece[0] == "'" and len(piece) > 1:
                part = piece[1:-1].replace("''", "'") if len(piece) > 2 else "'"
            if isinstance(part, str) and isinstance(parts[-1], str):
                parts[-1] += part
            else:
                parts.append(part)
        full = [part for part in parts if part]
        return full if any(isinstance(part, list) for part in full) else "".join(map(str, full))

    def argument(self, counted: str) -> list[Any]:
        name, goes_on = self.take(_NAME, "name of an argument").groups()
        if goes_on == "}":
            return [name]
        kind, goes_on = self.take(_TYPE, "type of an argument").groups()
        if kind == "number" and goes_on == "}":
            return [name, kind]
        if kind == "number":
            style = self.take(_STYLE, "style of a number")[1]
            if style not in (SIGNED, UNSIGNED):
                raise self.error(f"the unknown style {style}")
            return [name, kind, style]
        if goes_on == "}":
            raise self.error("no choices")
        return [name, kind, self.choices(kind, counted if kind == "select" else name)]

    def choices(self, kind: str, counted: str) -> dict[str, Message]:
        found: dict[str, Message] = {}
        while not (end := _END.match(self.pattern, self.at)):
            choice = self.take(_CHOICE, "choice")[1]
            if choice in found or (kind != "select" and not _PLURALS.fullmatch(choice)):
                raise self.error(f"the wrong choice {choice}")
            found[choice] = self.message(counted)
            self.take(_END, "end of a choice")
        self.at = end.end()
        if "other" not in found:
            raise self.error("no choice other")
        return found


def arguments(message: Message) -> set[str]:
    """Return the names of the arguments of a message."""
    names = set()
    for part in message if isinstance(message, list) else ():
        if isinstance(part, list):
            names.add(part[0])
            for nested in part[2].values() if isinstance(part[-1], dict) else ():
                names |= arguments(nested)
    return names
