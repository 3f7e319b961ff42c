"""Addresses that every browser, crawler, messenger and password manager asks for.

Files keep their fixed names here, as nobody reads our pages for the hashed ones.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import sitemap
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import path, reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from games.engines.core import registry

_DAY_S = 24 * 60 * 60
_VALID_DAYS = 90
"""How long security.txt is valid from today; RFC 9116 recommends less than a year."""
_NOT_FOR_CRAWLERS = (
    "accounts/", "admin/", "api/v1/", "guest/", "h/", "hands/", "i/", "me/", "odds/rows/", "play/",
    "s/", "t/", "tables/",
)  # fmt: skip


@require_safe
@cache_control(public=True, max_age=_DAY_S)
def icon(request: HttpRequest, name: str, kind: str, size: str = "") -> HttpResponse:
    """An icon of the site by its file in static/img; every `size` gets the same one."""
    body = (settings.BASE_DIR / "static" / "img" / name).read_bytes()
    return HttpResponse(body, content_type=kind)


@require_safe
@cache_control(public=True, max_age=_DAY_S)
def robots(request: HttpRequest) -> HttpResponse:
    """The rules for crawlers, which may read pages that are the same for everybody and stay."""
    lines = [
        "User-agent: *",
        *(f"Disallow: /{prefix}" for prefix in _NOT_FOR_CRAWLERS),
        f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=_DAY_S)
def security(request: HttpRequest) -> HttpResponse:
    """How to report a vulnerability (RFC 9116); its date of expiry is always ahead."""
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    contact = settings.SECURITY_CONTACT or f"mailto:security@{request.get_host().split(':')[0]}"
    lines = [
        f"Contact: {contact}",
        f"Expires: {today + timedelta(days=_VALID_DAYS):%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: en",
        f"Canonical: {request.build_absolute_uri(reverse('security_txt'))}",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=_DAY_S)
def manifest(request: HttpRequest) -> JsonResponse:
    """The web app manifest: name, colours and icons of the site on a home screen."""
    icons: list[dict[str, str]] = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    return JsonResponse(
        {
            "id": "/",
            "name": "Cardhouse",
            "short_name": "Cardhouse",
            "lang": get_language(),
            "description": gettext(
                "A card room with friends, strangers and bots. Play money only."
            ),
            "start_url": "/",
            "scope": "/",
            "display": "minimal-ui",
            "background_color": "#17100d",
            "theme_color": "#17100d",
            "icons": [*icons, *({**one, "purpose": "maskable"} for one in icons)],
        },
        content_type="application/manifest+json",
    )


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that browsers keep for the time without a network; here it may serve all pages."""
    body = (settings.BASE_DIR / "static/js/service_worker.js").read_bytes()
    return HttpResponse(body, content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """The page that browsers show without a network; it has nothing of a person."""
    return render(request, "offline.html")


class _Pages(Sitemap):  # type: ignore[type-arg]
    """The pages that are the same for everybody."""

    def items(self) -> list[str]:
        names = ("lobby:home", "games:fair", "games:fair_cheat", "games:leaderboards",
                 "games:ladder", "games:statistics", "games:odds", "games:odds_design",
                 "accounts:conduct", "api")  # fmt: skip
        games = registry.all_games()
        rules = [reverse("games:rules", args=[game.key]) for game in games]
        menus = [
            reverse("lobby:menu", kwargs={"key": game.key})
            for game in games
            if game.manifest.menu is not None
        ]
        return [*map(reverse, names), *rules, *menus]

    def location(self, item: str) -> str:
        return item


_TOUCH: dict[str, Any] = {"name": "icon-180.png", "kind": "image/png"}

urlpatterns = [
    path("favicon.ico", icon, {"name": "favicon.ico", "kind": "image/x-icon"}),
    path("apple-touch-icon.png", icon, _TOUCH),
    path("apple-touch-icon-<slug:size>.png", icon, _TOUCH),
    path("robots.txt", robots),
    path("sitemap.xml", require_safe(sitemap), {"sitemaps": {"pages": _Pages}}, name="sitemap"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("service-worker.js", service_worker),
    path("offline/", offline, name="offline"),
    path("security.txt", security),
    path(".well-known/security.txt", security, name="security_txt"),
    path(
        ".well-known/change-password",
        RedirectView.as_view(pattern_name="account_change_password"),
    ),
]
