"""The staff pages about people, conduct, money and the audit log, and what all pages share.

Nothing is edited here. A section is a `base.StaffAdmin` (list, and a page made of `sections`);
whatever staff do is a `acts.Deed`: a button, a form with a reason, one call of an action, which
checks rights and writes the audit row. Other apps add sections and deeds to each other's pages.
"""

from accounts.admin import conduct, ledger, log, people, words

__all__ = ["conduct", "ledger", "log", "people", "words"]
