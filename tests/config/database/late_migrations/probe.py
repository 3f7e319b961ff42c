"""A migration after all of `core`."""

import pkgutil

from django.db import migrations

from core import migrations as kept

LAST = max(module.name for module in pkgutil.iter_modules(kept.__path__))


class Migration(migrations.Migration):
    dependencies = [("core", LAST), ("accounts", "0001_initial")]
    operations = [
        migrations.RunSQL(
            "ALTER TABLE accounts_user ADD COLUMN probe integer",
            "ALTER TABLE accounts_user DROP COLUMN probe",
        )
    ]
