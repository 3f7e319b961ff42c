"""Django's admin with our staff site, which shows only our own pages."""

from importlib import import_module

from django.contrib.admin.apps import SimpleAdminConfig
from typing_extensions import override


class StaffPagesConfig(SimpleAdminConfig):
    """The admin app without autodiscovery: third-party admin pages could write."""

    default_site = "accounts.people.staff_site.SecondFactorSite"

    @override
    def ready(self) -> None:
        super().ready()
        for app in ("core", "accounts", "lobby"):
            import_module(f"{app}.admin")
