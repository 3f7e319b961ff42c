"""The staff pages of moderation, found by Django."""

from lobby.moderation.admin import cases, chat, hands, pairs, people, tables

__all__ = ["cases", "chat", "hands", "pairs", "people", "tables"]
