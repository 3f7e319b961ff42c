"""The URLconf of the project. Each app lists its own pages in its own urls.py."""

from django.contrib import admin
from django.urls import include, path

from config.web import health, status

handler400 = "config.web.error_pages.bad_request"
handler403 = "config.web.error_pages.forbidden"
handler404 = "config.web.error_pages.not_found"
handler429 = "config.web.error_pages.too_many"
handler500 = "config.web.error_pages.server_error"

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("status/", status.page, name="status"),
    path("", include("config.web.well_known")),
    path("admin/", admin.site.urls),
    path("api/", include("config.api.urls")),
    # Before allauth's: some of our pages have its paths.
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("games.urls")),
    path("", include("lobby.urls")),
]
