"""Hands and what belongs to them get a partition for each month, by their ids.

The previous version cannot run on: end its web processes and dealers first. It copies all hands,
and needs as much room on the disk again as they take.
"""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

from games.migrations._months import JOIN, PART

_before = import_module("games.migrations.0016_packed_actions")
_DROP = """
DROP FUNCTION games_pack_actions;
DROP VIEW games_playedaction, games_unpackedaction
"""
_UNPACKED, _PLAYED = _before._VIEWS.split("CREATE VIEW games_playedaction AS")
_PLAYED = _PLAYED.replace(
    "SELECT hand_id, seq, seat, kind, amount, cards, reading, key, auto, bank_ms, at\n"
    "FROM games_handaction\n",
    "SELECT hand_id, seq, seat, kind, amount, coalesce(cards, '[]'::jsonb) AS cards,\n"
    "    coalesce(reading, '')::varchar(32) AS reading, key,\n"
    "    coalesce(auto, '')::varchar(8) AS auto, coalesce(bank_ms, 0) AS bank_ms, at\n"
    "FROM games_handaction\n",
)
_VIEWS = f"{_UNPACKED}CREATE VIEW games_playedaction AS{_PLAYED}"
_FUNCTION = _before._FUNCTION.replace(
    "AS start FROM games_handaction", "AS start FROM games_playedaction"
).replace("at\n        FROM games_handaction WHERE", "at\n        FROM games_playedaction WHERE")


def _key(name: str) -> models.Field:  # type: ignore[type-arg]
    return models.OneToOneField(
        db_constraint=False,
        on_delete=django.db.models.deletion.PROTECT,
        primary_key=True,
        related_name="+",
        serialize=False,
        to=name,
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0017_ladder")]

    operations = [
        migrations.RunSQL([_DROP], [_before._VIEWS, _before._FUNCTION]),
        migrations.SeparateDatabaseAndState(
            [migrations.RunSQL(PART, JOIN)],
            [
                migrations.RemoveConstraint("hand", "hand_number_once"),
                migrations.RemoveConstraint("hand", "hand_deck_once"),
                migrations.AlterField("dailydigest", "hand", _key("games.hand")),
                migrations.AlterField(
                    "handnote",
                    "hand",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.hand",
                    ),
                ),
                migrations.AlterField("handaction", "cards", models.JSONField(null=True)),
                migrations.AlterField(
                    "handaction", "reading", models.CharField(max_length=32, null=True)
                ),
                migrations.AlterField(
                    "handaction",
                    "auto",
                    models.CharField(max_length=8, null=True),
                ),
                migrations.AlterField(
                    "handaction",
                    "bank_ms",
                    models.PositiveIntegerField(null=True),
                ),
            ],
        ),
        migrations.RunSQL([_VIEWS, _FUNCTION], [_DROP]),
    ]
