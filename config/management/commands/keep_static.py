"""Keep the static files of this release beside those of earlier ones."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.web.static import keep

DAY_S = 86_400


class Command(BaseCommand):
    """Run with each release, before its web processes start."""

    help = "Copies the release's static files to STATIC_KEPT and deletes those of older releases."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--seconds", type=int, default=DAY_S, help="how long a release's files outlive it"
        )

    def handle(self, *, seconds: int, **options: Any) -> None:
        kept: Path | None = settings.STATIC_KEPT
        if kept is None:
            raise CommandError("STATIC_KEPT is not set: there is no folder to keep files in.")
        new, old = keep(Path(settings.STATIC_ROOT or ""), kept, seconds=seconds)
        self.stdout.write(f"{new} files are new, {old} old ones were deleted.")
