"""The staff pages in the API: the same lists, detail pages and staff actions.

Nothing is decided here. Rights, the second factor, the approval of a second person and the staff
log are those of the pages, since the same `StaffAdmin` and `AdminAction` answer. To everybody
without the right to look, the routes do not exist.
"""

import datetime
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import parse_qsl

from django import forms
from django.contrib.admin import site
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import display_for_value, label_for_field, lookup_field
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db.models import Model
from django.http import HttpRequest, QueryDict
from django.utils.html import strip_tags
from django.utils.text import slugify
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from core.admin import wire
from core.admin.actions import AdminAction, ReasonForm, actions_for, find_action
from core.admin.base import StaffAdmin
from core.admin.charts import Chart
from core.admin.links import target_of
from core.admin.sections import Facts, Section, when
from core.admin.site import lists
from core.errors import RequestRefused
from core.http.django_request import django_request
from core.http.openapi import fields_of
from core.http.scopes import STAFF
from core.http.view import View
from core.staff import rights

CHAPTER = "Staff"


def kinds() -> dict[str, StaffAdmin]:
    """The staff site's lists by their names in addresses."""
    return {
        slugify(page.menu_item.name): page
        for page in lists(site).values()
        if isinstance(page, StaffAdmin)
    }


class StaffView(View):
    """A view for staff whose log-in has a second factor, as the staff pages ask for."""

    scope = STAFF

    def initial(self, request: Request, *args: Any, **named: Any) -> None:
        """Check the token, then the right to look and the second factor."""
        super().initial(request, *args, **named)
        if not rights.may(request.user, rights.Right.LOOK):
            raise exceptions.NotFound("There is no such resource.")
        if not site.has_permission(django_request(request)):
            raise RequestRefused(
                "SECOND_FACTOR_NEEDED",
                status=403,
            )

    def page(self, kind: str) -> StaffAdmin:
        """The page of a kind; raises `NotFound`, and `PermissionDenied` without its right."""
        page = kinds().get(kind)
        if page is None:
            raise exceptions.NotFound("There is no such list.")
        if not page.has_view_permission(django_request(self.request)):
            raise PermissionDenied("Your role does not allow this.")
        return page


class Staff(StaffView):
    """The staff site."""

    @extend_schema(responses=wire.StaffHome)
    def get(self, request: Request) -> Response:
        """Return your roles and rights, and the lists that you may see."""
        return Response(
            wire.StaffHome(
                roles=list(request.user.groups.order_by("name").values_list("name", flat=True)),
                rights=[right.value for right in rights.Right if rights.may(request.user, right)],
                kinds=[
                    wire.StaffKind(kind, page.menu_item.name, page.menu_item.group)
                    for kind, page in kinds().items()
                    if page.has_view_permission(django_request(request))
                ],
            )
        )


class StaffRows(StaffView):
    """A list of the staff site."""

    @extend_schema(parameters=fields_of(wire.StaffListQuery), responses=wire.StaffList)
    def get(self, request: Request, kind: str) -> Response:
        """List rows of a kind, such as `reports`, `tables` or `staff-log`, 50 a page."""
        query, page = self.query(wire.StaffListQuery), self.page(kind)
        plain: Any = django_request(request)
        asked = QueryDict(mutable=True)
        asked.update({"q": query.q} if query.q else {})
        asked.update({"p": str(query.page)} if query.page > 1 else {})
        for name, value in parse_qsl(query.filter):
            asked[name] = value
        plain.GET = asked
        try:
            shown = page.get_changelist_instance(plain)
        except (IncorrectLookupParameters, SuspiciousOperation):
            raise exceptions.ValidationError({"filter": ["No such page or filter."]}) from None
        if query.page > 1 and not shown.multi_page:
            raise exceptions.ValidationError({"page": ["The list has no such page."]})
        names = [name for name in shown.list_display if name != "action_checkbox"]
        more = shown.result_count > query.page * shown.list_per_page
        return Response(
            wire.StaffList(
                heads=[str(label_for_field(name, page.model, page)) for name in names],
                items=[
                    wire.StaffRow(str(row.pk), [_value(page, row, name) for name in names])
                    for row in shown.result_list
                ],
                filters=[_filter(one, shown) for one in shown.filter_specs],
                next=query.page + 1 if more else None,
            )
        )


class StaffOneRow(StaffView):
    """A detail page of the staff site."""

    @extend_schema(responses=wire.StaffPage)
    def get(self, request: Request, kind: str, row_id: str) -> Response:
        """Return what staff may know of a row, and the actions that you may take on it now."""
        page = self.page(kind)
        row = page.row(django_request(request), row_id)
        return Response(_page(django_request(request), kind, page, row))


class StaffActions(StaffView):
    """A staff action."""

    @extend_schema(request=wire.StaffActionBody, responses=wire.StaffPage)
    def post(self, request: Request, kind: str, row_id: str, action: str) -> Response:
        """Carry out a staff action with its reason, and return the page of the row afterwards.

        Where a second person is needed, one member of staff proposes the action (`proposal-…`), and
        another approves it (`staff/proposals/{row_id}/proposal-approve`).
        """
        plain, page = django_request(request), self.page(kind)
        row, act = _found(plain, page, row_id, action)
        form = _form(act, row, self.body(wire.StaffActionBody))
        if not form.is_valid():
            raise _invalid(form)
        act.run(request.user, row, form.cleaned_data["reason"], **form.given)
        return Response(_page(plain, kind, page, page.row(plain, row_id)))


