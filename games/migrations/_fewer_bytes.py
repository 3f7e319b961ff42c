"""The statements of `0021_fewer_bytes`: narrower actions, packed actions and seats, and back.

Each form of a table is given by its columns, by `SELECT`s that turn one form into the other, and by
what is compared after that. `config.database.months` reads files of before with the same.
"""

from collections.abc import Iterator
from typing import NamedTuple

_ACTION = "hand_id, seq, seat, kind, amount, cards, reading, key, auto, bank_ms, at"
_UNKEYED = _ACTION.replace(" key,", "")

_ROWS_BEFORE = """
SELECT hand_id, seq, seat, kind, amount, coalesce(cards, '[]'::jsonb) AS cards,
    coalesce(reading, '')::varchar(32) AS reading, key,
    coalesce(auto, '')::varchar(8) AS auto, coalesce(bank_ms, 0) AS bank_ms, at
FROM {source}
"""
# `kind` is `kind`, `kind:auto` or `kind:auto:bank_ms`; `cards` are `card,card`, with the reading
# after a space. Eight columns need one byte for those that are NULL, and then the row's header no
# more than 24; nine would make it 32.
ROWS = """
SELECT hand_id, seq, seat, split_part(kind, ':', 1)::varchar(24) AS kind, amount,
    CASE WHEN cards IS NULL THEN '[]'::jsonb
        ELSE to_jsonb(string_to_array(split_part(cards, ' ', 1), ',')::int[]) END AS cards,
    coalesce(substr(cards, nullif(strpos(cards, ' '), 0) + 1), '')::varchar(32) AS reading, key,
    split_part(kind, ':', 2)::varchar(8) AS auto,
    coalesce(nullif(split_part(kind, ':', 3), ''), '0')::int AS bank_ms, at
FROM {source}
"""
_TO_ROWS_BEFORE = """
INSERT INTO {target} (hand_id, at, amount, seq, bank_ms, seat, kind, auto, reading, key, cards)
SELECT hand_id, at, amount, seq, nullif(bank_ms, 0), seat, kind, nullif(auto, ''),
    nullif(reading, ''), key, nullif(cards, '[]')
FROM ({rows}) rows
"""
_TO_ROWS = """
INSERT INTO {target} (hand_id, at, amount, seq, seat, kind, key, cards)
SELECT hand_id, at, amount, seq, seat,
    kind || CASE WHEN bank_ms <> 0 THEN ':' || auto || ':' || bank_ms
        WHEN auto <> '' THEN ':' || auto ELSE '' END,
    key, nullif(translate(cards::text, '[] ', '')
        || CASE WHEN reading <> '' THEN ' ' || reading ELSE '' END, '')
FROM ({rows}) rows
"""

