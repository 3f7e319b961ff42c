"""The statements of `0018_months`: partitions of hands and what belongs to them, and back.

The partitions are in the schema `months`, in which the program has no rights: it reads and writes
them through the tables.
"""

TABLES = ("games_hand", "games_handaction", "games_packedactions", "games_handseat")
LOCKS = [f"LOCK TABLE {name} IN ACCESS EXCLUSIVE MODE" for name in TABLES]

# The columns by their alignment, so that rows have no gaps. Most actions have no cards, no reading
# and no time bank; NULL takes no byte.
_CREATE = """
CREATE TABLE games_hand (
    id uuid NOT NULL,
    table_id uuid NOT NULL,
    started_at timestamptz NOT NULL,
    finished_at timestamptz,
    number integer NOT NULL CHECK (number >= 0),
    clock_ms integer NOT NULL CHECK (clock_ms >= 0),
    spectator_delay_s integer DEFAULT 0 NOT NULL CHECK (spectator_delay_s >= 0),
    deck_no integer CHECK (deck_no >= 0),
    private boolean NOT NULL,
    ranked boolean DEFAULT false NOT NULL,
    game varchar(32) NOT NULL,
    preset varchar(32) NOT NULL,
    spectators varchar(10) NOT NULL,
    plays_for varchar(10) NOT NULL,
    status varchar(8) NOT NULL,
    deck varchar(5) DEFAULT 'whole' NOT NULL,
    rules_hash bytea NOT NULL,
    opening bytea NOT NULL,
    sealed bytea NOT NULL,
    record_salt bytea,
    play_hash bytea,
    chain bytea,
    chain_signature bytea,
    result bytea
) PARTITION BY RANGE (id);
CREATE TABLE games_handaction (
    hand_id uuid NOT NULL,
    at timestamptz NOT NULL,
    amount bigint,
    seq integer NOT NULL CHECK (seq >= 0),
    bank_ms integer CHECK (bank_ms >= 0),
    seat smallint NOT NULL CHECK (seat >= 0),
    kind varchar(24) NOT NULL,
    auto varchar(8),
    reading varchar(32),
    key uuid,
    cards jsonb
) PARTITION BY RANGE (hand_id);
CREATE TABLE games_packedactions (
    hand_id uuid NOT NULL,
    began_at timestamptz NOT NULL,
    seats text NOT NULL,
    kinds text NOT NULL,
    amounts text NOT NULL,
    cards text NOT NULL,
    readings text NOT NULL,
    autos text NOT NULL,
    banks text NOT NULL,
    offsets text NOT NULL
) PARTITION BY RANGE (hand_id);
CREATE TABLE games_handseat (
    hand_id uuid NOT NULL,
    user_id uuid NOT NULL,
    id bigint DEFAULT nextval('games_handseat_ids') NOT NULL,
    stack_start bigint NOT NULL,
    stack_end bigint NOT NULL,
    net bigint NOT NULL,
    pot bigint NOT NULL,
    finished_at timestamptz NOT NULL,
    seat smallint NOT NULL CHECK (seat >= 0),
    won boolean NOT NULL,
    game varchar(32) NOT NULL,
    plays_for varchar(10) NOT NULL
) PARTITION BY RANGE (hand_id)
"""

