from django.db import migrations

ALL_GIVERS = """
UPDATE lobby_report
SET figures = figures || jsonb_build_object('givers', jsonb_build_array(figures -> 'giver'))
WHERE figures ? 'giver' AND NOT figures ? 'givers'
"""
"""Cases from before rings have one giver; they are read as those of today are."""


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0010_chores_and_faults'),
    ]

    operations = [migrations.RunSQL(ALL_GIVERS, migrations.RunSQL.noop)]
