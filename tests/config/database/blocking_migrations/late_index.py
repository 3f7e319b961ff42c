"""A migration after all of `core`, with an index and with code that says nothing of play."""

import pkgutil
from typing import Any

from django.db import migrations

from core import migrations as kept

LAST = max(module.name for module in pkgutil.iter_modules(kept.__path__))


def do_nothing(apps: Any, schema_editor: Any) -> None:
    """Do nothing."""


class Migration(migrations.Migration):
    dependencies = [("core", LAST), ("accounts", "0001_initial")]
    operations = [
        migrations.RunSQL(
            "CREATE INDEX late_index ON accounts_user (date_joined)", "DROP INDEX late_index"
        ),
        migrations.RunPython(do_nothing, do_nothing),
    ]
