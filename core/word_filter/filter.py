"""Finding unwanted words in text, however they are disguised.

Pure text processing without a database. Words are compared by their looks
(`core.word_filter.confusables`): with letters repeated, spelled out with signs or spaces between
them, with digits and signs for letters, or with stars for some of them. Only whole words match, so
that Scunthorpe is allowed, unless the list marks a word as a part of longer ones (`fuck*`).
Chinese has no spaces: its words are found anywhere. Some names are unwanted words too: a harmless
word with a capital letter (`Cumming`) is harmless only as it is written.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from core.word_filter import confusables

MASK = "***"
_FOLDER = Path(__file__).resolve().parent
_LISTS = _FOLDER / "lists" / "naughty-words" / "1.2.0"
_LANGUAGES = ("en", "hi", "zh")

_BETWEEN = r"\s!-/:-@\[-`{-~\u2010-\u205e\u3000-\u303f"
_PART = re.compile(rf"[^{_BETWEEN}]+")
_WRITTEN = re.compile(r"\S+")
_EDGE = "\"'“”‘’«».,;:!?()[]{}<>~`_-*#"
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_OUTER_DIGITS = re.compile(r"^\d+|\d+$")
_I_BESIDE_L = re.compile("(?<=i)(?=l)|(?<=l)(?=i)")
_RUN = re.compile(r"(.)\1+")
_STARRED = re.compile(r"(?=(?:.*[^\W\d_]){2})\w[\w*#]*[*#][\w*#]*\w")
_SIGNS = str.maketrans("@$!€(+|", "aslectl")
_DIGITS = str.maketrans("34578", "eastb")
_CARDS = re.compile(r"(?:(?:10|[2-9tjqka])[shdc])+|[2-9tjqka]{2}[so]", re.IGNORECASE)
"""As in `4s5s` and `A5s`, where digits are ranks."""
_VOWELS = frozenset("aeiou01")
_LETTERS = re.compile(r"[^\W\d_]")
_SHORT_WORD_CHARS_MAX = 3
"""Words this short are not looked for inside others, nor in two halves."""
_PIECES_MAX = 4
"""The most pieces that a word may be split into by spaces."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Word:
    """The text between two spaces: its folded form, and the unwanted spans in it."""

    key: str
    spans: tuple[Span, ...]
    consonants: bool


