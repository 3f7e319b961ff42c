from django.contrib.postgres.indexes import BrinIndex
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [('games', '0004_standings')]

    operations = [
        migrations.AddIndex(
            model_name='hand',
            index=BrinIndex(fields=['started_at'], name='hand_by_hour'),
        ),
    ]
