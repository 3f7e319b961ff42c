"""`manage.py check_record FILE...`: replay saved hands; exit with 1 if one differs.

Of two hands in a row at a table, the button of the second is compared with the first.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.records.button import wrong_button
from games.records.check import Report, check
from games.records.record import FAIR_VERSION, read


class Command(BaseCommand):
    help = (
        "Replay saved hands (record.json) with the engine and compare every balance and event "
        "with the record, and the button with that of the hand before, if it is given too. Needs "
        "no database. Exit code 1 if one differs or cannot be read."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files",
            nargs="+",
            metavar="FILE",
            help="a record, a list of records, or one record a line; - is standard input",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        checked = wrong = 0
        good: dict[tuple[str, int], tuple[str, Any]] = {}
        for name in options["files"]:
            for place, data in _records(name):
                report = data if isinstance(data, Report) else check(data)
                self.stdout.write(f"{place}: {report}")
                checked += 1
                wrong += not report.ok
                if report.ok and data["version"] == FAIR_VERSION:
                    good[str(data["fair"].get("table_id")), data["hand"]["number"]] = place, data
        compared = 0
        for (table_id, number), (place, data) in good.items():
            _place, before = good.get((table_id, number - 1), ("", None))
            if before is None:
                continue
            compared += 1
            difference = wrong_button(read(before), read(data))
            if difference is not None:
                self.stdout.write(f"{place}: DIFFERS: {difference}")
                wrong += 1
        buttons = f", {compared} buttons compared with the hand before" if compared else ""
        self.stdout.write(f"{checked} hands{buttons}, {wrong} differ")
        if wrong or not checked:
            sys.exit(1)


def _records(name: str) -> Iterator[tuple[str, Any]]:
    """Yields (where, JSON values or error) for each record; raises `CommandError`."""
    try:
        if name == "-":
            text = sys.stdin.read()
        else:
            with open(name, encoding="utf-8") as file:
                text = file.read()
    except (OSError, UnicodeDecodeError) as no:
        raise CommandError(f"{name}: {no}") from no
    try:
        data = json.loads(text)
    except ValueError:
        lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
        for number, line in lines:
            try:
                yield f"{name}:{number}", json.loads(line)
            except ValueError as no:
                yield f"{name}:{number}", Report("record", difference=f"not JSON: {no}")
        return
    if not isinstance(data, list):
        yield name, data
        return
    for number, one in enumerate(data, 1):
        yield f"{name}[{number}]", one