class Filter:
    """A list of unwanted words, made ready once; words on both lists are harmless."""

    def __init__(self, unwanted: Iterable[str], harmless: Iterable[str] = ()) -> None:
        listed_harmless = set(harmless)
        self._names = {word for word in listed_harmless if word != word.casefold()}
        self._harmless = {_plain(word) for word in listed_harmless - self._names}
        self._words: dict[str, list[re.Pattern[str]]] = {}
        self._keys: set[str] = set()
        self._harmless_phrases = _first_words(self._harmless, str)
        meant = {_plain(word) for word in unwanted} - self._harmless
        self._chinese = set(filter(_is_chinese, meant))
        self._chinese_words = _anywhere({*self._chinese, *filter(_is_chinese, self._harmless)})
        meant -= self._chinese
        self._phrases = _first_words(meant, confusables.fold)
        parts = []
        for word in sorted(meant):
            key = confusables.fold(word)
            pattern = _pattern(key)
            if "*" in word:
                parts.append("^" * (word[0] != "*") + pattern + "$" * (word[-1] != "*"))
            self._keys.add(key)
            for form in {key, _read_plainly(word)}:
                self._words.setdefault(_squeezed(form), []).append(re.compile(_pattern(form)))
        self._parts = re.compile("|".join(parts) or "(?!)")
        self._word = lru_cache(8192)(self._judge)

    def mask(self, text: str) -> str:
        """`text` with `***` in place of each unwanted word."""
        for start, end in reversed(self.find(text)):
            text = text[:start] + MASK + text[end:]
        return text

    def find(self, text: str) -> list[Span]:
        """The spans of unwanted words in `text`, from left to right, without overlap."""
        spans = self._in_words(text)
        if not text.isascii():
            spans += self._in_chinese(text)
        joined: list[Span] = []
        for start, end in sorted(spans):
            if joined and start < joined[-1][1]:
                joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
            else:
                joined.append((start, end))
        return joined

    def _in_words(self, text: str) -> list[Span]:
        places = [
            (match.start(), match[0])
            for match in _WRITTEN.finditer(text)
            if self._word(match[0]).key  # signs alone are not a word: `f - u - c - k`
        ]
        words = [self._word(written) for _, written in places]
        spans: list[Span] = []
        at = 0
        while at < len(words):
            count = self._harmless_at(places, at)
            if not count:
                start, word = places[at][0], words[at]
                spans += [(start + left, start + right) for left, right in word.spans]
                count = self._across(words, at) if not word.spans else 0
                if count:
                    last, written = places[at + count - 1]
                    spans.append((start, last + len(written.rstrip(_EDGE))))
            at += count or 1
        return spans

    def _harmless_at(self, places: list[tuple[int, str]], at: int) -> int:
        """The number of words in the harmless phrase that begins here; 0 for none."""
        first = places[at][1].strip(_EDGE).casefold()
        for count in range(self._harmless_phrases.get(first, 1), 1, -1):
            some = places[at : at + count]
            if " ".join(word.strip(_EDGE).casefold() for _, word in some) in self._harmless:
                return count
        return 0

    def _across(self, words: list[_Word], at: int) -> int:
        """The number of words from here that form one unwanted word or phrase; 0 for none."""
        key = words[at].key
        for count in range(min(self._phrases.get(key, 1), len(words) - at), 1, -1):
            if self._is_unwanted("".join(word.key for word in words[at : at + count])):
                return count
        if len(key) == 1:
            return self._spelled(words, at)
        return self._in_pieces(words, at)

    def _spelled(self, words: list[_Word], at: int) -> int:
        """Finds `f u c k`: letters that stand alone."""
        letters = ""
        for word in words[at:]:
            if len(word.key) != 1:
                break
            letters += word.key
        for count in range(len(letters), _SHORT_WORD_CHARS_MAX, -1):
            if self._is_whole(letters[:count]):
                return count
        alone = len(letters) == _SHORT_WORD_CHARS_MAX and (at == 0 or len(words[at - 1].key) != 1)
        if alone and self._is_whole(letters):
            return _SHORT_WORD_CHARS_MAX
        return self._in_pieces(words, at)

    def _in_pieces(self, words: list[_Word], at: int) -> int:
        """Finds `sh it`: pieces of a word, at least one of which is not a word itself."""
        key, telling = words[at].key, words[at].consonants
        for count, word in enumerate(words[at + 1 : at + _PIECES_MAX], 2):
            key += word.key
            telling = telling or word.consonants
            if telling and len(key) > _SHORT_WORD_CHARS_MAX and self._is_whole(key):
                return count
        return 0

    def _judge(self, written: str) -> _Word:
        core = written.strip(_EDGE)
        left = written.find(core)
        key = confusables.fold(core)
        letters = set(core.casefold())
        consonants = bool(key) and core.isalpha() and not letters & _VOWELS
        spans: tuple[Span, ...] = ()
        if not self._is_harmless(core):
            spans = tuple(self._parts_of(core, left))
            if not spans and self._is_disguised(core):
                spans = ((left, left + len(core)),)
        return _Word(key, spans, consonants)

    def _parts_of(self, core: str, left: int) -> Iterator[Span]:
        """Unwanted words among those that signs or capitals separate."""
        for match in _PART.finditer(core):
            whole, begin = match[0], left + match.start()
            if self._is_read(whole):
                yield begin, begin + len(whole)
            elif len(pieces := _CAMEL.split(whole)) > 1:
                for piece in pieces:
                    if self._is_read(piece):
                        yield begin, begin + len(piece)
                    begin += len(piece)

    def _is_disguised(self, core: str) -> bool:
        """Recognises `f.u.c.k`, `sh!t`, `f**k`."""
        if core.isalnum():
            return False
        if len(core) > _SHORT_WORD_CHARS_MAX and _STARRED.fullmatch(core):
            signs = ("." if sign in "*#" else re.escape(confusables.fold(sign)) for sign in core)
            hidden = re.compile("".join(signs))
            return any(hidden.fullmatch(key) for key in self._keys)
        return self._is_read(core)

    def _is_read(self, piece: str) -> bool:
        """Whether one of the possible readings of a piece of text is an unwanted word."""
        if self._is_harmless(piece):
            return False
        return any(self._is_unwanted(key) for key in _readings(piece))

    def _is_harmless(self, piece: str) -> bool:
        word = _OUTER_DIGITS.sub("", piece)
        return word in self._names or not {piece.casefold(), word.casefold()}.isdisjoint(
            self._harmless
        )

    def _is_unwanted(self, key: str) -> bool:
        return self._is_whole(key) or self._parts.search(key) is not None

    def _is_whole(self, key: str) -> bool:
        return any(word.fullmatch(key) for word in self._words.get(_squeezed(key), ()))

    def _in_chinese(self, text: str) -> Iterator[Span]:
        for match in self._chinese_words.finditer(text):
            found = match[0].casefold()
            if found in self._chinese or re.sub(r"[\W_]", "", found) in self._chinese:
                yield match.span()


