"""`manage.py page_bounds`: the bounds that pages' scripts need, from the wire shapes."""

from typing import Any

from django.core.management.base import BaseCommand

from config.api.page_bounds import module


class Command(BaseCommand):
    help = "Write static/js/bounds.js."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(module(), ending="")
