"""The refusals of each operation of the API, as its OpenAPI document lists them.

Some follow from what an operation asks for: a log-in, a scope, a body, a page. The others stand in
`OWN`. Every refusal that the tests of the API get is compared with the document
(`tests/support/refusals.py`), so a code that is missing here fails the test that meets it.
"""

from collections.abc import Iterator
from typing import Any

from config.api.statuses import recorded
from core.wire import REF

ANY = ("TOO_MANY", "BUSY", "TRY_AGAIN")
"""The refusals of every operation: quotas, a queue that is full, a database that is away."""
FRAMEWORK = {
    "BUSY": 503,
    "NOT_ALLOWED": 403,
    "JSON_ONLY": 406,
}
"""The status of each refusal of the framework; `config.api.statuses` has the others."""
ABOUT = {
    400: "The request is not valid; `data.fields` says which fields.",
    401: "Log in, or renew the token.",
    403: "You may not do that.",
    404: "There is no such thing, or you may not see it.",
    406: "The answer has another media type than the request accepts.",
    409: "The request is valid, but not now.",
    410: "Its month is kept in files.",
    413: "The body is larger than 16 KiB.",
    415: "The body is not JSON.",
    429: "Too many requests; `Retry-After` says when to try again.",
    503: "The server is busy; `Retry-After` says when to try again.",
}
_TABLE = ("NO_SUCH_TABLE", "PRIVATE_TABLE", "NO_WATCHERS")
_SEAT = (*_TABLE, "NOT_SEATED", "TABLE_FROZEN", "KEY_REUSED")
_HOST = (*_TABLE, "NOT_THE_HOST", "TABLE_FROZEN", "TABLE_CLOSING")
_LIMITS = ("CHIPS_HELD", "ON_BREAK", "OWN_LOSS", "OWN_MINUTES", "OWN_STAKE")
_SIT = (
    *("ALREADY_SEATED", "FOR_NEWCOMERS", "ONE_HOUSEHOLD", "SENT_AWAY", "STAFF_AT_WORK"),
    "SUSPENDED",
    *("NO_SUCH_SEAT", "SEAT_TAKEN", "BUY_IN_RANGE", "INSUFFICIENT_CHIPS", "TOO_MANY_SEATS"),
    *("NEEDS_APPROVAL", "GAME_IS_ON", "GAME_OVER", "ALREADY_ENTERED", "TABLE_CLOSING", *_LIMITS),
    *("LEFT_WITH_MORE", "PLAY_PUBLIC_FIRST", "FREE_CHIPS_HERE", "SEAT_HELD"),
)
_WRITE = ("MUTED", "SUSPENDED")
_STAFF = ("NO_RIGHT", "SECOND_FACTOR_NEEDED")
_CUT = ("NO_SUCH_TABLE", "PRIVATE_TABLE", "NO_WATCHERS", "NOT_SEATED", "WRONG_DECK")
_NAME = (
    *("NAME_CHARACTERS", "NAME_LENGTH", "NAME_RESERVED", "NAME_SCRIPTS", "NAME_TAKEN"),
    *("NAME_OF_STAFF", "NAME_WORDS", "BAD_AVATAR"),
)
_OWNER = ("NEEDS_ACCOUNT", "WRONG_PASSWORD", "CODE_NEEDED", "BAD_CODE")
_PERSON = ("NO_SUCH_PLAYER",)
_HAND = ("NOT_FOUND", "HAND_ARCHIVED")
_FILE = (*_HAND, "STACKS_HIDDEN", "NOT_SAYABLE")
_ROWS = ("NOT_FOUND", "NAME_TAKEN", "TOO_MANY_DESIGNS")
RULES = "the rules of the game"
"""Stands for the codes of illegal actions, of which each game has its own."""

_WORK = ("NOT_FOUND", *_STAFF)
_DECISION = (
    *(*_WORK, "OWN_ACCOUNT", "OWN_DECISION", "OWN_PROPOSAL", "OWN_TABLE", "STAFF_ACCOUNT"),
    *("REASON_NEEDED", "PREVIEW_CHANGED", "ALREADY_PROPOSED", "PROPOSAL_CLOSED", "REPORT_CLOSED"),
    *("NO_SUCH_USER", "NO_SUCH_REPORT", "NO_SUCH_PROPOSAL", "HAND_NOT_FOUND", "HAND_IN_PROGRESS"),
    *("SIT_AND_GO_MOVED_ON", "DECK_PURGED", "BAD_WORDS", "NAME_WORDS", "BAD_VERDICT", "BAD_NOTE"),
    "BAD_PROPOSAL",
)

