"""The URLconf of the project. Each app lists its own pages in its own urls.py."""

from django.contrib import admin
from django.urls import include, path

from config import health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/", admin.site.urls),
    path("api/", include("config.api.urls")),
    # Before allauth's: some of our pages have its paths.
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("games.urls")),
    path("", include("lobby.urls")),
]
