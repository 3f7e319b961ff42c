"""The kit of all staff pages: lists, a page for each thing, staff actions. Nothing is edited.

A page is a `base.StaffAdmin` (a list, and a page made of `sections`); whatever staff do is an
`actions.Deed`: a button, a form with a reason, one call of an action, which checks rights and
writes the log. Other apps add sections and actions to each other's pages.
"""

from core.staff import admin as staff_log
from core.word_filter import admin as words

__all__ = ["staff_log", "words"]
