"""Notices, appeals, data export and account deletion in the API.

A user who is suspended, banned, self-excluded or has closed the account has no valid token. Logging
in or refreshing a token is refused with ACCOUNT_INACTIVE, and `data.notice` of that refusal is sent
as `Authorization: Bearer` to the routes that accept it.
"""

import uuid

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from msgspec import structs
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import needs_account
from accounts.people.api import settings_render
from accounts.people.api.authentication import LockedOutBrowser, TokenOrNoticePass
from accounts.people.api.requests import user_of
from accounts.privacy import deletion
from accounts.privacy import download as exports
from accounts.sanctions import actions as sanctions
from accounts.sanctions import code_of_conduct, wire
from core.http.conditional import LastingView
from core.http.django_request import django_request
from core.http.page_text import page_text
from core.http.view import View

CHAPTER = "Notices and privacy"
DAY_S = 86_400


class NoticeView(View):
    """A view that users who may not log in can use as well."""

    authentication_classes = (TokenOrNoticePass, LockedOutBrowser)


class Notice(NoticeView):
    """The notice of a user who may not chat or log in."""

    @extend_schema(responses=wire.AccountNotice)
    def get(self, request: Request) -> Response:
        """Return the sanctions in force, the self-exclusion, and whether the account is closed.

        Also with the `notice` of a ACCOUNT_INACTIVE refusal in place of an access token.
        """
        return Response(settings_render.notice(user_of(request)))


class Appeal(NoticeView):
    """An appeal against a sanction."""

    @extend_schema(request=wire.AppealBody, responses={201: wire.AccountNotice})
    def post(self, request: Request, sanction_id: uuid.UUID) -> Response:
        """Appeal against a sanction, once; another moderator answers.

        Also with the `notice` of a ACCOUNT_INACTIVE refusal in place of an access token.
        """
        user = user_of(request)
        text = self.body(wire.AppealBody).text.strip()
        sanctions.appeal(user=user, sanction_id=sanction_id, text=text)
        return Response(settings_render.notice(user), status=201)


class Conduct(LastingView):
    """The rules of conduct."""

    @extend_schema(responses=wire.Conduct)
    def get(self, request: Request) -> Response:
        """Return the page of the rules of conduct as Markdown, and the usual sanctions."""
        usual = code_of_conduct.usual()
        text = page_text(django_request(request), "accounts/conduct.html", {"usual": usual})
        return Response(
            wire.Conduct(
                **structs.asdict(text),
                usual=[wire.UsualSanctions(breach, steps) for breach, steps in usual],
            )
        )


class Close(View):
    """The closing and deletion of the account."""

    quota = "enter"

    @extend_schema(request=wire.CloseBody, responses=wire.AccountNotice)
    def post(self, request: Request) -> Response:
        """Close the account until the user reopens it, or delete it after seven days.

        All devices and browsers are logged out.
        """
        user, body = user_of(request), self.body(wire.CloseBody)
        if user.is_guest:
            raise needs_account()
        return Response(
            settings_render.notice(
                deletion.close(user=user, password=body.password, erase=body.erase)
            )
        )


class Reopen(NoticeView):
    """The reopening of a closed account."""

    quota = "enter"

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request) -> Response:
        """Reopen the user's closed account; then log in.

        Send the `notice` of the ACCOUNT_INACTIVE refusal that log-in returned.
        """
        deletion.reopen(user=user_of(request))
        return Response(status=204)


class Export(View):
    """The data export: everything stored about the user."""

    quota = "enter"

    @extend_schema(request=None, responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def post(self, request: Request) -> HttpResponseBase:
        """Return one ZIP file with everything stored about the user; five a day."""
        user = user_of(request)
        if not exports.may_export(user):
            raise exceptions.Throttled(DAY_S)
        return exports.download(user)
