"""Django's own request inside one of REST framework, for code that also serves pages."""

from django.http import HttpRequest
from rest_framework.request import Request


def django_request(request: Request) -> HttpRequest:
    """Django's request; REST framework gives it no public name."""
    own: HttpRequest = request._request
    return own
