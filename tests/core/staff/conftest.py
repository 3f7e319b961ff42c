"""Users and their browsers."""

from tests.support.people import _empty_cache, anna, as_anna, as_guest, guest, ravi

__all__ = ["_empty_cache", "anna", "as_anna", "as_guest", "guest", "ravi"]
