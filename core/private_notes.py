"""Private notes of users about players and hands: how their text is normalised."""

import unicodedata

from core.errors import RequestRefused

NOTE_CHARS_MAX = 500


def clean_note(text: str) -> str:
    """The note as it is stored, without control characters, 0 to 500 characters.

    Raises `RequestRefused` NOTE_TOO_LONG.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = "".join(c for c in plain if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs"))
    kept = kept.strip()
    if len(kept) > NOTE_CHARS_MAX:
        raise RequestRefused("NOTE_TOO_LONG", max=NOTE_CHARS_MAX, status=400)
    return kept
