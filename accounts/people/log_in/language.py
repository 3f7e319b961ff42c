"""The language that an account keeps, for the browser in which its user logs in.

`LocaleMiddleware` reads the language of a request from a cookie, else from Accept-Language.
"""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts.people.actions import users
from accounts.people.models import User

_KEPT = "language_of_account"


def recall(request: HttpRequest, user: User) -> None:
    """Let the response to a log-in set the cookie to the language of the account.

    An account without one takes the browser's choice.
    """
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    if user.language in dict(settings.LANGUAGES):
        setattr(request, _KEPT, user.language)
    elif chosen in dict(settings.LANGUAGES):
        users.set_language(user=user, language=chosen)


def keep(request: HttpRequest, response: HttpResponseBase) -> None:
    """Set the cookie on the response if `recall` asked for it."""
    language = getattr(request, _KEPT, None)
    if language is not None:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite="Lax",
        )
