"""The Markdown of rule books as the HTML of rules pages: paragraphs, notes, lists, tables."""

import re
from html import escape, unescape
from typing import Any

from games.rulebook.texts import Say

_INLINE = (
    (re.compile(r"\*\*(.+?)\*\*"), r"<b>\1</b>"),
    (re.compile(r"\*(.+?)\*"), r"<i>\1</i>"),
    (re.compile(r"\[(.+?)\]\((/.+?)\)"), r'<a href="\2">\1</a>'),
)
_BOOK = re.compile(r"\]\(([a-z-]+)\.md\)")
_DESIGNER = ("](../odds.md)", "](/odds/design/)")
"""The page of the documentation about the odds, and the page of the site that it describes."""


class Html(str):
    """Text that templates do not escape."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return itself."""
        return self


def inline(text: str) -> Html:
    """Return a text with its bold and slanted words, and links that lead to pages of the site.

    >>> inline("a **run**, as in [its own game](other-game.md)")
    'a <b>run</b>, as in <a href="/rules/other_game/">its own game</a>'
    """
    made = escape(" ".join(text.split()), quote=False).replace(*_DESIGNER)
    made = _BOOK.sub(lambda book: f"](/rules/{book[1].replace('-', '_')}/)", made)
    for pattern, tags in _INLINE:
        made = pattern.sub(tags, made)
    return Html(made)


def plain(html: str) -> str:
    """Return what readers see of a text that `inline` made.

    >>> plain(inline("a **run** & a pair"))
    'a run & a pair'
    """
    return unescape(re.sub("<[^>]+>", "", html))


def paragraph(text: str) -> Html:
    r"""Return a paragraph, a note (`> `), or a list (`- `).

    >>> paragraph("- One\n- Two")
    '<ul class="plain"><li>One</li><li>Two</li></ul>'
    >>> paragraph("> By\n> the way")
    '<p class="soft">By the way</p>'
    """
    if text.startswith("- "):
        items = "".join(f"<li>{inline(item)}</li>" for item in re.split(r"\n- ", text[2:]))
        return Html(f'<ul class="plain">{items}</ul>')
    if text.startswith("> "):
        lines = re.sub(r"^> ", "", text, flags=re.M)
        return Html(f'<p class="soft">{inline(lines)}</p>')
    return Html(f"<p>{inline(text)}</p>")


def table(text: str, caption: str, say: Say) -> dict[str, Any]:
    """Return the heads and rows of a table; each cell has whether its column holds numbers.

    Of a row whose last cells are empty, `span` is how many columns its last text fills.
    """
    heads, line, *rows = (
        [cell.strip() for cell in one.strip("| ").split("|")] for one in text.splitlines()
    )
    numbers = [cell.endswith(":") for cell in line]
    return {
        "caption": inline(say("caption of a table", caption)),
        "heads": [inline(say("head of a column", one)) for one in heads],
        "rows": [
            {
                "head": inline(say("head of a row", head)),
                "cells": [
                    (inline(say("cell of a table", one)), number)
                    for one, number in zip(cells, numbers[1:], strict=False)
                ],
                "span": len(heads) - len(cells),
            }
            for head, *cells in rows
        ],
    }
