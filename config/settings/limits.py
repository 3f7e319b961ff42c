"""Limits and patience: what one client may use, and how long the platform waits.

Each has a default; the table in docs/operations.md lists those that the environment can change.
"""

from config.settings.environment import number

# Sockets: larger frames (in bytes) end the connection (uvicorn closes with 1009).
SOCKET_MAX_BYTES = 8192
# Open sockets in one process (lobby.tables.ws.limits): from one address without log-in, and of
# one user.
SOCKETS_PER_ADDRESS = number("SOCKETS_PER_ADDRESS", 40)
SOCKETS_PER_USER = number("SOCKETS_PER_USER", 12)
# Messages of one socket: a burst, and the number per second; half without log-in. An invalid
# frame counts as eleven, a request for the whole table as five.
SOCKET_BURST = number("SOCKET_BURST", 100)
SOCKET_EACH_SECOND = number("SOCKET_EACH_SECOND", 5)
# Sockets opened in twenty seconds by one address, or in one session; with cookies four times that.
SOCKET_OPENS = number("SOCKET_OPENS", 60)
# Pending handshakes, of one address (with cookies four times that) and in total.
HANDSHAKES_PER_ADDRESS = number("HANDSHAKES_PER_ADDRESS", 20)
HANDSHAKES = number("HANDSHAKES", 300)
# Fixed on purpose, and checked by config.checks: the length of compressed frames with hidden cards
# beside text that a player chose could reveal the cards.
SOCKET_COMPRESSION = False

# Heavy computing -------------------------------------------------------------------------------
# Worker processes of each web process, started on demand (core.runtime.cpu_pool). With 0 workers
# the calling thread does the work. QUEUE: jobs that wait; one more gets 503 BUSY.
CPU_POOL_WORKERS = number("CPU_POOL_WORKERS", 1)
CPU_POOL_QUEUE = number("CPU_POOL_QUEUE", 8)
CPU_POOL_LIMIT_S = number("CPU_POOL_LIMIT_S", 20)
CPU_POOL_MODULES = [
    "games.designer.odds_files",
    "games.ladder.course",
    "games.odds.report",
    "games.pictures.rendering",
]
# Passwords have their own workers, so that no log-in waits for a simulation. Each takes 100 MB
# while it hashes.
PASSWORD_WORKERS = number("PASSWORD_WORKERS", 1)
PASSWORD_QUEUE = number("PASSWORD_QUEUE", 16)
PASSWORD_LIMIT_S = number("PASSWORD_LIMIT_S", 10)
PASSWORD_MODULES = ["accounts.people.log_in.argon2"]

# Requests ---------------------------------------------------------------------------------------
# Limits of one network (an address, or an IPv6 /64) in each web process (core.http.gate):
# requests worked on at once, requests that wait for that and for how long, and tokens: how many at
# once, and how many more each second. PERSON: the same for one browser or app. A page takes one
# token, costly ones more (config.web.gate); more is answered with 429 or 503 and Retry-After.
NETWORK_UNDER_WAY = number("NETWORK_UNDER_WAY", 4)
NETWORK_WAITING = number("NETWORK_WAITING", 128)
NETWORK_WAIT_S = number("NETWORK_WAIT_S", 10)
NETWORK_BURST = number("NETWORK_BURST", 400)
NETWORK_EACH_SECOND = number("NETWORK_EACH_SECOND", 40)
PERSON_BURST = number("PERSON_BURST", 100)
PERSON_EACH_SECOND = number("PERSON_EACH_SECOND", 10)
# Connections of one web process (config.web.server). Seconds for the head of a request and for
# its body (a body may take one second more for each 4 KiB), bytes of a head, connections in total,
# from one address, and from one address without a complete request. Behind TRUSTED_PROXIES the
# proxy must enforce the last two.
HTTP_HEAD_S = number("HTTP_HEAD_S", 5)
HTTP_BODY_S = number("HTTP_BODY_S", 5)
HTTP_HEAD_MAX_BYTES = number("HTTP_HEAD_MAX_BYTES", 32 * 1024)
HTTP_CONNECTIONS = number("HTTP_CONNECTIONS", 10_000)
HTTP_CONNECTIONS_PER_ADDRESS = number("HTTP_CONNECTIONS_PER_ADDRESS", 500)
HTTP_UNFINISHED_PER_ADDRESS = number("HTTP_UNFINISHED_PER_ADDRESS", 100)

# Whether responses that are the same for all visitors without a session (pages, the list of tables,
# a table's state) are cached; during play for at most a second.
SHARED_ANSWERS = bool(number("SHARED_ANSWERS", 1))

# Answers of at least this many bytes are compressed, if that gives no secret away.
COMPRESS_FROM_BYTES = number("COMPRESS_FROM_BYTES", 1_024)

# How many rendered parts of pages a process keeps (core.templatetags.fragments); about 1 kB each.
FRAGMENTS = number("FRAGMENTS", 4_000)

# How many tables of others one page of the lobby shows.
LOBBY_PAGE = number("LOBBY_PAGE", 24)

# Worker processes for the bots of each dealer; with 0 they run in threads. A bot that has not
# decided this many seconds after its longest pause is played by the easy policy.
BOT_WORKERS = number("BOT_WORKERS", 1)
BOT_THINKING_S = number("BOT_THINKING_S", 2)
# A web process runs timers that no dealer has run for so many seconds; with 0 none does.
STAND_IN_AFTER_S = number("STAND_IN_AFTER_S", 3)

