"""Passwords are hashed in worker processes, so few at a time; who finds the queue full gets Busy.

Forty log-ins at once would take 4 GB and every core of the machine in the threads that serve
players. All ways to a hash lead here: logging in, signing up, a new password, and the hash that is
made for a name that nobody has, so that it takes as long as a wrong password.
"""

from django.contrib.auth.hashers import Argon2PasswordHasher
from typing_extensions import override

from accounts.people import argon2
from core.worker_pools import password_pool


class PooledArgon2(Argon2PasswordHasher):
    """Django's Argon2 with its parameters and encoding; `encode` and `verify` raise Busy."""

    @override
    def encode(self, password: str, salt: str) -> str:
        encoded = password_pool().run(argon2.hashed, password, salt, self.params())
        return f"{self.algorithm}{encoded}"

    @override
    def verify(self, password: str, encoded: str) -> bool:
        algorithm, rest = encoded.split("$", 1)
        assert algorithm == self.algorithm
        return password_pool().run(argon2.is_right, password, f"${rest}")
