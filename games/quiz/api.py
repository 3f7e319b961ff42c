"""Spots and questions about the rules of games in the API; nothing is stored."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.errors import RequestRefused
from core.http.openapi import fields_of
from core.http.view import OpenView
from core.wire import shown
from games.engines.core.cards import parse_card
from games.quiz import wire
from games.quiz.game_quiz import has_quiz, quiz_of
from games.quiz.questions import Question, questions_of
from games.quiz.seeds import new_seed
from games.quiz.spots import Spot, spots_of, tried

CHAPTER = "Games and rules"
WRITE_SCOPE = "read"  # its POST requests compute and store nothing


def _known(key: str) -> str:
    if not has_quiz(key):
        raise RequestRefused("NOT_FOUND", case="game", status=404)
    return key


def _groups(of: Question | Spot) -> list[dict[str, object]]:
    return [{"label": label, "cards": list(cards)} for label, cards in of.groups]


class RulesQuiz(OpenView):
    """Questions about the rules of a game."""

    @extend_schema(parameters=fields_of(wire.QuizQuery), responses=wire.Quiz)
    def get(self, request: Request, key: str) -> Response:
        """Draw questions about a game's rules; the engine knows the answers."""
        seed = self.query(wire.QuizQuery).seed or new_seed()
        questions = [
            {"text": one.text, "groups": _groups(one), "choices": list(one.choices)}
            for one in questions_of(_known(key), seed)
        ]
        return Response(shown(wire.Quiz, {"seed": seed, "questions": questions}))

    @extend_schema(request=wire.QuizBody, responses=wire.QuizResult)
    def post(self, request: Request, key: str) -> Response:
        """Judge answers to the questions of a seed, and explain each."""
        body, page = self.body(wire.QuizBody), reverse("games:rules", args=[_known(key)])
        answers = []
        for number, one in enumerate(questions_of(key, body.seed)):
            chosen = body.answers[number] if number < len(body.answers) else None
            answers.append(
                {
                    "chosen": chosen,
                    "right": one.right,
                    "is_right": chosen == one.right,
                    "why": one.why,
                    "rule": f"{page}#{one.anchor}",
                }
            )
        right = sum(bool(one["is_right"]) for one in answers)
        result = {"right": right, "of": len(answers), "answers": answers}
        return Response(shown(wire.QuizResult, result))


class Spots(OpenView):
    """Positions to try out."""

    @extend_schema(responses=wire.SpotList)
    def get(self, request: Request, key: str) -> Response:
        """List the spots of the rules page: positions in which it is your turn."""
        items = [
            {
                "name": one.name,
                "situation": one.situation,
                "groups": _groups(one),
                "offers": [
                    {
                        "kind": offer.kind,
                        "amount": offer.amount,
                        "cards": list(offer.cards),
                        "label": offer.label,
                    }
                    for offer in one.offers
                ],
                "own": list(one.own),
            }
            for one in spots_of(_known(key))
        ]
        return Response(shown(wire.SpotList, {"items": items}))


class OneSpot(OpenView):
    """A position to try out."""

    @extend_schema(request=wire.SpotBody, responses=wire.SpotVerdict)
    def post(self, request: Request, key: str, spot: str) -> Response:
        """Try an action in a spot: the engine says what happens, or why it is refused."""
        if spot not in quiz_of(_known(key)).spots:
            raise RequestRefused("NOT_FOUND", case="resource", status=404)
        body = self.body(wire.SpotBody)
        try:
            cards = tuple(map(parse_card, body.cards))
        except ValueError:
            raise RequestRefused("BAD_MESSAGE", case="card", status=400) from None
        verdict = tried(key, spot, body.action, body.amount, cards)
        return Response(shown(wire.SpotVerdict, verdict._asdict() | {"lines": list(verdict.lines)}))
