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
from games.designer.actions import change_design, forget_design, save_design
from games.designer.api import examples
from games.designer.api.serializers import DesignBody, DesignShape, DesignsShape
from games.designer.queries import design_of, designs_of, saved
from games.engines.core.errors import RulesError

CHAPTER = "Odds and pay tables"


class Designs(View):
    """The saved designs of the user."""

    @extend_schema(responses=DesignsShape)
    def get(self, request: Request) -> Response:
        """List the user's designs by name; the limit is fifty."""
        return Response(DesignsShape({"items": designs_of(user_of(request))}).data)

    @extend_schema(
        request=DesignBody,
        responses={201: DesignShape},
        examples=[examples.DESIGN_BODY, examples.DESIGN_KEPT],
    )
    def post(self, request: Request) -> Response:
        """Save a design; the user's design with the same name is replaced."""
        body = self.body(DesignBody)
        try:
            design = save_design(
                owner=user_of(request), name=body["name"], pay_table=body["design"]
            )
        except RulesError as no:
            raise _refused(no) from None
        return Response(DesignShape(saved(design)).data, status=201)


class OneDesign(View):
    """A saved design of the user."""

    @extend_schema(responses=DesignShape)
    def get(self, request: Request, design_id: uuid.UUID) -> Response:
        """Return a design of the user."""
        design = design_of(user_of(request), design_id)
        return Response(DesignShape(_found(design)).data)

    @extend_schema(
        request=DesignBody, responses=DesignShape, examples=[examples.DESIGN_BODY, examples.DESIGN]
    )
    def put(self, request: Request, design_id: uuid.UUID) -> Response:
        """Change the name and pay table of a design."""
        body = self.body(DesignBody)
        try:
            design = change_design(
                owner=user_of(request),
                design_id=design_id,
                name=body["name"],
                pay_table=body["design"],
            )
        except RulesError as no:
            raise _refused(no) from None
        return Response(DesignShape(saved(_found(design))).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, design_id: uuid.UUID) -> Response:
        """Delete a design of the user."""
        if not forget_design(owner=user_of(request), design_id=design_id):
            _found(None)
        return Response(status=204)


def _found(design: Any) -> Any:
    if design is None:
        raise exceptions.NotFound("You have no such design.")
    return design


def _refused(no: RulesError) -> Exception:
    """An invalid name is a bad request; too many designs or a taken name are a conflict."""
    if no.code == "BAD_NAME":
        return exceptions.ValidationError({no.field: [no.text]})
    return RequestRefused(no.code, no.text)
