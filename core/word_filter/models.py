"""What staff changed in the list of unwanted words. Written by `core.word_filter.actions` alone."""

from django.db import models


class WordList(models.Model):
    """The one row: words beyond the list that comes with the site, and words taken from it."""

    unwanted = models.JSONField(default=list)
    harmless = models.JSONField(default=list)
    changed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(pk=1), name="one_list_of_words"),
        ]

    def __str__(self) -> str:
        return "unwanted words"
