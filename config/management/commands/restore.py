"""`manage.py restore FOLDER --to TIME`: the database as it was at a moment, from a backup."""

import datetime
import shutil
import time
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from config.database import base_backup, roles
from config.database.client_programs import ProgramError
from config.embedded import services
from config.embedded.binaries import ServiceError, ServiceFolder
from config.embedded.servers import Postgres

LOOK_EVERY_S = 0.2
RECOVERY_SETTINGS = ("restore_command", "recovery_target_time", "recovery_target_timeline")


def moment(text: str) -> datetime.datetime:
    """A moment in ISO 8601 with its offset from UTC, as an argument of a command."""
    try:
        found = datetime.datetime.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is no time: such as 2026-11-27T05:59:59Z") from error
    if found.tzinfo is None:
        raise ArgumentTypeError(f"{text!r} has no offset from UTC: such as 2026-11-27T05:59:59Z")
    return found


class Command(BaseCommand):
    help = (
        "Restore the database from FOLDER, up to a moment: of the embedded server, whose database "
        "must be empty, or into a new data directory for a server of your own."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument(
            "--to",
            type=moment,
            help="the moment, such as 2026-11-27T05:59:59Z; without it, the latest in the archive",
        )
        parser.add_argument(
            "--timeline",
            default="latest",
            help="after earlier restores, the timeline to follow (usually the latest)",
        )
        parser.add_argument("--data-directory", type=Path, help="of a server that does not run")

    def handle(self, *args: Any, **options: Any) -> None:
        folder, to = options["folder"].absolute(), options["to"]
        if to is not None and to > datetime.datetime.now(datetime.UTC):
            raise CommandError(f"{to.isoformat()} is in the future.")
        place = services.joined()
        try:
            if options["data_directory"] is not None:
                data = options["data_directory"].absolute()
                base_backup.unpack(folder, data, to=to, timeline=options["timeline"])
                self.stdout.write(
                    f"Start PostgreSQL with {data}, which must belong to its account. Once it has "
                    "recovered, run manage.py migrate, then manage.py audit."
                )
                return
            if place is None:
                raise CommandError("DATABASE_URL names a server of your own: see --data-directory.")
            with roles.as_owner():
                self._restore(place, folder, to, options["timeline"])
        except (ProgramError, ServiceError) as error:
            raise CommandError(str(error)) from error
        call_command("migrate", interactive=False, verbosity=0, while_closed=True)
        self.stdout.write("Restored. Now check it with: manage.py audit")

    def _restore(
        self, place: ServiceFolder, folder: Path, to: datetime.datetime | None, timeline: str
    ) -> None:
        """Replace the data of the embedded server, and wait until it has recovered."""
        if connection.introspection.table_names():
            raise CommandError(
                f"The database in {place.folder} is not empty: restore into a new folder "
                "(CARDHOUSE_DATA)."
            )
        base_backup.backup_for(folder, to)  # before anything is stopped
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]
        services.stop(place)
        data = Postgres(place).data
        empty = data.with_name("data.empty")
        data.rename(empty)
        try:
            base_backup.unpack(folder, data, to=to, timeline=timeline, account=place.account)
        except ProgramError:
            empty.rename(data)
            raise
        shutil.rmtree(empty)
        services.revive(place)
        _wait_until_recovered(place)
        with connection.cursor() as cursor:
            for name in RECOVERY_SETTINGS:
                cursor.execute(f"ALTER SYSTEM RESET {name}")


def _wait_until_recovered(place: ServiceFolder) -> None:
    """Wait until the server takes writes. Raises `ServiceError` if it gave up."""
    while True:
        try:
            connection.ensure_connection()  # to a primary alone
            return
        except OperationalError as error:
            if services.has_ended():
                lines = place.log("postgres").read_text(errors="replace").splitlines()[-8:]
                raise ServiceError(
                    "The server could not recover:\n    " + "\n    ".join(lines)
                ) from error
        time.sleep(LOOK_EVERY_S)
