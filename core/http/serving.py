"""Documents as responses: content coding, conditional requests, caching."""

import re

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

from core.http.documents import Document


def serve(
    request: HttpRequest, document: Document, *, max_age_s: int = 0, file: str = ""
) -> HttpResponse:
    """The document in the best coding that the client accepts, or 304 if the client has it.

    `max_age_s`: how long clients may cache it. `file`: the file name for saving it.
    """
    coding, body = _coded(document, request.headers.get("Accept-Encoding", ""))
    # Each coding of a document has different bytes and so needs its own ETag.
    etag = f'"{document.etag}{coding and "-" + coding}"'
    asked = parse_etags(request.headers.get("If-None-Match", ""))
    response: HttpResponse
    if etag in {one.removeprefix("W/") for one in asked} or asked == ["*"]:
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(body, content_type=document.kind)
        if coding:
            response["Content-Encoding"] = coding
        if file:
            response["Content-Disposition"] = f'attachment; filename="{file}"'
    response["ETag"] = etag
    response["Cache-Control"] = f"public, max-age={max_age_s}" if max_age_s else "no-cache"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _coded(document: Document, accepted: str) -> tuple[str, bytes]:
    taken = {
        coding.strip().lower()
        for one in accepted.split(",")
        for coding, _, weight in [one.partition(";")]
        if not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight)
    }
    if "br" in taken:
        return "br", document.br
    if "gzip" in taken:
        return "gzip", document.gzip
    return "", document.plain
