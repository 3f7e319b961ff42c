"""The pictures of finished hands, as visitors without a session may see them now."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.hands.queries.replay import finished_hand, replay
from games.hands.queries.sharing import shared_hand, without_names
from games.pictures.hand_picture import hand_svg, neutral_svg
from games.pictures.serving import picture_response


@require_safe
def of_hand(request: HttpRequest, hand_id: uuid.UUID) -> HttpResponse:
    """The picture of a hand's page; a neutral one where strangers may not see the hand."""

    def drawn() -> str:
        found = finished_hand(hand_id, None)
        return neutral_svg() if found is None else hand_svg(replay(*found))

    return picture_response(request, drawn)


@require_safe
def of_shared_hand(request: HttpRequest, code: str) -> HttpResponse:
    """The picture of a shared hand: as its page, without names."""

    def drawn() -> str:
        found = shared_hand(code)
        return neutral_svg() if found is None else hand_svg(without_names(replay(*found)))

    return picture_response(request, drawn)
