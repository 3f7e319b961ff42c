"""`manage.py client_types`: the Python client's types, from the wire shapes."""

from typing import Any

from django.core.management.base import BaseCommand

from config.api.client_types import declarations


class Command(BaseCommand):
    help = "Write clients/python/cardhouse_client/shapes.py."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(declarations(), ending="")
