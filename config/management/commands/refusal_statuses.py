"""`manage.py refusal_statuses`: the HTTP status of each refusal, for the API's document."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from config.api.statuses import statuses


class Command(BaseCommand):
    help = "Write config/api/statuses.json."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(statuses(), indent=2))
