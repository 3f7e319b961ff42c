"""The texts of rule books in the reader's language.

The English texts stand in `docs/rules/`. The catalogue's subject `rulebook` has them by key for
translators; `scripts/texts.py` writes its English file.
"""

import re
from collections.abc import Callable, Mapping
from hashlib import sha256

from core.messages import catalogue

Say = Callable[[str, str], str]
"""Takes what a text of a chapter is (`step, title`) and the text, and returns it for the reader."""

_WORDS = re.compile("[a-z]{2}")
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+")
_TOTAL = re.compile(r"\{(\w+)\}")


class Texts:
    """The texts of books for the present reader."""

    def of(self, place: str, group: str, totals: Mapping[str, int]) -> Say:
        """Return how the texts of a chapter are said.

        `place` is told to translators; the keys begin with `group`; `{total}` in a text is that
        number of `totals`.
        """

        def say(what: str, text: str) -> str:
            flat = " ".join(text.split())
            if _WORDS.search(flat):
                return self.said(f"{group}.{_slug(flat)}", f"{place}: {what}.", flat, totals)
            return _NUMBER.sub(_regrouped, flat)

        return say

    def said(self, key: str, comment: str, text: str, totals: Mapping[str, int]) -> str:
        """Return the text with this key of the catalogue."""
        return catalogue().text(f"rulebook.{key}", totals)


class Collected(Texts):
    """The English texts; `entries` are those that were asked for, as the catalogue has them."""

    def __init__(self) -> None:
        self.entries: dict[str, dict[str, str]] = {}

    def said(self, key: str, comment: str, text: str, totals: Mapping[str, int]) -> str:
        """Keep the text as an entry, and return it."""
        message = _TOTAL.sub(r"{\1, number}", text)
        self.entries.setdefault(key, {"comment": comment, "text": message})
        return text


def _slug(text: str) -> str:
    """Return the key of a text: its first words, and a digest unless they are all of it.

    A changed text thus has another key, and no translation until somebody has looked at it.
    """
    slug = "_".join(re.findall("[a-z0-9]+", text.lower())[:6])[:40]
    if slug.replace("_", " ").capitalize() == text:
        return slug
    return f"{slug}_{sha256(text.encode()).hexdigest()[:4]}"


def _regrouped(number: re.Match[str]) -> str:
    return catalogue().number(int(number[0].replace(",", "")))