class StaffActionPreview(StaffView):
    """The preview of a staff action."""

    @extend_schema(request=wire.StaffActionBody, responses=wire.StaffPreview)
    def post(self, request: Request, kind: str, row_id: str, action: str) -> Response:
        """Return the effect of an action; no reason is needed, and nothing changes."""
        row, act = _found(django_request(request), self.page(kind), row_id, action)
        form = _form(act, row, self.body(wire.StaffActionBody))
        form.full_clean()
        form.errors.pop("reason", None)
        if form.errors:
            raise _invalid(form)
        shown = act.preview(row, **form.given) if act.preview is not None else ()
        return Response(wire.StaffPreview([_section(one) for one in shown]))


def _found(
    request: HttpRequest, page: StaffAdmin, row_id: str, action: str
) -> tuple[Any, AdminAction]:
    row = page.row(request, row_id)
    found = find_action(row, action)
    if found is None:
        raise exceptions.NotFound("There is no such action.")
    if not found.may(request.user, row):
        raise PermissionDenied("Your role does not allow this.")
    return row, found


def _form(action: AdminAction, row: Model, body: wire.StaffActionBody) -> ReasonForm:
    """The page's form of an action, filled in; unknown fields are refused, missing ones initial."""
    blank = action.form(row=row)
    unknown = body.fields.keys() - blank.first.keys()
    if unknown:
        raise exceptions.ValidationError({name: ["Unknown field."] for name in sorted(unknown)})
    return action.form({**body.fields, "reason": body.reason}, row=row)


def _invalid(form: ReasonForm) -> exceptions.ValidationError:
    return exceptions.ValidationError(
        {name: [str(text) for text in texts] for name, texts in form.errors.items()}
    )


def _page(request: HttpRequest, kind: str, page: StaffAdmin, row: Any) -> wire.StaffPage:
    return wire.StaffPage(
        kind=kind,
        id=str(row.pk),
        title=page.heading(row),
        sections=[_section(one) for one in page.all_sections(request, row)],
        actions=[
            wire.StaffActionOffered(
                action=one.slug,
                label=one.label,
                grave=one.grave,
                previews=one.shows,
                fields=list(_fields(one.form(row=row))),
            )
            for one in actions_for(request.user, row)
        ],
    )


def _section(section: Section) -> wire.StaffSection:
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[Any]]
    if isinstance(section, Facts):
        rows = section.rows
    elif isinstance(section, Chart):
        heads, rows = ("", ""), [(one.label or one.title, one.count) for one in section.columns]
    else:
        heads, rows = section.heads, section.rows
    return wire.StaffSection(
        kind=section.kind,
        title=section.title,
        heads=list(heads),
        rows=[[_cell(value) for value in row] for row in rows],
        note="" if isinstance(section, Facts) else strip_tags(section.note),
    )


def _cell(value: object) -> wire.StaffCell:
    """A value of a page without its markup; a link to another row becomes that row's address."""
    about = target_of(value)
    target = None
    if about is not None:
        model, row_id = about
        kind = next((one for one, page in kinds().items() if page.opts.label_lower == model), None)
        target = wire.StaffTarget(kind, row_id) if kind else None
    text = strip_tags(str(value)) if hasattr(value, "__html__") else str(value)
    return wire.StaffCell(text, target)


def _value(page: StaffAdmin, row: Model, name: str) -> wire.StaffCell:
    field, _attribute, value = lookup_field(name, row, page)
    if field is not None and getattr(field, "choices", None):
        value = getattr(row, f"get_{name}_display")()
    if isinstance(value, datetime.datetime):
        value = when(value)
    return _cell(value if hasattr(value, "__html__") else display_for_value(value, "–"))


def _filter(spec: Any, shown: Any) -> wire.StaffFilter:
    choices = [
        wire.StaffChoice(
            label=str(one["display"]),
            filter=_own(str(one.get("query_string", "?"))[1:], spec),
            chosen=bool(one["selected"]),
        )
        for one in spec.choices(shown)
    ]
    return wire.StaffFilter(str(spec.title), choices)


def _own(query: str, spec: Any) -> str:
    """The parameters of a choice that belong to its filter."""
    names = set(spec.expected_parameters())
    asked = QueryDict(mutable=True)
    for name, value in parse_qsl(query):
        if name in names:
            asked[name] = value
    return str(asked.urlencode())


_FIELD_KINDS: tuple[tuple[type[forms.Field], str], ...] = (
    (forms.MultipleChoiceField, "choices"),
    (forms.ChoiceField, "choice"),
    (forms.IntegerField, "whole"),
)


def _fields(form: ReasonForm) -> Iterator[wire.StaffField]:
    for name, initial in form.first.items():
        field: Any = form.fields[name]
        kind = next((kind for cls, kind in _FIELD_KINDS if isinstance(field, cls)), "text")
        yield wire.StaffField(
            name=name,
            label=str(form[name].label),
            help=strip_tags(str(field.help_text)),
            kind=kind,
            required=field.required,
            choices=[[str(value), str(label)] for value, label in getattr(field, "choices", ())],
            initial=initial if isinstance(initial, wire.Value) else str(initial),
        )