# How long the idempotency key of a seat command (sit, top up, an entry) is kept: a repeated command
# gets the first response. At least ten minutes. Keys of actions in hands are kept for ever.
KEYS_KEPT_S = max(600, number("KEYS_KEPT_S", 24 * 60 * 60))

# How many seats a user may have at a time, and how many tables they may keep open.
MAX_SEATS_PER_USER = number("MAX_SEATS_PER_USER", 4)
MAX_TABLES_PER_USER = number("MAX_TABLES_PER_USER", 10)
MAX_TABLES_PER_GUEST = number("MAX_TABLES_PER_GUEST", 4)

# Hands that an account must play at public tables before it may stake its free chips where the host
# chooses the players: in all, and after each refill.
FREE_CHIPS_HANDS = number("FREE_CHIPS_HANDS", 100)
REFILL_HANDS = number("REFILL_HANDS", 25)

# New guests in an hour: from one network, and by invitation to one table.
GUESTS_PER_HOUR = number("GUESTS_PER_HOUR", 100)
GUESTS_PER_INVITE = number("GUESTS_PER_INVITE", 100)

# Requests to a host for a seat: how many minutes one waits, or an approval holds; how many minutes
# after a refusal the player may ask again; how many of them wait at a table, and for one user.
SEAT_REQUEST_MINUTES = number("SEAT_REQUEST_MINUTES", 10)
SEAT_REFUSED_MINUTES = number("SEAT_REFUSED_MINUTES", 60)
SEAT_REQUESTS_PER_TABLE = number("SEAT_REQUESTS_PER_TABLE", 20)
SEAT_REQUESTS_PER_USER = number("SEAT_REQUESTS_PER_USER", 5)

# Waiting lists of full tables: for how many seconds a free seat is held for the first in line;
# after how many hours an entry ends; how many wait at a table, and at how many tables a user.
SEAT_OFFER_S = number("SEAT_OFFER_S", 60)
WAITING_HOURS = number("WAITING_HOURS", 12)
WAITING_PER_TABLE = number("WAITING_PER_TABLE", 20)
WAITING_PER_USER = number("WAITING_PER_USER", 4)

# Notifications: browsers of a user that get them, and how many a user gets in an hour.
PUSH_DEVICES_PER_USER = number("PUSH_DEVICES_PER_USER", 10)
ALERTS_PER_HOUR = number("ALERTS_PER_HOUR", 30)

# How long a table waits for a disconnected player with chips at stake: the minimum, the maximum,
# and the pot (in boots, big blinds or bases) from which the maximum applies. The wait applies again
# to the same seat only after DISCONNECT_AGAIN_S seconds.
DISCONNECT_LEAST_S = number("DISCONNECT_LEAST_S", 15)
DISCONNECT_MOST_S = number("DISCONNECT_MOST_S", 90)
DISCONNECT_FULL_POT = max(1, number("DISCONNECT_FULL_POT", 100))
DISCONNECT_AGAIN_S = number("DISCONNECT_AGAIN_S", 600)

# Seconds after which an automatically played seat acts, and the minimum for a player who takes it
# back.
AUTOPLAY_GRACE_S = number("AUTOPLAY_GRACE_S", 3)

# How long a player must have thought before others may nudge them, and how soon someone at the same
# table may nudge again.
NUDGE_AFTER_S = number("NUDGE_AFTER_S", 10)
NUDGE_AGAIN_S = number("NUDGE_AGAIN_S", 15)

# How long an absent guest who sits out keeps a seat at a house table; other users have 5 minutes.
RETURN_STACK_MINUTES = number("RETURN_STACK_MINUTES", 120)
GUEST_SEAT_HELD_S = number("GUEST_SEAT_HELD_S", 60)

# The time limit of a run of the online audit that replays hands in its own process; the rest is
# left to the next run. Less than the five minutes after which the run would be presumed dead.
AUDIT_RUN_S = number("AUDIT_RUN_S", 240)
# The audit of each night: within how many nights it replays every stored hand once, and by how many
# processes.
AUDIT_NIGHTS = number("AUDIT_NIGHTS", 1)
AUDIT_PROCESSES = number("AUDIT_PROCESSES", 1)

# How long `manage.py up` waits for its port, which a web server of a killed `up` may still hold.
PORT_PATIENCE_S = number("PORT_PATIENCE_S", 4)
# Over how many seconds a web process that is asked to end lets its sockets go to the next one.
DRAIN_S = number("DRAIN_S", 5)

# Migrations: seconds that one waits for a lock, while others wait behind it; seconds until it tries
# again; seconds after which it gives up (config.database.migrations).
MIGRATION_LOCK_S = number("MIGRATION_LOCK_S", 3)
MIGRATION_PAUSE_S = number("MIGRATION_PAUSE_S", 5)
MIGRATION_PATIENCE_S = number("MIGRATION_PATIENCE_S", 600)

# Whether dealers run the periodic tasks that are due (core.periodic_tasks.runner).
PERIODIC_TASKS = True

EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
TEST_RUNNER = "django.test.runner.DiscoverRunner"
