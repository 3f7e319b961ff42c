"""Finished hands in the API: lists, single hands, replays and files.

`games.hands.queries.replay` decides about visibility, as for the pages. Live hands, and hands that
the user may not see, give 404.
"""

import datetime
import uuid
from dataclasses import asdict
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.people.api.requests import user_of
from accounts.people.wire import Note, NoteBody
from core.clock import to_unix_ms
from core.errors import RequestRefused
from core.http.conditional import FileView
from core.http.json_lines import CURSOR, LinesMixin, page_or_lines
from core.http.openapi import fields_of
from core.http.view import (
    OpenView,
    View,
)
from core.runtime.replica import from_replica
from core.wire import REF, shown
from games.dealing.queries.decks import seal_of
from games.engines.core.contract import Viewer
from games.hands.actions.notes import write_hand_note
from games.hands.models import Hand
from games.hands.queries.export import (
    many_pokerstars,
    phh_text,
    plain_text,
    pokerstars_text,
    record_json,
)
from games.hands.queries.hand_list import beside, hands_of
from games.hands.queries.notes import hand_note
from games.hands.queries.record import advice_of, lines_of, page_of, recording_of
from games.hands.queries.replay import Replay, finished_hand, replay
from games.hands.queries.sharing import share_code, shared_hand, without_names
from games.hands.queries.tables import names_of_tables
from games.hands.queries.unsealed import moderation_notes
from games.hands.wire import (
    RECORD,
    FinishedHand,
    HandFileQuery,
    HandPage,
    HandReplayed,
    HandRow,
    HandsQuery,
    ShareLink,
)
from games.records.formats import NotRepresentable, games_in

CHAPTER = "Hands"
RECORD_REF = {"$ref": REF.format(name=RECORD)}


class MyHands(LinesMixin, View):
    """The finished hands of the user."""

    @extend_schema(
        parameters=fields_of(HandsQuery),
        responses=page_or_lines(HandPage),
    )
    @from_replica
    def get(self, request: Request) -> Response:
        """List the user's finished hands, newest first, up to 500 a page; also as NDJSON."""
        query = self.query(HandsQuery)
        size = query.size
        rows = hands_of(
            user_of(request),
            limit=size + 1,
            before=query.cursor,
            game=query.game,
            table_id=query.table,
            since=_moment(query.after),
            until=_moment(query.before),
            result=query.result,
            words=query.q,
        )
        more = rows[size - 1]["cursor"] if len(rows) > size else None
        return Response(HandPage(items=hand_rows(rows[:size]), next=more))


class OneHand(OpenView):
    """A finished hand."""

    @extend_schema(responses=FinishedHand)
    @from_replica
    def get(self, request: Request, hand_id: uuid.UUID) -> Response:
        """Return all actions and results of a hand, with the cards that the user may see."""
        hand, viewer = _finished(request, hand_id)
        table = names_of_tables([hand.table_id])[hand.table_id]
        neighbours = beside(hand, request.user.pk if request.user.is_authenticated else None)
        where = {
            "table": hand.table_id,
            "table_name": table.name,
            "table_slug": table.slug,
            "previous": neighbours.get(-1),
            "next": neighbours.get(1),
            "moderation": [
                asdict(note) | {"at": to_unix_ms(note.at)} for note in moderation_notes(hand_id)
            ],
            "dealt": seal_of(hand),
        }
        return Response(shown(FinishedHand, _hand_json(replay(hand, viewer)) | where))


class SharedHand(OpenView):
    """A finished hand that a player shared."""

    @extend_schema(responses=FinishedHand)
    @from_replica
    def get(self, request: Request, code: str) -> Response:
        """Return a shared hand by the code of its link: as the player saw it, without names."""
        nowhere: dict[str, Any] = {"id": None, "table": None, "table_name": "", "table_slug": ""}
        nowhere |= {"previous": None, "next": None, "moderation": [], "dealt": None}
        return Response(shown(FinishedHand, _hand_json(_shared(code)) | nowhere))


class SharedReplay(OpenView):
    """The replay of a hand that a player shared."""

    @extend_schema(responses=HandReplayed)
    @from_replica
    def get(self, request: Request, code: str) -> Response:
        """Return a view after each action of a shared hand, without names."""
        recording = recording_of(_shared(code))
        return Response(shown(HandReplayed, recording | {"hand": recording["hand"] | {"id": None}}))


class HandReplay(OpenView):
    """The replay of a finished hand."""

    @extend_schema(responses=HandReplayed)
    @from_replica
    def get(self, request: Request, hand_id: uuid.UUID) -> Response:
        """Return a view after each action, as the user saw the hand or may see it now."""
        # Frames are the engine's own values, which are sent as they are.
        return Response(recording_of(replay(*_finished(request, hand_id))))


class HandRecord(OpenView):
    """The record of a finished hand."""

    @extend_schema(responses={200: RECORD_REF})
    @from_replica
    def get(self, request: Request, hand_id: uuid.UUID) -> Response:
        """Return the lossless record, with the cards that the user may see.

        Where stacks are hidden, 409 `STACKS_HIDDEN` until the table is closed; so are other files.
        """
        return Response(record_json(*_finished(request, hand_id)))


