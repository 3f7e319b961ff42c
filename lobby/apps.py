"""The lobby app: tables and everything that happens around the cards."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    name = "lobby"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import sessions
        from lobby.actions import conduct
        from lobby.queries import audit, investigations, presence
        from lobby.ws import hub

        audit.register_checks()
        investigations.register()
        presence.register()
        conduct.register()
        sessions.on_session_end(hub.end_sessions)
