"""Verification of the dealing scheme TFAIR2, written from its specification alone.

Nothing here trusts the server: everything is computed again from what it published. `record` checks
a hand's record, `thrown` a deck that was thrown away, `chain` a table's chain and the days, and
`guard` what one table's connection says while it is played. Each failure names its check.
"""

from cardhouse_client.tfair2.chain import check_chain, check_days
from cardhouse_client.tfair2.guard import Guard
from cardhouse_client.tfair2.record import check_record
from cardhouse_client.tfair2.thrown import check_thrown

__all__ = ["Guard", "check_chain", "check_days", "check_record", "check_thrown"]