_UNPACKED_BEFORE = """
SELECT p.hand_id, u.seq::int AS seq, u.seat::smallint AS seat, u.kind::varchar(24) AS kind,
    nullif(u.amount, '')::bigint AS amount, coalesce(nullif(u.cards, ''), '[]')::jsonb AS cards,
    coalesce(u.reading, '')::varchar(32) AS reading, NULL::uuid AS key,
    coalesce(u.auto, '')::varchar(8) AS auto, coalesce(nullif(u.bank, ''), '0')::int AS bank_ms,
    p.began_at + u.later::float8 * interval '1 microsecond' AS at
FROM {source} p, unnest(
    string_to_array(p.seats, ' '), string_to_array(p.kinds, ' '), string_to_array(p.amounts, ' '),
    string_to_array(p.cards, ' '), string_to_array(p.readings, ' '), string_to_array(p.autos, ' '),
    string_to_array(p.banks, ' '), string_to_array(p.offsets, ' ')
) WITH ORDINALITY AS u (seat, kind, amount, cards, reading, auto, bank, later, seq)
"""
UNPACKED = """
SELECT p.hand_id, u.seq, get_byte(p.seats, u.seq - 1)::smallint AS seat,
    split_part(u.what, ':', 1)::varchar(24) AS kind, nullif(u.amount, '')::bigint AS amount,
    to_jsonb(string_to_array(coalesce(u.cards, ''), ',')::int[]) AS cards,
    coalesce(u.reading, '')::varchar(32) AS reading, NULL::uuid AS key,
    split_part(u.what, ':', 2)::varchar(8) AS auto,
    coalesce(nullif(u.bank, ''), '0')::int AS bank_ms,
    p.began_at + ('x' || lpad(encode(substring(p.offsets
        FROM (u.seq - 1) * u.width + 1 FOR u.width), 'hex'), 16, '0'))::bit(64)::bigint
        * interval '1 microsecond' AS at
FROM {source} p CROSS JOIN LATERAL (
    SELECT n.seq, n.amount, n.cards, n.reading, n.bank,
        (string_to_array(p.kinds, ' '))[get_byte(p.positions, n.seq - 1) + 1] AS what,
        length(p.offsets) / length(p.seats) AS width
    FROM ROWS FROM (
        generate_series(1, length(p.seats)), unnest(string_to_array(p.amounts, ' ')),
        unnest(string_to_array(p.cards, ' ')), unnest(string_to_array(p.readings, ' ')),
        unnest(string_to_array(p.banks, ' '))
    ) AS n (seq, amount, cards, reading, bank)
) u
"""
_TO_PACKED_BEFORE = """
INSERT INTO {target} (hand_id, began_at, seats, kinds, amounts, cards, readings, autos, banks,
    offsets)
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
        THEN string_agg(coalesce(nullif(bank_ms, 0)::text, ''), ' ' ORDER BY seq) ELSE '' END,
    string_agg((extract(epoch FROM at - start) * 1000000)::bigint::text, ' ' ORDER BY seq)
FROM (SELECT *, min(at) OVER (PARTITION BY hand_id) AS start FROM ({rows}) rows) actions
GROUP BY hand_id HAVING min(seq) = 1 AND count(*) = max(seq)
"""
# Hands with gaps stay as they are, and so would one whose numbers do not fit into a byte.
TO_PACKED = """
INSERT INTO {target} (hand_id, began_at, kinds, seats, positions, offsets, amounts, cards, readings,
    banks)
SELECT hand_id, min(at), string_agg(DISTINCT what, ' ' ORDER BY what),
    string_agg(substring(int2send(seat) FROM 2), ''::bytea ORDER BY seq),
    string_agg(substring(int8send(code) FROM 8), ''::bytea ORDER BY seq),
    string_agg(substring(int8send(later) FROM CASE WHEN longest < 4294967296 THEN 5 ELSE 1 END),
        ''::bytea ORDER BY seq),
    CASE WHEN bool_or(amount IS NOT NULL)
        THEN string_agg(coalesce(amount::text, ''), ' ' ORDER BY seq) ELSE '' END,
    CASE WHEN bool_or(cards <> '[]')
        THEN string_agg(translate(cards::text, '[] ', ''), ' ' ORDER BY seq) ELSE '' END,
    CASE WHEN bool_or(reading <> '') THEN string_agg(reading, ' ' ORDER BY seq) ELSE '' END,
    CASE WHEN bool_or(bank_ms <> 0)
        THEN string_agg(coalesce(nullif(bank_ms, 0)::text, ''), ' ' ORDER BY seq) ELSE '' END
FROM (
    SELECT *, max(later) OVER hand AS longest,
        dense_rank() OVER (PARTITION BY hand_id ORDER BY what) - 1 AS code
    FROM (
        SELECT *, kind || CASE WHEN auto <> '' THEN ':' || auto ELSE '' END AS what,
            (extract(epoch FROM at - min(at) OVER (PARTITION BY hand_id)) * 1000000)::bigint
                AS later
        FROM ({rows}) rows
    ) named WINDOW hand AS (PARTITION BY hand_id)
) actions
GROUP BY hand_id HAVING min(seq) = 1 AND count(*) = max(seq) AND max(seat) < 256
    AND max(code) < 256
"""

_SEATS_BEFORE = """
SELECT s.hand_id, s.user_id, s.id, s.stack_start, s.stack_end, s.net, s.pot, s.finished_at, s.seat,
    s.won, s.game::text, s.plays_for::text FROM {source} s
"""
_SEATS = """
SELECT s.hand_id, s.user_id, s.id, s.stack_start, s.stack_start + s.net AS stack_end, s.net, s.pot,
    s.finished_at, s.seat, s.won, h.game::text, h.plays_for::text
FROM {source} s JOIN {hands} h ON h.id = s.hand_id
"""
_TO_SEATS_BEFORE = """
INSERT INTO {target} (hand_id, user_id, id, stack_start, stack_end, net, pot, finished_at, seat,
    won, game, plays_for)
SELECT * FROM ({rows}) rows
"""
_TO_SEATS = """
INSERT INTO {target} (hand_id, user_id, id, stack_start, net, pot, finished_at, seat, won)
SELECT hand_id, user_id, id, stack_start, net, pot, finished_at, seat, won FROM ({rows}) rows
"""