# Ids of version 7 begin with their millisecond, so a month is a range of them. `part` makes one
# partition of each table for a range, with the unique indexes that PostgreSQL cannot have over all
# partitions, and moves the rows of that range out of the partition for the rest.
MAKERS = """
CREATE SCHEMA months;
CREATE FUNCTION months.first_id(month date) RETURNS uuid IMMUTABLE LANGUAGE sql AS $$
    SELECT (lpad(to_hex((extract(epoch FROM month::timestamp) * 1000)::bigint), 12, '0')
        || repeat('0', 20))::uuid
$$;
CREATE FUNCTION months.part(suffix text, bounds text, low uuid, high uuid) RETURNS int
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
    parent text;
    key text;
    made int := 0;
    ignored text := coalesce(nullif(current_setting('pgtrigger.ignore', true), ''), '{}');
BEGIN
    PERFORM set_config('pgtrigger.ignore', '{pgtrigger_hand_action_append_only_ce757,'
        'pgtrigger_packed_actions_by_function_904a0}', true);
    FOREACH parent IN ARRAY ARRAY['games_hand', 'games_handaction', 'games_packedactions',
        'games_handseat']
    LOOP
        key := CASE parent WHEN 'games_hand' THEN 'id' ELSE 'hand_id' END;
        CONTINUE WHEN to_regclass(format('months.%I', parent || suffix)) IS NOT NULL;
        EXECUTE format('CREATE TABLE months.%I (LIKE %I INCLUDING ALL)', parent || suffix, parent);
        IF parent = 'games_hand' THEN
            EXECUTE format('CREATE UNIQUE INDEX ON months.%I (table_id, number)', parent || suffix);
            EXECUTE format('CREATE UNIQUE INDEX ON months.%I (table_id, deck_no) '
                'WHERE deck_no IS NOT NULL', parent || suffix);
        END IF;
        IF low IS NOT NULL THEN
            EXECUTE format('LOCK TABLE months.%I IN ACCESS EXCLUSIVE MODE', parent || '_rest');
            EXECUTE format('WITH moved AS (DELETE FROM months.%I WHERE %I >= $1 AND '
                '($2 IS NULL OR %I < $2) RETURNING *) INSERT INTO months.%I SELECT * FROM moved',
                parent || '_rest', key, key, parent || suffix) USING low, high;
        END IF;
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION months.%I ', parent, parent || suffix)
            || bounds;
        made := made + 1;
    END LOOP;
    PERFORM set_config('pgtrigger.ignore', ignored, true);
    RETURN made;
END
$$;
CREATE FUNCTION months.month(month date) RETURNS int LANGUAGE sql AS $$
    SELECT months.part(to_char(month, '_YYYY_MM'), format('FOR VALUES FROM (%L) TO (%L)',
            months.first_id(month), months.first_id((month + interval '1 month')::date)),
        months.first_id(month), months.first_id((month + interval '1 month')::date))
$$;
CREATE FUNCTION games_make_months(ahead int) RETURNS int LANGUAGE sql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '500ms'
AS $$
    SELECT coalesce(sum(months.month(month::date)), 0)::int FROM generate_series(
        date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC'),
        date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC')
            + make_interval(months => least(ahead, 12)), interval '1 month') month
$$;
REVOKE EXECUTE ON FUNCTION games_make_months FROM PUBLIC
"""
# Random ids of hands from before version 7 are in `_unordered`, those that look like times before
# the year 2100 in the partition that they fall in.
_FILL = """
DO $$
DECLARE
    month date;
BEGIN
    PERFORM months.part('_rest', 'DEFAULT', NULL, NULL);
    PERFORM months.part('_unordered', format('FOR VALUES FROM (%L) TO (MAXVALUE)',
        months.first_id('2100-01-01')), months.first_id('2100-01-01'), NULL);
    FOR month IN SELECT DISTINCT date_trunc('month', started_at AT TIME ZONE 'UTC')::date
        FROM games_hand_before WHERE substr(id::text, 15, 1) = '7'
    LOOP
        PERFORM months.month(month);
    END LOOP;
    PERFORM games_make_months(3);
END
$$
"""
_HANDS = """
id, table_id, started_at, finished_at, number, clock_ms, spectator_delay_s, deck_no, private,
    ranked, game, preset, spectators, plays_for, status, deck, rules_hash, opening, sealed,
    record_salt, play_hash, chain, chain_signature, result
"""
_SEATS = """
hand_id, user_id, id, stack_start, stack_end, net, pot, finished_at, seat, won, game, plays_for
"""
_ACTIONS = "hand_id, at, amount, seq, bank_ms, seat, kind, auto, reading, key, cards"
_COPY = f"""
INSERT INTO games_hand ({_HANDS}) SELECT {_HANDS} FROM games_hand_before;
INSERT INTO games_handaction ({_ACTIONS})
SELECT hand_id, at, amount, seq, nullif(bank_ms, 0), seat, kind, nullif(auto, ''),
    nullif(reading, ''), key, nullif(cards, '[]') FROM games_handaction_before;
INSERT INTO games_packedactions SELECT * FROM games_packedactions_before;
INSERT INTO games_handseat ({_SEATS}) SELECT {_SEATS} FROM games_handseat_before
"""
_TRIGGERS = """
CREATE TRIGGER pgtrigger_hand_action_append_only_ce757 BEFORE UPDATE OR DELETE ON games_handaction
    FOR EACH ROW EXECUTE FUNCTION pgtrigger_hand_action_append_only_ce757();
COMMENT ON TRIGGER pgtrigger_hand_action_append_only_ce757 ON games_handaction
    IS 'c41900d1ebdfeef7a4e751682352f34fdfdd16e7';
CREATE TRIGGER pgtrigger_packed_actions_by_function_904a0
    BEFORE INSERT OR UPDATE OR DELETE ON games_packedactions
    FOR EACH ROW EXECUTE FUNCTION pgtrigger_packed_actions_by_function_904a0();
COMMENT ON TRIGGER pgtrigger_packed_actions_by_function_904a0 ON games_packedactions
    IS '9f341c8379bc78fc6fd6542078dc56a46d20fa44'
"""
# The ids of seats come from one sequence, so they need no unique index; rows lie in their order.
_INDEXES = """
ALTER TABLE games_hand ADD PRIMARY KEY (id);
CREATE INDEX hand_by_hour ON games_hand USING brin (started_at);
CREATE INDEX hand_with_whole_deck ON games_hand (started_at) WHERE deck = 'whole';
ALTER TABLE games_handaction ADD PRIMARY KEY (hand_id, seq);
ALTER TABLE games_packedactions ADD PRIMARY KEY (hand_id);
ALTER TABLE games_handseat ADD CONSTRAINT hand_seat_once UNIQUE (hand_id, seat);
CREATE INDEX hand_seat_by_id ON games_handseat USING brin (id)
    WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX hand_seat_of_person ON games_handseat (user_id, id DESC);
ALTER SEQUENCE games_handseat_ids RENAME TO games_handseat_id_seq;
ALTER SEQUENCE games_handseat_id_seq OWNED BY games_handseat.id
"""
_RENAME = "; ".join(f"ALTER TABLE {name} RENAME TO {name}_before" for name in TABLES)
_DROP = "; ".join(f"DROP TABLE {name}_before" for name in TABLES)
_SEQUENCE = """
CREATE SEQUENCE games_handseat_ids;
SELECT setval('games_handseat_ids', last_value, is_called) FROM games_handseat_id_seq
"""
_FREE = """
ALTER TABLE games_dailydigest DROP CONSTRAINT games_dailydigest_hand_id_35415d7f_fk_games_hand_id;
ALTER TABLE games_handnote DROP CONSTRAINT games_handnote_hand_id_cd7557b6_fk_games_hand_id
"""
PART = [
    *LOCKS,
    _FREE,
    _RENAME,
    _SEQUENCE,
    _CREATE,
    MAKERS,
    _FILL,
    _COPY,
    _DROP,
    _INDEXES,
    _TRIGGERS,
]
"""From plain tables to partitions."""

