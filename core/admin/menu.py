"""The sidebar items of staff pages."""

from dataclasses import dataclass

GROUPS = ("Room", "People", "Money", "House")


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A sidebar item: the page's name, its group and a Material symbol."""

    name: str
    group: str
    icon: str
