"""The form of a design, as a browser posts it."""

from django.test import Client


def post(client: Client, path: str, data: object):
    return client.post(path, data, content_type="application/json")
