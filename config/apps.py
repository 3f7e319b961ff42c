"""The config app: it has commands and start-up checks, but no models."""

import gc

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"
    verbose_name = "Wiring"

    def ready(self) -> None:
        from config import checks  # noqa: F401  (importing checks registers them)
        from config.database import pool
        from core.discovery import autodiscover

        autodiscover()
        pool.retry_soon()
        gc.freeze()
        gc.enable()  # manage.py switched it off
