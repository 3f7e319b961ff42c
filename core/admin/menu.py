"""Where staff pages stand in the way round."""

from dataclasses import dataclass

GROUPS = ("Room", "People", "Money", "House")


@dataclass(frozen=True, slots=True)
class MenuItem:
    """The name of a page, its group and a Material symbol."""

    name: str
    group: str
    icon: str
