"""The base of all staff pages: a list, a page for each thing, and deeds. Nothing is edited.

Django's own forms for adding, changing and deleting are not there at all: no address leads to
them, and no permission would allow them.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.admin import SimpleListFilter, site
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Model, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from unfold.admin import ModelAdmin

from core.admin import actions as acts
from core.admin.menu import MenuItem
from core.admin.sections import EACH, Grid, Section, added_sections, link, link_to, when
from core.errors import RequestRefused
from core.staff import log as staff_log
from core.staff import rights
from core.staff.models import StaffLogEntry


class StaffAdmin(ModelAdmin):
    """Lists and pages that only read; what is done goes through deeds.

    `right` is what a role needs to see it; `target_kind` is what the audit log calls its rows.
    """

    menu_item: ClassVar[MenuItem]
    right: ClassVar[rights.Right] = rights.Right.LOOK
    target_kind: ClassVar[str] = ""

    actions = None
    list_per_page = 50
    show_full_result_count = False
    show_facets = False

    # Permissions -------------------------------------------------------------------------------
    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return rights.may(request.user, self.right)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only what a filter offers: from other fields one could guess, letter by letter."""
        offered = {getattr(one, "parameter_name", one) for one in self.list_filter}
        return lookup.partition("__")[0] in offered

    # Addresses ---------------------------------------------------------------------------------
    def get_urls(self) -> list[URLPattern]:
        named = f"{self.opts.app_label}_{self.opts.model_name}"
        guard = self.admin_site.admin_view
        return [
            path("", guard(self.changelist_view), name=f"{named}_changelist"),
            *self.more_urls(named),
            path("<path:object_id>/change/", guard(self.page_view), name=f"{named}_change"),
            path(
                "<path:object_id>/do/<slug:deed_slug>/", guard(self.deed_view), name=f"{named}_do"
            ),
        ]

    def more_urls(self, named: str) -> list[URLPattern]:
        """Further pages of this subject."""
        return []

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        # Nothing is done from a list, so nothing is sent to one.
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied
        context = {**(extra_context or {}), "title": self.menu_item.name}
        page: HttpResponse = super().changelist_view(request, context)
        return page

    # A thing's page ----------------------------------------------------------------------------
    def heading(self, row: Any) -> str:
        """What the page is called."""
        return str(row)

    def sections(self, request: HttpRequest, row: Any) -> Sequence[Section]:
        """What is shown of `row`."""
        raise NotImplementedError

    def page_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Everything about one thing, and what can be done to it."""
        row = self._row(request, object_id)
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied
        sections = [
            *self.sections(request, row),
            *added_sections(request, row),
            *self._done(row),
        ]
        buttons = [
            (deed, self._address(row, "do", deed.slug))
            for deed in acts.actions_for(request.user, row)
        ]
        context = {"sections": sections, "buttons": buttons}
        return self._render(request, "staff/page.html", row, context)

    def _done(self, row: Model) -> list[Section]:
        """What staff did to it, from the audit log."""
        if not self.target_kind:
            return []
        rows = staff_log.rows(kind=self.target_kind, target=row.pk)[:EACH]
        return [Grid("Staff actions", ACT_HEADS, [act_row(one) for one in rows])]

    # Deeds -------------------------------------------------------------------------------------
    def deed_view(self, request: HttpRequest, object_id: str, deed_slug: str) -> HttpResponse:
        """The form of a deed, and doing it."""
        row = self._row(request, object_id)
        deed = acts.find_action(row, deed_slug)
        if deed is None:
            raise Http404
        if not deed.may(request.user, row):
            raise PermissionDenied
        sent = request.method == "POST"
        form = deed.form(request.POST if sent else None, row=row)
        looking = "look" in request.POST
        if sent and form.is_valid() and not looking and self._do(request, deed, row, form):
            return redirect(self._address(row, "change"))
        previewed = self._preview(deed, row, form) if looking or not sent else []
        context = {
            "deed": deed,
            "form": form,
            "sections": previewed,
            "back": self._address(row, "change"),
        }
        return self._render(request, "staff/act.html", row, context)

    def _do(
        self, request: HttpRequest, deed: acts.AdminAction, row: Model, form: acts.ReasonForm
    ) -> bool:
        try:
            deed.run(request.user, row, form.cleaned_data["reason"], **form.given)
        except RequestRefused as refused:
            code, text = getattr(refused, "code", ""), getattr(refused, "text", "")
            form.add_error(None, ValidationError(text, code=code))
            return False
        messages.success(request, f"{deed.label}: done.")
        return True

    def _preview(
        self, deed: acts.AdminAction, row: Model, form: acts.ReasonForm
    ) -> Sequence[Section]:
        if deed.preview is None:
            return []
        if not form.is_bound:
            return deed.preview(row, **form.first)
        form.errors.pop("reason", None)  # nothing is done yet
        return [] if form.errors else deed.preview(row, **form.given)

    def _row(self, request: HttpRequest, object_id: str) -> Any:
        if not self.has_view_permission(request):
            raise PermissionDenied
        row = self.get_object(request, object_id)
        if row is None:
            raise Http404
        return row

    def _address(self, row: Model, page: str, *rest: str) -> str:
        named = f"admin:{self.opts.app_label}_{self.opts.model_name}_{page}"
        return reverse(named, args=[row.pk, *rest])

    def _render(
        self, request: HttpRequest, template: str, row: Model, context: dict[str, Any]
    ) -> HttpResponse:
        return TemplateResponse(
            request,
            template,
            {
                **self.admin_site.each_context(request),
                "title": self.heading(row),
                "list_name": self.menu_item.name,
                "list_address": reverse(
                    f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist"
                ),
                **context,
            },
        )


ACT_HEADS = ("When", "Who", "What", "Why", "Row")


def act_row(row: StaffLogEntry) -> tuple[object, ...]:
    """One act as a row under `ACT_HEADS`."""
    label = (
        rights.STAFF_ACTIONS[row.action].label if row.action in rights.STAFF_ACTIONS else row.action
    )
    return when(row.at), link(row.actor), label, row.reason, link(row, f"no. {row.pk}")


class ByRule(SimpleListFilter):
    """A filter of a few known choices, each with its label and its rule."""

    def rules(self) -> dict[str, tuple[str, Q]]:
        """Label and rule of each choice by its value in the address."""
        raise NotImplementedError

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, label) for value, (label, _rule) in self.rules().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        _label, rule = self.rules().get(self.value() or "", ("", Q()))
        return queryset.filter(rule)


class ByLink(SimpleListFilter):
    """A filter that is set by links from other pages and shown while it is on."""

    field: ClassVar[str]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        asked = request.GET.get(self.parameter_name or "")
        return [(asked, self.name_of(asked))] if asked else []

    def name_of(self, asked: str) -> str:
        """What the value is called."""
        return asked

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        asked = self.value()
        if not asked:
            return queryset
        try:
            return queryset.filter(**{self.field: asked})
        except (ValueError, ValidationError):
            return queryset.none()


def target_link(kind: str, target: str) -> Any:
    """The page of what a staff action or a proposal is about; text where that has no page."""
    for model, page in site._registry.items():
        if isinstance(page, StaffAdmin) and page.target_kind == kind:
            return link_to(model._meta.label_lower, target, f"{kind} {target[:8]}")
    return f"{kind} {target}"
