"""The audit of the staff log's hash chain."""

from core.audit.checks import register
from core.staff.log import CHECK, check_chain, check_new_rows

register(CHECK, check_chain, new=check_new_rows)
