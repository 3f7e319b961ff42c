"""Clients of the API: apps with tokens, and visitors without."""

from tests.support.app import _empty_cache, anna, as_anna, guests, visitor

__all__ = ["_empty_cache", "anna", "as_anna", "guests", "visitor"]
