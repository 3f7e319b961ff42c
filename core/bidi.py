"""Texts of users inside our sentences: isolated where they are written from right to left.

Without that `عمر 9,800` is drawn with the number first. Only such texts get the marks, so that all
others stay as they are, to be searched and compared.
"""

import unicodedata

_FIRST_STRONG_ISOLATE, _END = "\u2068", "\u2069"


def isolated(text: str) -> str:
    """`text` between U+2068 and U+2069 if it has a character of a right-to-left script."""
    if text.isascii() or not any(unicodedata.bidirectional(char) in ("R", "AL") for char in text):
        return text
    return f"{_FIRST_STRONG_ISOLATE}{text}{_END}"
