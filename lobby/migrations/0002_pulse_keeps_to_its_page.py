"""A pulse is rewritten with every action: room on its page makes each rewrite a short one."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("lobby", "0001_initial")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE lobby_pulse SET (fillfactor = 30, autovacuum_vacuum_scale_factor = 0,"
            " autovacuum_vacuum_threshold = 2000)",
            "ALTER TABLE lobby_pulse RESET (fillfactor, autovacuum_vacuum_scale_factor,"
            " autovacuum_vacuum_threshold)",
        )
    ]
