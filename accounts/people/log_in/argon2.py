"""Argon2 in a worker process: pure functions, no Django. Each call takes about 100 MB and 0.1 s."""

from argon2 import Parameters, PasswordHasher
from argon2.exceptions import VerificationError
from argon2.low_level import hash_secret


def hashed(password: str, salt: str, params: Parameters) -> str:
    """The encoded hash of a password: `$argon2id$…`."""
    return hash_secret(
        password.encode(),
        salt.encode(),
        time_cost=params.time_cost,
        memory_cost=params.memory_cost,
        parallelism=params.parallelism,
        hash_len=params.hash_len,
        type=params.type,
    ).decode("ascii")


def is_right(password: str, encoded: str) -> bool:
    """Whether the password matches an encoded hash."""
    try:
        return PasswordHasher().verify(encoded, password)
    except VerificationError:
        return False
