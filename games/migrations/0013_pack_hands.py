"""Packs the stored hands beside the columns of before, in batches, each committed by itself.

The previous version may run on: it reads and writes the columns of before, which stay. A run that
was ended goes on when it is started again.
"""

from django.db import migrations

from games.migrations._packing import pack_hands


class Migration(migrations.Migration):
    atomic = False
    beside_play = "packs hands that are over, in batches of their own transactions"

    dependencies = [("games", "0012_packed_columns")]

    operations = [migrations.RunPython(pack_hands, migrations.RunPython.noop)]
