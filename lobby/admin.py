"""The staff pages of moderation, imported here so that Django's admin finds them."""

from lobby.moderation.admin import cases, chat, hands, pairs, people, tables

__all__ = ["cases", "chat", "hands", "pairs", "people", "tables"]
