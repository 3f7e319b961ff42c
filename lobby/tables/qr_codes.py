"""Pictures of a table's links, for the camera of somebody beside you."""

from io import BytesIO

import qrcode
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from qrcode.image.svg import SvgPathImage

from lobby.tables.access.access import find_invited, why_not_invited
from lobby.tables.views import table_or_404


@require_GET
@never_cache
def of_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The QR code of a table's address, for those who may open it."""
    table_or_404(request, slug)
    return _picture(request)


@require_GET
@never_cache
def of_invitation(request: HttpRequest, code: str) -> HttpResponse:
    """The QR code of an invite link, for those who know it."""
    if find_invited(code) is None:
        raise Http404(why_not_invited(code))
    return _picture(request)


def _picture(request: HttpRequest) -> HttpResponse:
    """The code, as SVG, of the address that this one is the picture of."""
    address = request.build_absolute_uri(request.path.removesuffix("qr.svg"))
    drawn = BytesIO()
    qrcode.make(address, image_factory=SvgPathImage, border=2).save(drawn)
    return HttpResponse(drawn.getvalue(), content_type="image/svg+xml")
