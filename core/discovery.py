"""Modules of packages that are found by name, as Django finds the admin modules of apps.

A subject is a package of one of our apps (`accounts/ledger/`). It declares what it adds to other
packages in modules with these names:

- `audit`: checks of invariants (`core.audit.checks`),
- `personal_data`: sections of a user's profile, parts of the data export,
- `proposals`: actions that need a second person (`core.staff.proposals`),
- `receivers`: receivers of signals,
- `staff_actions`: actions of staff (`core.staff.rights`),
- `tasks`: periodic tasks (`core.periodic_tasks.task`).
"""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from django.apps import apps

APPS = ("core", "accounts", "games", "lobby")
MODULES = ("audit", "personal_data", "proposals", "receivers", "staff_actions", "tasks")


def subjects() -> list[str]:
    """The dotted names of all subjects, in import order: lower layers come first."""
    return [
        f"{app}.{entry.name}"
        for app in APPS
        for entry in iter_modules([apps.get_app_config(app).path])
        if entry.ispkg and entry.name not in ("management", "migrations")
    ]


def autodiscover() -> None:
    """Import those modules of all subjects; called once, when all models are loaded.

    A subject without one is not imported: the odds alone bring NumPy, which few processes need.
    """
    for subject in subjects():
        app, _, package = subject.partition(".")
        folder = Path(apps.get_app_config(app).path, package)
        there = {entry.name for entry in iter_modules([str(folder)])}
        for name in MODULES:
            if name in there:
                import_module(f"{subject}.{name}")
