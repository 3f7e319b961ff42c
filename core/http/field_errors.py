"""The messages about fields that are not valid, in the reader's language.

msgspec says in English what is wrong. Its sentences are known by their form, and made again from
the catalogue's `fields.<kind>`. The names of types and bounds in them are those of JSON and of the
API's documents, the same in all languages.
"""

import re
from collections.abc import Iterable

from core.messages import Saying, catalogue

REQUIRED = Saying("fields.required")
TWICE = Saying("fields.twice")
UNFIT = Saying("fields.unfit")
UNKNOWN = Saying("fields.unknown")

_CHOICES = re.compile(r"Expected str matching regex '\^\(([\w|]+)\)\\+Z'")
_KINDS = {
    "pattern": re.compile(r"Expected str matching regex '(?P<pattern>.*)'"),
    "length": re.compile(
        r"Expected (?P<expected>\w+) of length (?P<bound>[^,]+)(?:, got (?P<got>\d+))?"
    ),
    "type": re.compile(r"Expected (?P<expected>.+), got (?P<got>.+)"),
    "bound": re.compile(r"Expected (?P<expected>\w+) (?P<bound>[<>]=? \S+)"),
    "format": re.compile(r"Invalid (?P<format>UUID)"),
    "value": re.compile(r"Invalid (?:enum )?value (?P<value>.+)"),
}
"""The forms of its sentences; the first that fits counts."""


def in_words(text: str) -> Saying:
    """The message for what msgspec says of a value, without the place of the value."""
    plain = text.replace("`", "")
    if choices := _CHOICES.fullmatch(plain):
        return Saying("fields.choices", {"choices": _listed(choices[1].split("|"))})
    for kind, form in _KINDS.items():
        if found := form.fullmatch(plain):
            return Saying(f"fields.{kind}", found.groupdict(default="none"))
    return Saying("fields.other", {"why": plain})


def _listed(names: Iterable[str]) -> str:
    return catalogue().text("common.list_separator").join(names)
