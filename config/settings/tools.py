"""For type checkers and linters: starts nothing and connects to nothing."""

from config import keys
from config.settings.base import *  # noqa: F403
from config.settings.base import caches, channel_layers, database

MODE = "tools"
SECRET_KEY = "tools-only-" + "x" * 50
DECK_KEY = keys.derived(SECRET_KEY, "deck")
FAIR_KEY = keys.derived(SECRET_KEY, "fair")
VAPID_KEY = keys.derived(SECRET_KEY, "vapid")
DATABASE_URL = OWNER_DATABASE_URL = "postgresql://nobody@localhost/nothing"
VALKEY_URL = "redis://localhost/0"
DATABASES = {"default": database(DATABASE_URL)}
CACHES = caches(VALKEY_URL)
CHANNEL_LAYERS = channel_layers(VALKEY_URL)
ALLOWED_ORIGINS = ["http://localhost"]
ALLOWED_HOSTS = ["localhost"]
