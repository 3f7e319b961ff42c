"""Actions of hands of long ago are packed into one row a hand; a view has all actions."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models

# Each text of a packed row has the values of one column; an empty text has empty values.
_VIEWS = """
CREATE VIEW games_unpackedaction AS
SELECT p.hand_id, u.seq::int AS seq, u.seat::smallint AS seat, u.kind::varchar(24) AS kind,
    nullif(u.amount, '')::bigint AS amount, coalesce(nullif(u.cards, ''), '[]')::jsonb AS cards,
    coalesce(u.reading, '')::varchar(32) AS reading, NULL::uuid AS key,
    coalesce(u.auto, '')::varchar(8) AS auto, coalesce(nullif(u.bank, ''), '0')::int AS bank_ms,
    p.began_at + u.later::float8 * interval '1 microsecond' AS at
FROM games_packedactions p, unnest(
    string_to_array(p.seats, ' '), string_to_array(p.kinds, ' '), string_to_array(p.amounts, ' '),
    string_to_array(p.cards, ' '), string_to_array(p.readings, ' '), string_to_array(p.autos, ' '),
    string_to_array(p.banks, ' '), string_to_array(p.offsets, ' ')
) WITH ORDINALITY AS u (seat, kind, amount, cards, reading, auto, bank, later, seq);
CREATE VIEW games_playedaction AS
SELECT hand_id, seq, seat, kind, amount, cards, reading, key, auto, bank_ms, at
FROM games_handaction
UNION ALL
SELECT hand_id, seq, seat, kind, amount, cards, reading, key, auto, bank_ms, at
FROM games_unpackedaction
"""
_DROP_VIEWS = "DROP VIEW games_playedaction; DROP VIEW games_unpackedaction"
# It moves rows and can change nothing in them: before they are deleted, what was packed is unpacked
# and compared. So the program may call it with the rights of the owner. Hands with gaps stay.
# Only a superuser may make a function with a setting of its own for triggers; so it sets it itself.
_FUNCTION = """
CREATE FUNCTION games_pack_actions(ended_before timestamptz, after uuid, most int)
RETURNS TABLE (last uuid, packed int) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
DECLARE
    due uuid[];
    done uuid[];
    ignored text := coalesce(nullif(current_setting('pgtrigger.ignore', true), ''), '{}');
BEGIN
    IF ended_before > clock_timestamp() - interval '1 day' THEN
        RAISE EXCEPTION 'actions of hands are packed a day after their end at the earliest';
    END IF;
    SELECT array_agg(id ORDER BY id) INTO due FROM (
        SELECT h.id FROM games_hand h
        WHERE h.id > after AND h.status <> 'live' AND h.finished_at < ended_before
            AND EXISTS (SELECT FROM games_handaction a WHERE a.hand_id = h.id)
        ORDER BY h.id LIMIT most
    ) found;
    PERFORM set_config('pgtrigger.ignore', '{pgtrigger_hand_action_append_only_ce757,'
        'pgtrigger_packed_actions_by_function_904a0}', true);
    WITH moved AS (
        INSERT INTO games_packedactions
        SELECT hand_id, min(at),
            string_agg(seat::text, ' ' ORDER BY seq),
            string_agg(kind, ' ' ORDER BY seq),
            CASE WHEN bool_or(amount IS NOT NULL)
                THEN string_agg(coalesce(amount::text, ''), ' ' ORDER BY seq) ELSE '' END,
            CASE WHEN bool_or(cards <> '[]')
                THEN string_agg(CASE WHEN cards <> '[]' THEN replace(cards::text, ' ', '')
                    ELSE '' END, ' ' ORDER BY seq) ELSE '' END,
            CASE WHEN bool_or(reading <> '') THEN string_agg(reading, ' ' ORDER BY seq) ELSE '' END,
            CASE WHEN bool_or(auto <> '') THEN string_agg(auto, ' ' ORDER BY seq) ELSE '' END,
            CASE WHEN bool_or(bank_ms <> 0)
                THEN string_agg(coalesce(nullif(bank_ms, 0)::text, ''), ' ' ORDER BY seq)
                ELSE '' END,
            string_agg((extract(epoch FROM at - start) * 1000000)::bigint::text, ' ' ORDER BY seq)
        FROM (
            SELECT *, min(at) OVER (PARTITION BY hand_id) AS start FROM games_handaction
            WHERE hand_id = ANY (due)
        ) actions
        GROUP BY hand_id HAVING min(seq) = 1 AND count(*) = max(seq)
        RETURNING hand_id
    )
    SELECT array_agg(hand_id) INTO done FROM moved;
    IF EXISTS (
        SELECT hand_id, seq, seat, kind, amount, cards, reading, auto, bank_ms, at
        FROM games_handaction WHERE hand_id = ANY (done)
        EXCEPT
        SELECT hand_id, seq, seat, kind, amount, cards, reading, auto, bank_ms, at
        FROM games_unpackedaction WHERE hand_id = ANY (done)
    ) THEN
        RAISE EXCEPTION 'packed actions differ from those that were played';
    END IF;
    DELETE FROM games_handaction WHERE hand_id = ANY (done);
    PERFORM set_config('pgtrigger.ignore', ignored, true);
    RETURN QUERY SELECT due[cardinality(due)], coalesce(cardinality(done), 0);