_LIKE = "; ".join(
    f"CREATE TABLE {name} (LIKE {name}_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS)"
    for name in TABLES
)
_COPY_BACK = f"""
INSERT INTO games_hand ({_HANDS}) SELECT {_HANDS} FROM games_hand_before;
INSERT INTO games_handaction ({_ACTIONS})
SELECT hand_id, at, amount, seq, coalesce(bank_ms, 0), seat, kind, coalesce(auto, ''),
    coalesce(reading, ''), key, coalesce(cards, '[]') FROM games_handaction_before;
INSERT INTO games_packedactions SELECT * FROM games_packedactions_before;
INSERT INTO games_handseat ({_SEATS}) SELECT {_SEATS} FROM games_handseat_before
"""
_KEYS_BEFORE = """
ALTER TABLE games_hand ADD PRIMARY KEY (id),
    ADD CONSTRAINT hand_number_once UNIQUE (table_id, number);
CREATE UNIQUE INDEX hand_deck_once ON games_hand (table_id, deck_no) WHERE deck_no IS NOT NULL;
CREATE INDEX hand_by_hour ON games_hand USING brin (started_at);
CREATE INDEX hand_with_whole_deck ON games_hand (started_at) WHERE deck = 'whole';
ALTER TABLE games_handaction ADD PRIMARY KEY (hand_id, seq), ALTER COLUMN bank_ms SET NOT NULL,
    ALTER COLUMN auto SET NOT NULL, ALTER COLUMN reading SET NOT NULL,
    ALTER COLUMN cards SET NOT NULL;
ALTER TABLE games_packedactions ADD PRIMARY KEY (hand_id);
ALTER TABLE games_handseat ADD PRIMARY KEY (id), ALTER COLUMN id DROP DEFAULT,
    ADD CONSTRAINT hand_seat_once UNIQUE (hand_id, seat);
CREATE INDEX hand_seat_of_person ON games_handseat (user_id, id DESC);
ALTER TABLE games_handseat ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY;
SELECT setval('games_handseat_id_seq', last_value, is_called) FROM games_handseat_ids;
DROP SEQUENCE games_handseat_ids;
ALTER TABLE games_dailydigest ADD CONSTRAINT games_dailydigest_hand_id_35415d7f_fk_games_hand_id
    FOREIGN KEY (hand_id) REFERENCES games_hand (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE games_handnote ADD CONSTRAINT games_handnote_hand_id_cd7557b6_fk_games_hand_id
    FOREIGN KEY (hand_id) REFERENCES games_hand (id) DEFERRABLE INITIALLY DEFERRED
"""
JOIN = [
    *LOCKS,
    _RENAME,
    "ALTER SEQUENCE games_handseat_id_seq OWNED BY NONE",
    "ALTER SEQUENCE games_handseat_id_seq RENAME TO games_handseat_ids",
    _LIKE,
    _COPY_BACK,
    _DROP,
    "DROP FUNCTION games_make_months; DROP SCHEMA months CASCADE",
    _KEYS_BEFORE,
    _TRIGGERS,
]
"""From partitions to plain tables."""
