"""`manage.py asyncapi`: the sockets' message types, as AsyncAPI or TypeScript."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from lobby.tables.ws.document import asyncapi
from lobby.tables.ws.typescript import commands_module, declarations


class Command(BaseCommand):
    help = "Write the AsyncAPI document of the sockets."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--typescript", action="store_true", help="write types/messages.d.ts instead"
        )
        parser.add_argument(
            "--commands", action="store_true", help="write static/js/table/net/commands.js instead"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["typescript"]:
            self.stdout.write(declarations(), ending="")
        elif options["commands"]:
            self.stdout.write(commands_module(), ending="")
        else:
            self.stdout.write(json.dumps(asyncapi(), indent=2))
