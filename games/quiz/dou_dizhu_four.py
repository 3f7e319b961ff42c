"""Spots and questions of Dou Dizhu for four."""

from games.quiz.dou_dizhu import KINDS, SPOTS
from games.quiz.game_quiz import GameQuiz

QUIZ = GameQuiz(kinds=KINDS, spots=SPOTS, players=4)
