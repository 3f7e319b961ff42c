"""The rules page of four-player Dou Dizhu, compared with the engine."""

import re
from collections import Counter

import pytest

from games.engines.core.cards import parse_cards
from games.engines.core.errors import IllegalAction
from games.engines.dou_dizhu.ranks import RANKS, pack, packed_text, size, text_of
from games.engines.dou_dizhu.settlement import settle
from games.engines.dou_dizhu.state import Draft, multiplier
from games.engines.dou_dizhu_four.combos import plays, readings
from games.rulebook.book import Cards, book_of
from tests.games.engines.scripted_dou_dizhu_four import GAME, led_by_landlord
from tests.games.rulebook.told import Told, told_of
from tests.games.words import combination, said
from tests.support.cases import for_each

BOOK = book_of(GAME.key)
STANDARD = GAME.presets["standard"]
ALL = plays(packed_text("".join(rank * 8 for rank in RANKS[:13]) + "BBRR"))


def read(cards: Cards):
    """Return the reading of drawn cards; no card may occur twice."""
    parsed = parse_cards(cards.all)
    assert len(set(parsed)) == len(parsed), "a card is there twice"
    (reading,) = readings(pack(parsed))
    return reading


@for_each("kind", told_of(BOOK, "kinds"), ids=lambda kind: kind.key)
def test_combinations_have_their_kinds_counts_and_lengths(kind: Told):
    reading = read(kind.cards)
    assert (reading.category, combination(reading.category)) == (kind.key, kind.name)
    found = [one for one in ALL if one.category == kind.key]
    assert kind.count == len(found)
    groups = {one.n for one in found}
    lengths = groups if len(groups) > 1 else {size(one.cards) for one in found}
    received = [int(number) for number in re.findall(r"\d+", kind.size)]
    assert (received[0], received[-1]) == (min(lengths), max(lengths))


def test_every_combination_is_described():
    assert {kind.key for kind in told_of(BOOK, "kinds")} == set(
        Counter(one.category for one in ALL)
    )


@for_each("answer", told_of(BOOK, "answers"), ids=lambda answer: answer.title)
def test_answers_are_legal_or_not_as_described(answer: Told):
    for cards, name in ((answer.last, answer.last_is), (answer.reply, answer.reply_is)):
        assert combination(read(cards).category) == name
    last, ranks = (text_of(pack(parse_cards(one.all))) for one in (answer.last, answer.reply))
    play = led_by_landlord(("", ranks, "", "")).pass_ahead().facing(last)
    if not answer.refused:
        assert play.play(1, ranks).step_events("play")
        return
    with pytest.raises(IllegalAction) as no:
        play.play(1, ranks)
    assert said(play.game, play.state, no.value) == answer.refused


def test_the_round_can_be_played_as_described():
    seats = {"Asha": 0, "Binod": 1, "Chitra": 2, "Devi": 3}
    hands = [""] * 4
    for turn in told_of(BOOK, "trick"):
        hands[seats[turn.who]] += text_of(pack(parse_cards(turn.cards.all))) if turn.cards else ""
    play = led_by_landlord(tuple(hands), bid=1)
    for turn in told_of(BOOK, "trick"):
        seat = seats[turn.who]
        assert play.turn == seat
        if turn.cards:
            play.play(seat, text_of(pack(parse_cards(turn.cards.all))))
        else:
            play.pass_(seat)
    assert multiplier(play.state) == 4
    assert play.state.last.player == seats["Chitra"]


@pytest.mark.parametrize("score", told_of(BOOK, "scores"), ids=lambda score: score.title)
def test_scores_are_as_the_engine_counts_them(score: Told):
    landlord_won = score.net[0] > 0
    state = led_by_landlord(bid=score.bid or 1).state
    plays_made = (1, 0, 0, 0) if score.spring else (2, 2, 2, 2)
    draft = Draft(
        state._replace(bombs=score.bombs or 0, rockets=score.rockets or 0, plays=plays_made)
    )
    winner = 0 if landlord_won else 1
    draft.hands[winner] = ()
    settle(draft, winner)
    assert tuple(change for _seat, change in draft.result.net) == score.net
    factors, worth = re.findall(r"([\d × ]+) = (\d+)", score.sum)[0]
    product = 1
    for factor in factors.split("×"):
        product *= int(factor)
    assert product == int(worth) == abs(score.net[1])
