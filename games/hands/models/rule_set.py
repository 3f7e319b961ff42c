"""The rules of hands: each set of rules is stored once, under the hash of its canonical JSON."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, ClassVar

import pgtrigger
from django.db import models

from games.fair.tfair2.hashes import rules_hash_of
from games.hands.models.packed import PACKED, HexField

_CACHED_SETS_MAX = 2_000


class RuleSet(models.Model):
    """All options of a game with their values, as hands were played by them."""

    hash = HexField(
        primary_key=True, help_text="SHA-256 of the canonical JSON of `rules`, 32 bytes"
    )
    rules = models.JSONField()

    class Meta:
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="rule_set_append_only", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return str(self.hash)


_known: OrderedDict[str, Mapping[str, Any]] = OrderedDict()


def rules_with(rules_hash: str) -> Mapping[str, Any]:
    """The stored rules with this hash; nobody changes what is returned.

    They never change, so a process reads each of them once. Raises `RuleSet.DoesNotExist`.
    """
    rules = _known.get(rules_hash)
    if rules is None:
        rules = RuleSet.objects.values_list("rules", flat=True).get(pk=rules_hash)
        _keep(rules_hash, rules)
    return rules


def remember(rules_hash: str, rules: Mapping[str, Any]) -> None:
    """Know the rules of hands that are about to be stored; raises `ValueError` for another hash."""
    if rules_hash not in _known:
        if rules_hash_of(rules) != rules_hash:
            raise ValueError(f"rules have another hash than {rules_hash}")
        _keep(rules_hash, PACKED.unpack(PACKED.pack(rules)))  # its names in the order of `jsonb`


def _keep(rules_hash: str, rules: Mapping[str, Any]) -> None:
    while len(_known) >= _CACHED_SETS_MAX:
        _known.popitem(last=False)
    _known[rules_hash] = rules
