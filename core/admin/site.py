"""The staff site: who may enter and with which session, its pages and its sidebar."""

from typing import Any
from urllib.parse import urlencode

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse
from unfold.sites import UnfoldAdminSite

from core.admin.menu import (
    GROUPS,
    MenuItem,
)
from core.admin.pages import Page, pages
from core.staff import rights

_LEFT_OUT = {"autocomplete", "view_on_site", "password_change", "password_change_done"}


def lists(site: AdminSite) -> dict[type[Model], Any]:
    """The pages of a site's models, in the order of its menu."""
    return {**site._registry}


class StaffSite(UnfoldAdminSite):
    """The site for everyone who has the right to look; each page may need a further right.

    All of it is behind `has_permission`: besides the right, the session must have been opened
    with a second factor.
    """

    enable_nav_sidebar = True

    def has_permission(self, request: HttpRequest) -> bool:
        right = rights.may(request.user, rights.Right.LOOK)
        return right and self.passed_second_factor(request)

    def passed_second_factor(self, request: HttpRequest) -> bool:
        """Whether this session was opened with a second factor; the project's site overrides it."""
        raise NotImplementedError

    def ask_second_factor(self, request: HttpRequest, target: str) -> HttpResponse:
        """The page that asks for the second factor, or sets one up, and then leads to `target`."""
        raise NotImplementedError

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the site's log-in: it has the rate limits, and asks staff for a code."""
        target = request.GET.get("next") or reverse("admin:index")
        if not request.user.is_authenticated:
            return redirect(f"{reverse('account_login')}?{urlencode({'next': target})}")
        if not rights.may(request.user, rights.Right.LOOK):
            raise PermissionDenied
        if self.has_permission(request):
            return redirect("admin:index")
        return self.ask_second_factor(request, target)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        return [url for url in super().get_urls() if getattr(url, "name", None) not in _LEFT_OUT]

    def extra_urls(self) -> list[URLPattern]:
        """The URLs of pages that belong to no model."""
        return [path(page.path, self._guarded(page), name=page.name) for page in pages()]

    def _guarded(self, page: Page) -> Any:
        def view(request: HttpRequest) -> HttpResponse:
            if not rights.may(request.user, page.right):
                raise PermissionDenied
            template, context = page.view(request)
            context = {**self.each_context(request), "title": page.menu_item.name, **context}
            return TemplateResponse(request, template, context)

        return self.admin_view(view)

    def extra_context(self, context: dict[str, Any], request: HttpRequest) -> dict[str, Any]:
        """Unfold's context without its colours: those are in `staff.css`, as the CSP requires."""
        return {**context, "colors": None}

    def get_sidebar_list(self, request: HttpRequest) -> list[dict[str, Any]]:
        """The sidebar: the pages that this member of staff may see."""
        home = [(MenuItem("Dashboard", "Room", "space_dashboard"), "admin:index")]
        models = [
            (page.menu_item, f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
            for model, page in lists(self).items()
            if page.has_view_permission(request)
        ]
        others = [
            (page.menu_item, f"admin:{page.name}")
            for page in pages()
            if rights.may(request.user, page.right)
        ]
        items = [
            self._item(request, menu_item, name) for menu_item, name in (*home, *models, *others)
        ]
        return [
            {"title": group, "items": [item for item in items if item["group"] == group]}
            for group in GROUPS
        ]

    def _item(self, request: HttpRequest, menu_item: MenuItem, address: str) -> dict[str, Any]:
        link = reverse(address)
        here = request.path == link
        below = address != "admin:index" and request.path.startswith(link)
        return {
            "title": menu_item.name,
            "icon": menu_item.icon,
            "group": menu_item.group,
            "link": link,
            "active": here or below,
            "has_permission": True,
        }
