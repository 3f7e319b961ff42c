"""Which names users may have, and which names look the same.

Pure text processing. A name is stored as written (in NFKC form) and compared by its key.
"""

import re
import unicodedata

from accounts.errors import AccountRefused
from core.word_filter import confusables

NAME_CHARS_MIN = 2
SYLLABIC_NAME_CHARS_MIN = 1
"""For a name of Han characters or Hangul syllables, each of which is a name: 王, 김."""
NAME_CHARS_MAX = 20
NAME_KEY_CHARS_MAX = 80
"""Folding can make a name longer: one ligature may become several letters."""
MARKS_PER_CHAR_MAX = 3
"""Combining marks on one letter; real scripts need no more."""

_SEPARATORS = " ._-"
_RESERVED = """
admin administrator administration moderator mod mods dealer cardhouse bank system staff
support root owner official superuser everyone nobody anonymous guest bot null undefined
gm 管理员 管理員 系统 系統 官方 客服 版主 관리자 운영자
"""
_RESERVED_ANYWHERE = ("admin", "administrator", "moderator", "cardhouse")
"""Also refused as a word of a longer name, as in "the admin" or "moderator 2"."""
# Invisible although letters or marks in Unicode: Hangul fillers, Khmer inherent vowels, Mongolian
# and other variation selectors, the combining grapheme joiner.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# Han characters (the ideographs of all blocks) and Hangul syllables.
_SYLLABLES = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff]+")
# The scripts that share most letter shapes; a name may use only one of them.
_CONFUSABLE_SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")


class BadName(AccountRefused):
    """A name that nobody may have; `code` is stable, `text` says what to change."""

    status = 400


def tidy(name: str) -> str:
    """The normalised name: NFKC, single spaces, none at the ends."""
    return re.sub(" +", " ", unicodedata.normalize("NFKC", name)).strip(" ")


def name_key(name: str) -> str:
    """The form by which names are compared and unique; empty for a name without letters."""
    return confusables.skeleton(name)[:NAME_KEY_CHARS_MAX]


_RESERVED_KEYS = frozenset(name_key(word) for word in _RESERVED.split())
_RESERVED_ANYWHERE_KEYS = frozenset(name_key(word) for word in _RESERVED_ANYWHERE)


def check(name: str, *, allow_reserved: bool = False) -> str:
    """The normalised name; raises `BadName` if it is invalid.

    Codes: NAME_LENGTH, NAME_CHARACTERS, NAME_SCRIPTS, NAME_RESERVED.
    """
    kept = tidy(name)
    _check_characters(kept)
    least = SYLLABIC_NAME_CHARS_MIN if _SYLLABLES.fullmatch(kept) else NAME_CHARS_MIN
    if not least <= len(kept) <= NAME_CHARS_MAX:
        raise BadName("NAME_LENGTH", min=NAME_CHARS_MIN, max=NAME_CHARS_MAX)
    _check_scripts(kept)
    if not allow_reserved and _is_reserved(kept):
        raise BadName("NAME_RESERVED")
    return kept


def _check_characters(name: str) -> None:
    if _INVISIBLE.search(name) or any(unicodedata.category(char)[0] == "C" for char in name):
        raise BadName("NAME_CHARACTERS", case="invisible")
    marks = 0
    before = _SEPARATORS[0]
    for char in name:
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Mc") else 0
        allowed = (
            kind[0] == "L"
            or kind == "Nd"
            or (0 < marks <= MARKS_PER_CHAR_MAX and before not in _SEPARATORS)
            or (char in _SEPARATORS and before not in _SEPARATORS)
            or (char == " " and before == ".")  # "J. R. Ewing"
        )
        if not allowed:
            raise BadName("NAME_CHARACTERS")
        before = char
    if name and name[-1] in _SEPARATORS:
        raise BadName("NAME_CHARACTERS", case="end")


def _check_scripts(name: str) -> None:
    scripts = {unicodedata.name(char, "").split(" ")[0] for char in name if char.isalpha()}
    if len(scripts.intersection(_CONFUSABLE_SCRIPTS)) > 1:
        raise BadName("NAME_SCRIPTS")


def _is_reserved(name: str) -> bool:
    without_digits = re.sub(r"^\d+|\d+$", "", name)
    if {name_key(name), name_key(without_digits)} & _RESERVED_KEYS:
        return True
    words = re.split(rf"[{re.escape(_SEPARATORS)}\d]+", name)
    return any(name_key(word) in _RESERVED_ANYWHERE_KEYS for word in words)
