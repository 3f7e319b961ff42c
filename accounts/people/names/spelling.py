"""Which names users may have, and which names look the same.

Pure text processing. A name is stored as written (in NFKC form) and compared by its key.
"""

import re
import unicodedata

import regex

from accounts.errors import AccountRefused
from accounts.people.names import scripts
from accounts.people.names.reserved import Reserved
from core import graphemes
from core.word_filter import confusables

NAME_LETTERS_MIN = 2
"""Letters or digits; a vowel sign of an Indic script is one too."""
NAME_GRAPHEMES_MAX = 20
NAME_CHARS_MAX = 100
"""Code points, of which one grapheme of an Indic script may have six."""
NAME_KEY_CHARS_MAX = 200
"""Folding can make a name longer: one ligature may become several letters."""
MARKS_PER_CHAR_MAX = 3
"""Combining marks of each kind on one letter; real scripts need no more."""

_SEPARATORS = " .'_-"
_TYPED_FOR = str.maketrans("\u2018\u2019\u2010\u2011", "''--")
"""What keyboards write for an apostrophe and a hyphen."""
_LETTERS = regex.compile(r"[\p{L}\p{Nd}[[\p{Mn}\p{Mc}]--\p{sc=Inherited}--\p{ccc=9}]]", regex.V1)
# Unseen, although some are letters or marks: Hangul fillers and variation selectors, for example.
_INVISIBLE = regex.compile(r"[\p{C}\p{Default_Ignorable_Code_Point}\u2800]")


class BadName(AccountRefused):
    """A name that nobody may have; `code` is stable, `text` says what to change."""

    status = 400


def tidy(name: str) -> str:
    """The normalised name: NFKC, plain apostrophes and hyphens, single spaces, none at the ends."""
    plain = unicodedata.normalize("NFKC", name).translate(_TYPED_FOR)
    return re.sub(" +", " ", plain).strip(" ")


def name_key(name: str) -> str:
    """The form by which names are compared and unique; empty for a name without letters."""
    return confusables.skeleton(name)[:NAME_KEY_CHARS_MAX]


_reserved = Reserved(name_key)


def check(name: str, *, allow_reserved: bool = False) -> str:
    """The normalised name; raises `BadName` if it is invalid.

    Codes: NAME_LENGTH, NAME_CHARACTERS, NAME_SCRIPTS, NAME_RESERVED.
    """
    kept = tidy(name)
    _check_characters(scripts.without_joiners(kept))
    if (
        len(_LETTERS.findall(kept)) < NAME_LETTERS_MIN
        or graphemes.count(kept) > NAME_GRAPHEMES_MAX
        or len(kept) > NAME_CHARS_MAX
    ):
        raise BadName("NAME_LENGTH", min=NAME_LETTERS_MIN, max=NAME_GRAPHEMES_MAX)
    if not scripts.keeps_to_one(kept):
        raise BadName("NAME_SCRIPTS")
    if not scripts.keeps_to_one_kind_of_digits(kept):
        raise BadName("NAME_SCRIPTS", case="digits")
    if not allow_reserved and _reserved.has(kept):
        raise BadName("NAME_RESERVED")
    return kept


def _check_characters(name: str) -> None:
    if _INVISIBLE.search(name):
        raise BadName("NAME_CHARACTERS", case="invisible")
    marks = {"Mn": 0, "Mc": 0}
    before = _SEPARATORS[0]
    for char in name:
        kind = unicodedata.category(char)
        marks = {one: (count + (one == kind)) * (kind in marks) for one, count in marks.items()}
        allowed = (
            kind[0] == "L"
            or kind == "Nd"
            or (kind in marks and marks[kind] <= MARKS_PER_CHAR_MAX and before not in _SEPARATORS)
            or (char in _SEPARATORS and before not in _SEPARATORS)
            or (char == " " and before in ".'")  # "J. R. Ewing"
        )
        if not allowed:
            raise BadName("NAME_CHARACTERS")
        before = char
    if name and name[-1] in _SEPARATORS:
        raise BadName("NAME_CHARACTERS", case="end")
