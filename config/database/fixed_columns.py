"""Which database columns the program never changes, so that its role has no right to.

The primary key of each table is fixed too. Whole tables that only grow are declared by their models
(`pgtrigger.Protect`); here are rows that are written once in part.
"""

_FIXED = """
accounts_account: kind user_id owner_id
accounts_alert: user_id kind about slug table created_at expires_at
accounts_block: *
accounts_break: *
accounts_device: user_id platform scopes created_at
accounts_erasedname: *
accounts_playernote: user_id about_id
accounts_playlimit: user_id kind amount
accounts_sanction: user_id kind template by_id to_hold
accounts_signin: user_id
accounts_token: device_id kind digest
core_proposal: kind target_kind target_id payload by_id
core_stafflogaddress: *
games_hand: table_id number game preset rules_hash clock_ms spectators spectator_delay_s opening
    deck_no record_salt
games_handnote: user_id hand_id
games_handseat: hand_id user_id seat stack_start
games_laddermatch: user_id rival_id game preset level deals seed is_sandbox started_at ends_at
games_ladderrating: game user_id level
games_ladderseek: user_id game
games_pairflow: low_id high_id game month
games_rating: user_id game
games_ratingstep: *
games_tally: game shard
lobby_auditfinding: kind subject
lobby_chatline: table_id user_id room nudges
lobby_receipt: user_id command key table_id body
lobby_report: hand_id by_id about_id kind figures
lobby_seat: table_id number user_id
lobby_seatrequest: table_id user_id
lobby_sitandgo: table_id number entry points
lobby_sitandgoplayer: sit_and_go_id user_id seat
lobby_table: slug
lobby_waitingentry: table_id user_id joined_at
"""


def _columns(text: str) -> dict[str, frozenset[str]]:
    entries = text.replace("\n    ", " ").strip().splitlines()
    pairs = (entry.split(": ", 1) for entry in entries)
    return {table: frozenset(names.split()) for table, names in pairs}


FIXED = _columns(_FIXED)
"""Table -> the columns that the program may not change; `*`: all of them."""