class Form(NamedTuple):
    """A form of a table: its columns, how its rows are read, and how such rows are stored."""

    columns: str
    rows: str
    store: str

    @property
    def names(self) -> list[str]:
        """The names of the columns, in their order."""
        return [line.split()[0] for line in self.columns.splitlines()]


BEFORE = {
    "games_handaction": Form(
        """hand_id uuid NOT NULL,
    at timestamptz NOT NULL,
    amount bigint,
    seq integer NOT NULL CHECK (seq >= 0),
    bank_ms integer CHECK (bank_ms >= 0),
    seat smallint NOT NULL CHECK (seat >= 0),
    kind varchar(24) NOT NULL,
    auto varchar(8),
    reading varchar(32),
    key uuid,
    cards jsonb""",
        _ROWS_BEFORE,
        _TO_ROWS_BEFORE,
    ),
    "games_packedactions": Form(
        """hand_id uuid NOT NULL,
    began_at timestamptz NOT NULL,
    seats text NOT NULL,
    kinds text NOT NULL,
    amounts text NOT NULL,
    cards text NOT NULL,
    readings text NOT NULL,
    autos text NOT NULL,
    banks text NOT NULL,
    offsets text NOT NULL""",
        _UNPACKED_BEFORE,
        _TO_PACKED_BEFORE,
    ),
    "games_handseat": Form(
        """hand_id uuid NOT NULL,
    user_id uuid NOT NULL,
    id bigint DEFAULT nextval('games_handseat_id_seq') NOT NULL,
    stack_start bigint NOT NULL,
    stack_end bigint NOT NULL,
    net bigint NOT NULL,
    pot bigint NOT NULL,
    finished_at timestamptz NOT NULL,
    seat smallint NOT NULL CHECK (seat >= 0),
    won boolean NOT NULL,
    game varchar(32) NOT NULL,
    plays_for varchar(10) NOT NULL""",
        _SEATS_BEFORE,
        _TO_SEATS_BEFORE,
    ),
}
NOW = {
    "games_handaction": Form(
        """hand_id uuid NOT NULL,
    at timestamptz NOT NULL,
    amount bigint,
    seq integer NOT NULL CHECK (seq >= 0),
    seat smallint NOT NULL CHECK (seat >= 0),
    kind text NOT NULL,
    key uuid,
    cards text""",
        ROWS,
        _TO_ROWS,
    ),
    "games_packedactions": Form(
        """hand_id uuid NOT NULL,
    began_at timestamptz NOT NULL,
    kinds text NOT NULL,
    seats bytea NOT NULL,
    positions bytea NOT NULL,
    offsets bytea NOT NULL,
    amounts text NOT NULL,
    cards text NOT NULL,
    readings text NOT NULL,
    banks text NOT NULL""",
        UNPACKED,
        TO_PACKED,
    ),
    "games_handseat": Form(
        """hand_id uuid NOT NULL,
    user_id uuid NOT NULL,
    id bigint DEFAULT nextval('games_handseat_id_seq') NOT NULL,
    stack_start bigint NOT NULL,
    net bigint NOT NULL,
    pot bigint NOT NULL,
    finished_at timestamptz NOT NULL,
    seat smallint NOT NULL CHECK (seat >= 0),
    won boolean NOT NULL""",
        _SEATS,
        _TO_SEATS,
    ),
}


def moved(old: Form, new: Form, *, source: str, target: str, hands: str) -> Iterator[str]:
    """Statements that store rows of one form in another, and raise unless they read the same.

    `source` and `target` are tables of the old and the new form, `hands` the one with their hands.
    """
    names = {"source": source, "target": target, "hands": hands}
    before = old.rows.format(**names)
    after = new.rows.format(**names | {"source": target})
    yield new.store.format(**names, rows=before)
    yield f"""
    DO $$
    BEGIN
        IF EXISTS (({before}) EXCEPT ALL ({after})) OR EXISTS (({after}) EXCEPT ALL ({before}))
        THEN
            RAISE EXCEPTION 'rows of {source} would change; see what manage.py audit finds';
        END IF;
    END
    $$"""


