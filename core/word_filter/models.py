"""The changes of staff to the list of unwanted words. Only `core.word_filter.actions` writes it."""

from django.db import models


class WordList(models.Model):
    """A single row: words added to the vendored list, and words removed from it."""

    unwanted = models.JSONField(default=list)
    harmless = models.JSONField(default=list)
    changed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(pk=1), name="one_list_of_words"),
        ]

    def __str__(self) -> str:
        return "unwanted words"
