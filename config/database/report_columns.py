"""Which database columns reports may read, and why the others are secret.

Every column of every table must be in one of the two lists: a forgotten one is not readable, and a
test fails. Live play stores some data before it is published, and some that never is. A column that
reveals it is secret, and so are all other columns of a table whose rows are updated with it: even
the physical order of rows shows which was written last.
"""

SECRET: dict[str, dict[str, str]] = {
    "account_emailaddress": {"*": "email addresses of users"},
    "account_emailconfirmation": {"*": "keys of confirmation links"},
    "core_stafflogaddress": {"address": "locations of members of staff"},
    "accounts_device": {"invites": "codes that open private tables"},
    "accounts_erasedname": {"*": "leads back to the names of deleted users"},
    "accounts_playernote": {"text": "private notes"},
    "accounts_signin": {
        "address": "locations of users",
        "browser": "identifies users",
        "device": "identifies users",
        "session_key": "opens a session",
    },
    "accounts_alertchoice": {
        "email": "whether a person has an address; only which kinds they want"
    },
    "accounts_pushsubscription": {
        "endpoint": "reaches the person's browser",
        "p256dh": "messages can be written with it",
        "auth": "messages can be written with it",
    },
    "accounts_token": {
        "digest": "tokens can be tested against it",
        "answer_salt": "with a used token it gives the next token",
    },
    "accounts_user": {
        "password": "passwords can be tested against it",
        "email": "an email address of a user",
    },
    "django_session": {"*": "a session key is a log-in"},
    "games_hand": {
        "sealed": "the deck",
        "record_salt": "with it a hand's play can be guessed from its hash",
    },
    "games_handaction": {"key": "an idempotency key of the client"},
    "games_playedaction": {"key": "an idempotency key of the client"},
    "games_unpackedaction": {"key": "an idempotency key of the client; always empty"},
    "games_handnote": {"text": "private notes"},
    "games_laddermatch": {
        "seed": "all cards of a match follow from it",
        "hands": "cards that a bot holds or held",
    },
    "games_nextdeck": {"*": "a deck and cuts that are not dealt yet; updated with each cut"},
    "games_tally": {"*": "the difference of two readings reveals a folded hand"},
    "lobby_chatline": {"said": "text that was masked"},
    "lobby_tablehead": {"next_timer_at": "the time of a bot's next move"},
    "lobby_receipt": {"key": "an idempotency key of the client"},
    "lobby_report": {"lines": "unmasked chat, including that of private tables"},
    "lobby_table": {
        "invite": "a code that opens a private table",
        "next_cards": "cards of a hand that is not dealt yet",
    },
    "mfa_authenticator": {"*": "secrets of second factors"},
}
"""Table -> secret column (`*`: all of them) -> the reason."""

