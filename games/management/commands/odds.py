"""`manage.py odds`: the exact table of all 22,100 hands, as CSV or JSON; needs no database."""

import os
import sys
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import odds
from games.designer.refusals import refusal_text
from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.ranking import (
    BEST_TRAILS,
    CATEGORY_ORDERS,
    PAIR_BASES,
    RUN_ORDERS,
    SCOPE,
)
from games.odds.export import FORMATS


class Command(BaseCommand):
    help = (
        "Write, for each of the 22,100 hands of three cards in the notebook's deck order, how "
        "many of the 18,424 dealer hands it beats, loses to and ties. Needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--run-order",
            choices=(*RUN_ORDERS, "none"),
            default="a23_top",
            help="the rank of A-2-3; none is no_a23; the notebook's code has akq_a23",
        )
        parser.add_argument("--category-order", choices=CATEGORY_ORDERS, default="teen_patti")
        parser.add_argument(
            "--suits",
            type=_listed,
            default=(),
            metavar="s,d,h,c",
            help="suits from high to low that decide between equal hands",
        )
        parser.add_argument(
            "--suit-scope",
            type=_listed,
            default=SCOPE,
            metavar=",".join(SCOPE),
            help="the categories in which suits break ties",
        )
        parser.add_argument("--suit-pair-basis", choices=PAIR_BASES, default="pair")
        parser.add_argument("--best-trail", choices=BEST_TRAILS, default="aces")
        parser.add_argument(
            "--format",
            choices=tuple(FORMATS),
            default="csv",
            help="notebook: the file TeenPatti.csv, as the notebook's last cell writes it",
        )
        parser.add_argument("--output", default="-", metavar="FILE", help="- is standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        names = (
            "run_order",
            "category_order",
            "suits",
            "suit_scope",
            "suit_pair_basis",
            "best_trail",
        )
        try:
            table = odds.table(**{name: options[name] for name in names})
        except RulesError as no:
            raise CommandError(refusal_text(no)) from no
        pieces = FORMATS[options["format"]](table)
        if options["output"] == "-":
            self._print(pieces)
            return
        try:
            with open(options["output"], "w", encoding="utf-8", newline="\n") as file:
                file.writelines(pieces)
        except OSError as no:
            raise CommandError(f"{options['output']}: {no}") from no

    def _print(self, pieces: Iterator[str]) -> None:
        try:
            for piece in pieces:
                self.stdout.write(piece, ending="")
            self.stdout.flush()
        except BrokenPipeError:
            # The reader, such as head, closed the pipe; discard the remaining output.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _listed(text: str) -> tuple[str, ...]:
    """The words between commas; an empty text gives none."""
    return () if text in ("", "none") else tuple(word.strip() for word in text.split(","))
