"""Spots and questions of Teen Patti."""

from games.engines.core.hand_values import HandValue
from games.engines.teen_patti import ranking
from games.engines.teen_patti.rules import PRESETS
from games.quiz.game_quiz import GameQuiz
from games.quiz.positions import kinds_at
from games.quiz.questions import compares_three, least_amount, may_bet, may_do, names_hand

_RULES = PRESETS["standard"]


def _key(cards: tuple[int, ...]) -> tuple[int, ...]:
    return ranking.hand_key(cards, _RULES)


def _value(cards: tuple[int, ...]) -> HandValue:
    return ranking.hand_value_of(cards, _RULES)


_COMPARE = compares_three(_key, _value)
QUIZ = GameQuiz(
    kinds=(
        *(_COMPARE, least_amount, names_hand(3, _value)),
        *(may_do("show", "side_show", "see", "fold"), _COMPARE, may_bet),
    ),
    spots={
        "first": lambda one: one.view["pot"] == 30 and "see" in kinds_at(one),
        "show": lambda one: "show" in kinds_at(one) and "see" not in kinds_at(one),
    },
    amounts="prices",
    others="shows",
    names={"fold": "pack"},
)
