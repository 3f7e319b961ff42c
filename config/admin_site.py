"""Django's admin with the staff site of our own, and our own pages alone in it."""

from importlib import import_module

from django.contrib.admin.apps import SimpleAdminConfig
from typing_extensions import override


class StaffPagesConfig(SimpleAdminConfig):
    """The admin app; what other packages would register is not looked for: it could write."""

    default_site = "accounts.people.staff_site.SecondFactorSite"

    @override
    def ready(self) -> None:
        super().ready()
        for app in ("core", "accounts", "lobby"):
            import_module(f"{app}.admin")
