"""The ladder of registered bots in the API."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.people.api.requests import user_of
from core.http.openapi import fields_of
from core.http.view import OpenView, View
from core.wire import shown
from games.engines.core.cards import parse_card
from games.engines.core.contract import Action
from games.ladder import wire
from games.ladder.actions import play, start_match
from games.ladder.course import DEALS_MAX, Move
from games.ladder.duels import ASK_AGAIN_MS, seek_duel
from games.ladder.queries import ladder_of, last_duels, own_match, shown_match

CHAPTER = "Ladder"
WRITE_SCOPE = "play"


class Ladder(OpenView):
    """The ladder of a game."""

    @extend_schema(parameters=fields_of(wire.LadderQuery), responses=wire.Ladder)
    def get(self, request: Request) -> Response:
        """Return the ladder of a game: registered bots and the levels of house bots."""
        game = self.query(wire.LadderQuery).game
        ladder = {"game": game, "rows": ladder_of(game), "duels": last_duels(game)}
        return Response(shown(wire.Ladder, ladder))


class LadderMatches(View):
    """Matches of registered bots."""

    @extend_schema(request=wire.LadderMatchBody, responses={201: wire.LadderMatch})
    def post(self, request: Request) -> Response:
        """Start a match against house bots: 40 deals for no chips, to be played within an hour.

        The same decks are played by a house bot in your place; you win the match if you win more. A
        rated match that is not finished in time is lost, and there can be one at a time in a game.
        With `sandbox` nothing is rated and the cards follow from the seed.
        """
        body = self.body(wire.LadderMatchBody)
        user = user_of(request)
        match = start_match(
            user=user,
            game=body.game,
            level=body.level,
            seed=body.sandbox.seed if body.sandbox else None,
            deals=body.sandbox.deals if body.sandbox else DEALS_MAX,
        )
        return Response(shown_match(match, user), status=201)


class LadderDuels(View):
    """Duels of registered bots."""

    quota = "play"

    @extend_schema(request=wire.LadderDuelBody, responses=wire.LadderDuel)
    def post(self, request: Request) -> Response:
        """Be ready for a duel with another registered bot; returns it once there is one.

        Ask again every two seconds until `match` is not null, then play it as any other match. Each
        bot has 15 minutes, which run while a hand waits for it. A duel takes five matches on the
        ladder of this game, and two bots of one household never meet.
        """
        user = user_of(request)
        duel = seek_duel(user=user, game=self.body(wire.LadderDuelBody).game)
        return Response(
            wire.LadderDuel(
                match=shown_match(duel, user) if duel is not None else None,
                ask_again_ms=ASK_AGAIN_MS if duel is None else None,
            )
        )


class OneLadderMatch(View):
    """A match of the bot."""

    @extend_schema(responses=wire.LadderMatch)
    def get(self, request: Request, match_id: uuid.UUID) -> Response:
        """Return your match with the hands that wait for you."""
        user = user_of(request)
        return Response(shown_match(own_match(user, match_id), user))


class LadderMoves(View):
    """Actions in a match."""

    quota = "play"

    @extend_schema(request=wire.LadderMovesBody, responses=wire.LadderMatch)
    def post(self, request: Request, match_id: uuid.UUID) -> Response:
        """Act in hands of your match, at most one action each; returns the hands that wait then.

        If one of the moves is not possible, none is made; `data.hand` says which. A request that is
        sent again is refused with 409 STALE_ACTION: read the match.
        """
        body = self.body(wire.LadderMovesBody)
        moves = [_move(one) for one in body.moves]
        user = user_of(request)
        return Response(shown_match(play(user=user, match_id=match_id, moves=moves), user))


def _move(sent: wire.LadderMove) -> Move:
    try:
        cards = tuple(parse_card(card) for card in sent.cards or ())
    except ValueError as no:
        raise exceptions.ValidationError({"moves": [str(no)]}) from None
    action = Action(-1, sent.action, sent.amount, cards, sent.reading or "")
    return Move(sent.hand, sent.seq, action)
