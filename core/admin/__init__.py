"""The toolkit of all staff pages: lists, detail pages and staff actions. Rows are never edited.

A page is a `base.StaffAdmin`: a list, and a detail page made of `sections`. Staff change things
only through an `actions.AdminAction`: a button, a form with a reason, and one call that checks
rights and writes the staff log. Other apps add sections and actions to each other's pages.
"""

from core.staff import admin as staff_log
from core.word_filter import admin as words

__all__ = ["staff_log", "words"]
