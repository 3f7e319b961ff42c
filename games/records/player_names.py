"""How the names of players are written in text files, so that each line has one reading.

A player may be called `folds`, or `Anna calls 5`. The record holds every name as it is; a file for
other programs, or one made of sentences, spells names that could be taken for its own words.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from urllib.parse import quote

_SEPARATORS = "._-"
_WORD = re.compile(rf"[^\W_]+(?:[{re.escape(_SEPARATORS)}]?[^\W_]+)*")
_POKERSTARS_WORDS = re.compile(
    "(?=folds|checks|calls|bets|raises|posts|shows|mucks|collected|returned|said|folded|mucked|"
    "showed|won|lost|PokerStars|Seat|Dealt|Uncalled|Table|Total|Board|Hand|FIRST|SECOND)."
)
"""The first letter of a word by which a reader of PokerStars text recognises a line.

Readers look for these words anywhere in a line, thus also in the middle of a name.
"""


def one_word(name: str) -> str:
    """Return a name as one word that no line of PokerStars text can be misread with.

    Letters, digits and `._-` stay; a space becomes `+`, and all else is written as in a web
    address, as is the first letter of a word of the format: `Anna folds` is `Anna+%66olds`.
    Different names stay different, and `urllib.parse.unquote_plus` restores them.
    """
    safe = "".join(char if _is_plain(char) else quote(char, safe="") for char in name)
    safe = safe.replace("%20", "+")
    return _POKERSTARS_WORDS.sub(lambda found: f"%{ord(found[0]):02X}", safe)


def in_sentences(names: Mapping[int, str], sentences: Iterable[str]) -> dict[int, str]:
    """Return names by seat as they stand in sentences.

    A name stands in quotation marks if one of its words occurs in the sentences, if it is a
    number, or if it is not made of letters and digits with single spaces and `._-` between them.
    `sentences`: the same ones without names.
    """
    used = {word for text in sentences for word in _words(text) if not word.isdecimal()}
    return {
        seat: json.dumps(name, ensure_ascii=False) if _could_be_misread(name, used) else name
        for seat, name in names.items()
    }


def _could_be_misread(name: str, used: set[str]) -> bool:
    plain = all(char == " " or _is_plain(char) for char in name)
    # A separator stands between letters or digits, or between a word and a space.
    plain = plain and all(part[:1] not in ("", *_SEPARATORS) for part in name.split(" "))
    plain = plain and name[-1] not in _SEPARATORS
    is_number = not any(char.isalpha() for char in name)
    return is_number or not plain or not used.isdisjoint(_words(name))


def _words(text: str) -> set[str]:
    return {
        part
        for word in _WORD.findall(text.casefold())
        for part in (word, *re.split(rf"[{re.escape(_SEPARATORS)}]", word))
    }


def _is_plain(char: str) -> bool:
    kind = unicodedata.category(char)
    return kind[0] in "LM" or kind == "Nd" or char in _SEPARATORS
