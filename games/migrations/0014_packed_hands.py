"""The packed columns of hands take the place of those of before.

The previous version cannot run on: end its web processes and dealers first. Hands that it stored or
settled since the migration before are packed under the lock.
"""

from django.db import migrations

from games.hands.models.packed import HexField, PackedField
from games.migrations._packing import pack_hands, unpack_hands

_LOCK = "LOCK TABLE games_hand IN ACCESS EXCLUSIVE MODE"
_REQUIRE = """
ALTER TABLE games_hand ALTER COLUMN opening SET NOT NULL, ALTER COLUMN rules SET NOT NULL,
    ALTER COLUMN rules_hash SET NOT NULL
"""
_REPLACE = """
ALTER TABLE games_hand DROP COLUMN opening, DROP COLUMN result, DROP COLUMN rules,
    DROP COLUMN rules_hash;
ALTER TABLE games_hand RENAME COLUMN opening_packed TO opening;
ALTER TABLE games_hand RENAME COLUMN result_packed TO result;
ALTER TABLE games_hand RENAME COLUMN rules_digest TO rules_hash;
ALTER TABLE games_hand ALTER COLUMN opening SET NOT NULL, ALTER COLUMN rules_hash SET NOT NULL
"""
_PUT_BACK = """
ALTER TABLE games_hand RENAME COLUMN opening TO opening_packed;
ALTER TABLE games_hand RENAME COLUMN result TO result_packed;
ALTER TABLE games_hand RENAME COLUMN rules_hash TO rules_digest;
ALTER TABLE games_hand ALTER COLUMN opening_packed DROP NOT NULL,
    ALTER COLUMN rules_digest DROP NOT NULL, ADD COLUMN opening jsonb, ADD COLUMN result jsonb,
    ADD COLUMN rules jsonb, ADD COLUMN rules_hash varchar(64)
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0013_pack_hands")]

    operations = [
        migrations.RunSQL(_LOCK, _REQUIRE),
        migrations.RunPython(pack_hands, unpack_hands),
        migrations.SeparateDatabaseAndState(
            [migrations.RunSQL(_REPLACE, _PUT_BACK)],
            [
                migrations.RemoveField("hand", "rules"),
                migrations.AlterField(
                    "hand",
                    "opening",
                    PackedField(
                        help_text="seats [{seat, user, kind, stack, bank_ms, away}], button, "
                        "terms, deal (no card)"
                    ),
                ),
                migrations.AlterField("hand", "result", PackedField(null=True)),
                migrations.AlterField(
                    "hand", "rules_hash", HexField(help_text="hash of its rules (`RuleSet`), 32 bytes")
                ),
            ],
        ),
    ]