OWN: dict[str, tuple[str, ...]] = {
    "post_register": (*_NAME, *_STAFF),
    "post_guest": (*_NAME, *_STAFF),
    "post_login": (
        *_STAFF,
        "ACCOUNT_INACTIVE",
        "BAD_CODE",
        "BAD_LOGIN",
        "CODE_NEEDED",
    ),
    "post_refresh": ("ACCOUNT_INACTIVE", "BAD_TOKEN", "TOKEN_REUSED"),
    "post_socket_ticket": ("NEEDS_DEVICE",),
    "post_devices": (*_OWNER, "ACCOUNT_INACTIVE"),
    "delete_one_browser": ("NO_SUCH_DEVICE",),
    "delete_one_device": ("NO_SUCH_DEVICE",),
    "patch_me": _NAME,
    "post_sign_up": ("NOT_A_GUEST", *_NAME),
    "post_register_bot": ("NOT_FOR_STAFF", "NEEDS_ACCOUNT"),
    "post_password": ("NO_PASSWORD", *_OWNER),
    "post_emails": _OWNER,
    "post_email_link": ("CONFIRMED_ALREADY", "NO_SUCH_ADDRESS"),
    "post_email_removal": (*_OWNER, "NO_SUCH_ADDRESS"),
    "post_email_confirmed": ("BAD_KEY",),
    "post_new_password": ("BAD_KEY",),
    "post_second_factor": (*_OWNER, "BAD_SETUP", "HAS_FACTOR"),
    "post_second_factor_begin": (*_OWNER, "HAS_FACTOR"),
    "post_second_factor_removal": (*_OWNER, "NO_FACTOR"),
    "post_recovery_codes": (*_OWNER, "NO_FACTOR"),
    "put_limits": ("BAD_LIMIT", "NEEDS_ACCOUNT"),
    "post_breaks": ("BAD_BREAK", "NEEDS_ACCOUNT", "NOT_SURE", "PASSWORD_NEEDED", "WRONG_PASSWORD"),
    "put_reminder": ("BAD_REMINDER",),
    "put_one_block": (*_PERSON, "OWN_ACCOUNT"),
    "delete_one_block": _PERSON,
    "post_appeal": ("APPEALED", "NO_SUCH_SANCTION", "TEXT"),
    "post_close": (*_OWNER, "STAFF_ACCOUNT"),
    "post_reopen": _OWNER,
    "post_export": _OWNER,
    "post_refill": ("REFILL_NOT_NEEDED",),
    "get_player": _PERSON,
    "get_player_note": _PERSON,
    "put_player_note": (*_PERSON, "NOTE_TOO_LONG", "OWN_ACCOUNT"),
    "get_rules": ("NOT_FOUND",),
    "get_ranking": ("NOT_FOUND",),
    "get_rules_quiz": ("NOT_FOUND",),
    "post_rules_quiz": ("NOT_FOUND",),
    "get_spots": ("NOT_FOUND",),
    "post_one_spot": ("NOT_FOUND", "BAD_MESSAGE"),
    "get_rules_text": ("NOT_FOUND",),
    "get_shared_hand": _HAND,
    "get_shared_replay": _HAND,
    "get_one_hand": _HAND,
    "get_hand_replay": _HAND,
    "get_hand_record": (*_HAND, "STACKS_HIDDEN"),
    "get_hand_phh": _FILE,
    "get_hand_poker_stars": _FILE,
    "get_hand_text": _FILE[:-1],
    "get_one_opened_deck": ("NOT_FOUND",),
    "get_one_day": ("NOT_FOUND",),
    "get_hand_note": _HAND,
    "put_hand_note": (*_HAND, "NOTE_TOO_LONG"),
    "get_hand_share": _HAND,
    "odds_table_csv": ("NOT_ACCEPTABLE",),
    "odds_table_json": ("NOT_ACCEPTABLE",),
    "odds_table_notebook": ("NOT_ACCEPTABLE",),
    "post_designs": _ROWS[1:],
    "get_one_design": _ROWS[:1],
    "put_one_design": _ROWS[:2],
    "delete_one_design": _ROWS[:1],
    "get_player_statistics": _PERSON,
    "get_ratings": (*_PERSON, "LOG_IN_REQUIRED"),
    "get_leaderboards": ("UNKNOWN_BOARD",),
    "post_ladder_matches": ("BOTS_ONLY", "MATCH_OPEN"),
    "post_ladder_duels": ("BOTS_ONLY", "MATCH_OPEN", "TOO_FEW_MATCHES"),
    "get_one_ladder_match": ("NOT_FOUND",),
    "post_ladder_moves": ("NOT_FOUND", "MATCH_OVER", "STALE_ACTION", RULES),
    "post_tables": ("BAD_TABLE", "UNKNOWN_GAME", "TOO_MANY_TABLES", "NEEDS_ACCOUNT"),
    "post_check": ("BAD_TABLE", "UNKNOWN_GAME"),
    "get_quick": ("UNKNOWN_GAME",),
    "post_quick": (
        *("UNKNOWN_GAME", "NO_SUCH_STAKES", "KEY_REUSED", "TABLE_FROZEN", "TOO_MANY_TABLES"),
        *_TABLE,
        *_SIT,
    ),
    "post_practice": ("UNKNOWN_GAME", "TABLE_FROZEN", "TOO_MANY_TABLES", *_TABLE, *_SIT),
    "post_join": _TABLE,
    "post_invite": _TABLE,
    "get_one_table": _TABLE,
    "patch_one_table": (*_HOST, "BAD_TABLE", "HAND_IN_PROGRESS", "NOT_HERE"),
    "delete_one_table": _HOST,
    "get_table_hands": _TABLE,
    "get_table_decks": _TABLE,
    "get_state": (*_TABLE, "TOO_MANY_WAITING"),
    "post_act": (*_SEAT, "NOT_IN_HAND", "STALE_ACTION", "TIMED_OUT", "BAD_MESSAGE", RULES),
    "post_ask": (*_TABLE, "NOT_IN_HAND", "BAD_MESSAGE"),
    "post_sit": (*_SEAT, *_SIT),
    "post_leave": _SEAT,
    "post_top_up": (
        *_SEAT,
        "NO_TOP_UP",
        "BAD_AMOUNT",
        "BUY_IN_RANGE",
        "INSUFFICIENT_CHIPS",
        "PLAY_PUBLIC_FIRST",
        *_LIMITS,
    ),
    "post_sit_out": _SEAT,
    "post_sit_in": (*_SEAT, *_LIMITS, "SHORT_STACK"),
    "post_start": (*_SEAT, "ALREADY_RUNNING", "NEED_MORE_PLAYERS", "NOT_THE_WINNER", "GAME_OVER"),
    "post_prefer": (*_SEAT, "NO_TOP_UP", "BUY_IN_RANGE"),
    "post_next": (*_SEAT, "NO_PAUSE"),
    "post_nudge": (*_SEAT, *_WRITE, "NO_HAND_IN_PROGRESS", "NOBODY_TO_NUDGE", "TOO_SOON"),
    "get_missed": _TABLE,
    "post_again": (*_SEAT, *_SIT),
    "post_bots": (*_SEAT, "HOUSE_TABLE", "NO_FREE_SEAT", "UNKNOWN_LEVEL", "NOT_THE_HOST"),
    "delete_bots": (*_SEAT, "HOUSE_TABLE", "NO_BOT", "NOT_THE_HOST"),
    "post_pause": _HOST,
    "post_resume": (*_HOST, "NOT_SEATED"),
    "post_alert_devices": ("NO_PUSH", "BAD_SUBSCRIPTION", "TOO_MANY_DEVICES"),
    "delete_one_alert_device": ("NO_SUCH_DEVICE",),
    "post_ask_seat": (*_SEAT, *_SIT, "SEAT_REFUSED", "TOO_MANY_REQUESTS"),
    "post_waiting_list": (*_SEAT, *_SIT, "NOT_FULL", "NO_WAITING_LIST", "LIST_FULL"),
    "delete_waiting_list": _TABLE,
    "post_answer_request": (*_HOST, "NO_SUCH_REQUEST"),
    "post_new_invite": (*_HOST, "NOT_HERE"),
    "post_open_hands": (*_HOST, "NOT_TEACHING"),
    "post_set_cards": (
        *(*_HOST, "NOT_TEACHING", "NO_SUCH_PLACE", "NOT_A_CARD", "TOO_MANY_CARDS", "CARD_TWICE"),
    ),
    "post_step_back": (
        *(*_HOST, "NOT_TEACHING", "NO_HAND_IN_PROGRESS", "NOTHING_TO_TAKE_BACK", "STALE_ACTION"),
    ),
    "post_hand_over": (
        *(*_HOST, "NOT_HERE", "NOT_SEATED", "NOT_YOURSELF", "NO_BOT"),
        "TOO_MANY_TABLES",
    ),
    "post_send_away": (*_HOST, "NOT_HERE", "NOT_SEATED", "NOT_YOURSELF", "NO_BOT"),
    "post_cut_commit": (*_CUT, "CUT_ALREADY", "CUTS_LOCKED", "CUT_NOT_ASKED", "BOTS_DO_NOT_CUT"),
    "post_cut": (*_CUT, "CUTS_OPEN", "CUT_NOT_PROMISED", "CUT_ALREADY"),
    "get_chat": _TABLE,
    "post_chat": (
        *(*_SEAT, "EMPTY_LINE", "LINE_TOO_LONG", "PHRASES_ONLY", "SAID_BEFORE", "TOO_FAST"),
        *(*_WRITE, "NOT_IN_HAND", RULES),
    ),
    "post_react": (*_TABLE, *_WRITE, "SAID_BEFORE", "TOO_FAST"),
    "post_reports": (*_TABLE, "BAD_REPORT", "NO_SUCH_USER", "REPORTED_ALREADY"),
    "get_spectators": _TABLE,
    "get_staff": _WORK,
    "get_staff_rows": _WORK,
    "get_staff_one_row": _WORK,
    "get_revealed_cards": (*_WORK, "NOT_UNSEALED"),
    "post_staff_actions": _DECISION,
    "post_staff_action_preview": _DECISION,
}
"""The refusals of single operations, by their ids."""


