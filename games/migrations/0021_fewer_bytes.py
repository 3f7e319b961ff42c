"""Actions, packed actions and seats of hands are stored in fewer bytes.

The previous version cannot run on: end its web processes and dealers first. Each partition is copied
and compared, so as much room on the disk is needed again as the largest one takes.
"""

from django.db import migrations, models

from games.hands.models.hand import SeatBlock
from games.migrations._fewer_bytes import BEFORE, DROP_VIEWS, NOW, swap, views
from games.migrations._months import _TRIGGERS


class Migration(migrations.Migration):
    dependencies = [("games", "0020_ladder_duels")]

    operations = [
        migrations.RunSQL([DROP_VIEWS], views(BEFORE)),
        migrations.SeparateDatabaseAndState(
            [
                migrations.RunSQL(
                    swap(BEFORE, NOW, triggers=_TRIGGERS), swap(NOW, BEFORE, triggers=_TRIGGERS)
                )
            ],
            [
                *(
                    migrations.RemoveField("handseat", name)
                    for name in ("game", "plays_for", "stack_end")
                ),
                migrations.RemoveIndex("handseat", "hand_seat_of_person"),
                migrations.AddIndex(
                    "handseat",
                    models.Index(models.F("user"), SeatBlock("id"), name="hand_seat_of_person"),
                ),
                *(
                    migrations.RemoveField("handaction", name)
                    for name in ("reading", "auto", "bank_ms")
                ),
                migrations.AlterField(
                    "handaction",
                    "kind",
                    models.TextField(
                        help_text="its kind, followed by `:auto` and `:bank_ms` if there are any"
                    ),
                ),
                migrations.AlterField(
                    "handaction",
                    "cards",
                    models.TextField(
                        null=True, help_text="with commas; the reading follows after a space"
                    ),
                ),
                migrations.RemoveField("packedactions", "autos"),
                migrations.AlterField(
                    "packedactions",
                    "kinds",
                    models.TextField(help_text="the different kinds, with `:auto` after some"),
                ),
                migrations.AlterField(
                    "packedactions", "seats", models.BinaryField(help_text="a byte each")
                ),
                migrations.AddField(
                    "packedactions",
                    "positions",
                    models.BinaryField(help_text="the position of its kind in `kinds`, a byte each"),
                ),
                migrations.AlterField(
                    "packedactions",
                    "offsets",
                    models.BinaryField(
                        help_text="microseconds after the first one, 4 or 8 bytes each"
                    ),
                ),
                migrations.AlterField(
                    "packedactions",
                    "cards",
                    models.TextField(blank=True, help_text="of each action, with commas"),
                ),
            ],
        ),
        migrations.RunSQL(views(NOW), [DROP_VIEWS]),
    ]
