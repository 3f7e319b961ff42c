"""What people write for themselves about others and about hands: how it is kept."""

import unicodedata

from core.errors import RequestRefused

LONGEST = 500


def clean_note(text: str) -> str:
    """The note as it is kept: its lines without controls, 0 to 500 characters.

    Raises `RequestRefused` NOTE_TOO_LONG.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = "".join(c for c in plain if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs"))
    kept = kept.strip()
    if len(kept) > LONGEST:
        raise RequestRefused(
            "NOTE_TOO_LONG", f"A note has at most {LONGEST} characters.", max=LONGEST
        )
    return kept
