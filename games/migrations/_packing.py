"""Packing the stored hands of before, and unpacking them, in batches."""

import hashlib
import json

from games.hands.models.packed import PACKED

BATCH_HANDS = 1_000
_UNPACKED = """
SELECT id, opening::text, result::text, rules::text FROM games_hand
WHERE id > %s AND (opening_packed IS NULL OR (result_packed IS NULL AND result IS NOT NULL))
ORDER BY id LIMIT %s
"""
_PACK = """
UPDATE games_hand h SET opening_packed = p.opening, result_packed = p.result,
    rules_digest = p.digest
FROM unnest(%s::uuid[], %s::bytea[], %s::bytea[], %s::bytea[]) AS p (id, opening, result, digest)
WHERE h.id = p.id
"""
_RULES = """
INSERT INTO games_ruleset (hash, rules) SELECT * FROM unnest(%s::bytea[], %s::text[]::jsonb[])
ON CONFLICT DO NOTHING
"""
_PACKED = """
SELECT id, opening_packed, result_packed FROM games_hand WHERE id > %s ORDER BY id LIMIT %s
"""
_UNPACK = """
UPDATE games_hand h SET opening = p.opening, result = p.result,
    rules = (SELECT r.rules FROM games_ruleset r WHERE r.hash = h.rules_digest),
    rules_hash = encode(h.rules_digest, 'hex')
FROM unnest(%s::uuid[], %s::text[]::jsonb[], %s::text[]::jsonb[]) AS p (id, opening, result)
WHERE h.id = p.id
"""
_FIRST = "00000000-0000-0000-0000-000000000000"


def pack_hands(_apps, schema_editor):
    """Fill the packed columns of all hands that lack them; those of before stay as they are.

    A hand's hash becomes that of its rules, as it always was at a table.
    """
    digests = {}
    with schema_editor.connection.cursor() as cursor:
        for rows in _batches(cursor, _UNPACKED):
            for row in rows:
                if row[3] not in digests:
                    digests[row[3]] = _digest(json.loads(row[3]))
            known = {digests[rules]: rules for *_others, rules in rows}
            cursor.execute(_RULES, [list(known), list(known.values())])
            ids, openings, results, rules = zip(*rows, strict=True)
            packed = [list(map(_packed, openings)), list(map(_packed, results))]
            cursor.execute(_PACK, [list(ids), *packed, [digests[text] for text in rules]])


def unpack_hands(_apps, schema_editor):
    """Fill the columns of before of all hands from the packed ones."""
    with schema_editor.connection.cursor() as cursor:
        for rows in _batches(cursor, _PACKED):
            ids, openings, results = zip(*rows, strict=True)
            texts = [list(map(_unpacked, openings)), list(map(_unpacked, results))]
            cursor.execute(_UNPACK, [list(ids), *texts])


def _batches(cursor, sql):
    last = _FIRST
    while True:
        cursor.execute(sql, [last, BATCH_HANDS])
        rows = cursor.fetchall()
        if not rows:
            return
        yield rows
        last = rows[-1][0]


def _digest(rules):
    text = json.dumps(rules, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).digest()


def _packed(text):
    return None if text is None else PACKED.pack(json.loads(text))


def _unpacked(data):
    return None if data is None else json.dumps(PACKED.unpack(bytes(data)))
