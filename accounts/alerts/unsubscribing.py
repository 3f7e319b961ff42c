"""The link in e-mails that ends them with one click (RFC 8058)."""

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.alerts.actions import choose
from accounts.people.models import User

_SALT = "alerts.unsubscribe"


def unsubscribe_token(user: User) -> str:
    """The part of the link that names the user and that nobody can make up."""
    return signing.dumps(str(user.pk), salt=_SALT)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End a user's e-mails about tables; a page asks first, as programs follow links too.

    Programs of mail post without cookies, so the signed token stands for the user.
    """
    try:
        user = User.objects.get(pk=signing.loads(token, salt=_SALT))
    except (signing.BadSignature, User.DoesNotExist):
        raise Http404 from None
    done = request.method == "POST"
    if done:
        choose(user=user, push=None, email=[])
    return render(request, "accounts/unsubscribe.html", {"done": done})
