"""The hands that a player raises with, in words."""

import re

import numpy as np
import pytest

from core.messages import catalogue
from games.engines.dealer_teen_patti.ranking import Ranking
from games.odds.counts import table_of
from games.odds.hands import HANDS, Bools, number_of
from games.odds.words import name_of, threshold

RANKING = Ranking("a23_top")
LEVEL = table_of(RANKING).level


def said(raised: Bools, language: str = "en") -> str:
    return threshold(RANKING, raised).text(catalogue(language))


def level_of(*cards: str) -> int:
    return int(LEVEL[number_of(*cards)])


def from_hand(*cards: str) -> Bools:
    return level_of(*cards) <= LEVEL


def test_all_hands_or_none() -> None:
    assert said(np.ones(HANDS, dtype=np.bool_)) == "every hand"
    assert said(np.zeros(HANDS, dtype=np.bool_)) == "no hand"


def test_the_lowest_hand_is_named() -> None:
    assert said(from_hand("Qs", "6h", "4c")) == "Q-6-4 or better"
    assert said(from_hand("Qs", "3h", "2c")) == "Q-3-2 or better (every queen)"
    assert said(from_hand("2s", "2h", "3c")) == "pair of twos with 3 or better"


@pytest.mark.parametrize("language", ["hi", "zh-hans"])
def test_all_words_are_the_readers(language: str) -> None:
    text = said(from_hand("Qs", "3h", "2c"), language)
    assert text.startswith("Q-3-2 ")
    assert catalogue(language).text("cards.rank.Q") in text.removeprefix("Q-3-2")
    assert not re.search("[a-z]", text)


def test_raised_hands_below_it_are_counted() -> None:
    raised = from_hand("Qs", "6h", "4c")
    same = np.flatnonzero(level_of("Qs", "6h", "3c") == LEVEL)
    raised[same[:24]] = True
    assert said(raised) == "Q-6-4 or better, and 24 of the 60 Q-6-3 by their suits"
    raised[number_of("5s", "3h", "2c")] = True
    assert said(raised) == "Q-6-4 or better, and 25 lower hands"


def test_hands_that_are_raised_without_a_lowest() -> None:
    raised = np.ones(HANDS, dtype=np.bool_)
    raised[number_of("As", "Ah", "Ac")] = False
    assert said(raised) == "22,099 of 22,100 hands, none of them for its rank alone"


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As 3s 2s", "pure sequence A-2-3"),
        ("Ts 9h 8c", "sequence 10-9-8"),
        ("Ks Kh 7c", "pair of kings with 7"),
        ("As 7h 7c", "pair of sevens with A"),
        ("Td 9d 2d", "color 10-9-2"),
        ("6s 6h 6c", "trail of sixes"),
        ("5s 3h 2c", "5-3-2"),
    ],
)
def test_hands_have_names(cards: str, name: str) -> None:
    assert name_of(number_of(*cards.split()), RANKING, catalogue()) == name
