"""Dealing by TFAIR2: numbered decks with a plan and a lock, thrown-away decks, hands in the chain.

A next deck that is there already stays one of TFAIR1 (`no` 0) until its table's next look between
two hands. The column `number` goes, so that a process of the previous version cannot deal a deck of
TFAIR2 as one of TFAIR1: it fails until it is replaced.
"""

import django.db.models.functions.datetime
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_fair_keys'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='nextdeck',
            name='number',
        ),
        migrations.AddField(
            model_name='hand',
            name='chain',
            field=models.BinaryField(help_text="the table's chain after it, 32 bytes", null=True),
        ),
        migrations.AddField(
            model_name='hand',
            name='deck_no',
            field=models.PositiveIntegerField(help_text='number of its deck at the table; null before TFAIR2', null=True),
        ),
        migrations.AddField(
            model_name='hand',
            name='play_hash',
            field=models.BinaryField(help_text='hash of its play, 32 bytes', null=True),
        ),
        migrations.AddField(
            model_name='hand',
            name='record_salt',
            field=models.BinaryField(help_text='salt of its play, 16 bytes', null=True),
        ),
        migrations.AddField(
            model_name='nextdeck',
            name='asked',
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
        migrations.AddField(
            model_name='nextdeck',
            name='asked_again',
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list, help_text='seats whose missing cuts were asked for again'),
        ),
        migrations.AddField(
            model_name='nextdeck',
            name='commit',
            field=models.BinaryField(db_default=b'', default=b'', help_text='32 bytes'),
        ),
        migrations.AddField(
            model_name='nextdeck',
            name='commits_until',
            field=models.DateTimeField(help_text='how long the lock waits for `asked`', null=True),
        ),
        migrations.AddField(
            model_name='nextdeck',
            name='ended_no',
            field=models.PositiveIntegerField(db_default=0, default=0, help_text='number of the last deck that ended'),
        ),
        migrations.AddField(
            model_name='nextdeck',
            name='game',
            field=models.CharField(db_default='', default='', max_length=32),
        ),
        migrations.AddField(
            model_name='nextdeck',
            name='last',
            field=models.JSONField(help_text='how that deck ended, as published', null=True),
        ),
        migrations.AddField(
            model_name='nextdeck',
            name='line',
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name='nextdeck',
            name='misses',
            field=models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict),
        ),
        migrations.AddField(
            model_name='nextdeck',
            name='no',
            field=models.PositiveIntegerField(db_default=0, default=0, help_text="number of the table's deck; 0 for one of TFAIR1"),
        ),
        migrations.AddField(
            model_name='nextdeck',
            name='not_asked',
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list, help_text='users who are not asked for a cut of this deck'),
        ),
        migrations.AddField(
            model_name='nextdeck',
            name='tfair1',
            field=models.BooleanField(db_default=False, default=False, help_text='the chain began by TFAIR1'),
        ),
        migrations.AlterField(
            model_name='nextdeck',
            name='chain',
            field=models.BinaryField(help_text="the table's chain after the last deck that ended"),
        ),
        migrations.CreateModel(
            name='ThrownDeck',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('table_id', models.UUIDField()),
                ('no', models.PositiveIntegerField()),
                ('deck_id', models.UUIDField(unique=True)),
                ('deck', models.JSONField()),
                ('thrown_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('table_id', 'no'), name='thrown_deck_once')],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='throwndeck',
            trigger=pgtrigger.compiler.Trigger(name='thrown_deck_append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='cc09123da89057eca30636d83d6dbba801090366', operation='UPDATE OR DELETE', pgid='pgtrigger_thrown_deck_append_only_fedf8', table='games_throwndeck', when='BEFORE')),
        ),
    ]
