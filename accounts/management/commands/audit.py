"""`manage.py audit`: recompute what must hold, say what does not, exit 1 if anything."""

import sys
from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from redis import RedisError

from accounts.queries import audit


class Command(BaseCommand):
    help = "Check the ledger, the tables and the record of hands; exit status 1 on any finding."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "checks", nargs="*", help="names of checks to run; without any, all of them"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        unknown = set(options["checks"]) - set(audit.names())
        if unknown:
            known = ", ".join(audit.names())
            raise CommandError(f"no such check: {', '.join(sorted(unknown))} (known: {known})")
        found = audit.run(options["checks"])
        if not options["checks"]:
            with suppress(RedisError):  # the cache may be gone; the audit stands without it
                audit.keep(found)
        width = max(map(len, found), default=0)
        for name, findings in found.items():
            verdict = f"{len(findings)} found" if findings else "ok"
            self.stdout.write(f"{name:<{width}}  {verdict}")
            for finding in findings:
                self.stdout.write(f"    {finding}")
        total = sum(len(findings) for findings in found.values())
        if total:
            self.stdout.write(f"{total} findings")
            sys.exit(1)
        self.stdout.write("nothing found")
