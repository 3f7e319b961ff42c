"""Moderation pages for players."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lobby.moderation.actions.cases import report
from lobby.tables.errors import TableRefused
from lobby.tables.views import table_or_404


@require_POST
@login_required
@never_cache
def report_table(request: HttpRequest, slug: str) -> JsonResponse:
    """Report a problem at a table; called by the page's script."""
    found, user = table_or_404(request, slug)
    assert user is not None
    named = {name: request.POST.get(name, "") for name in ("kind", "text", "about")}
    try:
        report(table=found, user=user, **named)
    except TableRefused as no:
        return JsonResponse({"code": no.code, "text": no.text}, status=409)
    return JsonResponse({"text": _("Thank you. A moderator will review it.")})
