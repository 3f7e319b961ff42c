"""An embedded server that dies again while it is being restarted."""

import os

from config.embedded.binaries import Account, ServiceFolder
from config.embedded.servers import Server, try_lock


class DiesOnce(Server):
    """Is killed between its first answer and the preparation."""

    name = "short"
    starts = 0
    running = False

    def ask(self):
        return "ready" if self.running else "none"

    def start(self, lock):
        self.starts += 1
        self.running = True

    def prepare(self):
        self.running = self.starts > 1
        return self.running


def test_a_server_that_is_killed_before_it_is_prepared_is_started_again(tmp_path):
    server = DiesOnce(ServiceFolder(tmp_path, tmp_path, Account(), durable=False))
    assert server.revive() is True
    assert server.starts == 2
    lock = try_lock(server.lock)
    assert lock is not None, "the lock is free again"
    os.close(lock)
