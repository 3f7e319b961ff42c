"""The chat log: by table, by user, by words."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from core.admin.base import StaffAdmin
from core.admin.menu import MenuItem
from core.admin.sections import Facts, Grid, Section, link, list_link, when
from core.staff import rights
from lobby.moderation.admin.links import OfPerson, OfTable
from lobby.tables.models import ChatLine

LINES_AROUND_COUNT = 20


@admin.register(ChatLine)
class ChatLineAdmin(StaffAdmin):
    menu_item = MenuItem("Chat", "Room", "forum")
    right = rights.Right.CHAT
    list_display = ("at", "table", "who", "room", "as_written")
    list_display_links = ("at",)
    list_filter = (OfTable, OfPerson, "room", "at")
    list_select_related = ("table", "user")
    search_fields = ("text", "said", "user__name", "table__name")
    search_help_text = "Search by words, player or table."
    ordering = ("-id",)

    @admin.display(description="who", ordering="user__name")
    def who(self, row: ChatLine) -> Any:
        return link(row.user) if row.user else "the house"

    def heading(self, row: ChatLine) -> str:
        return f"A line at {row.table.name}"

    def sections(self, request: HttpRequest, row: ChatLine) -> Sequence[Section]:
        lines = ChatLine.objects.filter(table=row.table).select_related("user")
        before = lines.filter(pk__lte=row.pk).order_by("-id")[:LINES_AROUND_COUNT]
        after = lines.filter(pk__gt=row.pk).order_by("id")[:LINES_AROUND_COUNT]
        return [
            Facts(
                "Message",
                [
                    ("Original text", row.as_written),
                    ("Shown as", row.text),
                    ("By", self.who(row)),
                    ("When", when(row.at)),
                    ("Table", link(row.table)),
                    ("Visible to", row.room),
                    (
                        "All messages by this player",
                        list_link("lobby.chatline", "list", person=row.user_id)
                        if row.user
                        else "–",
                    ),
                ],
            ),
            lines_grid([*reversed(after), *before], "Surrounding messages"),
        ]


def lines_grid(lines: Iterable[ChatLine], title: str) -> Grid:
    """A table of chat lines, the newest first."""
    rows = [
        (
            link(one, when(one.at)),
            link(one.user) if one.user else "the house",
            one.room,
            one.as_written,
        )
        for one in lines
    ]
    return Grid(title, ("When", "Who", "Room", "Message"), rows, empty="No messages.")
