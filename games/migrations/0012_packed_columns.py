"""The columns that hold openings, results and rules of hands in fewer bytes; still empty."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models

from games.hands.models.packed import HexField

_ADD = """
ALTER TABLE games_hand ADD COLUMN opening_packed bytea, ADD COLUMN result_packed bytea,
    ADD COLUMN rules_digest bytea
"""
_DROP = """
ALTER TABLE games_hand DROP COLUMN opening_packed, DROP COLUMN result_packed,
    DROP COLUMN rules_digest
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0011_unrated")]

    operations = [
        migrations.CreateModel(
            name="RuleSet",
            fields=[
                (
                    "hash",
                    HexField(
                        help_text="SHA-256 of the canonical JSON of `rules`, 32 bytes",
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("rules", models.JSONField()),
            ],
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="ruleset",
            trigger=pgtrigger.compiler.Trigger(
                name="rule_set_append_only",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;",
                    hash="c4067fe59a01a24893dc2908078d1c82158e243d",
                    operation="UPDATE OR DELETE",
                    pgid="pgtrigger_rule_set_append_only_29cd1",
                    table="games_ruleset",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.RunSQL(_ADD, _DROP),
    ]
