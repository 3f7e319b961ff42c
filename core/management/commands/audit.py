"""`manage.py audit`: check all invariants, print the findings, and exit with 1 if there are any.

It only reads. The nightly task `lobby.moderation.actions.audit` acts on the findings.
"""

import sys
from argparse import ArgumentTypeError
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.audit import checks, workers
from core.audit.parts import WHOLE, Share
from core.staff import log as staff_log


def _share(text: str) -> Share:
    number, _slash, of = text.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise ArgumentTypeError("a share is written as 1/28")
    return Share(int(number) - 1, int(of))


class Command(BaseCommand):
    help = "Check the ledger, the tables and the hand records; exit status 1 on any finding."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("checks", nargs="*", help="names of checks to run (default: all)")
        parser.add_argument(
            "--head",
            metavar="HASH",
            help="only tell whether the staff log still contains the row with this hash",
        )

        parser.add_argument(
            "--share",
            type=_share,
            default=WHOLE,
            metavar="N/OF",
            help="check this share of the hands, such as 1/28, and no sums over all of them",
        )
        parser.add_argument(
            "--processes",
            type=int,
            default=workers.available(),
            metavar="N",
            help="how many read the hands together (default: one for each core)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = [staff_log.CHECK] if options["head"] else options["checks"]
        unknown = set(chosen) - set(checks.names())
        if unknown:
            known = ", ".join(checks.names())
            raise CommandError(f"no such check: {', '.join(sorted(unknown))} (known: {known})")
        together = partial(workers.processes, options["processes"])
        found = checks.run(chosen, share=options["share"], workers=together)
        width = max(map(len, found), default=0)
        for name, findings in found.items():
            verdict = f"{len(findings)} found" if findings else "ok"
            self.stdout.write(f"{name:<{width}}  {verdict}")
            for finding in findings:
                self.stdout.write(f"    {finding}")
        if options["head"]:
            self._find(options["head"])
        total = sum(len(findings) for findings in found.values())
        if total:
            self.stdout.write(f"{total} findings")
            sys.exit(1)
        self.stdout.write("no findings")

    def _find(self, digest: str) -> None:
        number = staff_log.row_of(digest)
        if number is None:
            self.stdout.write("no row has this hash: the log was truncated or altered")
            sys.exit(1)
        self.stdout.write(f"row {number} has this hash")