END
$$;
REVOKE EXECUTE ON FUNCTION games_pack_actions FROM PUBLIC
"""
_UNPACK = """
SET LOCAL "pgtrigger.ignore" = '{pgtrigger_packed_actions_by_function_904a0}';
INSERT INTO games_handaction (hand_id, seq, seat, kind, amount, cards, reading, key, auto, bank_ms, at)
SELECT hand_id, seq, seat, kind, amount, cards, reading, key, auto, bank_ms, at
FROM games_unpackedaction;
DROP FUNCTION games_pack_actions
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_design_shoe"),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayedAction",
            fields=[
                ("seq", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=24)),
                ("amount", models.BigIntegerField(null=True)),
                ("cards", models.JSONField(default=list)),
                ("reading", models.CharField(blank=True, default="", max_length=32)),
                (
                    "key",
                    models.UUIDField(
                        help_text="the client's idempotency key, once in a hand", null=True
                    ),
                ),
                (
                    "auto",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "the player"),
                            ("timeout", "Timeout"),
                            ("bot", "Bot"),
                            ("leave", "Leave"),
                            ("away", "the player was away"),
                        ],
                        default="",
                        max_length=8,
                    ),
                ),
                (
                    "bank_ms",
                    models.PositiveIntegerField(
                        default=0, help_text="time bank used by this action"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "hand_id",
                        "seq",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
            ],
            options={
                "managed": False,
            },
        ),
        migrations.CreateModel(
            name="PackedActions",
            fields=[
                (
                    "hand",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.hand",
                    ),
                ),
                ("began_at", models.DateTimeField(help_text="the time of the first action")),
                ("seats", models.TextField()),
                ("kinds", models.TextField()),
                ("amounts", models.TextField(blank=True)),
                ("cards", models.TextField(blank=True)),
                ("readings", models.TextField(blank=True)),
                ("autos", models.TextField(blank=True)),
                ("banks", models.TextField(blank=True)),
                ("offsets", models.TextField(help_text="microseconds after the first action")),
            ],
            options={"verbose_name": "action pack"},
        ),
        migrations.AlterField(
            model_name="handaction",
            name="hand",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.hand",
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="packedactions",
            trigger=pgtrigger.compiler.Trigger(
                name="packed_actions_by_function",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot insert or update or delete rows from % table', TG_TABLE_NAME;",
                    hash="9f341c8379bc78fc6fd6542078dc56a46d20fa44",
                    operation="INSERT OR UPDATE OR DELETE",
                    pgid="pgtrigger_packed_actions_by_function_904a0",
                    table="games_packedactions",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.RunSQL(_VIEWS, _DROP_VIEWS),
        migrations.RunSQL([_FUNCTION], _UNPACK),
    ]
