"""Passwords are hashed in worker processes, a few at a time; if the queue is full, Busy is raised.

Forty log-ins at once would take 4 GB and every core of the machine in the threads that serve
players. All password hashing goes through here: logging in, signing up, a new password, and the
dummy hash for an unknown name, which makes it take as long as a wrong password.
"""

from django.contrib.auth.hashers import Argon2PasswordHasher
from typing_extensions import override

from accounts.people.log_in import argon2
from core.runtime.worker_pools import password_pool


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
