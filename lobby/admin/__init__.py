"""The staff pages about tables, hands, chat and reports, and the dashboard."""

from accounts.admin.acts import add_refusal
from lobby.actions.refusal import Refused
from lobby.admin import chat, hands, people, reports, tables

__all__ = ["chat", "hands", "people", "reports", "tables"]

add_refusal(Refused)