def status_of(code: str) -> int:
    """The HTTP status of a refusal with this code."""
    return FRAMEWORK.get(code) or recorded().get(code, 409)


def codes_of(operation: dict[str, Any], method: str) -> Iterator[str]:
    """The codes with which an operation of the document may be refused."""
    yield from ANY
    yield from OWN.get(operation["operationId"], ())
    open_to_all = {} in operation.get("security", [{}])
    if operation.get("security"):
        yield "BAD_TOKEN"
    if not open_to_all:
        yield "LOG_IN_REQUIRED"
    if "x-scope" in operation:
        yield "SCOPE_MISSING"
    if "requestBody" in operation:
        yield from ("BAD_JSON", "BAD_REQUEST", "NOT_JSON", "TOO_LARGE")
    if method != "get":
        yield "NOT_ALLOWED"
    if any(one["in"] == "query" for one in operation.get("parameters", ())):
        yield "BAD_REQUEST"
    if "application/json" in operation["responses"].get("200", {}).get("content", ()):
        yield "JSON_ONLY"


def document(result: dict[str, Any], **named: Any) -> dict[str, Any]:
    """Add the refusals of each operation to the document; a hook of drf-spectacular."""
    for methods in result["paths"].values():
        for method, operation in methods.items():
            by_status: dict[int, set[str]] = {}
            for code in codes_of(operation, method):
                by_status.setdefault(status_of(code), set()).add(code)
            for status, codes in sorted(by_status.items()):
                answer = _response(status, codes)
                own = operation["responses"].get(str(status), answer)
                operation["responses"][str(status)] = {**answer, "content": own["content"]}
    return result


def _response(status: int, codes: set[str]) -> dict[str, Any]:
    listed = ", ".join(f"`{code}`" for code in sorted(codes - {RULES}))
    rules = f", and the codes of {RULES}" if RULES in codes else ""
    return {
        "description": f"{ABOUT[status]} {listed}{rules}.",
        "content": {"application/json": {"schema": {"$ref": REF.format(name="Refusal")}}},
        "x-codes": sorted(codes - {RULES}),
        **({"x-rules": True} if rules else {}),
    }
