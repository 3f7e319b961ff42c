"""Opens the wallet of each new user."""

from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.ledger.wallets import open_wallet
from accounts.people.models import User


@receiver(post_save, sender=User)
def new_user(instance: User, created: bool, **_more: Any) -> None:
    """Open the wallet, in the transaction that stores the user."""
    if created:
        open_wallet(instance)
