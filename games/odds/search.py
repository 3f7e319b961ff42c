"""Searching hands by words: `A K Q`, `pair of 7s`, `A♠K♠Q♠`, `queen high`, `color hearts`."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from unicodedata import normalize

import numpy as np

from core.messages import SOURCE, Catalogue, Saying, catalogue, languages
from games.engines.core.cards import with_letters
from games.odds.counts import OddsTable
from games.odds.hands import DECK, HANDS, SUITS, Bools, hands, ranks, suits
from games.odds.strength import COLOR, HIGH, PAIR, PURE, SEQUENCE, TRAIL

_KINDS = {
    "trail": (TRAIL,),
    "trio": (TRAIL,),
    "set": (TRAIL,),
    "pure": (PURE,),
    "sequence": (SEQUENCE, PURE),
    "run": (SEQUENCE, PURE),
    "straight": (SEQUENCE, PURE),
    "color": (COLOR,),
    "colour": (COLOR,),
    "flush": (COLOR,),
    "pair": (PAIR,),
}
_FILLERS = frozenset(("of", "the", "with", "and", "card", "hand"))
_ARTICLE = re.compile(r"\ban? (?=trail|trio|set|pure|sequence|run|straight|colou?r|flush|pair)")
_RANK_LETTERS = "23456789tjqka"
_ONE = "two three four five six seven eight nine ten jack queen king ace"
_MANY = "twos threes fours fives sixes sevens eights nines tens jacks queens kings aces"
_RANK_WORDS = {word: rank for words in (_ONE, _MANY) for rank, word in enumerate(words.split())}
_SUIT_WORDS = {"spade": "s", "heart": "h", "diamond": "d", "club": "c"}
_TRANSLATED = (
    *("trail", "pure", "sequence", "color", "pair", "high"),
    *("spades", "hearts", "diamonds", "clubs", "with"),
)
"""The words that `odds.word` has in other languages."""
_CARDS = re.compile(f"(?:[{_RANK_LETTERS}][{SUITS}]?)+")
_CARD = re.compile(f"([{_RANK_LETTERS}])([{SUITS}]?)")


class NotFound(ValueError):
    """A search without a meaning; `str` explains that to the present reader."""


@dataclass(slots=True)
class _Wanted:
    """The conditions of a search."""

    kinds: set[int] | None = None
    ranks: Counter[int] = field(default_factory=Counter)
    cards: set[str] = field(default_factory=set)
    suit: str = ""
    top: int | None = None
    twice: bool = False
    last_rank: int | None = None

    def kind(self, kinds: tuple[int, ...]) -> None:
        # "pure sequence" gives two words: a hand must match both.
        self.kinds = set(kinds) if self.kinds is None else self.kinds & set(kinds)

    def rank(self, rank: int) -> None:
        self.ranks[rank] += 1
        self.last_rank = rank


def search(text: str, table: OddsTable) -> Bools:
    """Return which of the 22,100 hands the words describe; all for no words. Raises `NotFound`.

    Ranks (`A K Q`, `AKQ`, `10 10 4`, `aces`), cards (`As Kh`, `A♠K♥`), kinds (`pair`, `trail`,
    `pure`, `sequence`, `color`, `high card`), `queen high`, and a suit for all three cards; also in
    the words of other languages.
    """
    wanted = _Wanted()
    english = normalize("NFKC", with_letters(text)).lower().replace("10", "t")
    for phrase, meaning in _translated():
        english = english.replace(phrase, f" {meaning} ")
    plain = re.sub(r"[\s,、;/+-]+", " ", english)
    for word in _ARTICLE.sub("", plain).split():
        _read(word, wanted)
    if sum(wanted.ranks.values()) > 3:
        raise NotFound(Saying("odds.not_found.too_many"))
    return _mask(wanted, table)


@cache
def _translated() -> Sequence[tuple[str, str]]:
    """Return what other languages call cards and hands, with its English; longer words first."""
    found = {
        phrase: english
        for language in languages()
        if language != SOURCE
        for english, phrases in _words_of(catalogue(language))
        for phrase in normalize("NFKC", phrases).split(", ")
        if not phrase.isascii()
    }
    return sorted(found.items(), key=lambda pair: -len(pair[0]))


def _words_of(words: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield English words of searches, each with those of a language for it."""
    for english in _TRANSLATED:
        yield english, words.text(f"odds.word.{english}")
    for rank in _RANK_LETTERS:
        for form in ("rank", "many"):
            yield rank, words.text(f"cards.{form}.{rank.upper()}")


def _read(word: str, wanted: _Wanted) -> None:
    single = word.removesuffix("s") if len(word) > 3 else word
    if single in _KINDS:
        wanted.kind(_KINDS[single])
    elif word == "high":
        _read_high(wanted)
    elif word in _RANK_WORDS:
        wanted.rank(_RANK_WORDS[word])
    elif single in _SUIT_WORDS:
        wanted.suit = _SUIT_WORDS[single]
    elif single in _FILLERS:
        return
    elif _CARDS.fullmatch(word):
        _read_cards(word, wanted)
    else:
        raise NotFound(Saying("odds.not_found.unknown", {"word": word}))


def _read_high(wanted: _Wanted) -> None:
    """Read `queen high`, the highest card; alone, or before `card`, `high` is the category."""
    if wanted.last_rank is None:
        wanted.kind((HIGH,))
        return
    wanted.top = wanted.last_rank
    wanted.ranks[wanted.last_rank] -= 1


def _read_cards(word: str, wanted: _Wanted) -> None:
    of_kind = wanted.kinds is not None and wanted.kinds <= {PAIR, TRAIL}
    if of_kind and len(word) == 2 and word[1] == "s":
        wanted.rank(_RANK_LETTERS.index(word[0]))  # "pair of 7s" names no spade
        return
    for rank, suit in _CARD.findall(word):
        wanted.rank(_RANK_LETTERS.index(rank))
        if suit:
            wanted.cards.add(rank.upper() + suit)


def _mask(wanted: _Wanted, table: OddsTable) -> Bools:
    found = np.ones(HANDS, dtype=np.bool_)
    kinds = wanted.kinds
    if wanted.top is not None:
        found &= ranks()[:, 0] == wanted.top
        kinds = {HIGH} if kinds is None else kinds
    if kinds is not None:
        found &= np.isin(table.category, sorted(kinds))
    for position, (rank, times) in enumerate(wanted.ranks.items()):
        # "pair of tens with 4": the first rank is the pair's.
        least = max(2, times) if kinds == {PAIR} and position == 0 else times
        found &= (ranks() == rank).sum(axis=1) >= least
    for card in wanted.cards:
        found &= (hands() == DECK.index(card)).any(axis=1)
    if wanted.suit:
        found &= (suits() == SUITS.index(wanted.suit)).all(axis=1)
    return found