def _readings(piece: str) -> Iterator[str]:
    """The possible readings of a piece of text; digits are letters only beside letters."""
    yield _read_plainly(piece)
    if not piece.isalpha():
        yield confusables.fold(_OUTER_DIGITS.sub("", piece))
        signs = piece.translate(_SIGNS)
        yield confusables.fold(signs)
        if len(_LETTERS.findall(signs)) > 1 and not _CARDS.fullmatch(piece):
            yield confusables.fold(signs.translate(_DIGITS))


def _read_plainly(piece: str) -> str:
    """`piece` folded, with a mark between i and l: `tilts` is not a stretched `tits`."""
    return "|".join(confusables.fold(part) for part in _I_BESIDE_L.split(piece))


def _plain(word: str) -> str:
    return " ".join(word.casefold().split())


def _is_chinese(word: str) -> bool:
    """Also Japanese, Korean and emoji: scripts that are written without spaces."""
    return any(ord(char) >= 0x2E80 for char in word)


def _squeezed(key: str) -> str:
    return _RUN.sub(r"\1", key)


def _pattern(key: str) -> str:
    """A pattern of the key with each letter at least as often."""
    runs = ((letter, len(list(run))) for letter, run in groupby(key))
    return "".join(re.escape(letter) * count + "+" for letter, count in runs)


def _first_words(phrases: Iterable[str], read: Callable[[str], str]) -> dict[str, int]:
    """The first word of each phrase, with the number of words in its longest phrase."""
    longest: dict[str, int] = {}
    for phrase in phrases:
        first, *rest = phrase.split()
        if rest:
            longest[read(first)] = max(longest.get(read(first), 0), 1 + len(rest))
    return longest


def _anywhere(words: Iterable[str]) -> re.Pattern[str]:
    """Matches any of these words, longest first, also with a sign or space between letters."""
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    forms = (r"[\W_]{0,2}".join(map(re.escape, word)) for word in longest_first)
    return re.compile("|".join(forms) or "(?!)", re.IGNORECASE)


def listed() -> tuple[frozenset[str], frozenset[str]]:
    """The vendored words: the unwanted ones, and the harmless ones."""
    lists = (json.loads((_LISTS / f"{name}.json").read_text("utf-8")) for name in _LANGUAGES)
    vendored = (word for words in lists for word in words)
    return frozenset((*vendored, *_lines("further.txt"))), frozenset(_lines("harmless.txt"))


def _lines(name: str) -> list[str]:
    lines = (_FOLDER / name).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]
