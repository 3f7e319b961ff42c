"""The status of the site for apps."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from config.web import status
from core.http.view import AsyncView, OpenView

CHAPTER = "Status"


class Status(AsyncView, OpenView):
    """The status of the site, for everybody: a log-in could not be checked without a database."""

    authentication_classes = ()

    @extend_schema(responses=status.SiteStatus)
    async def get(self, request: Request) -> Response:
        """Return whether the site works, and each part of it; at most ten seconds old."""
        return Response(await status.now())
