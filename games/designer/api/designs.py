"""Saved designs of pay tables in the API; users see only their own."""

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.people.api.requests import user_of
from core.errors import RequestRefused
from core.http.view import View
from core.wire import shown
from games.designer.actions import change_design, delete_design, save_design
from games.designer.api.pay_tables import pay_table_of, shoe_of
from games.designer.queries import design_of, designs_of, saved
from games.designer.refusals import refusal_text, request_refused
from games.designer.wire import DesignBody, KeptDesign, KeptDesigns
from games.engines.core.errors import RulesError

CHAPTER = "Odds and pay tables"


class Designs(View):
    """The saved designs of the user."""

    @extend_schema(responses=KeptDesigns)
    def get(self, request: Request) -> Response:
        """List the user's designs by name; the limit is fifty."""
        items = [design.to_json() for design in designs_of(user_of(request))]
        return Response(shown(KeptDesigns, {"items": items}))

    @extend_schema(
        request=DesignBody,
        responses={201: KeptDesign},
    )
    def post(self, request: Request) -> Response:
        """Save a design; the user's design with the same name is replaced."""
        body = self.body(DesignBody)
        pay_table = pay_table_of(body)
        try:
            design = save_design(
                owner=user_of(request), name=body.name, pay_table=pay_table, shoe=shoe_of(body)
            )
        except RulesError as no:
            raise _refused(no) from None
        return Response(shown(KeptDesign, saved(design).to_json()), status=201)


class OneDesign(View):
    """A saved design of the user."""

    @extend_schema(responses=KeptDesign)
    def get(self, request: Request, design_id: uuid.UUID) -> Response:
        """Return a design of the user."""
        design = design_of(user_of(request), design_id)
        return Response(shown(KeptDesign, _found(design).to_json()))

    @extend_schema(request=DesignBody, responses=KeptDesign)
    def put(self, request: Request, design_id: uuid.UUID) -> Response:
        """Change the name and pay table of a design."""
        body = self.body(DesignBody)
        pay_table = pay_table_of(body)
        try:
            design = change_design(
                owner=user_of(request),
                design_id=design_id,
                name=body.name,
                pay_table=pay_table,
                shoe=shoe_of(body),
            )
        except RulesError as no:
            raise _refused(no) from None
        return Response(shown(KeptDesign, saved(_found(design)).to_json()))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, design_id: uuid.UUID) -> Response:
        """Delete a design of the user."""
        if not delete_design(owner=user_of(request), design_id=design_id):
            _found(None)
        return Response(status=204)


def _found(design: Any) -> Any:
    if design is None:
        raise RequestRefused("NOT_FOUND", case="design", status=404)
    return design


def _refused(no: RulesError) -> Exception:
    """An invalid name is a bad request; too many designs or a taken name are a conflict."""
    if no.code == "BAD_NAME":
        return exceptions.ValidationError({no.field: [refusal_text(no)]})
    return request_refused(no)
