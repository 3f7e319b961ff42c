"""The API's root: version 1, made of the routes of the three apps, and its documents."""

from django.urls import include, path, re_path

from config.api import documents
from config.api.status import Status
from core.http.view import NotFoundView

urlpatterns = [
    path("", documents.ten_minutes, name="api"),
    path("v1/schema/", documents.Schema.as_view(), name="api_schema"),
    path("v1/docs/", documents.Docs.as_view(), name="api_docs"),
    path("v1/sockets/", documents.sockets, name="api_sockets"),
    path("v1/status", Status.as_view()),
    path("v1/", include("accounts.api_urls")),
    path("v1/", include("games.api_urls")),
    path("v1/", include("lobby.api_urls")),
    path("v1/", include("core.admin.api_urls")),
    re_path("^v", NotFoundView.as_view()),
]
