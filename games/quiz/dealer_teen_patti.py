"""Spots and questions of Teen Patti against the dealer."""

import random
from typing import Any

from core.messages import catalogue
from games.engines.core.contract import SPECTATOR, Action
from games.engines.core.hand_values import HandValue
from games.engines.dealer_teen_patti import ranking
from games.engines.dealer_teen_patti.rules import PRESETS
from games.quiz.game_quiz import GameQuiz
from games.quiz.positions import Position, judged, kinds_at
from games.quiz.questions import (
    Question,
    compares_three,
    groups_of,
    names_hand,
    position_like,
    shuffled,
    text_of,
)

_RANKING = PRESETS["standard"].pay_table.ranking()


def _key(cards: tuple[int, ...]) -> tuple[int, ...]:
    return ranking.hand_key(cards, _RANKING)


def _value(cards: tuple[int, ...]) -> HandValue:
    return ranking.hand_value_of(cards, _RANKING)


_COMPARE = compares_three(_key, _value)


def pays(key: str, rng: random.Random) -> Question:
    """Ask what a hand against the dealer wins or loses; it is played to its end."""
    position = position_like(key, rng, _has_only_its_ante)
    raised = next(one for one in position.legal if one.kind == "raise")
    step = position.game.apply(position.state, Action(position.seat, "raise", None))
    result = position.game.result(step.state)
    if result is None:
        return _COMPARE(key, rng)
    net = dict(result.chips)[position.seat] - position.opening.stacks[0]
    wrong = (raised.amount or 0, -(raised.amount or 0), 2 * net, -net, 0, net + 10)
    right, *others = (catalogue().number(n, signed=True) for n in (net, *wrong))
    choices, index = shuffled(right, others, rng)
    shown = (*groups_of(position), (text_of("dealer"), tuple(_dealers(position, step.state))))
    why = " · ".join(judged(position, Action(position.seat, "raise", None)).lines[1:])
    return Question(text_of("pays", ante=raised.amount or 0), shown, choices, index, why, "pays")


def _has_only_its_ante(position: Position) -> bool:
    """Whether the seat may raise, and has no side bets."""
    (own,) = position.view["seats"]
    side_bets = sum(own["bets"].values()) - own["bets"]["ante"]
    return not side_bets and any(one.kind == "raise" for one in position.legal)


def _dealers(position: Position, state: Any) -> list[str]:
    seen: list[str] = position.game.view(state, SPECTATOR)["dealer"]["cards"]
    return seen


QUIZ = GameQuiz(
    kinds=(_COMPARE, pays, names_hand(3, _value), pays),
    spots={
        "bets": lambda one: one.view["phase"] == "betting",
        "decision": lambda one: "raise" in kinds_at(one),
    },
    players=1,
)
