"""Staff pages: people can be found and shut out; the ledger can be read, never written."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts import names, sessions
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
class UserAdmin(admin.ModelAdmin):
    list_display = ("name", "kind", "bot_level", "is_active", "is_staff", "date_joined")
    list_filter = ("kind", "is_active", "is_staff")
    search_fields = ("name_key",)
    search_help_text = "Any spelling of a name."
    fields = (
        "name", "kind", "bot_level", "email", "is_active", "is_staff", "is_superuser",
        "groups", "user_permissions", "date_joined", "last_login",
    )  # fmt: skip
    readonly_fields = ("name", "kind", "bot_level", "email", "date_joined", "last_login")
    filter_horizontal = ("groups", "user_permissions")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # people are made with a wallet, by accounts.actions.people

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # the ledger and the record of hands need the row

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> Any:
        return super().get_search_results(request, queryset, names.name_key(search_term))

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if "is_active" in form.changed_data and not obj.is_active:
            sessions.end(obj.pk)


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
