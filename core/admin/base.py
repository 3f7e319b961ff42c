"""The base of all staff pages: a list, a detail page, and staff actions. Rows are never edited.

Django's forms for adding, changing and deleting do not exist here: no URL leads to them, and no
permission allows them.
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

from core.admin.actions import AdminAction, ReasonForm, actions_for, find_action
from core.admin.menu import MenuItem
from core.admin.sections import GRID_ROWS_MAX, Grid, Section, added_sections, link, link_to, when
from core.admin.site import lists
from core.errors import RequestRefused
from core.staff import log as staff_log
from core.staff import rights
from core.staff.models import StaffLogEntry


class StaffAdmin(ModelAdmin):
    """Lists and detail pages that only read; changes are made by staff actions.

    `right` is what a role needs to see the page; `target_kind` names its rows in the staff log.
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
        """Only lookups that a filter offers: others would let staff guess values bit by bit."""
        offered = {getattr(one, "parameter_name", one) for one in self.list_filter}
        return lookup.partition("__")[0] in offered

    # URLs --------------------------------------------------------------------------------------
    def get_urls(self) -> list[URLPattern]:
        named = f"{self.opts.app_label}_{self.opts.model_name}"
        guard = self.admin_site.admin_view
        return [
            path("", guard(self.changelist_view), name=f"{named}_changelist"),
            *self.more_urls(named),
            path("<path:object_id>/change/", guard(self.page_view), name=f"{named}_change"),
            path(
                "<path:object_id>/do/<slug:action_slug>/",
                guard(self.staff_action_view),
                name=f"{named}_do",
            ),
        ]

    def more_urls(self, named: str) -> list[URLPattern]:
        """Further URLs of this model."""
        return []

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        # Lists offer no actions, so they accept no POST.
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied
        context = {**(extra_context or {}), "title": self.menu_item.name}
        page: HttpResponse = super().changelist_view(request, context)
        return page

    # The detail page ---------------------------------------------------------------------------
    def heading(self, row: Any) -> str:
        """The title of the detail page."""
        return str(row)

    def sections(self, request: HttpRequest, row: Any) -> Sequence[Section]:
        """The sections of the detail page of `row`."""
        raise NotImplementedError

    def page_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The detail page: all sections, and the actions that are possible now."""
        row = self.row(request, object_id)
        if request.method not in ("GET", "HEAD"):
            raise PermissionDenied
        sections = self.all_sections(request, row)
        buttons = [
            (action, self._address(row, "do", action.slug))
            for action in actions_for(request.user, row)
        ]
        context = {"sections": sections, "buttons": buttons}
        return self._render(request, "staff/page.html", row, context)

    def all_sections(self, request: HttpRequest, row: Any) -> list[Section]:
        """All sections of a detail page: its own, those of other apps, and the staff log."""
        return [
            *self.sections(request, row),
            *added_sections(request, row),
            *self._done(row),
        ]

    def _done(self, row: Model) -> list[Section]:
        """The staff actions on this row, from the staff log."""
        if not self.target_kind:
            return []
        rows = staff_log.rows(kind=self.target_kind, target=row.pk)[:GRID_ROWS_MAX]
        return [Grid("Staff actions", ACTION_HEADS, [action_row(one) for one in rows])]

    # Staff actions -----------------------------------------------------------------------------
    def staff_action_view(
        self, request: HttpRequest, object_id: str, action_slug: str
    ) -> HttpResponse:
        """The form of a staff action (GET), and carrying it out (POST)."""
        row = self.row(request, object_id)
        action = find_action(row, action_slug)
        if action is None:
            raise Http404
        if not action.may(request.user, row):
            raise PermissionDenied
        sent = request.method == "POST"
        form = action.form(request.POST if sent else None, row=row)
        looking = "look" in request.POST
        if sent and form.is_valid() and not looking and self._do(request, action, row, form):
            return redirect(self._address(row, "change"))
        previewed = self._preview(action, row, form) if looking or not sent else []
        context = {
            "action": action,
            "form": form,
            "sections": previewed,
            "back": self._address(row, "change"),
        }
        return self._render(request, "staff/act.html", row, context)

    def _do(self, request: HttpRequest, action: AdminAction, row: Model, form: ReasonForm) -> bool:
        try:
            action.run(request.user, row, form.cleaned_data["reason"], **form.given)
        except RequestRefused as refused:
            code, text = getattr(refused, "code", ""), getattr(refused, "text", "")
            form.add_error(None, ValidationError(text, code=code))
            return False
        messages.success(request, f"{action.label}: done.")
        return True

    def _preview(self, action: AdminAction, row: Model, form: ReasonForm) -> Sequence[Section]:
        if action.preview is None:
            return []
        if not form.is_bound:
            return action.preview(row, **form.first)
        form.errors.pop("reason", None)  # a preview needs none
        return [] if form.errors else action.preview(row, **form.given)

    def row(self, request: HttpRequest, object_id: str) -> Any:
        """The row with this key; raises `PermissionDenied` and `Http404`."""
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


ACTION_HEADS = ("When", "Who", "What", "Why", "Row")


def action_row(row: StaffLogEntry) -> tuple[object, ...]:
    """A staff action as a row under `ACTION_HEADS`."""
    label = (
        rights.STAFF_ACTIONS[row.action].label if row.action in rights.STAFF_ACTIONS else row.action
    )
    return when(row.at), link(row.actor), label, row.reason, link(row, f"no. {row.pk}")


class ByRule(SimpleListFilter):
    """A list filter with fixed choices, each with a label and a condition."""

    def rules(self) -> dict[str, tuple[str, Q]]:
        """Label and condition of each choice, by its value in the URL."""
        raise NotImplementedError

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, label) for value, (label, _rule) in self.rules().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        _label, rule = self.rules().get(self.value() or "", ("", Q()))
        return queryset.filter(rule)


class ByLink(SimpleListFilter):
    """A list filter that links from other pages set; it shows only while it is active."""

    field: ClassVar[str]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        asked = request.GET.get(self.parameter_name or "")
        return [(asked, self.name_of(asked))] if asked else []

    def name_of(self, asked: str) -> str:
        """The label of a value in the URL."""
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
    """A link to the target of a staff action or proposal; plain text if it has no page."""
    for model, page in lists(site).items():
        if isinstance(page, StaffAdmin) and page.target_kind == kind:
            return link_to(model._meta.label_lower, target, f"{kind} {target[:8]}")
    return f"{kind} {target}"
