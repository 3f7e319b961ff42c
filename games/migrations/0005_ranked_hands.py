"""Which hands leaderboards count, and the part of each player's statistics that they count.

Hands from before count as they did: nobody noted then whether two households had played. So all
stored hands are ranked, and the new columns are copies of the totals. A hand that the previous
version settles after this migration is not ranked, and it adds nothing to the new columns.
"""

from django.db import migrations, models

_COPY = """
UPDATE games_playerstats SET ranked_hands = hands, ranked_won = won, ranked_net = net,
    ranked_best_pot = best_pot,
    ranked_centi_bb = CASE WHEN game = 'holdem' THEN coalesce(counts[8], 0) ELSE 0 END
"""
_HELP = "whether leaderboards and ratings count it; decided when it ends"


def _number(field: type[models.Field]) -> models.Field:  # type: ignore[type-arg]
    return field(default=0, db_default=0)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0004_plurals"),
    ]

    operations = [
        migrations.AddField("hand", "ranked", models.BooleanField(default=True, db_default=True)),
        migrations.AlterField(
            "hand",
            "ranked",
            models.BooleanField(default=False, db_default=False, help_text=_HELP),
        ),
        migrations.AddField("playerstats", "ranked_hands", _number(models.IntegerField)),
        migrations.AddField("playerstats", "ranked_won", _number(models.IntegerField)),
        migrations.AddField("playerstats", "ranked_net", _number(models.BigIntegerField)),
        migrations.AddField("playerstats", "ranked_best_pot", _number(models.BigIntegerField)),
        migrations.AddField(
            "playerstats",
            "ranked_centi_bb",
            models.BigIntegerField(
                default=0,
                db_default=0,
                help_text="in games with blinds: hundredths of a big blind won",
            ),
        ),
        migrations.RunSQL(_COPY, migrations.RunSQL.noop),
    ]