_READABLE = """
accounts_account: id kind user_id owner_id balance
accounts_alert: id user_id kind about slug table created_at expires_at due_at attempts left
accounts_alertchoice: user_id push
accounts_block: id user_id blocked_id
accounts_break: id user_id length at until
accounts_device: id user_id name platform scopes created_at seen_at revoked_at
accounts_entry: id uid kind memo by_id at
accounts_playernote: id user_id about_id changed_at
accounts_playlimit: id user_id kind amount starts_at
accounts_posting: id entry_id account_id amount balance_after
accounts_pushsubscription: id user_id name created_at
accounts_sanction: id user_id kind template note reason by_id at until held to_hold ended_at
    appeal appealed_at verdict
accounts_signin: id user_id at
accounts_token: id device_id kind expires_at used_at
accounts_user: last_login is_superuser id name name_key kind avatar bot_level is_staff is_active
    date_joined muted_until suspended_until break_until excluded_until closed_at erase_at
    remind_minutes shown_when_watching sessions_ended language preferences
accounts_user_groups: id user_id group_id
accounts_user_user_permissions: id user_id permission_id
auth_group: id name
auth_group_permissions: id group_id permission_id
auth_permission: id name content_type_id codename
core_auditmark: name mark
core_periodictask: name due_at started_at finished_at took_ms outcome failed
core_proposal: id kind target_kind target_id payload reason by_id at state approved_by_id closed_at
core_stafflogaddress: row_id
core_stafflogentry: id at actor_id role action target_kind target_id reason before after prev_hash
    hash
core_wordlist: id unwanted harmless changed_at
django_admin_log: id action_time user_id content_type_id object_id object_repr action_flag
    change_message
django_content_type: id app_label model
django_migrations: id app name applied
games_archivedmonth: month hands first_seat last_seat digest left_at
games_archivedtable: table_id month decks first_deck last_deck chain
games_dailydigest: hand_id day place digest
games_dailyroot: day hands root head blocks closed_at
games_dayleaf: slot table_id no day place chain
games_deckday: day leaves root head signature blocks closed_at
games_design: id owner_id name pay_table decks dealt_percent saved_at
games_fairkey: id key from_day signature created_at
games_hand: id table_id number game preset rules_hash clock_ms spectators spectator_delay_s
    private plays_for opening deck_no deck status started_at finished_at result ranked
    play_hash chain chain_signature
games_handaction: hand_id seq seat kind amount cards at
games_handnote: id user_id hand_id changed_at
games_handseat: id hand_id user_id seat stack_start net won pot finished_at
games_laddermatch: id user_id rival_id game preset level deals is_sandbox version outcome clocks
    started_at ends_at finished_at
games_ladderrating: id game user_id level mu sigma matches won drawn
games_ladderseek: id user_id game asked_at
games_openeddeck: deck_id table_id n roots masters opened_at
games_packedactions: hand_id began_at kinds seats positions offsets amounts cards readings banks
games_pairflow: low_id high_id game month hands net
games_playedaction: hand_id seq seat kind amount cards reading auto bank_ms at
games_playerstats: game plays_for period start user_id hands won net best_pot counts
    ranked_hands ranked_won ranked_net ranked_best_pot ranked_centi_bb
games_rating: user_id game mu sigma points matches
games_ratingstep: id hand_id user_id game mu sigma matches
games_ruleset: hash rules
games_throwndeck: id table_id no deck_id deck thrown_at
games_unpackedaction: hand_id seq seat kind amount cards reading auto bank_ms at
games_withheldhand: hand_id due_at
lobby_auditfinding: id kind subject text table_id case_id found_at gone_at
lobby_casenote: id report_id by_id at text
lobby_chatline: id table_id user_id room text message args nudges at
lobby_receipt: id user_id command table_id body at
lobby_report: id table_id hand_id by_id about_id kind text figures at state handler_id verdict
    closed_at
lobby_seat: id table_id number user_id stack for_points pending status missed_blinds posts straddles
    tops_up_to next_after timeouts bank_ms held_at window_id out_since out_after
    sat_at seen_at
lobby_quickchoice: id user_id game unit buy_in
lobby_seatdeparture: id table_id user_id chips reason left_at
lobby_seatrequest: id table_id user_id state asked_at expires_at
lobby_sitandgo: id table_id number entry points state hands_before prizes started_at finished_at
lobby_sitandgoplayer: id sit_and_go_id user_id seat place tied prize out_in
lobby_table: id slug name game preset rules rules_hash max_seats min_buy_in max_buy_in clock_ms
    bank_ms pause_ms spectators spectator_delay_s private households newcomers approval chat
    phrases_only unrated teaching open_hands autostart running bots_wanted bot_level
    is_house_table sister_of_id state host_id sent_away button last_terms last_result
    before_last_hand plays_for hands_dealt created_at watched_at lively_at closed_at
lobby_tablehead: table_id hand_id live seq turn_seat turn_at held_until deal_at version chat_id
    frozen frozen_at
lobby_waitingentry: id table_id user_id joined_at offered_until passed_until
"""


def _columns(text: str) -> dict[str, frozenset[str]]:
    entries = text.replace("\n    ", " ").strip().splitlines()
    pairs = (entry.split(": ", 1) for entry in entries)
    return {table: frozenset(names.split()) for table, names in pairs}


READABLE = _columns(_READABLE)
"""Table -> the columns that reports may read."""
