"""A finding of the audit."""

import uuid
from dataclasses import dataclass

FAILED = "audit.failed"
"""The check of a finding that says that a check could not be made."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A violation found by a check: the check, the subject, and a description.

    Check and subject identify the finding whenever it is seen again. It contains no user name.
    """

    check: str
    subject: str
    text: str
    table_id: uuid.UUID | None = None
    hand_id: uuid.UUID | None = None

    def __str__(self) -> str:
        return f"{self.check}: {self.subject}: {self.text}"
