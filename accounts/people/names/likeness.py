"""Near copies of names: `Meera1`, `Meeraa` and `Moderatro` beside `Meera` and `Moderator`.

Names that look the same cannot both exist (`spelling.name_key`); these can, and mislead.
"""

import unicodedata
from functools import lru_cache
from typing import NamedTuple

import regex

from accounts.people.names.slips import is_one_slip
from accounts.people.names.spelling import name_key

LETTERS_MIN = 6
"""Shorter names that differ by one letter are often different names: Karin and Karen."""
_SIGNS = regex.compile(r"[\s._'\-]+")
_DIGITS_AROUND = regex.compile(r"^(\p{Nd}*)(.*?)(\p{Nd}*)$")
_ACCENTS = regex.compile("[\u0300-\u036f]")
_DOUBLED = regex.compile(r"(.)\1+")


class _Look(NamedTuple):
    letters: str
    digits: str


def is_near(one: str, other: str) -> bool:
    """Whether two names differ only by digits that one of them has, repeated letters or a slip.

    A slip is a letter more, less, another one, or two changed round. Names with different numbers,
    as generated ones have, are no copies of each other.
    """
    first, second = _look(one), _look(other)
    if not (first.letters and second.letters):
        return False
    if first.digits and second.digits and first.digits != second.digits:
        return False
    if first.letters == second.letters:
        return True
    shorter = min(len(first.letters), len(second.letters))
    return shorter >= LETTERS_MIN and is_one_slip(first.letters, second.letters)


@lru_cache(1024)
def near_copies(names: tuple[str, ...]) -> frozenset[int]:
    """The places in a list of names whose name is a near copy of an earlier one."""
    return frozenset(
        at for at, name in enumerate(names) if any(is_near(name, one) for one in names[:at])
    )


@lru_cache(4096)
def _look(name: str) -> _Look:
    before, letters, after = _DIGITS_AROUND.match(_SIGNS.sub("", name)).groups()
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", letters.casefold()))
    return _Look(name_key(_DOUBLED.sub(r"\1", plain)), name_key(before + after))
