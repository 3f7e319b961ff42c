"""Finished hands in the API: lists, single hands, replays and files.

`games.hands.queries.replay` decides about visibility, as for the pages. Live hands, and hands that
the user may not see, give 404.
"""

import datetime
import uuid
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.people.api.requests import user_of
from accounts.people.api.settings_serializers import NoteBody, NoteShape
from core.errors import RequestRefused
from core.http.conditional import FileView
from core.http.json_lines import CURSOR, LinesMixin, page_or_lines
from core.http.view import (
    OpenView,
    View,
)
from games.engines.core.contract import Viewer
from games.hands.actions.notes import write_hand_note
from games.hands.api import examples
from games.hands.api.serializers import (
    FinishedHand,
    HandFileQuery,
    HandPage,
    HandRow,
    HandsQuery,
    RecordShape,
    ReplayShape,
    ShareShape,
)
from games.hands.models import Hand
from games.hands.queries.export import (
    many_pokerstars,
    phh_text,
    plain_text,
    pokerstars_text,
    record_json,
)
from games.hands.queries.hand_list import hands_of
from games.hands.queries.notes import hand_note
from games.hands.queries.record import lines_of, page_of, recording_of
from games.hands.queries.replay import finished_hand, replay
from games.hands.queries.sharing import share_code
from games.records.record import NotSayable

CHAPTER = "Hands"


class MyHands(LinesMixin, View):
    """The finished hands of the user."""

    @extend_schema(
        parameters=[HandsQuery], responses=page_or_lines(HandPage), examples=[examples.HAND_PAGE]
    )
    def get(self, request: Request) -> Response:
        """List the user's finished hands, newest first, up to 500 a page; also as NDJSON."""
        query = self.query(HandsQuery)
        size = query["size"]
        rows = hands_of(
            user_of(request),
            limit=size + 1,
            before=query.get("cursor"),
            game=query.get("game"),
            table_id=query.get("table"),
            since=_moment(query.get("after")),
            until=_moment(query.get("before")),
        )
        more = rows[size - 1]["cursor"] if len(rows) > size else None
        return Response({"items": HandRow(rows[:size], many=True).data, "next": more})


class OneHand(OpenView):
    """A finished hand."""

    @extend_schema(responses=FinishedHand, examples=[examples.HAND])
    def get(self, request: Request, hand_id: uuid.UUID) -> Response:
        """Return all actions and results of a hand, with the cards that the user may see."""
        shown = replay(*_finished(request, hand_id))
        return Response(FinishedHand(page_of(shown) | {"lines": lines_of(shown)}).data)


class HandReplay(OpenView):
    """The replay of a finished hand."""

    @extend_schema(responses=ReplayShape)
    def get(self, request: Request, hand_id: uuid.UUID) -> Response:
        """Return a view after each action, as the user saw the hand or may see it now."""
        return Response(ReplayShape(recording_of(replay(*_finished(request, hand_id)))).data)


class HandRecord(OpenView):
    """The record of a finished hand."""

    @extend_schema(responses=RecordShape)
    def get(self, request: Request, hand_id: uuid.UUID) -> Response:
        """Return the lossless record, with the cards that the user may see."""
        return Response(RecordShape(record_json(*_finished(request, hand_id))).data)


class HandText(FileView):
    """The text of a finished hand."""

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, hand_id: uuid.UUID) -> HttpResponse:
        """Return the hand as plain text."""
        text = plain_text(*_finished(request, hand_id))
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class HandPhh(FileView):
    """A finished hold'em hand in PHH, a format for poker programs."""

    @extend_schema(responses={(200, "application/toml"): OpenApiTypes.STR})
    def get(self, request: Request, hand_id: uuid.UUID) -> HttpResponse:
        """Return the hand in PHH; 409 `NOT_SAYABLE` if the format cannot express it."""
        try:
            text = phh_text(*_finished(request, hand_id))
        except NotSayable as no:
            raise RequestRefused("NOT_SAYABLE", str(no)) from None
        return HttpResponse(text, content_type="application/toml; charset=utf-8")


class HandPokerStars(FileView):
    """A finished hold'em hand as PokerStars text, which most trackers import."""

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, hand_id: uuid.UUID) -> HttpResponse:
        """Return the hand as PokerStars text; 409 `NOT_SAYABLE` if the format cannot express it."""
        try:
            text = pokerstars_text(*_finished(request, hand_id))
        except NotSayable as no:
            raise RequestRefused("NOT_SAYABLE", str(no)) from None
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class MyPokerStars(FileView):
    """The user's hold'em hands as PokerStars text."""

    permission_classes: Any = (IsAuthenticated,)
    quota = "file"

    @extend_schema(parameters=[HandFileQuery], responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request) -> HttpResponse:
        """Return the user's finished hold'em hands, newest first, up to 50 a file.

        The header `Next-Cursor` has the cursor of the next file; it is absent on the last one.
        `Left-Out` counts the hands of this file that the format cannot express.
        """
        query, user = self.query(HandFileQuery), user_of(request)
        rows = hands_of(
            user,
            limit=query["size"] + 1,
            before=query.get("cursor"),
            game="holdem",
            table_id=query.get("table"),
            since=_moment(query.get("after")),
            until=_moment(query.get("before")),
        )
        some = rows[: query["size"]]
        text, left_out = many_pokerstars(user, (row["id"] for row in some))
        answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
        answer["Left-Out"] = str(left_out)
        if len(rows) > len(some):
            answer[CURSOR] = str(some[-1]["cursor"])
        return answer


class HandNote(View):
    """The user's private note about a finished hand, which nobody else can read."""

    @extend_schema(responses=NoteShape)
    def get(self, request: Request, hand_id: uuid.UUID) -> Response:
        """Return the user's note about a hand."""
        _finished(request, hand_id)
        return Response({"text": hand_note(user_of(request).pk, hand_id)})

    @extend_schema(request=NoteBody, responses=NoteShape)
    def put(self, request: Request, hand_id: uuid.UUID) -> Response:
        """Save a note about a hand; an empty one deletes it."""
        text = self.body(NoteBody)["text"]
        _finished(request, hand_id)
        kept = write_hand_note(user=user_of(request), hand_id=hand_id, text=text)
        return Response({"text": kept})


class HandShare(OpenView):
    """The public link to a finished hand."""

    @extend_schema(responses=ShareShape)
    def get(self, request: Request, hand_id: uuid.UUID) -> Response:
        """Create a link to the hand for anyone: it shows what the user sees, without names."""
        code = share_code(*_finished(request, hand_id))
        return Response({"url": reverse("games:shared_hand", args=[code])})


def _moment(ms: int | None) -> datetime.datetime | None:
    return None if ms is None else datetime.datetime.fromtimestamp(ms / 1000, tz=datetime.UTC)


def _finished(request: Request, hand_id: uuid.UUID) -> tuple[Hand, Viewer]:
    """A finished hand and the viewer that the user is for it; raises `NotFound`."""
    found = finished_hand(hand_id, request.user.pk if request.user.is_authenticated else None)
    if found is None:
        raise NotFound("There is no such hand, or you may not see it.")
    return found
