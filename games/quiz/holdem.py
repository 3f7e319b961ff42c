"""Spots and questions of hold'em."""

import random

from core.messages import catalogue
from games.engines.core.cards import texts_of
from games.engines.core.contract import Action, Legal
from games.engines.holdem import ranking as holdem
from games.quiz.game_quiz import GameQuiz
from games.quiz.positions import Position, judged, kinds_at
from games.quiz.questions import (
    Question,
    anchor_of,
    asked,
    closest,
    duel,
    groups_of,
    may_bet,
    may_do,
    names_hand,
    parts,
    position_like,
    shuffled,
    text_of,
)
from games.records.card_signs import with_signs
from games.records.hand_names import hand_title


def compare_holdem(key: str, rng: random.Random) -> Question:
    """Ask which of two hands is better with the same board."""
    board, first, second = closest(
        rng,
        lambda: parts(rng.sample(range(52), 9), 5, 2, 2),
        lambda cards: (holdem.value(cards[0] + cards[1]), holdem.value(cards[0] + cards[2])),
    )
    hands = (board + first, board + second)
    names = tuple(
        text_of(
            "why.five",
            hand=hand_title(holdem.hand_value_of(cards)),
            cards=" ".join(with_signs(texts_of(holdem.best_five(cards)))),
        )
        for cards in hands
    )
    labels = ((text_of("board"), board), (text_of("first"), first), (text_of("second"), second))
    return duel(labels, (holdem.value(hands[0]), holdem.value(hands[1])), (names[0], names[1]))


def price(key: str, rng: random.Random) -> Question:
    """Ask how many chips a call costs."""

    def call(position: Position) -> Legal | None:
        return next((one for one in position.legal if one.kind == "call" and one.amount), None)

    position = position_like(key, rng, lambda one: call(one) is not None)
    called = call(position)
    assert called is not None
    cost, bet = called.amount or 0, position.view["current_bet"]
    right, *others = (
        catalogue().number(n) for n in (cost, bet, cost * 2, position.view["pot"], cost + 10)
    )
    choices, index = shuffled(right, others, rng)
    text = asked(position, text_of("call"))
    why = judged(position, Action(position.seat, "call")).lines[0]
    return Question(text, groups_of(position), choices, index, why, anchor_of(key, "call"))


def _is_duel_on_river(position: Position) -> bool:
    """Whether two players are left, the board is complete, and a call ends the hand."""
    view = position.view
    left = sum(seat["status"] == "in" for seat in view["seats"])
    return len(view["board"]) == 5 and left == 2 and "call" in kinds_at(position)


QUIZ = GameQuiz(
    kinds=(
        *(compare_holdem, price, names_hand(5, holdem.hand_value_of)),
        *(may_do("check", "call", "fold"), compare_holdem, may_bet),
    ),
    spots={
        "first": lambda one: one.view["phase"] == "preflop" and "call" in kinds_at(one),
        "river": _is_duel_on_river,
    },
    preset="cash",
    amounts="raising",
    others="moves",
)
