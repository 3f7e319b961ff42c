"""The process's worker pools, created from the settings on first use."""

from collections.abc import Iterable
from functools import cache, partial
from importlib import import_module

from django.conf import settings

from core.runtime.cpu_pool import CpuPool

PASSWORD_NICENESS = 5
"""Users wait for these jobs: less urgent than play, more than simulations."""


@cache
def heavy_pool() -> CpuPool:
    """The pool for simulations, analyses and other computations of requests."""
    return CpuPool(
        settings.CPU_POOL_WORKERS,
        settings.CPU_POOL_QUEUE,
        "heavy",
        limit_s=settings.CPU_POOL_LIMIT_S,
        prepare=partial(import_all, settings.CPU_POOL_MODULES),
    )


@cache
def password_pool() -> CpuPool:
    """The pool that hashes passwords: each worker takes about 100 MB while it hashes."""
    return CpuPool(
        settings.PASSWORD_WORKERS,
        settings.PASSWORD_QUEUE,
        "passwords",
        limit_s=settings.PASSWORD_LIMIT_S,
        prepare=partial(import_all, settings.PASSWORD_MODULES),
        nice=PASSWORD_NICENESS,
    )


def import_all(modules: Iterable[str]) -> None:
    """Import modules, so that the first job does not wait for it."""
    for module in modules:
        import_module(module)


def warm_up() -> None:
    """Start the workers of all pools, without waiting for them."""
    for pool in (heavy_pool, password_pool):
        pool().warm_up()


def started() -> list[CpuPool]:
    """The pools that this process has used or warmed up."""
    return [pool() for pool in (heavy_pool, password_pool) if pool.cache_info().currsize]


def close_pools() -> None:
    """Stop all workers; the next job starts new ones."""
    for pool in started():
        pool.close()
