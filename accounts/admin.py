"""Staff pages: people and the ledger can be read. Changes go by the acts of `accounts.staff`."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts import names
from accounts.models import Account, Entry, Posting, User


class ReadOnly:
    """Nothing can be added, changed or deleted here."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class UserAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("name", "kind", "bot_level", "is_active", "is_staff", "date_joined")
    list_filter = ("kind", "is_active", "is_staff")
    search_fields = ("name_key",)
    search_help_text = "Any spelling of a name."
    fields = (
        "name", "kind", "bot_level", "email", "is_active", "is_staff", "is_superuser",
        "groups", "date_joined", "last_login", "muted_until", "barred_until",
    )  # fmt: skip

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> Any:
        return super().get_search_results(request, queryset, names.name_key(search_term))


@admin.register(Account)
class AccountAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("id", "kind", "user", "owner_id", "balance")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("user__name_key", "owner_id")
    show_full_result_count = False


class PostingInline(ReadOnly, admin.TabularInline):
    model = Posting
    extra = 0


@admin.register(Entry)
class EntryAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("id", "at", "kind", "uid", "memo", "by")
    list_filter = ("kind",)
    list_select_related = ("by",)
    search_fields = ("uid",)
    ordering = ("-id",)
    show_full_result_count = False
    inlines = (PostingInline,)
