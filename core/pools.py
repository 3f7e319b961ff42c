"""The process's own pools, made of settings when they are first asked for."""

from functools import cache

from django.conf import settings

from core.cpu_pool import CpuPool


@cache
def heavy_pool() -> CpuPool:
    """For simulations, analyses and whatever else a request may compute."""
    return CpuPool(
        settings.CPU_POOL_WORKERS,
        settings.CPU_POOL_QUEUE,
        "heavy",
        limit_s=settings.CPU_POOL_LIMIT_S,
    )


@cache
def password_pool() -> CpuPool:
    """For hashing passwords: each worker takes about 100 MB while it hashes."""
    return CpuPool(settings.PASSWORD_WORKERS, settings.PASSWORD_QUEUE, "passwords", limit_s=10)


def close_pools() -> None:
    """End all workers; the next job starts new ones."""
    for pool in (heavy_pool, password_pool):
        if pool.cache_info().currsize:
            pool().close()
