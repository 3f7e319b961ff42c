"""The language of a client before Django has its request: of sockets, and of refusals at the gate.

It is that which `LocaleMiddleware` finds in a request with the same headers.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import parse_cookie
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from core.http.client_address import values_of


def language_of(scope: Mapping[str, Any]) -> str:
    """Return the language of the client's cookie, else the first of Accept-Language that we have.

    For a client without either it is the site's.
    """
    for cookies in values_of(scope, b"cookie"):
        chosen = parse_cookie(cookies.decode("latin-1")).get(settings.LANGUAGE_COOKIE_NAME)
        if chosen in dict(settings.LANGUAGES):
            return chosen
    for accepted in values_of(scope, b"accept-language"):
        for language, _weight in parse_accept_lang_header(accepted.decode("latin-1")):
            try:
                return get_supported_language_variant(language)
            except LookupError:
                continue
    return settings.LANGUAGE_CODE