class HandText(FileView):
    """The text of a finished hand."""

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    @from_replica
    def get(self, request: Request, hand_id: uuid.UUID) -> HttpResponse:
        """Return the hand as plain text."""
        text = plain_text(*_finished(request, hand_id))
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class HandPhh(FileView):
    """A finished hand in PHH, a format for poker programs."""

    @extend_schema(responses={(200, "application/toml"): OpenApiTypes.STR})
    @from_replica
    def get(self, request: Request, hand_id: uuid.UUID) -> HttpResponse:
        """Return the hand in PHH; 409 `NOT_SAYABLE` if the format cannot express it."""
        try:
            text = phh_text(*_finished(request, hand_id))
        except NotRepresentable as no:
            raise RequestRefused("NOT_SAYABLE", why=str(no)) from None
        return HttpResponse(text, content_type="application/toml; charset=utf-8")


class HandPokerStars(FileView):
    """A finished hand as PokerStars text, which most trackers import."""

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    @from_replica
    def get(self, request: Request, hand_id: uuid.UUID) -> HttpResponse:
        """Return the hand as PokerStars text; 409 `NOT_SAYABLE` if the format cannot express it."""
        try:
            text = pokerstars_text(*_finished(request, hand_id))
        except NotRepresentable as no:
            raise RequestRefused("NOT_SAYABLE", why=str(no)) from None
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class MyPokerStars(FileView):
    """The user's hands as PokerStars text."""

    permission_classes: Any = (IsAuthenticated,)
    quota = "file"

    @extend_schema(
        parameters=fields_of(HandFileQuery), responses={(200, "text/plain"): OpenApiTypes.STR}
    )
    @from_replica
    def get(self, request: Request) -> HttpResponse:
        """Return the user's finished hands of poker, newest first, up to 50 a file.

        The header `Next-Cursor` has the cursor of the next file; it is absent on the last one.
        `Left-Out` counts the hands of this file that the format cannot express.
        """
        query, user = self.query(HandFileQuery), user_of(request)
        rows = hands_of(
            user,
            limit=query.size + 1,
            before=query.cursor,
            games=games_in("pokerstars"),
            table_id=query.table,
            since=_moment(query.after),
            until=_moment(query.before),
            result=query.result,
            words=query.q,
        )
        some = rows[: query.size]
        text, left_out = many_pokerstars(user, (row["id"] for row in some))
        answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
        answer["Left-Out"] = str(left_out)
        if len(rows) > len(some):
            answer[CURSOR] = str(some[-1]["cursor"])
        return answer


class HandNote(View):
    """The user's private note about a finished hand, which nobody else can read."""

    @extend_schema(responses=Note)
    def get(self, request: Request, hand_id: uuid.UUID) -> Response:
        """Return the user's note about a hand."""
        _finished(request, hand_id)
        return Response(Note(text=hand_note(user_of(request).pk, hand_id)))

    @extend_schema(request=NoteBody, responses=Note)
    def put(self, request: Request, hand_id: uuid.UUID) -> Response:
        """Save a note about a hand; an empty one deletes it."""
        text = self.body(NoteBody).text
        _finished(request, hand_id)
        kept = write_hand_note(user=user_of(request), hand_id=hand_id, text=text)
        return Response(Note(text=kept))


class HandShare(OpenView):
    """The public link to a finished hand."""

    @extend_schema(responses=ShareLink)
    def get(self, request: Request, hand_id: uuid.UUID) -> Response:
        """Create a link to the hand for anyone: it shows what the user sees, without names."""
        code = share_code(*_finished(request, hand_id))
        return Response(ShareLink(url=reverse("games:shared_hand", args=[code])))


def hand_rows(rows: list[dict[str, Any]]) -> list[HandRow]:
    """Rows of the list of hands as they are sent."""
    names = names_of_tables({row["table_id"] for row in rows})
    return [
        shown(
            HandRow,
            {
                **row,
                "table": row["table_id"],
                "table_name": names[row["table_id"]].name,
                "table_slug": names[row["table_id"]].slug,
                "at": to_unix_ms(row["at"]),
            },
        )
        for row in rows
    ]


def _hand_json(found: Replay) -> dict[str, Any]:
    """A finished hand as it is sent, but for what leads elsewhere."""
    page = page_of(found)
    times = {name: to_unix_ms(page[name]) for name in ("started_at", "finished_at")}
    names = {"game": page["game_key"], "game_name": page["game"]}
    return page | times | names | {"lines": lines_of(found), "advice": advice_of(found)}


def _shared(code: str) -> Replay:
    """The replay of a shared hand, without names; raises `NotFound`."""
    found = shared_hand(code)
    if found is None:
        raise RequestRefused("NOT_FOUND", case="hand_link", status=404)
    return without_names(replay(*found))


def _moment(ms: int | None) -> datetime.datetime | None:
    return None if ms is None else datetime.datetime.fromtimestamp(ms / 1000, tz=datetime.UTC)


def _finished(request: Request, hand_id: uuid.UUID) -> tuple[Hand, Viewer]:
    """A finished hand and the viewer that the user is for it; raises `NotFound`."""
    found = finished_hand(hand_id, request.user.pk if request.user.is_authenticated else None)
    if found is None:
        raise RequestRefused("NOT_FOUND", case="hand", status=404)
    return found