def _swap(table: str, old: Form, new: Form) -> str:
    """Make all partitions of a table anew in another form."""
    steps = "\n".join(
        f"EXECUTE replace({_quoted(step)}, '#', part);"
        for step in moved(
            old, new, source="months.#_before", target="months.#", hands="games_hand"
        )
    )
    return f"""
    ALTER TABLE {table} RENAME TO {table}_before;
    CREATE TABLE {table} ({new.columns}) PARTITION BY RANGE (hand_id);
    DO $swap$
    DECLARE
        part text;
        bounds text;
    BEGIN
        FOR part, bounds IN SELECT c.relname, pg_get_expr(c.relpartbound, c.oid)
            FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
            WHERE i.inhparent = '{table}_before'::regclass
        LOOP
            EXECUTE format('ALTER TABLE {table}_before DETACH PARTITION months.%I', part);
            EXECUTE format('ALTER TABLE months.%I RENAME TO %I', part, part || '_before');
            EXECUTE format('CREATE TABLE months.%I (LIKE {table} INCLUDING ALL)', part);
            {steps}
            EXECUTE format('DROP TABLE months.%I', part || '_before');
            EXECUTE format('ALTER TABLE {table} ATTACH PARTITION months.%I ', part) || bounds;
        END LOOP;
    END
    $swap$"""


def _quoted(text: str) -> str:
    return f"$step${text}$step$"


_TABLES = ("games_handaction", "games_packedactions", "games_handseat")
_LOCKS = "; ".join(
    f"LOCK TABLE {name} IN ACCESS EXCLUSIVE MODE" for name in ("games_hand", *_TABLES)
)
_ALONE = "ALTER SEQUENCE games_handseat_id_seq OWNED BY NONE"
_DROP = "; ".join(f"DROP TABLE {name}_before" for name in _TABLES)
_INDEXES = """
ALTER TABLE games_handaction ADD PRIMARY KEY (hand_id, seq);
ALTER TABLE games_packedactions ADD PRIMARY KEY (hand_id);
ALTER TABLE games_handseat ADD CONSTRAINT hand_seat_once UNIQUE (hand_id, seat);
CREATE INDEX hand_seat_by_id ON games_handseat USING brin (id)
    WITH (pages_per_range = 16, autosummarize = on);
ALTER SEQUENCE games_handseat_id_seq OWNED BY games_handseat.id;
"""
_BY_PERSON_BEFORE = "CREATE INDEX hand_seat_of_person ON games_handseat (user_id, id DESC)"
_BY_PERSON = "CREATE INDEX hand_seat_of_person ON games_handseat (user_id, (id >> 14))"
_VIEWS = """
CREATE VIEW games_unpackedaction AS {unpacked};
CREATE VIEW games_playedaction AS {rows} UNION ALL SELECT {columns} FROM games_unpackedaction
"""
DROP_VIEWS = """
DROP FUNCTION games_pack_actions;
DROP VIEW games_playedaction, games_unpackedaction
"""
# It moves rows and can change nothing in them: before they are deleted, what was packed is unpacked
# and compared. So the program may call it with the rights of the owner.
# Only a superuser may make a function with a setting of its own for triggers; so it sets it itself.
_FUNCTION = """
CREATE FUNCTION games_pack_actions(ended_before timestamptz, after uuid, most int)
RETURNS TABLE (last uuid, packed int) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
DECLARE
    due uuid[];
    done uuid[];
    ignored text := coalesce(nullif(current_setting('pgtrigger.ignore', true), ''), '{{}}');
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
    PERFORM set_config('pgtrigger.ignore', '{{pgtrigger_hand_action_append_only_ce757,'
        'pgtrigger_packed_actions_by_function_904a0}}', true);
    WITH moved AS ({pack} RETURNING hand_id)
    SELECT array_agg(hand_id) INTO done FROM moved;
    IF EXISTS (
        SELECT {unkeyed} FROM games_playedaction WHERE hand_id = ANY (done)
        EXCEPT
        SELECT {unkeyed} FROM games_unpackedaction WHERE hand_id = ANY (done)
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


def views(forms: dict[str, Form]) -> list[str]:
    """The views of actions, and the function that packs them."""
    rows = forms["games_handaction"].rows.format(source="games_handaction")
    due = f"SELECT * FROM ({rows}) played WHERE hand_id = ANY (due)"
    pack = forms["games_packedactions"].store.format(target="games_packedactions", rows=due)
    unpacked = forms["games_packedactions"].rows.format(source="games_packedactions")
    return [
        _VIEWS.format(unpacked=unpacked, rows=rows, columns=_ACTION),
        _FUNCTION.format(pack=pack, unkeyed=_UNKEYED),
    ]


def swap(old: dict[str, Form], new: dict[str, Form], *, triggers: str) -> list[str]:
    """The statements that turn all tables from one form into the other."""
    by_person = _BY_PERSON if new is NOW else _BY_PERSON_BEFORE
    return [
        _LOCKS,
        _ALONE,
        *(_swap(table, old[table], new[table]) for table in _TABLES),
        _DROP,
        _INDEXES,
        by_person,
        triggers,
    ]
