"""Graphemes: the letters of a text with all their marks.

An emoji of several code points, a syllable of Hindi and a letter with its accents are one grapheme
each. Code that shortens a text cuts it between graphemes.
"""

import regex

_GRAPHEME = regex.compile(r"\X")


def count(text: str) -> int:
    """Return the number of graphemes."""
    return len(text) if text.isascii() and "\r" not in text else len(_GRAPHEME.findall(text))


def cut(text: str, chars_max: int) -> str:
    """Return the longest beginning of whole graphemes that has at most `chars_max` characters."""
    if len(text) <= chars_max:
        return text
    end = 0
    for match in _GRAPHEME.finditer(text):
        if match.end() > chars_max:
            break
        end = match.end()
    return text[:end]


def first(text: str) -> str:
    """Return the first grapheme; "" of an empty text."""
    found = _GRAPHEME.match(text)
    return found.group() if found else ""
