"""Which hands leaderboards count, and the part of each player's statistics that they count.

Hands from before count as they did: nobody noted then whether two households had played. So all
stored hands are ranked, and the new columns are copies of the totals. A hand that the previous
version settles after this migration is not ranked, and it adds nothing to the new columns.

`counts` moves behind the new columns. PostgreSQL logs an updated row without the start and the end
that it shares with the old one, and most counters at the end of `counts` stay: with columns that
change behind them, the end of each hand would write a sixth more to the log.
"""

from django.db import migrations, models

_COPY = """
ALTER TABLE games_playerstats ADD COLUMN moved bigint[];
UPDATE games_playerstats SET ranked_hands = hands, ranked_won = won, ranked_net = net,
    ranked_best_pot = best_pot,
    ranked_centi_bb = CASE WHEN game = 'holdem' THEN coalesce(counts[8], 0) ELSE 0 END,
    moved = counts;
ALTER TABLE games_playerstats DROP COLUMN counts;
ALTER TABLE games_playerstats RENAME COLUMN moved TO counts;
ALTER TABLE games_playerstats ALTER COLUMN counts SET NOT NULL;
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
