"""`manage.py months`: list the months of hands, move old ones to files, and bring them back."""

import datetime
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from config.database import months, roles
from games.hands.models import ArchivedMonth

_LIST = """
SELECT to_date(right(relid::regclass::text, 7), 'YYYY_MM'), pg_total_relation_size(relid),
    greatest(c.reltuples, 0)::bigint
FROM pg_partition_tree('games_hand') JOIN pg_class c ON c.oid = relid
WHERE isleaf AND relid::regclass::text ~ '_[0-9]{4}_[0-9]{2}$' ORDER BY 1
"""


class Command(BaseCommand):
    help = "List the months of hands; export one to files, check such files, or restore a month."

    def add_arguments(self, parser: ArgumentParser) -> None:
        kinds = parser.add_subparsers(dest="act")
        leave = kinds.add_parser("export", help="move a month into a new folder below FOLDER")
        leave.add_argument("month", type=_month, metavar="YYYY-MM")
        leave.add_argument("folder", type=Path)
        for name, what in (
            ("check", "read the files of a month's folder, and compare their digests"),
            ("restore", "bring a month back from its folder, which stays"),
        ):
            kinds.add_parser(name, help=what).add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with roles.as_owner():
                self._do(options)
        except months.MonthError as error:
            raise CommandError(str(error)) from error

    def _do(self, options: dict[str, Any]) -> None:
        folder: Any = options.get("folder")
        if options["act"] == "export":
            made = months.export(options["month"], folder, self.stdout.write)
            self.stdout.write(f"{made}: written, read back and taken out of the database")
        elif options["act"] == "check":
            hands = months.check(folder)["tables"]["games_hand"]["rows"]
            self.stdout.write(f"{folder}: {hands:,} hands, as they were written")
        elif options["act"] == "restore":
            hands = months.restore(folder, self.stdout.write)
            self.stdout.write(f"{hands:,} hands are back")
        else:
            self._list()

    def _list(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_LIST)
            for month, size, hands in cursor.fetchall():
                self.stdout.write(f"{month:%Y-%m}  about {hands:,} hands, {size:,} bytes")
        for row in ArchivedMonth.objects.order_by("month"):
            state = "in files" if row.digest else "on its way to files: export it again"
            self.stdout.write(f"{row}  {row.hands:,} hands, {state}")


def _month(text: str) -> datetime.date:
    return datetime.datetime.strptime(f"{text}-01", "%Y-%m-%d").date()  # noqa: DTZ007 -- a day
