"""Results no longer name hands in words: their cards give the values of hands.

The previous version may run on: it reads no `label` from stored results, except that its audits
would find that a result without one differs from the replay. So the audits wait until its dealers
have been replaced. Batches of rows are changed one after the other, each in a transaction of its
own; a run that was ended goes on when it is started again.
"""

from django.db import migrations

BATCH = 2_000
_PAUSE_AUDITS = """
UPDATE core_periodictask SET due_at = greatest(due_at, now() + interval '15 minutes')
WHERE name IN ('audit_new', 'audit')
"""
_PART = """(
    SELECT coalesce(jsonb_agg(part - 'label' ORDER BY at), '[]')
    FROM jsonb_array_elements(h.result -> '{name}') WITH ORDINALITY AS parts (part, at)
)"""
_STRIP = f"""
WITH batch AS MATERIALIZED (
    SELECT id FROM games_hand WHERE id > %s ORDER BY id LIMIT %s
), stripped AS (
    UPDATE games_hand h SET result = h.result || jsonb_build_object(
        'pots', {_PART.format(name="pots")}, 'shown', {_PART.format(name="shown")}
    )
    FROM batch WHERE h.id = batch.id
        AND (h.result @? '$.pots[*].label' OR h.result @? '$.shown[*].label')
)
SELECT id FROM batch ORDER BY id DESC LIMIT 1
"""  # noqa: S608 -- own names


def drop_labels(apps, schema_editor):
    """Take the names of hands out of all stored results."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(_PAUSE_AUDITS)
        last = "00000000-0000-0000-0000-000000000000"
        while last is not None:
            cursor.execute(_STRIP, [last, BATCH])
            row = cursor.fetchone()
            last = row[0] if row else None


class Migration(migrations.Migration):
    atomic = False
    beside_play = "changes hands that are over, in batches of their own transactions"

    dependencies = [
        ("games", "0005_ranked_hands"),
        ("core", "0001_initial"),
    ]

    operations = [migrations.RunPython(drop_labels, migrations.RunPython.noop)]
