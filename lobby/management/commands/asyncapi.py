"""`manage.py asyncapi`: the description of the sockets, as JSON."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from lobby.ws.document import asyncapi


class Command(BaseCommand):
    help = "Write the AsyncAPI document of the sockets."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(asyncapi(), indent=2))
