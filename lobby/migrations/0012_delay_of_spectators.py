from django.db import migrations

DELAYS = """
UPDATE games_hand h SET rail_delay_s = t.rail_delay_s
FROM lobby_table t WHERE t.id = h.table_id AND h.rail = 'delayed'
"""
"""Hands of delayed tables from before they knew the delay themselves."""


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0011_cases_name_all_givers'),
        ('games', '0008_delay_of_spectators'),
    ]

    operations = [migrations.RunSQL(DELAYS, migrations.RunSQL.noop)]
